/* adapt.h - how the things of Sea Salt & Paper are called by what knows no game: the
 * engine's interface (games/adapter.h) and the kernels (cuda/batch.h). */
#pragma once

#include "games/sea-salt/salt.h"

#define GAME(name)      salt_##name
#define GAME_NAME(name) SALT_##name
#define GAME_TABLE      Salt
#define GAME_STATE      SaltState
#define GAME_CATALOG    SaltCatalog
#define GAME_ROLLS      1
#define GAME_DEFERS     1
#define GAME_ACTIONS    "games/sea-salt/actions.def"
#define GAME_EVENTS     "games/sea-salt/events.def"
#define GAME_ERRORS     "games/sea-salt/errors.def"
#define GAME_ENCODE     "games/sea-salt/encode.def"
#define GAME_SEEN       uint8_t
#define GAME_SEATS(s)   (s)->players
#define GAME_IS_VIEW(s) ((s)->viewer != 0)
#define GAME_ALONE      SALT_CARD

#include "engine/places.h"

RULES static inline Status salt_status(const Salt *g)
{
    const SaltState *s = g->state;
    const Status status = {(uint8_t)salt_to_act(s), s->phase, s->phase == SALT_OVER,
                           s->winners};
    return status;
}

/* Tables of one number do alike: the command that is made, or, where it is none, what
 * may be done. */
RULES static inline int salt_group(const Salt *g, const Command *c)
{
    const SaltState *s = g->state;
    return c->type ? c->type : prompt_is_open(&s->prompt) ? (int)SALT_PHASES : s->phase;
}

/* Rounds that are settled and dealt hold up all others: a table may stop before. */
RULES static inline bool salt_waits(const Salt *g)
{
    const SaltState *s = g->state;
    return s->fx_depth && !prompt_is_open(&s->prompt) &&
           s->fx[s->fx_depth - 1].ability == SALT_FX_round_end;
}

RULES static inline void salt_resume(Salt *g)
{
    salt_run(g);
}
