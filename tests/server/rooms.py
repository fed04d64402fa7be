"""rooms.py - rooms, people and play over the socket, as a client meets them."""
import asyncio
import base64
import json
import os
import random
import sqlite3
import ssl
import subprocess
import time

from parlor_server import (PARLOR, Client, Refused, Server, enter, games, get, main, number_of,
                           path, play_on, step, table, test, until)
from players import record_is, replays

FIRST = games()[0][0]


@test
async def a_match_is_played_to_its_end_and_its_record_replays():
    async with Server(path("ends.db")) as server:
        for game, fewest, _ in games():
            rng = random.Random(game)
            code, people = await table(server, game, fewest)
            watcher = await enter(server, "Watcher")
            seen = await watcher.call("join", room=code)
            assert seen["seat"] is None and seen["room"]["phase"] == "playing"
            end = await play_on(people, rng)
            last = await people[1].hear("move", lambda m: m.get("over"))
            assert last["hash"] == end["hash"] and last["winners"] == end["winners"]
            await watcher.hear("move", lambda m: m.get("over"))
            match = seen["game"]["match"]
            status, _, body = await get(server.port, f"/api/match/{match}")
            assert status == 200
            record = json.loads(body)
            assert record["match"]["hash"] == end["hash"]
            assert record["match"]["result"]["winners"] == end["winners"]
            name = path(f"{game}.json")
            with open(name, "wb") as file:
                file.write(body)
            replay = subprocess.run([PARLOR, "replay", name, "--plain"], capture_output=True)
            assert replay.returncode == 0, replay.stderr
            for person in (*people, watcher):
                await person.close()


def replay(*words, store=None):
    """'parlor replay' as an operator runs it, the server up or not."""
    env = {**os.environ, "PARLOR_STORE": store} if store else None
    return subprocess.run([PARLOR, "replay", *words], capture_output=True, text=True, env=env)


@test
async def a_match_is_replayed_out_of_the_store():
    store = path("replay.db")
    async with Server(store) as server:
        code, people = await table(server, "duel")
        end = await play_on(people, random.Random(3))
        match = (await people[0].call("join", room=code))["game"]["match"]
        body = (await get(server.port, f"/api/match/{match}"))[2]
        shown = replay(match, "--store", store)  # while the server has it open
        assert shown.returncode == 0 and not shown.stderr, shown.stderr
        assert "P0" in shown.stdout and f"\n{end['n']}. " in shown.stdout
    record = replay(match, "--json", store=store)
    assert json.loads(record.stdout) == json.loads(body)
    with open(path("record.json"), "w", encoding="utf-8") as file:
        file.write(record.stdout)
    assert replay(path("record.json")).stdout == shown.stdout
    listed = replay("--list", "--store", store)
    words = listed.stdout.split()
    assert [words[0], *words[3:]] == [match, "duel", "over", "P0,", "P1"], words
    assert abs(time.mktime(time.strptime(" ".join(words[1:3]), "%Y-%m-%d %H:%M")) -
               time.time()) < 3600, words
    assert json.loads(replay("--list", "--json", "--store", store).stdout)["match"] == match
    with open(path("serve.conf"), "w", encoding="utf-8") as file:
        file.write(f"store = {store}\n")
    assert replay(match, "--config", path("serve.conf")).stdout == shown.stdout


@test
async def a_match_is_analysed_out_of_the_store():
    store = path("analyse.db")

    def analyse(what, *words):
        done = subprocess.run([PARLOR, "analyse", what, "--iterations", "4", "--json", *words],
                              capture_output=True, text=True, check=False)
        assert done.returncode == 0 and not done.stderr, done.stderr
        return json.loads(done.stdout)

    async with Server(store) as server:
        code, people = await table(server, "duel")
        await play_on(people, random.Random(3), 12)
        game = (await people[0].call("join", room=code))["game"]
        match = game["match"]
        found = analyse(match, "--store", store)  # while the server has it open
    assert found["game"] == "duel" and found == analyse(match, "--store", store)
    with open(path("analysed.json"), "w", encoding="utf-8") as file:
        file.write(replay(match, "--json", "--store", store).stdout)
    assert found == analyse(path("analysed.json"))
    assert [one["move"] for one in found["decisions"]] == list(range(game["n"]))
    assert all(one["player"] in (0, 1) and one["action"] for one in found["decisions"])


@test
async def what_the_store_cannot_replay_is_said():
    store = path("says.db")
    async with Server(store) as server:
        code, people = await table(server, FIRST)
        await play_on(people, random.Random(3), 5)
        match = (await people[0].call("join", room=code))["game"]["match"]
    assert "is not over" in replay(match, "--store", store).stdout  # an operator may look

    def says(words, *arguments):
        done = replay(*arguments)
        assert done.returncode == 2 and not done.stdout, done.stdout
        assert words in done.stderr and done.stderr.count("\n") == 1, done.stderr

    says("has no match 0123456789abcdef", "0123456789abcdef", "--store", store)
    says("cannot be read", match, "--store", path("none.db"))
    assert not os.path.exists(path("none.db"))
    with open(path("text.db"), "w", encoding="utf-8") as file:
        file.write("no database at all")
    says("cannot be read", match, "--store", path("text.db"))
    sqlite3.connect(path("other.db")).execute("create table other(x)").connection.close()
    says("no store", match, "--store", path("other.db"))
    says("cannot be read", match, "--store", "postgres://127.0.0.1:9/none")
    file = sqlite3.connect(store)
    body = json.loads(file.execute("select body from doc where kind='match'").fetchone()[0])
    file.execute("update doc set body=? where kind='match'",
                 (json.dumps({**body, "rules": body["rules"] + 1}),))
    file.commit()
    says(f"version {body['rules'] + 1} of the rules", match, "--store", store)
    file.execute("update doc set body=? where kind='match'", (json.dumps(body),))
    file.execute("update sheet set moves=zeroblob(length(moves))")
    file.commit()
    file.close()
    says("do not lead", match, "--store", store)


@test
async def a_running_match_tells_nobody_its_seed_or_commands():
    async with Server(path("runs.db")) as server:
        code, people = await table(server, FIRST)
        seen = await people[0].call("join", room=code)
        status, _, body = await get(server.port, f"/api/match/{seen['game']['match']}")
        assert status == 403 and json.loads(body)["error"]["code"] == "match_runs"
        assert "seed" not in json.dumps(seen) and "hash" not in json.dumps(seen)


@test
async def a_move_is_small_and_numbered():
    async with Server(path("small.db")) as server:
        listed = json.loads((await get(server.port, "/api/games"))[2])["games"]
        names = {game["game"]: game["events"] for game in listed}
        for game, fewest, _ in games():
            _, people = await table(server, game, fewest)
            await play_on(people, random.Random(5), 60)
            moves = [m for m in people[1].heard if m["t"] == "move"]
            assert [m["n"] for m in moves] == list(range(1, len(moves) + 1))
            for kind, *values in [row for move in moves for row in move["events"]]:
                assert len(values) <= 1 + len(names[game][kind]), (kind, values)
            sizes = sorted(len(json.dumps(m, separators=(",", ":"))) for m in moves)
            # Where a move sets much off, its events are told all the same.
            assert sizes[len(sizes) // 2] <= 300, (game, sizes)


@test
async def nobody_moves_for_another_seat():
    async with Server(path("forged.db")) as server:
        code, people = await table(server, FIRST)
        turn = (await people[0].call("view"))["turn"]
        legal = await people[turn].call("legal", words=False)
        action = legal["legal"][0]["do"]
        assert await people[1 - turn].refused("apply", n=0, action=action) == "not_your_turn"
        stranger = await enter(server, "Eve")
        assert await stranger.refused("apply", n=0, action=action) == "not_in_room"
        await stranger.call("join", room=code)
        assert await stranger.refused("apply", n=0, action=action) == "not_seated"
        assert await stranger.refused("start") == "match_runs"
        assert await stranger.refused("kick", person=people[0].person) == "not_host"
        assert (await stranger.call("legal"))["legal"] == []
        assert await people[turn].refused("apply", n=7, action=action) == "stale"
        assert await people[turn].refused("apply", action=action) == "missing_field"
        assert await people[turn].refused("apply", n=0, action={"type": "x"}) == "unknown_action"
        assert (await people[turn].call("view"))["n"] == 0
        await people[turn].call("apply", n=0, action=action)
        assert await people[turn].refused("apply", n=0, action=action) == "stale"


@test
async def a_reconnecting_client_gets_what_it_missed():
    async with Server(path("missed.db")) as server:
        code, people = await table(server, FIRST)
        rng = random.Random(3)
        await play_on(people, rng, 6)
        match = (await people[0].call("join", room=code))["game"]["match"]
        people[1].drop()
        gone = await people[0].hear("room", lambda m: m["room"]["seats"][1].get("online") is False)
        assert gone["room"]["seats"][0]["online"]
        back = await enter(server, token=people[1].token)
        assert back.person == people[1].person
        have = {"match": match, "n": 2}
        seen = await back.call("join", room=code, have=have)
        assert [m["n"] for m in seen["game"]["moves"]] == [3, 4, 5, 6]
        assert seen["seat"] == 1
        again = await back.call("join", room=code)
        assert "view" in again["game"] and again["game"]["n"] == 6
        await people[0].hear("room", lambda m: m["room"]["seats"][1].get("online"))
        await play_on([people[0], back], rng, 4)


@test
async def a_match_survives_a_restart():
    server = Server(path("restart.db")).start()
    code, people = await table(server, FIRST, public=True)
    rng = random.Random(3)
    before = await play_on(people, rng, 5)
    await asyncio.to_thread(server.stop)
    await people[0].hear("bye")
    assert [await person.closed() for person in people] == [1001, 1001]
    server.start()
    back = [await enter(server, token=person.token) for person in people]
    listed = (await back[0].call("rooms"))["rooms"]
    assert [[seat["online"] for seat in room["seats"]] for room in listed] == [[False, False]]
    for person in back:
        seen = await person.call("join", room=code)
        assert seen["game"]["n"] == before["n"]
    assert (await back[0].call("view"))["view"] == before["view"]
    end = await play_on(back, rng)
    assert end["over"]
    await asyncio.to_thread(server.stop)


@test
async def a_match_resumes_from_its_snapshot_as_if_it_were_replayed():
    server = Server(path("snapshot.db"), "--snapshot-moves", 8).start()
    tables = {}
    for game, fewest, _ in games():
        code, people = await table(server, game, fewest)
        await play_on(people, random.Random(4), 29)
        views = [await person.call("view") for person in people]
        history = await people[1].call("history", **{"from": 0})
        tables[game] = code, people, views, history
    server.kill()
    server.start()
    for number, (code, people, views, history) in enumerate(tables.values(), 1):
        back = [await enter(server, token=person.token) for person in people]
        for person in back:
            await person.call("join", room=code)
        for person, view in zip(back, views):
            now = await person.call("view")
            assert (now["n"], now["turn"], now["view"]) == (29, view["turn"], view["view"])
        # Of 29 moves only those after the last snapshot, at 24, were run again.
        assert await number_of(server, "moves_replayed_total") == 5 + 34 * (number - 1)
        match = (await back[0].call("join", room=code))["game"]["match"]
        seen = await back[1].call("join", room=code, have={"match": match, "n": 26})
        assert [move["n"] for move in seen["game"]["moves"]] == [27, 28, 29]
        seen = await back[1].call("join", room=code, have={"match": match, "n": 20})
        assert "view" in seen["game"] and "moves" not in seen["game"]
        again = await back[1].call("history", **{"from": 0})  # reads all of it
        assert again["moves"] == history["moves"]
        end = await play_on(back, random.Random(5), 600)
        if end.get("over"):
            record = json.loads((await get(server.port, f"/api/match/{match}"))[2])
            assert record["match"]["hash"] == end["hash"]
    await asyncio.to_thread(server.stop)


@test
async def a_long_match_is_small_and_has_all_its_history():
    async with Server(path("long.db")) as server:
        code, people = await table(server, "combat")
        await play_on(people, random.Random(4), 300)
        told = [move for move in people[1].heard if move["t"] == "move"]
        match = (await people[0].call("join", room=code))["game"]["match"]
        seen = await people[0].call("join", room=code, have={"match": match, "n": 290})
        assert [move["n"] for move in seen["game"]["moves"]] == list(range(291, 301))
        assert await number_of(server, "moves_replayed_total") == 0
        moves = []
        while len(moves) < 300:
            moves += (await people[1].call("history", **{"from": len(moves)}))["moves"]
        assert [move["events"] for move in moves] == [move["events"] for move in told]
        assert await number_of(server, "moves_replayed_total") == 300  # they were given up


@test
async def a_snapshot_of_another_program_is_left_alone():
    server = Server(path("strange.db"), "--snapshot-moves", 8).start()
    code, people = await table(server, FIRST)
    before = await play_on(people, random.Random(4), 20)
    await asyncio.to_thread(server.stop)
    file = sqlite3.connect(path("strange.db"))
    body = json.loads(file.execute("select body from doc where kind='snapshot'").fetchone()[0])
    assert body["n"] == 16
    body["deal"] = "0123456789abcdef"
    file.execute("update doc set body=? where kind='snapshot'", (json.dumps(body),))
    file.commit()
    file.close()
    server.start()
    back = await enter(server, token=people[0].token)
    await back.call("join", room=code)
    assert (await back.call("view"))["view"] == before["view"]
    assert await number_of(server, "moves_replayed_total") == 20
    await asyncio.to_thread(server.stop)


@test
async def a_move_clock_runs_out():
    async with Server(path("clock.db")) as server:
        _, people = await table(server, FIRST, clock="move", clock_s=1)
        moved = await people[0].hear("move")
        assert moved["n"] == 1 and moved["why"] == "time", moved  # nobody is away
        assert len(moved["left_ms"]) == 2
        _, people = await table(server, FIRST, clock="game", clock_s=1)
        assert (await people[0].hear("move", lambda m: m["n"] > 1))["why"] == "time"


@test
async def a_match_in_which_time_ran_out_replays():
    async with Server(path("time.db")) as server:
        code, people = await table(server, "sea-salt", clock="game", clock_s=1,
                                   options={"target": 10})
        match = (await people[0].call("join", room=code))["game"]["match"]
        rng = random.Random(1)
        for _ in range(3):  # whoever's turn it is thinks for too long
            await people[0].hear("move", lambda m: m.get("why") == "time")
        for _ in range(3000):
            view = await people[0].call("view")
            if view.get("over"):
                break
            legal = await people[view["turn"]].call("legal", words=False)
            if not legal["legal"]:
                continue  # their time has just run out
            try:
                await people[view["turn"]].call("apply", n=legal["n"],
                                                action=rng.choice(legal["legal"])["do"])
            except Refused as refusal:
                assert refusal.code in ("stale", "not_your_turn"), refusal
        replays([await record_is(server.port, match, view["hash"])])


@test
async def a_clock_is_as_long_as_the_room_says():
    async with Server(path("clocks.db")) as server:
        host = await enter(server, "Host")
        room = (await host.call("create", game=FIRST, players=2, clock="game"))["room"]
        assert room["clock_s"] == 900 and room["grace_s"] == 15
        await host.call("set", clock="move")
        await host.call("set", clock="move", clock_s=45)
        shown = (await host.call("join", room=room["code"]))["room"]
        assert shown["clock"] == "move" and shown["clock_s"] == 45


@test
async def a_clock_is_told_and_wins_seconds_with_each_move():
    async with Server(path("increment.db")) as server:
        code, people = await table(server, FIRST, clock="game", clock_s=100, increment_s=50)
        now = (await people[0].call("join", room=code))
        assert now["room"]["increment_s"] == 50
        turn = now["game"]["turn"]
        assert 90000 < now["game"]["left_ms"][turn] <= 100000
        assert now["game"]["left_ms"][1 - turn] == 100000
        moved = await step(people[turn], random.Random(1))
        assert moved["left_ms"][turn] > 140000 and "why" not in moved


@test
async def a_view_comes_as_bytes_to_who_has_the_rules():
    async with Server(path("bytes.db")) as server:
        for game, fewest, _ in games():
            code, people = await table(server, game, fewest)
            await people[0].call("prefer", state=True)
            shown = (await people[0].call("join", room=code))["game"]
            assert len(shown["data"]) == 16 and shown["rules"] > 0 and "view" not in shown
            assert len(base64.b64decode(shown["state"])) > 100
            plain = (await people[1].call("join", room=code))["game"]
            assert "state" not in plain and plain["view"]


@test
async def agents_fill_seats_and_play():
    async with Server(path("agents.db")) as server:
        for game, fewest, _ in games():
            person = await enter(server, "Ada")
            await person.call("create", game=game, players=fewest, delay_ms=0)
            assert await person.refused("fill", agent="nobody") == "unknown_agent"
            assert await person.refused("start") == "seats_free"
            for seat in range(1, fewest):
                await person.call("fill", seat=seat, agent="random")
            await person.call("start")
            rng = random.Random(1)
            for _ in range(2000):
                view = await person.call("view")
                if view.get("over"):
                    break
                if view["turn"] == 0:
                    await step(person, rng)
                else:
                    await person.hear("move", lambda m, n=view["n"]: m["n"] > n)
            assert view["over"]


BOT = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"id": question["id"], "index": 0}), flush=True)
"""


@test
async def a_program_plays_where_the_operator_names_it():
    bot = path("bot.py")
    with open(bot, "w", encoding="utf-8") as file:
        file.write(BOT)
    async with Server(path("programs.db"), "--programs", f"first=python3 {bot}") as server:
        person = await enter(server, "Ada")
        assert "first" in (await person.call("games"))["agents"]
        await person.call("create", game=FIRST, players=2, delay_ms=0)
        for wrong in (f"cmd:python3 {bot}"[:20], "cmd:true", "bot"):
            assert await person.refused("fill", agent=wrong) == "unknown_agent"
        await person.call("fill", seat=1, agent="first")
        await person.call("start")
        rng = random.Random(1)
        for _ in range(2000):
            view = await person.call("view")
            if view.get("over"):
                break
            if view["turn"] == 0:
                await step(person, rng)
            else:
                await person.hear("move", lambda m, n=view["n"]: m["n"] > n)
        assert view["over"]
    for wrong in ("first", "=true", "fi rst=true", "first=", "random=true"):
        try:
            Server(path("wrong.db"), "--programs", wrong).start()
            raise AssertionError(wrong)
        except RuntimeError as said:
            assert "programs" in str(said) or "already" in str(said), said


async def against(server, agent, game=FIRST, **settings):
    """A match of one person against an agent, whose turn it is."""
    person = await enter(server, "Ada")
    await person.call("create", game=game, players=2, **settings)
    await person.call("fill", seat=1, agent=agent)
    await person.call("start")
    rng = random.Random(1)
    while (await person.call("view"))["turn"] == 0:
        await step(person, rng)
    return person


async def moves_of_agent(person, count):
    """So many of them, whatever the person does between."""
    rng = random.Random(2)
    for _ in range(count):
        view = await person.call("view")
        while view["turn"] == 0 and not view.get("over"):
            await step(person, rng)
            view = await person.call("view")
        await person.hear("move", lambda m, n=view["n"]: m["n"] == n + 1)


@test
async def agents_take_as_long_as_the_room_says():
    async with Server(path("delay.db")) as server:
        clock = asyncio.get_running_loop().time
        began = clock()
        person = await against(server, "random")
        told = await person.hear("room", lambda m: m["room"]["phase"] == "playing")
        assert told["room"]["delay_ms"] == 1000  # and up to as much again
        await moves_of_agent(person, 3)
        assert clock() - began > 2
        assert await person.refused("set", delay_ms=0) == "match_runs"
        person = await against(server, "random", delay_ms=0)
        began = clock()
        await moves_of_agent(person, 20)
        assert clock() - began < 20  # which such delays alone would take
        other = await enter(server, "Bob")
        assert await other.refused("create", game=FIRST, players=2,
                                   delay_ms=60001) == "bad_number"


@test
async def an_agent_that_thinks_keeps_nobody_waiting():
    async with Server(path("thinks.db"), "--agent-ms", 6000) as server:
        other = await enter(server, "Bob")
        person = await against(server, "hard", "duel", delay_ms=0)
        answered = 0
        while not any(m["t"] == "move" and m["seat"] == 1 for m in person.heard):
            await other.call("ping")
            await person.call("legal")
            answered += 1
        assert answered > 3, answered


@test
async def the_host_rules_the_room():
    async with Server(path("host.db")) as server:
        host, guest, other = [await enter(server, name) for name in ("Host", "Guest", "Other")]
        room = await host.call("create", game=FIRST, players=2, public=True)
        code = room["room"]["code"]
        assert room["seat"] == 0 and room["room"]["host"] == host.person
        listed = await guest.call("rooms", game=FIRST)
        assert [r["code"] for r in listed["rooms"]] == [code]
        await guest.call("join", room=code)
        assert await guest.refused("sit", seat=0) == "seat_taken"
        assert (await guest.call("sit", seat=1))["seat"] == 1
        assert await host.refused("start") == "not_ready"
        await host.call("set", public=False, clock="move", clock_s=30)
        assert (await other.call("rooms"))["rooms"] == []
        await host.call("kick", person=guest.person)
        await guest.hear("kicked")
        assert await guest.refused("join", room=code) == "kicked"
        await other.call("join", room=code)
        await other.call("sit")
        await host.call("leave")
        told = await other.hear("room", lambda m: m["room"]["host"] == other.person)
        assert told["room"]["seats"][0] == {}
        await other.call("leave")
        late = await enter(server, "Late")
        assert await late.refused("join", room=code) == "no_room"


@test
async def the_host_can_hand_the_room_over():
    async with Server(path("hand.db")) as server:
        host, guest, watcher = [await enter(server, name) for name in ("Host", "Guest", "Eve")]
        code = (await host.call("create", game=FIRST, players=2, grace_s=1))["room"]["code"]
        assert await guest.refused("host", person=guest.person) == "not_in_room"
        for person in (guest, watcher):
            await person.call("join", room=code)
        await guest.call("sit")
        assert await guest.refused("host", person=guest.person) == "not_host"
        for nobody in ("", "nobody", FIRST):
            assert await host.refused("host", person=nobody) == "no_person"
        assert await host.refused("host") == "no_person"
        await host.call("host", person=guest.person)
        told = await watcher.hear("room", lambda m: m["room"]["host"] == guest.person)
        assert told["room"]["seats"][0]["person"] == host.person  # who keeps the seat
        assert await host.refused("set", public=True) == "not_host"
        await guest.call("set", public=True)
        assert await guest.refused("host", person=watcher.person) == "no_person"
        guest.drop()
        await host.hear("room", lambda m: m["room"]["host"] == host.person and
                        m["room"]["seats"][1].get("online") is False)
        assert await host.refused("host", person=guest.person) == "no_person"


@test
async def an_empty_room_is_forgotten_and_its_record_kept():
    async with Server(path("empty.db")) as server:
        code, people = await table(server, FIRST)
        match = (await people[0].call("join", room=code))["game"]["match"]
        end = await play_on(people, random.Random(2))
        for person in people:
            await person.call("leave")
        assert await people[0].refused("join", room=code) == "no_room"
        status, _, body = await get(server.port, f"/api/match/{match}")
        assert status == 200 and json.loads(body)["match"]["hash"] == end["hash"]
        code, people = await table(server, FIRST)
        await play_on(people, random.Random(2), 3)
        match = (await people[0].call("join", room=code))["game"]["match"]
        for person in people:
            await person.call("leave")  # in the middle of a match
        assert await people[0].refused("join", room=code) == "no_room"
        assert (await get(server.port, f"/api/match/{match}"))[0] == 403


@test
async def a_room_everybody_dropped_out_of_is_listed_no_longer_than_it_must():
    async with Server(path("ghosts.db"), "--room-empty-s", 1) as server:
        watcher, host = await enter(server, "Watcher"), await enter(server, "Host")
        code = (await host.call("create", game=FIRST, players=2, public=True))["room"]["code"]
        played, people = await table(server, FIRST, public=True)

        async def listed():
            return {room["code"] for room in (await watcher.call("rooms"))["rooms"]}

        assert await listed() == {code, played}
        for person in (host, *people):
            person.drop()

        async def only_the_match():
            return await listed() == {played}

        await until(only_the_match)
        back = await enter(server, token=people[0].token)
        assert (await back.call("join", room=played))["seat"] == 0
        assert await watcher.refused("join", room=code) == "no_room"


@test
async def a_rematch_needs_everybody():
    async with Server(path("rematch.db")) as server:
        code, people = await table(server, FIRST)
        rng = random.Random(8)
        await play_on(people, rng)
        first = (await people[0].call("join", room=code))["game"]["match"]
        await people[0].hear("room", lambda m: m["room"]["phase"] == "over")
        await people[0].call("rematch")
        await people[1].call("rematch")
        begun = await people[1].hear("start")
        assert begun["game"]["match"] != first and begun["game"]["n"] == 0
        await play_on(people, rng, 3)


@test
async def a_quick_match_finds_two_people():
    async with Server(path("quick.db")) as server:
        one, two, three = [await enter(server, name) for name in ("One", "Two", "Three")]
        first = await one.call("quick", game=FIRST, players=2)
        second = await two.call("quick", game=FIRST, players=2)
        assert first["room"]["code"] == second["room"]["code"]
        await one.hear("start")
        await two.hear("start")
        third = await three.call("quick", game=FIRST, players=2)
        assert third["room"]["code"] != first["room"]["code"]


@test
async def chat_reaches_the_room_and_has_limits():
    async with Server(path("chat.db")) as server:
        code, people = await table(server, FIRST)
        await people[0].call("chat", text="你好 <b>")
        heard = await people[1].hear("chat")
        assert heard["text"] == "你好 <b>" and heard["c"] == 1
        twin = await enter(server, "P0")  # a name is anybody's, a seat is not
        await twin.call("join", room=code)
        await twin.call("chat", text="I agree to that")
        said = await people[1].hear("chat")
        assert (heard["name"], heard["seat"]) == ("P0", 0) and said["name"] == "P0" and "seat" not in said, said
        assert await people[0].refused("chat", text=" ") == "empty"
        assert await people[0].refused("chat", text="x" * 500) == "too_long"
        many = [people[0].call("chat", text="x") for _ in range(40)]
        answers = await asyncio.gather(*many, return_exceptions=True)
        codes = [getattr(answer, "code", None) for answer in answers]
        assert set(codes) == {None, "too_fast"} and codes.count(None) >= 5, codes
        late = await enter(server, "Late")
        assert (await late.call("join", room=code))["chat"][0]["text"] == "你好 <b>"


@test
async def accounts_have_passwords_and_can_go():
    async with Server(path("accounts.db"), "--logins-per-minute", 0) as server:
        ada = await enter(server, "Ada")
        assert await ada.refused("register", account="ada", password="short") == "bad_password"
        await ada.call("register", account="Ada.L", password="correct horse")
        eve = await enter(server, "Eve")
        assert await eve.refused("register", account="ada.l", password="12345678") == "account_taken"
        new = await Client(server.port).open()
        assert await new.refused("login", account="ada.l", password="wrong pass") == "bad_login"
        assert await new.refused("login", account="nobody", password="wrong pass") == "bad_login"
        known = await new.call("login", account="ada.l", password="correct horse")
        assert known["person"] == ada.person and known["token"] != ada.token
        await new.call("rename", name="艾达")
        again = await enter(server, token=known["token"])
        assert again.person == ada.person
        assert await again.refused("delete", password="wrong pass") == "bad_login"
        await again.call("delete", password="correct horse")
        late = await Client(server.port).open()
        assert await late.refused("hello", token=known["token"]) == "bad_token"
        assert await late.refused("hello", token=ada.token) == "bad_token"
        with open(path("accounts.db"), "rb") as file:
            kept = file.read()
        with open(path("accounts.db-wal"), "rb") as file:
            kept += file.read()
        assert ada.token.encode() not in kept and b"correct horse" not in kept
        assert ada.token not in server.said() and "correct horse" not in server.said()


@test
async def errors_are_said_in_the_clients_language():
    async with Server(path("language.db")) as server:
        client = await Client(server.port).open("Accept-Language: zh-TW,zh;q=0.9\r\n")
        for lang, said in (("", "請先說明你是誰。"), ("zh-Hans", "请先说明你是谁。"),
                           ("en", "Say who you are first.")):
            if lang:
                await client.call("prefer", lang=lang)
            try:
                await client.call("rooms")
            except Exception as refusal:  # pylint: disable=broad-except
                assert refusal.message == said, refusal.message


@test
async def the_view_the_choices_and_the_words_come_with_each_move_when_wanted():
    async with Server(path("wants.db")) as server:
        _, people = await table(server, FIRST)
        for person in people:
            await person.call("prefer", view=True, legal=True, words=True, lang="zh-Hans")
        turn = (await people[0].call("view"))["turn"]
        await step(people[turn], random.Random(1))
        moves = [await person.hear("move") for person in people]
        assert all("view" in move and move["say"] is not None for move in moves)
        acting = moves[moves[0]["turn"]]
        assert acting["legal"] and all("say" in choice for choice in acting["legal"])
        assert "legal" not in moves[1 - moves[0]["turn"]]


@test
async def sentences_name_the_players_of_their_own_room():
    async with Server(path("names.db")) as server:
        tables = []
        for names in (("Ada", "Bob"), ("Cid", "Dora")):
            _, people = await table(server, "duel", names=names)
            await play_on(people, random.Random(1), 6)
            tables.append((people, names))
        for (people, names), (_, others) in zip(tables, reversed(tables)):
            told = await people[0].call("history", words=True, **{"from": 0})
            said = " ".join(line for move in told["moves"] for line in move["say"])
            assert all(name in said for name in names), said
            assert not any(name in said for name in others), said


@test
async def a_battle_is_told_by_the_lines_of_its_log_when_wanted():
    async with Server(path("lines.db")) as server:
        _, people = await table(server, "combat")
        await people[0].call("prefer", lines=True)
        await people[0].call("apply", n=0, action={"type": "tick"})
        move, quiet = [await person.hear("move") for person in people]
        assert move["lines"][0] == "[Turn] T1(P1)" and len(move["lines"]) == len(move["events"])
        assert "lines" not in quiet
        told = await people[0].call("history", **{"from": 0})
        assert told["deal"]["lines"][0] == "[Turn] T1(P1) Begin"
        assert told["moves"][0]["lines"] == move["lines"]
        assert "deal" not in await people[0].call("history", **{"from": 1})


@test
async def pages_health_and_numbers_are_served():
    async with Server(path("pages.db")) as server:
        _, people = await table(server, FIRST)
        await play_on(people, random.Random(1), 3)
        status, headers, body = await get(server.port, "/")
        assert status == 200 and b"/socket" in body and "content-security-policy" in headers
        status, _, body = await get(server.port, "/healthz")
        assert status == 200 and json.loads(body) == {"ok": True}
        status, _, body = await get(server.port, "/metrics")
        numbers = dict(line.rsplit(" ", 1) for line in body.decode().splitlines()
                       if not line.startswith("#"))
        assert numbers["parlor_moves_total"] == "3" and numbers["parlor_connections"] == "2"
        assert int(numbers["parlor_move_seconds_count"]) == 3
        status, _, body = await get(server.port, "/api/games")
        assert [game["game"] for game in json.loads(body)["games"]] == [g[0] for g in games()]
        assert (await get(server.port, "/api/nothing"))[0] == 404
        assert (await get(server.port, "/api/match/0123456789abcdef"))[0] == 404


@test
async def a_certificate_makes_it_speak_tls():
    made = subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                           "-subj", "/CN=localhost", "-keyout", path("key.pem"), "-out",
                           path("cert.pem")], capture_output=True, check=False)
    assert made.returncode == 0, made.stderr
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    tls.check_hostname = False
    tls.load_verify_locations(path("cert.pem"))
    options = ["--cert", path("cert.pem"), "--key", path("key.pem")]
    async with Server(path("tls.db"), *options) as server:
        client = await Client(server.port).open(tls=tls)
        await client.hello("Ada", legal=True, words=True)
        await client.call("create", game=FIRST, players=2, delay_ms=0)
        await client.call("fill", seat=1, agent="random")
        await client.call("start")
        rng = random.Random(1)
        made = 0
        while made < 10:
            view = await client.call("view")
            if view.get("over"):
                break
            if view["turn"] == 0:
                await step(client, rng)
                made += 1
            else:
                await client.hear("move", lambda m, n=view["n"]: m["n"] > n)
        assert len(json.dumps(await client.call("history", **{"from": 0}))) > 1000


main(globals())
