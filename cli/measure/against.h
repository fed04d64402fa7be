/* against.h - parlor bench --against: this program beside another build of it. */
#pragma once

#include "cli/cli.h"

enum { AGAINST_PAIRS = 7, AGAINST_PAIRS_MAX = 101 };

typedef struct {
    const Game *game;
    const char *other;   /* path of the other program */
    const char *seconds; /* as given, for each figure */
    int pairs;
    bool json;
} Against;

/* What to exit with; says what is wrong. */
int against_run(Cli *cli, const Against *a);
