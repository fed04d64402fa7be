/* hooks.h - where the rules ask the module of an expansion.
 *
 * A module is the folder games/duel/more (docs/add-an-expansion.md walks through one).
 * With none, every hook below is empty and costs nothing. Where a hook has a Duel that
 * is not const it may emit events and push abilities, which are done before play goes
 * on. */
#pragma once

#if DUEL_HAS_MORE

#include "games/duel/more/hooks.h"

#else

/* An age has been laid out, before its first turn. */
RULES static inline void duel_more_age(Duel *g)
{
    (void)g;
}

/* The card in a slot has just been turned up. */
RULES static inline void duel_more_revealed(Duel *g, int slot)
{
    (void)g;
    (void)slot;
}

/* A card, a wonder or a token has come into a city, and its effects are under way. */
RULES static inline void duel_more_built(Duel *g, int seat, int piece)
{
    (void)g;
    (void)seat;
    (void)piece;
}

/* How far the pawn goes for a player's shields. */
RULES static inline int duel_more_shields(const Duel *g, int seat, int shields)
{
    (void)g;
    (void)seat;
    return shields;
}

/* What a player makes and pays for units: change it in place. */
RULES static inline void duel_more_market(const Duel *g, int seat, DuelMarket *market)
{
    (void)g;
    (void)seat;
    (void)market;
}

/* A card is free for this player for a reason beside the chain symbols of the city; it
 * counts as a chain. */
RULES static inline bool duel_more_chain(const Duel *g, int seat, int card)
{
    (void)g;
    (void)seat;
    (void)card;
    return false;
}

/* Turns that use no card: list them, refuse them, take them. */
RULES static inline void duel_more_moves(const Duel *g, Moves *moves)
{
    (void)g;
    (void)moves;
}

RULES static inline Err duel_more_validate(const Duel *g, const Command *c,
                                           Quote *quote)
{
    (void)g;
    return quote_refuse(quote, ERR_NOT_NOW, c->type, 0, 0);
}

RULES static inline void duel_more_turn(Duel *g, const Command *c)
{
    (void)g;
    (void)c;
    ASSERT(false);
}

/* Points of the expansion's own categories (scores.def); the total is added up later.
 */
RULES static inline void duel_more_score(const Duel *g, int seat, DuelScore *score)
{
    (void)g;
    (void)seat;
    (void)score;
}

/* An event of the expansion's own (events.def). */
RULES static inline void duel_more_reduce(const DuelCatalog *catalog, DuelState *s,
                                          const Event *event, const uint8_t *list)
{
    (void)catalog;
    (void)s;
    (void)event;
    (void)list;
}

/* What only some may know of state.more: hide it, guess it. */
RULES static inline void duel_more_redact(DuelState *view, int viewer)
{
    (void)view;
    (void)viewer;
}

RULES static inline void duel_more_determinize(const DuelCatalog *catalog, Rng *rng,
                                               DuelState *s)
{
    (void)catalog;
    (void)rng;
    (void)s;
}

/* What 'seat' sees of state.more: the numbers that more/encode.def lists. */
RULES static inline void duel_more_observe(const Duel *view, int seat, uint8_t *out)
{
    (void)view;
    (void)seat;
    (void)out;
}

/* NULL, or what is broken in state.more. */
RULES static inline const char *duel_more_check(const Duel *g)
{
    (void)g;
    return NULL;
}

#endif
