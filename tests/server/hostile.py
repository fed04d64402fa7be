"""hostile.py - clients that do not wait for answers, close in the middle, or ask for more
than is theirs."""
import asyncio
import itertools
import sqlite3

from parlor_server import Client, Server, enter, get, main, path, table, test, until

ENTER = {
    "create": {"op": "create", "game": "sea-salt", "players": 2},
    "quick": {"op": "quick", "game": "sea-salt", "players": 2},
    "join": {"op": "join", "room": ""},
    "leave": {"op": "leave"},
    "logout": {"op": "logout"},
    "rename": {"op": "rename", "name": "Eve"},
    "sit": {"op": "sit"},
    "stand": {"op": "stand"},
    "start": {"op": "start"},
}


async def is_well(server):
    assert server.process.poll() is None, server.said()[-2000:]
    status, _, _ = await get(server.port, "/healthz")
    assert status == 200


def send_at_once(client, requests):
    """In one piece, so that the server reads them before it can answer."""
    pieces, write = [], client.writer.write
    client.writer.write = pieces.append
    for request in requests:
        client.send(request)
    client.writer.write = write
    write(b"".join(pieces))


async def pipelined(client, requests):
    """All at once; every one has exactly one answer."""
    futures, numbered = [], []
    for request in requests:
        number, client.next_id = client.next_id, client.next_id + 1
        client.waiting[number] = asyncio.get_running_loop().create_future()
        futures.append(client.waiting[number])
        numbered.append({"id": number, **request})
    send_at_once(client, numbered)
    answers = await asyncio.wait_for(asyncio.gather(*futures), 120)
    before = [m for m in client.heard if "ok" in m and "t" not in m]
    await client.call("ping")
    assert not before and not [m for m in client.heard if "ok" in m and "t" not in m]
    return answers


@test
async def two_requests_at_once_have_two_answers():
    async with Server(path("pairs.db")) as server:
        host = await enter(server, "Host")
        code = (await host.call("create", game="sea-salt", players=2))["room"]["code"]
        ENTER["join"]["room"] = code
        for first, second in itertools.product(ENTER, ENTER):
            client = await enter(server, "Mallory")
            answers = await pipelined(client, [ENTER[first], ENTER[second]])
            entered = {a["room"]["code"] for a in answers if a["ok"] and "room" in a}
            if {first, second} <= {"create", "quick"}:
                assert len(entered) == 1, (first, second, answers)
            await client.close()
            await is_well(server)


@test
async def a_close_between_request_and_answer_harms_nobody():
    async with Server(path("closes.db")) as server:
        host = await enter(server, "Host")
        code = (await host.call("create", game="sea-salt", players=2))["room"]["code"]
        ENTER["join"]["room"] = code
        for _ in range(5):
            for first, second in itertools.product(ENTER, ENTER):
                client = await enter(server, "Mallory")
                send_at_once(client, [{"id": 90, **ENTER[first]}, {"id": 91, **ENTER[second]}])
                client.drop()
            await is_well(server)


@test
async def who_leaves_and_closes_the_tab_is_gone():
    async with Server(path("tab.db")) as server:
        for _ in range(30):
            code, people = await table(server, "sea-salt", grace_s=0)
            people[1].send({"id": 99, "op": "leave"})
            people[1].drop()
            await people[0].hear("room", lambda m: m["room"]["seats"][1].get("left") or
                                 not m["room"]["seats"][1].get("online"))
            people[0].send({"id": 99, "op": "leave"})
            people[0].drop()
            await is_well(server)


@test
async def a_room_nobody_waited_for_is_forgotten():
    # On a slow machine the answer may be out before the line is seen to be closed; then the
    # room is its maker's, and kept for as long as a seat is.
    async with Server(path("orphan.db"), "--room-empty-s", 2) as server:
        client = await enter(server)
        client.send({"id": 5, "op": "create", "game": "duel", "players": 2, "public": True})
        client.drop()
        watcher = await enter(server, "Watcher")

        async def none_is_listed():
            return not (await watcher.call("rooms"))["rooms"]

        await until(none_is_listed)


@test
async def a_token_that_was_given_up_is_nobodys():
    async with Server(path("tokens.db")) as server:
        one = await enter(server, "Ada")
        two = await enter(server, token=one.token)
        three = await enter(server, token=one.token)
        answers = await pipelined(one, [{"op": "logout"}, {"op": "rename", "name": "Back"}])
        assert answers[0]["ok"] and not answers[1]["ok"], answers
        assert await two.closed() == 1008
        assert await three.closed() == 1008
        late = await Client(server.port).open()
        assert await late.refused("hello", token=one.token) == "bad_token"
        await one.hello("Again")  # the connection itself is still good


@test
async def a_deleted_account_is_nobodys():
    async with Server(path("deleted.db"), "--logins-per-minute", 0) as server:
        one = await enter(server, "Ada")
        await one.call("register", account="ada", password="correct horse")
        two = await Client(server.port).open()
        await two.call("login", account="ada", password="correct horse")
        room = (await two.call("create", game="duel", players=2))["room"]
        await one.call("delete", password="correct horse")
        assert await two.closed() == 1008
        late = await Client(server.port).open()
        assert await late.refused("login", account="ada",
                                  password="correct horse") == "bad_login"
        assert await late.refused("hello", token=one.token) == "bad_token"
        assert room


@test
async def a_room_under_another_key_is_no_room():
    store = path("keys.db")
    async with Server(store) as server:
        client = await enter(server)
        await client.call("create", game="duel", players=2, public=True)
    file = sqlite3.connect(store)
    file.execute("update doc set key='2222222' where kind='room'")
    file.commit()
    file.close()
    async with Server(store) as server:
        client = await enter(server)
        assert await client.refused("join", room="2222222") == "store_failed"
        assert (await client.call("rooms"))["rooms"] == []
        await client.call("quick", game="duel", players=2)
        await is_well(server)


main(globals())
