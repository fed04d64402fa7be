/* external.h - an agent that is another program: "cmd:python3 my_bot.py".
 *
 * Each thread starts its own copy. It gets one JSON line for each decision and answers
 * with one; docs/write-an-agent.md shows both. Whatever it does wrong (late, garbage,
 * gone) costs it the move: a random legal one is made for it, and counted. */
#pragma once

#include "agents/agent.h"

typedef struct {
    int64_t late, garbage, crashes;
} ExternalFaults;

#define EXTERNAL_PREFIX "cmd:"

enum { EXTERNAL_LOAD_MS = 10000 };

bool external_is(const char *name);
/* The same name gives the same agent; NULL without memory or with too many. */
const Agent *external_open(const char *name);
/* The same under a name of its own: what an operator calls a program. */
const Agent *external_open_as(const char *name, const char *command);
/* How long a program may load, before its first answer; EXTERNAL_LOAD_MS unless said,
 * which is before any is asked. */
void external_limit_load(int ms);
/* Of an agent that is not outside: none. */
ExternalFaults external_faults(const Agent *agent);
/* Ends every program started. */
void external_close_all(void);
