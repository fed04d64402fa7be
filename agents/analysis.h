/* analysis.h - how good each decision of a match was, judged by search from what the
 * player could know. */
#pragma once

#include "agents/search.h"
#include "engine/match.h"

typedef struct {
    uint64_t seed;
    int budget_ms, iterations; /* a decision; both 0: ANALYSIS_ITERATIONS */
} AnalysisLimits;

enum { ANALYSIS_ITERATIONS = 1000 };

typedef struct {
    int move; /* number of the command, from 0 */
    int seat;
    bool forced;            /* there was nothing to choose */
    Command chosen, best;   /* best: the same where nothing is better */
    double share, reached;  /* of the win: with the best move, with the one chosen */
    double loss;            /* the difference, never below 0 */
    double hope[SEATS_MAX]; /* each seat's share before the decision, as last known */
} Decision;

/* Search for the seat that acts; false when the game is over. The report's moves are
 * those in 'moves'. */
bool analysis_hint(const Game *game, const void *catalog, const void *state,
                   const AnalysisLimits *limits, int number, Moves *moves,
                   SearchReport *report);

/* Called for each decision in order; false ends the analysis. */
typedef bool DecisionSeen(void *context, const Decision *decision);
void analysis_run(const Match *m, const AnalysisLimits *limits, int from, int to,
                  DecisionSeen *seen, void *context);
