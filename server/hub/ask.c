/* ask.c - a request on its way: what it must be, and how it is answered. */
#include "server/hub/ask.h"

#include "engine/request.h"
#include "server/hub/client.h"
#include "server/hub/gate.h"
#include "server/hub/inside.h"
#include "server/metrics.h"
#include "server/people/names.h"
#include "server/rooms/room.h"

#include <stdio.h>
#include <stdlib.h>

static bool ask_check_fields(Ask *ask)
{
    static const char *const always[] = {"id", "op", NULL};
    Refusal why;
    if (!request_only(ask->request, always, ask->op->fields, &why))
        return true;
    ask_refuse(ask, &why);
    return false;
}

/* What it must wait for another request to end: who somebody is, and where, can change
 * by one request at a time. */
static bool is_alone(Ask *ask, Client *client)
{
    const int how = ask->op->how;
    const bool others =
        (client->is_signing && (right_needs_person(ask->op->right) || (how & SIGNS))) ||
        (client->is_entering && (how & (ENTERS | SIGNS)));
    if (others) {
        ask_fail(ask, WHY_BUSY);
        return false;
    }
    client->is_signing = client->is_signing || (how & SIGNS) != 0;
    client->is_entering = client->is_entering || (how & ENTERS) != 0;
    ask->is_alone = (how & (SIGNS | ENTERS)) != 0;
    return true;
}

void ask_begin(Ask *ask)
{
    Client *client = client_at(ask->hub, ask->who);
    ASSERT(client);
    if (!ask_check_fields(ask))
        return;
    if (!is_alone(ask, client))
        return;
    static_assert(sizeof ask->person == sizeof client->who.person, "names are alike");
    memcpy(ask->person, client->who.person, sizeof ask->person);
    if (client->room)
        ask->where = client->room->ref;
    ask_run(ask);
}

/* It was a good request when it was read first. */
static void ask_unfold(Ask *ask)
{
    Refusal why;
    ask->request = request_read(ask->text, ask->text_bytes, &why);
    ASSERT(ask->request && !why.code);
}

void ask_run(Ask *ask)
{
    if (!ask_wake(ask))
        return;
    if (!ask->request)
        ask_unfold(ask);
    Room *room = ask->room;
    const int how = ask->op->how;
    const Standing who = room_standing(room, &ask->client->who);
    if ((how & CALM) && room && room->is_busy) {
        room_wait(room, ask);
        return;
    }
    const Why why = right_refusal(ask->op->right, &who);
    if (why)
        ask_fail(ask, why);
    else if ((how & MATCH) && !room->match && room->trouble.code)
        ask_refuse(ask, &room->trouble);
    else if ((how & MATCH) && !room->match)
        ask_fail(ask, WHY_NO_MATCH);
    else
        ask->op->run(ask);
}

static void ask_free(Ask *ask)
{
    Client *client = client_at(ask->hub, ask->who);
    if (client && ask->is_alone && (ask->op->how & SIGNS))
        client->is_signing = false;
    if (client && ask->is_alone && (ask->op->how & ENTERS))
        client->is_entering = false;
    if (ask->state_free)
        ask->state_free(ask, ask->state);
    ask->hub->asks--;
    json_decref(ask->request);
    json_decref(ask->id);
    free(ask->text);
    free(ask);
}

void ask_drop(Ask *ask)
{
    ask_free(ask);
}

static void ask_open(const Ask *ask, bool ok)
{
    JsonW *out = &ask->hub->out;
    const json_t *id = ask->id ? ask->id : json_object_get(ask->request, "id");
    jw_reset(out);
    jw_object(out, NULL);
    if (json_is_integer(id))
        jw_int(out, "id", json_integer_value(id));
    else if (json_is_string(id) && json_string_length(id) <= 64)
        jw_str(out, "id", json_string_value(id));
    jw_bool(out, "ok", ok);
}

const Texts *ask_texts(const Ask *ask)
{
    const Client *c = client_at(ask->hub, ask->who);
    return c ? client_texts(c) : ask->hub->texts[0];
}

JsonW *ask_answer(Ask *ask)
{
    ask_open(ask, true);
    return &ask->hub->out;
}

void ask_send(Ask *ask)
{
    JsonW *out = &ask->hub->out;
    Client *client = client_at(ask->hub, ask->who);
    jw_end_object(out);
    if (client)
        client_send(client, out->text, out->used);
    ask_free(ask);
}

void ask_ok(Ask *ask)
{
    ask_answer(ask);
    ask_send(ask);
}

void ask_fail_number(Ask *ask, Why why, int64_t n)
{
    JsonW *out = &ask->hub->out;
    char key[80], number[24], message[300];
    snprintf(key, sizeof key, "server.error.%s", why_code(why));
    snprintf(number, sizeof number, "%lld", (long long)n);
    const TextHole hole = {"n", number};
    text_fill(text_get(ask_texts(ask), key), &hole, 1, message, sizeof message);
    metrics.messages_refused_total++;
    ask_open(ask, false);
    jw_object(out, "error");
    jw_str(out, "code", why_code(why));
    jw_str(out, "message", message);
    jw_end_object(out);
    ask_send(ask);
}

void ask_fail(Ask *ask, Why why)
{
    Client *client = client_at(ask->hub, ask->who);
    if (client && (why == WHY_NO_ROOM || why == WHY_BAD_TOKEN))
        client_guessed(client);
    ask_fail_number(ask, why, 0);
}

void ask_refuse_on(Ask *ask, const Table *t, const Refusal *why, const Command *c)
{
    metrics.messages_refused_total++;
    ask_open(ask, false);
    record_write_refusal(&ask->hub->out, "error", t, ask_texts(ask), why);
    if (c)
        record_write_refused(&ask->hub->out, "events", t, c, why->code);
    ask_send(ask);
}

void ask_refuse(Ask *ask, const Refusal *why)
{
    const Table none = {NULL, NULL, NULL, NULL};
    ask_refuse_on(ask, &none, why, NULL);
}

/* A field that was read, unless there is a refusal. */
static bool ask_has(Ask *ask, const Refusal *why, Err code)
{
    if (code)
        ask_refuse(ask, why);
    return !code;
}

bool ask_text(Ask *ask, const char *field, size_t bytes_max, const char **out)
{
    Refusal why;
    const char *text = NULL;
    if (!ask_has(ask, &why, request_text(ask->request, field, &text, &why)))
        return false;
    if (text && strlen(text) > bytes_max) {
        ask_fail_number(ask, WHY_TOO_LONG, (int64_t)bytes_max);
        return false;
    }
    *out = text ? text : *out;
    return true;
}

bool ask_int(Ask *ask, const char *field, int64_t min, int64_t max, int64_t *out)
{
    Refusal why;
    return ask_has(ask, &why, request_int(ask->request, field, min, max, out, &why));
}

bool ask_flag(Ask *ask, const char *field, bool *out)
{
    Refusal why;
    return ask_has(ask, &why, request_flag(ask->request, field, out, &why));
}

bool ask_word(Ask *ask, const char *field, const char *const *words, int *out)
{
    const char *text = NULL;
    if (!ask_text(ask, field, 40, &text))
        return false;
    if (!text)
        return true;
    char all[200] = "";
    for (int i = 0; words[i]; i++) {
        if (strcmp(words[i], text) == 0) {
            *out = i;
            return true;
        }
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "",
                 words[i]);
    }
    const Refusal why = refusal_words(ERR_OPTION_RANGE, field, all);
    return ask_has(ask, &why, why.code);
}

bool ask_name(Ask *ask, const char *field, char *out)
{
    const char *text = NULL;
    if (!ask_text(ask, field, NAME_BYTES - 1, &text))
        return false;
    if (!text)
        return true;
    if (!name_is_good(text, NAME_CHARS_MAX)) {
        ask_fail_number(ask, WHY_BAD_NAME, NAME_CHARS_MAX);
        return false;
    }
    snprintf(out, NAME_BYTES, "%s", text);
    return true;
}
