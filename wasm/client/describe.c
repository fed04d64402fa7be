/* describe.c - writes what the browser client is built from.
 *
 * describe FOLDER: <game>.catalog for each game, the catalog as flat bytes,
 * <game>.played.json, what a match keeps of the data it is played with, and games.json,
 * the names of every game's actions, events, refusals, phases, options, cards, and what
 * its states are. */
#include "agents/agent.h"
#include "agents/net.h"
#include "agents/nets.h"
#include "engine/catalogs.h"
#include "engine/data.h"
#include "engine/fields.h"
#include "engine/record.h"
#include "games/games.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const plain_kinds[] = {"none", "number", "flag", "seat",
                                          "most", "action", "text"};

static _Noreturn void stop(const char *what, const char *where)
{
    fprintf(stderr, "describe: %s: %s\n", where, what);
    exit(1);
}

static const char *kind_name(const Game *game, int kind)
{
    return kind < THING_GAME ? plain_kinds[kind] : game->things[kind - THING_GAME];
}

static void write_hole(JsonW *w, const Game *game, const Hole *hole)
{
    jw_object(w, NULL);
    jw_str(w, "name", hole->name ? hole->name : "");
    jw_str(w, "kind", kind_name(game, hole->kind));
    jw_end_object(w);
}

static void write_spec(JsonW *w, const Game *game, const Spec *spec)
{
    int last = SPEC_HOLES;
    while (last > 0 && !spec->hole[last - 1].kind)
        last--;
    jw_object(w, NULL);
    jw_str(w, "name", spec->name);
    jw_array(w, "holes");
    for (int i = 0; i < last; i++)
        write_hole(w, game, &spec->hole[i]);
    jw_end_array(w);
    if (spec->list.kind) {
        jw_array(w, "list");
        write_hole(w, game, &spec->list);
        jw_end_array(w);
    }
    jw_end_object(w);
}

static void write_specs(JsonW *w, const char *key, const Game *game, const Spec *specs,
                        int count)
{
    jw_array(w, key);
    for (int i = 0; i < count; i++)
        write_spec(w, game, &specs[i]);
    jw_end_array(w);
}

static void write_words(JsonW *w, const char *key, const char *const *words, int count)
{
    jw_array(w, key);
    for (int i = 0; i < count; i++)
        jw_str(w, NULL, words[i]);
    jw_end_array(w);
}

static void write_option(JsonW *w, const Game *game, const void *catalog,
                         const Option *option)
{
    const int last = option_last(game, catalog, option);
    static const char *const kinds[] = {"number", "word", "flag"};
    jw_object(w, NULL);
    jw_str(w, "name", option->name);
    jw_str(w, "kind", kinds[option->kind]);
    jw_int(w, "min", option->min);
    jw_int(w, "max", last);
    jw_int(w, "value", option->value);
    jw_bool(w, "auto", option->or_auto);
    jw_array(w, "words");
    for (int i = 0; option->kind == OPTION_WORD && i <= last; i++)
        jw_str(w, NULL, option_word(game, catalog, option, i));
    jw_end_array(w);
    jw_end_object(w);
}

static void write_cards(JsonW *w, const Game *game, const void *catalog)
{
    CardInfo info;
    jw_array(w, "cards");
    for (int i = 0; game->card_at(catalog, i, &info); i++) {
        jw_object(w, NULL);
        jw_str(w, "id", info.id);
        jw_str(w, "kind", info.kind);
        jw_str(w, "group", info.group);
        jw_int(w, "count", info.count);
        jw_str(w, "text", info.text);
        jw_str(w, "name", info.name);
        jw_end_object(w);
    }
    jw_end_array(w);
}

/* The words that a row can have, as TypeScript says it. */
static void words_type(const Field *row, char *out, size_t bytes)
{
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i <= row->max && used < bytes; i++)
        if (row->words[i] || !row->always)
            used += (size_t)snprintf(out + used, bytes - used,
                                     row->words[i] ? "%s'%s'" : "%snull",
                                     used ? " | " : "", row->words[i]);
    if (used >= bytes)
        stop("has too many words", row->key);
}

/* One number, seat or thing; NULL where it may be none. */
static const char *thing_type(const Field *row, bool may_be_none)
{
    const bool is_seat = row->thing == THING_SEAT;
    if (row->thing == THING_NUMBER)
        return "number";
    if (row->thing == THING_FLAG)
        return "boolean";
    if (may_be_none)
        return is_seat ? "number | null" : "string | null";
    return is_seat ? "number" : "string";
}

/* What a row is in a view, as TypeScript says it; "Entry" stands for rows below it. */
static void row_type(const Field *row, char *out, size_t bytes)
{
    switch ((FieldKind)row->kind) {
    case FIELD_THING:
        snprintf(out, bytes, "%s", thing_type(row, !row->always && !row->needed));
        break;
    case FIELD_FLAG:
        snprintf(out, bytes, "boolean");
        break;
    case FIELD_WORD:
        words_type(row, out, bytes);
        break;
    case FIELD_SEATS:
        snprintf(out, bytes, "number[]");
        break;
    case FIELD_CHAIN:
    case FIELD_THINGS:
        snprintf(out, bytes, row->veiled ? "(%s)[]" : "%s[]",
                 thing_type(row, row->veiled));
        break;
    case FIELD_SET:
        snprintf(out, bytes, row->count_at ? "%s[] | null" : "%s[]",
                 thing_type(row, false));
        break;
    case FIELD_RECORDS:
        snprintf(out, bytes, row->veiled ? "(Entry | null)[]" : "Entry[]");
        break;
    case FIELD_PART:
        snprintf(out, bytes, "Entry | null");
        break;
    case FIELD_OBJECT:
        snprintf(out, bytes, row->told ? "Entry | false" : "Entry");
        break;
    case FIELD_ODD:
        snprintf(out, bytes, "%s", row->type);
        break;
    }
}

/* What a state is: 'depth' keeps rows that name themselves from going on for ever. */
static void write_fields(JsonW *w, const char *key, const Field *rows, int depth)
{
    char type[2048];
    if (depth > 6)
        stop("has rows below rows without end", rows->key);
    jw_array(w, key);
    for (const Field *row = rows; row->key; row++) {
        row_type(row, type, sizeof type);
        if (row->only && strlen(type) + sizeof " | undefined" <= sizeof type)
            strcat(type, " | undefined");
        jw_object(w, NULL);
        jw_str(w, "key", row->key);
        jw_str(w, "type", type);
        jw_bool(w, "hidden", row->table_only);
        jw_bool(w, "derived", row->derived);
        jw_bool(w, "sparse", row->sparse);
        if (row->unobserved)
            jw_bool(w, "unobserved", true);
        if (row->columns)
            jw_int(w, "columns", row->columns);
        if (row->kind != FIELD_ODD && row->thing == THING_NUMBER && !row->told) {
            jw_int(w, "min", row->min);
            jw_int(w, "max", row->max);
        }
        if (row->of)
            write_fields(w, "of", row->of, depth + 1);
        jw_end_object(w);
    }
    jw_end_array(w);
}

static void write_game(JsonW *w, const Game *game, const void *catalog)
{
    jw_object(w, NULL);
    jw_str(w, "id", game->id);
    jw_int(w, "rules", game->rules_version);
    jw_int(w, "players_min", game->players_min);
    jw_int(w, "players_max", game->players_max);
    jw_bool(w, "learned", nets_find(game, catalog) != NULL);
    jw_array(w, "options");
    for (int i = 0; i < game->option_count; i++)
        write_option(w, game, catalog, &game->options[i]);
    jw_end_array(w);
    write_words(w, "phases", game->phases, game->phase_count);
    write_words(w, "things", game->things, game->thing_count);
    write_words(w, "asks", game->asks, game->ask_count);
    write_specs(w, "actions", game, game->actions, game->action_count);
    write_specs(w, "events", game, game->events, game->event_count);
    write_specs(w, "errors", game, game->errors, game->error_count);
    write_cards(w, game, catalog);
    if (game->fields)
        write_fields(w, "fields", game->fields, 0);
    if (game->cost_type)
        jw_str(w, "cost", game->cost_type);
    jw_end_object(w);
}

static void write_shared_errors(JsonW *w)
{
    jw_array(w, "errors");
    for (Err code = 1; code < ERR_COUNT; code++)
        write_spec(w, NULL, refusal_spec(NULL, code));
    jw_end_array(w);
}

static void save(const char *folder, const char *name, const char *ending,
                 const void *bytes, size_t count)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, ending);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, count, file) != count || fclose(file) != 0)
        stop("cannot be written", path);
}

static void save_game(const char *folder, Catalogs *all, int index, JsonW *w)
{
    const Game *game = catalogs_game(all, index);
    LoadError error = {0};
    const char *file = NULL;
    JsonW played;
    const void *catalog = catalogs_now(all, index, &error);
    if (!catalog)
        stop(error.what, error.file);
    if (nets_load(game, catalog, catalogs_data(all), &file))
        stop("does not fit", file);
    write_game(w, game, catalog);
    save(folder, game->id, ".catalog", catalog, game->catalog_bytes);
    jw_open(&played);
    jw_object(&played, NULL);
    catalogs_write(&played, all, catalog);
    jw_end_object(&played);
    save(folder, game->id, ".played.json", played.text, played.used);
    jw_close(&played);
}

int main(int argc, char **argv)
{
    LoadError error = {0};
    JsonW w;
    if (argc != 2) {
        fprintf(stderr, "usage: describe FOLDER\n");
        return 2;
    }
    Data *data = data_open(NULL, 0, &error);
    if (!data)
        stop(error.what, error.file);
    jw_open(&w);
    jw_object(&w, NULL);
    jw_array(&w, "games");
    Catalogs *all = catalogs_open(games_all, data);
    for (int i = 0; games_all[i]; i++)
        save_game(argv[1], all, i, &w);
    jw_end_array(&w);
    write_shared_errors(&w);
    jw_array(&w, "agents");
    for (int i = 0; agents_all[i]; i++)
        jw_str(&w, NULL, agents_all[i]->name);
    jw_end_array(&w);
    jw_end_object(&w);
    save(argv[1], "games", ".json", w.text, w.used);
    jw_close(&w);
    catalogs_close(all);
    data_close(data);
    return 0;
}
