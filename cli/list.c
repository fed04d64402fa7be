/* list.c - what there is: the games with their options, and the agents, as JSON. */
#include "cli/list.h"

#include "agents/agent.h"

#include <stdio.h>

void list_write_games(JsonW *w, const char *key, const Game *const *games,
                      const Texts *texts)
{
    jw_array(w, key);
    for (int i = 0; games[i]; i++) {
        const Game *game = games[i];
        char name[96];
        snprintf(name, sizeof name, "%s.name", game->id);
        jw_object(w, NULL);
        jw_str(w, "game", game->id);
        jw_str(w, "name", text_get(texts, name));
        jw_int(w, "rules_version", game->rules_version);
        jw_int(w, "players_min", game->players_min);
        jw_int(w, "players_max", game->players_max);
        jw_int(w, "state_bytes", game->state_bytes);
        jw_array(w, "options");
        for (int j = 0; j < game->option_count; j++)
            record_write_option(w, game, &game->options[j], texts);
        jw_end_array(w);
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
