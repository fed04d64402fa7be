/* reduce.c - how an event changes the table: the only code that writes it. */
#include "games/duel/reduce.h"

RULES Duel duel_table(const DuelCatalog *catalog, DuelState *state, EventLog *log)
{
    Duel g;
    g.state = state;
    g.catalog = catalog;
    g.log = log;
    return g;
}

/* Counted anew, for when a piece has left the city. */
RULES DuelPowers duel_powers(const DuelCatalog *catalog, const DuelCity *city)
{
    DuelPowers sum;
    memset(&sum, 0, sizeof sum);
    DuelCards cards = city->cards;
    for (int card = duel_cards_pop(&cards); card; card = duel_cards_pop(&cards))
        powers_add(&sum, &catalog->piece[card].gives);
    for (int i = 0; i < DUEL_CITY_WONDERS; i++)
        if (city->under[i])
            powers_add(&sum, &catalog->piece[DUEL_WONDER_0 + city->wonder[i]].gives);
    for (uint32_t left = city->tokens; left; left &= left - 1)
        powers_add(&sum, &catalog->piece[DUEL_TOKEN_0 + 1 + bits_first(left)].gives);
#ifdef DUEL_WITH_SETS
    for (uint32_t left = city->gods; left; left &= left - 1)
        powers_add(&sum, &catalog->piece[DUEL_GOD_0 + 1 + bits_first(left)].gives);
    if (city->like_symbol)
        sum.symbols = (uint16_t)(sum.symbols + (1 << (2 * (city->like_symbol - 1))));
#endif
    return sum;
}

/* Of the cards that lie there, those that nothing covers. */
RULES uint32_t duel_uncovered(const DuelLayout *layout, uint32_t lying)
{
    uint32_t open = 0;
    for (uint32_t left = lying; left; left &= left - 1) {
        const int slot = bits_first(left);
        if (!(layout->covered_by[slot] & lying))
            open |= (uint32_t)1 << slot;
    }
    return open;
}

/* The same; a whole structure's are known. */
RULES uint32_t duel_uncovered_of(const DuelLayout *layout, uint32_t lying)
{
    const uint32_t whole = ((uint32_t)1 << layout->slot_count) - 1;
    return lying == whole ? layout->uncovered : duel_uncovered(layout, lying);
}

/* And those that lie face down between two turns: rules 3.4. */
RULES uint32_t duel_face_down(const DuelLayout *layout, uint32_t lying)
{
    return layout->face_down & lying & ~duel_uncovered_of(layout, lying);
}

RULES void duel_reduce(const DuelCatalog *catalog, DuelState *s, const Event *e,
                       const uint8_t *list)
{
    reduce_event(catalog, s, e, list);
}
