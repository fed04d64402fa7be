"""levels.py - what agents are to know: levels.py PARLOR.

Of Sea Salt & Paper: easy makes any legal move, all alike; medium goes by its own cards, calls
Stop from a threshold on, and does not look at what the others hold. Of Smash Up: they play by
the reading of the rules that their table has.
"""
import sys

from rpc import Rpc

SEEDS = 900


def declaring(rpc, own, rival):
    """Seat 0 may call, with 'own' on the hand; seat 1 holds 'rival'."""
    rpc.good("new", game="sea-salt", players=2, seed=4)
    state = {"phase": "declare", "current": 0, "seats": [{"hand": own}, {"hand": rival}]}
    return rpc.good("position", game="sea-salt", state=state)


def pick(rpc, name, seed):
    return rpc.good("agent", name=name, player=0, seed=seed)["action"]["type"]


# Worth 8 and 14 points by themselves.
EIGHT = ["octopus_1", "octopus_2", "octopus_3", "shell_1", "shell_2"]
MANY = EIGHT + ["octopus_4", "shell_3", "shell_4"]
FEW_RIVAL = ["crab_1"]
MANY_RIVAL = ["crab_1", "fish_1", "fish_2", "fish_3", "crab_2", "crab_3", "sailboat_1", "sailboat_2"]


def easy_makes_any_move(rpc):
    declaring(rpc, MANY, FEW_RIVAL)
    seen = {}
    for seed in range(SEEDS):
        kind = pick(rpc, "easy", seed)
        seen[kind] = seen.get(kind, 0) + 1
    legal = {action["type"] for action in rpc.good("legal")["actions"]}
    assert set(seen) == legal and len(legal) == 3, (seen, legal)
    assert all(SEEDS / 3 * 0.85 < count < SEEDS / 3 * 1.15 for count in seen.values()), seen


def medium_calls_from_a_threshold(rpc):
    for rival in (FEW_RIVAL, MANY_RIVAL):
        declaring(rpc, MANY, rival)
        assert {pick(rpc, "medium", seed) for seed in range(20)} == {"declare_stop"}
        declaring(rpc, EIGHT, rival)
        assert {pick(rpc, "medium", seed) for seed in range(20)} == {"end_turn"}


def strengthened(rpc, rules):
    """Where medium plays Upgrade: on King Rex in the Beautiful Castle, or on a Scout elsewhere."""
    own = {"factions": ["dinosaurs", "aliens"], "hand": ["dino_upgrade_1"], "minions_played": 1}
    bases = [("base_beautiful_castle", "dino_king_rex_1"), ("base_ninja_dojo", "alien_scout_1"),
             ("base_great_library", "robot_zapbot_1")]
    rpc.good("position", game="smashup", options={"rules": rules}, state={
        "current": 0, "phase": "play_cards",
        "seats": [own, {"factions": ["robots", "pirates"], "hand": []}],
        "bases": [{"base": base, "minions": [minion]} for base, minion in bases],
    })
    return {rpc.good("agent", name="medium", player=0, seed=seed)["action"].get("minion")
            for seed in range(10)}


def agents_play_by_the_reading_of_their_table(rpc):
    """The castle keeps everything from the strong, as printed only what others play."""
    assert strengthened(rpc, "user") == {"alien_scout_1"}
    assert strengthened(rpc, "printed") == {"dino_king_rex_1"}


TESTS = [easy_makes_any_move, medium_calls_from_a_threshold,
         agents_play_by_the_reading_of_their_table]


def main():
    rpc, failures = Rpc(sys.argv[1]), 0
    print(f"1..{len(TESTS)}", flush=True)
    for number, test in enumerate(TESTS, 1):
        try:
            test(rpc)
            print(f"ok {number} - {test.__name__.replace('_', ' ')}", flush=True)
        except AssertionError as error:
            failures += 1
            print(f"not ok {number} - {test.__name__.replace('_', ' ')}\n# {error}", flush=True)
    rpc.close()
    sys.exit(bool(failures))


main()
