/* backup.c - a copy of a store in one file, taken while its server runs. */
#include "server/store/backup.h"

#include "server/store/hold.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 1024, STEP_PAGES = 4096, BUSY_MS = 10000 };

static bool is_file(const char *store, char *why, size_t why_bytes)
{
    if (strncmp(store, "postgres", 8) != 0 && strncmp(store, "host=", 5) != 0)
        return true;
    snprintf(why, why_bytes,
             "this store is a PostgreSQL database: use pg_dump and pg_restore");
    return false;
}

static bool fail(sqlite3 *db, const char *file, char *why, size_t why_bytes)
{
    snprintf(why, why_bytes, "%s: %s", file, db ? sqlite3_errmsg(db) : "no memory");
    return false;
}

static bool copy_pages(sqlite3 *from, sqlite3 *to)
{
    sqlite3_backup *copy = sqlite3_backup_init(to, "main", from, "main");
    int rc = copy ? SQLITE_OK : SQLITE_ERROR;
    while (rc == SQLITE_OK || rc == SQLITE_BUSY || rc == SQLITE_LOCKED)
        rc = sqlite3_backup_step(copy, STEP_PAGES);
    return sqlite3_backup_finish(copy) == SQLITE_OK && rc == SQLITE_DONE;
}

/* Everything of one file into another, which is synced. */
static bool copy_file(const char *from, const char *to, char *why, size_t why_bytes)
{
    sqlite3 *source = NULL, *target = NULL;
    const int fd = open(to, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0) {
        snprintf(why, why_bytes, "%s: %s", to, strerror(errno));
        return false;
    }
    bool good = true;
    if (sqlite3_open_v2(from, &source, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK ||
        sqlite3_busy_timeout(source, BUSY_MS) != SQLITE_OK)
        good = fail(source, from, why, why_bytes);
    /* One reader from beginning to end: what is written meanwhile is not seen. */
    if (good && sqlite3_exec(source, "begin; select count(*) from sqlite_schema", NULL,
                             NULL, NULL) != SQLITE_OK)
        good = fail(source, from, why, why_bytes);
    if (good &&
        (sqlite3_open_v2(to, &target, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK ||
         !copy_pages(source, target) ||
         sqlite3_exec(target, "pragma journal_mode=delete", NULL, NULL, NULL) !=
             SQLITE_OK))
        good = fail(target, to, why, why_bytes);
    sqlite3_close(target);
    sqlite3_close(source);
    if (good && fsync(fd) != 0) {
        snprintf(why, why_bytes, "%s: %s", to, strerror(errno));
        good = false;
    }
    close(fd);
    if (!good)
        unlink(to);
    return good;
}

static bool into_place(const char *made, const char *file, char *why, size_t why_bytes)
{
    if (rename(made, file) == 0)
        return true;
    snprintf(why, why_bytes, "%s: %s", file, strerror(errno));
    unlink(made);
    return false;
}

bool backup_take(const char *store, const char *to, char *why, size_t why_bytes)
{
    char made[PATH_BYTES];
    snprintf(made, sizeof made, "%s.part", to);
    return is_file(store, why, why_bytes) && copy_file(store, made, why, why_bytes) &&
           backup_is_whole(made, why, why_bytes) &&
           into_place(made, to, why, why_bytes);
}

bool backup_is_whole(const char *file, char *why, size_t why_bytes)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *ask = NULL;
    bool good = false;
    if (sqlite3_open_v2(file, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(db, "pragma integrity_check(1)", -1, &ask, NULL) !=
            SQLITE_OK ||
        sqlite3_step(ask) != SQLITE_ROW) {
        fail(db, file, why, why_bytes);
    } else {
        const char *said = (const char *)sqlite3_column_text(ask, 0);
        good = said && strcmp(said, "ok") == 0;
        if (!good)
            snprintf(why, why_bytes, "%s: %s", file, said ? said : "damaged");
    }
    sqlite3_finalize(ask);
    sqlite3_close(db);
    return good;
}

bool backup_put(const char *file, const char *store, char *why, size_t why_bytes)
{
    char made[PATH_BYTES], log[PATH_BYTES];
    struct stat about;
    if (!is_file(store, why, why_bytes))
        return false;
    const bool is_there = stat(store, &about) == 0;
    const int hold = is_there ? hold_open(store, why, why_bytes) : -1;
    if (is_there && hold < 0)
        return false;
    snprintf(made, sizeof made, "%s.restored", store);
    bool good = copy_file(file, made, why, why_bytes);
    static const char *const ends[] = {"-wal", "-shm"};
    for (int i = 0; good && i < 2; i++) { /* of the old one: not of this one */
        snprintf(log, sizeof log, "%s%s", store, ends[i]);
        unlink(log);
    }
    good = good && into_place(made, store, why, why_bytes);
    hold_close(hold);
    return good;
}
