/* completion.c - parlor completion: what a shell needs to complete words, made of the
 * same tables of commands and options that the program reads by. */
#include "cli/args.h"
#include "games/games.h"

enum { OPTIONS_SHOWN_MAX = 80, WORDS_BYTES = 500 };

/* What a shell offers behind an option, or behind a command. */
typedef enum {
    TAKES_NOTHING, /* a number, or text that only the user knows */
    TAKES_WORDS,   /* one of them */
    TAKES_LIST,    /* several, with commas between; the same one too */
    TAKES_FILE,
    TAKES_FOLDER,
} Takes;

/* Lists of words, blanks between: what is known only when the program runs. */
static struct {
    char games[WORDS_BYTES], agents[WORDS_BYTES], seats[WORDS_BYTES];
    char languages[WORDS_BYTES], commands[WORDS_BYTES];
} known;

typedef struct {
    const char *name;
    Takes takes;
    const char *words;
} Completes;

static const Completes behind_option[] = {
    {"lang", TAKES_WORDS, known.languages},
    {"log", TAKES_WORDS, "debug info warn error none"},
    {"agents", TAKES_LIST, known.agents},
    {"seats", TAKES_LIST, known.seats},
    {"data", TAKES_FOLDER, ""},
    {"to", TAKES_FOLDER, ""},
    {"web", TAKES_FOLDER, ""},
    {"against", TAKES_FILE, ""},
    {"cert", TAKES_FILE, ""},
    {"config", TAKES_FILE, ""},
    {"file", TAKES_FILE, ""},
    {"key", TAKES_FILE, ""},
    {"plot", TAKES_FILE, ""},
    {"record", TAKES_FILE, ""},
    {"save", TAKES_FILE, ""},
    {"store", TAKES_FILE, ""},
    {0},
};

/* Where there are words, files come after --resume alone. */
static const Completes behind_command[] = {
    {"play", TAKES_FILE, known.games},
    {"sim", TAKES_WORDS, known.games},
    {"ladder", TAKES_WORDS, known.games},
    {"bench", TAKES_WORDS, known.games},
    {"cards", TAKES_WORDS, known.games},
    {"saves", TAKES_WORDS, known.games},
    {"new", TAKES_WORDS, "faction card game agent"},
    {"admin", TAKES_WORDS,
     "ban unban bans broadcast close drain reset logout sessions stats"},
    {"completion", TAKES_WORDS, "bash zsh fish"},
    {"help", TAKES_WORDS, known.commands},
    {"replay", TAKES_FILE, ""},
    {"analyse", TAKES_FILE, ""},
    {"backup", TAKES_FILE, ""},
    {"restore", TAKES_FILE, ""},
    {0},
};

static const Completes *completes_of(const Completes *list, const char *name)
{
    while (list->name && strcmp(list->name, name) != 0)
        list++;
    return list;
}

static void add_word(char *words, const char *word)
{
    const size_t bytes = strlen(words);
    snprintf(words + bytes, WORDS_BYTES - bytes, "%s%s", bytes ? " " : "", word);
}

static void collect_words(void)
{
    memset(&known, 0, sizeof known);
    add_word(known.seats, "you");
    for (int i = 0; games_all[i]; i++)
        add_word(known.games, games_all[i]->id);
    for (int i = 0; agents_all[i]; i++) {
        add_word(known.agents, agents_all[i]->name);
        add_word(known.seats, agents_all[i]->name);
    }
    for (int i = 0; text_languages[i]; i++)
        add_word(known.languages, text_languages[i]);
    for (const CliCommand *command = cli_commands; command->name; command++)
        add_word(known.commands, command->name);
}

/* The options of a command, from the table that it reads by. */
typedef struct {
    char name[OPTIONS_SHOWN_MAX][40];
    bool has_value[OPTIONS_SHOWN_MAX];
    int count;
} Options;

static void take_options(void *whose, const char *command, const Arg *args)
{
    Options *options = whose;
    (void)command;
    for (; args->name && options->count < OPTIONS_SHOWN_MAX; args++) {
        snprintf(options->name[options->count], sizeof *options->name, "%s",
                 args->name);
        options->has_value[options->count++] = args->kind != ARG_FLAG;
    }
}

static const Options *options_of(Cli *cli, const CliCommand *command)
{
    static Options options;
    char name[32];
    char *argv[] = {name, NULL};
    snprintf(name, sizeof name, "%s", command->name);
    options.count = 0;
    cli->list_options = take_options;
    cli->lists_for = &options;
    command->run(cli, 1, argv);
    cli->list_options = NULL;
    return &options;
}

/* A summary between single quotes, as zsh and fish take it. */
static void put_summary(Cli *cli, const char *command)
{
    char key[64];
    snprintf(key, sizeof key, "summary.%s", command);
    putchar('\'');
    for (const char *text = cli_say(cli, key); *text && *text != '\n'; text++)
        if (*text == '\'')
            fputs("'\\''", stdout);
        else if (*text != '[' && *text != ']' && *text != ':')
            putchar(*text);
    putchar('\'');
}

static const char bash_begins[] =
    "_parlor() {\n"
    "  local now=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]}\n"
    "  local command= kind=words words= files= i\n"
    "  [[ $now != = ]] || now=\n"
    "  [[ $last != = ]] || last=${COMP_WORDS[COMP_CWORD-2]}\n"
    "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
    "    case ${COMP_WORDS[i]} in\n"
    "    --lang | --data) [[ ${COMP_WORDS[i+1]} != = ]] || ((i++)); ((i++)) ;;\n"
    "    -*) ;;\n"
    "    *) command=${COMP_WORDS[i]}; break ;;\n"
    "    esac\n"
    "  done\n"
    "  [[ \" ${COMP_WORDS[*]} \" != *' --resume '* ]] || files=file\n"
    "  case $command in\n";

static const char bash_ends[] =
    "  case $kind in\n"
    "  nothing) COMPREPLY=() ;;\n"
    "  file) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$now\") "
    ";;\n"
    "  folder) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$now\") "
    ";;\n"
    "  list) compopt -o nospace\n"
    "    COMPREPLY=($(compgen -P \"${now%\"${now##*,}\"}\" -W \"$words\" -- "
    "\"${now##*,}\")) ;;\n"
    "  *) COMPREPLY=($(compgen -W \"$words\" -- \"$now\")) ;;\n"
    "  esac\n"
    "}\n"
    "complete -F _parlor parlor\n";

static const char *const bash_kinds[] = {"nothing", "words", "list", "file", "folder"};

static void put_bash_command(Cli *cli, const CliCommand *command)
{
    const Options *options = options_of(cli, command);
    const Completes *after = completes_of(behind_command, command->name);
    printf("  %s) words='", command->name);
    for (int i = 0; i < options->count; i++)
        printf("--%s ", options->name[i]);
    printf("%s --lang --data --help'\n", after->name ? after->words : "");
    if (after->takes == TAKES_FILE)
        printf("    [[ $now == -* ]] || kind=%s\n",
               *after->words ? "${files:-words}" : "file");
    printf("    case $last in\n    -");
    for (int i = 0; i < options->count; i++)
        if (options->has_value[i])
            printf(" | --%s", options->name[i]);
    printf(") kind=nothing ;;\n    esac ;;\n");
}

static void put_bash(Cli *cli)
{
    fputs(bash_begins, stdout);
    printf("  '') words='%s help --lang --data --help --version' ;;\n", known.commands);
    printf("  help) words='%s' ;;\n", known.commands);
    for (const CliCommand *command = cli_commands; command->name; command++)
        put_bash_command(cli, command);
    printf("  esac\n  case $last in\n");
    for (const Completes *c = behind_option; c->name; c++)
        printf("  --%s) kind=%s words='%s' ;;\n", c->name, bash_kinds[c->takes],
               c->words);
    printf("  esac\n");
    fputs(bash_ends, stdout);
}

static const char zsh_begins[] = "#compdef parlor\n"
                                 "_parlor() {\n"
                                 "  local curcontext=$curcontext state line\n"
                                 "  local -a commands state_descr\n"
                                 "  typeset -A opt_args\n"
                                 "  commands=(\n";

static const char zsh_ends[] =
    "  esac\n"
    "}\n"
    "if [[ $funcstack[1] == _parlor ]]; then _parlor \"$@\"; else compdef _parlor "
    "parlor; fi\n";

/* What zsh's _arguments calls an action. */
static void put_zsh_action(const Completes *c)
{
    switch (c->takes) {
    case TAKES_NOTHING:
        printf(" ");
        break;
    case TAKES_WORDS:
        printf("(%s)", c->words);
        break;
    case TAKES_LIST:
        printf(" _sequence -d compadd - %s", c->words);
        break;
    case TAKES_FILE:
        printf("_files");
        break;
    case TAKES_FOLDER:
        printf("_path_files -/");
        break;
    }
}

static void put_zsh_option(const char *name, bool has_value)
{
    printf(" '*--%s", name);
    if (has_value) {
        printf("=:%s:", name);
        put_zsh_action(completes_of(behind_option, name));
    }
    printf("'");
}

static void put_zsh_command(Cli *cli, const CliCommand *command)
{
    const Options *options = options_of(cli, command);
    const Completes *after = completes_of(behind_command, command->name);
    printf("  %s) _arguments", command->name);
    put_zsh_option("lang", true);
    put_zsh_option("data", true);
    put_zsh_option("help", false);
    for (int i = 0; i < options->count; i++)
        put_zsh_option(options->name[i], options->has_value[i]);
    printf(" '*:word:");
    if (after->takes == TAKES_FILE && *after->words)
        printf("{ compadd - %s; [[ -z $words[(r)--resume] ]] || _files }",
               after->words);
    else
        put_zsh_action(after);
    printf("' ;;\n");
}

static void put_zsh(Cli *cli)
{
    fputs(zsh_begins, stdout);
    for (const CliCommand *command = cli_commands; command->name; command++) {
        printf("    %s:", command->name);
        put_summary(cli, command->name);
        printf("\n");
    }
    printf("  )\n  _arguments -C");
    put_zsh_option("lang", true);
    put_zsh_option("data", true);
    printf(" '(- *)--help' '(- *)--version' '1:command:->command' "
           "'*::word:->word'\n"
           "  case $state:$words[1] in\n"
           "  command:*) _describe command commands; compadd help ;;\n"
           "  word:help) (( CURRENT > 2 )) || _describe command commands ;;\n"
           "  esac\n  [[ $state == word ]] || return\n  case $words[1] in\n");
    for (const CliCommand *command = cli_commands; command->name; command++)
        put_zsh_command(cli, command);
    fputs(zsh_ends, stdout);
}

static const char fish_begins[] =
    "# The command on the line: the first word that is no option nor belongs to one.\n"
    "function __parlor_is\n"
    "    set -l found ''\n"
    "    set -l value no\n"
    "    for word in (commandline -opc)[2..]\n"
    "        if test $value = yes\n"
    "            set value no\n"
    "            continue\n"
    "        end\n"
    "        switch $word\n"
    "            case --lang --data\n"
    "                set value yes\n"
    "            case '-*'\n"
    "            case '*'\n"
    "                set found $word\n"
    "                break\n"
    "        end\n"
    "    end\n"
    "    test \"$found\" = \"$argv\"\n"
    "end\n"
    "# Words behind the last comma of a list.\n"
    "function __parlor_list\n"
    "    set -l typed (commandline -ct | string replace -r '^--[a-z-]*=' '')\n"
    "    set -l before (string match -r '.*,' -- $typed)\n"
    "    for word in $argv\n"
    "        echo \"$before$word\"\n"
    "    end\n"
    "end\n"
    "complete -c parlor -f\n";

static void put_fish_option(const char *command, const char *name, bool has_value)
{
    const Completes *c = completes_of(behind_option, name);
    printf("complete -c parlor");
    if (command)
        printf(" -n '__parlor_is %s'", command);
    printf(" -l %s", name);
    if (c->takes == TAKES_FILE)
        printf(" -r -F");
    else if (has_value)
        printf(" -x");
    if (c->takes == TAKES_WORDS)
        printf(" -a '%s'", c->words);
    if (c->takes == TAKES_LIST)
        printf(" -a '(__parlor_list %s)'", c->words);
    if (c->takes == TAKES_FOLDER)
        printf(" -a '(__fish_complete_directories)'");
    printf("\n");
}

static void put_fish(Cli *cli)
{
    fputs(fish_begins, stdout);
    put_fish_option(NULL, "lang", true);
    put_fish_option(NULL, "data", true);
    put_fish_option(NULL, "help", false);
    printf("complete -c parlor -n '__parlor_is' -l version\n"
           "complete -c parlor -n '__parlor_is' -a help\n"
           "complete -c parlor -n '__parlor_is help' -a '%s'\n",
           known.commands);
    for (const CliCommand *command = cli_commands; command->name; command++) {
        const char *name = command->name;
        const Completes *after = completes_of(behind_command, name);
        printf("complete -c parlor -n '__parlor_is' -a %s -d ", name);
        put_summary(cli, name);
        printf("\n");
        const Options *options = options_of(cli, command);
        for (int i = 0; i < options->count; i++)
            put_fish_option(name, options->name[i], options->has_value[i]);
        if (after->name && *after->words)
            printf("complete -c parlor -n '__parlor_is %s' -a '%s'\n", name,
                   after->words);
        if (after->takes == TAKES_FILE)
            printf("complete -c parlor -n '__parlor_is %s%s' -F\n", name,
                   *after->words ? "; and __fish_contains_opt resume" : "");
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
            collect_words();
            shells[i].put(cli);
            return EXIT_OK;
        }
    return cli_fail(cli, "needs_shell", NULL);
}
