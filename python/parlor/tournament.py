"""Tournaments of built-in players: the same result however many workers play them."""

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from parlor import _core
from parlor.table import Seats


class Pairing(NamedTuple):
    """Some games with the same players on the same seats."""

    number: int
    agents: tuple[str, ...]
    first: int
    games: int


class Result:
    """Points of each agent: a win is 1, shared or drawn 1 / how many share it."""

    def __init__(self, agents: Sequence[str]) -> None:
        self.agents = list(agents)
        self.games = dict.fromkeys(agents, 0)
        self.points = dict.fromkeys(agents, 0.0)

    def add(self, seats: Sequence[str], winners: int) -> None:
        """One game's end."""
        count = winners.bit_count() or len(seats)
        for seat, agent in enumerate(seats):
            self.games[agent] += 1
            self.points[agent] += (1 / count) if (not winners or winners >> seat & 1) else 0

    def rate(self, agent: str) -> float:
        """Points a game."""
        return self.points[agent] / self.games[agent] if self.games[agent] else 0.0

    def elo(self, agent: str) -> float:
        """Against the field, from the rate; 0 is level."""
        rate = min(max(self.rate(agent), 1e-6), 1 - 1e-6)
        return 400 * math.log10(rate / (1 - rate))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Result):
            return NotImplemented
        return (self.games, self.points) == (other.games, other.points)

    def __hash__(self) -> int:
        return hash(tuple(self.agents))

    def __repr__(self) -> str:
        rows = [f"{name} {self.rate(name):.3f} ({self.games[name]})" for name in self.agents]
        return f"<Result {', '.join(rows)}>"


def pairings(agents: Sequence[str], players: int, games: int, chunk: int) -> Iterator[Pairing]:
    """Every choice of players on every order of seats, as even as 'games' allows."""
    tables = list(itertools.permutations(agents, players))
    if len(agents) < players:
        tables = list(itertools.product(agents, repeat=players))
    number = 0
    for index, seats in enumerate(tables):
        mine = games // len(tables) + (index < games % len(tables))
        for first in range(0, mine, chunk):
            yield Pairing(number, seats, first, min(chunk, mine - first))
            number += 1


def play(game: str, options: dict[str, Any], seed: int, ms: int, iterations: int, one: Pairing) -> list[int]:
    """The winners of each game of a pairing, as bits of seats."""
    ends = []
    for at in range(one.first, one.first + one.games):
        mixed = hash_of(seed, one.agents, at)
        seats = Seats(game, len(one.agents), mixed, options)
        while not seats.over:
            seats.apply(seats.core.pick(one.agents[seats.to_act], mixed, ms, iterations))
        ends.append(seats.winners)
    return ends


def hash_of(seed: int, agents: Sequence[str], game: int) -> int:
    """A seed for one game, the same in every process."""
    import hashlib

    text = f"{seed}/{','.join(agents)}/{game}".encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=7).digest())


def tournament(
    agents: Sequence[str],
    games: int = 1000,
    *,
    game: str = "sea-salt",
    players: int = 2,
    options: dict[str, Any] | None = None,
    seed: int = 0,
    ms: int = 0,
    iterations: int = 200,
    chunk: int = 16,
    ray: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Result:
    """Everybody against everybody. With ray="auto" on the cluster Ray finds ("local": its own
    on this machine): a chunk whose worker is lost is played again. Searching players get
    iterations, not time, so that the result is the same for a seed whatever plays it.
    """
    known = _core.agents()
    for agent in agents:
        if agent not in known:
            raise ValueError(f"no agent is called {agent!r}; there are {known}")
    if ms and ray:
        raise ValueError("thinking by time gives other results on other machines: use iterations")
    work = list(pairings(agents, players, games, chunk))
    result = Result(agents)
    fields = (game, options or {}, seed, ms, iterations)
    run = _on_ray(work, fields, ray) if ray else ((one, play(*fields, one)) for one in work)
    done = 0
    ends: dict[int, tuple[Pairing, list[int]]] = {}
    for one, winners in run:
        ends[one.number] = (one, winners)
        done += one.games
        if progress:
            progress(done, games)
    for number in sorted(ends):
        one, winners = ends[number]
        for won in winners:
            result.add(one.agents, won)
    return result


def _on_ray(work: list[Pairing], fields: tuple[Any, ...], address: str) -> Iterator[Any]:
    import ray

    if not ray.is_initialized():
        ray.init(address=None if address == "local" else address, log_to_driver=False)
    remote = ray.remote(max_retries=-1)(play)
    waiting = {remote.remote(*fields, one): one for one in work}
    while waiting:
        ready, _ = ray.wait(list(waiting), num_returns=1)
        for reference in ready:
            one = waiting.pop(reference)
            yield one, ray.get(reference)
