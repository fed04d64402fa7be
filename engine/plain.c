/* plain.c - reads the JSON that programs write: letters without escapes, whole numbers,
 * nothing deep.
 *
 * Clients send a hundred bytes at a time, and jansson reads them letter by letter
 * through its own streams: twenty thousand instructions a message, a quarter of what a
 * move took. Here it is a third of that. Whatever is unusual, and every error, is left
 * to jansson, so that there is one truth about both. */
#include "engine/plain.h"

#include <stdbool.h>
#include <string.h>

enum { DEPTH_MAX = 8, KEY_BYTES_MAX = 64, DIGITS_MAX = 18 };

typedef struct {
    const char *at, *end;
} Plain;

static json_t *read_value(Plain *p, int depth);

static char next(Plain *p)
{
    while (p->at < p->end &&
           (*p->at == ' ' || *p->at == '\n' || *p->at == '\t' || *p->at == '\r'))
        p->at++;
    return p->at < p->end ? *p->at : '\0';
}

static bool take(Plain *p, char wanted)
{
    const bool found = next(p) == wanted;
    p->at += found;
    return found;
}

/* The letters between two quotes; NULL: something else. */
static const char *read_letters(Plain *p, size_t *count)
{
    if (!take(p, '"'))
        return NULL;
    const char *start = p->at;
    while (p->at < p->end && *p->at >= 0x20 && *p->at < 0x7f && *p->at != '"' &&
           *p->at != '\\')
        p->at++;
    if (p->at == p->end || *p->at != '"')
        return NULL;
    *count = (size_t)(p->at++ - start);
    return start;
}

static json_t *read_string(Plain *p)
{
    size_t count = 0;
    const char *letters = read_letters(p, &count);
    return letters ? json_stringn_nocheck(letters, count) : NULL;
}

static json_t *read_number(Plain *p)
{
    const bool is_negative = *p->at == '-';
    json_int_t value = 0;
    p->at += is_negative;
    const char *first = p->at;
    for (; p->at < p->end && *p->at >= '0' && *p->at <= '9'; p->at++) {
        if (p->at - first == DIGITS_MAX)
            return NULL;
        value = 10 * value + (*p->at - '0');
    }
    const long digits = p->at - first;
    if (digits == 0 || (*first == '0' && (digits > 1 || is_negative)))
        return NULL;
    if (p->at < p->end && (*p->at == '.' || *p->at == 'e' || *p->at == 'E'))
        return NULL;
    return json_integer(is_negative ? -value : value);
}

static json_t *read_word(Plain *p)
{
    static const char *const words[] = {"true", "false", "null"};
    for (int i = 0; i < 3; i++) {
        const size_t count = strlen(words[i]);
        if ((size_t)(p->end - p->at) < count || memcmp(p->at, words[i], count) != 0)
            continue;
        p->at += count;
        return i == 0 ? json_true() : i == 1 ? json_false() : json_null();
    }
    return NULL;
}

static bool read_member(Plain *p, json_t *object, int depth)
{
    char key[KEY_BYTES_MAX + 1];
    size_t count = 0;
    const char *letters = read_letters(p, &count);
    if (!letters || count > KEY_BYTES_MAX || !take(p, ':'))
        return false;
    memcpy(key, letters, count);
    key[count] = '\0';
    json_t *value = json_object_get(object, key) ? NULL : read_value(p, depth);
    return value && json_object_set_new_nocheck(object, key, value) == 0;
}

/* Members or items, between brackets of their kind. */
static json_t *read_many(Plain *p, bool is_object, int depth)
{
    const char last = is_object ? '}' : ']';
    json_t *made = is_object ? json_object() : json_array();
    bool good = made && depth <= DEPTH_MAX;
    p->at++;
    if (good && take(p, last))
        return made;
    while (good) {
        json_t *item = is_object ? NULL : read_value(p, depth);
        good = is_object ? read_member(p, made, depth)
                         : item && json_array_append_new(made, item) == 0;
        if (good && take(p, last))
            return made;
        good = good && take(p, ',');
    }
    json_decref(made);
    return NULL;
}

static json_t *read_value(Plain *p, int depth)
{
    const char first = next(p);
    if (first == '{' || first == '[')
        return read_many(p, first == '{', depth + 1);
    if (first == '"')
        return read_string(p);
    if (first == '-' || (first >= '0' && first <= '9'))
        return read_number(p);
    return read_word(p);
}

json_t *plain_read(const char *text, size_t text_bytes)
{
    Plain p = {text, text + text_bytes};
    const char first = next(&p); /* jansson takes objects and arrays only */
    json_t *made = first == '{' || first == '[' ? read_value(&p, 0) : NULL;
    if (made && (next(&p), p.at == p.end))
        return made;
    json_decref(made);
    return NULL;
}
