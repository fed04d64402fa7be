/* sim.h - parlor sim: agents against each other, many times, and how sure the result
 * is. */
#pragma once

#include "cli/cli.h"
#include "cli/measure/rollout.h"

#include <pthread.h>
#include <stdatomic.h>

/* A shared win is split between up to four: twelfths keep the sums whole. */
enum {
    SIM_JOBS_MAX = 64,
    SIM_SHARE = 12,
    SIM_AGENTS_MAX = 8,
    SIM_TABLES_MAX = 70, /* ways to seat four of eight */
    SIM_POINTS_MAX = 199,
    SIM_HOPES = 10,           /* tenths of a win */
    SIM_PARTS = 3,            /* of a game: its first third, its second, its last */
    SIM_HOPE_UNITS = 1000000, /* whole numbers add up alike in any order */
};

/* How often a hope of so many tenths was had, what it was and what came of it. */
typedef struct {
    int64_t count, hoped, got; /* the sums in SIM_HOPE_UNITS */
    int64_t squares;           /* of the differences: Brier */
} SimHope;

typedef struct {
    int64_t seat_games, wins, draws;
    int64_t shares; /* twelfths of wins, shared wins included */
    int64_t points; /* on the scoreboard at the end */
    int64_t points_seen[SIM_POINTS_MAX + 1]; /* how often so many */
    SimHope hope[SIM_PARTS][SIM_HOPES];
} SimScore;

/* Is the first agent better than the second by at least so much? */
typedef struct {
    bool on;
    double elo_low, elo_high;
    uint8_t *share; /* of the first agent, by game: twelfths + 1; 0: not played yet */
    int64_t pairs;  /* mirrored deals judged, all before this one played */
    double sum, squares; /* of the pairs' shares, 0 to 1 */
    double ratio;        /* log likelihood ratio */
    int verdict;         /* 1: better, -1: not, 0: undecided */
} SimTest;

typedef struct {
    const Game *game;
    const void *catalog;
    Setup setup;
    const Agent *agent[SIM_AGENTS_MAX];
    int agent_count;
    int players;                              /* at one table */
    uint8_t table[SIM_TABLES_MAX][SEATS_MAX]; /* who plays whom */
    int table_count;
    int64_t games, table_games; /* in all, at each table */
    uint64_t seed;
    int budget_ms, iterations, memory_mib, threads;
    bool check;
    /* Shared between the threads. */
    _Atomic int64_t next, done;
    _Atomic bool stop;
    _Atomic bool interrupted; /* by the user: what has been played counts */
    pthread_mutex_t lock;     /* over what is below */
    SimScore score[SIM_AGENTS_MAX];
    SimTest test;
    int64_t steps;
    uint64_t ends; /* sum of the hashes of all final states */
    const char *broken;
    int64_t broken_game;
    FILE *record; /* every decision of every game as JSON lines; or NULL */
} Sim;

typedef struct {
    double rate, low, high;
    double elo, elo_error; /* half the width of the interval */
} SimRate;

SimRate sim_rate(const SimScore *score, int players);

void sim_write(const Sim *sim, double seconds);
void sim_print(Cli *cli, const Sim *sim, double seconds);
bool sim_plot(Cli *cli, const Sim *sim, const char *path);

/* sim_record.c - one game's lines, written when it has ended. */
typedef struct {
    JsonW lines, scratch;
    int64_t game;
} SimRecord;

void sim_record_open(SimRecord *record, Rollout *r);
void sim_record_begin(SimRecord *record, const Sim *sim, const Setup *setup,
                      const Rollout *r, int64_t number);
void sim_record_end(SimRecord *record, Sim *sim, const Rollout *r, int steps);
void sim_record_close(SimRecord *record);

/* sim_test.c - when enough has been played. */
bool sim_test_open(SimTest *test, const char *text, int64_t games);
void sim_test_add(SimTest *test, int64_t game, int share);
