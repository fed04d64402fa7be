/* person.c - who somebody is: guests by a secret token, accounts by a password.
 *
 * The token is in the person's browser; the store has only its keyed hash. Passwords
 * are hashed with argon2id away from the hub's thread, a few at a time. */
#include "server/hub/inside.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    PASSWORD_MIN = 8,
    PASSWORD_MAX = 128,
    SIGNINGS_MAX = 64,
    TOKENS_MAX = 10, /* of one account; the oldest is forgotten */
    HASH_OPS = 2,
    HASH_MEMORY_BYTES = 19 << 20
};

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

static void token_hash(const Hub *hub, const char *token, char *out)
{
    uint8_t hash[32];
    crypto_generichash(hash, sizeof hash, (const uint8_t *)token, strlen(token),
                       hub->key, sizeof hub->key);
    sodium_bin2hex(out, HASH_BYTES, hash, sizeof hash);
}

static void put_token(Hub *hub, const Client *c, int64_t version,
                      void (*done)(StoreOp *op), void *context)
{
    StoreOp *op = store_op(STORE_PUT, "token", c->token_hash);
    JsonW *w = &hub->part;
    jw_reset(w);
    jw_object(w, NULL);
    jw_str(w, "person", c->person);
    jw_str(w, "name", c->name);
    jw_str(w, "account", c->account);
    jw_end_object(w);
    op->version = version;
    op->body = strdup(w->text);
    store_ask(hub->store, op, done, context);
}

/* Guests. */

static void answer_person(Ask *ask, const char *token)
{
    const Client *c = ask->client;
    JsonW *w = ask_answer(ask);
    jw_str(w, "person", c->person);
    jw_str(w, "name", c->name);
    if (c->account[0])
        jw_str(w, "account", c->account);
    if (token)
        jw_str(w, "token", token);
    jw_str(w, "lang", text_languages[c->language]);
    ask_send(ask);
}

static void forget(Client *c)
{
    c->person[0] = c->name[0] = c->account[0] = c->token_hash[0] = 0;
}

static void take(const json_t *json, const char *key, char *out, size_t out_bytes)
{
    const char *text = json_string_value(json_object_get(json, key));
    snprintf(out, out_bytes, "%s", text ? text : "");
}

static void token_found(StoreOp *op)
{
    Ask *ask = op->context;
    Client *c = ask->client;
    c->is_signing = false;
    if (op->result == STORE_FAILED) {
        ask_fail(ask, "store_failed");
        return;
    }
    json_t *json = op->body ? json_loads(op->body, 0, NULL) : NULL;
    if (!json) {
        log_event(LOG_INFO, "unknown_token", "address", c->address, NULL);
        ask_fail(ask, "bad_token");
        return;
    }
    take(json, "person", c->person, sizeof c->person);
    take(json, "name", c->name, sizeof c->name);
    take(json, "account", c->account, sizeof c->account);
    text_copy(c->token_hash, sizeof c->token_hash, op->key);
    json_decref(json);
    answer_person(ask, NULL);
}

typedef struct {
    Ask *ask;
    char token[TOKEN_BYTES];
} Guest;

static void guest_kept(StoreOp *op)
{
    Guest *guest = op->context;
    Client *c = guest->ask->client;
    c->is_signing = false;
    if (op->result == STORE_OK) {
        answer_person(guest->ask, guest->token);
    } else {
        forget(c);
        ask_fail(guest->ask, write_failed(guest->ask->hub));
    }
    sodium_memzero(guest, sizeof *guest);
    free(guest);
}

static bool read_wants(Ask *ask)
{
    static const char *const names[] = {"view", "legal", "words", "lines"};
    const char *lang = NULL;
    if (!ask_text(ask, "lang", 40, &lang))
        return false;
    for (int i = 0; lang && i < LANGUAGES; i++)
        if (text_language(lang) == text_languages[i])
            ask->client->language = i;
    for (int i = 0; i < 4; i++) {
        bool want = (ask->client->wants >> i & 1) != 0;
        if (!ask_flag(ask, names[i], &want))
            return false;
        ask->client->wants = (ask->client->wants & ~(1 << i)) | want << i;
    }
    return true;
}

static Address *ask_address(const Ask *ask)
{
    return map_find(&ask->hub->addresses, ask->client->address);
}

/* So many a minute from one address, or the request is refused. */
static bool is_allowed(Ask *ask, Bucket *bucket, int64_t per_minute)
{
    if (bucket_take(bucket, ask->hub->now_ms, per_minute * 1000 / 60 + (per_minute > 0),
                    per_minute))
        return true;
    metrics.rate_limited_total++;
    log_event(LOG_WARN, "too_many_sign_ins", "address", ask->client->address, NULL);
    ask_fail(ask, "too_fast");
    return false;
}

static void op_hello(Ask *ask)
{
    Client *c = ask->client;
    const char *token = NULL;
    char name[NAME_BYTES] = "";
    if (!read_wants(ask) || !ask_text(ask, "token", TOKEN_BYTES - 1, &token) ||
        !ask_name(ask, "name", name))
        return;
    if (c->person[0] || c->is_signing) {
        ask_fail(ask, "known_already");
    } else if (!ask->hub->has_key) {
        ask_fail(ask, "store_failed");
    } else if (token) {
        char hash[HASH_BYTES];
        c->is_signing = true;
        token_hash(ask->hub, token, hash);
        store_ask(ask->hub->store, store_op(STORE_GET, "token", hash), token_found,
                  ask);
    } else if (!name[0]) {
        ask_fail_number(ask, "bad_name", NAME_CHARS_MAX);
    } else if (is_allowed(ask, &ask_address(ask)->guests,
                          ask->hub->config.guests_per_minute)) {
        Guest *guest = calloc(1, sizeof *guest);
        ASSERT(guest);
        guest->ask = ask;
        c->is_signing = true;
        random_name(guest->token, sizeof guest->token);
        token_hash(ask->hub, guest->token, c->token_hash);
        random_name(c->person, 13);
        snprintf(c->name, sizeof c->name, "%s", name);
        put_token(ask->hub, c, 0, guest_kept, guest);
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

/* Accounts: read the account, work on the password, write the account. */

typedef enum { SIGN_REGISTER, SIGN_LOGIN, SIGN_DELETE } SignKind;

typedef struct {
    HubWork work;
    Ask *ask;
    SignKind kind;
    char account[NAME_BYTES];
    char password[PASSWORD_MAX + 1];
    char hash[crypto_pwhash_STRBYTES];
    char token[TOKEN_BYTES];
    json_t *doc; /* NULL: there is no such account */
    int64_t version;
    bool is_good;
} Sign;

static void sign_end(Sign *s, const char *code)
{
    Ask *ask = s->ask;
    Client *c = ask->client;
    c->is_signing = false;
    ask->hub->signings--;
    if (code) {
        if (s->kind == SIGN_LOGIN)
            forget(c);
        ask_fail(ask, code);
    } else if (s->kind == SIGN_DELETE) {
        forget(c);
        ask_ok(ask);
    } else {
        answer_person(ask, s->kind == SIGN_LOGIN ? s->token : NULL);
    }
    json_decref(s->doc);
    sodium_memzero(s, sizeof *s);
    free(s);
}

static void account_written(StoreOp *op)
{
    Sign *s = op->context;
    if (op->result == STORE_OK && s->kind != SIGN_DELETE) {
        if (s->kind == SIGN_REGISTER)
            snprintf(s->ask->client->account, NAME_BYTES, "%s", s->account);
        put_token(s->ask->hub, s->ask->client, STORE_ANY, NULL, NULL);
    }
    if (op->result == STORE_OK)
        sign_end(s, NULL);
    else if (op->result == STORE_STALE)
        sign_end(s, s->kind == SIGN_REGISTER ? "account_taken" : "busy");
    else
        sign_end(s, write_failed(s->ask->hub));
}

/* The newest tokens first; one more than TOKENS_MAX is forgotten. */
static void add_token(Sign *s)
{
    Hub *hub = s->ask->hub;
    json_t *tokens = json_object_get(s->doc, "tokens");
    json_array_insert_new(tokens, 0, json_string(s->ask->client->token_hash));
    while (json_array_size(tokens) > TOKENS_MAX) {
        const char *old = json_string_value(json_array_get(tokens, TOKENS_MAX));
        store_ask(hub->store, store_op(STORE_DELETE, "token", old), NULL, NULL);
        json_array_remove(tokens, TOKENS_MAX);
    }
}

static void put_account(Sign *s)
{
    StoreOp *op = store_op(STORE_PUT, "account", s->account);
    op->version = s->version;
    op->body = json_dumps(s->doc, JSON_COMPACT);
    ASSERT(op->body);
    store_ask(s->ask->hub->store, op, account_written, s);
}

static void delete_account(Sign *s)
{
    Hub *hub = s->ask->hub;
    const json_t *tokens = json_object_get(s->doc, "tokens");
    for (size_t i = 0; i < json_array_size(tokens); i++)
        store_ask(hub->store,
                  store_op(STORE_DELETE, "token",
                           json_string_value(json_array_get(tokens, i))),
                  NULL, NULL);
    store_ask(hub->store, store_op(STORE_DELETE, "account", s->account),
              account_written, s);
}

static void sign_worked(HubWork *work)
{
    Sign *s = (Sign *)work;
    Client *c = s->ask->client;
    if (!s->is_good) {
        log_event(LOG_INFO, "sign_in_failed", "address", c->address, NULL);
        sign_end(s, s->kind == SIGN_REGISTER ? "busy" : "bad_login");
        return;
    }
    if (s->kind == SIGN_DELETE) {
        delete_account(s);
        return;
    }
    if (s->kind == SIGN_REGISTER) {
        s->doc = json_pack("{s:s, s:s, s:s, s:s, s:[s]}", "account", s->account,
                           "person", c->person, "name", c->name, "hash", s->hash,
                           "tokens", c->token_hash);
    } else {
        take(s->doc, "person", c->person, sizeof c->person);
        take(s->doc, "name", c->name, sizeof c->name);
        snprintf(c->account, sizeof c->account, "%s", s->account);
        random_name(s->token, sizeof s->token);
        token_hash(s->ask->hub, s->token, c->token_hash);
        add_token(s);
    }
    put_account(s);
}

/* On another thread. An unknown account costs the same time as a wrong password. */
static void sign_work(HubWork *work)
{
    Sign *s = (Sign *)work;
    const char *known = json_string_value(json_object_get(s->doc, "hash"));
    if (s->kind == SIGN_REGISTER || !known) {
        s->is_good = crypto_pwhash_str_alg(s->hash, s->password, strlen(s->password),
                                           HASH_OPS, HASH_MEMORY_BYTES,
                                           crypto_pwhash_ALG_ARGON2ID13) == 0 &&
                     s->kind == SIGN_REGISTER;
    } else {
        s->is_good =
            crypto_pwhash_str_verify(known, s->password, strlen(s->password)) == 0;
    }
    sodium_memzero(s->password, sizeof s->password);
}

static void account_read(StoreOp *op)
{
    Sign *s = op->context;
    if (op->result == STORE_FAILED) {
        sign_end(s, "store_failed");
        return;
    }
    s->doc = op->body ? json_loads(op->body, 0, NULL) : NULL;
    s->version = op->result == STORE_OK ? op->version : 0;
    if (s->kind == SIGN_REGISTER && s->doc) {
        sign_end(s, "account_taken");
        return;
    }
    s->ask->hub->io.work(s->ask->hub->io.context, &s->work);
}

static void sign(Ask *ask, SignKind kind)
{
    const char *account = ask->client->account, *password = NULL;
    if (!ask_text(ask, "account", 24, &account) ||
        !ask_text(ask, "password", PASSWORD_MAX, &password))
        return;
    const size_t length = strlen(account);
    bool good = length >= 3;
    for (size_t i = 0; i < length; i++)
        good =
            good && (isalnum((unsigned char)account[i]) || strchr("-_.", account[i]));
    if (!good) {
        ask_fail(ask, "bad_account");
    } else if (!password || strlen(password) < PASSWORD_MIN) {
        ask_fail_number(ask, "bad_password", PASSWORD_MIN);
    } else if (ask->client->is_signing || ask->hub->signings >= SIGNINGS_MAX ||
               !ask->hub->has_key) {
        ask_fail(ask, "busy");
    } else if (is_allowed(ask, &ask_address(ask)->logins,
                          ask->hub->config.logins_per_minute)) {
        Sign *s = calloc(1, sizeof *s);
        ASSERT(s);
        s->work.run = sign_work;
        s->work.done = sign_worked;
        s->ask = ask;
        s->kind = kind;
        for (size_t i = 0; i < length; i++)
            s->account[i] = (char)tolower((unsigned char)account[i]);
        snprintf(s->password, sizeof s->password, "%s", password);
        ask->client->is_signing = true;
        ask->hub->signings++;
        store_ask(ask->hub->store, store_op(STORE_GET, "account", s->account),
                  account_read, s);
    }
}

static void op_register(Ask *ask)
{
    if (ask->client->account[0])
        ask_fail(ask, "known_already");
    else
        sign(ask, SIGN_REGISTER);
}

static void op_login(Ask *ask)
{
    if (ask->client->person[0])
        ask_fail(ask, "known_already");
    else
        sign(ask, SIGN_LOGIN);
}

static void op_logout(Ask *ask)
{
    if (ask->room) {
        ask_fail(ask, "leave_first");
        return;
    }
    store_ask(ask->hub->store, store_op(STORE_DELETE, "token", ask->client->token_hash),
              NULL, NULL);
    forget(ask->client);
    ask_ok(ask);
}

static void op_delete(Ask *ask)
{
    if (ask->room)
        ask_fail(ask, "leave_first");
    else if (!ask->client->account[0])
        op_logout(ask);
    else
        sign(ask, SIGN_DELETE);
}

static void renamed(StoreOp *op)
{
    Ask *ask = op->context;
    if (op->result == STORE_OK)
        answer_person(ask, NULL);
    else
        ask_fail(ask, write_failed(ask->hub));
}

static void account_renamed(StoreOp *op)
{
    Hub *hub = op->context;
    hub->asked--;
    json_t *doc = op->body ? json_loads(op->body, 0, NULL) : NULL;
    for (const Client *c = hub->first_client; doc && c; c = c->next) {
        if (strcmp(c->account, op->key) != 0)
            continue;
        StoreOp *put = store_op(STORE_PUT, "account", op->key);
        json_object_set_new(doc, "name", json_string(c->name));
        put->version = op->version;
        put->body = json_dumps(doc, JSON_COMPACT);
        store_ask(hub->store, put, NULL, NULL);
        break;
    }
    json_decref(doc);
}

static void op_rename(Ask *ask)
{
    Hub *hub = ask->hub;
    Client *c = ask->client;
    char name[NAME_BYTES] = "";
    if (!ask_name(ask, "name", name))
        return;
    if (!name[0]) {
        ask_fail_number(ask, "bad_name", NAME_CHARS_MAX);
        return;
    }
    snprintf(c->name, sizeof c->name, "%s", name);
    if (c->account[0]) {
        hub->asked++;
        store_ask(hub->store, store_op(STORE_GET, "account", c->account),
                  account_renamed, hub);
    }
    put_token(hub, c, STORE_ANY, renamed, ask);
}

#define WANTS "lang", "view", "legal", "words", "lines"

const HubOp person_ops[] = {
    {"ping", op_ping, 0, {NULL}},
    {"hello", op_hello, 0, {"token", "name", WANTS}},
    {"prefer", op_prefer, 0, {WANTS}},
    {"register", op_register, NEEDS_PERSON, {"account", "password"}},
    {"login", op_login, 0, {"account", "password"}},
    {"logout", op_logout, NEEDS_PERSON, {NULL}},
    {"rename", op_rename, NEEDS_PERSON, {"name"}},
    {"delete", op_delete, NEEDS_PERSON, {"password"}},
    {NULL, NULL, 0, {NULL}},
};
