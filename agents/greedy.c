/* greedy.c - looks one move ahead and takes what looks best afterwards.
 *
 * What is hidden is guessed a few times over: each guess is a whole table that fits the
 * view. A move is worth the average, over the guesses, of how well the seat stands
 * after it, seen again through the seat's own eyes. */
#include "agents/greedy.h"

#include "agents/policy.h"
#include "agents/scratch.h"

enum { GREEDY_GUESSES = 4 };

static int64_t greedy_worth(const AgentTurn *turn, const Scratch *guesses,
                            const Command *move)
{
    const Game *game = turn->game;
    Scratch after, seen;
    int64_t sum = 0;
    for (int i = 0; i < GREEDY_GUESSES; i++) {
        memcpy(after.bytes, guesses[i].bytes, game->state_bytes);
        game->execute(turn->catalog, after.bytes, move, NULL);
        game->redact(turn->catalog, after.bytes, turn->seat, seen.bytes);
        sum += game->value(turn->catalog, seen.bytes, turn->seat);
    }
    return sum;
}

int greedy_pick(const AgentTurn *turn)
{
    const Game *game = turn->game;
    ASSERT(game->state_bytes <= SCRATCH_BYTES);
    ASSERT(turn->moves->count > 0);
    if (turn->moves->count == 1)
        return 0;
    Scratch guesses[GREEDY_GUESSES];
    for (int i = 0; i < GREEDY_GUESSES; i++)
        game->determinize(turn->catalog, turn->view, turn->rng, guesses[i].bytes);
    int best = 0;
    int64_t best_worth = INT64_MIN;
    uint32_t equals = 0;
    uint16_t place[MOVES_MAX];
    const int count = policy_choices(policy_find(game), turn->catalog, turn->view,
                                     turn->moves, place);
    for (int k = 0; k < count; k++) {
        const int i = place[k];
        const int64_t worth = greedy_worth(turn, guesses, &turn->moves->item[i]);
        if (worth < best_worth)
            continue;
        equals = worth > best_worth ? 1 : equals + 1;
        best_worth = worth;
        /* Each of the equals stays with the same chance. */
        if (equals == 1 || rng_below(turn->rng, equals) == 0)
            best = i;
    }
    return best;
}

const Agent agent_greedy = {"greedy", greedy_pick};
