"""silent.py - where the document of the combat is silent: what docs/rules/combat.md, 21, says is done.

Through 'parlor rpc', each with content of its own."""
from content import acting, duel, lines, skill, use
from door import Door
from parlor import main, test, tests_of


def unit(door, name="A"):
    return next(one for one in door.state()["units"] if one["id"] == name)


def answered(door, base, cell, *answers):
    """A's action, and its own answers in the order they are picked. All the lines of it."""
    door.do(0, type="aim", unit="A", action=base)
    heard = lines(door.do(0, type="confirm", cell=cell))
    for name, at in answers:
        heard += lines(door.do(0, type="pick", owner="A", skill=name, cell=at))
    while door.state()["mode"] in ("chain", "derived"):
        heard += lines(door.do(0, type="cancel"))
    return heard


@test
def seconds_added_to_a_ready_cooldown_start_it():
    def tires(name, seconds):
        effect = {"type": "cooldown", "skill": "w", "seconds": seconds, "to": "self"}
        return skill(name, "Standard", effects=[effect])

    with duel([skill("w", "Standard"), tires("t", 6), tires("r", -6)]) as folder, Door(folder) as door:
        acting(door)
        assert not [line for line in use(door, "r", "0,0") if line.startswith("[CD]")]
        assert [line for line in use(door, "t", "0,0") if line.startswith("[CD]") and "A:w" in line]
        cooldowns = {one["action"]: one["seconds"] for one in unit(door)["cooldowns"]}
        assert cooldowns["w"] == 6, cooldowns


@test
def a_sustained_in_a_bonus_turn_is_refused():
    skills = [skill("b", "Sustained", time=2), skill("s", "Standard")]
    with duel(skills, boss=True, ai={"policy": "nearest", "priority": ["b"]}) as folder:
        with Door(folder) as door:
            door.new("field")
            door.do(0, type="tick")
            aim = {"type": "aim", "unit": "A", "action": "b"}
            assert aim in door.good("legal")["actions"]  # in a turn of its own it is possible
            door.do(0, type="end", unit="A")
            door.do(0, type="tick")
            door.do(1, type="auto", unit="E")
            assert door.state()["bonus"] == "A"
            assert aim not in door.good("legal")["actions"]
            refused = door.call("apply", player=0, action=aim)
            assert refused["error"]["code"] == "kind_not_allowed", refused
            assert lines(refused) == ["[Action] A [b] W1_AimReject(reason=kindNotAllowed)"], refused


@test
def a_blow_of_no_damage_leaves_no_line_of_hit_points_or_shield():
    def burn(name, base):
        effect = {"type": "dot", "tag": name, "base": base, "rounds": 1}
        return skill(name, "Standard", target="enemy", effects=[effect])

    for shield in (0, 5):
        with duel([burn("none", 0), burn("some", 6)]) as folder, Door(folder) as door:
            for name in ("none", "some"):
                acting(door)
                use(door, name, "1,0")
                state = door.state()
                next(one for one in state["units"] if one["id"] == "E")["shield"] = shield
                door.good("position", game="combat", state=state)
                heard = lines(door.do(0, type="end", unit="A"))
                ticked = [at for at, line in enumerate(heard) if line.startswith("[DOT] Tick")]
                assert len(ticked) == 1, heard
                after = heard[ticked[0] + 1]
                told = after.startswith(("[HP]", "[Shield]"))
                assert told is (name == "some"), (name, shield, heard)


@test
def a_fizzled_skill_does_nothing_at_all_and_cancels_nothing():
    gain = {"type": "energy", "amount": 7, "to": "self"}
    hurt = {"type": "damage", "coeff": 100}
    base = skill("base", "Standard", time=2, target="enemy", range=1, effects=[hurt, gain])
    shove = skill("shove", "Reaction", time=1, trigger="own", target="enemy", range=1,
                  effects=[{"type": "push", "n": 1}])
    stop = skill("stop", "Reaction", time=1, trigger="own", target="enemy", range=1, linkCancel=True)
    with duel([base, shove, stop], attackPower=10) as folder, Door(folder) as door:
        acting(door, energy=50)
        heard = answered(door, "base", "1,0", ("shove", "1,0"))
        assert unit(door, "E")["anchor"] == "2,0" and unit(door)["energy"] == 50, heard
        assert not [line for line in heard if line.startswith("[Dmg]") or "Gain" in line], heard
        # The last answer comes first: the enemy is gone when the cancelling one is carried out.
        for last, cancelled in (("shove", False), ("stop", True)):
            acting(door)
            first = "stop" if last == "shove" else "shove"
            heard = answered(door, "base", "1,0", (first, "1,0"), (last, "1,0"))
            assert bool([x for x in heard if "LinkCancelled" in x]) is cancelled, (last, heard)


@test
def what_reached_no_turns_acts_until_the_next_phase_start():
    """A quicker caster's effects are stronger: at the start of the enemy's turn they still are."""
    quick = skill("quick", "Standard", effects=[
        {"type": "buff", "tag": "quick", "turns": 1, "mods": {"speed": 6}}
    ])
    burn = skill("burn", "Standard", target="enemy",
                 effects=[{"type": "dot", "tag": "burn", "base": 6, "rounds": 2}])
    with duel([quick, burn]) as folder, Door(folder) as door:
        for helped, damage in ((False, 6), (True, 12)):
            acting(door)
            use(door, "burn", "1,0")
            if helped:
                use(door, "quick", "0,0")
            heard = lines(door.do(0, type="end", unit="A"))
            ends = [at for at, line in enumerate(heard) if "A.quick 1->0" in line]
            ticks = [at for at, line in enumerate(heard) if line.startswith("[DOT] Tick")]
            assert len(ticks) == 1 and len(ends) == helped and ends < ticks, heard
            assert unit(door, "E")["hp"] == 9999 - damage, heard
            assert not unit(door)["buffs"]


@test
def the_lasting_effects_of_a_fallen_unit_go_on():
    for down in (False, True):
        with Door() as door:
            door.new("ford")
            caster = {"id": "Bul", "hp": 0, "down": True} if down else {"id": "Bul"}
            burning = {"id": "Rai1", "dots": [{"tag": "burn", "caster": "Bul", "rounds": 2}]}
            door.good("position", game="combat", state={
                "mode": "idle", "active": "Tid", "units": [caster, burning],
            })
            heard = lines(door.do(0, type="end", unit="Tid"))
            ticks = [line for line in heard if line.startswith("[DOT] Tick") and "Rai1" in line]
            assert len(ticks) == 1 and "5" in ticks[0], ticks
            fell = [line for line in heard if line.startswith("[HP]") and "Rai1" in line]
            assert fell, heard


@test
def a_full_list_of_lasting_effects_loses_its_oldest():
    many = [f"d{i}" for i in range(15)]

    def lays(name, tags):
        effects = [{"type": "dot", "tag": tag, "base": 6, "rounds": 3} for tag in tags]
        return skill(name, "Standard", target="enemy", effects=effects)

    skills = [lays(f"s{i}", many[i:i + 3]) for i in range(0, len(many), 3)]
    with duel(skills) as folder, Door(folder) as door:
        acting(door)
        for each in skills:
            heard = use(door, each["id"], "1,0")
        borne = [one["tag"] for one in unit(door, "E")["dots"]]
        assert borne == many[-len(borne):] and len(borne) < len(many), borne
        gone = many[len(many) - len(borne) - 1]
        assert f"[DOT] Expire (tag={gone}, target=E)" in heard, heard


@test
def energy_above_the_maximum_is_lost_and_the_line_says_the_whole_of_it():
    with duel([skill("s", "Standard")], regenPer2s=4) as folder, Door(folder) as door:
        acting(door, energy=197)
        heard = lines(door.do(0, type="end", unit="A"))
        assert [line for line in heard if line.startswith("[Res] Regen T1(A) +12")], heard
        assert unit(door)["energy"] == 200


@test
def a_unit_that_falls_in_its_own_turn_ends_it_and_what_it_had_paid_is_not_settled():
    hurt = {"type": "damage", "coeff": 100}
    base = skill("base", "Standard", time=2, target="enemy", range=1, effects=[hurt])
    end = skill("end", "Reaction", trigger="own", filter="all", effects=[hurt])
    for falls in (False, True):
        content = duel([base, end], attackPower=10)
        units = [
            {"id": "A", "cls": "both", "side": "P1", "at": [0, 0]},
            {"id": "B", "cls": "both", "side": "P1", "at": [0, 1]},
            {"id": "E", "cls": "both", "side": "Enemy", "at": [1, 0]},
        ]
        content.write("scenarios", {"scenarios": [{
            "id": "field", "seed": 1, "layout": "rect-odd-r", "rows": ["....", "...."],
            "units": units, "objective": {"type": "eliminate"},
        }]})
        with content as folder, Door(folder) as door:
            door.new("field")
            door.do(0, type="tick")
            state = door.state()
            assert state["active"] == "A"
            next(one for one in state["units"] if one["id"] == "A")["hp"] = 5 if falls else 50
            door.good("position", game="combat", state=state)
            heard = answered(door, "base", "1,0", ("end", "0,0"))
            assert unit(door)["down"] is falls, heard
            assert (unit(door, "E")["hp"] == 9999) is falls, heard
            assert door.state()["active"] == ("B" if falls else "A"), heard


@test
def ground_that_is_laid_acts_when_it_is_entered_or_stood_on():
    spikes = {"id": "thorns", "glyph": "@", "onEnter": {"damage": 9}}
    lay = skill("lay", "Standard", target="ground", effects=[{"type": "terrain", "id": "thorns", "radius": 1}])
    content = duel([lay])
    content.write("terrain", {"terrain": [spikes]})
    with content as folder, Door(folder) as door:
        acting(door)
        heard = use(door, "lay", "2,0")
        assert "@" in "".join(door.state()["map"]["rows"])
        assert not [line for line in heard if line.startswith("[HP]")] and unit(door, "E")["hp"] == 9999


@test
def with_max_those_beyond_it_are_not_hit():
    wave = skill("wave", "Standard", target="self", area={"shape": "circle", "radius": 3},
                 filter="all", max=1, effects=[{"type": "damage", "coeff": 100}])
    with duel([wave], attackPower=10) as folder, Door(folder) as door:
        acting(door)
        heard = use(door, "wave", "0,0")
        assert len([line for line in heard if line.startswith("[Dmg]")]) == 1, heard


if __name__ == "__main__":
    main(tests_of(globals()))
