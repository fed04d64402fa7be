/* rulebook.h - the rules in the terminal: the short ones of the texts, and the pages of
 * docs/rules, which are built in. */
#pragma once

#include "cli/cli.h"
#include "cli/play/screen.h"

typedef struct {
    const char *game, *language;
    int level; /* of a heading; 0: a paragraph */
    const char *words;
} RuleLine;

extern const RuleLine rule_lines[]; /* by tools/rulebook.py; ends with a NULL game */

/* All of it, into the screen's frame. */
void rulebook_put(Cli *cli, Screen *screen, const Game *game);
/* What the pages say of 'words', under the headings it stands under; how much. */
int rulebook_find(Cli *cli, Screen *screen, const Game *game, const char *words);
