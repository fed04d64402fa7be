/* sim_record.c - every decision of a tournament as JSON lines, to learn from: what the
 * seat saw, what it could do, what it did, and in the end what came of it. docs/RPC.md
 * says what the lines are. */
#include "cli/measure/sim.h"

static void end_line(JsonW *w)
{
    jw_end_object(w);
    w->comma = false;
    jw_raw(w, NULL, "\n");
    w->comma = false;
}

static void see(void *whose, const Rollout *r, int seat, int step, int pick,
                double hope)
{
    SimRecord *record = whose;
    JsonW *w = &record->lines;
    const Table view = {r->game, r->catalog, r->view, NULL};
    bool searched = false;
    jw_object(w, NULL);
    jw_int(w, "game", record->game);
    jw_int(w, "step", step);
    jw_int(w, "player", seat);
    jw_reset(&record->scratch);
    r->game->write_state(r->catalog, r->view, &record->scratch);
    jw_raw(w, "view", record->scratch.text);
    jw_array(w, "actions");
    for (int i = 0; i < r->moves->count; i++) {
        record_write_command(w, NULL, &view, &r->moves->item[i]);
        searched = searched || r->visits[i];
    }
    jw_end_array(w);
    jw_int(w, "chosen", pick);
    if (searched) {
        jw_array(w, "visits");
        for (int i = 0; i < r->moves->count; i++)
            jw_int(w, NULL, r->visits[i]);
        jw_end_array(w);
    }
    if (hope >= 0)
        jw_real(w, "share", hope, 4);
    end_line(w);
}

void sim_record_open(SimRecord *record, Rollout *r)
{
    jw_open(&record->lines);
    jw_open(&record->scratch);
    r->seen = see;
    r->seen_by = record;
}

void sim_record_close(SimRecord *record)
{
    jw_close(&record->lines);
    jw_close(&record->scratch);
}

void sim_record_begin(SimRecord *record, const Sim *sim, const Setup *setup,
                      const Rollout *r, int64_t number)
{
    JsonW *w = &record->lines;
    record->game = number;
    jw_reset(w);
    jw_object(w, NULL);
    jw_int(w, "game", number);
    jw_object(w, "setup");
    jw_str(w, "game", sim->game->id);
    record_write_setup(w, sim->game, sim->catalog, setup);
    jw_end_object(w);
    jw_array(w, "agents");
    for (int seat = 0; seat < sim->players; seat++)
        jw_str(w, NULL, r->agent[seat]->name);
    jw_end_array(w);
    end_line(w);
}

void sim_record_end(SimRecord *record, Sim *sim, const Rollout *r, int steps)
{
    JsonW *w = &record->lines;
    const Status status = sim->game->status(sim->catalog, r->state);
    jw_object(w, NULL);
    jw_int(w, "game", record->game);
    jw_int(w, "steps", steps);
    jw_seats(w, "winners", status.winners);
    jw_array(w, "points");
    for (int seat = 0; seat < sim->players; seat++)
        jw_int(w, NULL, sim->game->points(sim->catalog, r->state, seat));
    jw_end_array(w);
    end_line(w);
    pthread_mutex_lock(&sim->lock);
    fwrite(w->text, 1, w->used, sim->record);
    pthread_mutex_unlock(&sim->lock);
}
