/* ask.c - a request on its way: what it must be, and how it is answered. */
#include "server/hub/inside.h"

#include "server/people/names.h"

#include <stdio.h>
#include <stdlib.h>

static bool op_has_field(const HubOp *op, const char *name)
{
    if (strcmp(name, "id") == 0 || strcmp(name, "op") == 0)
        return true;
    for (int i = 0; op->fields[i]; i++)
        if (strcmp(op->fields[i], name) == 0)
            return true;
    return false;
}

static bool ask_check_fields(Ask *ask)
{
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach(ask->request, key, value)
    {
        if (!op_has_field(ask->op, key)) {
            const Refusal why = refusal_words(ERR_UNKNOWN_FIELD, key, NULL);
            ask_refuse(ask, &why);
            return false;
        }
    }
    return true;
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
        ask_fail(ask, "busy");
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
    snprintf(ask->person, sizeof ask->person, "%s", client->who.person);
    if (client->room)
        ask->where = client->room->ref;
    ask_run(ask);
}

void ask_run(Ask *ask)
{
    if (!ask_wake(ask))
        return;
    Room *room = ask->room;
    const int how = ask->op->how;
    const Standing who = room_standing(room, &ask->client->who);
    if ((how & CALM) && room && room->is_busy) {
        room_wait(room, ask);
        return;
    }
    const char *why = right_refusal(ask->op->right, &who);
    if (why)
        ask_fail(ask, why);
    else if ((how & MATCH) && !room->match && room->trouble.code)
        ask_refuse(ask, &room->trouble);
    else if ((how & MATCH) && !room->match)
        ask_fail(ask, "no_match");
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
    free(ask);
}

void ask_drop(Ask *ask)
{
    ask_free(ask);
}

static void ask_open(const Ask *ask, bool ok)
{
    JsonW *out = &ask->hub->out;
    const json_t *id = json_object_get(ask->request, "id");
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
    if (!c)
        return ask->hub->texts[0];
    return c->room ? room_texts(c->room, c) : client_texts(c);
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

void ask_fail_number(Ask *ask, const char *code, int64_t n)
{
    JsonW *out = &ask->hub->out;
    char key[80], number[24], message[300];
    snprintf(key, sizeof key, "server.error.%s", code);
    snprintf(number, sizeof number, "%lld", (long long)n);
    const TextHole hole = {"n", number};
    text_fill(text_get(ask_texts(ask), key), &hole, 1, message, sizeof message);
    metrics.messages_refused_total++;
    ask_open(ask, false);
    jw_object(out, "error");
    jw_str(out, "code", code);
    jw_str(out, "message", message);
    jw_end_object(out);
    ask_send(ask);
}

void ask_fail(Ask *ask, const char *code)
{
    Client *client = client_at(ask->hub, ask->who);
    if (client && (strcmp(code, "no_room") == 0 || strcmp(code, "bad_token") == 0))
        client_guessed(client);
    ask_fail_number(ask, code, 0);
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
    const Table none = {NULL, NULL, NULL};
    ask_refuse_on(ask, &none, why, NULL);
}

static bool ask_wrong(Ask *ask, Err code, const char *field, const char *expected)
{
    const Refusal why = refusal_words(code, field, expected);
    ask_refuse(ask, &why);
    return false;
}

bool ask_text(Ask *ask, const char *field, size_t bytes_max, const char **out)
{
    const json_t *json = json_object_get(ask->request, field);
    if (!json)
        return true;
    if (!json_is_string(json))
        return ask_wrong(ask, ERR_WRONG_TYPE, field, "@expected.text");
    if (json_string_length(json) > bytes_max) {
        ask_fail_number(ask, "too_long", (int64_t)bytes_max);
        return false;
    }
    if (strlen(json_string_value(json)) != json_string_length(json))
        return ask_wrong(ask, ERR_WRONG_TYPE, field, "@expected.text");
    *out = json_string_value(json);
    return true;
}

bool ask_int(Ask *ask, const char *field, int64_t min, int64_t max, int64_t *out)
{
    const json_t *json = json_object_get(ask->request, field);
    if (!json)
        return true;
    if (json_is_integer(json) && json_integer_value(json) >= min &&
        json_integer_value(json) <= max) {
        *out = json_integer_value(json);
        return true;
    }
    Refusal why = refusal_words(ERR_BAD_NUMBER, field, NULL);
    why.quote.arg[1] = (int32_t)min;
    why.quote.arg[2] = (int32_t)max;
    ask_refuse(ask, &why);
    return false;
}

bool ask_flag(Ask *ask, const char *field, bool *out)
{
    const json_t *json = json_object_get(ask->request, field);
    if (!json)
        return true;
    if (!json_is_boolean(json))
        return ask_wrong(ask, ERR_WRONG_TYPE, field, "@expected.flag");
    *out = json_is_true(json);
    return true;
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
    return ask_wrong(ask, ERR_OPTION_RANGE, field, all);
}

bool ask_name(Ask *ask, const char *field, char *out)
{
    const char *text = NULL;
    if (!ask_text(ask, field, NAME_BYTES - 1, &text))
        return false;
    if (!text)
        return true;
    if (!name_is_good(text, NAME_CHARS_MAX)) {
        ask_fail_number(ask, "bad_name", NAME_CHARS_MAX);
        return false;
    }
    snprintf(out, NAME_BYTES, "%s", text);
    return true;
}
