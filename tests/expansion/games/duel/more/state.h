/* state.h - Harbour: what it adds to the table. */
#pragma once

typedef struct {
    uint8_t ships[DUEL_SEATS]; /* loaded, and not yet sailed */
    uint8_t crate;             /* the slot + 1 on which a crate lies; 0: none */
    uint8_t pad[5];
} DuelMore;

static_assert(sizeof(DuelMore) % 8 == 0, "what follows in the state stays aligned");
