/* subset.h - compares what a case expects with what there is, and says where they part.
 *
 * An expected object asks only for the keys it names; lists are compared whole. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SUBSET_PATH_BYTES = 300, SUBSET_VALUE_BYTES = 500 };

/* Where the first difference is. */
typedef struct {
    char path[SUBSET_PATH_BYTES]; /* players[1].hand */
    char expected[SUBSET_VALUE_BYTES];
    char actual[SUBSET_VALUE_BYTES];
} Difference;

/* True when 'actual' has everything 'expected' asks for; otherwise 'd' is filled. */
bool subset_holds(const json_t *expected, const json_t *actual, Difference *d);
/* One value as text, cut to fit. */
void subset_print(const json_t *value, char *out, size_t out_bytes);
