/* reduce.h - how an event changes the table: the only code that writes it.
 *
 * Inline, so that where an event is emitted only what it does is left of all this. */
#pragma once

#include "games/sea-salt/salt.h"

RULES static inline void salt_hand_add(SaltState *s, int seat, int card)
{
    ASSERT(!salt_set_has(&s->hand[seat], card));
    salt_set_add(&s->hand[seat], card);
    s->hand_count[seat]++;
}

RULES static inline void salt_hand_remove(SaltState *s, int seat, int card)
{
    ASSERT(salt_set_has(&s->hand[seat], card));
    salt_set_remove(&s->hand[seat], card);
    s->hand_count[seat]--;
}

RULES static inline int salt_deck_pop(SaltState *s)
{
    const int card = s->deck_top;
    ASSERT(card != 0 && s->deck_count > 0);
    s->deck_top = s->next[card];
    s->next[card] = 0;
    s->deck_count--;
    return card;
}

/* The deck becomes exactly this list, top first. */
RULES static inline void salt_deck_set(SaltState *s, const uint8_t *list, int count)
{
    s->deck_count = (uint8_t)count;
    s->deck_top = 0;
    for (int i = count - 1; i >= 0; i--) {
        s->next[list[i]] = s->deck_top;
        s->deck_top = list[i];
    }
}

RULES static inline void salt_pile_push(SaltState *s, int pile, int card)
{
    s->next[card] = s->pile_top[pile];
    s->pile_top[pile] = (uint8_t)card;
    s->pile_count[pile]++;
}

RULES static inline void salt_pile_remove(SaltState *s, int pile, int card)
{
    uint8_t *link = &s->pile_top[pile];
    while (*link && *link != card)
        link = &s->next[*link];
    ASSERT(*link == card);
    *link = s->next[card];
    s->next[card] = 0;
    s->pile_count[pile]--;
}

RULES static inline void salt_look_remove(SaltState *s, int card)
{
    if (s->look_count == 2) { /* the other one is left */
        const int left = s->look[0] ^ s->look[1] ^ card;
        ASSERT((left - s->look[0]) * (left - s->look[1]) == 0); /* it is one of them */
        s->look[0] = (uint8_t)left;
        s->look[1] = 0;
        s->look_count = 1;
        return;
    }
    int at = 0;
    while (at < s->look_count && s->look[at] != card)
        at++;
    ASSERT(at < s->look_count);
    s->look_count--;
    for (; at < s->look_count; at++)
        s->look[at] = s->look[at + 1];
    s->look[s->look_count] = 0;
}

/* Below each top card nothing is left; the rest became the deck. */
RULES static inline void salt_piles_keep_tops(SaltState *s)
{
    for (int pile = 0; pile < 2; pile++)
        if (s->pile_count[pile]) {
            s->next[s->pile_top[pile]] = 0;
            s->pile_count[pile] = 1;
        }
}

RULES static inline void salt_clear_round(SaltState *s)
{
    memset(s->hand, 0, sizeof s->hand);
    memset(s->played, 0, sizeof s->played);
    memset(s->next, 0, sizeof s->next);
    memset(s->hand_count, 0, sizeof s->hand_count);
    memset(s->steal, 0, sizeof s->steal);
    memset(s->reef, 0, sizeof s->reef);
    memset(s->pile_top, 0, sizeof s->pile_top);
    memset(s->pile_count, 0, sizeof s->pile_count);
    memset(s->look, 0, sizeof s->look);
    s->look_count = 0;
    s->reef_seats = 0;
    s->declarer = SEAT_NONE;
    s->mode = 0;
    s->declare_score = 0;
    s->extra_queued = 0;
    s->extra_granted = 0;
    s->locked = 0;
    s->jellied = 0;
}

/* Cards of a played pair point at each other in a ring. */
RULES static inline void salt_table_pair(SaltState *s, int seat, const Event *e)
{
    const int last = e->c ? e->c : e->b;
    salt_hand_remove(s, seat, e->a);
    salt_hand_remove(s, seat, e->b);
    s->next[e->a] = (uint8_t)e->b;
    s->next[e->b] = (uint8_t)e->a;
    if (e->c) {
        salt_hand_remove(s, seat, e->c);
        s->next[e->b] = (uint8_t)e->c;
        s->next[e->c] = (uint8_t)e->a;
    }
    ASSERT(s->next[last] == e->a);
    int card = e->a;
    do {
        salt_set_add(&s->played[seat], card);
        card = s->next[card];
    } while (card != e->a);
}

RULES static inline void salt_pair_moves(SaltState *s, int from, int to, int first)
{
    int card = first;
    do {
        ASSERT(salt_set_has(&s->played[from], card));
        salt_set_remove(&s->played[from], card);
        salt_set_add(&s->played[to], card);
        card = s->next[card];
    } while (card != first);
}

RULES static inline void salt_note_steal(SaltState *s, const Event *e)
{
    for (int i = 0; i < SALT_STEALS_MAX; i++)
        if (!s->steal[i].thief) {
            s->steal[i].thief = (uint8_t)(e->seat + 1);
            s->steal[i].victim = (uint8_t)e->b;
            s->steal[i].pair = (uint8_t)e->c;
            s->steal[i].card = (uint8_t)e->a;
            return;
        }
}

/* What has to do with drawing, hands and piles. */
RULES SALT_INLINE bool salt_reduce_cards(SaltState *s, const Event *e,
                                         const uint8_t *list)
{
    switch (e->type) {
    case SALT_EV_RESHUFFLED:
        salt_piles_keep_tops(s);
        salt_deck_set(s, list, e->count);
        return true;
    case SALT_EV_PILE_STARTED:
        salt_pile_push(s, e->b - 1, salt_deck_pop(s));
        return true;
    case SALT_EV_DRAWN:
        salt_hand_add(s, e->seat, salt_deck_pop(s));
        return true;
    case SALT_EV_LOOKED:
        for (int i = 0; i < e->count; i++)
            s->look[i] = (uint8_t)salt_deck_pop(s);
        s->look_count = (uint8_t)e->count;
        return true;
    case SALT_EV_KEPT:
        salt_look_remove(s, e->a);
        salt_hand_add(s, e->seat, e->a);
        return true;
    case SALT_EV_DISCARDED:
        salt_look_remove(s, e->a);
        salt_pile_push(s, e->b - 1, e->a);
        s->phase = SALT_PAIR;
        return true;
    case SALT_EV_RETURNED:
        memset(s->look, 0, sizeof s->look);
        s->look_count = 0;
        salt_deck_set(s, list, e->count);
        return true;
    case SALT_EV_TAKEN:
        salt_pile_remove(s, e->b - 1, e->a);
        salt_hand_add(s, e->seat, e->a);
        s->phase = SALT_PAIR;
        return true;
    case SALT_EV_PLAYED:
        salt_table_pair(s, e->seat, e);
        return true;
    case SALT_EV_STOLEN:
        salt_hand_remove(s, e->b - 1, e->a);
        salt_hand_add(s, e->seat, e->a);
        salt_note_steal(s, e);
        return true;
    case SALT_EV_SWAPPED:
        salt_hand_remove(s, e->c - 1, e->a);
        salt_hand_add(s, e->seat, e->a);
        salt_hand_remove(s, e->seat, e->b);
        salt_hand_add(s, e->c - 1, e->b);
        return true;
    case SALT_EV_PAIR_GRABBED:
        salt_pair_moves(s, e->b - 1, e->seat, e->a);
        return true;
    case SALT_EV_REEF_LAID:
        salt_hand_remove(s, e->seat, e->a);
        s->reef[e->seat] = (uint8_t)e->a;
        s->reef_seats |= (uint8_t)(1 << e->seat);
        return true;
    default:
        return false;
    }
}

/* What has to do with event cards and points. */
RULES SALT_INLINE void salt_reduce_points(SaltState *s, const Event *e,
                                          const uint8_t *list)
{
    switch (e->type) {
    case SALT_EV_SCORED:
        ASSERT(e->n == s->total[e->seat] + e->c);
        s->last_round[e->seat] = (int16_t)e->c;
        s->total[e->seat] = (int16_t)e->n;
        break;
    case SALT_EV_GAME_WON:
        ASSERT(e->count > 0 && s->phase != SALT_OVER);
        s->phase = SALT_OVER;
        for (int i = 0; i < e->count; i++)
            s->winners |= (uint8_t)(1 << (list[i] - 1));
        break;
    case SALT_EV_PEPPER_MIXED:
        ASSERT(s->pepper_on && e->count <= (int)sizeof s->event_deck);
        memcpy(s->event_deck, list, e->count);
        s->event_count = (uint8_t)e->count;
        break;
    case SALT_EV_PEPPER_TURNED:
        ASSERT(s->event_count > 0 && !s->event);
        ASSERT(s->event_deck[s->event_count - 1] == e->a);
        s->event = (uint8_t)e->a;
        s->event_deck[--s->event_count] = 0;
        break;
    case SALT_EV_PEPPER_KEPT:
        ASSERT(e->a == s->event || e->a == s->event_of[e->seat]);
        s->event_of[e->seat] = (uint8_t)e->a;
        s->event = PEPPER_NONE;
        break;
    case SALT_EV_PEPPER_LOST:
        ASSERT(e->a &&
               e->a == (e->seat == SEAT_NONE ? s->event : s->event_of[e->seat]));
        if (e->seat == SEAT_NONE)
            s->event = PEPPER_NONE;
        else
            s->event_of[e->seat] = PEPPER_NONE;
        break;
    default:
        break; /* SHOWN, SETTLED and SKIPPED tell, they change nothing */
    }
}

RULES SALT_INLINE void salt_reduce_event(SaltState *s, const Event *e,
                                         const uint8_t *list)
{
    if (salt_reduce_cards(s, e, list))
        return;
    switch (e->type) {
    case SALT_EV_COLOURED:
        ASSERT(e->count == s->card_count);
        for (int i = 0; i < e->count; i++)
            salt_colour_set(s, i + 1, list[i]);
        break;
    case SALT_EV_ROUND_STARTED:
        ASSERT(e->count == s->card_count);
        salt_clear_round(s);
        salt_deck_set(s, list, e->count);
        s->round = (uint16_t)(e->n < SALT_ROUNDS_MAX ? e->n : SALT_ROUNDS_MAX);
        s->seat = s->starter = e->seat;
        s->phase = SALT_DRAW;
        break;
    case SALT_EV_TURN_STARTED:
        ASSERT(e->seat < s->players && e->seat != s->seat);
        ASSERT(!s->look_count && !s->extra_queued);
        s->seat = e->seat;
        s->phase = SALT_DRAW;
        s->extra_granted = 0;
        s->jellied &= (uint8_t) ~(1 << e->seat);
        break;
    case SALT_EV_PHASE_CHANGED:
        ASSERT(e->a >= 1 && e->a <= SALT_PHASES && s->phase != SALT_OVER);
        s->phase = (uint8_t)(e->a - 1);
        break;
    case SALT_EV_EXTRA_QUEUED:
        ASSERT(s->extra_granted < s->extra_cap && e->n == s->extra_queued + 1);
        s->extra_granted++;
        s->extra_queued = (uint8_t)e->n;
        break;
    case SALT_EV_EXTRA_USED:
        ASSERT(e->seat == s->seat && e->n == s->extra_queued - 1);
        s->extra_queued = (uint8_t)e->n;
        s->phase = SALT_DRAW;
        break;
    case SALT_EV_EXTRA_LOST:
        ASSERT(s->extra_queued > 0);
        s->extra_queued = 0;
        break;
    case SALT_EV_JELLIED:
        ASSERT(e->count < s->players);
        for (int i = 0; i < e->count; i++)
            s->jellied |= (uint8_t)(1 << (list[i] - 1));
        break;
    case SALT_EV_DECLARED:
        ASSERT(s->declarer == SEAT_NONE && e->seat == s->seat);
        ASSERT(e->a == SALT_STOP || e->a == SALT_LAST_CHANCE);
        s->declarer = e->seat;
        s->mode = (uint8_t)e->a;
        s->declare_score = (uint8_t)e->n;
        s->phase = SALT_SHOWING;
        break;
    case SALT_EV_LOCKED:
        ASSERT(s->declarer != SEAT_NONE);
        s->locked |= (uint8_t)(1 << e->seat);
        break;
    default:
        salt_reduce_points(s, e, list);
    }
}

/* It happens: the table changes, and whoever listens hears of it. */
RULES SALT_INLINE void salt_emit(Salt *g, Event event, const uint8_t *list)
{
    salt_reduce_event(g->state, &event, list);
    if (g->log)
        event_record(g->log, &event, list);
}
