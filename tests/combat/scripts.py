"""scripts.py - the scripts of the rules, each log to the line, through 'parlor rpc'.

A script in scripts/ has three blocks. "== before" becomes a data folder and a position,
"== commands" requests, and "== log" is what the events of the answers must say, those of
refused commands included. Then whole battles by the hash of their log (battles.txt).

    scripts.py PARLOR              runs them all
    scripts.py PARLOR NAME         prints the log of one: a script, or a scenario"""
import os
import re
import sys

from door import Content, Door, read_json
from parlor import main

HERE = os.path.dirname(os.path.abspath(__file__))
HOLD_MS = 1000

# Keys of a script's units, and what a class calls them.
CLASS_KEYS = {
    "regen": "regenPer2s", "speed": "speed", "mr": "moveRate", "atk": "attackPower",
    "armor": "armor", "eva": "evasion", "acc": "accuracy", "crit": "critPct",
    "atksecs": "attackSeconds", "atkenergy": "attackEnergy", "atkrange": "attackRange",
    "atkcd": "attackCooldown", "eps": "moveEnergyPerSecond",
}
# What 'set' and 'expect' call the numbers of a unit, and where the state has them.
FIELDS = {"ver": "version", "res": "resource", "turnTime": "turn_time"}
# What follows from other fields, left out where a script changes those.
DERIVED = ("turn_time", "rate_live", "cells")


def numbers(text):
    return [int(part) for part in text.split(",")]


class Script:
    """One battle, built by the lines of a script."""

    def __init__(self):
        self.fixture = read_json(os.path.join(HERE, "fixture.json"))
        for i, terrain in enumerate(self.fixture["terrain"]):
            terrain["glyph"] = chr(ord("a") + i)
        self.classes, self.units, self.extras = [], [], []
        self.objective = {"type": "eliminate"}
        self.rows, self.width = [], 0
        self.by_ai = set()
        self.later = []  # what is set once the battle has begun
        self.held = 0
        self.lines = []
        self.door = self.content = None

    def close(self):
        if self.door:
            self.door.__exit__(sys.exc_info()[0])
        if self.content:
            self.content.__exit__()

    # Before.

    def before(self, verb, *words):
        getattr(self, "before_" + verb)(*words)

    def before_board(self, width, height):
        self.width = int(width)
        self.rows = [["."] * self.width for _ in range(int(height))]

    def before_terrain(self, name, *cells):
        glyph = next(t["glyph"] for t in self.fixture["terrain"] if t["id"] == name)
        for q, r in map(numbers, cells):
            self.rows[r][q] = glyph

    def before_objective(self, kind, *words):
        self.objective = {"type": kind}
        for key, value in (word.split("=") for word in words):
            if key == "cells":
                self.objective[key] = [numbers(cell) for cell in value.split(";")]
            else:
                self.objective[key] = int(value) if value.isdigit() else value

    def before_unit(self, name, side, at, *words):
        cls = {"id": name, "hp": 100, "attackPower": 20, "boss": False}
        for key, value in (word.split("=") for word in words):
            first, _, last = value.partition("/")
            if key in CLASS_KEYS:
                cls[CLASS_KEYS[key]] = int(value)
            elif key == "hp":
                cls["hp"] = int(last or first)
                self.later.append(lambda state, n=name, v=int(first): set_field(state, n, "hp", v))
            elif key == "energy":
                cls["energy"] = int(first)
                cls.update({"energyMax": int(last)} if last else {})
            elif key == "fp":
                cls["footprint"] = [numbers(cell) for cell in value.split(";")]
            elif key == "boss":
                cls["boss"] = value == "1"
            elif key == "res":
                kind, most, start, change, cadence = value.split(",")
                cls["resource"] = {
                    "id": kind, "max": int(most), "start": int(start),
                    "endTurn": int(change), "cadence": cadence,
                }
            elif key == "skills":
                cls["skills"] = value.split(",")
            else:
                assert key == "ctl", key
                if value == "ai":
                    self.by_ai.add(name)
        self.classes.append(cls)
        self.units.append({"id": name, "cls": name, "side": side, "at": numbers(at)})

    def extra(self, **effect):
        """A skill nobody has, so that its effect is among the content."""
        self.extras.append({
            "id": f"_{len(self.extras)}", "kind": "Standard", "cls": "Skill", "time": 1,
            "energy": 0, "cd": 0, "target": "self", "effects": [effect],
        })

    def before_buff(self, name, tag, turns, *mods):
        pairs = {key: int(value) for key, value in (mod.split("=") for mod in mods)}
        self.extra(type="buff", tag=tag, turns=int(turns), mods=pairs)
        self.later.append(
            lambda state: unit_of(state, name)["buffs"].append({"tag": tag, "left": int(turns)})
        )

    def before_dot(self, name, tag, caster, base, rounds):
        self.extra(type="dot", tag=tag, base=int(base), rounds=int(rounds))
        self.later.append(
            lambda state: unit_of(state, name)["dots"].append(
                {"tag": tag, "caster": caster, "rounds": int(rounds)}
            )
        )

    def before_cooldown(self, name, action, seconds):
        self.later.append(
            lambda state: unit_of(state, name)["cooldowns"].append(
                {"action": action, "seconds": int(seconds)}
            )
        )

    def before_rng(self, word):
        self.later.append(lambda state: state.update(dice={"hit=always": 1, "hit=never": 2}[word]))

    # Commands.

    def open(self):
        scenario = {
            "id": "ford", "seed": 1, "layout": "rhombus", "rows": ["".join(r) for r in self.rows],
            "units": self.units, "objective": self.objective,
        }
        self.content = Content({
            "terrain": self.fixture["terrain"], "skills": self.fixture["skills"] + self.extras,
            "classes": self.classes, "scenarios": [scenario],
        })
        self.door = Door(self.content.__enter__())

    def begin(self):
        self.open()
        self.door.new("ford", seed=0)
        self.hear(self.door.good("events"))
        if self.later:
            self.change(*self.later)

    def change(self, *changes):
        """The same battle with something about it changed."""
        state = without_derived(self.door.state())
        for one in changes:
            one(state)
        self.door.good("position", game="combat", state=state)

    def hear(self, answer):
        self.lines += [event["line"] for event in answer.get("events", []) if "line" in event]

    def ask(self, seat, **action):
        answer = self.door.call("apply", player=seat, action=action)
        assert answer["ok"] or answer["error"]["code"] not in ("unknown_thing", "missing_field")
        self.hear(answer)

    def to_act(self):
        return self.door.good("hash")["to_act"]

    def side(self, name):
        return [unit["side"] for unit in self.units if unit["id"] == name] == ["Enemy"]

    def command(self, verb, *words):
        if verb in ("start", "ready"):
            self.begin()
            if verb == "ready":
                self.ask(0, type="tick")
                self.lines = []
        elif verb == "expect":
            state = self.door.state()
            for word in words:
                path, wanted = word.split("=", 1)
                found = field_of(state, path)
                assert str(found) == wanted, f"{path} is {found}, not {wanted}"
        else:
            getattr(self, "do_" + verb)(*words)
        self.let_ai()

    def let_ai(self):
        while True:
            state = self.door.state()
            unit = state["bonus"] or state["active"]
            if state["mode"] != "idle" or unit not in self.by_ai:
                return
            self.ask(self.to_act(), type="auto", unit=unit)

    def do_tick(self, ms):
        self.held += int(ms)
        if self.held < HOLD_MS:
            self.change(lambda state: state.update(hold_ms=self.held))
        else:
            self.held = 0
            self.ask(0, type="tick")

    def do_aim(self, unit, action):
        self.ask(int(self.side(unit)), type="aim", unit=unit, action=action)

    def do_confirm(self, *cell):
        self.ask(self.to_act(), type="confirm", **dict(zip(("cell",), cell)))

    def do_pick(self, owner, skill, *cell):
        self.ask(0, type="pick", owner=owner, skill=skill, **dict(zip(("cell",), cell)))

    def do_dpick(self, skill, *cell):
        self.ask(0, type="dpick", skill=skill, **dict(zip(("cell",), cell)))

    def do_cancel(self):
        self.ask(self.to_act(), type="cancel")

    def do_skip(self):
        self.ask(0, type="skip")

    def do_dcancel(self):
        self.ask(0, type="dcancel")

    def do_end(self, unit):
        self.ask(int(self.side(unit)), type="end", unit=unit)

    def do_defer(self, unit, after):
        self.ask(int(self.side(unit)), type="defer", unit=unit, after=after)

    def do_set(self, *words):
        for word in words:
            path, value = word.split("=")
            name, field = path.split(".")
            if field == "speed":
                self.set_speed(name, int(value))
            else:
                self.change(lambda state, n=name, f=field, v=value: set_field(state, n, f, v))

    def set_speed(self, name, speed):
        """Speed is the class's: the battle goes on in a program with other content."""
        state = without_derived(self.door.state())
        next(cls for cls in self.classes if cls["id"] == name)["speed"] = speed
        self.close()
        self.open()
        self.door.good("position", game="combat", state=state)


def without_derived(state):
    """What follows from the rest is left out, so that the rest can be changed."""
    state.pop("prompt")
    for unit in state["units"]:
        for key in DERIVED:
            unit.pop(key)
    return state


def unit_of(state, name):
    return next(unit for unit in state["units"] if unit["id"] == name)


def set_field(state, name, field, value):
    unit = unit_of(state, name)
    unit[FIELDS.get(field, field)] = value if "," in str(value) else int(value)


def rate(value):
    return f"{value // 1000}.{value % 1000 // 10:02d}"


def listed(items, key):
    return ",".join(f"{item['tag']}:{item[key]}" for item in items) or "none"


def field_of(state, path):
    name, _, field = path.partition(".")
    if not field:
        whole = {
            "state": state["mode"].upper().replace("_", ""), "round": state["round"],
            "side": ("P1", "Enemy")[state["side"]],
            "active": state["bonus"] or state["active"] or "none",
            "over": "none" if state["winner"] is None else ("P1", "Enemy")[state["winner"]],
        }
        return whole[name]
    unit = unit_of(state, name)
    cooldown = re.fullmatch(r"cd(Turns)?\[(.*)\]", field)
    if cooldown:
        running = {item["action"]: item for item in unit["cooldowns"]}
        item = running.get(cooldown[2], {"seconds": 0, "turns": 0})
        return item["turns" if cooldown[1] else "seconds"]
    if field in ("sticky", "buffs"):
        return listed(unit["stickies" if field == "sticky" else field], "left")
    if field == "dots":
        return listed(unit["dots"], "rounds")
    if field == "fullRound":
        return unit["full_round"]["action"] if unit["full_round"] else "none"
    if field.startswith("rate"):
        return rate(unit["rate_live" if field == "rateLive" else "rate_shown"])
    return unit[FIELDS.get(field, field)]


def run_script(path):
    """The lines a script writes, and those it should."""
    script, block, wanted = Script(), None, []
    try:
        with open(path, encoding="utf-8") as file:
            for line in file.read().splitlines():
                if line.startswith("== "):
                    block = line[3:]
                elif block == "log":
                    wanted.append(line)
                elif block and line.split("#")[0].split():
                    step = script.before if block == "before" else script.command
                    step(*line.split("#")[0].split())
        return script.lines, wanted
    finally:
        script.close()


def script_test(name):
    path = os.path.join(HERE, "scripts", name)

    def holds():
        lines, wanted = run_script(path)
        for number, (line, want) in enumerate(zip(lines + [None], wanted + [None]), 1):
            assert line == want, f"line {number} of the log\n  wanted {want}\n  is     {line}"

    with open(path, encoding="utf-8") as file:
        holds.__name__ = file.readline().strip("# \n")
    return holds


def whole_battle(scenario):
    """The built-in AI plays both sides, holds are waited out and windows skipped."""
    lines = []
    with Door() as door:
        door.new(scenario, seed=0)
        lines += [e["line"] for e in door.good("events")["events"] if "line" in e]
        while True:
            now = door.state()
            if now["mode"] == "over":
                return lines, now
            unit = now["bonus"] or now["active"]
            seat = door.good("hash")["to_act"]
            answer = (
                door.do(seat, type="auto", unit=unit)
                if now["mode"] == "idle"
                else door.good("idle")
            )
            lines += [e["line"] for e in answer["events"] if "line" in e]


def log_hash(lines):
    value = 2166136261
    for byte in "".join(line + "\n" for line in lines).encode():
        value = (value ^ byte) * 16777619 & 0xFFFFFFFF
    return value


def battle_test(row):
    scenario, winner, rounds, count, wanted = row.split()

    def holds():
        lines, end = whole_battle(scenario)
        found = (("P1", "Enemy")[end["winner"]], end["round"], len(lines), f"{log_hash(lines):08x}")
        assert found == (winner, int(rounds), int(count), wanted), found

    holds.__name__ = f"the AI alone plays {scenario} as written"
    return holds


def print_log(name):
    path = os.path.join(HERE, "scripts", name + ".txt")
    lines = run_script(path)[0] if os.path.exists(path) else whole_battle(name)[0]
    print("\n".join(lines))


if __name__ == "__main__":
    if len(sys.argv) > 2:
        print_log(sys.argv[2])
        sys.exit()
    tests = [script_test(name) for name in sorted(os.listdir(os.path.join(HERE, "scripts")))]
    with open(os.path.join(HERE, "battles.txt"), encoding="utf-8") as battles:
        tests += [battle_test(row) for row in battles]
    main(tests)
