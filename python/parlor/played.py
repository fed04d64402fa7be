"""Games that were played, to learn from: what each seat saw and did, as arrays; and the files
that `parlor sim --record` writes (docs/RPC.md says what their lines are)."""

import json
import os
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlor.match import Match
from parlor.spaces import spaces
from parlor.table import Seats, reward


class Data(NamedTuple):
    """Decisions, one a row; 'masks' has the bits of a Batch, 'games' counts from 0."""

    observations: NDArray[Any]  # [steps, numbers]
    masks: NDArray[np.uint64]  # [steps, words]
    actions: NDArray[np.int32]  # [steps]
    seats: NDArray[np.int8]  # [steps] who acted
    rewards: NDArray[np.float32]  # [steps] what that seat won in the end
    games: NDArray[np.int32]  # [steps]

    def __repr__(self) -> str:
        count = int(self.games[-1]) + 1 if len(self.games) else 0
        return f"<Data of {len(self.actions)} decisions in {count} games>"


class Played(NamedTuple):
    """A game as its setup and its moves."""

    game: str
    players: int
    options: dict[str, Any]
    seed: int
    agents: tuple[str, ...]
    places: list[int]
    winners: int  # bits of seats


def data_of(played: Iterable[Played]) -> Data:
    """Every decision of these games; they are all of one game."""
    played = list(played)
    names = {one.game for one in played}
    if len(names) != 1:
        raise ValueError(f"arrays are made of games of one kind, not of {sorted(names)}")
    space = spaces(played[0].game)
    steps = sum(len(one.places) for one in played)
    data = Data(
        np.empty((steps, space.observation), space.dtype),
        np.empty((steps, space.words), np.uint64),
        np.empty(steps, np.int32),
        np.empty(steps, np.int8),
        np.empty(steps, np.float32),
        np.empty(steps, np.int32),
    )
    flags = np.zeros(space.words * 64, np.int8)
    at = 0
    for number, one in enumerate(played):
        table = Seats(one.game, one.players, one.seed, one.options)
        for place in one.places:
            seat = table.to_act
            table.core.observe(seat, data.observations[at], flags[: space.actions])
            data.masks[at] = np.packbits(flags, bitorder="little").view(np.uint64)
            data.actions[at], data.seats[at], data.games[at] = place, seat, number
            data.rewards[at] = reward(one.winners, one.players, seat)
            table.apply(place)
            at += 1
        if table.over and table.winners != one.winners:
            raise ValueError(f"game {number} does not end as it is said to")
    return data


class Step(NamedTuple):
    """One decision of a recorded game. 'visits' and 'share' are there where it searched."""

    player: int
    view: dict[str, Any]
    actions: list[dict[str, Any]]
    chosen: int
    visits: list[int] | None
    share: float | None

    @property
    def action(self) -> dict[str, Any]:
        """What was done."""
        return self.actions[self.chosen]


class Record:
    """One game of a file, with every decision."""

    def __init__(self, head: dict[str, Any], steps: list[Step], end: dict[str, Any]) -> None:
        self.setup: dict[str, Any] = head["setup"]
        self.agents: list[str] = head["agents"]
        self.number: int = head["game"]
        self.steps = steps
        self.winners: list[int] = end["winners"]
        self.points: list[int] = end["points"]

    @property
    def game(self) -> str:
        return self.setup["game"]

    def match(self, moves: int | None = None) -> Match:
        """The match itself, after so many of its moves, or all."""
        setup = self.setup
        match = Match(
            setup["game"],
            players=setup["players"],
            seed=setup["seed"],
            options=setup.get("options"),
        )
        for step in self.steps[:moves]:
            match.apply(step.action)
        return match

    def played(self) -> Played:
        """As places of the action space; a record of other rules is refused."""
        setup = self.setup
        table = Seats(setup["game"], setup["players"], setup["seed"], setup.get("options"))
        places = []
        for number, step in enumerate(self.steps):
            listed = table.core.places()
            if len(listed) != len(step.actions) or table.to_act != step.player:
                raise ValueError(f"game {self.number}, step {number}: recorded by other rules")
            places.append(listed[step.chosen])
            table.apply(places[-1])
        won = sum(1 << seat for seat in self.winners)
        options = setup.get("options") or {}
        agents = tuple(self.agents)
        return Played(setup["game"], setup["players"], options, setup["seed"], agents, places, won)

    def arrays(self) -> Data:
        """Its decisions as arrays."""
        return data_of([self.played()])

    def __repr__(self) -> str:
        players = " against ".join(self.agents)
        return f"<Record {self.number} of {self.game}: {players}, won by {self.winners}>"


class Records:
    """The games of a file that `parlor sim --record` wrote, one after the other."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = path

    def __iter__(self) -> Iterator[Record]:
        with open(self.path, encoding="utf-8") as lines:
            head: dict[str, Any] | None = None
            steps: list[Step] = []
            for number, text in enumerate(lines, 1):
                try:
                    line = json.loads(text)
                    if "setup" in line:
                        head, steps = line, []
                    elif head is None or line["game"] != head["game"]:
                        raise ValueError("a line of a game that has not begun")
                    elif "step" in line:
                        fields = (line[k] for k in ("player", "view", "actions", "chosen"))
                        steps.append(Step(*fields, line.get("visits"), line.get("share")))
                    else:
                        yield Record(head, steps, line)
                        head = None
                except (ValueError, KeyError, TypeError) as wrong:
                    where = f"{os.fspath(self.path)}:{number}"
                    raise ValueError(f"{where}: no line of a record: {wrong}") from wrong

    def arrays(self) -> Data:
        """Every decision of every game as arrays."""
        return data_of(record.played() for record in self)


def records(path: str | os.PathLike[str]) -> Records:
    """for record in parlor.records("games.jsonl"): ...; .arrays() for NumPy."""
    return Records(path)
