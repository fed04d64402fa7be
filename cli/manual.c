/* manual.c - parlor manual and parlor completion: what the program says of itself, made
 * of the same tables of commands and options that it reads by. */
#include "cli/args.h"

#include <ctype.h>

enum { OPTIONS_MAX_SHOWN = 80 };

typedef struct {
    char name[OPTIONS_MAX_SHOWN][40];
    ArgKind kind[OPTIONS_MAX_SHOWN];
    int count;
} Options;

static void take_options(void *whose, const char *command, const Arg *args)
{
    Options *options = whose;
    (void)command;
    for (; args->name && options->count < OPTIONS_MAX_SHOWN; args++) {
        snprintf(options->name[options->count], sizeof *options->name, "%s",
                 args->name);
        options->kind[options->count++] = args->kind;
    }
}

/* What the command would read, from its own table. */
static void options_of(Cli *cli, const CliCommand *command, Options *options)
{
    char name[32];
    char *argv[] = {name, NULL};
    snprintf(name, sizeof name, "%s", command->name);
    options->count = 0;
    cli->list_options = take_options;
    cli->lists_for = options;
    command->run(cli, 1, argv);
    cli->list_options = NULL;
}

/* A text as roff takes it: no line starts with a dot, backslashes stay. */
static void put_roff(const char *text)
{
    bool starts = true;
    for (; *text; text++) {
        if (starts && (*text == '.' || *text == '\''))
            fputs("\\&", stdout);
        if (*text == '\\')
            fputs("\\e", stdout);
        else if (*text == '-')
            fputs("\\-", stdout);
        else
            putchar(*text);
        starts = *text == '\n';
    }
    putchar('\n');
}

static void put_section(Cli *cli, const CliCommand *command)
{
    char key[64];
    snprintf(key, sizeof key, "summary.%s", command->name);
    printf(".SS parlor %s\n", command->name);
    put_roff(cli_say(cli, key));
    printf(".PP\n.nf\n");
    snprintf(key, sizeof key, "help.%s", command->name);
    put_roff(cli_say(cli, key));
    printf(".fi\n");
}

static void put_manual(Cli *cli)
{
    printf(".TH PARLOR 1 \"\" \"parlor %s\" \"parlor\"\n.SH NAME\nparlor \\- ",
           PARLOR_VERSION);
    put_roff(cli_say(cli, "manual_name"));
    printf(".SH SYNOPSIS\n.B parlor\n.I COMMAND\n[options]\n.SH DESCRIPTION\n");
    put_roff(cli_say(cli, "manual_about"));
    printf(".SH COMMANDS\n");
    for (const CliCommand *command = cli_commands; command->name; command++)
        put_section(cli, command);
    printf(".SH OPTIONS\n.nf\n");
    put_roff(cli_say(cli, "help.common"));
    printf(".fi\n.SH EXIT STATUS\n");
    put_roff(cli_say(cli, "manual_status"));
    printf(".SH FILES\n.I ~/.local/state/parlor\n");
    put_roff(cli_say(cli, "manual_files"));
}

int run_manual(Cli *cli, int argc, char **argv)
{
    const Arg args[] = {{0}};
    ArgList words = {0};
    int status = EXIT_OK;
    if (!args_read(cli, argc, argv, args, &words, 0, &status))
        return status;
    put_manual(cli);
    return EXIT_OK;
}

/* Words that stand behind a command or an option: games, agents, languages. */

static void put_words(const char *between, const char *const *words)
{
    for (int i = 0; words[i]; i++)
        printf("%s%s", i ? between : "", words[i]);
}

static void put_agents(const char *between)
{
    for (int i = 0; agents_all[i]; i++)
        printf("%s%s", i ? between : "", agents_all[i]->name);
}

/* What stands behind a command, blanks between; "" for files and nothing. */
static const char *words_after(const char *command)
{
    static const struct {
        const char *command, *words; /* NULL: a game */
    } known[] = {
        {"play", NULL},
        {"sim", NULL},
        {"ladder", NULL},
        {"bench", NULL},
        {"cards", NULL},
        {"saves", NULL},
        {"new", "faction card game agent"},
        {"admin", "ban unban bans broadcast close drain reset logout sessions stats"},
        {"completion", "bash zsh fish"},
    };
    static char games[200];
    const char *words = "";
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].command, command) == 0)
            words = known[i].words ? known[i].words : games;
    games[0] = 0;
    for (int i = 0; games_all[i]; i++)
        snprintf(games + strlen(games), sizeof games - strlen(games), "%s%s",
                 i ? " " : "", games_all[i]->id);
    return words;
}

/* Whether an option takes agents, and whether a person may be among them. */
static bool takes_agents(const char *option)
{
    return strcmp(option, "agents") == 0 || strcmp(option, "seats") == 0;
}

static const char *person_for(const char *option)
{
    return strcmp(option, "seats") == 0 ? "you " : "";
}

static void put_bash(Cli *cli)
{
    static Options options;
    printf("_parlor() {\n"
           "  local now=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]}\n"
           "  local command=${COMP_WORDS[1]} words=\n"
           "  case $last in\n"
           "  --lang) words='");
    put_words(" ", text_languages);
    printf("' ;;\n  --agents) words='");
    put_agents(" ");
    printf("' ;;\n  --seats) words='you ");
    put_agents(" ");
    printf("' ;;\n  --data | --save | --plot | --record | --config | --store | --web) "
           "COMPREPLY=($(compgen -f -- \"$now\")); return ;;\n  esac\n"
           "  if [[ -z $words && $COMP_CWORD -eq 1 ]]; then words='");
    for (const CliCommand *command = cli_commands; command->name; command++)
        printf("%s%s", command == cli_commands ? "" : " ", command->name);
    printf("'; fi\n  if [[ -z $words ]]; then case $command in\n");
    for (const CliCommand *command = cli_commands; command->name; command++) {
        options_of(cli, command, &options);
        printf("  %s) words='", command->name);
        for (int i = 0; i < options.count; i++)
            printf("--%s ", options.name[i]);
        printf("%s --lang --data --help' ;;\n", words_after(command->name));
    }
    printf("  esac; fi\n"
           "  COMPREPLY=($(compgen -W \"$words\" -- \"$now\"))\n"
           "  [[ ${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- \"$now\"))\n"
           "}\ncomplete -F _parlor parlor\n");
}

/* A text between single quotes, as zsh and fish take it. */
static void put_quoted(const char *text)
{
    putchar('\'');
    for (; *text && *text != '\n'; text++)
        if (*text == '\'')
            fputs("'\\''", stdout);
        else if (*text != '[' && *text != ']' && *text != ':')
            putchar(*text);
    putchar('\'');
}

static void put_summary(Cli *cli, const char *command)
{
    char key[64];
    snprintf(key, sizeof key, "summary.%s", command);
    put_quoted(cli_say(cli, key));
}

static void put_zsh(Cli *cli)
{
    static Options options;
    printf("#compdef parlor\n_parlor() {\n  local -a commands\n  commands=(\n");
    for (const CliCommand *command = cli_commands; command->name; command++) {
        printf("    %s:", command->name);
        put_summary(cli, command->name);
        printf("\n");
    }
    printf("  )\n  if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
           "  case $words[2] in\n");
    for (const CliCommand *command = cli_commands; command->name; command++) {
        options_of(cli, command, &options);
        printf("  %s) _arguments '--lang:language:(", command->name);
        put_words(" ", text_languages);
        printf(")' '--data:folder:_files -/' --help");
        for (int i = 0; i < options.count; i++) {
            const bool agents = takes_agents(options.name[i]);
            printf(" '--%s", options.name[i]);
            if (agents) {
                printf(":agents:(%s", person_for(options.name[i]));
                put_agents(" ");
                printf(")");
            } else if (options.kind[i] != ARG_FLAG) {
                printf(":%s:_files", options.name[i]);
            }
            printf("'");
        }
        const char *after = words_after(command->name);
        if (*after)
            printf(" '*:word:(%s)'", after);
        else
            printf(" '*:file:_files'");
        printf(" ;;\n");
    }
    printf("  esac\n}\n_parlor \"$@\"\n");
}

static void put_fish(Cli *cli)
{
    static Options options;
    printf("complete -c parlor -f\ncomplete -c parlor -l lang -x -a '");
    put_words(" ", text_languages);
    printf("'\ncomplete -c parlor -l data -r -F\ncomplete -c parlor -l help\n");
    for (const CliCommand *command = cli_commands; command->name; command++) {
        const char *name = command->name;
        printf("complete -c parlor -n __fish_use_subcommand -a %s -d ", name);
        put_summary(cli, name);
        printf("\n");
        options_of(cli, command, &options);
        for (int i = 0; i < options.count; i++) {
            const bool agents = takes_agents(options.name[i]);
            printf("complete -c parlor -n '__fish_seen_subcommand_from %s' -l %s%s",
                   name, options.name[i],
                   options.kind[i] == ARG_FLAG ? ""
                   : agents                    ? " -x"
                                               : " -r -F");
            if (agents) {
                printf(" -a '%s", person_for(options.name[i]));
                put_agents(" ");
                printf("'");
            }
            printf("\n");
        }
        if (*words_after(name))
            printf("complete -c parlor -n '__fish_seen_subcommand_from %s' -a '%s'\n",
                   name, words_after(name));
    }
}

int run_completion(Cli *cli, int argc, char **argv)
{
    static const struct {
        const char *shell;
        void (*put)(Cli *cli);
    } shells[] = {{"bash", put_bash}, {"zsh", put_zsh}, {"fish", put_fish}};
    const Arg args[] = {{0}};
    ArgList words = {0};
    int status = EXIT_OK;
    if (!args_read(cli, argc, argv, args, &words, 1, &status))
        return status;
    for (size_t i = 0; words.count && i < sizeof shells / sizeof *shells; i++)
        if (strcmp(shells[i].shell, words.item[0]) == 0) {
            shells[i].put(cli);
            return EXIT_OK;
        }
    return cli_fail(cli, "needs_shell", NULL);
}
