/* rules.h - the few words every rules file starts from, the same in C17, C++20, wasm
 * and CUDA.
 *
 * Rules allocate nothing, keep no globals and call nothing of libc but memcpy, memset
 * and memcmp; what they need of the compiler is named here and nowhere else. */
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__CUDACC__)
#define RULES __host__ __device__
#else
#define RULES
#endif

#if defined(__cplusplus)
#define FALLS_THROUGH [[fallthrough]]
#else
#define FALLS_THROUGH __attribute__((fallthrough))
#endif

/* A function that browsers keep apart: linked as a whole, all that one switch calls
 * would become part of it, and they run what is so large slowly. */
#if defined(__wasm__)
#define APART __attribute__((noinline))
#else
#define APART
#endif

/* An Id names a card, a base, a hex ...; they start at 1 and 0 means none. Seats are
 * plain indexes; where an Id must hold a seat it holds seat + 1. */
typedef uint16_t Id;

enum {
    SEATS_MAX = 4,
    SEAT_TABLE = 0xfe, /* the table itself acts: a skipped turn, a clock that ran out */
    SEAT_NONE = 0xff   /* nobody; as a viewer: a spectator */
};

/* Our own mistake, never the player's: it stops the program. Rollouts may build
 * without. */
#if defined(PARLOR_NO_ASSERT)
#define ASSERT(fact) ((void)sizeof(fact))
#elif defined(__wasm__) || defined(__CUDA_ARCH__)
#define ASSERT(fact) ((fact) ? (void)0 : __builtin_trap())
#else
#define ASSERT(fact) ((fact) ? (void)0 : rules_failed(#fact, __FILE__, __LINE__))
#if defined(__cplusplus)
[[noreturn]] void rules_failed(const char *fact, const char *file, int line);
#else
_Noreturn __attribute__((cold)) void rules_failed(const char *fact, const char *file,
                                                  int line);
#endif
#endif

RULES static inline int bits_count(uint64_t word)
{
#if defined(__CUDA_ARCH__)
    return __popcll(word);
#else
    return __builtin_popcountll(word);
#endif
}

/* The place of the lowest set bit; the word must not be zero. */
RULES static inline int bits_first(uint64_t word)
{
#if defined(__CUDA_ARCH__)
    return __ffsll((long long)word) - 1;
#else
    return __builtin_ctzll(word);
#endif
}

/* The place of set bit number n, the lowest being 0; there must be so many. Which is
 * asked for is mostly chance: no jump depends on it while it is small. Borrows and not
 * comparisons, of which compilers would make jumps. */
RULES static inline int bits_at(uint64_t word, uint32_t n)
{
    word &= (word - 1) | (0 - (((uint64_t)n - 1) >> 63));
    word &= (word - 1) | (0 - (((uint64_t)n - 2) >> 63));
    word &= (word - 1) | (0 - (((uint64_t)n - 3) >> 63));
    for (; n > 3; n--)
        word &= word - 1;
    return bits_first(word);
}

/* Eight bytes to a place that is a multiple of eight, whatever is kept there. Compilers
 * for GPUs know no other way to write them at once. */
RULES static inline void bytes_put(void *to, uint64_t eight)
{
    memcpy(__builtin_assume_aligned(to, 8), &eight, sizeof eight);
}
