/* game.h - hex combat for the list of games. */
#pragma once

#include "engine/game.h"

extern const Game combat_game;
