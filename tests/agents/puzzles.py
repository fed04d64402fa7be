"""puzzles.py - every puzzle of the day is one: puzzles.py PARLOR FOLDER.

Of each game there are enough, and each is reached by its moves. Of a win those moves win at once that are
called best, and no others; of a turn those that leave a move which does. Of the rest a search from what
the player may know, another than the one that found it, holds the best far above the others.
"""
import glob
import json
import os
import sys

from rpc import Rpc, winning

AT_LEAST = 8
ITERATIONS, SEED = 6000, 11
MARGIN = 0.1  # of the win


def begins(rpc, player, action):
    """Whether another move after it wins."""
    answer = rpc.good("apply", player=player, action=action)
    good = not answer["over"] and answer["to_act"] == player and bool(
        winning(rpc, player, rpc.good("legal")["actions"]))
    rpc.good("undo")
    return good


def judge(rpc, puzzle):
    """Why it is none, or None."""
    match = puzzle["match"]
    rpc.good("new", game=match["game"], players=match["players"], seed=match["seed"],
             options=match["options"])
    for command in match["commands"]:
        answer = rpc.ask("apply", player=command["seat"], action=command["do"])
        if not answer["ok"]:
            return f"{command} cannot be made any more"
    if puzzle["kind"] != "best":
        actions = rpc.good("legal")["actions"]
        found = winning(rpc, puzzle["player"], actions)
        if puzzle["kind"] == "turn":
            found += [action for action in actions if begins(rpc, puzzle["player"], action)]
        same = len(found) == len(puzzle["best"]) and all(each in found for each in puzzle["best"])
        return None if same else f"these win: {found}"
    hint = rpc.good("hint", iterations=ITERATIONS, seed=SEED)
    if hint["player"] != puzzle["player"]:
        return "it is another's turn"
    best = [move["share"] for move in hint["moves"] if move["action"] in puzzle["best"]]
    rest = [move["share"] for move in hint["moves"] if move["action"] not in puzzle["best"]]
    if len(best) != len(puzzle["best"]) or len(rest) < 2:
        return "there is nothing to choose"
    if min(best) - max(rest) < MARGIN:
        return f"{min(best)} is not far above {max(rest)}"
    return None


def main():
    parlor, folder = sys.argv[1], sys.argv[2]
    rpc, number, failures = Rpc(parlor), 0, 0
    for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
        for i, puzzle in enumerate(content["puzzles"]):
            number += 1
            why = judge(rpc, puzzle)
            failures += why is not None
            print(f"{'not ok' if why else 'ok'} {number} - {content['game']} {i + 1}", flush=True)
            if why:
                print(f"# {why}: {puzzle['best']}")
        number += 1
        positions = {json.dumps(puzzle["match"]) for puzzle in content["puzzles"]}
        good = len(positions) >= AT_LEAST and len(positions) == len(content["puzzles"])
        failures += not good
        print(f"{'ok' if good else 'not ok'} {number} - {content['game']}: {len(positions)} puzzles")
    number += 1
    print(f"{'ok' if number > 4 * AT_LEAST else 'not ok'} {number} - all four games have them")
    failures += number <= 4 * AT_LEAST
    rpc.close()
    print(f"1..{number}")
    sys.exit(bool(failures))


main()
