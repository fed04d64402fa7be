/* choice.h - what an agent chooses in a short game: the same in every build. */
#pragma once

#include "agents/agent.h"

/* The hash of where the agent, in every seat, has brought the game. */
uint64_t choice_play(const Game *game, const void *catalog, const Agent *agent);
