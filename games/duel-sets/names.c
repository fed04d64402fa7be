/* names.c - games/duel/names.c for 7 Wonders Duel with its sets. */
#include "games/duel-sets/edition.h"

#include "games/duel/names.c"
