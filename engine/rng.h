/* rng.h - one seeded stream of random numbers, the same on every machine.
 *
 * The state is eight bytes inside the match, so a copied match draws the same cards. */
#pragma once

#include "engine/rules.h"

typedef struct {
    uint64_t state;
} Rng;

RULES void rng_seed(Rng *r, uint64_t seed);

/* SplitMix64: a counter and a mixing function. Every seed is a good seed. */
#define RNG_STEP 0x9e3779b97f4a7c15u

RULES static inline uint64_t rng_scramble(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

RULES static inline uint64_t rng_next(Rng *r)
{
    r->state += RNG_STEP;
    return rng_scramble(r->state);
}

/* 0 .. n-1, every value equally likely; n > 0. Multiply and keep the high half; redraw
 * the few low halves that would favour some. */
RULES uint64_t rng_redraw(Rng *r, uint64_t product, uint32_t n);
RULES static inline uint32_t rng_below(Rng *r, uint32_t n)
{
    ASSERT(n > 0);
    uint64_t product = (rng_next(r) >> 32) * n;
    if ((uint32_t)product < n)
        product = rng_redraw(r, product, n);
    return (uint32_t)(product >> 32);
}

RULES void rng_shuffle(Rng *r, uint8_t *items, int count);

/* A new seed from two old ones: game 7 of seed 1 is the same game in every run. */
RULES uint64_t rng_mix(uint64_t seed, uint64_t number);
