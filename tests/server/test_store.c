/* test_store.c - the store in a file: its log begins anew while it is written to. */
#include "server/store.h"
#include "tests/unit/unit.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { BODY_BYTES = 1 << 20, PUTS_MAX = 1000, SALT_AT = 16 };

static char file[200], file_log[210];

static Store *open_new(void)
{
    char why[200];
    snprintf(file, sizeof file, "%s/parlor.db", unit_folder());
    snprintf(file_log, sizeof file_log, "%s-wal", file);
    Store *s = store_open(file, NULL, NULL, why, sizeof why);
    assert_non_null(s);
    return s;
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

RUN(cmocka_unit_test(the_log_begins_anew_under_writing),
    cmocka_unit_test(who_reads_holds_the_log_only_for_so_long))
