"""rpc.py - the line protocol: every operation, every error, and that errors harm nothing."""
import json
import os
import random
import re
import tempfile

from changed import DATA, ROOT, changed_data
from parlor import FOLDER, LANGUAGES, main, run, test, tests_of
from rpc_session import Session

ERRORS = os.path.join(ROOT, "engine", "errors.def")


@test
def the_example_of_the_design_works():
    with Session() as s:
        new = s.start(options={"profile": "official"})
        assert set(new) >= {"hash", "to_act", "phase", "over"} and len(new["hash"]) == 16
        seat = new["to_act"]
        legal = s.good("legal")
        assert legal["player"] == seat and {"type": "draw_deck"} in legal["actions"]
        other = s.good("validate", player=1 - seat, action={"type": "draw_deck"})
        assert other["valid"] is False and other["error"]["code"] == "not_your_turn"
        assert other["cost"] is None
        mine = s.good("validate", player=seat, action={"type": "draw_deck"})
        assert mine["valid"] is True and mine["error"] is None and mine["cost"] is None
        done = s.good("apply", player=seat, action={"type": "draw_deck"})
        assert done["events"][0]["type"] == "looked" and done["hash"] != new["hash"]
        for op in ("state", "hash", "score", "save", "events", "games", "help"):
            s.good(op)
        assert s.good("view", player=1)["view"]["players"] == 2


@test
def ids_come_back_whatever_they_are():
    with Session() as s:
        for given in (0, -1, 2.5, "a\"b\n", None, True, [1, [2]], {"x": {"y": 9}}, "海"):
            line = json.dumps({"id": given, "op": "games"}).encode()
            assert s.raw(line)["id"] == given
            line = json.dumps({"id": given, "op": "nonsense"}).encode()
            assert s.raw(line)["id"] == given
        assert s.raw(b'{"op":"games"}')["id"] is None


@test
def undo_and_redo_restore_the_bytes():
    with Session() as s:
        hashes = [s.start()["hash"]]
        for _ in range(30):
            action = s.good("agent", name="random", seed=3)["action"]
            hashes.append(s.good("apply", action=action)["hash"])
        for expected in reversed(hashes[:-1]):
            assert s.good("undo")["hash"] == expected
        assert s.code("undo") == "nothing_to_undo"
        for expected in hashes[1:]:
            assert s.good("redo")["hash"] == expected
        assert s.code("redo") == "nothing_to_redo"
        assert s.good("undo", count=30)["hash"] == hashes[0]
        assert s.good("redo", count=7)["hash"] == hashes[7]
        assert s.good("fork", moves=20)["hash"] == hashes[20]
        assert s.code("redo") == "nothing_to_redo"


@test
def save_and_load_give_the_same_match():
    with Session() as s, Session() as other:
        s.start(players=3, options={"profile": "official", "extra_pepper": True})
        end = s.good("play_out", agents=["random", "greedy", "random"], seed=3)
        assert end["over"] and end["to_act"] is None and len(end["points"]) == 3
        assert s.good("legal")["actions"] == []
        saved = s.good("save")["match"]
        assert other.good("load", match=saved)["hash"] == end["hash"]
        assert other.good("undo", count=5)["over"] is False
        back = other.good("save")["match"]
        assert other.good("load", match=back)["over"] is False


@test
def data_that_would_break_the_duel_is_refused():
    """Two cards in one place, a back named twice or dealt in two ages, decrees that are not those
    of the rules: said where, never played."""

    def same_place(file):
        row = file["ages"][0]["rows"][0]
        row["x"][1] = row["x"][0]

    def same_back(file):
        deck = file["ages"][2]["deck"]
        deck[1]["back"] = deck[0]["back"]

    def library(file):
        return next(effect for wonder in file["wonders"] for effect in wonder["effects"] if effect["do"] == "library")

    def dealt_again(file):
        file["ages"][1]["deck"] = file["ages"][0]["deck"]

    def no_points(file):
        file["rules"]["chamber_points"][3] = 0

    for game, file, change, where in (
        ("duel", "duel/ages.json", same_place, "ages[0].rows[0].x"),
        ("duel", "duel/ages.json", same_back, "ages[2].deck[1].back"),
        ("duel", "duel/wonders.json", lambda file: library(file).pop("n"), "wonders[3].effects[0].n: is missing"),
        ("duel", "duel/wonders.json", lambda file: library(file).update(n=0), "wonders[3].effects[0].n: 0 is not"),
        ("duel", "duel/ages.json", dealt_again, "age 2 needs 40 cards"),
        ("duel-sets", "duel/agora/agora.json", lambda agora: agora["decrees"].reverse(), "decrees[0].id"),
        ("duel-sets", "duel/agora/agora.json", lambda agora: agora["decrees"].pop(), "16 decrees"),
        ("duel-sets", "duel/agora/agora.json", no_points, "rules.chamber_points: entry 3"),
        ("duel-sets", "duel/pantheon/pantheon.json", lambda pantheon: pantheon.pop("rules"), "space_cost"),
    ):
        folder = changed_data(file, change)
        answer = run("check", "--data", folder)
        assert answer.status != 0 and where in answer.out + answer.err, (answer.out, answer.err)
        with Session("--data", folder) as s:
            assert s.code("new", game=game, players=2, seed=1) == "bad_file"


@test
def a_duel_without_a_draft_can_be_laid():
    """Its first age is dealt at once; what a position lays takes the place of it."""
    folder = changed_data("duel/rules.json", lambda file: file["rules"].update(draft=[]))
    with Session("--data", folder) as s:
        reached = s.start(game="duel", players=2)["hash"]
        state = s.good("state")["state"]
        assert state["age"] == 1 and state["structure"], state
        assert s.good("position", game="duel", state=state)["hash"] == reached
        few = {"age": 1, "structure": [{"slot": 0, "card": "altar"}]}
        s.good("position", game="duel", state=few)
        assert len(s.good("state")["state"]["structure"]) == 1


@test
def a_mistake_in_the_data_comes_with_its_place():
    def far(file):
        file["tokens"][1]["effects"][0]["n"] = 0

    def again(file):
        file["pairs"].append(dict(file["pairs"][1], kinds=file["pairs"][1]["kinds"][::-1]))

    with Session("--data", changed_data("sea-salt/standard.json", again)) as s:
        said = s.call("new", game="sea-salt")["error"]["message"]
        assert "].kinds: are listed twice" in said, said

    with Session("--data", changed_data("duel/progress.json", far)) as s:
        said = s.call("new", game="duel")["error"]["message"]
        assert "progress.json" in said and "tokens[1].effects[0].n: 0 is not" in said, said


@test
def ids_that_could_forge_a_line_are_refused():
    def rename(*way):
        def change(file):
            for step in way:
                file = file[step]
            file["id"] = bad

        return change

    places = (
        ("sea-salt", "sea-salt/standard.json", rename("kinds", 0)),
        ("sea-salt", "sea-salt/standard.json", rename("colours", 0)),
        ("duel", "duel/cards.json", rename("cards", 0)),
        ("duel", "duel/wonders.json", rename("wonders", 0)),
        ("duel", "duel/progress.json", rename("tokens", 0)),
        ("smashup", "smashup/factions/pirates.json", rename("cards", 0)),
        ("smashup", "smashup/bases/core.json", rename("bases", 0)),
        ("combat", "combat/skills.json", rename("skills", 0)),
        ("combat", "combat/classes.json", rename("classes", 0)),
        ("combat", "combat/terrain.json", rename("terrain", 0)),
        ("combat", "combat/scenarios.json", rename("scenarios", 0)),
    )
    for bad in ("a\nb", 'a"b', "a\u0007b", "a b", "a\u2028b"):
        for game, file, change in places:
            with Session("--data", changed_data(file, change)) as s:
                answer = s.call("new", game=game)
                assert not answer["ok"] and "id" in answer["error"]["message"], (file, bad, answer)


@test
def a_number_of_plays_that_data_give_is_none_or_bounded():
    """Found by changing data files: "n": 0 broke an assertion, and 99 a table that did not read back."""
    for n, plays in ((0, []), (-3, []), (3, [3]), (99, [40])):

        def change(file):
            file["cards"][1]["abilities"][0]["n"] = n

        with Session("--data", changed_data("smashup/factions/wizards.json", change)) as s:
            seats = [{"factions": ["wizards", "robots"], "hand": ["wizard_chronomage_1"]},
                     {"factions": ["pirates", "ninjas"]}]
            s.good("position", game="smashup", state={"current": 0, "seats": seats})
            base = s.good("state")["state"]["bases"][0]["base"]
            s.good("apply", action={"type": "play_minion", "card": "wizard_chronomage_1", "base": base})
            state = s.good("state")["state"]
            assert [one["count"] for one in state["extra_plays"]] == plays, (n, state["extra_plays"])
            hash = s.good("hash")["hash"]
            assert s.good("position", game="smashup", state=state)["hash"] == hash


@test
def an_option_takes_its_own_words_alone():
    wrong = [("sea-salt", "target", "many"), ("sea-salt", "start_hand", "x"), ("duel", "first_player", "second"),
             ("sea-salt", "profile", "auto"), ("sea-salt", "extra_salt", "auto"), ("smashup", "rules", "auto")]
    with Session() as s:
        for game, option, word in wrong:
            assert s.code("new", game=game, options={option: word}) == "option_range", (option, word)
        for game, option, word in (("sea-salt", "target", "auto"), ("sea-salt", "profile", "official")):
            s.good("new", game=game, options={option: word})


@test
def a_point_for_every_no_power_is_refused():
    """Found by changing data files: the winner's power was divided by 0."""
    for n in (None, 0, -2):

        def change(file):
            for base in file["bases"]:
                for line in base.get("abilities", []):
                    if line["do"] == "base_pays_power":
                        line.pop("n") if n is None else line.update(n=n)

        with Session("--data", changed_data("smashup/bases/core.json", change)) as s:
            answer = s.call("new", game="smashup")
            assert not answer["ok"] and "abilities[0].n" in answer["error"]["message"], (n, answer)


@test
def only_a_minion_waits_for_a_window_to_be_played_alone():
    """Found by changing data files: an action without an effect broke an assertion when a base scored."""
    def change(file):
        for card in file["cards"]:
            if card["id"] == "mythic_horse_teaching_power":
                del card["abilities"][0]["do"]

    with Session("--data", changed_data("smashup/pretty/factions/mythic_horses.json", change)) as s:
        answer = s.call("new", game="smashup")
        assert not answer["ok"] and "abilities[0].do: is missing" in answer["error"]["message"], answer


@test
def where_bases_are_few_those_of_all_are_hidden_too():
    """Found by changing data files: a view was filled in with the bases of its factions alone."""
    with Session("--data", changed_data("smashup/bases/core.json", lambda file: file.update(bases=[]))) as s:
        for seed in range(10):
            s.good("new", game="smashup", players=2, seed=seed, options={"bases": "chosen"})
            while not any(base["base"] for base in s.good("state")["state"]["bases"]):
                s.good("apply", action=s.good("agent", name="random", seed=seed)["action"])
            told = s.good("view", player=0)
            s.good("position", game="smashup", players=2, options={"bases": "chosen"}, state=told["view"],
                   waiting=told["waiting"], player=0, determinize=True)


@test
def any_pair_may_sting():
    """Found by changing data files: hands jellied by another pair than the Jellyfish's."""
    def change(file):
        file["pairs"][1]["effect"] = "jelly_lock"

    with Session("--data", changed_data("sea-salt/standard.json", change)) as s:
        stung = 0
        for seed in range(60):
            s.good("new", game="sea-salt", seed=seed)
            for move in range(60):
                if s.good("apply", action=s.good("agent", name="random", seed=seed + move)["action"])["over"]:
                    break
                state = s.good("state")["state"]
                if any(seat["jellied"] for seat in state["seats"]):
                    s.good("position", game="sea-salt", seed=seed, state=state)
                    stung += 1
                    break
        assert stung, "nobody was stung"


@test
def cards_without_a_colour_to_deal_them_are_refused():
    """Found by changing data files: a pool that is empty, and one that Extra Salt would need."""
    def empty(file):
        file["pool"] = {}

    def bare(file):
        for kind in file["kinds"]:
            kind.pop("colours", None)
            kind["copies"] = 1

    def extends(file):
        bare(file)
        file["extends"] = "standard"

    def without_pairs(file):
        file["pairs"] = []

    pairs_apart = ("--data", changed_data("sea-salt/extra-pepper.json", without_pairs))
    wrong = (("standard.json", empty, (), "has no colours"), ("extra-salt.json", extends, pairs_apart, "colour"))
    for file, change, more, said in wrong:
        with Session("--data", changed_data(f"sea-salt/{file}", change), *more) as s:
            answer = s.call("new", game="sea-salt")
            assert not answer["ok"] and said in answer["error"]["message"], answer


BOT = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"id": question["id"], "index": len(question["actions"]) - 1}), flush=True)
"""


@test
def programs_play_where_they_are_allowed():
    bot = os.path.join(FOLDER.name, "bot.py")
    with open(bot, "w", encoding="utf-8") as file:
        file.write(BOT)
    name = f"cmd:python3 {bot}"
    with Session("--programs") as s:
        s.start()
        s.good("apply", action={"type": "draw_deck"})
        actions = s.good("legal")["actions"]
        assert len(actions) > 1 and s.good("agent", name=name)["action"] == actions[-1]
        first = s.good("play_out", agents=[name, "random"], seed=3)
        s.good("undo", count=first["steps"])
        assert s.good("play_out", agents=[name, "random"], seed=3)["hash"] == first["hash"]


@test
def the_answer_says_whose_move_it_was():
    with Session() as s:
        seat = s.start()["to_act"]
        assert s.good("apply", action={"type": "draw_deck"})["player"] == seat


@test
def play_out_is_the_same_every_time():
    with Session() as s:
        first = s.start()
        ends = set()
        for _ in range(3):
            s.good("fork", moves=0)
            ends.add(s.good("play_out", agents=["greedy", "random"], seed=9)["hash"])
        assert len(ends) == 1
        assert s.good("fork", moves=0)["hash"] == first["hash"]


@test
def what_state_prints_position_takes():
    with Session() as s, Session() as other:
        official = {"profile": "official"}
        both = {**official, "extra_salt": True, "extra_pepper": True}
        for options in ({}, official, both, {"target": 77, "start_hand": 3}):
            s.start(players=4, seed=11, options=options)
            for _ in range(40):
                action = s.good("agent", name="random", seed=5)["action"]
                now = s.good("apply", action=action)
                if now["over"]:
                    break
                state = s.good("state")["state"]
                laid = other.good("position", game="sea-salt", state=state)
                assert laid["hash"] == now["hash"], (options, state)


@test
def a_view_hides_what_the_player_may_not_know():
    with Session() as s:
        seat = s.start(options={"start_hand": 5})["to_act"]
        mine = s.good("view", player=seat)["view"]
        theirs = s.good("view", player=1 - seat)["view"]
        nobody = s.good("view", player=-1)["view"]
        assert len(mine["seats"][seat]["hand"]) == 5 and "deck" not in mine
        assert theirs["seats"][seat]["hand"] is None
        assert nobody["seats"][0]["hand"] is None and nobody["seats"][1]["hand"] is None
        seen = s.good("events", viewer=1 - seat)["events"]
        drawn = [e for e in seen if e["type"] == "drawn" and e["seat"] == seat]
        assert len(drawn) == 5 and all(event["card"] is None for event in drawn)


OPTIONS = {"sea-salt": [{"profile": "official", "extra_pepper": True}, {}], "duel": [{}], "duel-sets": [{}, {"agora": True, "pantheon": False}],
           "smashup": [{"rules": "printed"}, {}], "combat": [{}]}


def views_on_the_way(s, game, options, moves):
    """A match by chance; now and then what each seat and a spectator are told of it."""
    s.good("new", game=game, seed=2, options=options)
    for move in range(moves):
        action = s.good("agent", name="random", seed=7)["action"]
        if s.good("apply", action=action)["over"]:
            return
        if move % 5 == 0:
            for player in (0, 1, -1):
                yield player, s.good("view", player=player)


@test
def a_view_is_no_position_but_can_be_filled_in():
    with Session() as s, Session() as other:
        for game, options in ((game, one) for game in OPTIONS for one in OPTIONS[game]):
            ends = 0
            for player, told in views_on_the_way(s, game, options, 90):
                laid = {"game": game, "state": told["view"], "options": options}
                assert other.code("position", **laid) == "position_is_view"
                fill = {**laid, "determinize": True, "player": player, "waiting": told["waiting"]}
                now = s.good("hash")
                assert other.good("position", seed=3, **fill)["to_act"] == now["to_act"]
                again = other.good("view", player=player)
                assert again == told, (game, player)
                if player == now["to_act"]:
                    assert other.good("legal")["actions"] == s.good("legal")["actions"]
                ends += other.good("play_out", agents=["random", "random"])["over"]
            assert ends > 20, (game, ends)


@test
def other_seeds_fill_a_view_in_otherwise():
    with Session() as s, Session() as other:
        for game in ("sea-salt", "duel", "smashup"):
            told = list(views_on_the_way(s, game, {}, 30))[-2][1]
            hashes = set()
            for seed in (1, 2, 3, 3):
                laid = other.good("position", game=game, state=told["view"], player=told["player"],
                                  waiting=told["waiting"], determinize=True, seed=seed)
                hashes.add(laid["hash"])
            assert len(hashes) == 3, (game, hashes)


@test
def what_is_not_whole_is_not_filled_in():
    with Session() as s, Session() as other:
        middle = 0
        for game in ("sea-salt", "smashup"):
            for player, told in views_on_the_way(s, game, {}, 120):
                view, waiting = told["view"], told["waiting"]
                fill = {"game": game, "determinize": True, "player": player}
                if view["prompt"]:
                    middle += 1
                    assert other.code("position", state=view, **fill) == "view_needs_more"
                    seal = {**waiting, "seal": "0" * 16}
                    assert other.code("position", state=view, waiting=seal, **fill) == "bad_position"
                for word in view:  # and nothing of a deal stands in for what is missing
                    less = {key: view[key] for key in view if key != word}
                    for seed in range(4):
                        answer = other.call("position", state=less, waiting=waiting, seed=seed, **fill)
                        assert answer["ok"] is False, (game, player, word)
                elsewhere = -1 if player == 0 else 0
                answer = other.call("position", state=view, waiting=waiting, **{**fill, "player": elsewhere})
                assert answer["ok"] is False, (game, player, elsewhere)
        assert middle > 10, middle


@test
def what_a_view_leaves_out_is_not_taken_from_a_deal():
    """A pile whose top is not told once had the card of the deal on it: in a pair, it went round for ever."""
    official = {"game": "sea-salt", "options": {"profile": "official"}}
    with Session() as s, Session() as other:
        s.good("new", seed=5, **official)
        told, deck = s.good("view", player=0), s.good("state")["state"]["deck"]
        pairs = [deck[i:i + 2] for i in range(0, len(deck) - 1, 2)]  # whichever it was, it is among them
        told["view"]["seats"][1]["pairs"] = pairs
        told["view"]["deck_count"] = len(deck) - 2 * len(pairs)
        del told["view"]["left_top"]
        for seed in range(8):
            answer = other.call("position", seed=seed, determinize=True, player=0, state=told["view"], **official)
            assert answer["error"]["code"] == "bad_position", answer


@test
def a_locked_token_needs_one_that_is_set_aside():
    """A view of the duel with Agora in which somebody has locked a token, and none is left that it could be."""
    agora = {"game": "duel-sets", "options": {"agora": True}}
    with Session() as s, Session() as other:
        s.good("new", seed=5, **agora)
        for _ in range(40):
            s.good("apply", action=s.good("agent", name="random", seed=7)["action"])
        told = s.good("view", player=0)
        told["view"]["agora"]["lock_seat"] = 2
        told["view"]["progress"]["aside"] = []
        answer = other.call("position", seed=1, determinize=True, player=0, state=told["view"], waiting=told["waiting"], **agora)
        assert answer["error"]["code"] == "bad_position", answer


@test
def a_divinity_is_not_twice_in_a_view():
    """A deck of the duel with Pantheon that names its top twice has a place more than there are divinities for."""
    pantheon = {"game": "duel-sets", "options": {"pantheon": True, "agora": False}}
    tried = 0
    with Session() as s, Session() as other:
        s.good("new", seed=0, **pantheon)
        for made in range(42):
            actions = s.good("legal")["actions"]
            s.good("apply", action=actions[made % len(actions)])
            told = s.good("view", player=0)["view"]
            for name, deck in told["pantheon"]["decks"].items():
                if made >= 30 and len(deck) == 2 and deck[0] != name:
                    told["pantheon"]["decks"][name] = [*deck, deck[0]]
                    answer = other.call("position", seed=1, determinize=True, player=0, state=told, **pantheon)
                    assert answer["error"]["code"] in ("bad_position", "view_needs_more"), answer
                    tried += 1
    assert tried > 3, tried


@test
def a_refusal_tells_nobody_the_seal():
    """Effects of Smash Up are taken with the table they were written for, and how another would be sealed is not said."""
    with Session() as s, Session() as other:
        s.good("new", game="smashup", seed=2)
        met = 0
        for _ in range(120):
            s.good("apply", action=s.good("agent", name="random", seed=7)["action"])
            state = s.good("state")["state"]
            if len(state["effects"]) < 2:
                continue
            met += 1
            assert other.good("position", game="smashup", state=state)
            state["effects"][-1]["count"] = 77
            error = other.call("position", game="smashup", state=state)["error"]
            assert error["code"] == "bad_position", error
            assert not re.search("[0-9a-f]{16}", error["message"]), error
        assert met > 5, met


def only_moves(s, game, options, moves):
    """How often there was one move, by its type and by who could see that."""
    met = {}
    s.good("new", game=game, seed=5, options=options)
    for _ in range(moves):
        legal = s.good("legal")
        assert (legal["only"] is None) == (len(legal["actions"]) != 1), legal
        if legal["only"]:
            key = (legal["actions"][0]["type"], legal["only"])
            met[key] = met.get(key, 0) + 1
        action = s.good("agent", name="random", seed=9)["action"]
        if s.good("apply", action=action)["over"]:
            break
    return met


@test
def the_only_move_is_told_and_whether_others_could_know():
    with Session() as s:
        salt = only_moves(s, "sea-salt", {}, 600)
        assert salt[("end_pairs", "hidden")] > 20, salt  # a hand without a pair is its owner's secret
        assert salt[("steal_from", "open")] > 0, salt  # the one rival with cards is seen by all
        assert ("steal_from", "hidden") not in salt, salt
        smash = only_moves(s, "smashup", {}, 900)
        assert smash[("pass", "hidden")] > 0, smash  # nobody knows who holds no special
        assert {who for _, who in only_moves(s, "combat", {}, 600)} == {"open"}
        assert {who for _, who in only_moves(s, "duel", {}, 600)} <= {"open"}


@test
def the_table_steps_in_for_an_absent_seat():
    with Session() as s:
        seat = s.start()["to_act"]
        done = s.good("idle")
        assert done["to_act"] == 1 - seat and done["action"]["type"]
        s.good("apply", player=done["player"], action={"type": "skip", "seat": 1 - seat})


def provoke(s):
    """Every shared refusal that the protocol can give, by code."""
    new = {"game": "sea-salt", "players": 2, "seed": 7}
    seat = s.good("new", **new)["to_act"]
    saved = s.good("save")["match"]
    draw = {"type": "draw_deck"}
    hand = {"hand": ["crab_1", "crab_2"]}
    twice = [hand, {"hand": ["crab_1"]}]
    yield "unknown_action", "apply", {"action": {"type": "fly"}}
    yield "unknown_action", "validate", {"action": {"type": "none"}}
    yield "not_your_turn", "apply", {"player": 1 - seat, "action": draw}
    yield "not_your_turn", "agent", {"name": "random", "player": 1 - seat}
    for player in (2, -1, 99, 10**12):
        yield "not_a_player", "apply", {"player": player, "action": draw}
    yield "not_a_player", "view", {"player": 5}
    yield "unknown_op", "fly", {}
    yield "missing_field", "apply", {}
    yield "missing_field", "load", {}
    yield "missing_field", "agent", {}
    yield "missing_field", "play_out", {}
    yield "missing_field", "position", {"game": "sea-salt"}
    told = s.good("view", player=0)
    filled = {"game": "sea-salt", "determinize": True, "player": 0}
    s.good("new", table=1, game="smashup")
    asks = {"game": "smashup", "state": s.good("view", table=1, player=0)["view"]}
    yield "position_is_view", "position", {"game": "sea-salt", "state": told["view"]}
    yield "not_a_view", "position", {**filled, "state": {"round": 2}}
    yield "missing_field", "position", {"game": "sea-salt", "determinize": True, "state": told["view"]}
    yield "missing_field", "position", {"game": "sea-salt", "player": 0, "state": told["view"]}
    yield "wrong_type", "position", {**filled, "state": told["view"], "waiting": 3}
    yield "view_needs_more", "position", {**filled, **asks}
    yield "missing_field", "apply", {"action": {}}
    yield "missing_field", "apply", {"action": {"type": "steal_from"}}
    yield "missing_field", "apply", {"action": {"type": "keep_one", "card": None}}
    yield "wrong_type", "apply", {"action": 7}
    yield "wrong_type", "apply", {"player": "0", "action": draw}
    yield "wrong_type", "new", {**new, "players": "two"}
    yield "wrong_type", "new", {**new, "seed": -1}
    yield "wrong_type", "new", {**new, "game": 7}
    yield "wrong_type", "new", {**new, "options": []}
    yield "wrong_type", "play_out", {"agents": "random"}
    yield "wrong_length", "play_out", {"agents": ["random"]}
    yield "wrong_length", "play_out", {"agents": ["random"] * 3}
    yield "programs_off", "agent", {"name": "cmd:true"}
    yield "programs_off", "play_out", {"agents": ["random", "cmd:true"]}
    yield "wrong_type", "load", {"match": []}
    yield "wrong_type", "position", {"game": "sea-salt", "state": 1}
    yield "wrong_type", "legal", {"say": 1}
    yield "unknown_field", "apply", {"action": draw, "colour": 1}
    yield "unknown_field", "apply", {"action": {**draw, "colour": 1}}
    yield "unknown_field", "position", {"game": "sea-salt", "state": {"colour": 1}}
    yield "unknown_game", "new", {"game": "chess"}
    yield "unknown_game", "load", {"match": {**saved, "game": "chess"}}
    for players in (1, 5, 0, -1):
        yield "bad_players", "new", {**new, "players": players}
    yield "bad_players", "position", {"game": "sea-salt", "state": {"players": 5}}
    yield "unknown_option", "new", {**new, "options": {"colour": 1}}
    yield "option_range", "new", {**new, "options": {"target": 9}}
    yield "option_range", "new", {**new, "options": {"target": 101}}
    yield "option_range", "new", {**new, "options": {"profile": "mine"}}
    yield "option_clash", "new", {**new, "options": {"extra_salt": True}}
    yield "unknown_thing", "apply", {
        "action": {"type": "play_pair", "card_a": "cat_1", "card_b": "crab_1"}
    }
    yield "unknown_thing", "position", {
        "game": "sea-salt",
        "state": {"seats": [{"hand": ["cat_1"]}]},
    }
    yield "duplicate_thing", "position", {"game": "sea-salt", "state": {"seats": twice}}
    yield "bad_position", "position", {"game": "sea-salt", "state": {"round": -1}}
    yield "bad_position", "position", {
        "game": "smashup",
        "state": {
            "seats": [{"factions": ["pirates", "ninjas"]}, {"factions": ["zombies", "tricksters"]}],
            "bases": [
                {
                    "base": "base_the_jungle",
                    "minions": [
                        {"card": "pirate_king_1", "actions": [{"card": "zombie_overrun_1"}]}
                    ],
                }
            ],
        },
    }
    yield "nothing_to_undo", "undo", {}
    yield "nothing_to_redo", "redo", {}
    yield "bad_file", "load", {"match": {**saved, "hash": "0" * 16}}
    yield "bad_file", "load", {"match": {**saved, "commands": [{"seat": 0}]}}
    yield "bad_file", "load", {"match": {}}
    yield "other_rules", "load", {"match": {**saved, "rules": 999}}
    yield "other_data", "load", {"match": {**saved, "data": "0" * 16}}
    yield "unknown_agent", "agent", {"name": "nobody"}
    yield "unknown_agent", "play_out", {"agents": ["random", "nobody"]}
    yield "bad_number", "events", {"since": -1}
    yield "bad_number", "undo", {"count": 0}
    yield "bad_number", "fork", {"moves": 1}
    yield "bad_number", "agent", {"name": "random", "ms": -1}


def shared_codes():
    with open(ERRORS, encoding="utf-8") as file:
        return set(re.findall(r'^ERR\(\w+,\s*"(\w+)"', file.read(), re.MULTILINE))


@test
def a_network_that_does_not_fit_is_refused():
    nets = os.path.join(os.path.dirname(__file__), "../../data/nets")
    with open(os.path.join(nets, "duel.net"), "rb") as file:
        duel = file.read()
    for name, content, code in (
        ("duel", duel[:-1], "net_broken"),
        ("sea-salt", duel, "net_other"),
        ("duel", duel, None),
    ):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "nets"))
            with open(os.path.join(folder, "nets", f"{name}.net"), "wb") as file:
                file.write(content)
            with Session("--data", folder) as s:
                answer = s.call("new", game=name, seed=1)
                assert answer["ok"] == (code is None), answer
                if code:
                    assert answer["error"]["code"] == code, answer
                    assert f"{name}.net" in answer["error"]["message"], answer


@test
def who_knows_nothing_of_a_table_says_who_plays():
    with Session() as s:
        for game, players, other in (("duel", 2, None), ("sea-salt", 3, "hard"), ("combat", 2, "hard")):
            s.good("new", game=game, players=players, seed=1)
            answer = s.good("agent", name="expert", iterations=2)
            assert answer.get("stand_in") == other, (game, answer)


@test
def every_error_has_its_code_and_leaves_the_state_alone():
    with Session() as s:
        met, codes = set(), {code for code in shared_codes() if "_" in code}
        assert s.code("legal") == "no_match"
        for code, op, fields in provoke(s):
            before = s.good("hash")["hash"]
            error = s.call(op, **fields)["error"]
            assert error["code"] == code, (code, op, fields)
            named = codes & set(re.findall(r"\w+", error["message"]))
            assert not named, (error, "a code is no sentence")
            assert s.good("hash")["hash"] == before, (code, op, fields)
            met.add(code)
        s.good("position", game="sea-salt", state={
            "phase": "pair", "current": 0, "left": ["crab_3", "crab_4"], "right": [],
            "seats": [{"hand": ["crab_1", "crab_2"]}]})
        pair = {"type": "play_pair", "card_a": "crab_1", "card_b": "crab_2"}
        s.good("apply", player=0, action=pair)
        for code, action in (
            ("answer_first", {"type": "end_pairs"}),
            ("must_choose", {"type": "pass"}),
            ("not_an_option", {"type": "crab_take", "pile": "right"}),
        ):
            assert s.code("apply", player=0, action=action) == code, code
            met.add(code)
        s.good("apply", player=0, action={"type": "crab_take", "pile": "left"})
        crab = {"type": "crab_take", "pile": "left"}
        assert s.code("apply", player=0, action=crab) == "not_now"
        s.good("play_out", agents=["random", "random"])
        assert s.code("apply", player=0, action={"type": "draw_deck"}) == "game_over"
        assert s.code("agent", name="random") == "game_over"
        assert s.code("idle") == "game_over"
        assert s.raw(b"{")["error"]["code"] == "bad_json"
        assert s.raw(b'{"op":"hash","op":"hash"}')["error"]["code"] == "bad_json"
        assert s.raw(b'{"op":"\xff"}')["error"]["code"] == "bad_json"
        assert s.raw(b"[" * 100000)["error"]["code"] == "bad_json"
        assert s.raw(b'{"op":"' + b"x" * (1 << 20) + b'"}')["error"]["code"] == "too_large"
        met |= {"no_match", "not_now", "game_over", "bad_json", "too_large"}
        met |= {"net_broken", "net_other"}  # a_network_that_does_not_fit_is_refused
        assert met >= shared_codes(), shared_codes() - met


@test
def errors_are_said_in_the_chosen_language():
    said = set()
    for language in LANGUAGES:
        with Session("--lang", language) as s:
            said.add(s.call("legal")["error"]["message"])
    assert len(said) == 3, said


@test
def lines_are_answered_in_order_however_they_arrive():
    lines = [json.dumps({"id": i, "op": "games"}) for i in range(500)]
    for end in ("\n", "\r\n"):
        answers = run("rpc", typed=end.join(lines)).out.splitlines()
        assert [json.loads(answer)["id"] for answer in answers] == list(range(500))
    huge = ["x" * (3 << 20), json.dumps({"id": 1, "op": "help"}), "y" * (2 << 20)]
    answers = [json.loads(a) for a in run("rpc", typed="\n".join(huge)).out.splitlines()]
    assert [answer["ok"] for answer in answers] == [False, True, False]
    assert run("rpc").out == ""
    empty = [json.loads(line) for line in run("rpc", typed="\n\r\n").out.splitlines()]
    assert [answer["error"]["code"] for answer in empty] == ["bad_json", "bad_json"]


@test
def damaged_lines_never_end_it():
    rng = random.Random(1)
    with Session() as s:
        s.start()
        state = s.good("state")["state"]
        lines = [
            json.dumps({"id": 1, "op": "position", "game": "sea-salt", "state": state}),
            json.dumps({"id": 1, "op": "load", "match": s.good("save")["match"]}),
            json.dumps({"id": 1, "op": "apply", "player": 0, "action": {"type": "keep"}}),
        ]
        for _ in range(600):
            line = bytearray(rng.choice(lines).encode())
            for _ in range(rng.randint(1, 4)):
                at = rng.randrange(len(line))
                line[at : at + rng.randint(0, 3)] = rng.choice(
                    (b"0", b"-1", b"99", b"{", b"}", b'"', b",", b"null", b"\xff", b"")
                )
            answer = s.raw(bytes(line).replace(b"\n", b" ") or b"x")
            assert answer["ok"] in (True, False)
        s.good("hash")


@test
def tables_go_on_side_by_side():
    requests = [{"op": "new", "table": t, "game": "sea-salt", "seed": t} for t in (0, 5, 4095)]
    requests += [{"op": "legal", "table": 5}, {"op": "legal", "table": 4}, {"op": "hash"}]
    requests += [{"op": "hash", "table": t} for t in (0, 5, 4095)]
    requests += [{"op": "hash", "table": 4096}, {"op": "hash", "table": -1}, {"op": "hash"}]
    lines = run("rpc", typed="".join(json.dumps(r) + "\n" for r in requests)).out.splitlines()
    answers = [json.loads(line) for line in lines]
    hashes = [answer["hash"] for answer in answers[:3]]
    assert len(set(hashes)) == 3
    assert answers[3]["ok"] and answers[4]["error"]["code"] == "no_match"
    assert [answer["hash"] for answer in answers[5:9]] == [hashes[0], *hashes]
    assert not answers[9]["ok"] and not answers[10]["ok"] and answers[11]["hash"] == hashes[0]


@test
def a_step_says_what_apply_view_and_legal_say():
    new = {"op": "new", "game": "duel", "seed": 7}
    first = json.loads(run("rpc", typed=json.dumps(new) + '\n{"op":"legal"}\n').out.splitlines()[1])
    move = {"action": first["actions"][0]}
    several = [new, {"op": "apply", **move}, {"op": "legal"}, {"op": "view", "player": 1}]
    one = [new, {"op": "step", **move}]
    said = [json.loads(line) for line in run(
        "rpc", typed="".join(json.dumps(r) + "\n" for r in several + one)).out.splitlines()]
    _, applied, legal, view, _, step = said
    assert step == {**applied, "actions": legal["actions"], "view": view["view"]}
    assert applied["to_act"] == 1


main(tests_of(globals()))
