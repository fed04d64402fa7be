/* push.c - whoever is away hears that it is their turn, from the push service of their
 * browser. */
#include "server/push/push.h"

#include "engine/hash.h"
#include "engine/match.h"
#include "games/games.h"
#include "server/hub/client.h"
#include "server/hub/inside.h"
#include "server/log.h"
#include "server/metrics.h"
#include "server/push/post.h"
#include "server/rooms/room.h"
#include "server/secret.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    BROWSERS_MAX = 5,           /* of one person; the oldest makes room */
    POSTS_MAX = 64,             /* at once; more are not sent */
    A_MINUTE_MILLI = 1000 / 60, /* how many a second and person, in thousandths */
    AT_ONCE_MAX = 3,
    SIGNED_S = 12 * 3600, /* a service takes no more than a day */
    KEY_TEXT_MAX = 100
};

static const char kind[] = "notify";

/* The server's own key, by which a push service knows it again. */

static void key_read(StoreOp *op);

static void ask_key(Hub *hub)
{
    hub->asked++;
    store_ask(hub->store, store_op(STORE_GET, "meta", kind), key_read, hub);
}

static void key_kept(StoreOp *op)
{
    Hub *hub = op->context;
    hub->asked--;
    if (op->result != STORE_FAILED)
        ask_key(hub); /* whoever was first has written it */
}

static bool hex_read(uint8_t *out, size_t bytes, const json_t *doc, const char *name)
{
    const char *hex = json_string_value(json_object_get(doc, name));
    size_t got = 0;
    return hex && sodium_hex2bin(out, bytes, hex, strlen(hex), NULL, &got, NULL) == 0 &&
           got == bytes;
}

static void key_make(Hub *hub)
{
    SealKey key;
    char secret[2 * sizeof key.secret + 1], point[2 * sizeof key.point + 1];
    if (!seal_key_new(&key))
        return;
    sodium_bin2hex(secret, sizeof secret, key.secret, sizeof key.secret);
    sodium_bin2hex(point, sizeof point, key.point, sizeof key.point);
    JsonW *w = &hub->part;
    jw_reset(w);
    jw_object(w, NULL);
    jw_str(w, "secret", secret);
    jw_str(w, "point", point);
    jw_end_object(w);
    StoreOp *put = store_op(STORE_PUT, "meta", kind);
    put->body = strdup(w->text);
    sodium_memzero(&key, sizeof key);
    sodium_memzero(secret, sizeof secret);
    hub->asked++;
    store_ask(hub->store, put, key_kept, hub);
}

static void key_read(StoreOp *op)
{
    Hub *hub = op->context;
    Push *push = &hub->push;
    json_t *doc = op->body ? json_loads(op->body, 0, NULL) : NULL;
    hub->asked--;
    if (op->result == STORE_MISSING)
        key_make(hub);
    else
        push->is_on = hex_read(push->key.secret, SEAL_SECRET_BYTES, doc, "secret") &&
                      hex_read(push->key.point, SEAL_POINT_BYTES, doc, "point");
    json_decref(doc);
}

void push_open(Hub *hub)
{
    if (hub->config.push[0])
        ask_key(hub);
}

/* Subscriptions: "PERSON/HASH", so that a browser that says the same again is one. */

static void subscription_key(const char *person, const char *endpoint, char *out)
{
    char hash[HEX_BYTES];
    hex_name(hash_bytes(endpoint, strlen(endpoint)), hash);
    snprintf(out, STORE_KEY_BYTES, "%.20s/%s", person, hash);
}

static StoreOp *find_subscriptions(const char *person)
{
    char key[STORE_KEY_BYTES];
    snprintf(key, sizeof key, "%.20s/", person);
    StoreOp *find = store_op(STORE_FIND, kind, key);
    find->limit = 2 * BROWSERS_MAX;
    return find;
}

static void answer_key(Ask *ask)
{
    char text[KEY_TEXT_MAX];
    sodium_bin2base64(text, sizeof text, ask->hub->push.key.point, SEAL_POINT_BYTES,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    JsonW *w = ask_answer(ask);
    jw_str(w, "key", text);
    ask_send(ask);
}

static void subscription_kept(Ask *ask, StoreOp *op)
{
    if (op->result == STORE_OK || op->result == STORE_MISSING)
        answer_key(ask);
    else
        ask_fail(ask, write_failed(ask->hub));
}

/* The oldest of too many. */
static const StoreDoc *too_many(const StoreOp *found, const char *but)
{
    const StoreDoc *oldest = NULL;
    int others = 0;
    for (int i = 0; i < found->doc_count; i++) {
        const StoreDoc *doc = &found->docs[i];
        if (strcmp(doc->key, but) == 0)
            continue;
        others++;
        if (!oldest || doc->age_ms > oldest->age_ms)
            oldest = doc;
    }
    return others >= BROWSERS_MAX ? oldest : NULL;
}

static void subscriptions_read(Ask *ask, StoreOp *found)
{
    const char *endpoint = json_string_value(json_object_get(ask->request, "endpoint"));
    char key[STORE_KEY_BYTES];
    if (found->result != STORE_OK) {
        ask_fail(ask, WHY_STORE_FAILED);
        return;
    }
    subscription_key(ask->client->who.person, endpoint, key);
    json_t *doc = json_object();
    static const char *const fields[] = {"endpoint", "p256dh", "auth"};
    for (int i = 0; i < 3; i++)
        json_object_set(doc, fields[i], json_object_get(ask->request, fields[i]));
    json_object_set_new(doc, "language", json_integer(ask->client->language));
    StoreOp *all = store_op(STORE_ALL, NULL, NULL),
            *put = store_op(STORE_PUT, kind, key);
    put->version = STORE_ANY;
    put->body = json_dumps(doc, JSON_COMPACT);
    json_decref(doc);
    store_part(all, put);
    const StoreDoc *oldest = too_many(found, key);
    if (oldest)
        store_part(all, store_op(STORE_DELETE, kind, oldest->key));
    ask_store(ask, all, subscription_kept);
}

static void op_notify(Ask *ask)
{
    const char *endpoint = NULL, *point = NULL, *auth = NULL;
    bool is_off = false;
    char origin[POST_URL_BYTES], key[STORE_KEY_BYTES];
    SealReader reader;
    const bool is_within = ask->hub->config.push_within;
    if (!ask->hub->push.is_on) {
        ask_fail(ask, WHY_NO_NOTICES);
        return;
    }
    if (!ask_text(ask, "endpoint", POST_URL_BYTES - 1, &endpoint) ||
        !ask_text(ask, "p256dh", KEY_TEXT_MAX, &point) ||
        !ask_text(ask, "auth", KEY_TEXT_MAX, &auth) || !ask_flag(ask, "off", &is_off))
        return;
    if (!endpoint) {
        answer_key(ask);
    } else if (is_off) {
        subscription_key(ask->client->who.person, endpoint, key);
        ask_store(ask, store_op(STORE_DELETE, kind, key), subscription_kept);
    } else if (!post_origin(endpoint, is_within, origin, sizeof origin) || !point ||
               !auth || !seal_reader_read(&reader, point, auth)) {
        ask_fail(ask, WHY_BAD_REQUEST);
    } else {
        ask_store(ask, find_subscriptions(ask->client->who.person), subscriptions_read);
    }
}

const HubOp push_ops[] = {
    OP(notify, 0, "endpoint", "p256dh", "auth", "off"),
    {NULL, RIGHT_COUNT, NULL, 0, {NULL}},
};

/* Forgetting. */

typedef struct {
    Hub *hub;
    void (*then)(StoreOp *op);
    void *context;
} Erasing;

static void to_erase_found(StoreOp *op)
{
    Erasing *e = op->context;
    StoreOp *all = store_op(STORE_ALL, NULL, NULL);
    for (int i = 0; i < op->doc_count; i++)
        store_part(all, store_op(STORE_DELETE, kind, op->docs[i].key));
    store_ask(e->hub->store, all, e->then, e->context);
    free(e);
}

void push_erase(Hub *hub, const char *person, void (*then)(StoreOp *op), void *context)
{
    Erasing *e = calloc(1, sizeof *e);
    ASSERT(e);
    *e = (Erasing){hub, then, context};
    store_ask(hub->store, find_subscriptions(person), to_erase_found, e);
}

/* Sending. */

typedef struct {
    HubWork work;
    Hub *hub;
    SealKey from;
    SealReader to;
    bool is_within;
    int64_t now_s;
    char subscription[STORE_KEY_BYTES];
    char endpoint[POST_URL_BYTES], contact[SETTING_BYTES_MAX], topic[CODE_BYTES];
    char text[SEAL_TEXT_MAX];
    int status;
} Envoy;

static void notice_run(HubWork *work)
{
    Envoy *n = (Envoy *)work;
    uint8_t body[SEAL_BYTES_MAX];
    char origin[POST_URL_BYTES], authorization[2400];
    const size_t bytes = seal_text(&n->to, n->text, body, sizeof body);
    if (!bytes || !post_origin(n->endpoint, n->is_within, origin, sizeof origin) ||
        !seal_sign(&n->from, origin, n->contact, n->now_s + SIGNED_S, authorization,
                   sizeof authorization))
        return;
    const Post post = {.url = n->endpoint,
                       .authorization = authorization,
                       .topic = n->topic,
                       .body = body,
                       .body_bytes = bytes,
                       .is_within = n->is_within};
    n->status = post_send(&post);
}

/* 404 and 410: nobody reads there any more (RFC 8030, 7.3). */
static void notice_done(HubWork *work)
{
    Envoy *n = (Envoy *)work;
    Hub *hub = n->hub;
    hub->push.posts--;
    if (!work->is_dropped) {
        const bool good = n->status >= 200 && n->status < 300;
        metrics.notices_sent_total += good;
        metrics.notices_failed_total += !good;
        if (n->status == 404 || n->status == 410)
            store_ask(hub->store, store_op(STORE_DELETE, kind, n->subscription), NULL,
                      NULL);
        else if (!good)
            log_event(LOG_DEBUG, "notice_failed", NULL);
    }
    sodium_memzero(&n->from, sizeof n->from);
    free(n);
}

/* Whose turn it is, until their subscriptions are found. */
typedef struct {
    Hub *hub;
    int game;
    char code[CODE_BYTES];
} Turn;

/* The game and the room, in the language of the browser: nothing that is hidden. */
static void write_notice(const Turn *t, int language, char *out, size_t out_bytes)
{
    const Texts *texts = t->hub->texts[language];
    char name[64], link[40];
    JsonW *w = &t->hub->part;
    snprintf(name, sizeof name, "%s.name", games_all[t->game]->id);
    snprintf(link, sizeof link, "/r/%s", t->code);
    jw_reset(w);
    jw_object(w, NULL);
    jw_str(w, "title", text_get(texts, "server.notice.turn"));
    jw_str(w, "body", text_get(texts, name));
    jw_str(w, "url", link);
    jw_str(w, "tag", t->code);
    jw_end_object(w);
    snprintf(out, out_bytes, "%s", w->text);
}

static void notice_send(const Turn *t, const StoreDoc *doc)
{
    Hub *hub = t->hub;
    const Push *push = &hub->push;
    json_t *body = json_loads(doc->body, 0, NULL);
    const char *endpoint = json_string_value(json_object_get(body, "endpoint"));
    const char *point = json_string_value(json_object_get(body, "p256dh"));
    const char *auth = json_string_value(json_object_get(body, "auth"));
    const json_int_t language = json_integer_value(json_object_get(body, "language"));
    Envoy *n = calloc(1, sizeof *n);
    ASSERT(n);
    if (push->posts < POSTS_MAX && endpoint && point && auth &&
        seal_reader_read(&n->to, point, auth)) {
        n->work = (HubWork){.run = notice_run,
                            .done = notice_done,
                            .kind = WORK_NOTICE,
                            .who = hash_bytes(doc->key, strlen(doc->key))};
        n->hub = hub;
        n->from = push->key;
        n->is_within = hub->config.push_within;
        n->now_s = hub_wall_ms(hub) / 1000;
        snprintf(n->subscription, sizeof n->subscription, "%s", doc->key);
        snprintf(n->endpoint, sizeof n->endpoint, "%s", endpoint);
        snprintf(n->contact, sizeof n->contact, "%s", hub->config.push);
        snprintf(n->topic, sizeof n->topic, "%s", t->code);
        write_notice(t, language >= 0 && language < LANGUAGES ? (int)language : 0,
                     n->text, sizeof n->text);
        hub->push.posts++;
        hub->io.work(hub->io.context, &n->work);
    } else {
        metrics.notices_failed_total++;
        free(n);
    }
    json_decref(body);
}

static void readers_found(StoreOp *op)
{
    Turn *t = op->context;
    t->hub->asked--;
    for (int i = 0; i < op->doc_count && i < BROWSERS_MAX; i++)
        notice_send(t, &op->docs[i]);
    free(t);
}

static bool is_connected(const Hub *hub, const char *person)
{
    for (const Client *c = hub->first_client; c; c = c->next)
        if (strcmp(c->who.person, person) == 0)
            return true;
    return false;
}

/* A few at once, then one a minute: a person is a peer like an address is. */
static bool may_be_told(Hub *hub, const char *person)
{
    char name[PEER_BYTES];
    snprintf(name, sizeof name, "notice:%s", person);
    Peer *peer = peers_find(&hub->peers, name, hub->now_ms);
    return bucket_take(&peer->requests, hub->now_ms, A_MINUTE_MILLI, AT_ONCE_MAX);
}

void push_turn(Room *room)
{
    Hub *hub = room->hub;
    const Status status = match_status(room->match);
    if (!hub->push.is_on || status.over || status.to_act >= SEATS_MAX)
        return;
    const Seat *seat = &room->doc.seat[status.to_act];
    if (!seat->person[0] || seat->has_left || seat_is_online(hub, seat) ||
        is_connected(hub, seat->person) || !may_be_told(hub, seat->person))
        return;
    Turn *t = calloc(1, sizeof *t);
    ASSERT(t);
    t->hub = hub;
    t->game = room->doc.game;
    snprintf(t->code, sizeof t->code, "%s", room->doc.code);
    hub->asked++;
    store_ask(hub->store, find_subscriptions(seat->person), readers_found, t);
}
