/* view.c - what a player may know, and a full table that fits it.
 *
 * Both players know the same: everything but the faces of cards that lie face down. */
#include "games/duel/duel.h"

RULES void duel_redact(const Duel *g, int viewer, DuelState *view)
{
    if (view != g->state)
        *view = *g->state;
    rng_seed(&view->rng, 0);
    for (uint32_t left = view->hidden; left; left &= left - 1) {
        uint8_t *card = &view->slot[bits_first(left)];
        if (*card < DUEL_BACK)
            *card = (uint8_t)(DUEL_BACK + g->catalog->label[*card].back);
    }
    duel_sets_redact(g->catalog, view, viewer);
}

/* Every card somebody has seen, with the one under a wonder. */
RULES DuelCards duel_seen(const DuelState *s)
{
    DuelCards seen = s->discard;
    for (int seat = 0; seat < DUEL_SEATS; seat++) {
        const DuelCity *city = &s->city[seat];
        seen.word[0] |= city->cards.word[0];
        seen.word[1] |= city->cards.word[1];
        for (int i = 0; i < DUEL_CITY_WONDERS; i++)
            if (city->under[i])
                duel_cards_add(&seen, city->under[i]);
    }
    for (uint32_t left = s->lying; left; left &= left - 1)
        if (s->slot[bits_first(left)] < DUEL_BACK)
            duel_cards_add(&seen, s->slot[bits_first(left)]);
#ifdef DUEL_WITH_SETS
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        for (int at = 0; at < AGORA_HELD && s->agora.plot[seat][at]; at++)
            if (s->agora.under[seat][at])
                duel_cards_add(&seen, s->agora.under[seat][at]);
#endif
    return seen;
}

/* Each card seen from the back becomes one of those with that back that nobody has
 * seen. */
RULES void duel_determinize(const DuelCatalog *catalog, const DuelState *view, Rng *rng,
                            DuelState *state)
{
    *state = *view;
    DuelCards seen = duel_seen(view);
#ifdef DUEL_WITH_SETS
    if (view->prompt.say == DUEL_WAITING_FOR_TREASON && prompt_is_open(&view->prompt)) {
        seen.word[0] |= view->prompt.options.word[0]; /* they lie in no slot */
        seen.word[1] |= view->prompt.options.word[1];
    }
#endif
    uint32_t unknown[DUEL_BACKS_MAX + 1] = {0}; /* bit a slot, by back */
    for (uint32_t left = state->lying; left; left &= left - 1) {
        const int back = state->slot[bits_first(left)] - DUEL_BACK;
        if (back > 0 && back <= catalog->back_count)
            unknown[back] |= left & (0u - left);
    }
    for (int back = 1; back <= catalog->back_count; back++) {
        const DuelPile *pile = &catalog->pile[duel_pool(view)][back];
        uint8_t some[DUEL_PILE_MAX];
        int there = 0;
        for (int i = 0; unknown[back] && i < pile->count; i++)
            if (!duel_cards_have(&seen, pile->card[i]))
                some[there++] = pile->card[i];
        for (uint32_t left = unknown[back]; left; left &= left - 1) {
            uint8_t *card = &state->slot[bits_first(left)];
            ASSERT(there > 0);
            const int pick = (int)rng_below(rng, (uint32_t)there);
            *card = some[pick];
            some[pick] = some[--there];
        }
    }
    duel_sets_determinize(catalog, rng, state);
    state->rng.state = rng_next(rng);
}
