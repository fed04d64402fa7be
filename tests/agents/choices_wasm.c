/* choices_wasm.c - what the agents choose in WebAssembly: what choices.mjs calls. The
 * catalog comes in as bytes that a native build wrote. */
#include "tests/agents/choice.h"

#include "games/games.h"

#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(name)))

static void *catalog;

EXPORT("game_id") const char *game_id(int game)
{
    return games_all[game] ? games_all[game]->id : NULL;
}

EXPORT("agent_name") const char *agent_name(int agent)
{
    return agents_all[agent] ? agents_all[agent]->name : NULL;
}

/* Where the catalog's bytes go. */
EXPORT("catalog_place") void *catalog_place(int game)
{
    free(catalog);
    catalog = calloc(1, games_all[game]->catalog_bytes);
    return catalog;
}

EXPORT("choose") uint64_t choose(int game, int agent)
{
    return choice_play(games_all[game], catalog, agents_all[agent]);
}
