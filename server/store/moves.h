/* moves.h - the moves of all matches in SQLite's file.
 *
 * To write every move to a place of its match's own would cost a page for each. So a
 * move first goes to the end of one table, `fresh`, whose pages are shared by all who
 * move at the time. When the oldest of a match's fresh moves has become old, they are
 * put together on one sheet, a row of the table `sheet`. Until then they are in memory
 * as well, where they are found by match. */
#pragma once

#include "server/store/store.h"

#include <sqlite3.h>

typedef struct MoveFile MoveFile;

/* For one connection, the writer's or a reader's, and its thread; NULL: the tables are
 * not there. */
MoveFile *moves_open(sqlite3 *db);
void moves_free(MoveFile *m);

/* These belong into a transaction. False: undo it, and say so with moves_undone. */
bool moves_begin(MoveFile *m); /* first of all */
bool moves_append(MoveFile *m, StoreOp *op);
bool moves_tail(MoveFile *m, StoreOp *op);
bool moves_settle(
    MoveFile *m); /* last, where something was written: takes what is old */
bool moves_settle_all(MoveFile *m);

/* Memory may know better than the file now: it is read again at the next beginning. */
void moves_undone(MoveFile *m);
