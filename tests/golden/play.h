/* play.h - random games from a seed: the same moves on every machine and in every
 * build.
 *
 * This is rules code: gcc, clang, C++ and wasm play the same games and must reach the
 * same hashes. The laws and the fuzzers draw their setups here too. */
#pragma once

#include "engine/game.h"

enum { PLAY_MOVES_MAX = 20000 };

typedef struct {
    uint64_t hash; /* over every state on the way, the first one included */
    int moves;
    bool over; /* false: PLAY_MOVES_MAX was reached */
} Played;

/* A setup that the game accepts. Options number 0 are the defaults, every other number
 * draws its own. */
RULES Setup play_setup(const Game *game, const void *catalog, int players,
                       int options_index, uint64_t seed);

/* Start a match and let chance play it to its end. 'state' has game->state_bytes. */
RULES Played play_random(const Game *game, const void *catalog, const Setup *setup,
                         void *state, Moves *moves);
