/* core.h - what the files of the Python module share.
 *
 * The module is built against CPython's stable ABI, so one build serves every later
 * Python. It holds three kinds of things: a Session answers the line protocol in
 * memory, a Table is one flat state, a Batch is many of them stepped at once. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "agents/agent.h"
#include "cli/boards/board.h"
#include "cli/measure/rollout.h"
#include "cli/rpc/call.h"
#include "games/games.h"

#include <setjmp.h>

enum { LANGUAGES = 3, GAMES_MAX = CATALOGS_GAMES_MAX };

/* A broken assertion comes back here as an exception instead of ending Python:
 *     Guard guard;
 *     if (GUARD(&guard)) { ...; guard_end(&guard); } else return guard_raise(&guard);
 */
typedef struct Guard {
    jmp_buf back;
    struct Guard *outer;
    char said[240];
} Guard;

void guard_begin(Guard *guard);
void guard_end(Guard *guard);
PyObject *guard_raise(const Guard *guard);
#define GUARD(guard) (guard_begin(guard), setjmp((guard)->back) == 0)

/* The one copy of data, texts and catalogs that everything in this process reads. */
Data *core_data(void); /* NULL with an exception set */
Catalogs *core_catalogs(void);
const Texts *core_texts(int language);
const void *core_catalog(int game); /* index into games_all */
int core_game(const char *id);      /* -1 with an exception set */
/* {"players":2,"seed":7,"options":{...}} as a setup the game accepts; false with an
 * exception set. */
bool core_setup(int game, const char *json, Setup *setup);
PyObject *core_refused(const Table *table, int language, const Refusal *why);

/* Where the legal moves stand in the action space, in the order they are listed. */
PyObject *core_places(const Game *game, const void *catalog, const void *state);

/* A buffer of the caller's, at least so many bytes; false with an exception set. */
bool core_buffer(PyObject *object, bool writes, size_t bytes, const char *name,
                 Py_buffer *view);

extern PyObject *core_error;  /* parlor.Refused: (code, sentence) */
extern PyObject *core_broken; /* parlor.Broken */
extern PyType_Spec session_spec, table_spec, batch_spec;
