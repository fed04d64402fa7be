/* kept.h - matches that a server keeps, out of its store. */
#pragma once

#include "cli/cli.h"

/* Where "parlor serve" keeps them: 'store' if it is given, else as the environment or
 * the file 'config' says. Each says what is wrong. */
typedef struct {
    const char *store, *config; /* may be NULL */
} KeptWhere;

/* The record of a match as JSON, to be freed; NULL: there is none. */
char *kept_read(Cli *cli, const KeptWhere *where, const char *id);
/* The latest matches, one a line. */
int kept_list(Cli *cli, const KeptWhere *where, bool json);
