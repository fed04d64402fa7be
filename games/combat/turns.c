/* turns.c - the six nodes of a round, whose turn it is, and who has won. */
#include "games/combat/reduce.h"

RULES void combat_set_mode(Combat *g, int mode)
{
    if (g->state->mode != mode)
        combat_emit(g, COMBAT_EV_MODE, mode + 1, 0, 0, 0);
}

RULES static void turns_win(Combat *g, int side, int reason)
{
    combat_emit(g, COMBAT_EV_VICTORY, side + 1, reason, 0, g->state->round);
}

/* Whether a side had units, and how many of them live. */
RULES static bool turns_beaten(const Combat *g, int side)
{
    const CombatState *s = g->state;
    bool had = false;
    for (int i = 0; i < COMBAT_UNITS_MAX && s->order[side][i]; i++) {
        had = true;
        if (!combat_is_down(s, s->order[side][i]))
            return false;
    }
    return had;
}

RULES static bool turns_reached(const Combat *g)
{
    const CombatScenario *scenario = g->scenario;
    for (int i = 0; i < scenario->goal_count; i++) {
        const int unit = g->state->unit_at[scenario->goal[i]];
        if (unit && combat_side(g, unit) == COMBAT_P1)
            return true;
    }
    return false;
}

/* rules 18: the first that holds decides. */
RULES void combat_check_victory(Combat *g)
{
    const CombatScenario *scenario = g->scenario;
    const CombatState *s = g->state;
    if (s->mode == COMBAT_MODE_OVER)
        return;
    if (turns_beaten(g, COMBAT_P1))
        turns_win(g, COMBAT_ENEMY, COMBAT_BY_ELIMINATED);
    else if (scenario->protect && combat_is_down(s, scenario->protect))
        turns_win(g, COMBAT_ENEMY, COMBAT_BY_PROTECT_LOST);
    else if (scenario->kill && combat_is_down(s, scenario->kill))
        turns_win(g, COMBAT_P1, COMBAT_BY_KILL_UNIT);
    else if (scenario->goal_count && turns_reached(g))
        turns_win(g, COMBAT_P1, COMBAT_BY_REACH);
    else if (turns_beaten(g, COMBAT_ENEMY))
        turns_win(g, COMBAT_P1, COMBAT_BY_ELIMINATED);
}

/* After the Enemy's EndTurn. No battle lasts longer than the rounds that data allows:
 * who has not won by then has lost, as with any other limit. */
RULES static void turns_check_rounds(Combat *g)
{
    const CombatScenario *scenario = g->scenario;
    const int round = g->state->round;
    if (scenario->rounds && round >= scenario->rounds)
        turns_win(g, COMBAT_P1, COMBAT_BY_SURVIVE);
    else if ((scenario->limit && round >= scenario->limit) ||
             round >= g->catalog->rounds_max)
        turns_win(g, COMBAT_ENEMY, COMBAT_BY_TIME_LIMIT);
}

RULES static bool turns_over(const Combat *g)
{
    return g->state->mode == COMBAT_MODE_OVER;
}

RULES static void turns_announce(Combat *g, int side, int round)
{
    const CombatState *s = g->state;
    uint8_t units[COMBAT_UNITS_MAX];
    int count = 0;
    combat_emit(g, COMBAT_EV_TURN_BEGIN, side + 1, 0, 0, round);
    for (int i = 0; i < COMBAT_UNITS_MAX && s->order[side][i]; i++)
        if (!combat_is_down(s, s->order[side][i]))
            units[count++] = s->order[side][i];
    combat_emit_list(g, COMBAT_EV_PHASE_UNITS, side + 1, 0, 0, round, units, count);
}

/* A pending FullRound counts down, and is carried out when due. */
RULES static void turns_full_round(Combat *g, int unit)
{
    const CombatUnit *u = &g->state->unit[unit];
    CombatAct act;
    if (u->full_left > 1) {
        combat_emit(g, COMBAT_EV_FULL_WAIT, unit, u->full_action, 0, u->full_left - 1);
        return;
    }
    memset(&act, 0, sizeof act);
    act.actor = (uint8_t)unit;
    act.action = u->full_action;
    act.cell = u->full_cell;
    act.target = u->full_target;
    act.seconds = u->full_seconds;
    act.energy = combat_skill(g, act.action)->energy;
    combat_emit(g, COMBAT_EV_FULL_RESOLVE, unit, act.action, 0, 0);
    combat_execute_act(g, &act, false);
}

/* rules 4.2, in its order. */
RULES void combat_phase_start(Combat *g)
{
    CombatState *s = g->state;
    const int side = s->round == 0 ? (int)COMBAT_P1 : s->side ^ 1;
    turns_announce(g, side, s->round + (side == COMBAT_P1));
    for (int i = 0; i < COMBAT_UNITS_MAX && s->order[side][i]; i++) {
        const int unit = s->order[side][i];
        combat_dot_tick(g, unit);
        if (!combat_is_down(s, unit))
            combat_stand(g, unit);
    }
    combat_check_victory(g);
    for (int i = 0; i < COMBAT_UNITS_MAX && s->order[side][i] && !turns_over(g); i++)
        if (s->unit[s->order[side][i]].full_action)
            turns_full_round(g, s->order[side][i]);
    if (turns_over(g))
        return;
    for (int k = 0; k < COMBAT_SIDES; k++) {
        const uint8_t *order = s->order[side ^ k];
        for (int i = 0; i < COMBAT_UNITS_MAX && order[i]; i++)
            if (!combat_is_down(s, order[i]))
                combat_refresh(g, order[i]);
    }
    s->hold_ms = 0;
    memset(&s->done, 0, sizeof s->done);
    combat_emit(g, COMBAT_EV_PHASE_HOLD, side + 1, 0, 0, s->round);
    combat_set_mode(g, COMBAT_MODE_PHASE_START);
}

RULES static void turns_drop_first(CombatState *s)
{
    for (int i = 0; i + 1 < s->queue_count; i++)
        s->queue[i] = s->queue[i + 1];
    s->queue[--s->queue_count] = 0;
}

/* Begin or resume the turn of the first in the queue; true when it can act. */
RULES static bool turns_begin_unit(Combat *g, int unit)
{
    CombatState *s = g->state;
    const CombatUnit *u = &s->unit[unit];
    if (combat_is_down(s, unit))
        return false;
    if (u->full_action) {
        combat_emit(g, COMBAT_EV_FULL_SKIP, unit, u->full_action, 0, u->full_left);
        return false;
    }
    memset(&s->done, 0, sizeof s->done);
    if (u->marks & COMBAT_BEGUN) {
        combat_emit(g, COMBAT_EV_UNIT_RESUME, unit, u->remaining, 0, s->round);
        return true;
    }
    const int time = combat_turn_time(g, unit);
    const int prepaid = u->prepaid < time ? u->prepaid : time;
    const uint8_t list[1] = {(uint8_t)time};
    const bool stunned = combat_has_flag(g, unit, COMBAT_MOD_STUN);
    combat_emit_list(g, COMBAT_EV_UNIT_BEGIN, unit, prepaid, time - prepaid, s->round,
                     list, 1);
    if (time > 0 && !stunned)
        return true;
    combat_emit(g, COMBAT_EV_UNIT_SKIP, unit, time > 0, 0, s->round);
    combat_emit(g, COMBAT_EV_UNIT_END, unit, 0, 0, s->round);
    return false;
}

RULES static void turns_end_side(Combat *g)
{
    CombatState *s = g->state;
    combat_settle_turn(g);
    combat_emit(g, COMBAT_EV_TURN_END, s->side + 1, 0, 0, s->round);
    if (s->side == COMBAT_ENEMY)
        turns_check_rounds(g);
    if (!turns_over(g))
        combat_phase_start(g);
}

/* On to the next unit that can act, or through EndTurn to the next hold. */
RULES void combat_next(Combat *g)
{
    CombatState *s = g->state;
    while (s->queue_count > 0) {
        if (turns_begin_unit(g, s->queue[0])) {
            combat_set_mode(g, COMBAT_MODE_IDLE);
            return;
        }
        turns_drop_first(s);
    }
    turns_end_side(g);
}

/* Only PhaseStart listens to the clock. */
RULES void combat_tick(Combat *g, int ms)
{
    CombatState *s = g->state;
    if (s->mode != COMBAT_MODE_PHASE_START)
        return;
    const int held = s->hold_ms + ms;
    s->hold_ms = (uint16_t)(held < COMBAT_HOLD_MS ? held : COMBAT_HOLD_MS);
    if (held < COMBAT_HOLD_MS)
        return;
    s->hold_ms = 0;
    combat_emit(g, COMBAT_EV_TURN_RUN, s->side + 1, 0, 0, s->round);
    s->queue_count = 0;
    for (int i = 0; i < COMBAT_UNITS_MAX && s->order[s->side][i]; i++)
        if (!combat_is_down(s, s->order[s->side][i]))
            s->queue[s->queue_count++] = s->order[s->side][i];
    combat_next(g);
}

RULES void combat_end_unit(Combat *g)
{
    CombatState *s = g->state;
    ASSERT(s->active && s->queue_count > 0 && s->queue[0] == s->active);
    combat_emit(g, COMBAT_EV_UNIT_END, s->active, 0, 0, s->round);
    turns_drop_first(s);
    combat_next(g);
}

RULES bool combat_can_defer(const Combat *g, int unit, int after)
{
    const CombatState *s = g->state;
    if (s->mode != COMBAT_MODE_IDLE || s->bonus || s->active != unit ||
        combat_side(g, unit) != COMBAT_P1 ||
        (s->unit[unit].marks & (COMBAT_SPENT | COMBAT_REORDERED)))
        return false;
    for (int i = 1; i < s->queue_count; i++)
        if (s->queue[i] == after)
            return true;
    return false;
}

/* Right behind the other, now and in later rounds. */
RULES void combat_defer(Combat *g, int unit, int after)
{
    CombatState *s = g->state;
    int at = 0;
    combat_emit(g, COMBAT_EV_REORDER, unit, after, 0, s->round);
    for (; s->queue[at] != after; at++)
        s->queue[at] = s->queue[at + 1];
    s->queue[at] = (uint8_t)unit;
    combat_next(g);
}

RULES void combat_begin(Combat *g)
{
    CombatState *s = g->state;
    for (int unit = 1; unit <= s->unit_count; unit++)
        s->unit[unit].shown = (uint16_t)combat_rate_live(g, unit);
    combat_phase_start(g);
}
