/* games.c - the games this program knows. A new game is one line in games.def. */
#include "games/games.h"

const Game *const games_all[] = {
#define GAME_LISTED(folder, name, policy, board) &name##_game,
#include "games/games.def"
#undef GAME_LISTED
    NULL,
};

int games_place(const char *id)
{
    for (int i = 0; games_all[i]; i++)
        if (strcmp(games_all[i]->id, id) == 0)
            return i;
    return -1;
}

const Game *games_find(const char *id)
{
    const int place = games_place(id);
    return place < 0 ? NULL : games_all[place];
}
