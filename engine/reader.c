/* reader.c - takes facts out of a JSON file and says exactly where one is wrong. */
#include "engine/reader.h"

#include "engine/rules.h"

#include <stdarg.h>
#include <stdio.h>

void reader_init(Reader *r, const char *file, LoadError *error)
{
    memset(r, 0, sizeof *r);
    r->file = file;
    r->error = error;
}

bool reader_ok(const Reader *r)
{
    return !r->failed;
}

static size_t reader_append(char *path, size_t path_bytes, size_t used,
                            const char *text)
{
    const size_t left = path_bytes - 1 - used, length = strlen(text);
    const size_t count = length < left ? length : left;
    memcpy(path + used, text, count);
    path[used + count] = '\0';
    return used + count;
}

/* 'path' with a key or an index behind it; what does not fit is cut. Every value that
 * is read passes here, so nothing is formatted but an index. */
static void reader_join(char *path, size_t path_bytes, const char *key, int index)
{
    char number[16];
    size_t used = strlen(path);
    if (key && used)
        used = reader_append(path, path_bytes, used, ".");
    if (key)
        used = reader_append(path, path_bytes, used, key);
    if (index < 0)
        return;
    snprintf(number, sizeof number, "[%d]", index);
    reader_append(path, path_bytes, used, number);
}

static void reader_describe(const Reader *r, LoadError *error, const char *key,
                            const char *format, va_list args)
{
    snprintf(error->file, sizeof error->file, "%s", r->file);
    snprintf(error->path, sizeof error->path, "%s", r->path);
    reader_join(error->path, sizeof error->path, key, -1);
    vsnprintf(error->what, sizeof error->what, format, args);
}

void reader_fail(Reader *r, const char *key, const char *format, ...)
{
    if (r->failed)
        return;
    r->failed = true;
    if (!r->error)
        return;
    va_list args;
    va_start(args, format);
    reader_describe(r, r->error, key, format, args);
    va_end(args);
}

bool reader_skip(Reader *r, const char *key, const char *format, ...)
{
    LoadError unknown;
    va_list args;
    va_start(args, format);
    reader_describe(r, &unknown, key, format, args);
    va_end(args);
    if (r->lenient && data_tell(r->lenient, &unknown))
        return true;
    reader_fail(r, key, "%s", unknown.what);
    return false;
}

void reader_enter(Reader *r, const char *key, int index)
{
    ASSERT(r->depth < READER_DEPTH_MAX);
    r->path_bytes[r->depth++] = (unsigned char)strlen(r->path);
    reader_join(r->path, sizeof r->path, key, index);
}

void reader_leave(Reader *r)
{
    ASSERT(r->depth > 0);
    r->path[r->path_bytes[--r->depth]] = '\0';
}

static const char *reader_type_name(const json_t *json)
{
    static const char *const names[] = {"an object", "an array",      "a text",
                                        "a number",  "a real number", "true",
                                        "false",     "null"};
    return names[json_typeof(json)];
}

/* The value under a key; NULL, having complained, when it is missing or of another
 * type; NULL in silence when it may be missing. */
static const json_t *reader_value(Reader *r, const json_t *object, const char *key,
                                  json_type type, bool may_miss)
{
    static const char *const wanted[] = {"an object", "an array", "a text",
                                         "a whole number"};
    ASSERT(type <= JSON_INTEGER);
    if (r->failed)
        return NULL;
    if (!json_is_object(object)) {
        reader_fail(r, NULL, "should be an object");
        return NULL;
    }
    const json_t *value = json_object_get(object, key);
    if (!value && !may_miss)
        reader_fail(r, key, "is missing; it should be %s", wanted[type]);
    else if (value && json_typeof(value) != type)
        reader_fail(r, key, "should be %s, not %s", wanted[type],
                    reader_type_name(value));
    return r->failed ? NULL : value;
}

static int reader_int(Reader *r, const json_t *value, const char *key, int min, int max)
{
    const json_int_t number = json_integer_value(value);
    if (number >= min && number <= max)
        return (int)number;
    reader_fail(r, key, "%lld is not between %d and %d", (long long)number, min, max);
    return min;
}

int read_int(Reader *r, const json_t *object, const char *key, int min, int max)
{
    const json_t *value = reader_value(r, object, key, JSON_INTEGER, false);
    return value ? reader_int(r, value, key, min, max) : min;
}

int read_int_or(Reader *r, const json_t *object, const char *key, int min, int max,
                int otherwise)
{
    const json_t *value = reader_value(r, object, key, JSON_INTEGER, true);
    return value ? reader_int(r, value, key, min, max) : otherwise;
}

bool read_bool_or(Reader *r, const json_t *object, const char *key, bool otherwise)
{
    if (!r->failed && !json_is_object(object))
        reader_fail(r, NULL, "should be an object");
    const json_t *value = r->failed ? NULL : json_object_get(object, key);
    if (!value)
        return otherwise;
    if (!json_is_boolean(value))
        reader_fail(r, key, "should be true or false, not %s", reader_type_name(value));
    return json_is_true(value);
}

const char *read_text(Reader *r, const json_t *object, const char *key)
{
    const json_t *value = reader_value(r, object, key, JSON_STRING, false);
    return value ? json_string_value(value) : "";
}

const char *read_text_or(Reader *r, const json_t *object, const char *key,
                         const char *otherwise)
{
    const json_t *value = reader_value(r, object, key, JSON_STRING, true);
    return value ? json_string_value(value) : otherwise;
}

int read_word(Reader *r, const json_t *object, const char *key,
              const char *const *words, int count)
{
    const json_t *value = reader_value(r, object, key, JSON_STRING, false);
    const int first = strcmp(words[0], "none") == 0; /* of ids: no word of a file */
    if (!value)
        return 0;
    for (int i = first; i < count; i++)
        if (strcmp(json_string_value(value), words[i]) == 0)
            return i;
    char known[200] = "";
    for (int i = first; i < count; i++) {
        const size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", words[i]);
    }
    reader_fail(r, key, "\"%.60s\" is not one of: %.150s", json_string_value(value),
                known);
    return 0;
}

static const json_t *reader_array(Reader *r, const json_t *object, const char *key,
                                  int max, bool may_miss)
{
    const json_t *value = reader_value(r, object, key, JSON_ARRAY, may_miss);
    if (value && json_array_size(value) > (size_t)max)
        reader_fail(r, key, "has %zu entries; %d is the most", json_array_size(value),
                    max);
    return r->failed ? NULL : value;
}

const json_t *read_array(Reader *r, const json_t *object, const char *key, int max)
{
    return reader_array(r, object, key, max, false);
}

const json_t *read_array_or_none(Reader *r, const json_t *object, const char *key,
                                 int max)
{
    return reader_array(r, object, key, max, true);
}

const json_t *read_object(Reader *r, const json_t *object, const char *key)
{
    return reader_value(r, object, key, JSON_OBJECT, false);
}

const json_t *read_object_or_none(Reader *r, const json_t *object, const char *key)
{
    return reader_value(r, object, key, JSON_OBJECT, true);
}

void reader_id(Reader *r, const char *key, const char *id, char *out, size_t out_bytes)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789_-";
    if (!id || !*id || strlen(id) >= out_bytes)
        reader_fail(r, key, "must have 1 to %zu letters", out_bytes - 1);
    else if (id[strspn(id, letters)])
        reader_fail(r, key, "may have letters, digits, _ and - only");
    else
        memcpy(out, id, strlen(id) + 1);
}

void read_only(Reader *r, const json_t *object, const char *const *keys)
{
    const char *key = NULL;
    json_t *value = NULL;
    if (r->failed)
        return;
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        const char *const *known = keys;
        while (*known && strcmp(*known, key) != 0)
            known++;
        if (!*known)
            reader_fail(r, key, "is not a known key");
    }
}
