/* rpc.c - the line protocol: one JSON object in, one out, for any game. */
#include "cli/rpc/call.h"

#include "agents/nets.h"

#include <stdio.h>
#include <stdlib.h>

Rpc *rpc_new(Catalogs *catalogs, const Texts *texts)
{
    Rpc *rpc = calloc(1, sizeof *rpc);
    if (!rpc)
        return NULL;
    rpc->catalogs = catalogs;
    rpc->texts = texts;
    jw_open(&rpc->scratch);
    return rpc;
}

void rpc_free(Rpc *rpc)
{
    if (!rpc)
        return;
    for (int i = 0; i < RPC_TABLES_MAX; i++)
        match_free(rpc->tables[i]);
    jw_close(&rpc->scratch);
    free(rpc);
}

void rpc_allow_programs(Rpc *rpc)
{
    rpc->programs = true;
}

Match *rpc_match(const Rpc *rpc)
{
    return rpc->tables[rpc->table];
}

Err call_refuse(Call *call, Err code, const char *first, const char *second)
{
    *call->why = refusal_words(code, first, second);
    return code;
}

Err call_int(Call *call, const char *field, int min, int max, int *out)
{
    int64_t value = *out;
    const Err err = request_int(call->request, field, min, max, &value, call->why);
    *out = (int)value;
    return err;
}

Err call_text(Call *call, const char *field, const char **out)
{
    return request_text(call->request, field, out, call->why);
}

Err call_flag(Call *call, const char *field, bool *out)
{
    return request_flag(call->request, field, out, call->why);
}

Err call_limits(Call *call, AnalysisLimits *limits)
{
    const json_t *seed = json_object_get(call->request, "seed");
    *limits = (AnalysisLimits){0, 0, 0};
    if (seed && (!json_is_integer(seed) || json_integer_value(seed) < 0))
        return call_refuse(call, ERR_WRONG_TYPE, "seed", "@expected.seed");
    if (seed)
        limits->seed = (uint64_t)json_integer_value(seed);
    const Err err = call_int(call, "ms", 0, 600000, &limits->budget_ms);
    return err ? err : call_int(call, "iterations", 0, 100000000, &limits->iterations);
}

Err call_seat(Call *call, const char *field, Who who, int *out)
{
    const json_t *value = json_object_get(call->request, field);
    const int players = match_setup(call->match)->players;
    const bool number = json_is_integer(value);
    if (!value)
        return ERR_OK;
    if (who == WHO_SEES &&
        (json_is_null(value) || (number && json_integer_value(value) == -1))) {
        *out = SEAT_NONE;
        return ERR_OK;
    }
    if (who == WHO_ACTS && json_is_string(value) &&
        strcmp(json_string_value(value), "table") == 0) {
        *out = SEAT_TABLE;
        return ERR_OK;
    }
    if (!number)
        return call_refuse(call, ERR_WRONG_TYPE, field, "@expected.number");
    if (json_integer_value(value) < 0 || json_integer_value(value) >= players) {
        call_refuse(call, ERR_NOT_A_PLAYER, NULL, NULL);
        call->why->quote.arg[0] = players;
        return ERR_NOT_A_PLAYER;
    }
    *out = (int)json_integer_value(value);
    return ERR_OK;
}

/* A data file that is wrong: which, where in it, and what. */
static Err refuse_file(Call *call, const LoadError *error)
{
    char detail[sizeof error->path + sizeof error->what + 2];
    snprintf(detail, sizeof detail, "%s%s%s", error->path, error->path[0] ? ": " : "",
             error->what);
    return call_refuse(call, ERR_BAD_FILE, error->file, detail);
}

Err call_game(Call *call, const char *id, const Game **game, const void **catalog)
{
    Rpc *rpc = call->rpc;
    if (!id && call->match) {
        *game = match_game(call->match);
        *catalog = match_catalog(call->match);
        return ERR_OK;
    }
    if (!id)
        return call_refuse(call, ERR_MISSING_FIELD, "game", NULL);
    const int index = catalogs_find(rpc->catalogs, id);
    if (index < 0)
        return call_refuse(call, ERR_UNKNOWN_GAME, id, NULL);
    LoadError error = {0};
    *game = catalogs_game(rpc->catalogs, index);
    *catalog = catalogs_now(rpc->catalogs, index, &error);
    if (!*catalog)
        return refuse_file(call, &error);
    const char *file = NULL;
    const Err err = nets_load(*game, *catalog, catalogs_data(rpc->catalogs), &file);
    return err ? call_refuse(call, err, file, NULL) : (Err)ERR_OK;
}

static const Op *op_find(const char *name)
{
    for (const Op *op = rpc_ops; op->name; op++)
        if (strcmp(op->name, name) == 0)
            return op;
    return NULL;
}

/* Several matches go on side by side: "table" says which one is meant, 0 where it says
 * nothing. */
static Err call_table(Call *call)
{
    Rpc *rpc = call->rpc;
    int table = 0;
    const Err err = call_int(call, "table", 0, RPC_TABLES_MAX - 1, &table);
    if (err)
        return err;
    rpc->table = table;
    call->match = rpc->tables[table];
    return ERR_OK;
}

static Err call_run(Call *call)
{
    static const char *const always[] = {"id", "op", "table", NULL};
    const char *name = request_op(call->request);
    Err err = call_table(call);
    if (err)
        return err;
    const Op *op = op_find(name);
    if (!op)
        return call_refuse(call, ERR_UNKNOWN_OP, name, NULL);
    err = request_only(call->request, always, op->fields, call->why);
    if (err)
        return err;
    if (op->needs_match && !call->match)
        return call_refuse(call, ERR_NO_MATCH, NULL, NULL);
    return op->run(call);
}

static void answer_open(JsonW *out, const json_t *request, bool ok)
{
    jw_object(out, NULL);
    char *id =
        json_dumps(json_object_get(request, "id"), JSON_ENCODE_ANY | JSON_COMPACT);
    jw_raw(out, "id", id ? id : "null");
    free(id);
    jw_bool(out, "ok", ok);
}

static void answer_refused(Rpc *rpc, const json_t *request, const Refusal *why,
                           const Command *c, JsonW *out)
{
    const Table none = {NULL, NULL, NULL, NULL};
    const Match *m = rpc_match(rpc);
    const Table table = m ? match_table(m) : none;
    answer_open(out, request, false);
    record_write_refusal(out, "error", &table, rpc->texts, why);
    if (c && c->type != ACTION_NONE)
        record_write_refused(out, "events", &table, c, why->code);
    jw_end_object(out);
}

static void answer(Rpc *rpc, const json_t *request, JsonW *out)
{
    const JsonW before = *out;
    Refusal why = refusal(ERR_OK);
    Call call = {rpc, NULL, request, out, &why, command(ACTION_NONE, 0, 0, 0, 0)};
    answer_open(out, request, true);
    if (!call_run(&call)) {
        jw_end_object(out);
        return;
    }
    /* Take back what was written; memory that has grown since is kept. */
    out->used = before.used;
    out->comma = before.comma;
    out->text[out->used] = 0;
    answer_refused(rpc, request, &why, &call.command, out);
}

void rpc_line(Rpc *rpc, const char *line, size_t line_bytes, JsonW *out)
{
    if (line_bytes > RPC_LINE_BYTES_MAX) {
        rpc_too_large(rpc, out);
        return;
    }
    Refusal why;
    json_t *request = request_read(line, line_bytes, &why);
    if (why.code)
        answer_refused(rpc, request, &why, NULL, out);
    else
        answer(rpc, request, out);
    json_decref(request);
}

void rpc_too_large(Rpc *rpc, JsonW *out)
{
    Refusal why = refusal(ERR_TOO_LARGE);
    why.quote.arg[0] = RPC_LINE_BYTES_MAX;
    answer_refused(rpc, NULL, &why, NULL, out);
}
