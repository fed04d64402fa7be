/* pantheon.h - Pantheon: what it adds to the table, and where the rules ask it.
 *
 * Divinities are pieces of the catalog, numbered from 1, the three of a mythology one
 * after the other; the gate is the last. Favours are the tokens on cards: one kind for
 * each mythology, then the offerings. */
#pragma once

enum {
    PANTHEON_SPACES = 6,
    PANTHEON_MYTHS = 5,
    PANTHEON_DECK = 3,
    PANTHEON_GATE = PANTHEON_MYTHS * PANTHEON_DECK + 1,
    PANTHEON_OFFERINGS = 3,
    PANTHEON_FAVOURS = PANTHEON_MYTHS + PANTHEON_OFFERINGS,
    PANTHEON_LOOKERS = DUEL_SEATS + 1, /* the players, and whoever looks on */
    PANTHEON_MIDDLE = 10,              /* the Minerva pawn in the middle of the track */
};

typedef struct {
    uint8_t space[PANTHEON_SPACES];      /* divinity; in a view DUEL_BACK + its
                                            mythology where unknown */
    uint8_t space_seen[PANTHEON_SPACES]; /* bit a seat that knows it face down */
    uint8_t deck[PANTHEON_MYTHS][PANTHEON_DECK]; /* the top first */
    uint8_t deck_seen[PANTHEON_LOOKERS]
                     [PANTHEON_MYTHS]; /* cards from the top that each knows */
    uint8_t mark[DUEL_SLOTS_MAX];      /* the favour on a slot's card */
    uint8_t favour[DUEL_SEATS][PANTHEON_FAVOURS]; /* how many of each a player has */
    uint8_t snake;                                /* the card it lies on */
    uint8_t minerva; /* where its pawn stands: PANTHEON_MIDDLE + space; 0: nowhere */
    uint8_t pad;
    uint16_t enki; /* progress tokens on Enki; bit a token - 1 */
} DuelPantheon;

static_assert(sizeof(DuelPantheon) == 88, "what follows in the state stays aligned");

#define PANTHEON_HOOKS                                                             \
    (DUEL_ON_BEGIN | DUEL_ON_AGE | DUEL_ON_UNCOVERED | DUEL_ON_SHIELDS |           \
     DUEL_ON_MOVED | DUEL_ON_CHAIN | DUEL_ON_PRICE | DUEL_ON_TERMS | DUEL_ON_PAY | \
     DUEL_ON_MOVES | DUEL_ON_VALIDATE | DUEL_ON_TURN | DUEL_ON_SCORE |             \
     DUEL_ON_REDUCE | DUEL_ON_REDACT | DUEL_ON_DETERMINIZE | DUEL_ON_OBSERVE |     \
     DUEL_ON_CHECK | DUEL_ON_SETTLE)
