/* clock.h - the steady clock, and the time of day, which an operator may set. */
#pragma once

#include <stdint.h>
#include <time.h>

static inline int64_t clock_us(clockid_t which)
{
    struct timespec now;
    clock_gettime(which, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static inline int64_t steady_us(void)
{
    return clock_us(CLOCK_MONOTONIC);
}

static inline int64_t steady_ms(void)
{
    return steady_us() / 1000;
}

static inline int64_t wall_ms(void)
{
    return clock_us(CLOCK_REALTIME) / 1000;
}
