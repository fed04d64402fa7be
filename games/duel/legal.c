/* legal.c - what may be done now, and why something else may not. */
#include "games/duel/duel.h"

/* The slot where a card lies face up; -1: nobody sees it there. */
RULES int duel_slot_of(const DuelState *s, int card)
{
    for (uint32_t left = s->lying & ~s->hidden; left; left &= left - 1)
        if (s->slot[bits_first(left)] == card)
            return bits_first(left);
    return -1;
}

RULES static bool legal_limit_reached(const Duel *g)
{
    return duel_built_wonders(&g->state->city[0]) +
               duel_built_wonders(&g->state->city[1]) >=
           g->catalog->number.wonders_max;
}

/* The wonders a player can pay for now, in the order they lie. */
RULES static int legal_wonders(const Duel *g, const DuelMarket *market,
                               uint8_t *wonders)
{
    const DuelCity *city = &g->state->city[g->state->seat];
    const int off = (int)(city->has.off >> (4 * (DUEL_A_WONDER - 1)) & 15);
    int count = 0;
    if (legal_limit_reached(g))
        return 0;
    for (int i = 0; i < DUEL_CITY_WONDERS; i++) {
        if (!city->wonder[i] || city->under[i])
            continue;
        const DuelPiece *piece = &g->catalog->piece[DUEL_WONDER_0 + city->wonder[i]];
        const DuelPrice price = duel_price(market, piece, off);
        if (price.printed + price.trade <= city->coins)
            wonders[count++] = city->wonder[i];
    }
    return count;
}

RULES static bool legal_can_build(const DuelCity *city, const DuelMarket *market,
                                  const DuelPiece *piece)
{
    if (duel_cards_meet(&city->cards, &piece->free_with))
        return true;
    const int off = (int)(city->has.off >> (4 * (piece->type - 1)) & 15);
    const DuelPrice price = duel_price(market, piece, off);
    return price.printed + price.trade <= city->coins;
}

/* Each available card: build it, discard it, or put it under a wonder. */
RULES void duel_legal(const Duel *g, Moves *moves)
{
    const DuelState *s = g->state;
    const int seat = s->seat;
    uint8_t wonders[DUEL_CITY_WONDERS] = {0};
    if (s->victory)
        return;
    if (prompt_is_open(&s->prompt)) {
        prompt_legal(&s->prompt, moves);
        return;
    }
    const DuelMarket market = duel_market(g, seat);
    const int wonder_count = legal_wonders(g, &market, wonders);
    for (uint32_t left = duel_available(s); left; left &= left - 1) {
        const int card = s->slot[bits_first(left)];
        if (legal_can_build(&s->city[seat], &market, &g->catalog->piece[card]))
            moves_add(moves, command(DUEL_DO_BUILD_CARD, seat, card, 0, 0));
        moves_add(moves, command(DUEL_DO_DISCARD_FOR_COINS, seat, card, 0, 0));
        for (int i = 0; i < wonder_count; i++)
            moves_add(moves, command(DUEL_DO_BUILD_WONDER, seat, card, wonders[i], 0));
    }
}

/* A card as a player sees it in its slot: face down, only the back. */
RULES static int legal_seen(const Duel *g, int slot)
{
    const int card = g->state->slot[slot];
    if (!(g->state->hidden >> slot & 1) || card >= DUEL_BACK)
        return card;
    return DUEL_BACK + g->catalog->label[card].back;
}

RULES static Err legal_reach(const Duel *g, const Command *c, Quote *quote)
{
    const DuelState *s = g->state;
    const int slot = c->a ? duel_slot_of(s, c->a) : -1;
    if (slot < 0)
        return quote_refuse(quote, DUEL_ERR_NOT_IN_STRUCTURE, c->a, 0, 0);
    if (s->open >> slot & 1)
        return ERR_OK;
    const uint32_t covers = g->catalog->age[s->age].covered_by[slot] & s->lying;
    const int first = legal_seen(g, bits_first(covers));
    const uint32_t others = covers & (covers - 1);
    if (!others)
        return quote_refuse(quote, DUEL_ERR_COVERED, c->a, first, 0);
    return quote_refuse(quote, DUEL_ERR_COVERED_BY_TWO, c->a, first,
                        legal_seen(g, bits_first(others)));
}

RULES static Err legal_pay(const Duel *g, int seat, DuelPrice price, Quote *quote)
{
    const int total = price.printed + price.trade, coins = g->state->city[seat].coins;
    if (quote)
        quote->price = total;
    return total <= coins ? (Err)ERR_OK
                          : quote_refuse(quote, DUEL_ERR_NEED_COINS, total, coins, 0);
}

RULES static Err legal_wonder(const Duel *g, const Command *c, Quote *quote)
{
    const DuelCity *city = &g->state->city[c->seat];
    if (legal_limit_reached(g))
        return quote_refuse(quote, DUEL_ERR_WONDER_LIMIT,
                            g->catalog->number.wonders_max, 0, 0);
    for (int i = 0; i < DUEL_CITY_WONDERS; i++) {
        if (!c->b || city->wonder[i] != c->b)
            continue;
        if (city->under[i])
            return quote_refuse(quote, DUEL_ERR_WONDER_BUILT, c->b, 0, 0);
        return legal_pay(g, c->seat, duel_wonder_price(g, c->seat, c->b), quote);
    }
    return quote_refuse(quote, DUEL_ERR_NOT_YOUR_WONDER, c->b, 0, 0);
}

RULES static Err legal_turn(const Duel *g, const Command *c, Quote *quote)
{
    const bool is_wonder = c->type == DUEL_DO_BUILD_WONDER;
    if (c->type != DUEL_DO_BUILD_CARD && c->type != DUEL_DO_DISCARD_FOR_COINS &&
        !is_wonder)
        return quote_refuse(quote, ERR_NOT_NOW, c->type, 0, 0);
    if (c->c || (c->b && !is_wonder))
        return ERR_NOT_AN_OPTION;
    const Err reach = legal_reach(g, c, quote);
    if (reach != ERR_OK || c->type == DUEL_DO_DISCARD_FOR_COINS)
        return reach;
    return is_wonder ? legal_wonder(g, c, quote)
                     : legal_pay(g, c->seat, duel_card_price(g, c->seat, c->a), quote);
}

RULES static Err legal_destruction(const Duel *g, const Command *c, Quote *quote)
{
    const DuelState *s = g->state;
    const int wanted = s->fx[s->fx_depth - 1].count, victim = !c->seat;
    if (!duel_cards_have(&s->city[victim].cards, c->a))
        return quote_refuse(quote, DUEL_ERR_NOT_IN_CITY, c->a, victim + 1, 0);
    return quote_refuse(quote, DUEL_ERR_WRONG_COLOUR, c->a,
                        g->catalog->piece[c->a].type, wanted);
}

/* Why an answer that is not among the options is not. */
RULES static Err legal_answer(const Duel *g, const Command *c, Quote *quote)
{
    const Err err = prompt_validate(&g->state->prompt, c, quote);
    if (err != ERR_NOT_AN_OPTION || !c->a || c->b || c->c)
        return err;
    switch (c->type) {
    case DUEL_DO_DRAFT_WONDER:
        return quote_refuse(quote, DUEL_ERR_WONDER_NOT_OFFERED, c->a, 0, 0);
    case DUEL_DO_SELECT_PROGRESS_TOKEN:
        return quote_refuse(quote, DUEL_ERR_TOKEN_NOT_OFFERED, c->a, 0, 0);
    case DUEL_DO_SELECT_FROM_DISCARD:
        return quote_refuse(quote, DUEL_ERR_NOT_DISCARDED, c->a, 0, 0);
    case DUEL_DO_SELECT_DESTRUCTION:
        return legal_destruction(g, c, quote);
    default:
        return err;
    }
}

RULES Err duel_validate(const Duel *g, const Command *c, Quote *quote)
{
    const DuelState *s = g->state;
    if (s->victory)
        return ERR_GAME_OVER;
    if (c->type == ACTION_NONE || c->type >= DUEL_ACTIONS)
        return ERR_UNKNOWN_ACTION;
    if (c->seat >= DUEL_SEATS)
        return quote_refuse(quote, ERR_NOT_A_PLAYER, DUEL_SEATS, 0, 0);
    if (c->seat != duel_to_act(s))
        return quote_refuse(quote, ERR_NOT_YOUR_TURN, duel_to_act(s) + 1, 0, 0);
    return prompt_is_open(&s->prompt) ? legal_answer(g, c, quote)
                                      : legal_turn(g, c, quote);
}
