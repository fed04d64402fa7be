/* agents.c - the players this program has. A new one is one line in agents.def. */
#include "agents/agent.h"

const Agent *const agents_all[] = {
#define AGENT(name) &agent_##name,
#include "agents/agents.def"
#undef AGENT
    NULL,
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
