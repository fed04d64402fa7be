/* adapt.h - how the things of Smash Up are called by what knows no game: the
 * engine's interface (games/adapter.h) and the kernels (cuda/batch.h). */
#pragma once

#include "games/smashup/su.h"

#define GAME(name)      su_##name
#define GAME_NAME(name) SU_##name
#define GAME_TABLE      Su
#define GAME_STATE      SuState
#define GAME_CATALOG    SuCatalog
#define GAME_CATALOGS   SU_READINGS
#define GAME_CATALOG_OF su_reading
#define GAME_ACTIONS    "games/smashup/actions.def"
#define GAME_EVENTS     "games/smashup/events.def"
#define GAME_ERRORS     "games/smashup/errors.def"
#define GAME_ENCODE     "games/smashup/encode.def"
#define GAME_SEEN       int16_t
#define GAME_SEATS(s)   (s)->players
#define GAME_IS_VIEW(s) ((s)->viewer != 0)
#define GAME_ALONE      SU_CARD

#include "engine/places.h"

RULES static inline Status su_status(const Su *g)
{
    const SuState *s = g->state;
    const Status status = {(uint8_t)su_to_act(s), s->phase, s->phase == SU_OVER,
                           s->winners};
    return status;
}

/* Tables of one number do alike: the command that is made, or, where it is none, what
 * may be done. */
RULES static inline int su_group(const Su *g, const Command *c)
{
    const SuState *s = g->state;
    const bool asked = prompt_is_open(&s->prompt);
    if (!c->type)
        return asked;
    if (asked)
        return s->fx_depth ? s->fx[s->fx_depth - 1].ability : 0;
    return SU_ABILITIES + (c->a && c->a <= SU_CARDS_MAX ? su_def_index(g, c->a) : 0);
}
