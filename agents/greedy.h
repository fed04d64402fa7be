/* greedy.h - looks one move ahead and takes what looks best afterwards. */
#pragma once

#include "agents/agent.h"

int greedy_pick(const AgentTurn *turn);
