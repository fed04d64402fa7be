/* kept.c - matches that a server keeps, out of its store. */
#include "cli/host/kept.h"

#include "server/config.h"
#include "server/log.h"
#include "server/store/archive.h"
#include "server/store/store.h"

#include <stdlib.h>
#include <time.h>

enum { LISTED_MAX = 1000 };

static Store *kept_open(Cli *cli, const KeptWhere *where)
{
    Config config;
    char why[400] = "";
    Store *store = NULL;
    config_default(&config);
    log_set_level(LOG_NONE);
    if ((!where->config || config_read_file(&config, where->config, why, sizeof why)) &&
        config_read_environment(&config, why, sizeof why))
        store = store_open_to_read(where->store ? where->store : config.store, why,
                                   sizeof why);
    if (!store)
        cli_fail(cli, "kept_failed", "why", why, NULL);
    return store;
}

/* The answer to one question; it belongs to the caller. */
typedef struct {
    StoreResult result;
    char *body;
    StoreMove *moves;
    int move_count;
    StoreDoc *docs;
    int doc_count;
} Answer;

static void answered(StoreOp *op)
{
    Answer *a = op->context;
    *a = (Answer){op->result,     op->body, op->moves,
                  op->move_count, op->docs, op->doc_count};
    op->body = NULL;
    op->moves = NULL;
    op->docs = NULL;
    op->doc_count = 0;
}

static Answer kept_ask(Store *store, StoreOp *op)
{
    Answer a = {.result = STORE_FAILED};
    store_ask(store, op, answered, &a);
    store_finish(store);
    return a;
}

static char *kept_record(Cli *cli, const char *id, const json_t *doc, const Answer *log)
{
    Refusal why = refusal(ERR_OK);
    Catalogs *catalogs = cli_catalogs(cli);
    if (!catalogs)
        return NULL;
    Match *m = archive_play(doc, log->moves, log->move_count, catalogs, &why);
    if (!m) {
        cli_refuse(cli, NULL, &why);
        return NULL;
    }
    JsonW w;
    jw_open(&w);
    archive_write(&w, id, doc, m, catalogs);
    char *text = strdup(w.text);
    jw_close(&w);
    match_free(m);
    return text;
}

char *kept_read(Cli *cli, const KeptWhere *where, const char *id)
{
    Store *store = kept_open(cli, where);
    if (!store)
        return NULL;
    Answer about = kept_ask(store, store_op(STORE_GET, "match", id)), log = {0};
    json_t *doc = about.body ? json_loads(about.body, 0, NULL) : NULL;
    char *text = NULL;
    if (doc) {
        StoreOp *tail = store_op(STORE_TAIL, NULL, NULL);
        tail->match = strtoull(id, NULL, 16);
        log = kept_ask(store, tail);
    }
    if (about.result == STORE_FAILED || log.result == STORE_FAILED)
        cli_fail(cli, "kept_failed", "why", cli_say(cli, "kept_unread"), NULL);
    else if (!doc)
        cli_fail(cli, "kept_none", "id", id, NULL);
    else
        text = kept_record(cli, id, doc, &log);
    json_decref(doc);
    free(about.body);
    free(log.moves);
    store_close(store);
    return text;
}

/* "0f3c…  2026-11-15 12:04  duel      over  Ada, greedy" */
static void print_match(Cli *cli, const StoreDoc *kept)
{
    const time_t at = time(NULL) - (time_t)(kept->age_ms / 1000);
    char when[40];
    struct tm parts;
    localtime_r(&at, &parts);
    strftime(when, sizeof when, "%Y-%m-%d %H:%M", &parts);
    json_t *doc = json_loads(kept->body, 0, NULL);
    const char *game = json_string_value(json_object_get(doc, "game"));
    const json_t *seats = json_object_get(doc, "seats");
    const bool over = json_object_get(doc, "result") != NULL;
    printf("%s  %s  %-9s %s  ", kept->key, when, game ? game : "",
           cli_say(cli, over ? "kept_over" : "kept_open"));
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const json_t *seat = json_array_get(seats, i);
        const char *name = json_string_value(json_object_get(seat, "name"));
        const char *agent = json_string_value(json_object_get(seat, "agent"));
        printf("%s%s", i ? ", " : "", name && name[0] ? name : agent ? agent : "");
    }
    printf("\n");
    json_decref(doc);
}

int kept_list(Cli *cli, const KeptWhere *where, bool json)
{
    Store *store = kept_open(cli, where);
    if (!store)
        return EXIT_USAGE;
    StoreOp *list = store_op(STORE_LIST, "match", NULL);
    list->limit = LISTED_MAX;
    Answer found = kept_ask(store, list);
    store_close(store);
    for (int i = 0; i < found.doc_count; i++) {
        if (json)
            printf("%s\n", found.docs[i].body);
        else
            print_match(cli, &found.docs[i]);
        free(found.docs[i].body);
    }
    free(found.docs);
    if (found.result == STORE_OK)
        return EXIT_OK;
    return cli_fail(cli, "kept_failed", "why", cli_say(cli, "kept_unread"), NULL);
}
