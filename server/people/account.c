/* account.c - people with a password, who can come back from any browser.
 *
 * Passwords are hashed with argon2id away from the hub's thread, a few at a time. Each
 * request reads the account, works on the password, and writes. */
#include "server/people/person.h"

#include "engine/hash.h"
#include "server/hub/ask.h"
#include "server/hub/client.h"
#include "server/hub/gate.h"
#include "server/hub/inside.h"
#include "server/hub/limits.h"
#include "server/log.h"
#include "server/people/erase.h"
#include "server/secret.h"

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

typedef enum { SIGN_REGISTER, SIGN_LOGIN, SIGN_DELETE, SIGN_CHANGE } SignKind;

typedef struct {
    HubWork work;
    Ask *ask;
    SignKind kind;
    char account[NAME_BYTES];
    char password[PASSWORD_MAX + 1];
    char next_password[PASSWORD_MAX + 1]; /* which it shall be from now on */
    char hash[crypto_pwhash_STRBYTES];
    char token[TOKEN_BYTES];
    char token_hash[HASH_BYTES];
    json_t *doc; /* NULL: there is no such account */
    int64_t version;
    bool is_good;
} Sign;

static void sign_free(Ask *ask, void *state)
{
    Sign *s = state;
    ask->hub->signings--;
    json_decref(s->doc);
    sodium_memzero(s, sizeof *s);
    free(s);
}

static Why why_not_written(const Ask *ask, const StoreOp *op)
{
    const Sign *s = ask->state;
    if (op->result != STORE_STALE)
        return write_failed(ask->hub);
    return s->kind == SIGN_REGISTER ? WHY_ACCOUNT_TAKEN : WHY_BUSY;
}

/* Registering: the account, then the token that knows of it. */

static void registered(Ask *ask, StoreOp *op)
{
    const Sign *s = ask->state;
    Who who = ask->client->who;
    if (op->result != STORE_OK) {
        ask_fail(ask, why_not_written(ask, op));
        return;
    }
    snprintf(who.account, sizeof who.account, "%s", s->account);
    sign_free(ask, ask->state);
    ask->state = NULL;
    ask->state_free = NULL;
    person_change(ask, &who);
}

static StoreOp *put_account(const Sign *s)
{
    StoreOp *op = store_op(STORE_PUT, "account", s->account);
    op->version = s->version;
    op->body = json_dumps(s->doc, JSON_COMPACT);
    ASSERT(op->body);
    return op;
}

static void register_now(Ask *ask)
{
    Sign *s = ask->state;
    const Client *c = ask->client;
    s->doc = json_pack("{s:s, s:s, s:s, s:s, s:[s]}", "account", s->account, "person",
                       c->who.person, "name", c->who.name, "hash", s->hash, "tokens",
                       c->token_hash);
    ask_store(ask, put_account(s), registered);
}

/* Sessions that are no more: those who came by them, whoever asked for it. */
static void others_out(Ask *ask, const StoreOp *op)
{
    const Sign *s = ask->state;
    (void)op;
    tokens_end(ask->hub, json_object_get(s->doc, "ended"),
               client_at(ask->hub, ask->who));
}

/* Logging in: a token of its own, which the account lists. */

static void logged_in(Ask *ask, StoreOp *op)
{
    const Sign *s = ask->state;
    Client *c = ask->client;
    if (op->result != STORE_OK) {
        ask_fail(ask, why_not_written(ask, op));
        return;
    }
    who_read(s->doc, &c->who);
    snprintf(c->token_hash, sizeof c->token_hash, "%s", s->token_hash);
    person_answer(ask, s->token);
}

/* The newest tokens first; one more than TOKENS_MAX is forgotten. */
static void log_in_now(Ask *ask)
{
    Sign *s = ask->state;
    Hub *hub = ask->hub;
    random_name(s->token, sizeof s->token);
    token_hash(hub, s->token, s->token_hash);
    json_t *tokens = json_object_get(s->doc, "tokens");
    json_array_insert_new(tokens, 0, json_string(s->token_hash));
    json_t *old = json_array(); /* which are one too many */
    for (; json_array_size(tokens) > TOKENS_MAX; json_array_remove(tokens, TOKENS_MAX))
        json_array_append(old, json_array_get(tokens, TOKENS_MAX));
    Who who;
    who_read(s->doc, &who);
    /* Together: whoever ends all sessions meanwhile must not miss this one. */
    StoreOp *all = account_put(put_account(s), old);
    store_part(all, token_put(hub, s->token_hash, &who, 0));
    json_object_set_new(s->doc, "ended", old);
    ask_store_for_all(ask, all, others_out, logged_in);
}

/* Deleting: the account with its tokens, if nobody has come in meanwhile, then
 * everybody who is it. */

static void deleted(Ask *ask, StoreOp *op)
{
    if (op->result != STORE_OK) {
        ask_fail(ask, why_not_written(ask, op));
        return;
    }
    person_forget(ask->client);
    ask_ok(ask);
}

static void everybody_out(Ask *ask, const StoreOp *op)
{
    (void)op;
    erase_person(ask->hub, ask->person);
    person_sign_out(ask->hub, ask->person, "", client_at(ask->hub, ask->who));
}

static void delete_now(Ask *ask)
{
    const Sign *s = ask->state;
    StoreOp *all = account_put(put_account(s), json_object_get(s->doc, "tokens"));
    store_part(all, store_op(STORE_DELETE, "account", s->account));
    ask_store_for_all(ask, all, everybody_out, deleted);
}

/* Another password: whoever came in by the old one elsewhere is out. */

static void changed(Ask *ask, StoreOp *op)
{
    if (op->result == STORE_OK)
        ask_ok(ask);
    else
        ask_fail(ask, why_not_written(ask, op));
}

static void change_now(Ask *ask)
{
    Sign *s = ask->state;
    json_t *tokens = json_object_get(s->doc, "tokens");
    json_t *ended = tokens_but(tokens, ask->client->token_hash);
    json_object_set_new(s->doc, "hash", json_string(s->hash));
    json_object_set_new(s->doc, "tokens", json_pack("[s]", ask->client->token_hash));
    StoreOp *all = account_put(put_account(s), ended);
    json_object_set_new(s->doc, "ended", ended);
    ask_store_for_all(ask, all, others_out, changed);
}

/* The password. */

static void sign_worked(HubWork *work)
{
    Sign *s = (Sign *)work;
    Ask *ask = s->ask;
    if (!ask_wake(ask))
        return;
    if (!s->is_good) {
        if (s->kind != SIGN_REGISTER)
            account_guessed(ask->hub, s->account);
        log_event(LOG_INFO, "sign_in_failed", "address", ask->client->address, NULL);
        ask_fail(ask, s->kind == SIGN_REGISTER ? WHY_BUSY : WHY_BAD_LOGIN);
    } else if (s->kind == SIGN_DELETE) {
        delete_now(ask);
    } else if (s->kind == SIGN_CHANGE) {
        change_now(ask);
    } else if (s->kind == SIGN_REGISTER) {
        register_now(ask);
    } else {
        log_in_now(ask);
    }
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
    if (s->is_good && s->kind == SIGN_CHANGE)
        s->is_good = crypto_pwhash_str_alg(
                         s->hash, s->next_password, strlen(s->next_password), HASH_OPS,
                         HASH_MEMORY_BYTES, crypto_pwhash_ALG_ARGON2ID13) == 0;
    sodium_memzero(s->next_password, sizeof s->next_password);
    sodium_memzero(s->password, sizeof s->password);
}

static void account_read(Ask *ask, StoreOp *op)
{
    Sign *s = ask->state;
    if (op->result == STORE_FAILED) {
        ask_fail(ask, WHY_STORE_FAILED);
        return;
    }
    s->doc = op->body ? json_loads(op->body, 0, NULL) : NULL;
    s->version = op->result == STORE_OK ? op->version : 0;
    if (s->kind == SIGN_REGISTER && s->doc) {
        ask_fail(ask, WHY_ACCOUNT_TAKEN);
        return;
    }
    ask_park(ask);
    ask->hub->io.work(ask->hub->io.context, &s->work);
}

static bool is_account(const char *account)
{
    const size_t length = strlen(account);
    bool good = length >= 3;
    for (size_t i = 0; i < length; i++)
        good =
            good && (isalnum((unsigned char)account[i]) || strchr("-_.", account[i]));
    return good;
}

static void sign(Ask *ask, SignKind kind)
{
    const char *account = ask->client->who.account, *password = NULL, *next = NULL;
    if (!ask_text(ask, "account", 24, &account) ||
        !ask_text(ask, "new", PASSWORD_MAX, &next) ||
        !ask_text(ask, "password", PASSWORD_MAX, &password))
        return;
    if (!is_account(account)) {
        ask_fail(ask, WHY_BAD_ACCOUNT);
    } else if (!password || strlen(password) < PASSWORD_MIN ||
               (kind == SIGN_CHANGE && (!next || strlen(next) < PASSWORD_MIN))) {
        ask_fail_number(ask, WHY_BAD_PASSWORD, PASSWORD_MIN);
    } else if (ask->hub->signings >= SIGNINGS_MAX || !ask->hub->has_key) {
        ask_fail(ask, WHY_BUSY);
    } else if ((kind == SIGN_REGISTER || ask_may_sign(ask, account)) &&
               person_is_allowed(ask, &ask->client->peer->logins,
                                 ask->hub->config.logins_per_minute)) {
        Sign *s = calloc(1, sizeof *s);
        ASSERT(s);
        s->work = (HubWork){.run = sign_work, .done = sign_worked, .kind = WORK_SECRET};
        s->work.who = hash_bytes(ask->client->peer->name, PEER_BYTES);
        s->ask = ask;
        s->kind = kind;
        for (size_t i = 0; account[i]; i++)
            s->account[i] = (char)tolower((unsigned char)account[i]);
        snprintf(s->password, sizeof s->password, "%s", password);
        snprintf(s->next_password, sizeof s->next_password, "%s", next ? next : "");
        ask->state = s;
        ask->state_free = sign_free;
        ask->hub->signings++;
        ask_store(ask, store_op(STORE_GET, "account", s->account), account_read);
    }
}

json_t *tokens_but(const json_t *tokens, const char *kept)
{
    json_t *others = json_array();
    for (size_t i = 0; i < json_array_size(tokens); i++) {
        const char *hash = json_string_value(json_array_get(tokens, i));
        if (hash && strcmp(hash, kept) != 0)
            json_array_append_new(others, json_string(hash));
    }
    return others;
}

StoreOp *account_put(StoreOp *put, const json_t *ended)
{
    StoreOp *all = store_op(STORE_ALL, NULL, NULL);
    store_part(all, put);
    for (size_t i = 0; i < json_array_size(ended); i++)
        store_part(all, store_op(STORE_DELETE, "token",
                                 json_string_value(json_array_get(ended, i))));
    return all;
}

void tokens_end(Hub *hub, const json_t *tokens, const Client *but)
{
    for (size_t i = 0; i < json_array_size(tokens); i++)
        person_sign_out(hub, "", json_string_value(json_array_get(tokens, i)), but);
}

void op_register(Ask *ask)
{
    if (ask->client->who.account[0])
        ask_fail(ask, WHY_KNOWN_ALREADY);
    else
        sign(ask, SIGN_REGISTER);
}

void op_login(Ask *ask)
{
    if (ask->client->who.person[0])
        ask_fail(ask, WHY_KNOWN_ALREADY);
    else
        sign(ask, SIGN_LOGIN);
}

void op_password(Ask *ask)
{
    if (!ask->client->who.account[0])
        ask_fail(ask, WHY_NO_ACCOUNT);
    else
        sign(ask, SIGN_CHANGE);
}

static void erase_and_log_out(Ask *ask)
{
    erase_person(ask->hub, ask->client->who.person);
    person_log_out(ask);
}

void op_delete(Ask *ask)
{
    if (!ask->client->who.account[0])
        erase_and_log_out(ask);
    else
        sign(ask, SIGN_DELETE);
}

/* An account that was deleted meanwhile stays deleted: only what is there is replaced.
 */
static void account_renamed(StoreOp *op)
{
    Hub *hub = op->context;
    hub->asked--;
    json_t *doc = op->body ? json_loads(op->body, 0, NULL) : NULL;
    for (const Client *c = hub->first_client; doc && c; c = c->next) {
        if (strcmp(c->who.account, op->key) != 0)
            continue;
        StoreOp *put = store_op(STORE_PUT, "account", op->key);
        json_object_set_new(doc, "name", json_string(c->who.name));
        put->version = op->version;
        put->body = json_dumps(doc, JSON_COMPACT);
        store_ask(hub->store, put, NULL, NULL);
        break;
    }
    json_decref(doc);
}

void account_rename(Hub *hub, const Who *who)
{
    hub->asked++;
    store_ask(hub->store, store_op(STORE_GET, "account", who->account), account_renamed,
              hub);
}
