"""parlor_server.py - what the tests of the server share: a process, a WebSocket, TAP."""
import asyncio
import base64
import functools
import json
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import traceback

PARLOR = sys.argv[1]
FOLDER = tempfile.TemporaryDirectory(prefix="parlor-server-")
TASKS = []
STARTED = []  # processes of the test that runs
SLOW = float(os.environ.get("PARLOR_SLOW", "1"))  # sanitizers and busy machines
LIMIT_S = float(os.environ.get("PARLOR_LIMIT_S", "600"))  # of one test
resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)


def path(name):
    return os.path.join(FOLDER.name, name)


class Server:
    """A real process on a free port of the loopback."""

    def __init__(self, store, *options, port=0, env=None):
        self.store, self.options, self.port, self.process = store, options, port, None
        # What a test does not limit is not limited: all come from one address.
        free = {f"PARLOR_{name}": "0" for name in
                ("LINES_PER_ADDRESS", "ARRIVALS_PER_SECOND", "REQUESTS_PER_SECOND",
                 "WORK_PER_SECOND", "GUESSES_PER_MINUTE", "LOG_LINES_PER_SECOND")}
        self.env = {**os.environ, **free, **(env or {})}
        self.log = path(f"log-{os.path.basename(store)[:20]}-{random.randrange(10**9)}")

    def start(self):
        command = [PARLOR, "serve", "--listen", f"127.0.0.1:{self.port}", "--store", self.store]
        command += ["--connections-per-address", "0", "--guests-per-minute", "0"]
        command += ["--messages-per-second", "0", "--connections", "4000", *map(str, self.options)]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log,
                                            env=self.env)
        STARTED.append(self.process)
        line = self.process.stdout.readline().decode()
        if not line:
            self.process.wait()
            raise RuntimeError("the server did not start: " + self.said()[-2000:])
        self.port = int(line.rsplit(":", 1)[1].strip().rstrip("/"))
        return self

    def said(self):
        with open(self.log, encoding="utf-8", errors="replace") as log:
            return log.read()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self, seconds=60):
        """As an operator does it; the status must be 0."""
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(seconds * SLOW)
        self.process.stdout.close()
        assert status == 0, (status, self.said()[-3000:])

    async def __aenter__(self):
        return self.start()

    async def __aexit__(self, kind, value, trace):
        if self.process.poll() is None:
            await asyncio.to_thread(self.stop)
        elif kind is None:  # stopped or killed by the test; it may not have ended by itself
            status = self.process.returncode
            assert status in (0, -signal.SIGKILL), (status, self.said()[-3000:])


class Closed(Exception):
    """The connection is gone; 'code' as the server said it, or 1006."""

    def __init__(self, code=1006):
        super().__init__(f"closed {code}")
        self.code = code


class Refused(Exception):
    def __init__(self, error):
        super().__init__(f"{error['code']}: {error['message']}")
        self.code, self.message = error["code"], error["message"]


async def http(port, request):
    """Send bytes, read until the server closes or a whole answer is there."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60 * SLOW)
    status = int(head.split(b" ")[1])
    headers = {}
    for line in head.decode().split("\r\n")[1:]:
        name, _, value = line.partition(": ")
        headers[name.lower()] = value
    body = b""
    if "content-length" in headers:
        body = await reader.readexactly(int(headers["content-length"]))
    writer.close()
    return status, headers, body


async def get(port, where):
    ask = f"GET {where} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
    return await http(port, ask.encode())


async def number_of(server, name):
    """One of the numbers the operator sees."""
    body = (await get(server.port, "/metrics"))[2].decode()
    return int(next(line for line in body.splitlines()
                    if line.startswith(f"parlor_{name} ")).split()[1])


async def number_is(server, name, wanted):
    return await number_of(server, name) == wanted


async def number_is_past(server, name, wanted):
    return await number_of(server, name) > wanted


async def until(happened, seconds=60):
    """Look again and again until it has happened: a slow machine only takes longer."""
    end = asyncio.get_running_loop().time() + seconds * SLOW
    while True:
        found = happened()
        found = await found if asyncio.iscoroutine(found) else found
        if found:
            return found
        assert asyncio.get_running_loop().time() < end, "it never happened"
        await asyncio.sleep(0.02)


class Client:
    """One connection. 'call' sends and waits; pushes meanwhile go to 'heard'."""

    def __init__(self, port):
        self.port, self.reader, self.writer = port, None, None
        self.next_id, self.heard, self.waiting, self.task = 1, [], {}, None
        self.news = asyncio.Event()
        self.code, self.raw = None, None
        self.token = self.person = None

    async def open(self, headers="", where="/socket", tls=None, receive_bytes=None,
                   address=None):
        line = socket.socket()
        line.setblocking(False)
        if address:  # the one it comes from
            line.bind((address, 0))
        if receive_bytes:  # how much the kernel takes for one who does not read
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", self.port))
        self.reader, self.writer = await asyncio.open_connection(
            sock=line, limit=1 << 22, ssl=tls, server_hostname="localhost" if tls else None
        )
        key = base64.b64encode(os.urandom(16)).decode()
        self.writer.write(
            f"GET {where} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            f"Sec-WebSocket-Version: 13\r\n{headers}\r\n".encode()
        )
        try:
            head = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), 60 * SLOW)
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            raise Closed() from error
        if b" 101 " not in head:
            self.writer.close()
            raise Closed(int(head.split(b" ")[1]))
        self.task = asyncio.ensure_future(self.read())
        TASKS.append(self.task)  # the loop itself does not hold on to them
        return self

    async def frame(self):
        head = await self.reader.readexactly(2)
        length = head[1] & 127
        if length == 126:
            length = int.from_bytes(await self.reader.readexactly(2), "big")
        elif length == 127:
            length = int.from_bytes(await self.reader.readexactly(8), "big")
        return head[0], await self.reader.readexactly(length)

    async def read(self):
        code, text = 1006, b""
        try:
            while True:
                first, body = await self.frame()
                kind = first & 15
                if kind == 8:
                    code = int.from_bytes(body[:2], "big") if len(body) > 1 else 1005
                    break
                if kind == 9:
                    self.send_frame(body, 10)
                if kind in (0, 1):
                    text += body
                    if first & 128:
                        self.take(text)
                        text = b""
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        self.code = code
        for future in self.waiting.values():
            if not future.done():
                future.set_exception(Closed(code))
                future.exception()
        self.news.set()
        self.writer.close()

    def take(self, text):
        if self.raw is not None:
            self.raw.append(text)
        message = json.loads(text)
        future = self.waiting.pop(message.get("id"), None) if "ok" in message else None
        if future is not None and not future.done():
            future.set_result(message)
        if future is None or "t" in message:  # a move is the answer to who made it
            self.heard.append(message)
            self.news.set()

    def send_frame(self, body, kind=1, final=True):
        mask = os.urandom(4)
        head = bytes([kind | (128 if final else 0)])
        if len(body) < 126:
            head += bytes([128 | len(body)])
        elif len(body) < 65536:
            head += bytes([254]) + len(body).to_bytes(2, "big")
        else:
            head += bytes([255]) + len(body).to_bytes(8, "big")
        key = (mask * (len(body) // 4 + 1))[: len(body)]
        masked = (int.from_bytes(body, "big") ^ int.from_bytes(key, "big")).to_bytes(
            len(body), "big"
        )
        if not self.writer.is_closing():
            self.writer.write(head + mask + masked)

    def send(self, message):
        if self.code is not None:
            raise Closed(self.code)
        self.send_frame(json.dumps(message).encode())

    async def call(self, op, **fields):
        number, self.next_id = self.next_id, self.next_id + 1
        future = asyncio.get_running_loop().create_future()
        self.waiting[number] = future
        self.send({"id": number, "op": op, **fields})
        answer = await asyncio.wait_for(future, 60 * SLOW)
        if not answer["ok"]:
            raise Refused(answer["error"])
        return answer

    async def refused(self, op, **fields):
        """The code of the refusal that must come."""
        try:
            answer = await self.call(op, **fields)
        except Refused as refusal:
            assert refusal.message and not refusal.message.startswith("server."), refusal
            return refusal.code
        raise AssertionError(f"{op} {fields} was not refused: {answer}")

    async def hear(self, kind, test=lambda message: True, seconds=60):
        """The next push of that kind, which is taken out."""
        end = asyncio.get_running_loop().time() + seconds * SLOW
        while True:
            for index, message in enumerate(self.heard):
                if message.get("t") == kind and test(message):
                    return self.heard.pop(index)
            if self.code is not None:
                raise Closed(self.code)
            self.news.clear()
            left = end - asyncio.get_running_loop().time()
            try:
                await asyncio.wait_for(self.news.wait(), left)
            except asyncio.TimeoutError:
                raise AssertionError(f"never heard {kind}; heard {self.heard[-5:]}") from None

    async def hello(self, name="Ada", token=None, **wants):
        who = {"token": token} if token else {"name": name}
        answer = await self.call("hello", **who, **wants)
        self.token, self.person = token or answer["token"], answer["person"]
        return self

    async def close(self):
        if self.task:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def closed(self):
        """The code it was closed with, once it is."""
        await until(lambda: self.code is not None)
        return self.code

    def drop(self):
        """As when a cable is pulled."""
        if self.writer.transport:
            self.writer.transport.abort()


async def enter(server, name="Ada", token=None, **wants):
    client = await Client(server.port).open()
    return await client.hello(name, token, **wants)


async def table(server, game, players=2, names=("P0", "P1", "P2", "P3"), **settings):
    """A room with everybody seated and the match begun; nobody is soon given up."""
    settings = {"grace_s": 600, **settings}
    people = [await enter(server, name) for name in names[:players]]
    room = await people[0].call("create", game=game, players=players, **settings)
    code = room["room"]["code"]
    for person in people[1:]:
        await person.call("join", room=code)
        await person.call("sit")
        await person.call("ready")
    await people[0].call("start")
    for person in people:
        await person.hear("start")
    return code, people


async def step(person, rng, n=None):
    """One random legal move of a person whose turn it is."""
    legal = await person.call("legal", words=False)
    choice = rng.choice(legal["legal"])
    return await person.call("apply", n=legal["n"] if n is None else n, action=choice["do"])


async def play_on(people, rng, moves=None):
    """Random play until the end, or so many moves; the last push of the match."""
    made = 0
    while moves is None or made < moves:
        view = await people[0].call("view")
        if view.get("over"):
            return view
        await step(people[view["turn"]], rng)
        made += 1
    return await people[0].call("view")


@functools.cache
def games():
    listed = subprocess.run([PARLOR, "games", "--json"], capture_output=True, check=True)
    found = json.loads(listed.stdout)
    found = found["games"] if isinstance(found, dict) else found
    return [(game["game"], game["players_min"], game["players_max"]) for game in found]


async def bounded(one):
    """A test that ends; connections it left open are closed, and a server that it left running when it failed."""
    try:
        await asyncio.wait_for(one(), LIMIT_S * SLOW)
    finally:
        left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        TASKS.clear()
        for process in STARTED:
            if process.poll() is None:
                process.kill()
                process.wait()
        STARTED.clear()


def main(module):
    """Each function marked as a test, its name the sentence it proves."""
    tests = [value for value in module.values() if getattr(value, "is_test", False)]
    only = sys.argv[2:]
    failures = 0
    tests = [test for test in tests if not only or test.__name__ in only]
    print(f"1..{len(tests)}", flush=True)
    for number, one in enumerate(tests, 1):
        name = one.__name__.replace("_", " ")
        try:
            asyncio.run(bounded(one))
            print(f"ok {number} - {name}", flush=True)
        except Exception:  # pylint: disable=broad-except
            failures += 1
            print(f"not ok {number} - {name}", flush=True)
            for line in traceback.format_exc().splitlines():
                print("#", line, flush=True)
    FOLDER.cleanup()
    sys.exit(failures > 0)


def test(function):
    function.is_test = True
    return function
