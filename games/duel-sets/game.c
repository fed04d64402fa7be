/* game.c - the record of 7 Wonders Duel with its sets. */
#include "games/duel-sets/edition.h"

#include "games/duel/game.c"
