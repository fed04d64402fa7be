"""Tournaments, ladders and self-play of built-in players: the same for a seed, however many
processes or machines play them."""

import hashlib
import itertools
import math
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from parlor import _core
from parlor.played import Data, Played, data_of
from parlor.spaces import spaces
from parlor.spread import spread
from parlor.table import Seats

Progress = Callable[[int, int], None]


class Pairing(NamedTuple):
    """Some games with the same players on the same seats: a job for a worker."""

    game: str
    options: dict[str, Any]
    seed: int
    ms: int
    iterations: int
    agents: tuple[str, ...]
    first: int
    games: int


class Result:
    """Points of each agent: a win is 1, shared or drawn 1 / how many share it."""

    def __init__(self, agents: Sequence[str]) -> None:
        self.agents = list(agents)
        self.games = dict.fromkeys(agents, 0)
        self.points = dict.fromkeys(agents, 0.0)
        self.met = {pair: 0 for pair in itertools.permutations(self.games, 2)}
        self.beat = {pair: 0.0 for pair in self.met}

    def add(self, seats: Sequence[str], winners: int) -> None:
        """One game's end."""
        count = winners.bit_count() or len(seats)
        won = [not winners or winners >> seat & 1 for seat in range(len(seats))]
        for seat, agent in enumerate(seats):
            self.games[agent] += 1
            self.points[agent] += 1 / count if won[seat] else 0
            for other, rival in enumerate(seats):
                if agent != rival:
                    self.met[agent, rival] += 1
                    self.beat[agent, rival] += 0.5 + (won[seat] - won[other]) / 2

    def rate(self, agent: str) -> float:
        """Points a game."""
        return self.points[agent] / self.games[agent] if self.games[agent] else 0.0

    def elo(self, agent: str) -> float:
        """Against the field, from the rate; 0 is level."""
        rate = min(max(self.rate(agent), 1e-6), 1 - 1e-6)
        return 400 * math.log10(rate / (1 - rate))

    def ladder(self) -> list[tuple[str, float, float]]:
        """(agent, rating, error) from the best down: Elo ratings that explain all meetings best
        (Bradley and Terry), 0 on average; the error is one standard deviation. Half a game
        drawn against each rival is taken for granted, so that nobody stands at infinity."""
        names = list(self.games)
        strength = dict.fromkeys(names, 1.0)
        met = {pair: count + 1.0 for pair, count in self.met.items() if count}
        beat = {pair: self.beat[pair] + 0.5 for pair in met}
        wins = {a: sum(beat[p] for p in beat if p[0] == a) for a in names}
        for _ in range(1000):
            for a in names:
                sums = sum(met[p] / (strength[a] + strength[p[1]]) for p in met if p[0] == a)
                strength[a] = wins[a] / sums if sums else 1.0
            level = math.exp(sum(map(math.log, strength.values())) / len(names))
            strength = {a: s / level for a, s in strength.items()}
        rows = []
        for a in names:
            known = sum(
                met[p] * strength[a] * strength[p[1]] / (strength[a] + strength[p[1]]) ** 2 for p in met if p[0] == a
            )
            scale = 400 / math.log(10)
            error = scale / math.sqrt(known) if known else math.inf
            rows.append((a, scale * math.log(strength[a]), error))
        return sorted(rows, key=lambda row: -row[1])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Result):
            return NotImplemented
        return (self.games, self.points, self.beat) == (other.games, other.points, other.beat)

    def __hash__(self) -> int:
        return hash(tuple(self.agents))

    def __repr__(self) -> str:
        rows = [f"{name} {self.rate(name):.3f} ({self.games[name]})" for name in self.agents]
        return f"<Result {', '.join(rows)}>"


def seatings(agents: Sequence[str], players: int, games: int) -> Iterator[tuple[Any, int]]:
    """Every choice of players on every order of seats, as even as 'games' allows."""
    tables = list(itertools.permutations(agents, players))
    if len(agents) < players:
        tables = list(itertools.product(agents, repeat=players))
    for index, seats in enumerate(tables):
        yield seats, games // len(tables) + (index < games % len(tables))


def seed_of(seed: int, agents: Sequence[str], game: int) -> int:
    """A seed for one game, the same in every process."""
    text = f"{seed}/{','.join(agents)}/{game}".encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=7).digest())


def play(one: Pairing) -> list[list[Any]]:
    """For each game of a pairing: its winners as bits of seats, and its moves as places."""
    one = Pairing(*one)
    ends = []
    for at in range(one.first, one.first + one.games):
        seed = seed_of(one.seed, one.agents, at)
        seats, places = Seats(one.game, len(one.agents), seed, one.options), []
        while not seats.over:
            agent = one.agents[seats.to_act]
            place = seats.core.pick(agent, seed, one.ms, one.iterations)
            places.append(place)
            seats.apply(place)
        ends.append([seats.winners, places])
    return ends


def winners(one: Pairing) -> list[int]:
    """The winners alone."""
    return [won for won, _ in play(one)]


def _checked(agents: Sequence[str], players: int, game: str, ms: int, shared: bool) -> None:
    known = _core.agents()
    for agent in agents:
        if agent not in known:
            raise ValueError(f"no agent is called {agent!r}; there are {known}")
    if not agents or len(set(agents)) < len(agents):
        raise ValueError("agents are one or more different names")
    if players not in spaces(game).players:
        raise ValueError(f"{game} is for {spaces(game).players} players, not {players}")
    if ms and shared:
        raise ValueError("thinking by time gives other results on other machines: use iterations")


def _run(
    work: Callable[[Pairing], list[Any]],
    agents: Sequence[str],
    games: int,
    *,
    game: str = "sea-salt",
    players: int = 2,
    options: dict[str, Any] | None = None,
    seed: int = 0,
    ms: int = 0,
    iterations: int = 200,
    chunk: int = 16,
    workers: int = 1,
    ray: str | None = None,
    keep: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Iterator[tuple[Pairing, list[Any]]]:
    """All pairings with what came of them, in their order."""
    _checked(agents, players, game, ms, bool(ray or keep) or workers > 1)
    fields = (game, options or {}, seed, ms, iterations)
    jobs = [
        Pairing(*fields, seats, first, min(chunk, count - first))
        for seats, count in seatings(agents, players, games)
        for first in range(0, count, chunk)
    ]
    space = spaces(game)
    about = [work.__name__, *fields, list(agents), players, games, chunk]
    about += [space.version, space.rules_version]
    ends: dict[int, list[Any]] = {}
    done = 0
    for number, result in spread(work, jobs, workers=workers, ray=ray, keep=keep, about=about):
        ends[number] = result
        done += jobs[number].games
        if progress:
            progress(done, games)
    return ((job, ends[number]) for number, job in enumerate(jobs))


def tournament(agents: Sequence[str], games: int = 1000, **options: Any) -> Result:
    """Everybody against everybody, on every order of seats.

    game, players, options, seed: what is played. iterations: what a searching player may
    think; ms=... instead only with one worker, since time is not the same everywhere.
    workers=2: processes of this machine. ray="auto": the cluster Ray finds, or its address
    ("local": one of its own). What a lost worker had in hand is played again. keep="file":
    what is done is kept there, and a later call goes on from it. progress(done, games) is
    called after each chunk of games.
    """
    result = Result(agents)
    for one, ends in _run(winners, agents, games, **options):
        for won in ends:
            result.add(one.agents, won)
    return result


def ladder(agents: Sequence[str], games: int = 1000, **options: Any) -> list[tuple[str, float, float]]:
    """A tournament's (agent, rating, error), from the best down."""
    return tournament(agents, games, **options).ladder()


def selfplay(agents: Sequence[str], games: int = 100, **options: Any) -> Data:
    """What the players of a tournament saw and did, as arrays: see Data. Only moves travel
    from the workers; what was seen is made from them here, at C speed."""
    played = []
    for one, ends in _run(play, agents, games, **options):
        for at, (won, places) in enumerate(ends):
            seed = seed_of(one.seed, one.agents, one.first + at)
            played.append(Played(one.game, len(one.agents), one.options, seed, one.agents, places, won))
    return data_of(played)
