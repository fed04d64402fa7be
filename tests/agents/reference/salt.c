/* salt.c - Sea Salt & Paper as a plain collector plays it: takes what adds points,
 * plays every pair, and stops soon after it may. */
#include "tests/agents/reference/reference.h"

#include "games/sea-salt/salt.h"

/* The points a seat's cards have with one more. */
static int points_with(const Salt *g, int seat, int card)
{
    SaltState s = *g->state;
    const Salt with = {&s, g->catalog, g->profile, NULL, false};
    if (card) {
        salt_set_add(&s.hand[seat], card);
        s.hand_count[seat]++;
    }
    return salt_card_score(&with, seat);
}

static uint32_t weight_of(const Salt *g, const Command *move, int points)
{
    const SaltState *s = g->state;
    switch (move->type) {
    case SALT_DO_DRAW_DECK:
        return 4;
    case SALT_DO_TAKE_LEFT:
    case SALT_DO_TAKE_RIGHT:
        return 1u + 3u * (uint32_t)(points_with(
                                        g, move->seat,
                                        s->pile_top[move->type - SALT_DO_TAKE_LEFT]) -
                                    points);
    case SALT_DO_KEEP:
    case SALT_DO_KEEP_ONE:
    case SALT_DO_CRAB_PICK:
        return 1u + 6u * (uint32_t)(points_with(g, move->seat, move->a) - points);
    case SALT_DO_PLAY_PAIR:
    case SALT_DO_PLAY_TRIO:
        return 20;
    case SALT_DO_STOP:
        return 3;
    case SALT_DO_LAST_CHANCE:
        return points >= 10 ? 2 : 1;
    case SALT_DO_END_TURN:
        return points >= 10 ? 2 : 6;
    default:
        return 1;
    }
}

static Command guide(const void *catalog, const void *state, Moves *moves, Rng *rng)
{
    const Salt g = salt_table(catalog, (SaltState *)(uintptr_t)state, NULL);
    uint32_t weight[MOVES_MAX];
    moves->count = 0;
    salt_legal(&g, moves);
    if (moves->count == 1)
        return moves->item[0];
    const int points = salt_card_score(&g, moves->item[0].seat);
    for (int i = 0; i < moves->count; i++)
        weight[i] = weight_of(&g, &moves->item[i], points);
    return reference_draw(moves, weight, rng);
}

const Reference reference_salt = {.game = "sea-salt", .guide = guide};
