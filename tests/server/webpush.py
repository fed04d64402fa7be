"""webpush.py - a browser's half of Web Push, for the tests: keys on P-256, a message opened (RFC 8291),
a signature checked (RFC 8292), and a push service that keeps what it is sent.

The curve is written out here; AES is the openssl program's. Nothing is shared with the server."""
import asyncio
import base64
import hashlib
import hmac
import json
import os
import subprocess

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G = (0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
     0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5)


def add(a, b):
    if a is None or b is None:
        return a or b
    if a[0] == b[0] and (a[1] + b[1]) % P == 0:
        return None
    if a == b:
        slope = (3 * a[0] * a[0] - 3) * pow(2 * a[1], -1, P)
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P)
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def times(k, point):
    found = None
    while k:
        if k & 1:
            found = add(found, point)
        point, k = add(point, point), k >> 1
    return found


def packed(point):
    return b"\4" + point[0].to_bytes(32, "big") + point[1].to_bytes(32, "big")


def unpacked(text):
    x, y = int.from_bytes(text[1:33], "big"), int.from_bytes(text[33:], "big")
    assert len(text) == 65 and text[0] == 4 and (y * y - x * x * x + 3 * x - B) % P == 0
    return x, y


def words(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def unworded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def aes(mode, key, data, iv=None):
    command = ["openssl", "enc", f"-aes-128-{mode}", "-nopad", "-K", key.hex()]
    command += ["-iv", iv.hex()] if iv else []
    return subprocess.run(command, input=data, capture_output=True, check=True).stdout


def opened(key, nonce, sealed):
    """AES-128-GCM without more data: the text, once its tag was found right."""
    data, tag = sealed[:-16], sealed[-16:]
    h = int.from_bytes(aes("ecb", key, bytes(16)), "big")
    padded = data + bytes(-len(data) % 16) + bytes(8) + (8 * len(data)).to_bytes(8, "big")
    y = 0
    for at in range(0, len(padded), 16):
        y ^= int.from_bytes(padded[at:at + 16], "big")
        z, v = 0, h
        for bit in range(127, -1, -1):
            z ^= v if y >> bit & 1 else 0
            v = v >> 1 ^ (0xE1 << 120 if v & 1 else 0)
        y = z
    mask = aes("ecb", key, nonce + b"\0\0\0\1")
    assert bytes(a ^ b for a, b in zip(mask, y.to_bytes(16, "big"))) == tag, "a wrong tag"
    return aes("ctr", key, data, nonce + b"\0\0\0\2")


def expand(salt, secret, info, length):
    key = hmac.digest(salt, secret, "sha256")
    return hmac.digest(key, info + b"\1", "sha256")[:length]


class Browser:
    def __init__(self, secret=None, auth=None):
        self.secret = secret or int.from_bytes(os.urandom(32), "big") % N
        self.auth = auth or os.urandom(16)
        self.point = packed(times(self.secret, G))

    def subscription(self, endpoint):
        return {"endpoint": endpoint, "p256dh": words(self.point), "auth": words(self.auth)}

    def read(self, body):
        salt, length = body[:16], body[20]
        sender, sealed = body[21:21 + length], body[21 + length:]
        assert int.from_bytes(body[16:20], "big") >= len(sealed)
        shared = times(self.secret, unpacked(sender))[0].to_bytes(32, "big")
        both = expand(self.auth, shared, b"WebPush: info\0" + self.point + sender, 32)
        key = expand(salt, both, b"Content-Encoding: aes128gcm\0", 16)
        nonce = expand(salt, both, b"Content-Encoding: nonce\0", 12)
        text, _, padding = opened(key, nonce, sealed).rpartition(b"\2")
        assert not padding.strip(b"\0")
        return text.decode()


def claims(authorization, key):
    """What a sender says of itself, once the signature was found to be that of the key."""
    scheme, _, rest = authorization.partition(" ")
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid" and fields["k"] == key, authorization
    signed, _, mark = fields["t"].rpartition(".")
    head, body = (json.loads(unworded(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    r, s = (int.from_bytes(unworded(mark)[i:i + 32], "big") for i in (0, 32))
    e = int.from_bytes(hashlib.sha256(signed.encode()).digest(), "big")
    w = pow(s, -1, N)
    x = add(times(e * w % N, G), times(r * w % N, unpacked(unworded(key))))[0]
    assert 0 < r < N and x % N == r, "a signature of somebody else"
    return body


class Service:
    """A push service on the loopback: 'got' has the headers and the body of each message."""

    def __init__(self, status=201):
        self.status, self.got, self.lines, self.server, self.port = status, [], 0, None, 0

    async def __aenter__(self):
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self.server.close()

    async def serve(self, reader, writer):
        self.lines += 1
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {line.split(": ")[0].lower(): line.split(": ")[1] for line in head[1:] if line}
            body = await reader.readexactly(int(headers["content-length"]))
            self.got.append((head[0], headers, body))
            writer.write(f"HTTP/1.1 {self.status} x\r\nContent-Length: 0\r\n\r\n".encode())
            await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        writer.close()
