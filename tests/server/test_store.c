/* test_store.c - the store in a file: no move is lost on its way there, and its log
 * begins anew while it is written to. */
#include "server/clock.h"
#include "server/store/store.h"
#include "tests/unit/unit.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    BODY_BYTES = 1 << 20,
    PUTS_MAX = 1000,
    SALT_AT = 16,
    MATCHES = 600,
    MOVES_MANY = 90000 /* so many that the oldest are put on sheets */
};

static char file[200], file_log[210];

static Store *open_again(void)
{
    char why[200];
    Store *s = store_open(file, NULL, NULL, why, sizeof why);
    assert_non_null(s);
    return s;
}

static void name_new(void)
{
    snprintf(file, sizeof file, "%s/parlor.db", unit_folder());
    snprintf(file_log, sizeof file_log, "%s-wal", file);
}

static Store *open_new(void)
{
    name_new();
    return open_again();
}

/* What another program finds in the file, as a number. */
static int64_t file_number(const char *ask)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *q = NULL;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, ask, -1, &q, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(q), SQLITE_ROW);
    const int64_t number = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    sqlite3_close(db);
    return number;
}

static void file_do(const char *text)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* A move that tells where it belongs. */
static StoreMove move_of(uint64_t match, int32_t seq)
{
    StoreMove move;
    memset(&move, 0, sizeof move);
    move.tag = match * 1000003 + (uint64_t)seq;
    move.spent_ms = seq * 7;
    memcpy(&move.command, &move.tag, sizeof move.command);
    return move;
}

static void append(Store *s, uint64_t match, int32_t seq, void (*done)(StoreOp *op),
                   void *context)
{
    StoreOp *op = store_op(STORE_APPEND, NULL, NULL);
    op->match = match;
    op->seq = seq;
    op->move = move_of(match, seq);
    store_ask(s, op, done, context);
}

static void keep_result(StoreOp *op)
{
    *(StoreResult *)op->context = op->result;
}

static StoreResult append_one(Store *s, uint64_t match, int32_t seq)
{
    StoreResult result = STORE_FAILED;
    append(s, match, seq, keep_result, &result);
    store_finish(s);
    return result;
}

typedef struct {
    int32_t after; /* asked for those after it */
    int count;     /* found, each in its place */
} Tail;

static void check_tail(StoreOp *op)
{
    Tail *tail = op->context;
    tail->count = op->move_count;
    for (int i = 0; i < op->move_count; i++) {
        const StoreMove want = move_of(op->match, tail->after + i + 1);
        assert_memory_equal(&op->moves[i].command, &want.command, sizeof want.command);
        assert_int_equal(op->moves[i].spent_ms, want.spent_ms);
        assert_true(op->moves[i].tag == want.tag);
    }
}

static int tail_count(Store *s, uint64_t match, int32_t after)
{
    Tail tail = {after, -1};
    StoreOp *op = store_op(STORE_TAIL, NULL, NULL);
    op->match = match;
    op->seq = after;
    store_ask(s, op, check_tail, &tail);
    store_finish(s);
    return tail.count;
}

static uint64_t match_number(int i)
{
    return (uint64_t)(i + 1) * 0x9e3779b97f4a7c15u;
}

/* It is another each time the log begins anew; 0: there is no log. */
static uint64_t log_salt(void)
{
    uint64_t salt = 0;
    FILE *in = fopen(file_log, "rb");
    if (!in)
        return 0;
    fseek(in, SALT_AT, SEEK_SET);
    const size_t got = fread(&salt, sizeof salt, 1, in);
    fclose(in);
    return got ? salt : 0;
}

/* Another each time: pages that stay the same are not written. */
static void put_large(Store *s)
{
    static int number;
    StoreOp *op = store_op(STORE_PUT, "test", "large");
    op->version = STORE_ANY;
    op->body = malloc(BODY_BYTES + 1);
    assert_non_null(op->body);
    memset(op->body, 'a' + number++ % 26, BODY_BYTES);
    op->body[BODY_BYTES] = 0;
    store_ask(s, op, NULL, NULL);
    store_finish(s);
    assert_true(store_is_well(s));
}

/* How many it took, PUTS_MAX: it never did. */
static int puts_until_anew(Store *s)
{
    put_large(s);
    const uint64_t salt = log_salt();
    int puts = 0;
    while (puts < PUTS_MAX && log_salt() == salt) {
        put_large(s);
        puts++;
    }
    return puts;
}

static void the_log_begins_anew_under_writing(void **context)
{
    (void)context;
    Store *s = open_new();
    assert_true(puts_until_anew(s) < PUTS_MAX);
    assert_true(puts_until_anew(s) < PUTS_MAX);
    store_close(s);
    assert_int_equal(access(file_log, F_OK), -1); /* all of it is in the file */
}

/* Its pages must stay; once it has gone the log is done with as ever. */
static void who_reads_holds_the_log_only_for_so_long(void **context)
{
    (void)context;
    Store *s = open_new();
    put_large(s);
    const uint64_t salt = log_salt();
    sqlite3 *reader = NULL;
    assert_int_equal(sqlite3_open(file, &reader), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(reader, "begin; select count(*) from doc", NULL, NULL, NULL),
        SQLITE_OK);
    for (int puts = 0; puts < 100; puts++)
        put_large(s);
    assert_true(log_salt() == salt);
    sqlite3_close(reader);
    assert_true(puts_until_anew(s) < PUTS_MAX);
    store_close(s);
}

static void moves_are_found_wherever_they_are(void **context)
{
    (void)context;
    Store *s = open_new();
    for (int i = 0; i < MOVES_MANY; i++) {
        append(s, match_number(i % MATCHES), i / MATCHES + 1, NULL, NULL);
        if (i % 4096 == 0)
            store_finish(s);
    }
    store_finish(s);
    const int each = MOVES_MANY / MATCHES;
    assert_true(file_number("select count(*) from sheet") > 100);
    assert_true(file_number("select count(*) from fresh") < MOVES_MANY);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < MATCHES; i += 11)
            for (int after = 0; after <= each; after += 25)
                assert_int_equal(tail_count(s, match_number(i), after), each - after);
        assert_int_equal(append_one(s, match_number(5), each), STORE_STALE);
        assert_int_equal(append_one(s, match_number(5), each + 2), STORE_STALE);
        store_close(s);
        assert_int_equal(file_number("select count(*) from fresh"), 0);
        s = open_again();
    }
    assert_int_equal(append_one(s, match_number(5), each + 1), STORE_OK);
    assert_int_equal(tail_count(s, match_number(5), each - 3), 4);
    assert_int_equal(tail_count(s, 99, 0), 0);
    store_close(s);
}

static void one_long_match_does_not_wait_to_be_put_on_sheets(void **context)
{
    (void)context;
    Store *s = open_new();
    for (int seq = 1; seq <= 1000; seq++)
        append(s, 1, seq, NULL, NULL);
    store_finish(s);
    assert_int_equal(file_number("select count(*) from sheet"), 3);
    for (int after = 0; after <= 1000; after++)
        assert_int_equal(tail_count(s, 1, after), 1000 - after);
    store_close(s);
}

/* A writer in a process of its own, which says after each move how many it has. */
static void tell_acknowledged(StoreOp *op)
{
    const int out = *(int *)op->context;
    const int32_t said[2] = {(int32_t)(op->match - 1), op->seq};
    if (op->result != STORE_OK || write(out, said, sizeof said) != sizeof said)
        _exit(1);
}

static void write_until_killed(const int32_t *heads, int out)
{
    Store *s = open_again();
    for (int32_t i = 0;; i++) {
        const int match = i % MATCHES;
        append(s, (uint64_t)match + 1, heads[match] + i / MATCHES + 1,
               tell_acknowledged, &out);
        if (i % 512 == 511)
            store_finish(s);
    }
}

static void a_killed_writer_has_kept_what_it_acknowledged(void **context)
{
    (void)context;
    int32_t heads[MATCHES] = {0};
    store_close(open_new());
    for (int round = 0; round < 3; round++) {
        int pipes[2], said[2];
        assert_int_equal(pipe(pipes), 0);
        const pid_t child = fork();
        if (child == 0)
            write_until_killed(heads, pipes[1]);
        close(pipes[1]);
        /* Past the point where the oldest are put on sheets. */
        for (int i = 0; i < 66000 + 3777 * round; i++) {
            assert_int_equal(read(pipes[0], said, sizeof said), sizeof said);
            heads[said[0]] = said[1];
        }
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        while (read(pipes[0], said, sizeof said) == sizeof said)
            heads[said[0]] = said[1];
        close(pipes[0]);
        Store *s = open_again();
        for (int i = 0; i < MATCHES; i++) {
            const int found = tail_count(s, (uint64_t)i + 1, 0);
            assert_in_range(found, heads[i], heads[i] + 3);
            heads[i] = found;
        }
        store_close(s);
    }
}

static void what_could_not_be_written_did_not_happen(void **context)
{
    (void)context;
    Store *s = open_new();
    for (int seq = 1; seq <= 5; seq++)
        assert_int_equal(append_one(s, 1, seq), STORE_OK);
    file_do("create trigger full before insert on fresh when new.seq=7"
            " begin select raise(abort,'no'); end");
    StoreResult sixth = STORE_OK, seventh = STORE_OK;
    assert_int_equal(append_one(s, 1, 6), STORE_OK);
    append(s, 2, 1, keep_result, &sixth); /* these go into one transaction, or two */
    append(s, 1, 7, keep_result, &seventh);
    store_finish(s);
    assert_int_equal(seventh, STORE_FAILED);
    assert_int_equal(tail_count(s, 1, 0), 6);
    assert_int_equal(tail_count(s, 2, 0), sixth == STORE_OK);
    file_do("drop trigger full");
    assert_int_equal(append_one(s, 1, 7), STORE_OK);
    assert_int_equal(tail_count(s, 1, 0), 7);
    store_close(s);
}

static void sweep(Store *s, const char *kind, int64_t wall_ms, int64_t age_ms)
{
    StoreOp *op = store_op(STORE_SWEEP, kind, NULL);
    op->wall_ms = wall_ms;
    op->age_ms = age_ms;
    store_ask(s, op, NULL, NULL);
    store_finish(s);
}

/* The clock may have jumped between the look at it and the store's turn. */
static void a_sweep_goes_by_the_clock_of_who_asked(void **context)
{
    (void)context;
    enum { HOUR_MS = 3600000 };
    Store *s = open_new();
    put_large(s);
    file_do("update doc set at=at-7200000 where kind='test'"); /* two hours */
    sweep(s, "test", wall_ms() - 2 * HOUR_MS, HOUR_MS);
    assert_int_equal(file_number("select count(*) from doc where kind='test'"), 1);
    sweep(s, "test", wall_ms(), HOUR_MS);
    assert_int_equal(file_number("select count(*) from doc where kind='test'"), 0);
    store_close(s);
}

/* Only the match itself says that it is over, whatever else in it has such a name. */
static void a_sweep_leaves_matches_that_are_not_over(void **context)
{
    (void)context;
    static const char *const bodies[] = {
        "{\"match\":\"1\",\"result\":{\"moves\":3}}",
        "{\"match\":\"2\",\"files\":{\"duel/x.json\":{\"result\":\"0a1b\"}}}",
        "{\"match\":\"3\",\"seats\":[{\"name\":\"\\\"result\\\":\"}]}",
        "{\"match\":\"4\",\"result\":null}", "\"result\":{"};
    Store *s = open_new();
    for (int i = 0; i < 5; i++) {
        char key[20];
        snprintf(key, sizeof key, "%016x", i + 1);
        StoreOp *op = store_op(STORE_PUT, "match", key);
        op->version = STORE_ANY;
        op->body = strdup(bodies[i]);
        store_ask(s, op, NULL, NULL);
        assert_int_equal(append_one(s, (uint64_t)i + 1, 1), STORE_OK);
    }
    sweep(s, "match", wall_ms() + 1000, 0);
    assert_int_equal(file_number("select count(*) from doc where kind='match'"), 4);
    assert_int_equal(file_number("select count(*) from fresh where match=1"), 0);
    assert_int_equal(file_number("select count(*) from fresh where match>1"), 4);
    store_close(s);
}

static void a_file_of_the_first_schema_is_brought_up_to_date(void **context)
{
    (void)context;
    enum { OLD_MOVES = 600 };
    name_new();
    file_do("create table move(match integer not null, seq integer not null,"
            " tag integer not null, spent integer not null, command blob not null,"
            " primary key(match,seq)) without rowid;"
            "create table doc(kind text not null, key text not null,"
            " version integer not null, at integer not null, body text not null,"
            " primary key(kind,key)) without rowid;"
            "create index doc_at on doc(kind,at); pragma user_version=1");
    sqlite3 *db = NULL;
    sqlite3_stmt *q = NULL;
    sqlite3_open(file, &db);
    sqlite3_prepare_v2(db, "insert into move values(?1,?2,?3,?4,?5)", -1, &q, NULL);
    for (int i = 0; i < 2 * OLD_MOVES; i++) {
        const StoreMove move = move_of((uint64_t)(i % 2 + 1), i / 2 + 1);
        sqlite3_bind_int64(q, 1, i % 2 + 1);
        sqlite3_bind_int(q, 2, i / 2 + 1);
        sqlite3_bind_int64(q, 3, (int64_t)move.tag);
        sqlite3_bind_int(q, 4, move.spent_ms);
        sqlite3_bind_blob(q, 5, &move.command, sizeof move.command, SQLITE_STATIC);
        assert_int_equal(sqlite3_step(q), SQLITE_DONE);
        sqlite3_reset(q);
    }
    sqlite3_finalize(q);
    sqlite3_close(db);
    Store *s = open_again();
    for (uint64_t match = 1; match <= 2; match++) {
        assert_int_equal(tail_count(s, match, 0), OLD_MOVES);
        assert_int_equal(append_one(s, match, OLD_MOVES), STORE_STALE);
        assert_int_equal(append_one(s, match, OLD_MOVES + 1), STORE_OK);
        assert_int_equal(tail_count(s, match, OLD_MOVES - 1), 2);
    }
    store_close(s);
    assert_int_equal(file_number("pragma user_version"), 2);
}

RUN(cmocka_unit_test(moves_are_found_wherever_they_are),
    cmocka_unit_test(one_long_match_does_not_wait_to_be_put_on_sheets),
    cmocka_unit_test(a_killed_writer_has_kept_what_it_acknowledged),
    cmocka_unit_test(what_could_not_be_written_did_not_happen),
    cmocka_unit_test(a_sweep_goes_by_the_clock_of_who_asked),
    cmocka_unit_test(a_sweep_leaves_matches_that_are_not_over),
    cmocka_unit_test(a_file_of_the_first_schema_is_brought_up_to_date),
    cmocka_unit_test(the_log_begins_anew_under_writing),
    cmocka_unit_test(who_reads_holds_the_log_only_for_so_long))
