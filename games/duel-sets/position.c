/* position.c - games/duel/position.c for 7 Wonders Duel with its sets. */
#include "games/duel-sets/edition.h"

#include "games/duel/position.c"
