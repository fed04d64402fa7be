/* cli.h - what every subcommand starts from: the language, the data, the games'
 * catalogs.
 *
 * Everything is opened when first asked for, so that a command pays only for what it
 * uses. What the user did wrong is one line on standard error and status 2. */
#pragma once

#include "agents/agent.h"
#include "cli/near.h"
#include "engine/match.h"

#include <stdio.h>

enum { EXIT_OK = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_INTERRUPTED = 130 };

struct Arg;

typedef struct {
    const char *program; /* as it was called: "parlor", "build/parlor" */
    const char *lang;
    const char *dirs[DATA_DIRS_MAX];
    int dir_count;
    Data *data;
    Texts *texts;
    Catalogs *catalogs;
    /* Where set, a command does nothing but hand over the options it would read: manual
     * and completions are made of the same tables. */
    void (*list_options)(void *whose, const char *command, const struct Arg *args);
    void *lists_for;
} Cli;

int cli_main(int argc, char **argv); /* the whole of the parlor command */
void cli_close(Cli *cli);

/* Each returns NULL after having said what is wrong. */
Data *cli_data(Cli *cli);
Catalogs *cli_catalogs(Cli *cli);
Texts *cli_texts(Cli *cli);
const Game *cli_game(Cli *cli, const char *id);
const void *cli_catalog(Cli *cli, const Game *game);
const Agent *cli_agent(Cli *cli, const char *name);

/* The sentence "cli.<key>"; the key itself when even English lacks it. */
const char *cli_say(Cli *cli, const char *key);
/* The same with holes filled: cli_fill(cli, out, bytes, "saved", "file", path, NULL) */
char *cli_fill(Cli *cli, char *out, size_t out_bytes, const char *key, ...)
    __attribute__((sentinel));

/* One line on standard error; all return EXIT_USAGE. */
int cli_fail(Cli *cli, const char *key, ...) __attribute__((sentinel));
int cli_refuse_near(Cli *cli, const Game *game, const Refusal *why, const Near *near);
int cli_refuse(Cli *cli, const Game *game, const Refusal *why);
/* What was said of a word, and which one was meant, if that can be guessed. */
int cli_fail_near(Cli *cli, const char *sentence, const Near *near);
int cli_load_error(Cli *cli, const LoadError *error);

/* What a command says to programs: the object on one line; it is given up. */
struct json_t;
void cli_print_json(struct json_t *said);

/* A game as people call it. */
const char *cli_game_name(Cli *cli, const Game *game);

/* Subcommands: argv[0] is the command's own name. */
typedef struct {
    const char *name;
    int (*run)(Cli *cli, int argc, char **argv);
} CliCommand;

extern const CliCommand cli_commands[]; /* ends with a NULL name */

int run_games(Cli *cli, int argc, char **argv);
int run_saves(Cli *cli, int argc, char **argv);
int run_new(Cli *cli, int argc, char **argv);
int run_manual(Cli *cli, int argc, char **argv);
int run_completion(Cli *cli, int argc, char **argv);
int run_play(Cli *cli, int argc, char **argv);
int run_rpc(Cli *cli, int argc, char **argv);
int run_sim(Cli *cli, int argc, char **argv);
int run_ladder(Cli *cli, int argc, char **argv);
int run_bench(Cli *cli, int argc, char **argv);
int run_replay(Cli *cli, int argc, char **argv);
int run_analyse(Cli *cli, int argc, char **argv);
int run_cards(Cli *cli, int argc, char **argv);
int run_check(Cli *cli, int argc, char **argv);
int run_serve(Cli *cli, int argc, char **argv);
int run_admin(Cli *cli, int argc, char **argv);
int run_backup(Cli *cli, int argc, char **argv);
int run_restore(Cli *cli, int argc, char **argv);
