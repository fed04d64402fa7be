"""fairness.py - not a test: how much one hostile address at its limits slows down everybody else.

    python3 tests/server/fairness.py build/parlor [MATCHES] [ROUNDS]

People of as many addresses play at human pace; a process of its own, from one address, does as much
as the server lets it: sockets, messages, pings, pages, passwords, rooms. Rounds with and without it take
turns, and the times from a move to its answer are compared, as people see them."""
import asyncio
import multiprocessing
import os
import random
import sys

from parlor_server import PARLOR, Client, Closed, Refused, Server, get, path

HOSTILE, SOCKETS, PINGERS, ROUND_S, PACE_S = "127.9.9.9", 60, 20, 4, 0.5


async def attack_socket(port, number):
    rng = random.Random(number)
    while True:
        try:
            client = await Client(port).open(address=HOSTILE)
            await client.hello(f"E{number}")
            while client.code is None:
                for _ in range(8):
                    client.send(rng.choice((
                        {"op": "rooms"}, {"op": "games"}, {"op": "leaders", "game": "sea-salt"},
                        {"op": "quick", "game": "sea-salt", "players": 2}, {"op": "leave"},
                        {"op": "create", "game": "smashup", "players": 2, "public": True},
                        {"op": "legal"}, {"op": "history", "from": 0}, {"op": "export"},
                        {"op": "register", "account": f"eve{rng.random()}"[:20],
                         "password": "a good password"})))
                await asyncio.sleep(0.27)
        except (Closed, Refused, OSError, asyncio.TimeoutError, asyncio.IncompleteReadError):
            await asyncio.sleep(0.5)


async def attack_pages(port):
    while True:
        try:
            await get(port, random.choice(("/api/rooms", "/api/games", "/")))
        except (OSError, asyncio.IncompleteReadError, KeyError):
            await asyncio.sleep(0.1)


async def attack_pings(port):
    """Frames without content, by the hundred; whoever is closed for it comes again."""
    while True:
        try:
            client = await Client(port).open(address=HOSTILE)
            while client.code is None:
                client.writer.write(1000 * b"\x89\x80\0\0\0\0")
                await asyncio.sleep(0.05)
        except (Closed, OSError, asyncio.IncompleteReadError):
            await asyncio.sleep(0.2)


def attack(port):
    async def all_of_it():
        await asyncio.gather(*(attack_socket(port, n) for n in range(SOCKETS)),
                             *(attack_pages(port) for _ in range(4)),
                             *(attack_pings(port) for _ in range(PINGERS)))

    asyncio.run(all_of_it())


async def people(server, matches):
    tables = []
    for number in range(matches):
        pair = []
        for seat in range(2):
            address = f"127.{1 + number // 200}.{number % 200}.{seat + 1}"
            client = await Client(server.port).open(address=address)
            pair.append(await client.hello(f"P{number}.{seat}"))
        made = await pair[0].call("create", game="sea-salt", players=2, grace_s=600)
        await pair[1].call("join", room=made["room"]["code"])
        await pair[1].call("sit")
        await pair[1].call("ready")
        await pair[0].call("start")
        tables.append(pair)
    return tables


async def play(pair, times, rng):
    clock = asyncio.get_running_loop().time
    while True:
        await asyncio.sleep(rng.uniform(0, 2 * PACE_S))
        view = await pair[0].call("view")
        if view.get("over"):
            await asyncio.gather(*(one.call("rematch") for one in pair))
            continue
        person = pair[view["turn"]]
        legal = await person.call("legal", words=False)
        before = clock()
        await person.call("apply", n=legal["n"], action=rng.choice(legal["legal"])["do"])
        times.append(clock() - before)


def cpu_s(server):
    """What the server has used, all threads together."""
    with open(f"/proc/{server.process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def share(times, part):
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1000


async def measure(matches, rounds):
    limits = {"LINES_PER_ADDRESS": "400", "ARRIVALS_PER_SECOND": "40", "REQUESTS_PER_SECOND": "50",
              "WORK_PER_SECOND": "1000", "GUESSES_PER_MINUTE": "20", "LOG_LINES_PER_SECOND": "20"}
    async with Server(path("fair.db"), "--connections-per-address", 200, "--messages-per-second", 30,
                      "--guests-per-minute", 60,  # as the program has them by itself
                      env={f"PARLOR_{name}": value for name, value in limits.items()}) as server:
        tables = await people(server, matches)
        times, with_it, without, busy = [], [], [], {"with": 0.0, "without": 0.0}
        playing = [asyncio.ensure_future(play(pair, times, random.Random(number)))
                   for number, pair in enumerate(tables)]
        for _ in range(rounds):
            times.clear()
            before = cpu_s(server)
            await asyncio.sleep(ROUND_S)
            busy["without"] += cpu_s(server) - before
            without += times
            hostile = multiprocessing.Process(target=attack, args=(server.port,))
            hostile.start()
            await asyncio.sleep(1)
            times.clear()
            before = cpu_s(server)
            await asyncio.sleep(ROUND_S)
            busy["with"] += cpu_s(server) - before
            with_it += times
            hostile.terminate()
            hostile.join()
            await asyncio.sleep(1)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        refused = (await get(server.port, "/metrics"))[2].decode()
        refused = [line for line in refused.splitlines() if line.startswith("parlor_rate_limited")]
    for name, part in (("without", without), ("with", with_it)):
        print(f"{name:8} {len(part):6} moves, median {share(part, 0.5):.2f} ms, "
              f"p99 {share(part, 0.99):.2f} ms, {busy[name] / rounds / ROUND_S:.3f} of a core")
    print(f"p99 x {share(with_it, 0.99) / share(without, 0.99):.2f}, {refused[0]}")


def main():
    matches = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    print(f"{PARLOR}: {matches} matches, {rounds} rounds of {ROUND_S} s each way")
    asyncio.run(measure(matches, rounds))


main()
