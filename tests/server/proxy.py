"""proxy.py - the server behind nginx, set up by the lines that docs/OPERATING.md gives."""
import json
import os
import random
import shutil
import socket
import ssl
import subprocess
import sys

from parlor_server import (Client, Closed, Server, games, main, path, step, test, until)

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin")
DOCS = os.path.join(os.path.dirname(__file__), "../../docs/OPERATING.md")
FIRST = games()[0][0]


def sample(server):
    """The lines of the docs, with the port of this server."""
    with open(DOCS, encoding="utf-8") as file:
        lines = file.read().split("For nginx,")[1].split("\n")[2:]
    block = []
    while lines[0].startswith("    "):
        block.append(lines.pop(0))
    text = "\n".join(block)
    assert text.count("127.0.0.1:8080") == 1, text
    return text.replace("127.0.0.1:8080", f"127.0.0.1:{server.port}")


class Nginx:
    """A process of our own on a free port of the loopback."""

    def __init__(self, server):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        made = subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes",
                               "-days", "2", "-subj", "/CN=localhost", "-keyout",
                               path("key.pem"), "-out", path("cert.pem")],
                              capture_output=True, check=False)
        assert made.returncode == 0, made.stderr
        folders = "".join(f"{kind}_temp_path {path(kind)};\n" for kind in
                          ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        with open(path("nginx.conf"), "w", encoding="utf-8") as file:
            file.write(f"daemon off; pid {path('nginx.pid')}; events {{}}\n"
                       f"http {{ access_log off; {folders}\n"
                       f"server {{ listen 127.0.0.1:{self.port} ssl;\n"
                       f"ssl_certificate {path('cert.pem')};\n"
                       f"ssl_certificate_key {path('key.pem')};\n{sample(server)}\n}} }}\n")
        self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self.tls.check_hostname = False
        self.tls.load_verify_locations(path("cert.pem"))
        self.process = None

    def answers(self):
        assert self.process.poll() is None, "nginx ended"
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", self.port)) == 0

    async def __aenter__(self):
        self.process = subprocess.Popen([NGINX, "-p", path(""), "-e", path("nginx.log"), "-c",
                                         path("nginx.conf")])
        await until(self.answers)
        return self

    async def __aexit__(self, kind, value, trace):
        self.process.terminate()
        self.process.wait(60)

    async def open(self, headers="", origin=None, address=None):
        """As a browser: it says which page the socket was opened by."""
        origin = origin or f"https://127.0.0.1:{self.port}"
        return await Client(self.port).open(f"Origin: {origin}\r\n{headers}", tls=self.tls,
                                            address=address)

    def get(self, where):
        return subprocess.run(["openssl", "s_client", "-quiet", "-connect",
                               f"127.0.0.1:{self.port}"], capture_output=True, check=False,
                              input=f"GET {where} HTTP/1.0\r\nHost: x\r\n\r\n".encode()).stdout


@test
async def a_match_is_played_through_nginx():
    async with Server(path("proxy.db"), "--proxies", "127.0.0.1") as server:
        async with Nginx(server) as nginx:
            people = [await (await nginx.open()).hello(name) for name in ("Ada", "Bob")]
            room = await people[0].call("create", game=FIRST, players=2, grace_s=600)
            await people[1].call("join", room=room["room"]["code"])
            await people[1].call("sit")
            await people[1].call("ready")
            await people[0].call("start")
            rng = random.Random(1)
            view = await people[0].call("view")
            while not view.get("over"):
                await step(people[view["turn"]], rng)
                view = await people[0].call("view")
            for person in people:
                await person.hear("move", lambda m: m.get("over"))
            match = (await people[0].call("join", room=room["room"]["code"]))["game"]["match"]
            body = nginx.get(f"/api/match/{match}").split(b"\r\n\r\n", 1)[1]
            assert json.loads(body)["match"]["hash"] == view["hash"]
            assert b" 403 " in nginx.get("/metrics").split(b"\r\n")[0]
            assert b" 200 " in nginx.get("/healthz").split(b"\r\n")[0]
            try:
                await nginx.open(origin="https://evil.example")
            except Closed:
                return
            raise AssertionError("another site was let in")


@test
async def each_address_behind_nginx_has_its_own_limit():
    limits = ["--proxies", "127.0.0.1", "--connections-per-address", 2]
    async with Server(path("limits.db"), *limits) as server:
        async with Nginx(server) as nginx:
            async def enters(address, headers=""):
                client = await nginx.open(headers, address=address)
                try:
                    await client.call("ping")
                except Closed:
                    return False
                return True

            assert [await enters("127.0.0.2") for _ in range(3)] == [True, True, False]
            assert await enters("127.0.0.3")
            # What a client says of itself stands before what nginx adds to it.
            assert not await enters("127.0.0.2", "X-Forwarded-For: 198.51.100.7\r\n")


if not NGINX:
    print("1..0 # SKIP there is no nginx here")
    sys.exit(0)
main(globals())
