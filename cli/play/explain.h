/* explain.h - what "?" answers: the keys, a card, a choice, or why something may not be
 * done now. */
#pragma once

#include "cli/cli.h"
#include "cli/play/choices.h"
#include "cli/play/screen.h"

typedef struct {
    Cli *cli;
    Screen *screen;
    const Table *view;  /* what the asking seat may know */
    const Setup *setup; /* cards of decks that are not in play are left out */
    int seat;
    const Choices *choices;
} Question;

/* Write the answer into the screen's frame. */
void explain(const Question *q, const char *words);
