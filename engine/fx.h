/* fx.h - the effect stack: how an ability stops to ask and goes on with the answer.
 *
 * An ability is a function with a frame on a stack inside the state. It is written with
 * four words, BEGIN, ASK, DO and END; only the frame's slots live across an ASK or a
 * DO. */
#pragma once

#include "engine/prompt.h"
#include "engine/set.h"

enum { FX_QUEUE_MAX = 4 };

typedef struct {
    uint16_t ability; /* which function this is: a line of the game's abilities.def */
    uint8_t step;     /* where it resumes; 0 is the top */
    uint8_t seat;     /* who controls the effect */
    uint8_t who;      /* who is asked; starts as seat */
    uint8_t queue[FX_QUEUE_MAX]; /* what comes next, one after the other; 0 ends it */
    uint8_t spare[6];
    uint8_t ignoring; /* bit a seat: for whom this does nothing */
    uint8_t from;     /* where what this is about has come from */
    uint8_t player;   /* seat + 1 of who set this off */
    Id answer;        /* what the player chose: a card, a base, a hex; 0 is none */
    Id source;        /* the card whose text this is */
    Id card, other;   /* from here on: the ability's only variables */
    Id base, dest;
    int16_t count; /* starts as the "n" that data gives the ability */
    CardSet seen;
} Fx;

static_assert(sizeof(Fx) == 64, "a frame is one cache line");

typedef enum { FX_DONE, FX_WAIT } FxResult;

/* Beside a step: put the question of that step once more, or, where something was set
 * off there, only wait. So a frame that comes from outside can be tried on a copy of
 * the table: it must ask exactly what is asked. One that never stops at its step is
 * done. */
enum { FX_AGAIN = 0x80 };

#define BEGIN                        \
    switch (fx->step) {              \
    default:                         \
        ASSERT(fx->step > FX_AGAIN); \
        return FX_DONE;              \
    case 0:

#define END \
    }       \
    return FX_DONE

/* Put a question; go on with the answer in 'slot'. 'opened' is false when there was
 * nothing to choose: then the answer is "none" and nobody is asked. */
#define ASK(n, slot, opened)  \
    do {                      \
        FALLS_THROUGH;        \
    case (int)(n) | FX_AGAIN: \
        fx->step = (n);       \
        fx->answer = 0;       \
        if (opened)           \
            return FX_WAIT;   \
        FALLS_THROUGH;        \
    case (n):                 \
        (slot) = fx->answer;  \
    } while (0)

/* Make something happen; go on once everything it set off has finished. The game
 * supplies fx_top(g), the frame on top of its stack. */
#define DO(n, effect)             \
    do {                          \
        fx->step = (n);           \
        effect;                   \
        if (fx_top(g) != fx)      \
            return FX_WAIT;       \
        if (false) {              \
        case (int)(n) | FX_AGAIN: \
            fx->step = (n);       \
            return FX_WAIT;       \
        }                         \
        FALLS_THROUGH;            \
    case (n):;                    \
    } while (0)

/* A new frame on top of a stack of at most 'max'. */
RULES static inline Fx *fx_push(Fx *stack, uint8_t *depth, int max, int ability,
                                int seat)
{
    ASSERT(*depth < max);
    Fx *fx = &stack[(*depth)++];
    memset(fx, 0, sizeof *fx);
    fx->ability = (uint16_t)ability;
    fx->seat = (uint8_t)seat;
    fx->who = (uint8_t)seat;
    return fx;
}

/* The finished top frame goes; its memory is zeroed so that equal tables have equal
 * bytes. */
RULES static inline void fx_pop(Fx *stack, uint8_t *depth)
{
    ASSERT(*depth > 0);
    memset(&stack[--*depth], 0, sizeof *stack);
}
