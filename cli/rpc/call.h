/* call.h - one request on its way through the line protocol: rpc.c finds the
 * operation, ops.c carries it out. */
#pragma once

#include "agents/analysis.h"
#include "cli/measure/rollout.h"
#include "cli/rpc/rpc.h"
#include "engine/request.h"

enum { RPC_FIELDS_MAX = 9, RPC_TABLES_MAX = 4096 };

struct Rpc {
    Catalogs *catalogs;
    const Texts *texts;
    Match *tables[RPC_TABLES_MAX]; /* NULL before the first new, load, position */
    int table;                     /* the one that was spoken of last */
    bool programs; /* requests may name agents that are programs: "cmd:..." */
    JsonW scratch;
};

typedef struct {
    Rpc *rpc;
    Match *match; /* of that table */
    const json_t *request;
    JsonW *out; /* inside the answer's object; taken back when the call is refused */
    Refusal *why;
    Command command; /* the move that the match refused; ACTION_NONE: it was not that */
} Call;

typedef struct {
    const char *name;
    Err (*run)(Call *call);
    bool needs_match;
    const char *fields[RPC_FIELDS_MAX]; /* beside "id" and "op"; NULL ends them */
} Op;

extern const Op rpc_ops[]; /* ends with a NULL name */

Err call_refuse(Call *call, Err code, const char *first, const char *second);

/* Fields of the request. A missing one leaves '*out' as it is. */
Err call_int(Call *call, const char *field, int min, int max, int *out);
Err call_text(Call *call, const char *field, const char **out);
Err call_flag(Call *call, const char *field, bool *out);
/* A seat of the match. A viewer may also be -1 or null: SEAT_NONE, a spectator. Who
 * acts may also be "table": SEAT_TABLE, which steps in for an absent seat. */
typedef enum { WHO_PLAYS, WHO_SEES, WHO_ACTS } Who;
Err call_seat(Call *call, const char *field, Who who, int *out);
/* "seed", "ms" and "iterations" of what thinks. */
Err call_limits(Call *call, AnalysisLimits *limits);
/* A game and its catalog; NULL 'id': that of the current match. */
Err call_game(Call *call, const char *id, const Game **game, const void **catalog);

/* think.c - operations that search. */
Err op_hint(Call *call);
Err op_analyse(Call *call);
