/* encode.c - laws of the game as numbers: every move has its place, masks are exact,
 * observations come from views alone. */
#include "tests/laws/trial.h"

#include <stdlib.h>

enum { ENCODE_WORDS_MAX = 1024, SEES_BYTES_MAX = 1 << 14, FAR_PLACES = 16 };

/* There and back for every listed move; no two in one place. */
static void law_places(Trial *t, const uint64_t *mask)
{
    const Game *game = t->game;
    uint64_t taken[ENCODE_WORDS_MAX] = {0};
    for (int i = 0; i < t->moves.count; i++) {
        const Command *c = &t->moves.item[i];
        const int index = game->action_index(t->catalog, t->state, c);
        Command back = {0};
        if (index < 0 || index >= game->action_space)
            trial_fail(t, LAW_PLACES, "no place for %s: %d", trial_say(t, c), index);
        if (mask_has(taken, index))
            trial_fail(t, LAW_PLACES, "place %d is taken: %s", index, trial_say(t, c));
        mask_add(taken, index);
        if (!game->action_at(t->catalog, t->state, index, &back) ||
            !command_same(&back, c))
            trial_fail(t, LAW_PLACES, "place %d of %s says %s", index,
                       game->actions[c->type].name, trial_say(t, &back));
        const ActPart *part = &game->act_parts[c->type];
        if (part->type != c->type || index < part->first ||
            index >= part->first + part->count)
            trial_fail(t, LAW_PLACES, "place %d is not in the part of %s", index,
                       trial_say(t, c));
    }
    const size_t bytes = (size_t)ENCODE_WORDS(game->action_space) * sizeof *mask;
    if (memcmp(taken, mask, bytes) != 0)
        trial_fail(t, LAW_MASK, "the mask does not hold exactly the %d listed moves",
                   t->moves.count);
}

/* Whatever stands at a place comes back to it, legal or not; a move that is none has no
 * place that leads elsewhere. */
static void law_there_and_back(Trial *t)
{
    const Game *game = t->game;
    for (int i = 0; i < FAR_PLACES; i++) {
        const int index = (int)rng_below(&t->rng, game->action_space);
        Command c = {0}, back = {0};
        if (game->action_at(t->catalog, t->state, index, &c) &&
            game->action_index(t->catalog, t->state, &c) != index)
            trial_fail(t, LAW_PLACES, "place %d says %s, which is at another", index,
                       trial_say(t, &c));
        c = trial_wrong_move(t);
        c.seat = game->status(t->catalog, t->state).to_act;
        const int place = game->action_index(t->catalog, t->state, &c);
        if (place >= game->action_space)
            trial_fail(t, LAW_PLACES, "%s is beyond the space", trial_say(t, &c));
        if (place >= 0 && (!game->action_at(t->catalog, t->state, place, &back) ||
                           !command_same(&c, &back)))
            trial_fail(t, LAW_PLACES, "%s is at %d, which says otherwise",
                       trial_say(t, &c), place);
    }
    Command none = {0};
    if (game->action_at(t->catalog, t->state, -1, &none) ||
        game->action_at(t->catalog, t->state, game->action_space, &none))
        trial_fail(t, LAW_PLACES, "there is something outside the space");
}

static int sees_at(const Game *game, const uint8_t *seen, int i)
{
    int16_t wide = 0;
    if (game->sees_bytes == 1)
        return seen[i];
    memcpy(&wide, seen + 2 * i, sizeof wide);
    return wide;
}

/* Every number within what its part promises. */
static void law_ranges(Trial *t, int seat, const uint8_t *seen)
{
    const Game *game = t->game;
    int next = 0;
    for (int i = 0; i < game->sees_part_count; i++) {
        const SeesPart *part = &game->sees_parts[i];
        if (part->first != next)
            trial_fail(t, LAW_OBSERVES, "%s does not begin where the last part ends",
                       part->name);
        next = part->first + part->count;
        for (int j = part->first; j < next; j++) {
            const int number = sees_at(game, seen, j);
            if (number < part->least || number > part->most)
                trial_fail(t, LAW_OBSERVES, "seat %d: %s[%d] is %d, not %d to %d", seat,
                           part->name, j - part->first, number, part->least,
                           part->most);
        }
    }
    if (next != game->sees_count)
        trial_fail(t, LAW_OBSERVES, "the parts are %d numbers, not %d", next,
                   game->sees_count);
}

/* Every number is written, from the view and from nothing else: a table that looks
 * alike encodes alike. */
static void law_observes(Trial *t, int seat)
{
    const Game *game = t->game;
    const size_t bytes = (size_t)game->sees_count * game->sees_bytes;
    static _Thread_local uint8_t seen[SEES_BYTES_MAX], again[SEES_BYTES_MAX];
    ASSERT(bytes <= sizeof seen);
    game->redact(t->catalog, t->state, seat, t->view);
    memset(seen, 0xa5, bytes);
    game->observe(t->catalog, t->view, seat, seen);
    law_ranges(t, seat, seen);
    game->determinize(t->catalog, t->view, &t->rng, t->full);
    game->redact(t->catalog, t->full, seat, t->again);
    memset(again, 0x5a, bytes);
    game->observe(t->catalog, t->again, seat, again);
    for (size_t i = 0; i < bytes; i++)
        if (seen[i] != again[i])
            trial_fail(t, LAW_OBSERVES,
                       "seat %d: byte %zu is %d or %d for tables that look alike", seat,
                       i, seen[i], again[i]);
}

void laws_of_encoding(Trial *t)
{
    const Game *game = t->game;
    uint64_t mask[ENCODE_WORDS_MAX];
    ASSERT(ENCODE_WORDS(game->action_space) <= ENCODE_WORDS_MAX);
    memset(mask, 0xff, sizeof mask);
    if (game->legal_mask(t->catalog, t->state, mask) != t->moves.count)
        trial_fail(t, LAW_MASK, "the mask counts other than %d moves", t->moves.count);
    law_places(t, mask);
    law_there_and_back(t);
    for (int seat = 0; seat < t->setup.players; seat++)
        law_observes(t, seat);
}
