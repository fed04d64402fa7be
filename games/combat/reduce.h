/* reduce.h - how an event changes the table: the only code that writes it. Each says
 * what must hold before it.
 *
 * Inline, so that where an event is emitted only what it does is left of all this. */
#pragma once

#include "games/combat/combat.h"

#define COMBAT_INLINE static inline __attribute__((always_inline))

RULES static inline void reduce_remove_timed(CombatTimed *list, uint8_t *count,
                                             int slot)
{
    ASSERT(slot < *count);
    for (int i = slot; i + 1 < *count; i++)
        list[i] = list[i + 1];
    memset(&list[--*count], 0, sizeof *list);
}

RULES static inline void reduce_remove_dot(CombatUnit *u, int slot)
{
    ASSERT(slot < u->dot_count);
    for (int i = slot; i + 1 < u->dot_count; i++)
        u->dot[i] = u->dot[i + 1];
    memset(&u->dot[--u->dot_count], 0, sizeof *u->dot);
}

RULES static inline void reduce_add_buff(CombatUnit *u, int def, int left)
{
    ASSERT(u->buff_count < COMBAT_BUFFS_MAX && left != 0);
    u->buff[u->buff_count].def = (uint8_t)def;
    u->buff[u->buff_count++].left = (int8_t)left;
}

RULES static inline void reduce_shield(const CombatCatalog *catalog, CombatUnit *u,
                                       const Event *e)
{
    u->shield = (int16_t)e->b;
    for (int i = 0; i < u->buff_count; i++)
        if (u->buff[i].def == catalog->shield_buff) {
            u->buff[i].left = (int8_t)e->n;
            return;
        }
    reduce_add_buff(u, catalog->shield_buff, e->n);
}

RULES static inline void reduce_buff_gone(const CombatCatalog *catalog, CombatUnit *u,
                                          int slot)
{
    ASSERT(slot < u->buff_count);
    if (u->buff[slot].def == catalog->shield_buff)
        u->shield = 0;
    reduce_remove_timed(u->buff, &u->buff_count, slot);
}

RULES static inline void reduce_dot_apply(CombatUnit *u, const Event *e)
{
    ASSERT(u->dot_count < COMBAT_DOTS_MAX);
    u->dot[u->dot_count].def = (uint8_t)(e->c - 1);
    u->dot[u->dot_count].caster = (uint8_t)e->b;
    u->dot[u->dot_count++].rounds = (uint8_t)e->n;
}

/* The cells of a unit in the cell map: 'mark' is the unit, or 0. */
RULES static inline void reduce_cells(const CombatCatalog *catalog, CombatState *s,
                                      int unit, int mark)
{
    const Combat g = combat_table(catalog, s, NULL);
    uint8_t cells[COMBAT_FOOT_MAX];
    const int count = combat_unit_cells(&g, unit, s->unit[unit].anchor, cells);
    for (int i = 0; i < count; i++)
        if (cells[i])
            s->unit_at[cells[i]] = (uint8_t)mark;
}

RULES static inline void reduce_commit(const CombatCatalog *catalog, CombatState *s,
                                       const Event *e, const uint8_t *list)
{
    CombatUnit *u = &s->unit[e->a];
    ASSERT(u->anchor == e->b && e->c != e->b && e->n == combat_next_version(u));
    ASSERT(list && list[1] < 6 && !combat_is_down(s, e->a));
    reduce_cells(catalog, s, e->a, 0);
    u->anchor = (uint8_t)e->c;
    u->version = (uint16_t)e->n;
    u->facing = list[1];
    reduce_cells(catalog, s, e->a, e->a);
}

RULES static inline void reduce_down(const CombatCatalog *catalog, CombatState *s,
                                     int unit)
{
    CombatUnit *u = &s->unit[unit];
    reduce_cells(catalog, s, unit, 0);
    u->marks |= COMBAT_DOWN;
    u->full_action = u->full_left = u->full_cell = u->full_target = u->full_seconds = 0;
}

RULES static inline void reduce_terrain(const CombatCatalog *catalog, CombatState *s,
                                        const Event *e)
{
    const CombatMap *map = &catalog->scenario[s->scenario].map;
    for (int cell = 1; cell <= map->cell_count; cell++)
        if (!catalog->terrain[s->terrain[cell]].blocks &&
            combat_distance(map, e->b, cell) <= e->n)
            s->terrain[cell] = (uint8_t)e->a;
}

RULES static inline void reduce_everybody(CombatState *s, bool cooldowns)
{
    for (int unit = 1; unit <= s->unit_count; unit++) {
        CombatUnit *u = &s->unit[unit];
        if (u->marks & COMBAT_DOWN)
            continue;
        for (int i = 0; cooldowns && i < COMBAT_KNOWN_MAX; i++)
            u->cd[i] = u->cd[i] > COMBAT_TURN_SECONDS
                           ? (uint8_t)(u->cd[i] - COMBAT_TURN_SECONDS)
                           : (uint8_t)0;
        for (int i = 0; !cooldowns && i < u->buff_count; i++)
            u->buff[i].left = (int8_t)(u->buff[i].left - (u->buff[i].left > 0));
    }
}

/* A unit goes right behind another, for good. */
RULES static inline void reduce_order(uint8_t *order, int unit, int after)
{
    int at = 0;
    while (order[at] != unit)
        at++;
    for (; order[at] != after; at++) {
        ASSERT(at + 1 < COMBAT_UNITS_MAX);
        order[at] = order[at + 1];
    }
    order[at] = (uint8_t)unit;
}

RULES static inline void reduce_cd(const CombatCatalog *catalog, CombatState *s,
                                   const Event *e, int seconds)
{
    const Combat g = combat_table(catalog, s, NULL);
    CombatUnit *u = &s->unit[e->a];
    const int which = combat_known(&g, e->a, e->b);
    ASSERT(which >= 0 && which < COMBAT_KNOWN_MAX);
    u->cd[which] = (uint8_t)seconds;
    for (int i = 0; i < COMBAT_KNOWN_MAX; i++) {
        if (u->cd_order[i] == which + 1)
            return;
        if (!u->cd_order[i]) {
            u->cd_order[i] = (uint8_t)(which + 1);
            return;
        }
    }
}

RULES COMBAT_INLINE void reduce_full(CombatUnit *u, int action, int left,
                                     const uint8_t *list)
{
    u->full_action = (uint8_t)action;
    u->full_left = (uint8_t)left;
    u->full_cell = list ? list[0] : (uint8_t)0;
    u->full_target = list ? list[1] : (uint8_t)0;
    u->full_seconds = list ? list[2] : (uint8_t)0;
}

RULES COMBAT_INLINE void reduce_turns(CombatState *s, const Event *e,
                                      const uint8_t *list)
{
    CombatUnit *u = &s->unit[e->a];
    switch (e->type) {
    case COMBAT_EV_TURN_BEGIN:
        ASSERT((e->a == 1 || e->a == 2) && e->n == s->round + (e->a == 1));
        s->round = (uint16_t)e->n;
        s->side = (uint8_t)(e->a - 1);
        break;
    case COMBAT_EV_TURN_RUN:
        ASSERT(s->side == e->a - 1 && !s->active);
        for (int i = 0; i < COMBAT_UNITS_MAX && s->order[s->side][i]; i++)
            s->unit[s->order[s->side][i]].marks &= (uint8_t)~COMBAT_BEGUN;
        break;
    case COMBAT_EV_TURN_END:
        ASSERT(s->side == e->a - 1 && !s->active);
        for (int i = 0; i < COMBAT_UNITS_MAX && s->order[e->a - 1][i]; i++)
            s->unit[s->order[e->a - 1][i]].prepaid = 0;
        break;
    case COMBAT_EV_UNIT_BEGIN:
        ASSERT(!s->active && !combat_is_down(s, e->a));
        u->remaining = (uint8_t)e->c;
        u->prepaid = 0;
        u->attacks = 0;
        u->marks =
            (uint8_t)((u->marks & ~(COMBAT_SPENT | COMBAT_REORDERED)) | COMBAT_BEGUN);
        s->active = (uint8_t)e->a;
        break;
    case COMBAT_EV_UNIT_RESUME:
        ASSERT(!s->active && (u->marks & COMBAT_BEGUN));
        s->active = (uint8_t)e->a;
        break;
    case COMBAT_EV_UNIT_END:
        ASSERT(s->active == e->a);
        u->remaining = 0;
        s->active = 0;
        break;
    case COMBAT_EV_REORDER:
        ASSERT(s->active == e->a && !(u->marks & COMBAT_REORDERED));
        reduce_order(s->order[s->side], e->a, e->b);
        u->marks |= COMBAT_REORDERED;
        s->active = 0;
        break;
    case COMBAT_EV_BONUS_BEGIN:
        ASSERT(!s->bonus && !combat_is_down(s, e->a));
        s->bonus = (uint8_t)e->a;
        s->bonus_cap = s->bonus_left = (uint8_t)e->b;
        u->attacks = 0;
        break;
    case COMBAT_EV_BONUS_END:
        ASSERT(s->bonus == e->a);
        s->bonus = s->bonus_cap = s->bonus_left = 0;
        break;
    case COMBAT_EV_VICTORY:
        ASSERT(!s->winner && (e->a == 1 || e->a == 2) && e->b);
        s->winner = (uint8_t)e->a;
        s->victory = (uint8_t)e->b;
        s->mode = COMBAT_MODE_OVER;
        break;
    case COMBAT_EV_MODE:
        ASSERT(s->mode != COMBAT_MODE_OVER && e->a >= 1 && e->a <= COMBAT_MODES);
        s->mode = (uint8_t)(e->a - 1);
        break;
    default:
        (void)list;
        break;
    }
}

RULES COMBAT_INLINE void reduce_pool(const CombatCatalog *catalog, const CombatState *s,
                                     int unit, CombatUnit *u, bool resource, int value)
{
    const CombatClass *cls =
        &catalog->cls[catalog->scenario[s->scenario].unit_cls[unit]];
    ASSERT(value >= 0 && value <= (resource ? cls->res_max : cls->energy_max));
    if (resource)
        u->res = (int16_t)value;
    else
        u->energy = (int16_t)value;
}

RULES COMBAT_INLINE void reduce_ledger(const CombatCatalog *catalog, CombatState *s,
                                       const Event *e, const uint8_t *list)
{
    CombatUnit *u = &s->unit[e->a];
    switch (e->type) {
    case COMBAT_EV_TIME_SPEND:
        ASSERT(s->active == e->a && u->remaining == e->n + e->b);
        u->remaining = (uint8_t)e->n;
        u->marks |= COMBAT_SPENT;
        break;
    case COMBAT_EV_TIME_PREPAY:
        ASSERT(u->prepaid + e->b == e->n);
        u->prepaid = (uint8_t)e->n;
        if (s->bonus == e->a)
            s->bonus_left = (uint8_t)(s->bonus_left - e->b);
        break;
    case COMBAT_EV_TIME_REFUND:
        ASSERT(list && (list[0] ? e->n <= u->prepaid : e->n >= u->remaining));
        if (!list[0]) {
            u->remaining = (uint8_t)e->n;
            break;
        }
        u->prepaid = (uint8_t)e->n;
        if (s->bonus == e->a)
            s->bonus_left =
                (uint8_t)combat_clamp(s->bonus_left + e->b, 0, s->bonus_cap);
        break;
    case COMBAT_EV_RES_SPEND:
        ASSERT(list && (list[0] ? u->res : u->energy) == e->n + e->b);
        reduce_pool(catalog, s, e->a, u, list[0], e->n);
        break;
    case COMBAT_EV_RES_GAIN:
        ASSERT(list);
        reduce_pool(catalog, s, e->a, u, list[0], e->n);
        break;
    case COMBAT_EV_RES_REFUND:
    case COMBAT_EV_ENERGY:
        reduce_pool(catalog, s, e->a, u, false, e->n);
        break;
    case COMBAT_EV_REGEN:
        ASSERT(e->c >= u->energy);
        reduce_pool(catalog, s, e->a, u, false, e->c);
        break;
    case COMBAT_EV_CLASS_RES:
        reduce_pool(catalog, s, e->a, u, true, e->c);
        break;
    case COMBAT_EV_CD_START:
        ASSERT(e->n > 0 && e->n <= UINT8_MAX);
        reduce_cd(catalog, s, e, e->n);
        break;
    case COMBAT_EV_CD_ADD:
        ASSERT(e->c <= UINT8_MAX);
        reduce_cd(catalog, s, e, e->c);
        break;
    case COMBAT_EV_CD_TICK:
        ASSERT(!s->active);
        reduce_everybody(s, true);
        break;
    case COMBAT_EV_BUFF_TICK:
        ASSERT(!s->active);
        reduce_everybody(s, false);
        break;
    case COMBAT_EV_ATTACKS:
        ASSERT(e->n == u->attacks + 1 || e->n == u->attacks - 1);
        u->attacks = (uint8_t)e->n;
        break;
    default:
        reduce_turns(s, e, list);
    }
}

RULES COMBAT_INLINE void reduce_lasting(const CombatCatalog *catalog, CombatState *s,
                                        const Event *e, const uint8_t *list)
{
    CombatUnit *u = &s->unit[e->a];
    switch (e->type) {
    case COMBAT_EV_STICKY_TICK:
        ASSERT(e->c < u->sticky_count && u->sticky[e->c].left == e->n + 1);
        u->sticky[e->c].left = (int8_t)e->n;
        break;
    case COMBAT_EV_STICKY_REFRESH:
        ASSERT(e->c < u->sticky_count);
        u->sticky[e->c].left = (int8_t)e->n;
        break;
    case COMBAT_EV_STICKY_APPLY:
        ASSERT(e->b >= 1 && e->b <= catalog->sticky_count && e->n != 0);
        ASSERT(u->sticky_count < COMBAT_STICKIES_MAX);
        u->sticky[u->sticky_count].def = (uint8_t)(e->b - 1);
        u->sticky[u->sticky_count++].left = (int8_t)e->n;
        break;
    case COMBAT_EV_STICKY_EXPIRE:
    case COMBAT_EV_STICKY_CLEANSE:
        reduce_remove_timed(u->sticky, &u->sticky_count, e->c);
        break;
    case COMBAT_EV_BUFF_APPLY:
    case COMBAT_EV_SNARE:
        ASSERT(e->b >= 1 && e->b <= catalog->buff_count);
        reduce_add_buff(u, e->b - 1, e->n);
        break;
    case COMBAT_EV_BUFF_REAPPLY:
        ASSERT(e->c < u->buff_count && e->n != 0);
        u->buff[e->c].left = (int8_t)e->n;
        break;
    case COMBAT_EV_BUFF_EXPIRE:
    case COMBAT_EV_BUFF_CLEANSE:
        reduce_buff_gone(catalog, u, e->c);
        break;
    case COMBAT_EV_SHIELD_SET:
        ASSERT(e->b >= u->shield && e->n > 0);
        reduce_shield(catalog, u, e);
        break;
    case COMBAT_EV_DOT_TICK:
        ASSERT(list && list[0] < u->dot_count && u->dot[list[0]].rounds > 0);
        u->dot[list[0]].rounds--;
        break;
    case COMBAT_EV_DOT_APPLY:
        ASSERT(e->c >= 1 && e->c <= catalog->dot_count && e->b >= 1 && e->n >= 1);
        reduce_dot_apply(u, e);
        break;
    case COMBAT_EV_DOT_REFRESH:
        ASSERT(list && list[0] < u->dot_count && e->n >= 1);
        u->dot[list[0]].rounds = (uint8_t)e->n;
        break;
    case COMBAT_EV_DOT_EXPIRE:
    case COMBAT_EV_DOT_CLEANSE:
        reduce_remove_dot(u, e->c);
        break;
    case COMBAT_EV_BUFF_REFRESH:
        ASSERT(u->shown == e->b);
        u->shown = (uint16_t)e->c;
        break;
    default:
        reduce_ledger(catalog, s, e, list);
    }
}

RULES COMBAT_INLINE void reduce_event(const CombatCatalog *catalog, CombatState *s,
                                      const Event *e, const uint8_t *list)
{
    switch (e->type) {
    case COMBAT_EV_HP:
        ASSERT(s->unit[e->a].hp == e->b && !combat_is_down(s, e->a));
        s->unit[e->a].hp = (int16_t)e->c;
        break;
    case COMBAT_EV_SHIELD_ABSORB:
        ASSERT(s->unit[e->a].shield == e->b + e->n);
        s->unit[e->a].shield = (int16_t)e->n;
        break;
    case COMBAT_EV_COMMIT:
        reduce_commit(catalog, s, e, list);
        break;
    case COMBAT_EV_FACED:
        ASSERT(e->n >= 0 && e->n < 6);
        s->unit[e->a].facing = (uint8_t)e->n;
        break;
    case COMBAT_EV_UNIT_DOWN:
        ASSERT(s->unit[e->a].hp == 0 && !combat_is_down(s, e->a));
        reduce_down(catalog, s, e->a);
        break;
    case COMBAT_EV_HAZARD_GONE:
        ASSERT(s->terrain[e->c] == e->b);
        s->terrain[e->c] = 0;
        break;
    case COMBAT_EV_TERRAIN_SET:
        ASSERT(e->a < catalog->terrain_count && !catalog->terrain[e->a].blocks);
        reduce_terrain(catalog, s, e);
        break;
    case COMBAT_EV_FULL_QUEUE:
        ASSERT(!s->unit[e->a].full_action && list && e->n >= 1);
        reduce_full(&s->unit[e->a], e->b, e->n, list);
        break;
    case COMBAT_EV_FULL_WAIT:
        ASSERT(s->unit[e->a].full_left == e->n + 1 && e->n >= 1);
        s->unit[e->a].full_left = (uint8_t)e->n;
        break;
    case COMBAT_EV_FULL_RESOLVE:
        ASSERT(s->unit[e->a].full_action == e->b && s->unit[e->a].full_left == 1);
        reduce_full(&s->unit[e->a], 0, 0, NULL);
        break;
    case COMBAT_EV_INTERRUPT:
        ASSERT(!combat_is_down(s, e->a));
        if (s->unit[e->a].full_action == e->b)
            reduce_full(&s->unit[e->a], 0, 0, NULL);
        break;
    default:
        reduce_lasting(catalog, s, e, list);
    }
}

RULES COMBAT_INLINE Event reduce_made(int type, int a, int b, int c, int n, int count)
{
    Event event = event_make(type, SEAT_TABLE, a, b, c, n);
    event.count = (uint16_t)count;
    return event;
}

RULES COMBAT_INLINE void combat_emit_list(Combat *g, int type, int a, int b, int c,
                                          int n, const uint8_t *list, int count)
{
    const Event event = reduce_made(type, a, b, c, n, count);
    reduce_event(g->catalog, g->state, &event, list);
    if (g->log)
        combat_record(g, type, a, b, c, n, list, count);
}

RULES COMBAT_INLINE void combat_emit(Combat *g, int type, int a, int b, int c, int n)
{
    combat_emit_list(g, type, a, b, c, n, NULL, 0);
}
