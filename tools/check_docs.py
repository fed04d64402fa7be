#!/usr/bin/env python3
"""Holds the pages under docs/ to the tree: check_docs.py BUILD, at the root of the tree.

A fenced block whose first line names a file (```c tests/fifth/games/pebbles/pebbles.c) must be in
that file, word for word; a line of three dots stands for what is left out. In the pages
"add a ..." every block is such a block or a shell one, and shell blocks are run, with
build/ standing for the folder BUILD. One TAP line a block.
"""
import glob
import os
import re
import subprocess
import sys

FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def pieces(text):
    """The parts of a block between its lines of three dots."""
    return [part.strip("\n") for part in re.split(r"^[ \t]*\.\.\.\n", text, flags=re.MULTILINE)]


def not_in_file(path, text):
    """Why the block is not in the file; None when it is."""
    if not os.path.isfile(path):
        return f"there is no file {path}"
    with open(path, encoding="utf-8") as opened:
        content = opened.read()
    at = 0
    for piece in pieces(text):
        found = content.find(piece, at)
        if found < 0:
            first = piece.split("\n")[0]
            return f"{path} does not have, in this order, the piece that starts with: {first}"
        at = found + len(piece)
    return None


def not_running(script, build):
    """Why the script does not run; None when it does."""
    script = re.sub(r"(?<![\w/])build/", build.rstrip("/") + "/", script)
    ran = subprocess.run(["sh", "-e", "-c", script], capture_output=True, check=False)
    if ran.returncode == 0:
        return None
    tail = (ran.stdout + ran.stderr).decode(errors="replace").strip().split("\n")[-5:]
    return "it failed: " + " | ".join(tail)


def check(page, info, text, build):
    """What is wrong with one block; None when nothing is, or nothing can be checked."""
    words = info.split()
    if len(words) == 2:
        return not_in_file(words[1], text)
    if not os.path.basename(page).startswith("add-a-"):
        return None
    if words == ["sh"]:
        return not_running(text, build)
    return "it names no file and is not sh: nothing holds it to the tree"


def main(build):
    blocks = []
    for page in sorted(glob.glob("docs/**/*.md", recursive=True)) + ["README.md"]:
        if not os.path.isfile(page):
            continue
        with open(page, encoding="utf-8") as opened:
            content = opened.read()
        for found in FENCE.finditer(content):
            line = content.count("\n", 0, found.start()) + 1
            blocks.append((page, line, found.group(1), found.group(2)))
    print(f"1..{len(blocks)}")
    failed = 0
    for number, (page, line, info, text) in enumerate(blocks, 1):
        wrong = check(page, info, text, build)
        failed += wrong is not None
        print(f"{'not ok' if wrong else 'ok'} {number} - {page}:{line}")
        if wrong:
            print(f"# {wrong}")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: check_docs.py BUILD")
    sys.exit(main(os.path.abspath(sys.argv[1])))
