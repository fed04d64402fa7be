"""How fast Parlor is from Python, beside its peers in the same run: bench.py [--seconds 2]

One thread is counted in CPU seconds, so that other work on the machine changes little; two
(--threads) on the wall, which wants as many quiet cores. Both sides of a comparison are driven by
the same loop. The peers want pettingzoo[classic] and open_spiel; without one it is left out.
--steps 10000000 looks for leaks instead.
"""

import argparse
import importlib
import io
import os
import random
import resource
import subprocess
import sys
import time
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

# The installed package, not the sources that lie beside this file.
sys.path = [place for place in sys.path if place != os.path.dirname(os.path.abspath(__file__))]

import parlor  # noqa: E402

WANTED = {"sea-salt": 8.0, "duel": 6.0, "smashup": 1.0, "combat": 0.6}
TABLES = {"sea-salt": 256, "duel": 256, "smashup": 64, "combat": 64}  # for each thread
CLASSIC = (
    "tictactoe_v3",
    "connect_four_v3",
    "leduc_holdem_v4",
    "texas_holdem_v4",
    "texas_holdem_no_limit_v6",
    "hanabi_v5",
    "go_v5",
    "chess_v6",
)
SPIEL_PYTHON = (
    "python_kuhn_poker",
    "python_tic_tac_toe",
    "python_liars_poker",
    "python_team_dominoes",
    "python_block_dominoes",
)
SPIEL_CARDS = (
    "kuhn_poker",
    "leduc_poker",
    "skat",
    "crazy_eights",
    "spades",
    "euchre",
    "gin_rummy",
    "oh_hell",
    "hearts",
)


def rate(work: Callable[[], int], seconds: float, clock=time.process_time) -> float:
    """Steps a second; 'work' makes some and says how many."""
    work()
    steps, begin = 0, clock()
    while clock() - begin < seconds:
        steps += work()
    return steps / (clock() - begin)


def batch_rate(game: str, threads: int, seconds: float, clock=time.process_time) -> float:
    """Drawing, stepping, dealing anew; observations, masks, rewards of every step."""
    with parlor.Batch(game, TABLES[game] * threads, threads) as batch:

        def work() -> int:
            for _ in range(50):
                batch.step(batch.sample())
            return 50 * batch.n

        return rate(work, seconds, clock)


def aec_rate(env, by_hand: bool, seconds: float) -> float:
    """Random legal play by the loop of PettingZoo's documents; by hand: the mask is searched
    by NumPy, as PettingZoo's performance_benchmark does."""
    import numpy as np

    rng = random.Random(1)
    env.reset(seed=1)

    def work() -> int:
        steps = 0
        for agent in env.agent_iter(500):
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                action = None
            elif by_hand:
                action = rng.choice(np.flatnonzero(seen["action_mask"]).tolist())
            else:
                action = env.action_space(agent).sample(seen["action_mask"])
            env.step(action)
            steps += 1
        if not env.agents:
            env.reset()
        return steps

    return rate(work, seconds)


def spiel_rate(name: str, looks: bool, seconds: float) -> float:
    """Random play of an OpenSpiel game; where it looks, with what a player sees and a mask."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng = random.Random(1)
    observes = game.get_type().provides_observation_tensor

    def work() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal() and steps < 2000:
            if state.is_chance_node():
                state.apply_action(rng.choice(state.chance_outcomes())[0])
                continue
            if looks:
                state.observation_tensor() if observes else state.information_state_tensor()
                state.legal_actions_mask()
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        return steps

    return rate(work, seconds)


def import_ms() -> float:
    """The best of nine fresh interpreters."""
    code = "import time; t = time.perf_counter(); import parlor; print(time.perf_counter() - t)"
    runs = [subprocess.check_output([sys.executable, "-c", code]) for _ in range(9)]
    return min(float(run) for run in runs) * 1e3


def wheel_mb() -> float:
    """The installed files, packed as a wheel packs them."""
    packed = io.BytesIO()
    root = Path(parlor.__file__).parent
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as wheel:
        for file in sorted(root.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                wheel.write(file)
    return len(packed.getvalue()) / 1e6


def table(ours: dict[str, float], theirs: dict[str, float]) -> None:
    """Steps a second of each, and how many times the one is the other."""
    print(" " * 37 + "".join(f"{name:>12}" for name in ours))
    print(f"{'thousand steps/s':37}" + "".join(f"{steps / 1e3:12.1f}" for steps in ours.values()))
    for name, steps in sorted(theirs.items(), key=lambda row: -row[1]):
        times = "".join(f"{mine / steps:11.1f}x" for mine in ours.values())
        print(f"  {name:25} {steps / 1e3:8.1f} {times}")


def pettingzoo(seconds: float) -> None:
    for by_hand in (False, True):
        theirs = {}
        for name in CLASSIC:
            env = importlib.import_module(f"pettingzoo.classic.{name}").env()
            theirs[name] = aec_rate(env, by_hand, seconds)
        ours = {game: aec_rate(parlor.env(game), by_hand, seconds) for game in parlor.games()}
        print(f"\nPettingZoo, {'flatnonzero(mask)' if by_hand else 'action_space.sample(mask)'}")
        table(ours, theirs)


def openspiel(seconds: float, batches: dict[str, float]) -> None:
    import open_spiel.python.games  # noqa: F401  (its games in Python)

    import parlor.spiel  # noqa: F401  registers ours

    ours = {g: spiel_rate(f"parlor_{g.replace('-', '_')}", False, seconds) for g in parlor.games()}
    print("\nOpenSpiel: the adapter beside its games in Python")
    table(ours, {name: spiel_rate(name, False, seconds) for name in SPIEL_PYTHON})
    for looks, how in ((True, "with tensors and masks"), (False, "without looking")):
        print(f"\nOpenSpiel: the batches beside its card games in C++, these {how}")
        table(batches, {name: spiel_rate(name, looks, seconds) for name in SPIEL_CARDS})


def leaks(steps: int) -> None:
    """Memory after a tenth of the steps and after all of them."""

    def resident_mb() -> float:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * resource.getpagesize() / 1e6

    for game in parlor.games():
        env = parlor.env(game)
        env.reset(seed=1)
        with parlor.Batch(game, 64) as batch:
            for part in range(10):
                for _ in range(steps // 640):
                    batch.step(batch.sample())
                for agent in env.agent_iter(steps // 1000):
                    seen, _, ended, _, _ = env.last()
                    mask = seen["action_mask"]
                    env.step(None if ended else env.action_space(agent).sample(mask))
                if not env.agents:
                    env.reset()
                if not part:
                    first = resident_mb()
        print(f"leak {game:9} {steps} steps: {first:.1f} MB after a tenth, {resident_mb():.1f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--alone", action="store_true", help="without the peers")
    parser.add_argument("--steps", type=int, help="look for leaks over so many steps")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    if given.steps:
        leaks(given.steps)
        return
    print(f"import {import_ms():.0f} ms (wanted: under 50), wheel {wheel_mb():.2f} MB (under 5)")
    batches = {}
    for game, wanted in WANTED.items():
        one = batch_rate(game, 1, given.seconds)
        many = batch_rate(game, given.threads, given.seconds, time.perf_counter)
        batches[game] = many
        print(
            f"batch {game:9} {one / 1e6:6.2f} M steps a CPU second; {given.threads} threads on the "
            f"wall {many / 1e6:6.2f} M, {many / one:.2f} times (wanted on two: {wanted} M)",
            flush=True,
        )
    if given.alone:
        return
    for name, compare in (("pettingzoo.classic", pettingzoo), ("pyspiel", openspiel)):
        try:
            importlib.import_module(name)
        except ImportError as missing:
            print(f"\nleft out: {missing}")
            continue
        compare(given.seconds, *([batches] if compare is openspiel else []))


if __name__ == "__main__":
    main()
