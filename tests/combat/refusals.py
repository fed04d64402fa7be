"""refusals.py - what a refused command says and does, through 'parlor rpc'."""
from door import Door
from parlor import main, test, tests_of


def begun(door, scenario="ford", **units):
    """The first unit of P1 is about to act; 'units' changes others of the scenario."""
    door.new(scenario)
    door.do(0, type="tick")
    if units:
        state = door.state()
        for unit in state["units"]:
            unit.update(units.get(unit["id"], {}))
            if unit["id"] in units:
                unit.pop("cells")
        door.good("position", game="combat", state=state)
    return door


@test
def a_view_tells_how_long_a_phase_start_stands_and_what_a_unit_can_spend():
    with Door() as door:
        door.new("ford")
        assert door.view(0)["hold_left_ms"] == 1000
        door.do(0, type="tick")
        view = door.view(0)
        acting, waiting = view["units"][0], view["units"][1]
        assert view["hold_left_ms"] == 0 and view["active"] == acting["id"]
        assert acting["available"] == acting["remaining"] == acting["turn_time"]
        assert waiting["remaining"] == 0 and waiting["available"] == waiting["turn_time"]
        door.do(0, type="aim", unit=acting["id"], action="Move")
        cell = next(a["cell"] for a in door.good("legal")["actions"] if "cell" in a)
        done = door.do(0, type="confirm", cell=cell)
        while done["phase"] == "chain":
            done = door.do(0, type="skip")
        spent = door.view(0)["units"][0]
        assert spent["available"] == spent["remaining"] < acting["turn_time"]


def lines(answer):
    return [event["line"] for event in answer.get("events", []) if "line" in event]


def tried(door, seat, **action):
    return door.call("apply", player=seat, action=action)


@test
def a_refused_aim_writes_its_lines_and_changes_nothing():
    with Door() as door:
        begun(door, Bul={"energy": 15})
        before = door.good("hash")
        answer = tried(door, 0, type="aim", unit="Bul", action="Attack")
        assert answer["ok"] is False and answer["error"]["code"] == "lack_energy"
        assert lines(answer) == [
            "[Action] Bul [Attack] W1_AimReject(reason=lackEnergy)",
            "[Attack] Rejected U=Bul (reason=lackEnergy)",
        ]
        assert door.good("hash") == before


@test
def a_refused_confirm_writes_its_lines_costs_nothing_and_leads_back_to_idle():
    with Door() as door:
        begun(door)
        whole = door.state()
        door.do(0, type="aim", unit="Bul", action="Move")
        answer = tried(door, 0, type="confirm", cell="9,4")
        assert answer["ok"] is True and answer["failed"]["code"] == "target_blocked", answer
        assert answer["failed"]["message"]
        assert lines(answer) == [
            "[Action] Bul [Move] W2_PreDeductCheckFail(reason=target:Blocked)",
            "[Move] Rejected U=Bul (reason=target:Blocked)",
        ]
        assert answer["phase"] == "idle" and door.state() == whole
        saved = door.good("save")["match"]
        assert door.good("load", match=saved)["hash"] == answer["hash"]
        assert door.good("undo")["phase"] == "aim"


@test
def a_plan_that_only_costs_too_much_passed_the_precheck():
    with Door() as door:
        begun(door, Bul={"remaining": 1, "spent": True})
        door.do(0, type="aim", unit="Bul", action="Move")
        answer = tried(door, 0, type="confirm", cell="9,0")
        assert answer["failed"]["code"] == "lack_time", answer
        assert lines(answer) == [
            "[Action] Bul [Move] W2_PrecheckOk",
            "[Action] Bul [Move] W2_PreDeductCheckFail(reason=lackTime)",
            "[Move] Rejected U=Bul (reason=lackTime)",
        ]


@test
def a_target_off_the_board_is_off_the_board():
    with Door() as door:
        begun(door)
        for cell in ("99,0", "-7,3", "4294967296,4"):
            door.do(0, type="aim", unit="Bul", action="Move")
            verdict = door.good("validate", player=0, action={"type": "confirm", "cell": cell})
            assert verdict["error"]["code"] == "target_off_board", verdict
            answer = tried(door, 0, type="confirm", cell=cell)
            assert answer["failed"]["code"] == "target_off_board" and answer["phase"] == "idle"
            assert lines(answer)[0].endswith("W2_PreDeductCheckFail(reason=target:OutOfBoard)")
        saved = door.good("save")["match"]
        assert door.good("load", match=saved)["hash"] == answer["hash"]
        door.do(0, type="aim", unit="Bul", action="Move")
        error = door.refused("apply", player=0, action={"type": "confirm", "cell": "north"})
        assert error["code"] == "unknown_thing" and door.state()["mode"] == "aim"


@test
def validating_a_confirm_says_what_is_wrong_and_stays_in_the_aim():
    with Door() as door:
        begun(door)
        door.do(0, type="aim", unit="Bul", action="Attack")
        before = door.good("hash")
        verdict = door.good("validate", player=0, action={"type": "confirm", "cell": "0,4"})
        assert verdict["valid"] is False and verdict["error"]["code"] == "target_friendly"
        assert door.good("hash") == before


@test
def a_confirm_of_somebody_else_is_no_move():
    with Door() as door:
        begun(door)
        door.do(0, type="aim", unit="Bul", action="Attack")
        before = door.good("hash")
        error = door.refused("apply", player=1, action={"type": "confirm", "cell": "1,4"})
        assert error["code"] == "not_your_turn" and door.good("hash") == before


def struck(door, **units):
    """Lan strikes Rai1, which stands beside it, and hits."""
    door.new("ford")
    state = {
        "mode": "idle", "active": "Lan", "dice": 1,
        "units": [{"id": "Rai1", "anchor": "4,4"}, {"id": "Lan", "anchor": "3,4"}]
        + [{"id": name, **more} for name, more in units.items()],
    }
    door.good("position", game="combat", state=state)
    door.do(0, type="aim", unit="Lan", action="Attack")
    return door.do(0, type="confirm", cell="4,4")


@test
def cancel_closes_the_chain_window():
    with Door() as door:
        assert struck(door)["phase"] == "chain"
        answer = door.do(0, type="cancel")
        assert lines(answer)[0] == "[Action] Lan [Attack] W2_ChainPromptAbort(cancel)"
        assert {"type": "skip"} == door.good("save")["match"]["commands"][-1]["do"]


@test
def cancel_closes_the_derived_window():
    with Door() as door:
        struck(door)
        assert door.do(0, type="skip")["phase"] == "derived"
        answer = door.do(0, type="cancel")
        assert lines(answer)[0] == "[Chain] DerivedPromptAbort(cancel)"
        assert answer["phase"] == "idle"


@test
def answers_and_follow_ups_have_the_targets_that_go_without_saying():
    with Door() as door:
        struck(door)
        answer = door.do(0, type="pick", owner="Lan", skill="quicken")
        assert any("ChainSelect(id=quicken, owner=Lan" in line for line in lines(answer)), answer
        while door.state()["mode"] == "chain":
            answer = door.do(0, type="skip")
        assert answer["phase"] == "derived"
        answer = door.do(0, type="dpick", skill="follow_through")
        assert any("[Dmg] Lan -> Rai1" in line for line in lines(answer)), lines(answer)


@test
def an_answer_that_is_not_offered_writes_its_line_and_the_window_stays():
    with Door() as door:
        struck(door)
        answer = tried(door, 0, type="pick", owner="Lan", skill="follow_through")
        assert answer["error"]["code"] == "not_offered"
        assert lines(answer) == [
            "[Action] Lan [Attack] "
            "W2_ChainReject(id=follow_through, owner=Lan, reason=notOffered)"
        ]
        assert door.state()["mode"] == "chain"


@test
def a_large_unit_is_the_target_of_an_answer_at_any_of_its_cells():
    with Door() as door:
        door.new("quarry")
        golem = next(u for u in door.state()["units"] if u["class"] == "quarry_golem")
        door.new("quarry")
        lancer = next(u for u in door.state()["units"] if u["class"] == "lancer")
        for cell in golem["cells"][1:]:
            q, r = map(int, cell.split(","))
            taken = {c for u in door.state()["units"] for c in u["cells"]}
            beside = [
                f"{q + dq},{r + dr}"
                for dq, dr in ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
            ]
            for place in beside:
                if place in taken:
                    continue
                state = {
                    "mode": "idle", "active": lancer["id"], "dice": 1,
                    "units": [{"id": lancer["id"], "anchor": place}],
                }
                if door.call("position", game="combat", state={**state, "scenario": "quarry"})["ok"]:
                    break
            else:
                continue
            door.do(0, type="aim", unit=lancer["id"], action="Attack")
            door.do(0, type="confirm", cell=cell)
            while door.state()["mode"] == "chain":
                door.do(0, type="skip")
            assert door.state()["mode"] == "derived"
            answer = door.do(0, type="dpick", skill="follow_through", cell=cell)
            assert any(f"[Dmg] {lancer['id']} -> {golem['id']}" in line for line in lines(answer))
            return
        raise AssertionError("no cell of the golem can be reached")


@test
def a_place_in_the_order_that_cannot_be_taken_writes_its_line():
    with Door() as door:
        begun(door)
        answer = tried(door, 0, type="defer", unit="Bul", after="Rai1")
        assert answer["error"]["code"] == "cannot_defer"
        assert lines(answer) == ["[Unit] ReorderReject U=Bul"]


if __name__ == "__main__":
    main(tests_of(globals()))
