"""data.py - data of 7 Wonders Duel that the rules cannot carry out are refused with the piece and a
reason, before a game of it is begun."""
import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "combat"))
# pylint: disable=wrong-import-position
from door import Door, check, read_json  # noqa: E402
from parlor import main, test, tests_of  # noqa: E402

DATA = os.path.join(os.path.dirname(__file__), "..", "..", "data", "duel")
AGORA, PANTHEON = "agora/agora", "pantheon/pantheon"


def changed(folder, name, effects):
    """A data folder with one file of the game in which pieces do something else."""
    document = read_json(os.path.join(DATA, name + ".json"))
    left = dict(effects)
    for pieces in document.values():
        for piece in pieces if isinstance(pieces, list) else []:
            if isinstance(piece, dict) and piece.get("id") in left:
                piece["effects"] = left.pop(piece["id"])
    assert not left, left
    path = os.path.join(folder, "duel", name + ".json")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file)


def without(folder, name, part):
    """The same, without one of its lists."""
    changed(folder, name, {})
    path = os.path.join(folder, "duel", name + ".json")
    document = read_json(path)
    del document[part]
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file)


def does(name, **more):
    return [{"do": name, **more}]


GREEN = ("workshop", "apothecary", "scriptorium", "pharmacist")
AGAIN = {card: does("build_discarded") for card in GREEN}
WRONG = [
    # a card that builds another, which builds another
    ("cards", AGAIN, "workshop", "wait for each other"),
    (
        "wonders",
        {"the_mausoleum": does("build_discarded") + does("destroy", n=2)},
        "the_mausoleum",
        "wait for each other",
    ),
    # numbers that nothing has
    ("wonders", {"circus_maximus": does("destroy", n=50)}, "effects[0].n", "50"),
    ("wonders", {"circus_maximus": does("destroy")}, "effects[0]", "n"),
    ("wonders", {"the_great_library": does("library")}, "effects[0]", "n"),
    (AGORA, {"conspirator_1": does("politician", n=4)}, "effects[0].n", "4"),
    (AGORA, {"conspirator_1": does("politician")}, "effects[0]", "n"),
    # what is looked for on one kind of piece alone, and first
    (AGORA, {"knossos": does("lock_token")}, "knossos", "another kind of piece"),
    (AGORA, {"obscurantism": does("may_move") + does("lock_token")}, "obscurantism", "another kind of piece"),
    (PANTHEON, {"the_sanctuary": does("keep_coins", n=3)}, "the_sanctuary", "another kind of piece"),
    (PANTHEON, {"mysticism": does("minerva")}, "mysticism", "another kind of piece"),
    (PANTHEON, {"isis": does("snake")}, "one piece alone does that", "snake"),
    # a set that may not be in play
    (PANTHEON, {"isis": does("draft_conspire")}, "isis", "only pieces of the set"),
    (AGORA, {"knossos": does("strike")}, "knossos", "only pieces of the set"),
]


@test
def effects_that_cannot_be_carried_out_are_refused():
    for name, effects, where, why in WRONG:
        with tempfile.TemporaryDirectory(prefix="parlor-duel-") as folder:
            changed(folder, name, effects)
            answer = check(folder)
            assert answer.status != 0, (name, effects)
            said = answer.out + answer.err
            assert where in said and why in said, (effects, said)


@test
def a_set_is_there_whole():
    for name, part in ((PANTHEON, "divinities"), (AGORA, "decrees"), (AGORA, "conspiracies")):
        with tempfile.TemporaryDirectory(prefix="parlor-duel-") as folder:
            without(folder, name, part)
            answer = check(folder)
            assert answer.status != 0 and part in answer.out + answer.err, (part, answer.out, answer.err)


@test
def a_decree_moves_where_there_is_room():
    """Insider Influence, however often it comes."""
    effects = {plot: does("insider") for plot in ("sabotage", "espionage", "embezzlement", "treason", "swindle")}
    with tempfile.TemporaryDirectory(prefix="parlor-duel-") as folder:
        changed(folder, AGORA, effects)
        with Door(folder) as door:
            for seed in range(60):
                door.good("new", game="duel-sets", players=2, seed=seed)
                door.good("play_out", agents=["random", "random"], seed=seed)


if __name__ == "__main__":
    main(tests_of(globals()))
