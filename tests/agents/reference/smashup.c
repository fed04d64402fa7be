/* smashup.c - Smash Up as plain players play it: minions where they count, every card
 * of the turn used; and two scripts, one that looks a move ahead and one that fills the
 * base nearest to breaking. */
#include "tests/agents/reference/reference.h"

#include "games/smashup/host.h"

static Su table_of(const void *catalog, const void *state)
{
    return su_table(su_reading(catalog, state), (SuState *)(uintptr_t)state, NULL);
}

/* Power all seats have at a base, and what it still takes to break it. */
static int missing_at(const Su *g, int base)
{
    int total = 0;
    for (int seat = 0; seat < g->state->players; seat++)
        total += su_total(g, base, seat);
    return su_breakpoint(g, base) - total;
}

static int lead_at(const Su *g, int base, int seat)
{
    int best = 0;
    for (int other = 0; other < g->state->players; other++) {
        const int power = other == seat ? 0 : su_total(g, base, other);
        best = power > best ? power : best;
    }
    return su_total(g, base, seat) - best;
}

/* Worth more where it breaks a base as the first, or nears both. */
static uint32_t minion_weight(const Su *g, const Command *move)
{
    const int power = su_def(g, move->a)->power;
    const int missing = missing_at(g, move->b), lead = lead_at(g, move->b, move->seat);
    uint32_t weight = 4u + 2u * (uint32_t)power;
    if (lead + power > 0)
        weight += missing <= power ? 30 : 6;
    else if (missing <= power)
        weight = 2;
    return weight;
}

static Command guide(const void *catalog, const void *state, Moves *moves, Rng *rng)
{
    const Su g = table_of(catalog, state);
    uint32_t weight[MOVES_MAX];
    moves->count = 0;
    su_legal(&g, moves);
    if (moves->count == 1)
        return moves->item[0];
    for (int i = 0; i < moves->count; i++) {
        const Command *move = &moves->item[i];
        weight[i] = move->type == SU_DO_PLAY_MINION ? minion_weight(&g, move)
                    : move->type == SU_DO_END_PLAY  ? 1
                    : move->type == ACTION_PASS     ? 2
                                                    : 6;
    }
    return reference_draw(moves, weight, rng);
}

const Reference reference_smashup = {.game = "smashup", .guide = guide};

/* What a base would pay a seat now, the less the further it is from breaking. */
static int pay_at(const Su *g, int base, int seat)
{
    const int own = su_total(g, base, seat), breakpoint = su_breakpoint(g, base);
    int better = 0, full = breakpoint - missing_at(g, base);
    for (int other = 0; other < g->state->players; other++)
        better += su_total(g, base, other) > own;
    if (own <= 0 || better > 2 || breakpoint <= 0)
        return 0;
    full = full > breakpoint ? breakpoint : full;
    return 100 * g->catalog->base[base].vp[better] * full / breakpoint;
}

/* Points, and what the bases will pay, against the best rival. */
static int worth_of(const Su *g, int seat)
{
    const SuState *s = g->state;
    int worth[SEATS_MAX] = {0}, best = -100000;
    if (s->phase == SU_OVER)
        return s->winners >> seat & 1 ? 1000000 : -1000000;
    for (int who = 0; who < s->players; who++) {
        worth[who] = 100 * (s->vp[who] - su_penalty(s, who)) + 5 * s->hand_count[who];
        for (int i = 0; i < SU_IN_PLAY_MAX; i++)
            if (s->base[i].id)
                worth[who] += pay_at(g, s->base[i].id, who);
        if (who != seat && worth[who] > best)
            best = worth[who];
    }
    return worth[seat] - best;
}

/* One move ahead, what is hidden guessed once. */
int smashup_greedy_pick(const AgentTurn *turn)
{
    SuState whole, after;
    int best = 0, best_worth = 0;
    su_determinize(su_reading(turn->catalog, turn->view), turn->view, turn->rng,
                   &whole);
    for (int i = 0; i < turn->moves->count; i++) {
        const Command *move = &turn->moves->item[i];
        after = whole;
        Su g = table_of(turn->catalog, &after);
        int worth = 0;
        if (move->type == SU_DO_END_PLAY) {
            worth = worth_of(&g, turn->seat) - 12;
        } else {
            su_execute(&g, move);
            worth = worth_of(&g, turn->seat);
        }
        if (i == 0 || worth > best_worth) {
            best_worth = worth;
            best = i;
        }
    }
    return best;
}

/* Everything to the base that lacks least, and nothing held back. */
int smashup_rush_pick(const AgentTurn *turn)
{
    const Su g = table_of(turn->catalog, turn->view);
    int best = 0, best_worth = 0;
    for (int i = 0; i < turn->moves->count; i++) {
        const Command *move = &turn->moves->item[i];
        int worth = 50;
        if (move->type == SU_DO_PLAY_MINION)
            worth = 100 + su_def(&g, move->a)->power - 2 * missing_at(&g, move->b);
        else if (move->type == SU_DO_END_PLAY || move->type == ACTION_PASS)
            worth = 0;
        worth = worth * 16 + (int)rng_below(turn->rng, 16);
        if (i == 0 || worth > best_worth) {
            best_worth = worth;
            best = i;
        }
    }
    return best;
}
