"""positions.py - known positions: hard finds the move, medium only the easy ones.

positions.py PARLOR FOLDER: every *.json below FOLDER, one TAP line a position and agent. A
position says who is to move, what the table looks like, and which moves are right.
"""
import glob
import json
import sys

from rpc import Rpc

ITERATIONS = 3000
MEDIUM_SHARE = 0.5
# A turn of several moves that wins at once: where the game is all but won anyway, another
# move may look as good. Of these hard finds most, of all others every one.
COMBO_SHARE = 0.6


def picks(rpc, game, position, agent):
    rpc.good("position", game=game, state=position["state"])
    answer = rpc.good("agent", name=agent, player=position["player"], seed=1,
                      iterations=ITERATIONS)
    return answer["action"]


def main():
    parlor, folder = sys.argv[1], sys.argv[2]
    rpc, number, failures = Rpc(parlor), 0, 0
    for path in sorted(glob.glob(folder + "/*/*.json")):
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
        game, found, combos, missed = content["game"], 0, 0, 0
        for position in content["positions"]:
            number += 1
            action = picks(rpc, game, position, "hard")
            right = action in position["best"]
            combos += position["kind"] == "combo"
            missed += position["kind"] == "combo" and not right
            good = right or position["kind"] == "combo"
            failures += not good
            print(f"{'ok' if good else 'not ok'} {number} - hard, {game}: {position['name']}")
            if not right:
                print(f"# {action}, not one of {position['best']}")
            found += picks(rpc, game, position, "medium") in position["best"]
        number += 1
        good = missed <= (1 - COMBO_SHARE) * combos
        failures += not good
        print(f"{'ok' if good else 'not ok'} {number} - hard, {game}: {combos - missed} of {combos} "
              "turns that win")
        number += 1
        # The easy half and no more than the easy ones: some tell hard and medium apart.
        good = MEDIUM_SHARE * len(content["positions"]) <= found < len(content["positions"])
        failures += not good
        print(f"{'ok' if good else 'not ok'} {number} - medium, {game}: the easy half, "
              f"{found} of {len(content['positions'])}", flush=True)
    rpc.close()
    print(f"1..{number}")
    sys.exit(bool(failures))


main()
