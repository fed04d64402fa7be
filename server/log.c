/* log.c - what the operator reads: one JSON object a line on standard error. */
#include "server/log.h"

#include "engine/jsonw.h"
#include "server/clock.h"
#include "server/hub/limits.h"
#include "server/metrics.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

const char *const log_levels[] = {"debug", "info", "warn", "error", "none", NULL};

enum { KINDS_MAX = 64, BURST_S = 5 };

typedef struct {
    const char *what;
    Bucket bucket;
    int64_t dropped;
} Kind;

static _Atomic int lowest = LOG_INFO;
static _Atomic int rate;
static Kind kinds[KINDS_MAX];
static pthread_mutex_t kinds_lock = PTHREAD_MUTEX_INITIALIZER;

void log_set_rate(int per_second)
{
    rate = per_second;
}

/* -1: no more of these now; else how many were dropped before this one. */
static int64_t log_take(const char *what)
{
    int i = 0;
    pthread_mutex_lock(&kinds_lock);
    while (i < KINDS_MAX - 1 && kinds[i].what && strcmp(kinds[i].what, what) != 0)
        i++;
    Kind *kind = &kinds[i];
    kind->what = what;
    int64_t dropped = -1;
    if (bucket_take(&kind->bucket, steady_ms(), 1000 * rate, BURST_S * rate)) {
        dropped = kind->dropped;
        kind->dropped = 0;
    } else {
        kind->dropped++;
        metrics.log_lines_dropped_total++;
    }
    pthread_mutex_unlock(&kinds_lock);
    return dropped;
}

void log_set_level(LogLevel level)
{
    lowest = (int)level;
}

void log_event(LogLevel level, const char *what, ...)
{
    if ((int)level < lowest)
        return;
    const int64_t dropped = log_take(what);
    if (dropped < 0)
        return;
    char line[2000], when[40];
    struct timespec now;
    struct tm parts;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    const size_t length = strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(when + length, sizeof when - length, ".%03ldZ", now.tv_nsec / 1000000);
    JsonW w;
    jw_init(&w, line, sizeof line - 1);
    jw_object(&w, NULL);
    jw_str(&w, "time", when);
    jw_str(&w, "level", log_levels[level]);
    jw_str(&w, "event", what);
    va_list values;
    va_start(values, what);
    for (const char *name = va_arg(values, const char *); name;
         name = va_arg(values, const char *)) {
        const char *value = va_arg(values, const char *);
        if (w.used + 6 * strlen(value) + strlen(name) + 8 < sizeof line)
            jw_str(&w, name, value);
    }
    va_end(values);
    if (dropped) {
        char count[24];
        snprintf(count, sizeof count, "%lld", (long long)dropped);
        jw_str(&w, "dropped", count);
    }
    jw_end_object(&w);
    fprintf(stderr, "%s\n", w.text);
}
