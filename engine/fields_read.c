/* fields_read.c - what a state is, said once: reads the rows from JSON. */
#include "engine/fields.h"

#include <stdarg.h>
#include <stdio.h>

void reading_open(Reading *in, int card_kind, const json_t *json)
{
    memset(in, 0, sizeof *in);
    reader_init(&in->reader, "position", &in->error);
    in->card_kind = card_kind;
    in->json = json;
}

Err reading_close(const Reading *in, Refusal *why)
{
    char detail[sizeof in->error.path + sizeof in->error.what + 2];
    const char *path = in->error.path;
    if (in->err == ERR_UNKNOWN_THING || in->err == ERR_DUPLICATE_THING)
        *why = refusal_words(in->err, path, in->error.what);
    else if (in->err == ERR_UNKNOWN_FIELD)
        *why = refusal_words(in->err, path, NULL);
    else if (in->err) {
        snprintf(detail, sizeof detail, "%s%s%s", path, *path ? ": " : "",
                 in->error.what);
        *why = refusal_words(in->err, detail, NULL);
    }
    return in->err;
}

bool fields_is_view(const json_t *json)
{
    return json_object_get(json, "view") != NULL;
}

bool fields_is_sealed(const Table *table, const json_t *json)
{
    char seal[17];
    const char *said = json_string_value(json_object_get(json, "seal"));
    snprintf(seal, sizeof seal, "%016llx", (unsigned long long)fields_seal(table));
    return said && strcmp(said, seal) == 0;
}

Walk walk_open(const Table *table, int players, Reading *in)
{
    const Walk walk = {*table,  (void *)(uintptr_t)table->state, 0,
                       players, fields_is_view(in->json),        in};
    return walk;
}

bool walk_ok(const Walk *walk)
{
    return !walk->in->err;
}

void walk_fail(Walk *walk, Err err, const char *key, const char *format, ...)
{
    char what[sizeof walk->in->error.what];
    va_list args;
    if (!walk_ok(walk))
        return;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    walk->in->err = err;
    reader_fail(&walk->in->reader, key, "%s", what);
}

void walk_enter(Walk *walk, const char *key, int index)
{
    reader_enter(&walk->in->reader, key, index);
}

void walk_leave(Walk *walk)
{
    reader_leave(&walk->in->reader);
}

int walk_int(Walk *walk, const char *key, const json_t *value, int min, int max)
{
    if (json_is_integer(value) && json_integer_value(value) >= min &&
        json_integer_value(value) <= max)
        return (int)json_integer_value(value);
    walk_fail(walk, ERR_BAD_POSITION, key, "must be a whole number from %d to %d", min,
              max);
    return min;
}

int walk_thing(Walk *walk, const char *key, const json_t *value, int kind)
{
    const char *name = json_string_value(value);
    const int id = name ? thing_find(&walk->table, kind, name) : 0;
    if (!name)
        walk_fail(walk, ERR_BAD_POSITION, key, "must be a name");
    else if (!id)
        walk_fail(walk, ERR_UNKNOWN_THING, key, "%s", name);
    return id;
}

int walk_claim(Walk *walk, const char *key, const json_t *value)
{
    const int card = walk_thing(walk, key, value, walk->in->card_kind);
    if (!card)
        return 0;
    if (set_has(&walk->in->claimed, (Id)card))
        walk_fail(walk, ERR_DUPLICATE_THING, key, "%s", json_string_value(value));
    set_add(&walk->in->claimed, (Id)card);
    return walk_ok(walk) ? card : 0;
}

bool walk_flag(Walk *walk, const char *key, const json_t *value)
{
    if (!json_is_boolean(value))
        walk_fail(walk, ERR_BAD_POSITION, key, "must be true or false");
    return json_is_true(value);
}

static bool json_names(const json_t *json, const char *name)
{
    const char *key;
    json_t *below;
    size_t i;
    bool found = json_is_string(json) && strcmp(json_string_value(json), name) == 0;
    json_array_foreach((json_t *)(uintptr_t)json, i, below) found =
        found || json_names(below, name);
    json_object_foreach((json_t *)(uintptr_t)json, key, below) found =
        found || json_names(below, name);
    return found;
}

bool walk_is_named(const Walk *walk, const char *part, int kind, int id)
{
    const Table *t = &walk->table;
    return json_names(json_object_get(walk->in->json, part),
                      t->game->thing_id(t->catalog, t->state, kind, id));
}

bool walk_list(Walk *walk, const char *key, const json_t *value, int max)
{
    if (json_is_array(value) && json_array_size(value) <= (size_t)max)
        return true;
    walk_fail(walk, ERR_BAD_POSITION, key, "must be a list of at most %d", max);
    return false;
}

Each walk_each(Walk *walk, const char *key, const json_t *value, int max)
{
    const json_t *list = walk_list(walk, key, value, max) ? value : NULL;
    const Each each = {walk, key, list, NULL, -1};
    return each;
}

bool walk_next(Each *each)
{
    if (each->at >= 0)
        walk_leave(each->walk);
    each->item = json_array_get(each->list, (size_t)++each->at);
    if (!each->item || !walk_ok(each->walk))
        return false;
    walk_enter(each->walk, each->key, each->at);
    return true;
}

int walk_claims(Walk *walk, const char *key, const json_t *value, uint8_t *cards,
                int max)
{
    int count = 0;
    for (Each each = walk_each(walk, key, value, max); walk_next(&each);)
        cards[count++] = (uint8_t)walk_claim(walk, NULL, each.item);
    return walk_ok(walk) ? count : 0;
}

static void store(char *place, const Field *field, int32_t value)
{
    memcpy(place, &value, field->bytes);
}

static void store_count(const Walk *walk, const Field *field, int count)
{
    if (field->count_at)
        *((uint8_t *)walk->record + field->count_at +
          (field->stride ? walk->index : 0)) = (uint8_t)count;
}

static void lay_flag(Walk *walk, const Field *field, const json_t *value)
{
    const int32_t mask = field->mask ? field->mask : 1 << walk->index;
    char *place = field_place(walk, field);
    const int32_t bits = field_load(place, field);
    const bool is_set = walk_flag(walk, field->key, value) != field->flipped;
    if (walk_ok(walk))
        store(place, field, is_set ? bits | mask : bits & ~mask);
}

static void lay_word(Walk *walk, const Field *field, const json_t *value)
{
    const char *said = json_string_value(value);
    for (int i = 0; i <= field->max; i++) {
        const char *word = field->words[i];
        if (word && said ? strcmp(word, said) == 0 : !word && json_is_null(value)) {
            store(field_place(walk, field), field, i);
            return;
        }
    }
    walk_fail(walk, said ? ERR_UNKNOWN_THING : ERR_BAD_POSITION, field->key, "%s",
              said ? said : "must be a word");
}

/* Whether a value says that there is none, where there may be none. */
static bool is_none(const Field *field, const json_t *value)
{
    return json_is_null(value) && !field->always && !field->needed &&
           field->kind != FIELD_SET;
}

/* One value of a row: a number in its range, a seat, a thing, a card. */
static int lay_value(Walk *walk, const char *key, const Field *field,
                     const json_t *value)
{
    if (field->thing == THING_NUMBER)
        return walk_int(walk, key, value, field->min,
                        field->told ? field->told(walk) : field->max);
    if (is_none(field, value))
        return 0;
    if (field->thing == THING_SEAT)
        return 1 + walk_int(walk, key, value, 0, walk->players - 1);
    const int id = field->placed ? walk_claim(walk, key, value)
                                 : walk_thing(walk, key, value, field->thing);
    if (field->bytes < sizeof id && id >> 8 * field->bytes)
        walk_fail(walk, ERR_UNKNOWN_THING, key, "%s", json_string_value(value));
    return id;
}

static void lay_thing(Walk *walk, const Field *field, const json_t *value)
{
    const int id = lay_value(walk, field->key, field, value);
    store(field_place(walk, field), field, id - field->one);
}

static void lay_seats(Walk *walk, const Field *field, const json_t *value)
{
    int seats = 0;
    if (!walk_list(walk, field->key, value, walk->players))
        return;
    for (size_t i = 0; i < json_array_size(value); i++)
        seats |= 1 << walk_int(walk, field->key, json_array_get(value, i), 0,
                               walk->players - 1);
    *field_place(walk, field) = (char)seats;
}

/* The numbers of a list, one after the other: things, cards or plain. */
static void lay_array(Walk *walk, const Field *field, const json_t *value)
{
    char *place = field_place(walk, field);
    const int max = field->seats ? walk->players : field->count;
    if (!field->seats)
        memset(place, 0, (size_t)field->count * field->bytes);
    for (Each each = walk_each(walk, field->key, value, max); walk_next(&each);)
        store(place + each.at * field->bytes, field,
              lay_value(walk, NULL, field, each.item));
    store_count(walk, field, (int)json_array_size(value));
}

static void lay_chain(Walk *walk, const Field *field, const json_t *value)
{
    uint8_t chain[SET_ID_MAX], *link = (uint8_t *)walk->record + field->link_at;
    const int count = walk_claims(walk, field->key, value, chain, field->count);
    int first = 0;
    for (int i = count - 1; i >= 0; i--) {
        const int id = chain[field->reversed ? count - 1 - i : i];
        link[id * field->link_size] = (uint8_t)first;
        first = id;
    }
    store(field_place(walk, field), field, first);
    store_count(walk, field, count);
}

static void lay_set(Walk *walk, const Field *field, const json_t *value)
{
    CardSet set = set_none();
    if (walk->is_view && field->count_at && json_is_null(value)) {
        memset(field_place(walk, field), 0, field->bytes); /* hidden */
        store_count(walk, field, 0);
        return;
    }
    const int max = 8 * field->bytes;
    for (Each each = walk_each(walk, field->key, value, max); walk_next(&each);) {
        const int id = lay_value(walk, NULL, field, each.item);
        if (id && set_has(&set, (Id)(id - field->one)))
            walk_fail(walk, ERR_BAD_POSITION, NULL, "is there twice");
        if (id)
            set_add(&set, (Id)(id - field->one));
    }
    memcpy(field_place(walk, field), &set, field->bytes);
    store_count(walk, field, (int)json_array_size(value));
}

/* Which entry an object of a list is: the next, or the one it names. */
static int entry_of(Walk *walk, const Field *field, const json_t *value, int next)
{
    const char *key = field->of->key;
    return field->placed ? walk_claim(walk, key, json_object_get(value, key))
                         : next + field->one;
}

static void clear_rows(const Walk *walk, const Field *rows)
{
    for (const Field *row = rows; row->key; row++)
        store(field_place(walk, row), row, row->kind == FIELD_THING ? -row->one : 0);
}

/* A list of seats may be shorter than the table, and so may one that names its entries;
 * any other list is all there is. */
static void lay_records(Walk *walk, const Field *field, const json_t *value)
{
    const int max = field->count ? field->count : walk->players;
    Walk entry = *walk;
    if (field->count && !field->one)
        memset(field_place(walk, field), 0, (size_t)field->count * field->size);
    for (entry.index = 0; field->spread && entry.index < max; entry.index++)
        clear_rows(&entry, field->of);
    for (Each each = walk_each(walk, field->key, value, max); walk_next(&each);) {
        entry.index = entry_of(walk, field, each.item, each.at);
        entry.record = (char *)walk->record + field->at + entry.index * field->size;
        if (walk_ok(walk))
            fields_read(&entry, field->of, each.item);
    }
    if (!field->placed)
        store_count(walk, field, (int)json_array_size(value));
}

static void lay_part(Walk *walk, const Field *field, const json_t *value)
{
    clear_rows(walk, field->of);
    if (json_is_null(value))
        return;
    walk_enter(walk, field->key, -1);
    fields_read(walk, field->of, value);
    walk_leave(walk);
}

static void lay_object(Walk *walk, const Field *field, const json_t *value)
{
    Walk inside = *walk;
    if (field->told && !field->told(walk)) {
        if (!json_is_false(value))
            walk_fail(walk, ERR_BAD_POSITION, field->key, "is not in this game");
        return;
    }
    inside.record = (char *)walk->record + field->at;
    walk_enter(walk, field->key, -1);
    fields_read(&inside, field->of, value);
    walk_leave(walk);
}

static void refuse_unknown(Walk *walk, const Field *rows, const json_t *json)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)json, name, value)
    {
        const Field *field = rows;
        while (field->key && strcmp(field->key, name) != 0)
            field++;
        if (!field->key)
            walk_fail(walk, ERR_UNKNOWN_FIELD, name, "is not known here");
    }
}

void fields_read(Walk *walk, const Field *rows, const json_t *json)
{
    static FieldRead *const readers[] = {
        [FIELD_THING] = lay_thing,  [FIELD_FLAG] = lay_flag,
        [FIELD_WORD] = lay_word,    [FIELD_SEATS] = lay_seats,
        [FIELD_THINGS] = lay_array, [FIELD_CHAIN] = lay_chain,
        [FIELD_SET] = lay_set,      [FIELD_RECORDS] = lay_records,
        [FIELD_PART] = lay_part,    [FIELD_OBJECT] = lay_object,
    };
    if (!json_is_object(json)) {
        walk_fail(walk, ERR_BAD_POSITION, NULL, "must be an object");
        return;
    }
    refuse_unknown(walk, rows, json);
    for (const Field *field = rows; field->key && walk_ok(walk); field++) {
        const json_t *value = json_object_get(json, field->key);
        if (!value && field->needed)
            walk_fail(walk, ERR_BAD_POSITION, field->key, "is missing");
        const bool follows = field->derived && !(walk->is_view && field->given);
        if (!value || follows || (field->only && !field->only(walk)))
            continue;
        (field->read ? field->read : readers[field->kind])(walk, field, value);
    }
}
