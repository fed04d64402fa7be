/* only.c - the only thing to do: whether a seat has no choice, and whether it would
 * show.
 */
#include "engine/only.h"

#include "engine/hash.h"

#include <stdlib.h>

enum { ONLY_WORLDS = 32 };

/* Who looks on fills in what they do not know again and again. If the seat has the same
 * one move every time, nothing hidden has to do with it. */
static bool only_is_open(const Game *game, const void *catalog, const void *seen,
                         void *world, const Command *only)
{
    Moves *moves = calloc(1, sizeof *moves);
    Rng rng;
    bool same = true;
    if (!moves)
        abort();
    rng_seed(&rng, hash_bytes(seen, game->state_bytes));
    for (int i = 0; i < ONLY_WORLDS && same; i++) {
        moves->count = 0;
        game->determinize(catalog, seen, &rng, world);
        game->legal(catalog, world, moves);
        same = moves->count == 1 && moves->item[0].type == only->type &&
               moves->item[0].seat == only->seat;
    }
    free(moves);
    return same;
}

const char *only_word(const Game *game, const void *catalog, const void *state,
                      const Moves *moves)
{
    if (moves->count != 1)
        return NULL;
    uint8_t *room = calloc(2, game->state_bytes);
    if (!room)
        abort();
    game->redact(catalog, state, SEAT_NONE, room);
    const bool open =
        only_is_open(game, catalog, room, room + game->state_bytes, &moves->item[0]);
    free(room);
    return open ? "open" : "hidden";
}
