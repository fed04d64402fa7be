/* purse.h - what a player can afford, asked once a decision for all its prices. */
#pragma once

#include "games/duel/price.h"

/* What a player can spend: asked once for all prices of a decision. Values, not
 * pointers, so that they stay in registers while moves are written. */
typedef struct {
    DuelTerms terms;
    DuelCards cards; /* whose chain symbols count */
    int any;         /* units that choices supply */
    int coins;       /* more than any price is as good as any */
    int most;        /* no unit costs more */
} LegalPurse;

RULES DUEL_INLINE void legal_purse(const Duel *g, int seat, LegalPurse *purse)
{
    const DuelCity *city = &g->state->city[seat];
    duel_terms(g, seat, &purse->terms);
    purse->cards = duel_linked(&purse->terms, city);
    purse->any = duel_goods(city->has.goods, DUEL_ANY_RAW) +
                 duel_goods(city->has.goods, DUEL_ANY_MADE);
    const int coins = duel_purse(city);
    purse->coins = coins < DUEL_PRICE_MAX ? coins : (int)DUEL_PRICE_MAX;
    uint64_t most = purse->terms.market.unit | purse->terms.market.unit >> 32;
    most |= most >> 16;
    most |= most >> 8;
    purse->most = (int)(most & 0xff);
}

/* Without choices and discounts most pieces are plainly within reach or out of it; only
 * where these could decide is the exact price worked out. 'off': the discount; 'more':
 * coins beside the cost. */
RULES DUEL_INLINE bool legal_can_pay(const LegalPurse *purse, const DuelCity *city,
                                     const DuelPiece *piece, uint32_t off, int more)
{
    const DuelMarket *market = &purse->terms.market;
    const uint64_t missing = duel_missing(market, piece->cost);
    const int lacks = duel_total(market, missing) - purse->coins + more;
    const int saves = purse->most * (purse->any + (int)off);
    if ((unsigned)(lacks - 1) >= (unsigned)saves) /* not 1 .. saves */
        return lacks <= 0;
    return duel_total(market, duel_cover(city, market, missing, piece->type)) + more <=
           purse->coins;
}

/* Where a set has something to say the exact price decides. */
RULES static inline bool legal_exact(const Duel *g, const DuelTerms *terms, int seat,
                                     int id)
{
    const DuelPrice price =
        id > DUEL_WONDER_0 ? duel_wonder_price_on(g, seat, id - DUEL_WONDER_0, terms)
                           : duel_card_price_on(g, seat, id, terms);
    return price.printed + price.trade <= duel_purse(&g->state->city[seat]);
}

RULES DUEL_INLINE bool legal_can_wonder(const Duel *g, const LegalPurse *purse,
                                        int seat, int wonder)
{
    const DuelCity *city = &g->state->city[seat];
    if (DUEL_SETS > 0 && purse->terms.wonders) /* first: it is the same for all */
        return wonder && legal_exact(g, &purse->terms, seat, DUEL_WONDER_0 + wonder);
    return legal_can_pay(purse, city, &g->catalog->piece[DUEL_WONDER_0 + wonder],
                         city->has.off >> (4 * (DUEL_A_WONDER - 1)), 0);
}

RULES DUEL_INLINE bool legal_can_build(const Duel *g, const LegalPurse *purse, int seat,
                                       int card)
{
    const DuelCity *city = &g->state->city[seat];
    const DuelPiece *piece = &g->catalog->piece[card];
    if (duel_asked(&purse->terms, card))
        return legal_exact(g, &purse->terms, seat, card);
    /* In 64 bits, for types of sets, which have no discount. */
    const uint32_t off =
        DUEL_SETS > 0 ? (uint32_t)((uint64_t)city->has.off >> (4 * (piece->type - 1)))
                      : city->has.off >> (4 * (piece->type - 1));
    return (int)duel_cards_meet(&purse->cards, &piece->free_with) |
           (int)legal_can_pay(purse, city, piece, off & 15,
                              duel_dear(&purse->terms, piece->type));
}
