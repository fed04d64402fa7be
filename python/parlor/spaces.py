"""What the numbers of a game mean: its action space and its observation."""

from typing import NamedTuple

from parlor import _core


class Act(NamedTuple):
    """The places of one action: first .. first + count - 1."""

    name: str
    first: int
    count: int
    says: str


class Part(NamedTuple):
    """One part of an observation; kind is flag, number, id or seat."""

    name: str
    kind: str
    first: int
    count: int
    least: int
    most: int
    says: str

    @property
    def where(self) -> slice:
        """Its place in the vector."""
        return slice(self.first, self.first + self.count)


class Spaces:
    """The fixed encodings of a game. They change only with 'version'."""

    def __init__(self, game: str) -> None:
        found = _core.spaces(game)
        self.game = game
        self.version: int = found["version"]
        self.rules_version: int = found["rules_version"]
        self.actions: int = found["action_space"]
        self.observation: int = found["observation"]
        self.dtype: str = {1: "uint8", 2: "int16"}[found["item_bytes"]]
        self.players = range(found["players_min"], found["players_max"] + 1)
        self.state_bytes: int = found["state_bytes"]
        self.acts = [Act(*row) for row in found["actions"]]
        self.parts = [Part(*row) for row in found["parts"]]
        self.words = (self.actions + 63) // 64

    def part(self, name: str) -> Part:
        """The part of that name."""
        for part in self.parts:
            if part.name == name:
                return part
        raise KeyError(f"{self.game} has no part called {name!r}")

    def act(self, place: int) -> Act:
        """The action a place belongs to."""
        for act in self.acts:
            if act.first <= place < act.first + act.count:
                return act
        raise IndexError(f"{place} is not one of 0 to {self.actions - 1}")

    def __repr__(self) -> str:
        return (
            f"<Spaces {self.game}: {self.actions} actions, "
            f"{self.observation} numbers of {self.dtype}, version {self.version}>"
        )


_KNOWN: dict[str, Spaces] = {}


def spaces(game: str) -> Spaces:
    """The fixed encodings of a game."""
    if game not in _KNOWN:
        _KNOWN[game] = Spaces(game)
    return _KNOWN[game]
