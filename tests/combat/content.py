"""content.py - content of one's own: refused with its place, or a battle that ends."""
from door import Content, Door, built_in, check
from parlor import main, test, tests_of

ACTIONS_OVER = 16  # docs/rules/combat.md: actions a turn has beyond its seconds


def duel(skills, **of_class):
    """Two units of one class, alone on a small field, for two rounds."""
    cls = {
        "id": "both", "hp": 9999, "attackPower": 0, "energy": 200, "energyMax": 200,
        "moveEnergyPerSecond": 50, "attackEnergy": 100, "skills": [s["id"] for s in skills],
        **of_class,
    }
    units = [
        {"id": "A", "cls": "both", "side": "P1", "at": [0, 0]},
        {"id": "E", "cls": "both", "side": "Enemy", "at": [3, 0]},
    ]
    field = {
        "id": "ford", "seed": 1, "layout": "rect-odd-r", "rows": ["....", "...."],
        "units": units, "objective": {"type": "eliminate"},
    }
    content = Content({"skills": skills, "classes": [cls], "scenarios": [field]})
    content.write("rounds", {"constants": {"roundsMax": 2}})
    return content


def skill(name, kind, **more):
    return {
        "id": name, "kind": kind, "cls": "Skill", "time": 0, "energy": 0, "cd": 0,
        "target": "self", "effects": [], **more,
    }


def again(name):
    return {"type": "cooldown", "skill": name, "seconds": -250, "to": "self"}


# Each gives back what it costs, so that nothing but a bound on the turn can stop it.
WHEELS = {
    "a Free that resets its own cooldown": [skill("f", "Free", cd=6, effects=[again("f")])],
    "two Frees that reset each other": [
        skill("f", "Free", cd=6, effects=[again("g")]),
        skill("g", "Free", cd=6, effects=[again("f")]),
    ],
    "a Standard of no time that pays its energy back": [
        skill("s", "Standard", energy=30, effects=[{"type": "energy", "amount": 30, "to": "self"}])
    ],
    "a Standard without any price": [skill("s", "Standard")],
    "a Reaction to anything that resets itself": [
        skill("r", "Reaction", cd=6, trigger="any", effects=[again("r")])
    ],
    "a feint that gives every second back": [
        skill("s", "Standard", time=1),
        skill("r", "Reaction", trigger="own", linkCancel=True),
    ],
    "a boss that hands out turns for nothing": [
        skill("b", "Sustained"), skill("s", "Standard"), skill("f", "Free"),
    ],
}


def confirmed(door):
    """How many actions each turn of a finished match had, the turns of P1 and Enemy apart."""
    turns, count = [], 0
    for event in door.good("events")["events"]:
        if event["type"] in ("turn_begin", "unit_begin", "unit_end", "bonus_begin", "bonus_end"):
            turns.append(count)
            count = 0
        # An answer is selected in a chain window; a base action is not.
        count += event["type"] == "precheck_ok"
        count -= event["type"] == "chain_select"
    return turns + [count]


def plays_out(skills, agent, **thinking):
    with duel(skills, boss=True) as folder:
        assert check(folder).status == 0, check(folder).err
        with Door(folder) as door:
            door.new("ford")
            end = door.good("play_out", agents=[agent, agent], seed=3, **thinking)
            assert end["over"] is True
            most = max(confirmed(door))
            assert most <= ACTIONS_OVER + 6, most
            return most


@test
def every_battle_of_any_content_ends_with_agents_that_do_what_they_can():
    for name, skills in WHEELS.items():
        plays_out(skills, "random")
        plays_out(skills, "greedy")
        print("#", name)


@test
def the_hard_agent_comes_to_an_end_too():
    plays_out(WHEELS["a Free that resets its own cooldown"], "hard", iterations=20)


@test
def the_action_past_the_bound_is_refused_and_the_turn_can_be_ended():
    free = WHEELS["a Free that resets its own cooldown"]
    with duel(free) as folder, Door(folder) as door:
        door.new("ford")
        for _ in range(ACTIONS_OVER):
            door.do(0, type="aim", unit="A", action="f")
            door.do(0, type="confirm", cell="0,0")
        error = door.refused("apply", player=0, action={"type": "aim", "unit": "A", "action": "f"})
        assert error["code"] == "action_limit" and str(ACTIONS_OVER) in error["message"], error
        door.do(0, type="tick")
        for _ in range(ACTIONS_OVER + 6):
            door.do(0, type="aim", unit="A", action="f")
            door.do(0, type="confirm", cell="0,0")
        assert door.good("legal")["actions"] == [
            {"type": "auto", "unit": "A"}, {"type": "end", "unit": "A"}
        ]
        assert door.do(0, type="auto", unit="A")["events"][0]["type"] == "ai_end"


@test
def what_was_done_comes_back_from_a_position():
    free = WHEELS["a Free that resets its own cooldown"]
    with duel(free) as folder, Door(folder) as door:
        door.new("ford")
        door.do(0, type="tick")
        door.do(0, type="aim", unit="A", action="f")
        before = door.do(0, type="confirm", cell="0,0")["hash"]
        state = door.state()
        assert state["actions_done"] == 1
        assert door.good("position", game="combat", state=state)["hash"] == before
        state["actions_done"] = 200
        door.refused("position", game="combat", state=state)


@test
def an_action_that_sets_off_thousands_of_things_is_carried_out():
    thorn = {
        "id": "thorn", "glyph": "^", "sticky": {"mult": 500, "turns": 3},
        "onEnter": {"damage": 1, "heal": 1, "energy": 1, "note": "thorns"},
    }
    swing = [{"type": kind, "n": 20} for kind in ("push", "pull") * 3]
    wind = skill(
        "wind", "Standard", time=1, effects=swing, filter="enemies",
        area={"shape": "circle", "radius": 30, "anchor": "self"},
    )
    cls = {"id": "all", "hp": 9999, "attackPower": 1, "skills": ["wind"]}
    units = [{"id": "A", "cls": "all", "side": "P1", "at": [0, 4]}] + [
        {"id": f"E{i}", "cls": "all", "side": "Enemy", "at": [2 + i % 2, i // 2]}
        for i in range(15)
    ]
    field = {
        "id": "ford", "seed": 1, "layout": "rect-odd-r", "rows": ["." + "^" * 27] * 9,
        "units": units, "objective": {"type": "eliminate"},
    }
    content = {"terrain": [thorn], "skills": [wind], "classes": [cls], "scenarios": [field]}
    with Content(content) as folder, Door(folder) as door:
        assert check(folder).status == 0
        door.new("ford")
        door.do(0, type="tick")
        door.do(0, type="aim", unit="A", action="wind")
        before = door.good("hash")
        after = door.do(0, type="confirm", cell="-2,4")
        assert len(after["events"]) > 5000
        assert door.good("undo")["hash"] == before["hash"]
        assert door.good("redo")["hash"] == after["hash"]


if __name__ == "__main__":
    assert built_in("skills")
    main(tests_of(globals()))
