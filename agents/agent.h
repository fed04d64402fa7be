/* agent.h - a player that is a program: sees a view and the legal moves, never the
 * state. */
#pragma once

#include "engine/game.h"

typedef struct {
    const Game *game;
    const void *catalog;
    const void *view; /* what this seat may know */
    int seat;
    const Moves *moves; /* at least one */
    Rng *rng;           /* the agent's own stream */
    int budget_ms;      /* for those that search; 0: their default */
} AgentTurn;

typedef struct {
    const char *name;
    int (*pick)(const AgentTurn *turn); /* an index into moves */
} Agent;

extern const Agent *const agents_all[]; /* ends with NULL */

const Agent *agents_find(const char *name); /* NULL when there is none of that name */
