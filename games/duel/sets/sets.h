/* sets.h - the sets that are built in beside the base game, and what they add to the
 * state.
 *
 * DUEL_EACH_SET(DO, ...) is a DO(name, Name, hooks, ...) for each, in order: "name" is
 * what data and the option call the set, DuelName its part of the state, a multiple of
 * eight bytes, and hooks the places of hooks.h where the rules ask it. The lists of its
 * actions, events and so on are in lists.def. */
#pragma once

#define DUEL_EACH_SET(DO, ...)
