/* sets.h - the sets that are built in beside the base game, and what they add to the
 * state.
 *
 * DUEL_EACH_SET(DO, ...) is a DO(name, Name, hooks, ...) for each, in order: "name" is
 * what data and the option call the set, DuelName its part of the state, a multiple of
 * eight bytes, and hooks the places of hooks.h where the rules ask it. The lists of its
 * actions, events and so on are in lists.def. Only games/duel-sets has any. */
#pragma once

#ifdef DUEL_WITH_SETS
#include "games/duel/sets/agora/agora.h"
#include "games/duel/sets/pantheon/pantheon.h"
/* In this order: decrees make a card cheaper before Engineering looks at its price. */
#define DUEL_EACH_SET(DO, ...)                 \
    DO(agora, Agora, AGORA_HOOKS, __VA_ARGS__) \
    DO(pantheon, Pantheon, PANTHEON_HOOKS, __VA_ARGS__)
#else
#define DUEL_EACH_SET(DO, ...)
#endif
