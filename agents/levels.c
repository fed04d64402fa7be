/* levels.c - the opponents a person chooses from: easy, medium, hard.
 *
 * Easy and medium take the move that looks best by the game's own ratings, easy with
 * mistakes. Hard searches. A game without ratings is judged by its value one move
 * ahead. */
#include "agents/greedy.h"
#include "agents/search.h"

extern const Agent agent_easy, agent_medium, agent_hard, agent_ismcts;

/* Where there are no ratings, easy looks ahead once in so many moves. */
enum { EASY_GREEDY_IN = 6 };

static int pick_by_weight(Rng *rng, const double *weight, int count, double sum)
{
    double left = sum * (double)(rng_next(rng) >> 11) / 9007199254740992.0;
    for (int i = 0; i < count - 1; i++) {
        left -= weight[i];
        if (left < 0)
            return i;
    }
    return count - 1;
}

static int easy_pick(const AgentTurn *turn)
{
    const Policy *policy = policy_find(turn->game);
    const int count = turn->moves->count;
    int32_t rating[MOVES_MAX];
    double weight[MOVES_MAX];
    if (count == 1)
        return 0;
    if (!policy->rate)
        return rng_below(turn->rng, EASY_GREEDY_IN) == 0
                   ? greedy_pick(turn)
                   : (int)rng_below(turn->rng, (uint32_t)count);
    policy->rate(turn->catalog, turn->view, turn->moves, rating);
    const double sum = policy_weigh(rating, count, policy->mistakes, weight);
    return pick_by_weight(turn->rng, weight, count, sum);
}

static int medium_pick(const AgentTurn *turn)
{
    const Policy *policy = policy_find(turn->game);
    int32_t rating[MOVES_MAX];
    int best = 0;
    if (turn->moves->count == 1)
        return 0;
    if (!policy->rate)
        return greedy_pick(turn);
    policy->rate(turn->catalog, turn->view, turn->moves, rating);
    for (int i = 1; i < turn->moves->count; i++)
        if (rating[i] > rating[best])
            best = i;
    return best;
}

static int hard_pick(const AgentTurn *turn)
{
    const SearchStyle style = {.plain = false, .fair = 0};
    return turn->moves->count == 1 ? 0 : search_run(turn, style).best;
}

static int ismcts_pick(const AgentTurn *turn)
{
    const SearchStyle style = {.plain = true, .fair = 0};
    return turn->moves->count == 1 ? 0 : search_run(turn, style).best;
}

const Agent agent_easy = {"easy", easy_pick};
const Agent agent_medium = {"medium", medium_pick};
const Agent agent_hard = {"hard", hard_pick};
const Agent agent_ismcts = {"ismcts", ismcts_pick};
