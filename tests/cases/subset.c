/* subset.c - compares what a case expects with what there is, and says where they part.
 */
#include "tests/cases/subset.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void subset_print(const json_t *value, char *out, size_t out_bytes)
{
    char *text = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    snprintf(out, out_bytes, "%s", text ? text : "nothing");
    free(text);
}

static bool subset_at(const json_t *expected, const json_t *actual, Difference *d);

/* Go one step down, compare there, and come back up when it fits. */
static bool subset_below(const json_t *expected, const json_t *actual, Difference *d,
                         const char *key, size_t index)
{
    const size_t used = strlen(d->path);
    if (key)
        snprintf(d->path + used, sizeof d->path - used, "%s%s", used ? "." : "", key);
    else
        snprintf(d->path + used, sizeof d->path - used, "[%zu]", index);
    if (!subset_at(expected, actual, d))
        return false;
    d->path[used] = '\0';
    return true;
}

static bool subset_of_object(const json_t *expected, const json_t *actual,
                             Difference *d)
{
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach((json_t *)(uintptr_t)expected, key, value)
    {
        if (!subset_below(value, json_object_get(actual, key), d, key, 0))
            return false;
    }
    return true;
}

static bool subset_of_array(const json_t *expected, const json_t *actual, Difference *d)
{
    for (size_t i = 0; i < json_array_size(expected); i++)
        if (!subset_below(json_array_get(expected, i), json_array_get(actual, i), d,
                          NULL, i))
            return false;
    return true;
}

static bool subset_at(const json_t *expected, const json_t *actual, Difference *d)
{
    if (json_is_object(expected) && json_is_object(actual))
        return subset_of_object(expected, actual, d);
    if (json_is_array(expected) && json_is_array(actual) &&
        json_array_size(expected) == json_array_size(actual))
        return subset_of_array(expected, actual, d);
    if (actual && json_equal(expected, actual))
        return true;
    subset_print(expected, d->expected, sizeof d->expected);
    subset_print(actual, d->actual, sizeof d->actual);
    return false;
}

bool subset_holds(const json_t *expected, const json_t *actual, Difference *d)
{
    memset(d, 0, sizeof *d);
    return subset_at(expected, actual, d);
}
