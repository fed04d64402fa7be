/* choices.c - what can be done now, in words: each sentence once, numbered from 1. */
#include "cli/play/choices.h"

#include <stdlib.h>

static bool choices_have(const Choices *choices, const char *text)
{
    for (int i = 0; i < choices->count; i++)
        if (strcmp(choices->item[i].text, text) == 0)
            return true;
    return false;
}

void choices_find(Choices *choices, const Table *view, const Texts *texts)
{
    Moves *moves = calloc(1, sizeof *moves);
    ASSERT(moves);
    choices_clear(choices);
    view->game->legal(view->catalog, view->state, moves);
    choices->item = calloc((size_t)moves->count + 1, sizeof *choices->item);
    ASSERT(choices->item);
    for (int i = 0; i < moves->count; i++) {
        Choice *next = &choices->item[choices->count];
        say_command(view, texts, &moves->item[i], next->text, sizeof next->text);
        next->move = moves->item[i];
        /* Two cards that look alike are one choice. */
        char text[CHOICE_BYTES_MAX];
        memcpy(text, next->text, sizeof text);
        if (!choices_have(choices, text))
            choices->count++;
    }
    free(moves);
}

void choices_clear(Choices *choices)
{
    free(choices->item);
    *choices = (Choices){0};
}
