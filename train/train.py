"""Learn a game by playing it: one command a game.

    python train/train.py duel --seconds 240 --out runs/duel [--device cuda]

Goes on where it stopped when runs/duel has a checkpoint. A run that diverges stops and says so.
"""

import argparse
import math
import sys
import time
from pathlib import Path

import torch

import curves
from evaluate import against, calibration
from features import SURVEY_STEPS, Features, build
from games import GAMES
from league import League
from model import Net
from ppo import Told, collect, learn
from sights import Sight
from tables import Tables


class Diverged(RuntimeError):
    """Learning has come to nothing; the words say how."""


def told_by(argv: list[str] | None) -> argparse.Namespace:
    said = argparse.ArgumentParser(description="Learn a game by playing it.")
    said.add_argument("game", choices=sorted(GAMES))
    said.add_argument("--out", type=Path, required=True, help="where checkpoint and curves go")
    said.add_argument("--seconds", type=float, default=240, help="how long in all, earlier runs too")
    said.add_argument("--now", type=float, default=math.inf, help="how long at most this time")
    said.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    said.add_argument("--tables", type=int, default=32768)
    said.add_argument("--steps", type=int, default=32, help="at each table before learning")
    said.add_argument("--parts", type=int, default=16, help="steps of learning a pass")
    said.add_argument("--passes", type=int, default=2)
    said.add_argument("--rate", type=float, default=1e-3)
    said.add_argument("--keep", type=float, default=0.02, help="what being undecided is worth")
    said.add_argument("--wide", type=int, default=256)
    said.add_argument("--deep", type=int, default=128)
    said.add_argument("--look", type=float, default=30, help="seconds between two evaluations")
    said.add_argument("--games", type=int, default=128, help="of each evaluation")
    said.add_argument("--rivals", default="greedy", help="built-in players to meet, with commas")
    said.add_argument("--iterations", type=int, default=100, help="of rivals that search")
    said.add_argument("--threads", type=int, default=2, help="for the rivals")
    said.add_argument("--survey", type=int, default=SURVEY_STEPS)
    said.add_argument("--seed", type=int, default=1)
    return said.parse_args(argv)


class Run:
    """A network on its way."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args, self.game = args, GAMES[args.game]
        args.out.mkdir(parents=True, exist_ok=True)
        self.checkpoint, self.csv = args.out / "checkpoint.pt", args.out / "curves.csv"
        kept = torch.load(self.checkpoint, map_location="cpu") if self.checkpoint.exists() else None
        torch.manual_seed(args.seed + (kept["updates"] if kept else 0))
        self.features = features_of(kept, args).to(args.device)
        self.net = Net(self.features, args.wide, args.deep).to(args.device)
        self.optimizer = torch.optim.Adam(self.net.parameters(), args.rate, eps=1e-5)
        self.updates, self.decisions, self.spent, self.flat = 0, 0, 0.0, 0
        if kept:
            self.net.load_state_dict(kept["net"])
            self.optimizer.load_state_dict(kept["optimizer"])
            self.updates, self.decisions, self.spent = (kept[n] for n in ("updates", "decisions", "spent"))
        self.league = League(self.net, args.tables, args.device, args.seed)
        self.league.past = [
            {name: each.to(args.device) for name, each in old.items()} for old in (kept["past"] if kept else [])
        ]
        self.tables = Tables(self.game, args.tables, args.device, args.seed + self.updates)

    def save(self) -> None:
        """Small enough to send around: of the past only the newest."""
        known = {"sights": [tuple(s) for s in self.features.sights], "fits": self.features.fits}
        kept = dict(game=self.game.name, wide=self.args.wide, deep=self.args.deep, features=known,
                    net=self.net.state_dict(), optimizer=self.optimizer.state_dict(),
                    updates=self.updates, decisions=self.decisions, spent=self.spent,
                    past=self.league.past[-1:])  # fmt: skip
        part = self.checkpoint.with_suffix(".part")
        torch.save(kept, part)
        part.replace(self.checkpoint)

    def update(self) -> Told:
        """Play, learn; quicker and bolder at the beginning than at the end."""
        left = max(0.02, 1 - self.spent / self.args.seconds)
        for group in self.optimizer.param_groups:
            group["lr"] = self.args.rate * left
        rows = collect(self.tables, self.net, self.league, self.args.steps)
        for _ in range(self.args.passes):
            told = learn(self.net, self.optimizer, rows, self.args.parts, self.args.keep * left)
        self.updates += 1
        self.decisions += self.args.tables * self.args.steps
        if self.updates & (self.updates - 1) == 0 or self.updates % 100 == 0:
            self.league.remember(self.net)
        self.judge(told)
        return told

    def judge(self, told: Told) -> None:
        """Whether there is still something to hope for."""
        if not all(map(math.isfinite, told)):
            raise Diverged(f"after {self.updates} updates a loss is not a number: {told}")
        self.flat = self.flat + 1 if told.entropy < 1e-3 else 0
        if self.flat == 10:
            raise Diverged(f"after {self.updates} updates every decision is certain (entropy {told.entropy:.1e})")
        if told.change > 1:
            raise Diverged(f"update {self.updates} made another player of it (divergence {told.change:.2f})")

    def look(self, told: Told) -> None:
        """How it stands: a line in the curves, and one to read."""
        args = self.args
        brier, middle = calibration(self.net, self.game, args.games, args.device)
        row = dict(decisions=self.decisions, seconds=self.spent, updates=self.updates,
                   **told._asdict(), brier=brier, brier_middle=middle)  # fmt: skip
        for name in ["random", *filter(None, args.rivals.split(","))]:
            thinking = dict(threads=args.threads, iterations=args.iterations)
            row[name] = against(self.net, self.game, name, args.games, args.device, **thinking)
        curves.add(self.csv, row)
        rivals = [name for name in row if name not in ("decisions", "seconds", "updates", *Told._fields)]
        curves.picture(self.csv, self.csv.with_suffix(".svg"), rivals, f"{self.game.name}: shares won, Brier")
        self.save()
        print("  ".join(f"{name} {value:.4g}" for name, value in row.items()), flush=True)


def features_of(kept: dict | None, args: argparse.Namespace) -> Features:
    if not kept:
        return build(GAMES[args.game], steps=args.survey)
    known = kept["features"]
    return Features(GAMES[kept["game"]], [Sight(*s) for s in known["sights"]], known["fits"])


def main(argv: list[str] | None = None) -> int:
    args = told_by(argv)
    run = Run(args)
    print(f"{args.game}: {run.features.rows} rows, {sum(p.numel() for p in run.net.parameters())} weights", flush=True)
    began, before, looked = time.monotonic(), run.spent, time.monotonic()
    told = None
    try:
        while run.spent < args.seconds and run.spent - before < args.now:
            told = run.update()
            run.spent = before + time.monotonic() - began
            if time.monotonic() - looked > args.look:
                run.look(told)
                looked = time.monotonic()
    except Diverged as said:
        print(f"stopped: {said}", file=sys.stderr)
        return 1
    if told:
        run.look(told)
    return 0


if __name__ == "__main__":
    sys.exit(main())
