"""rpc.py - the line protocol from Python: ask, and get what was answered."""
import json
import subprocess


class Rpc:
    def __init__(self, parlor):
        self.process = subprocess.Popen(
            [parlor, "rpc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, op, **fields):
        self.process.stdin.write(json.dumps({"op": op, **fields}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def good(self, op, **fields):
        answer = self.ask(op, **fields)
        assert answer["ok"], answer
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def winning(rpc, player, actions):
    """Those of the actions that win at once."""
    wins = []
    for action in actions:
        answer = rpc.good("apply", player=player, action=action)
        if answer["over"] and answer["winners"] == [player]:
            wins.append(action)
        rpc.good("undo")
    return wins
