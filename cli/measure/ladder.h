/* ladder.h - parlor ladder: every agent against every other, and how strong each is. */
#pragma once

#include "cli/cli.h"
#include "cli/measure/rollout.h"

#include <pthread.h>
#include <stdatomic.h>

/* A shared win counts a half, so a mirrored deal brings the first of two 0 to 4 halves.
 */
enum {
    LADDER_AGENTS_MAX = 16,
    LADDER_PAIRS_MAX = LADDER_AGENTS_MAX * (LADDER_AGENTS_MAX - 1) / 2,
    LADDER_HALVES = 4,
    LADDER_WORD_MAX = 200
};

/* One that takes part: "hard", "hard@500" (iterations), "hard@100ms". */
typedef struct {
    char word[LADDER_WORD_MAX];
    const Agent *agent;
    int iterations, budget_ms; /* 0: as for all */
} LadderAgent;

typedef struct {
    double elo, low, high; /* 95 %, by drawing the deals again */
    double rate;           /* share of the wins against all others */
    int64_t games;
} LadderRung;

typedef struct {
    const Game *game;
    const void *catalog;
    Setup setup;
    LadderAgent agent[LADDER_AGENTS_MAX];
    int agent_count, pair_count;
    uint8_t first[LADDER_PAIRS_MAX], second[LADDER_PAIRS_MAX]; /* of each pair */
    int64_t deals;   /* of each pair; each is played twice, seats changed */
    uint8_t *halves; /* by deal and pair, of the first, plus 1; 0: not played yet */
    uint64_t seed;
    int budget_ms, iterations;
    FILE *file; /* where results are kept; NULL: nowhere */
    /* Shared between the threads. */
    _Atomic int64_t next;
    _Atomic bool stop;
    pthread_mutex_t lock;
    const char *broken;
} Ladder;

static inline uint8_t *ladder_halves(const Ladder *l, int64_t deal, int pair)
{
    return &l->halves[deal * l->pair_count + pair];
}

/* ladder_file.c - what was played before; says what is wrong with the file. */
bool ladder_load(Cli *cli, Ladder *l, const char *path);
void ladder_note(Ladder *l, int64_t deal, int pair);

/* ladder_elo.c - how strong each is, by what was played. */
void ladder_rate(const Ladder *l, LadderRung *rung);
double ladder_share(const Ladder *l, int a, int b, int64_t *games);

/* ladder_report.c - the table, JSON, and a picture. */
void ladder_print(Cli *cli, const Ladder *l);
void ladder_write(const Ladder *l);
bool ladder_plot(Cli *cli, const Ladder *l, const char *path);
