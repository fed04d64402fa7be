/* effects.c - what cards, wonders and tokens do. */
#include "games/duel/words.h"

RULES void duel_push(Duel *g, int ability, int seat, int source, int count)
{
    DuelState *s = g->state;
    ASSERT(s->fx_depth < DUEL_FX_MAX);
    DuelFx *fx = &s->fx[s->fx_depth++];
    memset(fx, 0, sizeof *fx);
    fx->ability = (uint8_t)ability;
    fx->seat = (uint8_t)seat;
    fx->who = (uint8_t)seat;
    fx->source = (Id)source;
    fx->count = (int16_t)count;
}

RULES static FxResult effects_step(Duel *g, DuelFx *fx)
{
    switch (fx->ability) {
#undef ABILITY
#define FLOW(name, ...)  \
    case DUEL_FX_##name: \
        return duel_fx_##name(g, fx);
#define ABILITY(name, ...) FLOW(name)
#include "games/duel/abilities.def"
#undef ABILITY
#undef FLOW
#define ABILITY(name) RULES FxResult duel_fx_##name(Duel *g, DuelFx *fx)
    default:
        ASSERT(false);
        return FX_DONE;
    }
}

/* Everything on the stack goes on until somebody is asked or nothing is left. */
RULES void duel_run(Duel *g)
{
    DuelState *s = g->state;
    while (s->fx_depth && !prompt_is_open(&s->prompt))
        if (effects_step(g, fx_top(g)) == FX_DONE)
            memset(&s->fx[--s->fx_depth], 0, sizeof s->fx[0]);
}

RULES void duel_ask_again(Duel *g)
{
    ASSERT(fx_top(g));
    memset(&g->state->prompt, 0, sizeof g->state->prompt);
    fx_top(g)->step |= FX_AGAIN;
    duel_run(g);
}

RULES void duel_gain(Duel *g, int seat, int coins, int piece)
{
    if (coins > 0)
        duel_emit(g, duel_event(DUEL_EV_COINS_GAINED, seat, piece, 0, coins), NULL);
}

/* Whoever has less loses what is there. */
RULES static int effects_at_most(const Duel *g, int seat, int coins)
{
    const int there = g->state->city[seat].coins;
    return coins < there ? coins : there;
}

RULES void duel_lose(Duel *g, int seat, int coins, int piece)
{
    coins = effects_at_most(g, seat, coins);
    if (coins > 0)
        duel_emit(g, duel_event(DUEL_EV_COINS_LOST, seat, piece, 0, coins), NULL);
}

/* The pawn goes one space towards the other capital for each shield. Military tokens it
 * comes to for the first time take coins; in the capital the game is won and nothing
 * else happens: rules 8. */
RULES void duel_move_pawn(Duel *g, int seat, int shields)
{
    const DuelNumbers *number = &g->catalog->number;
    const int wanted = shields;
    duel_sets_shields(g, seat, &shields);
    const int side = seat == 0 ? 1 : -1;
    const int before = side * g->state->pawn;
    const int after =
        before + shields < number->capital ? before + shields : number->capital;
    duel_emit(g, duel_event(DUEL_EV_PAWN_MOVED, seat, shields, 0, side * after), NULL);
    if (after == number->capital) {
        duel_win(g, DUEL_BY_MILITARY, 1 << seat);
        return;
    }
    duel_sets_moved(g, seat, wanted, after - before);
    const int loser = opponent_of(seat);
    const bool plain = !duel_sets_loot(g->state);
    int hit = 0;
    for (int i = 0; i < number->loot_count; i++) {
        const int space = number->loot_space[i];
        if (before >= space || after < space ||
            !(g->state->loot >> (loser * DUEL_LOOT_MAX + i) & 1))
            continue;
        const int coins = effects_at_most(g, loser, number->loot_coins[i]);
        if (plain)
            duel_emit(g, duel_event(DUEL_EV_LOOTED, loser, space, 0, coins), NULL);
        hit |= 1 << i;
    }
    duel_sets_looted(g, seat, loser, hit);
}

/* Six different symbols win at once; the second of a kind gives a token, if any is
 * left: rules 9.2 and 9.3. */
RULES void duel_symbol_gained(Duel *g, int seat, int symbol, int piece)
{
    const DuelCity *city = &g->state->city[seat];
    if (duel_symbols(city) >= g->catalog->number.symbols_to_win)
        duel_win(g, DUEL_BY_SCIENCE, 1 << seat);
    else if (duel_symbol_count(city, symbol) == 2 && g->state->row)
        duel_push(g, DUEL_FX_choose_progress, seat, piece, 0);
}

/* What a piece does when it comes into a city: coins, shields, then whatever asks. What
 * has no steps is in force while the piece stands, and does nothing now. A
 * pair of symbols is asked first, so it is pushed last: rules 4.5. */
RULES void duel_apply(Duel *g, int seat, int id)
{
    const DuelPiece *piece = &g->catalog->piece[id];
    const DuelCity *city = &g->state->city[seat];
    if (!piece->acts)
        return;
    int coins = piece->coins;
    if (piece->per_coins)
        coins += piece->per_coins * duel_count(g, city, piece->per);
    if (piece->most_coins)
        coins += piece->most_coins * duel_count_most(g, piece->most);
    duel_gain(g, seat, coins, id);
    if (piece->loses)
        duel_lose(g, opponent_of(seat), piece->loses, id);
    if (piece->shields) {
        const bool red = piece->type == DUEL_MILITARY;
        duel_move_pawn(g, seat, piece->shields + (red ? city->has.more_shields : 0));
        if (g->state->victory)
            return;
    }
    for (int i = DUEL_DOES_MAX - 1; i >= 0; i--)
        if (piece->does[i].ability && !piece->does[i].drafted &&
            duel_shape(piece->does[i].ability).steps)
            duel_push(g, piece->does[i].ability, seat, id, piece->does[i].n);
    if (piece->symbol)
        duel_symbol_gained(g, seat, piece->symbol, id);
}

/* Into the city, from the structure or (slot -1) from the discard pile. */
RULES void duel_build(Duel *g, int seat, int card, int slot, bool chain)
{
    duel_emit(g, duel_event(DUEL_EV_CARD_BUILT, seat, card, chain, slot), NULL);
    if (chain)
        duel_gain(g, seat, duel_goods(g->state->city[seat].has.goods, DUEL_CHAIN_COINS),
                  card);
    duel_apply(g, seat, card);
    duel_sets_built(g, seat, card);
}

/* When the seventh stands, every wonder not built leaves the game: rules 7.3. */
RULES void duel_limit_wonders(Duel *g)
{
    const DuelState *s = g->state;
    if (duel_built_wonders(&s->city[0]) + duel_built_wonders(&s->city[1]) <
        g->catalog->number.wonders_max)
        return;
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        for (int i = DUEL_CITY_WONDERS - 1; i >= 0; i--)
            if (s->city[seat].wonder[i] && !s->city[seat].under[i])
                duel_emit(g,
                          duel_event(DUEL_EV_WONDER_LOST, seat, s->city[seat].wonder[i],
                                     0, 0),
                          NULL);
}

/* The extra turn is settled before the wonder's own effects: a Theology that the wonder
 * itself brings comes too late for it: rules 7.4. */
RULES void duel_build_wonder(Duel *g, int seat, int wonder, int card, int slot)
{
    const int id = DUEL_WONDER_0 + wonder;
    const bool again = g->catalog->piece[id].again ||
                       (g->state->city[seat].has.bits & DUEL_WONDERS_AGAIN);
    duel_emit(g, duel_event(DUEL_EV_WONDER_BUILT, seat, wonder, card, slot), NULL);
    duel_limit_wonders(g);
    if (again)
        duel_emit(g, duel_event(DUEL_EV_PLAYS_AGAIN, seat, 0, 0, 0), NULL);
    duel_apply(g, seat, id);
    duel_sets_built(g, seat, id);
}

RULES void duel_take_token(Duel *g, int seat, int token)
{
    duel_emit(g, duel_event(DUEL_EV_TOKEN_TAKEN, seat, token, 0, 0), NULL);
    duel_apply(g, seat, DUEL_TOKEN_0 + token);
    duel_sets_built(g, seat, DUEL_TOKEN_0 + token);
}

RULES static void effects_draw_tokens(Duel *g, int seat, int count)
{
    DuelState *s = g->state;
    uint8_t some[DUEL_TOKENS_MAX];
    int there = 0;
    for (uint32_t left = s->aside; left; left &= left - 1)
        some[there++] = (uint8_t)(1 + bits_first(left));
    if (there == 0 || count < 1)
        return;
    Event event = duel_event(DUEL_EV_TOKENS_DRAWN, seat, 0, 0, 0);
    event.count = (uint16_t)(count < there ? count : there);
    rng_shuffle(&s->rng, some, there);
    duel_emit(g, event, some);
}

RULES static void effects_destroy(Duel *g, int seat, int card)
{
    duel_emit(g, duel_event(DUEL_EV_CARD_DESTROYED, seat, card, 0, 0), NULL);
}

/* A pair of symbols. Take one of the progress tokens on the board. */
ABILITY(choose_progress)
{
    BEGIN;
    ASK_AND(1,
            ask(g, fx, DUEL_DO_SELECT_PROGRESS_TOKEN,
                DUEL_WAITING_FOR_TOKEN_SELECTION_PAIR, tokens(g->state->row)),
            duel_take_token(g, fx->seat, fx->card));
    END;
}

/* The Great Library. Draw N of the progress tokens set aside, take one, return the
 * others. */
ABILITY(library)
{
    BEGIN;
    DO(1, effects_draw_tokens(g, fx->seat, fx->count));
    ASK_AND(2,
            ask(g, fx, DUEL_DO_SELECT_PROGRESS_TOKEN,
                DUEL_WAITING_FOR_TOKEN_SELECTION_LIB, tokens(g->state->drawn)),
            duel_take_token(g, fx->seat, fx->card));
    END;
}

/* The Mausoleum. Build a card of the discard pile for nothing; this is no chain. */
ABILITY(build_discarded)
{
    BEGIN;
    ASK_AND(1,
            ask(g, fx, DUEL_DO_SELECT_FROM_DISCARD, DUEL_WAITING_FOR_DISCARD_BUILD,
                cards(g->state->discard)),
            duel_build(g, fx->seat, fx->card, -1, false));
    END;
}

/* Circus Maximus, The Statue of Zeus. Put a card of type N in the opponent's city on
 * the discard pile. */
ABILITY(destroy)
{
    BEGIN;
    ASK_AND(1,
            ask(g, fx, DUEL_DO_SELECT_DESTRUCTION, DUEL_WAITING_FOR_DESTRUCTION,
                cards_of_type(g, opponent_of(fx->seat), fx->count)),
            effects_destroy(g, opponent_of(fx->seat), fx->card));
    END;
}
