"""floods.py - one hostile address, and what everybody else notices of it: connections that
say nothing, requests without end, frames without content, lines in the log."""
import asyncio
import json
import os
import random
import resource
import socket
import time

from parlor_server import (Client, Closed, SLOW, Server, enter, get, http, main, number_of, path,
                           play_on, table, test, until)

FIRST = "sea-salt"
MINE = "127.0.0.2"  # the hostile address; everybody else comes from 127.0.0.1


def line_from(address, port):
    """A TCP connection on which nothing is said."""
    line = socket.socket()
    line.settimeout(20 * SLOW)
    line.bind((address, 0))
    line.connect(("127.0.0.1", port))
    return line


def is_open(line):
    """Has the other side closed it?"""
    line.setblocking(False)
    try:
        return line.recv(1000) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


async def ask_from(address, port, request):
    """One HTTP request over a connection of its own: the status, 0 when it was closed."""
    def ask():
        try:
            with line_from(address, port) as line:
                line.sendall(request)
                return int(line.recv(100).split(b" ")[1])
        except (OSError, IndexError):
            return 0
    return await asyncio.to_thread(ask)


def cpu_s(server):
    """What the process has used so far."""
    with open(f"/proc/{server.process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@test
async def silent_connections_of_one_address_lock_nobody_out():
    async with Server(path("mute.db"), "--connections", 300,
                      env={"PARLOR_LINES_PER_ADDRESS": "50",
                           "PARLOR_LOG_LINES_PER_SECOND": "20"}) as server:
        lines = []
        for _ in range(700):  # more than there are descriptors
            try:
                lines.append(line_from(MINE, server.port))
            except OSError:
                break
        friend = await enter(server)
        await friend.call("ping")
        assert await number_of(server, "lines_refused_total") > 0
        await until(lambda: sum(map(is_open, lines)) <= 50)
        assert len(server.said().splitlines()) < 500, len(server.said().splitlines())
        for line in lines:
            line.close()


@test
async def who_says_nothing_is_let_go():
    async with Server(path("silent.db"), env={"PARLOR_WAIT_S": "1"}) as server:
        mute, creeping = line_from(MINE, server.port), line_from(MINE, server.port)
        kept = line_from(MINE, server.port)
        kept.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        creeping.setblocking(False)
        friend = await enter(server)

        def creep():
            try:
                creeping.send(b"G")  # a header that never ends
            except OSError:
                pass
            return not is_open(creeping)

        await until(lambda: not is_open(mute))
        await until(creep)
        await until(lambda: not is_open(kept))
        await friend.call("ping")  # a player may say nothing for long
        assert await until(lambda: number_of(server, "connections")) == 1
        await until(lambda: lines_are(server, 2))


async def lines_are_past(server, count):
    return await number_of(server, "lines") > count


async def lines_are(server, most):
    """The friend's, and the one that asks."""
    return await number_of(server, "lines") <= most


@test
async def networks_of_ipv6_count_as_one():
    limits = ["--connections-per-address", 2, "--proxies", "127.0.0.1"]

    async def enters(server, said):
        try:
            client = await Client(server.port).open(f"X-Forwarded-For: {said}\r\n")
            await client.call("ping")
        except Closed:
            return False
        return True

    async with Server(path("six.db"), *limits) as server:
        assert await enters(server, "2001:db8:1:2::1")
        assert await enters(server, "2001:db8:1:2:ffff::9")
        assert not await enters(server, "2001:0db8:0001:0002:0:0:0:3")
        assert await enters(server, "2001:db8:1:3::1")
        assert await enters(server, "198.51.100.1")
        assert await enters(server, "::ffff:198.51.100.1")
        assert not await enters(server, "198.51.100.1")
        # Some proxies say the port, which is another each time; some clients say much of themselves.
        assert not await enters(server, "198.51.100.1:4711")
        assert not await enters(server, "[2001:db8:1:2::9]:4712")
        assert await enters(server, "[2001:db8:1:3::2]")
        assert not await enters(server, "2001:db8:1:3::4")
        assert not await enters(server, "192.0.2.9," * 200 + " 198.51.100.1")
        # What is no address is the proxy.
        assert await enters(server, "unknown") and await enters(server, "1.2.3")
        assert not await enters(server, "198.51.100.9x")


@test
async def requests_of_one_address_are_bounded():
    ask = b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n"
    async with Server(path("requests.db"), env={"PARLOR_REQUESTS_PER_SECOND": "5"}) as server:
        status = [await ask_from(MINE, server.port, ask) for _ in range(60)]
        assert status.count(200) >= 5 and status.count(429) > 20, status
        assert (await get(server.port, "/api/games"))[0] == 200  # others notice nothing
        # A probe of the operator's is not refused for that; nor may anybody probe without end.
        probe = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        assert await ask_from(MINE, server.port, probe) == 200
        status = [await ask_from(MINE, server.port, probe) for _ in range(60)]
        assert status.count(200) >= 5 and status.count(429) > 20, status
        assert await ask_from("127.0.0.3", server.port, probe) == 200


@test
async def connections_one_after_the_other_are_bounded_too():
    async with Server(path("arrivals.db"), env={"PARLOR_ARRIVALS_PER_SECOND": "4"}) as server:
        probe = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        status = [await ask_from(MINE, server.port, probe) for _ in range(100)]
        assert status.count(200) >= 4 and status.count(0) > 20, status
        await (await enter(server)).call("ping")


@test
async def a_proxy_comes_as_often_as_those_behind_it():
    """Seen by a server that speaks both versions it has a longer name."""
    probe = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.100.%d\r\n\r\n"
    for listen in ("127.0.0.1:0", "0.0.0.0:0"):
        async with Server(path("named.db"), "--listen", listen, "--proxies", MINE,
                          env={"PARLOR_ARRIVALS_PER_SECOND": "2", "PARLOR_LINES_PER_ADDRESS": "5"}) as server:
            status = [await ask_from(MINE, server.port, probe % number) for number in range(60)]
            assert status == 60 * [200], (listen, status)
            lines = [line_from(MINE, server.port) for _ in range(20)]
            assert await ask_from(MINE, server.port, probe % 1) == 200
            assert all(map(is_open, lines))
            for line in lines:
                line.close()


@test
async def frames_without_content_are_counted():
    async with Server(path("empty.db"), "--messages-per-second", 20) as server:
        client = await enter(server)
        client.send_frame(b'{"op":', final=False)
        for _ in range(500):
            client.send_frame(b"", kind=0, final=False)
        assert await client.closed() == 1008
        client = await enter(server)  # a message in a few parts is no flood
        client.send_frame(b'{"op":', final=False)
        for part in (b'"pi', b"", b"n"):
            client.send_frame(part, kind=0, final=False)
        client.send_frame(b'g"}', kind=0)
        assert (await client.hear(None))["ok"]


@test
async def pings_without_end_are_bounded():
    async with Server(path("pings.db"), "--messages-per-second", 5, "--message-bytes", 500) as server:
        client = await enter(server)
        end = time.monotonic() + 60 * SLOW
        while client.code is None and time.monotonic() < end:
            for _ in range(500):
                client.send_frame(b"x" * 20, kind=9)
            await asyncio.sleep(0.005)
        assert client.code is not None
        await (await enter(server)).call("ping")


def empty_pings(count):
    """Frames of six bytes each; the mask is all zeros."""
    return count * b"\x89\x80\0\0\0\0"


@test
async def pings_that_fit_into_messages_are_bounded_too():
    """A hundred kilobytes a second would be a dozen messages; as pings they are seventeen thousand."""
    limits = ["--messages-per-second", 30]
    async with Server(path("small.db"), *limits, env={"PARLOR_ARRIVALS_PER_SECOND": "4"}) as server:
        eve = await (await Client(server.port).open(address=MINE)).hello("Eve")
        end = time.monotonic() + 20 * SLOW
        while eve.code is None and time.monotonic() < end:
            eve.writer.write(empty_pings(1700))
            await asyncio.sleep(0.1)
        assert eve.code is not None
        assert '"too_many_bytes","address":"127.0.0.2"' in server.said()
        # Each flood is paid for with a second of arrivals: there are five, then one a second.
        floods, began = 0, time.monotonic()
        while time.monotonic() < began + 5:
            try:
                line = await asyncio.to_thread(line_from, MINE, server.port)
                line.sendall(b"GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                             b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n")
                if b" 101 " in line.recv(1000):
                    floods += 1
                    while is_open(line):
                        line.setblocking(True)
                        line.sendall(empty_pings(1000))
                        await asyncio.sleep(0.01)
            except OSError:
                pass
            line.close()
            await asyncio.sleep(0.01)
        assert floods <= 6 + 5 * SLOW, floods
        await (await enter(server)).call("ping")


@test
async def who_pings_and_says_much_is_no_flood():
    """Two dozen messages of eight kilobytes a second, and a ping beside each."""
    async with Server(path("much.db"), "--messages-per-second", 30) as server:
        client = await enter(server)
        for number in range(60):
            client.send_frame(b"", kind=9)
            client.send_frame(json.dumps({"op": "ping", "id": number}).encode().ljust(8000))
            await asyncio.sleep(0.04)
        await asyncio.sleep(1.5)
        assert (await client.call("ping"))["ok"] and client.code is None


@test
async def numbers_cost_the_same_however_many_are_connected():
    """Every open file was counted for everybody who asked: with thousands, milliseconds."""
    async with Server(path("numbers.db"), "--wait-s", 1000) as server:
        async def asked(times=100):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            before = cpu_s(server)
            for _ in range(times):
                writer.write(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
                head = await reader.readuntil(b"\r\n\r\n")
                await reader.readexactly(int(head.lower().split(b"content-length: ")[1].split(b"\r")[0]))
            writer.close()
            return cpu_s(server) - before

        lines = [line_from(MINE, server.port) for _ in range(3000)]
        await until(lambda: lines_are_past(server, 2999))
        few = await asked()
        assert few < 0.1 * SLOW, few
        for line in lines:
            line.close()


@test
async def the_log_is_bounded():
    async with Server(path("log.db"), "--messages-per-second", 1,
                      env={"PARLOR_LOG_LINES_PER_SECOND": "5"}) as server:
        refused = b"GET /socket HTTP/1.1\r\nHost: x\r\nOrigin: https://evil.example\r\nUpgrade: "
        refused += b"websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAA"
        refused += b"AA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        began = time.monotonic()
        for _ in range(300):
            await ask_from(MINE, server.port, refused)
        most = 30 + 6 * (time.monotonic() - began)
        assert 5 <= server.said().count("socket_refused") <= most
        assert await number_of(server, "log_lines_dropped_total") > 100
        await asyncio.sleep(1)
        await ask_from(MINE, server.port, refused)  # and it says that some are missing
        assert '"dropped":"' in server.said()
        assert '"listening"' in server.said()


@test
async def an_hour_of_addresses_leaves_no_memory_behind():
    """Every address that was ever seen was kept for ever."""
    async with Server(path("many.db"), "--proxies", "127.0.0.1") as server:
        async def visit(count, seed):
            rng = random.Random(seed)
            for _ in range(count):
                address = ".".join(str(rng.randrange(1, 250)) for _ in range(4))
                ask = f"GET /api/nothing HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {address}\r\n\r\n"
                assert (await http(server.port, ask.encode()))[0] == 404

        await asyncio.gather(*(visit(400, seed) for seed in range(5)))
        assert 1900 < await number_of(server, "peers") <= 2100
        assert await number_of(server, "peers") <= 50000


@test
async def a_proxy_that_nobody_named_is_noticed():
    said = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.100.1\r\n\r\n"
    async with Server(path("unnamed.db")) as server:
        assert (await http(server.port, said))[0] == 200
        assert (await http(server.port, said))[0] == 200
        assert server.said().count("proxy_not_named") == 1
        body = (await get(server.port, "/metrics"))[2].decode()
        for name in ("process_open_fds", "process_resident_memory_bytes", "parlor_build_info{",
                     "parlor_http_seconds_count", "parlor_thoughts", "parlor_store_log_bytes"):
            assert f"\n{name}" in body, name
    async with Server(path("unnamed.db"), "--proxies", "127.0.0.1") as server:
        assert (await http(server.port, said))[0] == 200
        assert "proxy_not_named" not in server.said()


main(globals())
