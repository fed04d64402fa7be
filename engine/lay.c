/* lay.c - lays a position over a fresh deal: the one way in for a table from outside.
 */
#include "engine/lay.h"

#include "engine/fields.h"
#include "engine/reader.h"

#include <stdio.h>
#include <stdlib.h>

enum { LAY_WORDS_BYTES = 48, LAY_LIST_MAX = 512, LAY_TRIES = 64 };

typedef struct {
    Table table;
    Reader reader;    /* keeps the path */
    const Field *row; /* what it is in, as far as rows say; NULL: they do not */
    bool whole;       /* a list in it is all there is, and in place */
} Echo;

static bool echo_value(Echo *e, const char *key, int index, const json_t *said,
                       const json_t *is);

/* A value as a refusal shows it: the beginning of its JSON. */
static char *echo_show(const json_t *value, char *out, size_t out_bytes)
{
    char *text = value ? json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    const size_t bytes = text ? strlen(text) : 0;
    snprintf(out, out_bytes, "%s", text ? text : "nothing");
    if (bytes >= out_bytes) {
        size_t cut = out_bytes - sizeof "...";
        while (((unsigned char)out[cut] & 0xc0) == 0x80) /* never half a letter */
            cut--;
        memcpy(out + cut, "...", sizeof "...");
    }
    free(text);
    return out;
}

static bool echo_differs(Echo *e, const char *key, int index, const json_t *said,
                         const json_t *is)
{
    char theirs[LAY_WORDS_BYTES], ours[LAY_WORDS_BYTES];
    reader_enter(&e->reader, key, index);
    reader_fail(&e->reader, NULL, "it says %s; the table has %s",
                echo_show(said, theirs, sizeof theirs),
                echo_show(is, ours, sizeof ours));
    reader_leave(&e->reader);
    return false;
}

/* Two names of one thing: its id and the alias it answers to. */
static bool echo_same_thing(const Echo *e, const char *said, const char *is)
{
    for (int kind = THING_GAME; kind < THING_GAME + e->table.game->thing_count;
         kind++) {
        const int id = thing_find(&e->table, kind, said);
        if (id && id == thing_find(&e->table, kind, is))
            return true;
    }
    return false;
}

/* Whether an entry of a list stands in another, in whatever place not yet used. */
static bool echo_stands_in(Echo *e, const json_t *entry, const json_t *list, bool *used)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        Echo quiet = *e;
        quiet.reader.error = NULL;
        if (used[i] || !echo_value(&quiet, NULL, -1, entry, json_array_get(list, i)))
            continue;
        used[i] = true;
        return true;
    }
    return false;
}

/* In place; or, since a set has no order, in any. A list may stop early: the first
 * seats, the top of a deck. An empty one says that there is nothing. What follows
 * from the rest, or waits, leaves nothing out. */
static bool echo_list(Echo *e, const char *key, int index, const json_t *said,
                      const json_t *is)
{
    bool used[LAY_LIST_MAX] = {false};
    const size_t count = json_array_size(said), all = json_array_size(is);
    if (count > all || all > LAY_LIST_MAX || (all && !count) ||
        (e->whole && count < all))
        return echo_differs(e, key, index, said, is);
    for (size_t i = 0; i < count; i++) {
        const json_t *entry = json_array_get(said, i);
        Echo quiet = *e;
        quiet.reader.error = NULL;
        if (!used[i] && echo_value(&quiet, NULL, -1, entry, json_array_get(is, i))) {
            used[i] = true;
            continue;
        }
        if (!e->whole && echo_stands_in(e, entry, is, used))
            continue;
        reader_enter(&e->reader, key, index);
        echo_value(e, NULL, (int)i, entry, json_array_get(is, i));
        reader_leave(&e->reader);
        return false;
    }
    return true;
}

/* Goes to the row of a key. Entries that have rows of their own are judged by those. */
static Echo echo_key(const Echo *e, const char *name)
{
    Echo inside = *e;
    inside.row = e->row ? e->row->of : NULL;
    while (inside.row && inside.row->key && strcmp(inside.row->key, name) != 0)
        inside.row++;
    if (inside.row && !inside.row->key)
        inside.row = NULL;
    if (inside.row)
        inside.whole |= (inside.row->derived && !inside.row->of) || inside.row->waits ||
                        inside.row->whole;
    return inside;
}

static bool echo_object(Echo *e, const char *key, int index, const json_t *said,
                        const json_t *is)
{
    const char *name;
    json_t *value;
    bool same = true;
    if (key || index >= 0)
        reader_enter(&e->reader, key, index);
    json_object_foreach((json_t *)(uintptr_t)said, name, value)
    {
        Echo inside = echo_key(e, name);
        same = same && echo_value(&inside, name, -1, value, json_object_get(is, name));
    }
    if (key || index >= 0)
        reader_leave(&e->reader);
    return same;
}

/* A thing may be called by its name alone where the table has more to say of it: the
 * name stands first. */
static const json_t *echo_name(const json_t *object)
{
    json_t *whole = (json_t *)(uintptr_t)object;
    void *first = json_object_iter(whole);
    return first ? json_object_iter_value(first) : NULL;
}

/* Whether what a position says is what the table it made says. */
static bool echo_value(Echo *e, const char *key, int index, const json_t *said,
                       const json_t *is)
{
    if (json_is_object(said) && json_is_object(is))
        return echo_object(e, key, index, said, is);
    if (json_is_array(said) && json_is_array(is))
        return echo_list(e, key, index, said, is);
    if (json_is_string(said) && json_is_object(is))
        return echo_value(e, key, index, said, echo_name(is));
    if (json_equal(said, is))
        return true;
    if (json_is_string(said) && json_is_string(is) &&
        echo_same_thing(e, json_string_value(said), json_string_value(is)))
        return true;
    return echo_differs(e, key, index, said, is);
}

static Err lay_refuse(Refusal *why, const char *detail)
{
    *why = refusal_words(ERR_BAD_POSITION, detail, NULL);
    return ERR_BAD_POSITION;
}

static json_t *lay_written(const Table *table)
{
    JsonW out;
    jw_open(&out);
    table->game->write_state(table->catalog, table->state, &out);
    json_t *is = json_loads(out.text, 0, NULL);
    jw_close(&out);
    ASSERT(is);
    return is;
}

/* Every word of the one is in the other. */
static Err lay_same(const Table *table, const json_t *said, const json_t *is,
                    Refusal *why)
{
    LoadError error;
    const Field state = {.key = "", .of = table->game->fields};
    Echo echo = {*table, {0}, &state, false};
    char detail[sizeof error.path + sizeof error.what + 2];
    reader_init(&echo.reader, "position", &error);
    if (echo_value(&echo, NULL, -1, said, is))
        return ERR_OK;
    snprintf(detail, sizeof detail, "%s: %s", error.path, error.what);
    return lay_refuse(why, detail);
}

/* Every word of the position must come back when the table is written. */
static Err lay_echo(const Table *table, const json_t *json, Refusal *why)
{
    json_t *is = lay_written(table);
    const Err err = lay_same(table, json, is, why);
    json_decref(is);
    return err;
}

/* A view is whole: what it says comes back, and it leaves nothing out. */
static Err lay_echo_view(const Table *view, const json_t *json, Refusal *why)
{
    json_t *is = lay_written(view);
    Err err = json_equal(json, is) ? (Err)ERR_OK : lay_same(view, json, is, why);
    if (!err && !json_equal(json, is))
        err = lay_same(view, is, json, why);
    if (!err && !json_equal(json, is))
        err = lay_refuse(why, "this is not how a view is written");
    json_decref(is);
    return err;
}

/* The view and what waits beside it, as one position. */
static json_t *lay_join(const LaidView *v)
{
    json_t *whole = json_copy((json_t *)(uintptr_t)v->json);
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)v->waiting, key, value)
    {
        if (strcmp(key, "seal") != 0 && json_object_set(whole, key, value) != 0)
            abort();
    }
    return whole;
}

/* Fills a view in until the table is one that could be laid by itself: chance may deal
 * what the rules would not have let stand. */
static Err lay_fill(const Table *table, const LaidView *v, const void *view, Rng *rng,
                    Refusal *why)
{
    const Game *game = table->game;
    void *again = calloc(1, game->state_bytes);
    Err err = ERR_BAD_POSITION;
    if (!again)
        abort();
    for (int i = 0; i < LAY_TRIES && err; i++) {
        game->determinize(table->catalog, view, rng, (void *)(uintptr_t)table->state);
        const char *broken = game->check(table->catalog, table->state);
        json_t *written = broken ? NULL : lay_written(table);
        err = broken
                  ? lay_refuse(why, broken)
                  : lay_position(game, table->catalog, v->setup, written, again, why);
        json_decref(written);
    }
    free(again);
    return err;
}

/* Of what is read only what the viewer knows is kept, and filled in by the same chance
 * as for any player that is a program. */
static Err lay_filled(const Table *table, const LaidView *v, void *view, Refusal *why)
{
    const Game *game = table->game;
    void *state = (void *)(uintptr_t)table->state;
    const Table seen = {game, table->catalog, view, NULL};
    Rng rng;
    json_t *whole = lay_join(v);
    const Err err = game->read_state(table->catalog, whole, state, why);
    json_decref(whole);
    if (err)
        return err;
    game->redact(table->catalog, state, v->viewer, view);
    if (v->waiting && !fields_is_sealed(&seen, v->waiting))
        return lay_refuse(why, "waiting: it belongs to another view");
    rng_seed(&rng, v->seed);
    const Err none = lay_fill(table, v, view, &rng, why);
    if (none)
        return none;
    game->redact(table->catalog, state, v->viewer, view);
    return lay_echo_view(&seen, v->json, why);
}

Err lay_view(const Game *game, const void *catalog, const LaidView *view, void *state,
             Refusal *why)
{
    const Table table = {game, catalog, state, NULL};
    if (!fields_is_view(view->json)) {
        *why = refusal(ERR_NOT_A_VIEW);
        return ERR_NOT_A_VIEW;
    }
    game->open(catalog, view->setup, state);
    game->begin(catalog, state, NULL);
    void *seen = calloc(1, game->state_bytes);
    if (!seen)
        abort();
    const Err err = lay_filled(&table, view, seen, why);
    free(seen);
    return err;
}

/* Somebody has something to do, or the game has ended; nobody has won it before. */
static Err lay_status(const Table *table, Refusal *why)
{
    static _Thread_local Moves moves; /* too large to be taken anew each time */
    const Status status = table->game->status(table->catalog, table->state);
    moves.count = 0;
    table->game->legal(table->catalog, table->state, &moves);
    if (!moves.count && !status.over)
        return lay_refuse(why, "nobody can act, and the game is not over");
    if (!status.over && status.winners)
        return lay_refuse(why, "somebody has won, and the game is not over");
    return ERR_OK;
}

Err lay_position(const Game *game, const void *catalog, const Setup *setup,
                 const json_t *json, void *state, Refusal *why)
{
    const Table table = {game, catalog, state, NULL};
    if (fields_is_view(json)) {
        *why = refusal(ERR_POSITION_IS_VIEW);
        return ERR_POSITION_IS_VIEW;
    }
    game->open(catalog, setup, state);
    game->begin(catalog, state, NULL);
    const Err err = game->read_state(catalog, json, state, why);
    if (err)
        return err;
    const char *broken = game->check(catalog, state);
    if (broken)
        return lay_refuse(why, broken);
    const Err none = lay_status(&table, why);
    return none ? none : lay_echo(&table, json, why);
}
