/* learned.h - players that have learned by playing: instinct, and the expert who also
 * thinks. */
#pragma once

#include "agents/agent.h"
#include "agents/net.h"

/* Who plays in an agent's place at a table it knows nothing of; NULL: it plays itself.
 */
const Agent *agents_stand_in(const Agent *agent, const Game *game, const void *catalog,
                             const void *view, int seat);

/* The network that knows a table of this kind; NULL: none does. */
const Net *learned_net(const Game *game, const void *catalog, const void *view,
                       int seat);
