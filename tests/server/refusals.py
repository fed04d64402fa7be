"""refusals.py - every refusal of the server's list is met by somebody, is said in the docs, and none
is said that is not in the list."""
import asyncio
import json
import os
import random
import re
import resource
import sqlite3
import subprocess

from parlor_server import (PARLOR, SLOW, Client, Closed, Server, enter, get, http, main, path, play_on,
                           step, table, test)
from postgres import Postgres

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
FIRST = "sea-salt"
PASSWORD = "a good password"
MET = set()


def listed():
    with open(os.path.join(ROOT, "server/hub/refusals.def"), encoding="utf-8") as file:
        return re.findall(r'^REFUSAL\(\w+, +"(\w+)"\)', file.read(), re.M)


async def meets(code, client, op, **fields):
    got = await client.refused(op, **fields)
    assert got == code, (op, fields, got, code)
    MET.add(code)


async def meets_page(code, status, port, request):
    got, _, body = await http(port, request.encode())
    assert got == status and json.loads(body)["error"]["code"] == code, (request, got, body)
    MET.add(code)


def page(where, method="GET"):
    return f"{method} {where} HTTP/1.1\r\nHost: parlor\r\n\r\n"


@test
async def people_and_rooms():
    async with Server(path("all.db"), "--rooms-per-person", 1) as server:
        nobody, eve = await Client(server.port).open(), await enter(server, "Eve")
        await meets("hello_first", nobody, "rooms")
        await meets("bad_token", nobody, "hello", token="x" * 30)
        await meets("bad_name", nobody, "hello", name="")
        await meets("bad_login", nobody, "login", account="nobody", password=PASSWORD)
        await meets("known_already", eve, "hello", name="Eve")
        await meets("no_account", eve, "sessions")
        await meets("no_notices", eve, "notify")
        await meets("bad_account", eve, "register", account="x", password=PASSWORD)
        await meets("bad_password", eve, "register", account="eve", password="short")
        await eve.call("register", account="eve", password=PASSWORD)
        await meets("account_taken", await enter(server), "register", account="eve",
                    password=PASSWORD)
        await meets("no_session", eve, "end", session="0" * 12)
        await meets("not_in_room", eve, "sit")
        await meets("no_room", eve, "join", room="2222222")
        code = (await eve.call("create", game=FIRST, players=2))["room"]["code"]
        await meets("leave_first", eve, "create", game=FIRST, players=2)
        await meets("no_match", eve, "view")
        await meets("seats_free", eve, "start")
        await meets("seat_taken", eve, "sit", seat=0)
        await meets("no_person", eve, "kick", person="")
        await meets("empty", eve, "chat", text=" ")
        await meets("too_long", eve, "chat", text="x" * 500)
        bob, zoe = await enter(server, "Bob"), await enter(server, "Zoe")
        for person in (bob, zoe):
            await person.call("join", room=code)
        await meets("not_host", bob, "start")
        await meets("not_seated", zoe, "ready")
        await bob.call("sit")
        await meets("not_ready", eve, "start")
        await eve.call("kick", person=zoe.person)
        await zoe.hear("kicked")
        await meets("kicked", zoe, "join", room=code)
        await bob.call("ready")
        await eve.call("start")
        await meets("match_runs", eve, "set", grace_s=1)
        await meets("stale", eve, "apply", n=99, action={})
        await meets("undo_nothing", eve, "undo", n=0)
        again = await (await Client(server.port).open()).hello(token=eve.token)
        await meets("too_many_rooms", again, "create", game=FIRST, players=2)


@test
async def taking_back():
    async with Server(path("undo.db")) as server:
        _, people = await table(server, "duel")
        seat = (await people[0].call("view"))["turn"]
        await step(people[seat], random.Random(1))
        await people[seat].call("undo", n=1)
        await meets("undo_asked", people[1 - seat], "undo", n=1)
        await people[1 - seat].call("agree", n=1, agree=False)
        await meets("undo_refused", people[seat], "undo", n=1)
        _, people = await table(server, "duel", undo="off")
        await meets("undo_off", people[0], "undo", n=0)
        _, people = await table(server, FIRST)
        mine = people[(await people[0].call("view"))["turn"]]
        await mine.call("apply", n=0, action={"type": "draw_deck"})
        await meets("undo_shown", mine, "undo", n=1)


@test
async def limits_and_bans():
    async with Server(path("limits.db"), env={"PARLOR_GUESSES_PER_MINUTE": "2"}) as server:
        eve = await enter(server, "Eve")
        while await eve.refused("join", room="2222222") == "no_room":
            pass
        await meets("too_fast", eve, "join", room="2222222")
        slow = sqlite3.connect(server.store, isolation_level=None)
        slow.execute("begin immediate")  # what is to be written waits
        first = asyncio.ensure_future(eve.call("create", game=FIRST, players=2))
        await asyncio.sleep(0)
        await meets("busy", eve, "create", game=FIRST, players=2)
        slow.execute("rollback")
        slow.close()
        await first
    async with Server(path("bans.db")) as server:
        bob = await enter(server, "Bob")
        done = await asyncio.to_thread(
            subprocess.run, [PARLOR, "admin", "ban", f"person:{bob.person}", "--store",
                             server.store], capture_output=True, timeout=60 * SLOW, check=False)
        assert done.returncode == 0, done
        await bob.closed()
        again = await Client(server.port).open()
        try:
            await meets("banned", again, "hello", token=bob.token)
        except Closed:  # the close was faster than the word
            MET.add("banned")


@test
async def pages():
    server = Server(path("pages.db")).start()
    await meets_page("no_such_page", 404, server.port, page("/nowhere"))
    await meets_page("no_such_match", 404, server.port, page("/api/match/" + "0" * 16))
    await meets_page("bad_request", 405, server.port, page("/", "DELETE"))
    code, people = await table(server, FIRST)
    await play_on(people, random.Random(1))
    match = (await people[0].call("join", room=code))["game"]["match"]
    await asyncio.to_thread(server.stop)
    kept = sqlite3.connect(server.store)
    body = json.loads(kept.execute("select body from doc where kind='match'").fetchone()[0])
    kept.execute("update doc set body=? where kind='match'", (json.dumps({**body, "rules": 999}),))
    kept.commit()
    kept.close()
    server.start()
    await meets_page("other_rules", 409, server.port, page(f"/api/match/{match}"))
    await asyncio.to_thread(server.stop)


@test
async def stores_that_fail():
    server = Server(path("full.db")).start()
    eve = await enter(server, "Eve")
    size = os.path.getsize(path("full.db-wal"))
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    await meets("store_failed", eve, "create", game=FIRST, players=2)
    server.kill()
    with Postgres() as database:
        async with Server(database.url) as server:
            eve = await enter(server, "Eve")
            database.stop()
            await meets("in_doubt", eve, "create", game=FIRST, players=2)
            database.start()


@test
async def none_is_left_and_all_are_said():
    codes = listed()
    assert len(codes) > 30 and len(set(codes)) == len(codes)
    assert set(codes) == MET, set(codes) ^ MET
    for lang in ("en", "zh-Hans", "zh-Hant"):
        with open(os.path.join(ROOT, f"data/server/text/{lang}.json"), encoding="utf-8") as file:
            assert sorted(json.load(file)["error"]) == sorted(codes), lang
    with open(os.path.join(ROOT, "docs/PROTOCOL.md"), encoding="utf-8") as file:
        said = set(re.findall(r"`(\w+)`", file.read().split("## Codes")[1]))
    assert set(codes) <= said, set(codes) - said


main(globals())
