/* dues.h - which room has to be looked at next, and when: the one that is due first
 * lies on top of a heap, and the others are left alone. */
#pragma once

#include "server/hub/hub.h"

static const int64_t DUE_NEVER_MS = INT64_MAX / 2;

/* Zeroed memory is empty. */
typedef struct {
    Room **room;
    int count, room_max;
} Dues;

void due_set(Dues *d, Room *room, int64_t at_ms); /* DUE_NEVER_MS: not by itself */
void due_remove(Dues *d, Room *room);
Room *due_first(const Dues *d, int64_t now_ms); /* NULL: none is due yet */
void dues_clear(Dues *d);
