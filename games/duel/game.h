/* game.h - 7 Wonders Duel as the engine sees it. */
#pragma once

#include "engine/game.h"

extern const Game duel_game;
