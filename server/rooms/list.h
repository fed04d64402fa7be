/* list.h - what there is: the games with their options, and the agents, as JSON. */
#pragma once

#include "engine/jsonw.h"
#include "engine/text.h"
#include "server/hub/hub.h"

void list_games(JsonW *w, Hub *hub, const Texts *texts); /* "games" and "agents" */
