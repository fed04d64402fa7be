"""notices.py - whoever is away hears of their turn: sealed for their browser, signed by the server, and
sent nowhere it should not go."""
import json
import random
import sqlite3
import time

from parlor_server import (Server, enter, main, number_is, number_is_past, number_of, path, step, table,
                           test, until)
from webpush import Browser, Service, claims, unworded, words

GAME = "duel"
CONTACT = "mailto:somebody@example.org"
ON = ("--push", CONTACT, "--push-within", 1)


def kept(name):
    file = sqlite3.connect(path(name))
    rows = file.execute("select key from doc where kind='notify'").fetchall()
    file.close()
    return [key for (key,) in rows]


async def turn_to(people, seat, rng):
    """Moves of all others until that seat is to act."""
    while True:
        turn = (await people[1 - seat].call("view"))["turn"]
        if turn == seat:
            return
        await step(people[turn], rng)


async def away(server, language="en", **settings):
    """A match in which the second person is to move next after the first, and could be gone by then."""
    code, people = await table(server, GAME, absent="wait", **settings)
    await people[1].call("prefer", lang=language)
    rng = random.Random(7)
    while (await people[0].call("view"))["turn"] != 0:
        await step(people[1], rng)
    return code, people, rng


async def leaves(people):
    people[0].heard.clear()
    people[1].drop()
    await people[0].hear("room", lambda news: not news["room"]["seats"][1]["online"])


@test
async def the_reader_of_these_tests_reads_what_the_standard_shows():
    """RFC 8291, appendix A."""
    browser = Browser(int.from_bytes(unworded("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big"),
                      unworded("BTBZMqHH6r4Tts7J_aSIgg"))
    sealed = ("DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
              "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
              "lcy4a-fN")
    assert browser.read(unworded(sealed)) == "When I grow up, I want to be a watermelon"


@test
async def who_is_away_is_told_in_their_language_and_nobody_else_can_read_it():
    async with Service() as service, Server(path("told.db"), *ON) as server:
        code, people, rng = await away(server, "zh-Hans")
        browser = Browser()
        endpoint = f"http://127.0.0.1:{service.port}/send/abc"
        key = (await people[1].call("notify"))["key"]
        await people[1].call("notify", **browser.subscription(endpoint))
        await leaves(people)
        await step(people[0], rng)
        await turn_to(people, 1, rng)
        await until(lambda: service.got)
        line, headers, body = service.got[0]
        assert line == "POST /send/abc HTTP/1.1", line
        assert headers["content-encoding"] == "aes128gcm" and int(headers["ttl"]) > 0, headers
        said = claims(headers["authorization"], key)
        assert said["aud"] == f"http://127.0.0.1:{service.port}" and said["sub"] == CONTACT, said
        assert time.time() < said["exp"] <= time.time() + 24 * 3600, said
        notice = json.loads(browser.read(body))
        assert notice == {"title": "轮到你了", "body": "七大奇迹：对决", "url": f"/r/{code}",
                          "tag": code}, notice
        assert b"/r/" not in body
        try:
            Browser().read(body)
            raise RuntimeError("somebody else has read it")
        except AssertionError:
            pass
        await until(lambda: number_is(server, "notices_sent_total", 1))


@test
async def who_is_there_is_not_told_nor_who_took_it_back():
    async with Service() as service, Server(path("there.db"), *ON) as server:
        _, people, rng = await away(server)
        subscription = Browser().subscription(f"http://127.0.0.1:{service.port}/a")
        await people[1].call("notify", **subscription)
        await step(people[0], rng)
        await turn_to(people, 1, rng)
        while (await people[1].call("view"))["turn"] == 1:
            await step(people[1], rng)
        assert kept("there.db")
        await people[1].call("notify", off=True, **subscription)
        assert not kept("there.db")
        await leaves(people)
        await step(people[0], rng)
        await turn_to(people, 1, rng)
        await people[0].call("ping")
    assert not service.lines, service.got


@test
async def a_subscription_goes_when_its_service_knows_it_no_more_and_with_its_person():
    async with Service(410) as service, Server(path("gone.db"), *ON) as server:
        _, people, rng = await away(server)
        await people[1].call("notify", **Browser().subscription(f"http://127.0.0.1:{service.port}/a"))
        await leaves(people)
        await step(people[0], rng)
        await turn_to(people, 1, rng)
        await until(lambda: service.got and not kept("gone.db"))
        assert await number_of(server, "notices_failed_total") == 1
        eve = await enter(server, "Eve")
        for n in range(7):
            await eve.call("notify", **Browser().subscription(f"http://127.0.0.1:{service.port}/{n}"))
        assert len(kept("gone.db")) == 5, "a person has any number of browsers"
        await eve.call("delete")
        await until(lambda: not kept("gone.db"))


@test
async def one_who_is_away_for_long_is_not_told_of_every_turn():
    async with Service() as service, Server(path("often.db"), *ON) as server:
        code, people, rng = await away(server)
        await people[1].call("notify", **Browser().subscription(f"http://127.0.0.1:{service.port}/a"))
        for _ in range(8):
            await leaves(people)
            await step(people[0], rng)
            await turn_to(people, 1, rng)
            people[0].heard.clear()
            people[1] = await enter(server, token=people[1].token)
            await people[1].call("join", room=code)
            await people[0].hear("room", lambda news: news["room"]["seats"][1]["online"])
            while (await people[1].call("view"))["turn"] == 1:
                await step(people[1], rng)
        await until(lambda: number_is_past(server, "notices_sent_total", 2))
    assert 1 < len(service.got) <= 4, len(service.got)


@test
async def nothing_is_sent_to_an_address_within():
    async with Service() as service, Server(path("within.db"), "--push", CONTACT) as server:
        _, people, rng = await away(server)
        for host in ("localhost", "127.0.0.1", "[::1]"):
            await people[1].call("notify",
                                 **Browser().subscription(f"https://{host}:{service.port}/a"))
        await leaves(people)
        await step(people[0], rng)
        await turn_to(people, 1, rng)
        await until(lambda: number_is(server, "notices_failed_total", 3))
        assert await number_of(server, "notices_sent_total") == 0
    assert service.lines == 0, "a connection was made"


@test
async def what_is_no_subscription_is_refused():
    async with Server(path("none.db")) as off, Server(path("bad.db"), "--push", CONTACT) as server:
        assert await (await enter(off)).refused("notify") == "no_notices"
        ada = await enter(server)
        good = Browser().subscription("https://push.example.org/a")
        away_from_the_curve = words(b"\4" + bytes(31) + b"\1" + bytes(31) + b"\1")
        for change in ({"endpoint": "http://push.example.org/a"}, {"endpoint": "https://push.example.org"},
                       {"endpoint": "https://you@push.example.org/"}, {"endpoint": "ftp://example.org/"},
                       {"endpoint": "https://push.example.org/a\r\nX: y"}, {"endpoint": "https:///a"},
                       {"p256dh": good["p256dh"][:-2]}, {"p256dh": away_from_the_curve}, {"p256dh": "A" * 87},
                       {"auth": "AAAA"}, {"auth": None}):
            wrong = {name: value for name, value in {**good, **change}.items() if value is not None}
            assert await ada.refused("notify", **wrong) == "bad_request", change
        assert not kept("bad.db")
        await ada.call("notify", **good)
        assert len(kept("bad.db")) == 1


main(globals())
