/* duel_sets_policy.c - what agents think of 7 Wonders Duel with its sets. */
#include "games/duel-sets/edition.h"

#include "agents/duel_traits.c"

#include "agents/duel_policy.c"
