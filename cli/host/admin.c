/* admin.c - what an operator does to a running server: parlor admin, backup, restore.
 *
 * Orders go through the store, so they reach every server of it, and only those who may
 * write to it can give them. */
#include "cli/args.h"
#include "cli/host/found.h"
#include "server/clock.h"
#include "server/hub/limits.h"
#include "server/store/archive.h"
#include "server/store/backup.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <sodium.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { ORDER_BYTES = 32, PASSWORD_LETTERS = 16, MATCHES_MAX = 1000000 };
enum {
    ALL_MS = 2000,
    WAIT_MS = 4000
}; /* for all servers once one has answered; for one */

typedef struct {
    Cli *cli;
    Store *store;
    const char *what, *rest; /* the words after the command */
    int64_t minutes;
    bool end;
    const char *node; /* that one alone */
    json_t *said;     /* an object for programs; NULL: people are told */
} Admin;

static int admin_fail(Cli *cli, const char *why)
{
    cli_fail(cli, "admin_failed", "why", why, NULL);
    return EXIT_FAILED;
}

static bool where_is(Cli *cli, const char *store, const char *path, Config *config)
{
    char why[400] = "";
    if (found_where(store, path, config, why, sizeof why))
        return true;
    admin_fail(cli, why);
    return false;
}

static bool put(Store *store, const char *kind, const char *key, int64_t version,
                json_t *body)
{
    StoreOp *op = store_op(STORE_PUT, kind, key);
    op->version = version;
    op->body = json_dumps(body, JSON_COMPACT);
    json_decref(body);
    Found f = found_ask(store, op);
    const bool good = f.result == STORE_OK;
    found_clear(&f);
    return good;
}

static void order_name(char out[ORDER_BYTES])
{
    snprintf(out, ORDER_BYTES, "%013llx-%08x", (unsigned long long)wall_ms(),
             randombytes_random());
}

static int give(const Admin *a, json_t *order)
{
    char name[ORDER_BYTES];
    order_name(name);
    json_object_set_new(order, "id", json_string(name));
    if (!put(a->store, "order", name, 0, order))
        return admin_fail(a->cli, cli_say(a->cli, "kept_unread"));
    if (a->said)
        json_object_set_new(a->said, "order", json_string(name));
    return EXIT_OK;
}

/* One more of a list for programs, or a line for people. */
static void tell(const Admin *a, const char *list, json_t *one, const char *line)
{
    if (!a->said) {
        printf("%s\n", line);
        json_decref(one);
        return;
    }
    if (!json_object_get(a->said, list))
        json_object_set_new(a->said, list, json_array());
    json_array_append_new(json_object_get(a->said, list), one);
}

static bool is_there(const Admin *a, const char *kind, const char *key)
{
    Found f = found_ask(a->store, store_op(STORE_GET, kind, key));
    const bool found = f.result == STORE_OK;
    found_clear(&f);
    return found;
}

/* Accounts are kept by small letters. */
static void lower(char *name)
{
    for (; *name; name++)
        *name = (char)tolower((unsigned char)*name);
}

static int do_broadcast(const Admin *a)
{
    return give(a, json_pack("{s:s, s:s}", "do", "broadcast", "text", a->what));
}

static int do_close(const Admin *a)
{
    if (!is_there(a, "room", a->what))
        return admin_fail(a->cli, cli_say(a->cli, "no_such_room"));
    return give(a, json_pack("{s:s, s:s}", "do", "close", "room", a->what));
}

static int do_drain(const Admin *a)
{
    return give(a, json_pack("{s:s, s:b, s:s}", "do", "drain", "end", (int)a->end,
                             "node", a->node ? a->node : ""));
}

/* An address, person:ID or account:NAME, as the servers name them; false: none. */
static bool ban_name(const char *what, char out[PEER_BYTES])
{
    struct in6_addr address;
    if (strncmp(what, "person:", 7) == 0 || strncmp(what, "account:", 8) == 0) {
        snprintf(out, PEER_BYTES, "%.60s", what);
        lower(out);
        return strchr(out, ':')[1] != 0;
    }
    peer_name(what, out);
    const size_t network = strcspn(out, "/"); /* as "bans" lists one */
    char whole[PEER_BYTES];
    snprintf(whole, sizeof whole, "%.*s", (int)network, out);
    return (!out[network] && inet_pton(AF_INET, whole, &address) == 1) ||
           (strcmp(out + network, "/64") == 0 &&
            inet_pton(AF_INET6, whole, &address) == 1);
}

static int do_ban(const Admin *a)
{
    char name[PEER_BYTES];
    if (!ban_name(a->what, name))
        return admin_fail(a->cli, cli_say(a->cli, "ban_whom"));
    if (strncmp(name, "account:", 8) == 0 && !is_there(a, "account", name + 8))
        return admin_fail(a->cli, cli_say(a->cli, "no_such_account"));
    const int64_t until = a->minutes ? wall_ms() / 1000 + 60 * a->minutes : 0;
    if (!put(a->store, "ban", name, STORE_ANY,
             json_pack("{s:I}", "until", (json_int_t)until)))
        return admin_fail(a->cli, cli_say(a->cli, "kept_unread"));
    return give(a, json_pack("{s:s}", "do", "bans"));
}

static int do_unban(const Admin *a)
{
    char name[PEER_BYTES];
    if (!ban_name(a->what, name))
        return admin_fail(a->cli, cli_say(a->cli, "ban_whom"));
    if (!is_there(a, "ban", name))
        return admin_fail(a->cli, cli_say(a->cli, "no_such_ban"));
    Found f = found_ask(a->store, store_op(STORE_DELETE, "ban", name));
    found_clear(&f);
    return give(a, json_pack("{s:s}", "do", "bans"));
}

static int do_bans(const Admin *a)
{
    StoreOp *op = store_op(STORE_FIND, "ban", "");
    op->limit = 100000;
    Found f = found_ask(a->store, op);
    if (a->said)
        json_object_set_new(a->said, "bans", json_array());
    for (int i = 0; i < f.doc_count; i++) {
        char line[PEER_BYTES + 100], date[40] = "";
        json_t *ban = json_loads(f.docs[i].body, 0, NULL);
        const time_t until = json_integer_value(json_object_get(ban, "until"));
        strftime(date, sizeof date, "%Y-%m-%d %H:%M", localtime(&until));
        cli_fill(a->cli, line, sizeof line, until ? "ban_until" : "ban_for_good", "who",
                 f.docs[i].key, "time", date, NULL);
        json_object_set_new(ban, "who", json_string(f.docs[i].key));
        tell(a, "bans", ban, line);
    }
    found_clear(&f);
    return EXIT_OK;
}

/* All sessions of an account end; with a new password, when there is one. */
static int account_out(const Admin *a, const char *hash)
{
    char account[STORE_KEY_BYTES];
    snprintf(account, sizeof account, "%.70s", a->what);
    lower(account);
    Found f = found_ask(a->store, store_op(STORE_GET, "account", account));
    if (f.result != STORE_OK || !f.body) {
        found_clear(&f);
        return admin_fail(a->cli, cli_say(a->cli, "no_such_account"));
    }
    const char *person = json_string_value(json_object_get(f.body, "person"));
    json_t *tokens = json_object_get(f.body, "tokens");
    json_t *order = json_pack("{s:s, s:s}", "do", "logout", "person", person);
    for (size_t i = 0; i < json_array_size(tokens); i++) {
        Found gone =
            found_ask(a->store, store_op(STORE_DELETE, "token",
                                         json_string_value(json_array_get(tokens, i))));
        found_clear(&gone);
    }
    json_object_set_new(f.body, "tokens", json_array());
    if (hash)
        json_object_set_new(f.body, "hash", json_string(hash));
    const bool good = put(a->store, "account", account, f.version, json_incref(f.body));
    found_clear(&f);
    if (!good) {
        json_decref(order);
        return admin_fail(a->cli, cli_say(a->cli, "kept_unread"));
    }
    return give(a, order);
}

static int do_logout(const Admin *a)
{
    return account_out(a, NULL);
}

static int do_reset(const Admin *a)
{
    static const char letters[] = "23456789abcdefghjkmnpqrstuvwxyz";
    char password[PASSWORD_LETTERS + 1] = "", hash[crypto_pwhash_STRBYTES];
    for (int i = 0; i < PASSWORD_LETTERS; i++)
        password[i] = letters[randombytes_uniform(sizeof letters - 1)];
    if (crypto_pwhash_str_alg(hash, password, strlen(password), 2, 19 << 20,
                              crypto_pwhash_ALG_ARGON2ID13) != 0)
        return EXIT_FAILED;
    const int status = account_out(a, hash);
    if (status == EXIT_OK && a->said)
        json_object_set_new(a->said, "password", json_string(password));
    else if (status == EXIT_OK)
        printf("%s\n", password);
    return status;
}

static int do_sessions(const Admin *a)
{
    char account[STORE_KEY_BYTES];
    snprintf(account, sizeof account, "%.70s", a->what);
    lower(account);
    Found f = found_ask(a->store, store_op(STORE_GET, "account", account));
    const json_t *tokens = json_object_get(f.body, "tokens");
    const bool good = f.result == STORE_OK;
    if (a->said)
        json_object_set_new(a->said, "sessions", json_array());
    for (size_t i = 0; i < json_array_size(tokens); i++) {
        char line[13];
        snprintf(line, sizeof line, "%.12s",
                 json_string_value(json_array_get(tokens, i)));
        tell(a, "sessions", json_string(line), line);
    }
    found_clear(&f);
    return good ? EXIT_OK : admin_fail(a->cli, cli_say(a->cli, "no_such_account"));
}

/* Each server looks for orders once a second and answers for itself; who has not within
 * some seconds is not there. */
static int do_stats(const Admin *a)
{
    char name[ORDER_BYTES], prefix[ORDER_BYTES + 1];
    order_name(name);
    snprintf(prefix, sizeof prefix, "%s/", name);
    if (!put(a->store, "order", name, 0,
             json_pack("{s:s, s:s}", "do", "stats", "id", name)))
        return admin_fail(a->cli, cli_say(a->cli, "kept_unread"));
    const int64_t start = steady_ms();
    int told = 0;
    for (bool last = false; !last;) {
        usleep(200000);
        const int64_t waited = steady_ms() - start;
        StoreOp *op = store_op(STORE_FIND, "report", prefix);
        op->limit = 1000;
        Found f = found_ask(a->store, op);
        told = f.result == STORE_OK ? f.doc_count : 0;
        last = waited >= (told ? ALL_MS : WAIT_MS);
        for (int i = 0; last && i < told; i++)
            tell(a, "servers", json_loads(f.docs[i].body, 0, NULL), f.docs[i].body);
        found_clear(&f);
    }
    return told ? EXIT_OK : admin_fail(a->cli, cli_say(a->cli, "no_server"));
}

int run_admin(Cli *cli, int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(const Admin *a);
        int words;
    } commands[] = {
        {"ban", do_ban, 1},           {"unban", do_unban, 1},
        {"bans", do_bans, 0},         {"broadcast", do_broadcast, 1},
        {"close", do_close, 1},       {"drain", do_drain, 0},
        {"reset", do_reset, 1},       {"logout", do_logout, 1},
        {"sessions", do_sessions, 1}, {"stats", do_stats, 0},
    };
    const char *store = NULL, *path = NULL;
    ArgList words = {0};
    Admin a = {.cli = cli};
    Config config;
    char why[400] = "";
    int status = EXIT_OK;
    bool json = false;
    const Arg args[] = {{"store", ARG_TEXT, &store, 0, 0},
                        {"config", ARG_TEXT, &path, 0, 0},
                        {"minutes", ARG_INT, &a.minutes, 0, 100000000},
                        {"end", ARG_FLAG, &a.end, 0, 0},
                        {"node", ARG_TEXT, &a.node, 0, 0},
                        {"json", ARG_FLAG, &json, 0, 0},
                        {NULL, ARG_FLAG, NULL, 0, 0}};
    if (!args_read(cli, argc, argv, args, &words, 2, &status))
        return status;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (!words.count || strcmp(commands[i].name, words.item[0]) != 0 ||
            words.count != 1 + commands[i].words)
            continue;
        if (!where_is(cli, store, path, &config) || sodium_init() < 0)
            return EXIT_FAILED;
        a.what = words.count > 1 ? words.item[1] : NULL;
        a.store = store_open_beside(config.store, why, sizeof why);
        if (!a.store)
            return admin_fail(cli, why);
        a.said = json ? json_object() : NULL;
        status = commands[i].run(&a);
        store_close(a.store);
        if (json && status == EXIT_OK)
            cli_print_json(a.said);
        else
            json_decref(a.said);
        return status;
    }
    return cli_fail(cli, "admin_what", NULL);
}

int run_backup(Cli *cli, int argc, char **argv)
{
    const char *store = NULL, *path = NULL;
    ArgList words = {0};
    Config config;
    char why[400] = "";
    int status = EXIT_OK;
    bool json = false;
    const Arg args[] = {{"store", ARG_TEXT, &store, 0, 0},
                        {"config", ARG_TEXT, &path, 0, 0},
                        {"json", ARG_FLAG, &json, 0, 0},
                        {NULL, ARG_FLAG, NULL, 0, 0}};
    if (!args_read(cli, argc, argv, args, &words, 1, &status))
        return status;
    if (words.count != 1)
        return cli_fail(cli, "needs_file", "command", "backup", NULL);
    if (!where_is(cli, store, path, &config))
        return EXIT_FAILED;
    if (!backup_take(config.store, words.item[0], why, sizeof why))
        return admin_fail(cli, why);
    if (json)
        cli_print_json(
            json_pack("{s:s, s:s}", "store", config.store, "file", words.item[0]));
    return EXIT_OK;
}

/* Every match of the file is played again, move by move. */
static bool check_matches(Cli *cli, Store *store, int *matches, int *moves)
{
    StoreOp *op = store_op(STORE_LIST, "match", NULL);
    op->limit = MATCHES_MAX;
    Found all = found_ask(store, op);
    bool good = all.result == STORE_OK && cli_catalogs(cli);
    for (int i = 0; good && i < all.doc_count; i++) {
        json_t *doc = json_loads(all.docs[i].body, 0, NULL);
        StoreOp *tail = store_op(STORE_TAIL, NULL, NULL);
        tail->match = strtoull(all.docs[i].key, NULL, 16);
        Found log = found_ask(store, tail);
        Refusal why = refusal(ERR_OK);
        Match *m =
            archive_play(doc, log.moves, log.move_count, cli_catalogs(cli), &why);
        /* One of other rules or data cannot be played here, and is not broken by that.
         */
        good = log.result == STORE_OK &&
               (m || why.code == ERR_OTHER_RULES || why.code == ERR_OTHER_DATA);
        if (!good)
            admin_fail(cli, all.docs[i].key);
        *matches += 1;
        *moves += log.move_count;
        match_free(m);
        found_clear(&log);
        json_decref(doc);
    }
    found_clear(&all);
    return good;
}

/* For programs nothing is said yet: what is known stands in 'said'. */
static bool check_copy(Cli *cli, const char *file, json_t *said)
{
    char why[400] = "", line[200], count[2][24];
    int matches = 0, moves = 0;
    Store *store = backup_is_whole(file, why, sizeof why)
                       ? store_open_to_read(file, why, sizeof why)
                       : NULL;
    if (!store) {
        admin_fail(cli, why);
        return false;
    }
    const bool good = check_matches(cli, store, &matches, &moves);
    store_close(store);
    snprintf(count[0], sizeof count[0], "%d", matches);
    snprintf(count[1], sizeof count[1], "%d", moves);
    json_object_set_new(said, "matches", json_integer(matches));
    json_object_set_new(said, "moves", json_integer(moves));
    if (good && !said)
        printf("%s\n", cli_fill(cli, line, sizeof line, "copy_is_good", "matches",
                                count[0], "moves", count[1], NULL));
    return good;
}

int run_restore(Cli *cli, int argc, char **argv)
{
    const char *store = NULL, *path = NULL;
    bool only_check = false, json = false;
    ArgList words = {0};
    Config config;
    char why[400] = "";
    int status = EXIT_OK;
    const Arg args[] = {{"store", ARG_TEXT, &store, 0, 0},
                        {"config", ARG_TEXT, &path, 0, 0},
                        {"check", ARG_FLAG, &only_check, 0, 0},
                        {"json", ARG_FLAG, &json, 0, 0},
                        {NULL, ARG_FLAG, NULL, 0, 0}};
    if (!args_read(cli, argc, argv, args, &words, 1, &status))
        return status;
    if (words.count != 1)
        return cli_fail(cli, "needs_file", "command", "restore", NULL);
    status = EXIT_OK;
    json_t *said =
        json ? json_pack("{s:s, s:b}", "file", words.item[0], "restored", !only_check)
             : NULL;
    if (!where_is(cli, store, path, &config) || !check_copy(cli, words.item[0], said))
        status = EXIT_FAILED;
    else if (!only_check && !backup_put(words.item[0], config.store, why, sizeof why))
        status = admin_fail(cli, why);
    if (json && status == EXIT_OK)
        cli_print_json(said);
    else
        json_decref(said);
    return status;
}
