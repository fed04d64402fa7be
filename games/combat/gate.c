/* gate.c - W1: whether a unit may take an action now, and why not. */
#include "games/combat/combat.h"

RULES static Err gate_lack(Quote *quote, int err, int needs, int has)
{
    return needs > has ? quote_refuse(quote, err, needs - has, needs, has)
                       : (Err)ERR_OK;
}

RULES CombatMeans combat_means(const Combat *g, int unit)
{
    const CombatUnit *u = &g->state->unit[unit];
    CombatMeans means = {ERR_OK, 0, 0, false};
    int speed = 0, stunned = 0, snared = 0;
    for (int i = 0; i < u->buff_count; i++) {
        const int16_t *mod = g->catalog->buff[u->buff[i].def].mod;
        speed += mod[COMBAT_MOD_SPEED];
        stunned |= mod[COMBAT_MOD_STUN];
        snared |= mod[COMBAT_MOD_SNARE];
    }
    if (combat_is_down(g->state, unit))
        means.barred = COMBAT_ERR_DOWN;
    else if (u->full_action)
        means.barred = COMBAT_ERR_FULL_ROUND_ACTIVE;
    else if (stunned)
        means.barred = COMBAT_ERR_STUNNED;
    means.turn_time = combat_turn_time_at(g, unit, speed);
    means.time = combat_available_of(g, unit, means.turn_time);
    means.snared = snared != 0;
    return means;
}

/* Eight bytes: a bit for each that is not 0. */
RULES static inline uint32_t gate_not_zero(uint64_t bytes)
{
    const uint64_t low = 0x7f7f7f7f7f7f7f7fu;
    const uint64_t high = (((bytes & low) + low) | bytes) & ~low;
    return (uint32_t)((high >> 7) * 0x0102040810204080u >> 56);
}

/* Bit a cooldown that runs: Attack, then the skills. */
RULES static uint32_t gate_cooling(const CombatUnit *u)
{
    uint64_t first = 0, last = 0;
    static_assert(sizeof u->cd == 12, "a word and a half");
    memcpy(&first, u->cd, 8);
    memcpy(&last, u->cd + 8, 4);
    if (!(first | last))
        return 0;
    return gate_not_zero(first) | gate_not_zero(last) << 8;
}

/* What an action costs before a target is known. */
RULES static Err gate_estimate(const Combat *g, const CombatMeans *means, int unit,
                               int action, Quote *quote)
{
    const CombatSkill *skill = combat_skill(g, action);
    const CombatUnit *u = &g->state->unit[unit];
    const bool move = action == COMBAT_MOVE;
    const int seconds = move ? 1
                        : skill->kind == COMBAT_FULL_ROUND
                            ? 0
                            : combat_action_seconds(g, unit, action);
    const int energy = move ? combat_class(g, unit)->move_energy
                            : combat_action_energy(g, unit, action);
    Err err = gate_lack(quote, COMBAT_ERR_LACK_TIME, seconds, means->time);
    if (!err)
        err = gate_lack(quote, COMBAT_ERR_LACK_ENERGY, energy, u->energy);
    if (!err)
        err = gate_lack(quote, COMBAT_ERR_LACK_RESOURCE, skill->res_cost, u->res);
    return err;
}

RULES CombatDone *combat_done(CombatState *s)
{
    return s->bonus ? &s->bonus_done : &s->done;
}

/* Every turn ends: an action takes a second of it, or is one of a few that may take
 * none in the end, whatever content gives back. */
RULES int combat_actions_max(const Combat *g)
{
    const CombatState *s = g->state;
    if (s->bonus)
        return COMBAT_ACTIONS_OVER + s->bonus_cap;
    return COMBAT_ACTIONS_OVER + (s->active ? combat_turn_time(g, s->active) : 0);
}

/* rules 9.3, rows 5 to 7: may an action of this kind start here? */
RULES static Err gate_kind(const Combat *g, const CombatMeans *means, int unit,
                           int action, Quote *quote)
{
    const CombatState *s = g->state;
    const CombatSkill *skill = combat_skill(g, action);
    const CombatUnit *u = &s->unit[unit];
    const bool bonus = s->bonus == unit;
    if (combat_done(g->state)->actions >= COMBAT_ACTIONS_OVER) {
        const int most = combat_actions_max(g);
        if (combat_done(g->state)->actions >= most)
            return quote_refuse(quote, COMBAT_ERR_ACTION_LIMIT, most, 0, 0);
    }
    if (skill->kind == COMBAT_STANDARD || skill->kind == COMBAT_FREE)
        return ERR_OK;
    if (skill->kind == COMBAT_FULL_ROUND && !bonus &&
        (u->remaining != means->turn_time || (u->marks & COMBAT_SPENT)))
        return quote_refuse(quote, COMBAT_ERR_NOT_FULL_BUDGET, u->remaining,
                            means->turn_time, 0);
    if ((skill->kind == COMBAT_FULL_ROUND && bonus) || skill->kind == COMBAT_DERIVED ||
        (skill->kind == COMBAT_SUSTAINED && (bonus || !combat_class(g, unit)->boss)))
        return quote_refuse(quote, COMBAT_ERR_KIND_NOT_ALLOWED, action, 0, 0);
    if (skill->kind == COMBAT_REACTION && skill->trigger != COMBAT_IF_ANY)
        return quote_refuse(quote, COMBAT_ERR_CONDITION, action, 0, 0);
    return ERR_OK;
}

/* rules 9.3, rows 3 to 11; 'which': the action's place among the unit's cooldowns,
 * 'in_chain': as an answer or a follow-up, without 5 to 7. */
RULES Err combat_check_means(const Combat *g, const CombatMeans *means, int unit,
                             int action, int which, bool in_chain, Quote *quote)
{
    if (means->barred)
        return quote_refuse(quote, means->barred, unit, 0, 0);
    const int seconds = action == COMBAT_MOVE ? 0 : g->state->unit[unit].cd[which];
    if (seconds)
        return quote_refuse(quote, COMBAT_ERR_COOLDOWN, seconds, (seconds + 5) / 6, 0);
    const Err err = in_chain ? (Err)ERR_OK : gate_kind(g, means, unit, action, quote);
    if (err)
        return err;
    if (combat_skill(g, action)->cls == COMBAT_CLS_MOVE && means->snared)
        return quote_refuse(quote, COMBAT_ERR_ENTANGLED, unit, 0, 0);
    return gate_estimate(g, means, unit, action, quote);
}

RULES Err combat_precheck(const Combat *g, int unit, int action, bool in_chain,
                          Quote *quote)
{
    const CombatMeans means = combat_means(g, unit);
    return combat_check_means(g, &means, unit, action, combat_known(g, unit, action),
                              in_chain, quote);
}

/* W1: rules 9.3, all rows. */
RULES Err combat_can_aim(const Combat *g, int unit, int action, Quote *quote)
{
    const CombatState *s = g->state;
    if (combat_known(g, unit, action) < 0)
        return quote_refuse(quote, COMBAT_ERR_NOT_KNOWN, unit, action, 0);
    if (s->mode == COMBAT_MODE_PHASE_START) {
        if (combat_skill(g, action)->kind != COMBAT_FREE ||
            combat_side(g, unit) != COMBAT_P1)
            return COMBAT_ERR_PHASE_START;
    } else if (s->mode != COMBAT_MODE_IDLE) {
        return COMBAT_ERR_BUSY;
    } else if (combat_actor(s) != unit) {
        return quote_refuse(quote, COMBAT_ERR_NOT_ITS_TURN, unit, combat_actor(s), 0);
    }
    return combat_precheck(g, unit, action, false, quote);
}

/* Actions that a unit could pay if they took no energy that rises: a row of bytes each,
 * without a jump. */
RULES static uint32_t gate_affordable(const CombatGate *gate, int time, int energy,
                                      int resource)
{
    const uint8_t t = (uint8_t)(time < 255 ? time : 255);
    const uint8_t e = (uint8_t)(energy < 255 ? energy : 255);
    const uint8_t r = (uint8_t)(resource < 255 ? resource : 255);
    uint8_t paid[COMBAT_PLACES];
    uint64_t first = 0, last = 0;
    for (int i = 0; i < COMBAT_PLACES; i++)
        paid[i] = (uint8_t)((gate->seconds[i] <= t) & (gate->energy[i] <= e) &
                            (gate->resource[i] <= r));
    memcpy(&first, paid, 8);
    memcpy(&last, paid + 8, 8);
    return gate_not_zero(first) | gate_not_zero(last) << 8;
}

/* The same as combat_check_means for many actions at once, all kinds apart. */
RULES uint32_t combat_payable(const Combat *g, const CombatMeans *means, int unit,
                              uint32_t places)
{
    const CombatUnit *u = &g->state->unit[unit];
    const CombatGate *gate = combat_gate(g, unit);
    const uint32_t attack = (uint32_t)1 << (COMBAT_ATTACK - 1);
    ASSERT(means->time >= 0 && u->energy >= 0 && u->res >= 0);
    places &= ~(gate_cooling(u) << 1);
    if (!places)
        return 0;
    places &= gate_affordable(gate, means->time, u->energy, u->res);
    if (means->snared)
        places &= ~(uint32_t)gate->walks;
    if ((places & attack) && combat_action_energy(g, unit, COMBAT_ATTACK) > u->energy)
        places &= ~attack;
    return places;
}

/* The same as gate_kind for all actions at once. */
RULES static uint32_t gate_kinds(const Combat *g, const CombatMeans *means, int unit)
{
    const CombatState *s = g->state;
    const CombatUnit *u = &s->unit[unit];
    const CombatGate *gate = combat_gate(g, unit);
    const int done = combat_done(g->state)->actions;
    if (done >= COMBAT_ACTIONS_OVER && done >= combat_actions_max(g))
        return 0;
    if (s->bonus == unit)
        return gate->plain;
    return (uint32_t)gate->plain | gate->sustained |
           (u->remaining == means->turn_time && !(u->marks & COMBAT_SPENT) ? gate->full
                                                                           : 0u);
}

/* Those of some actions of a unit that combat_precheck lets start here. */
RULES static uint32_t gate_ready(const Combat *g, int unit, uint32_t places)
{
    if (!places)
        return 0;
    const CombatMeans means = combat_means(g, unit);
    return means.barred
               ? 0
               : combat_payable(g, &means, unit, places & gate_kinds(g, &means, unit));
}

RULES uint32_t combat_ready(const Combat *g, int unit)
{
    return gate_ready(g, unit, ~(uint32_t)0);
}

/* All that combat_can_aim allows to the unit whose turn it is, or to one of P1's in a
 * PhaseStart: Move, Attack, the skills of its class. */
RULES uint32_t combat_aims(const Combat *g, int unit)
{
    return gate_ready(g, unit,
                      g->state->mode == COMBAT_MODE_IDLE ? ~(uint32_t)0
                                                         : combat_gate(g, unit)->free);
}
