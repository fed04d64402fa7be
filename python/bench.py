"""How fast Parlor is from Python, beside its peers in the same run: bench.py [--seconds 2]

CPU seconds of this process are counted, all its threads together, so that other work on the
machine changes little; "on two cores" is twice what one CPU second gives.
The peers want pettingzoo[classic] and open_spiel installed.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable

# The installed package, not the sources that lie beside this file.
sys.path = [place for place in sys.path if place != os.path.dirname(os.path.abspath(__file__))]

import parlor  # noqa: E402

WANTED = {"sea-salt": 8.0, "duel": 6.0, "smashup": 1.0, "combat": 0.6}
TABLES = {"sea-salt": 256, "duel": 256, "smashup": 64, "combat": 64}


def rate(work: Callable[[], int], seconds: float) -> float:
    """Steps a CPU second; 'work' makes some and says how many."""
    work()
    steps, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        steps += work()
    return steps / (time.process_time() - begin)


def batch_rate(game: str, seconds: float) -> float:
    with parlor.Batch(game, TABLES[game], 1) as batch:

        def work() -> int:
            for _ in range(50):
                batch.step(batch.sample())
            return 50 * batch.n

        return rate(work, seconds)


def aec_rate(env, seconds: float) -> float:
    """Random legal play through PettingZoo's own calls."""
    import numpy as np

    rng = np.random.default_rng(1)
    env.reset(seed=1)

    def work() -> int:
        steps = 0
        for agent in env.agent_iter(200):
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
            else:
                env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            steps += 1
        if not env.agents:
            env.reset()
        return steps

    return rate(work, seconds)


def spiel_rate(name: str, seconds: float) -> float:
    """Random play of an OpenSpiel game driven from Python."""
    import random

    import open_spiel.python.games  # noqa: F401  (its games in Python)
    import pyspiel

    game = pyspiel.load_game(name)
    rng = random.Random(1)

    def work() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal() and steps < 2000:
            if state.is_chance_node():
                state.apply_action(rng.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                steps += 1
        return steps

    return rate(work, seconds)


def import_ms() -> float:
    """The best of nine fresh interpreters."""
    code = "import time; t = time.perf_counter(); import parlor; print(time.perf_counter() - t)"
    runs = [subprocess.check_output([sys.executable, "-c", code]) for _ in range(9)]
    return min(float(run) for run in runs) * 1e3


def peers(seconds: float, batches: dict[str, float]) -> None:
    from pettingzoo.classic import connect_four_v3, tictactoe_v3

    import parlor.spiel  # noqa: F401  registers the games

    theirs = {
        "connect_four": aec_rate(connect_four_v3.env(), seconds),
        "tictactoe": aec_rate(tictactoe_v3.env(), seconds),
    }
    for name, steps in theirs.items():
        print(f"PettingZoo {name:14} {steps / 1e3:9.1f} k steps/s")
    for game in parlor.games():
        steps = aec_rate(parlor.env(game), seconds)
        ratio = steps / max(theirs.values())
        print(f"PettingZoo parlor {game:8} {steps / 1e3:8.1f} k steps/s, {ratio:.1f} times theirs")
    cards = {n: spiel_rate(n, seconds) for n in ("kuhn_poker", "leduc_poker", "gin_rummy")}
    python = {n: spiel_rate(n, seconds) for n in ("python_liars_poker", "python_tic_tac_toe")}
    for name, steps in {**cards, **python}.items():
        print(f"OpenSpiel {name:18} {steps / 1e3:9.1f} k steps/s")
    for game in parlor.games():
        steps = spiel_rate(f"parlor_{game.replace('-', '_')}", seconds)
        ratio = steps / max(python.values())
        print(f"OpenSpiel parlor {game:9} {steps / 1e3:9.1f} k steps/s, {ratio:.1f} times its Python games")
    for game, steps in batches.items():
        print(f"batch of {game:9} is {steps / max(cards.values()):6.0f} times OpenSpiel's card games")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--alone", action="store_true", help="without the peers")
    given = parser.parse_args()
    print(f"import {import_ms():.0f} ms (wanted: under 50)")
    batches = {}
    for game, wanted in WANTED.items():
        steps = batches[game] = batch_rate(game, given.seconds)
        print(
            f"batch {game:9} {steps / 1e6:6.2f} M steps a CPU second, "
            f"{2 * steps / 1e6:6.2f} on two cores (wanted: {wanted})"
        )
    if not given.alone:
        peers(given.seconds, batches)


if __name__ == "__main__":
    main()
