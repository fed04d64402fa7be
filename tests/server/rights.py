"""rights.py - who may do what: the server's table, the one in the docs, and what a client
meets at the socket are the same."""
import os
import random
import re

from parlor_server import Client, Refused, Server, enter, main, path, play_on, table, test

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")
PLACES = ["outside", "open", "playing", "over"]
CODES = {"OUT": "not_in_room", "IN": "leave_first", "RUNS": "match_runs", "NONE": "no_match"}
RIGHTS_CODES = {*CODES.values(), "hello_first", "not_seated", "not_host"}
ROW = re.compile(r"^RIGHT\((\w+),\s+(\w+),\s+(\w+),\s+(\w+),\s+(\w+)\)", re.M)
# What may be asked for without changing anything when it is allowed.
HARMLESS = {
    "ping": {}, "games": {}, "prefer": {}, "rooms": {}, "view": {}, "legal": {}, "history": {},
    "score": {}, "validate": {"action": {}}, "undo": {"n": 99999}, "agree": {"n": 99999}, "apply": {"n": 99999, "action": {}},
    "sit": {"seat": 99}, "ready": {"ready": 1}, "set": {"grace_s": -1}, "chat": {"text": ""},
    "fill": {"seat": 99}, "kick": {"person": ""}, "host": {"person": ""}, "rename": {"name": ""},
    "hello": {"name": ""}, "login": {"account": "x"}, "register": {"account": "x"},
    "join": {"room": "x"}, "quick": {"players": -1},
}


def source(*parts):
    with open(os.path.join(ROOT, *parts), encoding="utf-8") as file:
        return file.read()


def rights():
    """operation -> place -> word"""
    found = {op: dict(zip(PLACES, who)) for op, *who in ROW.findall(source("server", "rooms",
                                                                          "rights.def"))}
    assert len(found) >= 30
    return found


def expected(word, role, op_needs_person):
    if role == "nobody" and op_needs_person:
        return "hello_first"
    if word in CODES:
        return CODES[word]
    if word == "SEATED" and role not in ("seated", "host"):
        return "not_seated"
    if word == "HOST" and role != "host":
        return "not_host"
    return None


async def meets(client, place, role):
    """Everything the table says of somebody there."""
    for op, who in rights().items():
        code = expected(who[place], role, who["outside"] != "ANYBODY")
        if op == "quick" and place != "outside":
            continue  # it would take them elsewhere
        fields = HARMLESS.get(op, {"password": "x"} if op == "delete" else {})
        if code:
            if op == "create":
                fields = {"game": "duel", "players": 2}
            assert await client.refused(op, **fields) == code, (op, place, role, code)
        elif op in HARMLESS:
            try:
                await client.call(op, **fields)
            except Refused as refusal:
                assert refusal.code not in RIGHTS_CODES, (op, place, role, refusal)


@test
async def the_docs_have_the_same_table():
    words = {"ANYBODY": "anybody", "PERSON": "all", "SEATED": "seated", "HOST": "host",
             **{word: f"`{code}`" for word, code in CODES.items()}}
    found = {}
    for line in source("docs", "PROTOCOL.md").split("## Who may do what")[1].split("\n## ")[0] \
            .splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `"):
            for op in re.findall(r"`(\w+)`", cells[0]):
                found[op] = cells[1:]
    wanted = {op: [words[who[place]] for place in PLACES] for op, who in rights().items()}
    for who in wanted.values():
        who[0] = who[0].replace("all", "a person")
    assert found == wanted, [op for op in wanted if found.get(op) != wanted[op]]


@test
async def everybody_meets_the_table():
    async with Server(path("rights.db"), "--logins-per-minute", 0) as server:
        nobody = await Client(server.port).open()
        await meets(nobody, "outside", "nobody")
        outside = await enter(server, "Out")
        await meets(outside, "outside", "person")
        for place in PLACES[1:]:
            code, people = await table(server, "sea-salt", options={"target": 10}) \
                if place != "open" else (None, [await enter(server, "H"), await enter(server, "G")])
            if place == "open":
                code = (await people[0].call("create", game="sea-salt", players=3))["room"]["code"]
                await people[1].call("join", room=code)
                await people[1].call("sit")
            if place == "over":
                await play_on(people, random.Random(1))
            watcher = await enter(server, "Watcher")
            await watcher.call("join", room=code)
            await meets(watcher, place, "watcher")
            await meets(people[1], place, "seated")
            await meets(people[0], place, "host")


@test
async def strangers_have_no_host():
    async with Server(path("strangers.db")) as server:
        people = [await enter(server, name) for name in ("Ada", "Eve")]
        first = await people[0].call("quick", game="sea-salt", players=2)
        assert first["room"]["host"] == "" and first["room"]["quick"]
        await meets(people[0], "open", "seated")
        await people[1].call("quick", game="sea-salt", players=2)
        for person in people:
            await person.hear("start")
            await meets(person, "playing", "seated")


@test
async def a_stranger_who_sits_there_does_not_stop_the_match():
    async with Server(path("still.db"), "--quick-clock-s", 1) as server:
        people = [await enter(server, name) for name in ("Ada", "Eve")]
        for person in people:
            room = (await person.call("quick", game="sea-salt", players=2))["room"]
        assert (room["clock"], room["clock_s"], room["increment_s"]) == ("game", 1, 10), room
        for person in people:
            await person.hear("start")
        late = await people[0].hear("move", lambda move: move.get("why") == "time")
        assert late["seat"] == "table", late
    async with Server(path("always.db"), "--quick-clock-s", 0) as server:
        room = (await (await enter(server)).call("quick", game="sea-salt", players=2))["room"]
        assert room["clock"] == "none"


@test
async def a_host_cannot_play_for_another():
    async with Server(path("hosts.db")) as server:
        code, people = await table(server, "sea-salt", grace_s=1)
        host, guest = people
        assert await host.refused("set", clock="move", clock_s=1) == "match_runs"
        assert await host.refused("kick", person=guest.person) == "match_runs"
        assert await host.refused("fill", seat=1, agent="random") == "seat_taken"
        guest.drop()
        await host.hear("room", lambda m: not m["room"]["seats"][1].get("online"))
        back = await enter(server, token=guest.token)
        await back.call("join", room=code)
        await back.call("leave")  # now it is given up
        await host.call("fill", seat=1, agent="random")


@test
async def who_is_ready_is_ready_for_the_rules_as_they_are():
    """Or a host changes them in the last moment and starts in the same breath."""
    changes = ({"clock": "move", "clock_s": 1}, {"absent": "agent"}, {"grace_s": 0}, {"undo": "off"},
               {"options": {}}, {"players": 2})
    async with Server(path("ready.db")) as server:
        for change in changes:
            host, guest = await enter(server, "Host"), await enter(server, "Guest")
            code = (await host.call("create", game="sea-salt", players=2, clock="none"))["room"]["code"]
            await guest.call("join", room=code)
            await guest.call("sit")
            await guest.call("ready")
            await host.call("set", public=True, delay_ms=5)  # which are nobody's rules
            room = (await host.call("join", room=code))["room"]
            assert room["seats"][1].get("ready"), room
            await host.call("set", **change)
            assert await host.refused("start") == "not_ready", change
            await guest.call("ready")
            await host.call("start")
        await play_on([host, guest], random.Random(5))
        await guest.call("rematch")
        await host.call("set", clock="move", clock_s=1)
        await host.call("rematch")
        room = (await host.call("join", room=code))["room"]
        assert room["phase"] == "over" and not room["seats"][1].get("ready"), room
        await guest.call("rematch")
        await guest.hear("start")


@test
async def who_only_watches_never_becomes_host():
    async with Server(path("watch.db")) as server:
        code, people = await table(server, "sea-salt", grace_s=2)
        host, guest = people
        watchers = [await enter(server, f"W{i}") for i in range(6)]
        for watcher in watchers:
            await watcher.call("join", room=code)
        assert await host.refused("host", person=watchers[0].person) == "no_person"
        host.drop()
        for person in (*watchers, guest):  # the grace is over when the host is another
            seen = await person.hear("room", lambda m: m["room"]["host"] != host.person)
            assert seen["room"]["host"] == guest.person
        guest.drop()
        back = await enter(server, token=host.token)
        await back.call("join", room=code)
        seen = await back.hear("room", lambda m: m["room"]["host"] == host.person)
        assert seen["room"]["phase"] == "playing"


main(globals())
