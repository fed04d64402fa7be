"""operating.py - what docs/OPERATING.md shows is run as it stands there, with other folders and ports.

What an operator does from nothing is package.sh's, what nginx is told is proxy.py's; every other
command of the page is here, and one that nobody runs is found out."""
import asyncio
import os
import random
import re
import shlex
import shutil
import signal
import subprocess

from parlor_server import FOLDER, PARLOR, Server, enter, get, main, path, play_on, table, test
from postgres import PROGRAMS, Postgres

BUILD = os.path.join(os.path.dirname(os.path.abspath(PARLOR)), "..")
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/OPERATING.md"),
          encoding="utf-8") as opened:
    PAGE = opened.read()
SHOWN = re.findall(r"^    (\S.*)$", re.sub(r"(?s)^## From nothing.*?(?=^## In front)|^    location.*?\n\n", "", PAGE,
                                          flags=re.M), re.M)
INLINE = [" ".join(line.split()) for line in re.findall(r"`(parlor [^`]*)`", PAGE)]


def folder(name):
    """A place of its own, in which "parlor" is the program."""
    where = path(name)
    os.makedirs(f"{where}/bin")
    os.symlink(os.path.abspath(PARLOR), f"{where}/bin/parlor")
    return where


def run(line, where):
    env = {**os.environ, "PATH": f"{where}/bin:{os.environ['PATH']}"}
    done = subprocess.run(["sh", "-c", line], cwd=where, env=env, capture_output=True, text=True, timeout=300,
                          check=False, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, (line, done.stdout[-500:], done.stderr[-1500:])
    return done.stdout


async def serves(line):
    """Starts it, asks whether it is well, and stops it as an operator does."""
    words = shlex.split(line)
    assert words[0] == "build/parlor"
    process = subprocess.Popen([PARLOR, *words[1:]], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        said = await asyncio.to_thread(process.stdout.readline)
        assert said, line
        port = int(said.decode().rsplit(":", 1)[1].strip().rstrip("/"))
        assert (await get(port, "/healthz"))[0] == 200
    finally:
        process.send_signal(signal.SIGTERM)
        await asyncio.to_thread(process.wait)
        process.stdout.close()
    assert process.returncode == 0


def one(begins):
    found = [line for line in SHOWN if line.startswith(begins)]
    assert len(found) == 1, (begins, found)
    return found[0]


@test
async def one_process_and_one_file_is_all_that_is_needed():
    line = one("build/parlor serve --listen ")
    assert "0.0.0.0:8080" in line and "/var/lib/parlor/parlor.db" in line
    await serves(line.replace("0.0.0.0:8080", "127.0.0.1:0").replace("/var/lib/parlor", FOLDER.name))


@test
async def the_nightly_copy_is_made_while_it_runs():
    where = folder("cron")
    os.mkdir(f"{where}/backups")
    line = one("0 4 * * * ")
    command = line.split(" ", 5)[5].replace("\\%", "%")  # as cron reads it
    assert "/var/backups/" in command and "/var/lib/parlor/" in command
    async with Server(f"{where}/parlor.db") as server:
        _, people = await table(server, "duel")
        await play_on(people, random.Random(1), 10)
        await asyncio.to_thread(run, command.replace("/var/backups", f"{where}/backups")
                                .replace("/var/lib/parlor", where), where)
    copies = os.listdir(f"{where}/backups")
    assert len(copies) == 1 and re.fullmatch(r"parlor-[1-7]\.db", copies[0]), copies
    run(f"parlor restore --check backups/{copies[0]}", where)


@test
async def what_the_text_names_does_what_it_says():
    where = folder("text")
    assert len(INLINE) >= 8, INLINE
    async with Server(f"{where}/parlor.db") as server:
        code, people = await table(server, "sea-salt")
        await play_on(people, random.Random(1), 5)
        match = (await people[0].call("join", room=code))["game"]["match"]
        late = []
        for line in INLINE:
            line = line.replace("0f3c5a7be1d29468", match)
            words = line.split()
            if words[1] == "restore" and "--check" not in words:
                late.append(line)
            elif words[1] == "replay" and "--list" in words:
                assert match in await asyncio.to_thread(run, line, where)
            elif words[1] == "replay" and match in line:
                await asyncio.to_thread(run, f"{line} --json >match.json && parlor replay match.json --json", where)
            elif words[1] == "admin" and len(words) > 2:
                node = re.search(r"^(\w{6,})", await asyncio.to_thread(
                    run, "parlor admin stats --store parlor.db", where), re.M)
                line = line.replace("NAME", node[1] if node else "nobody")
                await asyncio.to_thread(run, f"{line} --store parlor.db", where)
            elif words[1] in ("backup", "restore") or "--help" in words:
                await asyncio.to_thread(run, line, where)
            else:
                assert len(words) == 2, f"nobody runs {line}"  # it only names the command
    assert late
    for line in late:
        run(line, where)
    async with Server(f"{where}/parlor.db") as server:
        assert (await (await enter(server)).call("join", room=code))["game"]["match"] == match


@test
async def the_load_is_made_as_the_page_says():
    less = {"idle 10000": "idle 40", "moves 1000 10 sea-salt 20000": "moves 5 1 sea-salt 200",
            "moves 1000 10": "moves 5 1", "memory 1000 60": "memory 3 6"}
    bench = f"{BUILD}/tests/server/bench"
    if not os.path.exists(bench):
        print("# the load is not built here", flush=True)
        return
    for shown, little in less.items():
        assert f"build/parlor {shown}`" in PAGE or f"… {shown}`" in " ".join(PAGE.split()), shown
        await asyncio.to_thread(run, f"{bench} {os.path.abspath(PARLOR)} {little}", FOLDER.name)


@test
async def several_share_a_database():
    line = one("build/parlor serve --store 'postgres:")
    assert "parlor@db1:5432,db2:5432/parlor" in line
    if not os.path.isdir(PROGRAMS) or not shutil.which("setpriv"):
        print("# no PostgreSQL here", flush=True)
        return
    with Postgres() as database:
        psql = ["psql", "-h", "127.0.0.1", "-p", str(database.port), "-U", "postgres", "-c"]
        for statement in ("create role parlor login", "create database parlor owner parlor"):
            await asyncio.to_thread(subprocess.run, [*psql, statement], check=True, capture_output=True)
        # The first of the hosts is down: nothing listens on that port.
        hosts = f"127.0.0.1:1,127.0.0.1:{database.port}"
        line = line.replace("db1:5432,db2:5432", hosts) + " --listen 127.0.0.1:0"
        await asyncio.gather(serves(line), serves(line))
        told = await asyncio.to_thread(subprocess.run, [*psql[:-1], "-d", "parlor", "-c", "\\dt"], check=True,
                                       capture_output=True, text=True)
        for name in re.findall(r"`(parlor_\w+)`", PAGE[PAGE.index("The tables are"):]):
            assert name in told.stdout, name


@test
async def every_command_of_the_page_is_run_by_somebody():
    mine = ("build/parlor serve --listen ", "0 4 * * * ", "build/parlor serve --store 'postgres:")
    left = [line for line in SHOWN if not line.startswith(mine)]
    assert len(SHOWN) == len(mine) and not left, left
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "package.sh"), encoding="utf-8") as file:
        assert "'/^## From nothing/,/^## In front/" in file.read()


main(globals())
