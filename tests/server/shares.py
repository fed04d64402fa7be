"""shares.py - what is dear is shared fairly: passwords do not wait for agents, one address's
agents not for another's, and nobody waits for agents when the server stops."""
import asyncio
import json
import random
import time

from parlor_server import (Client, Refused, SLOW, Server, enter, get, main, number_of, path, play_on, table,
                           test, until)

FIRST = "sea-salt"
MINE = "127.0.0.2"  # the hostile address
LONG_MS = 50000


async def thinkers(server, count, address, agent="hard"):
    """So many rooms of one address in which an agent begins at once."""
    people = []
    for number in range(count):
        client = await Client(server.port).open(address=address)
        await client.hello(f"T{number}")
        await client.call("create", game=FIRST, players=2, delay_ms=0, absent="agent", grace_s=0)
        await client.call("fill", seat=1, agent=agent)
        await client.call("start")
        # The agent acts when the person has; a person who goes on drawing gets there.
        people.append(client)
    for client in people:
        view = await client.call("view")
        while view["turn"] == 0 and not view.get("over"):
            legal = await client.call("legal", words=False)
            await client.call("apply", n=legal["n"], action=legal["legal"][0]["do"])
            view = await client.call("view")
    return people


@test
async def passwords_do_not_wait_for_agents():
    async with Server(path("secrets.db"), "--agent-ms", LONG_MS) as server:
        await thinkers(server, 12, MINE)
        friend = await enter(server)
        await friend.call("register", account="friend", password="a good password")
        again = await Client(server.port).open()
        await again.call("login", account="friend", password="a good password")
        assert await number_of(server, "agent_moves_total") < 12


@test
async def records_do_not_wait_for_agents():
    async with Server(path("records.db"), "--agent-ms", LONG_MS) as server:
        code, people = await table(server, FIRST)
        await play_on(people, random.Random(1))
        match = (await people[0].call("join", room=code))["game"]["match"]
        await thinkers(server, 12, MINE)
        assert (await get(server.port, f"/api/match/{match}"))[0] == 200
        assert await number_of(server, "agent_moves_total") < 12


@test
async def addresses_take_turns_to_think():
    """Which comes when is held by test_work.c, without a clock. Here each thought takes a second,
    so that a slow machine does not make it look as if forty had come first."""
    async with Server(path("turns.db"), "--agent-ms", 6000) as server:
        await thinkers(server, 40, MINE)
        friend = (await thinkers(server, 1, "127.0.0.1"))[0]
        n = (await friend.call("view"))["n"]
        before = await number_of(server, "agent_moves_total")
        await friend.hear("move", lambda move: move["n"] > n and move["seat"] == 1)
        thought = await number_of(server, "agent_moves_total") - before
        assert thought < 38, thought  # forty stood before it


@test
async def nobody_waits_for_agents_when_it_stops():
    server = Server(path("stops.db"), "--agent-ms", LONG_MS).start()
    await thinkers(server, 12, MINE)
    await asyncio.to_thread(server.stop, 20)  # it would think for much longer
    server.start()
    await asyncio.to_thread(server.stop, 20)


@test
async def rooms_are_listed_and_found_without_the_store():
    """What is asked of the store does not grow with what is asked of the server."""
    async with Server(path("board.db")) as server:
        hosts = [await enter(server, f"H{number}") for number in range(12)]
        codes = set()
        for number, host in enumerate(hosts):
            made = await host.call("create", game=FIRST if number % 2 else "duel", players=2,
                                   public=number % 3 != 0)
            codes.add(made["room"]["code"])
        eve = await enter(server, "Eve")
        listed = (await eve.call("rooms"))["rooms"]
        assert len(listed) == 8 and {room["code"] for room in listed} < codes
        assert {room["game"] for room in (await eve.call("rooms", game="duel"))["rooms"]} == {"duel"}
        shown = json.loads((await get(server.port, "/api/rooms"))[2])["rooms"]
        assert shown == listed
        batches = await number_of(server, "store_batches_total")
        for _ in range(200):
            eve.send({"op": "rooms"})
        await eve.call("ping")
        for _ in range(50):
            assert (await get(server.port, "/api/rooms"))[0] == 200
        assert await number_of(server, "store_batches_total") - batches <= 2
        # It says what is there now: seats, settings, who has gone.
        await hosts[1].call("set", public=False)
        assert len((await eve.call("rooms"))["rooms"]) == 7
        await hosts[1].call("set", public=True)
        assert (await eve.call("rooms"))["rooms"][0]["code"] == \
            (await hosts[1].call("join", room=listed_code(shown, hosts[1])))["room"]["code"]
        await eve.call("join", room=shown[0]["code"])
        await eve.call("sit")
        seats = next(room for room in (await eve.call("rooms"))["rooms"]
                     if room["code"] == shown[0]["code"])["seats"]
        assert seats[1]["name"] == "Eve" and seats[1]["online"]
    async with Server(path("board.db")) as server:  # and after a restart
        eve = await enter(server)
        assert len((await eve.call("rooms"))["rooms"]) == 8


def listed_code(rooms, person):
    return next(room["code"] for room in rooms if room["host"] == person.person)


@test
async def a_quick_match_is_with_somebody_who_is_there():
    async with Server(path("quick.db")) as server:
        for number in range(40):  # each leaves an open room behind
            gone = await enter(server, f"G{number}")
            await gone.call("quick", game=FIRST, players=2)
            gone.drop()
        await until(lambda: number_is_at_most(server, "connections", 0))
        one, two = await enter(server, "One"), await enter(server, "Two")
        first = await one.call("quick", game=FIRST, players=2)
        second = await two.call("quick", game=FIRST, players=2)
        assert second["room"]["code"] == first["room"]["code"]
        await one.hear("start")
        for _ in range(30):  # a room that was left is nobody's to be sent to
            again = await enter(server, "Again")
            await again.call("quick", game="duel", players=2)
            await again.call("leave")
            await again.call("quick", game="duel", players=2)
            await again.call("leave")
        third = await enter(server, "Three")
        other = await third.call("quick", game="duel", players=2)
        assert other["room"]["code"] != first["room"]["code"]


async def number_is_at_most(server, name, most):
    return await number_of(server, name) <= most


@test
async def what_an_address_costs_is_bounded():
    async with Server(path("costs.db"), env={"PARLOR_WORK_PER_SECOND": "40"}) as server:
        eve = await (await Client(server.port).open(address=MINE)).hello("Eve")
        answers = []
        for _ in range(60):
            try:
                await eve.call("rooms")
                answers.append("ok")
            except Refused as refusal:
                answers.append(refusal.code)
        assert "ok" in answers and answers.count("too_fast") > 20, answers
        # Another person of that address shares its part, another address does not.
        more = await Client(server.port).open(address=MINE)
        for _ in range(200):
            more.send({"op": "ping"})
        friend = await enter(server)
        await friend.call("rooms")
        assert await number_of(server, "rate_limited_total") > 20


@test
async def what_is_written_costs_what_it_takes():
    async with Server(path("writes.db"), env={"PARLOR_WORK_PER_SECOND": "400"}) as server:
        async def refused(op, *fields):
            """How many of sixty at once; a person has three hundred shares."""
            eve = await enter(server, "Eve")
            await eve.call("create", game="duel", players=2)
            answers = await asyncio.gather(*(eve.call(op, **fields[n % len(fields)]) for n in range(60)),
                                           return_exceptions=True)
            return sum(getattr(answer, "code", "") == "too_fast" for answer in answers)

        assert await refused("ping", {}) == 0
        assert await refused("ready", {"ready": True}, {"ready": False}) > 20
        assert await refused("set", {"clock_s": 40}, {"clock_s": 41}) > 20


@test
async def what_is_large_costs_what_it_takes_to_read():
    async with Server(path("large.db"), env={"PARLOR_WORK_PER_SECOND": "40"}) as server:
        for text in (b"[" * 8000, b'{"op":"ping","id":[' + b"1e1," * 1900 + b"1]}"):
            eve = await Client(server.port).open(address=MINE)
            for _ in range(60):
                eve.send_frame(text)
            assert await eve.closed() == 1008
        friend = await enter(server)  # one letter is nobody's flood
        friend.send_frame(b"[" * 8000)
        assert (await friend.hear(None))["error"]["code"] == "bad_json"
        await friend.call("ping")


@test
async def a_history_costs_by_its_length_and_its_words():
    async with Server(path("told.db")) as server:
        code, people = await table(server, FIRST)
        await play_on(people, random.Random(4), 150)
    async with Server(path("told.db"), env={"PARLOR_WORK_PER_SECOND": "400"}) as server:
        async def granted(token, **fields):
            """Of thirty at once; a person has three hundred shares."""
            person = await enter(server, token=token)
            await person.call("join", room=code)
            await person.call("history", **fields)  # the whole match is read again for the first
            await asyncio.sleep(2)
            answers = await asyncio.gather(*(person.call("history", **fields) for _ in range(30)),
                                           return_exceptions=True)
            return sum(not isinstance(answer, Exception) for answer in answers)

        short, told = await granted(people[0].token, **{"from": 150}), await granted(people[1].token, **{"from": 0})
        said = await granted(people[0].token, words=True, **{"from": 0})
        assert short > 1.3 * told > 1.5 * said > 0, (short, told, said)


async def patiently(client, op, **fields):
    """As often as it takes; who has used up their share waits a little."""
    while True:
        try:
            return await client.call(op, **fields)
        except Refused as refusal:
            assert refusal.code == "too_fast", refusal
            await asyncio.sleep(0.2)


@test
async def agents_that_play_each_other_are_paid_by_who_is_there():
    async with Server(path("robots.db"), env={"PARLOR_WORK_PER_SECOND": "80"}) as server:
        hosts = []
        for number in range(3):
            eve = await Client(server.port).open(address=MINE)
            await patiently(eve, "hello", name=f"E{number}")
            await patiently(eve, "create", game="smashup", players=2, delay_ms=0)
            await patiently(eve, "stand")
            for seat in range(2):
                await patiently(eve, "fill", seat=seat, agent="random")
            hosts.append(eve)
        began = time.monotonic()
        for eve in hosts:
            await patiently(eve, "start")
        await asyncio.sleep(4)
        moves = await number_of(server, "moves_total")
        most = (3 + time.monotonic() - began) * 80 / 2  # what it had, at two shares a move
        assert 10 < moves <= most, (moves, most)
        # Whoever comes from elsewhere plays with an agent as ever.
        friend = await enter(server)
        await friend.call("create", game=FIRST, players=2, delay_ms=0)
        await friend.call("fill", seat=1, agent="random")
        await friend.call("start")
        while (await patiently(friend, "view"))["turn"] == 0:
            legal = await patiently(friend, "legal", words=False)
            await patiently(friend, "apply", n=legal["n"], action=legal["legal"][0]["do"])
        await friend.hear("move", lambda move: move["seat"] == 1)


@test
async def who_watches_with_wishes_of_their_own_pays_for_them():
    """Each wants something else with every move, so each needs a text of its own."""
    async with Server(path("watchers.db"), env={"PARLOR_WORK_PER_SECOND": "200"}) as server:
        began = time.monotonic()
        code, people = await table(server, "smashup")
        watchers = []
        for number in range(32):
            eve = await (await Client(server.port).open(address=MINE)).hello(
                f"E{number}", view=True, words=number % 2 == 1, lines=number // 2 % 2 == 1,
                state=number // 4 % 2 == 1, lang=("en", "zh-Hans", "zh-Hant", "en")[number // 8])
            await patiently(eve, "join", room=code)
            watchers.append(eve)
        await people[0].call("prefer", view=True)
        made = 0
        for _ in range(16):
            view = await patiently(people[1], "view")
            acts = people[view["turn"]]
            legal = await patiently(acts, "legal", words=False)
            done = await patiently(acts, "apply", n=legal["n"], action=legal["legal"][0]["do"])
            made += 1
            if view["turn"] == 1:  # who plays is told all they want
                assert "view" in await people[0].hear("move", lambda move, n=done["n"]: move["n"] == n)
        heard = [[await eve.hear("move", lambda move, n=n: move["n"] == n) for eve in watchers]
                 for n in range(done["n"] - made + 1, done["n"] + 1)]
        views = sum("view" in move for moves in heard for move in moves)
        most = made + (3 + time.monotonic() - began) * 200 / 4
        assert made <= views <= most and views < 16 * 32, (views, most)


@test
async def what_a_whole_room_hears_costs_by_how_many_they_are():
    async with Server(path("crowd.db"), env={"PARLOR_WORK_PER_SECOND": "400"}) as server:
        async def granted(watching):
            """Of forty at once; a person has three hundred shares."""
            host = await enter(server, "Host")
            code = (await host.call("create", game="duel", players=2))["room"]["code"]
            for number in range(watching):
                eve = await (await Client(server.port).open(address=f"127.0.1.{number + 1}")).hello("Eve")
                await eve.call("join", room=code)
            await asyncio.sleep(1)
            answers = await asyncio.gather(*(host.call("ready", ready=n % 2 == 0) for n in range(40)),
                                           return_exceptions=True)
            return sum(not isinstance(answer, Exception) for answer in answers)

        alone, watched = await granted(0), await granted(36)
        assert alone > 1.5 * watched > 0, (alone, watched)


main(globals())
