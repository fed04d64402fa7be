/* slots.h - names for things that may be gone: a place, and how often it was given.
 *
 * Whoever waits keeps the name and asks for the thing again when it goes on. A name
 * whose thing is gone finds nothing, also when another thing has the same place. */
#pragma once

#include "engine/rules.h"

typedef struct {
    uint32_t slot; /* counts from 1; zeroed memory names nothing */
    uint32_t turn;
} Handle;

/* A client or a room as somebody who waits may keep it. */
typedef struct {
    Handle name;
} ClientRef;
typedef struct {
    Handle name;
} RoomRef;

typedef struct {
    void *thing; /* NULL: free */
    uint32_t turn;
    uint32_t next_free;
} Slot;

/* Zeroed memory is an empty list. */
typedef struct {
    Slot *slot;
    uint32_t slots;
    uint32_t first_free;
} Slots;

Handle slots_add(Slots *s, void *thing);
void *slots_find(const Slots *s, Handle name); /* NULL: it is gone */
void slots_remove(Slots *s, Handle name);
void slots_clear(Slots *s);
