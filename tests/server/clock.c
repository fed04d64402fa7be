/* clock.c - a wall clock that jumps: loaded before the server, it adds the seconds that
 * the file PARLOR_CLOCK names to the time of day. The steady clock is left alone. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int clock_gettime(clockid_t which, struct timespec *now)
{
    static int (*real)(clockid_t, struct timespec *);
    if (!real) {
        void *found = dlsym(RTLD_NEXT, "clock_gettime");
        __builtin_memcpy(&real, &found, sizeof real);
    }
    const int result = real(which, now);
    const char *path = getenv("PARLOR_CLOCK");
    FILE *file = which == CLOCK_REALTIME && path ? fopen(path, "r") : NULL;
    long seconds = 0;
    if (file && fscanf(file, "%ld", &seconds) == 1)
        now->tv_sec += seconds;
    if (file)
        fclose(file);
    return result;
}
