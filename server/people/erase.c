/* erase.c - a person who wants to be forgotten: their name in records, their ratings,
 * where their browsers are told of a turn.
 *
 * What is to be done is written down first, so that a process that dies leaves it to
 * the next. Each step is done once or again, with the same end. */
#include "server/people/erase.h"

#include "engine/match.h"
#include "server/hub/inside.h"
#include "server/people/rating.h"
#include "server/push/push.h"
#include "server/secret.h"

#include <stdio.h>
#include <stdlib.h>

enum { STEP_MAX = 50, TRIES = 1000 };

typedef struct {
    Hub *hub;
    char person[PERSON_BYTES];
    char match[HEX_BYTES];
    int tries;
} Erase;

static void erase_matches(Erase *e);
static void erase_ratings(Erase *e);

static void erase_ask(Erase *job, StoreOp *op, void (*then)(StoreOp *op))
{
    store_ask(job->hub->store, op, then, job);
}

static void erase_end(StoreOp *op)
{
    Erase *e = op->context;
    e->hub->asked--;
    free(e);
}

/* The store does not answer: the next start goes on with it. */
static bool cannot_go_on(Erase *e, const StoreOp *op)
{
    if (op->result != STORE_FAILED && ++e->tries < TRIES && !e->hub->is_stopping)
        return false;
    e->hub->asked--;
    free(e);
    return true;
}

/* Matches: the seat stays, the name and the person go. */

static void match_written(StoreOp *op)
{
    Erase *e = op->context;
    if (!cannot_go_on(e, op))
        erase_matches(e);
}

static void match_read(StoreOp *op)
{
    Erase *e = op->context;
    char key[STORE_KEY_BYTES];
    if (cannot_go_on(e, op))
        return;
    json_t *doc = op->body ? json_loads(op->body, 0, NULL) : NULL;
    json_t *seats = json_object_get(doc, "seats");
    for (size_t i = 0; i < json_array_size(seats); i++) {
        json_t *seat = json_array_get(seats, i);
        const char *person = json_string_value(json_object_get(seat, "person"));
        if (!person || strcmp(person, e->person) != 0)
            continue;
        json_object_set_new(seat, "person", json_string(""));
        json_object_set_new(seat, "name", json_string(""));
    }
    StoreOp *all = store_op(STORE_ALL, NULL, NULL);
    snprintf(key, sizeof key, "%.20s/%.16s", e->person, e->match);
    store_part(all, store_op(STORE_DELETE, "played", key));
    if (doc) {
        StoreOp *put = store_op(STORE_PUT, "match", e->match);
        put->version = op->version;
        put->body = json_dumps(doc, JSON_COMPACT);
        store_part(all, put);
    }
    json_decref(doc);
    erase_ask(e, all, match_written);
}

static void matches_found(StoreOp *op)
{
    Erase *e = op->context;
    if (cannot_go_on(e, op))
        return;
    const char *slash = op->doc_count ? strchr(op->docs[0].key, '/') : NULL;
    if (!slash) {
        erase_ratings(e);
        return;
    }
    snprintf(e->match, sizeof e->match, "%.16s", slash + 1);
    erase_ask(e, store_op(STORE_GET, "match", e->match), match_read);
}

static void erase_matches(Erase *e)
{
    char key[STORE_KEY_BYTES];
    snprintf(key, sizeof key, "%.20s/", e->person);
    StoreOp *op = store_op(STORE_FIND, "played", key);
    op->limit = 1;
    erase_ask(e, op, matches_found);
}

/* Ratings, and their places among the leaders. */

static void subscriptions_gone(StoreOp *op)
{
    Erase *e = op->context;
    if (!cannot_go_on(e, op))
        erase_ask(e, store_op(STORE_DELETE, "erase", e->person), erase_end);
}

static void ratings_gone(StoreOp *op)
{
    Erase *e = op->context;
    if (!cannot_go_on(e, op))
        push_erase(e->hub, e->person, subscriptions_gone, e);
}

static void ratings_found(StoreOp *op)
{
    Erase *e = op->context;
    if (cannot_go_on(e, op))
        return;
    StoreOp *all = store_op(STORE_ALL, NULL, NULL);
    for (int i = 0; i < op->doc_count; i++) {
        char key[STORE_KEY_BYTES];
        json_t *doc = json_loads(op->docs[i].body, 0, NULL);
        const char *game = json_string_value(json_object_get(doc, "game"));
        leader_key(game ? game : "", json_real_value(json_object_get(doc, "exact")),
                   e->person, key);
        store_part(all, store_op(STORE_DELETE, "leader", key));
        store_part(all, store_op(STORE_DELETE, "rating", op->docs[i].key));
        json_decref(doc);
    }
    erase_ask(e, all, ratings_gone);
}

static void erase_ratings(Erase *e)
{
    char key[STORE_KEY_BYTES];
    snprintf(key, sizeof key, "%.20s/", e->person);
    StoreOp *op = store_op(STORE_FIND, "rating", key);
    op->limit = STEP_MAX;
    erase_ask(e, op, ratings_found);
}

static void erase_noted(StoreOp *op)
{
    Erase *e = op->context;
    if (!cannot_go_on(e, op))
        erase_matches(e);
}

static Erase *erase_new(Hub *hub, const char *person)
{
    Erase *e = calloc(1, sizeof *e);
    ASSERT(e);
    e->hub = hub;
    hub->asked++;
    snprintf(e->person, sizeof e->person, "%.19s", person);
    return e;
}

void erase_person(Hub *hub, const char *person)
{
    StoreOp *op = store_op(STORE_PUT, "erase", person);
    op->version = STORE_ANY;
    op->body = strdup("{}");
    erase_ask(erase_new(hub, person), op, erase_noted);
}

static void undone_found(StoreOp *op)
{
    Hub *hub = op->context;
    hub->asked--;
    for (int i = 0; i < op->doc_count; i++)
        erase_matches(erase_new(hub, op->docs[i].key));
}

void erase_resume(Hub *hub)
{
    StoreOp *op = store_op(STORE_FIND, "erase", "");
    op->limit = STEP_MAX;
    hub->asked++;
    store_ask(hub->store, op, undone_found, hub);
}
