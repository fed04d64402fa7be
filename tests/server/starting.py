"""starting.py - how a server starts: one a store, nothing touched before it may be, and
a refusal that says why."""
import asyncio
import json
import os
import random
import resource
import shutil
import signal
import socket
import sqlite3
import ssl
import stat
import subprocess
import sys
import time

from parlor_server import (PARLOR, SLOW, Client, Refused, Server, enter, get, main, path, play_on, table,
                           test, until)

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from changed import changed_data, new_faction  # noqa: E402

FIRST = "sea-salt"


def refusal(*options, preexec=None, listen="127.0.0.1:0"):
    """What the program says when it does not start; it must end by itself, with 1."""
    done = subprocess.run([PARLOR, "serve", "--listen", listen, *map(str, options)],
                          capture_output=True, timeout=60 * SLOW, check=False,
                          preexec_fn=preexec)
    assert done.returncode == 1, (done.returncode, done.stdout, done.stderr)
    assert b"listening" not in done.stdout, done.stdout
    return done.stderr.decode().strip().splitlines()[-1]


def bytes_of(name):
    """The store as it lies on the disk."""
    found = {}
    for end in ("", "-wal"):
        if os.path.exists(path(name) + end):
            with open(path(name) + end, "rb") as file:
                found[end] = file.read()
    return found


@test
async def a_second_server_on_the_same_file_is_refused():
    async with Server(path("one.db")) as server:
        code, people = await table(server, FIRST)
        await play_on(people, random.Random(1), 7)
        os.symlink(path("one.db"), path("other-name.db"))
        os.link(path("one.db"), path("hard-link.db"))
        server.process.send_signal(signal.SIGSTOP)  # what changes now, another has changed
        try:
            before = bytes_of("one.db")
            for name in ("one.db", "other-name.db", "hard-link.db"):
                said = await asyncio.to_thread(refusal, "--store", path(name))
                assert "another server" in said and name in said, said
            assert bytes_of("one.db") == before
        finally:
            server.process.send_signal(signal.SIGCONT)
        await play_on(people, random.Random(2), 7)
        assert (await people[0].call("view"))["n"] == 14
    os.remove(path("other-name.db"))
    os.remove(path("hard-link.db"))
    async with Server(path("one.db")) as server:  # it may when the first has gone
        back = await enter(server, token=people[0].token)
        assert (await back.call("join", room=code))["game"]["n"] == 14


@test
async def a_killed_server_leaves_no_lock_behind():
    server = Server(path("killed.db")).start()
    _, people = await table(server, FIRST)
    await play_on(people, random.Random(1), 5)
    server.kill()
    await asyncio.to_thread(Server(path("killed.db")).start().stop)


@test
async def a_match_can_be_looked_at_while_the_server_runs():
    async with Server(path("looked.db")) as server:
        _, people = await table(server, FIRST)
        await play_on(people, random.Random(1), 5)
        listed = await asyncio.to_thread(
            subprocess.run, [PARLOR, "replay", "--list", "--store", path("looked.db")],
            capture_output=True, check=True)
        assert FIRST.encode() in listed.stdout, listed


@test
async def a_port_that_is_taken_leaves_the_store_alone():
    server = Server(path("settled.db")).start()
    _, people = await table(server, FIRST)
    await play_on(people, random.Random(1), 9)
    server.kill()  # so moves wait to be put on sheets
    before = bytes_of("settled.db")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = refusal("--store", path("settled.db"), listen=f"127.0.0.1:{port}")
        assert f"127.0.0.1:{port}" in said and "in use" in said, said
        assert bytes_of("settled.db") == before
        assert "in use" in refusal("--store", path("never.db"), listen=f"127.0.0.1:{port}")
        assert not os.path.exists(path("never.db"))


@test
async def it_is_reached_where_it_listens_and_nowhere_else():
    """Told 127.0.0.1, it listened on every address of the machine."""
    def is_reached(address, port):
        try:
            with socket.create_connection((address, port), timeout=20 * SLOW) as line:
                line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                return line.recv(100).startswith(b"HTTP/1.1 200")
        except OSError:
            return False

    with open("/proc/net/if_inet6", encoding="ascii") as known:
        six = "::1" if "00000000000000000000000000000001" in known.read() else None
    for number, (host, here, elsewhere) in enumerate((
            ("127.0.0.1", ["127.0.0.1"], ["127.0.0.2", six]), ("127.0.0.2", ["127.0.0.2"], ["127.0.0.1", six]),
            ("0.0.0.0", ["127.0.0.1", "127.0.0.2", six], []), ("*", ["127.0.0.1", six], []),
            ("localhost", [], ["127.0.0.2"]),
            *([("[::1]", ["::1"], ["127.0.0.1"]), ("::1", ["::1"], ["127.0.0.1"]),
               ("[::]", ["::1", "127.0.0.1"], [])] if six else []))):
        async with Server(path(f"here{number}.db"), "--listen", f"{host}:0") as server:
            for address in filter(None, here):
                assert await asyncio.to_thread(is_reached, address, server.port), (host, address)
            for address in filter(None, elsewhere):
                assert not await asyncio.to_thread(is_reached, address, server.port), (host, address)
    for wrong in ("192.0.2.77:0", "no.such.host.invalid:0"):  # not this machine's
        assert f"cannot listen on {wrong}" in await asyncio.to_thread(refusal, listen=wrong)
    for wrong in ("127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:80x", "127.0.0.1:65536", "127.0.0.1:-1"):
        done = subprocess.run([PARLOR, "serve", "--listen", wrong, "--store", path("never.db")],
                              capture_output=True, timeout=60 * SLOW, check=False)
        assert done.returncode == 2 and b"HOST:PORT" in done.stderr, (wrong, done)
    assert not os.path.exists(path("never.db"))


@test
async def an_old_file_is_not_migrated_under_a_running_server():
    """A newer program comes beside an older one: it must not change the schema."""
    async with Server(path("schema.db")):
        with sqlite3.connect(path("schema.db")) as file:
            version = file.execute("pragma user_version").fetchone()[0]
            file.execute("pragma user_version=1")
        file.close()
        said = await asyncio.to_thread(refusal, "--store", path("schema.db"))
        assert "another server" in said, said
        with sqlite3.connect(path("schema.db")) as file:
            assert file.execute("pragma user_version").fetchone()[0] == 1
            file.execute(f"pragma user_version={version}")
        file.close()


@test
async def a_store_of_each_release_is_taken_over():
    """stores/VERSION.sql: people, ratings and rooms are there; matches go on, or say why not."""
    stores = os.path.join(os.path.dirname(os.path.abspath(__file__)), "stores")
    assert os.listdir(stores)
    for name in sorted(os.listdir(stores)):
        name, went_on = name.replace(".sql", ".db"), 0
        with open(os.path.join(stores, name.replace(".db", ".sql")), encoding="utf-8") as dump, \
                sqlite3.connect(path(name)) as file:
            file.executescript(dump.read())
            # Rooms that nobody has been in for a day are forgotten: these were left just now.
            file.execute("update doc set at = at + ? - (select max(at) from doc)", [int(time.time() * 1000)])
        file.close()
        async with Server(path(name)) as server:
            for account in ("ada", "ada1", "ada2", "ada3"):
                ada = await Client(server.port).open()
                await ada.call("login", account=account, password="a good password")
                kept = (await ada.call("export"))["kept"]
                assert kept["name"].startswith("Ada"), kept
                with sqlite3.connect(f"file:{path(name)}?mode=ro", uri=True) as file:
                    code = next(key for key, body in file.execute(
                        "select key, body from doc where kind='room'") if kept["person"] in body)
                joined = await ada.call("join", room=code)
                assert joined["seat"] == 0 and joined["room"]["phase"] == "playing"
                if "game" in joined:
                    assert joined["game"]["n"] == 12 and (await ada.call("view"))["view"]
                    assert len((await ada.call("history", **{"from": 0}))["moves"]) == 12
                    went_on += 1
                else:
                    assert await ada.refused("view") in ("other_rules", "other_data")
            one = await Client(server.port).open()
            await one.call("login", account="one", password="a good password")
            assert (await one.call("rating"))["ratings"][0]["matches"] == 1
            match = (await one.call("export"))["kept"]["matches"][0]["match"]
            assert (await get(server.port, f"/api/match/{match}"))[0] in (200, 409)
        print(f"# {name}: {went_on} of 4 matches went on", flush=True)


@test
async def a_match_goes_on_when_there_is_a_new_faction():
    """It is played with the files it began with; matches that begin now have the new one."""
    server = Server(path("faction.db"), "--snapshot-moves", 8).start()
    code, people = await table(server, "smashup", players=3, options={"factions": "random"})
    await play_on(people, random.Random(1), 21)
    view = (await people[1].call("view"))["view"]
    await asyncio.to_thread(server.stop)
    server = Server(path("faction.db"), "--snapshot-moves", 8, "--data", new_faction())
    for _ in range(2):
        server.start()
        people = [await enter(server, token=person.token) for person in people]
        n = [(await person.call("join", room=code))["game"]["n"] for person in people][0]
        assert n >= 21 and (n > 21 or (await people[1].call("view"))["view"] == view)
        await play_on(people, random.Random(2), 5)
        await asyncio.to_thread(server.stop)
    server.start()
    people = [await enter(server, token=person.token) for person in people]
    match = [(await person.call("join", room=code))["game"]["match"] for person in people][0]
    assert (await play_on(people, random.Random(3)))["over"]
    status, _, record = await get(server.port, f"/api/match/{match}")
    assert status == 200 and "aaa.json" not in json.dumps(json.loads(record)["match"]["files"])
    _, people = await table(server, "smashup")
    offered = [await person.call("legal", words=False) for person in people]  # one of them begins
    assert "corsairs" in json.dumps(offered)
    await asyncio.to_thread(server.stop)


@test
async def a_match_of_other_cards_is_refused_by_name():
    server = Server(path("cards.db")).start()
    code, people = await table(server, "smashup")
    await play_on(people, random.Random(1), 9)
    await asyncio.to_thread(server.stop)
    pirates = "smashup/factions/pirates.json"
    changes = (
        (lambda file: file["cards"].reverse(), "cards[0] (pirate_swashbuckling)"),
        (lambda file: file["cards"][5]["abilities"].insert(0, file["cards"][4]["abilities"][0]),
         "cards[5] (pirate_cannon)"),
        (lambda file: file["cards"][2].update(power=9), "cards[2] (pirate_saucy_wench)"),
    )
    for change, place in changes:
        async with Server(path("cards.db"), "--data", changed_data(pirates, change)) as server:
            for language in ("en", "zh-Hans", "zh-Hant"):
                back = await Client(server.port).open()
                await back.call("hello", token=people[0].token, lang=language)
                assert "game" not in await back.call("join", room=code)
                try:
                    raise AssertionError(await back.call("view"))
                except Refused as refusal:
                    assert refusal.code == "other_data", refusal
                    assert f"{pirates}, {place}" in refusal.message, refusal.message
    async with Server(path("cards.db")) as server:
        back = await enter(server, token=people[0].token)
        assert (await back.call("join", room=code))["game"]["n"] == 9


@test
async def a_store_in_memory_leaves_no_file():
    before = set(os.listdir("."))
    async with Server(":memory:") as one, Server(":memory:"):  # each has its own
        _, people = await table(one, FIRST)
        await play_on(people, random.Random(1), 9)
    assert set(os.listdir(".")) == before, set(os.listdir(".")) - before


@test
async def nobody_else_can_read_the_store():
    old = os.umask(0)
    try:
        async with Server(path("private.db")) as server:
            _, people = await table(server, FIRST)
            await play_on(people, random.Random(1), 3)
            for end in ("", "-wal", "-shm"):
                mode = stat.S_IMODE(os.stat(path("private.db") + end).st_mode)
                assert mode & 0o077 == 0, (end, oct(mode))
        os.chmod(path("private.db"), 0o664)  # as older versions left it
        async with Server(path("private.db")):
            mode = stat.S_IMODE(os.stat(path("private.db")).st_mode)
            assert mode & 0o007 == 0, oct(mode)
    finally:
        os.umask(old)


@test
async def a_start_without_room_on_the_disk_says_so():
    def small():
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))

    said = refusal("--store", path("no-room.db"), preexec=small)
    assert "disk is full" in said or "disk I/O error" in said, said
    server = Server(path("filled.db")).start()
    _, people = await table(server, FIRST)
    await play_on(people, random.Random(1), 9)
    server.kill()
    size = os.path.getsize(path("filled.db-wal"))
    said = refusal("--store", path("filled.db"),
                   preexec=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
    assert "disk is full" in said or "disk I/O error" in said, said


@test
async def a_start_with_a_wrong_path_or_file_says_which():
    os.makedirs(path("folder"))
    with open(path("no-database"), "wb") as file:
        file.write(b"this is not a database\n" * 100)
    wrong = ((path("folder"), "folder"), (path("missing/parlor.db"), "missing/parlor.db"),
             (path("no-database"), "no-database"))
    for store, named in wrong:
        said = refusal("--store", store)
        assert named in said and "not an error" not in said, said


def make_certificates():
    for name in ("one", "two"):
        if not os.path.exists(path(f"{name}.pem")):
            subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes",
                            "-keyout", path(f"{name}.key"), "-out", path(f"{name}.pem"),
                            "-days", "2", "-subj", "/CN=localhost"], check=True,
                           capture_output=True)


@test
async def a_new_certificate_is_taken_without_a_restart():
    make_certificates()
    for end in ("key", "pem"):
        shutil.copy(path(f"one.{end}"), path(f"now.{end}"))
    tls = ssl.create_default_context()
    tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE

    async def shown(server):
        return await asyncio.to_thread(ssl.get_server_certificate, ("127.0.0.1", server.port))

    def kept(name):
        with open(path(name), encoding="ascii") as file:
            return file.read()

    async with Server(path("reload.db"), "--cert", path("now.pem"), "--key",
                      path("now.key")) as server:
        client = await (await Client(server.port).open(tls=tls)).hello()
        assert await shown(server) == kept("one.pem")
        for end in ("key", "pem"):
            shutil.copy(path(f"two.{end}"), path(f"now.{end}"))
        server.process.send_signal(signal.SIGHUP)
        await until(lambda: "certificate_reloaded" in server.said())
        assert await shown(server) == kept("two.pem")
        shutil.copy(path("one.key"), path("now.key"))  # half of a pair: the old one stays
        server.process.send_signal(signal.SIGHUP)
        await until(lambda: "certificate_kept" in server.said())
        assert await shown(server) == kept("two.pem")
        await client.call("ping")  # who was there has noticed nothing
        await (await Client(server.port).open(tls=tls)).hello()
    async with Server(path("reload.db")) as server:  # without TLS it is harmless
        server.process.send_signal(signal.SIGHUP)
        await enter(server)


@test
async def a_bad_certificate_says_which_file():
    make_certificates()
    with open(path("nonsense.pem"), "w", encoding="ascii") as file:
        file.write("nonsense\n")
    wrong = ((path("gone.pem"), path("one.key"), "gone.pem"),
             (path("one.pem"), path("gone.key"), "gone.key"),
             (path("nonsense.pem"), path("one.key"), "nonsense.pem"),
             (path("one.pem"), path("two.key"), "two.key"))
    for cert, key, named in wrong:
        said = refusal("--store", path("tls.db"), "--cert", cert, "--key", key)
        assert named in said and "cannot listen" not in said, said
        assert not os.path.exists(path("tls.db"))


main(globals())
