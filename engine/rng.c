/* rng.c - one seeded stream of random numbers, the same on every machine. */
#include "engine/rng.h"

/* SplitMix64: a counter and a mixing function. Every seed is a good seed. */
#define RNG_STEP 0x9e3779b97f4a7c15u

RULES static uint64_t rng_scramble(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

RULES void rng_seed(Rng *r, uint64_t seed)
{
    r->state = seed;
}

RULES uint64_t rng_next(Rng *r)
{
    r->state += RNG_STEP;
    return rng_scramble(r->state);
}

RULES uint32_t rng_below(Rng *r, uint32_t n)
{
    ASSERT(n > 0);
    /* Multiply and keep the high half; redraw the few low halves that would favour
     * some. */
    uint64_t product = (rng_next(r) >> 32) * n;
    if ((uint32_t)product < n) {
        const uint32_t unfair = (0u - n) % n;
        while ((uint32_t)product < unfair)
            product = (rng_next(r) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

RULES void rng_shuffle(Rng *r, uint8_t *items, int count)
{
    for (int last = count - 1; last > 0; last--) {
        const uint32_t pick = rng_below(r, (uint32_t)last + 1);
        const uint8_t item = items[pick];
        items[pick] = items[last];
        items[last] = item;
    }
}

RULES uint64_t rng_mix(uint64_t seed, uint64_t number)
{
    return rng_scramble(seed ^ rng_scramble(number + RNG_STEP));
}
