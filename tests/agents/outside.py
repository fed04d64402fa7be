"""outside.py - agents that are other programs: good ones play, bad ones lose moves, never the run."""
import json
import os
import subprocess
import sys
import tempfile

PARLOR = sys.argv[1]
FOLDER = tempfile.TemporaryDirectory(prefix="parlor-agents-")

FIRST = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    assert question["op"] == "move" and question["actions"] and "rng" not in question["view"]
    print(json.dumps({"id": question["id"], "action": question["actions"][0]}), flush=True)
"""
INDEX = FIRST.replace('"action": question["actions"][0]', '"index": 0')
NOISE = """
import json, os, random, sys
random.seed(SEED)
for line in sys.stdin:
    question = json.loads(line)
    kinds = [
        os.urandom(random.randrange(300)).replace(b"\\n", b"") + b"\\n",
        b"\\n", b"null\\n", b"[]\\n", b"{}\\n", b'"index"\\n', b'{"index":-1}\\n',
        b'{"index":1e99}\\n', b'{"action":{"type":"no such thing"}}\\n', b"[" * 5000 + b"\\n",
        b'{"id":99999999,"index":0}\\n', b'{"id":0,"index":0}\\n{"index":0}\\n',
        b'{"action":' + line.encode().strip() + b"}\\n", b"x" * 200000 + b"\\n",
    ]
    sys.stdout.buffer.write(random.choice(kinds))
    sys.stdout.flush()
"""
GONE = "import sys\nsys.stdin.readline()\nsys.exit(3)\n"
DEAF = "import time, sys\nsys.stdin.close()\ntime.sleep(60)\n"


# On a busy machine a good program may be slow; only the tests of lateness are in a hurry.
PATIENT = ("--ms", "60000")


def bot(name, source):
    path = os.path.join(FOLDER.name, name + ".py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(source)
    return f"cmd:{sys.executable} {path}"


def sim(game, agent, *words):
    done = subprocess.run(
        [PARLOR, "sim", game, "--agents", f"{agent},random", "--json", *words],
        capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["agents"][0], done.stderr


def a_program_that_answers_plays():
    for source in (FIRST, INDEX):
        for game in ("sea-salt", "duel"):
            agent, errors = sim(game, bot("good", source), "--games", "4", *PATIENT)
            assert agent["late"] == agent["garbage"] == agent["crashes"] == 0, errors
            assert agent["seat_games"] == 4 and errors == ""


def it_is_the_same_in_any_number_of_threads():
    one, _ = sim("sea-salt", bot("good", FIRST), "--games", "8", *PATIENT)
    two, _ = sim("sea-salt", bot("good", FIRST), "--games", "8", "--jobs", "2", *PATIENT)
    assert one == two, (one, two)


def garbage_costs_the_move_and_is_reported():
    for seed in range(4):
        name = bot(f"noise{seed}", NOISE.replace("SEED", str(seed)))
        agent, errors = sim("sea-salt", name, "--games", "1", *PATIENT)
        assert agent["garbage"] > 0 and agent["late"] == 0 and agent["seat_games"] == 1
        assert "parlor: cmd:" in errors, errors


def a_program_that_ends_is_started_again_a_few_times():
    agent, _ = sim("duel", bot("gone", GONE), "--games", "2")
    assert agent["crashes"] > 3 and agent["seat_games"] == 2


def a_program_that_is_not_there_loses_its_moves():
    agent, _ = sim("duel", "cmd:exec /no/such/program 2>/dev/null", "--games", "2")
    assert agent["crashes"] > 0 and agent["seat_games"] == 2


def a_program_that_does_not_listen_is_left_behind():
    agent, _ = sim("duel", bot("deaf", DEAF), "--games", "2", "--ms", "1", "--load", "1")
    assert agent["late"] + agent["crashes"] > 0 and agent["seat_games"] == 2


TESTS = [a_program_that_answers_plays, it_is_the_same_in_any_number_of_threads,
         garbage_costs_the_move_and_is_reported,
         a_program_that_ends_is_started_again_a_few_times,
         a_program_that_is_not_there_loses_its_moves,
         a_program_that_does_not_listen_is_left_behind]


def main():
    failures = 0
    print(f"1..{len(TESTS)}", flush=True)
    for number, test in enumerate(TESTS, 1):
        try:
            test()
            print(f"ok {number} - {test.__name__.replace('_', ' ')}", flush=True)
        except (AssertionError, subprocess.TimeoutExpired, json.JSONDecodeError) as error:
            failures += 1
            print(f"not ok {number} - {test.__name__.replace('_', ' ')}\n# {error!r}", flush=True)
    sys.exit(bool(failures))


main()
