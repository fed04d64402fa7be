/* games.h - the games this program knows. A new game is one line in games.def. */
#pragma once

#include "engine/game.h"

#define GAME_LISTED(folder, name, policy, board) extern const Game name##_game;
#include "games/games.def"
#undef GAME_LISTED

extern const Game *const games_all[]; /* in that order; ends with NULL */

const Game *games_find(const char *id); /* NULL when there is none of that name */
/* Its place in games_all; -1 when there is none of that name. */
int games_place(const char *id);
