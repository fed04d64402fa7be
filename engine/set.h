/* set.h - sets of ids as bits: which cards, which bases, which seats.
 *
 * A CardSet holds any ids from 1 to 255. It is a value: pass it, return it, compare it.
 */
#pragma once

#include "engine/rules.h"

enum { SET_WORDS = 4, SET_ID_MAX = SET_WORDS * 64 - 1 };

typedef struct {
    uint64_t word[SET_WORDS];
} CardSet;

RULES static inline CardSet set_none(void)
{
    CardSet s = {{0, 0, 0, 0}};
    return s;
}

RULES static inline void set_add(CardSet *s, Id id)
{
    ASSERT(id <= SET_ID_MAX);
    s->word[id >> 6] |= (uint64_t)1 << (id & 63);
}

RULES static inline void set_remove(CardSet *s, Id id)
{
    ASSERT(id <= SET_ID_MAX);
    s->word[id >> 6] &= ~((uint64_t)1 << (id & 63));
}

RULES static inline bool set_has(const CardSet *s, Id id)
{
    return id <= SET_ID_MAX && (s->word[id >> 6] >> (id & 63) & 1);
}

RULES static inline bool set_is_empty(const CardSet *s)
{
    return !(s->word[0] | s->word[1] | s->word[2] | s->word[3]);
}

RULES static inline int set_count(const CardSet *s)
{
    return bits_count(s->word[0]) + bits_count(s->word[1]) + bits_count(s->word[2]) +
           bits_count(s->word[3]);
}

RULES static inline CardSet set_one(Id id)
{
    CardSet s = set_none();
    set_add(&s, id);
    return s;
}

RULES static inline CardSet set_union(CardSet a, CardSet b)
{
    for (int i = 0; i < SET_WORDS; i++)
        a.word[i] |= b.word[i];
    return a;
}

RULES static inline CardSet set_both(CardSet a, CardSet b)
{
    for (int i = 0; i < SET_WORDS; i++)
        a.word[i] &= b.word[i];
    return a;
}

RULES static inline CardSet set_minus(CardSet a, CardSet b)
{
    for (int i = 0; i < SET_WORDS; i++)
        a.word[i] &= ~b.word[i];
    return a;
}

/* The smallest member above 'after'; 0 when there is none. Walk a set with
 * for (Id id = set_next(&s, 0); id; id = set_next(&s, id)) */
RULES static inline Id set_next(const CardSet *s, Id after)
{
    const int from = after + 1;
    for (int i = from >> 6; i < SET_WORDS; i++) {
        uint64_t word = s->word[i];
        if (i == from >> 6)
            word &= ~(uint64_t)0 << (from & 63);
        if (word)
            return (Id)(i * 64 + bits_first(word));
    }
    return 0;
}
