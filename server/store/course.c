/* course.c - how a match went: the moves of its log that count, and where some were
 * taken back. */
#include "server/store/course.h"

#include "server/store/store.h"

#include <stdlib.h>

enum { UNDO = UINT8_MAX, ID_BITS = 16 }; /* no game has so many actions */

Command course_undo(int seat, int to)
{
    ASSERT(to >= 0);
    return command(UNDO, seat, to & UINT16_MAX, to >> ID_BITS, 0);
}

bool course_is_undo(const Command *c)
{
    return c->type == UNDO;
}

int course_undo_to(const Command *c)
{
    return c->a | c->b << ID_BITS;
}

static void bend_here(Course *course, Bend bend)
{
    while (course->bend_count && course->bend[course->bend_count - 1].at >= bend.at)
        course->bend_count--;
    course->bend = store_grow(course->bend, course->bend_count, sizeof *course->bend);
    course->bend[course->bend_count++] = bend;
}

bool course_play(Course *course, Match *m, const Command *entry)
{
    if (!course_is_undo(entry))
        return !match_apply(m, entry, NULL);
    const int moves = match_moves(m), to = course_undo_to(entry);
    if (to >= moves || !match_go(m, to))
        return false;
    if (course)
        bend_here(course, (Bend){.at = to,
                                 .gone = course_gone(course, moves) + moves - to + 1,
                                 .taken = moves - to,
                                 .seat = entry->seat});
    return true;
}

void course_resume(Course *course, int moves, int length)
{
    course_clear(course);
    if (length > moves)
        bend_here(course, (Bend){moves, length - moves, 0, SEAT_NONE});
}

void course_clear(Course *course)
{
    free(course->bend);
    *course = (Course){0};
}

int course_gone(const Course *course, int move)
{
    for (int i = course->bend_count - 1; i >= 0; i--)
        if (course->bend[i].at <= move)
            return course->bend[i].gone;
    return 0;
}

int course_length(const Course *course, const Match *m)
{
    return match_moves(m) + course_gone(course, match_moves(m));
}

int course_number(const Course *course, int move)
{
    return move + 1 + course_gone(course, move);
}

int course_move(const Course *course, int number)
{
    int end = INT32_MAX, gone = 0;
    for (int i = course->bend_count - 1; i >= 0 && !gone; i--) {
        if (number >= course_bend_number(&course->bend[i]))
            gone = course->bend[i].gone;
        else
            end = course->bend[i].at;
    }
    return number - gone < end ? number - gone : end;
}

const Bend *course_bend(const Course *course, int move)
{
    for (int i = 0; i < course->bend_count; i++)
        if (course->bend[i].at == move && course->bend[i].seat != SEAT_NONE)
            return &course->bend[i];
    return NULL;
}

int course_bend_number(const Bend *bend)
{
    return bend->at + bend->gone;
}

int course_straight(const Course *course)
{
    return course->bend_count
               ? course_bend_number(&course->bend[course->bend_count - 1])
               : 0;
}
