/* list.c - what there is: the games with their options, and the agents, as JSON. */
#include "cli/rpc/list.h"

#include "agents/agent.h"

/* Bad data are no matter here: they are when the game is played, and 'check' says what
 * is wrong. */
void list_write_games(JsonW *w, const char *key, Catalogs *catalogs, const Texts *texts)
{
    jw_array(w, key);
    for (int i = 0; catalogs_game(catalogs, i); i++) {
        const Game *game = catalogs_game(catalogs, i);
        jw_object(w, NULL);
        record_write_game(w, game, catalogs_now(catalogs, i, NULL), texts);
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
