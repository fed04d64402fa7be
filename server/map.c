/* map.c - finds a thing by its name, in constant time. */
#include "server/map.h"

#include "engine/hash.h"

#include <stdlib.h>

static char gone[] = ""; /* the key of a removed one */

void map_clear(Map *m)
{
    free(m->slot);
    *m = (Map){0};
}

/* The slot that holds the key, or the free one where the search ended. */
static MapSlot *map_slot(const Map *m, const char *key)
{
    uint32_t at = (uint32_t)hash_bytes(key, strlen(key)) & (m->slots - 1);
    while (m->slot[at].key &&
           (m->slot[at].key == gone || strcmp(m->slot[at].key, key) != 0))
        at = (at + 1) & (m->slots - 1);
    return &m->slot[at];
}

void *map_find(const Map *m, const char *key)
{
    return m->slots ? map_slot(m, key)->value : NULL;
}

static void map_grow(Map *m)
{
    const Map old = *m;
    uint32_t slots = 16;
    while (slots < 4 * (old.count + 1))
        slots *= 2;
    m->slot = calloc(slots, sizeof *m->slot);
    ASSERT(m->slot);
    m->slots = slots;
    m->used = m->count = 0;
    for (uint32_t i = 0; i < old.slots; i++)
        if (old.slot[i].value)
            map_put(m, old.slot[i].key, old.slot[i].value);
    free(old.slot);
}

void map_put(Map *m, const char *key, void *value)
{
    ASSERT(value);
    if (2 * (m->used + 1) > m->slots)
        map_grow(m);
    MapSlot *slot = map_slot(m, key);
    ASSERT(!slot->key);
    slot->key = key;
    slot->value = value;
    m->used++;
    m->count++;
}

void map_remove(Map *m, const char *key)
{
    MapSlot *slot = m->slots ? map_slot(m, key) : NULL;
    if (!slot || !slot->key)
        return;
    slot->key = gone;
    slot->value = NULL;
    m->count--;
}
