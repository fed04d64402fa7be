/* sets.c - what a table of the sets is, a row a field. */
#include "games/duel-sets/edition.h"

#include "games/duel/sets/pantheon/fields.c"

#include "games/duel/sets/agora/fields.c"
