/* rpc.h - the line protocol: one JSON object in, one out, for any game.
 *
 * An error never ends anything and never changes the match. This is a library, so that
 * tests and fuzzers can call it without a pipe. */
#pragma once

#include "engine/match.h"

enum { RPC_LINE_BYTES_MAX = 1 << 20 };

typedef struct Rpc Rpc;

/* Both must outlive it. */
Rpc *rpc_new(Catalogs *catalogs, const Texts *texts);
void rpc_free(Rpc *rpc);

/* Requests may name agents that are programs: "cmd:python3 bot.py". Whoever sends them
 * can then run anything, so it is off until somebody says so. */
void rpc_allow_programs(Rpc *rpc);

/* The match of the table that was spoken of last; NULL: there is none yet. */
Match *rpc_match(const Rpc *rpc);

/* Answer one line, given without its line break; the answer has none either. */
void rpc_line(Rpc *rpc, const char *line, size_t line_bytes, JsonW *out);
/* The answer to a line too long to be kept. */
void rpc_too_large(Rpc *rpc, JsonW *out);
