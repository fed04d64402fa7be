/* event.c - what happened: the only way the table changes, and who may see it. */
#include "engine/event.h"

RULES void event_log_init(EventLog *log, uint8_t *bytes, uint32_t bytes_max)
{
    log->bytes = bytes;
    log->bytes_max = bytes_max;
    log->used = 0;
    log->count = 0;
    log->overflow = 0;
}

RULES void event_record(EventLog *log, const Event *event, const uint8_t *list)
{
    const uint32_t need = (uint32_t)sizeof *event + event->count;
    ASSERT(event->count == 0 || list != NULL);
    if (log->bytes_max - log->used < need) {
        log->overflow++;
        return;
    }
    memcpy(log->bytes + log->used, event, sizeof *event);
    if (event->count)
        memcpy(log->bytes + log->used + sizeof *event, list, event->count);
    log->used += need;
    log->count++;
}

RULES bool event_next(const EventLog *log, uint32_t *at, Event *event,
                      const uint8_t **list)
{
    ASSERT(*at <= log->used);
    if (*at == log->used)
        return false;
    memcpy(event, log->bytes + *at, sizeof *event);
    *at += (uint32_t)sizeof *event;
    if (list)
        *list = log->bytes + *at;
    *at += event->count;
    return true;
}

RULES static bool event_is_open_to(const Event *event, int viewer)
{
    return viewer < SEATS_MAX && (event->seen_by >> viewer & 1);
}

RULES bool event_redact(Event *event, int viewer)
{
    if (!event->secret || event_is_open_to(event, viewer))
        return false;
    if (event->secret & SECRET_A)
        event->a = 0;
    if (event->secret & SECRET_B)
        event->b = 0;
    if (event->secret & SECRET_C)
        event->c = 0;
    if (event->secret & SECRET_N)
        event->n = 0;
    return true;
}

RULES bool event_list_hidden(const Event *event, int viewer)
{
    return (event->secret & SECRET_LIST) && !event_is_open_to(event, viewer);
}
