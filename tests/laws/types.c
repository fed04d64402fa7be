/* types.c - whether a value is what a row says it is, in the words of TypeScript.
 *
 * A type is read and held against a value in one go; without a value it is only read.
 * What is asked of a name is that there is an object: its rows are another law's. */
#include "tests/laws/trial.h"

#include <stdio.h>

static bool type_any(const char **at, const json_t *value);

static bool type_eat(const char **at, const char *text)
{
    const size_t length = strlen(text);
    if (strncmp(*at, text, length) != 0)
        return false;
    *at += length;
    return true;
}

/* { card: string; controller: number } and no other key */
static bool type_object(const char **at, const json_t *value)
{
    size_t keys = 0;
    bool fits = json_is_object(value);
    do {
        char key[64] = "";
        const size_t length = strcspn(*at, ":");
        snprintf(key, sizeof key, "%.*s", (int)length, *at);
        *at += length;
        type_eat(at, ": ");
        const json_t *member = json_object_get(value, key);
        fits = type_any(at, member) && fits;
        keys += member != NULL;
    } while (type_eat(at, "; "));
    type_eat(at, " }");
    return fits && keys == json_object_size(value);
}

static bool type_record(const char **at, const json_t *value)
{
    const char *const of = *at;
    const char *key = NULL;
    json_t *member = NULL;
    bool fits = json_is_object(value);
    type_any(at, NULL);
    json_object_foreach((json_t *)(uintptr_t)value, key, member)
    {
        const char *again = of;
        fits = type_any(&again, member) && fits;
    }
    type_eat(at, ">");
    return fits;
}

static bool type_word(const char **at, const json_t *value)
{
    const size_t length =
        strspn(*at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)length, *at);
    *at += length;
    if (strcmp(word, "undefined") == 0)
        return !value;
    if (strcmp(word, "null") == 0)
        return json_is_null(value);
    if (strcmp(word, "string") == 0)
        return json_is_string(value);
    if (strcmp(word, "number") == 0)
        return json_is_number(value);
    if (strcmp(word, "boolean") == 0)
        return json_is_boolean(value);
    return word[0] >= 'A' && word[0] <= 'Z' && json_is_object(value);
}

static bool type_one(const char **at, const json_t *value)
{
    if (type_eat(at, "Record<string, "))
        return type_record(at, value);
    if (type_eat(at, "{ "))
        return type_object(at, value);
    if (!type_eat(at, "("))
        return type_word(at, value);
    const bool fits = type_any(at, value);
    type_eat(at, ")");
    return fits;
}

/* What stands at 'of', in so many lists. */
static bool type_lists(const char *of, int lists, const json_t *value)
{
    size_t i;
    const json_t *entry;
    bool fits = json_is_array(value);
    if (lists == 0)
        return type_one(&of, value);
    json_array_foreach((json_t *)(uintptr_t)value, i, entry)
    {
        fits = type_lists(of, lists - 1, entry) && fits;
    }
    return fits;
}

static bool type_any(const char **at, const json_t *value)
{
    bool fits = false;
    do {
        const char *const of = *at;
        int lists = 0;
        type_one(at, NULL);
        while (type_eat(at, "[]"))
            lists++;
        fits = type_lists(of, lists, value) || fits;
    } while (type_eat(at, " | "));
    return fits;
}

bool type_fits(Trial *t, const char *type, const json_t *value)
{
    const char *at = type;
    const bool fits = type_any(&at, value);
    if (*at)
        trial_fail(t, LAW_FIELDS, "nobody can read the type \"%s\"", type);
    return fits;
}
