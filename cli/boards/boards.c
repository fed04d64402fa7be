/* boards.c - which board a game is drawn on. */
#include "cli/boards/board.h"

#include "games/games.h"

const Board *boards_find(const char *game)
{
    static const Board *const all[] = {
#define GAME_LISTED(folder, name, policy, board) &board,
#include "games/games.def"
#undef GAME_LISTED
    };
    const int place = games_place(game);
    return place < 0 ? &board_points : all[place];
}

const char *board_text(const Texts *texts, const char *group, const char *key)
{
    char whole[80];
    snprintf(whole, sizeof whole, "%s.%s", group, key);
    const char *text = text_find(texts, whole);
    return text ? text : key;
}
