"""sets.py - agents that do not search much play 7 Wonders Duel to its end with each combination of its sets, and
every move and table is held against the rules: sets.py PARLOR.
"""
import json
import subprocess
import sys

GAMES = 4
PAIRS = ["greedy,easy", "easy,minimax", "minimax,greedy"]
SETS = {
    "Pantheon": "agora=false",
    "Agora": "pantheon=false",
    "both": "agora=true,pantheon=true",
    "the base game": "agora=false,pantheon=false",
}


def play(parlor, agents, options):
    command = [parlor, "sim", "duel-sets", "--agents", agents, "--games", str(GAMES), "--iterations", "100"]
    command += ["--check", "--json", "--seed", "3", "--options", options]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def main():
    number, failures = 0, 0
    print(f"1..{len(PAIRS) * len(SETS)}", flush=True)
    for name, options in SETS.items():
        for agents in PAIRS:
            number += 1
            done = play(sys.argv[1], agents, options)
            report = json.loads(done.stdout) if done.returncode == 0 else {}
            good = report.get("games") == GAMES and report.get("checked") is True
            print(f"{'ok' if good else 'not ok'} {number} - {agents} with {name}: {GAMES} games end", flush=True)
            if not good:
                print(f"# {done.returncode} {done.stdout[-300:]} {done.stderr[-300:]}", flush=True)
                failures += 1
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
