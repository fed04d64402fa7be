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

/* Member number n, the smallest being 0; there must be so many. */
RULES static inline Id set_at(const CardSet *s, uint32_t n)
{
    int word = 0;
    for (uint32_t here; (here = (uint32_t)bits_count(s->word[word])) <= n; word++)
        n -= here;
    return (Id)(word * 64 + bits_at(s->word[word], n));
}

/* Word by word, not in a loop: so a set that is only passed on stays in registers. */
static_assert(SET_WORDS == 4, "the operations below name each word");
RULES static inline CardSet set_union(CardSet a, CardSet b)
{
    a.word[0] |= b.word[0];
    a.word[1] |= b.word[1];
    a.word[2] |= b.word[2];
    a.word[3] |= b.word[3];
    return a;
}

RULES static inline CardSet set_both(CardSet a, CardSet b)
{
    a.word[0] &= b.word[0];
    a.word[1] &= b.word[1];
    a.word[2] &= b.word[2];
    a.word[3] &= b.word[3];
    return a;
}

RULES static inline CardSet set_minus(CardSet a, CardSet b)
{
    a.word[0] &= ~b.word[0];
    a.word[1] &= ~b.word[1];
    a.word[2] &= ~b.word[2];
    a.word[3] &= ~b.word[3];
    return a;
}

/* A walk over the members of a set: SET_EACH (id, &set) ...; Meanwhile the set stays as
 * it is, but that the member the walk is at may be taken out. */
typedef struct {
    uint64_t left; /* members of this word still to come */
    int word;
} SetWalk;

RULES static inline Id set_walk(const CardSet *s, SetWalk *walk)
{
    while (!walk->left) {
        if (++walk->word == SET_WORDS)
            return 0;
        walk->left = s->word[walk->word];
    }
    const int bit = bits_first(walk->left);
    walk->left &= walk->left - 1;
    return (Id)(walk->word * 64 + bit);
}

#define SET_EACH(id, set)                                                     \
    for (SetWalk walk_##id = {(set)->word[0], 0}; walk_##id.word < SET_WORDS; \
         walk_##id.word = SET_WORDS)                                          \
        for (Id id; (id = set_walk((set), &walk_##id)) != 0;)

/* The smallest member above 'after'; 0 when there is none. */
RULES static inline Id set_next(const CardSet *s, Id after)
{
    ASSERT(after <= SET_ID_MAX);
    int i = after >> 6;
    const uint64_t above = s->word[i] & (~(uint64_t)1 << (after & 63));
    if (above)
        return (Id)(i * 64 + bits_first(above));
    while (++i < SET_WORDS)
        if (s->word[i])
            return (Id)(i * 64 + bits_first(s->word[i]));
    return 0;
}
