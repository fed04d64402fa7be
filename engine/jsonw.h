/* jsonw.h - writes JSON into memory: escaped, comma-separated, never half a number.
 *
 * Only memcpy is used, so it works in wasm too. With 'more' set the buffer grows;
 * without, what does not fit is dropped and 'overflow' says so. Keys are NULL inside
 * arrays. */
#pragma once

#include "engine/rules.h"

typedef struct JsonW JsonW;
struct JsonW {
    char *text; /* always ends in a NUL */
    size_t used, bytes_max;
    bool (*more)(JsonW *w, size_t bytes_needed); /* may be NULL */
    bool overflow;
    bool comma; /* the next value needs one before it */
};

void jw_init(JsonW *w, char *memory,
             size_t bytes_max); /* into memory of the caller's */
void jw_open(JsonW *w);         /* into memory that grows */
void jw_close(JsonW *w);        /* frees what jw_open took */
void jw_reset(JsonW *w);        /* empty again, memory kept */

void jw_object(JsonW *w, const char *key); /* opens { */
void jw_array(JsonW *w, const char *key);  /* opens [ */
void jw_end_object(JsonW *w);
void jw_end_array(JsonW *w);
void jw_int(JsonW *w, const char *key, int64_t value);
void jw_real(JsonW *w, const char *key, double value,
             int decimals); /* host only; null when not finite or past 9e18 */
void jw_bool(JsonW *w, const char *key, bool value);
void jw_seats(JsonW *w, const char *key, unsigned seats); /* bit a seat: a list */
void jw_null(JsonW *w, const char *key);
void jw_str(JsonW *w, const char *key, const char *utf8); /* NULL writes null */
void jw_hex64(JsonW *w, const char *key, uint64_t value); /* "0123456789abcdef" */
/* What is written next, by whoever knows no key, stands under this one. */
void jw_member(JsonW *w, const char *key);
void jw_raw(JsonW *w, const char *key,
            const char *json); /* text that is JSON already */
