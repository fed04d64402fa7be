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


# What is said of a battle about to begin its first turn, and cannot be.
IDLE = {
    "an anchor that overflows": lambda s: without_cells(unit(s, "Bul")).update(
        anchor="4294967296,4"
    ),
    "the same unit twice": lambda s: s["units"].append(copy.deepcopy(s["units"][0])),
    "another class": lambda s: unit(s, "Bul").update({"class": "lancer"}),
    "another side": lambda s: unit(s, "Bul").update(side=1),
    "other hit points at most": lambda s: unit(s, "Bul").update(hp_max=5),
    "more seconds than a turn has": lambda s: unit(s, "Bul").update(remaining=100),
    "more borrowed than a turn has": lambda s: unit(s, "Bul").update(prepaid=100),
    "nobody of a side left": everybody_down,
}
# The same of one whose move is paid and waits for an answer.
PAID = {
    "a way that jumps": lambda s: s["actions"][0].update(path=["0,0", "9,0"]),
    "a price that is not the way's": lambda s: s["actions"][0].update(move_seconds=200),
}


def refused(door, state, wrong):
    assert door.good("position", game="combat", state=state)["ok"]
    for what, change in wrong.items():
        other = copy.deepcopy(state)
        change(other)
        answer = door.call("position", game="combat", state=other)
        assert answer["ok"] is False and answer["error"]["message"], what


@test
def what_cannot_be_is_refused():
    with Door() as door:
        door.new("ford")
        door.do(0, type="tick")
        refused(door, door.state(), IDLE)


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
