/* fields.c - what a state is, said once: writes the rows as JSON. */
#include "engine/fields.h"

#include "engine/hash.h"

char *field_place(const Walk *walk, const Field *field)
{
    return (char *)walk->record + field->at + walk->index * field->stride;
}

int32_t field_load(const char *place, const Field *field)
{
    int32_t value = 0;
    ASSERT(field->bytes <= sizeof value);
    memcpy(&value, place, field->bytes);
    const int spare = 32 - 8 * field->bytes;
    if (field->is_signed && spare)
        value = (int32_t)((uint32_t)value << spare) >> spare;
    return value;
}

/* The number of a thing: 0 is none. */
static int32_t load_thing(const char *place, const Field *field)
{
    const int32_t value = field_load(place, field);
    const bool is_none = field->one && value == (1 << 8 * field->bytes) - 1;
    return is_none ? 0 : value + field->one;
}

bool fields_is_none(const Walk *walk, const Field *field)
{
    return load_thing(field_place(walk, field), field) == 0;
}

/* The entry of a list of objects. */
static Walk walk_record(const Walk *walk, const Field *field, int index)
{
    Walk entry = *walk;
    if (field->of_state)
        entry.record = (void *)(uintptr_t)walk->table.state;
    entry.record = (char *)entry.record + field->at + index * field->size;
    entry.index = index;
    return entry;
}

static bool is_gap(const Walk *walk, const Field *field, int index)
{
    const Walk entry = walk_record(walk, field, index);
    return (field->spread || field->veiled) && fields_is_none(&entry, field->of);
}

/* How many entries a row has: as counted, or up to the first that is zero; with gaps,
 * up to the last that is not; all that could be, where a function finds them. */
int fields_count(const Walk *walk, const Field *field)
{
    if (field->next)
        return field->count;
    if (field->seats || (field->kind == FIELD_RECORDS && !field->count))
        return walk->players;
    if (field->kind == FIELD_RECORDS && (field->spread || field->veiled)) {
        int last = field->count;
        while (last > 0 && is_gap(walk, field, last - 1))
            last--;
        return last;
    }
    if (field->count_at)
        return *((const uint8_t *)walk->record + field->count_at +
                 (field->stride ? walk->index : 0));
    const int size = field->size ? field->size : field->bytes;
    const char *place = field_place(walk, field);
    int count = 0;
    while (count < field->count && place[count * size])
        count++;
    return count;
}

static void write_flag(const Walk *walk, const Field *field, JsonW *out)
{
    const int32_t mask = field->mask ? field->mask : 1 << walk->index;
    const bool is_set = field_load(field_place(walk, field), field) & mask;
    jw_bool(out, field->key, is_set != field->flipped);
}

static void write_seats(const Walk *walk, const Field *field, JsonW *out)
{
    jw_seats(out, field->key, (uint8_t)*field_place(walk, field));
}

/* A set that holds fewer than are counted is not known whole, and not shown. */
static void write_set(const Walk *walk, const Field *field, JsonW *out)
{
    CardSet set = set_none();
    memcpy(&set, field_place(walk, field), field->bytes);
    if (field->count_at && set_count(&set) != fields_count(walk, field)) {
        jw_null(out, field->key);
        return;
    }
    jw_array(out, field->key);
    for (int i = 0; i < SET_WORDS; i++)
        for (uint64_t left = set.word[i]; left; left &= left - 1)
            record_write_thing(out, NULL, &walk->table, field->thing,
                               64 * i + bits_first(left) + field->one);
    jw_end_array(out);
}

static void write_array(const Walk *walk, const Field *field, JsonW *out)
{
    const bool whole = (field->thing == THING_NUMBER || field->veiled) &&
                       !field->count_at && !field->seats;
    const int count = whole ? field->count : fields_count(walk, field);
    const char *place = field_place(walk, field);
    jw_array(out, field->key);
    for (int i = 0; i < count; i++) {
        const int at = field->reversed ? count - 1 - i : i;
        const int32_t value = field_load(place + at * field->bytes, field);
        if (field->reversed && !value)
            break;
        record_write_thing(out, NULL, &walk->table, field->thing, value);
    }
    jw_end_array(out);
}

static void write_chain(const Walk *walk, const Field *field, JsonW *out)
{
    const uint8_t *link = (const uint8_t *)walk->record + field->link_at;
    int id =
        field->told ? field->told(walk) : field_load(field_place(walk, field), field);
    uint8_t chain[SET_ID_MAX];
    int count = 0;
    for (; id && count < SET_ID_MAX; id = link[id * field->link_size])
        chain[count++] = (uint8_t)id;
    jw_array(out, field->key);
    for (int i = 0; i < count; i++)
        record_write_thing(out, NULL, &walk->table, field->thing,
                           chain[field->reversed ? count - 1 - i : i]);
    jw_end_array(out);
}

/* The entry that is written next, this one or a later; 'end': none. */
static int next_entry(const Walk *walk, const Field *field, int from, int end)
{
    const int found = field->next && from < end ? field->next(walk, from) : from;
    return found < 0 ? end : found;
}

static void write_records(const Walk *walk, const Field *field, JsonW *out)
{
    const int first = field->one, count = fields_count(walk, field);
    const int end = first + count;
    jw_array(out, field->key);
    for (int i = next_entry(walk, field, first, end); i < end;
         i = next_entry(walk, field, i + 1, end)) {
        const Walk entry = walk_record(walk, field, i);
        if (is_gap(walk, field, i)) {
            if (field->veiled)
                jw_null(out, NULL);
            continue;
        }
        jw_object(out, NULL);
        fields_write_rows(&entry, field->of, out);
        jw_end_object(out);
    }
    jw_end_array(out);
}

static void write_word(const Walk *walk, const Field *field, JsonW *out)
{
    jw_str(out, field->key, field->words[field_load(field_place(walk, field), field)]);
}

static void write_thing(const Walk *walk, const Field *field, JsonW *out)
{
    const int32_t value = load_thing(field_place(walk, field), field);
    if (value || !field->sparse)
        record_write_thing(out, field->key, &walk->table, field->thing, value);
}

int32_t fields_index(const Walk *walk)
{
    return walk->index;
}

void fields_write_told(const Walk *walk, const Field *field, JsonW *out)
{
    record_write_thing(out, field->key, &walk->table, field->thing, field->told(walk));
}

void fields_write_mark(const Walk *walk, const Field *field, JsonW *out)
{
    jw_bool(out, field->key, walk->is_view);
}

static void write_part(const Walk *walk, const Field *field, JsonW *out)
{
    if (fields_is_none(walk, field->of)) {
        jw_null(out, field->key);
        return;
    }
    jw_object(out, field->key);
    fields_write_rows(walk, field->of, out);
    jw_end_object(out);
}

static void write_object(const Walk *walk, const Field *field, JsonW *out)
{
    Walk inside = *walk;
    if (field->told && !field->told(walk)) {
        jw_bool(out, field->key, false);
        return;
    }
    inside.record = (char *)walk->record + field->at;
    jw_object(out, field->key);
    fields_write_rows(&inside, field->of, out);
    jw_end_object(out);
}

static void write_row(const Walk *walk, const Field *field, JsonW *out)
{
    static FieldWrite *const writers[] = {
        [FIELD_THING] = write_thing,  [FIELD_FLAG] = write_flag,
        [FIELD_WORD] = write_word,    [FIELD_SEATS] = write_seats,
        [FIELD_THINGS] = write_array, [FIELD_CHAIN] = write_chain,
        [FIELD_SET] = write_set,      [FIELD_RECORDS] = write_records,
        [FIELD_PART] = write_part,    [FIELD_OBJECT] = write_object,
    };
    (field->write ? field->write : writers[field->kind])(walk, field, out);
}

void fields_write_rows(const Walk *walk, const Field *rows, JsonW *out)
{
    for (const Field *field = rows; field->key; field++)
        if (!(walk->is_view ? field->table_only : field->view_only) &&
            (!field->only || field->only(walk)))
            write_row(walk, field, out);
}

void fields_write(const Table *table, int players, bool is_view, JsonW *out)
{
    const Walk walk = {*table, (void *)(uintptr_t)table->state, 0, players, is_view,
                       NULL};
    jw_object(out, NULL);
    fields_write_rows(&walk, table->game->fields, out);
    jw_end_object(out);
}

void fields_write_waiting(const Table *view, JsonW *out)
{
    const Walk walk = {*view, (void *)(uintptr_t)view->state, 0, SEATS_MAX, true, NULL};
    jw_object(out, NULL);
    for (const Field *field = view->game->fields; field->key; field++)
        if (field->waits)
            write_row(&walk, field, out);
    jw_hex64(out, "seal", fields_seal(view));
    jw_end_object(out);
}

uint64_t fields_seal(const Table *table)
{
    return hash_bytes(table->state, table->game->state_bytes);
}
