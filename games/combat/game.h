/* game.h - hex combat as the engine sees it: names for its numbers, and its functions.
 */
#pragma once

#include "engine/game.h"

extern const Game combat_game;
