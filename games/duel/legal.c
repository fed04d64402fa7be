/* legal.c - what may be done now, and why something else may not. */
#include "games/duel/adapt.h"
#include "games/duel/purse.h"

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

/* Only sets give a city more wonders than this. */
enum { LEGAL_WONDERS = 4 };

/* A command as one word, so that a list of them is written by adding. */
RULES static inline uint64_t legal_word(int type, int seat, int a, int b)
{
    const Command c = command(type, seat, a, b, 0);
    uint64_t word = 0;
    memcpy(&word, &c, sizeof word);
    return word;
}

RULES static inline void legal_put(Command *move, uint64_t word)
{
    memcpy(move, &word, sizeof word);
}

/* A wonder is written in any case; true: and it counts. Wonder 0 stands for one already
 * built: free, and not counted. */
RULES DUEL_INLINE int legal_put_wonder(const Duel *g, const LegalPurse *purse, int seat,
                                       int wonder, uint64_t *word)
{
    *word = legal_word(DUEL_DO_BUILD_WONDER, seat, 0, wonder);
    return (int)(wonder != 0) & (int)legal_can_wonder(g, purse, seat, wonder);
}

/* Each available card: build it, discard it, or put it under a wonder. Which of these
 * are possible is hard to foresee, so all are written and only the count depends on it:
 * a wrong guess of the processor costs more than the writing. */
RULES static int legal_turn_moves(const Duel *g, Command *moves)
{
    const DuelState *s = g->state;
    const int seat = s->seat;
    const DuelCity *city = &s->city[seat];
    LegalPurse purse;
    legal_purse(g, seat, &purse);
    uint64_t wonders[DUEL_CITY_WONDERS + 1] = {0};
    int wonder_count = 0;
    Command *move = moves;
    for (int i = 0; i < LEGAL_WONDERS; i++)
        wonder_count +=
            legal_put_wonder(g, &purse, seat, city->ready[i], &wonders[wonder_count]);
    for (int i = LEGAL_WONDERS; i < DUEL_CITY_WONDERS && city->wonder[i]; i++)
        wonder_count +=
            legal_put_wonder(g, &purse, seat, city->ready[i], &wonders[wonder_count]);
    for (uint32_t left = duel_available(s); left; left &= left - 1) {
        const int card = s->slot[bits_first(left)];
        const uint64_t build = legal_word(DUEL_DO_BUILD_CARD, seat, card, 0);
        const uint64_t discard = legal_word(DUEL_DO_DISCARD_FOR_COINS, seat, card, 0);
        const uint64_t place = legal_word(0, 0, card, 0);
        memcpy(move, &build, sizeof build);
        move += legal_can_build(g, &purse, seat, card);
        memcpy(move++, &discard, sizeof discard);
        for (int i = 0; wonder_count && i < LEGAL_WONDERS; i++)
            legal_put(move + i, wonders[i] + place);
        for (int i = LEGAL_WONDERS; i < DUEL_CITY_WONDERS && i < wonder_count; i++)
            legal_put(move + i, wonders[i] + place);
        move += wonder_count;
    }
    return (int)(move - moves);
}

/* The same as bits of the action space: where nothing is listed, nothing is written
 * that is not needed. Returns how many. */
RULES int duel_turn_mask(const Duel *g, uint64_t *mask)
{
    const DuelState *s = g->state;
    const DuelCity *city = &s->city[s->seat];
    LegalPurse purse;
    legal_purse(g, s->seat, &purse);
    uint32_t wonders = 0;
    int count = 0;
    for (int i = 0; i < DUEL_CITY_WONDERS; i++) {
        const int wonder = city->ready[i];
        const bool can = wonder && legal_can_wonder(g, &purse, s->seat, wonder);
        wonders |= (uint32_t)can << i;
    }
    for (uint32_t left = duel_available(s); left; left &= left - 1) {
        const int card = s->slot[bits_first(left)];
        if (legal_can_build(g, &purse, s->seat, card)) {
            mask_add(mask, DUEL_AT_BUILD_CARD + card - 1);
            count++;
        }
        mask_add(mask, DUEL_AT_DISCARD_FOR_COINS + card - 1);
        count += 1 + bits_count(wonders);
        for (uint32_t rest = wonders; rest; rest &= rest - 1)
            mask_add(mask, DUEL_AT_BUILD_WONDER + (card - 1) * DUEL_CITY_WONDERS +
                               bits_first(rest));
    }
    return count;
}

RULES void duel_legal(const Duel *g, Moves *moves)
{
    const DuelState *s = g->state;
    if (prompt_is_open(&s->prompt)) {
        prompt_legal(&s->prompt, moves);
        return;
    }
    if (s->victory)
        return;
    ASSERT(moves->count + DUEL_SLOTS_MAX * (2 + DUEL_CITY_WONDERS) <= MOVES_MAX);
    moves->count += legal_turn_moves(g, &moves->item[moves->count]);
    duel_sets_moves(g, moves);
}

/* A card as a player sees it in its slot: face down, only the back. */
RULES static int legal_seen(const Duel *g, int slot)
{
    const int card = g->state->slot[slot];
    if (!(g->state->hidden >> slot & 1) || card >= DUEL_BACK)
        return card;
    return DUEL_BACK + g->catalog->label[card].back;
}

RULES Err duel_reach(const Duel *g, const Command *c, Quote *quote)
{
    const DuelState *s = g->state;
    const int slot = c->a ? duel_slot_of(s, c->a) : -1;
    if (slot < 0)
        return quote_refuse(quote, DUEL_ERR_NOT_IN_STRUCTURE, c->a, 0, 0);
    if (s->open >> slot & 1)
        return ERR_OK;
    const uint32_t covers =
        duel_layout(g->catalog, s, s->age)->covered_by[slot] & s->lying;
    const int first = legal_seen(g, bits_first(covers));
    const uint32_t others = covers & (covers - 1);
    if (!others)
        return quote_refuse(quote, DUEL_ERR_COVERED, c->a, first, 0);
    return quote_refuse(quote, DUEL_ERR_COVERED_BY_TWO, c->a, first,
                        legal_seen(g, bits_first(others)));
}

RULES static Err legal_pay(const Duel *g, int seat, DuelPrice price, Quote *quote)
{
    const int total = price.printed + price.trade,
              coins = duel_purse(&g->state->city[seat]);
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
        return duel_sets_validate(g, c, quote);
    if (c->c || (c->b && !is_wonder))
        return ERR_NOT_AN_OPTION;
    const Err reach = duel_reach(g, c, quote);
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
