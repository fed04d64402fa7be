"""people.py - accounts and what is kept of people: passwords, sessions, ratings, all of it shown
and all of it forgotten."""
import asyncio
import json
import os
import random
import sqlite3
import time

from parlor_server import (Client, Closed, Refused, Server, enter, get, main, number_is, number_is_past,
                           number_of, path, play_on, test,
                           until)

FIRST = "sea-salt"
PASSWORD, OTHER = "a good password", "another good one"


async def login(server, account, password=PASSWORD):
    client = await Client(server.port).open()
    answer = await client.call("login", account=account, password=password)
    client.token, client.person = answer["token"], answer["person"]
    return client


async def quick(server, one, two, seed):
    """A match among strangers to its end; the seat that won, or None."""
    await one.call("quick", game=FIRST, players=2)
    await two.call("quick", game=FIRST, players=2)
    await one.hear("start")
    await two.hear("start")
    await play_on([one, two], random.Random(seed))
    view = await one.call("view")
    winners = view["winners"]
    match = (await one.call("join", room=(await one.call("quick", game=FIRST))["room"]["code"]))[
        "game"]["match"]
    await one.call("leave")
    await two.call("leave")
    return match, winners


async def ratings(client, **whose):
    return {rating["game"]: rating for rating in (await client.call("rating", **whose))["ratings"]}


def inside(name):
    """Every text the file has, also what was deleted and not overwritten is not asked for."""
    file = sqlite3.connect(path(name))
    rows = file.execute("select kind,key,body from doc").fetchall()
    file.close()
    return rows


@test
async def a_refused_wish_changes_nothing():
    async with Server(path("wishes.db")) as server:
        ada = await enter(server, "Ada")
        for wrong in ({"lang": "zh-Hans", "view": 3}, {"view": True, "state": "yes"}):
            assert await ada.refused("prefer", **wrong) == "wrong_type"
        try:
            await ada.call("sit")
            raise AssertionError("nobody sits outside a room")
        except Refused as refusal:
            assert refusal.message.isascii(), refusal.message


@test
async def a_password_is_changed_and_ends_other_sessions():
    async with Server(path("password.db")) as server:
        ada = await enter(server, "Ada")
        assert await ada.refused("password", password=PASSWORD, new=OTHER) == "no_account"
        await ada.call("register", account="ada", password=PASSWORD)
        thief = await login(server, "ada")
        assert await ada.refused("password", password="not this one", new=OTHER) == "bad_login"
        assert await ada.refused("password", password=PASSWORD, new="short") == "bad_password"
        assert await ada.refused("password", password=PASSWORD) == "bad_password"
        await ada.call("password", password=PASSWORD, new=OTHER)
        assert await thief.closed() == 1008
        again = await Client(server.port).open()
        assert await again.refused("hello", token=thief.token) == "bad_token"
        assert await again.refused("login", account="ada", password=PASSWORD) == "bad_login"
        await again.call("login", account="ada", password=OTHER)
        await (await Client(server.port).open()).hello(token=ada.token)  # this one stays


@test
async def sessions_are_listed_and_ended():
    async with Server(path("sessions.db")) as server:
        ada = await enter(server, "Ada")
        assert await ada.refused("sessions") == "no_account"
        await ada.call("register", account="ada", password=PASSWORD)
        others = [await login(server, "ada") for _ in range(3)]
        listed = (await ada.call("sessions"))["sessions"]
        assert len(listed) == 4 and [s["this"] for s in listed].count(True) == 1
        first = next(s["session"] for s in (await others[0].call("sessions"))["sessions"]
                     if s["this"])
        assert await ada.refused("end", session="0" * 12) == "no_session"
        assert await ada.refused("end", session=first[:5]) == "no_session"
        await ada.call("end", session=first)
        assert await others[0].closed() == 1008
        await others[1].call("ping")
        await ada.call("end")  # all the others
        assert await others[1].closed() == 1008 and await others[2].closed() == 1008
        assert len((await ada.call("sessions"))["sessions"]) == 1
        fresh = await Client(server.port).open()
        for other in others:
            assert await fresh.refused("hello", token=other.token) == "bad_token"


@test
async def matches_among_strangers_are_rated_once():
    server = Server(path("rated.db")).start()
    ada, bob = await enter(server, "Ada"), await enter(server, "Bob")
    assert await ratings(ada) == {}
    won = [0, 0]
    for seed in range(4):
        match, winners = await quick(server, ada, bob, seed)
        for seat in winners:
            won[seat] += 1
        await until(lambda: rated(ada, seed + 1))
    mine, theirs = (await ratings(ada))[FIRST], (await ratings(bob))[FIRST]
    assert mine["matches"] == theirs["matches"] == 4 and [mine["won"], theirs["won"]] == won
    assert mine["deviation"] < 350 and "exact" not in mine
    if won[0] != won[1]:
        assert (mine["rating"] > theirs["rating"]) == (won[0] > won[1])
    assert await ratings(bob, person=ada.person) == await ratings(ada)
    board = (await ada.call("leaders", game=FIRST))["leaders"]
    assert [leader["rating"] for leader in board] == sorted(
        (mine["rating"], theirs["rating"]), reverse=True)
    assert {leader["name"] for leader in board} == {"Ada", "Bob"}
    assert (await ada.call("leaders", game="duel"))["leaders"] == []
    assert await ada.refused("leaders", game="nothing") == "unknown_game"
    # A match among friends is not rated, but it is theirs.
    code = (await ada.call("create", game=FIRST, players=2))["room"]["code"]
    await bob.call("join", room=code)
    await bob.call("sit")
    await bob.call("ready")
    await ada.call("start")
    await play_on([ada, bob], random.Random(9))
    await until(lambda: has_played(ada, 5))
    assert (await ratings(ada))[FIRST]["matches"] == 4
    await asyncio.to_thread(server.stop)
    server.start()
    ada = await enter(server, token=ada.token)
    assert (await ratings(ada))[FIRST] == mine
    await asyncio.to_thread(server.stop)
    record = next(json.loads(body) for kind, key, body in inside("rated.db")
                  if kind == "match" and key == match)
    assert len(record["ratings"]) == 2
    assert len([1 for kind, _, _ in inside("rated.db") if kind == "leader"]) == 2


def rate(name, ratings):
    """Ratings as a server would have kept them, into the file of one that does not run."""
    file = sqlite3.connect(path(name))
    columns = [row[1] for row in file.execute("pragma table_info(doc)")]
    old = file.execute("select * from doc where kind='rating'").fetchall()
    assert old, "a match was rated before"
    for person, rating in ratings.items():
        row = dict(zip(columns, old[0]))
        body = {**json.loads(row["body"]), "person": person, "rating": rating, "exact": float(rating)}
        row.update(key=f"{person}/{FIRST}", body=json.dumps(body))
        file.execute(f"insert or replace into doc ({','.join(row)}) values ({','.join('?' * len(row))})",
                     list(row.values()))
    file.commit()
    file.close()


@test
async def strangers_are_matched_by_strength_and_the_longer_they_wait_the_farther():
    server = Server(path("strength.db")).start()
    people = [await enter(server, name) for name in ("Weak", "Fair", "Strong", "Best")]
    await quick(server, people[0], people[1], 1)
    await until(lambda: rated(people[0], 1))
    await asyncio.to_thread(server.stop)
    rate("strength.db", dict(zip((each.person for each in people), (1100, 1480, 1900, 1950))))
    server.start()
    weak, fair, strong, best = [await enter(server, token=each.token) for each in people]

    async def seek(client, waited):
        return (await client.call("quick", game=FIRST, players=2, waited_s=waited))["room"]

    room = {client: await seek(client, 0) for client in (weak, strong, fair)}
    assert len({each["code"] for each in room.values()}) == 3  # too far apart to begin with
    assert room[strong]["rating"] == 1900
    assert (await seek(weak, 0))["code"] == room[weak]["code"]  # and it stays there
    joined = await seek(best, 0)  # the nearest, not the oldest
    assert joined["code"] == room[strong]["code"] and joined["phase"] == "playing"
    assert (await seek(weak, 10))["code"] == room[weak]["code"]
    moved = await seek(weak, 20)  # now 380 points are near enough
    assert moved["code"] == room[fair]["code"] and moved["phase"] == "playing", moved
    assert await weak.refused("quick", game=FIRST, players=2, waited_s=-1) == "bad_number"
    await asyncio.to_thread(server.stop)


async def rated(client, matches):
    return (await ratings(client)).get(FIRST, {}).get("matches") == matches


async def has_played(client, matches):
    return len((await client.call("export"))["kept"]["matches"]) == matches


@test
async def a_person_sees_all_and_is_forgotten_wholly():
    server = Server(path("forgotten.db")).start()
    ada, bob = await enter(server, "Ada Secret"), await enter(server, "Bob")
    await ada.call("register", account="ada", password=PASSWORD)
    matches = [(await quick(server, ada, bob, seed))[0] for seed in range(2)]
    await until(lambda: has_played(ada, 2))
    kept = (await ada.call("export"))["kept"]
    assert kept["name"] == "Ada Secret" and kept["account"] == "ada"
    assert sorted(each["match"] for each in kept["matches"]) == sorted(matches)
    assert all(each["game"] == FIRST and abs(each["ended_s"] - time.time()) < 600
               for each in kept["matches"]), kept["matches"]
    assert len(kept["ratings"]) == 1 and kept["ratings"][0]["game"] == FIRST
    assert "hash" not in json.dumps(kept) and ada.token not in json.dumps(kept)
    guest = await enter(server, "Guest Secret")
    await quick(server, guest, bob, 5)
    await until(lambda: has_played(guest, 1))
    person, other = ada.person, guest.person
    await ada.call("delete", password=PASSWORD)
    await guest.call("delete")
    await until(lambda: not any(kind == "erase" for kind, _, _ in inside("forgotten.db")))
    for match in matches:  # the match itself stays, for the others
        assert (await get(server.port, f"/api/match/{match}"))[0] == 200
    left = (await bob.call("leaders", game=FIRST))["leaders"]
    await until(lambda: leaders_are(bob, {"Bob"}))
    await asyncio.to_thread(server.stop)
    for kind, key, body in inside("forgotten.db"):
        if kind == "room":
            continue  # forgotten with its match, by the sweep
        for secret in (person, other, "Secret", '"ada"'):
            assert secret not in key and secret not in body, (kind, key, body)
    assert left is not None


async def leaders_are(client, names):
    return {leader["name"] for leader in
            (await client.call("leaders", game=FIRST))["leaders"]} == names


@test
async def a_forgetting_that_was_cut_short_is_finished():
    server = Server(path("cut.db")).start()
    ada, bob = await enter(server, "Ada Secret"), await enter(server, "Bob")
    await quick(server, ada, bob, 1)
    await until(lambda: has_played(ada, 1))
    server.kill()
    file = sqlite3.connect(path("cut.db"))
    file.execute("insert into doc(kind,key,version,at,body) values('erase',?,1,0,'{}')",
                 (ada.person,))
    file.commit()
    file.close()
    server.start()
    await until(lambda: not any(kind == "erase" for kind, _, _ in inside("cut.db")))
    await asyncio.to_thread(server.stop)
    for kind, key, body in inside("cut.db"):
        if kind not in ("token", "room"):
            assert ada.person not in key + body and "Secret" not in body, (kind, key, body)


@test
async def old_guests_and_matches_are_swept_by_a_setting():
    server = Server(path("swept.db")).start()
    ada, bob = await enter(server, "Ada"), await enter(server, "Bob")
    match, _ = await quick(server, ada, bob, 1)
    await until(lambda: has_played(ada, 1))
    await asyncio.to_thread(server.stop)

    def age(days):
        file = sqlite3.connect(path("swept.db"))
        file.execute("update doc set at=at-? where kind in ('token','match','played')",
                     (days * 86400000,))
        file.commit()
        file.close()

    def moves():
        file = sqlite3.connect(path("swept.db"))
        found = file.execute("select (select count(*) from sheet)+(select count(*) from fresh)")
        count = found.fetchone()[0]
        file.close()
        return count

    age(40)
    server.start()  # by default nothing is forgotten
    assert (await get(server.port, f"/api/match/{match}"))[0] == 200
    await asyncio.to_thread(server.stop)
    assert moves() > 0
    server.options = ("--guest-days", 30, "--match-days", 50, "--sweep-s", 1)
    server.start()
    await until(lambda: not any(kind == "token" for kind, _, _ in inside("swept.db")))
    assert (await get(server.port, f"/api/match/{match}"))[0] == 200
    fresh = await Client(server.port).open()
    assert await fresh.refused("hello", token=ada.token) == "bad_token"
    await asyncio.to_thread(server.stop)
    age(20)
    server.start()
    await until(lambda: not any(kind == "match" for kind, _, _ in inside("swept.db")))
    assert (await get(server.port, f"/api/match/{match}"))[0] == 404
    await asyncio.to_thread(server.stop)
    assert moves() == 0


@test
async def sessions_end_also_when_whoever_ended_them_has_gone():
    """Asked for and hung up: what was written concerns the others all the same."""
    async with Server(path("gone.db")) as server:
        ada = await enter(server, "Ada")
        await ada.call("register", account="ada", password="a good password")
        here, there = [await Client(server.port).open() for _ in range(2)]
        for one in (here, there):
            await one.call("login", account="ada", password="a good password")
        slow = sqlite3.connect(server.store, isolation_level=None)
        slow.execute("begin immediate")  # it is read, and what is to be written waits
        batches = await number_of(server, "store_batches_total")
        here.send({"id": 99, "op": "end"})
        await until(lambda: number_is_past(server, "store_batches_total", batches))
        await asyncio.sleep(0.1)
        here.drop()
        await until(lambda: number_is(server, "connections", 2))
        slow.execute("rollback")
        slow.close()
        assert await there.closed() == 1008 and await ada.closed() == 1008


main(globals())
