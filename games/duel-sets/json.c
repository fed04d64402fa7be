/* json.c - games/duel/json.c for 7 Wonders Duel with its sets. */
#include "games/duel-sets/edition.h"

#include "games/duel/json.c"
