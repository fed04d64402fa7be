/* ledger.c - the only code that moves seconds, energy, resources and cooldowns. */
#include "games/combat/reduce.h"

RULES int combat_turn_time_at(const Combat *g, int unit, int speed)
{
    const int time = COMBAT_TURN_SECONDS + combat_class(g, unit)->speed + speed;
    return combat_clamp(time, 0, COMBAT_TURN_TIME_MAX);
}

RULES int combat_turn_time(const Combat *g, int unit)
{
    return combat_turn_time_at(g, unit, combat_mod(g, unit, COMBAT_MOD_SPEED));
}

/* Own turn: what remains. A bonus turn: what is left of it, as far as the next own turn
 * can still lend it. Else: what can be borrowed from the next own turn. */
RULES int combat_available_of(const Combat *g, int unit, int turn_time)
{
    const CombatState *s = g->state;
    const CombatUnit *u = &s->unit[unit];
    const int room = turn_time - u->prepaid;
    const int lent = room > 0 ? room : 0;
    if (s->bonus == unit)
        return s->bonus_left < lent ? s->bonus_left : lent;
    return s->active == unit ? u->remaining : lent;
}

RULES int combat_available(const Combat *g, int unit)
{
    return combat_available_of(g, unit, combat_turn_time(g, unit));
}

/* The place of an action among the cooldowns of a unit; Move has none and is at 0 with
 * Attack, but never cools down. */
RULES int combat_known(const Combat *g, int unit, int action)
{
    const CombatClass *cls = combat_class(g, unit);
    if (action == COMBAT_MOVE || action == COMBAT_ATTACK)
        return 0;
    for (int i = 0; i < cls->skill_count; i++)
        if (cls->skill[i] == action)
            return i + 1;
    return -1;
}

RULES int combat_place(const Combat *g, int unit, int action)
{
    return action == COMBAT_MOVE ? 0 : combat_known(g, unit, action) + 1;
}

RULES int combat_cooldown(const Combat *g, int unit, int action)
{
    return action == COMBAT_MOVE
               ? 0
               : g->state->unit[unit].cd[combat_known(g, unit, action)];
}

RULES static void ledger_spend_time(Combat *g, int unit, int seconds)
{
    const CombatState *s = g->state;
    const CombatUnit *u = &s->unit[unit];
    if (seconds == 0)
        return;
    if (s->active == unit && s->bonus != unit)
        combat_emit(g, COMBAT_EV_TIME_SPEND, unit, seconds, 0, u->remaining - seconds);
    else
        combat_emit(g, COMBAT_EV_TIME_PREPAY, unit, seconds, 0, u->prepaid + seconds);
}

RULES static void ledger_spend(Combat *g, int unit, int amount, int tag, bool resource)
{
    const CombatUnit *u = &g->state->unit[unit];
    const uint8_t list[1] = {resource};
    if (amount > 0)
        combat_emit_list(g, COMBAT_EV_RES_SPEND, unit, amount, tag,
                         (resource ? u->res : u->energy) - amount, list, 1);
}

/* In the order of rules 16.2: time, move energy, action energy, resource, cooldown. */
RULES void combat_pay(Combat *g, int unit, int action, int seconds, int move_energy,
                      int energy)
{
    const CombatSkill *skill = combat_skill(g, action);
    const CombatClass *cls = combat_class(g, unit);
    const int tag =
        skill->cls == COMBAT_CLS_ATTACK ? (int)COMBAT_TAG_ATTACK : skill->kind;
    const int cooldown =
        action == COMBAT_ATTACK ? cls->attack_cooldown : skill->cooldown;
    ledger_spend_time(g, unit, seconds);
    ledger_spend(g, unit, move_energy, COMBAT_TAG_MOVE, false);
    ledger_spend(g, unit, energy, tag, false);
    ledger_spend(g, unit, skill->res_cost, tag, true);
    if (cooldown > 0)
        combat_emit(g, COMBAT_EV_CD_START, unit, action, 0, cooldown);
    const int attacks = g->state->unit[unit].attacks;
    if (skill->cls == COMBAT_CLS_ATTACK && attacks < COMBAT_ATTACKS_MAX)
        combat_emit(g, COMBAT_EV_ATTACKS, unit, 0, 0, attacks + 1);
}

/* The reverse of spending, never above what the turn has. */
RULES void combat_refund_time(Combat *g, int unit, int seconds, int tag)
{
    const CombatState *s = g->state;
    const CombatUnit *u = &s->unit[unit];
    const bool own = s->active == unit && s->bonus != unit;
    const uint8_t list[1] = {!own};
    int after = 0;
    if (seconds <= 0)
        return;
    if (own) {
        const int time = combat_turn_time(g, unit);
        after = u->remaining + seconds;
        after = after > time && time >= u->remaining ? time : after;
    } else {
        after = u->prepaid > seconds ? u->prepaid - seconds : 0;
    }
    combat_emit_list(g, COMBAT_EV_TIME_REFUND, unit, seconds, tag, after, list, 1);
}

RULES void combat_refund_energy(Combat *g, int unit, int energy, int tag)
{
    const int max = combat_class(g, unit)->energy_max;
    const int after = g->state->unit[unit].energy + energy;
    if (energy > 0)
        combat_emit(g, COMBAT_EV_RES_REFUND, unit, energy, tag,
                    after > max ? max : after);
}

RULES void combat_gain(Combat *g, int unit, int action, int amount, bool resource)
{
    const CombatUnit *u = &g->state->unit[unit];
    const CombatClass *cls = combat_class(g, unit);
    const uint8_t list[1] = {resource};
    const int max = resource ? cls->res_max : cls->energy_max;
    const int after = (resource ? u->res : u->energy) + amount;
    if (max > 0)
        combat_emit_list(g, COMBAT_EV_RES_GAIN, unit, amount, action,
                         combat_clamp(after, 0, max), list, 1);
}

/* 'which' is the place among the unit's cooldowns. */
RULES void combat_cooldown_add(Combat *g, int unit, int which, int seconds)
{
    const CombatUnit *u = &g->state->unit[unit];
    const int action =
        which == 0 ? (int)COMBAT_ATTACK : combat_class(g, unit)->skill[which - 1];
    combat_emit(g, COMBAT_EV_CD_ADD, unit, action,
                combat_clamp(u->cd[which] + seconds, 0, 250), seconds);
}

/* The living units, the side whose turn ends first; returns how many. */
RULES static int ledger_everybody(const Combat *g, uint8_t *units)
{
    const CombatState *s = g->state;
    int count = 0;
    for (int i = 0; i < COMBAT_SIDES; i++) {
        const uint8_t *order = s->order[s->side ^ i];
        for (int k = 0; k < COMBAT_UNITS_MAX && order[k]; k++)
            if (!combat_is_down(s, order[k]))
                units[count++] = order[k];
    }
    return count;
}

RULES static void ledger_tick_cooldowns(Combat *g, const uint8_t *units, int count)
{
    uint8_t list[4 * COMBAT_UNITS_MAX * COMBAT_KNOWN_MAX];
    int used = 0;
    for (int i = 0; i < count && g->log; i++) {
        const CombatUnit *u = &g->state->unit[units[i]];
        for (int k = 0; k < COMBAT_KNOWN_MAX && u->cd_order[k]; k++) {
            const int which = u->cd_order[k] - 1;
            if (u->cd[which] == 0)
                continue;
            list[used++] = units[i];
            list[used++] = which == 0 ? (uint8_t)COMBAT_ATTACK
                                      : combat_class(g, units[i])->skill[which - 1];
            list[used++] = u->cd[which];
            list[used++] = u->cd[which] > COMBAT_TURN_SECONDS
                               ? (uint8_t)(u->cd[which] - COMBAT_TURN_SECONDS)
                               : (uint8_t)0;
        }
    }
    combat_emit_list(g, COMBAT_EV_CD_TICK, 0, 0, 0, 0, list, used);
}

RULES static void ledger_tick_buffs(Combat *g, const uint8_t *units, int count)
{
    uint8_t list[4 * COMBAT_UNITS_MAX * COMBAT_BUFFS_MAX];
    int used = 0;
    for (int i = 0; i < count && g->log; i++) {
        const CombatUnit *u = &g->state->unit[units[i]];
        for (int k = 0; k < u->buff_count; k++) {
            if (u->buff[k].left <= 0)
                continue;
            list[used++] = units[i];
            list[used++] = g->catalog->buff[u->buff[k].def].tag;
            list[used++] = (uint8_t)u->buff[k].left;
            list[used++] = (uint8_t)(u->buff[k].left - 1);
        }
    }
    combat_emit_list(g, COMBAT_EV_BUFF_TICK, 0, 0, 0, 0, list, used);
}

RULES static void ledger_regenerate(Combat *g, int unit)
{
    const CombatState *s = g->state;
    const CombatUnit *u = &s->unit[unit];
    const CombatClass *cls = combat_class(g, unit);
    const int gain = combat_turn_time(g, unit) * cls->regen / 2;
    const int after = u->energy + gain;
    combat_emit(g, COMBAT_EV_REGEN, unit, gain,
                after > cls->energy_max ? cls->energy_max : after, s->round);
    if (cls->res_max > 0 && (!cls->res_round || s->side == COMBAT_ENEMY))
        combat_emit(g, COMBAT_EV_CLASS_RES, unit, s->round,
                    combat_clamp(u->res + cls->res_delta, 0, cls->res_max),
                    cls->res_delta);
}

RULES void combat_settle_turn(Combat *g)
{
    uint8_t units[COMBAT_UNITS_MAX];
    const int count = ledger_everybody(g, units);
    ledger_tick_cooldowns(g, units, count);
    ledger_tick_buffs(g, units, count);
    for (int i = 0; i < count; i++) {
        const CombatUnit *u = &g->state->unit[units[i]];
        for (int k = 0; k < u->sticky_count; k++)
            if (u->sticky[k].left > 0)
                combat_emit(g, COMBAT_EV_STICKY_TICK, units[i],
                            g->catalog->sticky[u->sticky[k].def].tag, k,
                            u->sticky[k].left - 1);
    }
    for (int i = 0; i < count; i++)
        ledger_regenerate(g, units[i]);
}
