/* duel_sets.c - the terminal's board of 7 Wonders Duel with its sets. */
#include "games/duel-sets/edition.h"

#include "cli/boards/duel.c"
