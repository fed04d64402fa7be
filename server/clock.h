/* clock.h - the steady clock in milliseconds, and the time of day, which an operator
 * may set. */
#pragma once

#include "agents/clock.h"

static inline int64_t steady_ms(void)
{
    return clock_us() / 1000;
}

static inline int64_t wall_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
