"""other_data.py - a match and the data it is played with: a new file is none of its business,
and of anything else it says what differs."""
import json
import os

from changed import added_data, changed_data, new_battle, new_faction, read
from parlor import FOLDER, LANGUAGES, main, refused, run, test, tests_of
from rpc_session import Session

PIRATES = "smashup/factions/pirates.json"


def abilities(file, nth):
    return [card["abilities"] for card in file["cards"] if card.get("abilities")][nth]


def moves_of(session, count, seed):
    """So many moves by chance; the hashes they lead to, and the moves."""
    hashes, moves = [], []
    for _ in range(count):
        action = session.good("agent", name="random", seed=seed)["action"]
        moves.append(action)
        hashes.append(session.good("apply", action=action)["hash"])
    return hashes, moves


def written(saved, name):
    file = os.path.join(FOLDER.name, name)
    with open(file, "w", encoding="utf-8") as target:
        json.dump(saved, target)
    return file


@test
def a_match_is_refused_by_other_data_and_says_what_differs():
    """A number, an order, an ability: each would give its commands another meaning."""
    changes = (
        ("duel", "duel/rules.json", "rules",
         lambda file: file["rules"].update(start_coins=8)),
        ("duel", "duel/progress.json", "tokens[0] (urbanism)",
         lambda file: file["tokens"].reverse()),
        ("smashup", PIRATES, "cards[0] (pirate_swashbuckling)",
         lambda file: file["cards"].reverse()),
        ("smashup", PIRATES, "cards[1] (pirate_buccaneer)",
         lambda file: abilities(file, 1).extend(abilities(file, 0))),
        ("smashup", PIRATES, "cards[2] (pirate_saucy_wench)",
         lambda file: abilities(file, 2)[0].update(n=3)),
        ("combat", "combat/skills.json", "skills[",
         lambda file: file["skills"].insert(0, {**file["skills"][0], "id": "another"})),
    )
    for game, file, place, change in changes:
        folder = changed_data(file, change)
        with Session() as s, Session("--data", folder) as other:
            s.good("new", game=game, players=2, seed=3)
            s.good("play_out", agents=["random", "random"], seed=3)
            saved = s.good("save")["match"]
            error = other.call("load", match=saved)["error"]
            assert error["code"] == "other_data", (file, error)
            assert f"{file}, {place}" in error["message"], (file, error)
            assert s.good("load", match=saved)["over"], file
        for language in LANGUAGES:
            said = refused(run("replay", written(saved, "other.json"), "--json", "--data", folder,
                               "--lang", language))
            assert f"{file}, {place}" in said and "{" not in said and "@" not in said, said


@test
def a_match_of_a_file_that_is_gone_names_it():
    with Session("--data", new_faction()) as s, Session() as other:
        s.good("new", game="smashup", players=2, seed=3)
        error = other.call("load", match=s.good("save")["match"])["error"]
        assert error["code"] == "other_data", error
        assert "smashup/factions/aaa.json is not there" in error["message"], error


@test
def a_program_that_reads_the_same_files_otherwise_says_so():
    with Session() as s:
        s.good("new", game="duel", players=2, seed=3)
        saved = s.good("save")["match"]
        error = s.call("load", match={**saved, "data": "0" * 16})["error"]
        assert error["code"] == "other_data" and "another way" in error["message"], error
        del saved["files"]  # one from before they were kept
        error = s.call("load", match={**saved, "data": "0" * 16})["error"]
        assert error["code"] == "other_data" and "the data is not" in error["message"], error
        for files in (1, [], {"x": 1}, {"duel/rules.json": 1}, {"duel/rules.json": {"rules": 1}}):
            assert s.code("load", match={**saved, "data": "0" * 16, "files": files}) == "other_data"
            assert s.good("load", match={**saved, "files": files})


@test
def a_match_goes_on_when_there_is_a_new_file():
    """Ids, frames and the draw of bases are those of the files it began with."""
    games = (
        ("smashup", new_faction(), {}, 3, 150),
        ("smashup", new_faction(), {"factions": "random"}, 4, 60),
        ("combat", new_battle(), {"scenario": "bog"}, 2, 60),
    )
    for game, folder, options, players, moves in games:
        with Session() as s, Session("--data", folder) as other:
            s.good("new", game=game, players=players, seed=5, options=options)
            moves_of(s, moves, 1)
            saved = s.good("save")["match"]
            now = other.good("load", match=saved)
            assert now["hash"] == s.good("hash")["hash"]
            assert other.good("state")["state"] == s.good("state")["state"]
            hashes, actions = moves_of(s, 40, 2)
            for expected, action in zip(hashes, actions):
                assert other.good("apply", action=action)["hash"] == expected
            kept = other.good("save")["match"]
            assert kept == s.good("save")["match"]
            assert s.good("load", match=kept)["hash"] == hashes[-1]
            assert other.good("undo", count=90)["hash"] == s.good("undo", count=90)["hash"]
            fresh = other.good("new", game=game, players=2, seed=5)
            assert fresh["hash"] != s.good("new", game=game, players=2, seed=5)["hash"] or \
                game == "combat"
        file = written(kept, "kept.json")
        again = run("replay", file, "--json", "--data", folder)
        assert again.status == 0 and again.json() == kept, again.err


@test
def a_copy_of_a_file_is_the_same_data():
    """Whether it is read from a folder or built in is nothing to a match."""
    copies = (("smashup", PIRATES), ("duel", "duel/rules.json"), ("combat", "combat/skills.json"))
    for game, file in copies:
        folder = added_data(file, read(file))
        with Session() as s, Session("--data", folder) as other:
            s.good("new", game=game, players=2, seed=5)
            moves_of(s, 20, 1)
            assert other.good("load", match=s.good("save")["match"])["hash"] == s.good("hash")["hash"]
            assert other.good("save")["match"] == s.good("save")["match"], game


@test
def a_new_faction_is_there_for_new_matches():
    with Session("--data", new_faction()) as s:
        s.good("new", game="smashup", players=2, seed=5)
        assert "corsairs" in json.dumps(s.good("legal")["actions"])
    with Session("--data", new_battle()) as s:
        s.good("new", game="combat", players=2, seed=5)
        assert s.good("state")["state"]["scenario"] == "ford"
        s.good("new", game="combat", players=2, seed=5, options={"scenario": "aaa"})
        assert s.good("state")["state"]["scenario"] == "aaa"
        words = next(game for game in s.good("games")["games"] if game["game"] == "combat")
        assert words["options"][0]["words"][:2] == ["ford", "aaa"], words["options"]


@test
def a_new_file_and_a_change_are_told_apart():
    """The file that was added is not blamed for what another says now."""
    folder = new_faction()
    changed = read(PIRATES)
    changed["cards"][3]["power"] = 9
    with Session() as s, Session("--data", folder, "--data", added_data(PIRATES, changed)) as other:
        s.good("new", game="smashup", players=2, seed=3)
        error = other.call("load", match=s.good("save")["match"])["error"]
        assert f"{PIRATES}, cards[3] (pirate_first_mate)" in error["message"], error


@test
def an_extra_minion_of_no_power_there_is_is_none_and_of_any_is_any():
    """The base after whose minions small ones may follow, as a file may have it."""
    position = {
        "current": 0,
        "seats": [
            {"factions": ["aliens", "pirates"], "hand": ["alien_scout_1"]},
            {"factions": ["robots", "ninjas"]},
        ],
        "bases": ["base_the_homeworld", "base_ninja_dojo", "base_great_library"],
    }
    played = {"type": "play_minion", "card": "alien_scout_1", "base": "base_the_homeworld"}
    for most, allowed in ((-2, []), (2, [2]), (21, [None])):
        folder = changed_data("smashup/bases/core.json", lambda file: file["bases"][0]["abilities"][0].update(n=most))
        with Session("--data", folder) as s:
            s.good("position", game="smashup", players=2, seed=1, state=position)
            s.good("apply", action=played)
            for action in s.good("legal")["actions"]:
                if action["type"] == "accept":
                    s.good("apply", action=action)
            state = s.good("state")["state"]
            assert [play["power_max"] for play in state["extra_plays"]] == allowed, (most, state["extra_plays"])
            s.good("position", game="smashup", players=2, seed=1, state=state)


main(tests_of(globals()))
