/* table.h - a match at the keyboard while it is played: what play and its frames share.
 */
#pragma once

#include "cli/play/choices.h"
#include "cli/play/play.h"

typedef struct {
    PlaySetup is;
    const Game *game;
    const Board *board;
    Screen *screen;
    Rollout rollout;
    void *view; /* what 'viewer' may know */
    int viewer; /* a person's seat, or SEAT_NONE */
    int people;
    int last_person;  /* who had the keyboard */
    bool leaves;      /* somebody, while machines play */
    int events_shown; /* plain mode: how far the log is printed */
    Choices choices;
    int page, page_end; /* the choices shown, where they do not all fit */
    Cut cut;            /* the lines of the board shown, likewise */
    Command looked;     /* its plan is on the board; type 0: none */
    Command named;      /* by words that stand in it alone; likewise made by Enter */
    char notice[600];
    SeatNames names;
} Play;

Table play_view(const Play *p);

/* frame.c - what stands on the screen. */

/* The board, the log, the question and its choices; 'waiting' instead of a question
 * while somebody else thinks. */
void frame_draw(Play *p, const char *waiting);
/* The last lines of the log that have something to say, whole. */
void frame_log(Play *p, int lines);
/* The events since the log was printed last, for plain lines. */
void frame_news(Play *p);
