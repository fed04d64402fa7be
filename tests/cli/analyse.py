"""analyse.py - what decisions were worth: every game, any number of players."""
import json
import os
import subprocess
import xml.dom.minidom

from parlor import ENVIRONMENT, PARLOR, main, path, refused, run, test, tests_of

GAMES = (("sea-salt", 2), ("sea-salt", 3), ("sea-salt", 4), ("duel", 2), ("smashup", 2),
         ("smashup", 3), ("smashup", 4), ("combat", 2))


def spoken(*lines):
    """What the line protocol answers."""
    done = subprocess.run([PARLOR, "rpc"], input="".join(json.dumps(x) + "\n" for x in lines),
                          text=True, capture_output=True, env=ENVIRONMENT, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert all(answer["ok"] for answer in answers), answers
    return answers


def started(game, players, moves=10):
    """A match some moves old: the requests that make it."""
    lines = [{"op": "new", "game": game, "players": players, "seed": 5}]
    for number in range(moves):
        lines.append({"op": "agent", "name": "easy", "seed": number})
    rpc = subprocess.Popen([PARLOR, "rpc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                           text=True, env=ENVIRONMENT)
    made = []
    for line in lines:
        for request in (line, None):
            if request is None:
                if line["op"] == "new":
                    continue
                request = {"op": "apply", "player": answer["player"], "action": answer["action"]}
            rpc.stdin.write(json.dumps(request) + "\n")
            rpc.stdin.flush()
            answer = json.loads(rpc.stdout.readline())
            assert answer["ok"], answer
            if request["op"] != "agent":
                made.append(request)
    rpc.stdin.close()
    rpc.wait()
    return made


def holds(decisions, players, moves):
    assert [one["move"] for one in decisions] == list(range(moves))
    for one in decisions:
        assert 0 <= one["player"] < players and 0 <= one["share"] <= 1 and one["loss"] >= 0
        assert len(one["hope"]) == players and all(0 <= hope <= 1 for hope in one["hope"])
        if players == 2:
            assert abs(sum(one["hope"]) - 1) < 0.001
        assert one["action"] == one["best"] or one["loss"] >= 0


@test
def the_line_protocol_hints_and_analyses_every_game():
    for game, players in GAMES:
        made = started(game, players)
        *_, hint, analysis = spoken(*made, {"op": "hint", "iterations": 20},
                                    {"op": "analyse", "iterations": 4})
        assert hint["action"] in [one["action"] for one in hint["moves"]], hint
        assert sum(one["visits"] for one in hint["moves"]) >= 20
        holds(analysis["decisions"], players, 10)


@test
def a_saved_match_is_analysed_and_drawn():
    for game, players in GAMES:
        file, plot = path("match.json"), path("chances.svg")
        *_, saved = spoken(*started(game, players), {"op": "save"})
        with open(file, "w", encoding="utf-8") as out:
            json.dump(saved["match"], out)
        answer = run("analyse", file, "--iterations", 4, "--json", "--plot", plot)
        assert answer.status == 0, answer.err
        holds(answer.json()["decisions"], players, 10)
        with open(plot, encoding="utf-8") as drawn:
            picture = xml.dom.minidom.parseString(drawn.read())
        assert len(picture.getElementsByTagName("polyline")) == players
        os.remove(plot)
        lines = run("analyse", file, "--iterations", 4).out.splitlines()
        assert sum(any(c in line for c in "▁▂▃▄▅▆▇█") for line in lines) == players


@test
def what_is_no_match_is_refused():
    refused(run("analyse"))
    refused(run("analyse", path("no such file")))
    refused(run("analyse", "0123456789abcdef", "--store", path("no such store.db")))


main(tests_of(globals()))
