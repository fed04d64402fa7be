"""puzzles.py - finds positions with one good move: puzzles.py PARLOR GAME COUNT [SEED [SECONDS]].

Agents play. Where one move or two win at once, or where a search holds one, or two that are as
good, far above all others and the greedy agent takes another, that is a puzzle. It is kept as the match up to
there, so that a browser can show it, play on from it and judge it. What is printed goes into data/puzzles/GAME.json once
a person has read it; tests/agents/puzzles.py holds every one of them to it.
"""
import json
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "agents"))
from rpc import Rpc, winning  # pylint: disable=wrong-import-position

LOOK, SURE = 400, 10000  # iterations: of every decision, of one that may be a puzzle
AS_GOOD, BELOW, SURE_WIN = 0.03, 0.2, 0.9  # shares of the win
CHOICES_MIN, BEST_MAX, LIKE_MAX = 3, 2, 3
FIRST, SPREAD = 10, 24  # openings are a matter of taste; and not all are to come from the same hour
NAMES = ["medium", "easy", "greedy"]
QUICK = ["greedy", "random"]  # where a match has hundreds of moves
AUTO = "auto"  # the machine is let to decide
SEARCHED = {"duel", "sea-salt", "smashup"}  # where a search has time for every decision
LINES = '{"game": "%s", "puzzles": [\n%s\n]}'


def split(moves):
    """The moves that are as good as the best, and how far the next lies below; None: nothing stands out."""
    shares = sorted((move["share"] for move in moves), reverse=True)
    best = [move for move in moves if move["share"] >= shares[0] - AS_GOOD]
    if len(moves) < CHOICES_MIN or len(best) > BEST_MAX or len(best) == len(moves):
        return None
    return best, shares[0], shares[len(best)]


def look(rpc, iterations, seed):
    found = split(rpc.good("hint", iterations=iterations, seed=seed)["moves"])
    return found if found and found[1] - found[2] >= BELOW else None


def win_here(rpc, player):
    """The moves that win at once, as far as the player can know, or None."""
    actions = rpc.good("legal")["actions"]
    wins = winning(rpc, player, actions) if len(actions) >= CHOICES_MIN else []
    if not 1 <= len(wins) <= BEST_MAX or AUTO in [each["type"] for each in wins]:
        return None
    shares = [move["share"] for move in rpc.good("hint", iterations=SURE, seed=1)["moves"] if move["action"] in wins]
    return {"kind": "win", "best": wins} if min(shares) >= SURE_WIN else None


def turn_here(rpc, player):
    """The moves that begin a turn which wins with the next, where the machine finds one; or None."""
    actions = rpc.good("legal")["actions"]
    auto = [action for action in actions if action["type"] == AUTO]
    if len(actions) < CHOICES_MIN or not auto or not winning(rpc, player, auto):
        return None
    begin = []
    for action in actions:
        answer = rpc.good("apply", player=player, action=action)
        if action["type"] != AUTO and not answer["over"] and answer["to_act"] == player:
            if winning(rpc, player, rpc.good("legal")["actions"]):
                begin.append(action)
        rpc.good("undo")
    return {"kind": "turn", "best": begin + auto} if 1 <= len(begin) <= BEST_MAX else None


def is_late(state):
    """In a race for points, what counts is decided at its end."""
    return "target" not in state or any(
        seat.get("vp", seat.get("total", 0)) * 2 > state["target"] for seat in state["seats"]
    )


def best_here(rpc, player):
    """What a search holds far above the rest, or None."""
    if not is_late(rpc.good("state")["state"]) or not look(rpc, LOOK, 1):
        return None
    greedy = rpc.good("agent", name="greedy", player=player, seed=1)["action"]
    sure = [look(rpc, SURE, seed) for seed in (1, 2)]
    if not all(sure):
        return None
    best = [move["action"] for move in sure[0][0]]
    if greedy in best or any(move["action"] not in best for move in sure[1][0]):
        return None
    return {"kind": "best", "best": best}


def sort_of(puzzle):
    """Too many of one sort are dull."""
    return puzzle["kind"], puzzle["best"][0]["type"], puzzle["best"][0].get("action")


def options(game, seed):
    """Not always the same map."""
    maps = ["ford", "shrine", "quarry", "bog", "throne"]
    return {"scenario": maps[seed % len(maps)]} if game == "combat" else {}


def walk(rpc, game, seed, end, dull):
    status, moves = rpc.good("new", game=game, players=2, seed=seed, options=options(game, seed)), 0
    while not status["over"] and time.monotonic() < end:
        player = status["to_act"]
        found = None
        if moves >= FIRST + seed * 7 % SPREAD:
            found = win_here(rpc, player)
            if not found and game in SEARCHED:
                found = best_here(rpc, player)
            elif not found:
                found = turn_here(rpc, player)
        moves += 1
        if found and sort_of(found) not in dull:
            match = rpc.good("save")["match"]
            return {
                "player": player,
                **found,
                "match": {
                    key: match[key] for key in ("parlor", "game", "rules", "players", "seed", "options", "commands")
                },
            }
        names = NAMES if game in SEARCHED else QUICK
        action = rpc.good("agent", name=names[(seed + player) % len(names)], seed=seed)["action"]
        status = rpc.good("apply", player=player, action=action)
    return None


def main():
    parlor, game, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    end = time.monotonic() + (float(sys.argv[5]) if len(sys.argv) > 5 else 600)
    rpc, found = Rpc(parlor), []
    while len(found) < count and time.monotonic() < end:
        sorts = [sort_of(one) for one in found]
        one = walk(rpc, game, seed, end, {each for each in sorts if sorts.count(each) >= LIKE_MAX})
        if one:
            found.append(one)
            print(seed, one["kind"], one["best"], file=sys.stderr, flush=True)
        seed += 1
    rpc.close()
    print(LINES % (game, ",\n".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in found)))


main()
