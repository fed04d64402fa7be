/* list.h - what there is: the games with their options, and the agents, as JSON. */
#pragma once

#include "engine/catalogs.h"

void list_write_games(JsonW *w, const char *key, Catalogs *catalogs,
                      const Texts *texts);
void list_write_agents(JsonW *w, const char *key);
