/* game.h - Sea Salt & Paper as the engine sees it. */
#pragma once

#include "engine/game.h"

extern const Game salt_game;
