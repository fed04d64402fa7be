"""find.py - finds tactical positions by playing and looking: find.py PARLOR GAME COUNT[:SEED] [KIND...].

What is right is settled by the rules alone: a move that wins now or begins a turn that wins, a
move that does not leave the opponent a win, a card worth far more points than the others.
What is printed goes into tests/agents/GAME/ once a person has read it.
"""
import json
import sys
import time

from rpc import Rpc, winning

NODES_MAX = 150
SECONDS_MAX = 150


def can_win(rpc, player, status, depth, nodes):
    """Whether the player's own moves, the others passing, end the game as a win."""
    made = 0
    while not status["over"] and status["to_act"] != player and made < 4:
        if {"type": "pass"} not in rpc.good("legal")["actions"]:
            break
        status = rpc.good("apply", player=status["to_act"], action={"type": "pass"})
        made += 1
    won = status["over"] and status["winners"] == [player]
    if not status["over"] and status["to_act"] == player and depth > 0:
        actions = rpc.good("legal")["actions"]
        # What ends the turn is looked at first.
        actions.sort(key=lambda a: a["type"] not in ("end_play", "pass", "declare_stop"))
        for action in actions:
            nodes[0] += 1
            if won or nodes[0] > NODES_MAX:
                break
            after = rpc.good("apply", player=player, action=action)
            won = can_win(rpc, player, after, depth - 1, nodes)
            rpc.good("undo")
    for _ in range(made):
        rpc.good("undo")
    return won


def combos(rpc, player, actions, depth):
    """Moves that begin a turn that wins, where none wins at once and few do."""
    good = []
    for action in actions:
        status = rpc.good("apply", player=player, action=action)
        if can_win(rpc, player, status, depth, [0]):
            good.append(action)
        rpc.good("undo")
    return good if len(good) * 2 <= len(actions) else []


def faces(state):
    return {slot["card"] for slot in state["structure"] if slot["face_up"]}


def denying(rpc, player, actions, seen):
    """Moves after which the opponent cannot win at once with a card that lies open."""
    safe = []
    for action in actions:
        answer = rpc.good("apply", player=player, action=action)
        if not answer["over"] and answer["to_act"] == player:
            rpc.good("undo")
            return []
        beaten = False
        if not answer["over"]:
            other = answer["to_act"]
            replies = [a for a in rpc.good("legal")["actions"] if a.get("card") in seen]
            beaten = bool(winning(rpc, other, replies))
        if not beaten:
            safe.append(action)
        rpc.good("undo")
    return safe


def find_duel(rpc, player, actions, state):
    if state["age"] < 2:
        return None
    wins = winning(rpc, player, actions)
    if wins:
        return ("win", wins) if len(wins) * 2 < len(actions) else None
    pawn = state["military"]["position"]
    other = state["players"][1 - player]
    near = abs(pawn) >= 5 or len(other["symbols"]) >= 4
    if near or len(state["players"][player]["symbols"]) >= 4:
        good = combos(rpc, player, actions, 2)
        if good:
            return "combo", good
    if near and state["prompt"] is None:
        safe = denying(rpc, player, actions, faces(state))
        if safe and len(safe) * 2 <= len(actions):
            return "deny", safe
    return None


def points(rpc, player):
    return [seat["card_score"] for seat in rpc.good("score")["score"]["seats"]][player]


def find_salt(rpc, player, actions, state):
    kinds = {action["type"] for action in actions}
    sure = [a for a in actions if a["type"] in
            ("take_left", "take_right", "keep", "crab_take", "declare_stop")]
    wins = winning(rpc, player, sure)
    if wins and "declare_stop" in kinds:
        rivals = [s["total"] + 14 for i, s in enumerate(state["seats"]) if i != player]
        mine = state["seats"][player]["total"] + points(rpc, player)
        return ("stop", wins) if mine > max(rivals) + 6 else None
    if wins:
        return "mermaids", wins
    if sum("mermaid" in card for card in state["seats"][player]["hand"]) == 3:
        good = combos(rpc, player, actions, 3)
        if good:
            return "combo", good
    if kinds == {"keep"} and len(actions) > 2 and state["declaration"] is None:
        worth = {}
        for action in actions:
            rpc.good("apply", player=player, action=action)
            worth[action["card"]] = points(rpc, player)
            rpc.good("undo")
        best = max(worth, key=worth.get)
        if worth[best] >= min(worth.values()) + 4:
            return "keep", [a for a in actions if a["card"] == best]
    return None


def find_smashup(rpc, player, actions, state):
    if state["seats"][player]["vp"] < state["target"] - 5:
        return None
    good = combos(rpc, player, actions, 4)
    if not good:
        return None
    return ("score" if any(a["type"] in ("end_play", "score_base") for a in good)
            else "combo"), good


FIND = {"duel": find_duel, "sea-salt": find_salt, "smashup": find_smashup}


def walk(rpc, game, seed, found, wanted):
    names = ["medium", "easy", "greedy"]
    status = rpc.good("new", game=game, players=2, seed=seed)
    while not status["over"]:
        player = status["to_act"]
        actions = rpc.good("legal")["actions"]
        if len(actions) > 1:
            state = rpc.good("state")["state"]
            got = FIND[game](rpc, player, actions, state)
            if got and sum(f["kind"] == got[0] for f in found) < wanted.get(got[0], 0):
                state.pop("rng", None)
                found.append({"name": f"{got[0]} {seed}", "kind": got[0], "player": player,
                              "best": got[1], "state": state})
                return
        name = names[(seed + player) % 3]
        action = rpc.good("agent", name=name, seed=seed)["action"]
        status = rpc.good("apply", player=player, action=action)


def main():
    parlor, game = sys.argv[1:3]
    count, _, first = sys.argv[3].partition(":")
    count = int(count)
    rpc, found, seed = Rpc(parlor), [], int(first or 1)
    kinds = {"duel": ["win", "deny", "combo"], "sea-salt": ["mermaids", "stop", "keep", "combo"],
             "smashup": ["score", "combo"]}[game]
    kinds = sys.argv[4:] or kinds
    wanted = {kind: -(-count // len(kinds)) for kind in kinds}
    end = time.monotonic() + SECONDS_MAX
    while len(found) < count and seed < 3000 and time.monotonic() < end:
        walk(rpc, game, seed, found, wanted)
        seed += 1
    rpc.close()
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in found)
    print('{"game": "%s", "positions": [\n%s\n]}' % (game, lines))


main()
