"""partitions.py - several server processes on one PostgreSQL database, of which one is cut off for a while:
nothing is lost, what was asked meanwhile is done once or not at all, and the others play on."""
import asyncio
import os
import random
import sys

from parlor_server import (Refused, Server, enter, games, get, main, number_is_past, number_of, step, table, test,
                           until)
from players import play_match, record_is, replays
from postgres import PROGRAMS, Postgres

FIRST = games()[0][0]


class Relay:
    """A way to the database that can be cut, in both directions or in one. What is under way then arrives
    when it is mended, also from who has long hung up: so a packet does that is sent again."""

    def __init__(self, database):
        self.to, self.port, self.server, self.tasks = database.port, None, None, []
        self.cut_after = []  # words one after the other; the last still get there, and their answer does not
        self.flows = {"asks": asyncio.Event(), "answers": asyncio.Event()}
        self.mend()

    async def __aenter__(self):
        self.server = await asyncio.start_server(self.take, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, kind, value, trace):
        self.mend()
        self.server.close()

    def url(self, database):
        return database.url.replace(str(database.port), str(self.port))

    def cut(self, *flows):
        for name in flows or self.flows:
            self.flows[name].clear()

    def look_for(self, data):
        if self.cut_after and self.cut_after[0] in data:
            del self.cut_after[0]
            if not self.cut_after:
                self.cut("answers")

    def mend(self):
        self.cut_after = []
        for flow in self.flows.values():
            flow.set()

    async def take(self, reader, writer):
        await self.flows["asks"].wait()
        there = await asyncio.open_connection("127.0.0.1", self.to)
        self.tasks += [asyncio.ensure_future(self.pass_on(reader, there[1], "asks")),
                       asyncio.ensure_future(self.pass_on(there[0], writer, "answers"))]

    async def pass_on(self, reader, writer, flow):
        try:
            while data := await reader.read(65536):
                await self.flows[flow].wait()
                if flow == "asks":
                    self.look_for(data)
                writer.write(data)
                await writer.drain()
        except ConnectionError:
            pass
        await self.flows[flow].wait()
        writer.close()


class Behind(Server):
    """It reaches its database through a way of ours, which must not stand still while it starts."""

    async def __aenter__(self):
        return await asyncio.to_thread(self.start)


async def health_is(server, status):
    return (await get(server.port, "/healthz"))[0] == status


async def same_view(people):
    views = [await person.call("view") for person in people]
    return views[0] if len({view["n"] for view in views}) == 1 else None


async def plays(people, view, rng):
    """One move; how the match stands when everybody knows of it."""
    await step(people[view["turn"]], rng)
    seen = await until(lambda: later_view(people, view["n"]))
    assert seen["n"] == view["n"] + 1
    return seen


async def later_view(people, n):
    view = await same_view(people)
    return view if view and view["n"] > n else None


async def cut_off(*after):
    """Ada's process is cut off while she moves, and both play on afterwards. Was the move made?"""
    with Postgres() as database:
        async with Relay(database) as relay, Behind(relay.url(database)) as one, Server(database.url) as two:
            code, people = await table(one, FIRST, grace_s=600)
            ada, bob = people[0], await enter(two, token=people[1].token)
            await bob.call("join", room=code)
            people[1].drop()
            rng = random.Random(3)
            view = await until(lambda: same_view([ada, bob]))
            while view["n"] < 5 or view["turn"] != 0:
                view = await plays([ada, bob], view, rng)
            n = view["n"]
            action = (await ada.call("legal", words=False))["legal"][0]["do"]
            relay.cut_after = list(after)
            if not after:
                relay.cut()
            assert await ada.refused("apply", n=n, action=action) == "in_doubt"
            await until(lambda: health_is(one, 503))
            assert await health_is(two, 200)
            await bob.hear("room", lambda m: m["room"]["seats"][0].get("online") is False)
            assert (await ada.call("view"))["n"] == n  # she still sees the table
            made = (await bob.call("view"))["n"] - n
            relay.mend()
            await until(lambda: health_is(one, 200))

            async def again():
                try:
                    return (await ada.call("apply", n=n, action=action))["n"]
                except Refused as refusal:
                    assert refusal.code in ("in_doubt", "busy", "stale"), refusal
                    return n + 1 if refusal.code == "stale" else None

            assert await until(again) == n + 1
            view = await until(lambda: same_view([ada, bob]))
            assert view["n"] == n + 1, (view["n"], n)
            await bob.hear("room", lambda m: m["room"]["seats"][0].get("online"))
            for _ in range(6):
                view = await plays([ada, bob], view, rng)
            return made


@test
async def who_is_cut_off_is_told_and_the_move_is_made_once():
    assert await cut_off() == 0


@test
async def a_move_whose_answer_is_lost_is_found_in_the_log():
    assert await cut_off(b"insert into parlor_move(", b"commit") == 1


@test
async def matches_go_on_through_cuts_and_no_move_is_lost_or_made_twice():
    with Postgres() as database:
        async with Relay(database) as relay, Behind(relay.url(database)) as one, Server(database.url) as two:
            rng = random.Random(5)
            listed = [game[:2] for game in games()]
            matches = [asyncio.ensure_future(play_match(lambda: rng.choice((one, two)).port, *listed[n % len(listed)],
                                                        f"cut {n}", 0.01)) for n in range(4)]
            for flows in ([], ["asks"], ["answers"], []):
                moves = await number_of(two, "moves_total")
                await until(lambda moves=moves: ended_or_on(two, matches, moves))
                relay.cut(*flows)
                await asyncio.sleep(4.5)  # longer than an answer is waited for
                relay.mend()
                await until(lambda: health_is(one, 200))
            ends = [(await match)[1] for match in matches]
            for server in (one, two):
                replays([await record_is(server.port, match, final) for match, final, _ in ends])


async def ended_or_on(server, matches, moves):
    return all(match.done() for match in matches) or await number_is_past(server, "moves_total", moves + 20)


if not os.path.exists(f"{PROGRAMS}/initdb"):
    print("1..0 # SKIP there is no PostgreSQL 15 here")
    sys.exit(0)
main(globals())
