/* adapt.h - how the things of Pebbles are called by what knows no game: the engine's
 * interface (games/adapter.h) and the kernels (cuda/batch.h). */
#pragma once

#include "games/pebbles/pebbles.h"

#define GAME(name)      pebbles_##name
#define GAME_TABLE      Pebbles
#define GAME_STATE      PebblesState
#define GAME_CATALOG    PebblesCatalog
#define GAME_ACTIONS    "games/pebbles/actions.def"
#define GAME_EVENTS     "games/pebbles/events.def"
#define GAME_ERRORS     "games/pebbles/errors.def"
#define GAME_ENCODE     "games/pebbles/encode.def"
#define GAME_SEEN       uint8_t
#define GAME_SPACE      PEBBLES_AT_SPACE
#define GAME_SEES_SPACE PEBBLES_SEES_SPACE
#define GAME_VERSION    PEBBLES_AT_VERSION
#define GAME_ACTS(name, count, says) \
    {PEBBLES_DO_##name, PEBBLES_AT_##name, (uint16_t)(count), says},
#define GAME_SEES(name, key, kind, count, least, most, says) \
    {key, SEES_##kind, PEBBLES_SEES_##name, (uint16_t)(count), least, most, says},

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
