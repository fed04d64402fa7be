"""attacker.py - somebody with a script and an evening: sockets of its own, frames of its own, and whatever
the protocol does not forbid to write. Nothing of the other tests' client is used.

Every request has one answer, nothing another person may not know is said, and the server goes on.
"""
import asyncio
import json
import os
import random
import re
import socket
import struct
import time

from parlor_server import SLOW, Server, main, path, test

ROUNDS = int(os.environ.get("PARLOR_ATTACKS", "40"))
# Every operation with what it may be asked with: the second column of the tables.
with open(os.path.join(os.path.dirname(__file__), "../../docs/PROTOCOL.md"), encoding="utf-8") as page:
    OPS = sorted({op for line in page if line.startswith("| `")
                  for op in re.findall(r"`([a-z]+)`", line.split("|")[1])} - {"public", "absent", "clock"})
FIELDS = ["n", "action", "agree", "from", "words", "seat", "room", "have", "game", "players", "options", "public",
          "token", "name", "account", "password", "new", "session", "person", "text", "ready", "agent", "waited_s",
          "clock", "clock_s", "grace_s", "undo", "absent", "view", "legal", "lines", "state", "lang"]
ODD = ["null", "true", "-1", "0", "1", "2", "9223372036854775807", "-9223372036854775808", "1e308", "1e999", "0.5",
       "99999999999999999999", '""', '"\\u0000"', '"\\ud800"', '"\\uffff"', '"' + "A" * 1500 + '"', "[]", "{}",
       "[" * 200 + "]" * 200, "[" * 1800, '{"a":' * 400 + "1" + "}" * 400, '{"n":1,"n":2}', '"sea-salt"', '"duel"',
       '{"type":"draw_deck"}', '{"type":["draw_deck"]}', '{"type":"draw_deck","seat":1}', '"zh-Hant"', "NaN", "'x'"]


class Gone(Exception):
    """The server has closed; the code it gave."""


class Wire:
    """One WebSocket over a plain socket. What was said to it is kept."""

    def __init__(self, port):
        self.line = socket.create_connection(("127.0.0.1", port), 60 * SLOW)
        self.line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer, self.heard, self.number = b"", [], 0
        self.line.sendall(b"GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n")
        while b"\r\n\r\n" not in self.buffer:
            self.more()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        assert b" 101 " in head, head

    def more(self):
        try:
            got = self.line.recv(1 << 16)
        except ConnectionError:
            got = b""
        if not got:
            raise Gone(1006)
        self.buffer += got

    def frame(self, text, kind=0x81, masked=True):
        body = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
        bit = 0x80 if masked else 0
        length = len(body)
        head = bytes([kind, bit | length]) if length < 126 else bytes([kind, bit | 126]) + struct.pack(">H", length)
        if length > 65535:
            head = bytes([kind, bit | 127]) + struct.pack(">Q", length)
        if not masked:
            return head + body
        mask = random.randbytes(4)
        return head + mask + bytes(byte ^ mask[i & 3] for i, byte in enumerate(body))

    def read(self):
        """The next message."""
        while True:
            if len(self.buffer) >= 2:
                length, at = self.buffer[1] & 127, 2
                if length > 125:
                    wide = 2 if length == 126 else 8
                    at += wide
                    length = int.from_bytes(self.buffer[2:at], "big") if len(self.buffer) >= at else 1 << 40
                if len(self.buffer) >= at + length:
                    kind, body = self.buffer[0] & 15, self.buffer[at:at + length]
                    self.buffer = self.buffer[at + length:]
                    if kind == 8:
                        raise Gone(int.from_bytes(body[:2], "big"))
                    if kind == 1:
                        self.heard.append(body)
                        return json.loads(body)
                    continue
            self.more()

    def ask_all(self, bodies):
        """All in one piece: {"id":N, + body. One answer each, in any order; none that was not asked for."""
        first = self.number + 1
        self.number += len(bodies)
        self.line.sendall(b"".join(self.frame(f'{{"id":{first + i},{body}}}') for i, body in enumerate(bodies)))
        answers = {}
        last = self.number + 1
        self.number = last
        self.line.sendall(self.frame(f'{{"id":{last},"op":"ping"}}'))
        unread = 0  # requests that are no JSON have answers without a number
        while last not in answers or len(answers) + unread < len(bodies) + 1:
            answer = self.read()
            if "ok" not in answer:
                continue
            if "id" not in answer:
                assert answer["error"]["code"] == "bad_json", answer
                unread += 1
                continue
            assert first <= answer["id"] <= last and answer["id"] not in answers, answer
            answers[answer["id"]] = answer
        assert len(answers) + unread == len(bodies) + 1, (bodies, answers)
        return [answers.get(first + i) for i in range(len(bodies))]

    def ask(self, op, **fields):
        return self.ask_all([json.dumps({"op": op, **fields})[1:-1]])[0]

    def hear(self, kind):
        while True:
            message = self.read()
            if message.get("t") == kind:
                return message

    def cut(self):
        """A reset, as from a cable or a firewall."""
        self.line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.line.close()


def person(server, name="Eve", token=None):
    wire = Wire(server.port)
    answer = wire.ask("hello", **({"token": token} if token else {"name": name}))
    assert answer["ok"], answer
    wire.token, wire.who = token or answer["token"], answer["person"]
    return wire


def seated(server, game="sea-salt", **settings):
    """Two at a table, the match begun."""
    one, two = person(server, "One"), person(server, "Two")
    code = one.ask("create", game=game, players=2, grace_s=600, **settings)["room"]["code"]
    for op, fields in (("join", {"room": code}), ("sit", {}), ("ready", {})):
        assert two.ask(op, **fields)["ok"]
    assert one.ask("start")["ok"]
    return code, [one, two]


def move(people, rng):
    """Whoever's turn it is makes a random move."""
    acts = people[people[0].ask("view")["turn"]]
    legal = acts.ask("legal", words=False)
    done = acts.ask("apply", n=legal["n"], action=rng.choice(legal["legal"])["do"])
    assert done["ok"], done
    return done


def is_well(server):
    assert server.process.poll() is None, server.said()[-3000:]
    assert person(server).ask("games")["ok"]


def odd_request(rng):
    fields = [f'"op":"{rng.choice(OPS)}"' if rng.random() < 0.97 else f'"op":{rng.choice(ODD)}']
    for _ in range(rng.randrange(4)):
        fields.append(f'"{rng.choice(FIELDS)}":{rng.choice(ODD)}')
    if rng.random() < 0.1:
        fields.append(rng.choice(fields))  # twice the same
    rng.shuffle(fields)
    return ",".join(fields)


@test
async def frames_without_a_mask_harm_nobody():
    async with Server(path("mask.db")) as server:
        for kind, text in ((0x81, '{"id":1,"op":"ping"}'), (0x81, ""), (0x89, "ping"), (0x81, "x" * 300)):
            wire = Wire(server.port)
            body = wire.frame(text, kind, masked=False)
            for piece in (body[:1], body[1:]):
                wire.line.sendall(piece)
                await asyncio.sleep(0.02)
        assert Wire(server.port).ask("ping") is not None and server.process.poll() is None


@test
async def whatever_a_request_holds_it_has_one_answer():
    rng = random.Random(1302)
    async with Server(path("odd.db"), "--logins-per-minute", 0) as server:
        for game in ("sea-salt", "duel", "smashup", "combat"):
            _, people = seated(server, game)
            watcher, nobody = person(server, "Watcher"), Wire(server.port)
            for _ in range(ROUNDS):
                for wire in (*people, watcher, nobody):
                    wire.ask_all([odd_request(rng) for _ in range(20)])
                    if wire.ask("view").get("error", {}).get("code") == "not_in_room":
                        watcher.ask("rooms")
            is_well(server)


@test
async def who_is_gone_before_the_answer_harms_nobody():
    rng = random.Random(1303)
    async with Server(path("gone.db"), "--logins-per-minute", 0) as server:
        for _ in range(ROUNDS):
            code, people = seated(server, rng.choice(["duel", "sea-salt"]))
            for _ in range(3):
                move(people, rng)
            n = people[0].ask("view")["n"]
            again = person(server, token=people[0].token)
            assert again.ask("join", room=code)["ok"]
            news = [f'"op":"undo","n":{n}', f'"op":"agree","n":{n}', f'"op":"agree","n":{n},"agree":false',
                    '"op":"export"', '"op":"sessions"', '"op":"end"', '"op":"rating"', '"op":"leaders","game":"duel"',
                    '"op":"leave"', '"op":"history","from":0', '"op":"rematch"', '"op":"logout"', '"op":"delete"',
                    '"op":"register","account":"a%d","password":"correct horse"' % rng.randrange(10 ** 9)]
            for wire in (*people, again):
                chosen = rng.sample(news, 6)
                packed = b"".join(wire.frame(f'{{"id":{i},{body}}}') for i, body in enumerate(chosen))
                wire.line.sendall(packed[:rng.randrange(1, len(packed))] if rng.random() < 0.3 else packed)
                if rng.random() < 0.5:
                    await asyncio.sleep(rng.random() / 200)
                wire.cut()
            assert server.process.poll() is None, server.said()[-3000:]
        is_well(server)


@test
async def two_sockets_of_a_person_do_nothing_twice():
    rng = random.Random(1304)
    async with Server(path("twice.db"), "--logins-per-minute", 0) as server:
        for _ in range(ROUNDS):
            code, people = seated(server, "duel")
            for _ in range(rng.randrange(2, 6)):
                move(people, rng)
            turn, n = (people[0].ask("view")[key] for key in ("turn", "n"))
            twins = [people[turn], person(server, token=people[turn].token)]
            assert twins[1].ask("join", room=code)["ok"]
            legal = [choice["do"] for choice in twins[0].ask("legal", words=False)["legal"]]
            mine = [f'"op":"apply","n":{n},"action":{json.dumps(rng.choice(legal))}', f'"op":"undo","n":{n}',
                    f'"op":"agree","n":{n},"agree":{rng.choice(["true", "false"])}', f'"op":"undo","n":{n + 1}']
            other = people[1 - turn]
            theirs = [f'"op":"undo","n":{n}', f'"op":"agree","n":{n}', f'"op":"agree","n":{n + 1}']
            asked = [(wire, rng.sample(mine, rng.randrange(1, 5))) for wire in twins]
            asked.append((other, rng.sample(theirs, rng.randrange(1, 4))))
            for wire, bodies in asked:  # all are on their way before the first is answered
                wire.line.sendall(b"".join(wire.frame(f'{{"id":"r{i}",{body}}}') for i, body in enumerate(bodies)))
            told = []
            for wire, bodies in asked:
                waiting = {f"r{i}" for i in range(len(bodies))}
                while waiting:
                    answer = wire.read()
                    if answer.get("id") in waiting:
                        waiting.remove(answer["id"])
                        told.append(answer)
            numbers = [answer["n"] for answer in told if answer.get("t") in ("move", "undo") and answer["ok"]]
            assert len(numbers) == len(set(numbers)), numbers  # each number is one entry, for whoever made it
            ends = {json.dumps(wire.ask("history", **{"from": 0}), sort_keys=True).split('"id"')[0]
                    for wire in (*twins, other)}
            moves = other.ask("history", **{"from": 0})["moves"]
            entries = [entry["n"] for entry in moves]
            assert entries == sorted(set(entries)), entries
            assert ends and other.ask("view")["n"] == n + len(numbers), (n, numbers)
            # Who they are, from two sides at once.
            twins[0].line.sendall(b"".join(twins[0].frame('{"id":"r%d","op":"%s"}' % pair) for pair in
                                           enumerate(("export", "sessions", "end", "leave", "delete"))))
            twins[1].line.sendall(twins[1].frame('{"id":"r0","op":"rename","name":"Mallory"}'))
            assert server.process.poll() is None
        is_well(server)


@test
async def whoever_asks_too_fast_is_told_so_and_nobody_else_waits():
    """Thirty messages a second, ninety at once, as the program has it by itself. Dozens in one piece are
    answered up to there, each once; then the close comes at once, with its code: who does not read it
    hears silence. At a person's pace, a dozen stale moves in one piece now and then, nobody waits."""
    kinds = ('"op":"ping"', '"op":"apply","n":99,"action":{}', '"op":"history","from":0', '"op":"rooms"', '"op":"x"')
    async with Server(path("pace.db"), "--messages-per-second", 30, env={"PARLOR_WORK_PER_SECOND": "1000"}) as server:
        for kind in kinds:
            wire = seated(server)[1][0]
            began, sent, heard, code = time.monotonic(), 0, set(), 0
            try:
                while sent < 5000:
                    wire.line.sendall(b"".join(wire.frame(f'{{"id":{5000 + sent + i},{kind}}}') for i in range(12)))
                    sent += 12
                    while len(heard) < sent:
                        answer = wire.read()
                        if answer.get("id", 0) >= 5000:
                            assert answer["id"] not in heard, answer
                            heard.add(answer["id"])
            except Gone as gone:
                code = gone.args[0]
            most = 90 + 30 * (time.monotonic() - began)
            assert code == 1008 and 70 <= len(heard) <= most and sent - len(heard) <= 12, (kind, code, len(heard), sent)
        steady = seated(server)[1][0]
        for _ in range(2):
            for kind in kinds:
                before = time.monotonic()
                steady.ask_all([kind] * 11)
                assert time.monotonic() - before < SLOW, (kind, time.monotonic() - before)
                await asyncio.sleep(0.5)  # a dozen, pings counted in: 24 a second
        is_well(server)


@test
async def who_is_closed_hears_why_though_answers_are_on_their_way():
    """A hundred long answers at once: they do not fit into what the line takes, and the close comes behind them."""
    async with Server(path("behind.db"), "--messages-per-second", 30, env={"PARLOR_WORK_PER_SECOND": "1000"}) as server:
        for waits in (0, 0.3):
            wire = person(server)
            wire.line.sendall(b"".join(wire.frame(f'{{"id":{1000 + i},"op":"games"}}') for i in range(100)))
            await asyncio.sleep(waits)
            heard = []
            try:
                while True:
                    heard.append(wire.read()["id"])
            except Gone as gone:
                code = gone.args[0]
            assert code == 1008 and heard == list(range(1000, 1000 + len(heard))) and len(heard) > 70, (code, heard)
        is_well(server)


def hidden(message, seat):
    """A hand that is neither this seat's nor laid open, in a view of a match that runs."""
    view = message.get("view") or message.get("game", {}).get("view") or {}
    if message.get("over") or not isinstance(view, dict):
        return False
    return any(other != seat and not place["locked"] and any(place.get("hand") or [])
               for other, place in enumerate(view.get("seats", [])))


@test
async def nobody_asks_for_what_is_anothers():
    rng = random.Random(1305)
    async with Server(path("rights.db"), "--logins-per-minute", 0) as server:
        victim = person(server, "Victim")
        assert victim.ask("register", account="victim", password="correct horse")["ok"]
        session = victim.ask("sessions")["sessions"][0]["session"]
        eve = person(server, "Eve")
        assert eve.ask("register", account="eve", password="correct horse")["ok"]
        assert eve.ask("end", session=session)["error"]["code"] == "no_session"
        assert victim.ask("sessions")["sessions"][0]["session"] == session
        for body in ('"op":"export","person":"%s"' % victim.who, '"op":"sessions","person":"%s"' % victim.who,
                     '"op":"delete","account":"victim","password":"correct horse"',
                     '"op":"password","account":"victim","password":"correct horse","new":"stolen horse"'):
            assert eve.ask_all([body])[0]["error"]["code"] == "unknown_field", body
        assert eve.ask("export")["kept"]["person"] == eve.who
        code, people = seated(server)
        assert eve.ask("join", room=code)["ok"]
        match = people[0].ask("join", room=code)["game"]["match"]
        for _ in range(ROUNDS):
            if move(people, rng).get("over"):
                break
            n = people[0].ask("view")["n"]
            for wire, seat in ((eve, 9), (people[0], 0), (people[1], 1)):
                wire.ask_all([f'"op":"{op}"' for op in ("view", "legal", "score")] +
                             ['"op":"history","from":0', f'"op":"join","room":"{code}","have":null',
                              '"op":"prefer","view":true,"state":true,"legal":true,"words":true'])
            for body in (f'"op":"undo","n":{n}', f'"op":"agree","n":{n}',
                         f'"op":"apply","n":{n},"action":{{"type":"draw_deck"}}', '"op":"validate","action":{}'):
                assert eve.ask_all([body])[0]["error"]["code"] == "not_seated", body
            for body in ('"op":"kick","person":"%s"' % people[0].who, '"op":"fill","seat":0,"agent":"random"',
                         '"op":"host","person":"%s"' % eve.who):
                assert eve.ask_all([body])[0]["error"]["code"] == "not_host", body
            line = socket.create_connection(("127.0.0.1", server.port))
            line.sendall(f"GET /api/match/{match} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            assert b" 403 " in line.recv(100)
            line.close()
        secrets = {wire: wire.token.encode() for wire in (victim, *people)}
        for wire, seat in ((eve, 9), (people[0], 0), (people[1], 1)):
            said = b"".join(wire.heard[1:])
            assert all(secret not in said for other, secret in secrets.items() if other is not wire)
            assert b"correct horse" not in said and session.encode() not in said and b'"seed"' not in said
            shown = [message for message in map(json.loads, wire.heard) if hidden(message, seat)]
            assert not shown, (seat, shown[0])


main(globals())
