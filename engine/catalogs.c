/* catalogs.c - what matches are played by: of each game the catalog that all its data
 * make, and those of matches that began when there were fewer files. */
#include "engine/catalogs.h"

#include "engine/hash.h"
#include "engine/load.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { MARK_DIGITS = 4, WHERE_BYTES = 160 };

typedef struct Catalog {
    int game;
    void *bytes;
    uint64_t fingerprint;
    Data *files;   /* what it was read from */
    json_t *marks; /* of these; NULL until somebody asks */
    struct Catalog *next;
} Catalog;

struct Catalogs {
    const Game *const *games;
    Data *data;
    pthread_mutex_t lock; /* over what follows */
    Catalog *now[CATALOGS_GAMES_MAX];
    Catalog *first; /* those of now among them */
};

Catalogs *catalogs_open(const Game *const *games, Data *data)
{
    Catalogs *all = (Catalogs *)calloc(1, sizeof *all);
    ASSERT(all);
    all->games = games;
    all->data = data;
    pthread_mutex_init(&all->lock, NULL);
    return all;
}

static void catalog_free(Catalog *c)
{
    json_decref(c->marks);
    data_close(c->files);
    free(c->bytes);
    free(c);
}

void catalogs_close(Catalogs *all)
{
    if (!all)
        return;
    for (Catalog *c = all->first, *next = NULL; c; c = next) {
        next = c->next;
        catalog_free(c);
    }
    pthread_mutex_destroy(&all->lock);
    free(all);
}

int catalogs_find(const Catalogs *all, const char *game)
{
    for (int i = 0; game && all->games[i]; i++)
        if (strcmp(all->games[i]->id, game) == 0)
            return i;
    return -1;
}

const Game *catalogs_game(const Catalogs *all, int game)
{
    return all->games[game];
}

Data *catalogs_data(const Catalogs *all)
{
    return all->data;
}

/* Takes 'files'. */
static Catalog *catalog_load(const Catalogs *all, int game, Data *files,
                             LoadError *error)
{
    const Game *of = all->games[game];
    Catalog *c = (Catalog *)calloc(1, sizeof *c);
    ASSERT(c && game < CATALOGS_GAMES_MAX);
    c->game = game;
    c->files = files;
    c->bytes = calloc(1, of->catalog_bytes ? of->catalog_bytes : 1);
    ASSERT(c->bytes);
    if (!load_catalog(of, files, c->bytes, error)) {
        catalog_free(c);
        return NULL;
    }
    c->fingerprint = hash_bytes(c->bytes, of->catalog_told);
    return c;
}

static void catalogs_add(Catalogs *all, Catalog *c)
{
    c->next = all->first;
    all->first = c;
}

/* Under the lock. */
static Catalog *catalogs_take_now(Catalogs *all, int game, LoadError *error)
{
    ASSERT(game >= 0 && game < CATALOGS_GAMES_MAX && all->games[game]);
    if (!all->now[game]) {
        all->now[game] = catalog_load(all, game, data_part(all->data, NULL), error);
        if (all->now[game])
            catalogs_add(all, all->now[game]);
    }
    return all->now[game];
}

const void *catalogs_now(Catalogs *all, int game, LoadError *error)
{
    pthread_mutex_lock(&all->lock);
    const Catalog *c = catalogs_take_now(all, game, error);
    pthread_mutex_unlock(&all->lock);
    return c ? c->bytes : NULL;
}

/* Under the lock. */
static Catalog *catalogs_entry(const Catalogs *all, const void *bytes)
{
    Catalog *c = all->first;
    while (c && c->bytes != bytes)
        c = c->next;
    ASSERT(c);
    return c;
}

uint64_t catalogs_fingerprint(Catalogs *all, const void *catalog)
{
    pthread_mutex_lock(&all->lock);
    const uint64_t fingerprint = catalogs_entry(all, catalog)->fingerprint;
    pthread_mutex_unlock(&all->lock);
    return fingerprint;
}

/* Marks: what a file says, so short that every match can keep it. A list has one for
 * each of its items, anything else one. They only serve to say what differs. */

static void mark_write(const json_t *value, char out[MARK_DIGITS + 1])
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);
    ASSERT(text);
    const uint64_t hash = hash_bytes(text, strlen(text));
    snprintf(out, MARK_DIGITS + 1, "%04x", (unsigned)(hash & 0xffff));
    free(text);
}

static json_t *marks_of_part(const json_t *part)
{
    const size_t items = json_is_array(part) ? json_array_size(part) : 1;
    char *marks = (char *)calloc(items + 1, MARK_DIGITS);
    ASSERT(marks);
    for (size_t i = 0; i < items; i++)
        mark_write(json_is_array(part) ? json_array_get(part, i) : part,
                   marks + i * MARK_DIGITS);
    json_t *text = json_string(marks);
    free(marks);
    return text;
}

static json_t *marks_of_file(const json_t *file)
{
    json_t *marks = json_object(), *part = NULL;
    const char *key = NULL;
    json_object_foreach((json_t *)(uintptr_t)file, key, part)
    {
        json_object_set_new(marks, key, marks_of_part(part));
    }
    return marks;
}

static json_t *marks_of_catalog(const Catalog *c)
{
    json_t *marks = json_object();
    for (int i = 0; i < data_count(c->files); i++)
        if (data_is_read(c->files, i))
            json_object_set_new(marks, data_name(c->files, i),
                                marks_of_file(data_json(c->files, i, NULL)));
    return marks;
}

static void write_marks(JsonW *out, const json_t *marks)
{
    const char *name = NULL, *key = NULL;
    json_t *file = NULL, *part = NULL;
    jw_object(out, "files");
    json_object_foreach((json_t *)(uintptr_t)marks, name, file)
    {
        jw_object(out, name);
        json_object_foreach(file, key, part)
        {
            jw_str(out, key, json_string_value(part));
        }
        jw_end_object(out);
    }
    jw_end_object(out);
}

void catalogs_write(JsonW *out, Catalogs *all, const void *catalog)
{
    pthread_mutex_lock(&all->lock);
    Catalog *c = catalogs_entry(all, catalog);
    if (!c->marks)
        c->marks = marks_of_catalog(c);
    pthread_mutex_unlock(&all->lock);
    jw_int(out, "rules", all->games[c->game]->rules_version);
    jw_hex64(out, "data", c->fingerprint);
    write_marks(out, c->marks);
}

/* What differs. */

typedef struct {
    char where[WHERE_BYTES];
    const char *how; /* NULL: nothing has been found yet */
} OtherData;

/* "smashup/factions/pirates.json, cards[2] (pirate_buccaneer)"; an index of -1: the
 * part is no list. */
static void differs_at(OtherData *d, const char *file, const char *key, int index,
                       const json_t *item)
{
    const char *id = json_string_value(json_object_get(item, "id"));
    char place[24] = "", called[64] = "";
    if (index >= 0)
        snprintf(place, sizeof place, "[%d]", index);
    if (id)
        snprintf(called, sizeof called, " (%s)", id);
    snprintf(d->where, sizeof d->where, "%s, %s%s%s", file, key, place, called);
    d->how = "@data.differs";
}

static void compare_part(OtherData *d, const char *file, const char *key,
                         const char *kept, const json_t *now)
{
    json_t *text = marks_of_part(now);
    const char *marks = json_string_value(text);
    size_t same = 0;
    while (kept[same] && kept[same] == marks[same])
        same++;
    if (kept[same] || marks[same]) {
        const size_t index = same / MARK_DIGITS;
        differs_at(d, file, key, json_is_array(now) ? (int)index : -1,
                   json_array_get(now, index));
    }
    json_decref(text);
}

static void compare_file(OtherData *d, const char *file, const json_t *kept,
                         const json_t *now)
{
    const char *key = NULL;
    json_t *part = NULL;
    json_object_foreach((json_t *)(uintptr_t)now, key, part)
    {
        const char *marks = json_string_value(json_object_get(kept, key));
        if (!d->how)
            compare_part(d, file, key, marks ? marks : "", part);
    }
    json_object_foreach((json_t *)(uintptr_t)kept, key, part)
    {
        if (!d->how && !json_object_get(now, key))
            differs_at(d, file, key, -1, NULL);
    }
}

/* Why a match is none of ours, as far as it kept what it was played with. */
static Refusal other_data(const Catalogs *all, const json_t *files)
{
    OtherData d = {"@data.all", NULL};
    const char *name = NULL;
    json_t *kept = NULL;
    json_object_foreach((json_t *)(uintptr_t)files, name, kept)
    {
        const json_t *now = d.how ? NULL : data_find(all->data, name, NULL);
        if (now) {
            compare_file(&d, name, kept, now);
        } else if (!d.how) {
            snprintf(d.where, sizeof d.where, "%s", name);
            d.how = "@data.missing";
        }
    }
    if (!d.how)
        d.how = json_object_size(files) ? "@data.otherwise" : "@data.differs";
    return refusal_words(ERR_OTHER_DATA, d.where, d.how);
}

/* Finding what a match was played with. */

static void hush(void *context, const LoadError *left_out)
{
    (void)context;
    (void)left_out;
}

/* Read from the match's own files only; NULL when they make another catalog. */
static Catalog *catalog_without(const Catalogs *all, int game, const json_t *files,
                                const char *fingerprint)
{
    Data *part = data_part(all->data, files);
    char ours[24];
    data_listen(part, hush, NULL); /* what it leaves out was told the first time */
    Catalog *c = catalog_load(all, game, part, NULL);
    if (!c)
        return NULL;
    snprintf(ours, sizeof ours, "%016llx", (unsigned long long)c->fingerprint);
    if (strcmp(ours, fingerprint) == 0)
        return c;
    catalog_free(c);
    return NULL;
}

/* Under the lock. */
static const Catalog *catalogs_take(Catalogs *all, int game, const char *fingerprint,
                                    const json_t *files)
{
    char ours[24];
    for (const Catalog *c = all->first; c; c = c->next) {
        snprintf(ours, sizeof ours, "%016llx", (unsigned long long)c->fingerprint);
        if (c->game == game && strcmp(ours, fingerprint) == 0)
            return c;
    }
    Catalog *c =
        json_object_size(files) ? catalog_without(all, game, files, fingerprint) : NULL;
    if (c)
        catalogs_add(all, c);
    return c;
}

static Refusal other_rules(const Game *game, const json_t *rules)
{
    Refusal why = refusal(ERR_OTHER_RULES);
    why.quote.arg[0] = (int32_t)json_integer_value(rules);
    why.quote.arg[1] = game->rules_version;
    return why;
}

const void *catalogs_of(Catalogs *all, int game, const json_t *match, Refusal *why)
{
    const json_t *rules = json_object_get(match, "rules");
    const json_t *files = json_object_get(match, "files");
    const char *fingerprint = json_string_value(json_object_get(match, "data"));
    Refusal no = refusal(ERR_OK);
    LoadError error = {0};
    const Catalog *found = NULL;
    pthread_mutex_lock(&all->lock);
    const Catalog *now = catalogs_take_now(all, game, &error);
    if (!now)
        no = refusal_words(ERR_BAD_FILE, error.file, error.what);
    else if (!json_is_integer(rules) ||
             json_integer_value(rules) != all->games[game]->rules_version)
        no = other_rules(all->games[game], rules);
    else
        found = fingerprint ? catalogs_take(all, game, fingerprint, files) : now;
    pthread_mutex_unlock(&all->lock);
    if (!found && !no.code)
        no = other_data(all, files);
    if (!found && why)
        *why = no;
    return found ? found->bytes : NULL;
}
