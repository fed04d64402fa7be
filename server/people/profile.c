/* profile.c - what is kept of somebody, shown to them: sessions, and all of it. */
#include "server/people/person.h"

#include "server/hub/ask.h"
#include "server/hub/client.h"
#include "server/hub/inside.h"

#include <stdio.h>
#include <stdlib.h>

enum { SESSION_BYTES = 13, MATCHES_MAX = 10000 };

/* Sessions: the tokens of an account. A short part of the hash names one. */

static void sessions_read(Ask *ask, StoreOp *op)
{
    json_t *doc = op->body ? json_loads(op->body, 0, NULL) : NULL;
    const json_t *tokens = json_object_get(doc, "tokens");
    if (op->result != STORE_OK) {
        ask_fail(ask, WHY_STORE_FAILED);
        json_decref(doc);
        return;
    }
    JsonW *w = ask_answer(ask);
    jw_array(w, "sessions");
    for (size_t i = 0; i < json_array_size(tokens); i++) {
        const char *hash = json_string_value(json_array_get(tokens, i));
        char id[SESSION_BYTES];
        snprintf(id, sizeof id, "%s", hash);
        jw_object(w, NULL);
        jw_str(w, "session", id);
        jw_bool(w, "this", strcmp(hash, ask->client->token_hash) == 0);
        jw_end_object(w);
    }
    jw_end_array(w);
    ask_send(ask);
    json_decref(doc);
}

void op_sessions(Ask *ask)
{
    if (!ask->client->who.account[0])
        ask_fail(ask, WHY_NO_ACCOUNT);
    else
        ask_store(ask, store_op(STORE_GET, "account", ask->client->who.account),
                  sessions_read);
}

static void json_free(Ask *ask, void *state)
{
    (void)ask;
    json_decref(state);
}

static void ended(Ask *ask, StoreOp *op)
{
    if (op->result == STORE_OK)
        ask_ok(ask);
    else
        ask_fail(ask, op->result == STORE_STALE ? WHY_BUSY : write_failed(ask->hub));
}

static void others_out(Ask *ask, const StoreOp *op)
{
    (void)op;
    tokens_end(ask->hub, ask->state, client_at(ask->hub, ask->who));
}

static void end_read(Ask *ask, StoreOp *op)
{
    const char *wanted = json_string_value(json_object_get(ask->request, "session"));
    json_t *doc = op->body ? json_loads(op->body, 0, NULL) : NULL;
    json_t *tokens = json_object_get(doc, "tokens");
    json_t *kept = json_array(), *gone = json_array();
    for (size_t i = 0; i < json_array_size(tokens); i++) {
        const char *hash = json_string_value(json_array_get(tokens, i));
        const bool is_this = strcmp(hash, ask->client->token_hash) == 0;
        const bool ends =
            !is_this && (!wanted || strncmp(hash, wanted, strlen(wanted)) == 0);
        json_array_append_new(ends ? gone : kept, json_string(hash));
    }
    const bool found = json_array_size(gone) > 0;
    json_object_set_new(doc, "tokens", kept);
    if (op->result != STORE_OK || (wanted && !found)) {
        ask_fail(ask, op->result != STORE_OK ? WHY_STORE_FAILED : WHY_NO_SESSION);
        json_decref(gone);
    } else {
        StoreOp *put = store_op(STORE_PUT, "account", op->key);
        put->version = op->version;
        put->body = json_dumps(doc, JSON_COMPACT);
        ask->state = gone;
        ask->state_free = json_free;
        ask_store_for_all(ask, account_put(put, gone), others_out, ended);
    }
    json_decref(doc);
}

void op_end(Ask *ask)
{
    const char *session = NULL;
    if (!ask_text(ask, "session", SESSION_BYTES - 1, &session))
        return;
    if (!ask->client->who.account[0])
        ask_fail(ask, WHY_NO_ACCOUNT);
    else if (session && strlen(session) != SESSION_BYTES - 1)
        ask_fail(ask, WHY_NO_SESSION);
    else
        ask_store(ask, store_op(STORE_GET, "account", ask->client->who.account),
                  end_read);
}

/* All that is kept of somebody, but what is secret. */

static void export_matches(Ask *ask, StoreOp *op)
{
    json_t *all = ask->state;
    json_t *matches = json_array();
    if (op->result != STORE_OK) {
        ask_fail(ask, WHY_STORE_FAILED);
        json_decref(matches);
        return;
    }
    for (int i = 0; i < op->doc_count; i++) {
        const char *slash = strchr(op->docs[i].key, '/');
        json_t *line = json_loads(op->docs[i].body, 0, NULL);
        if (slash && line) {
            json_object_set_new(line, "match", json_string(slash + 1));
            json_array_append(matches, line);
        }
        json_decref(line);
    }
    json_object_set_new(all, "matches", matches);
    char *text = json_dumps(all, JSON_COMPACT);
    JsonW *w = ask_answer(ask);
    jw_raw(w, "kept", text ? text : "{}");
    free(text);
    ask_send(ask);
}

static void export_ratings(Ask *ask, StoreOp *op)
{
    json_t *all = ask->state;
    json_t *ratings = json_array();
    for (int i = 0; i < op->doc_count; i++)
        json_array_append_new(ratings, json_loads(op->docs[i].body, 0, NULL));
    json_object_set_new(all, "ratings", ratings);
    if (op->result != STORE_OK) {
        ask_fail(ask, WHY_STORE_FAILED);
        return;
    }
    char key[STORE_KEY_BYTES];
    snprintf(key, sizeof key, "%.20s/", ask->client->who.person);
    StoreOp *find = store_op(STORE_FIND, "played", key);
    find->limit = MATCHES_MAX;
    ask_store(ask, find, export_matches);
}

void op_export(Ask *ask)
{
    const Client *c = ask->client;
    char key[STORE_KEY_BYTES];
    ask->state = json_pack("{s:s, s:s, s:s}", "person", c->who.person, "name",
                           c->who.name, "account", c->who.account);
    ask->state_free = json_free;
    snprintf(key, sizeof key, "%.20s/", c->who.person);
    StoreOp *find = store_op(STORE_FIND, "rating", key);
    find->limit = 100;
    ask_store(ask, find, export_ratings);
}
