/* hub.c - everybody who is connected and every room that is open: messages in, messages
 * out. */
#include "server/hub/hub.h"

#include "agents/nets.h"
#include "engine/hash.h"
#include "engine/request.h"
#include "games/games.h"
#include "server/clock.h"
#include "server/hub/ask.h"
#include "server/hub/client.h"
#include "server/hub/gate.h"
#include "server/hub/inside.h"
#include "server/hub/limits.h"
#include "server/hub/orders.h"
#include "server/log.h"
#include "server/metrics.h"
#include "server/people/erase.h"
#include "server/people/person.h"
#include "server/play/plan.h"
#include "server/rooms/board.h"
#include "server/rooms/room.h"
#include "server/secret.h"

#include <malloc.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    HOUR_MS = 3600000,
    JUMP_MS = HOUR_MS,
    NODE_EVERY_MS = 2000,
    LOOK_EVERY_MS = 60000,
    NODE_DEAD_MS = 7000,
    KNOCK_EVERY_MS = 10000,
    SUBSCRIPTION_DAYS = 60, /* a browser that is used says it again */
    READ_BYTES = 1024       /* are read in a share; nobody writes as many at a time */
};

/* A database elsewhere may have done what it did not answer. */
Why write_failed(const Hub *hub)
{
    return store_is_shared(hub->store) ? WHY_IN_DOUBT : WHY_STORE_FAILED;
}

const Texts *client_texts(const Client *c)
{
    return c->hub->texts[c->language];
}

void client_send(Client *c, const char *text, size_t text_bytes)
{
    metrics.messages_out_total++;
    metrics.bytes_out_total += (long)text_bytes;
    c->hub->io.send(c->link, text, text_bytes);
}

static bool hub_load_games(Hub *hub, Data *data, char *why, size_t why_bytes)
{
    LoadError error = {0};
    hub->catalogs = catalogs_open(games_all, data);
    for (; games_all[hub->game_count] && hub->game_count < GAMES_MAX;
         hub->game_count++) {
        const void *catalog = catalogs_now(hub->catalogs, hub->game_count, &error);
        if (!catalog) {
            snprintf(why, why_bytes, "%s: %s: %s", error.file, error.path, error.what);
            return false;
        }
        const char *file = NULL;
        const Game *game = games_all[hub->game_count];
        const Err err = nets_load(game, catalog, data, &file);
        if (err) {
            snprintf(why, why_bytes, "%s: %s", file, refusal_code(game, err));
            return false;
        }
        hub->catalog[hub->game_count] = catalog;
    }
    for (int i = 0; i < LANGUAGES; i++) {
        hub->texts[i] = texts_open(data, text_languages[i], &error);
        if (!hub->texts[i]) {
            snprintf(why, why_bytes, "%s: %s: %s", error.file, error.path, error.what);
            return false;
        }
    }
    return true;
}

int64_t hub_wall_ms(const Hub *hub)
{
    return hub->io.wall_ms ? hub->io.wall_ms(hub->io.context) : wall_ms();
}

static void heard_chat(Hub *hub, const json_t *json)
{
    const char *code = json_string_value(json_object_get(json, "room"));
    const char *node = json_string_value(json_object_get(json, "node"));
    const char *name = json_string_value(json_object_get(json, "name"));
    const char *text = json_string_value(json_object_get(json, "text"));
    Room *room = code ? map_find(&hub->rooms, code) : NULL;
    const json_t *seat = json_object_get(json, "seat");
    ChatLine line = {.seat = seat ? (int)json_integer_value(seat) : SEAT_NONE,
                     .at_s = hub_wall_ms(hub) / 1000};
    if (!room || !node || !name || !text || strcmp(node, hub->node) == 0)
        return;
    text_copy(line.name, sizeof line.name, name);
    text_copy(line.text, sizeof line.text, text);
    room_say(room, &line);
}

static void heard_anything(Hub *hub)
{
    for (Room *room = hub->first_room; room; room = room->next) {
        room->is_log_old = room->is_doc_old = true;
        room_stir(room);
    }
}

/* "abc,def,": matches that have moves, or rooms, of other processes. */
static void heard_names(Hub *hub, char kind, const char *names)
{
    for (const char *at = names; *at; at += *at == ',') {
        char name[HEX_BYTES];
        const size_t length = strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        at += length;
        Room *room = map_find(kind == 'm' ? &hub->matches : &hub->rooms, name);
        if (!room && kind == 'r')
            board_forget(hub, name);
        if (!room)
            continue;
        room->is_log_old = room->is_log_old || kind == 'm';
        room->is_doc_old = room->is_doc_old || kind == 'r';
        room_stir(room);
    }
}

/* "abcdef 12": one of our own comes back when all that was rung before it has come. */
static void heard_beat(Hub *hub, const char *body)
{
    const size_t length = strcspn(body, " ");
    if (length == strlen(hub->node) && strncmp(body, hub->node, length) == 0)
        hub->beat_heard = atoi(body + length);
}

/* Another process wrote something: "m" a match's moves, "r" a room, "t" a chat line,
 * "s" that somebody signed out; or "b", a beat. */
static void hub_heard(void *context, const StoreOp *news)
{
    Hub *hub = context;
    if (news->key[0] == 'b') {
        heard_beat(hub, news->body);
        return;
    }
    if (news->key[0] == 't' || news->key[0] == 's') {
        json_t *json = json_loads(news->body, 0, NULL);
        if (news->key[0] == 't')
            heard_chat(hub, json);
        else
            person_heard(hub, json);
        json_decref(json);
        return;
    }
    if (strcmp(news->body, "*") == 0)
        heard_anything(hub);
    else
        heard_names(hub, news->key[0], news->body);
    hub->board.is_old =
        hub->board.is_old || news->key[0] == 'r' || strcmp(news->body, "*") == 0;
}

/* Has the wall clock gone another way than time itself since the last look? */
static bool clock_jumped(Hub *hub)
{
    const int64_t ahead_ms = hub_wall_ms(hub) - hub->now_ms;
    const int64_t jump_ms = ahead_ms - hub->ahead_ms;
    hub->ahead_ms = ahead_ms;
    return jump_ms > JUMP_MS || jump_ms < -JUMP_MS;
}

Hub *hub_new(const Config *config, Data *data, Store *store, const HubIo *io, char *why,
             size_t why_bytes)
{
    Hub *hub = calloc(1, sizeof *hub);
    ASSERT(hub);
    if (sodium_init() < 0)
        abort();
    hub->config = *config;
    hub->store = store;
    hub->io = *io;
    hub->now_ms = steady_ms();
    clock_jumped(hub);
    jw_open(&hub->out);
    jw_open(&hub->part);
    random_name(hub->node, sizeof hub->node);
    rng_seed(&hub->rng, random_word());
    if (!hub_load_games(hub, data, why, why_bytes)) {
        hub_free(hub);
        return NULL;
    }
    store_on_news(store, hub_heard, hub);
    person_key(hub);
    push_open(hub);
    board_read(hub);
    orders_tick(hub); /* before anybody is let in: what comes from now on is for us */
    erase_resume(hub);
    return hub;
}

void hub_free(Hub *hub)
{
    ASSERT(!hub->first_client && !hub->jobs);
    store_on_news(hub->store, NULL, NULL);
    while (hub->first_room)
        room_free(hub->first_room);
    peers_clear(&hub->peers);
    board_clear(&hub->board);
    orders_clear(hub);
    for (int i = 0; i < GAMES_MAX; i++)
        free(hub->leaders[i]);
    map_clear(&hub->rooms);
    map_clear(&hub->matches);
    map_clear(&hub->hosts);
    dues_clear(&hub->dues);
    slots_clear(&hub->room_slots);
    slots_clear(&hub->client_slots);
    catalogs_close(hub->catalogs);
    for (int i = 0; i < LANGUAGES; i++) {
        texts_close(hub->texts[i]);
        free(hub->games_text[i]);
    }
    jw_close(&hub->out);
    jw_close(&hub->part);
    sodium_memzero(hub->key, sizeof hub->key);
    sodium_memzero(&hub->push, sizeof hub->push);
    free(hub);
}

static int language_index(const char *name)
{
    const char *found = name ? text_language(name) : NULL;
    for (int i = 0; found && i < LANGUAGES; i++)
        if (found == text_languages[i])
            return i;
    return 0;
}

const Texts *hub_texts(const Hub *hub, const char *language)
{
    return hub->texts[language_index(language)];
}

Client *hub_connect(Hub *hub, void *link, const char *address, const char *language)
{
    char name[PEER_BYTES];
    peer_name(address, name);
    Peer *from = peers_find(&hub->peers, name, hub->now_ms);
    const int64_t most = hub->config.connections_per_address;
    if (hub->is_stopping || hub->is_draining || hub_is_banned(hub, name) ||
        hub->client_count >= hub->config.connections ||
        (most && from->connections >= most)) {
        metrics.rate_limited_total++;
        log_event(LOG_WARN, "connection_refused", "address", address, NULL);
        return NULL;
    }
    Client *c = calloc(1, sizeof *c);
    ASSERT(c);
    c->hub = hub;
    c->ref.name = slots_add(&hub->client_slots, c);
    c->link = link;
    snprintf(c->address, sizeof c->address, "%s", address);
    c->peer = from;
    c->language = language_index(language);
    c->next = hub->first_client;
    if (c->next)
        c->next->previous = c;
    hub->first_client = c;
    hub->client_count++;
    from->connections++;
    metrics.connections = hub->client_count;
    metrics.connections_total++;
    return c;
}

void hub_disconnect(Hub *hub, Client *c)
{
    if (c->room)
        room_leave(c->room, c);
    slots_remove(&hub->client_slots, c->ref.name);
    if (c->next)
        c->next->previous = c->previous;
    if (c->previous)
        c->previous->next = c->next;
    else
        hub->first_client = c->next;
    hub->client_count--;
    metrics.connections = hub->client_count;
    c->peer->connections--;
    free(c);
}

static const HubOp *op_find(const char *name)
{
    const HubOp *const tables[] = {play_ops, undo_ops, lobby_ops, person_ops, push_ops};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (const HubOp *op = tables[i]; op->name; op++)
            if (strcmp(op->name, name) == 0)
                return op;
    return NULL;
}

static Ask *ask_new(Hub *hub, Client *c, json_t *request)
{
    Ask *ask = calloc(1, sizeof *ask);
    ASSERT(ask);
    ask->hub = hub;
    ask->who = c->ref;
    ask->seat = SEAT_NONE;
    ask->request = request;
    ask->since_us = clock_us();
    hub->asks++;
    return ask;
}

void hub_too_large(Hub *hub, Client *c)
{
    Refusal why = refusal(ERR_TOO_LARGE);
    why.quote.arg[0] = (int32_t)hub->config.message_bytes;
    ask_refuse(ask_new(hub, c, NULL), &why);
}

void hub_message(Hub *hub, Client *c, const char *text, size_t text_bytes)
{
    metrics.messages_in_total++;
    if (!hub_fragment(hub, c)) {
        hub->io.close(c->link, 1008, "too many messages");
        return;
    }
    if (text_bytes > (size_t)hub->config.message_bytes) {
        hub_too_large(hub, c);
        return;
    }
    /* To answer it, it would have to be read. */
    const int share = (int)(text_bytes / READ_BYTES);
    if (share && !client_may_cost(c, share)) {
        metrics.rate_limited_total++;
        log_event(LOG_WARN, "too_much_to_read", "address", c->address, NULL);
        hub->io.close(c->link, 1008, "too much to read");
        return;
    }
    Refusal why;
    Ask *ask = ask_new(hub, c, request_read(text, text_bytes, &why));
    if (!why.code) {
        ask->op = op_find(request_op(ask->request));
        if (!ask->op)
            why = refusal_words(ERR_UNKNOWN_OP, request_op(ask->request), NULL);
    }
    if (why.code)
        ask_refuse(ask, &why);
    else if (ask_may_cost(ask)) {
        hub->hearing = ask;
        hub->heard = text;
        hub->heard_bytes = text_bytes;
        ask_begin(ask);
        hub->hearing = NULL;
    }
}

static void nodes_listed(StoreOp *op)
{
    Hub *hub = op->context;
    hub->asked--;
    if (op->result != STORE_OK)
        return;
    /* Whoever has just come, or was cut off, hears twice before it counts anybody as
     * dead: the others may have been cut off too. */
    hub->knows_nodes = hub->now_ms - hub->heard_at_ms < NODE_DEAD_MS;
    hub->heard_at_ms = hub->now_ms;
    hub->node_count = 0;
    memset(hub->nodes, 0, sizeof hub->nodes);
    for (int i = 0; i < op->doc_count && hub->node_count < NODES_MAX; i++)
        if (op->docs[i].age_ms < NODE_DEAD_MS)
            snprintf(hub->nodes[hub->node_count++].name, NODE_BYTES, "%.11s",
                     op->docs[i].key);
    const uint64_t alive = hash_bytes(hub->nodes, sizeof hub->nodes);
    if (alive != hub->alive)
        board_repaint(hub);
    hub->alive = alive;
    for (Room *room = hub->first_room; room; room = room->next)
        if (room->is_loaded && room->told_online != room_online(room)) {
            room_tell(room);
            room->is_touched = true;
            room_stir(room);
        }
}

static void put_node(Hub *hub)
{
    StoreOp *put = store_op(STORE_PUT, "node", hub->node);
    put->version = STORE_ANY;
    put->body = strdup("{}");
    store_ask(hub->store, put, NULL, NULL);
}

/* Where nobody else writes, this tells whether a store that failed is well again: a
 * balancer that saw it fail sends nobody who would. */
static void hub_knock(Hub *hub)
{
    hub->node_at_ms = hub->now_ms + KNOCK_EVERY_MS;
    if (!store_is_well(hub->store))
        put_node(hub);
}

/* Where the last beat has not come back, news may have got lost: every room looks for
 * itself. Else it does so now and then, for what nobody rings. */
static void look_for_lost(Hub *hub)
{
    if (hub->beat_heard == hub->beat && hub->now_ms < hub->look_at_ms)
        return;
    hub->look_at_ms = hub->now_ms + LOOK_EVERY_MS;
    heard_anything(hub);
    hub->board.is_old = true;
}

static void ring_beat(Hub *hub)
{
    char body[NODE_BYTES + 16];
    StoreOp *op = store_op(STORE_TELL, NULL, "b");
    snprintf(body, sizeof body, "%s %d", hub->node, ++hub->beat);
    op->body = strdup(body);
    store_ask(hub->store, op, NULL, NULL);
}

/* Say that this process is alive, hear which others are, and whether news come. */
static void hub_beat(Hub *hub)
{
    hub->node_at_ms = hub->now_ms + NODE_EVERY_MS;
    look_for_lost(hub);
    ring_beat(hub);
    put_node(hub);
    StoreOp *list = store_op(STORE_LIST, "node", NULL);
    list->limit = NODES_MAX;
    hub->asked++;
    store_ask(hub->store, list, nodes_listed, hub);
}

/* By the clock that was looked at: should it jump before the store comes to it, that is
 * no reason to forget more. */
void hub_forget(Hub *hub, const char *kind, int64_t age_ms)
{
    StoreOp *op = store_op(STORE_SWEEP, kind, NULL);
    op->age_ms = age_ms;
    op->wall_ms = hub->now_ms + hub->ahead_ms;
    store_ask(hub->store, op, NULL, NULL);
}

/* Forget what nobody has touched for long. Rooms with people in them are touched first;
 * when the clock has just jumped it may be wrong, and the next sweep is soon enough. */
static void hub_sweep(Hub *hub)
{
    hub->sweep_at_ms = hub->now_ms + hub->config.sweep_s * 1000;
    if (hub->has_put_away)
        malloc_trim(0); /* or what the rooms had stays with the process */
    hub->has_put_away = false;
    peers_sweep(&hub->peers, hub->now_ms);
    metrics.peers = (long)hub->peers.map.count;
    for (const Room *room = hub->first_room; room; room = room->next)
        if (room->is_loaded && room->member_count)
            store_ask(hub->store, store_op(STORE_TOUCH, "room", room->doc.code), NULL,
                      NULL);
    if (clock_jumped(hub)) {
        log_event(LOG_WARN, "clock_jumped", NULL);
        return;
    }
    hub_forget(hub, "room", hub->config.room_idle_h * HOUR_MS);
    hub_forget(hub, "snapshot", hub->config.room_idle_h * HOUR_MS);
    hub_forget(hub, "node", 10 * NODE_DEAD_MS);
    hub_forget(hub, "notify", (int64_t)SUBSCRIPTION_DAYS * 24 * HOUR_MS);
    if (hub->config.guest_days)
        hub_forget(hub, "token", hub->config.guest_days * 24 * HOUR_MS);
    if (hub->config.match_days) {
        hub_forget(hub, "match", hub->config.match_days * 24 * HOUR_MS);
        hub_forget(hub, "played", hub->config.match_days * 24 * HOUR_MS);
    }
    board_read(hub);
    orders_sweep(hub);
}

void hub_tick(Hub *hub, int64_t now_ms)
{
    hub->now_ms = now_ms;
    if (now_ms >= hub->node_at_ms)
        (store_is_shared(hub->store) ? hub_beat : hub_knock)(hub);
    if (now_ms >= hub->sweep_at_ms)
        hub_sweep(hub);
    board_tick(hub);
    orders_tick(hub);
    /* Whatever is due again because of this is due at the next tick. */
    for (Room *room = due_first(&hub->dues, now_ms); room;
         room = due_first(&hub->dues, now_ms)) {
        const RoomRef ref = room->ref;
        due_remove(&hub->dues, room);
        plan_tick(room);
        room = room_at(hub, ref);
        if (room)
            due_set(&hub->dues, room, plan_next_ms(room));
    }
}

void hub_stop(Hub *hub)
{
    static const char bye[] = "{\"t\":\"bye\"}";
    hub->is_stopping = true;
    for (Client *c = hub->first_client, *next = NULL; c; c = next) {
        next = c->next;
        client_send(c, bye, sizeof bye - 1);
        hub->io.close(c->link, 1001, "the server is stopping");
    }
}

bool hub_is_quiet(const Hub *hub)
{
    if (hub->first_client || hub->asked || hub->signings || hub->asks)
        return false;
    for (const Room *room = hub->first_room; room; room = room->next)
        if (room->is_busy)
            return false;
    return true;
}
