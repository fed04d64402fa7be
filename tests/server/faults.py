"""faults.py - what goes wrong in the world: killed, flooded, forged, cut off, full."""
import asyncio
import json
import os
import random
import resource
import sqlite3
import subprocess
import time

from parlor_server import (SLOW, Client, Closed, Refused, Server, enter, games, get, http, main,
                           number_is, number_is_past, number_of, path, play_on, table, test,
                           until)
from players import play_match, record_is, replays

FIRST = games()[0][0]
KILLS = int(os.environ.get("PARLOR_KILLS", "20"))
MATCHES = int(os.environ.get("PARLOR_MATCHES", "8"))
SEED = int(os.environ.get("PARLOR_SEED", "1"))


@test
async def no_acknowledged_move_is_lost_when_it_is_killed():
    server = Server(path("killed.db")).start()
    rng = random.Random(SEED)
    stop = False
    finished = []

    async def go_on(number):
        while not stop:
            game, fewest, most = rng.choice(games())
            players, end = await play_match(lambda: server.port, game,
                                            rng.randint(fewest, min(most, 4)),
                                            f"{SEED} {number} {len(finished)}")
            finished.append(end)
            assert players

    tasks = [asyncio.ensure_future(go_on(number)) for number in range(4)]

    async def made(moves):
        for task in tasks:
            if task.done():
                task.result()
        return await number_is_past(server, "moves_total", moves)

    for _ in range(KILLS):
        moves = rng.choice((0, 1, 10, 100))
        await until(lambda: made(moves))
        await asyncio.sleep(rng.uniform(0, 0.02))
        server.kill()
        server.start()
    stop = True
    await asyncio.gather(*tasks)
    records = [await record_is(server.port, match, final) for match, final, _ in finished]
    replays(records)
    print(f"# {KILLS} kills, {len(records)} matches, "
          f"{sum(len(record['commands']) for record in records)} moves", flush=True)
    await asyncio.to_thread(server.stop)


@test
async def many_matches_end_through_disconnects_and_a_kill():
    """All at once: nobody moves before everybody sits. Then one kill in the middle of it."""
    server = Server(path("soak.db"), "--connections", 5 * MATCHES + 200).start()
    began = time.monotonic()
    waiting = 0
    everybody = asyncio.Event()

    async def seated():
        nonlocal waiting
        waiting += 1
        if waiting == MATCHES:
            assert await number_of(server, "matches") == MATCHES
            everybody.set()
        await everybody.wait()

    matches = []
    for number in range(MATCHES):
        game, fewest, most = games()[number % len(games())]
        seats = fewest + number // len(games()) % (min(most, 4) - fewest + 1)
        matches.append(asyncio.ensure_future(
            play_match(lambda: server.port, game, seats, number, drops=0.02, seated=seated)))
    whole = asyncio.gather(*matches)
    await until(lambda: everybody.is_set() or whole.done(), 1200)
    await until(lambda: number_is_past(server, "moves_total", 20 * MATCHES), 1200)
    server.kill()
    server.start()
    ends = [end for _, end in await whole]
    people = [player for players, _ in [match.result() for match in matches] for player in players]
    records = [await record_is(server.port, match, final) for match, final, _ in ends]
    replays(records)
    assert len({match for match, _, _ in ends}) == MATCHES
    moves = sum(len(record["commands"]) for record in records)
    print(f"# {MATCHES} matches, {len(people)} people, {moves} moves, "
          f"{sum(player.connections for player in people)} connections, "
          f"{time.monotonic() - began:.0f} s", flush=True)
    await asyncio.to_thread(server.stop)


@test
async def nonsense_is_refused_and_harms_nobody():
    async with Server(path("nonsense.db")) as server:
        _, people = await table(server, FIRST)
        client = await Client(server.port).open()
        bad = {
            b"": "bad_json", b"x": "bad_json", b"{": "bad_json", b"[]": "wrong_type",
            b"{}": "missing_field", b'{"op":1}': "wrong_type", b'{"op":"x"}': "unknown_op",
            b'{"op":"ping","op":"ping"}': "bad_json", b'{"op":"ping","x":1}': "unknown_field",
            b'{"op":"rooms"}': "hello_first", b'{"op":"hello","name":7}': "wrong_type",
            b'{"op":"hello","name":""}': "bad_name", b'{"op":"hello","name":"\\u0000"}': "bad_json",
            b'{"op":"hello","name":" x"}': "bad_name", b'{"op":"hello"}': "bad_name",
            b'{"op":"hello","token":"aaaa"}': "bad_token", b"\xff\xfe": "bad_json",
            b'{"op":"hello","name":"12345678901234567"}': "bad_name",
            b"[" * 3000 + b"]" * 3000: "bad_json",
        }
        for text, code in bad.items():
            if text == b"\xff\xfe":
                continue  # the socket itself may refuse what is not UTF-8
            client.send_frame(text)
            answer = await client.hear(None)
            assert not answer["ok"] and answer["error"]["code"] == code, (text, answer)
        client.send_frame(b'{"op":', final=False)
        client.send_frame(b'"ping"}', kind=0)
        assert (await client.hear(None))["ok"]
        for kind, body, code in ((2, b"\0", 1003), (1, b"x" * 9000, 1009)):
            other = await Client(server.port).open()
            other.send_frame(body, kind=kind)
            assert await other.closed() == code
        await play_on(people, random.Random(1), 5)


@test
async def other_sites_and_other_paths_are_refused():
    async with Server(path("origin.db"), "--origins", "https://a.example") as server:
        own = f"Origin: http://127.0.0.1:{server.port}\r\n"
        await (await Client(server.port).open(own)).close()
        await (await Client(server.port).open("Origin: https://a.example\r\n")).close()
        for headers, where in (("Origin: https://evil.example\r\n", "/socket"),
                               ("Origin: https://a.example.evil\r\n", "/socket"),
                               ("Origin: null\r\n", "/socket"), ("", "/"), ("", "/other")):
            try:
                await Client(server.port).open(headers, where)
            except (Closed, OSError):
                continue
            raise AssertionError(f"{headers} {where} was let in")


@test
async def no_file_outside_the_web_folder_is_served():
    os.makedirs(path("web/assets"), exist_ok=True)
    for name, text in (("web/index.html", "<p>hello"), ("web/assets/a.wasm", "wasm"),
                       ("secret", "secret"), ("web/.hidden", "secret")):
        with open(path(name), "w", encoding="ascii") as file:
            file.write(text)
    async with Server(path("files.db"), "--web", path("web")) as server:
        status, headers, body = await get(server.port, "/")
        assert status == 200 and body == b"<p>hello"
        status, headers, _ = await get(server.port, "/assets/a.wasm")
        assert status == 200 and headers["content-type"] == "application/wasm"
        assert "immutable" in headers["cache-control"]
        assert (await get(server.port, "/r/abcdefg"))[2] == b"<p>hello"
        for where in ("/../secret", "/assets/../../secret", "/%2e%2e/secret", "/..%2fsecret",
                      "/.hidden", "//etc/passwd", "/assets", "/assets/", "/a%00b"):
            try:
                status, _, body = await get(server.port, where)
            except (asyncio.IncompleteReadError, ConnectionError):
                continue
            assert status >= 300 and b"secret" not in body, (where, status, body)
        post = f"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n".encode()
        assert (await http(server.port, post))[0] in (404, 405)


@test
async def floods_are_bounded():
    async with Server(path("flood.db"), "--messages-per-second", 20, "--connections-per-address",
                      6, "--guests-per-minute", 1) as server:
        flood = await Client(server.port).open()
        for _ in range(500):
            flood.send_frame(b'{"op":"ping"}')
        assert await flood.closed() == 1008
        await until(lambda: number_is(server, "connections", 0))
        held = [await Client(server.port).open() for _ in range(6)]
        for client in held:
            await client.call("ping")  # so it is counted
        assert await (await Client(server.port).open()).closed()
        await held[0].call("hello", name="x")
        assert await held[1].refused("hello", name="x") == "too_fast"


@test
async def behind_a_trusted_proxy_its_word_counts():
    async def enters(server, said):
        client = await Client(server.port).open(f"X-Forwarded-For: {said}\r\n" if said else "")
        try:
            await client.call("ping")
        except Closed:
            return False
        return True

    limits = ["--connections-per-address", 2, "--proxies", "10.0.0.7,127.0.0.1"]
    async with Server(path("proxied.db"), *limits) as server:
        for said in ("198.51.100.1", "198.51.100.1, 10.0.0.7", "2001:db8::1", "2001:db8::1"):
            assert await enters(server, said), said
        # Whatever stands before the proxy's own word anybody could have written.
        for said in ("198.51.100.1", "203.0.113.9, 198.51.100.1", "1,198.51.100.1 , 10.0.0.7",
                     "203.0.113.9,2001:db8::1"):
            assert not await enters(server, said), said
        assert await enters(server, "198.51.100.2")
        for said in ("", "nonsense"):  # the proxy's own address
            assert await enters(server, said), said
        assert not await enters(server, "x" * 600)
    async with Server(path("unproxied.db"), "--connections-per-address", 2) as server:
        assert [await enters(server, f"198.51.100.{i}") for i in range(3)] == [True, True, False]


@test
async def a_client_that_does_not_read_is_let_go():
    async with Server(path("slow.db"), "--queue-bytes", 20000) as server:
        code, people = await table(server, FIRST)
        slow = await Client(server.port).open(receive_bytes=4096)
        await slow.hello("Slow", view=True)
        await slow.call("join", room=code)
        slow.writer.transport.pause_reading()
        rng, made = random.Random(1), 0
        while await number_of(server, "slow_clients_total") == 0:
            # What it asks for fills the buffers between us, then it is not read from any
            # more, and what the others do fills the queue.
            for _ in range(10):
                slow.send_frame(b'{"op":"view"}')
            await play_on(people, rng, 1)
            made += 1
            assert made < 200, "it was never let go"
        assert (await people[1].call("view"))["n"] == made
        await until(lambda: number_is(server, "connections", 2))


@test
async def a_half_open_or_creeping_connection_is_closed():
    async with Server(path("half.db"), "--silence-s", int(8 * SLOW)) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"GET /socket HTTP/1.1\r\nHost:")  # and no more
        silent = await enter(server)
        silent.send_frame = lambda *_, **__: None  # answers no ping
        rest = await asyncio.wait_for(reader.read(), 60 * SLOW)
        assert b"101" not in rest
        assert await silent.closed()
        writer.close()


@test
async def a_locked_database_delays_and_nothing_is_lost():
    async with Server(path("locked.db")) as server:
        _, people = await table(server, FIRST)
        rng = random.Random(2)
        await play_on(people, rng, 3)
        view = await people[0].call("view")
        person = people[view["turn"]]
        action = (await person.call("legal", words=False))["legal"][0]["do"]
        other = sqlite3.connect(path("locked.db"), isolation_level=None)
        other.execute("begin immediate")
        # First it waits; then it says so, and the health of the server does too.
        waits = asyncio.ensure_future(person.refused("apply", n=3, action=action))
        await until(lambda: waits.done() or number_of(server, "store_queue"))
        assert (await people[0].call("view"))["n"] == 3
        assert await waits == "store_failed"
        assert (await get(server.port, "/healthz"))[0] == 503
        # What is still read does not make it well.
        done = await number_of(server, "store_batches_total")
        await until(lambda: number_is_past(server, "store_batches_total", done + 2))
        assert (await get(server.port, "/healthz"))[0] == 503
        assert (await people[0].call("view"))["view"] == view["view"]
        waits = asyncio.ensure_future(person.call("apply", n=3, action=action))
        await until(lambda: waits.done() or number_of(server, "store_queue"))
        other.execute("rollback")
        other.close()
        try:
            done = await waits
        except Refused as refusal:  # the lock outlasted its patience once more
            assert refusal.code == "store_failed", refusal
            done = await person.call("apply", n=3, action=action)
        assert done["n"] == 4
        assert (await get(server.port, "/healthz"))[0] == 200


@test
async def a_full_disk_refuses_and_heals():
    """The limit on file sizes stands in for the disk."""
    server = Server(path("full.db")).start()
    code, people = await table(server, FIRST)
    rng = random.Random(2)
    await play_on(people, rng, 5)
    size = os.path.getsize(path("full.db-wal"))
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    view = await people[0].call("view")
    legal = await people[view["turn"]].call("legal", words=False)
    action = legal["legal"][0]["do"]
    assert await people[view["turn"]].refused("apply", n=5, action=action) == "store_failed"
    assert (await people[0].call("view"))["view"] == view["view"]
    assert (await get(server.port, "/healthz"))[0] == 503
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE,
                     (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    while (await get(server.port, "/healthz"))[0] != 200:  # though nobody writes
        await asyncio.sleep(0.1)
    done = await people[view["turn"]].call("apply", n=5, action=action)
    assert done["n"] == 6 and (await get(server.port, "/healthz"))[0] == 200
    await asyncio.to_thread(server.stop)
    server.start()
    back = await enter(server, token=people[0].token)
    assert (await back.call("join", room=code))["game"]["n"] == 6
    await asyncio.to_thread(server.stop)


@test
async def a_disk_without_room_refuses_and_heals():
    """A real one, where the test may mount it."""
    os.makedirs(path("disk"))
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "parlor-test",
                              path("disk")], capture_output=True, check=False)
    if mounted.returncode != 0:
        print("# no disk could be mounted here", flush=True)
        return
    try:
        server = Server(path("disk/parlor.db")).start()
        code, people = await table(server, FIRST)
        rng = random.Random(2)
        await play_on(people, rng, 5)
        with open(path("disk/filler"), "wb", buffering=0) as filler:
            try:
                while filler.write(b"x" * 512):
                    pass
            except OSError:
                pass
        refused = None
        while not refused:  # what the log has room for is still written
            try:
                await play_on(people, rng, 1)
            except Refused as refusal:
                refused = refusal.code
        before = await people[0].call("view")
        assert refused == "store_failed" and (await get(server.port, "/healthz"))[0] == 503
        os.remove(path("disk/filler"))
        await play_on(people, rng, 5)
        assert (await people[0].call("view"))["n"] == before["n"] + 5
        server.kill()
        server.start()
        back = await enter(server, token=people[0].token)
        assert (await back.call("join", room=code))["game"]["n"] == before["n"] + 5
        await asyncio.to_thread(server.stop)
    finally:
        subprocess.run(["umount", "-l", path("disk")], check=True)


@test
async def a_clock_that_jumps_ends_no_turn_and_forgets_no_room():
    library = os.environ.get("PARLOR_CLOCK_LIBRARY", "build/tests/server/libclock.so")
    jumps = {"LD_PRELOAD": library, "PARLOR_CLOCK": path("clock"),
             "ASAN_OPTIONS": "verify_asan_link_order=0"}

    def jump(days):
        with open(path("clock.new"), "w", encoding="ascii") as file:
            file.write(str(days * 86400))
        os.rename(path("clock.new"), path("clock"))

    jump(0)
    server = Server(path("jumps.db"), "--sweep-s", 1, "--room-idle-h", 24, env=jumps).start()
    code, people = await table(server, FIRST, clock="move", clock_s=3600)
    rng = random.Random(2)
    await play_on(people, rng, 3)
    for number, days in enumerate((30, -30), 1):
        jump(days)
        await until(lambda: server.said().count('"clock_jumped"') == number)
        year = time.gmtime(time.time() + days * 86400).tm_year
        assert f'"time":"{year}' in server.said()  # so the library is at work
        done = await number_of(server, "store_batches_total")
        await until(lambda: number_is_past(server, "store_batches_total", done + 2))
        assert (await people[0].call("view"))["n"] == 3 * number  # nobody's time was up
        await play_on(people, rng, 3)
        await asyncio.to_thread(server.stop)
        server.start()
        people = [await enter(server, token=person.token) for person in people]
        for person in people:
            assert (await person.call("join", room=code))["game"]["n"] == 3 * number + 3
    await asyncio.to_thread(server.stop)


@test
async def a_file_of_a_newer_program_is_not_touched():
    async with Server(path("newer.db")) as server:
        assert server.port
    newer = sqlite3.connect(path("newer.db"))
    newer.execute("pragma user_version=99")
    newer.close()
    try:
        Server(path("newer.db")).start()
    except RuntimeError as error:
        assert "newer version" in str(error), error
    else:
        raise AssertionError("it started")


@test
async def an_old_match_says_why_it_cannot_be_played():
    server = Server(path("old.db")).start()
    code, people = await table(server, FIRST)
    await play_on(people, random.Random(2), 5)
    match = (await people[0].call("join", room=code))["game"]["match"]
    await asyncio.to_thread(server.stop)
    old = sqlite3.connect(path("old.db"))
    body = json.loads(old.execute("select body from doc where kind='match'").fetchone()[0])
    for change, code_of in (({"rules": body["rules"] + 1000}, "other_rules"), ({"data": "0" * 16}, "other_data")):
        old = sqlite3.connect(path("old.db"))
        old.execute("update doc set body=? where kind='match'", (json.dumps({**body, **change}),))
        old.commit()
        old.close()
        server.start()
        back = await enter(server, token=people[0].token)
        assert "game" not in await back.call("join", room=code)
        assert await back.refused("view") == code_of
        assert (await get(server.port, f"/api/match/{match}"))[0] == 409
        await asyncio.to_thread(server.stop)


main(globals())
