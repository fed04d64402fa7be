/* reduce.c - the only code that writes the table of Sea Salt & Paper. */
#include "games/sea-salt/salt.h"

RULES void salt_emit(Salt *g, Event event, const uint8_t *list)
{
    salt_reduce(g->catalog, g->state, &event, list);
    if (g->log)
        event_record(g->log, &event, list);
}

RULES void salt_colour_set(SaltState *s, int card, int colour)
{
    const int shift = (card & 1) * 4;
    s->colour[card >> 1] =
        (uint8_t)((s->colour[card >> 1] & ~(15 << shift)) | colour << shift);
}

RULES static void salt_hand_add(SaltState *s, int seat, int card)
{
    ASSERT(!salt_set_has(&s->hand[seat], card));
    salt_set_add(&s->hand[seat], card);
    s->hand_count[seat]++;
}

RULES static void salt_hand_remove(SaltState *s, int seat, int card)
{
    ASSERT(salt_set_has(&s->hand[seat], card));
    salt_set_remove(&s->hand[seat], card);
    s->hand_count[seat]--;
}

RULES static int salt_deck_pop(SaltState *s)
{
    const int card = s->deck_top;
    ASSERT(card != 0 && s->deck_count > 0);
    s->deck_top = s->next[card];
    s->next[card] = 0;
    s->deck_count--;
    return card;
}

/* The deck becomes exactly this list, top first. */
RULES static void salt_deck_set(SaltState *s, const uint8_t *list, int count)
{
    s->deck_count = (uint8_t)count;
    s->deck_top = 0;
    for (int i = count - 1; i >= 0; i--) {
        s->next[list[i]] = s->deck_top;
        s->deck_top = list[i];
    }
}

RULES static void salt_pile_push(SaltState *s, int pile, int card)
{
    s->next[card] = s->pile_top[pile];
    s->pile_top[pile] = (uint8_t)card;
    s->pile_count[pile]++;
}

RULES static void salt_pile_remove(SaltState *s, int pile, int card)
{
    uint8_t *link = &s->pile_top[pile];
    while (*link && *link != card)
        link = &s->next[*link];
    ASSERT(*link == card);
    *link = s->next[card];
    s->next[card] = 0;
    s->pile_count[pile]--;
}

RULES static void salt_look_remove(SaltState *s, int card)
{
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
RULES static void salt_piles_keep_tops(SaltState *s)
{
    for (int pile = 0; pile < 2; pile++)
        if (s->pile_count[pile]) {
            s->next[s->pile_top[pile]] = 0;
            s->pile_count[pile] = 1;
        }
}

RULES static void salt_clear_round(SaltState *s)
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
RULES static void salt_table_pair(SaltState *s, int seat, const Event *e)
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

RULES static void salt_pair_moves(SaltState *s, int from, int to, int first)
{
    int card = first;
    do {
        ASSERT(salt_set_has(&s->played[from], card));
        salt_set_remove(&s->played[from], card);
        salt_set_add(&s->played[to], card);
        card = s->next[card];
    } while (card != first);
}

RULES static void salt_note_steal(SaltState *s, const Event *e)
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
RULES static bool salt_reduce_cards(SaltState *s, const Event *e, const uint8_t *list)
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
RULES static void salt_reduce_points(SaltState *s, const Event *e, const uint8_t *list)
{
    switch (e->type) {
    case SALT_EV_SCORED:
        s->last_round[e->seat] = (int16_t)e->c;
        s->total[e->seat] = (int16_t)e->n;
        break;
    case SALT_EV_GAME_WON:
        s->phase = SALT_OVER;
        for (int i = 0; i < e->count; i++)
            s->winners |= (uint8_t)(1 << (list[i] - 1));
        break;
    case SALT_EV_PEPPER_MIXED:
        memcpy(s->event_deck, list, e->count);
        s->event_count = (uint8_t)e->count;
        break;
    case SALT_EV_PEPPER_TURNED:
        s->event = (uint8_t)e->a;
        s->event_deck[--s->event_count] = 0;
        break;
    case SALT_EV_PEPPER_KEPT:
        s->event_of[e->seat] = (uint8_t)e->a;
        s->event = PEPPER_NONE;
        break;
    case SALT_EV_PEPPER_LOST:
        if (e->seat == SEAT_NONE)
            s->event = PEPPER_NONE;
        else
            s->event_of[e->seat] = PEPPER_NONE;
        break;
    default:
        break; /* SHOWN, SETTLED and SKIPPED tell, they change nothing */
    }
}

RULES void salt_reduce(const SaltCatalog *catalog, SaltState *s, const Event *e,
                       const uint8_t *list)
{
    (void)catalog;
    if (salt_reduce_cards(s, e, list))
        return;
    salt_expect(s, e);
    switch (e->type) {
    case SALT_EV_COLOURED:
        for (int i = 0; i < e->count; i++)
            salt_colour_set(s, i + 1, list[i]);
        break;
    case SALT_EV_ROUND_STARTED:
        salt_clear_round(s);
        salt_deck_set(s, list, e->count);
        s->round = (uint16_t)e->n;
        s->seat = s->starter = e->seat;
        s->phase = SALT_DRAW;
        break;
    case SALT_EV_TURN_STARTED:
        s->seat = e->seat;
        s->phase = SALT_DRAW;
        s->extra_granted = 0;
        s->jellied &= (uint8_t) ~(1 << e->seat);
        break;
    case SALT_EV_PHASE_CHANGED:
        s->phase = (uint8_t)(e->a - 1);
        break;
    case SALT_EV_EXTRA_QUEUED:
        s->extra_granted++;
        s->extra_queued = (uint8_t)e->n;
        break;
    case SALT_EV_EXTRA_USED:
        s->extra_queued = (uint8_t)e->n;
        s->phase = SALT_DRAW;
        break;
    case SALT_EV_EXTRA_LOST:
        s->extra_queued = 0;
        break;
    case SALT_EV_JELLIED:
        for (int i = 0; i < e->count; i++)
            s->jellied |= (uint8_t)(1 << (list[i] - 1));
        break;
    case SALT_EV_DECLARED:
        s->declarer = e->seat;
        s->mode = (uint8_t)e->a;
        s->declare_score = (uint8_t)e->n;
        s->phase = SALT_SHOWING;
        break;
    case SALT_EV_LOCKED:
        s->locked |= (uint8_t)(1 << e->seat);
        break;
    default:
        salt_reduce_points(s, e, list);
    }
}
