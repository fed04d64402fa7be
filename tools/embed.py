#!/usr/bin/env python3
"""Writes every JSON file and network below a folder into one C file, for engine/data.c to read.

embed.py FOLDER OUT.c OUT.d: the .d file names the folders too, so that a file that
comes or goes rebuilds the C file. A file that is not JSON is refused here already.
How a card looks (art.json) and what is asked of the day (puzzles/) is the browser's, and stays out.
"""
import json
import os
import sys


def data_files(folder):
    """The folders below 'folder' and the data files in them, as paths."""
    folders, files = [], []
    for where, below, names in os.walk(folder):
        below[:] = sorted(name for name in below if not name.startswith(".") and name != "puzzles")
        folders.append(where)
        files += [
            os.path.join(where, name)
            for name in names
            if name.endswith((".json", ".net")) and not name.startswith(".") and name != "art.json"
        ]
    return folders, files


def unique(pairs):
    keys = [key for key, _ in pairs]
    for key in keys:
        if keys.count(key) > 1:
            raise ValueError(f"the key {key!r} is there twice")
    return dict(pairs)


def c_string(line):
    """One line of bytes as a C string; three octal digits never swallow the next."""
    out = []
    for byte in line:
        plain = 32 <= byte < 127 and byte not in b'"\\?'
        out.append(chr(byte) if plain else f"\\{byte:03o}")
    return '"' + "".join(out) + '"'


def main(folder, out, depfile):
    folders, files = data_files(folder)
    named = sorted((os.path.relpath(file, folder).encode(), file) for file in files)
    lines = ["/* Made by tools/embed.py. */", '#include "engine/data.h"', ""]
    lines.append("const DataFile embedded_files[] = {")
    for name, file in named:
        with open(file, "rb") as opened:
            content = opened.read()
        try:
            if file.endswith(".json"):
                json.loads(content, object_pairs_hook=unique)
        except ValueError as wrong:
            sys.exit(f"{file}: {wrong}")
        lines.append(f"    {{{c_string(name)},")
        lines += ["     " + c_string(line) for line in content.splitlines(True)]
        lines.append(f"     , {len(content)}}},")
    lines += ["    {NULL, NULL, 0},", "};", ""]
    with open(out, "w", encoding="ascii") as opened:
        opened.write("\n".join(lines))
    with open(depfile, "w", encoding="utf-8") as opened:
        needs = [path.replace(" ", "\\ ") for path in folders + sorted(files)]
        opened.write(f"{out}: " + " ".join(needs) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: embed.py FOLDER OUT.c OUT.d")
    main(*sys.argv[1:])
