/* window.h - a response window: seat after seat may act or pass, until all have passed
 * in a row.
 *
 * It lives in the frame of the ability that opened it: 'who' is the seat asked now,
 * 'count' the passes in a row. "Me First!" and the combat chain are windows. */
#pragma once

#include "engine/fx.h"

RULES static inline void window_open(Fx *fx, int first_seat)
{
    fx->who = (uint8_t)first_seat;
    fx->count = 0;
}

/* The seat asked has answered. True while somebody is still to be asked, now fx->who.
 */
RULES static inline bool window_next(Fx *fx, bool acted, int seats)
{
    ASSERT(seats > 0 && fx->who < seats);
    fx->count = acted ? (int16_t)0 : (int16_t)(fx->count + 1);
    fx->who = (uint8_t)((fx->who + 1) % seats);
    return fx->count < seats;
}
