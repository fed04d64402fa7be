/* event.h - what happened: the only way the table changes, and who may see it.
 *
 * A rule emits an event; the game's reduce applies it at once; if somebody listens it
 * is also written to a log. Everything random is inside the event, so folding reduce
 * over the log gives the same table, byte for byte. */
#pragma once

#include "engine/rules.h"

enum { SECRET_A = 1, SECRET_B = 2, SECRET_C = 4, SECRET_N = 8, SECRET_LIST = 16 };

typedef struct {
    uint8_t type;    /* a line of the game's events.def */
    uint8_t seat;    /* whose doing it is, or SEAT_NONE */
    uint8_t seen_by; /* bit s: seat s may see the secret parts */
    uint8_t secret;  /* which parts are secret: SECRET_A | ... */
    Id a, b, c;
    uint16_t count; /* length of the list that belongs to it, in bytes */
    int32_t n;
} Event;

static_assert(sizeof(Event) == 16, "events are written one after the other");

RULES static inline Event event_make(int type, int seat, int a, int b, int c, int n)
{
    Event event;
    event.type = (uint8_t)type;
    event.seat = (uint8_t)seat;
    event.seen_by = 0;
    event.secret = 0;
    event.a = (Id)a;
    event.b = (Id)b;
    event.c = (Id)c;
    event.count = 0;
    event.n = n;
    return event;
}

/* The same event, of which these parts are only for the seats of 'seen_by'. */
RULES static inline Event event_secret(Event event, int parts, int seen_by)
{
    event.secret = (uint8_t)parts;
    event.seen_by = (uint8_t)seen_by;
    return event;
}

/* Events one after the other in memory of the caller's, each followed by its list. */
typedef struct {
    uint8_t *bytes;
    uint32_t bytes_max;
    uint32_t used;
    uint32_t count;    /* events written */
    uint32_t overflow; /* events that did not fit: the caller's memory was too small */
} EventLog;

RULES void event_log_init(EventLog *log, uint8_t *bytes, uint32_t bytes_max);
RULES void event_record(EventLog *log, const Event *event, const uint8_t *list);

/* Walk a log: start with *at = 0; false at the end. 'list' may be NULL. */
RULES bool event_next(const EventLog *log, uint32_t *at, Event *event,
                      const uint8_t **list);

/* What 'viewer' may know of an event: the secret parts zeroed for everybody not in
 * seen_by. Returns whether anything was hidden. A zeroed list keeps its count. */
RULES bool event_redact(Event *event, int viewer);

/* True when the event's list must not be shown to 'viewer'. */
RULES bool event_list_hidden(const Event *event, int viewer);
