/* serve.c - parlor serve: hosts rooms for browsers and programs. */
#include "cli/args.h"

#include "agents/external.h"

#include "server/config.h"
#include "server/log.h"
#include "server/server.h"

#include <unistd.h>

enum { SERVE_SETTINGS_MAX = 64, SERVE_PROGRAMS_MAX = 8 };

static int serve_fail(Cli *cli, const char *why)
{
    return cli_fail(cli, "serve_failed", "why", why, NULL);
}

/* The flag --config comes first: what it names is below the environment and the other
 * flags. */
static const char *config_path(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--config=", 9) == 0)
            return argv[i] + 9;
        if (strcmp(argv[i], "--config") == 0 && i + 1 < argc)
            return argv[i + 1];
    }
    return NULL;
}

/* "bot=python3 bot.py;other=./other": agents that are programs, by the names that rooms
 * may ask for. Nobody but the operator says what is run. */
static bool read_programs(char *text, char *why, size_t why_bytes)
{
    static const Agent *guests[SERVE_PROGRAMS_MAX + 1];
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_-";
    int count = 0;
    char *rest = NULL;
    for (char *one = strtok_r(text, ";", &rest); one;
         one = strtok_r(NULL, ";", &rest)) {
        char *command = strchr(one, '=');
        const size_t bytes = command ? (size_t)(command - one) : 0;
        if (!bytes || bytes > 15 || strspn(one, letters) != bytes || !command[1] ||
            count == SERVE_PROGRAMS_MAX) {
            snprintf(why, why_bytes,
                     "programs should be at most %d, each name=command, with ; between",
                     SERVE_PROGRAMS_MAX);
            return false;
        }
        *command++ = '\0';
        if (agents_find(one)) {
            snprintf(why, why_bytes, "there is an agent \"%s\" already", one);
            return false;
        }
        guests[count++] = external_open_as(one, command);
    }
    agents_guests = count ? guests : agents_guests;
    return true;
}

/* Where nothing else is said and no client has been built here: the one installed with
 * the program, ../share/parlor/web beside it. */
static void find_client(Config *config)
{
    char path[sizeof config->web];
    const ssize_t bytes = readlink("/proc/self/exe", path, sizeof path - 1);
    if (strcmp(config->web, "web/dist") != 0 ||
        access("web/dist/index.html", R_OK) == 0 || bytes <= 0)
        return;
    path[bytes] = 0;
    for (int up = 0; up < 2 && strrchr(path, '/'); up++)
        *strrchr(path, '/') = 0;
    static const char below[] = "/share/parlor/web";
    if (strlen(path) + sizeof below > sizeof path)
        return;
    strcat(path, below);
    if (access(path, R_OK) == 0)
        memcpy(config->web, path, strlen(path) + 1);
}

int run_serve(Cli *cli, int argc, char **argv)
{
    Config config;
    Arg args[SERVE_SETTINGS_MAX];
    const char *texts[SERVE_SETTINGS_MAX] = {NULL};
    char names[SERVE_SETTINGS_MAX][40], why[400] = "";
    const char *path = config_path(argc, argv), *ignored = NULL;
    ArgList words = {0};
    int count = 0, status = EXIT_OK;
    config_default(&config);
    if (path && !config_read_file(&config, path, why, sizeof why))
        return serve_fail(cli, why);
    if (!config_read_environment(&config, why, sizeof why))
        return serve_fail(cli, why);
    for (const Setting *s = settings; s->name; s++, count++) {
        snprintf(names[count], sizeof names[count], "%s", s->name);
        for (char *at = names[count]; *at; at++)
            *at = *at == '_' ? '-' : *at;
        args[count] = (Arg){names[count], s->kind == SETTING_TEXT ? ARG_TEXT : ARG_INT,
                            s->kind == SETTING_TEXT ? (void *)&texts[count]
                                                    : (char *)&config + s->offset,
                            s->min, s->max};
    }
    args[count] = (Arg){"config", ARG_TEXT, &ignored, 0, 0};
    args[count + 1] = (Arg){NULL, ARG_FLAG, NULL, 0, 0};
    if (!args_read(cli, argc, argv, args, &words, 0, &status))
        return status;
    for (int i = 0; i < count; i++)
        if (texts[i] && !config_set(&config, names[i], texts[i], why, sizeof why))
            return serve_fail(cli, why);
    find_client(&config);
    if (!config_check(&config, why, sizeof why))
        return serve_fail(cli, why);
    if (!read_programs(config.programs, why, sizeof why))
        return serve_fail(cli, why);
    for (int i = 0; log_levels[i]; i++)
        if (strcmp(log_levels[i], config.log) == 0)
            log_set_level((LogLevel)i);
    log_set_rate((int)config.log_lines_per_second);
    Data *data = cli_data(cli);
    if (!data || server_run(&config, data, why, sizeof why))
        return data ? EXIT_OK : EXIT_USAGE;
    serve_fail(cli, why);
    return EXIT_FAILED;
}
