/* board.h - the rooms that anybody may enter, in memory: who asks for the list, or for
 * a quick match, is answered without the store.
 *
 * Every room that changes is noted; what other processes change is heard of, and read
 * in one go. A listed room is written out once for all who ask. */
#pragma once

#include "engine/jsonw.h"
#include "server/map.h"
#include "server/rooms/doc.h"

typedef struct Notice Notice;

enum { BOARD_GAMES = 17, BOARD_SEATS = 9 };

typedef struct {
    Notice *first, *last;
} NoticeList;

/* Zeroed memory is an empty board. */
typedef struct {
    Map map;                         /* by code */
    NoticeList listed;               /* public ones, the one that changed last first */
    NoticeList of_game[BOARD_GAMES]; /* the same by game; the last is nobody's */
    NoticeList waits[BOARD_GAMES][BOARD_SEATS]; /* quick ones with a free seat, by game
                                                   and players, the oldest first */
    bool is_old;                                /* another process has changed some */
    int64_t read_at_ms;                         /* 0: never */
    int64_t all_at_ms;                          /* when all of them were asked for */
} RoomBoard;

void board_note(Hub *hub, const RoomDoc *doc); /* as it is now */
void board_forget(Hub *hub, const char *code);
void board_write(JsonW *w, Hub *hub, const char *game); /* "rooms"; NULL: any game */
/* A room for who wants to play at once, by game, players and rating: of those that wait
 * the one whose beginner is nearest in strength, if near enough, of equals the oldest.
 * NULL: none. */
const char *board_quick(Hub *hub, const RoomDoc *wanted, int apart_max,
                        const char *person);
void board_repaint(Hub *hub);    /* who is online has changed elsewhere */
void board_read(Hub *hub);       /* all of it, from the store */
StoreOp *board_recent(Hub *hub); /* asks for what was written since the last look */
void board_take(Hub *hub, const StoreOp *op); /* the answer */
void board_tick(Hub *hub);
void board_clear(RoomBoard *b);
