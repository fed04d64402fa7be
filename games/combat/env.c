/* env.c - how fast a unit is, and what the ground does to it. */
#include "games/combat/reduce.h"

RULES int combat_mod(const Combat *g, int unit, int mod)
{
    const CombatUnit *u = &g->state->unit[unit];
    int sum = 0;
    for (int i = 0; i < u->buff_count; i++)
        sum += g->catalog->buff[u->buff[i].def].mod[mod];
    return sum;
}

RULES bool combat_has_flag(const Combat *g, int unit, int mod)
{
    const CombatUnit *u = &g->state->unit[unit];
    for (int i = 0; i < u->buff_count; i++)
        if (g->catalog->buff[u->buff[i].def].mod[mod])
            return true;
    return false;
}

RULES static int env_clamp_rate(const CombatClass *cls, int64_t rate)
{
    const int64_t low = cls->rate_min * 1000, high = cls->rate_max * 1000;
    return (int)(rate < low ? low : rate > high ? high : rate);
}

/* rules 10.1: percent of buffs, then every Sticky in list order, then flat buffs. */
RULES int combat_rate_live(const Combat *g, int unit)
{
    const CombatUnit *u = &g->state->unit[unit];
    const CombatClass *cls = combat_class(g, unit);
    if (!u->buff_count && !u->sticky_count)
        return env_clamp_rate(cls, cls->move_rate * 1000);
    int64_t m = 1000 + 10 * combat_mod(g, unit, COMBAT_MOD_MR_PCT);
    m = m < 10 ? 10 : m;
    for (int i = 0; i < u->sticky_count; i++)
        m = m * g->catalog->sticky[u->sticky[i].def].mult / 1000;
    m = m < 10 ? 10 : m > 100000 ? 100000 : m;
    return env_clamp_rate(cls, cls->move_rate * m +
                                   1000 * combat_mod(g, unit, COMBAT_MOD_MR_FLAT));
}

/* A terrain with a Sticky acts through that alone. */
RULES int combat_rate_at(const Combat *g, int unit, int live, int cell)
{
    const CombatTerrain *terrain = &g->catalog->terrain[g->state->terrain[cell]];
    if (terrain->mult == 1000 || terrain->sticky)
        return env_clamp_rate(combat_class(g, unit), live);
    const int env = combat_clamp(terrain->mult, COMBAT_ENV_MIN, COMBAT_ENV_MAX);
    return env_clamp_rate(combat_class(g, unit), (int64_t)live * env / 1000);
}

/* The same tag: only its turns are refreshed. Another that slows, or speeds, as well:
 * replaced. */
RULES void combat_sticky(Combat *g, int unit, int def)
{
    const CombatUnit *u = &g->state->unit[unit];
    const CombatStickyDef *add = &g->catalog->sticky[def];
    const uint8_t replaced[1] = {1};
    for (int i = 0; i < u->sticky_count; i++)
        if (g->catalog->sticky[u->sticky[i].def].tag == add->tag) {
            combat_emit(g, COMBAT_EV_STICKY_REFRESH, unit, add->tag, i, add->turns);
            return;
        }
    for (int i = u->sticky_count - 1; i >= 0; i--) {
        const CombatStickyDef *old = &g->catalog->sticky[u->sticky[i].def];
        if ((old->mult < 1000) == (add->mult < 1000))
            combat_emit_list(g, COMBAT_EV_STICKY_EXPIRE, unit, old->tag, i,
                             u->sticky[i].left, replaced, 1);
    }
    combat_emit(g, COMBAT_EV_STICKY_APPLY, unit, def + 1, 0, add->turns);
}

RULES static void env_hazard(Combat *g, int unit, int cell, int amount, int kind)
{
    const uint8_t list[1] = {(uint8_t)kind};
    combat_emit_list(g, COMBAT_EV_HAZARD, unit, g->state->terrain[cell], cell, amount,
                     list, 1);
}

/* Damage, heal, energy, note, as far as the unit lives. */
RULES static void env_block(Combat *g, int unit, int cell, bool standing)
{
    const int id = g->state->terrain[cell];
    const CombatTerrain *t = &g->catalog->terrain[id];
    const int damage = standing ? t->stand_damage : t->enter_damage;
    const int heal = standing ? t->stand_heal : t->enter_heal;
    const int energy = standing ? t->stand_energy : t->enter_energy;
    const int note = standing ? t->stand_note : t->enter_note;
    if (damage) {
        env_hazard(g, unit, cell, damage, COMBAT_HAZARD_DAMAGE);
        combat_hurt(g, unit, damage, COMBAT_BY_HAZARD, id, 0);
    }
    if (heal && !combat_is_down(g->state, unit)) {
        env_hazard(g, unit, cell, heal, COMBAT_HAZARD_HEAL);
        combat_heal(g, unit, heal, COMBAT_BY_HAZARD, id, 0);
    }
    if (energy && !combat_is_down(g->state, unit)) {
        const int max = combat_class(g, unit)->energy_max;
        const int after = g->state->unit[unit].energy + energy;
        env_hazard(g, unit, cell, energy, COMBAT_HAZARD_ENERGY);
        combat_emit(g, COMBAT_EV_ENERGY, unit, 0, 0, combat_clamp(after, 0, max));
    }
    if (note && !combat_is_down(g->state, unit))
        env_hazard(g, unit, cell, note, COMBAT_HAZARD_NOTE);
}

/* rules 13.3: onEnter, Sticky, snare, removal. */
RULES void combat_enter(Combat *g, int unit, int cell)
{
    const int id = g->state->terrain[cell];
    const CombatTerrain *terrain = &g->catalog->terrain[id];
    if (id == 0)
        return;
    env_block(g, unit, cell, false);
    if (combat_is_down(g->state, unit))
        return;
    if (terrain->sticky)
        combat_sticky(g, unit, terrain->sticky - 1);
    if (terrain->snare && !combat_has_flag(g, unit, COMBAT_MOD_SNARE))
        combat_emit(g, COMBAT_EV_SNARE, unit, terrain->snare, 0, terrain->snare_turns);
    if (terrain->once)
        combat_emit(g, COMBAT_EV_HAZARD_GONE, 0, id, cell, 0);
}

RULES void combat_stand(Combat *g, int unit)
{
    env_block(g, unit, g->state->unit[unit].anchor, true);
}

RULES static void env_refreshed(Combat *g, int unit, bool sticky_out, bool buff_out)
{
    const CombatUnit *u = &g->state->unit[unit];
    uint8_t list[2 * (COMBAT_BUFFS_MAX + COMBAT_STICKIES_MAX)];
    const int before = u->shown, now = combat_rate_live(g, unit);
    int used = 0;
    for (int i = 0; i < u->sticky_count && g->log; i++) {
        list[used++] = g->catalog->sticky[u->sticky[i].def].tag;
        list[used++] = (uint8_t)u->sticky[i].left;
    }
    for (int i = 0; i < u->buff_count && g->log; i++) {
        list[used++] = g->catalog->buff[u->buff[i].def].tag;
        list[used++] = (uint8_t)u->buff[i].left;
    }
    combat_emit_list(g, COMBAT_EV_BUFF_REFRESH, unit, before, now, 0, list, used);
    if (before != now)
        combat_emit(g, COMBAT_EV_STATS, unit, before, now,
                    sticky_out        ? COMBAT_STATS_STICKY_OUT
                    : buff_out        ? COMBAT_STATS_BUFF_OUT
                    : u->sticky_count ? COMBAT_STATS_STICKY
                                      : COMBAT_STATS_BUFF);
}

/* PhaseStart, step 6: the ground refreshes, what has run out goes, the shown rate
 * follows the live one. */
RULES void combat_refresh(Combat *g, int unit)
{
    const CombatUnit *u = &g->state->unit[unit];
    const CombatTerrain *terrain = &g->catalog->terrain[g->state->terrain[u->anchor]];
    const uint8_t plain[1] = {0};
    bool sticky_out = false, buff_out = false;
    if (terrain->sticky)
        combat_sticky(g, unit, terrain->sticky - 1);
    for (int i = 0; i < u->sticky_count;) {
        if (u->sticky[i].left == 0) {
            combat_emit_list(g, COMBAT_EV_STICKY_EXPIRE, unit,
                             g->catalog->sticky[u->sticky[i].def].tag, i, 0, plain, 1);
            sticky_out = true;
        } else {
            i++;
        }
    }
    for (int i = 0; i < u->buff_count;) {
        if (u->buff[i].left == 0) {
            combat_emit(g, COMBAT_EV_BUFF_EXPIRE, unit,
                        g->catalog->buff[u->buff[i].def].tag, i, 0);
            buff_out = true;
        } else {
            i++;
        }
    }
    env_refreshed(g, unit, sticky_out, buff_out);
}
