"""play.py - whole games by piped input: in every language, saved, resumed, undone, replayed."""
import json
import os
import re

from parlor import FOLDER, LANGUAGES, main, path, refused, run, test, tests_of

MANY = "1\n" * 3000
TEXTS = os.path.join(os.path.dirname(__file__), "..", "..", "data", "cli", "text")


def games():
    return [game["game"] for game in run("games", "--json").json()["games"]]


def match_in(file):
    with open(file, encoding="utf-8") as text:
        return json.load(text)["match"]


def play(*words, typed=MANY, **environment):
    answer = run("play", *words, typed=typed, **environment)
    assert answer.status == 0 and answer.err == "", answer.err
    assert "\033" not in answer.out, "an escape in a pipe"
    return answer.out


@test
def a_whole_game_in_every_language():
    for game in games():
        said = []
        for language in LANGUAGES:
            file = path(f"{game}-{language}.json")
            # Always the first choice never ends a turn of the combat: machines play it.
            seats = ["--seats", "tactician,random"] if game == "combat" else []
            out = play(game, "--seed", 4, "--lang", language, "--save", file, *seats)
            assert match_in(file)["result"]["winners"], out[-500:]
            assert file in out
            left = re.findall(r"\{[a-z_]+\}|\b(?:cli|error)\.[a-z_.]+", out)
            assert not left, f"a text without its words: {left[:3]}"
            said.append(out.replace(language, ""))
        assert len(set(said)) == 3
        assert not re.search("[一-鿿]", said[0]), "Chinese in an English game"
        files = [match_in(path(f"{game}-{language}.json")) for language in LANGUAGES]
        assert files[0] == files[1] == files[2], "the language changed the game"


@test
def people_are_called_by_their_names():
    file = path("names.json")
    out = play("duel", "--seed", 4, "--names", "Ada,Bo", "--save", file, typed="1\n1\n1\nq\n")
    assert "Bo takes" in out and "Player 1" not in out and "greedy" not in out, out
    assert "Ada" in play("--resume", file, typed="q\n")
    assert "Cy" in play("--resume", file, "--names", "Cy", typed="1\nq\n")
    assert "Bo takes" in run("replay", file).out
    out = play("sea-salt", "--seed", 4, "--names", "Ada", "--save", path("one.json"), typed="1\nq\n")
    assert "Ada" in out and "Player 1" not in out, out


@test
def sea_salt_with_everything_and_four_seats():
    options = ["profile=official", "extra_salt=true", "extra_pepper=true", "target=15"]
    for seats in ("you,greedy,random,greedy", "you,you,you,you", "greedy,random"):
        file = path("all.json")
        play("sea-salt", "--seed", 8, "--seats", seats, *options, "--save", file)
        assert match_in(file)["result"]["winners"]


@test
def madness_is_shown_and_its_price_adds_up():
    met = 0
    for seed in range(1, 5):
        out = play("smashup", "--seats", "random,random", "--seed", seed, "--lang", "en",
                   "--save", path("madness.json"))
        sums = re.findall(r"(\d+) VP   (\d+) - (\d+) \(Madness (\d+)\)", out)
        decks = re.findall(r"Madness deck +(\d+)  (\d+) (\d+)", out)
        for total, points, price, cards in [map(int, line) for line in sums]:
            assert price == cards // 2 and total == points - price, out[-500:]
        assert all(sum(map(int, line)) == 30 for line in decks), decks
        assert bool(sums) == bool(decks), out[-500:]
        met += len(sums)
    assert met, "no game with Madness"


@test
def the_end_of_the_input_saves_and_resume_goes_on():
    whole = path("whole.json")
    play("sea-salt", "--seed", 6, "--option", "target=10", "--save", whole)
    out = play("sea-salt", "--seed", 6, "--option", "target=10", typed="1\n1\n1\n")
    file = re.search(r"(/\S+\.json)", out).group(1)
    assert file.startswith(os.path.join(FOLDER.name, "parlor", "sea-salt-"))
    moves = len(match_in(file)["commands"])
    out = play("--resume", typed="1\n1\nq\n")
    assert "--resume" in out and len(match_in(file)["commands"]) > moves
    play("--resume", "sea-salt", typed="1\n")
    play("--resume", file, typed=MANY)
    assert match_in(file) == match_in(whole)
    refused(run("play", "--resume"))
    assert "wins" in play("--resume", file, typed="")


@test
def a_file_that_is_no_match_is_refused():
    for name, text in (
        ("empty.json", ""),
        ("list.json", "[]"),
        ("other.json", '{"game": "chess"}'),
        ("broken.json", '{"match": {"parlor": 1, "game": "sea-salt"'),
    ):
        with open(path(name), "w", encoding="utf-8") as file:
            file.write(text)
        refused(run("play", "--resume", path(name)))
        refused(run("replay", path(name)))
    good = path("good.json")
    play("sea-salt", "--seed", 6, "--save", good, typed="1\n1\n")
    with open(good, encoding="utf-8") as file:
        saved = json.load(file)
    for change in ({"rules": 99}, {"hash": "0" * 16}, {"players": 9}):
        with open(path("changed.json"), "w", encoding="utf-8") as file:
            json.dump({**saved, "match": {**saved["match"], **change}}, file)
        refused(run("play", "--resume", path("changed.json")))
    with open(path("changed.json"), "w", encoding="utf-8") as file:
        json.dump({**saved, "seats": ["you", 7]}, file)
    refused(run("play", "--resume", path("changed.json")))


@test
def undo_goes_back_to_the_last_decision():
    file = path("undo.json")
    words = ("sea-salt", "--seed", 4, "--save", file)
    play(*words, typed="1\n1\n1\n")
    before = match_in(file)
    play(*words, typed="1\n2\nu\n1\n1\n")
    after = match_in(file)
    assert before["commands"] == after["commands"] and before["hash"] == after["hash"]
    out = play(*words, typed="u\n")
    assert "nothing of yours to undo" in out
    out = play(*words, "--seats", "you,you", typed="1\nu\n")
    assert "other people" in out


@test
def a_question_is_answered():
    out = play("sea-salt", "--seed", 5, typed="?\n? 1\n? crab\n? stop\n? zebra\n? *\nl\n99\nx\n")
    assert "explain a card" in out and "▶ whose turn it is" in out
    assert "The card you keep stays secret" in out and "3 points for each of your Sailors" in out
    assert "Two Crabs are a pair" in out
    assert "ending the round takes 7" in out
    assert 'Nothing here is called "zebra"' in out
    assert "Penguin Colony" in out and "With a Crab: look at" not in out
    assert "The choices go from 1 to 4." in out and "Type the number of a choice" in out
    out = play("sea-salt", "--seed", 5, "--lang", "zh-Hant", typed="? 螃蟹\n? 停止\n? 章\n")
    assert "螃蟹" in out and "章魚" in out and "結束本輪需要" in out, out
    out = play("sea-salt", "--seed", 5, typed="? pair octopus captain\n? draw\n")
    assert re.search(r"not (in your hand|a pair)|looking at two cards", out), out


@test
def every_question_that_help_gives_as_an_example_is_answered():
    """They were those of Sea Salt in every game."""
    for game in ("sea-salt", "duel", "duel-sets", "smashup", "combat"):
        for language, nothing in zip(LANGUAGES, ("Nothing here is called", "这里没有", "這裡沒有")):
            told = run("play", game, "--seed", 5, "--lang", language, "--plain", typed="?\n").out
            line = next(line for line in told.splitlines() if line.startswith(("For instance: ", "例如：")))
            asked = re.findall(r"\? ([^?]+?)(?=[,.、。](?: |$|\?)|、)", line)
            assert len(asked) > 2, line
            typed = "".join(f"? {words}\n" for words in asked)
            told = run("play", game, "--seed", 5, "--lang", language, "--plain", typed=typed).out
            assert nothing not in told, (game, language, told[told.index(nothing):][:80])


@test
def a_faction_is_explained_by_its_cards():
    """Whoever drafts for the first time knows none of the twenty."""
    for words in ("? 1", "? aliens", "? 外星人"):
        language = "zh-Hans" if words[-1] == "人" else "en"
        out = play("smashup", "--seed", 5, "--lang", language, typed=words + "\n")
        assert len(re.findall(r"^.+  ×\d+", out, re.M)) > 10, (words, out)
        assert language != "en" or "Supreme Overlord  ×1  power 5" in out, out


@test
def a_word_of_the_rules_is_explained():
    out = play("duel", "--seed", 5, typed="? war\n? age\n? build\n? rules\n")
    assert "Nothing here is called" not in out
    assert "the pawn between the capitals" in out and "Two cities, three ages" in out
    assert "Each shield moves the pawn" in out and "For instance:" not in out, "rules, not examples"
    assert out.index("Building a card") < out.index("Builders Guild")
    out = play("smashup", "--seed", 5, typed="? supreme overlord\n? madness\n? rules\n")
    assert re.search(r"Supreme Overlord  ×\d  power 5", out), out[-3000:]
    assert "A turn" in out and "Extra plays wait" in out
    out = play("combat", "--seed", 5, "--lang", "zh-Hans", typed="?\n? rules\n")
    assert "此处的地形" in out and "浅滩" in out and "六角战斗：本程序所用的规则" in out and "只有英文" not in out
    for language, word in (("zh-Hans", "规则"), ("zh-Hant", "規則")):
        said = {line: play("sea-salt", "--seed", 5, "--lang", language, typed=f"{line}\n")
                for line in ("? rules", word, f"? {word}", f"？{word}")}
        pages = [re.sub(r"\S+\.json", "", out.split(line, 1)[1]) for line, out in said.items()]
        assert pages[1:] == pages[:1] * 3, pages
    out = play("combat", "--seed", 5, "--lang", "zh-Hant", typed="? rules\n")
    assert "六角戰鬥：本程式所用的規則" in out and "只有英文" not in out


@test
def what_leaves_no_choice_is_done_and_said():
    out = play("sea-salt", "--seed", 5, typed="1\n")
    assert "Nothing else was possible: Draw two cards from the deck, keep one." in out
    assert "Nothing else was possible: Done with pairs." in out
    # With other people at the table everybody is asked where it would tell what a hand lacks, and
    # nobody where all can see it.
    out = play("sea-salt", "--seed", 5, "--seats", "you,you", typed="1\n" * 6)
    assert "Nothing else was possible: Draw two cards from the deck, keep one." in out
    assert "Nothing else was possible: Done with pairs." in out  # one card makes no pair
    assert re.search(r"^ +1 Done with pairs$", out, re.M), out  # two might
    assert "1 Done with pairs" not in play("sea-salt", "--seed", 5, typed="1\n" * 6)


@test
def keys_are_words_too_in_any_width():
    for line in ("Q", "quit", "EXIT", "退出", "ｑ"):
        assert play("sea-salt", "--seed", 5, typed=line + "\n1\n").count("[? help") == 1, line
    file = path("wide.json")
    play("sea-salt", "--seed", 4, "--save", file, typed="１\n")
    wide = match_in(file)["commands"]
    play("sea-salt", "--seed", 4, "--save", file, typed="1\n")
    assert wide == match_in(file)["commands"] and len(wide) > 2
    assert "explain a card" in play("sea-salt", "--seed", 5, typed="？\n")
    assert "Two Crabs are a pair" in play("sea-salt", "--seed", 5, typed="？　crab\n")
    assert "Back at your last decision" in play("sea-salt", "--seed", 5, typed="1\nundo\n")


@test
def words_of_a_choice_find_it_and_enter_takes_it():
    """Whoever typed what a choice says was told to type its number."""
    out = play("duel", "--seed", 4, "--seats", "you,random", typed="lighthouse\n\n")
    assert "That is 1: Take The Great Lighthouse. Enter takes it." in out
    assert "Player 1 takes The Great Lighthouse." in out
    out = play("duel", "--seed", 4, "--seats", "you,random", typed="take\n\nfoo\n")
    assert "That stands in 1, 2, 3, 4." in out and "Player 1 takes" not in out
    assert "Type the number of a choice" in out
    out = play("combat", "--seed", 4, "--lang", "zh-Hans", typed="6\n移动\n\n")
    assert "这是第 1 项：Bul：移动" in out and "移动：选择目标格" in out, out[-2000:]


@test
def every_word_that_the_prompt_names_can_be_typed():
    for lang in LANGUAGES:
        with open(os.path.join(TEXTS, lang + ".json"), encoding="utf-8") as file:
            said = json.load(file)
        named = re.findall(r"[?huq] (\w+)", said["prompt"])
        assert len(named) == 4, named
        named += re.findall(r"[：、](\w\w)(?=[、。])", said["play_help"].splitlines()[-1])
        for word in named:
            out = play("sea-salt", "--seed", 5, "--lang", lang, typed=word + "\n")
            assert said["not_understood"] not in out, (word, out)


@test
def a_hint_names_a_choice():
    out = play("sea-salt", "--seed", 5, typed="h\n")
    assert re.search(r"Hint: [1-4] Keep the .* \(chance to win about \d+ %\)", out), out

@test
def a_replay_tells_the_whole_match():
    file = path("told.json")
    play("sea-salt", "--seed", 9, "--option", "target=10", "--save", file)
    moves = len(match_in(file)["commands"])
    for language in LANGUAGES:
        answer = run("replay", file, "--lang", language)
        assert answer.status == 0 and "\033" not in answer.out
        assert re.search(rf"^{moves}\. ", answer.out, re.MULTILINE)
        assert not re.search(rf"^{moves + 1}\. ", answer.out, re.MULTILINE)
    everything = run("replay", file).out
    assert "Greedy keeps: a card" not in everything
    assert "Greedy keeps: a card" in run("replay", file, "--seat", 1).out
    refused(run("replay", file, "--seat", 3))
    line = run("rpc", typed='{"op":"new","game":"sea-salt","seed":1}\n{"op":"save"}\n')
    with open(path("rpc.json"), "w", encoding="utf-8") as saved:
        saved.write(line.out.splitlines()[1])
    assert "not over" in run("replay", path("rpc.json")).out


@test
def hands_of_others_are_never_shown():
    out = play("sea-salt", "--seed", 12, "--option", "start_hand=6", typed="1\n1\n1\nl\n")
    assert "Greedy draws: a card." in out
    assert not re.search(r"Greedy (draws|keeps): (?!a card)", out)


@test
def the_duel_with_its_sets_says_what_is_meant():
    """Its board had never been looked at: a wide row of cards was broken in two, the choice of a
    divinity named only its space, and "? ra" explained Library, Barracks and Parade Ground."""
    told = run("play", "duel-sets", "--seats", "you,greedy", "--seed", 4, "--plain", typed="1\n" * 24 + "? ra\n").out
    asked = told.rpartition("Senate")[2]
    assert "Activate the divinity on space 1, offerings worth 4  Ra, coins: 0" in asked, asked[-2000:]
    assert "\nRa  ×1\n" in asked and "Library  ×1" not in asked, asked[-2000:]


@test
def cards_that_are_called_the_same_are_told_apart_where_it_matters():
    """Of two senators that lay open only the first could be taken, whatever lay under the other."""
    requests = (
        {"op": "new", "game": "duel-sets", "seed": 4},
        {"op": "play_out", "agents": ["random", "random"], "seed": 1},
        {"op": "fork", "moves": 8},
        {"op": "save"},
        {"op": "legal"},
    )
    *_, saved, legal = run("rpc", typed="".join(json.dumps(one) + "\n" for one in requests)).out.splitlines()
    match = json.loads(saved)["match"]
    same = [
        one["card"] for one in json.loads(legal)["actions"] if "middle" in one["card"] and one["type"] == "build_card"
    ]
    assert len(same) == 2, legal
    file = path("same.json")
    with open(file, "w", encoding="utf-8") as opened:
        json.dump({"seats": ["you", "random"], "match": match}, opened)
    for language, said in (
        ("en", r"(\d+) Build Politician \(middle\)  \(number (\d) from the left\)"),
        ("zh-Hans", r"(\d+) 建造政治家（中区）  （左起第(\d)张）"),
    ):
        out = run("play", "--resume", file, "--save", path("kept.json"), "--plain", "--lang", language).out
        found = re.findall(said, out)
        assert sorted(place for _, place in found) == ["1", "6"], (found, out[-2500:])
    taken = set()
    for number, _ in found:
        run("play", "--resume", file, "--save", path("kept.json"), "--plain", typed=number + "\n")
        taken.add(match_in(path("kept.json"))["commands"][len(match["commands"])]["do"]["card"])
    assert taken == set(same), taken


main(tests_of(globals()))
