"""content.py - content of one's own: refused with its place, or a battle that ends."""
import re

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
        "id": "field", "seed": 1, "layout": "rect-odd-r", "rows": ["....", "...."],
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
            door.new("field")
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
        door.new("field")
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
        door.new("field")
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


def lines(answer):
    return [event["line"] for event in answer["events"] if "line" in event]


def use(door, action, cell, unit="A"):
    """The unit acts; windows are skipped. All the lines of it."""
    door.do(0, type="aim", unit=unit, action=action)
    heard = lines(door.do(0, type="confirm", cell=cell))
    while door.state()["mode"] in ("chain", "derived"):
        heard += lines(door.do(0, type="cancel"))
    return heard


def acting(door, **of_a):
    """A acts and hits; the units stand side by side."""
    door.new("field")
    units = [{"id": "A", **of_a}, {"id": "E", "anchor": "1,0"}]
    door.good("position", game="combat", state={
        "mode": "idle", "active": "A", "dice": 1, "units": units, "scenario": "field",
    })


@test
def the_last_tick_ends_its_effect_also_when_the_unit_falls_of_it():
    with Door() as door:
        door.new("ford")
        burning = {
            "id": "Rai1", "hp": 1, "dots": [{"tag": "burn", "caster": "Bul", "rounds": 1}],
        }
        door.good("position", game="combat", state={
            "mode": "idle", "active": "Tid", "units": [burning],
        })
        heard = lines(door.do(0, type="end", unit="Tid"))
        down = heard.index("[Unit] Down Rai1")
        assert heard[down + 1] == "[DOT] Expire (tag=burn, target=Rai1)", heard[down:]
        assert door.state()["units"][4]["dots"] == []


@test
def a_pull_on_ones_own_cell_goes_nowhere():
    pull = skill("p", "Standard", target="ally", effects=[{"type": "pull", "n": 3}])
    with duel([pull]) as folder, Door(folder) as door:
        acting(door)
        assert "[Force] Pull U=A dir=0 steps=0/0" in use(door, "p", "0,0")


@test
def a_filter_holds_for_a_single_target_too():
    strike = skill(
        "s", "Standard", target="unit", filter="enemies",
        effects=[{"type": "damage", "coeff": 100}],
    )
    with duel([strike], attackPower=10) as folder, Door(folder) as door:
        acting(door)
        heard = use(door, "s", "0,0")
        assert "[Hit] s U=A targets=none" in heard and not any("[Dmg]" in x for x in heard)
        assert "[Hit] s U=A targets=E" in use(door, "s", "1,0")


@test
def power_and_bonus_are_not_cut():
    def buff(tag, **mods):
        return {"type": "buff", "tag": tag, "turns": 2, "mods": mods}

    strike = skill("s", "Standard", target="enemy", effects=[{"type": "damage", "coeff": 1000}])
    buffs = skill("b", "Standard", effects=[
        buff("x", atk=200), buff("y", atk=200), buff("z", bonus=200), buff("w", bonus=200)
    ])
    with duel([strike, buffs], attackPower=1000, damageBonusPct=500) as folder:
        with Door(folder) as door:
            acting(door)
            assert "[Dmg] A -> E 60000 (s)" in use(door, "s", "1,0")
            acting(door)
            use(door, "b", "0,0")
            assert "[Dmg] A -> E 140000 (s)" in use(door, "s", "1,0")
    most = {"primaryPct": 500, "masteryPct": 500, "damageBonusPct": 500, "critPct": 100,
            "critDamagePct": 500, "attackPower": 1000}
    with duel([strike], **most) as folder, Door(folder) as door:
        acting(door)
        assert "[Dmg] A -> E 10800000 (s, crit)" in use(door, "s", "1,0")


@test
def a_bonus_turn_leaves_the_bosss_count_of_decisions_alone():
    skills = [skill("b", "Sustained", time=2), skill("s", "Standard")]
    with duel(skills, boss=True, ai={"policy": "nearest", "priority": ["b"]}) as folder:
        with Door(folder) as door:
            door.new("field")
            door.do(0, type="tick")
            door.do(0, type="end", unit="A")
            door.do(0, type="tick")
            door.do(1, type="auto", unit="E")
            state = door.state()
            assert state["bonus"] == "A" and state["ai_decisions"] == 1
            door.do(0, type="auto", unit="A")
            while door.state()["bonus"]:
                assert door.state()["bonus_ai_decisions"] >= 0
                door.do(0, type="end", unit="A")
            state = door.state()
            assert state["active"] == "E" and state["ai_decisions"] == 1, state["ai_decisions"]


@test
def battles_are_called_by_their_ids_whatever_file_comes_first():
    field = {**built_in("scenarios")[0], "id": "aaa", "seed": 7}
    with Content(add={"aaa": {"scenarios": [field]}}) as folder, Door(folder) as door:
        words = next(
            option["words"]
            for game in door.good("games")["games"] if game["game"] == "combat"
            for option in game["options"]
        )
        assert words == ["ford", "aaa", "bog", "shrine", "quarry", "throne"], words
        for name in words:
            door.new(name)
            assert door.state()["scenario"] == name
            saved = door.good("save")["match"]
            assert saved["options"]["scenario"] == name
            assert door.good("load", match=saved)["ok"]
        door.good("new", game="combat", players=2)
        assert door.state()["scenario"] == "ford"
        error = door.refused("new", game="combat", options={"scenario": "extra_1"})
        assert error["code"] == "option_range" and "aaa" in error["message"], error


@test
def nobody_reaches_the_far_side_of_the_bog_before_the_enemy_has_acted():
    """Each unit of P1 goes as far east as it can in its first turn, by every means it has."""
    with Door() as door:
        door.new("bog")
        goals = set(door.state()["objective"]["cells"])
        for unit in ("Lan", "Sha", "Arb", "Tid"):
            door.new("bog")
            door.good("position", game="combat", state={
                "scenario": "bog", "mode": "idle", "active": unit,
            })
            seen, ahead = set(), [door.state()]
            while ahead and len(seen) < 400:
                state = ahead.pop()
                door.good("position", game="combat", state=state)
                for action in ("quicken", "dash", "Move"):
                    legal = door.good("legal")["actions"]
                    if {"type": "aim", "unit": unit, "action": action} not in legal:
                        continue
                    door.do(0, type="aim", unit=unit, action=action)
                    cells = [a["cell"] for a in door.good("legal")["actions"] if "cell" in a]
                    # The farthest east of each row is enough to look at.
                    rows = {}
                    for cell in cells:
                        q, r = map(int, cell.split(","))
                        rows[r] = max(rows.get(r, -99), q)
                    for r, q in rows.items():
                        moves = door.good("hash")["moves"]
                        done = door.do(0, type="confirm", cell=f"{q},{r}")
                        while done["phase"] in ("chain", "derived"):
                            done = door.do(0, type="cancel")
                        assert not done["over"], (unit, q, r)
                        now = door.state()
                        me = next(u for u in now["units"] if u["id"] == unit)
                        assert not goals & set(me["cells"])
                        key = (me["anchor"], me["remaining"], action)
                        if now["mode"] == "idle" and key not in seen:
                            seen.add(key)
                            ahead.append(now)
                        door.good("undo", count=door.good("hash")["moves"] - moves)
                    door.do(0, type="cancel")
            assert seen, unit


def refused_content(what, replace):
    with Content(replace) as folder:
        answer = check(folder)
        assert answer.status == 2, f"{what}: taken"
        with Door(folder) as door:
            assert door.call("new", game="combat", players=2)["error"]["code"] == "bad_file"
        return answer.err


def changed(part, index, **more):
    items = built_in(part)
    items[index] = {**items[index], **more}
    return {part: items}


def objective(**more):
    return changed("scenarios", 0, objective=more)


def named(name):
    """Skills, units and tags of that name."""
    first = built_in("scenarios")[0]["units"]
    yield "unit", changed("scenarios", 0, units=[{**first[0], "id": name}] + first[1:])
    yield "skill", {"skills": built_in("skills") + [skill(name, "Standard")]}
    tag = {"type": "buff", "tag": name, "turns": 1, "mods": {"atk": 1}}
    yield "tag", {"skills": built_in("skills") + [skill("x", "Standard", effects=[tag])]}
    yield "class", {"classes": built_in("classes") + [{"id": name, "hp": 1, "attackPower": 1}]}


@test
def names_cannot_forge_a_line_of_the_log():
    for name in ("A\n[Turn] T9(P1) End", "a b", "a\tb", "a,b", "a(b", "a=b", "\u2028", "a\u007f", ""):
        for what, content in named(name):
            refused_content(f"{what} {name!r}", content)


@test
def ground_has_a_sign_that_can_be_drawn():
    for glyph in (None, "", " ", "ab", "\n", "\u00e9", "."):
        ground = {"id": "tar"} if glyph is None else {"id": "tar", "glyph": glyph}
        err = refused_content(f"glyph {glyph!r}", {"terrain": built_in("terrain") + [ground]})
        assert "terrain[16]" in err, err
    tar = {"id": "tar", "glyph": "@", "mult": 500}
    spill = skill("spill", "Standard", target="ground", effects=[
        {"type": "terrain", "id": "tar", "radius": 1}
    ])
    content = duel([spill])
    content.write("terrain", {"terrain": [tar]})
    with content as folder, Door(folder) as door:
        acting(door)
        use(door, "spill", "2,0")
        ground = door.state()["map"]
        assert all(len(row) == 4 for row in ground["rows"]) and ground["ground"]["@"] == "tar"


@test
def content_says_nothing_that_nobody_reads_and_nothing_that_cannot_be():
    damage = {"type": "damage", "coeff": 100}
    bad = {
        "footprint of strings": changed("classes", 0, footprint=[["0", "0"]]),
        "footprint twice": changed("classes", 0, footprint=[[0, 0], [1, 0], [1, 0]]),
        "school typo": {"skills": [skill("s", "Standard", effects=[{**damage, "school": "frie"}])]},
        "radius of damage": {"skills": [skill("s", "Standard", effects=[{**damage, "radius": 2}])]},
        "to of a dash": {"skills": [skill("s", "Standard", effects=[{"type": "dash", "to": "self"}])]},
        "trigger on a Standard": {"skills": [skill("s", "Standard", trigger="attack")]},
        "linkCancel on a Free": {"skills": [skill("s", "Free", linkCancel=True)]},
        "delay on a Standard": {"skills": [skill("s", "Standard", delayRounds=2)]},
        "reach without cells": objective(type="reach", cells=[]),
        "reach without a word of cells": objective(type="reach"),
        "cells of another objective": objective(type="eliminate", cells=[[0, 0]]),
        "protect of an enemy": objective(type="survive", rounds=3, protect="Rai1"),
        "kill of a friend": objective(type="killUnit", unit="Bul"),
        "survive longer than a battle": objective(type="survive", rounds=50),
        "limit longer than a battle": objective(type="eliminate", limit=41),
        "limit before the rounds": objective(type="survive", rounds=9, limit=5),
        "a Sustained of one who is no boss": changed("classes", 0, skills=["dirge"]),
        "a follow-up to nothing": {"skills": [skill("s", "Derived", requires="Nothing")]},
        "a name that is no text": changed("classes", 0, name=7),
        "an intro that is no text": changed("scenarios", 0, intro=[]),
    }
    for what, content in bad.items():
        assert "[0]" in refused_content(what, content), what


def objects(node, path=""):
    """Every object below a node, and where it is."""
    if isinstance(node, dict):
        yield path, node
    if isinstance(node, (dict, list)):
        for key, value in node.items() if isinstance(node, dict) else enumerate(node):
            step = f"[{key}]" if isinstance(node, list) else f".{key}" if path else key
            yield from objects(value, path + step)


@test
def a_key_nobody_reads_is_refused_wherever_it_stands():
    """In one object of each shape that the content has."""
    seen = set()
    for part in ("terrain", "skills", "classes", "scenarios"):
        document = {part: built_in(part), "constants": {"roundsMax": 40}}
        for path, one in objects(document):
            shape = (re.sub(r"[0-9]+", "", path), one.get("type"), one.get("kind"))
            if shape in seen:
                continue
            seen.add(shape)
            one["surplus"] = 1
            with Content(add={part: document}) as folder:
                answer = check(folder)
            del one["surplus"]
            where = f"{path}.surplus" if path else "surplus"
            assert answer.status == 2 and f"{where}:" in answer.err, (path, answer.err)
    assert len(seen) > 30, len(seen)

@test
def answers_of_equal_cost_come_in_the_order_of_their_ids():
    """Whatever order the class lists them in."""
    names = ["strike_back", "parry", "stand", "parry_twice"]
    skills = [skill("poke", "Standard", time=1)]
    skills += [skill(name, "Reaction", time=1, energy=5, trigger="own") for name in names]
    with duel(skills) as content, Door(content) as door:
        door.new("field")
        door.do(0, type="tick")
        door.do(0, type="aim", unit="A", action="poke")
        door.do(0, type="confirm")
        moves = door.good("legal")["actions"]
        offered = [move["skill"] for move in moves if move["type"] == "pick"]
        assert offered == sorted(names), offered


@test
def a_wide_field_is_walked_as_far_as_the_steps_go():
    """On an open field with energy for four steps those are the cells within four; rows of
    21 cells begin at every place of the words that they are kept in."""
    content = duel([skill("poke", "Standard", time=1)], energy=5, moveEnergyPerSecond=5)
    field = {
        "id": "wide", "seed": 1, "layout": "rect-odd-r", "rows": ["." * 21] * 8,
        "objective": {"type": "eliminate"},
        "units": [{"id": "A", "cls": "both", "side": "P1", "at": [1, 3]},
                  {"id": "E", "cls": "both", "side": "Enemy", "at": [20, 7]}],
    }  # fmt: skip
    content.write("wide", {"scenarios": [field]})
    with content as folder, Door(folder) as door:
        door.new("wide")
        door.do(0, type="tick")
        own = door.state()["units"][0]["anchor"]
        from_q, from_r = (int(part) for part in own.split(","))
        door.do(0, type="aim", unit="A", action="Move")
        moves = door.good("legal")["actions"]
        reached = {move["cell"] for move in moves if move["type"] == "confirm"}
        near = set()
        for r in range(8):
            for q in range(-(r // 2), 21 - r // 2):
                d_q, d_r = q - from_q, r - from_r
                if 0 < max(abs(d_q), abs(d_r), abs(d_q + d_r)) <= 4:
                    near.add(f"{q},{r}")
        assert reached == near, reached ^ near



if __name__ == "__main__":
    assert built_in("skills")
    main(tests_of(globals()))
