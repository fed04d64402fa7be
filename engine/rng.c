/* rng.c - one seeded stream of random numbers, the same on every machine. */
#include "engine/rng.h"

RULES void rng_seed(Rng *r, uint64_t seed)
{
    r->state = seed;
}

RULES uint64_t rng_redraw(Rng *r, uint64_t product, uint32_t n)
{
    const uint32_t unfair = (0u - n) % n;
    while ((uint32_t)product < unfair)
        product = (rng_next(r) >> 32) * n;
    return product;
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
