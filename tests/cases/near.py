"""near.py - positions near to those of the cases: near.py PARLOR FOLDER [ROUNDS [SEED]]

The cases have what matches rarely come to. Each of their positions is laid without each of its
words, and with values that other positions have in the same place; whatever is accepted is written,
laid again over another deal and played on. More rounds try more values."""
import collections
import copy
import glob
import json
import os
import random
import sys

FOLDER, *NUMBERS = sys.argv[2:]
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
# pylint: disable=wrong-import-position
from parlor import main, test, tests_of  # noqa: E402
from rpc_session import Session  # noqa: E402

ROUNDS, SEED = (*map(int, NUMBERS), *(1, 1)[len(NUMBERS) :])


def with_positions():
    for path in sorted(glob.glob(os.path.join(FOLDER, "*", "*.json"))):
        with open(path, encoding="utf-8") as file:
            yield from (c for c in json.load(file)["cases"] if "position" in c and c["game"] != "pebbles")


def places(value, way=()):
    """Every way to a value, from the top."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in inside:
        yield way + (key,), child
        yield from places(child, way + (key,))


def kind_of(case, way):
    """What stands in the same place in other positions."""
    return case["game"], next(key for key in reversed(way) if isinstance(key, str))


def changed(position, way, *value):
    """A copy with another value there, or none; as it was where an earlier change took the way."""
    position = copy.deepcopy(position)
    try:
        inside = position
        for key in way[:-1]:
            inside = inside[key]
        if value:
            inside[way[-1]] = copy.deepcopy(value[0])
        else:
            del inside[way[-1]]
    except (IndexError, KeyError, TypeError):
        pass
    return position


def holds(session, case, position, chance):
    setup = {"game": case["game"], "players": case.get("players", 2), "options": case.get("options", {})}
    try:
        answer = session.call("position", state=position, seed=case.get("seed", 1), **setup)
        if not answer["ok"]:
            return
        written = session.good("state")["state"]
        again = session.good("position", table=1, state=written, seed=chance.getrandbits(32), **setup)
        assert again["hash"] == answer["hash"], "laid again it is another table"
        if chance.random() < 0.25:
            agents = ["random"] * setup["players"]
            assert session.good("play_out", agents=agents, seed=chance.getrandbits(32))["over"]
    except (AssertionError, ValueError) as error:
        raise AssertionError(f"{case['name']}: {json.dumps(position)}: {error}") from error


@test
def a_position_that_leaves_a_word_out_is_refused_or_a_table():
    chance = random.Random(SEED)
    with Session() as session:
        for case in with_positions():
            for way, _ in places(case["position"]):
                if len(way) > 1:
                    holds(session, case, changed(case["position"], way), chance)


@test
def a_position_with_words_of_others_is_refused_or_a_table():
    chance = random.Random(SEED)
    cases, values = list(with_positions()), collections.defaultdict(list)
    for case in cases:
        for way, value in places(case["position"]):
            values[kind_of(case, way)].append(value)
    with Session() as session:
        for case in (case for case in cases * ROUNDS if case["position"]):
            position = case["position"]
            for way, value in chance.choices(list(places(position)), k=chance.choice((1, 1, 2))):
                others = [chance.choice(values[kind_of(case, way)]), None]
                if isinstance(value, int) and not isinstance(value, bool):
                    others += [value + 1, value - 1]
                position = changed(position, way, chance.choice(others))
            holds(session, case, position, chance)


if __name__ == "__main__":
    main(tests_of(globals()))
