/* plots.c - Agora: what the conspiracies do. */
#include "games/duel/sets/agora/senate.h"
#include "games/duel/words.h"

/* Perhaps move a cube: the last part of many conspiracies. */
ABILITY(may_move)
{
    BEGIN;
    MAY_MOVE_ONE(1);
    END;
}

RULES static void plots_blackmail(Duel *g, int seat, int piece)
{
    const int coins = (g->state->city[opponent_of(seat)].coins + 1) / 2;
    duel_lose(g, opponent_of(seat), coins, piece);
    duel_gain(g, seat, coins, piece);
}

/* Blackmail. Take half of the opponent's coins, rounded up. */
ABILITY(blackmail)
{
    BEGIN;
    DO(1, plots_blackmail(g, fx->seat, fx->source));
    END;
}

RULES static uint16_t plots_lockable(const DuelState *s, int seat)
{
    return (uint16_t)(s->row | s->aside | s->city[opponent_of(seat)].tokens);
}

/* A token that was set aside only its locker sees. */
RULES static void plots_lock(Duel *g, int seat, int token)
{
    const uint16_t bit = (uint16_t)(1 << (token - 1));
    const DuelState *s = g->state;
    const int from = s->aside & bit ? 2 : s->row & bit ? 0 : 1;
    const Event event = duel_event(DUEL_EV_TOKEN_LOCKED, seat, token, 0, from);
    duel_emit(g, from == 2 ? event_secret(event, SECRET_A, 1 << seat) : event, NULL);
}

/* Obscurantism. A progress token of the board, of the opponent or set aside lies under
 * the card, and nobody has it any more. */
ABILITY(lock_token)
{
    BEGIN;
    ASK_AND(1,
            ask(g, fx, DUEL_DO_LOCK_TOKEN, DUEL_WAITING_FOR_LOCK,
                tokens(plots_lockable(g->state, fx->seat))),
            plots_lock(g, fx->seat, fx->card));
    END;
}

/* The cards of the farthest row, but for senators. */
RULES static CardSet plots_far(const Duel *g)
{
    const DuelState *s = g->state;
    const DuelLayout *layout = duel_layout(g->catalog, s, s->age);
    CardSet set = set_none();
    for (uint32_t left = s->lying & ~s->hidden; left; left &= left - 1) {
        const int slot = bits_first(left);
        if (!layout->row[slot] && g->catalog->piece[s->slot[slot]].type != DUEL_SENATOR)
            set_add(&set, s->slot[slot]);
    }
    return set;
}

/* Property Fraud. Build a card of the farthest row for nothing, covered or not. */
ABILITY(fraud)
{
    BEGIN;
    ASK(1, fx->card,
        ask(g, fx, DUEL_DO_BUILD_FREE, DUEL_WAITING_FOR_FRAUD, plots_far(g)));
    if (fx->card)
        DO(2,
           duel_build(g, fx->seat, fx->card, duel_slot_of(g->state, fx->card), false));
    END;
}

RULES DuelCards duel_agora_removed(const Duel *g)
{
    const DuelState *s = g->state;
    const DuelCards seen = duel_seen(s);
    DuelCards removed = {{0, 0}};
    for (int age = 1; age <= s->age; age++) {
        const int back = duel_layout(g->catalog, s, age)->part_back[0];
        const DuelPile *pile = &g->catalog->pile[duel_pool(s)][back];
        for (int i = 0; i < pile->count; i++)
            if (!duel_cards_have(&seen, pile->card[i]))
                duel_cards_add(&removed, pile->card[i]);
    }
    return removed;
}

/* Treason. Build a card for nothing that was left in the box of the ages so far. */
ABILITY(treason)
{
    BEGIN;
    ASK_AND(1,
            ask(g, fx, DUEL_DO_BUILD_FREE, DUEL_WAITING_FOR_TREASON,
                cards(duel_agora_removed(g))),
            duel_build(g, fx->seat, fx->card, DUEL_FROM_BOX, false));
    END;
}

/* Espionage. Take one of all progress tokens set aside. Nothing is drawn, so the other
 * does not learn by what is missing which one lies locked. */
ABILITY(espionage)
{
    BEGIN;
    ASK_AND(1,
            ask(g, fx, DUEL_DO_SELECT_PROGRESS_TOKEN, DUEL_WAITING_FOR_ESPIONAGE,
                tokens(g->state->aside)),
            duel_take_token(g, fx->seat, fx->card));
    END;
}

/* Political Maneuver. Place one, remove one, then perhaps move one. */
ABILITY(maneuver)
{
    BEGIN;
    PLACE_ONE(1);
    REMOVE_ONE(3);
    MAY_MOVE_ONE(5);
    END;
}

RULES static CardSet plots_available(const DuelState *s)
{
    CardSet set = set_none();
    for (uint32_t left = duel_available(s); left; left &= left - 1)
        set_add(&set, s->slot[bits_first(left)]);
    return set;
}

RULES static void plots_discard(Duel *g, int seat, int card)
{
    duel_emit(
        g,
        duel_event(DUEL_EV_CARD_DISCARDED, seat, card, 0, duel_slot_of(g->state, card)),
        NULL);
}

/* Turn of Events. An available card is discarded for no coins, then perhaps another;
 * what they uncover is turned up at once. */
ABILITY(turn_of_events)
{
    BEGIN;
    ASK(1, fx->card,
        ask(g, fx, DUEL_DO_DISCARD_OPEN, DUEL_WAITING_FOR_EVENTS,
            plots_available(g->state)));
    if (fx->card) {
        DO(2, plots_discard(g, fx->seat, fx->card));
        while (g->state->open & g->state->hidden)
            DO(3, duel_reveal(g));
        ASK(4, fx->card,
            duel_agora_may(g, fx, DUEL_DO_DISCARD_OPEN, DUEL_WAITING_FOR_EVENTS,
                           plots_available(g->state)));
        if (fx->card)
            DO(5, plots_discard(g, fx->seat, fx->card));
        while (g->state->open & g->state->hidden)
            DO(6, duel_reveal(g));
    }
    END;
}

RULES static void plots_embezzle(Duel *g, int seat, int piece)
{
    duel_gain(g, seat, duel_agora_cubes(g->state, seat), piece);
    duel_lose(g, opponent_of(seat), duel_agora_cubes(g->state, opponent_of(seat)),
              piece);
}

/* Embezzlement. A coin for each cube of one's own in the senate; the opponent loses one
 * for each of theirs. */
ABILITY(embezzle)
{
    BEGIN;
    DO(1, plots_embezzle(g, fx->seat, fx->source));
    END;
}

/* Blue or green cards of one city whose colour the other has too. */
RULES static CardSet plots_swaps(const Duel *g, int from, int to)
{
    static const uint8_t types[] = {DUEL_CIVILIAN, DUEL_SCIENTIFIC};
    CardSet all = set_none();
    for (int i = 0; i < 2; i++) {
        const CardSet theirs = cards_of_type(g, from, types[i]);
        const CardSet own = cards_of_type(g, to, types[i]);
        if (!set_is_empty(&own))
            all = set_union(all, theirs);
    }
    return all;
}

/* Six symbols win, both at once share it; then each new pair brings a token, the
 * triggering player's first. Where the snake leaves with a card its symbol was counted
 * already, and no pair is new. */
RULES static void plots_swap(Duel *g, int seat, int card, int given)
{
    const DuelState *s = g->state;
    const int wanted = g->catalog->number.symbols_to_win;
    const int comes[] = {card, given};
    const int who[] = {seat, opponent_of(seat)};
    int symbol[2], before[2], winners = 0;
    for (int i = 0; i < 2; i++) {
        symbol[i] = g->catalog->piece[comes[i]].symbol;
        before[i] = symbol[i] ? duel_symbol_count(&s->city[who[i]], symbol[i]) : 0;
    }
    duel_emit(g, duel_event(DUEL_EV_CARDS_SWAPPED, seat, card, given, 0), NULL);
    for (int i = 0; i < DUEL_SEATS; i++)
        winners |= (duel_symbols(&s->city[i]) >= wanted) << i;
    if (winners) {
        duel_win(g, DUEL_BY_SCIENCE, winners);
        return;
    }
    for (int i = 1; i >= 0; i--)
        if (symbol[i] && s->row && before[i] < 2 &&
            duel_symbol_count(&s->city[who[i]], symbol[i]) == 2)
            duel_push(g, DUEL_FX_choose_progress, who[i], comes[i], 0);
}

/* Coercion. Take a blue or green card of the opponent, and give one of its colour. */
ABILITY(coercion)
{
    BEGIN;
    ASK(1, fx->card,
        ask(g, fx, DUEL_DO_SWAP_TAKE, DUEL_WAITING_FOR_SWAP,
            plots_swaps(g, opponent_of(fx->seat), fx->seat)));
    if (fx->card) {
        ASK(2, fx->other,
            ask(g, fx, DUEL_DO_SWAP_GIVE, DUEL_WAITING_FOR_SWAP_GIVE,
                cards_of_type(g, fx->seat, g->catalog->piece[fx->card].type)));
        fx->answer = fx->card;
        DO(3, plots_swap(g, fx->seat, fx->card, fx->other));
    }
    END;
}

/* Those with a decree; or, without one of them, those with room for another. */
RULES static CardSet plots_chambers(const DuelState *s, int without)
{
    CardSet set = set_none();
    for (int i = 0; i < AGORA_CHAMBERS; i++)
        if (without ? i + 1 != without && !s->agora.decree[i][AGORA_ROOM - 1]
                    : s->agora.decree[i][0] != 0)
            set_add(&set, (Id)(i + 1));
    return set;
}

/* Like a loss in the old chamber, then a gain in the new one; between two of one
 * controller nothing happens. */
RULES static void plots_move_decree(Duel *g, int seat, int from, int to)
{
    const DuelState *s = g->state;
    const bool martial = s->agora.decree[from - 1][0] == AGORA_SHIELD;
    const int before = duel_agora_controller(s, from - 1);
    const int after = duel_agora_controller(s, to - 1);
    duel_emit(g, duel_event(DUEL_EV_DECREE_MOVED, seat, from, to, 0), NULL);
    if (martial && before != after && before < DUEL_SEATS)
        duel_move_pawn(g, opponent_of(before), 1);
    if (after < DUEL_SEATS && !s->victory) {
        duel_agora_turn_up(g, to - 1);
        if (martial && before != after)
            duel_move_pawn(g, after, 1);
    }
}

/* Insider Influence. A decree moves under the one of another chamber. */
ABILITY(insider)
{
    BEGIN;
    ASK(1, fx->card,
        ask(g, fx, DUEL_DO_SELECT_CHAMBER, DUEL_WAITING_FOR_DECREE,
            plots_chambers(g->state, 0)));
    if (fx->card) {
        ASK(2, fx->other,
            ask(g, fx, DUEL_DO_SELECT_CHAMBER, DUEL_WAITING_FOR_DECREE_TO,
                plots_chambers(g->state, fx->card)));
        fx->answer = fx->card;
        if (fx->other)
            DO(3, plots_move_decree(g, fx->seat, fx->card, fx->other));
    }
    END;
}

RULES static CardSet plots_built(const DuelCity *city)
{
    CardSet set = set_none();
    for (int i = 0; i < DUEL_CITY_WONDERS; i++)
        if (city->wonder[i] && city->under[i])
            set_add(&set, city->wonder[i]);
    return set;
}

RULES static void plots_ruin(Duel *g, int seat, int wonder)
{
    const DuelCity *city = &g->state->city[seat];
    for (int i = 0; i < DUEL_CITY_WONDERS; i++)
        if (city->wonder[i] == wonder) {
            duel_emit(
                g, duel_event(DUEL_EV_WONDER_RUINED, seat, wonder, city->under[i], 0),
                NULL);
            return;
        }
}

/* Sabotage. A built wonder of the opponent leaves the game. */
ABILITY(sabotage)
{
    BEGIN;
    ASK_AND(1,
            ask(g, fx, DUEL_DO_SELECT_RUIN, DUEL_WAITING_FOR_RUIN,
                plots_built(&g->state->city[opponent_of(fx->seat)])),
            plots_ruin(g, opponent_of(fx->seat), fx->card));
    END;
}

RULES static bool plots_any(CardSet set)
{
    return !set_is_empty(&set);
}

/* Whether one part of a conspiracy would do something now. */
RULES static bool plots_part_can(const Duel *g, int seat, const DuelDoes *does)
{
    const DuelState *s = g->state;
    const DuelCity *other = &s->city[!seat];
    const int own = duel_agora_cubes(s, seat), theirs = duel_agora_cubes(s, !seat);
    bool unbuilt = false;
    switch (does->ability) {
    case DUEL_FX_may_move:
        return own > 0;
    case DUEL_FX_take_wonder:
        for (int i = 0; i < DUEL_CITY_WONDERS; i++)
            unbuilt = unbuilt || other->ready[i];
        return unbuilt;
    case DUEL_FX_blackmail:
        return other->coins > 0;
    case DUEL_FX_destroy:
        return plots_any(cards_of_type(g, !seat, does->n));
    case DUEL_FX_lock_token:
        return plots_lockable(s, seat) != 0;
    case DUEL_FX_fraud:
        return plots_any(plots_far(g));
    case DUEL_FX_treason: /* a view does not know which, but how many */
        return true;
    case DUEL_FX_maneuver:
        return own > 0 || theirs > 0 || own < AGORA_CUBES;
    case DUEL_FX_espionage:
        return s->aside != 0;
    case DUEL_FX_turn_of_events:
        return duel_available(s) != 0;
    case DUEL_FX_embezzle:
        return own > 0 || (theirs > 0 && other->coins > 0);
    case DUEL_FX_take_goods:
        return plots_any(cards_of_type(g, !seat, DUEL_RAW_MATERIAL)) ||
               plots_any(cards_of_type(g, !seat, DUEL_MANUFACTURED));
    case DUEL_FX_coercion:
        return plots_any(plots_swaps(g, !seat, seat));
    case DUEL_FX_sabotage:
        return plots_any(plots_built(other));
    default:
        return does->ability != 0;
    }
}

RULES bool duel_agora_can(const Duel *g, int seat, int plot)
{
    const DuelPiece *piece = &g->catalog->piece[DUEL_PLOT_0 + plot];
    return piece->shields || plots_part_can(g, seat, &piece->does[0]) ||
           plots_part_can(g, seat, &piece->does[1]);
}
