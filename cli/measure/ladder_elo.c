/* ladder_elo.c - how strong each is, by what was played: the strengths under which the
 * results are likeliest (Bradley and Terry), and how far they move when the deals are
 * drawn again. */
#include "cli/measure/ladder.h"

#include <math.h>
#include <stdlib.h>

enum { ELO_DRAWS = 1000, ELO_ROUNDS = 200 };

typedef struct {
    double games[LADDER_AGENTS_MAX][LADDER_AGENTS_MAX];
    double wins[LADDER_AGENTS_MAX][LADDER_AGENTS_MAX];
} EloRecord;

static void record_add(const Ladder *l, EloRecord *record, int pair, int64_t deal)
{
    const int halves = *ladder_halves(l, deal, pair) - 1;
    const int a = l->first[pair], b = l->second[pair];
    if (halves < 0)
        return;
    record->games[a][b] += 2;
    record->games[b][a] += 2;
    record->wins[a][b] += 0.5 * halves;
    record->wins[b][a] += 0.5 * (LADDER_HALVES - halves);
}

/* All deals, or as many drawn from them, each pair from its own. */
static void record_fill(const Ladder *l, EloRecord *record, Rng *rng)
{
    memset(record, 0, sizeof *record);
    for (int pair = 0; pair < l->pair_count; pair++) {
        for (int64_t deal = 0; deal < l->deals; deal++)
            record_add(l, record, pair,
                       rng ? rng_below(rng, (uint32_t)l->deals) : deal);
        /* One game that nobody won keeps a clean sweep finite. */
        const int a = l->first[pair], b = l->second[pair];
        record->games[a][b] += 1;
        record->games[b][a] += 1;
        record->wins[a][b] += 0.5;
        record->wins[b][a] += 0.5;
    }
}

/* Strengths by the usual iteration: wins over the games expected at strength 1. */
static void record_rate(const Ladder *l, const EloRecord *record, double *elo)
{
    double strength[LADDER_AGENTS_MAX], sum = 0;
    for (int i = 0; i < l->agent_count; i++)
        strength[i] = 1;
    for (int round = 0; round < ELO_ROUNDS; round++)
        for (int i = 0; i < l->agent_count; i++) {
            double wins = 0, expected = 0;
            for (int k = 0; k < l->agent_count; k++) {
                if (k == i)
                    continue;
                wins += record->wins[i][k];
                expected += record->games[i][k] / (strength[i] + strength[k]);
            }
            strength[i] = wins / expected;
        }
    for (int i = 0; i < l->agent_count; i++) {
        elo[i] = 400 * log10(strength[i]);
        sum += elo[i];
    }
    for (int i = 0; i < l->agent_count; i++)
        elo[i] -= sum / l->agent_count;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void ladder_rate(const Ladder *l, LadderRung *rung)
{
    EloRecord *record = malloc(sizeof *record);
    double(*draw)[ELO_DRAWS] = malloc(LADDER_AGENTS_MAX * sizeof *draw);
    double elo[LADDER_AGENTS_MAX];
    Rng rng;
    if (!record || !draw)
        abort();
    rng_seed(&rng, l->seed);
    for (int i = 0; i < ELO_DRAWS; i++) {
        record_fill(l, record, &rng);
        record_rate(l, record, elo);
        for (int who = 0; who < l->agent_count; who++)
            draw[who][i] = elo[who];
    }
    record_fill(l, record, NULL);
    record_rate(l, record, elo);
    for (int who = 0; who < l->agent_count; who++) {
        double shares = 0;
        rung[who] = (LadderRung){.elo = elo[who]};
        qsort(draw[who], ELO_DRAWS, sizeof **draw, by_size);
        rung[who].low = draw[who][ELO_DRAWS / 40];
        rung[who].high = draw[who][ELO_DRAWS - 1 - ELO_DRAWS / 40];
        for (int other = 0; other < l->agent_count; other++) {
            int64_t games = 0;
            shares += other == who ? 0 : ladder_share(l, who, other, &games);
            rung[who].games += games;
        }
        rung[who].rate = rung[who].games ? shares / (double)rung[who].games : 0;
    }
    free(draw);
    free(record);
}

/* Games that 'a' won against 'b', and how many they played. */
double ladder_share(const Ladder *l, int a, int b, int64_t *games)
{
    double wins = 0;
    *games = 0;
    for (int pair = 0; pair < l->pair_count; pair++) {
        const bool straight = l->first[pair] == a && l->second[pair] == b;
        if (!straight && !(l->first[pair] == b && l->second[pair] == a))
            continue;
        for (int64_t deal = 0; deal < l->deals; deal++) {
            const int halves = *ladder_halves(l, deal, pair) - 1;
            if (halves < 0)
                continue;
            *games += 2;
            wins += 0.5 * (straight ? halves : LADDER_HALVES - halves);
        }
    }
    return wins;
}
