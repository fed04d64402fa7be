/* new.h - what parlor new writes: files of one's own to start from. */
#pragma once

#include "cli/cli.h"

/* What is being written: where a list is kept for programs, nothing is printed. */
typedef struct {
    Cli *cli;
    struct json_t *files;
} NewFiles;

/* A file that is not there yet, with the folders above it; NULL after having said why
 * not. */
FILE *new_open(NewFiles *to, char *path);
/* It is written: its name is said. */
bool new_close(NewFiles *to, FILE *file, const char *path);

/* new_game.c: a whole game in the tree that 'tree' is the root of. */
bool new_game(NewFiles *to, const char *name, const char *tree);
