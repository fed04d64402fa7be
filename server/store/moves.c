/* moves.c - the moves of all matches in SQLite's file. */
#include "server/store/moves.h"

#include <stdlib.h>

enum {
    FRESH_MAX = 65536, /* moves from the first that is on no sheet to the last */
    SHEET_MAX = 256,   /* moves */
    PACE = 2,          /* moves put on sheets for each that comes */
    MOVE_BYTES = 20,
    BUCKETS = 16384
};

enum { SQL_HEAD, SQL_TAIL, SQL_ADD, SQL_LOAD, SQL_SETTLE, SQL_TRIM, SQL_COUNT };

static const char *const sql[SQL_COUNT] = {
    [SQL_HEAD] = "select seq,length(moves) from sheet where match=?1 order by seq desc",
    [SQL_TAIL] = "select seq,moves from sheet where match=?1 and seq>?2 order by seq",
    [SQL_ADD] = "insert into fresh(match,seq,tag,spent,command) values(?1,?2,?3,?4,?5)",
    [SQL_LOAD] = "select id,match,seq,tag,spent,command from fresh order by id",
    [SQL_SETTLE] = "insert into sheet(match,seq,moves) values(?1,?2,?3)",
    [SQL_TRIM] = "delete from fresh where id<?1",
};

/* The moves of one match that will be its next sheet. */
typedef struct Sheet Sheet;
struct Sheet {
    uint64_t match;
    int64_t id;   /* in the table: no move here has a lower one */
    int32_t head; /* how many moves the match has, those of older sheets counted in */
    int32_t count;
    StoreMove *moves;
    Sheet *next_in_bucket, *next; /* next: by id */
};

struct MoveFile {
    sqlite3 *db;
    sqlite3_stmt *statement[SQL_COUNT];
    Sheet *first, *last;
    Sheet *bucket[BUCKETS];
    int64_t last_id, trim_id; /* trim_id: lower ones are gone from the table */
    int added;                /* in this transaction */
    bool is_loaded;
};

static Sheet **sheet_place(MoveFile *m, uint64_t match)
{
    Sheet **at = &m->bucket[match % BUCKETS]; /* a match's number is random */
    while (*at && (*at)->match != match)
        at = &(*at)->next_in_bucket;
    return at;
}

static Sheet *sheet_new(MoveFile *m, uint64_t match, int64_t id, int32_t head)
{
    Sheet *sheet = calloc(1, sizeof *sheet);
    ASSERT(sheet);
    sheet->match = match;
    sheet->id = id;
    sheet->head = head;
    *sheet_place(m, match) = sheet;
    if (m->last)
        m->last->next = sheet;
    else
        m->first = sheet;
    m->last = sheet;
    return sheet;
}

static void sheet_add(Sheet *sheet, StoreMove move)
{
    sheet->moves = store_grow(sheet->moves, sheet->count, sizeof move);
    sheet->moves[sheet->count++] = move;
    sheet->head++;
}

static void forget_first(MoveFile *m)
{
    Sheet *sheet = m->first;
    *sheet_place(m, sheet->match) = sheet->next_in_bucket;
    m->first = sheet->next;
    if (!m->first)
        m->last = NULL;
    free(sheet->moves);
    free(sheet);
}

static void forget_all(MoveFile *m)
{
    while (m->first)
        forget_first(m);
    m->last_id = m->trim_id = 0;
    m->is_loaded = false;
}

MoveFile *moves_open(sqlite3 *db)
{
    MoveFile *m = calloc(1, sizeof *m);
    ASSERT(m);
    m->db = db;
    for (int i = 0; i < SQL_COUNT; i++)
        if (sqlite3_prepare_v3(db, sql[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &m->statement[i], NULL) != SQLITE_OK) {
            moves_free(m);
            return NULL;
        }
    return m;
}

void moves_free(MoveFile *m)
{
    if (!m)
        return;
    forget_all(m);
    for (int i = 0; i < SQL_COUNT; i++)
        sqlite3_finalize(m->statement[i]);
    free(m);
}

static uint8_t *write_part(uint8_t *to, const void *part, size_t bytes)
{
    memcpy(to, part, bytes);
    return to + bytes;
}

static const uint8_t *read_part(const uint8_t *from, void *part, size_t bytes)
{
    memcpy(part, from, bytes);
    return from + bytes;
}

/* A move without the hole that a structure in memory may have. */
static void move_write(uint8_t to[MOVE_BYTES], const StoreMove *move)
{
    to = write_part(to, &move->command, sizeof move->command);
    to = write_part(to, &move->spent_ms, sizeof move->spent_ms);
    write_part(to, &move->tag, sizeof move->tag);
}

static StoreMove move_read(const uint8_t from[MOVE_BYTES])
{
    StoreMove move;
    from = read_part(from, &move.command, sizeof move.command);
    from = read_part(from, &move.spent_ms, sizeof move.spent_ms);
    read_part(from, &move.tag, sizeof move.tag);
    return move;
}

/* How many moves of the match are on sheets. */
static bool settled_head(MoveFile *m, uint64_t match, int32_t *head)
{
    sqlite3_stmt *q = m->statement[SQL_HEAD];
    sqlite3_bind_int64(q, 1, (int64_t)match);
    const int rc = sqlite3_step(q);
    *head = 0;
    if (rc == SQLITE_ROW)
        *head = sqlite3_column_int(q, 0) - 1 + sqlite3_column_int(q, 1) / MOVE_BYTES;
    sqlite3_reset(q);
    return rc == SQLITE_ROW || rc == SQLITE_DONE;
}

/* The match's number is kept as SQLite's signed integer of the same bits. */
static bool insert_move(MoveFile *m, const StoreOp *op)
{
    sqlite3_stmt *q = m->statement[SQL_ADD];
    sqlite3_bind_int64(q, 1, (int64_t)op->match);
    sqlite3_bind_int(q, 2, op->seq);
    sqlite3_bind_int64(q, 3, (int64_t)op->move.tag);
    sqlite3_bind_int(q, 4, op->move.spent_ms);
    sqlite3_bind_blob(q, 5, &op->move.command, sizeof op->move.command, SQLITE_STATIC);
    const bool good = sqlite3_step(q) == SQLITE_DONE;
    sqlite3_reset(q);
    return good;
}

static bool insert_sheet(MoveFile *m, uint64_t match, int32_t seq,
                         const StoreMove *moves, int count)
{
    uint8_t bytes[SHEET_MAX * MOVE_BYTES];
    sqlite3_stmt *q = m->statement[SQL_SETTLE];
    for (int i = 0; i < count; i++)
        move_write(bytes + i * MOVE_BYTES, &moves[i]);
    sqlite3_bind_int64(q, 1, (int64_t)match);
    sqlite3_bind_int(q, 2, seq);
    sqlite3_bind_blob(q, 3, bytes, count * MOVE_BYTES, SQLITE_STATIC);
    const bool good = sqlite3_step(q) == SQLITE_DONE;
    sqlite3_reset(q);
    return good;
}

static StoreMove row_move(sqlite3_stmt *q)
{
    StoreMove move = {.tag = (uint64_t)sqlite3_column_int64(q, 3),
                      .spent_ms = sqlite3_column_int(q, 4)};
    if (sqlite3_column_bytes(q, 5) == (int)sizeof move.command)
        memcpy(&move.command, sqlite3_column_blob(q, 5), sizeof move.command);
    return move;
}

/* One row of the table; one that is on a sheet already only waits to be trimmed. */
static bool load_row(MoveFile *m, sqlite3_stmt *q)
{
    const int64_t id = sqlite3_column_int64(q, 0);
    const uint64_t match = (uint64_t)sqlite3_column_int64(q, 1);
    if (!m->trim_id)
        m->trim_id = id;
    m->last_id = id;
    Sheet *sheet = *sheet_place(m, match);
    int32_t head = 0;
    if (!sheet && !settled_head(m, match, &head))
        return false;
    if (sqlite3_column_int(q, 2) != (sheet ? sheet->head : head) + 1)
        return true;
    sheet_add(sheet ? sheet : sheet_new(m, match, id, head), row_move(q));
    return true;
}

bool moves_begin(MoveFile *m)
{
    m->added = 0;
    if (m->is_loaded)
        return true;
    forget_all(m);
    sqlite3_stmt *q = m->statement[SQL_LOAD];
    int rc = sqlite3_step(q);
    for (; rc == SQLITE_ROW; rc = sqlite3_step(q))
        if (!load_row(m, q))
            break;
    sqlite3_reset(q);
    m->is_loaded = rc == SQLITE_DONE;
    return m->is_loaded;
}

void moves_undone(MoveFile *m)
{
    forget_all(m);
}

/* It stays until its turn comes: more may follow, on another sheet. One that was read
 * from an older file may be longer than a sheet. */
static bool sheet_settle(MoveFile *m, Sheet *sheet)
{
    for (int i = 0; i < sheet->count; i += SHEET_MAX) {
        const int left = sheet->count - i;
        if (!insert_sheet(m, sheet->match, sheet->head - left + 1, &sheet->moves[i],
                          left < SHEET_MAX ? left : SHEET_MAX))
            return false;
    }
    sheet->count = 0;
    return true;
}

bool moves_append(MoveFile *m, StoreOp *op)
{
    Sheet *sheet = *sheet_place(m, op->match);
    int32_t head = 0;
    if (!sheet && !settled_head(m, op->match, &head))
        return false;
    op->result = op->seq == (sheet ? sheet->head : head) + 1 ? STORE_OK : STORE_STALE;
    if (op->result == STORE_STALE)
        return true;
    if (!insert_move(m, op))
        return false;
    m->last_id = sqlite3_last_insert_rowid(m->db);
    if (!sheet)
        sheet = sheet_new(m, op->match, m->last_id, head);
    sheet_add(sheet, op->move);
    m->added++;
    return sheet->count < SHEET_MAX || sheet_settle(m, sheet);
}

/* If it is the one the operation wants next. */
static void take(StoreOp *op, int32_t seq, StoreMove move)
{
    if (seq == op->seq + op->move_count + 1)
        *store_add_move(op) = move;
}

bool moves_tail(MoveFile *m, StoreOp *op)
{
    sqlite3_stmt *q = m->statement[SQL_TAIL];
    sqlite3_bind_int64(q, 1, (int64_t)op->match);
    sqlite3_bind_int(q, 2, op->seq - SHEET_MAX); /* earlier ones end before it */
    int rc = sqlite3_step(q);
    for (; rc == SQLITE_ROW; rc = sqlite3_step(q)) {
        const uint8_t *moves = sqlite3_column_blob(q, 1);
        const int count = sqlite3_column_bytes(q, 1) / MOVE_BYTES;
        for (int i = 0; i < count; i++)
            take(op, sqlite3_column_int(q, 0) + i, move_read(moves + i * MOVE_BYTES));
    }
    sqlite3_reset(q);
    const Sheet *sheet = *sheet_place(m, op->match);
    for (int i = 0; sheet && i < sheet->count; i++)
        take(op, sheet->head - sheet->count + 1 + i, sheet->moves[i]);
    op->result = STORE_OK;
    return rc == SQLITE_DONE;
}

/* What came before the first of the next sheets goes from the table, so much of it. */
static bool trim(MoveFile *m, int64_t max)
{
    const int64_t settled_id = m->first ? m->first->id : m->last_id + 1;
    const int64_t id = settled_id - m->trim_id < max ? settled_id : m->trim_id + max;
    if (id <= m->trim_id)
        return true;
    m->trim_id = id;
    sqlite3_stmt *q = m->statement[SQL_TRIM];
    sqlite3_bind_int64(q, 1, id);
    const bool good = sqlite3_step(q) == SQLITE_DONE;
    sqlite3_reset(q);
    return good;
}

/* Little by little: matches that began together would all be old at once. */
bool moves_settle(MoveFile *m)
{
    const int max = PACE * m->added;
    for (int count = 0;
         count < max && m->first && m->last_id - m->first->id >= FRESH_MAX;) {
        count += m->first->count;
        if (!sheet_settle(m, m->first))
            return false;
        forget_first(m);
    }
    return trim(m, max);
}

bool moves_settle_all(MoveFile *m)
{
    for (; m->first; forget_first(m))
        if (!sheet_settle(m, m->first))
            return false;
    const bool good = trim(m, INT64_MAX);
    forget_all(m); /* an empty table numbers its rows anew */
    return good;
}
