/* subject.c - a game made ready for testing: its catalog loaded, its sentences at hand.
 */
#include "tests/laws/subject.h"

#include "games/games.h"
#include "games/pebbles/pebbles.h"

#include <stdio.h>
#include <stdlib.h>

static _Noreturn void subjects_fail(const LoadError *error)
{
    fprintf(stderr, "%s: %s: %s\n", error->file, error->path, error->what);
    exit(1);
}

static void subjects_load(Subjects *all)
{
    LoadError error = {0};
    all->catalogs = catalogs_open(all->game, all->data);
    for (; all->game[all->count]; all->count++) {
        Subject *s = &all->subject[all->count];
        s->game = all->game[all->count];
        s->from = all->catalogs;
        s->catalog = catalogs_now(all->catalogs, all->count, &error);
        if (!s->catalog)
            subjects_fail(&error);
        for (int i = 0; i < LANGUAGES; i++)
            s->texts[i] = all->texts[i];
    }
}

void subjects_open(Subjects *all)
{
    /* Data of one's own are held to the laws too: PARLOR_DATA=my ./dev test laws. */
    const char *const dirs[] = {PEBBLES_DATA, getenv("PARLOR_DATA")};
    LoadError error = {0};
    memset(all, 0, sizeof *all);
    all->data = data_open(dirs, dirs[1] ? 2 : 1, &error);
    if (!all->data)
        subjects_fail(&error);
    for (int i = 0; i < LANGUAGES; i++) {
        all->texts[i] = texts_open(all->data, text_languages[i], &error);
        if (!all->texts[i])
            subjects_fail(&error);
    }
    all->game[0] = &pebbles_game;
    for (int i = 0; games_all[i]; i++) {
        ASSERT(i + 1 < SUBJECTS_MAX);
        all->game[i + 1] = games_all[i];
    }
    subjects_load(all);
}

void subjects_close(Subjects *all)
{
    catalogs_close(all->catalogs);
    for (int i = 0; i < LANGUAGES; i++)
        texts_close(all->texts[i]);
    data_close(all->data);
    memset(all, 0, sizeof *all);
}
