"""Parlor: tabletop games as fast, exact, hidden-information-safe environments.

    >>> import parlor
    >>> m = parlor.Match("duel", seed=7)
    >>> m.apply(m.legal()[0])

NumPy and everything built on it is imported when it is first asked for.
"""

from importlib.metadata import version
from typing import Any

from parlor._core import agents, games
from parlor.errors import Broken, Refused
from parlor.match import LANGUAGES, Analysis, Card, Match, Move, cards
from parlor.spaces import Act, Part, Spaces, spaces

__version__ = version("parlor")

_LATER = {
    "Batch": "parlor.batch",
    "env": "parlor.aec",
    "parallel_env": "parlor.aec",
    "gym_env": "parlor.gym",
    "ladder": "parlor.contest",
    "records": "parlor.played",
    "selfplay": "parlor.contest",
    "tournament": "parlor.contest",
}

__all__ = [
    "Act",
    "Analysis",
    "Batch",
    "Broken",
    "Card",
    "LANGUAGES",
    "Match",
    "Move",
    "Part",
    "Refused",
    "Spaces",
    "agents",
    "cards",
    "env",
    "games",
    "gym_env",
    "ladder",
    "parallel_env",
    "records",
    "selfplay",
    "spaces",
    "tournament",
]


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'parlor' has no attribute {name!r}")
    import importlib

    found = getattr(importlib.import_module(_LATER[name]), name)
    globals()[name] = found
    return found
