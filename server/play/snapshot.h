/* snapshot.h - how a match stood some moves ago, so that it goes on without all of them
 * being run again. */
#pragma once

#include "server/rooms/room.h"

void snapshot_keep(const Room *room); /* when it is time */
void snapshot_forget(const Room *room);
void snapshot_trim(Room *room);                   /* when the match has become large */
void snapshot_take(Room *room, const char *body); /* if it fits the match just dealt */
