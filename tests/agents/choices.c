/* choices.c - what searching agents choose, one line a game: the same whichever
 * compiler built them. */
#include "cli/rollout.h"
#include "engine/data.h"
#include "engine/hash.h"
#include "engine/record.h"
#include "games/games.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t play(const Game *game, const void *catalog, const Agent *agent)
{
    const Setup setup = setup_default(game, game->players_min, 4);
    Rollout r;
    if (!rollout_init(&r, game, catalog))
        abort();
    r.iterations = 20;
    game->open(catalog, &setup, r.state);
    game->begin(catalog, r.state, NULL);
    for (int step = 0; step < 80; step++) {
        const Command *move = rollout_pick(&r, r.state, 9, step, agent, 0);
        if (!move)
            break;
        game->execute(catalog, r.state, move, NULL);
    }
    const uint64_t hash = hash_bytes(r.state, game->state_bytes);
    rollout_clear(&r);
    return hash;
}

int main(void)
{
    LoadError error = {0};
    Data *data = data_open(NULL, 0, &error);
    for (int i = 0; data && games_all[i]; i++) {
        void *catalog = calloc(1, games_all[i]->catalog_bytes);
        if (!catalog || !games_all[i]->load(data, catalog, &error))
            return 1;
        for (int a = 0; agents_all[a]; a++)
            printf("%s %s %016" PRIx64 "\n", games_all[i]->id, agents_all[a]->name,
                   play(games_all[i], catalog, agents_all[a]));
        free(catalog);
    }
    if (data)
        data_close(data);
    return data ? 0 : 1;
}
