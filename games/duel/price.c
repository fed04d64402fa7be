/* price.c - what a piece costs a player, exactly.
 *
 * Units of the five resources travel as the bytes of one word: what is missing is one
 * subtraction, what it costs one multiplication. */
#include "games/duel/duel.h"

#define DUEL_HIGH_BITS 0x8080808080u

/* What is missing of 'cost' when one makes 'make', a byte a resource, never below 0. */
RULES static uint64_t price_missing(uint64_t cost, uint64_t make)
{
    const uint64_t difference = (cost | DUEL_HIGH_BITS) - make;
    const uint64_t enough = difference & DUEL_HIGH_BITS; /* here cost >= make */
    return difference & (enough - (enough >> 7));
}

RULES int duel_unit_price(const DuelMarket *market, int resource)
{
    return (int)(market->unit >> (8 * (DUEL_RESOURCES - 1 - resource)) & 0xff);
}

/* 2 coins, and 1 more for each unit on the opponent's brown and grey cards; or 1. */
RULES DuelMarket duel_market(const Duel *g, int seat)
{
    const DuelCity *city = &g->state->city[seat];
    const uint64_t theirs = g->state->city[!seat].has.goods;
    DuelMarket market;
    market.goods = city->has.goods;
    market.unit = 0;
    for (int r = 0; r < DUEL_RESOURCES; r++) {
        const int price = city->has.bits >> r & 1
                              ? 1
                              : g->catalog->number.trade_base + duel_goods(theirs, r);
        market.unit = market.unit << 8 | (uint64_t)price;
    }
    return market;
}

/* Take up to 'units' away from what is missing of the resources first .. end - 1, the
 * dearest first. */
RULES static uint64_t price_cover(const DuelMarket *market, uint64_t missing, int first,
                                  int end, int units)
{
    for (; units > 0; units--) {
        int dearest = -1, price = 0;
        for (int r = first; r < end; r++)
            if (duel_goods(missing, r) && duel_unit_price(market, r) > price) {
                dearest = r;
                price = duel_unit_price(market, r);
            }
        if (dearest < 0)
            break;
        missing -= (uint64_t)1 << (8 * dearest);
    }
    return missing;
}

/* Own production, then choices, then the discount, each where it saves most: exact,
 * because raw and manufactured choices never compete and the discount takes whatever
 * they leave. */
RULES DuelPrice duel_price(const DuelMarket *market, const DuelPiece *piece, int off)
{
    DuelPrice price;
    uint64_t missing = price_missing(piece->cost, market->goods & DUEL_UNITS);
    const int any_raw = duel_goods(market->goods, DUEL_ANY_RAW);
    const int any_made = duel_goods(market->goods, DUEL_ANY_MADE);
    if (missing && (any_raw | any_made | off)) {
        missing =
            price_cover(market, missing, DUEL_RAW_FIRST, DUEL_MADE_FIRST, any_raw);
        missing =
            price_cover(market, missing, DUEL_MADE_FIRST, DUEL_RESOURCES, any_made);
        missing = price_cover(market, missing, 0, DUEL_RESOURCES, off);
    }
    /* Byte 4 of the product is the sum over r of missing[r] * unit[4 - r]: the unit
     * prices are stored last resource lowest. The loader keeps every sum below 256. */
    price.buy = missing;
    price.trade =
        (int16_t)(missing * market->unit >> (8 * (DUEL_RESOURCES - 1)) & 0xff);
    price.printed = piece->cost_coins;
    price.chain = false;
    return price;
}

RULES static int price_off(const DuelCity *city, int type)
{
    return (int)(city->has.off >> (4 * (type - 1)) & 15);
}

RULES DuelPrice duel_card_price(const Duel *g, int seat, int card)
{
    const DuelCity *city = &g->state->city[seat];
    const DuelPiece *piece = &g->catalog->piece[card];
    if (duel_cards_meet(&city->cards, &piece->free_with)) {
        const DuelPrice nothing = {0, 0, 0, true};
        return nothing;
    }
    const DuelMarket market = duel_market(g, seat);
    return duel_price(&market, piece, price_off(city, piece->type));
}

RULES DuelPrice duel_wonder_price(const Duel *g, int seat, int wonder)
{
    const DuelMarket market = duel_market(g, seat);
    return duel_price(&market, &g->catalog->piece[DUEL_WONDER_0 + wonder],
                      price_off(&g->state->city[seat], DUEL_A_WONDER));
}

/* 2 coins and 1 for each yellow card already in the city. */
RULES int duel_discard_coins(const Duel *g, int seat)
{
    const DuelCards yellow = duel_cards_both(g->state->city[seat].cards,
                                             g->catalog->of_type[DUEL_COMMERCIAL]);
    return g->catalog->number.discard_coins + duel_cards_count(yellow);
}
