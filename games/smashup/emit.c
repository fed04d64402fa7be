/* emit.c - an event happens in Smash Up: the table changes, and what follows at once.
 */
#include "games/smashup/reduce.h"

RULES static void su_happen(Su *g, const Event *event, const uint8_t *list)
{
    su_apply(g, event, list);
    g->stirred = true;
    if (event->type == SU_EV_BASE_REPLACED || event->type == SU_EV_BASE_SWAPPED)
        su_look(g);
    if (g->log)
        event_record(g->log, event, list);
}

/* From the discard pile into the deck, in a new order. */
RULES static void su_shuffle_in(Su *g, int seat, int card)
{
    SuState *s = g->state;
    uint8_t list[SU_CARDS_MAX];
    const int type = s->deck_count[seat] ? SU_EV_DECK_SHUFFLED : SU_EV_DECK_RESHUFFLED;
    Event e = event_secret(event_make(type, seat, 0, 0, 0, 0), SECRET_LIST, 0);
    for (int next = s->deck_top[seat]; next; next = s->card[next].at)
        list[e.count++] = (uint8_t)next;
    list[e.count++] = (uint8_t)card;
    rng_shuffle(&s->rng, list, e.count);
    su_happen(g, &e, list);
}

/* Cards that stay in no discard pile leave it before anything else happens. */
RULES static void su_wake(Su *g)
{
    const SuState *s = g->state;
    g->restless = false;
    const uint32_t *restless = g->catalog->cards_as[IS_RESTLESS];
    for (int seat = 0; seat < s->players; seat++) {
        if (!(s->restless >> seat & 1))
            continue;
        uint64_t awake =
            su_of_deck(&s->discard[seat], seat) & su_listed_of(s, restless, seat);
        for (; awake; awake &= awake - 1)
            su_shuffle_in(g, seat, seat * SU_DECK_CARDS + 1 + bits_first(awake));
    }
}

/* What a minion carries goes to its owners' discard piles before the minion leaves:
 * rules 7.4. */
RULES static void su_unload(Su *g, const Event *e)
{
    const SuState *s = g->state;
    const uint64_t leaving = EVENT_BIT(DESTROYED) | EVENT_BIT(RETURNED) |
                             EVENT_BIT(TO_BOTTOM) | EVENT_BIT(TO_TOP);
    if (!(leaving >> e->type & 1) || !set_has(&s->minions, e->a))
        return;
    const CardSet all = s->actions;
    SET_EACH (on, &all)
        if (s->card[on].zone == SU_CARRIED && s->card[on].at == e->a) {
            const Event off = event_make(SU_EV_DETACHED, s->card[on].seat, on, 0, 0, 0);
            su_happen(g, &off, NULL);
        }
}

RULES void su_emit(Su *g, Event event, const uint8_t *list)
{
    const uint64_t discards = EVENT_BIT(DISCARDED) | EVENT_BIT(ACTION_SPENT) |
                              EVENT_BIT(DETACHED) | EVENT_BIT(DESTROYED) |
                              EVENT_BIT(BASE_CLEARED) | EVENT_BIT(DECKS_BUILT);
    if (g->catalog->foreign && !su_expect(g, &event, list))
        return;
    su_unload(g, &event);
    su_happen(g, &event, list);
    g->restless |= (discards >> event.type & 1) != 0;
    if (g->state->restless && g->restless)
        su_wake(g);
}
