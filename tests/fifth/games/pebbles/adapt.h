/* adapt.h - how the things of Pebbles are called by what knows no game: the engine's
 * interface (games/adapter.h) and the kernels (cuda/batch.h). */
#pragma once

#include "games/pebbles/pebbles.h"

#define GAME(name)      pebbles_##name
#define GAME_NAME(name) PEBBLES_##name
#define GAME_TABLE      Pebbles
#define GAME_STATE      PebblesState
#define GAME_CATALOG    PebblesCatalog
#define GAME_ACTIONS    "games/pebbles/actions.def"
#define GAME_EVENTS     "games/pebbles/events.def"
#define GAME_ERRORS     "games/pebbles/errors.def"
#define GAME_ENCODE     "games/pebbles/encode.def"
#define GAME_SEEN       uint8_t
#define GAME_SEATS(s)   (s)->players
#define GAME_IS_VIEW(s) ((s)->rng.state == 0)
#define GAME_ALONE      PEBBLES_CHARM

#include "engine/places.h"

RULES static inline Pebbles pebbles_table(const PebblesCatalog *catalog,
                                          PebblesState *state, EventLog *log)
{
    const Pebbles g = {state, catalog, log};
    return g;
}

/* Tables of one number do alike: the command that is made, or, where it is none, what
 * may be done. */
RULES static inline int pebbles_group(const Pebbles *g, const Command *c)
{
    return c->type ? c->type : prompt_is_open(&g->state->prompt);
}
