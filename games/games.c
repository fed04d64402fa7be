/* games.c - the games this program knows. A new game is one line here. */
#include "games/games.h"

#include "games/combat/game.h"
#include "games/duel/game.h"
#include "games/sea-salt/game.h"
#include "games/smashup/game.h"

const Game *const games_all[] = {
    &salt_game, &duel_game, &su_game, &combat_game, NULL,
};

const Game *games_find(const char *id)
{
    for (const Game *const *game = games_all; *game; game++)
        if (strcmp((*game)->id, id) == 0)
            return *game;
    return NULL;
}
