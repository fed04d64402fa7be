/* manual.c - parlor manual: what the program says of itself as a page for man. */
#include "cli/args.h"

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
