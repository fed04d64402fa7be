"""levels.py - what Sea Salt & Paper's easy and medium are to know: levels.py PARLOR.

Easy makes any legal move, all alike. Medium goes by its own cards, calls Stop from a
threshold on, and does not look at what the others hold.
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


TESTS = [easy_makes_any_move, medium_calls_from_a_threshold]


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
