"""plays.py - the reference opponents can play: plays.py PARLOR-REFERENCE GAME."""
import json
import subprocess
import sys

PARLOR, GAME = sys.argv[1:3]
SCRIPTS = ["script-greedy", "script-rush"] if GAME in ("smashup", "combat") else []


def rate(agent, games, iterations):
    done = subprocess.run(
        [PARLOR, "sim", GAME, "--agents", f"{agent},random", "--games", str(games),
         "--iterations", str(iterations), "--check", "--json"],
        capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["agents"][0]["rate"]


def main():
    failures = 0
    print(f"1..{1 + len(SCRIPTS)}", flush=True)
    for number, agent in enumerate(["reference", *SCRIPTS], 1):
        games = 60 if agent in SCRIPTS and GAME == "smashup" else 12
        got = rate(agent, games, 20 if GAME == "combat" else 60)
        good = got >= (0.6 if agent in SCRIPTS else 0.7)
        failures += not good
        print(f"{'ok' if good else 'not ok'} {number} - {agent} beats chance at {GAME}: "
              f"{got:.2f}", flush=True)
    sys.exit(bool(failures))


main()
