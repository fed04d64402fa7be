/* game.h - Smash Up as the engine sees it. */
#pragma once

#include "engine/game.h"

extern const Game su_game;
