"""admin.py - what an operator does while people play: orders, copies, and putting one back."""
import asyncio
import contextlib
import json
import os
import random
import re
import sqlite3
import stat
import subprocess
import sys
import time

from parlor_server import (PARLOR, SLOW, Client, Closed, Refused, Server, enter, get, main, path,
                           play_on, table, test, until)

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from fits import fits, schemas  # noqa: E402

FIRST = "sea-salt"
PASSWORD = "a good password"


async def parlor(*words, status=0):
    """What the program prints; it must end as it should."""
    done = await asyncio.to_thread(
        subprocess.run, [PARLOR, *map(str, words)], capture_output=True, timeout=60 * SLOW,
        check=False)
    assert done.returncode == status, (words, done)
    return (done.stdout if status == 0 else done.stderr).decode().strip()


async def admin(server, *words, status=0):
    return await parlor("admin", *words, "--store", server.store, status=status)


async def enters(server, address=None, **who):
    try:
        client = await Client(server.port).open(address=address)
        await client.call("hello", **(who or {"name": "Eve"}))
    except (Closed, Refused):
        return False
    return True


@test
async def everybody_hears_a_broadcast_and_a_room_is_closed():
    async with Server(path("orders.db")) as server:
        code, people = await table(server, FIRST)
        other, _ = await table(server, FIRST)
        await admin(server, "broadcast", "We restart at noon.")
        for person in people:
            assert (await person.hear("notice"))["text"] == "We restart at noon."
        await play_on(people, random.Random(1), 3)
        await admin(server, "close", code)
        for person in people:
            await person.hear("kicked")
        await until(lambda: is_no_room(people[0], code))
        assert (await people[0].call("join", room=other))["room"]["code"] == other


async def is_no_room(client, code):
    try:
        await client.call("join", room=code)
        await client.call("leave")
    except Refused as refusal:
        return refusal.code == "no_room"
    return False


@test
async def every_order_answers_programs_too():
    async with Server(path("told.db")) as server:
        bob = await enter(server, "Bob")
        await bob.call("register", account="bob", password=PASSWORD)
        told = {}
        for words in (["bans"], ["sessions", "bob"], ["ban", "127.0.0.9", "--minutes", 5], ["bans"], ["unban", "127.0.0.9"],
                      ["broadcast", "Hello."], ["stats"], ["logout", "bob"], ["reset", "bob"], ["drain"], ["drain", "--end"]):
            said = json.loads(await admin(server, *words, "--json"))
            fits(said, schemas("cli")["admin"], schemas("cli"), words[0])
            told.setdefault(words[0], []).append(said)
        assert [len(said["bans"]) for said in told["bans"]] == [0, 1] and told["bans"][1]["bans"][0]["until"] > 0
        assert len(told["sessions"][0]["sessions"]) == 1 and len(told["stats"][0]["servers"]) == 1
        assert len(told["reset"][0]["password"]) == 16 and all(told[one][0]["order"] for one in ("ban", "drain"))


@test
async def orders_are_heard_however_many_there_were():
    """After the fiftieth in ten minutes none was done any more; one that seemed old was not done at all."""
    async with Server(path("many.db")) as server:
        eve = await (await Client(server.port).open(address="127.0.0.9")).hello("Eve")
        assert len((await admin(server, "stats")).splitlines()) == 1  # it looks for orders by now
        with contextlib.closing(sqlite3.connect(server.store)) as store:
            for number in range(70):  # as given by somebody whose clock is behind
                store.execute("insert into doc(kind,key,version,at,body) values('order',?,1,?,?)",
                              (f"{number:013x}-00000000", int(time.time() * 1000),
                               json.dumps({"do": "broadcast", "text": f"n{number}"})))
            store.commit()
        for number in range(70):
            assert (await eve.hear("notice"))["text"] == f"n{number}"
        await admin(server, "ban", "127.0.0.9")
        assert await eve.closed() == 1008
        assert len((await admin(server, "stats")).splitlines()) == 1


@test
async def a_slip_of_the_pen_is_no_order():
    async with Server(path("slips.db")) as server:
        bob = await enter(server, "Bob")
        await bob.call("register", account="bob", password=PASSWORD)
        for who in ("", "foo", "1.2.3", "1.2.3.4/64", "2001:db8::/32", "person:", "account:", "Account:bob"):
            assert "WHO should be" in await admin(server, "ban", who, status=1), who
        assert "no such account" in await admin(server, "ban", "account:rob", status=1)
        assert "no such room" in await admin(server, "close", "nothere", status=1)
        assert "is banned" in await admin(server, "unban", "127.0.0.9", status=1)
        assert await admin(server, "bans") == ""
        # Accounts are kept by small letters, and people write them as they like.
        assert len((await admin(server, "sessions", "BOB")).splitlines()) == 1
        await admin(server, "ban", "account:Bob", "--minutes", 10)
        assert await bob.closed() == 1008
        assert re.fullmatch(r"account:bob until [0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}", await admin(server, "bans"))
        await admin(server, "unban", "account:BOB")
        await admin(server, "ban", "2001:db8:1:2::7")
        assert await admin(server, "bans") == "2001:db8:1:2::/64 for good"
        await admin(server, "unban", "2001:db8:1:2::/64")
        assert await admin(server, "bans") == ""


@test
async def who_is_banned_is_out_and_stays_out():
    async with Server(path("bans.db")) as server:
        ada, bob = await enter(server, "Ada"), await enter(server, "Bob")
        await bob.call("register", account="bob", password=PASSWORD)
        eve = await (await Client(server.port).open(address="127.0.0.9")).hello("Eve")
        await admin(server, "ban", "127.0.0.9")
        assert await eve.closed() == 1008
        assert not await enters(server, "127.0.0.9") and await enters(server, "127.0.0.8")
        await admin(server, "ban", f"person:{ada.person}")
        assert await ada.closed() == 1008
        assert not await enters(server, token=ada.token)
        await admin(server, "ban", "account:bob", "--minutes", 10)
        assert await bob.closed() == 1008
        assert not await enters(server, token=bob.token)
        assert len((await admin(server, "bans")).splitlines()) == 3
    async with Server(path("bans.db")) as server:  # also after a restart
        await until(lambda: is_out(server, ada))
        await admin(server, "unban", f"person:{ada.person}")
        await until(lambda: enters(server, token=ada.token))


async def is_out(server, person):
    return not await enters(server, token=person.token)


@test
async def an_account_is_reset_and_signed_out():
    async with Server(path("reset.db")) as server:
        ada = await enter(server, "Ada")
        await ada.call("register", account="ada", password=PASSWORD)
        assert len((await admin(server, "sessions", "ada")).splitlines()) == 1
        assert "no such account" in await admin(server, "reset", "nobody", status=1)
        password = await admin(server, "reset", "ada")
        assert await ada.closed() == 1008
        again = await Client(server.port).open()
        assert await again.refused("login", account="ada", password=PASSWORD) == "bad_login"
        await again.call("login", account="ada", password=password)
        await admin(server, "logout", "ada")
        assert await again.closed() == 1008
        assert await admin(server, "sessions", "ada") == ""


@test
async def a_drained_server_takes_nobody_new_and_lets_play_go_on():
    async with Server(path("drain.db")) as server:
        _, people = await table(server, FIRST)
        told = json.loads(await admin(server, "stats"))
        assert told["connections"] == 2 and told["matches"] == 1 and not told["draining"]
        await admin(server, "drain")
        await until(lambda: health_is(server, 503))
        assert not await enters(server)
        await play_on(people, random.Random(1), 5)
        assert json.loads(await admin(server, "stats"))["draining"]
        await admin(server, "drain", "--end")
        await until(lambda: health_is(server, 200))
        assert await enters(server)
    assert "no server answers" in await admin(server, "stats", status=1)
    assert "What should be done" in await parlor("admin", "nonsense", status=2)
    assert "What should be done" in await parlor("admin", "ban", status=2)


async def health_is(server, status):
    return (await get(server.port, "/healthz"))[0] == status


@test
async def a_copy_is_taken_while_they_play_and_can_be_played_on():
    server = Server(path("live.db")).start()
    code, people = await table(server, FIRST)
    rng = random.Random(1)
    await play_on(people, rng, 20)
    playing = asyncio.ensure_future(play_on(people, rng, 40))
    await parlor("backup", path("copy.db"), "--store", server.store)
    taken = (await people[0].call("view"))["n"]
    await playing
    assert stat.S_IMODE(os.stat(path("copy.db")).st_mode) == 0o600
    said = await parlor("restore", "--check", path("copy.db"))
    assert "Matches: 1" in said, said
    # Not under a running server.
    assert "another server" in await parlor("restore", path("copy.db"), "--store", server.store,
                                            status=1)
    now = (await people[0].call("view"))["n"]
    assert now == 60
    await asyncio.to_thread(server.stop)
    await parlor("restore", path("copy.db"), "--store", server.store)
    server.start()
    people = [await enter(server, token=person.token) for person in people]
    games = [(await person.call("join", room=code))["game"] for person in people]
    assert 20 <= games[0]["n"] <= taken + 1, (games[0]["n"], taken)
    await play_on(people, rng, 5)
    await asyncio.to_thread(server.stop)
    await parlor("restore", path("copy.db"), "--store", path("elsewhere.db"))
    async with Server(path("elsewhere.db")) as other:
        assert (await (await enter(other, token=people[0].token)).call("join", room=code))["game"]


@test
async def a_copy_that_is_not_whole_is_found_out():
    server = Server(path("whole.db")).start()
    _, people = await table(server, FIRST)
    await play_on(people, random.Random(1), 60)
    await parlor("backup", path("good.db"), "--store", server.store)
    await asyncio.to_thread(server.stop)
    with open(path("good.db"), "rb") as file:
        good = file.read()
    with open(path("cut.db"), "wb") as file:
        file.write(good[:len(good) // 2])
    with open(path("text.db"), "wb") as file:
        file.write(b"this is no store")
    changed = sqlite3.connect(path("good.db"))
    changed.execute("update fresh set command=zeroblob(length(command))")
    changed.execute("update sheet set moves=zeroblob(length(moves))")
    changed.commit()
    changed.close()
    for name in ("cut.db", "text.db", "good.db", "missing.db"):
        await parlor("restore", "--check", path(name), status=1)
        await parlor("restore", path(name), "--store", server.store, status=1)
    async with Server(server.store):  # what was there is still there
        pass
    assert "pg_dump" in await parlor("backup", path("x.db"), "--store", "postgres://nowhere/x",
                                     status=1)


main(globals())
