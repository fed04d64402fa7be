"""shared.py - several server processes on one PostgreSQL database."""
import asyncio
import json
import os
import random
import subprocess
import sys

from parlor_server import (PARLOR, Client, Refused, Server, enter, games, get, main, number_is_past,
                           number_of, play_on, step, table, test, until)
from players import play_match, record_is, replays
from postgres import PROGRAMS, Postgres

FIRST = games()[0][0]


async def lists(person, codes):
    """What others made is heard of a moment later."""
    return [room["code"] for room in (await person.call("rooms"))["rooms"]] == codes


@test
async def two_processes_serve_one_room():
    with Postgres() as database:
        often = ["--snapshot-moves", 4, "--unload-s", 0]
        async with Server(database.url, *often) as one, Server(database.url, *often) as two:
            ada, bob = await enter(one, "Ada"), await enter(two, "Bob")
            room = await ada.call("create", game=FIRST, players=2, public=True)
            code = room["room"]["code"]
            await until(lambda: lists(bob, [code]))
            await bob.call("join", room=code)
            await bob.call("sit")
            await ada.hear("room", lambda m: m["room"]["seats"][1].get("online"))
            await bob.call("ready")
            await ada.hear("room", lambda m: m["room"]["seats"][1].get("ready"))
            await ada.call("start")
            begun = await bob.hear("start")
            assert begun["game"]["n"] == 0
            await bob.call("chat", text="hello")
            assert (await ada.hear("chat"))["text"] == "hello"
            rng = random.Random(1)
            people = [ada, bob]
            for n in range(12):
                view = await people[n % 2].call("view")
                actor = people[view["turn"]]
                await step(actor, rng)
                for person in people:
                    assert (await person.hear("move"))["n"] == n + 1
            await ada.call("host", person=bob.person)  # who is at the other process
            await bob.hear("room", lambda m: m["room"]["host"] == bob.person)
            assert await bob.refused("set", grace_s=30) == "match_runs"  # not "not_host"
            await bob.call("host", person=ada.person)
            await ada.hear("room", lambda m: m["room"]["host"] == ada.person)
            bob.drop()
            await ada.hear("room", lambda m: m["room"]["seats"][1].get("online") is False)
            back = await enter(one, token=bob.token)
            seen = await back.call("join", room=code)
            assert seen["game"]["n"] == 12 and seen["seat"] == 1
            await play_on([ada, back], rng, 4)
            match = seen["game"]["match"]
            shown = subprocess.run([PARLOR, "replay", match, "--store", database.url],
                                   capture_output=True, text=True)
            assert shown.returncode == 0 and "\n16. " in shown.stdout, shown.stderr
            listed = subprocess.run([PARLOR, "replay", "--list", "--store", database.url],
                                    capture_output=True, text=True)
            assert listed.stdout.startswith(match) and FIRST in listed.stdout, listed


@test
async def a_match_goes_on_at_the_other_when_one_is_killed():
    with Postgres() as database:
        one, two = Server(database.url).start(), Server(database.url).start()
        alive = [one, two]
        rng = random.Random(4)

        def port():
            return rng.choice(alive).port

        listed = games()
        matches = [asyncio.ensure_future(play_match(port, *listed[n % len(listed)][:2], n, 0.01))
                   for n in range(6)]
        await until(lambda: number_is_past(one, "moves_total", 60))
        alive.remove(one)
        one.kill()
        made = await number_of(two, "moves_total")
        await until(lambda: number_is_past(two, "moves_total", made + 60))
        database.stop()
        database.start()
        ends = [(await match)[1] for match in matches]
        records = [await record_is(two.port, match, final) for match, final, _ in ends]
        replays(records)
        await asyncio.to_thread(two.stop)


@test
async def nodes_are_replaced_one_by_one_while_matches_run():
    """Drained, stopped, started again: nobody's match ends early, and no move is lost."""
    with Postgres() as database:
        nodes = [Server(database.url).start(), Server(database.url).start()]

        async def names():
            told = await parlor("admin", "stats", "--store", database.url, status=None)
            told = [json.loads(line)["node"] for line in told.splitlines()]
            return told if len(told) == 2 else None

        async def health(server, status):
            return (await get(server.port, "/healthz"))[0] == status

        open_ones = list(nodes)  # as a balancer knows them
        matches = [asyncio.ensure_future(play_match(lambda: random.choice(open_ones).port, game,
                                                    fewest, f"N{number}"))
                   for number, (game, fewest, _) in enumerate(games())]
        for number, node in enumerate(nodes):
            other = nodes[1 - number]
            for name in await until(names):  # which of them it is, only its health tells
                await parlor("admin", "drain", "--node", name, "--store", database.url)
                await until(lambda: any_drains(nodes))
                if (await get(node.port, "/healthz"))[0] == 503:
                    break
                await parlor("admin", "drain", "--end", "--node", name, "--store", database.url)
                await until(lambda one=other: health(one, 200))
            assert await health(other, 200) and await health(node, 503)
            open_ones.remove(node)
            made = await number_of(other, "moves_total")
            await asyncio.to_thread(node.stop)
            await until(lambda one=other, moves=made: moved_on(one, moves, matches))
            node.start()
            open_ones.append(node)
        ends = [(await match)[1] for match in matches]
        replays([await record_is(nodes[0].port, match, final) for match, final, _ in ends])
        for node in nodes:
            await asyncio.to_thread(node.stop)


async def parlor(*words, status=0):
    done = await asyncio.to_thread(subprocess.run, [PARLOR, *words], capture_output=True,
                                   timeout=60, check=False)
    assert status is None or done.returncode == status, done
    return done.stdout.decode().strip()


async def any_drains(servers):
    return any([(await get(server.port, "/healthz"))[0] == 503 for server in servers])


async def moved_on(server, moves, matches):
    return all(match.done() for match in matches) or await number_is_past(server, "moves_total",
                                                                          moves + 10)


@test
async def a_database_that_is_gone_is_said_and_waited_for():
    with Postgres() as database:
        async with Server(database.url) as server:
            _, people = await table(server, FIRST)
            rng = random.Random(1)
            await play_on(people, rng, 3)
            view = await people[0].call("view")
            person = people[view["turn"]]
            action = (await person.call("legal", words=False))["legal"][0]["do"]
            database.stop()
            assert await person.refused("apply", n=3, action=action) == "in_doubt"
            assert (await get(server.port, "/healthz"))[0] == 503
            assert (await people[0].call("view"))["view"] == view["view"]
            database.start()

            async def applies():
                try:
                    return await person.call("apply", n=3, action=action)
                except Refused as refusal:
                    assert refusal.code in ("in_doubt", "busy"), refusal
                    return None

            assert (await until(applies))["n"] == 4
            assert (await get(server.port, "/healthz"))[0] == 200
            await play_on(people, rng, 3)


@test
async def the_dead_ones_players_are_seen_to_be_away():
    with Postgres() as database:
        one, two = Server(database.url).start(), Server(database.url).start()
        ada, bob = await enter(one, "Ada"), await enter(two, "Bob")
        code = (await ada.call("create", game=FIRST, players=2, grace_s=0))["room"]["code"]
        await bob.call("join", room=code)
        await bob.call("sit")
        await bob.call("ready")
        await ada.hear("room", lambda m: m["room"]["seats"][1].get("ready"))
        await ada.call("start")
        start = await bob.hear("start")
        one.kill()
        turn = start["game"]["turn"]
        rng = random.Random(1)
        for _ in range(100):
            view = await bob.call("view")
            if view["turn"] != turn and view["n"] > 0:
                turn = view["turn"]
            if turn == 1 and view["turn"] == 1:
                await step(bob, rng)
            else:
                break
        moved = await bob.hear("move", lambda m, n=view["n"]: m["n"] > n)
        assert moved["n"] > view["n"]
        await asyncio.to_thread(two.stop)


if not os.path.exists(f"{PROGRAMS}/initdb"):
    print("1..0 # SKIP there is no PostgreSQL 15 here")
    sys.exit(0)
@test
async def people_are_the_same_everywhere():
    """Quick matches across processes, their ratings, sessions that end, a person forgotten."""
    with Postgres() as database:
        async with Server(database.url) as one, Server(database.url) as two:
            ada, bob = await enter(one, "Ada Secret"), await enter(two, "Bob")
            await ada.call("register", account="ada", password="a good password")
            first = await ada.call("quick", game=FIRST, players=2)
            second = await bob.call("quick", game=FIRST, players=2)
            assert first["room"]["code"] == second["room"]["code"]
            await ada.hear("start")
            await bob.hear("start")
            rng, over = random.Random(1), False
            while not over:
                view = await until(lambda: agreed(ada, bob))
                over = view.get("over")
                if not over:
                    await step((ada, bob)[view["turn"]], rng)

            async def rating(person):
                found = (await person.call("rating", person=ada.person))["ratings"]
                return found and found[0]["matches"] == 1

            await until(lambda: rating(ada))
            assert await rating(bob)
            names = {leader["name"] for leader in
                     (await bob.call("leaders", game=FIRST))["leaders"]}
            assert names == {"Ada Secret", "Bob"}
            other = await Client(two.port).open()
            await other.call("login", account="ada", password="a good password")
            await ada.call("password", password="a good password", new="another good one")
            assert await other.closed() == 1008
            await ada.call("leave")
            await ada.call("delete", password="another good one")

            async def forgotten():
                return (await bob.call("rating", person=ada.person))["ratings"] == []

            await until(forgotten)


@test
async def who_is_at_two_processes_is_there_until_both_are_left():
    with Postgres() as database:
        async with Server(database.url) as one, Server(database.url) as two:
            ada, bob = await enter(one, "Ada"), await enter(one, "Bob")
            room = await ada.call("create", game=FIRST, players=2, grace_s=0)
            code = room["room"]["code"]
            await bob.call("join", room=code)
            await bob.call("sit")
            again = await enter(two, token=ada.token)
            await again.call("join", room=code)
            first = (await again.call("join", room=code))["room"]["v"]
            await asyncio.sleep(1)
            second = (await again.call("join", room=code))["room"]["v"]
            assert second <= first + 1, (first, second)  # they do not take each other's place in turns
            ada.drop()
            await asyncio.sleep(2)
            now = (await bob.call("join", room=code))["room"]
            assert now["seats"][0]["online"] and now["host"] == ada.person, now
            again.drop()
            await bob.hear("room", lambda m: m["room"]["host"] == bob.person)


@test
async def a_move_made_at_two_processes_at_once_is_made_once():
    with Postgres() as database:
        async with Server(database.url) as one, Server(database.url) as two:
            code, people = await table(one, FIRST)
            others = [await enter(two, token=person.token) for person in people]
            for other in others:
                await other.call("join", room=code)
            rng = random.Random(7)
            late = []
            while len(late) < 5:  # both must have asked before either heard of the other
                view = await until(lambda: agreed(people[0], others[0]))
                seat, n = view["turn"], view["n"]
                action = rng.choice((await people[seat].call("legal", words=False))["legal"])["do"]
                answers = await asyncio.gather(*(wire[seat].call("apply", n=n, action=action)
                                                 for wire in (people, others)), return_exceptions=True)
                late += [answer.code for answer in answers if isinstance(answer, Refused)]
                assert sum(isinstance(answer, dict) and answer["n"] == n + 1 for answer in answers) == 1, answers
            assert set(late) == {"stale"}, late


async def agreed(one, other):
    """How the match stands, once both processes know the same of it."""
    view = await one.call("view")
    return view if (await other.call("view"))["n"] == view["n"] else None


@test
async def rooms_in_which_nothing_happens_are_not_read_again_and_again():
    rooms, beats = 20, 3
    with Postgres() as database:
        def number(query):
            told = subprocess.run([f"{PROGRAMS}/psql", database.url, "-Atc", query], capture_output=True, text=True,
                                  check=True)
            return int(told.stdout.strip() or 0)

        reads = "select coalesce(sum(idx_scan+seq_scan),0) from pg_stat_user_tables where relname='parlor_move'"
        version = "select coalesce(max(version),0) from parlor_doc where kind='node'"
        async with Server(database.url) as server:
            tables = [await table(server, FIRST) for _ in range(rooms)]
            start = await asyncio.to_thread(number, version)
            await until(lambda: number(version) >= start + 2)  # what was just written is counted a little later
            start, before = number(version), number(reads)
            await until(lambda: number(version) >= start + beats)
            grown = number(reads) - before
            # Should a minute be over in between, each looks once for itself; else none does.
            assert grown <= rooms + beats, (grown, rooms * beats)
            assert len(tables) == rooms


main(globals())
