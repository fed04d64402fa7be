/* clock.h - how long an agent has been thinking.
 *
 * In the browser agents have no clock: a millisecond is so many iterations there. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#if defined(__wasm__)
enum { CLOCK_ITERATIONS_A_MS = 8 };

static inline int64_t clock_us(void)
{
    return 0;
}

static inline int64_t clock_worked_us(void)
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

/* What this thread has worked: on a busy machine time goes by without. */
static inline int64_t clock_worked_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}
#endif

static inline int64_t clock_of(bool by_work)
{
    return by_work ? clock_worked_us() : clock_us();
}
