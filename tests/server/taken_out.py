#!/usr/bin/env python3
"""taken_out.py - takes the mends of the server out again, one at a time, and lets the simulator look for it.

    python3 tests/server/taken_out.py TREE BUILD [WORD...]      all, or those whose name has one of the words

TREE is a copy of the sources that may be changed, BUILD a build folder of it. Prints a row each: what was
taken out, the seed, what it was found as, how long that took (with the build and the shortening). The
exit status is 1 when one is not found: a simulator that finds nothing has to be seen to find something.
With --keep FOLDER the programs are only built and left there, to be run elsewhere."""
import os
import re
import shutil
import subprocess
import sys
import time

MENDS = {
    "F1 one entering request at a time": [
        ("server/hub/ask.c", "    if (others) {\n", "    if (others && ask->seat == 99) {\n")],
    "F1 the place looked at again": [
        ("server/hub/wait.c", "client ? cannot_go_on(ask, client) : WHY_NONE;",
         "client && ask->seat == 99 ? cannot_go_on(ask, client) : WHY_NONE;")],
    "F1 both": [
        ("server/hub/ask.c", "    if (others) {\n", "    if (others && ask->seat == 99) {\n"),
        ("server/hub/wait.c", "client ? cannot_go_on(ask, client) : WHY_NONE;",
         "client && ask->seat == 99 ? cannot_go_on(ask, client) : WHY_NONE;")],
    "F2 the hold on the store file": [
        ("server/store/hold.c", "fcntl(fd, F_OFD_SETLK, &lock) != 0", "fcntl(fd, F_OFD_GETLK, &lock) != 0")],
    "F3 only a player becomes host": [
        ("server/rooms/room.c", "    return false;\n}\n\nint64_t room_grace_ms",
         "    for (const Client *c = room->members; c && !doc->is_quick; c = c->room_next)\n"
         "        if (strcmp(c->who.person, but) != 0)\n"
         "            return snprintf(doc->host, sizeof doc->host, \"%s\", c->who.person) > 0;\n"
         "    return false;\n}\n\nint64_t room_grace_ms")],
    "F3 the host's grace": [
        ("server/rooms/room.c", "           room->hub->now_ms - room->host_away_since_ms >= room_grace_ms(room);",
         "           room->hub->now_ms >= room->host_away_since_ms;")],
    "F4 no settings during a match": [
        ("server/rooms/rights.def", "RIGHT(set,       OUT,      HOST,     RUNS,", "RIGHT(set,       OUT,      HOST,     HOST,")],
    "F4 a seat is filled after the grace": [
        ("server/rooms/lobby.c", "room_is_given_up(ask->room, (int)index)", "ask->room != NULL")],
    "F9 the other connections are signed out": [
        ("server/people/person.c", "if (c == but || !is_meant(c, person, hash))",
         "if (c == but || !is_meant(c, person, hash) || c->hub)")],
    "F9 a name revives no token": [
        ("server/people/person.c", "op->result == STORE_MISSING || strcmp(op->key, c->token_hash) != 0",
         "strcmp(op->key, c->token_hash) != 0"),
        ("server/people/person.c", "    } else if (op->result != STORE_OK) {\n        ask_fail(ask, WHY_STORE_FAILED);\n"
         "    } else {\n        ask_store(ask, token_put(",
         "    } else if (op->result == STORE_FAILED) {\n        ask_fail(ask, WHY_STORE_FAILED);\n"
         "    } else {\n        ask_store(ask, token_put("),
        ("server/people/person.c", "if (c == but || !is_meant(c, person, hash))",
         "if (c == but || !is_meant(c, person, hash) || c->hub)")],
    "F10 kicks are kept with the room": [
        ("server/rooms/doc.c", "        take_kicked(json, doc);\n", "        (void)take_kicked;\n")],
    "F10 who was kicked elsewhere is out": [
        ("server/rooms/room.c", "    show_out(room);\n    board_note(room->hub, &room->doc);\n    if (changed",
         "    board_note(room->hub, &room->doc);\n    if (changed")],
}


def change(tree, changes):
    """What the files were."""
    kept = {}
    for name, old, new in changes:
        path = os.path.join(tree, name)
        with open(path, encoding="utf-8") as file:
            whole = file.read()
        kept.setdefault(path, whole)
        if whole.count(old) != 1:
            sys.exit(f"{name} does not have, once: {old}")
        with open(path, "w", encoding="utf-8") as file:
            file.write(whole.replace(old, new))
    return kept


def found_as(said):
    """(seed, what): the first complaint."""
    broken = re.search(r"^parlor: broken: (.+?) \(", said, re.M)
    plain = re.search(r"^seed (\d+), at [\d.]+ s: (.+)$", said, re.M)
    ended = re.search(r"^seed (\d+): ended by (signal \d+)", said, re.M)
    first = min((found for found in (plain, ended) if found), key=lambda found: found.start(), default=None)
    if not first:
        return "", "NOT FOUND"
    what = re.sub(r"^[a-z2-9]{7}: ", "", first.group(2))
    if first is ended and broken:
        what = f"`{broken.group(1)}`, {what}"
    return first.group(1), what


def main():
    words = sys.argv[3:]
    keep = None
    if "--keep" in words:
        at = words.index("--keep")
        keep = words[at + 1]
        del words[at:at + 2]
    tree, build = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    missed = 0
    for name, changes in MENDS.items():
        if words and not any(word in name for word in words):
            continue
        kept = change(tree, changes)
        began = time.monotonic()
        try:
            made = subprocess.run(["ninja", "-C", build, "tests/server/sim"], capture_output=True, text=True)
            if made.returncode:
                sys.exit(made.stdout[-3000:])
        finally:
            for path, whole in kept.items():
                with open(path, "w", encoding="utf-8") as file:
                    file.write(whole)
        if keep:
            shutil.copy(f"{build}/tests/server/sim", os.path.join(keep, name.replace(" ", "-")))
            continue
        done = subprocess.run([f"{build}/tests/server/sim", "--minutes", "1"], capture_output=True, text=True)
        seed, what = found_as(done.stderr)
        missed += not seed
        print(f"| {name} | {seed} | {what} | {time.monotonic() - began:.0f} s |", flush=True)
    sys.exit(missed > 0)


main()
