#!/usr/bin/env python3
"""Adds up test results: tally.py FILE... prints what failed and how many of each.

A file is a testlog.json of meson, where every TAP line counts for itself, or a .checks
file of ./test with a line "ok NAME" or "failed NAME" each. NAME-again.json beside NAME.json
holds second tries: they count instead of the first, and what the first said is shown. The
last line printed is "N passed, N failed"; the exit status is 1 when anything failed, or
nothing ran.

tally.py --again FILE SUITE... prints the failed tests of these suites, a line each.
"""
import json
import os
import re
import sys
from textwrap import indent

POINT = re.compile(r"^\s*(not )?ok\b(?! *# *skip)", re.IGNORECASE)


def tests_of(file):
    """Each test of meson's log by its name."""
    with open(file, encoding="utf-8", errors="replace") as opened:
        return {test["name"]: test for test in map(json.loads, opened)}


def is_good(test):
    return test["result"] in ("OK", "EXPECTEDFAIL", "SKIP")


def of_meson(file):
    """Passed, failed, and a report of each test that is not all right."""
    passed, failed, reports = 0, 0, []
    tests = tests_of(file)
    again = file.removesuffix(".json") + "-again.json"
    for name, test in tests_of(again).items() if os.path.exists(again) else ():
        if is_good(test):
            reports.append("A second try was needed:\n" + indent(report(tests[name]), "| "))
        tests[name] = test
    for test in tests.values():
        points = [bool(found.group(1)) for found in map(POINT.match, test.get("stdout", "").splitlines()) if found]
        good = is_good(test)
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


def of_checks(file):
    with open(file, encoding="utf-8", errors="replace") as opened:
        lines = opened.read().splitlines()
    bad = [line for line in lines if not line.startswith("ok ")]
    return len(lines) - len(bad), len(bad), bad


def failed_of(file, suites):
    """Names that 'meson test' takes: its log has "project:suite / name"."""
    for full, test in tests_of(file).items():
        suite, _, name = full.partition(":")[2].partition(" / ")
        if suite in suites and not is_good(test):
            yield name


def main(files):
    if files and files[0] == "--again":
        for name in failed_of(files[1], files[2:]):
            print(name)
        return 0
    passed, failed = 0, 0
    for file in files:
        good, bad, reports = (of_checks if file.endswith(".checks") else of_meson)(file)
        passed += good
        failed += bad
        for said in reports:
            print(said)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
