"""walk.py - follows the pages that add something, block by block, in a copy of the tree: TAP.

walk.py TREE              as a newcomer would: every command, every change, ./dev where it stands
walk.py TREE write PARLOR only what is written: the changes, and the commands marked "sh write",
                          with the program PARLOR and without building
walk.py TREE run BUILD    then the rest, with what was built in BUILD in the meantime

A block is a diff, which is applied; sh, which is run; or an excerpt of the file that its first
line names, which must be there word for word (a line of three dots stands for what is left out).
"""
import os
import re
import subprocess
import sys

PAGES = ("docs/add-a-game.md", "docs/add-a-card.md", "docs/add-an-expansion.md", "docs/write-an-agent.md")
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


def not_run(words, typed=None):
    """Why a command fails; None when it does not."""
    done = subprocess.run(words, input=typed, text=True, capture_output=True, check=False)
    return None if done.returncode == 0 else "it failed: " + (done.stdout + done.stderr)[-1500:]


def not_done(info, text, mode, place):
    """What is wrong with a block; None when nothing is, or when it is not this walk's."""
    words = info.split()
    writes = words == ["diff"] or words == ["sh", "write"]
    if mode and writes != (mode == "write"):
        return None
    if words == ["diff"]:
        return not_run(["patch", "-p1", "--no-backup-if-mismatch"], text)
    if words[:1] == ["sh"]:
        if mode:
            text = re.sub(r"^\./dev$", "", text, flags=re.MULTILINE)
            text = re.sub(r"\bbuild-dev/" + ("parlor\\b" if mode == "write" else ""), place, text)
        return not_run(["bash", "-eo", "pipefail", "-c", text])
    if len(words) == 2:
        return not_in_file(words[1], text)
    return "it is no diff, no sh and names no file: nothing holds it" if words else None


def main(tree, mode=None, place=""):
    place = os.path.abspath(place) + ("/" if mode == "run" else "")
    os.chdir(tree)
    count = failed = 0
    for page in PAGES:
        with open(page, encoding="utf-8") as opened:
            content = opened.read()
        for found in FENCE.finditer(content):
            count += 1
            line = content.count("\n", 0, found.start()) + 1
            wrong = not_done(found.group(1), found.group(2), mode, place)
            failed += wrong is not None
            print(f"{'not ok' if wrong else 'ok'} {count} - {page}:{line}", flush=True)
            if wrong:
                print("# " + wrong.strip().replace("\n", "\n# "), flush=True)
    print(f"1..{count}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
