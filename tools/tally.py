#!/usr/bin/env python3
"""Adds up test results: tally.py FILE... prints what failed and how many of each.

A file is a testlog.json of meson, where every TAP line counts for itself, or a .checks
file of ./test with a line "ok NAME" or "failed NAME" each. The last line printed is
"N passed, N failed"; the exit status is 1 when anything failed, or nothing ran.
"""
import json
import re
import sys

POINT = re.compile(r"^\s*(not )?ok\b(?! *# *skip)", re.IGNORECASE)


def of_meson(text):
    """Passed, failed, and a report of each test that is not all right."""
    passed, failed, reports = 0, 0, []
    for line in text.splitlines():
        test = json.loads(line)
        points = [
            bool(found.group(1)) for found in map(POINT.match, test.get("stdout", "").splitlines()) if found
        ]
        good = test["result"] in ("OK", "EXPECTEDFAIL", "SKIP")
        bad = points.count(True)
        passed += points.count(False) if points else int(good and test["result"] != "SKIP")
        if not good:
            failed += max(bad, 1)
            reports.append(report(test))
    return passed, failed, reports


def report(test):
    """What a failed test said: its failed points with their comments, or its end."""
    lines, keep = [], False
    for line in test.get("stdout", "").splitlines():
        if not line.startswith("#"):
            keep = line.startswith("not ok")
        if keep:
            lines.append(line)
    said = lines or test.get("stdout", "").splitlines()[-20:]
    said += test.get("stderr", "").splitlines()[-30:]
    return "\n".join([f"FAILED {test['name']} ({test['result']})"] + said)


def of_checks(text):
    lines = text.splitlines()
    bad = [line for line in lines if not line.startswith("ok ")]
    return len(lines) - len(bad), len(bad), bad


def main(files):
    passed, failed = 0, 0
    for file in files:
        with open(file, encoding="utf-8", errors="replace") as opened:
            text = opened.read()
        good, bad, reports = (of_checks if file.endswith(".checks") else of_meson)(text)
        passed += good
        failed += bad
        for said in reports:
            print(said)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
