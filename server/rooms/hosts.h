/* hosts.h - how many rooms of this process are somebody's: theirs as host, or a quick
 * one they sit in. */
#pragma once

#include "server/rooms/doc.h"

int hosts_count(const Hub *hub, const char *person);
/* A room is 'now' what it was not before; NULL: there was none, or is none. */
void hosts_note(Hub *hub, const RoomDoc *before, const RoomDoc *now);
