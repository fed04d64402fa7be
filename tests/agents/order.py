"""order.py - no level is named stronger than one that beats it: order.py PARLOR.

A few games with fixed seeds and counted iterations: enough to catch a gross reversal, not
to measure by. docs/AGENTS.md has the ladders.
"""
import json
import subprocess
import sys

PARLOR = sys.argv[1]
# Game, options, iterations, games of each pair. The sides of a battle are unequal, so equal
# players win half of a mirrored deal.
TABLES = [
    ("sea-salt", [], 100, 20),
    ("duel", [], 200, 12),
    ("smashup", [], 60, 20),
    ("combat", ["--option", "scenario=shrine"], 20, 2),
]
# The stronger by its name, the weaker, and the least share the stronger may win: by so few
# games two equal players are not told apart. In Sea Salt the difference is large.
PAIRS = [("medium", "easy", 0.55), ("hard", "medium", 0.5), ("hard", "ismcts", 0.35)]
CLEARER = {("sea-salt", "hard", "ismcts"): 0.65, ("sea-salt", "hard", "medium"): 0.65}


def rate(game, options, iterations, games, first, second):
    done = subprocess.run(
        [PARLOR, "sim", game, "--agents", f"{first},{second}", "--games", str(games),
         "--iterations", str(iterations), "--seed", "21", "--json", *options],
        capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["agents"][0]["rate"]


def main():
    number = failures = 0
    print(f"1..{len(TABLES) * len(PAIRS)}", flush=True)
    for game, options, iterations, games in TABLES:
        for first, second, least in PAIRS:
            least = CLEARER.get((game, first, second), least)
            got = rate(game, options, iterations, games, first, second)
            number += 1
            failures += got < least
            print(f"{'ok' if got >= least else 'not ok'} {number} - {first} beats {second} "
                  f"at {' '.join([game, *options])}: {got:.2f}", flush=True)
    sys.exit(bool(failures))


main()
