/* duel_sets_outlook.c - how a duel's table with sets promises to end. */
#include "games/duel-sets/edition.h"

#include "agents/duel_outlook.c"
