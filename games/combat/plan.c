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

/* All cells within so many steps, in the order a breadth-first search finds them. */
RULES void combat_flood(const Combat *g, int unit, int steps_max, CombatFlood *flood)
{
    const CombatState *s = g->state;
    const bool large = combat_class(g, unit)->foot_count > 1;
    const int start = s->unit[unit].anchor;
    memset(flood->from, 0, sizeof flood->from);
    flood->cell[0] = (uint8_t)start;
    flood->steps[start] = 0;
    flood->from[start] = (uint8_t)start;
    flood->count = 1;
    for (int i = 0; i < flood->count; i++) {
        const int cell = flood->cell[i];
        if (flood->steps[cell] >= steps_max)
            return;
        for (int d = 0; d < 6; d++) {
            const int next = g->map->next[cell][d];
            if (!next || flood->from[next])
                continue;
            if (large
                    ? combat_blocked(g, unit, next)
                    : s->unit_at[next] || g->catalog->terrain[s->terrain[next]].blocks)
                continue;
            flood->from[next] = (uint8_t)cell;
            flood->steps[next] = (uint8_t)(flood->steps[cell] + 1);
            flood->cell[flood->count++] = (uint8_t)next;
        }
    }
}

/* The way to a reached cell, without the start; -1 when it is too long to walk. */
RULES int combat_path(const CombatFlood *flood, int cell, uint8_t *path)
{
    const int steps = flood->steps[cell];
    if (steps > COMBAT_PATH_MAX)
        return -1;
    for (int i = steps - 1; i >= 0; i--) {
        path[i] = (uint8_t)cell;
        cell = flood->from[cell];
    }
    return steps;
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

/* The least number of steps that could bring a target within range. */
RULES int combat_steps_least(const Combat *g, int unit, int target, int range)
{
    const int steps =
        combat_unit_distance(g, unit, g->state->unit[unit].anchor, target) - range;
    return steps > 0 ? steps : 0;
}

/* The best cell of a flood from which the target is within range: fewest steps, then
 * nearest to the target, then to the clicked cell, then found first; 0: none. */
RULES static int plan_best_cell(const Combat *g, int unit, int target, int clicked,
                                int range, const CombatFlood *flood)
{
    int best = 0, best_near = 0, best_clicked = 0;
    for (int i = 0; i < flood->count; i++) {
        const int cell = flood->cell[i];
        if (best && flood->steps[cell] > flood->steps[best])
            break;
        const int near = combat_unit_distance(g, unit, cell, target);
        if (near > range)
            continue;
        const int to_clicked = combat_distance(g->map, cell, clicked);
        if (!best || near < best_near ||
            (near == best_near && to_clicked < best_clicked)) {
            best = cell;
            best_near = near;
            best_clicked = to_clicked;
        }
    }
    return best;
}

/* False: there is no way. Most ways are as short as they can be, so that is tried
 * before the whole board is flooded. */
RULES bool combat_approach(const Combat *g, int unit, int target, int clicked,
                           int range, CombatAct *act)
{
    CombatFlood flood;
    const int least = combat_steps_least(g, unit, target, range);
    act->steps = 0;
    if (least == 0)
        return true;
    combat_flood(g, unit, least, &flood);
    int best = plan_best_cell(g, unit, target, clicked, range, &flood);
    if (!best) {
        combat_flood(g, unit, COMBAT_CELLS_MAX, &flood);
        best = plan_best_cell(g, unit, target, clicked, range, &flood);
    }
    const int steps = best ? combat_path(&flood, best, act->path) : -1;
    act->steps = steps < 0 ? (uint8_t)0 : (uint8_t)steps;
    return steps >= 0;
}

RULES static bool plan_walk_to(const Combat *g, CombatAct *act)
{
    CombatFlood flood;
    const int start = g->state->unit[act->actor].anchor;
    combat_flood(g, act->actor, combat_distance(g->map, start, act->cell), &flood);
    if (!flood.from[act->cell])
        combat_flood(g, act->actor, COMBAT_CELLS_MAX, &flood);
    const int steps =
        flood.from[act->cell] ? combat_path(&flood, act->cell, act->path) : -1;
    act->steps = steps < 0 ? (uint8_t)0 : (uint8_t)steps;
    return steps >= 0;
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

RULES static CardSet plan_move_cells(const Combat *g, int unit)
{
    const int steps = plan_walk_steps(g, unit, COMBAT_MOVE);
    CardSet set = set_none();
    CombatFlood flood;
    if (steps <= 0)
        return set;
    combat_flood(g, unit, steps, &flood);
    for (int i = 1; i < flood.count; i++)
        set_add(&set, flood.cell[i]);
    return set;
}

/* Adds the foes of 'foes' that some reached cell is near enough to; the others stay. */
RULES static uint32_t plan_strike(const Combat *g, int unit, int range, uint32_t foes,
                                  const CombatFlood *flood, CardSet *set)
{
    uint32_t left = foes;
    for (; foes; foes &= foes - 1) {
        const int foe = bits_first(foes);
        for (int i = 0; i < flood->count; i++)
            if (combat_unit_distance(g, unit, flood->cell[i], foe) <= range) {
                plan_add_unit(g, foe, set);
                left &= ~((uint32_t)1 << foe);
                break;
            }
    }
    return left;
}

RULES static CardSet plan_strike_cells(const Combat *g, int unit, int action)
{
    const CombatState *s = g->state;
    const int range = action == COMBAT_ATTACK ? combat_class(g, unit)->attack_range
                                              : combat_skill(g, action)->range;
    const int steps = plan_walk_steps(g, unit, action);
    CardSet set = set_none();
    CombatFlood flood;
    uint32_t foes = 0;
    int most = 0;
    for (int foe = 1; foe <= s->unit_count; foe++) {
        if (combat_is_down(s, foe) || !combat_are_foes(g, unit, foe))
            continue;
        const int least = combat_steps_least(g, unit, foe, range);
        if (least == 0 && steps >= 0)
            plan_add_unit(g, foe, &set);
        if (least == 0 || least > steps)
            continue;
        foes |= (uint32_t)1 << foe;
        most = least > most ? least : most;
    }
    if (!foes)
        return set;
    combat_flood(g, unit, most, &flood);
    foes = plan_strike(g, unit, range, foes, &flood, &set);
    if (foes && most < steps) {
        combat_flood(g, unit, steps, &flood);
        plan_strike(g, unit, range, foes, &flood, &set);
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
    int target = 0;
    if (skill->cls != COMBAT_CLS_SKILL)
        return skill->cls == COMBAT_CLS_MOVE ? plan_move_cells(g, unit)
                                             : plan_strike_cells(g, unit, action);
    if (skill->target == COMBAT_AT_SELF) {
        set_add(&set, s->unit[unit].anchor);
        return set;
    }
    if (skill->target == COMBAT_AT_GROUND) {
        for (int cell = 1; cell <= g->map->cell_count; cell++)
            if (combat_target(g, unit, action, cell, &target, NULL) == ERR_OK)
                set_add(&set, (Id)cell);
        return set;
    }
    for (int other = 1; other <= s->unit_count; other++)
        if (!combat_is_down(s, other) &&
            combat_target(g, unit, action, s->unit[other].anchor, &target, NULL) ==
                ERR_OK)
            plan_add_unit(g, other, &set);
    return set;
}
