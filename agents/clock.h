/* clock.h - how long an agent has been thinking.
 *
 * In the browser agents have no clock: a millisecond is so many iterations there. */
#pragma once

#include <stdint.h>

#if defined(__wasm__)
enum { CLOCK_ITERATIONS_A_MS = 8 };

static inline int64_t clock_us(void)
{
    return 0;
}
#else
#include <time.h>

enum { CLOCK_ITERATIONS_A_MS = 0 };

static inline int64_t clock_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}
#endif
