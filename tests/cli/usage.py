"""usage.py - the command line as a user meets it: help, mistakes, lists."""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

from changed import read
from console import width
from parlor import COMMANDS, LANGUAGES, PARLOR, main, path, refused, run, test, tests_of


def game_ids():
    return [game["game"] for game in run("games", "--json").json()["games"]]


@test
def alone_it_lists_its_commands():
    answer = run()
    assert answer.status == 0 and answer.err == ""
    for command in COMMANDS:
        assert f"parlor {command}" in answer.out, command
    assert run("--help").out == answer.out
    assert run("--version").out.startswith("parlor ")


@test
def every_command_has_help_in_every_language():
    for language in LANGUAGES:
        for command in COMMANDS:
            answer = run(command, "--help", "--lang", language)
            assert answer.status == 0 and answer.err == "", (command, answer.err)
            assert answer.out.startswith(f"parlor {command}"), answer.out
            assert "--lang" in answer.out
            assert run("help", command, "--lang", language).out == answer.out
    assert run("play", "--help").out != run("play", "--help", "--lang", "zh-Hans").out


@test
def a_mistake_is_one_line_and_status_2():
    mistakes = [
        ["nonsense"],
        ["help", "nonsense"],
        ["games", "extra"],
        ["games", "--nonsense"],
        ["games", "--json=1"],
        ["--lang"],
        ["--lang", "klingon", "games"],
        ["games", "--data"],
        ["games", "--data", path("nowhere")],
        ["cards"],
        ["cards", "chess"],
        ["cards", "sea-salt", "extra"],
        ["sim", "sea-salt"],
        ["sim", "chess", "--agents", "random,random"],
        ["sim", "--agents", "random,random"],
        ["sim", "sea-salt", "--agents", "random"],
        ["sim", "sea-salt", "--agents", "random,random,random,random,random"],
        ["sim", "sea-salt", "--agents", "random,nobody"],
        ["sim", "sea-salt", "--agents", "random,random", "--games", "0"],
        ["sim", "sea-salt", "--agents", "random,random", "--games", "many"],
        ["sim", "sea-salt", "--agents", "random,random", "--games"],
        ["sim", "sea-salt", "--agents", "random,random", "--seed", "-1"],
        ["sim", "sea-salt", "--agents", "random,random", "--seed", "9223372036854775808"],
        ["sim", "sea-salt", "--agents", "random,random", "--jobs", "9999"],
        ["sim", "sea-salt", "--agents", "random,random", "--options", "target=9"],
        ["sim", "sea-salt", "--agents", "random,random", "--options", "target"],
        ["sim", "sea-salt", "--agents", "random,random", "--options", "colour=red"],
        ["sim", "sea-salt", "--agents", "random,random", "extra_salt=true"],
        ["bench", "chess"],
        ["bench", "--seconds", "0"],
        ["bench", "--seconds", "soon"],
        ["bench", "sea-salt", "--against", path("nowhere")],
        ["bench", "sea-salt", "--against", "/bin/true", "--pairs", "0"],
        ["replay"],
        ["replay", path("nowhere.json")],
        ["play"],
        ["play", "chess"],
        ["play", "sea-salt", "--players", "5"],
        ["play", "sea-salt", "--players", "1"],
        ["play", "sea-salt", "--seats", "you"],
        ["play", "sea-salt", "--seats", "you,nobody"],
        ["play", "sea-salt", "--seats", "you,greedy", "--players", "3"],
        ["play", "sea-salt", "--option", "target=101"],
        ["play", "--resume"],
        ["play", "--resume", path("nowhere.json")],
        ["play", "sea-salt", "--names", "Ada,Bo,Cy,Di,Ed"],
        ["play", "duel", "--names", "Ada,Bo,Cy"],
        ["play", "duel", "--names", "Ada,Ada"],
        ["play", "duel", "--names", "A\nda,Bo"],
        ["play", "duel", "--names", "A" * 64],
        ["check", "--data", path("nowhere")],
    ]
    for words in mistakes:
        refused(run(*words))


@test
def a_seed_is_as_large_for_a_command_as_for_a_program():
    """From 0 to 2^63 - 1, at every door."""
    largest = 2**63 - 1
    words = ["sim", "sea-salt", "--agents", "random,random", "--games", "1", "--seed"]
    assert run(*words, largest).status == 0
    assert str(largest) in refused(run(*words, largest + 1))
    for seed, good in ((largest, True), (largest + 1, False)):
        request = {"op": "new", "game": "sea-salt", "seed": seed}
        assert json.loads(run("rpc", typed=json.dumps(request) + "\n").out)["ok"] is good, seed


@test
def mistakes_are_said_in_the_chosen_language():
    said = [refused(run("cards", "chess", "--lang", lang)) for lang in LANGUAGES]
    assert len(set(said)) == 3, said
    assert "没有" in said[1] and "沒有" in said[2]
    assert refused(run("cards", "chess", LANG="zh_TW.UTF-8")) == said[2]
    assert refused(run("cards", "chess", LC_ALL="zh_CN.UTF-8")) == said[1]


@test
def games_lists_options_and_player_counts():
    answer = run("games", "--json").json()
    assert {"random", "greedy"} <= set(answer["agents"])
    for game in answer["games"]:
        assert {"game", "players_min", "players_max", "options"} <= set(game)
        for option in game["options"]:
            assert {"name", "kind", "default"} <= set(option)
    printed = run("games").out
    for game in answer["games"]:
        assert game["game"] in printed
        for option in game["options"]:
            assert option["name"] in printed


@test
def an_option_that_changes_cards_names_them():
    """What differs between the two readings of Smash Up, and nothing that does not."""
    texts = {}
    for folder in ("", "cthulhu/", "pretty/", "al9000/", "promo/"):
        for key, text in flat(read(f"smashup/{folder}text/en.json")):
            texts[key] = text
    differ = [key[5:] for key, text in texts.items() if key.startswith("rule.") and "printed rules" in text]
    names = [texts.get(f"card.{name}") or texts[f"base.{name}"] for name in differ]
    said = next(line for line in run("games").out.splitlines() if "Beautiful Castle" in line)
    told = re.search(r"Beautiful Castle.* differ", said)[0].removesuffix(" differ")
    told = re.split(r", | and ", told)
    assert len(told) == len(names) == 6, (told, names)
    assert all(any(each in name for name in names) for each in told), (told, names)


@test
def cards_have_a_text_in_every_language_and_are_bound():
    for game in game_ids():
        texts = {}
        for language in LANGUAGES:
            answer = run("cards", game, "--json", "--lang", language).json()
            assert answer["game"] == game and answer["cards"]
            for card in answer["cards"]:
                assert {"id", "kind", "group", "count", "bound", "text"} <= set(card)
                assert card["bound"] is True, card
                assert card["name"], card
            texts[language] = [card["name"] for card in answer["cards"]]
        assert texts["en"] != texts["zh-Hans"]
        assert run("cards", game).out.count("\n") >= len(texts["en"])


@test
def programs_get_every_attribute_of_every_card():
    cards = {}
    for game in game_ids():
        for card in run("cards", game, "--json").json()["cards"]:
            assert card["attributes"], card
            cards[game, card["group"], card["id"]] = card["attributes"]
    octopus = cards["sea-salt", "official", "octopus"]
    assert octopus["points"] == [0, 3, 6, 9, 12] and octopus["category"] == "collection"
    assert {"card": "octopus_1", "colour": "light_blue"} in octopus["cards"]
    sharks = cards["sea-salt", "official", "shark"]["pairs"]
    assert {"with": "swimmer", "effect": "steal_card", "event": None} in sharks, sharks
    assert cards["sea-salt", "standard", "fish"]["copies"] == 7
    temple = cards["duel", "age_2", "temple"]
    assert temple["cost"] == {"wood": 1, "paper": 1} and temple["needs"] == "Moon"
    assert temple["type"] == "civilian" and {"do": "points", "n": 4} in temple["effects"]
    assert cards["smashup", "pirates", "pirate_king"]["power"] == 5
    base = cards["smashup", "aliens", "base_the_homeworld"]
    assert base["breakpoint"] == 23 and base["vp"] == [4, 2, 1]
    assert cards["combat", "classes", "bulwark"]["hp"] == 160
    assert cards["combat", "skills", "feint"]["kind"] == "Reaction"


@test
def the_short_rules_of_sea_salt_name_the_cards_and_what_a_pair_is_worth():
    """Every kind that pairs or multiplies, by the name that it has in that language."""
    data = os.path.join(os.path.dirname(__file__), "..", "..", "data")
    with open(os.path.join(data, "sea-salt", "standard.json"), encoding="utf-8") as file:
        kinds = json.load(file)["kinds"]
    two = {"en": "worth two points", "zh-Hans": "打出的对子值 2 分", "zh-Hant": "打出的對子值 2 分"}
    for lang, points in two.items():
        texts = {}
        for part in ("sea-salt", "web"):
            with open(os.path.join(data, part, "text", lang + ".json"), encoding="utf-8") as file:
                texts[part] = json.load(file)
        rules = texts["web"]["rules"]["sea-salt"]
        assert points in rules, rules
        for kind in kinds:
            name = texts["sea-salt"]["kind"]["standard"][kind["id"]]
            assert kind["category"] not in ("pairing", "multiplier") or name in rules, (lang, name)


@test
def smash_up_has_twenty_factions_thirty_madness_and_its_bases():
    cards = run("cards", "smashup", "--json").json()["cards"]
    groups = {}
    for card in cards:
        if card["kind"] != "base":
            groups[card["group"]] = groups.get(card["group"], 0) + card["count"]
    assert groups.pop("madness") == 30
    assert len(groups) == 20 and set(groups.values()) == {20}, groups
    assert sum(card["kind"] == "base" for card in cards) >= 44
    assert all(card["bound"] and card["text"] for card in cards)


@test
def data_of_ones_own_is_checked_with_file_and_place():
    assert run("check").status == 0
    folder = path("data")
    os.makedirs(os.path.join(folder, "sea-salt"))
    name = os.path.join(folder, "sea-salt", "standard.json")
    with open(name, "w", encoding="utf-8") as file:
        file.write('{"profile": ')
    assert "standard.json" in refused(run("check", "--data", folder))
    with open(name, "w", encoding="utf-8") as file:
        json.dump({"profile": "standard", "kinds": 7}, file)
    said = run("check", "--data", folder)
    assert said.status == 2 and said.out == "", said
    assert "standard.json: kinds: should be" in said.err and "standard.json: colours: is missing" in said.err, said.err
    refused(run("play", "sea-salt", "--data", folder))
    assert run("games", "--data", folder).status == 0


@test
def an_ability_nobody_knows_is_told_and_left_out():
    folder = path("unknown")
    os.makedirs(os.path.join(folder, "smashup", "mine", "bases"))
    base = {"id": "base_mine", "set": "mine", "breakpoint": 5, "vp": [1, 1, 1]}
    base["abilities"] = [{"when": "minion_played", "do": "no_such_thing"}]
    name = os.path.join(folder, "smashup", "mine", "bases", "mine.json")
    with open(name, "w", encoding="utf-8") as file:
        json.dump({"bases": [base]}, file)
    place = "bases[0].abilities[0].do"
    assert place in refused(run("check", "--data", folder))
    played = run("sim", "smashup", "--agents", "random,random", "--games", "1", "--data", folder)
    assert played.status == 0, played.err
    assert played.err.count(place) == 1 and "no_such_thing" in played.err, played.err
    cards = run("cards", "smashup", "--json", "--data", folder).json()["cards"]
    assert [card["id"] for card in cards if not card["bound"]] == ["base_mine"]


def own_folder(name, files):
    """A folder with these files, {path: JSON}."""
    folder = path(name)
    for file, value in files.items():
        os.makedirs(os.path.dirname(os.path.join(folder, file)), exist_ok=True)
        with open(os.path.join(folder, file), "w", encoding="utf-8") as target:
            json.dump(value, target)
    return folder


def broken_folder():
    """Mistakes that have nothing to do with each other, and where each of them is."""
    files = {name: read(name)
             for name in ("duel/cards.json", "duel/progress.json", "sea-salt/standard.json", "combat/skills.json",
                          "smashup/factions/pirates.json", "smashup/bases/core.json")}
    duel, tokens = files["duel/cards.json"]["cards"], files["duel/progress.json"]["tokens"]
    salt, skills = files["sea-salt/standard.json"], files["combat/skills.json"]["skills"]
    pirates, bases = files["smashup/factions/pirates.json"]["cards"], files["smashup/bases/core.json"]["bases"]
    duel[3]["id"] = "a b"
    duel[5]["strange"] = 1
    duel[9]["effects"] = 7
    tokens[1]["effects"][0]["n"] = 0
    salt["kinds"][0]["category"] = "sparing"
    salt["rules"]["declare_min"] = "seven"
    skills[0]["energy"] = "much"
    skills[2]["strange"] = []
    pirates[0]["power"] = 99
    pirates[2]["abilities"][0]["when"] = "someday"
    pirates[4]["kind"] = "none"
    bases[1]["breakpoint"] = -4
    del bases[3]["vp"]
    places = ["cards[3].id", "cards[5].strange", "cards[9].effects", "tokens[1].effects[0].n", "kinds[0].category",
              "rules.declare_min", "skills[0].energy", "skills[2].strange", "cards[0].power",
              "cards[2].abilities[0].when", "cards[4].kind", "bases[1].breakpoint", "bases[3].vp"]
    return own_folder("broken", files), places


@test
def every_mistake_is_told_at_once():
    folder, places = broken_folder()
    checked = run("check", "--data", folder)
    assert checked.status == 2 and checked.out == "", checked
    for place in places:
        assert checked.err.count(f" {place}:") == 1, (place, checked.err)
    assert "none, " not in checked.err, "a word of the program's own"
    assert len(checked.err.strip().split("\n")) == len(places), checked.err


@test
def a_file_that_nobody_reads_is_told():
    strays = {"cards.json": {}, "Duel/rules.json": {}, "sea-salt/standrad.json": {}}
    strays["text/fr.json"] = strays["Rules.JSON"] = strays["cards.json.txt"] = {}
    folder = own_folder("strays", strays)
    played = run("sim", "sea-salt", "--agents", "random,random", "--games", "1", "--data", folder)
    assert played.status == 0, played.err
    for name in strays:
        assert played.err.count(name + ":") == 1, (name, played.err)
    checked = run("check", "--data", folder)
    assert checked.status == 2 and checked.out == ""
    for name in list(strays)[:2] + list(strays)[3:]:
        assert checked.err.count(name + ":") == 1, (name, checked.err)
    said = refused(run("check", "--data", own_folder("stray", {"sea-salt/standrad.json": {}})))
    assert "standrad.json" in said, said


@test
def check_says_everything_that_is_wrong_with_the_texts():
    data = os.path.join(os.path.dirname(__file__), "..", "..", "data")
    assert run("check", "--data", data).status == 0
    with open(os.path.join(data, "duel", "text", "en.json"), encoding="utf-8") as file:
        texts = json.load(file)
    del texts["card"]["palace"]
    texts["error"]["need_coins"] += " {colour}"
    texts["card"]["palast"] = "Palace"
    texts["event"]["sung"] = "{seat} sings."
    checked = run("check", "--data", own_folder("wrong", {"duel/text/en.json": texts}))
    assert checked.status == 2
    for key in ("card.palace", "need_coins", "{colour}", "card.palast", "event.sung"):
        assert key in checked.err, (key, checked.err)
    assert checked.err.count("\n") == 5, checked.err  # a card's name is missed in both duels
    texts["card"]["palace"] = ""
    texts["card"]["altar"] = "Al\ntar"
    texts["error"]["need_coins"] = "This costs {price."
    checked = run("check", "--data", own_folder("wrong", {"duel/text/en.json": texts}))
    for said in ("card.palace", "card.altar: is one line", "need_coins: has a hole that does not end"):
        assert said in checked.err, (said, checked.err)
    for sign in ("\033[31m", "\t", "\x7f", "\x9b", "\u202e", "\u2067"):
        texts["card"]["altar"] = f"Al{sign}tar"
        folder = own_folder("wrong", {"duel/text/en.json": texts})
        assert "duel.card.altar: has a control character" in refused(run("cards", "duel", "--data", folder))
    checked = run("check", "--data", own_folder("two", {"duel/cards.json": {"cards": 1},
                                                        "sea-salt/standard.json": {"kinds": 1}}))
    assert "duel/cards.json" in checked.err and "sea-salt/standard.json" in checked.err


@test
def texts_of_ones_own_are_used():
    folder = path("texts")
    os.makedirs(os.path.join(folder, "cli", "text"))
    with open(os.path.join(folder, "cli", "text", "en.json"), "w", encoding="utf-8") as f:
        json.dump({"about": "My own parlor."}, f)
    assert "My own parlor." in run("--data", folder).out


def flat(texts, before=""):
    for key, value in texts.items():
        if isinstance(value, dict):
            yield from flat(value, f"{before}{key}.")
        else:
            yield before + key, value


@test
def the_texts_have_the_same_keys_and_holes_in_every_language():
    folder = os.path.join(os.path.dirname(__file__), "..", "..", "data", "cli", "text")
    texts = {}
    for language in LANGUAGES:
        with open(os.path.join(folder, f"{language}.json"), encoding="utf-8") as file:
            texts[language] = dict(flat(json.load(file)))
    for language in LANGUAGES[1:]:
        assert set(texts[language]) == set(texts["en"]), language
        for key, text in texts[language].items():
            holes = [set(re.findall(r"\{([a-z_]+)[|}]", t)) for t in (text, texts["en"][key])]
            assert holes[0] == holes[1], (language, key)


@test
def a_mistyped_word_is_guessed():
    for words, meant in ((["plya"], "play"), (["help", "simm"], "sim"), (["cards", "seasalt"], "sea-salt"),
                         (["sim", "duel", "--agnts", "x"], "--agents"),
                         (["play", "duel", "--seats", "you,gredy"], "greedy"), (["play", "salt"], "sea-salt"),
                         (["play", "海盐", "--lang", "zh-Hans"], "sea-salt"), (["new", "gaem", "stairs"], "game"),
                         (["play", "duel", "expansion=no"], "expansions"),
                         (["sim", "duel", "--agents", "random,random", "--options", "expanions=no"], "expansions")):
        said = refused(run(*words))
        assert re.search(f"(Did you mean|你是想说) {meant} ?[?吗]", said), said
    assert "Did you mean" not in refused(run("zebra"))
    assert "Did you mean" not in refused(run("serve", "--port", "80"))  # --cert is not what was meant
    assert "tactician" in refused(run("play", "duel", "--seats", "you,nobody"))


@test
def what_was_wrong_is_said_exactly():
    assert "9223372036854775807" in refused(run("play", "duel", "--seed", "abc"))
    assert "for 2 players" in refused(run("play", "duel", "--players", "3"))
    assert "3600" in refused(run("bench", "duel", "--seconds", "-1"))
    new = '{"op": "new", "game": "duel", "players": 3}\n'
    assert "for 2 players" in run("rpc", typed=new).out, "to a program too"
    with open(path("no.json"), "w", encoding="utf-8") as file:
        file.write('{"game":"chess"}')
    assert path("no.json") in refused(run("replay", path("no.json")))


@test
def the_table_of_a_tournament_fits_80_columns_in_every_language():
    with open(path("first.py"), "w", encoding="utf-8") as file:
        file.write("import json, sys\nfor line in sys.stdin:\n"
                   "    print(json.dumps({'id': json.loads(line)['id'], 'index': 0}), flush=True)\n")
    stranger = f"cmd:{sys.executable} {path('first.py')}"
    for language in LANGUAGES:
        for agents, games in (("greedy,random", 20000), (f"random,{stranger}", 2)):
            said = run("sim", "sea-salt", "--agents", agents, "--games", games, "--lang", language).out.splitlines()
            table = [line for line in said[1:] if line != stranger]
            assert len(table) == 3 and ("cmd:" not in agents or stranger in said), said
            assert len({width(line) for line in table}) == 1 and width(table[0]) <= 80, said


@test
def an_interrupted_tournament_keeps_its_results():
    with subprocess.Popen([PARLOR, "sim", "duel", "--agents", "greedy,random", "--games", "100000000",
                           "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        time.sleep(1)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert running.returncode == 130 and "interrupted" in err, (running.returncode, err)
    result = json.loads(out)
    assert 0 < result["games"] < 100000000
    assert sum(agent["seat_games"] for agent in result["agents"]) == 2 * result["games"]


def interrupted(*words):
    """A tournament that would think for hours, interrupted: its status, what it said, and how long it went on."""
    with subprocess.Popen([PARLOR, "sim", "sea-salt", *words, "--ms", "3600000", "--games", "1000", "--json"],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        time.sleep(1.5)
        running.send_signal(signal.SIGINT)
        since = time.monotonic()
        try:
            out, err = running.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            running.kill()
            raise
    return running.returncode, out, err, time.monotonic() - since


@test
def an_interrupt_waits_for_nobody_who_thinks():
    for agent in ("hard", "expert", "ismcts", "minimax"):
        status, out, err, seconds = interrupted("--agents", f"{agent},random", "--jobs", "2", "--threads", "2")
        # Minimax looks a few moves ahead, however long it may: some of its games may have ended.
        few = agent == "minimax" and out and json.loads(out)["games"] < 1000
        assert status == 130 and (few or not out and "before a game had ended" in err), (agent, status, out, err)
        assert seconds < 5, (agent, seconds)


@test
def an_interrupt_keeps_the_games_before_the_one_being_played():
    with open(path("hangs.py"), "w", encoding="utf-8") as file:
        file.write("import json, sys, time\n"
                   "for number, line in enumerate(sys.stdin):\n"
                   "    time.sleep(100 if number > 400 else 0)\n"
                   "    question = json.loads(line)\n"
                   "    print(json.dumps({'id': question['id'], 'index': 0}), flush=True)\n")
    record = path("interrupted.jsonl")
    status, out, err, seconds = interrupted("--agents", f"cmd:{sys.executable} {path('hangs.py')},random",
                                            "--record", record)
    assert status == 130 and seconds < 5, (status, err, seconds)
    result = json.loads(out)
    with open(record, encoding="utf-8") as file:
        ended = sum("steps" in json.loads(line) for line in file)
    assert 0 < result["games"] == ended < 400, (result["games"], ended)
    assert [agent["late"] for agent in result["agents"]] == [0, 0], "nobody was late"


@test
def a_file_is_replayed_as_json_too():
    file = path("record.json")
    run("play", "sea-salt", "--seed", 6, "--save", file, typed="1\n1\n")
    with open(file, encoding="utf-8") as saved:
        assert run("replay", file, "--json").json() == json.load(saved)["match"]


def options_of(command):
    """What the completion knows of a command: the table that the command itself reads by."""
    words = re.search(rf"^  {command}\) words='([^']*)'", run("completion", "bash").out, re.MULTILINE)
    return [word for word in words.group(1).split() if word.startswith("--")]


@test
def every_option_is_explained_and_completed():
    """tests/cli/complete.py has the shells complete."""
    for command in COMMANDS:
        told = run(command, "--help").out
        missing = [o for o in options_of(command) if o not in told and o != "--options" and o != "--option"]
        assert not missing, (command, missing)
    for shell in ("bash", "zsh", "fish"):
        script = run("completion", shell).out
        assert all(command in script for command in COMMANDS) and "sea-salt" in script
        assert "faction card game agent" in script and "sessions stats" in script
    told = run("admin", "--help").out
    assert all(re.search(rf"^  .*\b{word}\b", told, re.MULTILINE)
               for word in re.search(r"'(ban [a-z ]*)'", script).group(1).split())
    refused(run("completion", "tcsh"))


@test
def the_manual_has_every_command():
    for language in LANGUAGES:
        page = run("manual", "--lang", language).out
        assert page.startswith(".TH PARLOR 1")
        assert all(f".SS parlor {command}\n" in page for command in COMMANDS)


@test
def saved_matches_are_listed():
    before = len(run("saves", "--json").json()["saves"])
    run("play", "sea-salt", "--seed", 6, typed="1\n")
    run("play", "duel", "--seed", 6, "--seats", "you,random", typed="1\n1\n")
    saves = run("saves", "--json").json()["saves"]
    assert len(saves) == before + 2
    duel = run("saves", "duel", "--json").json()["saves"][0]
    assert duel["game"] == "duel" and duel["seats"] == ["you", "random"] and not duel["over"]
    assert duel["file"] in run("saves").out
    assert run("play", "--resume", duel["file"], typed="q\n").status == 0
    refused(run("saves", "chess"))


@test
def a_record_holds_what_was_seen_done_and_won():
    file = path("games.jsonl")
    run("sim", "duel", "--agents", "hard,random", "--iterations", 20, "--games", 4, "--jobs", 2,
        "--seed", 3, "--record", file)
    with open(file, encoding="utf-8") as opened:
        lines = [json.loads(line) for line in opened]
    ends = [line for line in lines if "winners" in line]
    assert sorted(line["game"] for line in ends) == [0, 1, 2, 3]
    for end in ends:
        game = [line for line in lines if line["game"] == end["game"]]
        first, steps = game[0], game[1:-1]
        assert len(steps) == end["steps"] and [s["step"] for s in steps] == list(range(len(steps)))
        moves = [{"op": "new", **first["setup"]}]
        for step in steps:
            moves.append({"op": "view", "player": step["player"]})
            moves.append({"op": "apply", "action": step["actions"][step["chosen"]]})
            searched = first["agents"][step["player"]] == "hard" and len(step["actions"]) > 1
            assert ("visits" in step) == searched and len(step.get("visits", [0])) in (1, len(step["actions"]))
        said = run("rpc", typed="".join(json.dumps(move) + "\n" for move in moves)).out.splitlines()
        answers = [json.loads(line) for line in said]
        assert answers[-1]["over"] and answers[-1]["winners"] == end["winners"]
        assert [a["view"] for a in answers[1::2]] == [s["view"] for s in steps]


@test
def what_new_writes_is_good_and_plays():
    folder = path("mine")
    for kind, name, game in (("faction", "pandas", "smashup"), ("card", "watermill", "duel")):
        told = run("new", kind, name, "--to", folder)
        assert told.status == 0 and told.err == "" and f"--data {folder}" in told.out, told.err
        good = run("check", "--data", folder)
        assert good.status == 0, good.err
        assert any(name in card["id"] for card in run("cards", game, "--json", "--data", folder).json()["cards"])
        played = run("sim", game, "--data", folder, "--agents", "random,random", "--games", 20, "--check")
        assert played.status == 0, played.err
        assert "is there already" in refused(run("new", kind, name, "--to", folder))
    told = run("new", "agent", "bob", "--to", folder)
    played = run("sim", "duel", "--games", 2, "--agents", f"cmd:python3 {folder}/bob.py,random")
    assert told.status == 0 and played.status == 0 and "late" not in played.err, played.err
    assert "source tree" in refused(run("new", "game", "nim", "--to", folder))
    for wrong in (["faction"], ["faction", "Two Words"], ["castle", "x"], ["faction", "../x"]):
        refused(run("new", *wrong))


@test
def a_new_game_is_the_smallest_one_under_its_name():
    """It is built and held to the laws by tests/fifth/run.sh."""
    root, tree = os.path.join(os.path.dirname(__file__), "..", ".."), path("tree")
    for part in ("tests/fifth", "tests/cases/pebbles"):
        shutil.copytree(os.path.join(root, part), os.path.join(tree, part))
    os.makedirs(os.path.join(tree, "games"))
    shutil.copy(os.path.join(root, "games/games.def"), os.path.join(tree, "games"))
    files = run("new", "game", "four_in_a_row", "--to", tree, "--json").json()["files"]
    with open(os.path.join(tree, "games/games.def"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    assert lines[-2:] == ["GAME_LISTED(four_in_a_row, four_in_a_row, policy_none, board_points)", "#endif"], lines
    for name in files:
        with open(name, encoding="utf-8") as file:
            text = file.read()
        assert not re.search(r"pebbles[_/.][ch_]|PEBBLES_|Pebbles", text), name
    assert os.path.join(tree, "games/four_in_a_row/four_in_a_row.c") in files and len(files) == 18
    assert "is there already" in refused(run("new", "game", "four_in_a_row", "--to", tree))


@test
def check_tells_every_mistake_of_a_faction():
    """A wrong name was taken for its neighbour's, a forgotten number for none."""
    folder = path("otters/smashup/x/factions")
    os.makedirs(folder)
    with open(os.path.join(folder, "x.json"), "w", encoding="utf-8") as file:
        json.dump({"faction": "x", "set": "x", "cards": [
            {"id": "x_a b", "kind": "minion", "power": 5, "count": 1,
             "abilities": [{"when": "played", "do": "may_destroy_here"}]},
            {"id": "x_c", "kind": "minin", "power": 2, "count": 19}]}, file)
    told = run("check", "--data", path("otters"))
    assert told.status == 2 and "listed twice" not in told.err, told.err
    for place in ("cards[0].id: may have", 'cards[1].kind: "minin"',
                  'cards[0].abilities[0]: "may_destroy_here" wants a number'):
        assert place in told.err, (place, told.err)


@test
def a_wrong_name_of_a_whole_faction_hides_no_other_mistake():
    """What is called wrongly, twice or not at all: the rest of the file is read all the same."""
    cards = [
        {"id": "x_a", "kind": "minion", "power": 99, "count": 10},
        {"id": "x_b", "kind": "minin", "power": 2, "count": 10},
    ]
    names = (
        ({"faction": "X !", "set": "x y"}, ("faction: may have", "set: may have")),
        ({"faction": "pirates", "set": "x"}, ("faction: another faction is called so",)),
        ({"faction": 17, "set": "x"}, ("faction: should be a text",)),
        ({"set": "x"}, ("faction: is missing",)),
    )
    for at, (called, places) in enumerate(names):
        told = run(
            "check", "--data", own_folder(f"named{at}", {"smashup/x/factions/x.json": {**called, "cards": cards}})
        )
        for place in (*places, "cards[0].power: 99", 'cards[1].kind: "minin"'):
            assert told.err.count(place) == 1, (place, told.err)


@test
def what_to_type_next_is_said_as_the_program_was_called():
    """In a tree that is build/parlor: "parlor play --resume" was not found there."""
    run("play", "sea-salt", "--seed", 1, typed="1\n")
    for words, typed in ((("play", "--resume", "sea-salt"), "q\n"), (("saves",), ""), ((), ""),
                         (("new", "card", "mill", "--to", path("mine")), "")):
        out = run(*words, typed=typed).out
        assert re.search(rf"{re.escape(PARLOR)} (play|COMMAND|check)", out), (words, out)


main(tests_of(globals()))
