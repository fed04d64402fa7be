/* fuzz_position.c - positions near to real ones: refused, or playable to the last move.
 *
 * The input says which game, how far to play it, and how to change the state's JSON. */
#include "tests/fuzz/mutate.h"
#include "tests/laws/subject.h"

#include "engine/lay.h"
#include "engine/rng.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t bytes_count);

enum { FUZZ_MOVES = 60, FUZZ_EVENTS_BYTES = MATCH_EVENT_BYTES_MAX };

static Subjects all;
static Moves moves;
static uint8_t state[16 << 10], fresh[16 << 10], view[16 << 10], full[16 << 10];

static char *position_text; /* what was read, to be shown when it breaks something */

static void hold(const Subject *s, const uint8_t *table, const char *when)
{
    const char *broken = s->game->check(s->catalog, table);
    if (!broken)
        return;
    fprintf(stderr, "%s: %s, %s: %s\n", s->game->id, when, broken, position_text);
    abort();
}

/* Play up to 'count' random moves; every invariant must hold on the way. */
static void play_on(const Subject *s, Rng *rng, uint8_t *table, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        moves.count = 0;
        s->game->legal(s->catalog, table, &moves);
        if (!moves.count)
            break;
        const Command c = moves.item[rng_below(rng, (uint32_t)moves.count)];
        s->game->execute(s->catalog, table, &c, NULL);
        hold(s, table, "after a move");
    }
}

/* What an accepted position is written as is accepted, and the same to the byte. */
static void reads_back(const Subject *s, const Setup *setup, JsonW *json)
{
    Refusal why;
    jw_reset(json);
    s->game->write_state(s->catalog, fresh, json);
    json_t *again = json_loads(json->text, 0, NULL);
    const Err err = lay_position(s->game, s->catalog, setup, again, full, &why);
    json_decref(again);
    if (!err && memcmp(full, fresh, s->game->state_bytes) == 0)
        return;
    fprintf(stderr, "%s does not read back (%s): %s\n", s->game->id,
            err ? why.word[0] : "other bytes", position_text);
    abort();
}

/* A position that was accepted is as good as any other. */
static void use(const Subject *s, Rng *rng, int players)
{
    for (int i = 0; i <= players; i++) {
        const int viewer = i < players ? i : SEAT_NONE;
        s->game->redact(s->catalog, fresh, viewer, view);
        s->game->determinize(s->catalog, view, rng, full);
        hold(s, full, "after a view was filled in");
    }
    play_on(s, rng, full, FUZZ_MOVES);
    play_on(s, rng, fresh, FUZZ_MOVES);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t bytes_count)
{
    static JsonW json;
    Feed f = {bytes, bytes_count};
    if (!all.count) {
        subjects_open(&all);
        jw_open(&json);
    }
    const Subject *s = &all.subject[feed_below(&f, (uint32_t)all.count)];
    const Game *game = s->game;
    ASSERT(game->state_bytes <= sizeof state);
    const int spread = game->players_max - game->players_min + 1;
    const int players = game->players_min + (int)feed_below(&f, (uint32_t)spread);
    Rng rng;
    rng_seed(&rng, feed_seed(&f));
    const Setup setup =
        play_setup(game, s->catalog, players, feed_byte(&f) % 16, rng_next(&rng));
    game->open(s->catalog, &setup, state);
    game->begin(s->catalog, state, NULL);
    play_on(s, &rng, state, feed_byte(&f));
    jw_reset(&json);
    game->write_state(s->catalog, state, &json);
    json_t *position = json_loads(json.text, 0, NULL);
    ASSERT(json_is_object(position));
    for (int i = feed_byte(&f) % 4; i >= 0; i--)
        mutate(position, &f);
    Refusal why;
    const Err err = lay_position(game, s->catalog, &setup, position, fresh, &why);
    position_text = json_dumps(position, JSON_COMPACT);
    json_decref(position);
    if (!err) {
        reads_back(s, &setup, &json);
        use(s, &rng, players);
    }
    free(position_text);
    position_text = NULL;
    return 0;
}
