/* rights.c - who may do what, by the table rights.def. */
#include "server/rooms/rights.h"

typedef enum { ANYBODY, PERSON, SEATED, HOST, OUT, IN, RUNS, NONE } May;

static const uint8_t rights[RIGHT_COUNT][RIGHT_PLACES] = {
#define RIGHT(op, outside, open, playing, over) {outside, open, playing, over},
#include "server/rooms/rights.def"
#undef RIGHT
};

Why right_refusal(Right right, const Standing *who)
{
    ASSERT(right < RIGHT_COUNT && who->place < RIGHT_PLACES);
    const May may = (May)rights[right][who->place];
    if (right_needs_person(right) && !who->is_person)
        return WHY_HELLO_FIRST;
    switch (may) {
    case ANYBODY:
    case PERSON:
        return WHY_NONE;
    case SEATED:
        return who->is_seated ? WHY_NONE : WHY_NOT_SEATED;
    case HOST:
        return who->is_host ? WHY_NONE : WHY_NOT_HOST;
    case OUT:
        return WHY_NOT_IN_ROOM;
    case IN:
        return WHY_LEAVE_FIRST;
    case RUNS:
        return WHY_MATCH_RUNS;
    default:
        return WHY_NO_MATCH;
    }
}

bool right_needs_person(Right right)
{
    return rights[right][RIGHT_OUTSIDE] != ANYBODY;
}

bool right_needs_room(Right right)
{
    return rights[right][RIGHT_OUTSIDE] == OUT;
}
