/* duel_traits.h - what a move of a duel's turn is like: small numbers that a weight
 * each turns into how likely a good player makes it. */
#pragma once

#include "games/duel/duel.h"

enum {
#define TRAIT(name, ...) TRAIT_##name,
#include "agents/duel_traits.def"
#undef TRAIT
    DUEL_TRAITS
};

/* A lead from which every further shield counts: where the first military token lies.
 */
static inline int duel_far_lead(const Duel *g)
{
    return g->catalog->number.loot_space[0];
}

/* So many symbols that a second more would win. */
static inline int duel_late_symbols(const Duel *g)
{
    return g->catalog->number.symbols_to_win - 2;
}

int duel_shields_of(const DuelCity *city, const DuelPiece *piece);
bool duel_wins_with(const Duel *g, int seat, const DuelPiece *piece); /* at once */

/* 'trait' is filled for a turn's move; true: it wins at once. */
bool duel_traits(const Duel *g, const Command *c, int8_t *trait);
