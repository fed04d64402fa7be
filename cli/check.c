/* check.c - parlor check: everything that is wrong with the data files, in one run. */
#include "cli/args.h"
#include "engine/load.h"
#include "games/games.h"

#include <stdarg.h>
#include <stdlib.h>

enum { CHECK_CARDS_MAX = 10 }; /* a file of texts that was replaced by a few of them */

typedef struct {
    Cli *cli;
    Data *data;
    const void *catalog[CATALOGS_GAMES_MAX]; /* of games_all; NULL: it does not load */
    Texts *texts, *built_in;                 /* of one language; the built-in English */
    json_t *ids;      /* a set: what the data of any game call something */
    json_t *said;     /* a set: the mistakes told so far */
    json_t *mistakes; /* a list of them for programs; NULL: they are told to people */
    int wrong;
} Check;

/* Once: games may share their files. */
static void check_say(Check *c, const LoadError *error)
{
    char line[sizeof *error + 4];
    snprintf(line, sizeof line, "%s: %s: %s", error->file, error->path, error->what);
    if (json_object_get(c->said, line))
        return;
    json_object_set_new(c->said, line, json_true());
    if (c->mistakes)
        json_array_append_new(c->mistakes,
                              json_pack("{s:s, s:s, s:s}", "file", error->file, "path",
                                        error->path, "what", error->what));
    else
        cli_load_error(c->cli, error);
    c->wrong++;
}

static const void *check_catalog(Check *c, const Game *game)
{
    LoadError error = {0};
    Catalogs *catalogs = cli_catalogs(c->cli);
    const void *catalog =
        catalogs ? catalogs_now(catalogs, catalogs_find(catalogs, game->id), &error)
                 : NULL;
    if (!catalog)
        check_say(c, &error);
    return catalog;
}

static void check_fail(Check *c, const char *file, const char *path, const char *format,
                       ...) __attribute__((format(printf, 4, 5)));

static void check_fail(Check *c, const char *file, const char *path, const char *format,
                       ...)
{
    LoadError error;
    char what[sizeof error.what];
    va_list list;
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    load_error(&error, file, path, what);
    check_say(c, &error);
}

/* Every "id" anywhere in a file; a faction's is under its own name. */
static void check_collect(json_t *ids, const json_t *value)
{
    const char *key;
    json_t *child;
    size_t index;
    json_array_foreach((json_t *)(uintptr_t)value, index, child)
        check_collect(ids, child);
    json_object_foreach((json_t *)(uintptr_t)value, key, child)
    {
        if ((strcmp(key, "id") == 0 || strcmp(key, "faction") == 0) &&
            json_is_string(child))
            json_object_set_new(ids, json_string_value(child), json_true());
        check_collect(ids, child);
    }
}

static bool check_files(Check *c)
{
    LoadError error = {0};
    for (int i = 0; i < data_count(c->data); i++) {
        const char *misplaced = data_is_embedded(c->data, i)
                                    ? NULL
                                    : load_misplaced(games_all, data_name(c->data, i));
        if (misplaced)
            check_fail(c, data_file(c->data, i), "", "%s", misplaced);
        if (!data_is_net(c->data, i) && !data_is_json(c->data, i, &error))
            check_say(c, &error);
    }
    return c->wrong == 0;
}

/* A new sentence says what some new thing is called or does: its group is known, and
 * its last part is an id of the data. */
static bool check_knows(const Check *c, const char *key)
{
    const char *last = strrchr(key, '.');
    if (text_has(c->built_in, key))
        return true;
    if (!last || !json_object_get(c->ids, last + 1))
        return false;
    const size_t group_bytes = (size_t)(last - key) + 1;
    for (int i = 0; i < text_count(c->built_in); i++)
        if (strncmp(text_key(c->built_in, i), key, group_bytes) == 0)
            return true;
    return false;
}

/* Every hole of a sentence is one that the built-in sentence has, and so are lines. */
static void check_holes(Check *c, const char *file, const char *key)
{
    const char *known = text_has(c->built_in, key) ? text_get(c->built_in, key) : "";
    const char *at = text_get(c->texts, key);
    if (strchr(at, '\n') && !strchr(known, '\n'))
        check_fail(c, file, key, "is one line; there is a line break in it");
    while ((at = strchr(at, '{'))) {
        const int name_bytes = (int)strcspn(at + 1, "|}");
        char hole[80], with_noun[80];
        if (!at[1 + name_bytes]) {
            check_fail(c, file, key, "has a hole that does not end");
            break;
        }
        snprintf(hole, sizeof hole, "{%.*s}", name_bytes, at + 1);
        snprintf(with_noun, sizeof with_noun, "{%.*s|", name_bytes, at + 1);
        if (!strstr(known, hole) && !strstr(known, with_noun))
            check_fail(c, file, key, "nothing fills the hole %s", hole);
        at += 1 + name_bytes;
    }
}

static void check_sentences(Check *c)
{
    for (int i = 0; i < text_count(c->texts); i++) {
        const char *key = text_key(c->texts, i);
        const char *file = text_file(c->texts, i);
        if (!file)
            continue;
        if (check_knows(c, key))
            check_holes(c, file, key);
        else
            check_fail(c, file, key, "nothing asks for a sentence of this name");
    }
}

/* English stands in for other languages, and nothing for English. */
static void check_card(Check *c, const Game *game, const char *id, const char *part)
{
    char key[200];
    if (!part)
        return;
    snprintf(key, sizeof key, "%s.%s", game->id, part);
    if (!text_has(c->texts, key) || !text_get(c->texts, key)[0])
        check_fail(c, game->id, id, "has no sentence \"%s\" in text/en.json", part);
}

static void check_cards(Check *c)
{
    for (int i = 0; games_all[i]; i++) {
        const void *catalog = c->catalog[i];
        const int before = c->wrong;
        CardInfo info = {0};
        for (int at = 0; catalog && games_all[i]->card_at(catalog, at, &info); at++) {
            check_card(c, games_all[i], info.id, info.name);
            check_card(c, games_all[i], info.id, info.text);
            if (c->wrong - before >= CHECK_CARDS_MAX)
                break;
        }
    }
}

static void check_texts(Check *c)
{
    LoadError error = {0};
    for (int i = 0; text_languages[i]; i++) {
        c->texts = texts_open(c->data, text_languages[i], &error);
        if (!c->texts) {
            check_say(c, &error);
            continue;
        }
        check_sentences(c);
        if (i == 0)
            check_cards(c);
        texts_close(c->texts);
    }
}

/* Going on after a mistake. What is wrong is put right as the built-in file of that
 * name has it, or as a neighbour in the same list does, or left out where nothing asks
 * for it; then the game is loaded again, and the next mistake is one of its own. */

enum { CHECK_MISTAKES_MAX = 60, CHECK_STEPS_MAX = 16 };

typedef struct {
    char key[64]; /* "": an index */
    size_t index;
} CheckStep;

/* "cards[12].effects[0].n" in steps; how many. */
static int check_steps(const char *path, CheckStep *steps)
{
    int count = 0;
    while (*path && count < CHECK_STEPS_MAX) {
        CheckStep *step = &steps[count++];
        memset(step, 0, sizeof *step);
        if (*path == '[') {
            step->index = (size_t)strtoul(path + 1, NULL, 10);
            path += strcspn(path, "]");
            path += *path == ']';
        } else {
            const size_t bytes = strcspn(path, ".[");
            snprintf(step->key, sizeof step->key, "%.*s", (int)bytes, path);
            path += bytes;
        }
        path += *path == '.';
    }
    return count;
}

static json_t *check_step(json_t *from, const CheckStep *step)
{
    return step->key[0] ? json_object_get(from, step->key)
                        : json_array_get(from, step->index);
}

static json_t *check_walk(json_t *from, const CheckStep *steps, int count)
{
    for (int i = 0; from && i < count; i++)
        from = check_step(from, &steps[i]);
    return from;
}

/* The same place in another entry of the innermost list on the way. */
static json_t *check_neighbour(json_t *root, const CheckStep *steps, int count)
{
    int list = count - 1;
    while (list >= 0 && steps[list].key[0])
        list--;
    if (list < 0)
        return NULL;
    json_t *entries = check_walk(root, steps, list), *entry;
    size_t i;
    json_array_foreach(entries, i, entry)
    {
        json_t *value = check_walk(entry, steps + list + 1, count - list - 1);
        if (i != steps[list].index && value &&
            !json_equal(value, check_walk(root, steps, count)))
            return value;
    }
    return NULL;
}

static bool check_set(json_t *parent, const CheckStep *step, json_t *value)
{
    if (!value)
        return json_object_del(parent, step->key) == 0;
    json_t *copy = json_deep_copy(value);
    return (step->key[0] ? json_object_set_new(parent, step->key, copy)
                         : json_array_set_new(parent, step->index, copy)) == 0;
}

/* The file of a user that an error is in; -1: it is none. */
static int check_file_of(const Data *data, const char *file)
{
    for (int i = 0; i < data_count(data); i++)
        if (!data_is_embedded(data, i) && (strcmp(data_name(data, i), file) == 0 ||
                                           strcmp(data_file(data, i), file) == 0))
            return i;
    return -1;
}

/* What an entry, or a file as a whole, is itself called. */
static bool check_is_name(const char *path, const char *key)
{
    return strcmp(key, "id") == 0 || strcmp(path, "faction") == 0 ||
           strcmp(path, "set") == 0;
}

/* A name must be nobody else's. */
static bool check_rename(const Check *c, json_t *parent, const CheckStep *step)
{
    char name[32];
    snprintf(name, sizeof name, "mended_%d", c->wrong);
    return json_object_set_new(parent, step->key, json_string(name)) == 0;
}

/* False: it cannot be put right without guessing. */
static bool check_mend(const Check *c, Data *built_in, const LoadError *error)
{
    Data *data = c->data;
    CheckStep steps[CHECK_STEPS_MAX];
    LoadError none;
    const int file = check_file_of(data, error->file);
    const int count = check_steps(error->path, steps);
    if (file < 0 || !count)
        return false;
    json_t *root = (json_t *)(uintptr_t)data_json(data, file, &none);
    json_t *good =
        (json_t *)(uintptr_t)data_find(built_in, data_name(data, file), &none);
    json_t *parent = check_walk(root, steps, count - 1);
    json_t *now = check_walk(root, steps, count);
    json_t *right = good ? check_walk(good, steps, count) : NULL;
    if (!parent)
        return false;
    if (right && !(now && json_equal(now, right)))
        return check_set(parent, &steps[count - 1], right);
    if ((now || count == 1) && check_is_name(error->path, steps[count - 1].key))
        return check_rename(c, parent, &steps[count - 1]);
    right = check_neighbour(root, steps, count);
    return (right || (now && json_is_object(parent))) &&
           check_set(parent, &steps[count - 1], right);
}

/* The mistakes of one game after its first, which has been said. */
static void check_further(Check *c, const Game *game, Data *built_in)
{
    LoadError error = {0}, last = {0};
    void *catalog = calloc(1, game->catalog_bytes);
    if (!catalog)
        abort();
    for (int i = 0; i < CHECK_MISTAKES_MAX; i++) {
        memset(catalog, 0, game->catalog_bytes);
        if (load_catalog(game, c->data, catalog, &error))
            break;
        const bool again =
            strcmp(error.file, last.file) == 0 && strcmp(error.path, last.path) == 0;
        if (i > 0 && !again)
            check_say(c, &error);
        if (again || !check_mend(c, built_in, &error))
            break;
        last = error;
    }
    free(catalog);
}

/* How often something is done without a number and with one. */
static void check_count(const json_t *value, const char *deed, int uses[2])
{
    const char *key;
    json_t *child;
    size_t index;
    const char *own = json_string_value(json_object_get(value, "do"));
    if (own && strcmp(own, deed) == 0)
        uses[json_object_get(value, "n") != NULL]++;
    json_array_foreach((json_t *)(uintptr_t)value, index, child)
        check_count(child, deed, uses);
    json_object_foreach((json_t *)(uintptr_t)value, key, child)
        check_count(child, deed, uses);
}

/* A deed that always has a number in the built-in data of the game wants one: without
 * it the card does nothing, and nothing would say so. */
static bool check_wants_number(Data *built_in, const char *file, const char *deed)
{
    const size_t folder = strcspn(file, "/") + 1;
    LoadError none;
    int uses[2] = {0};
    for (int i = 0; i < data_count(built_in); i++)
        if (strncmp(data_name(built_in, i), file, folder) == 0 &&
            !data_is_net(built_in, i))
            check_count(data_json(built_in, i, &none), deed, uses);
    return uses[1] > 0 && !uses[0];
}

static void check_numbers(Check *c, Data *built_in, const char *file, const char *path,
                          const json_t *value)
{
    char place[200];
    const char *key;
    json_t *child;
    size_t index;
    const char *deed = json_string_value(json_object_get(value, "do"));
    if (deed && !json_object_get(value, "n") &&
        check_wants_number(built_in, file, deed))
        check_fail(c, file, path, "\"%s\" wants a number, \"n\"", deed);
    json_array_foreach((json_t *)(uintptr_t)value, index, child)
    {
        snprintf(place, sizeof place, "%s[%zu]", path, index);
        check_numbers(c, built_in, file, place, child);
    }
    json_object_foreach((json_t *)(uintptr_t)value, key, child)
    {
        snprintf(place, sizeof place, "%s%s%s", path, path[0] ? "." : "", key);
        check_numbers(c, built_in, file, place, child);
    }
}

/* Every file is JSON and in its place, every game loads, every sentence belongs to
 * something: one line for each mistake. */
static int check_all(Check *c)
{
    LoadError error = {0};
    Data *built_in = data_open(NULL, 0, &error);
    c->built_in = built_in ? texts_open(built_in, text_languages[0], &error) : NULL;
    c->ids = json_object();
    c->said = json_object();
    if (!c->built_in || !c->ids || !c->said)
        abort();
    data_listen(c->data, NULL, NULL); /* here nothing is left out in silence */
    if (check_files(c)) {
        for (int i = 0; games_all[i]; i++)
            c->catalog[i] = check_catalog(c, games_all[i]);
        for (int i = 0; i < data_count(c->data); i++)
            check_collect(c->ids, data_json(c->data, i, &error));
        check_texts(c);
        for (int i = 0; i < data_count(c->data); i++)
            if (!data_is_embedded(c->data, i) && !data_is_net(c->data, i))
                check_numbers(c, built_in, data_name(c->data, i), "",
                              data_json(c->data, i, &error));
        for (int i = 0; games_all[i]; i++)
            if (!c->catalog[i])
                check_further(c, games_all[i], built_in);
    }
    json_decref(c->ids);
    json_decref(c->said);
    texts_close(c->built_in);
    data_close(built_in);
    return c->wrong;
}

int run_check(Cli *cli, int argc, char **argv)
{
    bool json = false;
    const Arg args[] = {{"json", ARG_FLAG, &json, 0, 0}, {0}};
    ArgList words = {0};
    int status = EXIT_OK;
    if (!args_read(cli, argc, argv, args, &words, 0, &status))
        return status;
    Check check = {.cli = cli, .data = cli_data(cli)};
    if (!check.data)
        return EXIT_USAGE;
    check.mistakes = json ? json_array() : NULL;
    status = check_all(&check) > 0 ? EXIT_USAGE : EXIT_OK;
    char count[16], line[200];
    snprintf(count, sizeof count, "%d", data_count(cli->data));
    if (json)
        cli_print_json(json_pack("{s:i, s:o}", "files", data_count(cli->data),
                                 "mistakes", check.mistakes));
    else if (status == EXIT_OK)
        printf("%s\n",
               cli_fill(cli, line, sizeof line, "check_good", "count", count, NULL));
    return status;
}
