/* wait.c - what goes on after a wait: whoever waited is looked for again. */
#include "server/hub/ask.h"

#include "server/hub/client.h"
#include "server/hub/inside.h"
#include "server/rooms/room.h"

#include <stdio.h>
#include <stdlib.h>

Client *client_at(const Hub *hub, ClientRef ref)
{
    return slots_find(&hub->client_slots, ref.name);
}

Room *room_at(const Hub *hub, RoomRef ref)
{
    return slots_find(&hub->room_slots, ref.name);
}

void ask_fold(Ask *ask)
{
    const Hub *hub = ask->hub;
    if (hub->hearing != ask) /* it has waited before, and its message is gone */
        return;
    ASSERT(ask->request && !ask->text);
    ask->text = malloc(hub->heard_bytes);
    ASSERT(ask->text);
    memcpy(ask->text, hub->heard, hub->heard_bytes);
    ask->text_bytes = hub->heard_bytes;
    ask->id = json_incref(json_object_get(ask->request, "id"));
    json_decref(ask->request);
    ask->request = NULL;
}

void ask_park(Ask *ask)
{
    ask->client = NULL;
    ask->room = NULL;
    ask->seat = SEAT_NONE;
}

/* Where the client is, against where it asked: an answer must not reach it elsewhere.
 */
static Why cannot_go_on(const Ask *ask, const Client *client)
{
    const RoomRef none = {{0, 0}};
    const RoomRef now = client->room ? client->room->ref : none;
    const bool moved = memcmp(&now, &ask->where, sizeof now) != 0;
    if (right_needs_person(ask->op->right) &&
        strcmp(client->who.person, ask->person) != 0)
        return WHY_HELLO_FIRST;
    if (right_needs_room(ask->op->right) && moved)
        return WHY_NOT_IN_ROOM;
    if ((ask->op->how & ENTERS) && moved)
        return WHY_LEAVE_FIRST;
    return WHY_NONE;
}

bool ask_wake(Ask *ask)
{
    Client *client = client_at(ask->hub, ask->who);
    const Why why = client ? cannot_go_on(ask, client) : WHY_NONE;
    if (!client) {
        ask_drop(ask);
        return false;
    }
    if (why) {
        ask_fail(ask, why);
        return false;
    }
    ask->client = client;
    ask->room = client->room;
    const int seat = ask->room ? room_seat_of(&ask->room->doc, client->who.person) : -1;
    ask->seat = seat < 0 ? SEAT_NONE : seat;
    return true;
}

static void ask_answered(StoreOp *op)
{
    Ask *ask = op->context;
    if (ask->always && op->result == STORE_OK)
        ask->always(ask, op);
    if (ask_wake(ask))
        ask->then(ask, op);
}

void ask_store(Ask *ask, StoreOp *op, void (*then)(Ask *ask, StoreOp *op))
{
    ask_park(ask);
    ask->then = then;
    ask->always = NULL;
    store_ask(ask->hub->store, op, ask_answered, ask);
}

void ask_store_for_all(Ask *ask, StoreOp *op,
                       void (*always)(Ask *ask, const StoreOp *op),
                       void (*then)(Ask *ask, StoreOp *op))
{
    ask_store(ask, op, then);
    ask->always = always;
}

Pending *room_pending(Room *room, const RoomDoc *next, Ask *ask)
{
    Pending *p = calloc(1, sizeof *p + (next ? sizeof *next : 0));
    ASSERT(p && !room->is_busy);
    if (next)
        p->next[0] = *next;
    p->hub = room->hub;
    p->room = room->ref;
    p->ask = ask;
    if (ask)
        ask_park(ask);
    room->is_busy = true;
    return p;
}

static void pending_answered(StoreOp *op)
{
    Pending *p = op->context;
    Room *room = room_at(p->hub, p->room);
    if (room) {
        room_stir(room);
        p->go(p, room, op);
        return;
    }
    if (p->ask)
        ask_fail(p->ask, WHY_NO_ROOM);
    free(p);
}

void pending_store(Pending *p, StoreOp *op,
                   void (*go)(Pending *p, Room *room, StoreOp *op))
{
    p->go = go;
    store_ask(p->hub->store, op, pending_answered, p);
}

Ask *pending_ask(Pending *p)
{
    Ask *ask = p->ask;
    p->ask = NULL;
    return ask && ask_wake(ask) ? ask : NULL;
}
