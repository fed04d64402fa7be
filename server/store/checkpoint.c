/* checkpoint.c - brings what SQLite's log holds into its file, beside the writer. */
#include "server/store/checkpoint.h"

#include "server/metrics.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    PAGE_BYTES = 1024,
    LOG_PAGES = 16384, /* the longer, the more moves share the writing of a page */
    WORK_NICE = 10     /* nobody waits for it */
};

typedef enum { REST, WORK, DONE } Phase;

struct Checkpoint {
    sqlite3 *db, *side; /* the writer's connection, and the thread's own */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    Phase phase;
    bool stop;
    int pages, pages_due; /* in the log, and when to begin: the writer's alone */
};

/* As much as nobody else is in the way of; true: all that was there at its beginning.
 */
static bool copy_pages(sqlite3 *db)
{
    int in_log = 0, copied = 0;
    return sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, &in_log,
                                     &copied) == SQLITE_OK &&
           copied == in_log;
}

static void *work(void *context)
{
    Checkpoint *c = context;
    pthread_setname_np(pthread_self(), "parlor-pages");
    setpriority(PRIO_PROCESS, (id_t)gettid(), WORK_NICE);
    pthread_mutex_lock(&c->lock);
    for (;;) {
        while (c->phase != WORK && !c->stop)
            pthread_cond_wait(&c->changed, &c->lock);
        if (c->stop)
            break;
        pthread_mutex_unlock(&c->lock);
        copy_pages(c->side);
        pthread_mutex_lock(&c->lock);
        c->phase = DONE;
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

static int committed(void *context, sqlite3 *db, const char *name, int pages)
{
    Checkpoint *c = context;
    (void)db;
    (void)name;
    c->pages = pages;
    metrics.store_log_bytes = (long)pages * PAGE_BYTES;
    return SQLITE_OK;
}

Checkpoint *checkpoint_open(sqlite3 *db)
{
    Checkpoint *c = calloc(1, sizeof *c);
    if (!c)
        abort();
    c->db = db;
    c->pages_due = LOG_PAGES;
    const int how = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(sqlite3_db_filename(db, NULL), &c->side, how, NULL) !=
            SQLITE_OK ||
        sqlite3_exec(c->side, "pragma synchronous=full", NULL, NULL, NULL) !=
            SQLITE_OK) {
        sqlite3_close(c->side);
        free(c);
        return NULL;
    }
    sqlite3_wal_hook(db, committed, c); /* instead of SQLite's own checkpoints */
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->changed, NULL);
    if (pthread_create(&c->thread, NULL, work, c) != 0)
        abort();
    return c;
}

void checkpoint_close(Checkpoint *c)
{
    if (!c)
        return;
    pthread_mutex_lock(&c->lock);
    c->stop = true;
    pthread_cond_signal(&c->changed);
    pthread_mutex_unlock(&c->lock);
    pthread_join(c->thread, NULL);
    sqlite3_close(c->side);
    pthread_cond_destroy(&c->changed);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

/* When somebody else reads, the log cannot begin anew yet: try again when it has grown
 * by as much. */
void checkpoint_step(Checkpoint *c)
{
    pthread_mutex_lock(&c->lock);
    if (c->phase == REST && c->pages >= c->pages_due) {
        c->phase = WORK;
        pthread_cond_signal(&c->changed);
    } else if (c->phase == DONE) {
        c->pages_due = LOG_PAGES + (copy_pages(c->db) ? 0 : c->pages);
        c->phase = REST;
    }
    pthread_mutex_unlock(&c->lock);
}
