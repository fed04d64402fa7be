"""guessing.py - who tries names, tokens, codes and passwords until one fits, and who takes a
name that looks like another's."""
import asyncio
import random
import time

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
        "another in disguise": ("Аda", "Adа", "Οscar", "Ａｄａ", "ℵda", "Ⓐda", "Ⅳ", "\ue000",
                                "ᴬda", "ᴀda", "Adᵃ", "Adaⁿ", "ʰAda", "ꓮda", "ᗩda"),
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


@test
async def chat_is_seen_and_one_persons_however_many_windows():
    async with Server(path("chat.db")) as server:
        first = await enter(server, "Spam")
        code = (await first.call("create", game="duel", players=2))["room"]["code"]
        for nothing in ("\u200b", "\u3000", "\u2028 \u2029", "\u2800\ufeff", "\U000e0041", "\x7f", "\u202e"):
            assert await first.refused("chat", text=nothing) == "empty", nothing
        tame = {"\u202eevil": "   evil", "a\u2066b\u2028c": "a   b   c", "a\x1b[31m\x9bb": "a [31m  b",
                "😀": "😀", "ＯＫ！": "ＯＫ！", "نمی\u200cخواهم": "نمی\u200cخواهم"}
        for said, shown in tame.items():
            await first.call("chat", text=said)
            assert (await first.hear("chat"))["text"] == shown
        began, taken = time.monotonic(), 0
        for _ in range(10):
            window = await Client(server.port).open()
            await window.call("hello", token=first.token)
            await window.call("join", room=code)
            answers = await asyncio.gather(*(window.call("chat", text="buy") for _ in range(8)),
                                           return_exceptions=True)
            taken += sum(not isinstance(answer, Exception) for answer in answers)
            await window.close()
        assert taken <= 6 + time.monotonic() - began, taken


main(globals())
