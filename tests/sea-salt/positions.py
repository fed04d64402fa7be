"""positions.py - tables of Sea Salt & Paper that cannot be, through 'parlor rpc': each is refused for
its own reason. A case file says only that a position is refused; here the sentence is held too."""
import copy
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "combat"))
# pylint: disable=wrong-import-position
from door import Door  # noqa: E402
from parlor import main, test, tests_of  # noqa: E402

OFFICIAL = {"profile": "official", "extra_salt": True, "extra_pepper": True}
ASKS = ("crab_take", "crab_pick", "steal_from", "keep_one", "swap_with", "swap_take", "swap_give", "grab_pair")


def says(door, state, sentence, options=None, **setup):
    answer = door.call("position", game="sea-salt", state=state, options=options or {}, **setup)
    assert not answer["ok"], (sentence, "was accepted")
    assert sentence in answer["error"]["message"], (sentence, answer["error"])


def waiting(door, options, wanted, seeds):
    """A table where each of these questions is open, reached by chance."""
    found = {}
    for seed in seeds:
        now = door.good("new", game="sea-salt", players=3, seed=seed, options=options)
        for move in range(400):
            if now["over"] or set(wanted) <= set(found):
                break
            action = door.good("agent", name="random", seed=seed + move)["action"]
            now = door.good("apply", action=action)
            state = door.good("state")["state"]
            if state["prompt"]:
                found.setdefault(state["prompt"]["action"], state)
    assert set(wanted) <= set(found), set(wanted) - set(found)
    return found


def theft(twice=False, **change):
    one = {"thief": 0, "victim": 1, "pair": "shark_1", "card": "fish_2", **change}
    return {"seats": [{"pairs": [["shark_1", "swimmer_1"]]}], "stolen": [one] * (1 + twice)}


@test
def a_table_that_cannot_be_says_why():
    plain = (
        ({"seats": [{"pairs": [["crab_1", "fish_1"]]}]}, "cards lie together that are no pair"),
        ({"seats": [{"pairs": [["crab_1"]]}]}, "a pair has two cards, a trio three"),
        ({"phase": "declare", "current": None}, "current: must be a whole number from 0 to"),
        ({"declaration": {"seat": 0}}, "declaration.mode: is missing"),
        ({"deck": [], "left": [], "right": []}, "nobody can act: there is nothing to draw"),
        ({"round": 256}, "round: must be a whole number from 1 to 255"),  # no observation could tell the next
        ({"look": ["crab_1"]}, "two cards are drawn, not more and not less"),
        ({"phase": "pair", "look": ["crab_1", "crab_2"]}, "cards are being looked at outside the draw"),
        ({"winners": [0]}, "the game is over without a winner, or won without an end"),
        ({"phase": "game_over"}, "the game is over without a winner, or won without an end"),
        ({"phase": "declare_showing"}, "nobody can act"),
        ({"turn_ending": True}, "a turn waits for its end, but nothing goes on"),
        ({"declaration": {"seat": 0, "mode": "stop", "score": 7}, "phase": "pair"}, "the round goes on after Stop"),
        ({"declaration": {"seat": 0, "mode": "last_chance", "score": 7}}, "who has declared is not locked"),
        (
            {
                "phase": "declare",
                "current": 1,
                "seats": [{"locked": True}, {"hand": [f"shell_{i}" for i in (1, 2, 3, 4, 5, 6)]}],
                "declaration": {"seat": 0, "mode": "last_chance", "score": 7},
            },
            "a second declaration",
        ),
        ({"seats": [{"locked": True}]}, "a hand is locked, but nobody has declared"),
        ({"seats": [{"total": 3, "last_round": 4}]}, "a round brought more points than there are"),
        ({"extra_turns_granted": 6}, "extra_turns_granted, extra_turns_queued: more than were given"),
        ({"extra_turns_queued": 1}, "extra_turns_granted, extra_turns_queued: more than were given"),
        (theft(pair="fish_1"), "stolen: a theft without a pair of its own"),
        (theft(thief=1), "stolen: nobody steals from nobody"),
        (theft(twice=True), "stolen: a theft without a pair of its own"),
        ({"seats": [{"total": 40}]}, "somebody has reached the target, but the game goes on"),
        ({"seats": [{"hand": [f"mermaid_{i}" for i in (1, 2, 3, 4)]}]}, "somebody holds the Mermaids that win"),
        ({"seats": [{"jellied": True}]}, "a hand is jellied, but nobody else has laid a Jellyfish"),
        ({"seats": [{"reef": "shell_1"}]}, "a reef in a game without event cards"),
    )
    with Door() as door:
        door.good("position", game="sea-salt", players=2, seed=1, state=theft())
        for state, sentence in plain:
            says(door, state, sentence, players=2, seed=1)


@test
def event_cards_are_each_in_one_place():
    with Door() as door:
        door.good("new", game="sea-salt", players=2, seed=1, options=OFFICIAL)
        state = door.good("state")["state"]
        event, deck = state["event"], state["event_deck"]
        assert event and len(deck) > 2
        for change, sentence in (
            ({"event_deck": [*deck, event]}, "an event card is in two places"),
            ({"event": deck[0], "event_deck": deck}, "an event card is in two places"),
            ({"event": None}, "no event card is turned up"),
        ):
            says(door, {**state, **change}, sentence, OFFICIAL)
        says(door, {"event": event}, "an event card in a game without them", {"profile": "official"}, players=2)
        says(
            door,
            {"seats": [{"event": event}]},
            "an event card in a game without them",
            {"profile": "official"},
            players=2,
        )


@test
def a_question_belongs_to_the_effect_that_asks_it():
    changes = (
        ("phase", "draw", "an effect waits in a phase that has none"),
        ("phase", "declare", "an effect waits in a phase that has none"),
        ("phase", "declare_showing", "an effect waits in a phase that has none"),
        ("turn_ending", True, "an effect waits in a phase that has none"),
        ("prompt", None, "an effect waits without a question, or a question without an effect"),
        ("effects", [], "an effect waits without a question, or a question without an effect"),
        ("step", 9, "an effect waits where it asks nothing"),
        ("seat", 2, "a question is put to somebody whose turn it is not"),
        ("asked", 2, "a question is put to nobody"),
        ("options", None, "the question is not the one the effect asks"),
        ("queue", [1, 0, 0, 0], "an effect holds what it does not need"),
    )
    own = {
        "crab_pick": ("base", 3, "a pile is looked through that does not exist"),
        "steal_from": ("source", 0, "a theft without a pair of its own"),
        "swap_take": ("other", 0, "a swap with nobody"),
        "swap_give": ("card", 0, "a swap for a card that is not there"),
    }
    with Door() as door:
        for action, reached in waiting(door, OFFICIAL, ASKS, range(60)).items():
            if action not in ASKS:
                continue
            whose = reached["current"]
            for key, value, sentence in (*changes, *([own[action]] if action in own else [])):
                state = copy.deepcopy(reached)
                frame = state["effects"][0]
                other = (whose + 1) % 3
                if key in ("phase", "prompt", "effects") and state["look"]:
                    continue  # then nobody asks about the cards being looked at, which is said first
                if value == "declare" and state["declaration"]:
                    continue  # a second declaration is said first
                if key in ("phase", "prompt", "effects", "turn_ending"):
                    state[key] = value
                    if key == "prompt":
                        state["turn_ending"] = False
                elif key == "seat":
                    frame["seat"] = frame["who"] = state["prompt"]["seat"] = other
                elif key == "asked":
                    state["prompt"]["seat"] = other
                elif key == "options":
                    if len(state["prompt"]["options"]) < 2:
                        continue
                    state["prompt"]["options"] = state["prompt"]["options"][:1]
                else:
                    frame[key] = value
                says(door, state, sentence, OFFICIAL, players=3)


def comes_back(door, options, players):
    """The table that 'state' prints is the same table, to the byte."""
    state, before = door.good("state")["state"], door.good("hash")["hash"]
    laid = door.good("position", game="sea-salt", players=players, options=options, state=state)
    assert laid["hash"] == before, state
    return state


@test
def a_turn_that_is_ending_goes_on_ending():
    ending = {
        "current": 0, "phase": "pair", "event": "angelfish", "left": ["crab_1"], "right": ["fish_1"],
        "colours": {"crab_1": "black", "fish_1": "black"}, "seats": [{"hand": []}],
    }  # fmt: skip
    with Door() as door:
        door.good("position", game="sea-salt", players=2, seed=1, options=OFFICIAL, state=ending)
        door.do(0, type="end_pairs")
        assert comes_back(door, OFFICIAL, 2)["turn_ending"] is True
        door.do(0, type="angel_take", pile="right")
        state = door.good("state")["state"]
        assert state["current"] == 1 and state["phase"] == "draw", state


@test
def colours_come_back_and_are_worth_the_same():
    hand = ["mermaid_1", "crab_1", "fish_1", "shell_1"]
    same = {card: "black" for card in hand[1:]}
    options = {"profile": "official"}
    with Door() as door:
        laid = {"current": 0, "colours": same, "seats": [{"hand": hand}]}
        door.good("position", game="sea-salt", players=2, seed=1, options=options, state=laid)
        points = door.good("score")
        state = comes_back(door, options, 2)
        assert {card: state["colours"][card] for card in same} == same
        assert door.good("score")["score"] == points["score"]
        state["colours"]["crab_1"] = "yellow"
        door.good("position", game="sea-salt", players=2, options=options, state=state)
        assert door.good("score")["score"] != points["score"]


if __name__ == "__main__":
    main(tests_of(globals()))
