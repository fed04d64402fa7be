/* agora.h - Agora: what it adds to the table, and where the rules ask it.
 *
 * Decrees and conspiracies are pieces of the catalog, numbered from 1. What can be done
 * with cubes of influence is one list of ids, the same in every question: see below. */
#pragma once

enum {
    AGORA_CHAMBERS = 6,
    AGORA_CUBES = 12,
    AGORA_PLOTS = 16,
    AGORA_HELD = 13, /* conspiracies a player can have */
    AGORA_ALL_HELD = DUEL_SEATS * 13,
    AGORA_ROOM = 2,     /* decrees in one chamber */
    AGORA_POLITICS = 3, /* actions of a politician */
};

/* The decrees by name: AGORA_SHIELD is the one that moves the pawn. */
enum {
    AGORA_NO_DECREE,
#define DECREE(name, id) AGORA_##name,
#include "games/duel/sets/agora/decrees.def"
#undef DECREE
    AGORA_DECREES_END,
    AGORA_DECREES = AGORA_DECREES_END - 1
};

/* What is done with cubes: place_1 .. place_6, move_1_2 .. move_5_6, move_2_1 ..
 * move_6_5, remove_1 .. remove_6; and what a conspirator may do instead. */
enum {
    AGORA_PLACE = 0,
    AGORA_UP = AGORA_PLACE + AGORA_CHAMBERS,
    AGORA_DOWN = AGORA_UP + AGORA_CHAMBERS - 1,
    AGORA_REMOVE = AGORA_DOWN + AGORA_CHAMBERS - 1,
    AGORA_CONSPIRE = AGORA_REMOVE + AGORA_CHAMBERS + 1,
    AGORA_DEEDS = AGORA_CONSPIRE
};

typedef struct {
    uint8_t cube[DUEL_SEATS][AGORA_CHAMBERS];
    uint8_t decree[AGORA_CHAMBERS]
                  [AGORA_ROOM];            /* in a view DUEL_BACK where nobody knows */
    uint8_t deck[AGORA_PLOTS];             /* conspiracies, the top first */
    uint8_t plot[DUEL_SEATS][AGORA_HELD];  /* DUEL_BACK in a view: unknown */
    uint8_t under[DUEL_SEATS][AGORA_HELD]; /* the card that prepares it */
    uint16_t shown[DUEL_SEATS];     /* triggered: bit a place of the list above */
    uint16_t deck_seen[DUEL_SEATS]; /* bit a place of the deck that a seat knows */
    uint16_t up;       /* decrees face up: bit chamber * AGORA_ROOM + which */
    uint16_t locked;   /* tokens under Obscurantism; bit a token - 1 */
    uint8_t lock_seat; /* seat + 1 of who alone knows which; 0: open */
    uint8_t pad[7];
} DuelAgora;

static_assert(sizeof(DuelAgora) == 112, "what follows in the state stays aligned");

#define AGORA_HOOKS                                                                  \
    (DUEL_ON_BEGIN | DUEL_ON_BUILT | DUEL_ON_TERMS | DUEL_ON_CHAIN | DUEL_ON_PRICE | \
     DUEL_ON_LOOTED | DUEL_ON_MOVES | DUEL_ON_VALIDATE | DUEL_ON_TURN |              \
     DUEL_ON_SCORE | DUEL_ON_REDUCE | DUEL_ON_REDACT | DUEL_ON_DETERMINIZE |         \
     DUEL_ON_OBSERVE | DUEL_ON_CHECK | DUEL_ON_SETTLE)
