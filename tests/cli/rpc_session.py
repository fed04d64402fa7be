"""rpc_session.py - one running `parlor rpc`, for the tests that talk to it."""
import json
import subprocess

from parlor import ENVIRONMENT, PARLOR


class Session:
    """One running program; call() sends a request and returns the answer."""

    def __init__(self, *words):
        self.process = subprocess.Popen(
            [PARLOR, "rpc", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=ENVIRONMENT,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        assert self.process.wait() == 0

    def raw(self, line):
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def call(self, op, **fields):
        answer = self.raw(json.dumps({"id": 1, "op": op, **fields}).encode())
        assert answer["id"] == 1
        return answer

    def good(self, op, **fields):
        answer = self.call(op, **fields)
        assert answer["ok"] is True, answer
        return answer

    def code(self, op, **fields):
        answer = self.call(op, **fields)
        assert answer["ok"] is False and answer["error"]["message"], answer
        return answer["error"]["code"]

    def start(self, **fields):
        fields = {"game": "sea-salt", "players": 2, "seed": 7, **fields}
        return self.good("new", **fields)
