/* only.h - the only thing to do: whether a seat has no choice, and whether it would
 * show.
 *
 * A question with one answer is not worth a press. Where everybody can see that there
 * is only one, it is answered at once; where others would learn from the haste what a
 * hand does not hold, after a while. Each door asks here, so that all do the same. */
#pragma once

#include "engine/game.h"

/* NULL: there is a choice, or nothing to do. "open": everybody can see that there is
 * none. "hidden": that there is none follows from what others do not know. 'moves' is
 * what is legal for the seat to act; 'state' may be that seat's view. */
const char *only_word(const Game *game, const void *catalog, const void *state,
                      const Moves *moves);
