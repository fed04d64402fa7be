/* list.h - what there is: the games with their options, and the agents, as JSON. */
#pragma once

#include "engine/record.h"

/* Options whose words stand in the data have them after this. */
void list_name_options(const Game *const *games, Data *data);
void list_write_games(JsonW *w, const char *key, const Game *const *games,
                      const Texts *texts);
void list_write_agents(JsonW *w, const char *key);
