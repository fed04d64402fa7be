/* subject.c - 7 Wonders Duel with Harbour built in and its data laid over, made ready
 * for the laws and the cases. */
#include "tests/laws/subject.h"

#include "games/games.h"

#include <stdio.h>
#include <stdlib.h>

static _Noreturn void expansion_fail(const LoadError *error)
{
    fprintf(stderr, "%s: %s: %s\n", error->file, error->path, error->what);
    exit(1);
}

void subjects_open(Subjects *all)
{
    const char *const dirs[] = {EXPANSION_DATA};
    LoadError error = {0};
    memset(all, 0, sizeof *all);
    all->data = data_open(dirs, 1, &error);
    if (!all->data)
        expansion_fail(&error);
    Subject *s = &all->subject[all->count++];
    all->game[0] = s->game = &duel_game;
    all->catalogs = s->from = catalogs_open(all->game, all->data);
    s->catalog = catalogs_now(all->catalogs, 0, &error);
    if (!s->catalog)
        expansion_fail(&error);
    for (int i = 0; i < LANGUAGES; i++) {
        all->texts[i] = texts_open(all->data, text_languages[i], &error);
        if (!all->texts[i])
            expansion_fail(&error);
        s->texts[i] = all->texts[i];
    }
}

void subjects_close(Subjects *all)
{
    catalogs_close(all->catalogs);
    for (int i = 0; i < LANGUAGES; i++)
        texts_close(all->texts[i]);
    data_close(all->data);
    memset(all, 0, sizeof *all);
}
