/* run.c - plays the case files: a position, commands, and what must follow.
 *
 * cases FOLDER: every *.json below it, one TAP line a case. The form of a case is in
 * docs/ARCHITECTURE.md; a key nobody knows fails the case, so that a typing mistake
 * cannot pass as a test. */
#include "engine/lay.h"
#include "tests/cases/subset.h"
#include "tests/laws/subject.h"

#include <fts.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { WHY_BYTES = 2000 };

typedef struct {
    const Subject *subject;
    Match *match;
    JsonW json;
    uint8_t *view;
    Moves moves;
    char why[WHY_BYTES]; /* empty while all is well */
} Case;

static bool case_fail(Case *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool case_fail(Case *c, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(c->why, sizeof c->why, format, list);
    va_end(list);
    return false;
}

static bool case_compare(Case *c, const json_t *expected, const json_t *actual)
{
    Difference d;
    if (subset_holds(expected, actual, &d))
        return true;
    return case_fail(c, "at %s\n  expected %s\n  actual   %s",
                     d.path[0] ? d.path : "the top", d.expected, d.actual);
}

/* What was just written; the caller frees it. */
static json_t *case_written(Case *c)
{
    json_t *json = json_loads(c->json.text, JSON_DECODE_ANY, NULL);
    jw_reset(&c->json);
    return json;
}

static json_t *case_state(Case *c, const void *state)
{
    jw_reset(&c->json);
    match_game(c->match)->write_state(match_catalog(c->match), state, &c->json);
    return case_written(c);
}

static json_t *case_command(Case *c, const Command *command)
{
    const Table table = match_table(c->match);
    jw_reset(&c->json);
    record_write_command(&c->json, NULL, &table, command);
    return case_written(c);
}

/* The moves open now, as JSON. */
static json_t *case_legal(Case *c)
{
    json_t *all = json_array();
    c->moves.count = 0;
    if (!match_status(c->match).over)
        match_game(c->match)->legal(match_catalog(c->match), match_state(c->match),
                                    &c->moves);
    for (int i = 0; i < c->moves.count; i++)
        json_array_append_new(all, case_command(c, &c->moves.item[i]));
    return all;
}

static bool array_has(const json_t *array, const json_t *wanted)
{
    for (size_t i = 0; i < json_array_size(array); i++)
        if (json_equal(json_array_get(array, i), wanted))
            return true;
    return false;
}

/* Every one of 'some' is in 'all', or with 'absent' none of them is. */
static bool case_all_in(Case *c, const json_t *some, const json_t *all, bool absent,
                        const char *complaint)
{
    for (size_t i = 0; i < json_array_size(some); i++) {
        const json_t *one = json_array_get(some, i);
        char text[SUBSET_VALUE_BYTES], rest[WHY_BYTES / 2];
        if (array_has(all, one) != absent)
            continue;
        subset_print(one, text, sizeof text);
        subset_print(all, rest, sizeof rest);
        return case_fail(c, "%s %s\n  open: %s", complaint, text, rest);
    }
    return true;
}

static bool step_legal(Case *c, const json_t *step)
{
    const json_t *wanted = json_object_get(step, "legal");
    json_t *open = case_legal(c);
    const bool good = case_all_in(c, wanted, open, false, "not open:") &&
                      case_all_in(c, open, wanted, false, "open but not expected:");
    json_decref(open);
    return good;
}

static bool step_offers(Case *c, const json_t *step)
{
    json_t *open = case_legal(c);
    const bool good =
        case_all_in(c, json_object_get(step, "offers"), open, false, "not open:");
    json_decref(open);
    return good;
}

static bool step_offers_not(Case *c, const json_t *step)
{
    json_t *open = case_legal(c);
    const bool good = case_all_in(c, json_object_get(step, "offers_not"), open, true,
                                  "open but should not be:");
    json_decref(open);
    return good;
}

static int step_player(const Case *c, const json_t *step)
{
    const json_t *player = json_object_get(step, "player");
    return player ? (int)json_integer_value(player) : match_status(c->match).to_act;
}

static bool step_do(Case *c, const json_t *step)
{
    const json_t *refused = json_object_get(step, "refused");
    const json_t *failed = json_object_get(step, "failed");
    const uint64_t hash = match_hash(c->match);
    const Table table = match_table(c->match);
    Refusal why = refusal(ERR_OK);
    Command command = {0};
    Err err = record_read_command(&table, step_player(c, step),
                                  json_object_get(step, "do"), &command, &why);
    if (!err)
        err = match_apply(c->match, &command, &why);
    /* A move that was made and failed says why all the same. */
    const char *code = refusal_code(match_game(c->match), failed ? why.code : err);
    const char *wanted = failed    ? json_string_value(failed)
                         : refused ? json_string_value(refused)
                                   : "ok";
    if (!wanted || strcmp(code, wanted) != 0)
        return case_fail(c, "expected %s, got %s (%s %s)", wanted, code, why.word[0],
                         why.word[1]);
    if (failed && (err || match_hash(c->match) == hash))
        return case_fail(c, "refused, but it should be made and fail");
    if (err && match_hash(c->match) != hash)
        return case_fail(c, "refused, but the state changed");
    return true;
}

static bool step_cost(Case *c, const json_t *expected, const Command *command)
{
    const Game *game = match_game(c->match);
    jw_reset(&c->json);
    if (game->write_cost)
        game->write_cost(match_catalog(c->match), match_state(c->match), command,
                         &c->json);
    json_t *cost = c->json.used ? case_written(c) : json_null();
    const bool good = case_compare(c, expected, cost);
    json_decref(cost);
    return good;
}

static bool step_validate(Case *c, const json_t *step)
{
    const Game *game = match_game(c->match);
    const Table table = match_table(c->match);
    const json_t *valid = json_object_get(step, "valid");
    const json_t *wanted = json_object_get(step, "code");
    const json_t *cost = json_object_get(step, "cost");
    Command command = {0};
    Quote quote = quote_none();
    Refusal why;
    Err err = record_read_command(&table, step_player(c, step),
                                  json_object_get(step, "validate"), &command, &why);
    const bool is_read = !err;
    if (is_read)
        err = game->validate(match_catalog(c->match), match_state(c->match), &command,
                             &quote);
    const char *code = refusal_code(game, err);
    if (valid && json_is_true(valid) != !err)
        return case_fail(c, "it is %s (%s)", err ? "refused" : "valid", code);
    if (wanted && strcmp(json_string_value(wanted), code) != 0)
        return case_fail(c, "expected %s, got %s", json_string_value(wanted), code);
    return !cost || (is_read && step_cost(c, cost, &command));
}

static bool step_expect(Case *c, const json_t *step)
{
    json_t *state = case_state(c, match_state(c->match));
    const bool good = case_compare(c, json_object_get(step, "expect"), state);
    json_decref(state);
    return good;
}

static int step_viewer(const json_t *viewer)
{
    const int seat = (int)json_integer_value(viewer);
    return seat < 0 ? SEAT_NONE : seat;
}

static bool step_view(Case *c, const json_t *step)
{
    match_game(c->match)->redact(match_catalog(c->match), match_state(c->match),
                                 step_viewer(json_object_get(step, "view")), c->view);
    json_t *view = case_state(c, c->view);
    const bool good = case_compare(c, json_object_get(step, "expect"), view);
    json_decref(view);
    return good;
}

/* What the last command did, or the deal, as 'viewer' sees it. */
static json_t *case_events(Case *c, int viewer)
{
    const Match *m = c->match;
    const Table table = match_table(m);
    json_t *all = json_array();
    for (int i = match_event_first(m, match_moves(m) - 1); i < match_event_count(m);
         i++) {
        Event event;
        const uint8_t *list = NULL;
        if (!match_event(m, i, &event, &list))
            break;
        jw_reset(&c->json);
        record_write_event(&c->json, NULL, &table, &event, list, viewer);
        json_array_append_new(all, case_written(c));
    }
    return all;
}

/* The expected events are there in this order; others may stand between them. */
static bool step_events(Case *c, const json_t *step)
{
    const json_t *wanted = json_object_get(step, "events");
    const json_t *viewer = json_object_get(step, "viewer");
    json_t *all = case_events(c, viewer ? step_viewer(viewer) : SEAT_TABLE);
    size_t at = 0;
    bool good = true;
    for (size_t i = 0; good && i < json_array_size(wanted); i++) {
        Difference d;
        while (at < json_array_size(all) &&
               !subset_holds(json_array_get(wanted, i), json_array_get(all, at), &d))
            at++;
        good = at++ < json_array_size(all);
        if (!good) {
            char text[SUBSET_VALUE_BYTES], rest[WHY_BYTES / 2];
            subset_print(json_array_get(wanted, i), text, sizeof text);
            subset_print(all, rest, sizeof rest);
            case_fail(c, "no event, or not in this order: %s\n  events: %s", text,
                      rest);
        }
    }
    json_decref(all);
    return good;
}

static bool step_score(Case *c, const json_t *step)
{
    jw_reset(&c->json);
    match_game(c->match)->write_score(match_catalog(c->match), match_state(c->match),
                                      &c->json);
    json_t *score = case_written(c);
    const bool good = case_compare(c, json_object_get(step, "score"), score);
    json_decref(score);
    return good;
}

static bool step_idle(Case *c, const json_t *step)
{
    Refusal why;
    (void)step;
    const Err err = match_idle(c->match, &why);
    return !err || case_fail(c, "refused: %s", refusal_code(match_game(c->match), err));
}

static bool step_over(Case *c, const json_t *step)
{
    const Status status = match_status(c->match);
    const json_t *winners = json_object_get(step, "winners");
    if (json_is_true(json_object_get(step, "over")) != (status.over == 1))
        return case_fail(c, "the game is %s", status.over ? "over" : "not over");
    if (!winners)
        return true;
    json_t *actual = json_array();
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (status.winners >> seat & 1)
            json_array_append_new(actual, json_integer(seat));
    const bool good = case_compare(c, winners, actual);
    json_decref(actual);
    return good;
}

/* A step is known by the first of these keys it has. */
typedef struct {
    const char *key;
    bool (*run)(Case *c, const json_t *step);
    const char *more[3]; /* keys that may stand beside it */
} Step;

static const Step steps[] = {
    {"do", step_do, {"player", "refused", "failed"}},
    {"validate", step_validate, {"player", "valid", "code"}},
    {"legal", step_legal, {NULL}},
    {"offers", step_offers, {NULL}},
    {"offers_not", step_offers_not, {NULL}},
    {"view", step_view, {"expect"}},
    {"expect", step_expect, {NULL}},
    {"events", step_events, {"viewer"}},
    {"score", step_score, {NULL}},
    {"idle", step_idle, {NULL}},
    {"over", step_over, {"winners"}},
};

static bool step_knows(const Step *step, const char *key)
{
    bool known = strcmp(key, step->key) == 0 || strcmp(key, "note") == 0;
    for (int i = 0; i < 3; i++)
        known |= step->more[i] && strcmp(step->more[i], key) == 0;
    return known || (step->run == step_validate && strcmp(key, "cost") == 0);
}

static bool step_run(Case *c, const json_t *json)
{
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        const char *key = NULL;
        json_t *value = NULL;
        if (!json_object_get(json, steps[i].key))
            continue;
        json_object_foreach((json_t *)(uintptr_t)json, key, value)
        {
            if (!step_knows(&steps[i], key))
                return case_fail(c, "unknown key \"%s\"", key);
        }
        return steps[i].run(c, json);
    }
    return case_fail(c, "not a step");
}

/* The match the case starts from; NULL when it is refused. */
static Match *case_start(const Subject *s, const json_t *json, Refusal *why)
{
    const Game *game = s->game;
    const json_t *position = json_object_get(json, "position");
    Setup setup;
    json_t *wanted = json_object();
    static const char *const keys[] = {"players", "seed", "options"};
    for (int i = 0; i < 3; i++)
        if (json_object_get(json, keys[i]))
            json_object_set(wanted, keys[i], json_object_get(json, keys[i]));
    Err err = record_read_setup(game, s->catalog, wanted, &setup, why);
    json_decref(wanted);
    if (err || setup_check(game, s->catalog, &setup, why) != ERR_OK)
        return NULL;
    if (!position)
        return match_new(game, s->catalog, &setup);
    void *state = calloc(1, game->state_bytes);
    ASSERT(state);
    err = lay_position(game, s->catalog, &setup, position, state, why);
    Match *match = err ? NULL : match_from(game, s->catalog, &setup, state);
    free(state);
    return match;
}

static const Subject *case_subject(const Subjects *all, const json_t *json)
{
    const char *id = json_string_value(json_object_get(json, "game"));
    for (int i = 0; id && i < all->count; i++)
        if (strcmp(all->subject[i].game->id, id) == 0)
            return &all->subject[i];
    return NULL;
}

static bool case_keys_known(Case *c, const json_t *json)
{
    static const char *const known[] = {"name",     "note",  "game",
                                        "players",  "seed",  "options",
                                        "position", "steps", "refused"};
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach((json_t *)(uintptr_t)json, key, value)
    {
        bool found = false;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            found |= strcmp(known[i], key) == 0;
        if (!found)
            return case_fail(c, "unknown key \"%s\"", key);
    }
    return true;
}

static bool case_play(Case *c, const json_t *json)
{
    const json_t *all = json_object_get(json, "steps");
    for (size_t i = 0; i < json_array_size(all); i++) {
        char why[WHY_BYTES], step[SUBSET_VALUE_BYTES];
        if (step_run(c, json_array_get(all, i)))
            continue;
        subset_print(json_array_get(all, i), step, sizeof step);
        memcpy(why, c->why, sizeof why);
        return case_fail(c, "step %zu %.400s\n  %.1400s", i + 1, step, why);
    }
    return true;
}

static bool case_run(Case *c, const Subjects *all, const json_t *json)
{
    const json_t *refused = json_object_get(json, "refused");
    Refusal why = refusal(ERR_OK);
    if (!case_keys_known(c, json))
        return false;
    c->subject = case_subject(all, json);
    if (!c->subject)
        return case_fail(c, "unknown game");
    const Game *game = c->subject->game;
    c->match = case_start(c->subject, json, &why);
    if (!c->match && refused && json_is_string(refused) &&
        !strcmp(json_string_value(refused), refusal_code(game, why.code)))
        return true;
    if (!c->match || refused)
        return case_fail(c, "the start is %s (%s %s)",
                         c->match ? "accepted" : refusal_code(game, why.code),
                         why.word[0], why.word[1]);
    if (!json_array_size(json_object_get(json, "steps")))
        return case_fail(c, "no steps");
    c->view = calloc(1, game->state_bytes);
    ASSERT(c->view);
    return case_play(c, json);
}

static void print_comment(const char *text)
{
    printf("# ");
    for (; *text; text++) {
        putchar(*text);
        if (*text == '\n')
            printf("# ");
    }
    putchar('\n');
}

static bool run_one(const Subjects *all, const char *file, const json_t *json,
                    int number)
{
    static Case c;
    const char *name = json_string_value(json_object_get(json, "name"));
    memset(&c, 0, sizeof c);
    jw_open(&c.json);
    const bool good = name ? case_run(&c, all, json) : case_fail(&c, "no name");
    /* TAP gives # a meaning of its own. */
    char title[200];
    snprintf(title, sizeof title, "%s", name ? name : "?");
    for (char *at = title; (at = strchr(at, '#'));)
        *at = ' ';
    printf("%s %d - %s: %s\n", good ? "ok" : "not ok", number, file, title);
    if (!good)
        print_comment(c.why);
    match_free(c.match);
    free(c.view);
    jw_close(&c.json);
    return good;
}

/* Runs a file's cases; returns how many failed. */
static int run_file(const Subjects *all, const char *path, const char *name,
                    int *number)
{
    json_error_t error;
    json_t *json = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    const json_t *cases = json_object_get(json, "cases");
    int failed = 0;
    if (!json_array_size(cases)) {
        printf("not ok %d - %s: no cases: line %d: %s\n", ++*number, name, error.line,
               json ? "" : error.text);
        failed = 1;
    }
    for (size_t i = 0; i < json_array_size(cases); i++)
        failed += !run_one(all, name, json_array_get(cases, i), ++*number);
    json_decref(json);
    return failed;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

int main(int argc, char **argv)
{
    static Subjects all;
    int number = 0, failed = 0;
    if (argc != 2) {
        fprintf(stderr, "usage: cases FOLDER|FILE\n");
        return 2;
    }
    subjects_open(&all);
    char *const roots[] = {argv[1], NULL};
    FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    ASSERT(walk);
    for (FTSENT *entry; (entry = fts_read(walk));)
        if (entry->fts_info == FTS_F && entry->fts_namelen > 5 &&
            strcmp(entry->fts_name + entry->fts_namelen - 5, ".json") == 0)
            failed += run_file(&all, entry->fts_path,
                               entry->fts_level ? entry->fts_path + strlen(argv[1]) + 1
                                                : entry->fts_name,
                               &number);
    fts_close(walk);
    printf("1..%d\n", number);
    subjects_close(&all);
    return failed != 0;
}
