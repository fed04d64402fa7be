/* near.h - which of the known words somebody meant who mistyped one. */
#pragma once

#include <stdbool.h>

typedef struct {
    const char *word; /* as it was typed */
    const char *best; /* the nearest so far; NULL: none is near */
    int distance;
} Near;

Near near_to(const char *word);
void near_try(Near *near, const char *known);
