/* log.c - what the operator reads: one JSON object a line on standard error. */
#include "server/log.h"

#include "engine/jsonw.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

const char *const log_levels[] = {"debug", "info", "warn", "error", "none", NULL};

static _Atomic int lowest = LOG_INFO;

void log_set_level(LogLevel level)
{
    lowest = (int)level;
}

void log_event(LogLevel level, const char *what, ...)
{
    if ((int)level < lowest)
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
    jw_end_object(&w);
    fprintf(stderr, "%s\n", w.text);
}
