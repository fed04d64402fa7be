/* random.c - plays any legal move, each as likely as the others. */
#include "agents/agent.h"

static int random_pick(const AgentTurn *turn)
{
    ASSERT(turn->moves->count > 0);
    return (int)rng_below(turn->rng, (uint32_t)turn->moves->count);
}

const Agent agent_random = {"random", random_pick};
