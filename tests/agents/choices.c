/* choices.c - what the agents choose, a line each: the same whatever built them. */
#include "tests/agents/choice.h"

#include "agents/nets.h"
#include "games/games.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    LoadError error = {0};
    Data *data = data_open(NULL, 0, &error);
    for (int i = 0; data && games_all[i]; i++) {
        void *catalog = calloc(1, games_all[i]->catalog_bytes);
        if (!catalog || !games_all[i]->load(data, catalog, &error))
            return 1;
        const char *file = NULL;
        if (nets_load(games_all[i], catalog, data, &file))
            return 1;
        for (int a = 0; agents_all[a]; a++)
            printf("%s %s %016" PRIx64 "\n", games_all[i]->id, agents_all[a]->name,
                   choice_play(games_all[i], catalog, agents_all[a]));
        free(catalog);
    }
    if (data)
        data_close(data);
    return data ? 0 : 1;
}
