/* choices.h - what can be done now, in words: each sentence once, numbered from 1. */
#pragma once

#include "engine/record.h"

enum { CHOICE_BYTES_MAX = 240 };

typedef struct {
    Command move; /* the first of the moves that read the same */
    char text[CHOICE_BYTES_MAX];
} Choice;

typedef struct {
    Choice *item;
    int count;
} Choices;

/* The moves open to the seat that acts, as the view shows them. Moves that read the
 * same are one choice, but where the board tells what they are made with apart. */
void choices_find(Choices *choices, const Table *view, const Texts *texts);
/* The choice that makes this move, or one that reads the same as 'words'; -1: none. */
int choices_index(const Choices *choices, const Command *move, const char *words);
void choices_clear(Choices *choices);
