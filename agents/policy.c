/* policy.c - what a game tells agents about itself: which moves look good, and how a
 * table stands. */
#include "agents/policy.h"

extern const Policy policy_salt, policy_duel, policy_combat, policy_smashup;

const Policy *policy_find(const Game *game)
{
    static const Policy *const all[] = {&policy_salt, &policy_duel, &policy_combat,
                                        &policy_smashup};
    static const Policy none = {.heat = 100, .mistakes = 100};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i]->game, game->id) == 0)
            return all[i];
    return &none;
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

Command policy_seen(const Game *game, const void *state, const Command *c, int viewer)
{
    const Policy *policy = policy_find(game);
    if (policy->is_open || c->seat == viewer)
        return *c;
    return policy->seen ? policy->seen(state, c, viewer)
                        : command(ACTION_NONE, SEAT_NONE, 0, 0, 0);
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
