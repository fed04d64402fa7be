/* map.h - finds a thing by its name, in constant time. */
#pragma once

#include "engine/rules.h"

typedef struct {
    const char *key; /* belongs to the thing; NULL: free */
    void *value;     /* NULL with a key: was removed */
} MapSlot;

/* Zeroed memory is an empty map. Keys must outlive their place in it. */
typedef struct {
    MapSlot *slot;
    uint32_t slots; /* a power of two */
    uint32_t used;  /* with the removed ones */
    uint32_t count;
} Map;

void map_clear(Map *m); /* frees the map, not what is in it */
void *map_find(const Map *m, const char *key);
void map_put(Map *m, const char *key, void *value); /* the key must be new */
void map_remove(Map *m, const char *key);
