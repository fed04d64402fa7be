/* rollout.c - one game from the deal to the end, played by agents, as fast as they
 * think.
 */
#include "cli/rollout.h"

#include <stdlib.h>

bool rollout_init(Rollout *r, const Game *game, const void *catalog)
{
    memset(r, 0, sizeof *r);
    r->game = game;
    r->catalog = catalog;
    r->state = calloc(1, game->state_bytes);
    r->view = calloc(1, game->state_bytes);
    r->moves = malloc(sizeof *r->moves);
    return r->state && r->view && r->moves;
}

void rollout_clear(Rollout *r)
{
    free(r->state);
    free(r->view);
    free(r->moves);
    memset(r, 0, sizeof *r);
}

const Command *rollout_pick(Rollout *r, const void *state, uint64_t seed, int turn,
                            const Agent *agent, int budget_ms)
{
    const Game *game = r->game;
    const Status status = game->status(r->catalog, state);
    if (status.over)
        return NULL;
    game->redact(r->catalog, state, status.to_act, r->view);
    r->moves->count = 0;
    game->legal(r->catalog, r->view, r->moves);
    if (r->moves->count == 0)
        return NULL;
    Rng rng;
    rng_seed(&rng, rng_mix(seed, (uint64_t)turn));
    const AgentTurn about = {.game = game,
                             .catalog = r->catalog,
                             .view = r->view,
                             .seat = status.to_act,
                             .moves = r->moves,
                             .rng = &rng,
                             .budget_ms = budget_ms,
                             .iterations = r->iterations,
                             .memory_mib = r->memory_mib,
                             .self = agent};
    const int pick = agent->pick(&about);
    ASSERT(pick >= 0 && pick < r->moves->count);
    return &r->moves->item[pick];
}

/* What the rules say about a move that was listed, and about the table after it. */
static const char *rollout_step_checked(Rollout *r, const Command *move)
{
    if (r->game->validate(r->catalog, r->state, move, NULL))
        return "a listed move was refused";
    r->game->execute(r->catalog, r->state, move, NULL);
    return r->game->check(r->catalog, r->state);
}

const char *rollout_play(Rollout *r, const Setup *setup, uint64_t agents_seed,
                         int *steps)
{
    const Game *game = r->game;
    game->open(r->catalog, setup, r->state);
    game->begin(r->catalog, r->state, NULL);
    for (*steps = 0; *steps < ROLLOUT_STEPS_MAX; ++*steps) {
        const Status status = game->status(r->catalog, r->state);
        if (status.over)
            return NULL;
        const Command *move = rollout_pick(r, r->state, agents_seed, *steps,
                                           r->agent[status.to_act], r->budget_ms);
        if (!move)
            return "nothing is legal, yet the game is not over";
        if (!r->check) {
            game->execute(r->catalog, r->state, move, NULL);
            continue;
        }
        const char *broken = rollout_step_checked(r, move);
        if (broken)
            return broken;
    }
    return "the game does not end";
}
