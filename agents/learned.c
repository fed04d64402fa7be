/* learned.c - players that have learned by playing: instinct, and the expert who also
 * thinks.
 *
 * Where there is no network, or the table is of a kind it was not trained at, another
 * agent plays in their place; the doors say so (agents_stand_in). */
#include "agents/learned.h"

#include "agents/search.h"

const Net *learned_net(const Game *game, const void *catalog, const void *view,
                       int seat)
{
    _Alignas(16) int16_t observation[NET_SEES_MAX];
    const Net *net = nets_find(game, catalog);
    if (!net)
        return NULL;
    game->observe(catalog, view, seat, observation);
    return net_fits(net, observation) ? net : NULL;
}

static int instinct_pick(const AgentTurn *turn)
{
    const Net *net = learned_net(turn->game, turn->catalog, turn->view, turn->seat);
    int32_t rating[MOVES_MAX], odds = 0;
    int best = 0;
    if (!net)
        return agent_rated.pick(turn);
    net_look(net, turn->catalog, turn->view, turn->seat, turn->moves, rating, &odds);
    for (int i = 1; i < turn->moves->count; i++)
        best = rating[i] > rating[best] ? i : best;
    if (turn->hope)
        *turn->hope = net_share(odds) / 65536.0;
    return best;
}

static int expert_pick(const AgentTurn *turn)
{
    const SearchStyle style = {
        .is_hasty = true,
        .net = learned_net(turn->game, turn->catalog, turn->view, turn->seat)};
    return style.net ? search_pick(turn, style) : agent_hard.pick(turn);
}

const Agent *agents_stand_in(const Agent *agent, const Game *game, const void *catalog,
                             const void *view, int seat)
{
    const Agent *other = agent == &agent_expert     ? &agent_hard
                         : agent == &agent_instinct ? &agent_rated
                                                    : NULL;
    return other && !learned_net(game, catalog, view, seat) ? other : NULL;
}

const Agent agent_instinct = {"instinct", instinct_pick};
const Agent agent_expert = {"expert", expert_pick};
