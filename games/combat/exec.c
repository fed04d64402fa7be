/* exec.c - walk, strike, skill: one paid action is carried out (W3) and settled (W4).
 *
 * Executors fill a report and spend nothing; the settlement reads it once. */
#include "games/combat/reduce.h"

/* How a walk went. */
typedef struct {
    int used, saved; /* microseconds */
    int done;        /* steps */
    int broke;
    int live;    /* the unit's rate; 0: the ground may have changed it */
    bool snared; /* known with the rate */
    bool rolled;
} CombatWalk;

RULES static void exec_break(Combat *g, int unit, int cell, int reason, bool approach)
{
    const uint8_t list[1] = {approach};
    combat_emit_list(g, COMBAT_EV_WALK_BREAK, unit, cell, 0, reason, list, 1);
}

/* One step; why it cannot be made, or 0. */
RULES static int exec_step(Combat *g, const CombatAct *act, int at, bool approach,
                           CombatWalk *walk)
{
    const int unit = act->actor, next = act->path[walk->done];
    const uint8_t list[2] = {approach, act->steps};
    if (!walk->live) {
        walk->snared = combat_has_flag(g, unit, COMBAT_MOD_SNARE);
        walk->live = combat_rate_live(g, unit);
    }
    if (walk->snared)
        return COMBAT_BROKE_ENTANGLED;
    if (combat_blocked(g, unit, next))
        return COMBAT_BROKE_BLOCKED;
    const int rate = combat_rate_at(g, unit, walk->live, at);
    const int cost = combat_step_micros(rate), planned = combat_step_micros(act->rate);
    if (walk->used + cost > act->move_seconds * COMBAT_SECOND)
        return COMBAT_BROKE_NO_TIME;
    if (approach && rate < act->rate && !walk->rolled) {
        combat_emit(g, COMBAT_EV_ROLLED_BACK, unit, at, act->rate, rate);
        walk->rolled = true;
    }
    walk->used += cost;
    walk->saved += planned > cost ? planned - cost : 0;
    walk->done++;
    combat_emit_list(g, COMBAT_EV_WALK_STEP, unit, at, next, walk->done, list, 2);
    if (g->state->terrain[next]) {
        combat_enter(g, unit, next);
        walk->live = 0;
    }
    return 0;
}

/* rules 10.3. The cell that is left governs a step; one commit at the end. */
RULES static CombatWalk exec_walk(Combat *g, const CombatAct *act, bool approach)
{
    CombatWalk walk;
    const int unit = act->actor, start = g->state->unit[unit].anchor;
    const uint8_t list[1] = {approach};
    int at = start, before = start;
    memset(&walk, 0, sizeof walk);
    if (act->steps == 0)
        return walk;
    combat_emit_list(g, COMBAT_EV_WALK_BEGIN, unit, start, act->path[act->steps - 1],
                     act->steps, list, 1);
    while (walk.done < act->steps && !combat_is_down(g->state, unit)) {
        walk.broke = exec_step(g, act, at, approach, &walk);
        if (walk.broke) {
            exec_break(g, unit, at, walk.broke, approach);
            break;
        }
        before = at;
        at = act->path[walk.done - 1];
    }
    if (at != start && !combat_is_down(g->state, unit))
        combat_commit(g, unit, at, combat_direction(g->map, before, at), act->action);
    combat_emit_list(g, COMBAT_EV_WALK_END, unit, at, 0, 0, list, 1);
    return walk;
}

/* Seconds that come back after a walk, and why. */
RULES static void exec_walk_refund(const CombatAct *act, const CombatWalk *walk,
                                   bool approach, CombatReport *report)
{
    const int paid = act->move_seconds;
    int refund = walk->saved / COMBAT_REFUND_MICROS;
    if (refund > 0)
        report->tag = COMBAT_TAG_SPEED;
    if (walk->broke == COMBAT_BROKE_ENTANGLED || walk->broke == COMBAT_BROKE_BLOCKED) {
        const int unused = (paid * COMBAT_SECOND - walk->used) / COMBAT_SECOND;
        if (unused > refund) {
            refund = unused;
            report->tag = COMBAT_TAG_EARLY;
        }
    }
    if (approach && paid >= 1 && walk->done >= 1 &&
        walk->used < COMBAT_FREE_MOVE_MICROS) {
        refund++;
        report->tag = COMBAT_TAG_FREE_MOVE;
        report->free_move = true;
    }
    report->move_refund = refund < paid ? refund : paid;
}

RULES static void exec_stale(Combat *g, int unit, int plan, int actor)
{
    combat_emit(g, COMBAT_EV_STALE, unit, plan, g->state->unit[unit].version, actor);
}

RULES static void exec_move(Combat *g, CombatAct *act, CombatReport *report)
{
    if (g->state->unit[act->actor].version != act->actor_version) {
        exec_stale(g, act->actor, act->actor_version, act->actor);
        report->move_refund = act->move_seconds;
        report->tag = COMBAT_TAG_ANCHOR;
    } else {
        const CombatWalk walk = exec_walk(g, act, false);
        exec_walk_refund(act, &walk, false, report);
        if (walk.broke == COMBAT_BROKE_NO_TIME)
            combat_emit(g, COMBAT_EV_NO_MORE_TIME, act->actor, 0, 0, 0);
    }
    if (report->move_refund > 0)
        combat_emit(g, COMBAT_EV_TIME_REFUNDED, act->actor, 0, 0, report->move_refund);
}

RULES static int exec_range(const Combat *g, const CombatAct *act)
{
    return act->action == COMBAT_ATTACK ? combat_class(g, act->actor)->attack_range
                                        : combat_skill(g, act->action)->range;
}

/* Actor or target has moved since: the way is sought again within the seconds paid.
 * False: there is nothing to walk, and those seconds return. */
RULES static bool exec_rebuild(Combat *g, CombatAct *act)
{
    const CombatUnit *actor = &g->state->unit[act->actor];
    const CombatUnit *target = &g->state->unit[act->target];
    const bool actor_moved = actor->version != act->actor_version;
    const bool target_moved = target->version != act->target_version;
    if (actor_moved)
        exec_stale(g, act->actor, act->actor_version, act->actor);
    if (target_moved)
        exec_stale(g, act->target, act->target_version, act->actor);
    if (!actor_moved && !target_moved)
        return true;
    if (!combat_approach(g, act->actor, act->target, target->anchor, exec_range(g, act),
                         act))
        act->steps = 0;
    act->rate = (uint16_t)combat_rate_at(g, act->actor, combat_rate_live(g, act->actor),
                                         actor->anchor);
    return act->steps > 0;
}

/* The strike does not happen: its seconds, its energy and its count come back. */
RULES static void exec_no_strike(Combat *g, const CombatAct *act, int reason,
                                 CombatReport *report)
{
    const int attacks = g->state->unit[act->actor].attacks;
    combat_emit(g, COMBAT_EV_ATTACK_MISS, act->actor, act->target, 0, reason);
    report->attack_refund = act->seconds;
    report->energy_attack = 0;
    if (reason != COMBAT_MISS_GONE && !report->tag)
        report->tag = COMBAT_TAG_ATTACK_ADJUST;
    if (attacks > 0)
        combat_emit(g, COMBAT_EV_ATTACKS, act->actor, 0, 0, attacks - 1);
}

/* Every target rolls before anything happens to the first. */
RULES static void exec_roll(Combat *g, const CombatAct *act, int cell,
                            CombatReport *report)
{
    const CombatSkill *skill = combat_skill(g, act->action);
    const bool attack = skill->cls == COMBAT_CLS_ATTACK;
    uint8_t units[COMBAT_UNITS_MAX];
    const int count =
        combat_targets(g, act->actor, act->action, cell, act->target, units);
    for (int i = 0; i < count; i++) {
        const bool rolls =
            attack || (skill->can_miss && combat_are_foes(g, act->actor, units[i]));
        const bool hit = !rolls || combat_roll_hit(g, act->actor, units[i]);
        if (hit)
            report->hit[report->hit_count++] = units[i];
        if (attack && hit)
            combat_emit(g, COMBAT_EV_ATTACK_HIT, act->actor, units[i], 0, 0);
        else if (attack)
            combat_emit(g, COMBAT_EV_ATTACK_MISS, act->actor, units[i], 0,
                        COMBAT_MISS_ROLL);
        else if (!hit)
            combat_emit(g, COMBAT_EV_SKILL_MISS, act->actor, units[i], act->action, 0);
        if (hit && units[i] == act->target)
            report->success = true;
    }
    combat_emit_list(g, COMBAT_EV_HITS, act->actor, act->action, 0, 0, report->hit,
                     report->hit_count);
    combat_apply_effects(g, act->actor, act->action, cell, report->hit,
                         report->hit_count);
}

/* rules 10.4. */
RULES static void exec_strike(Combat *g, CombatAct *act, CombatReport *report)
{
    CombatWalk walk;
    int reason = -1;
    memset(&walk, 0, sizeof walk);
    if (combat_is_down(g->state, act->target)) {
        report->move_refund = act->move_seconds;
        exec_no_strike(g, act, COMBAT_MISS_GONE, report);
        return;
    }
    if (exec_rebuild(g, act)) {
        walk = exec_walk(g, act, true);
        exec_walk_refund(act, &walk, true, report);
    } else {
        report->move_refund = act->move_seconds;
        report->tag = COMBAT_TAG_ANCHOR;
    }
    if (combat_is_down(g->state, act->actor))
        reason = COMBAT_MISS_DOWN;
    else if (walk.rolled)
        reason = COMBAT_MISS_ROLLED;
    else if (walk.done < act->steps ||
             combat_unit_distance(g, act->actor, g->state->unit[act->actor].anchor,
                                  act->target) > exec_range(g, act))
        reason = COMBAT_MISS_REACH;
    if (reason >= 0) {
        exec_no_strike(g, act, reason, report);
        return;
    }
    const int cell = g->state->unit[act->target].anchor;
    combat_face(g, act->actor, cell);
    exec_roll(g, act, cell, report);
}

RULES static void exec_fizzle(Combat *g, const CombatAct *act, bool out_of_range,
                              CombatReport *report)
{
    combat_emit(g, COMBAT_EV_FIZZLE, act->actor, act->action, 0, out_of_range);
    report->fizzled = true;
}

/* A FullRound follows its target to where it is now. */
RULES static void exec_skill(Combat *g, const CombatAct *act, CombatReport *report)
{
    const CombatState *s = g->state;
    const CombatSkill *skill = combat_skill(g, act->action);
    const int cell = act->target ? s->unit[act->target].anchor : act->cell;
    if (act->target && combat_is_down(s, act->target)) {
        exec_fizzle(g, act, false, report);
        return;
    }
    if (skill->kind != COMBAT_FULL_ROUND && skill->range != 255) {
        const int distance =
            act->target ? combat_unit_distance(g, act->actor,
                                               s->unit[act->actor].anchor, act->target)
                        : combat_unit_cell_distance(g, act->actor, cell);
        if (distance > skill->range) {
            exec_fizzle(g, act, true, report);
            return;
        }
    }
    exec_roll(g, act, cell, report);
}

/* W4: what was not used comes back, then energy, resource and cooldown effects. */
RULES static void exec_settle(Combat *g, const CombatAct *act, bool derived,
                              const CombatReport *report)
{
    const int unit = act->actor, used = act->move_seconds + act->seconds;
    const int back = report->move_refund + report->attack_refund;
    const int refunded = back < used ? back : used;
    const int each = combat_class(g, unit)->move_energy;
    const int tag = report->tag ? report->tag : (int)COMBAT_TAG_ADJUST;
    const int cls = combat_skill(g, act->action)->cls;
    const uint8_t list[5] = {(uint8_t)used, (uint8_t)refunded,
                             (uint8_t)(used - refunded),
                             (uint8_t)(cls == COMBAT_CLS_SKILL ? report->energy_attack
                                                               : report->energy_move),
                             (uint8_t)report->energy_attack};
    combat_emit_list(g, COMBAT_EV_RESOLVE_BEGIN, unit, act->action, derived,
                     report->free_move, list, cls == COMBAT_CLS_ATTACK ? 5 : 4);
    combat_refund_time(g, unit, refunded, tag);
    combat_refund_energy(g, unit, report->move_refund * each, tag);
    combat_refund_energy(g, unit, act->energy - report->energy_attack,
                         COMBAT_TAG_ATTACK_ADJUST);
    if (!report->fizzled)
        combat_settle_effects(g, unit, act->action, report->hit, report->hit_count);
    const uint8_t after[2] = {(uint8_t)combat_available(g, unit),
                              (uint8_t)g->state->unit[unit].energy};
    combat_emit_list(g, COMBAT_EV_RESOLVE_END, unit, act->action, derived, 0, after, 2);
    combat_check_victory(g);
}

RULES CombatReport combat_execute_act(Combat *g, CombatAct *act, bool derived)
{
    const int cls = combat_skill(g, act->action)->cls;
    const uint8_t before[2] = {(uint8_t)combat_available(g, act->actor),
                               (uint8_t)g->state->unit[act->actor].energy};
    CombatReport report;
    memset(&report, 0, sizeof report);
    report.energy_attack = act->energy;
    if (combat_is_down(g->state, act->actor)) {
        combat_emit(g, COMBAT_EV_EXECUTE_ABORT, act->actor, act->action, derived, 0);
        report.fizzled = true;
        return report;
    }
    combat_emit_list(g, COMBAT_EV_EXECUTE_BEGIN, act->actor, act->action, derived, 0,
                     before, 2);
    if (cls == COMBAT_CLS_MOVE)
        exec_move(g, act, &report);
    else if (cls == COMBAT_CLS_ATTACK)
        exec_strike(g, act, &report);
    else
        exec_skill(g, act, &report);
    combat_emit(g, COMBAT_EV_EXECUTE_END, act->actor, act->action, derived, 0);
    report.energy_move = (act->move_seconds - report.move_refund) *
                         combat_class(g, act->actor)->move_energy;
    exec_settle(g, act, derived, &report);
    return report;
}
