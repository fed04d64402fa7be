/* args.c - what stands on the command line: options from a table, and the words
 * between.
 */
#include "cli/args.h"

#include "cli/lines.h"

#include <errno.h>
#include <stdlib.h>

bool args_number(const char *text, int64_t min, int64_t max, int64_t *out)
{
    char *end = NULL;
    errno = 0;
    const long long value = strtoll(text, &end, 10);
    if (errno || end == text || *end || value < min || value > max)
        return false;
    *out = value;
    return true;
}

/* A seed is what a JSON reader takes whole: rpc and saved matches have the same. */
static bool args_seed(const char *text, uint64_t *out)
{
    int64_t value = 0;
    const bool fits = args_number(text, 0, INT64_MAX, &value);
    if (fits)
        *out = (uint64_t)value;
    return fits;
}

bool args_split(char *text, ArgList *list)
{
    while (text) {
        if (list->count == ARG_LIST_MAX)
            return false;
        list->item[list->count++] = text;
        char *comma = strchr(text, ',');
        if (comma)
            *comma++ = 0;
        text = comma;
    }
    return true;
}

static const Arg *args_find(const Arg *args, const char *name, size_t bytes)
{
    for (const Arg *arg = args; arg->name; arg++)
        if (strlen(arg->name) == bytes && memcmp(arg->name, name, bytes) == 0)
            return arg;
    return NULL;
}

/* Store a value; false when it is not of the kind or out of range. */
static bool args_store(const Arg *arg, const char *value)
{
    switch (arg->kind) {
    case ARG_FLAG:
        *(bool *)arg->out = true;
        return true;
    case ARG_INT:
        return args_number(value, arg->min, arg->max, (int64_t *)arg->out);
    case ARG_SEED:
        return args_seed(value, (uint64_t *)arg->out);
    case ARG_TEXT:
        *(const char **)arg->out = value;
        return *value != 0;
    case ARG_TEXTS: {
        ArgList *list = arg->out;
        if (list->count == ARG_LIST_MAX)
            return false;
        list->item[list->count++] = value;
        return true;
    }
    }
    return false;
}

static int args_bad_value(Cli *cli, const Arg *arg, const char *value)
{
    char min[24], max[24];
    snprintf(min, sizeof min, "%lld", (long long)arg->min);
    snprintf(max, sizeof max, "%lld",
             (long long)(arg->kind == ARG_SEED ? INT64_MAX : arg->max));
    if (arg->kind == ARG_INT || arg->kind == ARG_SEED)
        return cli_fail(cli, "bad_number", "option", arg->name, "value", value, "min",
                        min, "max", max, NULL);
    return cli_fail(cli, "bad_value", "option", arg->name, "value", value, NULL);
}

static void args_unknown(Cli *cli, const Arg *args, const char *command,
                         const char *text)
{
    char line[400], name[64];
    snprintf(name, sizeof name, "%s", text + strspn(text, "-"));
    name[strcspn(name, "=")] = 0;
    Near near = near_to(name);
    for (const Arg *arg = args; arg->name; arg++)
        near_try(&near, arg->name);
    char meant[80];
    if (near.best) {
        snprintf(meant, sizeof meant, "--%s", near.best);
        near.best = meant;
    }
    cli_fail_near(cli,
                  cli_fill(cli, line, sizeof line, "unknown_option", "option", text,
                           "command", command, NULL),
                  &near);
}

static void args_help(Cli *cli, const char *command)
{
    char key[64];
    snprintf(key, sizeof key, "help.%s", command);
    lines_print(cli_say(cli, key));
    fputc('\n', stdout);
    lines_print(cli_say(cli, "help.common"));
}

bool args_read(Cli *cli, int argc, char **argv, const Arg *args, ArgList *words,
               int words_max, int *status)
{
    bool only_words = false;
    if (cli->list_options) {
        cli->list_options(cli->lists_for, argv[0], args);
        *status = EXIT_OK;
        return false;
    }
    *status = EXIT_USAGE;
    for (int i = 1; i < argc; i++) {
        const char *text = argv[i];
        if (only_words || text[0] != '-' || !text[1]) {
            if (words->count >= words_max || words->count == ARG_LIST_MAX) {
                cli_fail(cli, "unexpected", "word", text, "command", argv[0], NULL);
                return false;
            }
            words->item[words->count++] = text;
            continue;
        }
        if (strcmp(text, "--") == 0) {
            only_words = true;
            continue;
        }
        if (strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0) {
            args_help(cli, argv[0]);
            *status = EXIT_OK;
            return false;
        }
        const char *name = text + strspn(text, "-");
        const char *equals = strchr(name, '=');
        const Arg *arg =
            args_find(args, name, equals ? (size_t)(equals - name) : strlen(name));
        if (!arg || text[1] != '-' || (arg->kind == ARG_FLAG && equals)) {
            args_unknown(cli, args, argv[0], text);
            return false;
        }
        const char *value = equals ? equals + 1 : NULL;
        if (!value && arg->kind != ARG_FLAG) {
            if (i + 1 >= argc) {
                cli_fail(cli, "needs_value", "option", arg->name, NULL);
                return false;
            }
            value = argv[++i];
        }
        if (!args_store(arg, value)) {
            args_bad_value(cli, arg, value);
            return false;
        }
    }
    return true;
}

static bool args_option(Cli *cli, const Game *game, char *text, Setup *setup)
{
    char *equals = strchr(text, '=');
    if (!equals) {
        cli_fail(cli, "bad_option", "option", text, NULL);
        return false;
    }
    *equals = 0;
    Refusal why = {0};
    const void *catalog = cli_catalog(cli, game);
    if (!catalog)
        return false;
    if (!record_set_option(game, catalog, setup, text, equals + 1, &why))
        return true;
    Near near = near_to(why.code == ERR_UNKNOWN_OPTION ? text : "");
    for (int i = 0; i < game->option_count; i++)
        near_try(&near, game->options[i].name);
    cli_refuse_near(cli, game, &why, &near);
    return false;
}

bool args_options(Cli *cli, const Game *game, const ArgList *options, Setup *setup)
{
    for (int i = 0; i < options->count; i++) {
        char *text = strdup(options->item[i]);
        ArgList parts = {0};
        bool good = text && args_split(text, &parts);
        for (int j = 0; good && j < parts.count; j++) {
            char one[128];
            snprintf(one, sizeof one, "%s", parts.item[j]);
            good = args_option(cli, game, one, setup);
        }
        free(text);
        if (!good)
            return false;
    }
    return true;
}

bool args_setup_check(Cli *cli, const Game *game, const void *catalog,
                      const Setup *setup)
{
    Refusal why = {0};
    if (!setup_check(game, catalog, setup, &why))
        return true;
    cli_refuse(cli, game, &why);
    return false;
}

bool args_take_game(Cli *cli, const char *command, ArgList *words, ArgList *options)
{
    int kept = 0;
    for (int i = 0; i < words->count; i++) {
        const char *word = words->item[i];
        if (!strchr(word, '='))
            words->item[kept++] = word;
        else if (options->count < ARG_LIST_MAX)
            options->item[options->count++] = word;
    }
    words->count = kept;
    if (kept == 1)
        return true;
    if (kept == 0)
        cli_fail(cli, "needs_game", "command", command, NULL);
    else
        cli_fail(cli, "unexpected", "word", words->item[1], "command", command, NULL);
    return false;
}

bool args_read_agents(Cli *cli, int argc, char **argv, const Arg *args, ArgList *words,
                      ArgList *options, const char *const *agents, int *status)
{
    if (!args_read(cli, argc, argv, args, words, ARG_LIST_MAX, status))
        return false;
    *status = EXIT_USAGE;
    if (!args_take_game(cli, argv[0], words, options))
        return false;
    if (!*agents) {
        cli_fail(cli, "needs_agents", NULL);
        return false;
    }
    *status = EXIT_OK;
    return true;
}
