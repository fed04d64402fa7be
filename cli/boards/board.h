/* board.h - how a game's table looks in the terminal: one file a game, named in
 * games/games.def.
 *
 * A board draws what the view shows and decides nothing: no rules, no choices, no log.
 * It keeps to about 12 lines of 80 columns so that choices and log fit on 24 lines, and
 * to fewer where screen_tight says so. */
#pragma once

#include "cli/play/screen.h"
#include "engine/record.h"

typedef struct Board {
    /* 'view' is what 'seat' may know; SEAT_NONE: a spectator's view. */
    void (*draw)(Screen *screen, const Table *view, const Texts *texts, int seat,
                 int players);
    /* How the final points came about; NULL: the points alone are shown. */
    void (*result)(Screen *screen, const Table *view, const Texts *texts, int seat);
    /* The rest may be NULL. */
    /* Events that stand alone for a while before play goes on, the last NULL. */
    const char *const *loud;
    /* What a move takes, put behind its sentence in the list; "" for nothing. */
    void (*price)(const Table *view, const Texts *texts, const Command *move, char *out,
                  size_t out_bytes);
    /* What a move is made with, as its sentence does not say it: where the card lies,
     * what a minion carries. Only moves that read the same are asked; "" for nothing.
     */
    void (*apart)(const Table *view, const Texts *texts, const Command *move, char *out,
                  size_t out_bytes);
    /* The table with a move's plan on it, before it is made; false: it has none. */
    bool (*preview)(Screen *screen, const Table *view, const Texts *texts, int seat,
                    const Command *move);
    /* The move somebody means who types no number; false: not understood. */
    bool (*read)(const Table *view, int seat, const char *words, Command *move);
    /* What the signs on this table stand for, beside the text "cli.legend.<game>". */
    void (*legend)(Screen *screen, const Table *view, const Texts *texts);
    /* What a card is beside its text, put behind its name: a minion's power. */
    void (*facts)(Screen *screen, const Table *view, const Texts *texts,
                  const CardInfo *info);
    /* What the table knows of 'words' beside the cards; false: nothing. */
    bool (*explain)(Screen *screen, const Table *view, const Texts *texts, int seat,
                    const char *words);
} Board;

#define GAME_LISTED(folder, name, policy, board) extern const Board board;
#include "games/games.def"
#undef GAME_LISTED
extern const Board board_points; /* of any game: points, and what its fields say */

const Board *boards_find(const char *game);

/* The text "group.key"; where there is none, the key, which belongs to the caller. */
const char *board_text(const Texts *texts, const char *group, const char *key);
