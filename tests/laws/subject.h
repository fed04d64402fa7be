/* subject.h - a game made ready for testing: its catalog loaded, its sentences at hand.
 *
 * The tests go over every registered game and over the smallest one, which exists only
 * for them. */
#pragma once

#include "tests/laws/trial.h"

enum { SUBJECTS_MAX = 16 };

typedef struct {
    Data *data;
    const Game *game[SUBJECTS_MAX + 1]; /* ends with NULL */
    Catalogs *catalogs;
    Texts *texts[LANGUAGES];
    Subject subject[SUBJECTS_MAX];
    int count;
} Subjects;

/* Ends the program with a sentence when something does not load. */
void subjects_open(Subjects *all);
void subjects_close(Subjects *all);
