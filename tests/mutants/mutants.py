#!/usr/bin/env python3
"""mutants.py - breaks the code on purpose, one condition at a time, and asks which tests notice.

mutants.py TREE BUILD [--seed S] [--only N]: TREE is a copy of the sources that may be changed, BUILD a
build folder of it with tests. The places are drawn by chance, the same for a seed, so nobody chose
those that are found. Prints a line a mutant: what was changed, and the first test that failed.
"""
import os
import random
import re
import subprocess
import sys

# Where, how many, and which tests have to do with it, the quickest first.
AREAS = {
    "sea-salt": (["games/sea-salt/{flow,effects,legal,score,settle,check,view,position,reduce}.c"], 7, "rules"),
    "duel": (["games/duel/{flow,effects,legal,price,score,check,view,position,reduce}.c"], 7, "rules"),
    "smashup": (["games/smashup/{flow,play,power,trigger,verbs,check,view,reduce}.c", "games/smashup/cards/*.c"], 9,
                "rules"),
    "combat": (["games/combat/{exec,gate,legal,ledger,effects,pipeline,turns,reach,check}.c"], 9, "rules"),
    "encode": (["games/*/encode.c"], 5, "rules"),
    "engine": (["engine/{lay,fields,fields_read,waiting_read,match,record,only,reader}.c"], 6, "rules"),
    "agents": (["agents/{greedy,salt_policy,duel_policy,search,minimax}.c"], 5, "agents"),
    "server": (["server/rooms/{room,rights,lobby,dues}.c", "server/play/{play,table,tell}.c",
                "server/hub/{gate,limits,orders}.c"], 6, "server"),
}
CHANGES = [
    (r" < ", " <= "), (r" > ", " >= "), (r" <= ", " < "), (r" >= ", " > "), (r" == ", " != "), (r" != ", " == "),
    (r" && ", " || "), (r" \|\| ", " && "), (r" \+ 1\b", ""), (r" - 1\b", ""), (r"\breturn true;", "return false;"),
    (r"\breturn false;", "return true;"), (r"if \(!", "if ("),
]
LAWS = {"PARLOR_LAW_GAMES": "25"}
WITH = os.environ.get("MUTANTS_WITH", "").split()  # what runs the commands: nice, or a queue


def steps(tests, build):
    """(name, what it needs built, command, environment), the quickest and nearest first."""
    parlor = f"{build}/cli/parlor"
    door = [("cases", ["cli/parlor"], ["python3", "tests/cases/door.py", parlor, "tests/cases"], {})]
    laws = [("laws", ["tests/laws/laws"], [f"{build}/tests/laws/laws"], LAWS)]
    talk = [(name, ["cli/parlor"], ["python3", f"tests/{script}.py", parlor], {})
            for name, script in (("combat scripts", "combat/scripts"), ("duel positions", "duel/positions"),
                                 ("rpc", "cli/rpc"), ("combat content", "combat/content"))]
    suite = [(name, [], ["meson", "test", "-C", build, "--suite", name], {}) for name in ("unit", "golden")]
    if tests == "rules":
        return door + laws + talk + suite
    if tests == "agents":
        return [("agents", [], ["meson", "test", "-C", build, "agents", "agents, known positions"], {}),
                ("choices", [], ["meson", "test", "-C", build, "agents, both compilers"], {})]
    return [(name, ["cli/parlor"], ["python3", f"tests/server/{name}.py", parlor], {})
            for name in ("rights", "refusals", "rooms", "people")]


def files_of(tree, patterns):
    found = []
    for pattern in patterns:
        listed = subprocess.run(["bash", "-c", f"cd {tree} && ls {pattern} 2>/dev/null"], capture_output=True, text=True)
        found += listed.stdout.split()
    return sorted(found)


def places(tree, patterns):
    """Every spot of code that one of the changes can be made at."""
    for name in files_of(tree, patterns):
        inside = False
        with open(f"{tree}/{name}", encoding="utf-8") as opened:
            for number, line in enumerate(opened.read().split("\n")):
                inside = (inside or "/*" in line) and "*/" not in line
                if inside or re.match(r"\s*(#|/?\*|for \(|ASSERT|static_assert)", line) or "ASSERT(" in line:
                    continue
                for at, (old, _) in enumerate(CHANGES):
                    yield from ((name, number, at, found.start()) for found in re.finditer(old, line))


def quiet(command, tree, extra=None, limit=170):
    try:
        done = subprocess.run(WITH + command, cwd=tree, capture_output=True, env={**os.environ, **(extra or {})},
                              timeout=limit, check=False)
        return done.returncode == 0
    except subprocess.TimeoutExpired:
        return False


def judge(tree, build, tests, place):
    name, number, at, start = place
    path = f"{tree}/{name}"
    with open(path, encoding="utf-8") as opened:
        whole = opened.read()
    lines = whole.split("\n")
    line = lines[number]
    old, new = CHANGES[at]
    lines[number] = line[:start] + re.sub(old, new, line[start:], count=1)
    with open(path, "w", encoding="utf-8") as opened:
        opened.write("\n".join(lines))
    try:
        verdict = "NOT FOUND"
        for step, targets, command, extra in steps(tests, build):
            if targets and not quiet(["ninja", "-C", build, *targets], tree, limit=900):
                verdict = "does not compile"
            elif not quiet(command, tree, extra):
                verdict = step
            if verdict != "NOT FOUND":
                break
    finally:
        with open(path, "w", encoding="utf-8") as opened:
            opened.write(whole)
    print(f"{verdict:16} | {name}:{number + 1} | {line.strip()} | {lines[number].strip()}", flush=True)


def main():
    tree, build = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    seed = int(sys.argv[sys.argv.index("--seed") + 1]) if "--seed" in sys.argv else 1
    wanted = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else ""
    for area, (patterns, count, tests) in AREAS.items():
        if wanted and area != wanted:
            continue
        print(f"# {area}", flush=True)
        for place in random.Random(f"{seed} {area}").sample(sorted(places(tree, patterns)), count):
            judge(tree, build, tests, place)


if __name__ == "__main__":
    main()
