/* load_depth.c - games/duel/load_depth.c for 7 Wonders Duel with its sets. */
#include "games/duel-sets/edition.h"

#include "games/duel/load_depth.c"
