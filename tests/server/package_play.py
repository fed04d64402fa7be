"""package_play.py - two people at an installed server, across what its operator does to it:
package_play.py PARLOR begin|go_on|look STATE PORT[,PORT] [tls]: with two ports each has one."""
import asyncio
import json
import random
import ssl
import sys

from parlor_server import Client, step, until

WHAT, STATE, PORTS = sys.argv[2], sys.argv[3], [int(port) for port in sys.argv[4].split(",")]
TLS = ssl.create_default_context() if sys.argv[5:] == ["tls"] else None
if TLS:
    TLS.check_hostname, TLS.verify_mode = False, ssl.CERT_NONE


async def come(number, name, token=None):
    return await (await Client(PORTS[number % len(PORTS)]).open(tls=TLS)).hello(name, token)


async def play(people, rng, moves):
    """What one has done the other's server hears of a moment later."""
    async def is_at(person, n):
        return (await person.call("view"))["n"] >= n

    for _ in range(moves):
        view = await people[0].call("view")
        if view.get("over"):
            return
        done = await step(people[view["turn"]], rng)
        for person in people:
            await until(lambda person=person: is_at(person, done["n"]))


async def begin():
    ada, bob = await come(0, "Ada"), await come(1, "Bob")
    made = await ada.call("create", game="sea-salt", players=2, grace_s=600)
    code = made["room"]["code"]
    await bob.call("join", room=code)
    await bob.call("sit")
    await bob.call("ready")
    await ada.hear("room", lambda told: told["room"]["seats"][1].get("ready"))
    await ada.call("start")
    for person in (ada, bob):
        await person.hear("start")
    await play([ada, bob], random.Random(1), 10)
    with open(STATE, "w", encoding="utf-8") as file:
        json.dump({"code": code, "tokens": [ada.token, bob.token]}, file)


async def go_on(moves, least):
    with open(STATE, encoding="utf-8") as file:
        kept = json.load(file)
    people = [await come(number, "", token) for number, token in enumerate(kept["tokens"])]
    for person in people:
        joined = await person.call("join", room=kept["code"])
        assert joined["game"]["n"] >= least, joined["game"]["n"]
    await play(people, random.Random(2), moves)


asyncio.run({"begin": begin, "go_on": lambda: go_on(10, 10), "look": lambda: go_on(3, 10)}[WHAT]())
