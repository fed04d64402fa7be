/* rollout.c - one game from the deal to the end, played by agents, as fast as they
 * think.
 */
#include "cli/measure/rollout.h"

#include <stdlib.h>

bool rollout_init(Rollout *r, const Game *game, const void *catalog)
{
    memset(r, 0, sizeof *r);
    r->game = game;
    r->catalog = catalog;
    r->state = calloc(1, game->state_bytes);
    r->view = calloc(1, game->state_bytes);
    r->moves = malloc(sizeof *r->moves);
    r->trail = malloc(SEATS_MAX * ROLLOUT_TRAIL_MAX * sizeof *r->trail);
    r->visits = calloc(MOVES_MAX, sizeof *r->visits);
    return r->state && r->view && r->moves && r->trail && r->visits;
}

void rollout_clear(Rollout *r)
{
    free(r->state);
    free(r->view);
    free(r->moves);
    free(r->trail);
    free(r->visits);
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
    const int seat = status.to_act;
    double hope = -1;
    const AgentTurn about = {
        .game = game,
        .catalog = r->catalog,
        .view = r->view,
        .seat = status.to_act,
        .moves = r->moves,
        .rng = &rng,
        .budget_ms = r->budget_of[seat] ? r->budget_of[seat] : budget_ms,
        .by_work = r->by_work,
        .iterations = r->iterations_of[seat] ? r->iterations_of[seat] : r->iterations,
        .memory_mib = r->memory_mib,
        .threads = r->threads,
        .trail = r->trail + status.to_act * ROLLOUT_TRAIL_MAX,
        .trail_count = r->trail_count,
        .match = r->match,
        .hope = &hope,
        .visits = r->seen ? r->visits : NULL,
        .self = agent,
        .stop = r->stop};
    if (r->seen)
        memset(r->visits, 0, (size_t)r->moves->count * sizeof *r->visits);
    const int pick = agent->pick(&about);
    ASSERT(pick >= 0 && pick < r->moves->count);
    if (hope >= 0 && r->hope && r->hope_count < ROLLOUT_HOPES_MAX)
        r->hope[r->hope_count++] = (RolloutHope){(uint8_t)seat, turn, hope};
    if (r->seen)
        r->seen(r->seen_by, r, seat, turn, pick, hope);
    return &r->moves->item[pick];
}

void rollout_begin(Rollout *r, uint64_t match)
{
    r->match = match;
    r->trail_count = 0;
    r->hope_count = 0;
}

void rollout_saw(Rollout *r, const void *state, const Command *move)
{
    if (r->trail_count == ROLLOUT_TRAIL_MAX)
        r->match = 0;
    if (!r->match)
        return;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        r->trail[seat * ROLLOUT_TRAIL_MAX + r->trail_count] =
            seat == move->seat || !r->game->seen ? *move
                                                 : r->game->seen(state, move, seat);
    r->trail_count++;
}

int64_t rollout_pause_us(int least_ms, uint64_t seed, int turn)
{
    const uint32_t least_us = (uint32_t)least_ms * 1000;
    Rng rng;
    rng_seed(&rng, rng_mix(seed, (uint64_t)turn));
    return (int64_t)least_us + rng_below(&rng, least_us + 1);
}

/* What the rules say about a move that was listed, and about the table after it. */
static const char *rollout_step_checked(Rollout *r, const Command *move)
{
    if (r->game->validate(r->catalog, r->state, move, NULL))
        return "a listed move was refused";
    r->game->execute(r->catalog, r->state, move, NULL);
    return r->game->check(r->catalog, r->state);
}

/* Whether nobody looks at the moves of this game, and chance makes them all. */
static bool rollout_is_chance(const Rollout *r, int players)
{
    bool chance = !r->check && !r->seen;
    for (int seat = 0; seat < players; seat++)
        chance = chance && r->agent[seat] == &agent_random;
    return chance;
}

/* The same moves as agent_random picks, one seed a move, without views and lists. */
static int rollout_roll(Rollout *r, uint64_t seed)
{
    int made = 0;
    for (; made < ROLLOUT_STEPS_MAX; made++) {
        Rng rng;
        rng_seed(&rng, rng_mix(seed, (uint64_t)made));
        if (!r->game->roll(r->catalog, r->state, &rng, 1))
            break;
    }
    return made;
}

const char rollout_stopped[] = "stopped";

const char *rollout_play(Rollout *r, const Setup *setup, uint64_t agents_seed,
                         int *steps)
{
    const Game *game = r->game;
    game->open(r->catalog, setup, r->state);
    game->begin(r->catalog, r->state, NULL);
    rollout_begin(r, agents_seed);
    *steps = rollout_is_chance(r, setup->players) ? rollout_roll(r, agents_seed) : 0;
    for (; *steps < ROLLOUT_STEPS_MAX; ++*steps) {
        const Status status = game->status(r->catalog, r->state);
        if (status.over)
            return NULL;
        const Command *move = rollout_pick(r, r->state, agents_seed, *steps,
                                           r->agent[status.to_act], r->budget_ms);
        if (!move)
            return "nothing is legal, yet the game is not over";
        if (r->stop && *r->stop)
            return rollout_stopped;
        rollout_saw(r, r->state, move);
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
