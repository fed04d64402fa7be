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

/* A setup that the game accepts. Options number 0 are the defaults, every number above
 * draws its own. Those below say which of the options that are on or off are on: -1 - n
 * has a bit for each, in the game's order; the others keep their defaults. */
RULES Setup play_setup(const Game *game, const void *catalog, int players,
                       int options_index, uint64_t seed);

RULES int play_flag_count(const Game *game); /* options that are on or off */

/* Start a match and let chance play it to its end. 'state' has game->state_bytes. */
RULES Played play_random(const Game *game, const void *catalog, const Setup *setup,
                         void *state, Moves *moves);
