/* agents.c - the players this program has. A new one is one line here. */
#include "agents/agent.h"

extern const Agent agent_random, agent_greedy, agent_easy, agent_medium, agent_hard,
    agent_ismcts, agent_minimax, agent_tactician;

const Agent *const agents_all[] = {
    &agent_random, &agent_greedy,  &agent_easy,      &agent_medium, &agent_hard,
    &agent_ismcts, &agent_minimax, &agent_tactician, NULL,
};

const Agent *agents_find(const char *name)
{
    for (const Agent *const *agent = agents_all; *agent; agent++)
        if (strcmp((*agent)->name, name) == 0)
            return *agent;
    return NULL;
}
