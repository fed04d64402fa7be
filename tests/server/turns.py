"""turns.py - whose turn it is over the socket: seats that are away, and turns without a choice."""
import asyncio
import random

from parlor_server import Server, enter, games, main, path, play_on, step, table, test

FIRST = games()[0][0]


@test
async def the_absent_are_stepped_for_and_come_back():
    async with Server(path("absent.db")) as server:
        code, people = await table(server, FIRST, grace_s=0)
        turn = (await people[0].call("view"))["turn"]
        people[turn].drop()
        here = people[1 - turn]
        moved = await here.hear("move")
        assert moved["n"] == 1 and moved["why"] == "away"
        while moved["turn"] == turn:
            moved = await here.hear("move")
        back = await enter(server, token=people[turn].token)
        seen = await back.call("join", room=code)
        assert seen["seat"] == turn and seen["room"]["seats"][turn]["online"]
        people[turn] = back
        await play_on(people, random.Random(1), 4)


async def skipped(person):
    """The first move made for a seat that is away."""
    await person.hear("move", lambda move: move.get("why") == "away")
    return person


@test
async def who_is_still_away_is_not_waited_for_again():
    """The grace is for a turn that was interrupted: a later turn of the same seat is over before
    half as long a grace of somebody who left another table a moment earlier."""
    async with Server(path("still.db")) as server:
        long, fresh = [(await table(server, "sea-salt", grace_s=grace))[1] for grace in (4, 2)]
        turn = (await long[0].call("view"))["turn"]
        long[turn].drop()
        here = await skipped(long[1 - turn])
        while (await here.call("view"))["turn"] == turn:
            await skipped(here)
        gone = (await fresh[0].call("view"))["turn"]
        fresh[gone].drop()
        here.heard.clear()
        waits = [asyncio.create_task(skipped(one)) for one in (here, fresh[1 - gone])]
        while not any(wait.done() for wait in waits):
            if (await here.call("view"))["turn"] == turn:
                await asyncio.sleep(0.05)
            else:
                await step(here, random.Random(1))
        done, _ = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        assert waits[0] in done and waits[1] not in done
        await waits[1]


async def gaps_of_agent(server, name, count):
    """How long an agent took for each of its first moves, by the number of the move."""
    person = await enter(server, name)
    await person.call("create", game="sea-salt", players=2)
    await person.call("fill", seat=1, agent="random")
    await person.call("start")
    rng, clock, gaps = random.Random(1), asyncio.get_running_loop().time, {}
    while len(gaps) < count:
        view = await person.call("view")
        if view["turn"] == 0:
            await step(person, rng)
            continue
        since = clock()
        await person.hear("move", lambda m, n=view["n"]: m["n"] == n + 1)
        gaps[view["n"]] = clock() - since
    return gaps


@test
async def an_agent_takes_its_time_by_chance():
    """Between the delay of the room and twice as long, and not by the number of the move: the
    same moves at other tables come after other times."""
    async with Server(path("chance.db")) as server:
        tables = [gaps_of_agent(server, f"Ada{i}", 6) for i in range(4)]
        seen = await asyncio.gather(*tables)
    pairs = [(one[n], other[n]) for i, one in enumerate(seen) for other in seen[:i]
             for n in one.keys() & other.keys()]
    assert len(pairs) > 5, seen
    assert max(abs(a - b) for a, b in pairs) > 0.1, pairs


@test
async def an_agent_plays_for_the_absent_where_the_room_says_so():
    async with Server(path("stand-in.db")) as server:
        code, people = await table(server, FIRST, grace_s=0, absent="agent", delay_ms=0)
        turn = (await people[0].call("view"))["turn"]
        people[turn].drop()
        await people[1 - turn].hear("move", lambda m: m.get("turn") == 1 - turn or m.get("over"))
        waits = await table(server, FIRST, grace_s=0, absent="wait")
        turn = (await waits[1][0].call("view"))["turn"]
        waits[1][turn].drop()
        await asyncio.sleep(0.6)
        assert (await waits[1][1 - turn].call("view"))["n"] == 0


@test
async def the_only_move_is_told_to_who_has_it_and_to_nobody_else():
    async with Server(path("only.db")) as server:
        _, people = await table(server, "sea-salt")
        for person in people:
            await person.call("prefer", legal=True)
        met, rng = set(), random.Random(3)
        for n in range(120):
            turn = (await people[0].call("view"))["turn"]
            asked = await people[turn].call("legal", words=False)
            other = await people[1 - turn].call("legal", words=False)
            assert ("only" in asked) == (len(asked["legal"]) == 1), asked
            assert other["legal"] == [] and "only" not in other, other
            if n:  # what was pushed with the last move says the same
                mine, theirs = await people[turn].hear("move"), await people[1 - turn].hear("move")
                assert mine.get("only") == asked.get("only"), (mine, asked)
                assert [one["do"] for one in mine["legal"]] == [one["do"] for one in asked["legal"]]
                assert "only" not in theirs and "legal" not in theirs, theirs
            met.add((asked["legal"][0]["do"]["type"], asked.get("only")))
            if (await step(people[turn], rng)).get("over"):
                break
        assert ("draw_deck", "open") in met, met  # both piles are empty, and all see it
        assert ("end_pairs", "hidden") in met, met  # a hand without a pair is its owner's secret
        assert None in {only for _, only in met}, met


main(globals())
