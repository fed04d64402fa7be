"""door.py - plays the case files through the program's own door: door.py PARLOR FOLDER

One `parlor rpc` is fed with all cases of the games it has; what the steps say is asked and
answered in the line protocol alone. The form of a case is in tests/README.md. Games that exist
only for the tests (tests/fifth) are left to run.c, which drives the engine itself."""
import json
import os
import subprocess
import sys

PARLOR, FOLDER = sys.argv[1:3]
KEYS = {"name", "note", "game", "players", "seed", "options", "position", "steps", "refused"}
STEPS = {  # a step is known by the first of these keys it has; what may stand beside it
    "do": {"player", "refused", "failed"},
    "validate": {"player", "valid", "code", "cost"},
    "legal": set(),
    "offers": set(),
    "offers_not": set(),
    "view": {"expect"},
    "expect": set(),
    "events": {"viewer"},
    "score": set(),
    "idle": set(),
    "over": {"winners"},
}


class Wrong(Exception):
    """What a case expected and did not get."""


def hold(condition, *said):
    if not condition:
        raise Wrong(" ".join(part if isinstance(part, str) else json.dumps(part) for part in said))


def same(a, b):
    """Equal, and of one kind: true is no 1."""
    return a == b and isinstance(a, bool) == isinstance(b, bool)


def subset(expected, actual, path=""):
    """Objects name only the keys they care about; lists are compared whole."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key, value in expected.items():
            hold(key in actual, f"at {path}.{key}: expected", value, "and there is nothing")
            subset(value, actual[key], f"{path}.{key}")
    elif isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        for i, value in enumerate(expected):
            subset(value, actual[i], f"{path}[{i}]")
    else:
        hold(same(expected, actual), f"at {path or 'the top'}: expected", expected, "got", actual)


def holds(expected, actual):
    try:
        subset(expected, actual)
    except Wrong:
        return False
    return True


class Door:
    """The program, and the match it holds."""

    def __init__(self):
        self.process = subprocess.Popen(  # pylint: disable=consider-using-with
            [PARLOR, "rpc", "--lang", "en"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.since = 0  # the first event of the last command

    def call(self, op, **fields):
        line = json.dumps({"id": 1, "op": op, **fields}) + "\n"
        self.process.stdin.write(line.encode())
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def good(self, op, **fields):
        answer = self.call(op, **fields)
        hold(answer["ok"], op, "was refused:", answer)
        return answer

    def close(self):
        self.process.stdin.close()
        return self.process.wait()

    def code(self, answer):
        return "ok" if answer["ok"] else answer["error"]["code"]

    def mark(self):
        self.since = self.good("events", since=2**31 - 1)["next"]

    def step_do(self, step):
        before = self.good("hash")["hash"]
        self.mark()
        player = {"player": step["player"]} if "player" in step else {}
        answer = self.call("apply", action=step["do"], **player)
        now = self.good("hash")["hash"]
        if "failed" in step:
            hold(answer["ok"] and answer.get("failed", {}).get("code") == step["failed"],
                 "should be made and fail:", answer)
            hold(now != before, "made, but nothing changed")
            return
        wanted = step.get("refused", "ok")
        hold(self.code(answer) == wanted, "expected", wanted, "got", answer)
        hold("failed" not in answer, "it was made and failed:", answer)
        hold(answer["ok"] or now == before, "refused, but the state changed")

    def step_validate(self, step):
        player = {"player": step["player"]} if "player" in step else {}
        before = self.good("hash")["hash"]
        answer = self.call("validate", action=step["validate"], **player)
        hold(self.good("hash")["hash"] == before, "asking changed the state")
        valid = answer["ok"] and answer["valid"]
        code = "ok" if valid else answer["error"]["code"]
        hold(step.get("valid", valid) == valid, "it is", code)
        hold(step.get("code", code) == code, "expected", step.get("code"), "got", code)
        if "cost" in step:
            subset(step["cost"], answer["cost"])

    def legal(self):
        return self.good("legal")["actions"]

    def step_legal(self, step):
        self.step_offers({"offers": step["legal"]})
        for move in self.legal():
            hold(move in step["legal"], "open but not expected:", move)

    def step_offers(self, step):
        for move in step["offers"]:
            hold(move in self.legal(), "not open:", move, "open:", self.legal())

    def step_offers_not(self, step):
        for move in step["offers_not"]:
            hold(move not in self.legal(), "open but should not be:", move)

    def step_view(self, step):
        subset(step["expect"], self.good("view", player=step["view"])["view"])

    def step_expect(self, step):
        subset(step["expect"], self.good("state")["state"])

    def step_events(self, step):
        viewer = {"viewer": step["viewer"]} if "viewer" in step else {}
        events = self.good("events", since=self.since, **viewer)["events"]
        at = 0
        for wanted in step["events"]:
            while at < len(events) and not holds(wanted, events[at]):
                at += 1
            hold(at < len(events), "no event, or not in this order:", wanted, "events:", events)
            at += 1

    def step_score(self, step):
        subset(step["score"], self.good("score")["score"])

    def step_idle(self, _):
        self.mark()
        self.good("idle")

    def step_over(self, step):
        status = self.good("hash")
        hold(status["over"] == step["over"], "the game is", status)
        if "winners" in step:
            subset(step["winners"], status["winners"])

    def play(self, case):
        hold(set(case) <= KEYS, "unknown keys:", sorted(set(case) - KEYS))
        setup = {key: case[key] for key in ("game", "players", "seed", "options") if key in case}
        if "position" in case:
            answer = self.call("position", state=case["position"], **setup)
        else:
            answer = self.call("new", **setup)
        hold(self.code(answer) == case.get("refused", "ok"), "the start:", answer)
        if "refused" in case:
            hold("steps" not in case, "a start that is refused has no steps")
            return
        hold(case.get("steps"), "no steps")
        self.since = 0
        for i, step in enumerate(case["steps"]):
            kind = next((key for key in STEPS if key in step), None)
            hold(kind, "not a step:", step)
            stray = set(step) - STEPS[kind] - {kind, "note"}
            hold(not stray, "unknown keys:", sorted(stray))
            try:
                getattr(self, "step_" + kind)(step)
            except Wrong as wrong:
                raise Wrong(f"step {i + 1} {json.dumps(step)[:400]}\n  {wrong}") from None


def files():
    for folder, _, names in sorted(os.walk(FOLDER)):
        for name in sorted(names):
            if name.endswith(".json"):
                yield os.path.join(folder, name)


def main():
    door, number, failed = Door(), 0, 0
    known = {game["game"] for game in door.good("games")["games"]}
    for file in files():
        with open(file, encoding="utf-8") as text:
            cases = json.load(text)["cases"]
        for case in cases:
            if case.get("game") not in known and os.path.basename(os.path.dirname(file)) == "pebbles":
                continue
            number += 1
            name = case.get("name", "no name").replace("#", " ")
            try:
                hold("name" in case, "no name")
                door.play(case)
                print(f"ok {number} - {os.path.relpath(file, FOLDER)}: {name}")
            except Wrong as wrong:
                failed += 1
                print(f"not ok {number} - {os.path.relpath(file, FOLDER)}: {name}")
                print("\n".join("# " + line for line in str(wrong).split("\n")))
    status = door.close()
    print(f"1..{number}")
    sys.exit(failed != 0 or status != 0)


main()
