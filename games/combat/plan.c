/* plan.c - may this cell be the target, which way leads there, and what does it cost.
 *
 * A plan starts at the anchor of the moment and remembers the versions it was made
 * from. */
#include "games/combat/combat.h"

RULES int combat_step_micros(int rate)
{
    ASSERT(rate > 0);
    return 1000000000 / rate;
}

RULES int combat_move_seconds(int steps, int rate)
{
    const int64_t micros = (int64_t)steps * combat_step_micros(rate);
    return (int)((micros + COMBAT_SECOND - 1) / COMBAT_SECOND);
}

/* Of the action itself, without an approach. */
RULES int combat_action_seconds(const Combat *g, int unit, int action)
{
    const CombatSkill *skill = combat_skill(g, action);
    if (action == COMBAT_ATTACK)
        return combat_class(g, unit)->attack_seconds;
    return action == COMBAT_MOVE ? 0 : skill->time;
}

/* The basic attack costs half as much again for every attack before it this turn. */
RULES int combat_action_energy(const Combat *g, int unit, int action)
{
    const int attacks = g->state->unit[unit].attacks;
    if (action == COMBAT_ATTACK)
        return (combat_class(g, unit)->attack_energy * (2 + attacks) + 1) / 2;
    return action == COMBAT_MOVE ? 0 : combat_skill(g, action)->energy;
}

RULES static Err plan_occupant(const Combat *g, int unit, int action, int cell,
                               int there, Quote *quote)
{
    const CombatSkill *skill = combat_skill(g, action);
    const int rule = skill->target;
    if (rule == COMBAT_AT_GROUND) {
        if (skill->cls == COMBAT_CLS_MOVE && cell == g->state->unit[unit].anchor)
            return COMBAT_ERR_TARGET_SELF;
        if (there && there != unit)
            return quote_refuse(quote, COMBAT_ERR_TARGET_BLOCKED, cell, there, 0);
        return ERR_OK;
    }
    if (!there)
        return quote_refuse(quote, COMBAT_ERR_TARGET_EMPTY, cell, 0, 0);
    if (rule == COMBAT_AT_UNIT)
        return ERR_OK;
    if (combat_are_foes(g, unit, there))
        return rule == COMBAT_AT_ENEMY
                   ? (Err)ERR_OK
                   : quote_refuse(quote, COMBAT_ERR_TARGET_ENEMY, there, 0, 0);
    if (there == unit)
        return rule == COMBAT_AT_ALLY && !skill->not_self ? (Err)ERR_OK
                                                          : (Err)COMBAT_ERR_TARGET_SELF;
    return rule == COMBAT_AT_ALLY
               ? (Err)ERR_OK
               : quote_refuse(quote, COMBAT_ERR_TARGET_FRIENDLY, there, 0, 0);
}

/* In this order: board, occupant, terrain, range. Move and Attack have no cast range.
 */
RULES Err combat_target(const Combat *g, int unit, int action, int cell, int *target,
                        Quote *quote)
{
    const CombatSkill *skill = combat_skill(g, action);
    const CombatState *s = g->state;
    *target = 0;
    if (cell < 1 || cell > g->map->cell_count)
        return COMBAT_ERR_TARGET_OFF_BOARD;
    if (skill->target == COMBAT_AT_SELF) {
        *target = unit;
        return cell == s->unit[unit].anchor ? (Err)ERR_OK : (Err)ERR_NOT_AN_OPTION;
    }
    const int there = s->unit_at[cell];
    const Err err = plan_occupant(g, unit, action, cell, there, quote);
    if (err)
        return err;
    if (skill->target == COMBAT_AT_GROUND &&
        g->catalog->terrain[s->terrain[cell]].blocks)
        return quote_refuse(quote, COMBAT_ERR_TARGET_BLOCKED, cell, 0, 0);
    *target = skill->target == COMBAT_AT_GROUND ? 0 : there;
    if (skill->cls != COMBAT_CLS_SKILL || skill->range == 255)
        return ERR_OK;
    const int distance =
        *target ? combat_unit_distance(g, unit, s->unit[unit].anchor, *target)
                : combat_unit_cell_distance(g, unit, cell);
    if (distance > skill->range)
        return quote_refuse(quote, COMBAT_ERR_TARGET_RANGE, distance, skill->range, 0);
    return ERR_OK;
}

/* Whose anchors combat_target allows, all at once. */
RULES uint32_t combat_targetable(const Combat *g, uint32_t living, int unit, int action)
{
    const CombatSkill *skill = combat_skill(g, action);
    const CombatState *s = g->state;
    const uint32_t own = (uint32_t)1 << unit;
    const int side = combat_side(g, unit);
    int target = 0;
    uint32_t found = living, near = 0;
    if (skill->target == COMBAT_AT_SELF)
        return living & own;
    if (skill->target == COMBAT_AT_GROUND)
        return combat_target(g, unit, action, s->unit[unit].anchor, &target, NULL)
                   ? 0
                   : living & own;
    if (skill->target == COMBAT_AT_ENEMY)
        found &= g->ground->side[side ^ 1];
    else if (skill->target == COMBAT_AT_ALLY)
        found &= g->ground->side[side] & ~(skill->not_self ? own : 0);
    if (skill->cls != COMBAT_CLS_SKILL || skill->range == 255)
        return found;
    for (uint32_t left = found; left; left &= left - 1) {
        const int other = bits_first(left);
        const bool in_range =
            combat_unit_distance(g, unit, s->unit[unit].anchor, other) <= skill->range;
        near |= (uint32_t)in_range << other;
    }
    return near;
}

/* The least number of steps that could bring a target within range. */
RULES int combat_steps_least(const Combat *g, int unit, int target, int range)
{
    const int steps =
        combat_unit_distance(g, unit, g->state->unit[unit].anchor, target) - range;
    return steps > 0 ? steps : 0;
}

/* The anchors among 'of' from which a unit has a target within range. */
RULES static CardSet plan_near(const Combat *g, int unit, int target, int range,
                               const CardSet *of)
{
    if (!(g->ground->wide >> unit & 1))
        return set_both(combat_around(g, target, range), *of);
    CardSet near = set_none();
    SET_EACH (cell, of)
        if (combat_unit_distance(g, unit, cell, target) <= range)
            set_add(&near, cell);
    return near;
}

/* Of cells as many steps away: those nearest to the target, then to the clicked cell.
 */
RULES static CardSet plan_best_cells(const Combat *g, int unit, int target, int clicked,
                                     const CardSet *cells)
{
    CardSet best = set_none();
    int best_near = 1 << 20, best_clicked = 0;
    SET_EACH (cell, cells) {
        const int near = combat_unit_distance(g, unit, cell, target);
        const int to_clicked = combat_distance(g->map, cell, clicked);
        if (near > best_near || (near == best_near && to_clicked > best_clicked))
            continue;
        if (near < best_near || to_clicked < best_clicked)
            best = set_none();
        best_near = near;
        best_clicked = to_clicked;
        set_add(&best, cell);
    }
    return best;
}

RULES static bool plan_go(const Combat *g, const CardSet *goals, const CardSet *field,
                          int unit, CombatAct *act)
{
    const int start = g->state->unit[unit].anchor;
    const int steps = combat_way(g, start, goals, field, act->path);
    act->steps = steps < 0 ? (uint8_t)0 : (uint8_t)steps;
    return steps >= 0;
}

/* The way to the best cell from which the target is within range: fewest steps, then
 * nearest to the target, then to the clicked cell. False: there is none. */
RULES bool combat_approach(const Combat *g, int unit, int target, int clicked,
                           int range, CombatAct *act)
{
    act->steps = 0;
    if (combat_steps_least(g, unit, target, range) == 0)
        return true;
    const CardSet field = combat_standing(g, unit);
    const CardSet near = plan_near(g, unit, target, range, &field);
    CardSet reach = set_one(g->state->unit[unit].anchor);
    if (!combat_flood_to(&g->ground->grid, &field, &near, &reach))
        return false;
    CardSet goals = set_both(reach, near);
    goals = plan_best_cells(g, unit, target, clicked, &goals);
    return plan_go(g, &goals, &field, unit, act);
}

RULES static bool plan_walk_to(const Combat *g, CombatAct *act)
{
    const CardSet field = combat_standing(g, act->actor), goal = set_one(act->cell);
    return plan_go(g, &goal, &field, act->actor, act);
}

/* Fills in everything but actor, action and cell. */
RULES Err combat_plan(const Combat *g, CombatAct *act, Quote *quote)
{
    const CombatState *s = g->state;
    const CombatUnit *u = &s->unit[act->actor];
    const CombatSkill *skill = combat_skill(g, act->action);
    int target = 0;
    const Err err =
        combat_target(g, act->actor, act->action, act->cell, &target, quote);
    if (err)
        return err;
    act->target = (uint8_t)target;
    act->actor_version = u->version;
    act->target_version = target ? s->unit[target].version : (uint16_t)0;
    act->steps = act->move_seconds = 0;
    if (skill->cls != COMBAT_CLS_SKILL) {
        const int range = act->action == COMBAT_ATTACK
                              ? combat_class(g, act->actor)->attack_range
                              : skill->range;
        const bool found =
            skill->cls == COMBAT_CLS_MOVE
                ? !combat_blocked(g, act->actor, act->cell) && plan_walk_to(g, act)
                : combat_approach(g, act->actor, target, act->cell, range, act);
        if (!found)
            return quote_refuse(quote, COMBAT_ERR_TARGET_NO_PATH, act->cell, 0, 0);
        act->rate = (uint16_t)combat_rate_at(
            g, act->actor, combat_rate_live(g, act->actor), u->anchor);
        const int seconds = combat_move_seconds(act->steps, act->rate);
        act->move_seconds = (uint8_t)combat_clamp(seconds, 0, 200);
        if (act->steps && combat_has_flag(g, act->actor, COMBAT_MOD_SNARE))
            return quote_refuse(quote, COMBAT_ERR_ENTANGLED, act->actor, 0, 0);
    }
    act->seconds = skill->kind == COMBAT_FULL_ROUND
                       ? u->remaining
                       : (uint8_t)combat_action_seconds(g, act->actor, act->action);
    act->energy = (uint8_t)combat_action_energy(g, act->actor, act->action);
    return ERR_OK;
}

RULES static Err plan_lack(Quote *quote, int err, int needs, int has)
{
    return needs > has ? quote_refuse(quote, err, needs - has, needs, has)
                       : (Err)ERR_OK;
}

/* Time, energy, class resource: the real price of a plan. */
RULES Err combat_afford(const Combat *g, const CombatAct *act, Quote *quote)
{
    const CombatUnit *u = &g->state->unit[act->actor];
    const CombatClass *cls = combat_class(g, act->actor);
    Err err = plan_lack(quote, COMBAT_ERR_LACK_TIME, act->move_seconds + act->seconds,
                        combat_available(g, act->actor));
    if (!err)
        err = plan_lack(quote, COMBAT_ERR_LACK_ENERGY,
                        act->move_seconds * cls->move_energy + act->energy, u->energy);
    if (!err)
        err = plan_lack(quote, COMBAT_ERR_LACK_RESOURCE,
                        combat_skill(g, act->action)->res_cost, u->res);
    return err;
}

/* How many seconds of walking a unit could pay besides an action. */
RULES static int plan_walk_seconds(const Combat *g, int unit, int action)
{
    const int each = combat_class(g, unit)->move_energy;
    const int time = combat_available(g, unit) - combat_action_seconds(g, unit, action);
    const int energy =
        g->state->unit[unit].energy - combat_action_energy(g, unit, action);
    if (energy < 0)
        return -1;
    return each && energy / each < time ? energy / each : time;
}

RULES static void plan_add_unit(const Combat *g, int unit, CardSet *set)
{
    uint8_t cells[COMBAT_FOOT_MAX];
    const int count = combat_unit_cells(g, unit, g->state->unit[unit].anchor, cells);
    for (int i = 0; i < count; i++)
        set_add(set, cells[i]);
}

/* How many steps a unit could pay besides an action; -1: not even that. */
RULES static int plan_walk_steps(const Combat *g, int unit, int action)
{
    const int seconds = plan_walk_seconds(g, unit, action);
    const int rate =
        combat_rate_at(g, unit, combat_rate_live(g, unit), g->state->unit[unit].anchor);
    if (seconds < 0)
        return -1;
    if (combat_has_flag(g, unit, COMBAT_MOD_SNARE))
        return 0;
    const int64_t steps = (int64_t)seconds * COMBAT_SECOND / combat_step_micros(rate);
    return steps > COMBAT_PATH_MAX ? (int)COMBAT_PATH_MAX : (int)steps;
}

/* All anchors within so many steps, the one it has included. */
RULES static CardSet plan_reach(const Combat *g, int unit, int steps)
{
    const CardSet field = combat_standing(g, unit);
    CardSet reach = set_one(g->state->unit[unit].anchor);
    combat_flood(&g->ground->grid, &field, steps, &reach);
    return reach;
}

RULES static CardSet plan_move_cells(const Combat *g, int unit)
{
    const int steps = plan_walk_steps(g, unit, COMBAT_MOVE);
    if (steps <= 0)
        return set_none();
    CardSet cells = plan_reach(g, unit, steps);
    set_remove(&cells, g->state->unit[unit].anchor);
    return cells;
}

/* All cells within range of a unit that can walk so many steps before. */
RULES static CardSet plan_struck(const Combat *g, int unit, int range, int steps)
{
    CardSet cells = plan_reach(g, unit, steps);
    if (g->ground->wide >> unit & 1) {
        const CardSet anchors = cells;
        uint8_t foot[COMBAT_FOOT_MAX];
        SET_EACH (anchor, &anchors)
            for (int i = combat_unit_cells(g, unit, anchor, foot) - 1; i >= 0; i--)
                set_add(&cells, foot[i]);
    }
    combat_flood(&g->ground->grid, &g->ground->grid.all, range, &cells);
    return cells;
}

RULES static CardSet plan_strike_cells(const Combat *g, int unit, int action)
{
    const CombatState *s = g->state;
    const int range = action == COMBAT_ATTACK ? combat_class(g, unit)->attack_range
                                              : combat_skill(g, action)->range;
    const int steps = plan_walk_steps(g, unit, action);
    CardSet set = set_none();
    uint32_t foes = 0;
    for (int foe = 1; foe <= s->unit_count; foe++) {
        if (combat_is_down(s, foe) || !combat_are_foes(g, unit, foe))
            continue;
        const int least = combat_steps_least(g, unit, foe, range);
        if (least == 0 && steps >= 0)
            plan_add_unit(g, foe, &set);
        else if (least <= steps)
            foes |= (uint32_t)1 << foe;
    }
    if (!foes)
        return set;
    const CardSet struck = plan_struck(g, unit, range, steps);
    for (; foes; foes &= foes - 1) {
        const int foe = bits_first(foes);
        CardSet cells = set_none();
        plan_add_unit(g, foe, &cells);
        const CardSet hit = set_both(cells, struck);
        if (!set_is_empty(&hit))
            set = set_union(set, cells);
    }
    return set;
}

/* Every cell that may be confirmed now; in W1 the price of the action itself is known
 * to be there. */
RULES CardSet combat_cells(const Combat *g, int unit, int action)
{
    const CombatState *s = g->state;
    const CombatSkill *skill = combat_skill(g, action);
    CardSet set = set_none();
    if (skill->cls != COMBAT_CLS_SKILL)
        return skill->cls == COMBAT_CLS_MOVE ? plan_move_cells(g, unit)
                                             : plan_strike_cells(g, unit, action);
    if (skill->target == COMBAT_AT_SELF) {
        set_add(&set, s->unit[unit].anchor);
        return set;
    }
    if (skill->target == COMBAT_AT_GROUND) {
        set = combat_free_cells(g);
        plan_add_unit(g, unit, &set);
        return skill->range == 255
                   ? set
                   : set_both(set, combat_around(g, unit, skill->range));
    }
    for (uint32_t left = combat_targetable(g, combat_living(s), unit, action); left;
         left &= left - 1)
        plan_add_unit(g, bits_first(left), &set);
    return set;
}
