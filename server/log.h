/* log.h - what the operator reads: one JSON object a line on standard error.
 *
 * Tokens, passwords and what players hold never come here. */
#pragma once

#include <stdbool.h>

typedef enum { LOG_DEBUG, LOG_INFO, LOG_WARN, LOG_ERROR, LOG_NONE } LogLevel;

extern const char *const log_levels[]; /* "debug" ..., ends with NULL */

void log_set_level(LogLevel level); /* what is below is not written */
/* So many lines of one event a second, five times as many at once; 0: no limit. The
 * next line of the event then says how many were dropped. */
void log_set_rate(int per_second);
/* log_event(LOG_INFO, "room_created", "room", code, "game", id, NULL) */
void log_event(LogLevel level, const char *what, ...) __attribute__((sentinel));
