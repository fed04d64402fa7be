/* rights.h - who may do what, by the table rights.def. */
#pragma once

#include "engine/rules.h"
#include "server/hub/refusals.h"

typedef enum {
#define RIGHT(op, ...) RIGHT_##op,
#include "server/rooms/rights.def"
#undef RIGHT
    RIGHT_COUNT
} Right;

typedef enum {
    RIGHT_OUTSIDE,
    RIGHT_OPEN,
    RIGHT_PLAYING,
    RIGHT_OVER,
    RIGHT_PLACES
} Place;

/* Who asks, and from where. */
typedef struct {
    Place place;
    bool is_person, is_seated, is_host;
} Standing;

Why right_refusal(Right right, const Standing *who); /* WHY_NONE: they may */
bool right_needs_person(Right right);
bool right_needs_room(Right right);
