"""A small network learns, goes on where it stopped, and becomes a file that plays; TAP.

Run by tests/nightly, whose Python has torch and the package.
"""

import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import numpy as np
import tap

import parlor
from parlor import _core

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "train"))

import torch  # noqa: E402

import train  # noqa: E402
from ppo import Told  # noqa: E402

SMALL = "--tables 64 --steps 16 --parts 4 --survey 60 --wide 32 --deep 16 --games 8 --rivals= --device cpu"


def command(out, seconds, *more):
    said = ["duel", "--out", str(out), "--seconds", str(seconds), "--look", "100", *SMALL.split(), *more]
    return [sys.executable, str(ROOT / "train/train.py"), *said]


def it_learns_goes_on_and_is_exported(folder):
    out = folder / "duel"
    subprocess.run(command(out, 9), check=True, stdout=subprocess.DEVNULL)
    first = torch.load(out / "checkpoint.pt", map_location="cpu")
    subprocess.run(command(out, 14), check=True, stdout=subprocess.DEVNULL)
    second = torch.load(out / "checkpoint.pt", map_location="cpu")
    assert second["updates"] > first["updates"] > 2, (first["updates"], second["updates"])
    lines = (out / "curves.csv").read_text().splitlines()
    assert len(lines) == 3 and lines[0].startswith("decisions,"), lines
    assert "<polyline" in (out / "curves.svg").read_text()
    won = float(dict(zip(lines[0].split(","), lines[-1].split(",")))["random"])
    assert won > 0.5, f"it wins {won} against chance"
    export = [sys.executable, str(ROOT / "train/export.py"), str(out / "checkpoint.pt"), str(folder / "x.net")]
    subprocess.run(export, check=True, stdout=subprocess.DEVNULL)
    data = (folder / "x.net").read_bytes()
    batch = parlor.Batch("duel", 1, seed=2)
    actions = np.flatnonzero(batch.mask()[0]).astype(np.uint16)
    ratings = np.zeros(len(actions), np.int32)
    _core.net_run("duel", data, batch.observations[0].tobytes(), actions.tobytes(), ratings)


def a_run_that_diverges_stops_and_says_so(folder):
    ran = subprocess.run(command(folder / "far", 60, "--rate", "1e30"), capture_output=True, text=True)
    assert ran.returncode == 1 and "stopped: " in ran.stderr, (ran.returncode, ran.stderr[-400:])


def certainty_is_told(folder):
    run = train.Run.__new__(train.Run)
    run.updates, run.flat = 1, 0
    sure = Told(0.0, 0.5, 0.0, 0.0)
    for _ in range(9):
        run.judge(sure)
    for told in (sure, Told(0.0, 0.5, 1.0, 5.0), Told(float("nan"), 0.5, 1.0, 0.0)):
        try:
            run.judge(told)
        except train.Diverged:
            continue
        raise AssertionError(told)


TESTS = [it_learns_goes_on_and_is_exported, a_run_that_diverges_stops_and_says_so, certainty_is_told]


def main():
    with tempfile.TemporaryDirectory() as folder:
        tap.run([(tap.named(test), partial(test, Path(folder))) for test in TESTS])


if __name__ == "__main__":
    main()
