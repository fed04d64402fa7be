/* think.c - the operations of the line protocol that think: a hint for this move,
 * and how good the moves so far were. */
#include "cli/rpc/call.h"

#include <stdlib.h>

static void write_hint(Call *call, const Table *table, const Moves *moves,
                       const SearchReport *report)
{
    record_write_command(call->out, "action", table, &moves->item[report->best]);
    jw_real(call->out, "share", report->share, 4);
    jw_int(call->out, "iterations", report->iterations);
    jw_array(call->out, "moves");
    for (int i = 0; i < moves->count; i++) {
        jw_object(call->out, NULL);
        record_write_command(call->out, "action", table, &moves->item[i]);
        jw_real(call->out, "share", report->move[i].share, 4);
        jw_int(call->out, "visits", report->move[i].visits);
        jw_end_object(call->out);
    }
    jw_end_array(call->out);
}

Err op_hint(Call *call)
{
    const Match *m = call->match;
    const Table table = match_table(m);
    AnalysisLimits limits;
    SearchReport report;
    const Err err = call_limits(call, &limits);
    if (err)
        return err;
    Moves *moves = malloc(sizeof *moves);
    if (!moves)
        abort();
    const bool found = analysis_hint(match_game(m), match_catalog(m), match_state(m),
                                     &limits, match_moves(m), moves, &report);
    if (found) {
        jw_int(call->out, "player", match_status(m).to_act);
        write_hint(call, &table, moves, &report);
    }
    free(moves);
    return found ? (Err)ERR_OK : call_refuse(call, ERR_GAME_OVER, NULL, NULL);
}

typedef struct {
    Call *call;
    void *state;
} Writing;

static bool write_decision(void *context, const Decision *d)
{
    Writing *w = context;
    const Match *m = w->call->match;
    JsonW *out = w->call->out;
    match_state_at(m, d->move, w->state);
    const Table then = {match_game(m), match_catalog(m), w->state, NULL};
    jw_object(out, NULL);
    jw_int(out, "move", d->move);
    jw_int(out, "player", d->seat);
    record_write_command(out, "action", &then, &d->chosen);
    record_write_command(out, "best", &then, &d->best);
    jw_real(out, "share", d->share, 4);
    jw_real(out, "reached", d->reached, 4);
    jw_real(out, "loss", d->loss, 4);
    jw_bool(out, "forced", d->forced);
    jw_array(out, "hope");
    for (int seat = 0; seat < match_setup(m)->players; seat++)
        jw_real(out, NULL, d->hope[seat], 4);
    jw_end_array(out);
    jw_end_object(out);
    return true;
}

Err op_analyse(Call *call)
{
    const Match *m = call->match;
    AnalysisLimits limits;
    int from = 0, to = match_moves(m);
    Err err = call_limits(call, &limits);
    if (!err)
        err = call_int(call, "from", 0, match_moves(m), &from);
    if (!err)
        err = call_int(call, "to", 0, match_moves(m), &to);
    if (err)
        return err;
    Writing w = {call, calloc(1, match_game(m)->state_bytes)};
    if (!w.state)
        abort();
    jw_array(call->out, "decisions");
    analysis_run(m, &limits, from, to, write_decision, &w);
    jw_end_array(call->out);
    free(w.state);
    return ERR_OK;
}
