/* ops.c - every operation of the line protocol; its table stands at the end. */
#include "cli/rpc/call.h"

#include "agents/external.h"
#include "agents/learned.h"
#include "cli/rpc/list.h"
#include "engine/fields.h"
#include "engine/lay.h"
#include "engine/only.h"

#include <stdlib.h>

/* What most answers end with: where the match stands. */
static void write_status(Call *call)
{
    const Match *m = call->match;
    const Status status = match_status(m);
    JsonW *out = call->out;
    jw_hex64(out, "hash", match_hash(m));
    if (status.over)
        jw_null(out, "to_act");
    else
        jw_int(out, "to_act", status.to_act);
    jw_str(out, "phase", match_game(m)->phases[status.phase]);
    jw_bool(out, "over", status.over != 0);
    if (status.over)
        jw_seats(out, "winners", status.winners);
    jw_int(out, "moves", match_moves(m));
}

/* A value some other module writes, as a member of the answer. */
static void write_member(Call *call, const char *key)
{
    jw_raw(call->out, key, call->rpc->scratch.text);
    jw_reset(&call->rpc->scratch);
}

static void write_events(Call *call, int from, int viewer)
{
    const Match *m = call->match;
    const Table table = match_table(m);
    jw_array(call->out, "events");
    for (int i = from; i < match_event_count(m); i++) {
        Event event;
        const uint8_t *list = NULL;
        if (match_event(m, i, &event, &list))
            record_write_event(call->out, NULL, &table, &event, list, viewer);
    }
    jw_end_array(call->out);
}

static void match_replace(Call *call, Match *match)
{
    ASSERT(match);
    match_free(call->match);
    call->match = call->rpc->tables[call->rpc->table] = match;
    write_status(call);
}

static Err op_help(Call *call)
{
    jw_array(call->out, "ops");
    for (const Op *op = rpc_ops; op->name; op++) {
        jw_object(call->out, NULL);
        jw_str(call->out, "op", op->name);
        jw_array(call->out, "fields");
        for (int i = 0; i < RPC_FIELDS_MAX && op->fields[i]; i++)
            jw_str(call->out, NULL, op->fields[i]);
        jw_end_array(call->out);
        jw_bool(call->out, "needs_match", op->needs_match);
        jw_end_object(call->out);
    }
    jw_end_array(call->out);
    return ERR_OK;
}

static Err op_games(Call *call)
{
    list_write_games(call->out, "games", call->rpc->catalogs, call->rpc->texts);
    list_write_agents(call->out, "agents");
    return ERR_OK;
}

/* The game and the setup a request names. */
static Err read_setup(Call *call, const Game **game, const void **catalog, Setup *setup)
{
    const char *id = NULL;
    Err err = call_text(call, "game", &id);
    if (!err)
        err = call_game(call, id, game, catalog);
    if (!err)
        err = record_read_setup(*game, *catalog, call->request, setup, call->why);
    return err;
}

static Err op_new(Call *call)
{
    const Game *game = NULL;
    const void *catalog = NULL;
    Setup setup;
    Err err = read_setup(call, &game, &catalog, &setup);
    if (!err)
        err = setup_check(game, catalog, &setup, call->why);
    if (err)
        return err;
    match_replace(call, match_new(game, catalog, &setup));
    return ERR_OK;
}

/* What the request leaves open is as the state has it: what 'state' prints stands by
 * itself. */
static Err setup_from_state(Call *call, const Game *game, const void *catalog,
                            const json_t *state, Setup *setup)
{
    const json_t *given = json_object_get(call->request, "options");
    json_t *players = json_object_get(state, "players");
    Setup one;
    if (!json_object_get(call->request, "players") && json_is_integer(players)) {
        json_t *json = json_pack("{s:O}", "players", players);
        const Err err = record_read_setup(game, catalog, json, &one, call->why);
        json_decref(json);
        if (err)
            return err;
        setup->players = one.players;
    }
    for (int i = 0; i < game->option_count; i++) {
        const char *name = game->options[i].name;
        json_t *value = json_object_get(state, name);
        if (!value || json_object_get(given, name))
            continue;
        json_t *json = json_pack("{s:{s:O}}", "options", name, value);
        if (!record_read_setup(game, catalog, json, &one, NULL))
            setup->option[i] = one.option[i];
        json_decref(json);
    }
    return ERR_OK;
}

/* Whose view it is, and what "view" wrote beside it. */
static Err read_laid_view(Call *call, bool fill, LaidView *view)
{
    const json_t *waiting = json_object_get(call->request, "waiting");
    const json_t *player = json_object_get(call->request, "player");
    int seat = -1;
    if (!fill && (waiting || player))
        return call_refuse(call, ERR_MISSING_FIELD, "determinize", NULL);
    if (fill && !player)
        return call_refuse(call, ERR_MISSING_FIELD, "player", NULL);
    if (waiting && !json_is_null(waiting) && !json_is_object(waiting))
        return call_refuse(call, ERR_WRONG_TYPE, "waiting", "@expected.object");
    const Err err = fill ? call_int(call, "player", -1, view->setup->players - 1, &seat)
                         : (Err)ERR_OK;
    view->waiting = json_is_object(waiting) ? waiting : NULL;
    view->viewer = seat < 0 ? (int)SEAT_NONE : seat;
    return err;
}

static Err op_position(Call *call)
{
    const Game *game = NULL;
    const void *catalog = NULL;
    Setup setup;
    const json_t *json = json_object_get(call->request, "state");
    if (!json)
        return call_refuse(call, ERR_MISSING_FIELD, "state", NULL);
    if (!json_is_object(json))
        return call_refuse(call, ERR_WRONG_TYPE, "state", "@expected.object");
    Err err = read_setup(call, &game, &catalog, &setup);
    if (!err)
        err = setup_from_state(call, game, catalog, json, &setup);
    if (!err)
        err = setup_check(game, catalog, &setup, call->why);
    if (err)
        return err;
    void *state = calloc(1, game->state_bytes);
    if (!state)
        abort();
    bool fill = false;
    LaidView view = {&setup, json, NULL, 0, setup.seed};
    err = call_flag(call, "determinize", &fill);
    if (!err)
        err = read_laid_view(call, fill, &view);
    if (!err)
        err = fill ? lay_view(game, catalog, &view, state, call->why)
                   : lay_position(game, catalog, &setup, json, state, call->why);
    if (!err)
        match_replace(call, match_from(game, catalog, &setup, state));
    free(state);
    return err;
}

static Err op_legal(Call *call)
{
    const Match *m = call->match;
    const Game *game = match_game(m);
    const Table table = match_table(m);
    const Status status = match_status(m);
    int seat = status.over ? SEAT_NONE : status.to_act;
    bool say = false;
    Err err = call_seat(call, "player", WHO_PLAYS, &seat);
    if (!err)
        err = call_flag(call, "say", &say);
    if (err)
        return err;
    Moves *moves = calloc(1, sizeof *moves);
    if (!moves)
        abort();
    if (!status.over && seat == status.to_act)
        game->legal(match_catalog(m), match_state(m), moves);
    if (seat == SEAT_NONE)
        jw_null(call->out, "player");
    else
        jw_int(call->out, "player", seat);
    jw_array(call->out, "actions");
    for (int i = 0; i < moves->count; i++)
        record_write_command(call->out, NULL, &table, &moves->item[i]);
    jw_end_array(call->out);
    if (say) {
        char line[400];
        jw_array(call->out, "words");
        for (int i = 0; i < moves->count; i++)
            jw_str(call->out, NULL,
                   say_command(&table, call->rpc->texts, &moves->item[i], line,
                               sizeof line));
        jw_end_array(call->out);
    }
    jw_str(call->out, "only", only_word(game, match_catalog(m), match_state(m), moves));
    free(moves);
    return ERR_OK;
}

/* "player" and "action". Without "player" it is the seat to act, as everywhere in this
 * protocol: whoever speaks it holds all seats, and one who plays a match through has no
 * other in mind. The answer says whose move it was. */
static Err read_action(Call *call, Command *c)
{
    const Table table = match_table(call->match);
    const json_t *action = json_object_get(call->request, "action");
    int seat = match_status(call->match).to_act;
    const Err err = call_seat(call, "player", WHO_ACTS, &seat);
    if (err)
        return err;
    if (!action)
        return call_refuse(call, ERR_MISSING_FIELD, "action", NULL);
    return record_read_command(&table, seat, action, c, call->why);
}

static Err op_validate(Call *call)
{
    const Match *m = call->match;
    const Game *game = match_game(m);
    const Table table = match_table(m);
    Command c;
    const Err bad = read_action(call, &c);
    if (bad)
        return bad;
    Refusal no = refusal(ERR_OK);
    no.code = game->validate(match_catalog(m), match_state(m), &c, &no.quote);
    jw_bool(call->out, "valid", !no.code);
    if (no.code)
        record_write_refusal(call->out, "error", &table, call->rpc->texts, &no);
    else
        jw_null(call->out, "error");
    if (game->write_cost)
        game->write_cost(match_catalog(m), match_state(m), &c, &call->rpc->scratch);
    if (call->rpc->scratch.used)
        write_member(call, "cost");
    else
        jw_null(call->out, "cost");
    return ERR_OK;
}

static Err read_viewer(Call *call, const char *field, int *viewer)
{
    *viewer = SEAT_TABLE;
    return call_seat(call, field, WHO_SEES, viewer);
}

static void write_player(Call *call, const Command *c)
{
    if (c->seat == SEAT_TABLE)
        jw_str(call->out, "player", "table");
    else
        jw_int(call->out, "player", c->seat);
}

static Err op_apply(Call *call)
{
    Command c;
    int viewer = SEAT_TABLE;
    Err err = read_action(call, &c);
    if (!err)
        err = read_viewer(call, "viewer", &viewer);
    if (err)
        return err;
    err = match_apply(call->match, &c, call->why);
    if (err) {
        call->command = c;
        return err;
    }
    const Table table = match_table(call->match);
    write_player(call, &c);
    if (call->why->code) /* it was made, and failed */
        record_write_refusal(call->out, "failed", &table, call->rpc->texts, call->why);
    write_events(call, match_event_first(call->match, match_moves(call->match) - 1),
                 viewer);
    write_status(call);
    return ERR_OK;
}

/* What a program that plays needs after every move, in one answer: the move made, what
 * whoever acts next may know, and what they can do. */
static Err op_step(Call *call)
{
    const Match *m = call->match;
    const Game *game = match_game(m);
    Err err = op_apply(call);
    if (err)
        return err;
    const Status status = match_status(m);
    void *view = calloc(1, game->state_bytes);
    Moves *moves = calloc(1, sizeof *moves);
    if (!view || !moves)
        abort();
    game->redact(match_catalog(m), match_state(m),
                 status.over ? SEAT_NONE : status.to_act, view);
    const Table seen = {game, match_catalog(m), view, NULL};
    if (!status.over)
        game->legal(match_catalog(m), view, moves);
    jw_array(call->out, "actions");
    for (int i = 0; i < moves->count; i++)
        record_write_command(call->out, NULL, &seen, &moves->item[i]);
    jw_end_array(call->out);
    game->write_state(match_catalog(m), view, &call->rpc->scratch);
    write_member(call, "view");
    free(moves);
    free(view);
    return ERR_OK;
}

static Err op_idle(Call *call)
{
    Match *m = call->match;
    int viewer = SEAT_TABLE;
    Err err = read_viewer(call, "viewer", &viewer);
    if (!err)
        err = match_idle(m, call->why);
    if (err)
        return err;
    const Table table = match_table(m);
    const Command *done = match_command(m, match_moves(m) - 1);
    write_player(call, done);
    record_write_command(call->out, "action", &table, done);
    write_events(call, match_event_first(m, match_moves(m) - 1), viewer);
    write_status(call);
    return ERR_OK;
}

static Err op_state(Call *call)
{
    const Match *m = call->match;
    match_game(m)->write_state(match_catalog(m), match_state(m), &call->rpc->scratch);
    write_member(call, "state");
    return ERR_OK;
}

static Err op_view(Call *call)
{
    const Match *m = call->match;
    const Game *game = match_game(m);
    int viewer = SEAT_NONE;
    const Err err = call_seat(call, "player", WHO_SEES, &viewer);
    if (err)
        return err;
    void *view = calloc(1, game->state_bytes);
    if (!view)
        abort();
    game->redact(match_catalog(m), match_state(m), viewer, view);
    const Table seen = {game, match_catalog(m), view, NULL};
    game->write_state(match_catalog(m), view, &call->rpc->scratch);
    jw_int(call->out, "player", viewer == SEAT_NONE ? -1 : viewer);
    write_member(call, "view");
    fields_write_waiting(&seen, &call->rpc->scratch);
    write_member(call, "waiting");
    free(view);
    return ERR_OK;
}

/* Undo and redo: so many moves back or on; all of them or none. */
static Err travel(Call *call, int direction, Err none)
{
    Match *m = call->match;
    int count = 1;
    const Err err = call_int(call, "count", 1, 1 << 20, &count);
    if (err)
        return err;
    if (count > (direction < 0 ? match_moves(m) : match_moves_redo(m)))
        return call_refuse(call, none, NULL, NULL);
    match_go(m, match_moves(m) + direction * count);
    write_status(call);
    return ERR_OK;
}

static Err op_undo(Call *call)
{
    return travel(call, -1, ERR_NOTHING_TO_UNDO);
}

static Err op_redo(Call *call)
{
    return travel(call, 1, ERR_NOTHING_TO_REDO);
}

static Err op_events(Call *call)
{
    int since = 0, viewer = SEAT_TABLE;
    Err err = call_int(call, "since", 0, INT32_MAX, &since);
    if (!err)
        err = read_viewer(call, "viewer", &viewer);
    if (err)
        return err;
    write_events(call, since, viewer);
    jw_int(call->out, "next", match_event_count(call->match));
    return ERR_OK;
}

static Err op_hash(Call *call)
{
    write_status(call);
    return ERR_OK;
}

static Err op_score(Call *call)
{
    const Match *m = call->match;
    const Game *game = match_game(m);
    game->write_score(match_catalog(m), match_state(m), &call->rpc->scratch);
    write_member(call, "score");
    jw_array(call->out, "points");
    for (int seat = 0; seat < match_setup(m)->players; seat++)
        jw_int(call->out, NULL, game->points(match_catalog(m), match_state(m), seat));
    jw_end_array(call->out);
    return ERR_OK;
}

static Err op_save(Call *call)
{
    match_save(call->match, call->rpc->catalogs, &call->rpc->scratch);
    write_member(call, "match");
    return ERR_OK;
}

static Err op_load(Call *call)
{
    const json_t *saved = json_object_get(call->request, "match");
    const json_t *id = json_object_get(saved, "game");
    const Game *game = NULL;
    const void *catalog = NULL;
    if (!saved)
        return call_refuse(call, ERR_MISSING_FIELD, "match", NULL);
    if (!json_is_object(saved))
        return call_refuse(call, ERR_WRONG_TYPE, "match", "@expected.object");
    if (json_is_string(id)) {
        const Err err = call_game(call, json_string_value(id), &game, &catalog);
        if (err)
            return err;
    }
    Match *loaded = match_load(saved, call->rpc->catalogs, call->why);
    if (!loaded)
        return call->why->code;
    match_replace(call, loaded);
    return ERR_OK;
}

/* The match goes on from an earlier point; what came after it is forgotten. */
static Err op_fork(Call *call)
{
    int moves = match_moves(call->match);
    const Err err =
        call_int(call, "moves", 0,
                 match_moves(call->match) + match_moves_redo(call->match), &moves);
    if (err)
        return err;
    match_replace(call, match_fork(call->match, moves));
    return ERR_OK;
}

static Err find_agent(Call *call, const json_t *name, const char *field,
                      const Agent **agent)
{
    if (!name)
        return call_refuse(call, ERR_MISSING_FIELD, field, NULL);
    if (!json_is_string(name))
        return call_refuse(call, ERR_WRONG_TYPE, field, "@expected.name");
    const char *called = json_string_value(name);
    if (external_is(called) && !call->rpc->programs)
        return call_refuse(call, ERR_PROGRAMS_OFF, NULL, NULL);
    *agent = external_is(called) ? external_open(called) : agents_find(called);
    return *agent ? (Err)ERR_OK : call_refuse(call, ERR_UNKNOWN_AGENT, called, NULL);
}

static Rollout rollout_of(const Match *m, int iterations)
{
    Rollout r;
    if (!rollout_init(&r, match_game(m), match_catalog(m)))
        abort();
    r.iterations = iterations;
    return r;
}

static Err op_agent(Call *call)
{
    const Match *m = call->match;
    const Status status = match_status(m);
    const Agent *agent = NULL;
    AnalysisLimits limits;
    int seat = status.to_act;
    Err err = find_agent(call, json_object_get(call->request, "name"), "name", &agent);
    if (!err)
        err = call_limits(call, &limits);
    if (!err && status.over)
        err = call_refuse(call, ERR_GAME_OVER, NULL, NULL);
    if (!err)
        err = call_seat(call, "player", WHO_PLAYS, &seat);
    if (!err && seat != status.to_act) {
        err = call_refuse(call, ERR_NOT_YOUR_TURN, NULL, NULL);
        call->why->quote.arg[0] = status.to_act + 1;
    }
    if (err)
        return err;
    Rollout r = rollout_of(m, limits.iterations);
    const Command *move = rollout_pick(&r, match_state(m), limits.seed, match_moves(m),
                                       agent, limits.budget_ms);
    ASSERT(move);
    const Table table = match_table(m);
    jw_int(call->out, "player", seat);
    record_write_command(call->out, "action", &table, move);
    const Agent *other =
        agents_stand_in(agent, table.game, table.catalog, r.view, seat);
    if (other)
        jw_str(call->out, "stand_in", other->name);
    rollout_clear(&r);
    return ERR_OK;
}

static Err read_agents(Call *call, const Agent **agents)
{
    const json_t *names = json_object_get(call->request, "agents");
    const size_t players = match_setup(call->match)->players;
    if (!names)
        return call_refuse(call, ERR_MISSING_FIELD, "agents", NULL);
    if (!json_is_array(names))
        return call_refuse(call, ERR_WRONG_TYPE, "agents", "@expected.list");
    if (json_array_size(names) != players) {
        call_refuse(call, ERR_WRONG_LENGTH, "agents", NULL);
        call->why->quote.arg[1] = (int32_t)players;
        return ERR_WRONG_LENGTH;
    }
    Err err = ERR_OK;
    for (size_t i = 0; !err && i < players; i++)
        err = find_agent(call, json_array_get(names, i), "agents", &agents[i]);
    return err;
}

/* The match itself is played to its end: it can be undone, saved and looked at. With
 * other data it may have none; then it stops somewhere. */
static Err op_play_out(Call *call)
{
    Match *m = call->match;
    const Agent *agents[SEATS_MAX] = {0};
    AnalysisLimits limits;
    Err err = read_agents(call, agents);
    if (!err)
        err = call_limits(call, &limits);
    if (err)
        return err;
    Rollout r = rollout_of(m, limits.iterations);
    const int before = match_moves(m);
    for (Status now = match_status(m);
         !now.over && match_moves(m) - before < ROLLOUT_STEPS_MAX;
         now = match_status(m)) {
        const Command *move =
            rollout_pick(&r, match_state(m), limits.seed, match_moves(m),
                         agents[now.to_act], limits.budget_ms);
        ASSERT(move);
        err = match_apply(m, move, call->why);
        ASSERT(!err);
    }
    rollout_clear(&r);
    jw_int(call->out, "steps", match_moves(m) - before);
    op_score(call);
    write_status(call);
    return ERR_OK;
}

const Op rpc_ops[] = {
    {"new", op_new, false, {"game", "players", "seed", "options"}},
    {"legal", op_legal, true, {"player", "say"}},
    {"validate", op_validate, true, {"player", "action"}},
    {"apply", op_apply, true, {"player", "action", "viewer"}},
    {"step", op_step, true, {"player", "action", "viewer"}},
    {"state", op_state, true, {0}},
    {"view", op_view, true, {"player"}},
    {"position",
     op_position,
     false,
     {"game", "players", "seed", "options", "state", "determinize", "player",
      "waiting"}},
    {"undo", op_undo, true, {"count"}},
    {"redo", op_redo, true, {"count"}},
    {"events", op_events, true, {"since", "viewer"}},
    {"hash", op_hash, true, {0}},
    {"score", op_score, true, {0}},
    {"save", op_save, true, {0}},
    {"load", op_load, false, {"match"}},
    {"agent", op_agent, true, {"name", "player", "seed", "ms", "iterations"}},
    {"play_out", op_play_out, true, {"agents", "seed", "ms", "iterations"}},
    {"hint", op_hint, true, {"seed", "ms", "iterations"}},
    {"analyse", op_analyse, true, {"from", "to", "seed", "ms", "iterations"}},
    {"idle", op_idle, true, {"viewer"}},
    {"fork", op_fork, true, {"moves"}},
    {"games", op_games, false, {0}},
    {"help", op_help, false, {0}},
    {0},
};
