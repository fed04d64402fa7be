/* games.h - the games this program knows. A new game is one line in games.c. */
#pragma once

#include "engine/game.h"

extern const Game *const games_all[]; /* ends with NULL */

const Game *games_find(const char *id); /* NULL when there is none of that name */
