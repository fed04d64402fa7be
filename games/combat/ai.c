/* ai.c - the enemy of the rules: deterministic, no random numbers, a decision at a
 * time. */
#include "games/combat/reduce.h"

/* How good a target is: less is better, field by field. */
typedef struct {
    int first, second, third;
} CombatRank;

RULES static bool ai_better(CombatRank a, CombatRank b)
{
    if (a.first != b.first)
        return a.first < b.first;
    if (a.second != b.second)
        return a.second < b.second;
    return a.third < b.third;
}

RULES static CombatRank ai_rank(const Combat *g, int unit, int foe, int near)
{
    const int hp = g->state->unit[foe].hp;
    const bool weakest = combat_class(g, unit)->ai_weakest != 0;
    CombatRank rank;
    rank.first = weakest ? hp : near;
    rank.second = weakest ? near : hp;
    rank.third = foe;
    return rank;
}

RULES static bool ai_payable(const Combat *g, int unit, int action, int cell,
                             CombatAct *act)
{
    memset(act, 0, sizeof *act);
    act->actor = (uint8_t)unit;
    act->action = (uint8_t)action;
    act->cell = (uint8_t)cell;
    return combat_plan(g, act, NULL) == ERR_OK && combat_afford(g, act, NULL) == ERR_OK;
}

/* The seconds an attack would take if the way were as short as it can be; -1 when even
 * that cannot be paid. */
RULES static int ai_seconds_least(const Combat *g, int unit, int action, int rate,
                                  int foe)
{
    const CombatClass *cls = combat_class(g, unit);
    const int range =
        action == COMBAT_ATTACK ? cls->attack_range : combat_skill(g, action)->range;
    const int walk = combat_move_seconds(combat_steps_least(g, unit, foe, range), rate);
    const int seconds = walk + combat_action_seconds(g, unit, action);
    const int energy = walk * cls->move_energy + combat_action_energy(g, unit, action);
    return seconds <= combat_available(g, unit) && energy <= g->state->unit[unit].energy
               ? seconds
               : -1;
}

/* The foe for an attack with its approach, or for a skill within range; 0: none. */
RULES static int ai_foe(const Combat *g, int unit, int action)
{
    const CombatState *s = g->state;
    const bool attack = combat_skill(g, action)->cls == COMBAT_CLS_ATTACK;
    const int anchor = s->unit[unit].anchor,
              rate = combat_rate_at(g, unit, combat_rate_live(g, unit), anchor);
    CombatRank best = {0, 0, 0};
    int found = 0;
    for (int foe = 1; foe <= s->unit_count; foe++) {
        CombatAct act;
        if (combat_is_down(s, foe) || !combat_are_foes(g, unit, foe))
            continue;
        /* No way is looked for where even the shortest could not be better. */
        const int least = attack ? ai_seconds_least(g, unit, action, rate, foe)
                                 : combat_unit_distance(g, unit, anchor, foe);
        if (least < 0 || (found && !ai_better(ai_rank(g, unit, foe, least), best)) ||
            !ai_payable(g, unit, action, s->unit[foe].anchor, &act))
            continue;
        const int near = attack ? act.move_seconds + act.seconds : least;
        const CombatRank rank = ai_rank(g, unit, foe, near);
        if (!found || ai_better(rank, best)) {
            best = rank;
            found = foe;
        }
    }
    return found;
}

/* The most hurt ally, oneself included, below the skill's limit. */
RULES static int ai_ally(const Combat *g, int unit, int action)
{
    const CombatState *s = g->state;
    int found = 0, best = 0;
    for (int ally = 1; ally <= s->unit_count; ally++) {
        CombatAct act;
        const int max = combat_class(g, ally)->hp;
        if (combat_is_down(s, ally) || combat_are_foes(g, unit, ally) ||
            s->unit[ally].hp >= max)
            continue;
        const int percent = s->unit[ally].hp * 100 / max;
        if (percent > combat_skill(g, action)->ai_hp_pct ||
            (found && percent >= best) ||
            !ai_payable(g, unit, action, s->unit[ally].anchor, &act))
            continue;
        best = percent;
        found = ally;
    }
    return found;
}

/* Foes with a cell within so many steps of a cell. */
RULES static int ai_foes_near(const Combat *g, int unit, int cell, int radius)
{
    int count = 0;
    for (int foe = 1; foe <= g->state->unit_count; foe++)
        count += !combat_is_down(g->state, foe) && combat_are_foes(g, unit, foe) &&
                 combat_unit_cell_distance(g, foe, cell) <= radius;
    return count;
}

RULES static int ai_ground(const Combat *g, int unit, int action)
{
    const CombatSkill *skill = combat_skill(g, action);
    const int radius = skill->shape == COMBAT_SINGLE ? 0 : skill->radius;
    int found = 0, most = 0;
    for (int i = 0; i < g->map->cell_count; i++) {
        const int cell = g->map->by_q[i];
        CombatAct act;
        if (g->state->unit_at[cell])
            continue;
        const int count = ai_foes_near(g, unit, cell, radius);
        if (count > most && ai_payable(g, unit, action, cell, &act)) {
            most = count;
            found = cell;
        }
    }
    return found;
}

RULES static bool ai_wants_self(const Combat *g, int unit, int action)
{
    const CombatSkill *skill = combat_skill(g, action);
    const bool counts =
        skill->filter == COMBAT_ENEMIES || (skill->ai_min_given && skill->around_self);
    return !counts || ai_foes_near(g, unit, g->state->unit[unit].anchor,
                                   skill->radius) >= skill->ai_min;
}

/* The cell a skill would be used on now; 0: it would not. */
RULES static int ai_skill_cell(const Combat *g, uint32_t ready, int unit, int action)
{
    const CombatState *s = g->state;
    const CombatSkill *skill = combat_skill(g, action);
    int target = 0;
    if (skill->kind == COMBAT_REACTION || skill->kind == COMBAT_DERIVED ||
        !(ready >> combat_place(g, unit, action) & 1))
        return 0;
    if (skill->target == COMBAT_AT_GROUND)
        return ai_ground(g, unit, action);
    if (skill->target == COMBAT_AT_SELF)
        target = ai_wants_self(g, unit, action) ? unit : 0;
    else if (skill->target == COMBAT_AT_ALLY)
        target = ai_ally(g, unit, action);
    else
        target = ai_foe(g, unit, action);
    return target ? s->unit[target].anchor : 0;
}

/* The first of the shortest ways to a foe, as far as it can be paid. */
RULES static int ai_move_cell(const Combat *g, int unit)
{
    const CombatState *s = g->state;
    const CombatUnit *u = &s->unit[unit];
    const CombatClass *cls = combat_class(g, unit);
    const uint8_t *foes = s->order[combat_side(g, unit) ^ 1];
    CombatAct act, best;
    bool found = false;
    memset(&best, 0, sizeof best);
    for (int i = 0; i < COMBAT_UNITS_MAX && foes[i]; i++) {
        memset(&act, 0, sizeof act);
        if (combat_is_down(s, foes[i]) ||
            (found &&
             combat_steps_least(g, unit, foes[i], cls->attack_range) >= best.steps) ||
            !combat_approach(g, unit, foes[i], s->unit[foes[i]].anchor,
                             cls->attack_range, &act))
            continue;
        if (!found || act.steps < best.steps)
            best = act;
        found = true;
    }
    const int rate = combat_rate_at(g, unit, combat_rate_live(g, unit), u->anchor);
    int seconds = combat_available(g, unit);
    if (cls->move_energy && u->energy / cls->move_energy < seconds)
        seconds = u->energy / cls->move_energy;
    const int64_t cells = (int64_t)seconds * COMBAT_SECOND / combat_step_micros(rate);
    const int steps = cells < best.steps ? (int)cells : best.steps;
    return steps > 0 ? best.path[steps - 1] : 0;
}

RULES CombatChoice combat_ai(const Combat *g, int unit)
{
    const CombatClass *cls = combat_class(g, unit);
    const uint8_t *skills = cls->ai_count ? cls->ai : cls->skill;
    const int count = cls->ai_count ? cls->ai_count : cls->skill_count;
    const uint32_t ready = combat_ready(g, unit);
    CombatChoice choice = {0, 0};
    for (int i = 0; i < count; i++) {
        choice.cell = (uint8_t)ai_skill_cell(g, ready, unit, skills[i]);
        choice.action = skills[i];
        if (choice.cell)
            return choice;
    }
    choice.action = COMBAT_ATTACK;
    choice.cell = (uint8_t)ai_skill_cell(g, ready, unit, COMBAT_ATTACK);
    if (choice.cell)
        return choice;
    choice.action = COMBAT_MOVE;
    choice.cell = ready & 1 ? (uint8_t)ai_move_cell(g, unit) : (uint8_t)0;
    if (!choice.cell)
        choice.action = COMBAT_NO_ACTION;
    return choice;
}

/* One decision, carried through the same pipeline as anybody's. */
RULES void combat_auto(Combat *g, int unit)
{
    CombatState *s = g->state;
    CombatChoice choice = {0, 0};
    if (combat_done(s)->by_ai < COMBAT_AI_ACTIONS)
        choice = combat_ai(g, unit);
    if (choice.action) {
        combat_done(s)->by_ai++;
        combat_emit(g, COMBAT_EV_AI_ACT, unit, choice.action, choice.cell, 0);
        combat_aim(g, unit, choice.action);
        combat_confirm(g, choice.cell);
        return;
    }
    combat_emit(g, COMBAT_EV_AI_END, unit, 0, 0, 0);
    if (s->bonus) {
        combat_end_bonus(g);
        combat_run(g);
    } else {
        combat_end_unit(g);
    }
}
