/* main.c - finds the subcommand and hands over. */
#include "cli/args.h"
#include "cli/lines.h"
#include "engine/load.h"
#include "games/games.h"

#include <locale.h>
#include <signal.h>
#include <stdlib.h>

const CliCommand cli_commands[] = {
    {"games", run_games},
    {"play", run_play},
    {"saves", run_saves},
    {"replay", run_replay},
    {"analyse", run_analyse},
    {"rpc", run_rpc},
    {"sim", run_sim},
    {"ladder", run_ladder},
    {"bench", run_bench},
    {"cards", run_cards},
    {"check", run_check},
    {"new", run_new},
#if defined(PARLOR_SERVER)
    {"serve", run_serve},
    {"admin", run_admin},
    {"backup", run_backup},
    {"restore", run_restore},
#endif
    {"manual", run_manual},
    {"completion", run_completion},
    {0},
};

static const CliCommand *command_find(const char *name)
{
    for (int i = 0; cli_commands[i].name; i++)
        if (strcmp(cli_commands[i].name, name) == 0)
            return &cli_commands[i];
    return NULL;
}

static void print_overview(Cli *cli)
{
    char line[400];
    lines_print(cli_say(cli, "about"));
    for (int i = 0; cli_commands[i].name; i++) {
        char key[64];
        snprintf(key, sizeof key, "summary.%s", cli_commands[i].name);
        snprintf(line, sizeof line, "  parlor %-10s  %s", cli_commands[i].name,
                 cli_say(cli, key));
        lines_print(line);
    }
    lines_print(cli_fill(cli, line, sizeof line, "about_end", NULL));
}

/* --lang and --data may stand anywhere; they are taken out here, before the subcommand
 * reads the rest. */
static int take_common(Cli *cli, int *argc, char **argv)
{
    int kept = 1;
    for (int i = 1; i < *argc; i++) {
        const bool lang = strncmp(argv[i], "--lang", 6) == 0;
        const bool data = strncmp(argv[i], "--data", 6) == 0;
        if (!(lang || data) || (argv[i][6] && argv[i][6] != '=')) {
            argv[kept++] = argv[i];
            continue;
        }
        const char *value = argv[i][6] ? argv[i] + 7 : i + 1 < *argc ? argv[++i] : NULL;
        if (!value || !*value)
            return cli_fail(cli, "needs_value", "option", lang ? "lang" : "data", NULL);
        if (data && cli->dir_count == DATA_DIRS_MAX)
            return cli_fail(cli, "too_many_dirs", NULL);
        if (data)
            cli->dirs[cli->dir_count++] = value;
        else if (!(cli->lang = text_language(value)))
            return cli_fail(cli, "bad_lang", "lang", value, NULL);
    }
    argv[kept] = NULL;
    *argc = kept;
    return EXIT_OK;
}

static int command_unknown(Cli *cli, const char *name)
{
    char line[300];
    Near near = near_to(name);
    for (int i = 0; cli_commands[i].name; i++)
        near_try(&near, cli_commands[i].name);
    return cli_fail_near(
        cli, cli_fill(cli, line, sizeof line, "unknown_command", "command", name, NULL),
        &near);
}

static int run(Cli *cli, int argc, char **argv)
{
    const int status = take_common(cli, &argc, argv);
    if (status)
        return status;
    if (!cli_texts(cli))
        return EXIT_USAGE;
    const char *name = argc > 1 ? argv[1] : NULL;
    if (!name || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 ||
        (strcmp(name, "help") == 0 && argc == 2)) {
        print_overview(cli);
        return EXIT_OK;
    }
    if (strcmp(name, "--version") == 0) {
        printf("parlor %s\n", PARLOR_VERSION);
        return EXIT_OK;
    }
    const CliCommand *command = command_find(strcmp(name, "help") ? name : argv[2]);
    if (!command)
        return command_unknown(cli, strcmp(name, "help") ? name : argv[2]);
    if (strcmp(name, "help") == 0) {
        char *help[] = {argv[2], (char[]){"--help"}, NULL};
        return command->run(cli, 2, help);
    }
    if (command->run != run_check) /* which says it in its own way */
        load_places(games_all, cli_data(cli), NULL);
    return command->run(cli, argc - 1, argv + 1);
}

int cli_main(int argc, char **argv)
{
    Cli cli = {.program = argc > 0 ? argv[0] : NULL};
    /* Widths of characters need a locale that knows them, whatever the user's is. */
    if (!setlocale(LC_CTYPE, "C.UTF-8"))
        setlocale(LC_CTYPE, "");
    const int status = run(&cli, argc, argv);
    cli_close(&cli);
    if (fflush(stdout) || ferror(stdout))
        return status ? status : EXIT_FAILED;
    return status;
}
