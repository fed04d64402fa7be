/* load.h - reads a game's catalog, and says which files of a user's folder nobody
 * reads.
 *
 * A file in the wrong folder, or with a typing mistake in its name, would change
 * nothing and say nothing: its author would look for the mistake in the cards. Such a
 * file is told to whoever listens to the data, and refused when nobody does. */
#pragma once

#include "engine/data.h"
#include "engine/game.h"

/* The game's catalog; then every file of the user's below the game's folder must have
 * been read, texts apart. */
bool load_catalog(const Game *game, Data *data, void *catalog, LoadError *error);

/* Every file of the user's must lie where something looks for it: in the folder of a
 * game, or among the texts of a language there is. */
bool load_places(const Game *const *games, Data *data, LoadError *error);

/* What 'load_places' says of one file; NULL: it is in its place. */
const char *load_misplaced(const Game *const *games, const char *name);
/* Whether the file holds texts of a language there is. */
bool load_is_text(const char *name);
