/* jansson.h - stands in for the JSON library in the browser: what the engine names, and
 * nothing behind it.
 *
 * The engine's files write JSON themselves and read it with the library. The browser
 * only writes; what would read is linked to nothing and never called. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct json_t json_t;
typedef long long json_int_t;

json_t *json_object_get(const json_t *object, const char *key);
json_int_t json_integer_value(const json_t *json);
const char *json_string_value(const json_t *json);
size_t json_array_size(const json_t *array);
json_t *json_array_get(const json_t *array, size_t index);
bool json_is_null(const json_t *json);
bool json_is_object(const json_t *json);
bool json_is_array(const json_t *json);
bool json_is_integer(const json_t *json);
bool json_is_string(const json_t *json);
bool json_is_boolean(const json_t *json);
bool json_is_true(const json_t *json);
bool json_is_false(const json_t *json);
json_t *json_object_first(json_t *object, const char **key);
json_t *json_object_next(json_t *object, const char **key);
size_t json_object_size(const json_t *object);

#define json_object_foreach(object, key, value)          \
    for (value = json_object_first(object, &key); value; \
         value = json_object_next(object, &key))
#define json_array_foreach(array, index, value)                                    \
    for (index = 0;                                                                \
         index < json_array_size(array) && (value = json_array_get(array, index)); \
         index++)
