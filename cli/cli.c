/* cli.c - what every subcommand starts from: the language, the data, the games'
 * catalogs.
 */
#include "cli/cli.h"

#include "agents/external.h"
#include "agents/nets.h"
#include "games/games.h"

#include <stdarg.h>
#include <stdlib.h>

enum { CLI_HOLES_MAX = 7 };

/* What a game left out of a user's files is no reason not to play. */
static void cli_left_out(void *context, const LoadError *error)
{
    cli_fail(context, error->path[0] ? "left_out" : "left_out_file", "file",
             error->file, "path", error->path, "what", error->what, NULL);
}

Data *cli_data(Cli *cli)
{
    if (cli->data)
        return cli->data;
    LoadError error = {0};
    cli->data = data_open(cli->dirs, cli->dir_count, &error);
    if (cli->data)
        data_listen(cli->data, cli_left_out, cli);
    else
        fprintf(stderr, "parlor: %s: %s\n", error.file, error.what);
    return cli->data;
}

Texts *cli_texts(Cli *cli)
{
    if (cli->texts)
        return cli->texts;
    Data *data = cli_data(cli);
    if (!data)
        return NULL;
    if (!cli->lang)
        cli->lang = text_language_default();
    LoadError error = {0};
    cli->texts = texts_open(data, cli->lang, &error);
    if (!cli->texts)
        fprintf(stderr, "parlor: %s: %s: %s\n", error.file, error.path, error.what);
    return cli->texts;
}

void cli_close(Cli *cli)
{
    catalogs_close(cli->catalogs);
    if (cli->texts)
        texts_close(cli->texts);
    if (cli->data)
        data_close(cli->data);
    external_close_all();
    *cli = (Cli){0};
}

const char *cli_say(Cli *cli, const char *key)
{
    char whole[96];
    snprintf(whole, sizeof whole, "cli.%s", key);
    const Texts *texts = cli_texts(cli);
    const char *found = texts ? text_find(texts, whole) : NULL;
    return found ? found : key;
}

static char *fill(Cli *cli, char *out, size_t out_bytes, const char *key,
                  va_list values)
{
    TextHole holes[CLI_HOLES_MAX] = {
        {"parlor", cli->program ? cli->program : "parlor"}};
    int count = 1;
    for (const char *name = va_arg(values, const char *); name && count < CLI_HOLES_MAX;
         name = va_arg(values, const char *)) {
        holes[count].name = name;
        holes[count++].value = va_arg(values, const char *);
    }
    return text_fill(cli_say(cli, key), holes, count, out, out_bytes);
}

char *cli_fill(Cli *cli, char *out, size_t out_bytes, const char *key, ...)
{
    va_list values;
    va_start(values, key);
    fill(cli, out, out_bytes, key, values);
    va_end(values);
    return out;
}

int cli_fail(Cli *cli, const char *key, ...)
{
    char line[1024];
    va_list values;
    va_start(values, key);
    fill(cli, line, sizeof line, key, values);
    va_end(values);
    fprintf(stderr, "parlor: %s\n", line);
    return EXIT_USAGE;
}

int cli_fail_near(Cli *cli, const char *sentence, const Near *near)
{
    char more[200] = "";
    if (near->best)
        cli_fill(cli, more, sizeof more, "did_you_mean", "word", near->best, NULL);
    fprintf(stderr, "parlor: %s%s%s\n", sentence, more[0] ? " " : "", more);
    return EXIT_USAGE;
}

int cli_refuse_near(Cli *cli, const Game *game, const Refusal *why, const Near *near)
{
    char line[1024];
    const Texts *texts = cli_texts(cli);
    const Table table = {game, NULL, NULL, NULL};
    return cli_fail_near(cli,
                         texts ? say_refusal(&table, texts, why, line, sizeof line)
                               : refusal_code(game, why->code),
                         near);
}

int cli_refuse(Cli *cli, const Game *game, const Refusal *why)
{
    const Near nothing = near_to("");
    return cli_refuse_near(cli, game, why, &nothing);
}

int cli_load_error(Cli *cli, const LoadError *error)
{
    return cli_fail(cli, error->path[0] ? "load_error" : "load_error_file", "file",
                    error->file, "path", error->path, "what", error->what, NULL);
}

const Game *cli_game(Cli *cli, const char *id)
{
    const Game *game = games_find(id);
    if (!game) {
        const Refusal why = refusal_words(ERR_UNKNOWN_GAME, id, NULL);
        Near near = near_to(id);
        for (int i = 0; games_all[i]; i++)
            near_try(&near, games_all[i]->id);
        for (int i = 0; *id && !near.best && games_all[i]; i++)
            if (strstr(cli_game_name(cli, games_all[i]), id))
                near.best = games_all[i]->id;
        cli_refuse_near(cli, NULL, &why, &near);
    }
    return game;
}

Catalogs *cli_catalogs(Cli *cli)
{
    if (!cli->catalogs && cli_data(cli))
        cli->catalogs = catalogs_open(games_all, cli->data);
    return cli->catalogs;
}

const void *cli_catalog(Cli *cli, const Game *game)
{
    LoadError error = {0};
    if (!cli_catalogs(cli))
        return NULL;
    const void *catalog =
        catalogs_now(cli->catalogs, catalogs_find(cli->catalogs, game->id), &error);
    if (!catalog) {
        cli_load_error(cli, &error);
        return NULL;
    }
    const char *file = NULL;
    const Err err = nets_load(game, catalog, cli->data, &file);
    if (err) {
        const Refusal why = refusal_words(err, file, NULL);
        cli_refuse(cli, game, &why);
    }
    return err ? NULL : catalog;
}

const Agent *cli_agent(Cli *cli, const char *name)
{
    const Agent *agent = external_is(name) ? external_open(name) : agents_find(name);
    if (!agent) {
        char line[600], known[400] = "";
        Near near = near_to(name);
        for (int i = 0; agents_all[i]; i++) {
            const size_t used = strlen(known);
            near_try(&near, agents_all[i]->name);
            snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "",
                     agents_all[i]->name);
        }
        cli_fail_near(cli,
                      cli_fill(cli, line, sizeof line, "unknown_agent", "name", name,
                               "agents", known, NULL),
                      &near);
    }
    return agent;
}

const char *cli_game_name(Cli *cli, const Game *game)
{
    char key[96];
    snprintf(key, sizeof key, "%s.name", game->id);
    const Texts *texts = cli_texts(cli);
    const char *found = texts ? text_find(texts, key) : NULL;
    return found ? found : game->id;
}

void cli_print_json(json_t *said)
{
    if (!said || json_dumpf(said, stdout, JSON_COMPACT) != 0)
        printf("null"); /* a path that is no UTF-8 */
    fputc('\n', stdout);
    json_decref(said);
}
