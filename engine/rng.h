/* rng.h - one seeded stream of random numbers, the same on every machine.
 *
 * The state is eight bytes inside the match, so a copied match draws the same cards. */
#pragma once

#include "engine/rules.h"

typedef struct {
    uint64_t state;
} Rng;

RULES void rng_seed(Rng *r, uint64_t seed);
RULES uint64_t rng_next(Rng *r);
RULES uint32_t rng_below(Rng *r,
                         uint32_t n); /* 0 .. n-1, every value equally likely; n > 0 */
RULES void rng_shuffle(Rng *r, uint8_t *items, int count);

/* A new seed from two old ones: game 7 of seed 1 is the same game in every run. */
RULES uint64_t rng_mix(uint64_t seed, uint64_t number);
