/* command.h - what a player does: one small record, and the list of those allowed now.
 */
#pragma once

#include "engine/rules.h"

typedef struct {
    uint8_t type; /* a line of the game's actions.def; 0 is no action */
    uint8_t seat; /* who does it */
    Id a, b, c;   /* what it is done with; unused ones are 0 */
} Command;

static_assert(sizeof(Command) == 8, "a command is one machine word");

enum {
    ACTION_NONE = 0,
    ACTION_PASS =
        1, /* every game's answer "no, thank you" to a question that may be declined */
    ACTION_GAME = 2 /* a game's own actions start here */
};

enum { MOVES_MAX = 1024 };

/* The moves open to the seat that acts, each once, in a fixed order. */
typedef struct {
    int count;
    Command item[MOVES_MAX];
} Moves;

RULES static inline Command command(int type, int seat, int a, int b, int c)
{
    Command made;
    made.type = (uint8_t)type;
    made.seat = (uint8_t)seat;
    made.a = (Id)a;
    made.b = (Id)b;
    made.c = (Id)c;
    return made;
}

RULES static inline void moves_add(Moves *m, Command move)
{
    ASSERT(m->count < MOVES_MAX);
    m->item[m->count++] = move;
}

RULES static inline bool command_same(const Command *x, const Command *y)
{
    return memcmp(x, y, sizeof *x) == 0;
}
