/* boards.c - the boards this program can draw. A new one is one line here. */
#include "cli/boards/board.h"

extern const Board board_combat, board_duel, board_salt, board_smashup;

const Board *const boards_all[] = {
    &board_salt, &board_duel, &board_combat, &board_smashup, NULL,
};

/* Any game: the points, and whose turn it is. */
static void points_draw(Screen *screen, const Table *view, const Texts *texts, int seat)
{
    const Status status = view->game->status(view->catalog, view->state);
    for (int other = 0; other < view->game->players_max; other++) {
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

static const Board board_points = {.draw = points_draw};

const Board *boards_find(const char *game)
{
    for (const Board *const *board = boards_all; *board; board++)
        if (strcmp((*board)->game, game) == 0)
            return *board;
    return &board_points;
}

const char *board_text(const Texts *texts, const char *group, const char *key)
{
    char whole[80];
    snprintf(whole, sizeof whole, "%s.%s", group, key);
    const char *text = text_find(texts, whole);
    return text ? text : key;
}
