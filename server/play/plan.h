/* plan.h - what time brings about in a room: when the seat to act is an agent, away or
 * out of time, what will be done for it; and a room where nobody is goes. */
#pragma once

#include "server/rooms/room.h"

void plan_make(Room *room); /* who acts next, and when */
void plan_due(Room *room);  /* do what is planned if its time has come */
void plan_tick(Room *room);
int64_t plan_next_ms(const Room *room); /* when the next tick of it is due */
