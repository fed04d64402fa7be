"""One table, fast: what the environments are built on."""

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlor import _core
from parlor.spaces import spaces


def reward(winners: int, players: int, seat: int) -> float:
    """1 for those who won, -1 for the others; 0 where all did or nobody."""
    if winners in (0, (1 << players) - 1):
        return 0.0
    return 1.0 if winners >> seat & 1 else -1.0


class Seats:
    """A table and the arrays that hold what its seats see."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        seed: int = 0,
        options: dict[str, Any] | None = None,
    ) -> None:
        self.spaces = spaces(game)
        self.game = game
        self.players = self.spaces.players[0] if players is None else players
        self.options = options or {}
        self.core = _core.Table(game, self._setup(seed))
        self.stands()

    def _setup(self, seed: int) -> str:
        setup = {"players": self.players, "seed": seed % 2**63, "options": self.options}
        return json.dumps(setup)

    def deal(self, seed: int) -> None:
        """Begin another match."""
        self.core.deal(seed % 2**63)
        self.stands()

    def __getstate__(self) -> tuple[Any, ...]:
        return (self.game, self.players, self.options, self.core.bytes(), self.moves)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.game, self.players, self.options, table, moves = state
        self.spaces = spaces(self.game)
        self.core = _core.Table(self.game, self._setup(0), table, moves)
        self.stands()

    def stands(self) -> None:
        """Look who is to act, whether it is over, who has won."""
        self.to_act, self.over, self.winners, _ = self.core.status()

    @property
    def moves(self) -> int:
        """How many have been made."""
        return self.core.status()[3]

    def apply(self, place: int) -> None:
        """Make a move; a refused one changes nothing."""
        self.to_act = self.core.apply(place)
        if self.to_act < 0:
            self.stands()

    def observe(self, seat: int) -> NDArray[Any]:
        """What a seat sees."""
        seen = np.empty(self.spaces.observation, self.spaces.dtype)
        self.core.observe(seat, seen)
        return seen

    def mask(self) -> NDArray[np.int8]:
        """A number for each action, 1 where the seat that acts may do it."""
        flags = np.empty(self.spaces.actions, np.int8)
        self.core.mask(flags)
        return flags

    def legal(self) -> list[int]:
        """The legal places, ascending."""
        return self.core.legal()

    def reward(self, seat: int) -> float:
        """What a seat has won; 0 while the game goes on."""
        return reward(self.winners, self.players, seat) if self.over else 0.0

    def __deepcopy__(self, memo: dict[int, Any]) -> "Seats":
        return self.clone()

    def clone(self) -> "Seats":
        """A copy that goes its own way."""
        other = object.__new__(Seats)
        other.__dict__.update(self.__dict__)
        other.core = self.core.clone()
        return other
