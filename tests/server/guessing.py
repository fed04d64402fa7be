"""guessing.py - who tries names, tokens, codes and passwords until one fits, and who takes a
name that looks like another's."""
import asyncio
import random

from parlor_server import Client, Refused, Server, enter, main, path, test

FIRST = "sea-salt"
MINE = "127.0.0.2"
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


async def tries(client, count, op, **fields):
    """The codes of so many refusals."""
    found = []
    for number in range(count):
        given = {key: value(number) for key, value in fields.items()}
        try:
            await client.call(op, **given)
            found.append("ok")
        except Refused as refusal:
            found.append(refusal.code)
    return found


@test
async def room_codes_cannot_be_tried_out():
    rng = random.Random(1)
    async with Server(path("codes.db"), env={"PARLOR_GUESSES_PER_MINUTE": "20"}) as server:
        host = await enter(server)
        code = (await host.call("create", game=FIRST, players=2))["room"]["code"]
        eve = await (await Client(server.port).open(address=MINE)).hello("Eve")
        found = await tries(eve, 60, "join",
                            room=lambda _: "".join(rng.choice(LETTERS) for _ in range(7)))
        assert found.count("no_room") <= 25 and found[-1] == "too_fast", found
        assert await eve.refused("join", room=code) == "too_fast"  # also the right one
        other = await (await Client(server.port).open(address=MINE)).hello("Eve again")
        assert await other.refused("join", room=code) == "too_fast"
        friend = await enter(server)
        await friend.call("join", room=code)  # others notice nothing


@test
async def tokens_cannot_be_tried_out():
    rng = random.Random(2)
    async with Server(path("tokens.db"), env={"PARLOR_GUESSES_PER_MINUTE": "20"}) as server:
        victim = await enter(server)
        eve = await Client(server.port).open(address=MINE)
        found = await tries(eve, 60, "hello",
                            token=lambda _: "".join(rng.choice(LETTERS) for _ in range(47)))
        assert found.count("bad_token") <= 25 and found[-1] == "too_fast", found
        assert await eve.refused("hello", token=victim.token) == "too_fast"
        again = await Client(server.port).open()
        await again.hello(token=victim.token)


@test
async def passwords_of_an_account_cannot_be_tried_out_from_everywhere():
    async with Server(path("passwords.db"), "--logins-per-minute", 0) as server:
        owner = await enter(server)
        await owner.call("register", account="Owner", password="a good password")
        found = []
        for number in range(14):  # each from another address, and in another spelling
            eve = await Client(server.port).open(address=f"127.0.1.{number + 1}")
            name = "".join(letter.upper() if number >> at & 1 else letter
                           for at, letter in enumerate("owner"))
            found += await tries(eve, 1, "login", account=lambda _, name=name: name,
                                 password=lambda number: f"wrong password {number}")
        assert found.count("bad_login") == 10 and found[-1] == "too_fast", found
        again = await enter(server, token=owner.token)  # who is signed in stays so
        await again.call("ping")
        other = await enter(server, "Other")
        await other.call("register", account="other", password="a good password")
        assert "token" in await (await Client(server.port).open()).call(
            "login", account="other", password="a good password")


@test
async def names_are_seen_and_are_nobody_elses():
    good = ("Ada", "王小明", "Zoë", "Ångström", "Иван", "Ελένη", "김철수", "さくら", "محمد", "A1-b_c",
            "O'Neill", "x", "Ana María", "สมชาย", "J́on", "王 Ada", "1234")
    bad = {
        "not seen": ("a\u200bb", "\u3164", "\u2800", "a\u00adb", "\u115f", "\ufeffAda", "\u180e",
                     "Ada\u2060", "\ufe0f", "a\u034fb", "\u17b5", "\uffa0", "\u3000\u3000"),
        "turned around": ("\u202eadA", "a\u2066b", "\u200fAda", "\u061cAda"),
        "another in disguise": ("Аda", "Adа", "Οscar", "Ａｄａ", "ℵda", "Ⓐda", "Ⅳ", "\ue000"),
        "piled up": ("A\u0301\u0301\u0301", "\u0301Ada"),
        "blanks": (" Ada", "Ada ", "A  da", "A\u00a0da", "A\tda", "A\nda", ""),
        "too long": ("a" * 17, "王" * 17),
    }
    async with Server(path("names.db")) as server:
        client = await enter(server)
        for name in good:
            assert (await client.call("rename", name=name))["name"] == name
        for kind, names in bad.items():
            for name in names:
                assert await client.refused("rename", name=name) in ("bad_name", "too_long"), \
                    (kind, name)
                fresh = await Client(server.port).open()
                assert await fresh.refused("hello", name=name) in ("bad_name", "too_long")
                await fresh.close()


main(globals())
