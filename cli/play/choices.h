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

/* The moves open to the seat that acts, as the view shows them. */
void choices_find(Choices *choices, const Table *view, const Texts *texts);
void choices_clear(Choices *choices);
