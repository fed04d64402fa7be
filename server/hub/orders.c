/* orders.c - what the operator wants done, written into the store by "parlor admin" and
 * read by every server of it.
 *
 * Who may write to the store may give orders; there is no other door. An order is a
 * document whose key is the time it was given; a server does those that come while it
 * runs, once each: which it has done it knows by their names, as whoever gives them may
 * have another clock. Bans are documents too, and stay until they are lifted or over.
 */
#include "server/hub/orders.h"

#include "server/clock.h"
#include "server/hub/client.h"
#include "server/hub/inside.h"
#include "server/hub/limits.h"
#include "server/log.h"
#include "server/metrics.h"
#include "server/people/person.h"
#include "server/rooms/board.h"
#include "server/rooms/room.h"

#include <stdio.h>
#include <stdlib.h>

enum { ORDERS_EVERY_MS = 1000, ORDERS_MAX = 2000, BANS_MAX = 10000 };
enum { ORDER_KEPT_MS = 600000 };

typedef struct {
    char name[PEER_BYTES];
    int64_t until_s; /* 0: for good */
} Ban;

static const char *text_of(const json_t *order, const char *field)
{
    const char *text = json_string_value(json_object_get(order, field));
    return text ? text : "";
}

/* A map and the things in it. */
static void all_forget(Map *things)
{
    for (uint32_t i = 0; i < things->slots; i++)
        free(things->slot[i].value);
    map_clear(things);
}

/* Bans. */

bool hub_is_banned(const Hub *hub, const char *name)
{
    const Ban *ban = hub->bans.count ? map_find(&hub->bans, name) : NULL;
    return ban && (!ban->until_s || ban->until_s > wall_ms() / 1000);
}

bool client_is_banned(const Client *c)
{
    char name[PEER_BYTES];
    snprintf(name, sizeof name, "person:%s", c->who.person);
    if (hub_is_banned(c->hub, c->peer->name) ||
        (c->who.person[0] && hub_is_banned(c->hub, name)))
        return true;
    snprintf(name, sizeof name, "account:%s", c->who.account);
    return c->who.account[0] && hub_is_banned(c->hub, name);
}

static void bans_read(StoreOp *op)
{
    Hub *hub = op->context;
    hub->asked--;
    if (op->result != STORE_OK)
        return;
    all_forget(&hub->bans);
    for (int i = 0; i < op->doc_count; i++) {
        json_t *doc = json_loads(op->docs[i].body, 0, NULL);
        Ban *ban = calloc(1, sizeof *ban);
        ASSERT(ban);
        snprintf(ban->name, sizeof ban->name, "%.63s", op->docs[i].key);
        ban->until_s = json_integer_value(json_object_get(doc, "until"));
        map_put(&hub->bans, ban->name, ban);
        json_decref(doc);
    }
    for (Client *c = hub->first_client, *next = NULL; c; c = next) {
        next = c->next;
        if (client_is_banned(c))
            hub->io.close(c->link, 1008, "banned");
    }
}

static void read_bans(Hub *hub)
{
    StoreOp *op = store_op(STORE_FIND, "ban", "");
    op->limit = BANS_MAX;
    hub->asked++;
    store_ask(hub->store, op, bans_read, hub);
}

/* Orders. Each is true once it is done; else it is tried again. */

static bool do_broadcast(Hub *hub, const json_t *order)
{
    JsonW *w = &hub->out;
    jw_reset(w);
    jw_object(w, NULL);
    jw_str(w, "t", "notice");
    jw_str(w, "text", text_of(order, "text"));
    jw_end_object(w);
    for (Client *c = hub->first_client; c; c = c->next)
        client_send(c, w->text, w->used);
    return true;
}

static bool do_close(Hub *hub, const json_t *order)
{
    static const char gone[] = "{\"t\":\"kicked\"}";
    const char *code = text_of(order, "room");
    Room *room = map_find(&hub->rooms, code);
    if (room && (!room->is_loaded || room->is_busy))
        return false;
    if (!room) {
        store_ask(hub->store, store_op(STORE_DELETE, "room", code), NULL, NULL);
        board_forget(hub, code);
        return true;
    }
    while (room->members) {
        client_send(room->members, gone, sizeof gone - 1);
        room_leave(room, room->members);
    }
    room_delete(room);
    return true;
}

static bool do_drain(Hub *hub, const json_t *order)
{
    const char *node = text_of(order, "node"); /* "": all of them */
    if (!node[0] || strcmp(node, hub->node) == 0)
        hub->is_draining = !json_is_true(json_object_get(order, "end"));
    return true;
}

static bool do_bans(Hub *hub, const json_t *order)
{
    (void)order;
    read_bans(hub);
    return true;
}

static bool do_logout(Hub *hub, const json_t *order)
{
    person_heard(hub, order);
    return true;
}

/* What this server would say of itself, for whoever asked. */
static bool do_stats(Hub *hub, const json_t *order)
{
    char key[STORE_KEY_BYTES];
    snprintf(key, sizeof key, "%.40s/%.11s", text_of(order, "id"), hub->node);
    StoreOp *op = store_op(STORE_PUT, "report", key);
    json_t *report = json_pack(
        "{s:s, s:i, s:I, s:I, s:I, s:I, s:I, s:b}", "node", hub->node, "connections",
        hub->client_count, "lines", (json_int_t)hub->line_count, "rooms",
        (json_int_t)metrics.rooms, "matches", (json_int_t)metrics.matches, "moves",
        (json_int_t)metrics.moves_total, "refused",
        (json_int_t)metrics.rate_limited_total, "draining", (int)hub->is_draining);
    op->version = STORE_ANY;
    op->body = json_dumps(report, JSON_COMPACT);
    json_decref(report);
    store_ask(hub->store, op, NULL, NULL);
    return true;
}

static bool order_do(Hub *hub, const json_t *order)
{
    static const struct {
        const char *name;
        bool (*run)(Hub *hub, const json_t *order);
    } kinds[] = {
        {"broadcast", do_broadcast}, {"close", do_close},   {"drain", do_drain},
        {"bans", do_bans},           {"logout", do_logout}, {"stats", do_stats},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, text_of(order, "do")) == 0)
            return kinds[i].run(hub, order);
    return true;
}

static int by_key(const void *one, const void *other)
{
    return strcmp(((const StoreDoc *)one)->key, ((const StoreDoc *)other)->key);
}

static bool order_take(Hub *hub, const char *body)
{
    json_t *order = json_loads(body, 0, NULL);
    const bool done = order_do(hub, order);
    if (done)
        log_event(LOG_INFO, "order", "do", text_of(order, "do"), NULL);
    json_decref(order);
    return done;
}

/* What was ordered before we came is not for us, and what cannot be done yet keeps what
 * was ordered after it waiting. */
static void orders_read(StoreOp *op)
{
    Hub *hub = op->context;
    Map known = {0};
    bool good = true;
    hub->asked--;
    if (op->result != STORE_OK)
        return;
    if (op->doc_count)
        qsort(op->docs, (size_t)op->doc_count, sizeof *op->docs, by_key);
    for (int i = 0; i < op->doc_count; i++) {
        const StoreDoc *doc = &op->docs[i];
        const bool is_done = !hub->knows_orders || map_find(&hub->orders, doc->key);
        good = is_done ? good : good && order_take(hub, doc->body);
        if (!is_done && !good)
            continue;
        char *key = strdup(doc->key);
        map_put(&known, key, key);
    }
    all_forget(&hub->orders);
    hub->orders = known;
    hub->knows_orders = true;
}

void orders_tick(Hub *hub)
{
    if (hub->now_ms < hub->orders_at_ms)
        return;
    if (!hub->orders_at_ms)
        read_bans(hub);
    hub->orders_at_ms = hub->now_ms + ORDERS_EVERY_MS;
    StoreOp *op = store_op(STORE_LIST, "order", NULL);
    op->limit = ORDERS_MAX;
    hub->asked++;
    store_ask(hub->store, op, orders_read, hub);
}

void orders_sweep(Hub *hub)
{
    hub_forget(hub, "order", ORDER_KEPT_MS);
    hub_forget(hub, "report", ORDER_KEPT_MS);
    read_bans(hub);
}

void orders_clear(Hub *hub)
{
    all_forget(&hub->orders);
    all_forget(&hub->bans);
}
