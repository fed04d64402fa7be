#!/usr/bin/env python3
"""Writes docs/states/<game>.md: what a table of each game is, from the rows of its state.

states.py [--check] DESCRIBE, at the root of the tree: DESCRIBE is the program of that name
in a build folder; --check only says whether the pages differ.
"""
import json
import os
import subprocess
import sys
import tempfile

FOLDER = "docs/states"
HEAD = """# {game}: what a table is

Written by `tools/states.py` from the rows in `{rows}`; a test holds it to them.
These are the keys of the JSON that `state` and `view` answer with and that a position may lay.
*Table* is what nobody sees: not in views. *Follows* is told and not laid: a position may say it,
but not differently. *Unobserved*: two views that differ in this alone may be the same to a program
that learns ([RESEARCH](../RESEARCH.md)); where any other row is changed by a move the observation is
as well, which a law holds. Types are written as TypeScript writes them; `null` is none, or not
known to who looks.

| key | type | range | |
| --- | --- | --- | --- |
"""


def lines(rows, path=""):
    """A line a row; those below it after it."""
    for row in rows:
        key = path + row["key"]
        kind = row["type"].replace(" | undefined", "").replace("|", "\\|")
        span = f"{row['min']} to {row['max']}" if row.get("max", 0) > row.get("min", 0) else ""
        marks = [word for word, has in (("table", row["hidden"]), ("follows", row["derived"])) if has]
        optional = row["sparse"] or row["type"].endswith("| undefined")
        marks += ["unobserved"] if row.get("unobserved") else []
        marks += ["not always there"] if optional else []
        yield f"| `{key}` | `{kind}` | {span} | {', '.join(marks)} |"
        if "of" in row:
            yield from lines(row["of"], key + ("[]." if "[]" in row["type"] else "."))


def rows_of(game):
    """The file with its rows; that of the game it is built from, where it has none of its own."""
    own = f"games/{game}/fields.c"
    return own if os.path.isfile(own) else f"games/{game.split('-')[0]}/fields.c"


def pages(describe):
    """The pages by their path."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([os.path.abspath(describe), folder], check=True)
        with open(os.path.join(folder, "games.json"), encoding="utf-8") as opened:
            games = json.load(opened)["games"]
    return {
        f"{FOLDER}/{game['id']}.md": HEAD.format(game=game["id"], rows=rows_of(game["id"]))
        + "\n".join(lines(game["fields"]))
        + "\n"
        for game in games
    }


def main():
    made = pages(sys.argv[-1])
    differ = []
    for path, page in made.items():
        if not os.path.isfile(path) or open(path, encoding="utf-8").read() != page:
            differ.append(path)
    if "--check" in sys.argv:
        sys.exit(f"not what tools/states.py writes: {', '.join(differ)}" if differ else 0)
    os.makedirs(FOLDER, exist_ok=True)
    for path in differ:
        with open(path, "w", encoding="utf-8") as opened:
            opened.write(made[path])


if __name__ == "__main__":
    main()
