/* store_sqlite.c - the store in one file: SQLite with a write-ahead log, each
 * transaction synced before it is answered. */
#include "server/store/store.h"

#include "server/clock.h"
#include "server/log.h"
#include "server/store/checkpoint.h"
#include "server/store/hold.h"
#include "server/store/moves.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    SCHEMA = 2, /* what this program writes; older ones are brought up to it */
    BUSY_MS = 5000,
    HEX_NAME_BYTES = 17 /* of a match */
};

enum {
    SQL_INSERT,
    SQL_UPDATE,
    SQL_UPSERT,
    SQL_DELETE,
    SQL_TOUCH,
    SQL_GET,
    SQL_LIST,
    SQL_FIND,
    SQL_SWEEP,
    SQL_COUNT
};

static const char *const sql[SQL_COUNT] = {
    [SQL_INSERT] = "insert or ignore into doc(kind,key,version,at,body)"
                   " values(?1,?2,1,?4,?5)",
    [SQL_UPDATE] = "update doc set version=?3+1,at=?4,body=?5"
                   " where kind=?1 and key=?2 and version=?3",
    [SQL_UPSERT] = "insert into doc(kind,key,version,at,body) values(?1,?2,1,?4,?5)"
                   " on conflict(kind,key) do update set version=version+1,at=?4,"
                   "body=?5",
    [SQL_DELETE] = "delete from doc where kind=?1 and key=?2",
    [SQL_TOUCH] = "update doc set at=?3 where kind=?1 and key=?2",
    [SQL_GET] = "select version,body from doc where kind=?1 and key=?2",
    [SQL_LIST] = "select key,version,at,body from doc where kind=?1 and at>=?3"
                 " order by at desc limit ?2",
    /* Keys are ASCII: nothing that begins so comes after so and a tilde. */
    [SQL_FIND] = "select key,version,at,body from doc where kind=?1 and key>=?3"
                 " and key<?3||'~' order by key limit ?2",
    [SQL_SWEEP] = "delete from doc where kind=?1 and at<?2",
};

/* Each brings the schema one further; none is ever changed once released. */
static const char *const migrations[SCHEMA] = {
    "create table move(match integer not null, seq integer not null,"
    " tag integer not null, spent integer not null, command blob not null,"
    " primary key(match,seq)) without rowid;"
    "create table doc(kind text not null, key text not null, version integer not null,"
    " at integer not null, body text not null, primary key(kind,key)) without rowid;"
    "create index doc_at on doc(kind,at);",
    "create table fresh(id integer primary key, match integer not null,"
    " seq integer not null, tag integer not null, spent integer not null,"
    " command blob not null);"
    "insert into fresh(match,seq,tag,spent,command)"
    " select match,seq,tag,spent,command from move order by match,seq;"
    "drop table move;"
    "create table sheet(match integer not null, seq integer not null,"
    " moves blob not null, primary key(match,seq)) without rowid;",
};

typedef struct {
    sqlite3 *db;
    sqlite3_stmt *statement[SQL_COUNT];
    MoveFile *moves;
    Checkpoint *checkpoint; /* NULL: only read */
    int hold;               /* -1: only read, or in memory */
    char trouble[200];      /* the first thing that went wrong since all was well */
} Sqlite;

static void sqlite_note(Sqlite *s)
{
    if (!s->trouble[0])
        snprintf(s->trouble, sizeof s->trouble, "%s", sqlite3_errmsg(s->db));
}

static bool sqlite_do(Sqlite *s, const char *text)
{
    if (sqlite3_exec(s->db, text, NULL, NULL, NULL) == SQLITE_OK)
        return true;
    sqlite_note(s);
    return false;
}

static bool sqlite_begin(Sqlite *s, bool writes)
{
    return sqlite_do(s, writes ? "begin immediate" : "begin") && moves_begin(s->moves);
}

/* What happened is kept if all of it was good. */
static bool sqlite_end(Sqlite *s, bool good)
{
    if (good && sqlite_do(s, "commit")) {
        s->trouble[0] = 0;
        return true;
    }
    sqlite_note(s);
    log_event(LOG_ERROR, "sqlite", "error", s->trouble, NULL);
    sqlite_do(s, "rollback");
    moves_undone(s->moves);
    return false;
}

static bool sqlite_settle(Sqlite *s)
{
    return sqlite_end(s, sqlite_begin(s, true) && moves_settle_all(s->moves));
}

static void sqlite_close(void *self)
{
    Sqlite *s = self;
    if (s->checkpoint)
        sqlite_settle(s);
    checkpoint_close(s->checkpoint);
    moves_free(s->moves);
    for (int i = 0; i < SQL_COUNT; i++)
        sqlite3_finalize(s->statement[i]);
    sqlite3_close(s->db);
    hold_close(s->hold);
    free(s);
}

static int sqlite_schema(Sqlite *s)
{
    sqlite3_stmt *ask = NULL;
    int schema = -1;
    if (sqlite3_prepare_v2(s->db, "pragma user_version", -1, &ask, NULL) == SQLITE_OK &&
        sqlite3_step(ask) == SQLITE_ROW)
        schema = sqlite3_column_int(ask, 0);
    sqlite3_finalize(ask);
    return schema;
}

/* Bring an older file up to date, one step in one transaction. */
static bool sqlite_migrate(Sqlite *s, bool only_read, char *why, size_t why_bytes)
{
    const int found = sqlite_schema(s);
    if (only_read && found >= 0 && found < SCHEMA) {
        snprintf(why, why_bytes, "this is no store, or one of an older version");
        return false;
    }
    if (found > SCHEMA) {
        snprintf(why, why_bytes,
                 "the file was written by a newer version (schema %d, this program "
                 "knows %d)",
                 found, SCHEMA);
        return false;
    }
    for (int schema = found; schema >= 0 && schema < SCHEMA; schema++) {
        char stamp[60];
        snprintf(stamp, sizeof stamp, "pragma user_version=%d", schema + 1);
        if (!sqlite_do(s, "begin immediate") || !sqlite_do(s, migrations[schema]) ||
            !sqlite_do(s, stamp) || !sqlite_do(s, "commit"))
            return false;
    }
    return found >= 0;
}

static void *sqlite_open(const char *where, StoreWay way, char *why, size_t why_bytes)
{
    const bool only_read = way != STORE_OWN; /* of the moves, and what they lie in */
    const int how = way == STORE_READ     ? SQLITE_OPEN_READONLY
                    : way == STORE_BESIDE ? SQLITE_OPEN_READWRITE
                                          : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    Sqlite *s = calloc(1, sizeof *s);
    ASSERT(s);
    why[0] = 0;
    const bool holds = !only_read && strcmp(where, ":memory:") != 0; /* it is no file */
    s->hold = holds ? hold_open(where, why, why_bytes) : -1;
    if (holds && s->hold < 0) {
        free(s);
        return NULL;
    }
    bool good =
        sqlite3_open_v2(where, &s->db, how | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK;
    /* A transaction writes whole pages, and most are small. */
    good = good && sqlite3_busy_timeout(s->db, BUSY_MS) == SQLITE_OK &&
           (only_read || (sqlite_do(s, "pragma page_size=1024") &&
                          sqlite_do(s, "pragma journal_mode=wal") &&
                          sqlite_do(s, "pragma synchronous=full"))) &&
           sqlite_do(s, "pragma cache_size=-2000") &&
           sqlite_migrate(s, only_read, why, why_bytes);
    for (int i = 0; good && i < SQL_COUNT; i++)
        good = sqlite3_prepare_v3(s->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT,
                                  &s->statement[i], NULL) == SQLITE_OK;
    s->moves = good ? moves_open(s->db) : NULL;
    good = good && s->moves && (only_read || sqlite_settle(s));
    if (good && !only_read)
        s->checkpoint = checkpoint_open(s->db);
    if (good && (only_read || s->checkpoint))
        return s;
    if (s->db)
        sqlite_note(s);
    if (!why[0])
        snprintf(why, why_bytes, "%s: %s", where, s->db ? s->trouble : "no memory");
    sqlite_close(s);
    return NULL;
}

static bool run_append(Sqlite *s, StoreOp *op)
{
    return moves_append(s->moves, op);
}

static bool run_tail(Sqlite *s, StoreOp *op)
{
    return moves_tail(s->moves, op);
}

static bool run_put(Sqlite *s, StoreOp *op)
{
    sqlite3_stmt *q = s->statement[op->version == STORE_ANY ? SQL_UPSERT
                                   : op->version            ? SQL_UPDATE
                                                            : SQL_INSERT];
    sqlite3_bind_text(q, 1, op->kind, -1, SQLITE_STATIC);
    sqlite3_bind_text(q, 2, op->key, -1, SQLITE_STATIC);
    if (op->version > 0)
        sqlite3_bind_int64(q, 3, op->version);
    sqlite3_bind_int64(q, 4, wall_ms());
    sqlite3_bind_text(q, 5, op->body, -1, SQLITE_STATIC);
    const int rc = sqlite3_step(q);
    sqlite3_reset(q);
    op->result = rc == SQLITE_DONE && sqlite3_changes(s->db) ? STORE_OK : STORE_STALE;
    op->version += op->result == STORE_OK && op->version >= 0;
    return rc == SQLITE_DONE;
}

static bool run_get(Sqlite *s, StoreOp *op)
{
    sqlite3_stmt *q = s->statement[SQL_GET];
    sqlite3_bind_text(q, 1, op->kind, -1, SQLITE_STATIC);
    sqlite3_bind_text(q, 2, op->key, -1, SQLITE_STATIC);
    const int rc = sqlite3_step(q);
    op->result = rc == SQLITE_ROW ? STORE_OK : STORE_MISSING;
    if (rc == SQLITE_ROW) {
        op->version = sqlite3_column_int64(q, 0);
        op->body = strdup((const char *)sqlite3_column_text(q, 1));
    }
    sqlite3_reset(q);
    return rc == SQLITE_ROW || rc == SQLITE_DONE;
}

static bool run_list(Sqlite *s, StoreOp *op)
{
    sqlite3_stmt *q = s->statement[op->act == STORE_FIND ? SQL_FIND : SQL_LIST];
    sqlite3_bind_text(q, 1, op->kind, -1, SQLITE_STATIC);
    sqlite3_bind_int(q, 2, op->limit);
    if (op->act == STORE_FIND)
        sqlite3_bind_text(q, 3, op->key, -1, SQLITE_STATIC);
    else
        sqlite3_bind_int64(q, 3, op->age_ms ? wall_ms() - op->age_ms : INT64_MIN);
    int rc = sqlite3_step(q);
    for (; rc == SQLITE_ROW; rc = sqlite3_step(q)) {
        StoreDoc *doc = store_add_doc(op);
        snprintf(doc->key, sizeof doc->key, "%s",
                 (const char *)sqlite3_column_text(q, 0));
        doc->version = sqlite3_column_int64(q, 1);
        doc->age_ms = wall_ms() - sqlite3_column_int64(q, 2);
        doc->body = strdup((const char *)sqlite3_column_text(q, 3));
    }
    sqlite3_reset(q);
    op->result = STORE_OK;
    return rc == SQLITE_DONE;
}

/* A statement whose only answer is that it was done. */
static bool run_plain(Sqlite *s, StoreOp *op)
{
    static const int which[] = {[STORE_DELETE] = SQL_DELETE,
                                [STORE_TOUCH] = SQL_TOUCH,
                                [STORE_SWEEP] = SQL_SWEEP};
    sqlite3_stmt *q = s->statement[which[op->act]];
    sqlite3_bind_text(q, 1, op->kind, -1, SQLITE_STATIC);
    if (op->act == STORE_SWEEP)
        sqlite3_bind_int64(q, 2, op->wall_ms - op->age_ms);
    else
        sqlite3_bind_text(q, 2, op->key, -1, SQLITE_STATIC);
    if (op->act == STORE_TOUCH)
        sqlite3_bind_int64(q, 3, wall_ms());
    const int rc = sqlite3_step(q);
    sqlite3_reset(q);
    op->result = STORE_OK;
    return rc == SQLITE_DONE;
}

static bool run_all(Sqlite *s, StoreOp *op)
{
    bool good = sqlite_do(s, "savepoint parts");
    op->result = STORE_OK;
    for (StoreOp *part = op->parts; good && part && op->result == STORE_OK;
         part = part->next) {
        good = part->act == STORE_PUT ? run_put(s, part) : run_plain(s, part);
        op->result = part->result;
    }
    if (good && op->result != STORE_OK)
        good = sqlite_do(s, "rollback to parts");
    return good && sqlite_do(s, "release parts");
}

/* Matches that are over, with their moves, some at a time. */
static bool run_sweep(Sqlite *s, StoreOp *op)
{
    enum { MATCHES_MAX = 200 };
    if (strcmp(op->kind, "match") != 0)
        return run_plain(s, op);
    char keys[MATCHES_MAX][HEX_NAME_BYTES], text[200];
    int count = 0;
    sqlite3_stmt *q = NULL;
    bool good = sqlite3_prepare_v2(s->db,
                                   "select key from doc where kind='match' and at<?1"
                                   " and case when json_valid(body)"
                                   " then json_type(body,'$.result') end='object'"
                                   " order by at limit ?2",
                                   -1, &q, NULL) == SQLITE_OK;
    sqlite3_bind_int64(q, 1, op->wall_ms - op->age_ms);
    sqlite3_bind_int(q, 2, MATCHES_MAX);
    while (good && sqlite3_step(q) == SQLITE_ROW)
        snprintf(keys[count++], sizeof *keys, "%s",
                 (const char *)sqlite3_column_text(q, 0));
    sqlite3_finalize(q);
    for (int i = 0; good && i < count; i++) {
        const int64_t match = (int64_t)strtoull(keys[i], NULL, 16);
        snprintf(text, sizeof text,
                 "delete from sheet where match=%lld;delete from fresh where"
                 " match=%lld;delete from doc where kind='match' and key='%016llx'",
                 (long long)match, (long long)match, (unsigned long long)match);
        good = sqlite_do(s, text);
    }
    op->result = STORE_OK;
    return good;
}

static bool run_nothing(Sqlite *s, StoreOp *op)
{
    (void)s;
    op->result = STORE_OK;
    return true;
}

static bool sqlite_run(void *self, StoreOp *batch)
{
    static bool (*const run[])(Sqlite *, StoreOp *) = {
        [STORE_APPEND] = run_append, [STORE_TAIL] = run_tail,
        [STORE_PUT] = run_put,       [STORE_DELETE] = run_plain,
        [STORE_TOUCH] = run_plain,   [STORE_GET] = run_get,
        [STORE_LIST] = run_list,     [STORE_SWEEP] = run_sweep,
        [STORE_FIND] = run_list,     [STORE_ALL] = run_all,
        [STORE_TELL] = run_nothing,  [STORE_NEWS] = run_nothing,
    };
    Sqlite *s = self;
    bool writes = false;
    for (const StoreOp *op = batch; op; op = op->next)
        writes = writes || (op->act != STORE_TAIL && op->act != STORE_GET &&
                            op->act != STORE_LIST && op->act != STORE_FIND &&
                            op->act != STORE_TELL);
    bool good = sqlite_begin(s, writes);
    for (StoreOp *op = batch; good && op; op = op->next)
        good = run[op->act](s, op);
    if (!sqlite_end(s, good && (!writes || !s->checkpoint || moves_settle(s->moves))))
        return false;
    if (writes && s->checkpoint)
        checkpoint_step(s->checkpoint);
    return true;
}

const StoreBackend store_sqlite = {"sqlite",     false,      sqlite_open,
                                   sqlite_close, sqlite_run, NULL};
