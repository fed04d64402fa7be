/* choice.c - what an agent chooses in a short game: the same in every build. */
#include "tests/agents/choice.h"

#include "cli/measure/rollout.h"
#include "engine/hash.h"
#include "tests/golden/play.h"

#include <stdlib.h>

enum { CHOICE_STEPS = 60, CHOICE_ITERATIONS = 20, CHOICE_MEMORY_MIB = 4 };

uint64_t choice_play(const Game *game, const void *catalog, const Agent *agent)
{
    const Setup setup = play_setup(game, catalog, game->players_min, 0, 4);
    Rollout r;
    if (!rollout_init(&r, game, catalog))
        abort();
    r.iterations = CHOICE_ITERATIONS;
    r.memory_mib = CHOICE_MEMORY_MIB;
    game->open(catalog, &setup, r.state);
    game->begin(catalog, r.state, NULL);
    rollout_begin(&r, 1);
    for (int step = 0; step < CHOICE_STEPS; step++) {
        const Command *move = rollout_pick(&r, r.state, 9, step, agent, 0);
        if (!move)
            break;
        rollout_saw(&r, r.state, move);
        game->execute(catalog, r.state, move, NULL);
    }
    const uint64_t hash = hash_bytes(r.state, game->state_bytes);
    rollout_clear(&r);
    return hash;
}
