/* rights.c - who may do what, by the table rights.def. */
#include "server/rooms/rights.h"

typedef enum { ANYBODY, PERSON, SEATED, HOST, OUT, IN, RUNS, NONE } May;

static const uint8_t rights[RIGHT_COUNT][RIGHT_PLACES] = {
#define RIGHT(op, outside, open, playing, over) {outside, open, playing, over},
#include "server/rooms/rights.def"
#undef RIGHT
};

const char *right_refusal(Right right, const Standing *who)
{
    ASSERT(right < RIGHT_COUNT && who->place < RIGHT_PLACES);
    const May may = (May)rights[right][who->place];
    if (right_needs_person(right) && !who->is_person)
        return "hello_first";
    switch (may) {
    case ANYBODY:
    case PERSON:
        return NULL;
    case SEATED:
        return who->is_seated ? NULL : "not_seated";
    case HOST:
        return who->is_host ? NULL : "not_host";
    case OUT:
        return "not_in_room";
    case IN:
        return "leave_first";
    case RUNS:
        return "match_runs";
    default:
        return "no_match";
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
