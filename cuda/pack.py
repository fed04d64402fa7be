#!/usr/bin/env python3
"""Puts the sources that a GPU's compiler is given into one file.

pack.py ROOT OUT DEPFILE -- GAME SOURCE... -- GAME SOURCE...: for every game the sources of
its unit in order, and every file that they include, as JSON.
"""

import json
import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s+[<"]([^">]+)[">]', re.M)
NAMED = re.compile(r'^\s*#\s*define\s+\w+\s+"([^"]+\.def)"', re.M)  # included by that word
HAS = re.compile(r'__has_include\("([^"]+)"\)')


def gather(root: Path, path: str, files: dict[str, str]) -> None:
    """A file and what it includes, where the tree has it."""
    there = root / path
    if path in files or not there.is_file():
        return
    files[path] = there.read_text()
    for name in INCLUDE.findall(files[path]) + NAMED.findall(files[path]) + HAS.findall(files[path]):
        gather(root, name, files)


def main() -> None:
    root, out, needs = (Path(word) for word in sys.argv[1:4])
    units: dict[str, list[str]] = {}
    files: dict[str, str] = {}
    wanted: list[str] = []
    for word in sys.argv[4:]:
        if word == "--":
            wanted = []
        elif not wanted:
            wanted = units.setdefault(word, [])
            wanted.append(f"games/{word}/adapt.h")
        else:
            wanted.append(str(Path(word).resolve().relative_to(root.resolve())))
    reads: dict[str, list[str]] = {}
    for game, sources in units.items():
        own: dict[str, str] = {}
        for source in sources:
            gather(root, source, own)
        reads[game] = sorted(own)
        files |= own
    for name in ("cuda/device.h", "cuda/tables.h", "cuda/batch.h"):
        gather(root, name, files)
    for shim in sorted((root / "cuda/include").iterdir()):
        files[shim.name] = shim.read_text()
    read = [root / name for name in files if (root / name).is_file()]
    needs.write_text(f"{out}: {' '.join(str(path) for path in read)}\n")
    out.write_text(json.dumps({"units": units, "reads": reads, "files": files}))


if __name__ == "__main__":
    main()
