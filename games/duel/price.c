/* price.c - what a piece costs a player, exactly. */
#include "games/duel/price.h"

/* How much one unit of a resource would save, and which it is, in one number that can
 * be compared; below 8 when none is missing. Among equals the first resource wins. */
RULES static int price_saves(const DuelMarket *market, uint64_t missing, int resource)
{
    const int price = duel_unit_price(market, resource);
    return (price * (duel_goods(missing, resource) != 0)) << 3 | (7 - resource);
}

/* Take up to 'units' away from what is missing of the resources first .. end - 1, the
 * dearest first. */
RULES static uint64_t price_save(const DuelMarket *market, uint64_t missing, int first,
                                 int end, int units)
{
    for (; units > 0; units--) {
        int best = 0;
        for (int r = first; r < end; r++) {
            const int other = price_saves(market, missing, r);
            best = other > best ? other : best;
        }
        missing -= (uint64_t)(best > 7) << (8 * (7 - (best & 7)));
    }
    return missing;
}

/* What is left of the missing units. Choices, then the discount on things of the type,
 * each where it saves most (rules 5.8): exact, because raw and manufactured choices
 * never compete and the discount takes whatever they leave. */
RULES uint64_t duel_cover(const DuelCity *city, const DuelMarket *market,
                          uint64_t missing, int type)
{
    const int any_raw = duel_goods(city->has.goods, DUEL_ANY_RAW);
    const int any_made = duel_goods(city->has.goods, DUEL_ANY_MADE);
    const bool typed = type > 0 && type <= DUEL_A_WONDER;
    const int off = typed ? (int)(city->has.off >> (4 * (type - 1)) & 15) : 0;
    missing = price_save(market, missing, DUEL_RAW_FIRST, DUEL_MADE_FIRST, any_raw);
    missing = price_save(market, missing, DUEL_MADE_FIRST, DUEL_RESOURCES, any_made);
    return price_save(market, missing, 0, DUEL_RESOURCES, off);
}

RULES static DuelPrice price_of(const Duel *g, int seat, const DuelTerms *terms,
                                const DuelPiece *piece)
{
    const DuelCity *city = &g->state->city[seat];
    const DuelMarket market = terms->market;
    const uint64_t missing =
        duel_cover(city, &market, duel_missing(&market, piece->cost), piece->type);
    const int printed = duel_goods(piece->cost, DUEL_PRINTED_COINS);
    DuelPrice price;
    price.printed = (int16_t)(printed + duel_dear(terms, piece->type));
    price.trade = (int16_t)(duel_total(&market, missing) - printed);
    price.buy = missing & DUEL_UNITS;
    price.chain = false;
    return price;
}

/* A chain makes a card free, coins included. */
RULES DuelPrice duel_card_price_on(const Duel *g, int seat, int card,
                                   const DuelTerms *terms)
{
    const DuelPiece *piece = &g->catalog->piece[card];
    const DuelPrice nothing = {0, 0, 0, true};
    const DuelCards cards = duel_linked(terms, &g->state->city[seat]);
    const bool asked = duel_asked(terms, card);
    if (duel_cards_meet(&cards, &piece->free_with) ||
        (asked && duel_sets_chain(g, seat, card, terms)))
        return nothing;
    DuelPrice price = price_of(g, seat, terms, piece);
    if (asked)
        duel_sets_price(g, seat, card, terms, &price);
    return price;
}

RULES DuelPrice duel_wonder_price_on(const Duel *g, int seat, int wonder,
                                     const DuelTerms *terms)
{
    DuelPrice price =
        price_of(g, seat, terms, &g->catalog->piece[DUEL_WONDER_0 + wonder]);
    if (DUEL_SETS > 0 && terms->wonders)
        duel_sets_price(g, seat, DUEL_WONDER_0 + wonder, terms, &price);
    return price;
}

RULES DuelPrice duel_card_price(const Duel *g, int seat, int card)
{
    DuelTerms terms;
    duel_terms(g, seat, &terms);
    return duel_card_price_on(g, seat, card, &terms);
}

RULES DuelPrice duel_wonder_price(const Duel *g, int seat, int wonder)
{
    DuelTerms terms;
    duel_terms(g, seat, &terms);
    return duel_wonder_price_on(g, seat, wonder, &terms);
}

RULES int duel_discard_coins(const Duel *g, int seat)
{
    DuelTerms terms;
    duel_terms(g, seat, &terms);
    return duel_discard_coins_on(g, seat, &terms);
}
