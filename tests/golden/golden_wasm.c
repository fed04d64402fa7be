/* golden_wasm.c - the games of tests/golden played by WebAssembly: what golden.mjs
 * calls.
 *
 * Nothing is imported. The catalog comes in as bytes that a native build wrote. */
#include "games/games.h"
#include "tests/golden/play.h"

#define EXPORT(name) __attribute__((export_name(name)))

enum { STATE_BYTES_MAX = 8 << 10, CATALOG_BYTES_MAX = 1 << 20 };

static _Alignas(16) uint8_t state[STATE_BYTES_MAX];
static _Alignas(16) uint8_t catalog[CATALOG_BYTES_MAX];
static Moves moves;
static Played played;

EXPORT("game_count") int game_count(void)
{
    int count = 0;
    while (games_all[count])
        count++;
    return count;
}

EXPORT("game_id") const char *game_id(int game)
{
    return games_all[game]->id;
}

EXPORT("catalog_bytes") uint32_t catalog_bytes(int game)
{
    return games_all[game]->catalog_bytes;
}

/* Where the catalog's bytes go. */
EXPORT("catalog_place") uint8_t *catalog_place(void)
{
    return catalog;
}

/* Returns the number of moves, -1 when the game does not fit. */
EXPORT("play") int play(int game, int players, int options_index, uint64_t seed)
{
    const Game *g = games_all[game];
    if (g->state_bytes > STATE_BYTES_MAX || g->catalog_bytes > CATALOG_BYTES_MAX)
        return -1;
    const Setup setup = play_setup(g, catalog, players, options_index, seed);
    played = play_random(g, catalog, &setup, state, &moves);
    return played.moves;
}

/* Of the game played last. */
EXPORT("hash") uint64_t hash(void)
{
    return played.hash;
}
