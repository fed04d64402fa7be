/* nets.h - the networks under data/nets, read with the catalog of their game. */
#pragma once

#include "engine/data.h"
#include "engine/game.h"

/* The game's network is found from now on (nets_find), where there is one. Refused,
 * with the file's name, when it is the user's own and does not fit. Cheap when it is
 * asked again. */
Err nets_load(const Game *game, const void *catalog, const Data *data,
              const char **file);
