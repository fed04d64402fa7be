/* adapt.h - how the things of 7 Wonders Duel are called by what knows no game: the
 * engine's interface (games/adapter.h) and the kernels (cuda/batch.h). */
#pragma once

#include "games/duel/duel.h"

#ifdef DUEL_WITH_SETS
#define GAME_ID "duel-sets"
#else
#define GAME_ID "duel"
#endif
#define GAME(name)      duel_##name
#define GAME_NAME(name) DUEL_##name
#define GAME_TABLE      Duel
#define GAME_STATE      DuelState
#define GAME_CATALOG    DuelCatalog
#define GAME_ROLLS      1
#define GAME_ACTIONS    "games/duel/actions.def"
#define GAME_EVENTS     "games/duel/events.def"
#define GAME_ERRORS     "games/duel/errors.def"
#define GAME_ENCODE     "games/duel/encode.def"
#define GAME_SEEN       uint8_t
#define GAME_SEATS(s)   DUEL_SEATS
#define GAME_IS_VIEW(s) ((s)->rng.state == 0)
#define GAME_ALONE      DUEL_CARD

#include "engine/places.h"

RULES static inline Status duel_status(const Duel *g)
{
    const DuelState *s = g->state;
    const int phase = s->victory                   ? (int)DUEL_GAME_OVER
                      : prompt_is_open(&s->prompt) ? s->prompt.say
                                                   : (int)DUEL_AGE_PLAY_PHASE;
    const Status status = {(uint8_t)duel_to_act(s), (uint8_t)phase, s->victory != 0,
                           s->winners};
    return status;
}

/* Tables of one number do alike: the command that is made, or, where it is none, what
 * may be done. */
RULES static inline int duel_group(const Duel *g, const Command *c)
{
    return c->type ? c->type : (int)prompt_is_open(&g->state->prompt);
}
