/* course.h - how a match went: the moves of its log that count, and where some were
 * taken back.
 *
 * A log only grows. Taking back is one more entry of it, which says how many moves
 * stay; whoever plays the log again comes to the same table. An entry's number is its
 * place in the log, so numbers never come twice, whatever is taken back. */
#pragma once

#include "engine/match.h"

/* From the move 'at' on, 'gone' entries before it count no more. */
typedef struct {
    int at, gone, taken; /* and so many moves went with the last taking back */
    int seat;            /* who took back; SEAT_NONE: it was resumed here */
} Bend;

/* Zeroed memory is a match nobody has taken anything back in. */
typedef struct {
    Bend *bend;
    int bend_count;
} Course;

Command course_undo(int seat, int to); /* the entry: 'to' moves stay */
bool course_is_undo(const Command *c);
int course_undo_to(const Command *c);
/* One entry of the log, move or taking back; false: it does not fit. 'course' may be
 * NULL. */
bool course_play(Course *course, Match *m, const Command *entry);
void course_resume(Course *course, int moves, int length); /* so many entries */
void course_clear(Course *course);

int course_length(const Course *course, const Match *m); /* entries of the log */
int course_number(const Course *course, int move);       /* of the entry: from 1 */
int course_move(const Course *course, int number);       /* the first one after it */
int course_gone(const Course *course, int move);
/* The move before which something was taken back, or NULL. */
const Bend *course_bend(const Course *course, int move);
int course_bend_number(const Bend *bend);
int course_straight(const Course *course); /* no taking back has a higher number */
