"""facts.py - what a card says is what it does: costs, points, seconds of the texts against the data.

Through `parlor cards --json`, the text beside the attributes; numbers agree in all languages by words.py."""
import re

from parlor import main, run, test, tests_of

GOODS = {"wood": "wood", "stone": "stone", "clay": "clay", "paper": "papyrus", "glass": "glass"}
KINDS = {"FullRound": "Full round"}


def cards(game):
    for each in run("cards", game, "--json", "--lang", "en").json()["cards"]:
        yield each["kind"], each["name"], each["attributes"], each["text"]


def plural(number, word):
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def amount(effects, what):
    return sum(effect["n"] for effect in effects if effect["do"] == what)


def priced(cost):
    parts = [plural(cost["coins"], "coin")] if cost.get("coins") else []
    parts += [f"{cost[good]} {name}" for good, name in GOODS.items() if cost.get(good)]
    return f"Costs {', '.join(parts)}" if parts else "Costs nothing"


def said_of(effects, free):
    """What a text must have for these effects."""
    for what, words in (("points", "point"), ("shields", "shield")):
        if amount(effects, what):
            yield rf"(^|\. ){plural(amount(effects, what), words)}\."
    for effect in effects:
        if effect["do"] == "coins":
            yield rf"\. Take {plural(effect['n'], 'coin')}\."
        if effect["do"] == "symbol":
            yield rf"Science symbol: {effect['symbol']}\."
        if effect["do"] == "produce":
            yield "|".join(f"Makes {effect[good]} {name}" for good, name in GOODS.items() if effect.get(good))
        if effect["do"] == "opponent_loses":
            yield f"opponent loses {plural(effect['n'], 'coin')}"
        if effect["do"] == "play_again":
            yield "Play again at once"
    if free:
        yield rf"Free if you have the {free}\."


@test
def cards_and_wonders_of_the_duel_say_their_price_and_what_they_give():
    every = list(cards("duel"))
    gives = {card["gives"]: name for _, name, card, _ in every if card.get("gives")}
    told = 0
    for kind, _, card, text in every:
        if kind not in ("card", "wonder"):
            continue
        told += 1
        assert re.match(re.escape(priced(card.get("cost", {}))) + r"\.", text), (card, text)
        for words in said_of(card.get("effects", []), gives.get(card.get("needs"))):
            assert re.search(words, text), (words, card, text)
    assert told == 73 + 12, told


@test
def skills_say_their_seconds_energy_cooldown_and_damage():
    told = 0
    for kind, _, card, text in cards("combat"):
        if kind != "skill":
            continue
        told += 1
        seconds = "The whole turn" if card["kind"] == "FullRound" else f"{card['time']} s"
        start = f"{KINDS.get(card['kind'], card['kind'])}. {seconds}, {card['energy']} energy"
        assert text.startswith(start), (start, text)
        assert not card["cd"] or f"cooldown {card['cd']} s" in text, (card, text)
        for effect in card["effects"]:
            if effect["type"] == "damage":
                assert f"{effect['coeff']} % of attack power" in text, (card, text)
    assert told > 30, told


if __name__ == "__main__":
    main(tests_of(globals()))
