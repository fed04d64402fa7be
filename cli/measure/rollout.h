/* rollout.h - one game from the deal to the end, played by agents, as fast as they
 * think.
 */
#pragma once

#include "agents/agent.h"

enum {
    ROLLOUT_STEPS_MAX = 1 << 20,
    ROLLOUT_TRAIL_MAX = 4096,
    ROLLOUT_HOPES_MAX = 4096
};

typedef struct {
    uint8_t seat;
    int step;
    double share;
} RolloutHope;

struct Rollout;
/* A decision: the view, the moves and what a search tried are in the rollout; 'pick' is
 * an index into the moves, 'hope' below 0 when nothing was hoped. */
typedef void RolloutSeen(void *whose, const struct Rollout *r, int seat, int step,
                         int pick, double hope);

typedef struct Rollout {
    const Game *game;
    const void *catalog;
    const Agent *agent[SEATS_MAX];
    int budget_ms;
    bool by_work;   /* of the thread's own work, whatever else the machine does */
    int iterations; /* of those that search; 0: by time */
    int memory_mib; /* of a search; 0: the usual */
    int threads;    /* of a search; 0: one */
    int iterations_of[SEATS_MAX], budget_of[SEATS_MAX]; /* of one seat; 0: as above */
    /* What searches hoped for, a decision each, if anybody wants to know. */
    RolloutHope *hope;
    int hope_count;
    /* Who is told of every decision, or NULL. */
    RolloutSeen *seen;
    void *seen_by;
    uint32_t *visits; /* of each move at the last decision; all 0: nobody searched */
    bool check;       /* hold every move and every table against the rules */
    /* Every move so far as each seat saw it, ROLLOUT_TRAIL_MAX for each. */
    Command *trail;
    int trail_count;
    uint64_t match; /* which match it is; 0: the trail has broken off */
    void *state, *view;
    Moves *moves;
    const _Atomic bool *stop; /* set: the game is of no use any longer; or NULL */
} Rollout;

/* What rollout_play says of a game that was stopped. */
extern const char rollout_stopped[];

bool rollout_init(Rollout *r, const Game *game, const void *catalog);
void rollout_clear(Rollout *r);

/* What the agent of the acting seat picks; NULL when the game offers nothing. 'turn' is
 * the number of the move: the same seed and turn pick the same move. */
const Command *rollout_pick(Rollout *r, const void *state, uint64_t seed, int turn,
                            const Agent *agent, int budget_ms);

/* A new match: a number no other one has. */
void rollout_begin(Rollout *r, uint64_t match);
/* 'move' is about to be made: everybody sees of it what may be seen. Whoever says so
 * for every move lets searches keep their trees. */
void rollout_saw(Rollout *r, const void *state, const Command *move);

/* How long move 'turn' of a match takes to be seen to, thinking included: 'least_ms' up
 * to twice of it, all as likely, the first move of a turn as the later ones. */
int64_t rollout_pause_us(int least_ms, uint64_t seed, int turn);

/* Play to the end; r->state is then the end. NULL, or what went wrong. */
const char *rollout_play(Rollout *r, const Setup *setup, uint64_t agents_seed,
                         int *steps);
