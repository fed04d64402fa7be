/* found.c - what the store of a server keeps, for who asks it one question at a time.
 */
#include "cli/host/found.h"

#include "server/log.h"

#include <stdlib.h>

bool found_where(const char *store, const char *path, Config *config, char *why,
                 size_t why_bytes)
{
    config_default(config);
    log_set_level(LOG_NONE);
    return (!path || config_read_file(config, path, why, why_bytes)) &&
           config_read_environment(config, why, why_bytes) &&
           (!store || config_set(config, "store", store, why, why_bytes));
}

static void answered(StoreOp *op)
{
    Found *f = op->context;
    *f = (Found){op->result,    op->body ? json_loads(op->body, 0, NULL) : NULL,
                 op->version,   op->docs,
                 op->doc_count, op->moves,
                 op->move_count};
    op->docs = NULL;
    op->doc_count = 0;
    op->moves = NULL;
}

Found found_ask(Store *store, StoreOp *op)
{
    Found f = {.result = STORE_FAILED};
    store_ask(store, op, answered, &f);
    store_finish(store);
    return f;
}

void found_clear(Found *f)
{
    for (int i = 0; i < f->doc_count; i++)
        free(f->docs[i].body);
    free(f->docs);
    free(f->moves);
    json_decref(f->body);
}
