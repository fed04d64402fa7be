/* checkpoint.h - brings what SQLite's log holds into its file, beside the writer.
 *
 * A checkpoint made by the writer keeps every move waiting for as long as it takes.
 * Here a second thread does nearly all of it while the writer goes on; only the last
 * few pages, without which the log could never begin anew, are left to the writer. */
#pragma once

#include <sqlite3.h>

typedef struct Checkpoint Checkpoint;

/* For the writer's connection 'db', which is open; NULL: it cannot. */
Checkpoint *checkpoint_open(sqlite3 *db);
void checkpoint_close(Checkpoint *c); /* before the writer's connection */
/* After each transaction of the writer's, on its thread. */
void checkpoint_step(Checkpoint *c);
