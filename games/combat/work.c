/* work.c - what follows from the data, worked out once when they have been read. */
#include "games/combat/host.h"

static void work_ground(const CombatCatalog *c, const CombatScenario *scenario,
                        CombatGround *ground)
{
    ground->grid = combat_grid(&scenario->map);
    for (int cell = 1; cell <= scenario->map.cell_count; cell++)
        if (!c->terrain[scenario->map.terrain[cell]].blocks)
            set_add(&ground->open, (Id)cell);
    for (int unit = 1; unit <= scenario->unit_count; unit++) {
        const uint32_t bit = (uint32_t)1 << unit;
        ground->side[scenario->unit_side[unit]] |= bit;
        if (c->cls[scenario->unit_cls[unit]].foot_count > 1)
            ground->wide |= bit;
    }
}

/* Reaction before Free, then seconds, energy, id. */
static bool work_before(const CombatCatalog *c, int a, int b)
{
    const CombatSkill *x = &c->skill[a], *y = &c->skill[b];
    if (x->kind != y->kind)
        return x->kind == COMBAT_REACTION;
    if (x->time != y->time)
        return x->time < y->time;
    if (x->energy != y->energy)
        return x->energy < y->energy;
    return strcmp(c->action_id[a], c->action_id[b]) < 0;
}

static void work_answers(const CombatCatalog *c, int count, CombatGate *gate)
{
    for (int i = COMBAT_ATTACK; i < count; i++) {
        const int kind = c->skill[gate->action[i]].kind;
        if (kind != COMBAT_REACTION && kind != COMBAT_FREE)
            continue;
        int at = gate->answer_count++;
        for (; at > 0 &&
               work_before(c, gate->action[i], gate->action[gate->answer[at - 1]]);
             at--)
            gate->answer[at] = gate->answer[at - 1];
        gate->answer[at] = (uint8_t)i;
    }
    for (int k = 0; k < gate->answer_count; k++) {
        const CombatSkill *skill = &c->skill[gate->action[gate->answer[k]]];
        const uint16_t bit = (uint16_t)(1 << gate->answer[k]);
        gate->on[skill->trigger] |= bit;
        gate->reactions |= skill->kind == COMBAT_REACTION ? bit : (uint16_t)0;
    }
}

/* rules 9.3, rows 5 to 8 and what an action takes by itself, as gate.c asks it. */
static void work_gate(const CombatCatalog *c, const CombatClass *cls, CombatGate *gate)
{
    const int count = COMBAT_ATTACK + cls->skill_count;
    for (int i = 0; i < count; i++) {
        const int action = i < COMBAT_ATTACK ? i + 1 : cls->skill[i - COMBAT_ATTACK];
        const CombatSkill *skill = &c->skill[action];
        const uint16_t bit = (uint16_t)(1 << i), none = 0;
        const bool reaction =
            skill->kind == COMBAT_REACTION && skill->trigger == COMBAT_IF_ANY;
        gate->action[i] = (uint8_t)action;
        gate->seconds[i] = action == COMBAT_MOVE              ? 1
                           : action == COMBAT_ATTACK          ? cls->attack_seconds
                           : skill->kind == COMBAT_FULL_ROUND ? (uint8_t)0
                                                              : skill->time;
        gate->energy[i] = action == COMBAT_MOVE     ? cls->move_energy
                          : action == COMBAT_ATTACK ? (uint8_t)0
                                                    : skill->energy;
        gate->resource[i] = skill->res_cost;
        gate->free |= skill->kind == COMBAT_FREE ? bit : none;
        gate->plain |=
            skill->kind == COMBAT_STANDARD || skill->kind == COMBAT_FREE || reaction
                ? bit
                : none;
        gate->full |= skill->kind == COMBAT_FULL_ROUND ? bit : none;
        gate->sustained |= skill->kind == COMBAT_SUSTAINED && cls->boss ? bit : none;
        gate->walks |= skill->cls == COMBAT_CLS_MOVE ? bit : none;
    }
    work_answers(c, count, gate);
}

void combat_work_out(CombatCatalog *c)
{
    memset(&c->worked, 0, sizeof c->worked);
    for (int i = 0; i < c->scenario_count; i++)
        work_ground(c, &c->scenario[i], &c->worked.ground[i]);
    for (int i = 0; i <= c->class_count; i++)
        work_gate(c, &c->cls[i], &c->worked.gate[i]);
}
