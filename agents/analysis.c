/* analysis.c - how good each decision of a match was, judged by search from what the
 * player could know. */
#include "agents/analysis.h"

#include "agents/learned.h"

#include <stdlib.h>

bool analysis_hint(const Game *game, const void *catalog, const void *state,
                   const AnalysisLimits *limits, int number, Moves *moves,
                   SearchReport *report)
{
    const Status status = game->status(catalog, state);
    const bool unlimited = !limits->iterations && !limits->budget_ms;
    if (status.over)
        return false;
    void *view = calloc(1, game->state_bytes);
    if (!view)
        abort();
    game->redact(catalog, state, status.to_act, view);
    moves->count = 0;
    game->legal(catalog, view, moves);
    Rng rng;
    rng_seed(&rng, rng_mix(limits->seed, (uint64_t)number));
    const AgentTurn turn = {.game = game,
                            .catalog = catalog,
                            .view = view,
                            .seat = status.to_act,
                            .moves = moves,
                            .rng = &rng,
                            .budget_ms = limits->budget_ms,
                            .iterations =
                                unlimited ? ANALYSIS_ITERATIONS : limits->iterations};
    const SearchStyle style = {.fair = 16,
                               .net = learned_net(game, catalog, view, status.to_act)};
    *report = search_run(&turn, style);
    free(view);
    return true;
}

/* What is hoped for before the decision: in a game of two the rest is the other's. */
static void hope_update(Decision *d, int players)
{
    d->hope[d->seat] = d->share;
    if (players == 2)
        d->hope[!d->seat] = 1 - d->share;
}

static void decide(const Match *m, const Moves *moves, const SearchReport *report,
                   Decision *d)
{
    int chosen = -1;
    for (int i = 0; i < moves->count && chosen < 0; i++)
        if (command_same(&moves->item[i], &d->chosen))
            chosen = i;
    /* A seat skipped by the table chose nothing. */
    d->forced = moves->count < 2 || chosen < 0;
    d->share = report->share;
    d->reached = chosen < 0 ? report->share : report->move[chosen].share;
    d->best =
        d->forced || chosen == report->best ? d->chosen : moves->item[report->best];
    d->loss = !d->forced && d->share > d->reached ? d->share - d->reached : 0;
    hope_update(d, match_setup(m)->players);
}

void analysis_run(const Match *m, const AnalysisLimits *limits, int from, int to,
                  DecisionSeen *seen, void *context)
{
    const Game *game = match_game(m);
    void *state = calloc(1, game->state_bytes);
    Moves *moves = malloc(sizeof *moves);
    Decision d = {0};
    bool more = true;
    if (!state || !moves)
        abort();
    for (int seat = 0; seat < SEATS_MAX; seat++)
        d.hope[seat] = 1.0 / match_setup(m)->players;
    for (int i = from; i < to && more; i++) {
        SearchReport report;
        match_state_at(m, i, state);
        if (!analysis_hint(game, match_catalog(m), state, limits, i, moves, &report))
            break;
        d.move = i;
        d.chosen = *match_command(m, i);
        d.seat = game->status(match_catalog(m), state).to_act;
        decide(m, moves, &report, &d);
        more = seen(context, &d);
    }
    free(moves);
    free(state);
}
