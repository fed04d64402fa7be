"""edges.py - the largest numbers that a position can say, in every game: what grows in play stops
there, so that every table that comes of it can be laid again, and none ends the program. And abilities
of Smash Up on cards that they were not written for: what cannot be does not happen."""
import glob
import json
import os
import random
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "combat"))
# pylint: disable=wrong-import-position
from door import Door, read_json  # noqa: E402
from parlor import main, test, tests_of  # noqa: E402


def duel(state, _):
    for city in state["players"]:
        city["coins"] = 999
        for key in ("points", "fixed_prices"):
            city.pop(key, None)


def sea_salt(state, _):
    state["round"] = 255


def smashup(state, dice):
    state["turn"] = 30000
    for seat in state["seats"]:
        seat.update(vp=99 if dice.randrange(2) else 20, minions_played=200, actions_played=200)
    state["minions_before"] = 0
    state["extra_plays"] = [{"kind": "action", "count": 40}, {"kind": "minion", "count": 40}]
    for base in state["bases"]:
        base.pop("breakpoint")
        base.pop("power")
        base["change"] = 99
        for minion in base["minions"]:
            minion.pop("power")
            minion.update(counters=99, bonus=99)


def combat(state, _):
    for unit in state["units"]:
        unit.update(version=60000, attacks=60, energy=unit["energy_max"])


GAMES = (
    ("duel", {}, duel, 30),
    ("duel-sets", {"pantheon": True, "agora": True, "expansions": True}, duel, 40),
    ("sea-salt", {"profile": "standard"}, sea_salt, 20),
    ("sea-salt", {"profile": "official", "extra_pepper": True}, sea_salt, 20),
    ("smashup", {}, smashup, 60),
    ("combat", {}, combat, 30),
)
WAITS = ("prompt", "effects", "seal", "turn_ending", "actions")


def play(door, dice, moves):
    """So many random moves, or as many as there are."""
    for _ in range(moves):
        legal = door.good("legal")
        if not legal["actions"]:
            return False
        door.good("apply", player=legal["player"], action=dice.choice(legal["actions"]))
    return True


def laid(door, setup, change, dice):
    """A table in the middle of a game, with its numbers changed; None: not of this one."""
    state = door.good("state")["state"]
    if state.get("phase") in ("draft", "game_over") or state.get("age") == 0 or state["prompt"]:
        return None
    change(state, dice)
    answer = door.call("position", state={key: state[key] for key in state if key not in WAITS}, **setup)
    return answer if answer["ok"] else None


@test
def what_grows_stops_where_a_position_can_still_say_it():
    dice = random.Random(1)
    with Door() as door:
        for game, options, change, moves in GAMES:
            setup = {"game": game, "players": 2, "options": options}
            tables = 0
            for seed in range(30):
                door.good("new", seed=seed, **setup)
                play(door, dice, dice.randrange(10, 10 + moves))
                if tables == 6 or not laid(door, setup, change, dice):
                    continue
                tables += 1
                for _ in range(12):
                    going = play(door, dice, 3)
                    here = door.good("hash")["hash"]
                    again = door.good("position", table=1, state=door.good("state")["state"], **setup)
                    assert again["hash"] == here, (game, seed)
                    if not going:
                        break
                door.good("play_out", agents=["random", "random"], seed=seed)
            assert tables >= 3, (game, tables)


SMASHUP = os.path.join(os.path.dirname(__file__), "..", "..", "data", "smashup")
MISFITS = ("madness", "hop_over", "glymmer", "block_the_path", "acolyte", "captain_ahab")
MISFITS_OF_BASES = ("captain_ahab", "pirate_king", "scout", "brownie", "pay_the_piper", "the_locals")
MISPLACED = ("acolyte_ready", "first_of_batch", "weaker_arrival", "last_in_hand", "base_unused", "own_action")


def plays_with(kind, change):
    """Every line of every file of a kind ("cards", "bases") is changed; then matches are played."""
    with tempfile.TemporaryDirectory(prefix="parlor-misfits-") as folder:
        lines = 0
        for path in sorted(glob.glob(os.path.join(SMASHUP, "**", "*.json"), recursive=True)):
            file = read_json(path)
            if os.path.basename(path) == "art.json" or not isinstance(file.get(kind), list):
                continue
            for card in file[kind]:
                for line in card.get("abilities", []):
                    change(line, lines)
                    lines += 1
            where = os.path.join(folder, "smashup", os.path.relpath(path, SMASHUP))
            os.makedirs(os.path.dirname(where), exist_ok=True)
            with open(where, "w", encoding="utf-8") as out:
                json.dump(file, out)
        assert lines > 20, lines
        with Door(folder) as door:
            for seed in range(30):
                door.good("new", game="smashup", players=2 + seed % 3, seed=seed)
                door.good("play_out", agents=["random"] * (2 + seed % 3), seed=seed)


@test
def an_ability_that_asks_for_what_cannot_be_does_nothing():
    """Kept where it was written for: a Madness card goes back, another does not."""

    def change(line, number):
        if line["when"] in ("played", "talent") and number % 2 == 0:
            line["do"] = MISFITS[number // 2 % len(MISFITS)]

    plays_with("cards", change)


@test
def a_base_with_the_ability_of_a_card_is_no_card():
    """It is at itself, lies on nothing and does not move: "itself" is nothing then."""
    for shift in range(len(MISFITS_OF_BASES)):

        def change(line, number, shift=shift):
            line["do"] = MISFITS_OF_BASES[(number + shift) % len(MISFITS_OF_BASES)]

        plays_with("bases", change)


@test
def a_condition_at_another_moment_or_of_a_base_does_not_hold():
    for shift in range(2):

        def change(line, number, shift=shift):
            if number % 2 == shift:
                line["if"] = MISPLACED[number // 2 % len(MISPLACED)]

        plays_with("bases", change)
        plays_with("cards", change)


if __name__ == "__main__":
    main(tests_of(globals()))
