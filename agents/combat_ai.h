/* combat_ai.h - plays hex combat by the enemy AI of its rules, and answers when
 * answered. */
#pragma once

#include "engine/command.h"

/* The move it makes, whoever is to act; without listing what else is open. */
Command combat_ai_move(const void *catalog, const void *state);
