/* only.c - the only thing to do: whether a seat has no choice, and whether it would
 * show.
 */
#include "engine/only.h"

#include "engine/hash.h"

#include <stdlib.h>

enum { ONLY_WORLDS = 32 };

/* Who looks on fills in what they do not know again and again. If the seat has the same
 * one move every time, nothing hidden has to do with it. */
static bool tries_agree(const Game *game, const void *catalog, const void *seen,
                        void *world, const Command *only)
{
    static _Thread_local Moves moves; /* too large to be taken anew each time */
    Rng rng;
    bool same = true;
    rng_seed(&rng, hash_bytes(seen, game->state_bytes));
    for (int i = 0; i < ONLY_WORLDS && same; i++) {
        moves.count = 0;
        game->determinize(catalog, seen, &rng, world);
        game->legal(catalog, world, &moves);
        same = moves.count == 1 && moves.item[0].type == only->type &&
               moves.item[0].seat == only->seat;
    }
    return same;
}

static bool is_open(const Game *game, const void *catalog, const void *state,
                    const Command *only)
{
    const Prompt *prompt = game->prompt(state);
    if (game->only_is_open && !(prompt && prompt_is_open(prompt)))
        return game->only_is_open(state);
    uint8_t *room = calloc(2, game->state_bytes);
    if (!room)
        abort();
    game->redact(catalog, state, SEAT_NONE, room);
    const bool open = tries_agree(game, catalog, room, room + game->state_bytes, only);
    free(room);
    return open;
}

const char *only_word(const Game *game, const void *catalog, const void *state,
                      const Moves *moves)
{
    if (moves->count != 1)
        return NULL;
    return is_open(game, catalog, state, &moves->item[0]) ? "open" : "hidden";
}
