/* list.c - what there is: the games with their options, and the agents, as JSON. */
#include "cli/rpc/list.h"

#include "agents/agent.h"

#include <stdlib.h>

/* A game learns such names when it reads its data. Bad data are no matter here: they
 * are when the game is played, and 'check' says what is wrong. */
void list_name_options(const Game *const *games, Data *data)
{
    for (int i = 0; games[i] && data; i++) {
        LoadError error = {0};
        void *catalog = calloc(1, games[i]->catalog_bytes);
        if (catalog)
            games[i]->load(data, catalog, &error);
        free(catalog);
    }
}

void list_write_games(JsonW *w, const char *key, const Game *const *games,
                      const Texts *texts)
{
    jw_array(w, key);
    for (int i = 0; games[i]; i++) {
        const Game *game = games[i];
        jw_object(w, NULL);
        record_write_game(w, game, texts);
        jw_int(w, "state_bytes", game->state_bytes);
        jw_array(w, "actions");
        for (int j = ACTION_PASS; j < game->action_count; j++)
            jw_str(w, NULL, game->actions[j].name);
        jw_end_array(w);
        jw_end_object(w);
    }
    jw_end_array(w);
}

void list_write_agents(JsonW *w, const char *key)
{
    jw_array(w, key);
    for (int i = 0; agents_all[i]; i++)
        jw_str(w, NULL, agents_all[i]->name);
    jw_end_array(w);
}
