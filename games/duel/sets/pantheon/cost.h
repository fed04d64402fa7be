/* cost.h - what the files of Pantheon share: costs, and standing effects. */
#pragma once

#include "games/duel/duel.h"

/* In coins, with offerings worth 'sum'. */
RULES int duel_pantheon_cost(const Duel *g, int seat, int space, int sum);
/* Which offerings have that sum, bit an offering; -1: none have. */
RULES int duel_pantheon_offerings(int sum);
RULES int duel_pantheon_sum(int offerings); /* the other way round */
/* Whether the answers to a question are for the asked player's eyes alone. */
RULES bool duel_pantheon_is_private(const DuelState *s);

/* How many favours of a kind there are: two tokens of a mythology, an offering once. */
RULES static inline int pantheon_favours(int kind)
{
    return kind < PANTHEON_MYTHS ? 2 : 1;
}

RULES static inline int pantheon_favours_held(const DuelPantheon *p, int kind)
{
    return p->favour[0][kind] + p->favour[1][kind];
}

/* Halves of a hook: which of them it is is known where an event is emitted. */
RULES void duel_pantheon_reduce_gods(const DuelCatalog *catalog, DuelState *s,
                                     const Event *e, const uint8_t *list);
RULES void duel_pantheon_reduce_deeds(const DuelCatalog *catalog, DuelState *s,
                                      const Event *e);

/* Which of a city's wonders it is, from 0; -1: none. */
RULES static inline int pantheon_wonder_at(const DuelCity *city, int wonder)
{
    const uint64_t ones = 0x0101010101010101u;
    uint64_t all = 0;
    memcpy(&all, city->wonder, sizeof all);
    all ^= ones * (uint64_t)wonder;
    all = (all - ones) & ~all & ones << 7;
    return all ? bits_first(all) >> 3 : -1;
}

static_assert(DUEL_CITY_WONDERS == 8, "a city's wonders are one word");

/* The player's token or built wonder with this standing effect; 0: none. */
RULES static inline int pantheon_piece(const Duel *g, int seat, int ability)
{
    const DuelCity *city = &g->state->city[seat];
    const uint32_t tokens_with = city->tokens & g->catalog->tokens_with[ability];
    if (tokens_with)
        return DUEL_TOKEN_0 + 1 + bits_first(tokens_with);
    for (uint32_t left = g->catalog->wonders_with[ability]; left; left &= left - 1) {
        const int at = pantheon_wonder_at(city, bits_first(left));
        if (at >= 0 && city->under[at])
            return DUEL_WONDER_0 + bits_first(left);
    }
    return 0;
}

/* Its number; 0: there is none. */
RULES static inline int pantheon_has(const Duel *g, int seat, int ability)
{
    const int id = pantheon_piece(g, seat, ability);
    return id ? g->catalog->piece[id].does[0].n : 0;
}
