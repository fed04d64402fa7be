/* agent.h - a player that is a program: sees a view and the legal moves, never the
 * state. */
#pragma once

#include "engine/game.h"

typedef struct Agent Agent;

typedef struct {
    const Game *game;
    const void *catalog;
    const void *view; /* what this seat may know */
    int seat;
    const Moves *moves; /* at least one */
    Rng *rng;           /* the agent's own stream */
    int budget_ms;      /* for those that search; 0: their default */
    /* The budget is what the thread works, not what goes by: fair on a busy machine. */
    bool by_work;
    int iterations; /* for those that search: so many, whatever the time; 0: by time */
    int memory_mib; /* what a search may take; 0: SEARCH_MEMORY_MIB */
    int threads;    /* a search may use; 0: one. Another number, another answer */
    /* Every move of the match so far as this seat saw it, and a number no other match
     * has: a search finds its old tree by them. match 0: unknown. */
    const Command *trail;
    int trail_count;
    uint64_t match;
    double *hope;      /* where a search leaves its hoped share of the win; or NULL */
    uint32_t *visits;  /* and how often it tried each of the moves; or NULL */
    const Agent *self; /* who is asked; programs outside need to know */
    /* Set by another thread or a signal: nobody waits for the answer any longer, so
     * that any move will do, soon; or NULL. */
    const _Atomic bool *stop;
} AgentTurn;

struct Agent {
    const char *name;                   /* also the text key "cli.agent.<name>" */
    int (*pick)(const AgentTurn *turn); /* an index into moves */
};

#define AGENT(name) extern const Agent agent_##name;
#include "agents/agents.def"
#undef AGENT

extern const Agent *const agents_all[]; /* in that order; ends with NULL */
/* Players that another program brings along, set once at its start; NULL: none. */
extern const Agent *const *agents_guests;

/* Whether any move will do now. */
static inline bool agent_is_stopped(const AgentTurn *turn)
{
    return turn->stop && *turn->stop;
}

const Agent *agents_find(const char *name); /* NULL when there is none of that name */
