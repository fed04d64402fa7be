/* policy.c - what a game tells agents about itself: which moves look good, and how a
 * table stands. */
#include "agents/policy.h"

#include "games/games.h"

const Policy policy_none = {.heat = 100, .mistakes = 100};

const Policy *policy_find(const Game *game)
{
    static const Policy *const all[] = {
#define GAME_LISTED(folder, name, policy, board) &policy,
#include "games/games.def"
#undef GAME_LISTED
    };
    const int place = games_place(game->id);
    return place < 0 ? &policy_none : all[place];
}

int policy_choices(const Policy *policy, const void *catalog, const void *view,
                   const Moves *moves, uint16_t *place)
{
    const bool rated = policy->is_half_made && policy->rate;
    int32_t rating[MOVES_MAX];
    int count = 0;
    if (rated)
        policy->rate(catalog, view, moves, rating);
    for (int i = 0; i < moves->count; i++)
        if (!rated || rating[i] > POLICY_NEVER)
            place[count++] = (uint16_t)i;
    for (int i = 0; count == 0 && i < moves->count; i++)
        place[i] = (uint16_t)i;
    return count ? count : moves->count;
}

/* Two to the power of -x / heat, straight lines between whole powers. */
static double weight_of(int64_t below, int32_t heat)
{
    const int64_t whole = below / heat;
    if (whole >= 40)
        return 1e-12;
    const double part = (double)(below - whole * heat) / heat;
    return (1 - 0.5 * part) / (double)((uint64_t)1 << whole);
}

double policy_weigh(const int32_t *rating, int count, int32_t heat, double *weight)
{
    int32_t best = INT32_MIN;
    double sum = 0;
    ASSERT(count > 0 && heat > 0);
    for (int i = 0; i < count; i++)
        best = rating[i] > best ? rating[i] : best;
    for (int i = 0; i < count; i++) {
        weight[i] = weight_of((int64_t)best - rating[i], heat);
        sum += weight[i];
    }
    return sum;
}

int policy_draw(Rng *rng, const double *weight, int count, double sum)
{
    double left = sum * (double)(rng_next(rng) >> 11) / 9007199254740992.0;
    for (int i = 0; i < count - 1; i++) {
        left -= weight[i];
        if (left < 0)
            return i;
    }
    return count - 1;
}
