/* undo.h - taking a move back where the others agree. */
#pragma once

#include "server/rooms/room.h"

bool undo_is_asked(const Room *room); /* at the table as it stands, answered or not */
/* Until when nobody but a person moves, since one has to answer; 0: nobody has. */
int64_t undo_open_until_ms(Room *room);
