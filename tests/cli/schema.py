"""schema.py - every answer of the line protocol and every --json output fits its schema.

The schemas are docs/schema/*.json, JSON Schema 2020-12. The checker below knows the words they
use and no others: a word it does not know fails the test, so nothing is left unchecked in
silence. That is a screenful, and no package has to be installed to run the tests."""
import json
import os
import re

from parlor import main, path, run, test, tests_of
from rpc_session import Session

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")
TYPES = {
    "object": dict, "array": list, "string": str, "boolean": bool, "null": type(None),
    "integer": int, "number": (int, float),
}
WORDS = {
    "type", "properties", "required", "additionalProperties", "items", "enum", "pattern",
    "minimum", "anyOf", "$ref", "description",
}


def schemas(name):
    with open(os.path.join(ROOT, "docs", "schema", f"{name}.json"), encoding="utf-8") as file:
        return json.load(file)["$defs"]


def is_a(value, name):
    kinds = TYPES[name]
    return isinstance(value, kinds) and (name == "boolean" or not isinstance(value, bool))


def fits(value, schema, defs, at="answer"):
    assert set(schema) <= WORDS, (at, set(schema) - WORDS)
    if "$ref" in schema:
        fits(value, defs[schema["$ref"].removeprefix("#/$defs/")], defs, at)
    if "anyOf" in schema:
        assert any(is_fit(value, one, defs) for one in schema["anyOf"]), (at, value)
    names = schema.get("type", [])
    names = [names] if isinstance(names, str) else names
    assert not names or any(is_a(value, name) for name in names), (at, names, value)
    assert "enum" not in schema or value in schema["enum"], (at, value)
    assert "pattern" not in schema or re.search(schema["pattern"], value), (at, value)
    assert "minimum" not in schema or value >= schema["minimum"], (at, value)
    if isinstance(value, list) and "items" in schema:
        for i, one in enumerate(value):
            fits(one, schema["items"], defs, f"{at}[{i}]")
    if isinstance(value, dict):
        known = schema.get("properties", {})
        missing = set(schema.get("required", [])) - set(value)
        assert not missing, (at, "lacks", missing)
        stray = set(value) - set(known)
        assert schema.get("additionalProperties", True) or not stray, (at, "also has", stray)
        for key in set(value) & set(known):
            fits(value[key], known[key], defs, f"{at}.{key}")


def is_fit(value, schema, defs):
    try:
        fits(value, schema, defs)
    except AssertionError:
        return False
    return True


@test
def the_checker_can_say_no():
    defs = schemas("rpc")
    good = {"id": 1, "ok": True, "events": [], "next": 0}
    assert is_fit(good, defs["events"], defs)
    for wrong in ({"next": "0"}, {"ok": False}, {"more": 1}, {"events": [{"type": 1}]}, {"next": True}):
        assert not is_fit({**good, **wrong}, defs["events"], defs), wrong
    del good["next"]
    assert not is_fit(good, defs["events"], defs)


def talk(game):
    """Every operation of the protocol at least once, and some refusals."""
    with Session() as s:
        def say(op, **fields):
            answer = s.call(op, **fields)
            said.append((op, answer))
            return answer

        said = []
        say("hash")
        say("help")
        say("games")
        say("new", game=game, seed=3)
        for i in range(12):
            actions = say("legal", say=i % 2 == 0)["actions"]
            say("validate", action=actions[-1])
            say("validate", player=1, action=actions[0])
            say("apply", player=1 - say("hash")["to_act"], action=actions[0])
            say("apply" if i % 3 else "step", action=actions[i % len(actions)], viewer=0)
        state = say("state")["state"]
        told = say("view", player=0)
        say("position", table=1, game=game, state=told["view"], waiting=told["waiting"], player=0,
            determinize=True)
        say("view", player=-1)
        say("undo", count=2)
        say("redo")
        say("events", viewer=1)
        say("agent", name="random")
        say("hint", iterations=10)
        say("analyse", to=3, iterations=10)
        say("score")
        say("load", match=say("save")["match"])
        say("position", game=game, state=state)
        say("position", game=game, state={"nonsense": 1})
        say("idle")
        say("fork")
        say("play_out", agents=["random", "random"], seed=1)
        for op in ("hash", "legal", "state", "score", "hint", "idle", "undo", "redo"):
            say(op)
        return said


@test
def every_answer_of_the_line_protocol_fits_its_schema():
    defs = schemas("rpc")
    met = set()
    for game in ("sea-salt", "duel", "smashup", "combat"):
        for op, answer in talk(game):
            fits(answer, defs[op if answer["ok"] else "refused"], defs, f"{game} {op}")
            met.add(op if answer["ok"] else "refused")
            if op == "help":
                assert {one["op"] for one in answer["ops"]} <= set(defs)
                ops = {one["op"] for one in answer["ops"]}
    assert met == ops | {"refused"}, met ^ (ops | {"refused"})


@test
def every_json_output_of_the_commands_fits_its_schema():
    defs = schemas("cli")
    saved = path("saved.json")
    run("play", "duel", "--seats", "random,random", "--seed", 1, "--save", saved)
    outputs = {
        "games": [["games"]],
        "cards": [["cards", game] for game in ("sea-salt", "duel", "smashup", "combat")],
        "sim": [
            ["sim", "sea-salt", "--agents", "random,greedy", "--games", 4],
            ["sim", "duel", "--agents", "random,random", "--games", 2, "--sprt", "0,10"],
        ],
        "ladder": [["ladder", "sea-salt", "--agents", "random,greedy", "--games", 2]],
        "bench": [["bench", "sea-salt", "--seconds", 1]],
        "analyse": [["analyse", saved, "--iterations", 5]],
    }
    assert set(outputs) | {"action", "option"} == set(defs)
    for name, commands in outputs.items():
        for words in commands:
            lines = run(*words, "--json").out.splitlines()
            assert lines, words
            for line in lines:
                fits(json.loads(line), defs[name], defs, name)


main(tests_of(globals()))
