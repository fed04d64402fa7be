/* fuzz_position.c - positions near to real ones: refused, or playable to the last move.
 *
 * The input says which game, how far to play it, and how to change the state's JSON: a
 * table that was reached is laid as it is, which must give the same bytes, and then
 * changed again and again as long as the input has something to say: strange values,
 * and values that change places or come from another table of the same match. What was
 * accepted may be changed further. What its players are told of it likewise, to be
 * filled in. */
#include "tests/fuzz/drive.h"
#include "tests/fuzz/mutate.h"
#include "tests/laws/subject.h"

#include "engine/fields.h"
#include "engine/hash.h"
#include "engine/lay.h"
#include "engine/rng.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    FUZZ_MOVES_MAX = 1 << 16,
    FUZZ_LATER_MAX = 64, /* moves until a table is looked at again */
    FUZZ_TRIED_MAX = 4,  /* moves that are held to every law */
    FUZZ_CHANGED_MAX = 64,
    FUZZ_TRIES_MAX = 12, /* changes until one is seen */
    FUZZ_ONE_IN = 8,     /* what is written is laid all the way */
    FUZZ_VIEWS_MAX = 8
};

static Subjects all;
static Trial trial[SUBJECTS_MAX];
static Moves moves;
static JsonW json;
static uint8_t state[16 << 10], fresh[16 << 10], view[16 << 10], full[16 << 10];

static const json_t *position_shown;    /* what was read, when it breaks something */
static uint64_t used[FUZZ_CHANGED_MAX]; /* tables of this input, each used once */
static int used_count;

static _Noreturn void found(const Subject *s, const char *when, const char *what)
{
    char *text = json_dumps(position_shown, JSON_COMPACT);
    fprintf(stderr, "%s: %s: %s: %s\n", s->game->id, when, what, text ? text : "");
    abort();
}

static void hold(const Subject *s, const uint8_t *table, const char *when)
{
    const char *broken = s->game->check(s->catalog, table);
    if (broken)
        found(s, when, broken);
}

/* Play up to 'count' random moves; every invariant must hold on the way. True: to the
 * end. */
static bool play_on(const Subject *s, Rng *rng, uint8_t *table, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        moves.count = 0;
        s->game->legal(s->catalog, table, &moves);
        if (!moves.count)
            return true;
        const Command c = moves.item[rng_below(rng, (uint32_t)moves.count)];
        s->game->execute(s->catalog, table, &c, NULL);
        hold(s, table, "after a move");
    }
    return false;
}

/* What a table is written as is read as the same to the byte, whatever the deal that it
 * is laid over. Then all that is asked of a position was asked of the table already, or
 * is whether its own words come back: 'whole' asks all of it again. */
static json_t *read_back(const Subject *s, const Setup *setup, const uint8_t *table,
                         bool whole)
{
    Refusal why;
    Setup other = *setup;
    other.seed = ~setup->seed;
    jw_reset(&json);
    s->game->write_state(s->catalog, table, &json);
    json_t *again = json_loads(json.text, 0, NULL);
    s->game->open(s->catalog, &other, full);
    s->game->begin(s->catalog, full, NULL);
    const Err err = whole ? lay_position(s->game, s->catalog, &other, again, full, &why)
                          : s->game->read_state(s->catalog, again, full, &why);
    if (err || memcmp(full, table, s->game->state_bytes) != 0)
        found(s, "does not read back", err ? why.word[0] : "other bytes");
    return again;
}

static void reads_back(const Subject *s, const Setup *setup, const uint8_t *table,
                       bool whole)
{
    json_decref(read_back(s, setup, table, whole));
}

/* Everybody's view of a table can be filled in. */
static void fill_in(const Subject *s, Rng *rng, int players)
{
    for (int i = 0; i <= players; i++) {
        const int viewer = i < players ? i : SEAT_NONE;
        s->game->redact(s->catalog, fresh, viewer, view);
        s->game->determinize(s->catalog, view, rng, full);
        hold(s, full, "after a view was filled in");
    }
}

/* Every law that holds in a match holds from here on. */
static void hold_laws(const Subject *s, const Setup *setup, Rng *rng)
{
    Trial *t = &trial[s - all.subject];
    if (!t->game)
        trial_open(t, s);
    trial_from(t, setup, fresh, rng_next(rng), FUZZ_TRIED_MAX);
    if (t->failure.law) {
        fprintf(stderr, "%d moves later: ", t->failure.step);
        found(s, law_names[t->failure.law], t->failure.what);
    }
}

/* A position that was accepted is as good as any other, and so is what comes of it. */
static void use(const Subject *s, const Setup *setup, Rng *rng)
{
    fill_in(s, rng, setup->players);
    if (rng_below(rng, 16) == 0)
        hold_laws(s, setup, rng);
    if (!play_on(s, rng, fresh, rng_below(rng, FUZZ_LATER_MAX))) {
        reads_back(s, setup, fresh, false);
        fill_in(s, rng, setup->players);
        if (!play_on(s, rng, fresh, FUZZ_MOVES_MAX))
            found(s, "played on", "it does not end");
    }
    if (!s->game->status(s->catalog, fresh).over)
        found(s, "played on", "nothing is legal, yet the game is not over");
}

static void row_words(const Field *row, json_t *lists)
{
    for (; row && row->key; row++) {
        json_t *list = json_array();
        for (int i = 0; row->kind == FIELD_WORD && i <= row->max; i++)
            if (row->words[i])
                json_array_append_new(list, json_string(row->words[i]));
        json_array_append_new(lists, list);
        row_words(row->of, lists);
    }
}

/* Words of a game's states that may stand where others do: of a list, or what things of
 * a kind are called. Few of them stand in any one table. */
static json_t *game_words(const Subject *s)
{
    json_t *lists = json_array();
    row_words(s->game->fields, lists);
    for (int kind = THING_GAME; kind < THING_GAME + s->game->thing_count; kind++) {
        json_t *list = json_array();
        const char *word;
        for (int id = 1; (word = s->game->thing_id(s->catalog, state, kind, id)); id++)
            json_array_append_new(list, json_string(word));
        json_array_append_new(lists, list);
    }
    return lists;
}

/* The table that the input asks for, played up to there. */
static Setup reach(const Subject *s, Feed *f, Rng *rng)
{
    const Game *game = s->game;
    const int spread = game->players_max - game->players_min + 1;
    const int players = game->players_min + (int)feed_below(f, (uint32_t)spread);
    rng_seed(rng, feed_seed(f));
    const Setup setup =
        play_setup(game, s->catalog, players, feed_byte(f) % 16, rng_next(rng) >> 1);
    game->open(s->catalog, &setup, state);
    game->begin(s->catalog, state, NULL);
    play_on(s, rng, state, feed_byte(f));
    return setup;
}

/* What is changed, and another table that the same match could have come to. */
typedef struct {
    json_t *now, *donor;
} Reached;

static json_t *elsewhere(const Subject *s, const Setup *setup, Feed *f, Rng *rng)
{
    s->game->open(s->catalog, setup, fresh);
    s->game->begin(s->catalog, fresh, NULL);
    play_on(s, rng, fresh, feed_byte(f));
    jw_reset(&json);
    s->game->write_state(s->catalog, fresh, &json);
    return json_loads(json.text, 0, NULL);
}

/* What one viewer is told: { "view": ..., "waiting": ... }. */
static json_t *told(const Subject *s, int viewer)
{
    const Table seen = {s->game, s->catalog, view, NULL};
    s->game->redact(s->catalog, state, viewer, view);
    jw_reset(&json);
    s->game->write_state(s->catalog, view, &json);
    json_t *shown = json_loads(json.text, 0, NULL);
    jw_reset(&json);
    fields_write_waiting(&seen, &json);
    return json_pack("{s:o, s:o}", "view", shown, "waiting",
                     json_loads(json.text, 0, NULL));
}

/* A view is filled in or refused. What is accepted looks to its viewer as it was told:
 * lay_view saw to that. The deal it is laid over is another. */
static void try_view(const Subject *s, const Setup *setup, Feed *f, Rng *rng)
{
    Refusal why;
    const int seat = (int)feed_below(f, setup->players + 1u);
    const int viewer = seat < setup->players ? seat : SEAT_NONE;
    json_t *whole = told(s, viewer);
    const int changes = feed_byte(f) % 4;
    Setup other = *setup; /* who has a view does not know the seed of the match */
    other.seed = rng_next(rng);
    for (int i = 0; i < changes; i++)
        mutate(whole, f);
    const json_t *waiting = json_object_get(whole, "waiting");
    const LaidView laid = {&other, json_object_get(whole, "view"),
                           json_is_object(waiting) ? waiting : NULL, viewer,
                           rng_next(rng)};
    position_shown = whole;
    const Err err = json_is_object(laid.json)
                        ? lay_view(s->game, s->catalog, &laid, fresh, &why)
                        : (Err)ERR_WRONG_TYPE;
    drive_count(3);
    if (err && !changes && fields_is_view(laid.json))
        found(s, "a view is not filled in", why.word[0]);
    if (!err && changes) { /* what is as it was told is played on by the laws */
        drive_count(4);
        reads_back(s, setup, fresh, rng_below(rng, FUZZ_ONE_IN) == 0);
        use(s, setup, rng);
    }
    position_shown = NULL;
    json_decref(whole);
}

/* As somebody would write it by hand: what waits is left out. */
static void by_hand(json_t *position)
{
    json_object_del(position, "prompt");
    json_object_del(position, "effects");
    json_object_del(position, "seal");
    json_object_del(position, "turn_ending");
}

/* Mostly one change: of two, one is refused. What is as it was is changed further. */
static json_t *changed(const Reached *r, Feed *f)
{
    json_t *position = json_deep_copy(r->now);
    if (feed_byte(f) % 3 == 0)
        by_hand(position);
    const int how = feed_byte(f) % 8;
    int left = how < 4 ? how + 1 : 1;
    for (int i = 0; i < FUZZ_TRIES_MAX && left > 0; i++) {
        if (feed_byte(f) % 8 == 0)
            transplant(position, r->donor, f);
        else if (feed_byte(f) % 2)
            rearrange(position, r->donor, f);
        else
            mutate(position, f);
        if (--left == 0 && json_equal(position, r->now))
            left = 1;
    }
    return position;
}

/* Two values that were the same changed places, or what waits was left out again: the
 * table is one that was used before. */
static bool is_new(const Subject *s, const uint8_t *table)
{
    const uint64_t hash = hash_bytes(table, s->game->state_bytes);
    for (int i = 0; i < used_count; i++)
        if (used[i] == hash)
            return false;
    used[used_count++] = hash;
    return true;
}

static void try_changed(const Subject *s, const Setup *setup, Reached *r, Feed *f,
                        Rng *rng)
{
    Refusal why;
    json_t *position = changed(r, f);
    const Err err = lay_position(s->game, s->catalog, setup, position, fresh, &why);
    drive_count(0);
    if (!err) {
        drive_count(1);
        position_shown = position;
        if (is_new(s, fresh)) {
            drive_count(2);
            json_t *written =
                read_back(s, setup, fresh, rng_below(rng, FUZZ_ONE_IN) == 0);
            if (feed_byte(f) % 2) {
                json_decref(r->now);
                r->now = json_incref(written);
            }
            json_decref(written);
            use(s, setup, rng);
        }
        position_shown = NULL;
    }
    json_decref(position);
}

const char *const drive_counts[] = {"positions laid",
                                    "accepted",
                                    "played to the end",
                                    "views laid",
                                    "filled in and played to the end",
                                    NULL};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t bytes_count)
{
    Feed f = {bytes, bytes_count};
    if (!all.count) {
        subjects_open(&all);
        jw_open(&json);
    }
    const Subject *s = &all.subject[feed_below(&f, (uint32_t)all.count)];
    Rng rng;
    ASSERT(s->game->state_bytes <= sizeof state);
    const Setup setup = reach(s, &f, &rng);
    used_count = 0;
    reads_back(s, &setup, state, true);
    drive_count(0);
    Reached reached = {json_loads(json.text, 0, NULL), NULL};
    reached.donor = elsewhere(s, &setup, &f, &rng);
    json_t *words = game_words(s);
    mutate_knows(words);
    ASSERT(json_is_object(reached.now) && json_is_object(reached.donor));
    for (int i = 0; i < FUZZ_CHANGED_MAX && !feed_is_empty(&f); i++)
        try_changed(s, &setup, &reached, &f, &rng);
    for (int i = 0; i < FUZZ_VIEWS_MAX && !feed_is_empty(&f); i++)
        try_view(s, &setup, &f, &rng);
    json_decref(reached.now);
    json_decref(reached.donor);
    mutate_knows(NULL);
    json_decref(words);
    return 0;
}
