#!/usr/bin/env python3
"""Runs what the documents show: run.py PARLOR CASES REFERENCE, at the root of the tree. TAP.

Commands and requests in README.md must work as they are written there, and the case file
in tests/README.md must pass.
"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

PARLOR, CASES, REFERENCE = map(os.path.abspath, sys.argv[1:])
FOLDER = tempfile.TemporaryDirectory(prefix="parlor-docs-")
CALLED = r"(?:(?:build(?:-dev)?/)?parlor|\./dev run|\./dev(?= new))"
ENVIRONMENT = {**os.environ, "XDG_STATE_HOME": FOLDER.name, "LANG": "C.UTF-8"}


def blocks(name, language=""):
    with open(name, encoding="utf-8") as opened:
        return re.findall(rf"^```{language}\n(.*?)^```$", opened.read(), re.DOTALL | re.MULTILINE)


def run(words, typed="", folder=None):
    return subprocess.run(
        words, input=typed, text=True, capture_output=True, env=ENVIRONMENT, timeout=300, check=False, cwd=folder
    )


def commands_work():
    """the commands in README.md and docs/PLAY.md work, one after the other"""
    for page in ("README.md", "docs/PLAY.md"):
        lines = [line for block in blocks(page) for line in block.splitlines()]
        commands = [line for line in lines if re.match(r"(build/)?parlor ", line)]
        assert len(commands) >= 5, commands
        for line in commands:
            words = re.split(r"\s{2,}", line)[0].split()
            done = run([PARLOR] + words[1:], folder=FOLDER.name)
            assert done.returncode == 0, (line, done.stdout[-300:], done.stderr)


def buttons_are_called_so():
    """what docs/PLAY.md says of the browser's buttons and the terminal's keys stands on them"""
    with open("data/web/text/en.json", encoding="utf-8") as opened:
        shown = set(re.findall(r'": "([^"]*)"', opened.read()))
    with open("docs/PLAY.md", encoding="utf-8") as opened:
        text = opened.read()
    named = {" ".join(words.split()) for words in re.findall(r"\*\*(.*?)\*\*", text, re.DOTALL)}
    assert len(named) > 10 and named <= shown, named - shown
    for key in re.findall(r"^\| `([^`]+)`(?: …|, `[^|]*)? \|", text, re.MULTILINE):
        typed = run([PARLOR, "play", "duel", "--seed", "1", "--plain"], key + "\nq\n").stdout
        assert "Type the number" not in typed and "Nothing here is called" not in typed, (key, typed[-500:])


def requests_are_answered():
    """the requests in README.md are answered"""
    lines = [line for block in blocks("README.md") for line in block.splitlines()]
    requests = [line for line in lines if line.startswith('{"id"')]
    assert requests
    answers = run([PARLOR, "rpc"], "\n".join(requests) + "\n").stdout.splitlines()
    assert len(answers) == len(requests), answers
    for request, answer in zip(requests, answers):
        assert json.loads(answer)["ok"], (request, answer)


def the_case_passes():
    """the case in tests/README.md passes"""
    cases = [json.loads(block) for block in blocks("tests/README.md", "json")]
    folder = os.path.join(FOLDER.name, "cases")
    os.mkdir(folder)
    with open(os.path.join(folder, "shown.json"), "w", encoding="utf-8") as opened:
        json.dump({"cases": cases}, opened)
    done = run([CASES, folder])
    assert cases and done.returncode == 0, done.stdout


def the_picture_is_true():
    """the picture of the terminal in README.md is what the program draws"""
    pictures = [block for block in blocks("README.md") if block.startswith("Sea Salt & Paper")]
    with open("README.md", encoding="utf-8") as opened:
        words = re.search(r"\(`(play sea-salt [^`]*)`\)", opened.read()).group(1).split()
    done = run([PARLOR, *words, "--plain"], "1\n2\n1\n1\n1\n")
    assert len(pictures) == 1 and pictures[0].rstrip() in done.stdout, done.stdout[-1500:]


def the_protocol_is_told_whole():
    """docs/RPC.md has every operation with its fields, and its requests are answered"""
    told = {}
    with open("docs/RPC.md", encoding="utf-8") as opened:
        for op, fields in re.findall(r"^\| `(\w+)` \| (.*?) ?\| ", opened.read(), re.MULTILINE):
            told[op] = re.findall(r"`(\w+)`", fields)
    ops = json.loads(run([PARLOR, "rpc"], '{"op":"help"}\n').stdout)["ops"]
    assert told == {op["op"]: op["fields"] for op in ops}, told
    requests = [line for line in blocks("docs/RPC.md")[0].splitlines() if line]
    answers = run([PARLOR, "rpc"], "\n".join(requests) + "\n").stdout.splitlines()
    assert len(answers) == len(requests) > 5, answers
    for request, answer in zip(requests, answers):
        assert json.loads(answer)["ok"], (request, answer)


def the_answers_are_told_whole():
    """docs/RPC.md names every key that an answer can have"""
    with open("docs/RPC.md", encoding="utf-8") as opened:
        told = set(re.findall(r"`(\w+)`", opened.read()))
    with open("docs/schema/rpc.json", encoding="utf-8") as opened:
        shapes = json.load(opened)["$defs"]
    missing = {(op, key) for op, shape in shapes.items() for key in shape.get("properties", {}) if key not in told}
    assert not missing, missing


def words_exist():
    """every command and option that the documents name exists"""
    table = dict(re.findall(r"^  (\w+)\) words='([^']*)'", run([PARLOR, "completion", "bash"]).stdout, re.MULTILINE))
    assert "play" in table
    named = 0
    for name in sorted(glob.glob("*.md") + glob.glob("docs/**/*.md", recursive=True) + glob.glob("npm/*.md") + glob.glob("python/*.md")):
        with open(name, encoding="utf-8") as opened:
            text = opened.read()
        lines = re.findall(rf"`({CALLED} [^`]*)`", text)
        lines += re.findall(rf"^(?:\$ )?({CALLED} [^\n]*)$", text, re.MULTILINE)
        for line in lines:
            words = re.sub(rf"^{CALLED} ", "", line).split()
            command = words[0] if words else ""
            if not re.fullmatch(r"[a-z]+", command):
                continue
            assert command in table, (name, line)
            for option in re.findall(r"(?<!\S)--[a-z][a-z-]*", line.split("  ")[0]):
                assert option in table[command].split() + ["--version"], (name, line, option)
            named += 1
    assert named > 20, named


def long_commands_begin():
    """the measurements on the pages can be made: each command with fewer games and thoughts"""
    less = {"games": 2, "iterations": 5, "ms": 5, "jobs": 1}
    ran = 0
    for name in sorted(glob.glob("docs/*.md")):
        for line in (line for block in blocks(name) for line in block.splitlines()):
            if line.startswith("build-dev/") and "--sprt" not in line:
                continue  # walk.py makes what it needs, and runs it
            line = line.removeprefix("build-dev/")
            if not re.match(r"parlor(-reference)? (sim|ladder|bench|cards) ", line):
                continue
            for option, value in less.items():
                line = re.sub(rf"--{option} \d+", f"--{option} {value}", line)
            line = re.sub(r"--(file|plot) ", rf"--\1 {FOLDER.name}/", line)
            program, *words = line.split()
            done = run([PARLOR if program == "parlor" else REFERENCE, *words])
            assert done.returncode == 0, (name, line, done.stderr)
            ran += 1
    assert ran >= 7, ran


CHECKS = [
    long_commands_begin, words_exist, the_protocol_is_told_whole, the_answers_are_told_whole,
    commands_work, buttons_are_called_so, requests_are_answered, the_case_passes, the_picture_is_true,
]


def main():
    failed = 0
    print(f"1..{len(CHECKS)}")
    for number, check in enumerate(CHECKS, 1):
        try:
            check()
            print(f"ok {number} - {check.__doc__}", flush=True)
        except (AssertionError, ValueError, KeyError, subprocess.SubprocessError) as wrong:
            failed += 1
            print(f"not ok {number} - {check.__doc__}")
            print("# " + str(wrong).replace("\n", "\n# "), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
