"""shares.py - what is dear is shared fairly: passwords do not wait for agents, one address's
agents not for another's, and nobody waits for agents when the server stops."""
import asyncio
import random

from parlor_server import (Client, SLOW, Server, enter, get, main, number_of, path, play_on, table,
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
    async with Server(path("turns.db"), "--agent-ms", 1500) as server:
        await thinkers(server, 40, MINE)
        friend = (await thinkers(server, 1, "127.0.0.1"))[0]
        n = (await friend.call("view"))["n"]
        before = await number_of(server, "agent_moves_total")
        await friend.hear("move", lambda move: move["n"] > n and move["seat"] == 1)
        thought = await number_of(server, "agent_moves_total") - before
        assert thought < 25, thought  # forty stood before it


@test
async def nobody_waits_for_agents_when_it_stops():
    server = Server(path("stops.db"), "--agent-ms", LONG_MS).start()
    await thinkers(server, 12, MINE)
    await asyncio.to_thread(server.stop, 20)  # it would think for much longer
    server.start()
    await asyncio.to_thread(server.stop, 20)


main(globals())
