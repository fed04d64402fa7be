"""find.py - finds tactical positions by playing and looking: find.py PARLOR GAME COUNT.

What is right is settled by the rules alone, one or two moves deep: a move that wins now, a
move that does not leave the opponent a win, a card worth far more points than the others.
What is printed goes into tests/agents/GAME/ once a person has read it.
"""
import json
import sys

from rpc import Rpc




def winning(rpc, player, actions):
    wins = []
    for action in actions:
        answer = rpc.good("apply", player=player, action=action)
        if answer["over"] and answer["winners"] == [player]:
            wins.append(action)
        rpc.good("undo")
    return wins


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


FIND = {"duel": find_duel, "sea-salt": find_salt}


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
    parlor, game, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    rpc, found, seed = Rpc(parlor), [], 1
    kinds = {"duel": ["win", "deny"], "sea-salt": ["mermaids", "stop", "keep"]}[game]
    wanted = {kind: -(-count // len(kinds)) for kind in kinds}
    while len(found) < count and seed < 3000:
        walk(rpc, game, seed, found, wanted)
        seed += 1
    rpc.close()
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in found)
    print('{"game": "%s", "positions": [\n%s\n]}' % (game, lines))


main()
