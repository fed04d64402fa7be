/* worth.c - what Pantheon changes of prices and points: temples, Engineering,
 * divinities, Mysticism. */
#include "games/duel/price.h"
#include "games/duel/sets/pantheon/cost.h"

/* The mythology of a grand temple; 0: the card is none. */
RULES static int pantheon_temple(const Duel *g, int card)
{
    const DuelDoes *does = g->catalog->piece[card].does;
    return does->ability == DUEL_FX_temple ? does->n : 0;
}

RULES bool duel_pantheon_chain(const Duel *g, int seat, int card,
                               const DuelTerms *terms)
{
    (void)terms;
    const int myth = pantheon_temple(g, card);
    return myth && g->state->pantheon.favour[seat][myth - 1];
}

/* A card with a chain symbol under its cost costs one coin, and that is no chain. */
RULES void duel_pantheon_price(const Duel *g, int seat, int id, const DuelTerms *terms,
                               DuelPrice *price)
{
    (void)terms;
    if (id > DUEL_CARDS_MAX || price->printed + price->trade <= 1 ||
        !(g->catalog->label[id].needs || pantheon_temple(g, id)))
        return;
    const int coins = pantheon_has(g, seat, DUEL_FX_engineering);
    if (!coins)
        return;
    price->buy = 0;
    price->printed = (int16_t)coins;
    price->trade = 0;
}

/* Temples whose token a player may have, and everything Engineering looks at. */
RULES DUEL_HOT void duel_pantheon_terms(const Duel *g, int seat, DuelTerms *terms)
{
    const DuelState *s = g->state;
    uint64_t myths = 0;
    memcpy(&myths, s->pantheon.favour[seat], sizeof myths);
    if (myths << 8 * PANTHEON_OFFERINGS) /* without the offerings */
        terms->cards =
            duel_cards_either(terms->cards, g->catalog->cards_with[DUEL_FX_temple]);
    if (s->city[seat].tokens & g->catalog->tokens_with[DUEL_FX_engineering])
        terms->cards = duel_cards_either(terms->cards, g->catalog->priced_by_symbol);
}

/* Points on divinities and coins kept; temples together; Mysticism. */
RULES void duel_pantheon_score(const Duel *g, int seat, DuelScore *score)
{
    static const uint8_t together[] = {0, 5, 12, 21, 21, 21};
    const DuelCity *city = &g->state->city[seat];
    const int mysticism = pantheon_has(g, seat, DUEL_FX_mysticism);
    int temples = 0;
    score->part[DUEL_SCORE_DIVINITY] += city->kept;
    for (uint32_t left = city->gods; left; left &= left - 1)
        score->part[DUEL_SCORE_DIVINITY] +=
            g->catalog->piece[DUEL_GOD_0 + 1 + bits_first(left)].points;
    DuelCards purple = duel_cards_both(city->cards, g->catalog->of_type[DUEL_GUILD]);
    for (int card = duel_cards_pop(&purple); card; card = duel_cards_pop(&purple))
        temples += pantheon_temple(g, card) != 0;
    score->part[DUEL_SCORE_GUILD] += together[temples];
    for (int i = 0; mysticism && i < PANTHEON_FAVOURS; i++)
        score->part[DUEL_SCORE_PROGRESS] +=
            mysticism * g->state->pantheon.favour[seat][i];
}
