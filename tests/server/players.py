"""players.py - people who play through anything: they reconnect, resume, and remember."""
import asyncio
import json
import random
import subprocess

from parlor_server import PARLOR, SLOW, Client, Closed, Refused, get, until


class Player:
    """Plays one seat to the end of the match; 'port' is asked anew at every connection."""

    def __init__(self, port, name, rng, drops=0.0):
        self.port, self.name, self.rng, self.drops = port, name, rng, drops
        self.token = self.client = self.match = self.end = None
        self.heard = {}  # number of a move: what was heard of it
        self.acked = 0  # moves that were acknowledged to us
        self.connections = 0

    async def connect(self, code=None):
        """Until it works: the server may be down for a while."""
        for _ in range(int(2000 * SLOW)):
            try:
                self.client = await Client(self.port()).open()
                self.connections += 1
                await self.client.hello(self.name, self.token)
                self.token = self.client.token
                if code:
                    await self.join(code)
                return self.client
            except (Closed, OSError, asyncio.TimeoutError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.05)
            except Refused as refusal:
                if refusal.code not in ("store_failed", "in_doubt", "busy"):
                    raise
                await asyncio.sleep(0.1)
        raise AssertionError("the server never came back")

    async def join(self, code):
        last = max(self.heard, default=0)
        joined = await self.client.call("join", room=code, have={"match": self.match, "n": last})
        game = joined.get("game")
        if not game:
            return
        # Nothing that was acknowledged or heard of may be gone.
        assert game["n"] >= last and game["n"] >= self.acked, (game["n"], last, self.acked)
        self.match = game["match"]
        if "moves" not in game:  # we never heard which match it is
            await self.read_history()
        for move in game.get("moves", []):
            self.remember(move)
        if game.get("over"):
            self.end = game

    def remember(self, move):
        """A move is heard the same however often."""
        known = self.heard.get(move["n"])
        if known is None:
            assert move["n"] == max(self.heard, default=0) + 1, (move["n"], self.name)
            self.heard[move["n"]] = json.dumps(move["events"])
        else:
            assert known == json.dumps(move["events"]), (self.name, move["n"])
        if move.get("over"):
            self.end = move

    async def read_history(self):
        more = True
        while more:
            last = max(self.heard, default=0)
            more = (await self.client.call("history", **{"from": last}))["moves"]
            for move in more:
                self.remember(move)

    async def listen(self):
        heard, self.client.heard = self.client.heard, []
        for message in heard:
            if message.get("t") == "start":
                self.match = message["game"]["match"]
                if message["game"]["n"]:  # others moved before this process knew of it
                    await self.read_history()
            elif message.get("t") == "move":
                self.remember(message)

    async def play(self, code):
        while not self.end:
            try:
                await self.one_step(code)
            except (Closed, OSError, asyncio.TimeoutError):
                await self.connect(code)
            except Refused as refusal:
                if refusal.code not in ("stale", "not_your_turn", "store_failed", "in_doubt", "busy",
                                        "game_over", "no_match", "not_now"):
                    raise
                await asyncio.sleep(0.02)
        await self.client.close()

    async def one_step(self, code):
        if self.drops and self.rng.random() < self.drops:
            self.client.drop()
            await self.connect(code)
        self.client.news.clear()
        await self.listen()
        if self.end:
            return
        legal = await self.client.call("legal", words=False)
        await self.listen()
        if self.end:
            return
        if legal["legal"]:
            action = self.rng.choice(legal["legal"])["do"]
            done = await self.client.call("apply", n=legal["n"], action=action)
            self.acked = max(self.acked, done["n"])
            return
        try:
            await asyncio.wait_for(self.client.news.wait(), 0.5)
        except asyncio.TimeoutError:
            pass
        if self.client.code is not None:
            raise Closed(self.client.code)


async def seat_match(players, game, **settings):
    """Everybody sits, the match begins; it is done again should the server die meanwhile."""
    while True:
        try:
            for player in players:
                await player.connect()
            room = await players[0].client.call("create", game=game, players=len(players),
                                                **settings)
            code = room["room"]["code"]
            for player in players[1:]:
                await player.client.call("join", room=code)
                await player.client.call("sit")
                await player.client.call("ready")
            await players[0].client.call("start")
            return code
        except (Closed, OSError, asyncio.TimeoutError, Refused):
            for player in players:
                await player.client.close()
                player.token = player.match = None
                player.heard.clear()


async def play_match(port, game, seats, seed, drops=0.0, seated=None):
    """One whole match; what its players saw at the end. 'seated' is waited for before play."""
    rng = random.Random(f"{game} {seed}")
    players = [Player(port, f"P{seat}", random.Random(rng.random()), drops)
               for seat in range(seats)]
    code = await seat_match(players, game, grace_s=600)
    if seated:
        await seated()
    await asyncio.gather(*(player.play(code) for player in players))
    ends = {(p.match, p.end["hash"], tuple(p.end["winners"])) for p in players}
    assert len(ends) == 1, ends
    return players, ends.pop()


async def record_is(port, match, final):
    """The server's record, and the same file read by another process, end the same."""
    async def answered():
        status, _, body = await get(port, f"/api/match/{match}")
        return body if status == 200 else None

    record = json.loads(await until(answered))["match"]
    assert record["hash"] == final, (match, record["hash"], final)
    return record


def replays(records):
    """Each record read by 'parlor rpc' comes to the hash it names."""
    lines = [json.dumps({"op": "load", "match": record}) for record in records]
    done = subprocess.run([PARLOR, "rpc"], input="\n".join(lines), text=True,
                          capture_output=True, check=True)
    for record, line in zip(records, done.stdout.splitlines(), strict=True):
        answer = json.loads(line)
        assert answer["ok"] and answer["hash"] == record["hash"], line[:300]
