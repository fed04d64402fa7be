"""pages.py - the server as browsers, proxies and their enemies meet it over HTTP: files and
their forms, methods, lengths that contradict each other, bytes that are no text."""
import asyncio
import gzip
import os
import re
import shutil
import socket
import ssl
import subprocess

from parlor_server import Client, SLOW, Server, enter, get, http, main, path, table, test


def make_client():
    """A folder like the one a build leaves."""
    if os.path.exists(path("web")):
        return
    os.makedirs(path("web/assets"))
    os.makedirs(path("web/data"))
    os.makedirs(path("web/docs"))
    for name, text in (("index.html", b"<p>hello" * 100), ("assets/app-1a2b.js", b"app();" * 999),
                       ("parlor.wasm", b"wasm" * 5000), ("data/odd.txt", b"odd"),
                       ("docs/index.html", b"<p>documents"),
                       (".hidden", b"secret"), ("assets/weird name", b"secret")):
        with open(path(f"web/{name}"), "wb") as file:
            file.write(text)
    for name in ("index.html", "assets/app-1a2b.js", "parlor.wasm"):
        with open(path(f"web/{name}"), "rb") as file:
            text = file.read()
        with open(path(f"web/{name}.gz"), "wb") as file:
            file.write(gzip.compress(text))
    with open(path("web/parlor.wasm.br"), "wb") as file:
        file.write(b"brotli, as far as the server knows")
    with open(path("secret"), "wb") as file:
        file.write(b"secret")
    os.symlink(path("secret"), path("web/link.txt"))
    os.symlink(FOLDER_OUTSIDE, path("web/outside"))


FOLDER_OUTSIDE = "/etc"


async def asks(port, where, *headers, method="GET"):
    lines = [f"{method} {where} HTTP/1.1", "Host: x", *headers, "Connection: close", "", ""]
    return await http_whole(port, "\r\n".join(lines).encode())


async def http_whole(port, request):
    """Everything until the server closes: status, headers, the bytes after them."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    whole = await asyncio.wait_for(reader.read(), 60 * SLOW)
    writer.close()
    head, _, body = whole.partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in lines[1:])
    return int(lines[0].split(" ")[1]), headers, body


@test
async def files_come_in_the_smallest_form_a_browser_reads():
    make_client()
    async with Server(path("forms.db"), "--web", path("web")) as server:
        plain = b"app();" * 999
        for accepts, coding in (("", None), ("gzip", "gzip"), ("gzip, deflate, br", "gzip"),
                                ("identity", None), ("gzip;q=0", None), ("gzip;q=0.5", "gzip"),
                                ("x-gzip", None)):
            status, headers, body = await asks(server.port, "/assets/app-1a2b.js",
                                               *[f"Accept-Encoding: {accepts}"] * bool(accepts))
            assert status == 200 and headers.get("content-encoding") == coding, accepts
            assert (gzip.decompress(body) if coding else body) == plain
            assert "immutable" in headers["cache-control"] and headers["vary"] == "accept-encoding"
            assert headers["content-type"].startswith("text/javascript")
            assert int(headers["content-length"]) == len(body)
        _, headers, body = await asks(server.port, "/parlor.wasm", "Accept-Encoding: gzip, br")
        assert headers["content-encoding"] == "br" and body.startswith(b"brotli")
        assert headers["content-type"] == "application/wasm"
        _, headers, body = await asks(server.port, "/parlor.wasm")
        assert len(body) == 20000 and "content-encoding" not in headers


@test
async def a_file_that_a_browser_has_is_not_sent_again():
    make_client()
    async with Server(path("etag.db"), "--web", path("web")) as server:
        _, headers, _ = await asks(server.port, "/parlor.wasm")
        tag = headers["etag"]
        assert headers["cache-control"] == "no-cache"
        status, headers, body = await asks(server.port, "/parlor.wasm", f"If-None-Match: {tag}",
                                           "Accept-Encoding: br")
        assert status == 304 and body == b"" and headers["etag"] == tag
        status, _, body = await asks(server.port, "/parlor.wasm", 'If-None-Match: "other"')
        assert status == 200 and len(body) == 20000


@test
async def head_is_get_without_the_body():
    make_client()
    async with Server(path("head.db"), "--web", path("web")) as server:
        for where in ("/", "/assets/app-1a2b.js", "/api/games", "/healthz", "/nothing"):
            status, headers, body = await asks(server.port, where)
            headed = await asks(server.port, where, method="HEAD")
            assert headed == (status, headers, b""), (where, headed)
            assert int(headers["content-length"]) == len(body)
        # Two on one line: the second answer begins where the first ends.
        two = b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n" \
              b"Connection: close\r\n\r\n"
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(two)
        text = b""
        while b'{"ok":true}' not in text:
            more = await asyncio.wait_for(reader.read(10000), 60 * SLOW)
            assert more, text
            text += more
        assert text.count(b"HTTP/1.1 200") == 2 and b"<p>" not in text, text
        writer.close()


@test
async def only_what_lies_in_the_folder_itself_is_served():
    make_client()
    async with Server(path("links.db"), "--web", path("web")) as server:
        assert (await get(server.port, "/data/odd.txt"))[2] == b"odd"
        for page in ("/", "/r/ABCD", "/m/0123456789abcdef"):  # the client reads the rest of it
            assert (await get(server.port, page))[2].startswith(b"<p>hello"), page
        for where in ("/link.txt", "/outside/hostname", "/outside/passwd", "/.hidden",
                      "/assets/weird%20name", "/parlor.wasm.br", "/index.html.gz", "/data", "/data/",
                      "/../secret", "/%2e%2e/secret", "//etc/passwd"):
            status, _, body = await asks(server.port, where)
            assert status >= 300 and b"secret" not in body and b"root:" not in body, where
        with open(path("web/data/late.txt"), "wb") as file:
            file.write(b"late")
        assert (await get(server.port, "/data/late.txt"))[0] == 404  # it was read at the start


HEAD = b"<!doctype html><head><title>Parlor</title></head><body>"


def tags(body):
    """What a page says of itself where its link is passed on."""
    return dict(re.findall(r'<meta (?:property|name)="([a-z:_]+)" content="([^"]*)">', body.decode()))


@test
async def a_link_says_where_it_leads_with_a_picture():
    os.makedirs(path("shared/preview"))
    for name, text in (("index.html", HEAD), ("preview/sea-salt.jpg", b"a picture")):
        with open(path(f"shared/{name}"), "wb") as file:
            file.write(text)
    async with Server(path("shared.db"), "--web", path("shared"),
                      env={"PARLOR_GUESSES_PER_MINUTE": "20"}) as server:
        host = await enter(server, "Ann <b> & \"co\"")
        code = (await host.call("create", game="sea-salt", players=3))["room"]["code"]
        status, headers, body = await asks(server.port, f"/r/{code}")
        said = tags(body)
        assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8"), headers
        assert "etag" not in headers and headers["cache-control"] == "no-cache", headers
        assert body.startswith(HEAD[:40]) and body.endswith(b"</head><body>"), body
        assert said["og:title"] == (
            "Ann &#60;b&#62; &#38; &#34;co&#34; invites you: Sea Salt &#38; Paper"), said
        assert said["og:description"].startswith("Free seats: 2 of 3."), said
        assert said["og:image"] == "http://x/preview/sea-salt.jpg", said
        assert (await get(server.port, "/preview/sea-salt.jpg"))[1]["content-type"] == "image/jpeg"
        body = (await asks(server.port, f"/r/{code}", "Accept-Language: zh-CN",
                           "X-Forwarded-Proto: https"))[2]
        assert "邀请你" in tags(body)["og:title"] and "https://x/" in tags(body)["og:image"], body
        evil = f"GET /r/{code} HTTP/1.1\r\nHost: x\"><script>\r\nConnection: close\r\n\r\n"
        assert "og:image" not in tags((await http_whole(server.port, evil.encode()))[2])
        # Who tries codes out is told nothing, soon not even of rooms that are there.
        for _ in range(25):
            assert (await get(server.port, "/r/2222222"))[2] == HEAD
        assert (await get(server.port, f"/r/{code}"))[2] == HEAD


@test
async def a_link_to_a_match_names_who_played():
    async with Server(path("played.db"), "--web", path("shared")) as server:
        code, _ = await table(server, "sea-salt", names=("Ann", "Ben"))
        body = (await get(server.port, f"/r/{code}"))[2]
        assert "watch" in tags(body)["og:description"], body
        match = (await (await enter(server)).call("join", room=code))["room"]["match"]
        said = tags((await get(server.port, f"/m/{match}"))[2])
        assert said["og:title"] == "Sea Salt &#38; Paper: Ann, Ben", said
        assert (await get(server.port, "/m/0123456789abcdef"))[2] == HEAD


@test
async def the_documents_are_found_without_their_last_slash():
    make_client()
    async with Server(path("docs.db"), "--web", path("web")) as server:
        status, headers, body = await asks(server.port, "/docs")
        assert (status, headers["location"], body) == (308, "/docs/", b"")
        assert (await get(server.port, headers["location"]))[2] == b"<p>documents"
        assert (await asks(server.port, "/docsx"))[0] == 404


@test
async def requests_that_two_could_read_differently_are_refused():
    hidden = b"GET /api/hidden HTTP/1.1\r\nHost: x\r\n\r\n"
    wrong = (
        b"Content-Length: 0\r\nContent-Length: %d\r\n" % len(hidden),
        b"Content-Length: %d\r\nContent-Length: 0\r\n" % len(hidden),
        b"Content-Length: 5\r\n", b"Content-Length: -1\r\n", b"Content-Length: 0, 5\r\n",
        b"Content-Length: +0\r\n", b"Transfer-Encoding: chunked\r\n",
        b"Content-Length: 0\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding : chunked\r\n", b"TRANSFER-ENCODING\t: chunked\r\n", b"Content-Length : 5\r\n",
        b"Content-Length\t: 5\r\n", b"Transfer-Encoding  : chunked\r\n", b"Transfer-Encoding\x0b: chunked\r\n",
        b"Content-Length\x0c\x0c\x0c: 5\r\n", b"Host: y\r\nContent-Length \t: 5\r\n",
        b"Transfer-Encoding\t \t: chunked\r\n",
    )
    async with Server(path("lengths.db")) as server:
        for headers in wrong:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + headers + b"\r\n" + hidden)
            try:
                answer = await asyncio.wait_for(reader.read(), 60 * SLOW)
            except ConnectionError:
                answer = b""
            writer.close()
            assert b" 200 " not in answer and b" 404 " not in answer, (headers, answer)
            assert not answer or b" 400 " in answer, (headers, answer)
        fine = b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"
        assert (await http(server.port, fine))[0] == 200
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "BREW"):
            try:
                status, headers, _ = await asks(server.port, "/", method=method)
            except (ConnectionError, IndexError):
                continue  # what is no method of HTTP's is not answered at all
            assert status in (405, 404, 400, 403), (method, status)
            if status == 405:
                assert headers["allow"] == "get, head", headers


@test
async def nobody_hides_a_request_in_what_a_proxy_forwards():
    """The library takes a header whose name begins another's, and what follows it, for one."""
    hidden = b"GET /api/hidden HTTP/1.1\r\nHost: x\r\n"
    hiding = [name + b": y\r\n" + length % len(hidden) for name in (b"A", b"X", b"Hos", b"Content", b"If")
              for length in (b"Content-Length: %d\r\n", b"Transfer-Encoding: chunked\r\nZ: %d\r\n")]
    hiding += [b"Content-Length    : %d\r\n" % len(hidden), b" Content-Length: %d\r\n" % len(hidden)]

    async def answers(server, headers):
        """To all that comes on one line, whole or as the beginning of the next that is forwarded."""
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + headers + b"\r\n" + hidden)
        text = b""
        try:
            while more := await asyncio.wait_for(reader.read(10000), 60 * SLOW):
                text += more
                writer.write(b"\r\n" + hidden + b"\r\n")
                await writer.drain()
        except ConnectionError:
            pass
        writer.close()
        return text

    async with Server(path("hidden.db"), "--proxies", "127.0.0.1") as server:
        for headers in hiding:
            text = await answers(server, headers)
            assert b" 404 " not in text and text.count(b"HTTP/1.1") <= 1, (headers, text)
    async with Server(path("hidden.db")) as server:  # nobody named it, and it says so itself
        for mark in (b"X-Forwarded-For: 198.51.100.1\r\n", b"Via: 1.1 front\r\n"):
            for headers in hiding:
                text = await answers(server, mark + headers)
                assert b" 404 " not in text and text.count(b"HTTP/1.1") <= 1, (headers, text)


@test
async def a_socket_elsewhere_is_told_so():
    key = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
    async with Server(path("elsewhere.db"), "--origins", "https://friend.example") as server:
        for where, origin, wanted in (
                ("/socket", "https://friend.example", 101), ("/socket", f"http://127.0.0.1:{server.port}", 101),
                ("/socket", "https://evil.example", 403), ("/socket", "x" * 300, 403), ("/", "", 404),
                ("/socket/", "", 404), ("/Socket", "", 404), ("/socket;a", "", 404), ("/api/games", "", 404)):
            said = f"Origin: {origin}\r\n" if origin else ""
            ask = f"GET {where} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n{said}{key}{'A' * 22}==\r\n\r\n"
            assert (await http(server.port, ask.encode()))[0] == wanted, (where, origin)


@test
async def other_versions_of_the_socket_are_told_which_it_is():
    async with Server(path("version.db")) as server:
        async def upgrades(lines):
            ask = "GET /socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nSec-WebSocket-Key: " + "A" * 22 + "==\r\n"
            status, headers, _ = await http(server.port, f"{ask}{lines}\r\n".encode())
            return status, headers

        named = "Sec-WebSocket-Version: "
        for lines in ("", named + "99\r\n", named + "8\r\n", named + "130\r\n", named + "\r\n",
                      f"{named}8\r\n{named}13\r\n"):
            status, headers = await upgrades("Upgrade: websocket\r\n" + lines)
            assert status == 426 and headers["sec-websocket-version"] == "13", (lines, status, headers)
        for kind in ("websocket", "WebSocket"):
            assert (await upgrades(f"Upgrade: {kind}\r\n{named}13\r\n"))[0] == 101, kind


@test
async def bytes_that_are_no_text_end_the_socket():
    async with Server(path("utf8.db")) as server:
        for text in (b'{"op":"ping\xff"}', b'\xc0\xaf', b'\xed\xa0\x80', b'{"op":"\xf5\x80\x80\x80"}'):
            client = await enter(server)
            client.send_frame(text)
            assert await client.closed() == 1007, (text, client.code)
        client = await enter(server, "Zoë 王")
        await client.call("rename", name="Ångström")
        client.send_frame('{"op":"ping","id":"é'.encode()[:-1], final=False)
        client.send_frame('é"}'.encode()[1:], kind=0)  # a letter in two frames is one
        assert (await client.hear(None))["id"] == "é"


@test
async def by_tls_a_browser_is_told_to_stay_with_it():
    if not shutil.which("openssl"):
        print("# no openssl here", flush=True)
        return
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout",
                    path("tls.key"), "-out", path("tls.pem"), "-days", "2", "-subj",
                    "/CN=localhost"], check=True, capture_output=True)
    tls = ssl.create_default_context()
    tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE
    tls.set_alpn_protocols(["h2", "http/1.1"])
    options = ["--cert", path("tls.pem"), "--key", path("tls.key")]

    def head_of(server, *more):
        async def ask():
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port, ssl=tls)
            assert writer.get_extra_info("ssl_object").selected_alpn_protocol() != "h2"
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60 * SLOW)
            writer.close()
            return head.lower()
        return ask()

    async with Server(path("hsts.db"), *options) as server:
        assert b"strict-transport-security: max-age=15552000" in await head_of(server)
    async with Server(path("hsts.db"), *options, "--hsts-s", 0) as server:
        assert b"strict-transport" not in await head_of(server)
    async with Server(path("hsts.db")) as server:
        assert "strict-transport-security" not in (await get(server.port, "/healthz"))[1]


main(globals())
