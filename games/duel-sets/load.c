/* load.c - what reads the data and positions of 7 Wonders Duel with its sets, as one
 * unit. */
#include "games/duel-sets/edition.h"

#include "games/duel/load.c"
#include "games/duel/load_depth.c"
#include "games/duel/load_table.c"
#include "games/duel/position.c"
