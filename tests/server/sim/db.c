/* db.c - the store behind store.h, as the simulator has it: every node has a connection
 * that answers late, fails or is lost, to one database that loses nothing.
 *
 * The database is a list in memory that several nodes share, or the real code of SQLite
 * with one node. It stands in for store.c, whose threads have no place here. */
#include "tests/server/sim/sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct {
    char name[STORE_KIND_BYTES + STORE_KEY_BYTES];
    char kind[STORE_KIND_BYTES], key[STORE_KEY_BYTES];
    int64_t version, at_ms;
    char *body; /* NULL: deleted */
} Doc;

typedef struct {
    char name[HEX_BYTES];
    StoreMove *moves;
    int count;
} Log;

typedef struct {
    int node;
    int64_t at_ms;
    StoreOp *news;
} News;

struct Db {
    World *world;
    void *sql; /* NULL: in memory */
    Map docs, logs;
    Doc **doc;
    int doc_count;
    Log **log;
    int log_count;
    News *news;
    int news_count;
};

/* What the hub knows of store.h. */

bool store_is_shared(const Store *s)
{
    return s->db->world->plan.nodes > 1;
}

bool store_is_well(const Store *s)
{
    return !s->is_dead;
}

void store_on_news(Store *s, void (*heard)(void *context, const StoreOp *news),
                   void *context)
{
    s->heard = heard;
    s->heard_context = context;
}

/* An operation is due a few milliseconds after it was asked for, in order. */
void store_ask(Store *s, StoreOp *op, void (*done)(StoreOp *op), void *context)
{
    World *w = s->db->world;
    op->done = done;
    op->context = context;
    op->asked_us = w->now_ms + 1 + rng_below(&w->rng, w->now_ms < s->slow_ms ? 900 : 8);
    op->next = NULL;
    if (s->first)
        s->last->next = op;
    else
        s->first = op;
    s->last = op;
}

/* The database. */

char db_file[80];

void db_clean(void)
{
    static const char *const ends[] = {"", "-wal", "-shm", ".lock", "-lock"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char name[100];
        snprintf(name, sizeof name, "%s%s", db_file, ends[i]);
        unlink(name);
    }
}

/* A file belongs to one server at a time. */
static void *open_file(World *w)
{
    char why[200] = "";
    db_clean();
    void *sql = store_sqlite.open(db_file, false, why, sizeof why);
    if (!sql)
        sim_fail(w, "SQLite: %s", why);
    if (store_sqlite.open(db_file, false, why, sizeof why))
        sim_fail(w, "two servers hold one store");
    return sql;
}

Db *db_new(World *w, bool is_sql)
{
    Db *db = calloc(1, sizeof *db);
    ASSERT(db);
    db->world = w;
    if (is_sql)
        db->sql = open_file(w);
    return db;
}

void db_free(Db *db)
{
    if (db->sql)
        store_sqlite.close(db->sql);
    for (int i = 0; i < db->doc_count; i++) {
        free(db->doc[i]->body);
        free(db->doc[i]);
    }
    for (int i = 0; i < db->log_count; i++) {
        free(db->log[i]->moves);
        free(db->log[i]);
    }
    for (int i = 0; i < db->news_count; i++)
        store_op_free(db->news[i].news);
    map_clear(&db->docs);
    map_clear(&db->logs);
    free(db->doc);
    free(db->log);
    free(db->news);
    free(db);
}

/* Several nodes go by the clock of the database, one by the machine's. */
static int64_t db_now(const Db *db)
{
    return db->world->plan.nodes > 1 ? db->world->now_ms : world_wall_ms(db->world);
}

static Doc *doc_of(Db *db, const StoreOp *op, bool make)
{
    char name[sizeof((Doc *)0)->name];
    snprintf(name, sizeof name, "%s/%s", op->kind, op->key);
    Doc *doc = map_find(&db->docs, name);
    if (doc || !make)
        return doc;
    doc = calloc(1, sizeof *doc);
    ASSERT(doc);
    snprintf(doc->name, sizeof doc->name, "%s", name);
    snprintf(doc->kind, sizeof doc->kind, "%s", op->kind);
    snprintf(doc->key, sizeof doc->key, "%s", op->key);
    map_put(&db->docs, doc->name, doc);
    db->doc = store_grow(db->doc, db->doc_count, sizeof *db->doc);
    db->doc[db->doc_count++] = doc;
    return doc;
}

static Log *log_of(Db *db, uint64_t match)
{
    char name[HEX_BYTES];
    hex_name(match, name);
    Log *log = map_find(&db->logs, name);
    if (log)
        return log;
    log = calloc(1, sizeof *log);
    ASSERT(log);
    snprintf(log->name, sizeof log->name, "%s", name);
    map_put(&db->logs, log->name, log);
    db->log = store_grow(db->log, db->log_count, sizeof *db->log);
    db->log[db->log_count++] = log;
    return log;
}

static void run_put(Db *db, StoreOp *op)
{
    Doc *doc = doc_of(db, op, true);
    const int64_t version = doc->body ? doc->version : 0;
    if (op->version != STORE_ANY && op->version != version) {
        op->result = STORE_STALE;
        return;
    }
    free(doc->body);
    doc->body = strdup(op->body);
    doc->version++;
    doc->at_ms = db_now(db);
    if (op->version != STORE_ANY)
        op->version = doc->version;
    op->result = STORE_OK;
}

static void run_get(Db *db, StoreOp *op)
{
    const Doc *doc = doc_of(db, op, false);
    op->result = doc && doc->body ? STORE_OK : STORE_MISSING;
    if (op->result == STORE_OK) {
        op->version = doc->version;
        op->body = strdup(doc->body);
    }
}

static void run_delete(Db *db, StoreOp *op)
{
    Doc *doc = doc_of(db, op, false);
    op->result = STORE_OK;
    if (!doc || !doc->body)
        return;
    free(doc->body);
    doc->body = NULL;
    doc->version = 0;
}

static void run_touch(Db *db, StoreOp *op)
{
    Doc *doc = doc_of(db, op, false);
    if (doc)
        doc->at_ms = db_now(db);
    op->result = STORE_OK;
}

static void add_found(const Db *db, StoreOp *op, const Doc *doc)
{
    StoreDoc *found = store_add_doc(op);
    snprintf(found->key, sizeof found->key, "%s", doc->key);
    found->version = doc->version;
    found->age_ms = db_now(db) - doc->at_ms;
    found->body = strdup(doc->body);
}

/* The latest first; what was written at the same time comes by its place. */
static void run_list(Db *db, StoreOp *op)
{
    op->result = STORE_OK;
    for (int i = db->doc_count - 1; i >= 0 && op->doc_count < op->limit; i--) {
        const Doc *doc = db->doc[i];
        if (doc->body && strcmp(doc->kind, op->kind) == 0 &&
            (!op->age_ms || db_now(db) - doc->at_ms < op->age_ms))
            add_found(db, op, doc);
    }
}

static int by_key(const void *one, const void *two)
{
    return strcmp(((const StoreDoc *)one)->key, ((const StoreDoc *)two)->key);
}

static void run_find(Db *db, StoreOp *op)
{
    op->result = STORE_OK;
    for (int i = 0; i < db->doc_count; i++) {
        const Doc *doc = db->doc[i];
        if (doc->body && strcmp(doc->kind, op->kind) == 0 &&
            strncmp(doc->key, op->key, strlen(op->key)) == 0)
            add_found(db, op, doc);
    }
    if (op->doc_count)
        qsort(op->docs, (size_t)op->doc_count, sizeof *op->docs, by_key);
    for (; op->limit && op->doc_count > op->limit; op->doc_count--)
        free(op->docs[op->doc_count - 1].body);
}

static void run_sweep(Db *db, StoreOp *op)
{
    const int64_t now_ms = db->world->plan.nodes > 1 ? db_now(db) : op->wall_ms;
    op->result = STORE_OK;
    for (int i = 0; i < db->doc_count; i++) {
        Doc *doc = db->doc[i];
        if (!doc->body || strcmp(doc->kind, op->kind) != 0 ||
            now_ms - doc->at_ms <= op->age_ms)
            continue;
        if (strcmp(op->kind, "match") == 0)
            continue; /* they are looked at in the end */
        if (strcmp(op->kind, "room") == 0)
            check_room_swept(db->world, doc->key);
        free(doc->body);
        doc->body = NULL;
        doc->version = 0;
    }
}

/* All of the parts or none. */
static void run_all(Db *db, StoreOp *op)
{
    op->result = STORE_OK;
    for (const StoreOp *part = op->parts; part; part = part->next) {
        const Doc *doc = doc_of(db, part, false);
        const int64_t version = doc && doc->body ? doc->version : 0;
        if (part->act == STORE_PUT && part->version != STORE_ANY &&
            part->version != version)
            op->result = STORE_STALE;
    }
    for (StoreOp *part = op->parts; part && op->result == STORE_OK; part = part->next)
        (part->act == STORE_PUT ? run_put : run_delete)(db, part);
}

static void run_append(Db *db, StoreOp *op)
{
    Log *log = log_of(db, op->match);
    op->result = op->seq == log->count + 1 ? STORE_OK : STORE_STALE;
    if (op->result != STORE_OK)
        return;
    log->moves = store_grow(log->moves, log->count, sizeof *log->moves);
    log->moves[log->count++] = op->move;
}

static void run_tail(Db *db, StoreOp *op)
{
    const Log *log = log_of(db, op->match);
    for (int i = op->seq; i < log->count; i++)
        *store_add_move(op) = log->moves[i];
    op->result = STORE_OK;
}

static void run_nothing(Db *db, StoreOp *op)
{
    (void)db;
    op->result = STORE_OK;
}

bool db_run(Db *db, StoreOp *op)
{
    static void (*const run[])(Db *, StoreOp *) = {
        [STORE_APPEND] = run_append, [STORE_TAIL] = run_tail,
        [STORE_PUT] = run_put,       [STORE_DELETE] = run_delete,
        [STORE_TOUCH] = run_touch,   [STORE_GET] = run_get,
        [STORE_LIST] = run_list,     [STORE_SWEEP] = run_sweep,
        [STORE_FIND] = run_find,     [STORE_ALL] = run_all,
        [STORE_TELL] = run_nothing,  [STORE_NEWS] = run_nothing,
    };
    op->next = NULL;
    if (db->sql)
        return store_sqlite.run(db->sql, op);
    run[op->act](db, op);
    return true;
}

int db_moves(Db *db, uint64_t match)
{
    StoreOp *op = store_op(STORE_TAIL, NULL, NULL);
    op->match = match;
    if (!db_run(db, op))
        sim_fail(db->world, "a log cannot be read");
    const int count = op->move_count;
    store_op_free(op);
    return count;
}

void db_each(Db *db, const char *kind, void (*then)(World *w, StoreDoc *doc))
{
    StoreOp *op = store_op(STORE_LIST, kind, NULL);
    op->limit = 1 << 20;
    if (!db_run(db, op))
        sim_fail(db->world, "%s cannot be listed", kind);
    for (int i = 0; i < op->doc_count; i++)
        then(db->world, &op->docs[i]);
    store_op_free(op);
}

/* The connections. */

static void tell_others(World *w, const Store *s, const char *key, const char *body)
{
    Db *db = s->db;
    for (int i = 0; i < w->plan.nodes; i++) {
        if (i == s->node && key[0] != 'b')
            continue;
        db->news = store_grow(db->news, db->news_count, sizeof *db->news);
        News *news = &db->news[db->news_count++];
        news->node = i;
        news->at_ms = w->now_ms + 1 + rng_below(&w->rng, 40);
        news->news = store_op(STORE_NEWS, NULL, key);
        news->news->body = strdup(body);
    }
}

static void ring(World *w, const Store *s, const StoreOp *op)
{
    char text[80];
    if (w->plan.nodes < 2 || op->result != STORE_OK)
        return;
    if (op->act == STORE_APPEND) {
        snprintf(text, sizeof text, "%016llx,", (unsigned long long)op->match);
        tell_others(w, s, "m", text);
    } else if ((op->act == STORE_PUT || op->act == STORE_DELETE) &&
               strcmp(op->kind, "room") == 0) {
        snprintf(text, sizeof text, "%.20s,", op->key);
        tell_others(w, s, "r", text);
    } else if (op->act == STORE_TELL) {
        tell_others(w, s, op->key, op->body);
    }
}

static void carry_out(World *w, Store *s, StoreOp *op)
{
    const bool is_room = strcmp(op->kind, "room") == 0;
    if (!db_run(s->db, op))
        sim_fail(w, "the store failed by itself");
    if (op->result != STORE_OK)
        return;
    if (op->act == STORE_APPEND)
        check_append(w, op);
    if (is_room && op->act == STORE_PUT)
        check_room(w, op->key, op->body);
    if (is_room && op->act == STORE_DELETE)
        check_room_deleted(w, op->key);
    ring(w, s, op);
}

/* An operation that fails has not happened; with a database elsewhere nobody knows. */
static void finish(World *w, Store *s, StoreOp *op, bool fails)
{
    const int64_t version = op->version;
    const bool in_doubt = w->plan.nodes > 1 && rng_below(&w->rng, 2);
    if (!fails || in_doubt)
        carry_out(w, s, op);
    if (fails) {
        op->result = STORE_FAILED;
        op->version = version;
    }
    if (op->done)
        op->done(op);
    store_op_free(op);
}

void db_step(World *w, Store *s)
{
    Db *db = s->db;
    for (int i = 0; i < db->news_count; i++) {
        const News news = db->news[i];
        if (news.node != s->node || news.at_ms > w->now_ms)
            continue;
        db->news[i--] = db->news[--db->news_count];
        if (s->heard)
            s->heard(s->heard_context, news.news);
        store_op_free(news.news);
    }
    while (s->first && s->first->asked_us <= w->now_ms && w->now_ms >= s->stall_ms) {
        StoreOp *op = s->first;
        s->first = op->next;
        const bool fails = s->fails > 0 || w->now_ms < s->lost_ms;
        s->fails -= s->fails > 0;
        finish(w, s, op, fails);
    }
}

void db_drop(World *w, Store *s)
{
    s->is_dead = true;
    s->heard = NULL;
    /* What was on its way arrived or did not; what is asked after the death does not.
     */
    int sent = 0;
    for (const StoreOp *op = s->first; op; op = op->next)
        sent++;
    int arrives = (int)rng_below(&w->rng, (uint32_t)sent + 1);
    for (int left = 100000; s->first; left--) {
        StoreOp *op = s->first;
        s->first = op->next;
        if (!left)
            sim_fail(w, "a dead node never ends asking");
        if (arrives-- > 0)
            carry_out(w, s, op);
        op->result = STORE_FAILED;
        if (op->done)
            op->done(op);
        store_op_free(op);
    }
}
