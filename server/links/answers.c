/* answers.c - what is asked over plain HTTP: games, rooms, records of matches, health
 * and numbers. */
#include "engine/match.h"
#include "server/hub/inside.h"
#include "server/metrics.h"
#include "server/rooms/board.h"
#include "server/rooms/list.h"
#include "server/store/archive.h"

#include <stdio.h>
#include <stdlib.h>

enum { METRICS_BYTES = 32768 };

static const char type_json[] = "application/json; charset=utf-8";

typedef struct {
    Hub *hub;
    HubAnswer *answer;
    void *context;
    const Texts *texts;
    json_t *doc;
    char key[STORE_KEY_BYTES];
} Asked;

static void asked_end(Asked *a, int status, const char *text)
{
    a->answer(a->context, status, type_json, text);
    a->hub->asked--;
    json_decref(a->doc);
    free(a);
}

static void asked_fail(Asked *a, int status, Why why)
{
    char key[80];
    JsonW *w = &a->hub->out;
    snprintf(key, sizeof key, "server.error.%s", why_code(why));
    jw_reset(w);
    jw_object(w, NULL);
    jw_object(w, "error");
    jw_str(w, "code", why_code(why));
    jw_str(w, "message", text_get(a->texts, key));
    jw_end_object(w);
    jw_end_object(w);
    asked_end(a, status, w->text);
}

static void asked_games(Asked *a)
{
    JsonW *w = &a->hub->out;
    jw_reset(w);
    jw_object(w, NULL);
    list_games(w, a->hub, a->texts);
    jw_end_object(w);
    asked_end(a, 200, w->text);
}

/* What a browser gets where the web client has not been built. */
static void asked_page(Asked *a)
{
    static const char *const keys[] = {"what", "how", "more"};
    char page[4096];
    int used = snprintf(page, sizeof page,
                        "<!doctype html><meta charset=\"utf-8\"><title>Parlor</title>"
                        "<h1>Parlor</h1>");
    for (int i = 0; i < 3; i++) {
        char key[40];
        snprintf(key, sizeof key, "server.page.%s", keys[i]);
        used += snprintf(page + used, sizeof page - (size_t)used, "<p>%s</p>",
                         text_get(a->texts, key));
        ASSERT(used < (int)sizeof page);
    }
    a->answer(a->context, 200, "text/html; charset=utf-8", page);
    a->hub->asked--;
    free(a);
}

static void asked_rooms(Asked *a)
{
    JsonW *w = &a->hub->out;
    jw_reset(w);
    jw_object(w, NULL);
    board_write(w, a->hub, NULL);
    jw_end_object(w);
    asked_end(a, 200, w->text);
}

/* The record of a match: the whole match is played again for it, elsewhere. */
typedef struct {
    HubWork work;
    Asked *asked;
    StoreMove *moves;
    int move_count;
    Refusal why;
    bool is_over;
    JsonW text;
} Record;

static void record_run(HubWork *work)
{
    Record *r = (Record *)work;
    const Asked *a = r->asked;
    Match *m = archive_play(a->doc, r->moves, r->move_count, a->hub->catalogs, &r->why);
    r->is_over = m && match_status(m).over;
    if (r->is_over)
        archive_write(&r->text, a->key, a->doc, m, a->hub->catalogs);
    match_free(m);
}

static void record_done(HubWork *work)
{
    Record *r = (Record *)work;
    const bool broken = r->why.code == ERR_BAD_FILE;
    if (work->is_dropped)
        asked_fail(r->asked, 503, WHY_BUSY);
    else if (r->why.code)
        asked_fail(r->asked, broken ? 500 : 409,
                   broken ? WHY_STORE_FAILED : WHY_OTHER_RULES);
    else if (r->is_over)
        asked_end(r->asked, 200, r->text.text);
    else /* the seed and the commands would tell what is hidden */
        asked_fail(r->asked, 403, WHY_MATCH_RUNS);
    jw_close(&r->text);
    free(r->moves);
    free(r);
}

static void asked_moves(StoreOp *op)
{
    Asked *a = op->context;
    if (op->result != STORE_OK) {
        asked_fail(a, 503, WHY_STORE_FAILED);
        return;
    }
    Record *r = calloc(1, sizeof *r);
    ASSERT(r);
    r->work = (HubWork){.run = record_run, .done = record_done, .kind = WORK_PAGE};
    r->asked = a;
    r->moves = op->moves;
    r->move_count = op->move_count;
    op->moves = NULL;
    op->move_count = 0;
    jw_open(&r->text);
    a->hub->io.work(a->hub->io.context, &r->work);
}

static void asked_match(StoreOp *op)
{
    Asked *a = op->context;
    if (op->result != STORE_OK) {
        asked_fail(a, op->result == STORE_MISSING ? 404 : 503,
                   op->result == STORE_MISSING ? WHY_NO_SUCH_MATCH : WHY_STORE_FAILED);
        return;
    }
    a->doc = json_loads(op->body, 0, NULL);
    StoreOp *tail = store_op(STORE_TAIL, NULL, NULL);
    tail->match = strtoull(a->key, NULL, 16);
    store_ask(a->hub->store, tail, asked_moves, a);
}

static void answer_health(Hub *hub, HubAnswer *answer, void *context)
{
    const bool leaves = hub->is_stopping || hub->is_draining;
    const bool well = store_is_well(hub->store) && hub->has_key && !leaves;
    answer(context, well ? 200 : 503, type_json,
           well     ? "{\"ok\":true}"
           : leaves ? "{\"ok\":false,\"why\":\"stopping\"}"
                    : "{\"ok\":false,\"why\":\"store\"}");
}

static Asked *asked_new(Hub *hub, const char *language, HubAnswer *answer,
                        void *context)
{
    Asked *a = calloc(1, sizeof *a);
    ASSERT(a);
    a->hub = hub;
    a->answer = answer;
    a->context = context;
    a->texts = hub_texts(hub, language);
    hub->asked++;
    return a;
}

void hub_refuse_get(Hub *hub, int status, const char *language, HubAnswer *answer,
                    void *context)
{
    metrics.http_requests_total++;
    asked_fail(asked_new(hub, language, answer, context), status,
               status == 429 ? WHY_TOO_FAST : WHY_BAD_REQUEST);
}

void hub_get(Hub *hub, const char *path, const char *language, HubAnswer *answer,
             void *context)
{
    static const char match_path[] = "/api/match/";
    metrics.http_requests_total++;
    if (strcmp(path, "/healthz") == 0) {
        answer_health(hub, answer, context);
        return;
    }
    if (strcmp(path, "/metrics") == 0) {
        char page[METRICS_BYTES];
        metrics_write(page, sizeof page);
        answer(context, 200, "text/plain; version=0.0.4", page);
        return;
    }
    Asked *a = asked_new(hub, language, answer, context);
    if (strcmp(path, "/api/games") == 0) {
        asked_games(a);
    } else if (strcmp(path, "/") == 0) {
        asked_page(a);
    } else if (strcmp(path, "/api/rooms") == 0) {
        asked_rooms(a);
    } else if (strncmp(path, match_path, sizeof match_path - 1) == 0 &&
               strlen(path) == sizeof match_path - 1 + 16) {
        snprintf(a->key, sizeof a->key, "%s", path + sizeof match_path - 1);
        store_ask(hub->store, store_op(STORE_GET, "match", a->key), asked_match, a);
    } else {
        asked_fail(a, 404, WHY_NO_SUCH_PAGE);
    }
}
