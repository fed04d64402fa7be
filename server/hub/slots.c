/* slots.c - names for things that may be gone: a place, and how often it was given. */
#include "server/hub/slots.h"

#include <stdlib.h>

static void grow(Slots *s)
{
    const uint32_t slots = s->slots ? 2 * s->slots : 64;
    s->slot = realloc(s->slot, slots * sizeof *s->slot);
    ASSERT(s->slot);
    for (uint32_t i = slots; i > s->slots; i--) {
        s->slot[i - 1] = (Slot){NULL, 0, s->first_free};
        s->first_free = i;
    }
    s->slots = slots;
}

Handle slots_add(Slots *s, void *thing)
{
    ASSERT(thing);
    if (!s->first_free)
        grow(s);
    const uint32_t at = s->first_free;
    Slot *slot = &s->slot[at - 1];
    s->first_free = slot->next_free;
    slot->thing = thing;
    slot->turn++;
    return (Handle){at, slot->turn};
}

void *slots_find(const Slots *s, Handle name)
{
    if (!name.slot)
        return NULL;
    ASSERT(name.slot <= s->slots);
    const Slot *slot = &s->slot[name.slot - 1];
    return slot->turn == name.turn ? slot->thing : NULL;
}

void slots_remove(Slots *s, Handle name)
{
    ASSERT(slots_find(s, name));
    Slot *slot = &s->slot[name.slot - 1];
    slot->thing = NULL;
    slot->next_free = s->first_free;
    s->first_free = name.slot;
}

void slots_clear(Slots *s)
{
    free(s->slot);
    *s = (Slots){0};
}
