/* tolls.c - Tolls, a set for tests beside another: everybody begins with a toll, each
 * wonder that is built takes one more, and each is a point. */
#include "games/duel/adapt.h"
#include "games/duel/words.h"

RULES static void tolls_take(Duel *g, int seat)
{
    duel_emit(g, duel_event(DUEL_EV_TOLL_TAKEN, seat, 0, 0, 1), NULL);
}

RULES void duel_tolls_begin(Duel *g)
{
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        tolls_take(g, seat);
}

RULES void duel_tolls_built(Duel *g, int seat, int piece)
{
    if (g->catalog->piece[piece].type == DUEL_A_WONDER && !g->state->victory)
        tolls_take(g, seat);
}

RULES void duel_tolls_score(const Duel *g, int seat, DuelScore *score)
{
    score->part[DUEL_SCORE_TOLLS] = g->state->tolls.taken[seat];
}

RULES void duel_tolls_reduce(const DuelCatalog *catalog, DuelState *s,
                             const Event *event, const uint8_t *list)
{
    (void)catalog;
    (void)list;
    if (event->type == DUEL_EV_TOLL_TAKEN)
        s->tolls.taken[event->seat] = (uint8_t)(s->tolls.taken[event->seat] + event->n);
}

RULES void duel_tolls_observe(const Duel *view, int seat, uint8_t *out)
{
    out[DUEL_SEES_TOLLS] = view->state->tolls.taken[seat];
    out[DUEL_SEES_TOLLS + 1] = view->state->tolls.taken[seat ^ 1];
}
