"""positions.py - positions of 7 Wonders Duel through 'parlor rpc': a table comes back to the
byte, and what is no table is refused with the place and a sentence."""
import copy
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "combat"))
# pylint: disable=wrong-import-position
from door import Door  # noqa: E402
from parlor import main, test, tests_of  # noqa: E402

LAST = {"age": 3, "structure": [{"slot": 0, "card": "palace"}]}
OVER = {"age": 3, "structure": []}
SIX = ["workshop", "apothecary", "scriptorium", "pharmacist", "academy", "university"]
CARDS = ["lumber_yard", "logging_camp", "clay_pool", "clay_pit", "quarry", "stone_pit"]
CARDS += ["glassworks", "press"]
WONDERS = ["piraeus", "the_sphinx", "circus_maximus", "the_mausoleum", "the_pyramids"]
WONDERS += ["the_colossus", "the_great_library", "the_appian_way"]
TOKENS = ["law", "economy", "masonry", "strategy", "theology", "urbanism"]


def stands(first, count, *unbuilt):
    pairs = list(zip(WONDERS, CARDS))[first : first + count]
    built = [{"wonder": wonder, "under": card} for wonder, card in pairs]
    return {"wonders": built + [{"wonder": wonder} for wonder in unbuilt]}


def frame(ability, step, **more):
    return {"ability": ability, "step": step, "seat": 0, **more}


# Three wonders whose effects cannot wait for each other: each is done before the next is built.
BUSY = {
    "age": 1,
    "players": [
        {"wonders": stands(3, 1)["wonders"] + stands(2, 1)["wonders"] + stands(6, 1)["wonders"], "cards": ["workshop"]}
    ],
    "discard": ["laboratory"],
}
BUILDS = frame("build_discarded", 1, source="the_mausoleum")
READS = frame("library", 0, source="the_great_library", count=3)
BURNS = frame("destroy", 0, source="circus_maximus", count=2)
PAIRS = frame("choose_progress", 1, source="laboratory")
BUILT = {**BUSY, "players": [{**BUSY["players"][0], "cards": ["workshop", "laboratory"]}], "discard": []}

# Where it is told, and what cannot be.
WRONG = [
    ("weather", {"weather": "rain"}),
    ("more", {"more": {}}),
    ("age", {"age": "1"}),
    ("age", {"age": 1.5}),
    ("age", {"age": 4}),
    ("turn", {"age": 1, "turn": None}),
    ("turn", {"turn": 1}),
    ("first", {"first": 2}),
    ("expansions", {"expansions": 0}),
    ("again", {"age": 1, "again": True}),
    ("rng", {"rng": "12"}),
    ("rng", {"rng": "+123456789abcdef"}),
    ("rng", {"age": 1, "rng": None}),
    # cities
    ("players:", {"players": {"coins": 1}}),
    ("players:", {"players": [{}, {}, {}]}),
    ("players[0].hat", {"players": [{"hat": 1}]}),
    ("players[1].coins", {"players": [{}, {"coins": -1}]}),
    ("players[0].coins", {"players": [{"coins": "7"}]}),
    ("players[0].points", {"players": [{"points": 12}]}),
    ("players[0].resources", {"players": [{"resources": {"wood": 1}}]}),
    ("players[0].cards[1]", {"age": 1, "players": [{"cards": ["altar", "nothing"]}]}),
    ("players[0].cards[0]", {"age": 1, "players": [{"cards": ["age_1"]}]}),
    ("players[1].cards[0]", {"age": 1, "players": [{"cards": ["altar"]}, {"cards": ["altar"]}]}),
    ("discard[0]", {"age": 1, "players": [{"cards": ["altar"]}], "discard": ["altar"]}),
    ("players[0].wonders[0].wonder", {"age": 1, "players": [{"wonders": [{"under": "altar"}]}]}),
    ("twice", {"age": 1, "players": [{"wonders": [{"wonder": "piraeus"}] * 2}]}),
    ("players:", {**LAST, "players": [stands(0, 4), stands(4, 4)]}),
    ("players: no more", {**LAST, "players": [stands(0, 4), stands(4, 3, WONDERS[7])]}),
    ("age", {"players": [{"cards": ["altar"]}], "military": {"position": 1}}),
    # the structure
    ("structure", {"structure": [{"slot": 0}]}),
    ("structure[0].slot", {"age": 1, "structure": [{"card": "altar"}]}),
    ("structure[0].slot", {"age": 1, "structure": [{"slot": 20}]}),
    ("structure[1].slot", {"age": 1, "structure": [{"slot": 0}, {"slot": 0}]}),
    ("structure[0].card", {"age": 1, "structure": [{"slot": 0, "card": "piraeus"}]}),
    ("structure[0].back", {"age": 1, "structure": [{"slot": 0, "back": "blue"}]}),
    ("structure[0].face_up", {"age": 1, "structure": [{"slot": 0, "face_up": 1}]}),
    ("structure[0].face_up", {"age": 1, "structure": [{"slot": 0, "face_up": False}]}),
    ("structure[0].available", {"age": 1, "structure": [{"slot": 0, "available": False}]}),
    ("structure[0].covers", {"age": 1, "structure": [{"slot": 2, "covers": [1]}]}),
    ("structure[0].covered_by", {"age": 1, "structure": [{"slot": 0, "covered_by": [2]}]}),
    ("structure[2].covers", {"age": 1, "structure": [{"slot": 0}, {"slot": 1}, {"slot": 3, "covers": [0]}]}),
    ("structure[2].covers", {"age": 1, "structure": [{"slot": 0}, {"slot": 1}, {"slot": 3, "covers": [1, 0]}]}),
    ("structure", {"age": 3, "structure": [{"slot": i, "back": "guild"} for i in range(8)]}),
    ("structure", {"age": 1, "structure": []}),
    # the track
    ("military.loot[0]", {"military": {"loot": [1, 0, 1, 1]}}),
    ("military.loot", {"military": {"loot": [True]}}),
    ("military.loot", {"age": 1, "military": {"position": 4, "loot": [True] * 4}}),
    ("military.position", {"age": 1, "military": {"position": 10}}),
    ("military.position", {"age": 1, "military": {"position": 9}}),
    ("military.position", {"age": 1, "military": {"position": -9}}),
    # progress
    ("progress.row:", {"progress": {"row": TOKENS}}),
    ("progress.row[1]", {"progress": {"row": ["law", "law"]}}),
    ("progress", {"age": 1, "players": [{"tokens": ["law"]}, {"tokens": ["law"]}]}),
    ("progress", {"progress": {"row": ["law"], "aside": ["law"]}}),
    ("progress.drawn", {"age": 1, "progress": {"drawn": ["law"]}}),
    # the draft
    ("draft", {"draft": []}),
    ("draft", {"age": 1, "draft": ["piraeus"]}),
    ("draft", {"draft": ["piraeus", "piraeus", "the_sphinx", "the_pyramids"]}),
    ("draft", {"draft": ["piraeus", "the_sphinx", "the_pyramids"]}),
    ("players", {"players": [{"wonders": [{"wonder": "piraeus"}, {"wonder": "the_sphinx"}]}]}),
    # the end
    ("winners", {**OVER, "victory": "civilian", "winners": ["P1"]}),
    ("winners", {**OVER, "victory": "civilian", "winners": [0]}),
    ("winners", {"age": 1, "winners": [0]}),
    ("winners", {**OVER, "victory": "civilian"}),
    ("victory", {"age": 3, "victory": "civilian", "winners": [0, 1]}),
    ("victory", {"age": 1, "victory": "science", "winners": [0]}),
    ("victory", {**LAST, "players": [{"cards": SIX}]}),
    ("victory", {"age": 1, "victory": "luck", "winners": [0]}),
    ("military", {"age": 3, "victory": "military", "winners": [0, 1], "military": {"position": 9}}),
    ("military", {"age": 3, "victory": "military", "winners": [1], "military": {"position": 9}}),
    ("military", {"age": 3, "victory": "military", "winners": [0], "military": {"position": 8}}),
    # what waits
    ("prompt", {"age": 1, "prompt": {"seat": 0}}),
    ("prompt", {"prompt": None}),
    ("effects[0]", {"age": 1, "effects": [frame("none", 0)]}),
    ("effects[0].ability", {"age": 1, "effects": [frame("dance", 0)]}),
    ("effects[0]", {"age": 1, "effects": [frame("destroy", 1, count=1)]}),
    ("effects[0]", {"age": 1, "effects": [frame("wonder_draft", 2)]}),
    ("effects[0]", {"effects": [frame("wonder_draft", 2, count=8)]}),
    ("effects[0]", {"age": 1, "effects": [frame("begin_age", 1)]}),
    ("effects[0]", {"age": 2, "effects": [frame("begin_age", 1, seat=1)]}),
    ("effects[0]", {"age": 2, "effects": [frame("begin_age", 2)]}),
    ("effects[0].who", {"age": 2, "effects": [frame("begin_age", 1, who=1)]}),
    ("effects[0]", {"age": 1, "effects": [frame("begin_age", 1), frame("begin_age", 1)]}),
    (
        "effects[0]",
        {
            "age": 1,
            "players": [{"cards": ["workshop"]}],
            "effects": [frame("choose_progress", 1, source="workshop")],
        },
    ),
    (
        "effects[0]",
        {"age": 1, "players": [stands(0, 1)], "effects": [frame("library", 2, source="piraeus")]},
    ),
    # what waits has been set off by what is below it, or with it
    ("effects: one waits", {**BUSY, "effects": [READS, BURNS, BUILDS]}),
    ("effects: one waits", {**BUSY, "effects": [BURNS, BUILDS]}),
    ("effects: one waits", {**BUSY, "effects": [{**BURNS, "step": 2}, BUILDS]}),
    ("effects: one waits", {**BUILT, "effects": [{**READS, "step": 3, "card": 161}, PAIRS]}),
    ("effects: one waits", {**BUILT, "effects": [{**BUILDS, "step": 2, "card": 14}, PAIRS]}),
]


@test
def what_cannot_be_is_refused_with_its_place():
    with Door() as door:
        for place, state in WRONG:
            answer = door.call("position", game="duel", state=state)
            assert answer["ok"] is False, state
            assert place in answer["error"]["message"], (state, answer["error"])


# With the expansions: which are in play, where it is told, and what cannot be.
LYING = [{"slot": 0, "card": "courthouse"}, {"slot": 1, "card": "rostrum"}]
BOTH, PANTHEON, AGORA = (True, True), (True, False), (False, True)
DRAWN = {"deck_seen_0": [2, 0, 0, 0, 0]}
SHOWN = {f"deck_seen_{who}": [1] * 5 for who in ("0", "1", "all")}
THEATER = {"wonders": [{"wonder": "the_divine_theater", "under": "altar"}]}
THEATER_ASKS = frame("divine_theater", 3, source="the_divine_theater")
ISIS = {"divinities": ["isis"], "wonders": [{"wonder": "piraeus"}]}
ISIS_ASKS = frame("raise_wonder", 2, source="isis")
COERCES = {"conspiracies": [[{"conspiracy": "coercion", "under": "altar", "triggered": True}]]}
SENATOR = {"cards": ["conspirator_1"]}
CONSPIRES = frame("conspirator", 2, source="conspirator_1", card=23)
WRONG_SETS = [
    (BOTH, "opening", {"opening": True}),
    (BOTH, "opening", {"opening": True, "effects": [frame("pantheon_gate", 2)], "pantheon": SHOWN}),
    (PANTHEON, "triggered", {"triggered": True}),
    (AGORA, "triggered", {"triggered": True}),
    (
        BOTH,
        "again",
        {
            "triggered": True,
            "opening": True,
            "again": True,
            "agora": COERCES,
            "effects": [frame("pantheon_gate", 2)],
            "pantheon": SHOWN,
        },
    ),
    (AGORA, "players", {"players": [{"kept_coins": 3}]}),
    (PANTHEON, "players", {"players": [{"kept_coins": 3}]}),
    (PANTHEON, "players", {"players": [{"kept_coins": 8, "divinities": ["astarte"]}]}),
    (PANTHEON, "effects[0]", {"effects": [frame("place_divinity", 2, count=8)]}),
    (PANTHEON, "effects[0]", {"effects": [frame("place_divinity", 2)]}),
    (PANTHEON, "effects[0]", {"effects": [frame("place_divinity", 3, count=1, card=15)], "pantheon": DRAWN}),
    (PANTHEON, "effects", {"effects": [frame("place_divinity", 3, count=1)], "pantheon": DRAWN}),
    (PANTHEON, "pantheon.deck_seen", {"effects": [frame("place_divinity", 2, count=1)]}),
    (PANTHEON, "pantheon.deck_seen", {"effects": [frame("pantheon_gate", 2)]}),
    (PANTHEON, "pantheon.deck_seen", {"players": [THEATER], "effects": [{**THEATER_ASKS, "other": 1}]}),
    (PANTHEON, "effects[0]", {"players": [THEATER], "effects": [THEATER_ASKS]}),
    (PANTHEON, "effects[0]", {"players": [ISIS], "effects": [{**ISIS_ASKS, "card": 9}]}),
    (PANTHEON, "effects[0]", {"players": [ISIS], "discard": ["altar"], "effects": [ISIS_ASKS]}),
    (
        AGORA,
        "agora.decrees",
        {
            "agora": {
                "decrees": [
                    ["shield", "coins_on_blue"],
                    ["coins_on_red", "coins_on_green"],
                    ["raw_trade_discount"],
                    ["more_senate_actions"],
                    ["discard_bonus"],
                    [],
                ]
            }
        },
    ),
    (AGORA, "agora.cubes", {"agora": {"cubes_0": [1] * 6}}),
    (AGORA, "agora.cubes", {"victory": "political", "winners": [0]}),
    (AGORA, "agora.cubes", {"victory": "political", "winners": [1], "agora": {"cubes_0": [1] * 6}}),
    (PANTHEON, "victory", {"victory": "political", "winners": [0]}),
    (AGORA, "effects: one waits", {"effects": [frame("conspire", 2)], "agora": {"deck_seen": [3, 0]}}),
    (AGORA, "agora.deck_seen", {"players": [SENATOR], "effects": [CONSPIRES, frame("conspire", 2)]}),
    (
        AGORA,
        "effects",
        {"players": [SENATOR], "effects": [CONSPIRES, frame("conspire", 3)], "agora": {"deck_seen": [3, 0]}},
    ),
    (AGORA, "effects[0]", {"agora": COERCES, "effects": [frame("coercion", 2, source="coercion", card=1)]}),
]


INSIDER = {"conspiracies": [[{"conspiracy": "insider_influence", "under": "altar", "triggered": True}]]}
FULL = [["shield"], ["coins_on_blue", "coins_on_red"], ["coins_on_green"], [], [], []]


@test
def a_decree_moves_where_there_is_room():
    asks = frame("insider", 1, source="insider_influence")
    with Door() as door:
        state = {"age": 2, "structure": LYING, "agora": {**INSIDER, "decrees": FULL}, "effects": [asks]}
        door.good("position", game="duel-sets", options={"agora": True, "pantheon": True}, state=state)
        door.do(0, type="select_chamber", chamber=1)
        offered = [one["chamber"] for one in door.good("legal")["actions"]]
        assert offered == [3, 4, 5, 6], offered
        door.do(0, type="select_chamber", chamber=3)


@test
def what_cannot_be_with_the_expansions_is_refused_with_its_place():
    with Door() as door:
        for (pantheon, agora), place, state in WRONG_SETS:
            state = {"age": 2, "structure": LYING, **state}
            options = {"pantheon": pantheon, "agora": agora}
            answer = door.call("position", game="duel-sets", options=options, state=state)
            assert answer["ok"] is False, state
            assert place in answer["error"]["message"], (state, answer["error"])


def read_back(door, state):
    """The table that 'state' prints is the same table, to the byte: its hash says so."""
    before = door.good("hash")["hash"]
    answer = door.good("position", game="duel", state=state)
    assert answer["hash"] == before, state
    assert door.good("state")["state"] == state


def walk(door, seed, moves):
    """A game of random moves; yields after each."""
    dice = random.Random(seed)
    door.good("new", game="duel", players=2, seed=seed)
    for _ in range(moves):
        legal = door.good("legal")
        if not legal["actions"]:
            return
        yield door.good("state")["state"]
        door.good("apply", player=legal["player"], action=dice.choice(legal["actions"]))


@test
def what_a_state_prints_reads_back_to_the_byte():
    with Door() as door:
        for seed in range(6):
            for state in walk(door, seed, 100):
                read_back(door, state)
            read_back(door, door.good("state")["state"])


# The Mausoleum builds a card that makes a pair: two effects wait, one on the other.
PAIR = {
    "age": 2,
    "players": [{"coins": 40, "cards": ["workshop"], "wonders": [{"wonder": "the_mausoleum"}]}],
    "structure": [{"slot": 0, "card": "walls"}, {"slot": 1, "card": "rostrum"}, {"slot": 2}],
    "discard": ["laboratory", "school"],
}


@test
def what_waits_on_another_reads_back_to_the_byte():
    with Door() as door:
        door.good("position", game="duel", state=PAIR)
        door.do(0, type="build_wonder", card="walls", wonder="the_mausoleum")
        read_back(door, door.good("state")["state"])
        door.do(0, type="select_from_discard", card="laboratory")
        state = door.good("state")["state"]
        waiting = [one["ability"] for one in state["effects"]]
        assert waiting == ["build_discarded", "choose_progress"], waiting
        read_back(door, state)
        token = state["progress"]["row"][0]
        door.do(0, type="select_progress_token", token=token)
        assert door.good("state")["state"]["players"][0]["tokens"] == [token]


@test
def a_view_makes_a_table_that_fits_it():
    with Door() as door:
        for seed in (3, 4):
            for count, _ in enumerate(walk(door, seed, 60)):
                view = door.good("view", player=0)["view"]
                if count % 5 or "rng" in view:
                    continue
                here = door.good("state")["state"]
                door.good("position", game="duel", state=view, determinize=True, player=0)
                assert door.good("view", player=1)["view"] == view
                door.good("position", game="duel", state=here)


@test
def a_view_of_the_expansions_is_none_of_the_base_game():
    """Cards of a set lie face down there, and the base game has none to put in their place."""
    with Door() as door:
        options = {"pantheon": True, "agora": True, "expansions": True}
        for seed in range(4):
            setup = {"game": "duel-sets", "options": options}
            door.good("new", players=2, seed=seed, **setup)
            for move in range(60):
                view = door.good("view", player=0)["view"]
                fill = {"state": {**view, "expansions": False}, "determinize": True, "player": 0}
                assert door.call("position", table=1, **setup, **fill)["ok"] is False
                action = door.good("agent", name="random", seed=seed + move)["action"]
                door.good("apply", action=action)


FOLLOWS = {"points", "resources", "fixed_prices", "symbols", "chains", "prompt", "who", "answer"}
FOLLOWS |= {"available", "covered_by", "covers", "back", "face_up", "rng"}


def bare(value):
    """A state without what follows from the rest, so that a change stands alone."""
    if isinstance(value, dict):
        return {key: bare(part) for key, part in value.items() if key not in FOLLOWS}
    return [bare(part) for part in value] if isinstance(value, list) else value


def leaves(value, path=()):
    """Every place of a JSON value, as a path."""
    yield path
    inside = {}
    if isinstance(value, (dict, list)):
        inside = value if isinstance(value, dict) else dict(enumerate(value))
    for key, part in inside.items():
        yield from leaves(part, path + (key,))


def leaves_of(state):
    return [path for path in leaves(state) if path]


def change(dice, state, path):
    """The state with something else at one place."""
    other = copy.deepcopy(state)
    holder = other
    for key in path[:-1]:
        holder = holder[key]
    was = holder[path[-1]]
    ideas = [None, True, False, 0, 1, -1, 7, 255, "law", "altar", "piraeus", [], {}]
    if isinstance(was, int) and not isinstance(was, bool):
        ideas += [was + 1, was - 1] * 4
    if isinstance(was, str):
        ideas += SIX + WONDERS + TOKENS
    if isinstance(was, list) and was:
        ideas += [was[1:], was + was[:1], was[::-1]] * 2
    holder[path[-1]] = dice.choice([idea for idea in ideas if idea != was])
    return other


@test
def whatever_is_taken_plays_to_the_end_and_reads_back():
    dice = random.Random(1)
    taken = 0
    with Door() as door:
        for seed in range(40):
            reached = bare(list(walk(door, seed, dice.randrange(2, 75)))[-1])
            for _ in range(80):
                state = change(dice, reached, dice.choice(leaves_of(reached)))
                if not door.call("position", game="duel", state=state)["ok"]:
                    continue
                taken += 1
                read_back(door, door.good("state")["state"])
                door.good("play_out", agents=["random", "random"], seed=seed)
    assert taken > 100, taken


if __name__ == "__main__":
    main(tests_of(globals()))
