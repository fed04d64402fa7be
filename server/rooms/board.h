/* board.h - the rooms that anybody may enter, in memory: who asks for the list, or for
 * a quick match, is answered without the store.
 *
 * Every room that changes is noted; what other processes change is heard of, and read
 * in one go. A listed room is written out once for all who ask. */
#pragma once

#include "server/map.h"

typedef struct Notice Notice;

enum { BOARD_GAMES = 16, BOARD_SEATS = 9 };

typedef struct {
    Notice *first, *last;
} NoticeList;

/* Zeroed memory is an empty board. */
typedef struct {
    Map map;           /* by code */
    NoticeList listed; /* public ones, the one that changed last first */
    NoticeList waits[BOARD_GAMES][BOARD_SEATS]; /* quick ones with a free seat, by game
                                                   and players, the oldest first */
    bool is_old;                                /* another process has changed some */
    int64_t read_at_ms;                         /* 0: never */
    int64_t all_at_ms;                          /* when all of them were asked for */
} Board;
