/* spec.h - the names of things: how actions, events and refusals are called and what
 * they carry.
 *
 * Rules speak in numbers. A Spec says how one kind of record is called outside and what
 * each of its numbers means, so that one piece of code turns any game's records into
 * JSON, into sentences, and back. */
#pragma once

#include "engine/rules.h"

/* What a number stands for. A game adds kinds of its own from THING_GAME on. */
enum {
    THING_NONE,
    THING_NUMBER, /* itself */
    THING_FLAG,   /* 0 or 1: false or true */
    THING_SEAT,   /* seat + 1; 0 is nobody */
    THING_MOST,   /* a bound + 1; 0 is none */
    THING_ACTION, /* an action's type */
    THING_TEXT,   /* refusals only: words that a door fills in */
    THING_GAME
};

typedef struct {
    const char *name; /* the key in JSON and the {hole} in sentences */
    uint8_t kind;
} Hole;

enum { SPEC_HOLES = 4 };

typedef struct {
    const char *name;
    Hole hole[SPEC_HOLES]; /* action: a, b, c. event: a, b, c, n. refusal: Quote.arg in
                              order */
    Hole list;             /* events: what each byte of the list is */
} Spec;

#define NO_HOLES         \
    {                    \
        NULL, THING_NONE \
    }

/* A refusal; 0 is none. Shared ones come first, a game's own start at ERR_GAME. */
typedef uint16_t Err;

enum {
    ERR_OK = 0,
#define ERR(name, code, ...) ERR_##name,
#include "engine/errors.def"
#undef ERR
    ERR_COUNT,
    ERR_GAME = 64
};

static_assert((int)ERR_COUNT <= (int)ERR_GAME,
              "shared refusals stay below the games' own");

/* What validate says beside yes or no: the price of a move, and the numbers a refusal
 * names. */
typedef struct {
    int32_t price;           /* in the game's coin; -1 where there is no price */
    int32_t arg[SPEC_HOLES]; /* in the order of the refusal's holes */
} Quote;

RULES static inline Quote quote_none(void)
{
    Quote q;
    memset(&q, 0, sizeof q);
    q.price = -1;
    return q;
}

/* Refuse with numbers: return quote_refuse(quote, ERR_X, price, coins, 0); */
RULES static inline Err quote_refuse(Quote *q, int err, int x, int y, int z)
{
    if (q) {
        q->arg[0] = x;
        q->arg[1] = y;
        q->arg[2] = z;
    }
    return (Err)err;
}
