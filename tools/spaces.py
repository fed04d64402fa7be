#!/usr/bin/env python3
"""Writes the tables of every observation and action space into docs/RESEARCH.md.

spaces.py [--check]: from the package that is installed; --check only says whether they differ.
"""
import sys

import parlor

PAGE = "docs/RESEARCH.md"
MARK = "<!-- from here on written by tools/spaces.py -->\n"


def tables(game):
    spaces = parlor.spaces(game)
    rows = [
        f"\n## {game}, version {spaces.version}\n",
        f"{spaces.actions} actions, {spaces.words} words of mask; "
        f"{spaces.observation} numbers of {spaces.dtype}.\n",
        "| action | first | count | its places |",
        "| --- | --- | --- | --- |",
    ]
    rows += [f"| `{a.name}` | {a.first} | {a.count} | {a.says} |" for a in spaces.acts if a.count]
    rows += ["", "| part | kind | first | count | from | to | what it is |"]
    rows += ["| --- | --- | --- | --- | --- | --- | --- |"]
    rows += [
        f"| `{p.name}` | {p.kind} | {p.first} | {p.count} | {p.least} | {p.most} | {p.says} |" for p in spaces.parts
    ]
    return "\n".join(rows) + "\n"


def main():
    with open(PAGE, encoding="utf-8") as opened:
        page = opened.read()
    made = page[: page.index(MARK) + len(MARK)] + "".join(tables(g) for g in parlor.games())
    if "--check" in sys.argv:
        sys.exit(0 if made == page else f"{PAGE} is not what tools/spaces.py writes")
    with open(PAGE, "w", encoding="utf-8") as opened:
        opened.write(made)


if __name__ == "__main__":
    main()
