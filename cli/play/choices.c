/* choices.c - what can be done now, in words: each sentence once, numbered from 1. */
#include "cli/play/choices.h"

#include "cli/boards/board.h"

#include <stdlib.h>

static bool choices_have(const Choices *choices, const char *text)
{
    for (int i = 0; i < choices->count; i++)
        if (strcmp(choices->item[i].text, text) == 0)
            return true;
    return false;
}

/* Behind sentences that stand there more than once what their moves are made with,
 * where that is not the same. */
static void tell_apart(Choice *item, int count, const Table *view, const Texts *texts)
{
    typedef char Sign[120];
    const Board *board = boards_find(view->game->id);
    Sign *sign = calloc((size_t)count + 1, sizeof *sign);
    bool *differs = calloc((size_t)count + 1, sizeof *differs);
    ASSERT(sign && differs);
    for (int i = 0; board->apart && i < count; i++)
        for (int j = 0; j < i; j++) {
            if (strcmp(item[i].text, item[j].text) != 0)
                continue;
            if (!sign[i][0])
                board->apart(view, texts, &item[i].move, sign[i], sizeof sign[i]);
            if (!sign[j][0])
                board->apart(view, texts, &item[j].move, sign[j], sizeof sign[j]);
            if (strcmp(sign[i], sign[j]) != 0)
                differs[i] = differs[j] = true;
        }
    for (int i = 0; i < count; i++) {
        const size_t used = strlen(item[i].text);
        if (differs[i] && sign[i][0])
            snprintf(item[i].text + used, sizeof item[i].text - used, "  %s", sign[i]);
    }
    free(sign);
    free(differs);
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
        Choice *next = &choices->item[i];
        say_command(view, texts, &moves->item[i], next->text, sizeof next->text);
        next->move = moves->item[i];
    }
    tell_apart(choices->item, moves->count, view, texts);
    /* Two cards that look alike are one choice. */
    for (int i = 0; i < moves->count; i++) {
        const Choice next = choices->item[i];
        if (!choices_have(choices, next.text))
            choices->item[choices->count++] = next;
    }
    free(moves);
}

int choices_index(const Choices *choices, const Command *move, const char *words)
{
    for (int i = 0; i < choices->count; i++)
        if (memcmp(&choices->item[i].move, move, sizeof *move) == 0)
            return i;
    for (int i = 0; i < choices->count; i++)
        if (strncmp(choices->item[i].text, words, strlen(words)) == 0)
            return i;
    return -1;
}

void choices_clear(Choices *choices)
{
    free(choices->item);
    *choices = (Choices){0};
}
