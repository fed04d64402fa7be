#!/usr/bin/env python3
"""Writes the pages of rules into one C file, for the terminal to show: rulebook.py FOLDER OUT.c OUT.d.

A page is GAME.md, in another language GAME.LANG.md. Its Markdown becomes lines: a heading, or a
paragraph, an item, a row of a table without their marks. The .d file names the folder too, so that
a page that comes or goes rebuilds the C file.
"""
import os
import re
import sys

from embed import c_string


def plain(text):
    """Words without stars, backticks and the addresses of links."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\*\*|`", "", text)
    return re.sub(r"\*(\w[^*]*)\*", r"\1", text).strip()


def paragraphs(text):
    """(level, words) of each: level 0 is text, 1 and more a heading."""
    found, code = [], False
    for line in text.splitlines():
        words = line.strip()
        starts = re.match(r"#|\||[0-9]+\. |- ", words)
        if words.startswith("```"):
            code = not code
            found.append(None)
        elif not words or re.fullmatch(r"[|:\- ]+", words):
            found.append(None)
        elif words.startswith("#"):
            found.append((len(words) - len(words.lstrip("#")), plain(words.lstrip("# "))))
        elif words.startswith("|"):
            cells = [plain(cell) for cell in words.strip("|").split("|")]
            found.append((0, "  ".join(cell for cell in cells if cell)))
        elif code or starts or not found or found[-1] is None or found[-1][0]:
            found.append((0, words if code else plain(words)))
        else:
            found[-1] = (0, found[-1][1] + " " + plain(words))
    return [one for one in found if one and one[1]]


def main(folder, out, depfile):
    names = sorted(name for name in os.listdir(folder) if name.endswith(".md"))
    lines = ["/* Made by tools/rulebook.py. */", '#include "cli/play/rulebook.h"', ""]
    lines.append("const RuleLine rule_lines[] = {")
    for name in names:
        game, _, language = name.removesuffix(".md").partition(".")
        with open(os.path.join(folder, name), encoding="utf-8") as opened:
            for level, words in paragraphs(opened.read()):
                text = c_string(words.encode())
                lines.append(f'    {{"{game}", "{language or "en"}", {level}, {text}}},')
    lines += ["    {0, 0, 0, 0},", "};", ""]
    with open(out, "w", encoding="ascii") as opened:
        opened.write("\n".join(lines))
    with open(depfile, "w", encoding="utf-8") as opened:
        paths = [os.path.join(folder, name) for name in names]
        opened.write(f"{out}: {folder} " + " ".join(paths) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
