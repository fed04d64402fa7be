/* kept.c - matches that a server keeps, out of its store. */
#include "cli/host/kept.h"

#include "cli/host/found.h"
#include "server/store/archive.h"

#include <stdlib.h>
#include <time.h>

enum { LISTED_MAX = 1000 };

static Store *kept_open(Cli *cli, const KeptWhere *where)
{
    Config config;
    char why[400] = "";
    Store *store = found_where(where->store, where->config, &config, why, sizeof why)
                       ? store_open_to_read(config.store, why, sizeof why)
                       : NULL;
    if (!store)
        cli_fail(cli, "kept_failed", "why", why, NULL);
    return store;
}

static char *kept_record(Cli *cli, const char *id, const json_t *doc, const Found *log)
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
    Found about = found_ask(store, store_op(STORE_GET, "match", id)), log = {0};
    char *text = NULL;
    if (about.body) {
        StoreOp *tail = store_op(STORE_TAIL, NULL, NULL);
        tail->match = strtoull(id, NULL, 16);
        log = found_ask(store, tail);
    }
    if (about.result == STORE_FAILED || log.result == STORE_FAILED)
        cli_fail(cli, "kept_failed", "why", cli_say(cli, "kept_unread"), NULL);
    else if (!about.body)
        cli_fail(cli, "kept_none", "id", id, NULL);
    else
        text = kept_record(cli, id, about.body, &log);
    found_clear(&about);
    found_clear(&log);
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
    Found found = found_ask(store, list);
    store_close(store);
    for (int i = 0; i < found.doc_count; i++) {
        if (json)
            printf("%s\n", found.docs[i].body);
        else
            print_match(cli, &found.docs[i]);
    }
    const bool good = found.result == STORE_OK;
    found_clear(&found);
    if (good)
        return EXIT_OK;
    return cli_fail(cli, "kept_failed", "why", cli_say(cli, "kept_unread"), NULL);
}
