"""changed.py - folders to lay over the data: a file changed, a file added."""
import json
import os
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
DATA = os.path.join(ROOT, "data")
HERE = tempfile.TemporaryDirectory(prefix="parlor-data-")


def read(file):
    with open(os.path.join(DATA, file), encoding="utf-8") as source:
        return json.load(source)


def added_data(file, content):
    """A folder with one file; an argument for the program."""
    folder = tempfile.mkdtemp(dir=HERE.name)
    os.makedirs(os.path.join(folder, os.path.dirname(file)))
    with open(os.path.join(folder, file), "w", encoding="utf-8") as target:
        json.dump(content, target)
    return folder


def changed_data(file, change):
    """The same with one of the built-in files, changed."""
    content = read(file)
    change(content)
    return added_data(file, content)


def new_faction():
    """Pirates of other names, whose file sorts before all others: every faction and every
    card has another number than before."""
    faction = read("smashup/factions/pirates.json")
    faction["faction"] = "corsairs"
    for card in faction["cards"]:
        card["id"] = card["id"].replace("pirate", "corsair")
    return added_data("smashup/factions/aaa.json", faction)


def new_battle():
    """A battle in a file that sorts before all others."""
    battle = read("combat/scenarios.json")["scenarios"][2]
    battle["id"] = "aaa"
    return added_data("combat/aaa.json", {"scenarios": [battle]})
