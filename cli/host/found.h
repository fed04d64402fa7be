/* found.h - what the store of a server keeps, for who asks it one question at a time.
 */
#pragma once

#include "server/config.h"
#include "server/store/store.h"

#include <jansson.h>

/* Where the server keeps things: 'store' if it is given, else as the environment or the
 * file at 'path' says; both may be NULL. False: 'why' says what is wrong. */
bool found_where(const char *store, const char *path, Config *config, char *why,
                 size_t why_bytes);

/* An answer; it belongs to who asked. */
typedef struct {
    StoreResult result;
    json_t *body; /* NULL: there is none */
    int64_t version;
    StoreDoc *docs;
    int doc_count;
    StoreMove *moves;
    int move_count;
} Found;

Found found_ask(Store *store, StoreOp *op); /* waits for it */
void found_clear(Found *f);
