"""covered.py - every divinity, temple, wonder, token, decree, conspiracy and senator of the duel's sets has a case, and one
where its target is missing if that can be: covered.py ROOT.

That it does for either player what it does for the other is shown by tests/duel/mirror.c for all of them.
"""
import json
import pathlib
import re
import sys

# The case without a target, by its name; the rest always have one, or need none.
WITHOUT = {
    "enki": "Enki without tokens on it: nothing to take",
    "nisaba": "Nisaba: no green card, no snake",
    "baal": "Baal: nothing to take",
    "hades": "Hades: an empty discard pile",
    "zeus": "Zeus: The Divine Theater over the last card of an age shows it, and nothing is left to strike",
    "anubis": "Anubis: no wonder stands",
    "isis": "Isis: nothing in the discard pile",
    "ra": "Ra: nothing to take",
    "neptune": "Neptune: none left",
    "extortion": "Extortion: nothing to take and no cube",
    "blackmail": "Blackmail: no coins",
    "expropriation": "Expropriation: none",
    "swindle": "Swindle: none",
    "property_fraud": "Property Fraud: nothing in the farthest row",
    "political_maneuver": "Political Maneuver: nothing to remove",
    "espionage": "Espionage: none set aside",
    "embezzlement": "Embezzlement: no cubes",
    "foreclosure": "Foreclosure: none",
    "turn_of_events": "Turn of Events: Curia Julia over the last card of an age triggers it, and no card is available",
    "coercion": "Coercion: no card of one colour in both cities",
    "sabotage": "Sabotage: none stands",
    "the_divine_theater": "The Divine Theater: no deck has a divinity",
    "knossos": "Knossos, built: no cube in the supply, only the move is left",
    "curia_julia": "Curia Julia: nothing to trigger",
    "politician_left": "A03 no cube in the supply: only moves are left",
    "conspirator": "a conspirator with no cube in the supply: only conspiring is left",
}
ALWAYS = {
    *("ishtar", "astarte", "tanit", "aphrodite", "mars", "minerva", "gate"),
    *("obscurantism", "coup", "treason", "insider_influence"),
    *("politician_middle", "politician_right"),  # as the left one
}
LISTS = ["divinities", "cards", "wonders", "tokens", "decrees", "conspiracies"]


def pieces(root):
    """Senators of one kind are one piece."""
    for name in ("pantheon", "agora"):
        data = json.loads((root / f"data/duel/{name}/{name}.json").read_text())
        for kind in LISTS:
            for piece in data.get(kind, []):
                yield kind, re.sub(r"_\d+$", "", piece["id"])


def main():
    root = pathlib.Path(sys.argv[1])
    cases = {}
    for name in ("pantheon", "agora"):
        for case in json.loads((root / f"tests/cases/duel-sets/{name}.json").read_text())["cases"]:
            cases[case["name"]] = json.dumps([case.get("position"), case["steps"]] if "steps" in case else case)
    broken, known = [], set()
    for kind, piece in dict.fromkeys(pieces(root)):
        known.add(piece)
        holds = re.compile(rf'"{piece}(_\d+)?"')
        if not any(holds.search(text) for text in cases.values()):
            broken.append(f"{piece} has no case")
        if piece in WITHOUT and not holds.search(cases.get(WITHOUT[piece], "")):
            broken.append(f"{piece} has no case without a target")
        if piece not in WITHOUT and piece not in ALWAYS and kind in ("divinities", "conspiracies"):
            broken.append(f"whether {piece} can be without a target is not said")
    broken += [f"{piece} is no piece" for piece in sorted((WITHOUT.keys() | ALWAYS) - known)]
    print(f"1..1\n{'not ok' if broken else 'ok'} 1 - {len(known)} pieces of the sets have their cases")
    print("".join(f"# {line}\n" for line in broken), end="")
    return broken != []


if __name__ == "__main__":
    sys.exit(main())
