/* host.c - the host files of 7 Wonders Duel with its sets that the browser has too, as
 * one unit. */
#include "games/duel-sets/edition.h"

#include "games/duel/fields.c"
#include "games/duel/json.c"
#include "games/duel/names.c"
#include "games/duel/sets/agora/fields.c"
#include "games/duel/sets/pantheon/fields.c"
