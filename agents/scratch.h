/* scratch.h - room for the state of any game, where an agent tries out a move. */
#pragma once

#include <stdint.h>

enum { SCRATCH_BYTES = 8192 };

typedef union {
    uint8_t bytes[SCRATCH_BYTES];
    uint64_t aligned;
} Scratch;
