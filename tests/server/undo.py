"""undo.py - taking moves back where the others agree, as clients meet it."""
import asyncio
import json
import random

from parlor_server import Refused, Server, enter, games, get, main, path, play_on, step, table, test
from players import record_is, replays
from postgres import Postgres


async def turn_of(person):
    return (await person.call("view"))["turn"]


def told(view):
    """What a viewer knows of the table, whatever its number."""
    return {key: view[key] for key in ("turn", "phase", "view")}


async def asks(people, seat, n):
    """The seat asks, and everybody hears of it."""
    answer = await people[seat].call("undo", n=n)
    others = [other for other in range(len(people)) if other != seat]
    assert answer["waits_for"] == others, answer
    for person in people:
        room = (await person.hear("room", lambda m: "asks" in m["room"]))["room"]
        assert room["asks"] == {"n": n, "seat": seat, "agreed": []}, room
    return answer


@test
async def a_move_is_taken_back_when_the_other_agrees():
    async with Server(path("agreed.db")) as server:
        code, people = await table(server, "duel")
        watcher = await enter(server, "Watcher")
        assert (await watcher.call("join", room=code))["room"]["undo"] == "agreed"
        seat = await turn_of(people[0])
        mine, other = people[seat], people[1 - seat]
        before = [await person.call("view") for person in (*people, watcher)]
        legal = await mine.call("legal", words=False)
        await step(mine, random.Random(1))
        await asks(people, seat, 1)
        assert await watcher.refused("agree", n=1) == "not_seated"
        done = await other.call("agree", n=1)
        assert (done["t"], done["n"], done["seat"], done["taken"]) == ("undo", 2, seat, 1), done
        for person, view in zip((*people, watcher), before):
            if person is not other:
                heard = await person.hear("undo")
                assert (heard["n"], heard["turn"]) == (2, seat)
            after = await person.call("view")
            assert after["n"] == 2 and told(after) == told(view)
        assert (await mine.call("legal", words=False))["legal"] == legal["legal"]
        # A request of before is one of another table, however many moves there are.
        assert await mine.refused("apply", n=0, action=legal["legal"][0]["do"]) == "stale"
        assert await mine.refused("apply", n=1, action=legal["legal"][0]["do"]) == "stale"
        await mine.call("apply", n=2, action=legal["legal"][1]["do"])
        history = await watcher.call("history", **{"from": 0})
        assert [(move["t"], move["n"]) for move in history["moves"]] == [("undo", 2), ("move", 3)]
        assert [move["n"] for move in
                (await watcher.call("history", **{"from": 2}))["moves"]] == [3]
        # Who has heard everything is told the rest; who has not is shown the table.
        match = (await watcher.call("join", room=code))["game"]["match"]
        for n, knows in ((3, True), (2, True), (1, False), (0, False)):
            game = (await watcher.call("join", room=code, have={"match": match, "n": n}))["game"]
            assert ("moves" in game) == knows and ("view" in game) != knows, (n, game)
            assert not knows or [move["n"] for move in game["moves"]] == list(range(n + 1, 4))
        end = await play_on(people, random.Random(2))
        record = await record_is(server.port, match, end["hash"])
        replays([record])
        kept = json.loads((await get(server.port, f"/api/match/{match}"))[2])["match"]
        assert len(kept["commands"]) == end["n"] - 2  # the one taken back, and the taking back


@test
async def it_is_refused_withdrawn_or_void():
    async with Server(path("refused.db")) as server:
        _, people = await table(server, "duel")
        seat = await turn_of(people[0])
        mine, other = people[seat], people[1 - seat]
        assert await mine.refused("undo", n=0) == "undo_nothing"
        assert await mine.refused("agree", n=0) == "undo_nothing"
        assert await mine.refused("undo", n=7) == "stale"
        await step(mine, random.Random(1))
        assert await other.refused("undo", n=1) == "undo_nothing"
        await asks(people, seat, 1)
        await mine.call("undo", n=1)  # asking again is no other question
        await mine.call("agree", n=1, agree=False)  # not wanted any more
        await other.hear("room", lambda m: "asks" not in m["room"])
        assert await other.refused("agree", n=1) == "undo_nothing"
        for person in people:
            person.heard.clear()
        await asks(people, seat, 1)
        await other.call("agree", n=1, agree=False)
        heard = await mine.hear("room", lambda m: m["room"].get("asks", {}).get("refused"))
        assert heard["room"]["asks"]["seat"] == seat
        assert await mine.refused("undo", n=1) == "undo_refused"
        assert await other.refused("agree", n=1) == "undo_nothing"
        await step(other, random.Random(2))  # and it is forgotten
        await other.call("undo", n=2)
        assert await mine.refused("undo", n=2) == "undo_asked"
        if await turn_of(mine) == seat:
            await step(mine, random.Random(3))  # who moves has answered
        else:
            await step(other, random.Random(3))
        assert await mine.refused("agree", n=2) == "stale"
        assert (await mine.call("view"))["n"] == 3


@test
async def a_room_may_have_it_off_and_strangers_do():
    async with Server(path("off.db")) as server:
        _, people = await table(server, "duel", undo="off")
        seat = await turn_of(people[0])
        await step(people[seat], random.Random(1))
        assert await people[seat].refused("undo", n=1) == "undo_off"
        ada, bob = await enter(server, "Ada"), await enter(server, "Bob")
        for person in (ada, bob):
            await person.call("quick", game="duel", players=2)
        for person in (ada, bob):
            await person.hear("start")
        seat = await turn_of(ada)
        await step((ada, bob)[seat], random.Random(1))
        assert await (ada, bob)[seat].refused("undo", n=1) == "undo_off"


@test
async def agents_agree():
    async with Server(path("agents.db")) as server:
        ada = await enter(server, "Ada")
        await ada.call("create", game="duel", players=2, delay_ms=8000)
        await ada.call("fill", seat=1, agent="random")
        await ada.call("start")
        while True:
            while await turn_of(ada) != 0:  # it takes its time, and up to as long again
                await ada.hear("move")
            n = (await step(ada, random.Random(1)))["n"]
            try:
                done = await ada.call("undo", n=n)
                break
            except Refused as refusal:  # it was faster, or a card was turned up
                assert refusal.code in ("stale", "undo_shown"), refusal
        assert (done["t"], done["turn"], done["n"]) == ("undo", 0, n + 1)


@test
async def what_it_showed_cannot_be_taken_back():
    async with Server(path("shown.db")) as server:
        _, people = await table(server, "sea-salt")
        mine = people[await turn_of(people[0])]
        legal = (await mine.call("legal", words=False))["legal"]
        drawn = next(each["do"] for each in legal if each["do"]["type"] == "draw_deck")
        n = (await mine.call("apply", n=0, action=drawn))["n"]
        assert await mine.refused("undo", n=n) == "undo_shown"


async def back(server, code, people):
    """Everybody again, after the server was gone."""
    found = []
    for person in people:
        client = await enter(server, token=person.token)
        client.joined = await client.call("join", room=code)
        found.append(client)
    return found


@test
async def it_is_as_durable_as_a_move():
    store = path("durable.db")
    options = ["--snapshot-moves", 3]
    server = Server(store, *options).start()
    code, people = await table(server, "duel", absent="wait")
    rng = random.Random(5)
    while True:  # until something can be taken back past a snapshot
        view = await people[0].call("view")
        before = [await person.call("view") for person in people]
        moved = await step(people[view["turn"]], rng)
        if moved["n"] >= 6 and moved["n"] % 3 == 0:
            try:
                await asks(people, view["turn"], moved["n"])
                break
            except Refused as refusal:  # it showed a card
                assert refusal.code == "undo_shown", refusal
    seat = view["turn"]
    await asyncio.to_thread(server.kill)
    server = Server(store, *options).start()
    people = await back(server, code, people)
    assert people[0].joined["room"]["asks"]["seat"] == seat  # the question is still there
    done = await people[1 - seat].call("agree", n=moved["n"])
    assert done["taken"] == 1 and done["n"] == moved["n"] + 1
    await asyncio.to_thread(server.kill)
    server = Server(store, *options).start()
    people = await back(server, code, people)
    for person, known in zip(people, before):
        view = await person.call("view")
        assert view["n"] == moved["n"] + 1 and told(view) == told(known)
    history = (await people[0].call("history", **{"from": 0}))["moves"]
    assert [move["n"] for move in history] == [*range(1, moved["n"]), moved["n"] + 1]
    assert history[-1]["t"] == "undo"
    end = await play_on(people, rng)
    replays([await record_is(server.port, people[0].joined["game"]["match"], end["hash"])])
    await asyncio.to_thread(server.stop)


@test
async def every_game_takes_back_and_goes_on_the_same():
    async with Server(path("every.db"), "--snapshot-moves", 4, "--unload-s", 0) as server:
        for game, fewest, _ in games():
            rng = random.Random(game)
            code, people = await table(server, game, fewest)
            match = (await people[0].call("join", room=code))["game"]["match"]
            taken, view = 0, await people[0].call("view")
            for _ in range(300):
                if view.get("over"):
                    break
                seat = view["turn"]
                known = [await person.call("view") for person in people]
                n = (await step(people[seat], rng))["n"]
                view = await people[0].call("view")
                if view.get("over") or rng.random() < 0.4:
                    continue
                try:
                    await people[seat].call("undo", n=n)
                except Refused as refusal:
                    assert refusal.code == "undo_shown", (game, refusal)
                    continue
                for other in range(len(people)):
                    if other != seat:
                        done = await people[other].call("agree", n=n)
                if done["taken"] == 1:  # else it went past what left no choice
                    for person, before in zip(people, known):
                        assert told(await person.call("view")) == told(before), game
                taken += 1
                view = await people[0].call("view")
            assert taken > 5, (game, taken)
            end = await play_on(people, rng)
            replays([await record_is(server.port, match, end["hash"])])
            for person in people:
                await person.close()


@test
async def no_seconds_are_won_by_it():
    async with Server(path("seconds.db")) as server:
        _, people = await table(server, "duel", clock="game", clock_s=100, increment_s=50)
        seat = await turn_of(people[0])
        moved = await step(people[seat], random.Random(1))
        assert moved["left_ms"][seat] > 140000
        await people[seat].call("undo", n=1)
        done = await people[1 - seat].call("agree", n=1)
        assert 80000 < done["left_ms"][seat] <= 100000, done["left_ms"]
        assert 80000 < done["left_ms"][1 - seat] <= 100000, done["left_ms"]


@test
async def two_processes_agree():
    with Postgres() as database:
        often = ["--snapshot-moves", 4]
        async with Server(database.url, *often) as one, Server(database.url, *often) as two:
            ada, bob = await enter(one, "Ada"), await enter(two, "Bob")
            code = (await ada.call("create", game="duel", players=2, grace_s=600))["room"]["code"]
            await bob.call("join", room=code)
            await bob.call("sit")
            await bob.call("ready")
            await ada.hear("room", lambda m: m["room"]["seats"][1].get("ready"))
            await ada.call("start")
            match = (await bob.hear("start"))["game"]["match"]
            people, rng, n = [ada, bob], random.Random(1), 0
            for _ in range(2):
                seat = await turn_of(ada)
                n = (await step(people[seat], rng))["n"]
                for person in people:
                    await person.hear("move", lambda m, n=n: m["n"] == n)
                await people[seat].call("undo", n=n)
                await people[1 - seat].hear("room", lambda m, n=n:
                                            m["room"].get("asks", {}).get("n") == n)
                n = (await people[1 - seat].call("agree", n=n))["n"]
                for person in people:
                    if person is not people[1 - seat]:
                        await person.hear("undo", lambda m, n=n: m["n"] == n)
            views = [await person.call("view") for person in people]
            assert [view["n"] for view in views] == [n, n]
            for _ in range(4):
                seat = await turn_of(ada)
                n = (await step(people[seat], rng))["n"]
                for person in people:
                    await person.hear("move", lambda m, n=n: m["n"] == n)
            end = await play_on([ada], rng, 0)
            assert end["n"] == n and match


@test
async def taking_back_has_an_end():
    """Each is two entries of the log, and all are made again by whoever opens the room."""
    async with Server(path("end.db")) as server:
        person = await enter(server)
        await person.call("create", game="combat", players=2, grace_s=600, delay_ms=0)
        await person.call("fill", seat=1, agent="random")
        await person.call("start")
        taken, code = 0, ""
        while not code:
            view = await person.call("view")
            if view["turn"] != 0:
                await asyncio.sleep(0.05)
                continue
            legal = await person.call("legal", words=False)
            done = await person.call("apply", n=view["n"], action=legal["legal"][0]["do"])
            try:
                await person.call("undo", n=done["n"])
                taken += 1
            except Refused as refused:
                code = refused.code
            assert taken <= 600
        assert code == "undo_off" and taken >= 500, (code, taken)
        assert (await person.call("view"))["n"] >= 2 * taken


main(globals())
