"""The sights of a game (sights.py), and what a batch of observations switches on.

Which numbers occur is found out by playing at random; the others have no rows.
"""

import numpy as np
import torch

import parlor
from games import Game
from sights import FROM, IS, VIA, WITH, Sight

SURVEY_TABLES, SURVEY_STEPS = 256, 1500


def survey(game: Game, tables: int, steps: int) -> tuple[np.ndarray, np.ndarray]:
    """How often each number occurred at each place, and how often each action was legal."""
    batch = parlor.Batch(game.name, tables, players=game.players, options=game.options, seed=7)
    high = 512
    seen = np.zeros((batch.spaces.observation, high + 1), np.int64)
    legal = np.zeros(batch.spaces.actions, np.int64)
    places = np.arange(batch.spaces.observation)
    for step in range(steps):
        for row in batch.observations[:: 1 + step % 2]:
            seen[places, np.clip(row, 0, high)] += 1
        legal += batch.mask().sum(0)
        batch.step(batch.sample(step))
    return seen, legal


def thresholds(most: int) -> list[int]:
    """From where on a number is worth telling from a smaller one: every step, then wider ones."""
    found, at = [], 1
    while at <= most:
        found.append(at)
        at += 1 if at < 16 else 2 if at < 32 else max(4, at // 8)
    return found


def runs(values: np.ndarray) -> list[tuple[int, int]]:
    """The numbers as pieces without holes."""
    cuts = np.flatnonzero(np.diff(values) > 1) + 1
    return [(int(piece[0]), int(piece[-1])) for piece in np.split(values, cuts)]


class Features:
    """The sights of a game, and what a batch of observations switches on."""

    def __init__(self, game: Game, sights: list[Sight], fits: list[tuple[int, int]]) -> None:
        self.game, self.sights, self.fits = game, sights, fits
        self.rows = max(s.row + s.most - s.least for s in sights) + 1
        spaces = parlor.spaces(game.name)
        self.numbers, self.actions = spaces.observation, spaces.actions
        plain = [  # in the order of their rows, which come first
            (s.row + v - s.least, s.place, v, v if s.kind == IS else 32767)
            for s in sights
            if s.kind in (IS, FROM)
            for v in range(s.least, s.most + 1)
        ]
        self.plain = torch.tensor(sorted(plain)).T.contiguous()
        joined = [s for s in sights if s.kind in (WITH, VIA)]
        self.joined = torch.tensor([list(s) for s in joined]).T.contiguous() if joined else None

    def to(self, device: str) -> "Features":
        self.plain = self.plain.to(device)
        self.joined = None if self.joined is None else self.joined.to(device)
        return self

    def __call__(self, seen: torch.Tensor, mask: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
        """How many sights each row is switched on by: [n, rows]."""
        both = torch.cat([seen, mask.to(seen.dtype)], 1)
        _, place, least, most = self.plain
        there = both.index_select(1, place)
        on = (there >= least.to(seen.dtype)) & (there <= most.clamp(max=_top(seen)).to(seen.dtype))
        facts = on.to(dtype)
        if self.joined is not None:
            rest = torch.zeros(len(seen), self.rows + 1 - len(place), dtype=dtype, device=seen.device)
            facts = torch.cat([facts, rest], 1)
            kind, place, other, row, least, most = self.joined
            there = both[:, place].long()
            told = both.gather(1, (other + torch.where(kind == VIA, there, torch.zeros_like(there)))).long()
            on = (there > 0) & (told >= least) & (told <= most)
            which = torch.where(on, row + told - least, torch.full_like(told, self.rows))
            facts.scatter_add_(1, which, torch.ones_like(which, dtype=dtype))
        return facts[:, : self.rows]


def _top(seen: torch.Tensor) -> int:
    return torch.iinfo(seen.dtype).max


def build(game: Game, tables: int = SURVEY_TABLES, steps: int = SURVEY_STEPS) -> Features:
    """The sights that random play finds a use for."""
    spaces, (seen, legal) = parlor.spaces(game.name), survey(game, tables, steps)
    sights: list[Sight] = []
    row = 0

    def add(kind: int, place: int, other: int, least: int, most: int) -> None:
        nonlocal row
        sights.append(Sight(kind, place, other, row, least, most))
        row += most - least + 1

    for part in spaces.parts:
        for place in range(part.first, part.first + part.count):
            values = np.flatnonzero(seen[place])
            if len(values) < 2 or part.name in game.left_out:
                continue
            if part.kind in ("id", "seat"):
                for least, most in runs(values[values > 0]):
                    add(IS, place, 0, least, most)
            else:
                reach = 1 if part.kind == "flag" else min(part.most, int(values[-1]) * 3 // 2)
                for least in thresholds(reach):
                    add(FROM, place, 0, least, least)
    for act in spaces.acts:
        for action in range(act.first, act.first + act.count if act.name in game.legal else 0):
            if legal[action]:
                add(FROM, spaces.observation + action, 0, 1, 1)
    for pair in game.paired:
        flags, facts = spaces.part(pair.flags), spaces.part(pair.facts)
        most = int(np.flatnonzero(seen[facts.first : facts.first + facts.count].sum(0))[-1])
        for seat in range(flags.count // facts.count):
            begun = row
            for thing in range(facts.count):
                place = flags.first + seat * facts.count + thing
                if not seen[place, 1:].any():
                    continue
                if pair.each or row == begun:
                    add(WITH, place, facts.first + thing, 1, most)
                else:
                    sights.append(Sight(WITH, place, facts.first + thing, begun, 1, most))
    for names, told in game.via:
        facts = spaces.part(told)
        most = int(np.flatnonzero(seen[facts.first : facts.first + facts.count].sum(0))[-1])
        for place in range(spaces.part(names).first, spaces.part(names).first + spaces.part(names).count):
            add(VIA, place, facts.first, 1, most)
    fits = [
        (place, int(np.flatnonzero(seen[place])[0]))
        for name in game.fits
        for place in range(spaces.part(name).first, spaces.part(name).first + spaces.part(name).count)
    ]
    return Features(game, sights, fits)
