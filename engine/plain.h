/* plain.h - reads the JSON that programs write: letters without escapes, whole numbers,
 * nothing deep. What is not as plain as that is for jansson. */
#pragma once

#include <jansson.h>

/* The same value that json_loadb gives with JSON_REJECT_DUPLICATES; NULL: ask it. */
json_t *plain_read(const char *text, size_t text_bytes);
