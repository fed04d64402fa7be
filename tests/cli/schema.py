"""schema.py - every answer of the line protocol and every --json output fits its schema."""
import json
import os
import re
import subprocess

from fits import fits, is_fit, schemas
from parlor import PARLOR, main, path, run, test, tests_of
from rpc_session import Session

GAMES = [game["game"] for game in run("games", "--json").json()["games"]]
LEARNED = ("sea-salt", "duel")  # there is a network of these


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
        assert ("stand_in" in say("agent", name="instinct")) == (game not in LEARNED), game
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
    for game in GAMES:
        for op, answer in talk(game):
            fits(answer, defs[op if answer["ok"] else "refused"], defs, f"{game} {op}")
            met.add(op if answer["ok"] else "refused")
            if op == "help":
                assert {one["op"] for one in answer["ops"]} <= set(defs)
                ops = {one["op"] for one in answer["ops"]}
    assert met == ops | {"refused"}, met ^ (ops | {"refused"})


# What speaks to somebody while it runs, and what is a format of its own.
WITHOUT_JSON = {"play", "rpc", "serve", "manual", "completion"}
HOSTING = {"admin", "backup", "restore"}


def commands_with_options():
    said = run("completion", "bash").out
    found = dict(re.findall(r"^  (\w+)\) words='([^']*)'", said, re.MULTILINE))
    del found["help"]  # what follows it are the commands themselves
    return found


def make_store(store):
    """As a server leaves it that was stopped at once."""
    words = [PARLOR, "serve", "--listen", "127.0.0.1:0", "--store", store, "--log", "none"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        server.stdout.readline()
        server.terminate()


@test
def every_command_that_prints_text_prints_json_too():
    lacks = {name for name, words in commands_with_options().items() if "--json" not in words.split()}
    assert lacks <= WITHOUT_JSON, lacks - WITHOUT_JSON


@test
def every_json_output_of_the_commands_fits_its_schema():
    defs = schemas("cli")
    saved = path("saved.json")
    run("play", "duel", "--seats", "random,random", "--seed", 1, "--save", saved)
    bad, store = path("bad"), path("schema.db")
    os.makedirs(os.path.join(bad, "duel"))
    with open(os.path.join(bad, "duel", "more.json"), "w", encoding="utf-8") as file:
        file.write('{"set": "more", "cards": [{"id": "x"}]}')
    has_server = "serve" in commands_with_options()
    if has_server:
        make_store(store)
    outputs = {
        "games": [["games"]],
        "cards": [["cards", game] for game in GAMES],
        "sim": [
            ["sim", "sea-salt", "--agents", "random,greedy", "--games", 4],
            ["sim", "duel", "--agents", "random,random", "--games", 2, "--sprt", "0,10"],
        ],
        "ladder": [["ladder", "sea-salt", "--agents", "random,greedy", "--games", 2]],
        "bench": [["bench", "sea-salt", "--seconds", 1]],
        "analyse": [["analyse", saved, "--iterations", 5]],
        "saves": [["saves"]],
        "replay": [["replay", saved]],
        "check": [["check"], ["check", "--data", bad]],
        "new": [["new", "agent", "bob", "--to", path("bobs")]],
        "admin": [["admin", "bans", "--store", store], ["admin", "drain", "--store", store]],
        "backup": [["backup", path("copy.db"), "--store", store]],
        "restore": [["restore", path("copy.db"), "--check"]],
    }
    if not has_server:
        outputs = {name: words for name, words in outputs.items() if name not in HOSTING}
    assert set(outputs) | {"action", "option"} | HOSTING == set(defs)
    run("play", "sea-salt", "--seed", 6, typed="1\n")
    for name, commands in outputs.items():
        for words in commands:
            lines = run(*words, "--json").out.splitlines()
            assert lines, words
            for line in lines:
                fits(json.loads(line), defs[name], defs, name)


main(tests_of(globals()))
