"""words.py - every sentence that random play reaches, in every language, read for its grammar.

`python3 tests/cli/words.py build/parlor --dump` prints them, each once, names and numbers of one
match standing for all: to be read by a person after a change."""
import json
import os
import re
import sys

from parlor import LANGUAGES, main, path, run, test, tests_of
from rpc_session import Session

DATA = os.path.join(os.path.dirname(__file__), "..", "..", "data")
PLAYS = {
    "sea-salt": [[], ["profile=official", "extra_salt=true", "extra_pepper=true"]],
    "duel": [[]],
    "duel-sets": [[]],
    "smashup": [[]],
    "combat": [[]],
}
# A number and a word in -s that is no plural, or whose number is never 1.
SINGULAR = {"glass", "papyrus", "less", "this", "s", "towards", "VPs"}
NEVER_ONE = {
    "cli.for_players", "cli.for_players_only", "cli.check_good", "cli.cards_sum",
    "combat.error.action_limit", "combat.board.points", "combat.board.time",
    "combat.event.hp", "duel.error.wonder_limit", "server.error.bad_name",
    "server.error.bad_password", "server.error.too_long", "error.too_large",
    "error.bad_players", "error.bad_players_only", "error.not_a_player", "web.home.players", "web.home.players_same",
    "web.combat.time_of", "web.combat.cell_unit", "web.combat.roster",
}
THINGS = (
    "point|card|coin|shield|turn|round|step|second|counter|minion|player|game|move|wonder|token"
    "|symbol|space|cell|room|action|pair|base|VP|hit point|power counter"
)
NUMBERS = {  # holes that are filled with numbers
    "n", "a", "b", "c", "min", "max", "count", "unbound", "games", "deals", "decisions", "matches",
    "moves", "score", "points", "needed", "limit", "bytes_max", "players", "cards_count", "coins",
    "counters", "vp", "turns", "rounds", "steps", "seconds", "energy", "left", "wanted", "hp",
    "to", "all", "amount", "shields",
}
ACTORS = r"\{(?:seat|player)\}"  # holes in whose place the browser says "You"


def flat(texts, before):
    for key, value in texts.items():
        if isinstance(value, dict):
            yield from flat(value, f"{before}{key}.")
        else:
            yield before + key, value


def spoken(language):
    for folder, _, names in sorted(os.walk(DATA)):
        if os.path.basename(folder) == "text" and f"{language}.json" in names:
            part = os.path.relpath(folder, DATA).split(os.sep)[0]
            with open(os.path.join(folder, f"{language}.json"), encoding="utf-8") as file:
                yield from flat(json.load(file), "" if part == "text" else part + ".")


def english():
    return spoken("en")


@test
def no_number_meets_a_plural_that_may_be_wrong():
    """"1 points": the sentence says "points: 1", or is one whose number is never 1."""
    wrong = []
    for key, text in english():
        for hole, word in re.findall(r"\{(\w+)\} (?:\w+ )?([a-z]+s)\b", text):
            if hole in NUMBERS and word not in SINGULAR and key not in NEVER_ONE:
                wrong.append((key, text))
    assert not wrong, wrong
    assert NEVER_ONE <= {key for key, _ in english()}, NEVER_ONE - {key for key, _ in english()}


@test
def what_a_card_does_has_the_same_numbers_in_every_language():
    texts = {language: dict(spoken(language)) for language in LANGUAGES}
    compared = 0
    for key, text in texts["en"].items():
        if not re.search(r"\.(\w+_text|rule|pepper_rule)\.", key):
            continue
        numbers = {lang: sorted(re.findall(r"\d+", texts[lang][key])) for lang in LANGUAGES}
        assert len({str(each) for each in numbers.values()}) == 1, (key, numbers, text)
        compared += numbers["en"] != []
        # A sentence that follows another begins with a capital, too.
        assert not re.search(r"[a-z]\. [a-z]", text), (key, text)
    assert compared > 250, compared


@test
def coins_are_called_coins():
    """"Ada takes 4": a number of coins says what it counts."""
    told = [(key, text) for key, text in english()
            if re.match(r"duel\.(event|error)\.", key) and re.search(r"\{(coins|price)\b", text)]
    assert len(told) > 8, told
    odd = [one for one in english() if re.search(r"\{\w+\|(?![^|{}]+\|[^|{}]+\})", one[1])]
    assert not odd, odd  # a noun has two forms
    assert not [one for one in told if not re.search(r"\|coin\|coins\}", one[1])], told


@test
def one_verb_goes_with_whoever_acts():
    """The browser turns "Ann draws" into "You draw": the first verb, and no other."""
    wrong = []
    for key, text in english():
        if ".event." not in key or not re.match(ACTORS, text):
            continue
        rest = re.sub(ACTORS, "", text, count=1)
        # A further verb in the third person, or a word for the third person.
        if re.search(r"(?:\band|\bthen|\bbut|,|:) (?:\w+ly )?(?!this|its|cards|glass)[a-z]+s\b(?! of)", rest):
            wrong.append((key, text))
        if re.search(r"\b(?:they|himself|herself|themselves)\b", rest):
            wrong.append((key, text))
    allowed = {"duel.event.starter_chosen"}  # "chooses: {player} begins" has two actors
    assert not [one for one in wrong if one[0] not in allowed], wrong


def matches():
    """Whole matches of random players, as files."""
    for game, options in PLAYS.items():
        for words in options:
            for seed in range(1, 4):
                file = path(f"{game}-{len(words)}-{seed}.json")
                if not os.path.exists(file):
                    seats = ["--seats", "random,random", "--names", "Ada,Bo"]
                    done = run("play", game, *seats, "--seed", seed, "--save", file, *words)
                    assert done.status == 0, done.err
                yield game, file


def lines_of(language):
    """Every line a replay shows, and every choice and refusal of some tables."""
    for _, file in matches():
        yield from run("replay", file, "--plain", "--lang", language).out.splitlines()
    for game in PLAYS:
        with Session("--lang", language) as s:
            s.good("new", game=game, seed=5)
            past = []
            for i in range(60):
                legal = s.good("legal", say=True)
                if not legal["actions"]:
                    break
                yield from legal["words"]
                for action in legal["actions"][:3]:
                    refusal = s.good("validate", player=1 - legal["player"], action=action)["error"]
                    yield refusal["message"]
                for action in past[i % 5::5]:  # what could be done then and may not now
                    refusal = s.good("validate", player=legal["player"], action=action)["error"]
                    if refusal:
                        yield refusal["message"]
                past.append(legal["actions"][-1])
                s.good("apply", action=legal["actions"][i * 7 % len(legal["actions"])])


@test
def nothing_that_play_reaches_is_unfilled_or_ungrammatical():
    for language in LANGUAGES:
        count = 0
        for line in lines_of(language):
            count += 1
            holes = re.findall(r"\{\w+\}", line)
            assert not holes, (language, line)
            keys = re.findall(r"\b(?:error|event|action|ask|board|cli|option)\.[a-z_]+", line)
            assert not keys, (language, line)
            if language != "en":
                continue
            assert not re.match(r"[a-z].*\.$", line), line  # a sentence begins with a capital
            assert not re.search(rf"(?<![\d.,/+-])\b1 ({THINGS})s\b", line), line
        assert count > 3000, count


if "--dump" in sys.argv:
    for each in LANGUAGES:
        seen = set()
        for said in lines_of(each):
            shape = re.sub(r"\d+", "1", said.strip())
            if shape and shape not in seen:
                seen.add(shape)
                print(said.strip())
else:
    main(tests_of(globals()))
