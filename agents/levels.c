/* levels.c - the opponents a person chooses from: easy, medium, hard.
 *
 * Easy and medium take the move that looks best by the game's own ratings, easy with
 * mistakes, unless the game says what they are to know. Hard searches. In a game
 * without ratings easy looks one move ahead by the game's value, and medium searches a
 * little. */
#include "agents/greedy.h"
#include "agents/policy.h"
#include "agents/search.h"

/* Where there are no ratings, easy looks one move ahead and takes any move once in so
 * many times; medium searches this little. */
enum { EASY_ANY_IN = 3, MEDIUM_ITERATIONS = 48 };

static int easy_pick(const AgentTurn *turn)
{
    const Policy *policy = policy_find(turn->game);
    const int count = turn->moves->count;
    int32_t rating[MOVES_MAX];
    double weight[MOVES_MAX];
    if (count == 1)
        return 0;
    if (policy->easy_is_chance)
        return (int)rng_below(turn->rng, (uint32_t)count);
    if (!policy->rate)
        return rng_below(turn->rng, EASY_ANY_IN) == 0
                   ? (int)rng_below(turn->rng, (uint32_t)count)
                   : greedy_pick(turn);
    policy->rate(turn->catalog, turn->view, turn->moves, rating);
    const double sum = policy_weigh(rating, count, policy->mistakes, weight);
    return policy_draw(turn->rng, weight, count, sum);
}

static int medium_search(const AgentTurn *turn)
{
    const SearchStyle style = {.plain = true, .is_hasty = true};
    AgentTurn little = *turn;
    little.iterations = MEDIUM_ITERATIONS;
    return search_run(&little, style).best;
}

/* The best rated; each of equals with the same chance. */
static int best_of(const AgentTurn *turn, const int32_t *rating)
{
    int best = 0;
    uint32_t equals = 1;
    for (int i = 1; i < turn->moves->count; i++) {
        if (rating[i] < rating[best])
            continue;
        equals = rating[i] > rating[best] ? 1 : equals + 1;
        if (equals == 1 || rng_below(turn->rng, equals) == 0)
            best = i;
    }
    return best;
}

static int rated_pick(const AgentTurn *turn)
{
    const Policy *policy = policy_find(turn->game);
    int32_t rating[MOVES_MAX];
    if (turn->moves->count == 1)
        return 0;
    if (!policy->rate)
        return medium_search(turn);
    policy->rate(turn->catalog, turn->view, turn->moves, rating);
    return best_of(turn, rating);
}

static int medium_pick(const AgentTurn *turn)
{
    const Policy *policy = policy_find(turn->game);
    int32_t rating[MOVES_MAX];
    if (!policy->rate_plain || turn->moves->count == 1)
        return rated_pick(turn);
    policy->rate_plain(turn->catalog, turn->view, turn->moves, rating);
    return best_of(turn, rating);
}

int search_pick(const AgentTurn *turn, SearchStyle style)
{
    if (turn->moves->count == 1)
        return 0;
    const SearchReport report = search_run(turn, style);
    if (turn->hope && report.iterations)
        *turn->hope = report.share;
    for (int i = 0; turn->visits && report.iterations && i < turn->moves->count; i++)
        turn->visits[i] = report.move[i].visits;
    return report.best;
}

static int hard_pick(const AgentTurn *turn)
{
    return search_pick(turn, (SearchStyle){.is_hasty = true});
}

static int ismcts_pick(const AgentTurn *turn)
{
    return search_pick(turn, (SearchStyle){.plain = true, .is_hasty = true});
}

const Agent agent_easy = {"easy", easy_pick};
const Agent agent_rated = {"rated", rated_pick};
const Agent agent_medium = {"medium", medium_pick};
const Agent agent_hard = {"hard", hard_pick};
const Agent agent_ismcts = {"ismcts", ismcts_pick};
