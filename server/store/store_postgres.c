/* store_postgres.c - the store that several server processes share: a PostgreSQL
 * database.
 *
 * Moves of a batch go in by one statement, each only at the head of its match. A
 * statement that takes too long may be stuck at a primary that is none any more: its
 * connection is dropped, never cancelled, and the next host is tried. What became of it
 * is then found out by the move's tag or the document's text, not by the error. */
#include "server/store/store.h"

#include "server/clock.h"
#include "server/log.h"

#include <libpq-fe.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    SCHEMA = 2, /* what this program writes; older ones are brought up to it */
    CONNECT_S = 2,
    ANSWER_MS = 3000, /* longer and the connection is given up */
    TRIES = 6,
    NOTIFY_BYTES_MAX = 7900,
    HOSTS_MAX = 8
};

typedef struct {
    char *where;
    PGconn *writer, *listener; /* each of one thread; NULL: not connected */
    atomic_int writer_pid;
    atomic_int first_host; /* where to begin */
} Postgres;

/* The answer to one statement; NULL: no answer in time, or an error. */
static PGresult *pg_ask(PGconn *conn, const char *text, int count,
                        const char *const *values)
{
    PGresult *last = NULL;
    if (!PQsendQueryParams(conn, text, count, NULL, values, NULL, NULL, 0))
        return NULL;
    const int64_t since_ms = steady_ms();
    for (;;) {
        while (!PQisBusy(conn)) {
            PGresult *result = PQgetResult(conn);
            if (!result) {
                const ExecStatusType status = PQresultStatus(last);
                if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK)
                    return last;
                log_event(LOG_ERROR, "postgres", "error", PQerrorMessage(conn), NULL);
                PQclear(last);
                return NULL;
            }
            PQclear(last);
            last = result;
        }
        const int64_t spent = steady_ms() - since_ms;
        struct pollfd ready = {PQsocket(conn), POLLIN, 0};
        if (spent >= ANSWER_MS || ready.fd < 0 ||
            poll(&ready, 1, (int)(ANSWER_MS - spent)) <= 0 || !PQconsumeInput(conn)) {
            log_event(LOG_ERROR, "postgres", "error", "no answer", NULL);
            PQclear(last);
            return NULL;
        }
    }
}

static bool pg_do(PGconn *conn, const char *text)
{
    PGresult *result = pg_ask(conn, text, 0, NULL);
    PQclear(result);
    return result != NULL;
}

/* "a,b,c" from its n-th part on, the first ones after the last. */
static void rotate(const char *list, int n, char *out, size_t out_bytes)
{
    const char *part[HOSTS_MAX];
    size_t length[HOSTS_MAX], used = 0;
    int count = 0;
    for (const char *at = list; at && count < HOSTS_MAX; count++) {
        part[count] = at;
        length[count] = strcspn(at, ",");
        at = at[length[count]] ? at + length[count] + 1 : NULL;
    }
    out[0] = 0;
    for (int i = 0; i < count; i++) {
        const int which = (i + n) % count;
        used += (size_t)snprintf(out + used, out_bytes - used, "%s%.*s", i ? "," : "",
                                 (int)length[which], part[which]);
        if (used >= out_bytes)
            return;
    }
}

static PGconn *pg_connect(const char *where, int first_host)
{
    const char *names[64], *values[64];
    char hosts[512], ports[128], limit[8];
    int count = 0;
    PQconninfoOption *options = PQconninfoParse(where, NULL);
    snprintf(limit, sizeof limit, "%d", CONNECT_S);
    for (const PQconninfoOption *o = options; o && o->keyword && count < 60; o++) {
        if (!o->val)
            continue;
        names[count] = o->keyword;
        values[count] = o->val;
        if (strcmp(o->keyword, "host") == 0) {
            rotate(o->val, first_host, hosts, sizeof hosts);
            values[count] = hosts;
        } else if (strcmp(o->keyword, "port") == 0 && strchr(o->val, ',')) {
            rotate(o->val, first_host, ports, sizeof ports);
            values[count] = ports;
        }
        count++;
    }
    names[count] = "connect_timeout";
    values[count++] = limit;
    names[count] = "target_session_attrs";
    values[count++] = "read-write";
    names[count] = values[count] = NULL;
    PGconn *conn = PQconnectdbParams(names, values, 0);
    PQconninfoFree(options);
    if (PQstatus(conn) == CONNECTION_OK)
        return conn;
    log_event(LOG_WARN, "postgres_connect", "error", PQerrorMessage(conn), NULL);
    PQfinish(conn);
    return NULL;
}

/* The schema, made by whichever process comes first. */
static bool pg_migrate(PGconn *conn, char *why, size_t why_bytes)
{
    static const char *const steps[SCHEMA] = {
        "create table parlor_move(match bigint not null, seq int not null,"
        " tag bigint not null, spent int not null, command bytea not null,"
        " primary key(match,seq));"
        "create table parlor_doc(kind text not null, key text not null,"
        " version bigint not null, at timestamptz not null default now(),"
        " body text not null, primary key(kind,key));"
        "create index parlor_doc_at on parlor_doc(kind,at);",
        "create index parlor_doc_key on parlor_doc(kind,key collate \"C\");",
    };
    bool good = pg_do(conn, "begin") &&
                pg_do(conn, "set local client_min_messages=error") &&
                pg_do(conn, "select pg_advisory_xact_lock(7272)") &&
                pg_do(conn, "create table if not exists parlor_schema(version int)");
    PGresult *found =
        good ? pg_ask(conn, "select coalesce(max(version),0) from parlor_schema", 0,
                      NULL)
             : NULL;
    const int schema = found ? atoi(PQgetvalue(found, 0, 0)) : -1;
    PQclear(found);
    if (schema > SCHEMA) {
        snprintf(why, why_bytes, "the database was written by a newer version");
        pg_do(conn, "rollback");
        return false;
    }
    for (int i = schema; good && i >= 0 && i < SCHEMA; i++) {
        char stamp[80];
        snprintf(stamp, sizeof stamp, "insert into parlor_schema values(%d)", i + 1);
        PGresult *made = PQexec(conn, steps[i]); /* several statements */
        good = PQresultStatus(made) == PGRES_COMMAND_OK && pg_do(conn, stamp);
        PQclear(made);
    }
    return pg_do(conn, good && schema >= 0 ? "commit" : "rollback") && good &&
           schema >= 0;
}

/* Is the schema there, and ours? */
static bool pg_check(PGconn *conn, char *why, size_t why_bytes)
{
    PGresult *found =
        pg_ask(conn, "select coalesce(max(version),0) from parlor_schema", 0, NULL);
    const bool good = found && atoi(PQgetvalue(found, 0, 0)) == SCHEMA;
    PQclear(found);
    if (!good)
        snprintf(why, why_bytes, "this is no store, or one of another version");
    return good;
}

static void *pg_open(const char *where, StoreWay way, char *why, size_t why_bytes)
{
    Postgres *p = calloc(1, sizeof *p);
    ASSERT(p);
    p->where = strdup(where);
    p->writer = pg_connect(where, 0);
    snprintf(why, why_bytes, "the database cannot be reached or set up");
    if (p->writer &&
        (way == STORE_OWN ? pg_migrate : pg_check)(p->writer, why, why_bytes)) {
        p->writer_pid = PQbackendPID(p->writer);
        return p;
    }
    PQfinish(p->writer);
    free(p->where);
    free(p);
    return NULL;
}

static void pg_close(void *self)
{
    Postgres *p = self;
    PQfinish(p->writer);
    PQfinish(p->listener);
    free(p->where);
    free(p);
}

/* Moves: all of a batch in one statement. */

typedef struct {
    char *text;
    size_t used, bytes_max;
} Array;

static void array_add(Array *a, const char *value)
{
    const size_t needed = a->used + strlen(value) + 3;
    if (needed > a->bytes_max) {
        a->bytes_max = 2 * needed + 256;
        a->text = realloc(a->text, a->bytes_max);
        ASSERT(a->text);
    }
    a->used += (size_t)snprintf(a->text + a->used, a->bytes_max - a->used, "%c%s",
                                a->used ? ',' : '{', value);
}

static void hex(const Command *c, char *out)
{
    const uint8_t *bytes = (const uint8_t *)c;
    out += sprintf(out, "\"\\\\x");
    for (size_t i = 0; i < sizeof *c; i++)
        out += sprintf(out, "%02x", bytes[i]);
    sprintf(out, "\"");
}

static StoreOp *append_of(StoreOp *batch, int64_t match, int seq)
{
    for (StoreOp *op = batch; op; op = op->next)
        if (op->act == STORE_APPEND && (int64_t)op->match == match && op->seq == seq)
            return op;
    return NULL;
}

/* Runs 'text' with the batch's moves as arrays; rows are (match, seq): those are OK. */
static bool pg_moves(Postgres *p, StoreOp *batch, const char *text)
{
    Array a[5] = {{0}};
    int count = 0;
    for (const StoreOp *op = batch; op; op = op->next) {
        char number[5][48];
        if (op->act != STORE_APPEND || op->result == STORE_OK)
            continue;
        snprintf(number[0], 48, "%lld", (long long)op->match);
        snprintf(number[1], 48, "%d", op->seq);
        snprintf(number[2], 48, "%lld", (long long)op->move.tag);
        snprintf(number[3], 48, "%d", op->move.spent_ms);
        hex(&op->move.command, number[4]);
        for (int i = 0; i < 5; i++)
            array_add(&a[i], number[i]);
        count++;
    }
    const char *values[5];
    for (int i = 0; count && i < 5; i++) {
        memcpy(a[i].text + a[i].used, "}", 2);
        values[i] = a[i].text;
    }
    PGresult *result = count ? pg_ask(p->writer, text, 5, values) : NULL;
    for (int i = 0; result && i < PQntuples(result); i++) {
        StoreOp *op = append_of(batch, atoll(PQgetvalue(result, i, 0)),
                                atoi(PQgetvalue(result, i, 1)));
        if (op)
            op->result = STORE_OK;
    }
    PQclear(result);
    for (int i = 0; i < 5; i++)
        free(a[i].text);
    return !count || result;
}

static const char insert_moves[] =
    "insert into parlor_move(match,seq,tag,spent,command)"
    " select u.match,u.seq,u.tag,u.spent,u.command from unnest($1::bigint[],$2::int[],"
    "$3::bigint[],$4::int[],$5::bytea[]) as u(match,seq,tag,spent,command)"
    " where (select coalesce(max(m.seq),0) from parlor_move m where m.match=u.match)"
    "=u.seq-1 on conflict do nothing returning match,seq";

/* After a doubt: those of ours that did get in. */
static const char find_moves[] =
    "select m.match,m.seq from parlor_move m join unnest($1::bigint[],$2::int[],"
    "$3::bigint[],$4::int[],$5::bytea[]) as u(match,seq,tag,spent,command)"
    " on m.match=u.match and m.seq=u.seq and m.tag=u.tag";

/* Documents. */

static bool pg_put(Postgres *p, StoreOp *op)
{
    char version[24];
    snprintf(version, sizeof version, "%lld", (long long)op->version);
    const char *values[] = {op->kind, op->key, op->body, version};
    const char *text =
        op->version == STORE_ANY
            ? "insert into parlor_doc(kind,key,version,body) values($1,$2,1,$3)"
              " on conflict(kind,key) do update set version=parlor_doc.version+1,"
              "at=now(),body=$3 returning version"
        : op->version
            ? "update parlor_doc set version=version+1,at=now(),body=$3"
              " where kind=$1 and key=$2 and version=$4::bigint returning version"
            : "insert into parlor_doc(kind,key,version,body) values($1,$2,1,$3)"
              " on conflict do nothing returning version";
    PGresult *result = pg_ask(p->writer, text, op->version > 0 ? 4 : 3, values);
    if (!result)
        return false;
    op->result = PQntuples(result) ? STORE_OK : STORE_STALE;
    if (op->result == STORE_OK)
        op->version = atoll(PQgetvalue(result, 0, 0));
    PQclear(result);
    return true;
}

/* After a doubt: the next version with our text is ours. */
static bool pg_find_put(Postgres *p, StoreOp *op)
{
    char version[24];
    snprintf(version, sizeof version, "%lld", (long long)op->version + 1);
    const char *values[] = {op->kind, op->key, op->body, version};
    PGresult *result =
        pg_ask(p->writer,
               "select 1 from parlor_doc where kind=$1 and key=$2 and body=$3"
               " and version=$4::bigint",
               4, values);
    const bool good = result != NULL;
    if (op->version != STORE_ANY && good && PQntuples(result)) {
        op->result = STORE_OK;
        op->version++;
    }
    PQclear(result);
    return good;
}

static bool pg_get(Postgres *p, StoreOp *op)
{
    const char *values[] = {op->kind, op->key};
    PGresult *result = pg_ask(
        p->writer, "select version,body from parlor_doc where kind=$1 and key=$2", 2,
        values);
    if (!result)
        return false;
    op->result = PQntuples(result) ? STORE_OK : STORE_MISSING;
    if (op->result == STORE_OK) {
        op->version = atoll(PQgetvalue(result, 0, 0));
        op->body = strdup(PQgetvalue(result, 0, 1));
    }
    PQclear(result);
    return true;
}

#define DOC_ROW "select key,version,(extract(epoch from now()-at)*1000)::bigint,body"

static bool pg_list(Postgres *p, StoreOp *op)
{
    char limit[16], age[24];
    snprintf(limit, sizeof limit, "%d", op->limit);
    snprintf(age, sizeof age, "%lld", (long long)op->age_ms);
    const char *values[] = {op->kind, limit, op->act == STORE_FIND ? op->key : age};
    const char *find = DOC_ROW
        " from parlor_doc where kind=$1 and key collate \"C\">=$3"
        " and key collate \"C\"<$3||'~' order by key collate \"C\" limit $2::int";
    PGresult *result = pg_ask(
        p->writer,
        op->act == STORE_FIND ? find
                              : DOC_ROW
            " from parlor_doc where kind=$1 and ($3::bigint=0 or"
            " at>=now()-$3::bigint*interval '1 ms') order by at desc limit $2::int",
        3, values);
    for (int i = 0; result && i < PQntuples(result); i++) {
        StoreDoc *doc = store_add_doc(op);
        snprintf(doc->key, sizeof doc->key, "%s", PQgetvalue(result, i, 0));
        doc->version = atoll(PQgetvalue(result, i, 1));
        doc->age_ms = atoll(PQgetvalue(result, i, 2));
        doc->body = strdup(PQgetvalue(result, i, 3));
    }
    PQclear(result);
    op->result = STORE_OK;
    return result != NULL;
}

static bool pg_tail(Postgres *p, StoreOp *op)
{
    char match[24], seq[16];
    snprintf(match, sizeof match, "%lld", (long long)op->match);
    snprintf(seq, sizeof seq, "%d", op->seq);
    const char *values[] = {match, seq};
    PGresult *result = pg_ask(p->writer,
                              "select tag,spent,encode(command,'hex') from parlor_move"
                              " where match=$1::bigint and seq>$2::int order by seq",
                              2, values);
    for (int i = 0; result && i < PQntuples(result); i++) {
        StoreMove *move = store_add_move(op);
        uint8_t *bytes = (uint8_t *)&move->command;
        const char *text = PQgetvalue(result, i, 2);
        move->tag = (uint64_t)atoll(PQgetvalue(result, i, 0));
        move->spent_ms = atoi(PQgetvalue(result, i, 1));
        for (size_t at = 0;
             strlen(text) == 2 * sizeof move->command && at < sizeof move->command;
             at++) {
            const char digits[3] = {text[2 * at], text[2 * at + 1], 0};
            bytes[at] = (uint8_t)strtoul(digits, NULL, 16);
        }
    }
    PQclear(result);
    op->result = STORE_OK;
    return result != NULL;
}

/* Those that are over, with their moves, some at a time. */
static const char sweep_matches[] =
    "with old as (delete from parlor_doc where kind=$1 and key in (select key from"
    " parlor_doc where kind=$1 and at<now()-$2::bigint*interval '1 ms'"
    " and case when kind=$1 then json_typeof(body::json->'result') end='object'"
    " limit 200) returning key)"
    " delete from parlor_move where match in"
    " (select ('x'||key)::bit(64)::bigint from old)";

static bool pg_plain(Postgres *p, StoreOp *op)
{
    char age[24];
    snprintf(age, sizeof age, "%lld", (long long)op->age_ms);
    static const char *const texts[] = {
        [STORE_DELETE] = "delete from parlor_doc where kind=$1 and key=$2",
        [STORE_TOUCH] = "update parlor_doc set at=now() where kind=$1 and key=$2",
        [STORE_SWEEP] = "delete from parlor_doc where kind=$1"
                        " and at<now()-$2::bigint*interval '1 ms'",
    };
    const char *values[] = {op->kind, op->act == STORE_SWEEP ? age : op->key};
    const bool of_matches = op->act == STORE_SWEEP && strcmp(op->kind, "match") == 0;
    PGresult *result =
        pg_ask(p->writer, of_matches ? sweep_matches : texts[op->act], 2, values);
    PQclear(result);
    op->result = STORE_OK;
    return result != NULL;
}

/* News for the others: one message a batch for moves, one for rooms. */

static bool pg_notify(Postgres *p, const char *payload)
{
    const char *values[] = {payload};
    PGresult *result = pg_ask(p->writer, "select pg_notify('parlor',$1)", 1, values);
    PQclear(result);
    return result != NULL;
}

static bool pg_ring(Postgres *p, const StoreOp *batch)
{
    char moves[NOTIFY_BYTES_MAX + 40] = "m", rooms[NOTIFY_BYTES_MAX + 40] = "r";
    size_t moves_used = 1, rooms_used = 1;
    for (const StoreOp *op = batch; op; op = op->next) {
        if (op->act == STORE_APPEND && op->result == STORE_OK &&
            moves_used < NOTIFY_BYTES_MAX)
            moves_used += (size_t)snprintf(moves + moves_used, 32, "%016llx,",
                                           (unsigned long long)op->match);
        if ((op->act == STORE_PUT || op->act == STORE_DELETE) &&
            strcmp(op->kind, "room") == 0 && rooms_used < NOTIFY_BYTES_MAX)
            rooms_used += (size_t)snprintf(rooms + rooms_used, 32, "%.20s,", op->key);
    }
    if (moves_used >= NOTIFY_BYTES_MAX)
        snprintf(moves, sizeof moves, "m*");
    if (rooms_used >= NOTIFY_BYTES_MAX)
        snprintf(rooms, sizeof rooms, "r*");
    return (moves_used == 1 || pg_notify(p, moves)) &&
           (rooms_used == 1 || pg_notify(p, rooms));
}

static bool pg_tell(Postgres *p, StoreOp *op)
{
    char payload[NOTIFY_BYTES_MAX];
    op->result = STORE_OK;
    return snprintf(payload, sizeof payload, "%s%s", op->key, op->body) >=
               (int)sizeof payload ||
           pg_notify(p, payload);
}

static bool pg_all(Postgres *p, StoreOp *op)
{
    bool good = pg_do(p->writer, "savepoint parts");
    op->result = STORE_OK;
    for (StoreOp *part = op->parts; good && part && op->result == STORE_OK;
         part = part->next) {
        good = part->act == STORE_PUT ? pg_put(p, part) : pg_plain(p, part);
        op->result = part->result;
    }
    if (good && op->result != STORE_OK)
        good = pg_do(p->writer, "rollback to parts");
    return good && pg_do(p->writer, "release parts");
}

static bool pg_one(Postgres *p, StoreOp *op)
{
    switch (op->act) {
    case STORE_ALL:
        return pg_all(p, op);
    case STORE_PUT:
        return op->result == STORE_OK || pg_put(p, op);
    case STORE_DELETE:
    case STORE_TOUCH:
    case STORE_SWEEP:
        return pg_plain(p, op);
    case STORE_TELL:
        return pg_tell(p, op);
    default:
        return true;
    }
}

static bool pg_read(Postgres *p, StoreOp *op)
{
    switch (op->act) {
    case STORE_GET:
        return op->body || pg_get(p, op);
    case STORE_FIND:
    case STORE_LIST:
        return op->doc_count || pg_list(p, op);
    case STORE_TAIL:
        return op->move_count || pg_tail(p, op);
    default:
        return true;
    }
}

/* The whole batch once; 'in_doubt': it may have been done already. */
static bool pg_try(Postgres *p, StoreOp *batch, bool in_doubt)
{
    bool writes = false, good = true;
    for (StoreOp *op = batch; op; op = op->next) {
        if (op->act == STORE_APPEND || op->act == STORE_PUT)
            op->result = STORE_STALE;
        writes = writes || op->act == STORE_APPEND || op->act == STORE_PUT ||
                 op->act == STORE_DELETE || op->act == STORE_TOUCH ||
                 op->act == STORE_SWEEP || op->act == STORE_TELL ||
                 op->act == STORE_ALL;
    }
    if (in_doubt && writes) {
        good = pg_moves(p, batch, find_moves);
        for (StoreOp *op = batch; good && op; op = op->next)
            if (op->act == STORE_PUT)
                good = pg_find_put(p, op);
    }
    if (writes) {
        good = good && pg_do(p->writer, "begin") && pg_moves(p, batch, insert_moves);
        for (StoreOp *op = batch; good && op; op = op->next)
            good = pg_one(p, op);
        good = good && pg_ring(p, batch) && pg_do(p->writer, "commit");
    }
    for (StoreOp *op = batch; good && op; op = op->next)
        good = pg_read(p, op);
    return good;
}

static bool pg_run(void *self, StoreOp *batch)
{
    Postgres *p = self;
    int64_t versions[1024];
    bool in_doubt = false;
    int count = 0;
    for (const StoreOp *op = batch; op && count < 1024; op = op->next)
        versions[count++] = op->version;
    for (int i = 0; i < TRIES; i++) {
        if (!p->writer) {
            p->writer = pg_connect(p->where, p->first_host);
            p->writer_pid = p->writer ? PQbackendPID(p->writer) : 0;
        }
        if (p->writer && pg_try(p, batch, in_doubt))
            return true;
        PQfinish(p->writer);
        p->writer = NULL;
        p->first_host++;
        in_doubt = true;
        count = 0;
        for (StoreOp *op = batch; op && count < 1024; op = op->next)
            op->version = versions[count++];
        usleep(100000 * (useconds_t)(i + 1));
    }
    return false;
}

static StoreOp *news(const char *payload)
{
    const char key[2] = {payload[0], 0};
    StoreOp *op = store_op(STORE_NEWS, NULL, key);
    op->body = strdup(payload[0] ? payload + 1 : "");
    return op;
}

static StoreOp *pg_hear(void *self, int wait_ms)
{
    Postgres *p = self;
    if (!p->listener) {
        p->listener = pg_connect(p->where, p->first_host);
        if (p->listener && pg_do(p->listener, "listen parlor"))
            return news("m*"); /* whatever was rung meanwhile */
        PQfinish(p->listener);
        p->listener = NULL;
        usleep((useconds_t)wait_ms * 1000);
        return NULL;
    }
    struct pollfd ready = {PQsocket(p->listener), POLLIN, 0};
    if (poll(&ready, 1, wait_ms) > 0 && !PQconsumeInput(p->listener)) {
        PQfinish(p->listener);
        p->listener = NULL;
        return NULL;
    }
    StoreOp *first = NULL, **end = &first;
    for (PGnotify *n = PQnotifies(p->listener); n; n = PQnotifies(p->listener)) {
        if (n->be_pid != p->writer_pid || n->extra[0] == 'b') {
            *end = news(n->extra);
            end = &(*end)->next;
        }
        PQfreemem(n);
    }
    return first;
}

const StoreBackend store_postgres = {"postgres", true,   pg_open,
                                     pg_close,   pg_run, pg_hear};
