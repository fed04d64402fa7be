/* fields.c - the law of what a view says: the fields of its rows, each of its kind, and
 * none that is the table's alone. */
#include "engine/fields.h"
#include "tests/laws/trial.h"

static void law_rows(Trial *t, int viewer, const Field *rows, const json_t *object);

static bool thing_fits(const Field *row, const json_t *value, bool may_be_none)
{
    const bool is_seat = row->thing == THING_SEAT;
    if (row->thing == THING_FLAG)
        return json_is_boolean(value);
    if (json_is_null(value))
        return may_be_none && (is_seat || row->thing != THING_NUMBER);
    return is_seat || row->thing == THING_NUMBER ? json_is_integer(value)
                                                 : json_is_string(value);
}

static bool list_fits(const Field *row, const json_t *value)
{
    size_t i;
    const json_t *entry;
    if (json_is_null(value))
        return row->kind == FIELD_SET && row->count_at;
    json_array_foreach((json_t *)(uintptr_t)value, i, entry)
    {
        if (row->kind == FIELD_RECORDS
                ? !json_is_object(entry) && !(row->veiled && json_is_null(entry))
                : !(row->kind == FIELD_SEATS ? json_is_integer(entry)
                                             : thing_fits(row, entry, row->veiled)))
            return false;
    }
    return json_is_array(value);
}

static bool value_fits(Trial *t, const Field *row, const json_t *value)
{
    switch ((FieldKind)row->kind) {
    case FIELD_THING:
        return thing_fits(row, value, !row->always && !row->needed);
    case FIELD_FLAG:
        return json_is_boolean(value);
    case FIELD_WORD:
        return json_is_string(value) || (json_is_null(value) && !row->always);
    case FIELD_SEATS:
    case FIELD_THINGS:
    case FIELD_CHAIN:
    case FIELD_SET:
    case FIELD_RECORDS:
        return list_fits(row, value);
    case FIELD_PART:
        return json_is_object(value) || json_is_null(value);
    case FIELD_OBJECT:
        return json_is_object(value) || (row->told && json_is_false(value));
    case FIELD_ODD:
        return type_fits(t, row->type, value);
    }
    return false;
}

/* The objects that a row has, if it has rows for them. */
static void law_below(Trial *t, int viewer, const Field *row, const json_t *value)
{
    size_t i;
    const json_t *entry;
    if (json_is_object(value))
        law_rows(t, viewer, row->of, value);
    json_array_foreach((json_t *)(uintptr_t)value, i, entry)
    {
        if (json_is_object(entry))
            law_rows(t, viewer, row->of, entry);
    }
}

static void law_rows(Trial *t, int viewer, const Field *rows, const json_t *object)
{
    size_t found = 0;
    for (const Field *row = rows; row->key; row++) {
        const json_t *value = json_object_get(object, row->key);
        const bool may_lack = row->table_only || row->sparse || row->only ||
                              (row->kind == FIELD_ODD && value_fits(t, row, NULL));
        if (value && row->table_only)
            trial_fail(t, LAW_FIELDS, "viewer %d sees \"%s\"", viewer, row->key);
        if (!value && !may_lack)
            trial_fail(t, LAW_FIELDS, "viewer %d does not see \"%s\"", viewer,
                       row->key);
        if (value && !value_fits(t, row, value))
            trial_fail(t, LAW_FIELDS, "viewer %d: \"%s\" is not of its kind", viewer,
                       row->key);
        if (value && row->of)
            law_below(t, viewer, row, value);
        found += value != NULL;
    }
    if (found != json_object_size(object))
        trial_fail(t, LAW_FIELDS, "viewer %d sees a key that no row has", viewer);
}

void law_fields(Trial *t, int viewer, const json_t *view)
{
    if (t->game->fields)
        law_rows(t, viewer, t->game->fields, view);
}
