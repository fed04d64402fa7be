/* args.h - what stands on the command line: options from a table, and the words
 * between.
 */
#pragma once

#include "cli/cli.h"

typedef enum {
    ARG_FLAG,  /* --json: a bool */
    ARG_INT,   /* --games 100: an int64_t between min and max */
    ARG_SEED,  /* --seed 7: a uint64_t up to INT64_MAX */
    ARG_TEXT,  /* --agents a,b: a const char * */
    ARG_TEXTS, /* --option k=v, any number of times: an ArgList */
} ArgKind;

enum { ARG_LIST_MAX = 32 };

typedef struct {
    const char *item[ARG_LIST_MAX];
    int count;
} ArgList;

typedef struct Arg {
    const char *name; /* without the dashes; NULL ends a table */
    ArgKind kind;
    void *out;
    int64_t min, max;
} Arg;

/* Read argv[1] and on. Words that are no options go to 'words', at most 'words_max'.
 * False: finished, '*status' is what to exit with; --help has been answered, or a
 * mistake named. */
bool args_read(Cli *cli, int argc, char **argv, const Arg *args, ArgList *words,
               int words_max, int *status);

/* Split "a,b,c" into a list; the text is changed and must outlive the list. */
bool args_split(char *text, ArgList *list);

/* A whole number and nothing else. */
bool args_number(const char *text, int64_t min, int64_t max, int64_t *out);

/* Game options: "k=v" words, also several with commas between. Says what is wrong. */
bool args_options(Cli *cli, const Game *game, const ArgList *options, Setup *setup);
/* The setup as a whole: players, ranges, clashes. Says what is wrong. */
bool args_setup_check(Cli *cli, const Game *game, const void *catalog,
                      const Setup *setup);

/* Leave the game's name alone in 'words': "k=v" words after it become options. Says
 * when there is no name or one too many. */
bool args_take_game(Cli *cli, const char *command, ArgList *words, ArgList *options);

/* args_read and args_take_game for games between agents: '*agents' is where their
 * option goes, and somebody has to play. */
bool args_read_agents(Cli *cli, int argc, char **argv, const Arg *args, ArgList *words,
                      ArgList *options, const char *const *agents, int *status);
