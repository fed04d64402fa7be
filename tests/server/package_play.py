"""package_play.py - two people at an installed server, across what its operator does to it:
package_play.py PARLOR begin|go_on|look STATE PORT."""
import asyncio
import json
import random
import ssl
import sys

from parlor_server import Client, play_on

WHAT, STATE, PORT = sys.argv[2], sys.argv[3], int(sys.argv[4])
TLS = ssl.create_default_context()
TLS.check_hostname, TLS.verify_mode = False, ssl.CERT_NONE


async def come(name, token=None):
    return await (await Client(PORT).open(tls=TLS)).hello(name, token)


async def begin():
    ada, bob = await come("Ada"), await come("Bob")
    made = await ada.call("create", game="sea-salt", players=2, grace_s=600)
    code = made["room"]["code"]
    await bob.call("join", room=code)
    await bob.call("sit")
    await bob.call("ready")
    await ada.call("start")
    for person in (ada, bob):
        await person.hear("start")
    await play_on([ada, bob], random.Random(1), 10)
    with open(STATE, "w", encoding="utf-8") as file:
        json.dump({"code": code, "tokens": [ada.token, bob.token]}, file)


async def go_on(moves, least):
    with open(STATE, encoding="utf-8") as file:
        kept = json.load(file)
    people = [await come("", token) for token in kept["tokens"]]
    for person in people:
        joined = await person.call("join", room=kept["code"])
        assert joined["game"]["n"] >= least, joined["game"]["n"]
    await play_on(people, random.Random(2), moves)


asyncio.run({"begin": begin, "go_on": lambda: go_on(10, 10), "look": lambda: go_on(3, 10)}[WHAT]())
