/* lay.h - lays a position over a fresh deal: the one way in for a table from outside.
 *
 * What is left out is as the deal left it. What is said must hold: the table is written
 * again, and a word of the position that it does not give back is refused, with its
 * path. So nothing that a position says is ever passed over. */
#pragma once

#include "engine/record.h"

/* A view as a program got it, to be filled in. */
typedef struct {
    const Setup *setup;    /* of the match it is of, but for the seed */
    const json_t *json;    /* as the view was written: all of it */
    const json_t *waiting; /* what was written beside it; NULL: nothing */
    int viewer;            /* whose it is; SEAT_NONE: of one who looks on */
    uint64_t seed;         /* another fills it in otherwise */
} LaidView;

/* A table that looks to the viewer exactly as the view does. */
Err lay_view(const Game *game, const void *catalog, const LaidView *view, void *state,
             Refusal *why);

/* 'state' has room for the game's state and is good only when this says ERR_OK. */
Err lay_position(const Game *game, const void *catalog, const Setup *setup,
                 const json_t *json, void *state, Refusal *why);
