/* dues.c - which room has to be looked at next, and when: the one that is due first
 * lies on top of a heap, and the others are left alone. */
#include "server/rooms/dues.h"

#include "server/rooms/room.h"

#include <stdlib.h>

static void put(Dues *d, int at, Room *room)
{
    d->room[at] = room;
    room->due_place = at + 1;
}

static void rise(Dues *d, int at)
{
    Room *room = d->room[at];
    for (int above = (at - 1) / 2; at && d->room[above]->due_ms > room->due_ms;
         at = above, above = (at - 1) / 2)
        put(d, at, d->room[above]);
    put(d, at, room);
}

static void sink(Dues *d, int at)
{
    Room *room = d->room[at];
    for (int below = 2 * at + 1; below < d->count; at = below, below = 2 * at + 1) {
        if (below + 1 < d->count && d->room[below + 1]->due_ms < d->room[below]->due_ms)
            below++;
        if (d->room[below]->due_ms >= room->due_ms)
            break;
        put(d, at, d->room[below]);
    }
    put(d, at, room);
}

void due_remove(Dues *d, Room *room)
{
    if (!room->due_place)
        return;
    const int at = room->due_place - 1;
    Room *last = d->room[--d->count];
    room->due_place = 0;
    if (last == room)
        return;
    put(d, at, last);
    rise(d, at);
    sink(d, last->due_place - 1);
}

void due_set(Dues *d, Room *room, int64_t at_ms)
{
    if (at_ms >= DUE_NEVER_MS) {
        due_remove(d, room);
        return;
    }
    if (!room->due_place) {
        if (d->count == d->room_max) {
            d->room_max = d->room_max ? 2 * d->room_max : 64;
            Room **more = realloc(d->room, (size_t)d->room_max * sizeof *more);
            ASSERT(more);
            d->room = more;
        }
        put(d, d->count++, room);
    }
    room->due_ms = at_ms;
    rise(d, room->due_place - 1);
    sink(d, room->due_place - 1);
}

Room *due_first(const Dues *d, int64_t now_ms)
{
    return d->count && d->room[0]->due_ms <= now_ms ? d->room[0] : NULL;
}

void dues_clear(Dues *d)
{
    free(d->room);
    *d = (Dues){0};
}
