#!/usr/bin/env python3
"""Says how much of engine/ and games/ the tests have run: coverage.py BUILD-FOLDER.

The folder was built by clang with b_coverage, and its tests have run. Files below 90 %
are named, so that one sees where a test is missing.
"""
import json
import subprocess
import sys

FOLDERS = ["engine", "games"]


def main(build):
    # With one thread: of two the other waits for ever when one meets a file it cannot read, and as
    # they take turns in the build folder, two were no quicker.
    command = ["gcovr", "--root", ".", "--object-directory", build]
    command += ["--gcov-executable", "llvm-cov-14 gcov", "--json-summary"]
    for folder in FOLDERS:
        command += ["--filter", folder + "/"]
    done = subprocess.run(command + [build], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(done.stderr)
    files = json.loads(done.stdout)["files"]
    shares = []
    for folder in FOLDERS:
        mine = [file for file in files if file["filename"].startswith(folder + "/")]
        lines = sum(file["line_total"] for file in mine)
        run = sum(file["line_covered"] for file in mine)
        shares.append(f"{folder} {100 * run / max(lines, 1):.1f} %")
        if not lines:
            sys.exit(f"no line of {folder}/ was counted")
    print("coverage: " + ", ".join(shares))
    for file in sorted(files, key=lambda file: file["line_percent"]):
        if file["line_percent"] < 90:
            print(f"coverage: only {file['line_percent']:.0f} % of {file['filename']}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: coverage.py BUILD-FOLDER")
    main(sys.argv[1])
