/* view.c - what a player may know, and a full table that fits it.
 *
 * Both players know the same: everything but the faces of cards that lie face down. */
#include "games/duel/duel.h"

RULES void duel_redact(const Duel *g, int viewer, DuelState *view)
{
    *view = *g->state;
    rng_seed(&view->rng, 0);
    for (uint32_t left = view->hidden; left; left &= left - 1) {
        uint8_t *card = &view->slot[bits_first(left)];
        if (*card < DUEL_BACK)
            *card = (uint8_t)(DUEL_BACK + g->catalog->label[*card].back);
    }
    duel_more_redact(view, viewer);
}

/* Every card somebody has seen, with the one under a wonder. */
RULES DuelCards duel_seen(const DuelState *s)
{
    DuelCards seen = s->discard;
    for (int seat = 0; seat < DUEL_SEATS; seat++) {
        const DuelCity *city = &s->city[seat];
        seen.word[0] |= city->cards.word[0];
        seen.word[1] |= city->cards.word[1];
        for (int i = 0; i < DUEL_CITY_WONDERS; i++)
            if (city->under[i])
                duel_cards_add(&seen, city->under[i]);
    }
    for (uint32_t left = s->lying; left; left &= left - 1)
        if (s->slot[bits_first(left)] < DUEL_BACK)
            duel_cards_add(&seen, s->slot[bits_first(left)]);
    return seen;
}

/* Each card seen from the back becomes one of those with that back that nobody has
 * seen. */
RULES void duel_determinize(const DuelCatalog *catalog, const DuelState *view, Rng *rng,
                            DuelState *state)
{
    *state = *view;
    const DuelCards seen = duel_seen(view);
    for (int back = 1; back <= catalog->back_count; back++) {
        const DuelPile *pile = &catalog->pile[duel_base_only(view)][back];
        uint8_t some[DUEL_PILE_MAX];
        int there = 0;
        for (int i = 0; i < pile->count; i++)
            if (!duel_cards_have(&seen, pile->card[i]))
                some[there++] = pile->card[i];
        for (uint32_t left = state->lying; left; left &= left - 1) {
            uint8_t *card = &state->slot[bits_first(left)];
            if (*card != DUEL_BACK + back)
                continue;
            ASSERT(there > 0);
            const int pick = (int)rng_below(rng, (uint32_t)there);
            *card = some[pick];
            some[pick] = some[--there];
        }
    }
    duel_more_determinize(catalog, rng, state);
    state->rng.state = rng_next(rng);
}

/* Adds a card that was found; false when it was found before. */
RULES static bool check_once(DuelCards *found, int card)
{
    if (card < 1 || card > DUEL_CARDS_MAX || duel_cards_have(found, card))
        return false;
    duel_cards_add(found, card);
    return true;
}

RULES static const char *check_cards(const Duel *g)
{
    const DuelState *s = g->state;
    DuelCards found = s->discard;
    for (int seat = 0; seat < DUEL_SEATS; seat++) {
        DuelCards left = s->city[seat].cards;
        for (int card = duel_cards_pop(&left); card; card = duel_cards_pop(&left))
            if (!check_once(&found, card))
                return "a card is in two places";
        for (int i = 0; i < DUEL_CITY_WONDERS; i++) {
            const int under = s->city[seat].under[i];
            if (under && (!s->city[seat].wonder[i] || !check_once(&found, under)))
                return "a card under a wonder is in two places, or under none";
        }
    }
    for (uint32_t left = s->lying; left; left &= left - 1)
        if (!check_once(&found, s->slot[bits_first(left)]))
            return "a card of the structure is in two places";
    DuelCards all = found;
    for (int card = duel_cards_pop(&all); card; card = duel_cards_pop(&all))
        if (card > g->catalog->card_count)
            return "there is no such card";
    return NULL;
}

RULES static const char *check_structure(const Duel *g)
{
    const DuelState *s = g->state;
    const DuelLayout *layout = &g->catalog->age[s->age];
    if (s->age > g->catalog->age_count || s->lying >> layout->slot_count)
        return "cards lie where the age has no slot";
    if (s->open != duel_uncovered(layout, s->lying))
        return "the uncovered cards are not those marked";
    if (s->hidden & ~s->lying)
        return "a card that is not there lies face down";
    for (int slot = 0; slot < DUEL_SLOTS_MAX; slot++)
        if (!(s->lying >> slot & 1) && s->slot[slot])
            return "a slot without a card has one";
    const bool is_in_turn = prompt_is_open(&s->prompt) && !duel_is_between_turns(s);
    if (!s->victory && s->age && !is_in_turn && (!s->lying || s->open & s->hidden))
        return "an uncovered card still lies face down, or none is left to take";
    return NULL;
}

RULES static const char *check_city(const Duel *g, int seat)
{
    const DuelCity *city = &g->state->city[seat];
    const DuelPowers powers = duel_powers(g->catalog, city);
    if (memcmp(&powers, &city->has, sizeof powers) != 0)
        return "what a city has is not the sum of its pieces";
    if (city->coins < 0)
        return "a player has less than no coins";
    for (int i = 0; i < DUEL_CITY_WONDERS; i++)
        if (city->ready[i] != (city->under[i] ? 0 : city->wonder[i]))
            return "a wonder is neither built nor to be built";
    for (int i = 0; i < DUEL_CITY_WONDERS; i++)
        for (int j = 0; j < DUEL_CITY_WONDERS; j++)
            if (city->wonder[i] &&
                (city->wonder[i] == g->state->city[!seat].wonder[j] ||
                 (i != j && city->wonder[i] == city->wonder[j])))
                return "a wonder is there twice";
    return NULL;
}

RULES static bool check_wonders(const Duel *g)
{
    const DuelState *s = g->state;
    int built = 0, owned = 0;
    for (int seat = 0; seat < DUEL_SEATS; seat++) {
        built += duel_built_wonders(&s->city[seat]);
        for (int i = 0; i < DUEL_CITY_WONDERS; i++)
            owned += s->city[seat].wonder[i] != 0;
    }
    return built < g->catalog->number.wonders_max ||
           (built == owned && built == g->catalog->number.wonders_max);
}

/* A capital taken, six symbols found: such a game is over, and won by who did it. Only
 * points can be level. */
RULES static const char *check_result(const Duel *g)
{
    const DuelState *s = g->state;
    const DuelNumbers *number = &g->catalog->number;
    const int taken = s->pawn == number->capital    ? 1
                      : s->pawn == -number->capital ? 2
                                                    : 0;
    const bool military = s->victory == DUEL_BY_MILITARY;
    if (s->pawn > number->capital || s->pawn < -number->capital)
        return "the pawn is off its track";
    if (military ? s->winners != taken : taken != 0)
        return "the pawn is in a capital if and only if that city's rival has won by "
               "it";
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        if (duel_symbols(&s->city[seat]) >= number->symbols_to_win && !military &&
            (s->victory != DUEL_BY_SCIENCE || s->winners != 1 << seat))
            return "a city has the symbols that win, but has not won by them";
    if (s->victory == DUEL_BY_SCIENCE &&
        (s->winners == 3 ||
         duel_symbols(&s->city[s->winners >> 1]) < number->symbols_to_win))
        return "won by science without the symbols for it";
    if (!s->winners != !s->victory)
        return "somebody has won if and only if there is a victory";
    return bits_count(s->row) > number->row_tokens
               ? "there are more progress tokens on the board than it has spaces"
               : NULL;
}

RULES static int check_pool_count(const DuelState *s)
{
    int count = 0;
    for (int i = 0; i < DUEL_SHOWN_MAX; i++)
        count += s->pool[i] != 0;
    return count;
}

/* Both have chosen as often as the order of the draft says, and the rest lies there. */
RULES static const char *check_draft(const Duel *g)
{
    const DuelState *s = g->state;
    const DuelNumbers *number = &g->catalog->number;
    const int picks = s->fx_depth && s->fx[0].ability == DUEL_FX_wonder_draft
                          ? s->fx[0].count
                          : number->draft_count;
    int owned[DUEL_SEATS] = {0, 0};
    if (s->age || s->victory)
        return check_pool_count(s) ? "wonders to choose from after the draft" : NULL;
    if (picks >= number->draft_count)
        return "an age has not begun, but nobody drafts";
    for (int pick = 0; pick < picks; pick++)
        owned[s->first ^ number->draft[pick]]++;
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        for (int i = 0; i < DUEL_CITY_WONDERS; i++)
            if ((s->city[seat].wonder[i] != 0) != (i < owned[seat]))
                return "a player has too many wonders for the draft, or too few";
    if (check_pool_count(s) != number->shown - picks % number->shown)
        return "too many wonders to choose from, or too few";
    for (int i = 0; i < DUEL_SHOWN_MAX; i++)
        for (int j = 0; j < DUEL_CITY_WONDERS; j++)
            if (s->pool[i] && (s->pool[i] == s->city[0].wonder[j] ||
                               s->pool[i] == s->city[1].wonder[j] ||
                               (i != j && s->pool[i] == s->pool[j])))
                return "a wonder to choose from is there twice";
    return NULL;
}

RULES static const char *check_machine(const Duel *g)
{
    const DuelState *s = g->state;
    if (s->victory)
        return s->fx_depth || prompt_is_open(&s->prompt) ? "over, but something waits"
                                                         : NULL;
    if ((s->fx_depth > 0) != prompt_is_open(&s->prompt))
        return "an effect waits for nobody";
    if (s->drawn && !s->fx_depth)
        return "tokens are drawn, but nobody is asked";
    if (prompt_is_open(&s->prompt) && set_is_empty(&s->prompt.options))
        return "a question without an answer";
    return NULL;
}

RULES const char *duel_check(const Duel *g)
{
    const DuelState *s = g->state;
    const uint16_t owned = s->city[0].tokens & s->city[1].tokens;
    const uint16_t all = s->city[0].tokens | s->city[1].tokens;
    const char *broken = check_cards(g);
    if (!broken)
        broken = check_structure(g);
    for (int seat = 0; seat < DUEL_SEATS && !broken; seat++)
        broken = check_city(g, seat);
    if (!broken && !check_wonders(g))
        broken = "no more wonders can be built, but some are left";
    if (!broken && (owned || (s->row & s->aside) || (s->row & s->drawn) ||
                    (s->aside & s->drawn) || (all & (s->row | s->aside | s->drawn))))
        broken = "a progress token is in two places";
    if (!broken)
        broken = check_result(g);
    if (!broken)
        broken = check_draft(g);
    if (!broken)
        broken = duel_more_check(g);
    return broken ? broken : check_machine(g);
}
