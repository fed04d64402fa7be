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

/* 'trait' is filled for a turn's move; true: it wins at once. */
bool duel_traits(const Duel *g, const Command *c, int8_t *trait);
