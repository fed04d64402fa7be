/* harbour.h - Harbour: what it adds to the table, and where the rules ask it. */
#pragma once

typedef struct {
    uint8_t ships[DUEL_SEATS]; /* loaded, and not yet sailed */
    uint8_t crate;             /* the slot + 1 on which a crate lies; 0: none */
    uint8_t pad[5];
} DuelHarbour;

static_assert(sizeof(DuelHarbour) % 8 == 0, "what follows in the state stays aligned");

#define HARBOUR_HOOKS                                                                  \
    (DUEL_ON_AGE | DUEL_ON_REVEALED | DUEL_ON_BUILT | DUEL_ON_SHIELDS |                \
     DUEL_ON_TERMS | DUEL_ON_CHAIN | DUEL_ON_MOVES | DUEL_ON_VALIDATE | DUEL_ON_TURN | \
     DUEL_ON_SCORE | DUEL_ON_REDUCE | DUEL_ON_OBSERVE | DUEL_ON_CHECK)
