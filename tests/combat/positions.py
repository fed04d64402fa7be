"""positions.py - positions that are no battles are refused, through 'parlor rpc'."""
import copy

from door import Door
from parlor import main, test, tests_of


def unit(state, name):
    return next(one for one in state["units"] if one["id"] == name)


def without_cells(one):
    one.pop("cells")
    return one


def everybody_down(state):
    for one in state["units"]:
        if one["side"] == 1:
            without_cells(one).update(hp=0, down=True)


# What is said of a battle about to begin its first turn, cannot be, and where that is told.
IDLE = {
    "an anchor that overflows": (
        "units[0].anchor",
        lambda s: without_cells(unit(s, "Bul")).update(anchor="4294967296,4"),
    ),
    "the same unit twice": (
        "units[10].id", lambda s: s["units"].append(copy.deepcopy(s["units"][0])),
    ),
    "another class": (
        "units[0].class", lambda s: unit(s, "Bul").update({"class": "lancer"}),
    ),
    "another side": ("units[0].side", lambda s: unit(s, "Bul").update(side=1)),
    "other hit points at most": ("units[0].hp_max", lambda s: unit(s, "Bul").update(hp_max=5)),
    "more hit points than that": ("units[0].hp:", lambda s: unit(s, "Bul").update(hp=999)),
    "more seconds than a turn has": (
        "units[0].remaining", lambda s: unit(s, "Bul").update(remaining=100),
    ),
    "more borrowed than a turn has": (
        "units[0].prepaid", lambda s: unit(s, "Bul").update(prepaid=100),
    ),
    "half a unit": ("units[0].hp", lambda s: unit(s, "Bul").update(hp=1.5)),
    "two on one cell": (
        "units[1]:", lambda s: without_cells(s["units"][1]).update(anchor=s["units"][0]["anchor"]),
    ),
    "an effect without a name": (
        "units[0].buffs[0].tag", lambda s: unit(s, "Bul").update(buffs=[{"left": 2}]),
    ),
    "one effect of one caster twice": (
        "units[0]: two lasting",
        lambda s: unit(s, "Bul").update(dots=[{"tag": "burn", "caster": "Rai1", "rounds": 2}] * 2),
    ),
    "a cooldown of another's skill": (
        "units[0].cooldowns[0].action",
        lambda s: unit(s, "Bul").update(cooldowns=[{"action": "Move", "seconds": 6}]),
    ),
    "nobody of a side left": ("units: ", everybody_down),
    "seconds of a bonus turn that nobody has": ("bonus_cap", lambda s: s.update(bonus_left=1)),
    "a map without its last row": ("map.rows", lambda s: s["map"]["rows"].pop()),
    "a map upside down": ("map.rows", lambda s: s["map"]["rows"].reverse()),
    "a round past the last": ("round", lambda s: s.update(round=200)),
    "a word nobody knows": ("weather", lambda s: s.update(weather="rain")),
    "dice of 64 bits": ("rng", lambda s: s.update(rng="f" * 16)),
}
# The same of one whose move is paid and waits for an answer.
PAID = {
    "a way that jumps": (
        "actions[0]: its path", lambda s: s["actions"][0].update(path=["0,0", "9,0"]),
    ),
    "a way that begins elsewhere": (
        "actions[0]: its path", lambda s: s["actions"][0].update(path=s["actions"][0]["path"][1:]),
    ),
    "a way with a step left out": ("actions[0]: its path", lambda s: s["actions"][0]["path"].pop(1)),
    "a way from where its unit will stand": (
        "actions[0]: a plan of", lambda s: s["actions"][0].update(unit_version=s["actions"][0]["unit_version"] + 1),
    ),
    "a way off the board": (
        "actions[0].path[1]", lambda s: s["actions"][0].update(path=["0,0", "99,0"]),
    ),
    "a price that is not the way's": (
        "actions[0]: its move_seconds", lambda s: s["actions"][0].update(move_seconds=200),
    ),
    "a price below the way's": (
        "actions[0]: its move_seconds", lambda s: s["actions"][0].update(move_seconds=0),
    ),
    "an effect of the other side": ("effects: ", lambda s: s["effects"][0].update(seat=1)),
    "an effect with slots it has not": ("effects: ", lambda s: s["effects"][0].update(queue=[3, 0, 0, 0])),
    "an end before its answers": ("effects: ", lambda s: s["effects"][0].update(base=1)),
    "a price that overflows": (
        "actions[0].move_seconds", lambda s: s["actions"][0].update(move_seconds=300),
    ),
}
# The same of one whose move is aimed and not yet confirmed: nothing of it is planned.
PLANNED = {
    "cell": "0,0", "target": "Bul", "unit_version": 1, "target_version": 1, "rate": 2000,
    "move_seconds": 1, "seconds": 1, "energy": 1, "interrupted": True, "ending": True, "path": ["2,3"],
    "picks": [{"owner": "Bul", "skill": "Move", "cell": "0,0"}],
}
AIMED = {
    key: ("actions[0]", lambda s, plan={key: value}: s["actions"][0].update(plan))
    for key, value in PLANNED.items()
}


OFFERED = {
    "a question that offers less": ("prompt.options", lambda s: s["prompt"]["options"].pop()),
}


def refused(door, state, wrong):
    assert door.good("position", game="combat", state=state)["ok"]
    for what, (place, change) in wrong.items():
        other = copy.deepcopy(state)
        change(other)
        answer = door.call("position", game="combat", state=other)
        assert answer["ok"] is False, what
        assert place in answer["error"]["message"], (what, answer["error"])


@test
def what_cannot_be_is_refused():
    with Door() as door:
        door.new("ford")
        door.do(0, type="tick")
        refused(door, door.state(), IDLE)


@test
def nothing_of_an_aimed_action_is_planned():
    with Door() as door:
        door.new("ford")
        door.do(0, type="tick")
        door.do(0, type="aim", unit="Bul", action="Move")
        refused(door, door.state(), {**AIMED, **OFFERED})


@test
def a_paid_action_has_the_way_and_the_price_of_its_plan():
    with Door() as door:
        door.new("ford")
        door.do(0, type="tick")
        door.do(0, type="aim", unit="Bul", action="Move")
        cells = [a["cell"] for a in door.good("legal")["actions"] if "cell" in a]
        assert door.do(0, type="confirm", cell=cells[-1])["phase"] == "chain"
        refused(door, door.state(), PAID)


@test
def options_and_state_name_the_same_battle():
    with Door() as door:
        for name in ("ford", "bog"):
            answer = door.call(
                "position", game="combat", options={"scenario": "bog"}, state={"scenario": name}
            )
            assert answer["ok"] is (name == "bog"), answer


if __name__ == "__main__":
    main(tests_of(globals()))
