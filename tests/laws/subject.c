/* subject.c - a game made ready for testing: its catalog loaded, its sentences at hand.
 */
#include "tests/laws/subject.h"

#include "games/games.h"
#include "games/pebbles/game.h"

#include <stdio.h>
#include <stdlib.h>

static _Noreturn void subjects_fail(const LoadError *error)
{
    fprintf(stderr, "%s: %s: %s\n", error->file, error->path, error->what);
    exit(1);
}

static void subjects_add(Subjects *all, const Game *game)
{
    LoadError error = {0};
    ASSERT(all->count < SUBJECTS_MAX);
    Subject *s = &all->subject[all->count++];
    void *catalog = calloc(1, game->catalog_bytes ? game->catalog_bytes : 1);
    ASSERT(catalog);
    if (!game->load(all->data, catalog, &error))
        subjects_fail(&error);
    s->game = game;
    s->catalog = catalog;
    for (int i = 0; i < LANGUAGES; i++)
        s->texts[i] = all->texts[i];
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
    subjects_add(all, &pebbles_game);
    for (int i = 0; games_all[i]; i++)
        subjects_add(all, games_all[i]);
}

void subjects_close(Subjects *all)
{
    for (int i = 0; i < all->count; i++)
        free((void *)(uintptr_t)all->subject[i].catalog);
    for (int i = 0; i < LANGUAGES; i++)
        texts_close(all->texts[i]);
    data_close(all->data);
    memset(all, 0, sizeof *all);
}
