"""screens.py - nothing a player needs is off the screen: positions of random games in four games,
three sizes and three languages, and what must stand on each, looked for in what is shown."""
import json
import re

from console import Terminal, width
from parlor import LANGUAGES, main, path, run, test, tests_of

SIZES = ((30, 100), (24, 80), (20, 60))
GAMES = {"sea-salt": 4, "duel": 2, "smashup": 4, "combat": 2, "duel-sets": 2}


def squeezed(text):
    """Without blanks: a name may go on in the next line."""
    return re.sub(r"\s", "", text)


def rpc(*requests):
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    return [json.loads(line) for line in run("rpc", typed=lines).out.splitlines()]


def positions(game, players, wanted):
    """Saved matches of one random game where seat 0 has to choose, spread over its length."""
    new = {"op": "new", "game": game, "players": players, "seed": 5}
    play = {"op": "play_out", "agents": ["random"] * players, "seed": 2}
    whole = rpc(new, play, {"op": "save"})[-1]["match"]
    moves = len(whole["commands"])
    requests = [{"op": "load", "match": whole}]
    for _ in range(moves):
        requests += [{"op": "undo"}, {"op": "legal"}]
    answers = rpc(*requests)[1:]
    good = [
        moves - 1 - i
        for i in range(moves)
        if answers[2 * i + 1].get("player") == 0 and len(answers[2 * i + 1]["actions"]) > 3
    ]
    good.sort()
    chosen = [good[len(good) * k // wanted] for k in range(wanted)]
    for at in chosen:
        asked = [{"op": "load", "match": whole}, {"op": "undo", "count": moves - at}]
        found = rpc(*asked, {"op": "save"}, {"op": "view", "player": 0})
        yield at, found[-2]["match"], found[-1]["view"]


def names_of(game, language):
    """Ids of cards and things as people call them, from the program itself."""
    cards = run("cards", game, "--json", "--lang", language).json()["cards"]
    return {card["id"]: card["name"] for card in reversed(cards)}


def card_name(names, card):
    """A copy has a number behind its id; a Madness card is any of them."""
    kind = re.sub(r"_\d+$", "", card)
    return names["special_madness" if kind == "madness" else kind]


def facts_salt(view, names):
    yield from (card_name(names, card) for card in view["seats"][0]["hand"])
    for seat in view["seats"]:
        yield f"{seat['total']}/{view['target']}"


def facts_duel(view, names):
    for player in view["players"]:
        yield str(player["coins"])
        yield from (names[wonder["wonder"]] for wonder in player["wonders"])
        yield from (names[token] for token in player["tokens"])
    yield from (names[token] for token in view["progress"]["row"])
    yield from (names[slot["card"]] for slot in view["structure"] if slot["available"])


def facts_duel_sets(view, names):
    yield from facts_duel(view, names)
    for god in view["pantheon"]["spaces"]:
        yield from ([names[god]] if god in names else [])
    for chamber in view["agora"]["decrees"]:
        yield from (names[decree] for decree in chamber if decree in names)
    yield from (names[plot["conspiracy"]] for plot in view["agora"]["conspiracies"][0])
    for divinity in view["players"][0].get("divinities", []):
        yield names[divinity]


def facts_smashup(view, names):
    yield from (card_name(names, card) for card in view["seats"][0]["hand"])
    for base in view["bases"]:
        yield f"{names[base['base']]}{sum(base['power'])}/{base['breakpoint']}"
        for minion in base["minions"]:
            yield f"{card_name(names, minion['card'])} {minion['power']}"
            yield from (card_name(names, action["card"]) for action in minion["actions"])


def facts_combat(view, _names):
    yield "q,r" + "".join(str(column) for column in range(10))  # who says where types 5,3
    for unit in view["units"]:
        if not unit["down"]:
            yield f"{unit['id']} {unit['hp']}"


FACTS = {"sea-salt": facts_salt, "duel": facts_duel, "smashup": facts_smashup, "combat": facts_combat,
         "duel-sets": facts_duel_sets}


def last_frame(t, text):
    return t.frames(text)[-1]


def walk(t, frame, key, sign):
    """The pages that a key leads to, until the first one comes again."""
    pages = [frame]
    while any(sign in line for line in pages[-1]) and len(pages) < 30:
        page = last_frame(t, t.answer(key))
        if page[:-1] == frame[:-1]:
            break
        pages.append(page)
    return pages


def look(t, columns, rows, frame, facts):
    pages = walk(t, frame, "b", "b: ") if any("b: " in line for line in frame) else \
        walk(t, frame, "b", "b：")
    for page in pages:
        assert len(page) <= rows, (rows, page)
        assert all(width(line) <= columns for line in page[:-1]), page
        # No Chinese line begins so.
        assert not any(re.match(r" *[。，、；：！？）」』》％]", line) for line in page), page
    shown = squeezed("".join("".join(page) for page in pages))
    missing = [fact for fact in facts if squeezed(fact) not in shown]
    assert not missing, (missing, rows, columns, "\n".join(frame))


def choices_differ(t, frame):
    """No two choices look the same, also where they are cut."""
    pages = walk(t, frame, "m", "m: ") if any("m: " in line for line in frame) else \
        walk(t, frame, "m", "m：")
    lines = [line for page in pages for line in page if re.match(r" {0,2}\d+ ", line)]
    said = [re.sub(r"^ *\d+ ", "", line) for line in set(lines)]
    assert not any(line.endswith("…") for line in said), said


def game_is_whole(game):
    names = {language: names_of(game, language) for language in LANGUAGES}
    for at, match, view in positions(game, GAMES[game], 3):
        file = path(f"{game}-{at}.json")
        others = ["random"] * (GAMES[game] - 1)
        with open(file, "w", encoding="utf-8") as opened:
            json.dump({"seats": ["you", *others], "match": match}, opened)
        for language in LANGUAGES:
            t = Terminal("play", "--resume", file, "--delay", 0, "--lang", language, "--save",
                         path("kept.json"), rows=40, columns=120)
            for rows, columns in SIZES:
                frame = last_frame(t, t.resized(rows, columns))
                look(t, columns, rows, frame, list(FACTS[game](view, names[language])))
                choices_differ(t, last_frame(t, t.seen))
            t.type("q")
            assert t.end() == 0
        replay_is_whole(file, list(FACTS[game](view, names["en"])))


def replay_is_whole(file, facts):
    """The same table where a match is seen again: its top had gone off the screen."""
    t = Terminal("replay", file, "--seat", 1, rows=40, columns=120)
    t.answer("１０００００")
    for rows, columns in SIZES:
        look(t, columns, rows, last_frame(t, t.resized(rows, columns)), facts)
    t.type("Q")
    assert t.end() == 0


@test
def sea_salt_is_whole_at_every_size():
    game_is_whole("sea-salt")


@test
def the_duel_is_whole_at_every_size():
    game_is_whole("duel")


@test
def the_duel_with_its_sets_is_whole_at_every_size():
    game_is_whole("duel-sets")


@test
def smash_up_with_four_players_is_whole_at_every_size():
    game_is_whole("smashup")


@test
def who_has_taken_which_faction_stands_there_whole():
    for rows, columns in SIZES:
        t = Terminal("play", "smashup", "--seats", "you,greedy,greedy", "--seed", 4, "--delay", 0,
                     rows=rows, columns=columns)
        frame = last_frame(t, t.seen)
        for line in frame:
            taken = re.search(r"takes (.+)\.$", line)
            assert not taken or any(taken[1] in other and "takes" not in other for other in frame), frame
        assert sum("takes" in line for line in frame) >= 2, frame
        for _ in range(3):
            frame = last_frame(t, t.answer("1"))
            assert not any("… + …" in line for line in frame), frame
        t.type("q")
        t.end()


@test
def a_battle_is_whole_at_every_size():
    game_is_whole("combat")


main(tests_of(globals()))
