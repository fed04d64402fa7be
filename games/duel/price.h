/* price.h - what a piece costs a player, exactly, and fast enough to ask at every move.
 *
 * A cost is the bytes of one word: units of the five resources, then printed coins.
 * What is missing of it is one subtraction, what that costs one multiplication. */
#pragma once

#include "games/duel/duel.h"

#define DUEL_EACH_BYTE 0x0101010101u /* one in each of the five resource bytes */

enum { DUEL_PRICE_MAX = 254 }; /* the loader keeps every price at or below */

RULES DuelPrice duel_card_price(const Duel *g, int seat, int card);
RULES DuelPrice duel_wonder_price(const Duel *g, int seat, int wonder);
/* The same on terms already known. */
RULES DuelPrice duel_card_price_on(const Duel *g, int seat, int card,
                                   const DuelTerms *terms);
RULES DuelPrice duel_wonder_price_on(const Duel *g, int seat, int wonder,
                                     const DuelTerms *terms);
RULES int duel_discard_coins(const Duel *g, int seat);
RULES uint64_t duel_cover(const DuelCity *city, const DuelMarket *market,
                          uint64_t missing, int type);

RULES static inline int duel_unit_price(const DuelMarket *market, int resource)
{
    return (int)(market->unit >> (8 * (DUEL_RESOURCES - resource)) & 0xff);
}

/* The five resource bytes in reverse order, below them an empty one. */
RULES static inline uint64_t price_reverse(uint64_t x)
{
    x = (x & 0x00ff00ff00ff00ffu) << 8 | (x >> 8 & 0x00ff00ff00ff00ffu);
    x = (x & 0x0000ffff0000ffffu) << 16 | (x >> 16 & 0x0000ffff0000ffffu);
    return (x << 32 | x >> 32) >> 16;
}

/* 2 coins, and 1 more for each unit on the opponent's brown and grey cards; or 1 where
 * a yellow card says so: rules 5.6. The multiplication moves bit r to the bottom of
 * byte r. */
RULES static inline void duel_terms(const Duel *g, int seat, DuelTerms *terms)
{
    const DuelPowers *own = &g->state->city[seat].has;
    const uint64_t theirs = g->state->city[!seat].has.goods & DUEL_UNITS;
    const uint64_t fixed = (uint64_t)(own->bits & 31) * 0x10204081u & DUEL_EACH_BYTE;
    const uint64_t plain = theirs + DUEL_EACH_BYTE * g->catalog->number.trade_base;
    if (DUEL_SETS > 0)
        memset(terms, 0, sizeof *terms);
    terms->market.makes = own->goods & DUEL_UNITS;
    terms->market.unit = price_reverse((plain & ~(fixed * 0xff)) | fixed) | 1;
    duel_sets_terms(g, seat, terms);
}

RULES static inline DuelMarket duel_market(const Duel *g, int seat)
{
    DuelTerms terms;
    duel_terms(g, seat, &terms);
    return terms.market;
}

/* Whether sets have something to say about a card. */
RULES static inline bool duel_asked(const DuelTerms *terms, int card)
{
    return DUEL_SETS > 0 && (terms->cards.word[card >> 6] >> (card & 63) & 1);
}

/* Cards whose chain symbols a city can use. */
RULES static inline DuelCards duel_linked(const DuelTerms *terms, const DuelCity *city)
{
    return DUEL_SETS > 0 ? duel_cards_either(city->cards, terms->linked) : city->cards;
}

/* Coins that a card of the type costs beside what is printed on it. */
RULES static inline int duel_dear(const DuelTerms *terms, int type)
{
    return DUEL_SETS > 0 ? terms->dear[type] : 0;
}

/* 2 coins and 1 for each yellow card already in the city. */
RULES static inline int duel_discard_coins_on(const Duel *g, int seat,
                                              const DuelTerms *terms)
{
    const DuelCards yellow = duel_cards_both(g->state->city[seat].cards,
                                             g->catalog->of_type[DUEL_COMMERCIAL]);
    return g->catalog->number.discard_coins + duel_cards_count(yellow) +
           (DUEL_SETS > 0 ? terms->discard : 0);
}

/* What is missing of a cost: production is subtracted, never below 0. */
RULES static inline uint64_t duel_missing(const DuelMarket *market, uint64_t cost)
{
    const uint64_t high = DUEL_EACH_BYTE << 7 | (uint64_t)0x80 << 40;
    const uint64_t difference = (cost | high) - market->makes;
    const uint64_t enough = difference & high; /* here cost >= production */
    return difference & (enough - (enough >> 7));
}

/* What that costs. Byte 5 of the product is the sum over i of missing[i] * unit[5 - i];
 * the loader keeps every sum below 256. */
RULES static inline int duel_total(const DuelMarket *market, uint64_t missing)
{
    return (int)(missing * market->unit >> (8 * DUEL_RESOURCES) & 0xff);
}
