/* game.h - Pebbles as the engine sees it: the smallest game, for the tests and for
 * docs/add-a-game.md. */
#pragma once

#include "engine/game.h"

extern const Game pebbles_game;
