/* reduce.h - how an event changes the table: the only code that writes it. What must
 * hold before an event is asserted where it is applied.
 *
 * Inline, so that where an event is emitted only what it does is left of all this. */
#pragma once

#include "games/duel/duel.h"

RULES DUEL_INLINE Event duel_event(int type, int seat, int a, int b, int n)
{
    return event_make(type, seat, a, b, 0, n);
}

RULES static inline void powers_add(DuelPowers *sum, const DuelPowers *more)
{
    sum->goods += more->goods;
    sum->off += more->off;
    sum->symbols = (uint16_t)(sum->symbols + more->symbols);
    sum->more_shields = (uint8_t)(sum->more_shields + more->more_shields);
    sum->bits |= more->bits;
}

RULES DUEL_INLINE DuelCity *reduce_city(DuelState *s, const Event *e)
{
    ASSERT(e->seat < DUEL_SEATS);
    return &s->city[e->seat];
}

/* A card leaves the structure; what it alone still covered lies open. */
RULES static inline void reduce_taken(const DuelCatalog *catalog, DuelState *s,
                                      int card, int slot)
{
    const DuelLayout *layout = duel_layout(catalog, s, s->age);
    const uint32_t bit = (uint32_t)1 << slot;
    ASSERT((int)((DUEL_ORDERS_MAX > 0 ? s->lying : duel_available(s)) >> slot & 1) &
           (int)(s->slot[slot] == card));
    s->lying &= ~bit;
    s->open &= ~bit;
    s->slot[slot] = 0;
    for (int i = 0; i < DUEL_COVERS_MAX; i++) {
        const int below =
            layout->below[slot][i]; /* a slot that is always covered: none */
        const bool free = !(layout->covered_by[below] & s->lying);
        s->open |= (uint32_t)free << below & s->lying;
    }
}

/* A card is built: from the structure, or from the discard pile. */
RULES static inline void reduce_built(const DuelCatalog *catalog, DuelState *s,
                                      const Event *e)
{
    DuelCity *city = reduce_city(s, e);
    if (e->n >= 0)
        reduce_taken(catalog, s, e->a, e->n);
    else if (!(DUEL_ORDERS_MAX > 0 && e->n == DUEL_FROM_BOX))
        duel_cards_remove(&s->discard, e->a); /* it lies there */
    duel_cards_add(&city->cards, e->a);
    powers_add(&city->has, &catalog->piece[e->a].gives);
}

/* Where a wonder stands. No jump: which of them it is is hard to guess. */
RULES static inline int reduce_wonder_place(const DuelCity *city, int wonder)
{
    int place = 0;
    for (int i = 1; i < DUEL_CITY_WONDERS; i++)
        place |= -(int)(city->wonder[i] == wonder) & i;
    ASSERT(wonder && city->wonder[place] == wonder);
    return place;
}

RULES static inline int reduce_free_place(const DuelCity *city)
{
    int place = 0;
    while (place < DUEL_CITY_WONDERS - 1 && city->wonder[place])
        place++;
    ASSERT(!city->wonder[place]);
    return place;
}

RULES static inline void reduce_wonder_built(const DuelCatalog *catalog, DuelState *s,
                                             const Event *e)
{
    DuelCity *city = reduce_city(s, e);
    const int place = reduce_wonder_place(city, e->a);
    ASSERT(city->ready[place] == e->a);
    city->under[place] = (uint8_t)e->b;
    city->ready[place] = 0;
    powers_add(&city->has, &catalog->piece[DUEL_WONDER_0 + e->a].gives);
    if (DUEL_GODS_MAX > 0 && e->n < 0)
        duel_cards_remove(&s->discard, e->b);
    else
        reduce_taken(catalog, s, e->b, e->n);
}

/* Take item 'at' out; the others move up, so that equal tables have equal bytes. */
RULES static inline void reduce_close_gap(uint8_t *items, int at, int count)
{
    for (int i = at; i < count - 1; i++)
        items[i] = items[i + 1];
    items[count - 1] = 0;
}

RULES static inline void reduce_wonder_lost(DuelCity *city, int wonder)
{
    const int place = reduce_wonder_place(city, wonder);
    ASSERT(!city->under[place]);
    reduce_close_gap(city->wonder, place, DUEL_CITY_WONDERS);
    reduce_close_gap(city->under, place, DUEL_CITY_WONDERS);
    reduce_close_gap(city->ready, place, DUEL_CITY_WONDERS);
}

RULES static inline void reduce_drafted(DuelState *s, const Event *e)
{
    DuelCity *city = reduce_city(s, e);
    int shown = 0;
    ASSERT(e->a && !s->age);
    while (shown < DUEL_SHOWN_MAX - 1 && s->pool[shown] != e->a)
        shown++;
    ASSERT(s->pool[shown] == e->a);
    reduce_close_gap(s->pool, shown, DUEL_SHOWN_MAX);
    const int place = reduce_free_place(city);
    city->wonder[place] = city->ready[place] = (uint8_t)e->a;
}

RULES static inline void reduce_age_laid(const DuelCatalog *catalog, DuelState *s,
                                         const Event *e, const uint8_t *list)
{
    ASSERT(e->n >= 1 && e->n <= catalog->age_count && !s->lying);
    const DuelLayout *layout = duel_layout(catalog, s, e->n);
    ASSERT(e->count == layout->slot_count);
    s->age = (uint8_t)e->n;
    memcpy(s->slot, list, layout->slot_count);
    s->lying = 0;
    for (int slot = 0; slot < layout->slot_count; slot++)
        s->lying |= (uint32_t)(list[slot] != 0) << slot;
    s->hidden = duel_face_down(layout, s->lying);
    s->open = duel_uncovered_of(layout, s->lying);
}

/* What really lies under the backs; only the table itself knows. */
RULES static inline void reduce_cards_hidden(DuelState *s, const Event *e,
                                             const uint8_t *list)
{
    int next = 0;
    ASSERT(e->count == bits_count(s->hidden));
    for (uint32_t left = s->hidden; left; left &= left - 1)
        s->slot[bits_first(left)] = list[next++];
}

RULES static inline void reduce_token_taken(const DuelCatalog *catalog, DuelState *s,
                                            const Event *e)
{
    DuelCity *city = reduce_city(s, e);
    const uint16_t bit = (uint16_t)(1 << (e->a - 1));
    ASSERT((s->row | s->aside | s->drawn) & bit);
    s->row = (uint16_t)(s->row & ~bit);
    s->aside = (uint16_t)((s->aside | s->drawn) & ~bit);
    s->drawn = 0;
    city->tokens |= bit;
    powers_add(&city->has, &catalog->piece[DUEL_TOKEN_0 + e->a].gives);
}

RULES static inline uint16_t reduce_tokens(const uint8_t *list, int from, int to)
{
    uint32_t bits = 0;
    for (int i = from; i < to; i++)
        bits |= (uint32_t)1 << (list[i] - 1);
    return (uint16_t)bits;
}

RULES static inline void reduce_looted(const DuelCatalog *catalog, DuelState *s,
                                       const Event *e)
{
    const uint8_t before = s->loot;
    for (int i = 0; i < catalog->number.loot_count; i++)
        if (catalog->number.loot_space[i] == e->a)
            s->loot &= (uint8_t) ~(1 << (e->seat * DUEL_LOOT_MAX + i));
    ASSERT(s->loot != before);
}

/* Nobody has more than a position can say. */
RULES static inline void reduce_coins(DuelState *s, int seat, int more)
{
    const int coins = s->city[seat].coins + more;
    ASSERT(coins >= 0);
    s->city[seat].coins = (int16_t)(coins < DUEL_COINS_MAX ? coins : DUEL_COINS_MAX);
}

RULES static inline void reduce_destroyed(const DuelCatalog *catalog, DuelState *s,
                                          const Event *e)
{
    DuelCity *city = reduce_city(s, e);
    duel_cards_remove(&city->cards, e->a);
    duel_cards_add(&s->discard, e->a);
    city->has = duel_powers(catalog, city);
}

RULES static inline void reduce_drawn(DuelState *s, const Event *e, const uint8_t *list)
{
    const uint16_t drawn = reduce_tokens(list, 0, e->count);
    ASSERT(!s->drawn && drawn && !(drawn & ~s->aside));
    s->drawn = drawn;
    s->aside = (uint16_t)(s->aside & ~drawn);
}

RULES static inline void reduce_won(DuelState *s, const Event *e, const uint8_t *list)
{
    ASSERT(!s->victory && e->a && e->a < DUEL_VICTORIES);
    ASSERT(e->count >= 1 && e->count <= DUEL_SEATS);
    s->victory = (uint8_t)e->a;
    for (int i = 0; i < e->count; i++)
        s->winners |= (uint8_t)(1 << (list[i] - 1));
}

/* What happens before the first turn, and between ages. */
RULES DUEL_INLINE void reduce_setup(const DuelCatalog *catalog, DuelState *s,
                                    const Event *e, const uint8_t *list)
{
    switch (e->type) {
    case DUEL_EV_TOKENS_LAID:
        ASSERT(!s->row && !s->aside && e->n <= e->count);
        s->row = reduce_tokens(list, 0, e->n);
        s->aside = reduce_tokens(list, e->n, e->count);
        break;
    case DUEL_EV_FIRST_PLAYER:
        ASSERT(e->seat < DUEL_SEATS && !s->age);
        s->first = e->seat;
        s->marks &= (uint8_t)~DUEL_DRAW_FIRST;
        break;
    case DUEL_EV_WONDERS_SHOWN:
        ASSERT(!s->pool[0] && e->count <= DUEL_SHOWN_MAX);
        memcpy(s->pool, list, e->count);
        break;
    case DUEL_EV_WONDER_DRAFTED:
        reduce_drafted(s, e);
        break;
    case DUEL_EV_AGE_LAID:
        reduce_age_laid(catalog, s, e, list);
        break;
    case DUEL_EV_CARDS_HIDDEN:
        reduce_cards_hidden(s, e, list);
        break;
    case DUEL_EV_WONDER_LOST:
        reduce_wonder_lost(reduce_city(s, e), e->a);
        break;
    case DUEL_EV_GAME_WON:
        reduce_won(s, e, list);
        break;
    case DUEL_EV_STARTER_CHOSEN: /* the turn that follows says it */
        ASSERT(e->a >= 1 && e->a <= DUEL_SEATS);
        break;
    default:
        duel_sets_reduce(catalog, s, e, list);
    }
}

RULES DUEL_INLINE void reduce_event(const DuelCatalog *catalog, DuelState *s,
                                    const Event *e, const uint8_t *list)
{
    switch (e->type) {
    case DUEL_EV_TURN_STARTED:
        ASSERT(e->seat < DUEL_SEATS && !s->victory);
        s->seat = e->seat;
        s->marks &= (uint8_t) ~(DUEL_AGAIN | DUEL_TRIGGERED | DUEL_OPENING);
        break;
    case DUEL_EV_PAID:
        ASSERT(e->n > 0 && e->n == e->a + e->b);
        reduce_coins(s, e->seat, -e->n);
        break;
    case DUEL_EV_CARD_BUILT:
        reduce_built(catalog, s, e);
        break;
    case DUEL_EV_CARD_DISCARDED:
        reduce_taken(catalog, s, e->a, e->n);
        duel_cards_add(&s->discard, e->a);
        reduce_coins(s, e->seat, e->b);
        break;
    case DUEL_EV_WONDER_BUILT:
        reduce_wonder_built(catalog, s, e);
        break;
    case DUEL_EV_COINS_GAINED:
        ASSERT(e->n > 0);
        reduce_coins(s, e->seat, e->n);
        break;
    case DUEL_EV_COINS_LOST:
        ASSERT(e->n > 0);
        reduce_coins(s, e->seat, -e->n);
        break;
    case DUEL_EV_PAWN_MOVED:
        ASSERT(e->n >= -catalog->number.capital && e->n <= catalog->number.capital);
        s->pawn = (int8_t)e->n;
        break;
    case DUEL_EV_LOOTED:
        reduce_looted(catalog, s, e);
        reduce_coins(s, e->seat, -e->n);
        break;
    case DUEL_EV_TOKENS_DRAWN:
        reduce_drawn(s, e, list);
        break;
    case DUEL_EV_TOKEN_TAKEN:
        reduce_token_taken(catalog, s, e);
        break;
    case DUEL_EV_CARD_DESTROYED:
        reduce_destroyed(catalog, s, e);
        break;
    case DUEL_EV_CARD_REVEALED:
        ASSERT(s->open & s->hidden & (uint32_t)1 << e->n);
        s->slot[e->n] = (uint8_t)e->a;
        s->hidden &= ~((uint32_t)1 << e->n);
        break;
    case DUEL_EV_PLAYS_AGAIN:
        ASSERT(e->seat == s->seat);
        s->marks |= DUEL_AGAIN;
        break;
    default:
        reduce_setup(catalog, s, e, list);
    }
}

/* It happens: the table changes, and whoever listens hears of it. */
RULES DUEL_INLINE void duel_emit(Duel *g, Event event, const uint8_t *list)
{
    reduce_event(g->catalog, g->state, &event, list);
    if (g->log)
        event_record(g->log, &event, list);
}
