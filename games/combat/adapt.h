/* adapt.h - how the things of hex combat are called by what knows no game: the
 * engine's interface (games/adapter.h) and the kernels (cuda/batch.h). */
#pragma once

#include "games/combat/combat.h"

#define GAME(name)        combat_##name
#define GAME_NAME(name)   COMBAT_##name
#define GAME_TABLE        Combat
#define GAME_STATE        CombatState
#define GAME_CATALOG      CombatCatalog
#define GAME_CATALOG_TOLD offsetof(CombatCatalog, worked)
#define GAME_ROLLS        1
#define GAME_ACTIONS      "games/combat/actions.def"
#define GAME_EVENTS       "games/combat/events.def"
#define GAME_ERRORS       "games/combat/errors.def"
#define GAME_ENCODE       "games/combat/encode.def"
#define GAME_SEEN         int16_t
#define GAME_SEATS(s)     COMBAT_SIDES
#define GAME_IS_VIEW(s)   ((s)->rng.state == 0)
#define GAME_ALONE        COMBAT_UNIT

#include "engine/places.h"

RULES static inline Status combat_status(const Combat *g)
{
    const CombatState *s = g->state;
    const Status status = {(uint8_t)combat_to_act(g), s->mode,
                           s->mode == COMBAT_MODE_OVER,
                           s->winner ? (uint8_t)(1 << (s->winner - 1)) : (uint8_t)0};
    return status;
}

/* Tables of one number do alike: the command that is made, or, where it is none, what
 * may be done. */
RULES static inline int combat_group(const Combat *g, const Command *c)
{
    const CombatState *s = g->state;
    if (!c->type)
        return s->mode;
    return c->type == COMBAT_DO_CONFIRM ? COMBAT_COMMANDS + combat_act(g)->action
                                        : c->type;
}
