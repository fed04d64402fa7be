/* room.h - room for the state of any game, where an agent tries out a move. */
#pragma once

#include <stdint.h>

enum { ROOM_BYTES = 8192 };

typedef union {
    uint8_t bytes[ROOM_BYTES];
    uint64_t aligned;
} Room;
