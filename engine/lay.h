/* lay.h - lays a position over a fresh deal: the one way in for a table from outside.
 *
 * What is left out is as the deal left it. What is said must hold: the table is written
 * again, and a word of the position that it does not give back is refused, with its
 * path. So nothing that a position says is ever passed over. */
#pragma once

#include "engine/record.h"

/* 'state' has room for the game's state and is good only when this says ERR_OK. */
Err lay_position(const Game *game, const void *catalog, const Setup *setup,
                 const json_t *json, void *state, Refusal *why);
