/* people.c - one browser of somebody: what it sends, and what it makes of answers. */
#include "tests/server/sim/sim.h"

#include "server/hub/ask.h"

#include <stdio.h>
#include <stdlib.h>

void human_connect(World *w, Human *h, int node)
{
    char address[40];
    ASSERT(!h->client);
    snprintf(address, sizeof address, "10.0.%d.%d", h->number / 250, h->number % 250);
    h->node = node;
    h->is_closed = h->is_known = false;
    h->asked_count = 0;
    h->entered_ms = w->now_ms;
    h->code[0] = 0;
    h->client = hub_connect(w->node[node].hub, h, address, "en");
    if (!h->client)
        sim_fail(w, "person %d cannot connect", h->number);
}

void human_close(World *w, Human *h)
{
    check_gone(w, h);
    Client *client = h->client;
    h->client = NULL;
    h->is_closed = h->is_known = false;
    h->asked_count = 0;
    json_decref(h->legal);
    h->legal = NULL;
    hub_disconnect(w->node[h->node].hub, client);
}

static int how_of(const char *name)
{
    const HubOp *const tables[] = {person_ops, lobby_ops};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (const HubOp *op = tables[i]; op->name; op++)
            if (strcmp(op->name, name) == 0)
                return op->how & (ENTERS | SIGNS);
    return 0;
}

/* Who somebody is, and where, changes by one request at a time. */
static bool must_wait(const Human *h, const char *op)
{
    for (int i = 0; how_of(op) && i < h->asked_count; i++)
        if (how_of(h->asked[i].op))
            return true;
    return false;
}

void human_send(World *w, Human *h, const char *op, const char *about,
                const char *fields)
{
    char text[1200];
    if (h->is_closed || h->asked_count == SIM_ASKS)
        return;
    const bool waits = must_wait(h, op);
    SimAsk *asked = &h->asked[h->asked_count++];
    asked->must_wait = waits;
    asked->id = ++h->next_id;
    asked->asked_ms = w->now_ms;
    snprintf(asked->op, sizeof asked->op, "%s", op);
    snprintf(asked->about, sizeof asked->about, "%s", about);
    snprintf(text, sizeof text, "{\"id\":%d,\"op\":\"%s\"%s%s}", asked->id, op,
             fields[0] ? "," : "", fields);
    w->messages++;
    check_asked(w, h, op, fields);
    hub_message(w->node[h->node].hub, h->client, text, strlen(text));
}

static void take_text(const json_t *json, const char *key, char *out, size_t out_bytes)
{
    const char *text = json_string_value(json_object_get(json, key));
    if (text)
        snprintf(out, out_bytes, "%s", text);
}

static void learn(World *w, Human *h, const SimAsk *asked, json_t *answer)
{
    const json_t *room = json_object_get(answer, "room");
    take_text(answer, "token", h->token, sizeof h->token);
    take_text(answer, "person", h->person, sizeof h->person);
    if (strcmp(asked->op, "register") == 0 || strcmp(asked->op, "login") == 0)
        snprintf(h->account, sizeof h->account, "%s", asked->about);
    else if (strcmp(asked->op, "hello") == 0 && json_object_get(answer, "token"))
        h->account[0] = 0; /* somebody new */
    if (json_object_get(answer, "person"))
        h->is_known = true;
    if (room) {
        take_text(room, "code", h->code, sizeof h->code);
        if (strcmp(asked->op, "join") == 0 || strcmp(asked->op, "quick") == 0)
            h->entered_ms = w->now_ms;
    }
    if (strcmp(asked->op, "leave") == 0)
        h->code[0] = 0;
    if (strcmp(asked->op, "logout") == 0 || strcmp(asked->op, "delete") == 0) {
        h->is_known = false;
        h->token[0] = h->person[0] = h->account[0] = 0;
    }
    if (strcmp(asked->op, "legal") == 0) {
        json_decref(h->legal);
        h->legal = json_incref(answer);
    }
    w->moves += strcmp(asked->op, "apply") == 0;
}

static void take_answer(World *w, Human *h, const char *text, size_t text_bytes)
{
    json_t *answer = json_loadb(text, text_bytes, JSON_REJECT_DUPLICATES, NULL);
    const int id = (int)json_integer_value(json_object_get(answer, "id"));
    int index = 0;
    while (index < h->asked_count && h->asked[index].id != id)
        index++;
    if (!answer || index == h->asked_count)
        sim_fail(w, "person %d: an answer to nothing: %.*s", h->number, (int)text_bytes,
                 text);
    const SimAsk asked = h->asked[index];
    h->asked_count--;
    memmove(&h->asked[index], &h->asked[index + 1],
            (size_t)(h->asked_count - index) * sizeof asked);
    w->answers++;
    const bool ok = json_is_true(json_object_get(answer, "ok"));
    w->refusals += !ok;
    if (!ok && !json_string_length(
                   json_object_get(json_object_get(answer, "error"), "message")))
        sim_fail(w, "a refusal without a message: %.*s", (int)text_bytes, text);
    if (!ok && strcmp(asked.op, "hello") == 0)
        h->token[0] = 0; /* next time as somebody new */
    if (ok)
        check_answer(w, h, &asked, answer);
    if (ok)
        learn(w, h, &asked, answer);
    json_decref(answer);
}

void human_take(World *w, Human *h, const char *text, size_t text_bytes)
{
    if (!h->client)
        sim_fail(w, "person %d hears something without a connection", h->number);
    check_sent(w, h, text, text_bytes);
    if (strncmp(text, "{\"t\":", 5) != 0)
        take_answer(w, h, text, text_bytes);
    else if (strncmp(text, "{\"t\":\"kicked\"", 13) == 0)
        h->code[0] = 0;
}
