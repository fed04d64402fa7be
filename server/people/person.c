/* person.c - who somebody is: guests by a secret token.
 *
 * The token is in the person's browser; the store has only its keyed hash. */
#include "server/people/person.h"

#include "server/hub/ask.h"
#include "server/hub/client.h"
#include "server/hub/gate.h"
#include "server/hub/inside.h"
#include "server/hub/limits.h"
#include "server/hub/orders.h"
#include "server/log.h"
#include "server/metrics.h"
#include "server/people/rating.h"
#include "server/rooms/room.h"
#include "server/secret.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

/* The key of the hashes. */

static void key_read(StoreOp *op);

static void key_kept(StoreOp *op)
{
    Hub *hub = op->context;
    hub->asked--;
    if (!hub->has_key)
        person_key(hub); /* whoever was first has written it */
}

void person_key(Hub *hub)
{
    hub->asked++;
    store_ask(hub->store, store_op(STORE_GET, "meta", "key"), key_read, hub);
}

static void key_read(StoreOp *op)
{
    Hub *hub = op->context;
    const size_t bytes = sizeof hub->key;
    hub->asked--;
    if (op->result == STORE_OK && strlen(op->body) == 2 * bytes + 2 &&
        sodium_hex2bin(hub->key, bytes, op->body + 1, 2 * bytes, NULL, NULL, NULL) ==
            0) {
        hub->has_key = true;
    } else if (op->result == STORE_MISSING) {
        uint8_t key[sizeof hub->key];
        char hex[2 * sizeof key + 1], body[2 * sizeof key + 3];
        randombytes_buf(key, sizeof key);
        sodium_bin2hex(hex, sizeof hex, key, sizeof key);
        snprintf(body, sizeof body, "\"%s\"", hex);
        StoreOp *put = store_op(STORE_PUT, "meta", "key");
        put->body = strdup(body);
        hub->asked++;
        store_ask(hub->store, put, key_kept, hub);
    }
}

void token_hash(const Hub *hub, const char *token, char *out)
{
    uint8_t hash[32];
    crypto_generichash(hash, sizeof hash, (const uint8_t *)token, strlen(token),
                       hub->key, sizeof hub->key);
    sodium_bin2hex(out, HASH_BYTES, hash, sizeof hash);
}

StoreOp *token_put(Hub *hub, const char *hash, const Who *who, int64_t version)
{
    StoreOp *op = store_op(STORE_PUT, "token", hash);
    JsonW *w = &hub->part;
    jw_reset(w);
    jw_object(w, NULL);
    jw_str(w, "person", who->person);
    jw_str(w, "name", who->name);
    jw_str(w, "account", who->account);
    jw_end_object(w);
    op->version = version;
    op->body = strdup(w->text);
    return op;
}

/* Signing out: whoever holds the token, or is the person, is nobody from now on. */

void person_forget(Client *c)
{
    if (c->room)
        room_leave(c->room, c);
    memset(&c->who, 0, sizeof c->who);
    c->token_hash[0] = 0;
}

static bool is_meant(const Client *c, const char *person, const char *hash)
{
    return (person[0] && strcmp(c->who.person, person) == 0) ||
           (hash[0] && strcmp(c->token_hash, hash) == 0);
}

static void sign_out_here(Hub *hub, const char *person, const char *hash,
                          const Client *but)
{
    for (Client *c = hub->first_client, *next = NULL; c; c = next) {
        next = c->next;
        if (c == but || !is_meant(c, person, hash))
            continue;
        person_forget(c);
        hub->io.close(c->link, 1008, "signed out");
    }
}

void person_sign_out(Hub *hub, const char *person, const char *hash, const Client *but)
{
    sign_out_here(hub, person, hash, but);
    if (!store_is_shared(hub->store))
        return;
    JsonW *w = &hub->part;
    jw_reset(w);
    jw_object(w, NULL);
    jw_str(w, "person", person);
    jw_str(w, "token", hash);
    jw_end_object(w);
    StoreOp *op = store_op(STORE_TELL, NULL, "s");
    op->body = strdup(w->text);
    store_ask(hub->store, op, NULL, NULL);
}

void person_heard(Hub *hub, const json_t *news)
{
    const char *person = json_string_value(json_object_get(news, "person"));
    const char *hash = json_string_value(json_object_get(news, "token"));
    sign_out_here(hub, person ? person : "", hash ? hash : "", NULL);
}

/* Guests. */

void person_answer(Ask *ask, const char *token)
{
    const Client *c = ask->client;
    if (client_is_banned(c)) {
        void *link = c->link;
        const HubIo *io = &ask->hub->io;
        ask_fail(ask, WHY_BANNED);
        io->close(link, 1008, "banned");
        return;
    }
    JsonW *w = ask_answer(ask);
    jw_str(w, "person", c->who.person);
    jw_str(w, "name", c->who.name);
    if (c->who.account[0])
        jw_str(w, "account", c->who.account);
    if (token)
        jw_str(w, "token", token);
    jw_str(w, "lang", text_languages[c->language]);
    ask_send(ask);
}

static void take(const json_t *json, const char *key, char *out, size_t out_bytes)
{
    const char *text = json_string_value(json_object_get(json, key));
    snprintf(out, out_bytes, "%s", text ? text : "");
}

void who_read(const json_t *json, Who *who)
{
    memset(who, 0, sizeof *who);
    take(json, "person", who->person, sizeof who->person);
    take(json, "name", who->name, sizeof who->name);
    take(json, "account", who->account, sizeof who->account);
}

static void token_found(Ask *ask, StoreOp *op)
{
    Client *c = ask->client;
    if (op->result == STORE_FAILED) {
        ask_fail(ask, WHY_STORE_FAILED);
        return;
    }
    json_t *json = op->body ? json_loads(op->body, 0, NULL) : NULL;
    if (!json) {
        log_event(LOG_INFO, "unknown_token", "address", c->address, NULL);
        ask_fail(ask, WHY_BAD_TOKEN);
        return;
    }
    who_read(json, &c->who);
    text_copy(c->token_hash, sizeof c->token_hash, op->key);
    if (ask->hub->config.guest_days) /* it is still in use */
        store_ask(ask->hub->store, store_op(STORE_TOUCH, "token", op->key), NULL, NULL);
    json_decref(json);
    person_answer(ask, NULL);
}

/* Somebody new, once the store knows them. */
typedef struct {
    Who who;
    char token[TOKEN_BYTES];
    char token_hash[HASH_BYTES];
} Guest;

static void guest_free(Ask *ask, void *state)
{
    (void)ask;
    sodium_memzero(state, sizeof(Guest));
    free(state);
}

static void guest_kept(Ask *ask, StoreOp *op)
{
    const Guest *guest = ask->state;
    Client *c = ask->client;
    if (op->result != STORE_OK) {
        ask_fail(ask, write_failed(ask->hub));
        return;
    }
    c->who = guest->who;
    snprintf(c->token_hash, sizeof c->token_hash, "%s", guest->token_hash);
    person_answer(ask, guest->token);
}

static void make_guest(Ask *ask, const char *name)
{
    Guest *guest = calloc(1, sizeof *guest);
    ASSERT(guest);
    ask->state = guest;
    ask->state_free = guest_free;
    random_name(guest->token, sizeof guest->token);
    token_hash(ask->hub, guest->token, guest->token_hash);
    random_name(guest->who.person, 13);
    snprintf(guest->who.name, sizeof guest->who.name, "%s", name);
    ask_store(ask, token_put(ask->hub, guest->token_hash, &guest->who, 0), guest_kept);
}

static bool read_wants(Ask *ask)
{
    static const char *const names[] = {"view", "legal", "words", "lines", "state"};
    Client *c = ask->client;
    const char *lang = NULL;
    int wants = 0;
    if (!ask_text(ask, "lang", 40, &lang))
        return false;
    for (int i = 0; i < WANTS_COUNT; i++) {
        bool want = (c->wants >> i & 1) != 0;
        if (!ask_flag(ask, names[i], &want))
            return false;
        wants |= want << i;
    }
    c->wants = wants;
    for (int i = 0; lang && i < LANGUAGES; i++)
        if (text_language(lang) == text_languages[i])
            c->language = i;
    return true;
}

bool person_is_allowed(Ask *ask, Bucket *bucket, int64_t per_minute)
{
    if (bucket_take(bucket, ask->hub->now_ms, per_minute * 1000 / 60 + (per_minute > 0),
                    per_minute))
        return true;
    metrics.rate_limited_total++;
    log_event(LOG_WARN, "too_many_sign_ins", "address", ask->client->address, NULL);
    ask_fail(ask, WHY_TOO_FAST);
    return false;
}

static void op_hello(Ask *ask)
{
    const Client *c = ask->client;
    const char *token = NULL;
    char name[NAME_BYTES] = "";
    if (!read_wants(ask) || !ask_text(ask, "token", TOKEN_BYTES - 1, &token) ||
        !ask_name(ask, "name", name))
        return;
    if (c->who.person[0]) {
        ask_fail(ask, WHY_KNOWN_ALREADY);
    } else if (!ask->hub->has_key) {
        ask_fail(ask, WHY_STORE_FAILED);
    } else if (token) {
        char hash[HASH_BYTES];
        if (!ask_may_guess(ask))
            return;
        token_hash(ask->hub, token, hash);
        ask_store(ask, store_op(STORE_GET, "token", hash), token_found);
    } else if (!name[0]) {
        ask_fail_number(ask, WHY_BAD_NAME, NAME_CHARS_MAX);
    } else if (person_is_allowed(ask, &c->peer->guests,
                                 ask->hub->config.guests_per_minute)) {
        make_guest(ask, name);
    }
}

static void op_prefer(Ask *ask)
{
    if (read_wants(ask))
        ask_ok(ask);
}

static void op_ping(Ask *ask)
{
    ask_ok(ask);
}

static void logged_out(Ask *ask, StoreOp *op)
{
    if (op->result == STORE_FAILED) {
        ask_fail(ask, write_failed(ask->hub));
        return;
    }
    person_forget(ask->client);
    ask_ok(ask);
}

static void token_ended(Ask *ask, const StoreOp *op)
{
    person_sign_out(ask->hub, "", op->key, client_at(ask->hub, ask->who));
}

void person_log_out(Ask *ask)
{
    ask_store_for_all(ask, store_op(STORE_DELETE, "token", ask->client->token_hash),
                      token_ended, logged_out);
}

static void op_logout(Ask *ask)
{
    person_log_out(ask);
}

/* What is known under the token changes; who has been signed out stays so. */

static void token_written(Ask *ask, StoreOp *op);

static void token_read(Ask *ask, StoreOp *op)
{
    Client *c = ask->client;
    const Who *who = ask->state;
    if (op->result == STORE_MISSING || strcmp(op->key, c->token_hash) != 0) {
        person_sign_out(ask->hub, "", op->key, c);
        person_forget(c);
        ask_fail(ask, WHY_BAD_TOKEN);
    } else if (op->result != STORE_OK) {
        ask_fail(ask, WHY_STORE_FAILED);
    } else {
        ask_store(ask, token_put(ask->hub, op->key, who, op->version), token_written);
    }
}

static void token_written(Ask *ask, StoreOp *op)
{
    if (op->result == STORE_OK) {
        ask->client->who = *(const Who *)ask->state;
        person_answer(ask, NULL);
    } else if (op->result == STORE_STALE && ask->tries++ < TRIES_MAX) {
        ask_store(ask, store_op(STORE_GET, "token", op->key), token_read);
    } else {
        ask_fail(ask, op->result == STORE_STALE ? WHY_BUSY : write_failed(ask->hub));
    }
}

static void who_free(Ask *ask, void *state)
{
    (void)ask;
    free(state);
}

void person_change(Ask *ask, const Who *who)
{
    Who *next = calloc(1, sizeof *next);
    ASSERT(next && !ask->state);
    *next = *who;
    ask->state = next;
    ask->state_free = who_free;
    ask_store(ask, store_op(STORE_GET, "token", ask->client->token_hash), token_read);
}

static void op_rename(Ask *ask)
{
    Who who = ask->client->who;
    char name[NAME_BYTES] = "";
    if (!ask_name(ask, "name", name))
        return;
    if (!name[0]) {
        ask_fail_number(ask, WHY_BAD_NAME, NAME_CHARS_MAX);
        return;
    }
    snprintf(who.name, sizeof who.name, "%s", name);
    if (who.account[0])
        account_rename(ask->hub, &who);
    person_change(ask, &who);
}

#define WANTS "lang", "view", "legal", "words", "lines", "state"

const HubOp person_ops[] = {
    OP(ping, 0, NULL),
    OP(hello, SIGNS, "token", "name", WANTS),
    OP(prefer, 0, WANTS),
    OP(logout, SIGNS, NULL),
    OP(rename, SIGNS, "name"),
    OP(register, SIGNS, "account", "password"),
    OP(login, SIGNS, "account", "password"),
    OP(delete, SIGNS, "password"),
    OP(password, SIGNS, "password", "new"),
    OP(sessions, SIGNS, NULL),
    OP(end, SIGNS, "session"),
    OP(export, SIGNS, NULL),
    OP(rating, 0, "person"),
    OP(leaders, 0, "game"),
    {NULL, RIGHT_COUNT, NULL, 0, {NULL}},
};
