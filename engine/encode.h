/* encode.h - a game as numbers: a fixed space of actions, masks of the legal ones, and
 * what a seat sees as one flat vector.
 *
 * For programs that learn. Each game's encode.def lists what its spaces are made of;
 * its encode.c fills them in, the same on every machine. Both are the acting seat's:
 * seats, and things that belong to seats, are counted from it. */
#pragma once

#include "engine/rng.h"

enum { ENCODE_NONE = -1 };

/* How many words a mask over so many actions has. */
#define ENCODE_WORDS(actions) (((actions) + 63) / 64)

/* What the numbers of a part are. */
typedef enum {
    SEES_FLAG,   /* 0 or 1; in a row of them place i stands for thing i */
    SEES_NUMBER, /* a quantity */
    SEES_ID,     /* a name: 0 is none */
    SEES_SEAT,   /* 0 nobody, 1 the seat that looks, 2 the next after it ... */
    SEES_KINDS
} SeesKind;

/* Where the actions of one type lie in the space. */
typedef struct {
    uint16_t first, count;
} ActRange;

/* Seats and back, as 'seat' counts them: itself is 0. */
RULES static inline int encode_seat(int other, int seat, int players)
{
    return other >= seat ? other - seat : other - seat + players;
}

RULES static inline int decode_seat(int place, int seat, int players)
{
    return seat + place >= players ? seat + place - players : seat + place;
}

/* A seat as a number a vector can hold: 0 is nobody. */
RULES static inline int encode_who(int other, int seat, int players)
{
    return other < players ? encode_seat(other, seat, players) + 1 : 0;
}

/* The place of a thing 1 .. count of an action that names nothing else. */
RULES static inline int encode_plain(ActRange range, int thing)
{
    return thing >= 1 && thing <= range.count ? range.first + thing - 1
                                              : (int)ENCODE_NONE;
}

/* One that names nothing at all. */
RULES static inline int encode_bare(ActRange range, const Command *c)
{
    return range.count == 1 && !(c->a | c->b | c->c) ? range.first : (int)ENCODE_NONE;
}

/* Place 0 .. first_count * second_count - 1 of two things that count from 1. */
RULES static inline int encode_two(ActRange range, int first, int second,
                                   int second_count)
{
    const int place = (first - 1) * second_count + second - 1;
    if (first < 1 || second < 1 || second > second_count || place >= range.count)
        return ENCODE_NONE;
    return range.first + place;
}

RULES static inline void mask_add(uint64_t *mask, int index)
{
    mask[index >> 6] |= (uint64_t)1 << (index & 63);
}

RULES static inline bool mask_has(const uint64_t *mask, int index)
{
    return mask[index >> 6] >> (index & 63) & 1;
}

/* The n-th set bit, n from 0; there must be so many. */
RULES static inline int mask_pick(const uint64_t *mask, uint32_t n)
{
    int word = 0;
    for (uint32_t here = (uint32_t)bits_count(mask[0]); n >= here;
         here = (uint32_t)bits_count(mask[word])) {
        n -= here;
        word++;
    }
    return word * 64 + bits_at(mask[word], n);
}

/* One of the set bits, each as likely as its weight says; 'count' are set, and all are
 * alike where none has any weight. */
RULES static inline int mask_weigh(const uint64_t *mask, int words, int count,
                                   const uint16_t *weight, Rng *rng)
{
    uint32_t sum = 0;
    for (int word = 0; word < words; word++)
        for (uint64_t left = mask[word]; left; left &= left - 1)
            sum += weight[word * 64 + bits_first(left)];
    if (!sum)
        return mask_pick(mask, rng_below(rng, (uint32_t)count));
    uint32_t pick = rng_below(rng, sum);
    for (int word = 0; word < words; word++)
        for (uint64_t left = mask[word]; left; left &= left - 1) {
            const int place = word * 64 + bits_first(left);
            if (pick < weight[place])
                return place;
            pick -= weight[place];
        }
    ASSERT(false);
    return ENCODE_NONE;
}

/* An observation before anything is in it; it begins at a multiple of eight bytes. */
RULES static inline void sees_clear(void *out, size_t bytes)
{
#if defined(__CUDA_ARCH__)
    /* There a memset goes byte by byte. */
    for (size_t i = 0; i < bytes / 8; i++)
        bytes_put((uint8_t *)out + 8 * i, 0);
    for (size_t i = bytes / 8 * 8; i < bytes; i++)
        ((uint8_t *)out)[i] = 0;
#else
    memset(out, 0, bytes);
#endif
}

/* Eight bits become eight bytes of 0 or 1, the lowest first. */
RULES static inline void sees_eight(uint8_t *out, uint32_t bits)
{
    uint64_t bytes = (uint64_t)(bits & 0xff) * 0x0101010101010101u;
    bytes &= 0x8040201008040201u;
    bytes = (bytes + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
#if defined(__CUDA_ARCH__)
    if (!((uintptr_t)out & 7)) { /* and so does a memcpy */
        bytes_put(out, bytes);
        return;
    }
#endif
    memcpy(out, &bytes, sizeof bytes);
}

#if defined(__SSSE3__) && defined(__has_builtin) && !defined(__CUDACC__)
#if __has_builtin(__builtin_shufflevector)
#define SEES_SHUFFLED /* by the processor: older compilers have no word for it */
#endif
#endif

#ifdef SEES_SHUFFLED
/* Sixteen bits at once. */
RULES static inline void sees_sixteen(uint8_t *out, uint64_t bits)
{
    typedef uint8_t Bytes __attribute__((vector_size(16)));
    typedef uint64_t Words __attribute__((vector_size(16)));
    const Bytes place = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const Words words = {bits, 0};
    const Bytes both = (Bytes)words;
    Bytes bytes = __builtin_shufflevector(both, both, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1,
                                          1, 1, 1, 1, 1);
    bytes = (Bytes)((bytes & place) == place) & 1;
    memcpy(out, &bytes, sizeof bytes);
}
#else
RULES static inline void sees_sixteen(uint8_t *out, uint64_t bits)
{
    sees_eight(out, (uint32_t)(bits & 0xff));
    sees_eight(out + 8, (uint32_t)(bits >> 8 & 0xff));
}
#endif

/* 'count' bits, a multiple of eight, as bytes. Which are set is hard to guess: all are
 * written. */
RULES static inline void sees_bits(uint8_t *out, uint64_t word, int count)
{
    int i = 0;
    for (; i + 16 <= count; i += 16)
        sees_sixteen(out + i, word >> i);
    if (i < count)
        sees_eight(out + i, (uint32_t)(word >> i & 0xff));
}

/* The same as numbers of 16 bits. */
RULES static inline void sees_wide(int16_t *out, uint64_t word, int count)
{
    for (; word; word &= word - 1)
        if (bits_first(word) < count)
            out[bits_first(word)] = 1;
}

/* A quantity that may be too large for a byte. */
RULES static inline uint8_t sees_byte(int number)
{
    return (uint8_t)(number < 0 ? 0 : number > 255 ? 255 : number);
}

/* What a seat has won when the game is over: 1, -1, or 0 where all won or nobody. */
RULES static inline int encode_reward(int over, int winners, int players, int seat)
{
    if (!over || !winners || winners == (1 << players) - 1)
        return 0;
    return winners >> seat & 1 ? 1 : -1;
}
