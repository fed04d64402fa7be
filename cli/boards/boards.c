/* boards.c - which board a game is drawn on, and the one that any game has. */
#include "cli/boards/board.h"

#include "games/games.h"

/* Any game: the points, and whose turn it is. */
static void points_draw(Screen *screen, const Table *view, const Texts *texts, int seat,
                        int players)
{
    const Status status = view->game->status(view->catalog, view->state);
    for (int other = 0; other < players; other++) {
        char name[80];
        say_thing(view, texts, THING_SEAT, other + 1, name, sizeof name);
        screen_text(screen, INK_BOLD, other == status.to_act ? "▶ " : "  ");
        screen_text(screen, other == seat ? INK_BOLD : INK_NONE, name);
        screen_to(screen, 24);
        screen_format(screen, INK_NONE, "%5d",
                      (int)view->game->points(view->catalog, view->state, other));
        screen_line(screen);
    }
}

const Board board_points = {.draw = points_draw};

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
