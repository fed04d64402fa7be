/* agents.c - the players this program has. A new one is one line here. */
#include "agents/agent.h"

extern const Agent agent_random, agent_greedy, agent_easy, agent_rated, agent_medium,
    agent_hard, agent_ismcts, agent_minimax, agent_tactician;

const Agent *const agents_all[] = {
    &agent_random, &agent_greedy, &agent_easy,    &agent_rated,     &agent_medium,
    &agent_hard,   &agent_ismcts, &agent_minimax, &agent_tactician, NULL,
};

const Agent *const *agents_guests;

static const Agent *find_in(const Agent *const *agent, const char *name)
{
    while (*agent && strcmp((*agent)->name, name) != 0)
        agent++;
    return *agent;
}

const Agent *agents_find(const char *name)
{
    const Agent *own = find_in(agents_all, name);
    return own || !agents_guests ? own : find_in(agents_guests, name);
}
