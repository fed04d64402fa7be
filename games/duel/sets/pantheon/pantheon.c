/* pantheon.c - Pantheon: divinities are placed in Age I, activated from Age II on, and
 * do what they do. "Rules 14.3" is a number of docs/rules/duel.md. */
#include "games/duel/sets/pantheon/cost.h"
#include "games/duel/words.h"

RULES static int pantheon_myth(const Duel *g, int god)
{
    return g->catalog->label[DUEL_GOD_0 + god].back;
}

RULES static int pantheon_deck_count(const DuelState *s, int myth)
{
    const uint8_t *deck = s->pantheon.deck[myth - 1];
    return (deck[0] != 0) + (deck[1] != 0) + (deck[2] != 0);
}

RULES static bool pantheon_is_enki(const Duel *g, int god)
{
    return god && god < PANTHEON_GATE &&
           g->catalog->piece[DUEL_GOD_0 + god].does[0].ability == DUEL_FX_enki;
}

/* Setting up: five decks in random order, which nobody knows. */
RULES void duel_pantheon_begin(Duel *g)
{
    uint8_t decks[PANTHEON_MYTHS * PANTHEON_DECK];
    for (int i = 0; i < PANTHEON_MYTHS * PANTHEON_DECK; i++)
        decks[i] = (uint8_t)(i + 1);
    for (int myth = 0; myth < PANTHEON_MYTHS; myth++)
        rng_shuffle(&g->state->rng, decks + myth * PANTHEON_DECK, PANTHEON_DECK);
    Event event = duel_event(DUEL_EV_DECKS_SHUFFLED, SEAT_TABLE, 0, 0, 0);
    event.count = sizeof decks;
    event.secret = SECRET_LIST;
    duel_emit(g, event, decks);
}

/* Two random tokens of those set aside lie on Enki as soon as it is seen. */
RULES static void pantheon_lay_enki(Duel *g)
{
    DuelState *s = g->state;
    uint8_t some[DUEL_TOKENS_MAX];
    int there = 0;
    for (uint32_t left = s->aside; left; left &= left - 1)
        some[there++] = (uint8_t)(1 + bits_first(left));
    if (!there)
        return;
    rng_shuffle(&s->rng, some, there);
    Event event = duel_event(DUEL_EV_ENKI_LAID, SEAT_TABLE, 0, 0, 0);
    event.count = (uint16_t)(there < 2 ? there : 2);
    duel_emit(g, event, some);
}

/* Favours lie on face-down cards: five of ten mythology tokens in Age I, the offerings
 * in Age II. */
RULES static void pantheon_lay_favours(Duel *g)
{
    DuelState *s = g->state;
    const uint32_t marked = duel_layout(g->catalog, s, s->age)->marked & s->hidden;
    uint8_t some[2 * PANTHEON_MYTHS];
    int there = 0;
    for (int i = 0; i < PANTHEON_FAVOURS; i++) {
        const int age = i < PANTHEON_MYTHS ? 1 : 2;
        int left = pantheon_favours(i) - pantheon_favours_held(&s->pantheon, i);
        for (; s->age == age && left > 0; left--)
            some[there++] = (uint8_t)(1 + i);
    }
    if (!there || !marked)
        return;
    rng_shuffle(&s->rng, some, there);
    Event event = duel_event(DUEL_EV_FAVOURS_LAID, SEAT_TABLE, 0, 0, 0);
    event.count = (uint16_t)(bits_count(marked) < there ? bits_count(marked) : there);
    duel_emit(g, event, some);
}

/* Age II: the gate on the lowest empty space, all divinities face up. */
RULES static void pantheon_open(Duel *g)
{
    DuelState *s = g->state;
    const uint8_t *space = s->pantheon.space;
    for (int i = 0; i < PANTHEON_SPACES; i++)
        if (!space[i]) {
            duel_emit(g, duel_event(DUEL_EV_GATE_PLACED, SEAT_TABLE, 0, 0, i + 1),
                      NULL);
            break;
        }
    uint8_t shown[PANTHEON_SPACES];
    Event event = duel_event(DUEL_EV_GODS_REVEALED, SEAT_TABLE, 0, 0, 0);
    bool enki = false;
    for (int i = 0; i < PANTHEON_SPACES; i++) {
        if (space[i])
            shown[event.count++] = space[i];
        enki = enki || pantheon_is_enki(g, space[i]);
    }
    duel_emit(g, event, shown);
    if (enki)
        pantheon_lay_enki(g);
}

RULES void duel_pantheon_age(Duel *g)
{
    pantheon_lay_favours(g);
    if (g->state->age == 2)
        pantheon_open(g);
}

/* The favour on a card is taken before the card is turned up; a mythology token brings
 * a divinity into the pantheon. */
RULES void duel_pantheon_uncovered(Duel *g, int slot)
{
    const DuelState *s = g->state;
    const int favour = s->pantheon.mark[slot];
    if (!favour)
        return;
    duel_emit(g, duel_event(DUEL_EV_FAVOUR_TAKEN, s->seat, favour, 0, slot), NULL);
    if (favour <= PANTHEON_MYTHS && pantheon_deck_count(s, favour))
        duel_push(g, DUEL_FX_place_divinity, s->seat, 0, favour);
}

RULES static void pantheon_draw(Duel *g, int seat, int myth)
{
    const int there = pantheon_deck_count(g->state, myth);
    uint8_t drawn[PANTHEON_DECK];
    memcpy(drawn, g->state->pantheon.deck[myth - 1], sizeof drawn);
    Event event = duel_event(DUEL_EV_GODS_DRAWN, seat, myth, 0, 0);
    event.count = (uint16_t)(there < 2 ? there : 2);
    duel_emit(g, event_secret(event, SECRET_LIST, 1 << seat), drawn);
}

/* The one or two divinities on top of a deck. */
RULES static CardSet pantheon_top(const DuelState *s, int myth)
{
    CardSet set = set_none();
    for (int i = 0; i < 2; i++)
        if (s->pantheon.deck[myth - 1][i])
            set_add(&set, s->pantheon.deck[myth - 1][i]);
    return set;
}

RULES static CardSet pantheon_free(const DuelState *s)
{
    CardSet set = set_none();
    for (int i = 0; i < PANTHEON_SPACES; i++)
        if (!s->pantheon.space[i])
            set_add(&set, (Id)(i + 1));
    return set;
}

RULES static void pantheon_place(Duel *g, int seat, int god, int space)
{
    const Event event =
        duel_event(DUEL_EV_GOD_PLACED, seat, god, pantheon_myth(g, god), space);
    duel_emit(g, event_secret(event, SECRET_A, 1 << seat), NULL);
}

/* A mythology token. Look at the top two of deck N, place one face down on a free
 * space, and leave the other on top. */
ABILITY(place_divinity)
{
    BEGIN;
    DO(1, pantheon_draw(g, fx->seat, fx->count));
    ASK(2, fx->card,
        ask(g, fx, DUEL_DO_SELECT_DIVINITY, DUEL_WAITING_FOR_DIVINITY,
            pantheon_top(g->state, fx->count)));
    ASK(3, fx->other,
        ask(g, fx, DUEL_DO_SELECT_SPACE, DUEL_WAITING_FOR_SPACE,
            pantheon_free(g->state)));
    if (fx->card && fx->other)
        DO(4, pantheon_place(g, fx->seat, fx->card, fx->other));
    END;
}

/* What the offerings in a set are worth: every set has another sum. */
RULES int duel_pantheon_sum(int offerings)
{
    return (int)(0x97645320u >> (4 * offerings) & 15);
}

/* The set of offerings with that sum; -1: there is none. */
RULES int duel_pantheon_offerings(int sum)
{
    int set = (1 << PANTHEON_OFFERINGS) - 1;
    while (set >= 0 && duel_pantheon_sum(set) != sum)
        set--;
    return set;
}

RULES static int pantheon_owned(const DuelState *s, int seat)
{
    const uint8_t *favour = s->pantheon.favour[seat] + PANTHEON_MYTHS;
    return (favour[0] != 0) | (favour[1] != 0) << 1 | (favour[2] != 0) << 2;
}

/* The gate costs twice what is printed on its space, on the player's side. */
RULES int duel_pantheon_cost(const Duel *g, int seat, int space, int sum)
{
    const bool gate = g->state->pantheon.space[space - 1] == PANTHEON_GATE;
    const int printed =
        (int)(g->catalog->number.space_cost[seat] >> (8 * (space - 1)) & 0xff);
    const int cost = (printed << gate) - pantheon_has(g, seat, DUEL_FX_sanctuary) - sum;
    return cost > 0 ? cost : 0;
}

static_assert(offsetof(DuelPantheon, space) == 0, "whole words are read from there");

/* What can be activated instead of taking a card, from Age II on: a byte a space, in it
 * bit a set of offerings. For all spaces at once, and without a jump: what is lacking
 * there, never below 0, and which sets are worth that. */
RULES static uint64_t pantheon_activations(const Duel *g)
{
    static const uint8_t worth[2 * PANTHEON_GATE] = {0xff, 0xfe, 0xfe, 0xfc, 0xf8,
                                                     0xe8, 0xe0, 0xc0, 0x80, 0x80};
    const uint64_t each = 0x010101010101u, high = each << 7;
    const DuelState *s = g->state;
    if (s->age < 2)
        return 0;
    const int coins =
        duel_purse(&s->city[s->seat]) + pantheon_has(g, s->seat, DUEL_FX_sanctuary);
    const uint64_t reach = (uint64_t)(coins < PANTHEON_GATE ? coins : PANTHEON_GATE);
    const uint64_t printed = g->catalog->number.space_cost[s->seat];
    const uint64_t subsets = 0xff5533110f050301u >> (8 * pantheon_owned(s, s->seat));
    uint64_t gods = 0, sets = 0;
    memcpy(&gods, &s->pantheon, sizeof gods);
    gods &= each * 0xff;
    const uint64_t gates = gods / PANTHEON_GATE & each;
    const uint64_t empty = ~(gods + 0x7f * each) >> 7 & each;
    uint64_t lacks = ((printed + (printed & 0xff * gates)) | high) - each * reach;
    const uint64_t some = lacks & high;
    lacks = (lacks & (some - (some >> 7))) | empty * PANTHEON_GATE;
    for (int i = 0; i < 8 * PANTHEON_SPACES; i += 8)
        sets |= (uint64_t)worth[lacks >> i & 0xff] << i;
    return sets & (subsets & 0xff) * each;
}

RULES static Command pantheon_activation(const DuelState *s, int at)
{
    return command(DUEL_DO_ACTIVATE, s->seat, (at >> PANTHEON_OFFERINGS) + 1,
                   duel_pantheon_sum(at & ((1 << PANTHEON_OFFERINGS) - 1)), 0);
}

RULES void duel_pantheon_moves(const Duel *g, Moves *moves)
{
    for (uint64_t left = pantheon_activations(g); left; left &= left - 1)
        moves_add(moves, pantheon_activation(g->state, bits_first(left)));
}

RULES int duel_pantheon_count(const Duel *g)
{
    return bits_count(pantheon_activations(g));
}

RULES Command duel_pantheon_at(const Duel *g, int n)
{
    return pantheon_activation(g->state, bits_at(pantheon_activations(g), (uint32_t)n));
}

RULES Err duel_pantheon_validate(const Duel *g, const Command *c, Quote *quote)
{
    const DuelState *s = g->state;
    const int set = duel_pantheon_offerings(c->b);
    if (c->type != DUEL_DO_ACTIVATE)
        return ERR_NOT_NOW;
    if (c->c || c->a < 1 || c->a > PANTHEON_SPACES)
        return ERR_NOT_AN_OPTION;
    if (s->age < 2)
        return (Err)DUEL_ERR_TOO_EARLY;
    if (!s->pantheon.space[c->a - 1])
        return quote_refuse(quote, DUEL_ERR_NO_DIVINITY, c->a, 0, 0);
    if (set < 0 || set & ~pantheon_owned(s, c->seat))
        return quote_refuse(quote, DUEL_ERR_NO_OFFERINGS, c->b, 0, 0);
    const int price = duel_pantheon_cost(g, c->seat, c->a, c->b);
    const int coins = duel_purse(&s->city[c->seat]);
    if (quote)
        quote->price = price;
    return price <= coins ? (Err)ERR_OK
                          : quote_refuse(quote, DUEL_ERR_NEED_COINS, price, coins, 0);
}

/* The divinity comes into the city, and does what it does. */
RULES static void pantheon_activate(Duel *g, int seat, int god, int space)
{
    duel_emit(g, duel_event(DUEL_EV_ACTIVATED, seat, god, 0, space), NULL);
    duel_apply(g, seat, DUEL_GOD_0 + god);
}

RULES bool duel_pantheon_turn(Duel *g, const Command *c)
{
    if (c->type != DUEL_DO_ACTIVATE)
        return false;
    const int god = g->state->pantheon.space[c->a - 1];
    const DuelPrice price = {0, (int16_t)duel_pantheon_cost(g, c->seat, c->a, c->b), 0,
                             false};
    if (c->b)
        duel_emit(g, duel_event(DUEL_EV_OFFERED, c->seat, 0, 0, c->b), NULL);
    duel_pay(g, c->seat, price);
    if (god == PANTHEON_GATE) {
        duel_emit(g, duel_event(DUEL_EV_GATE_OPENED, c->seat, 0, 0, c->a), NULL);
        duel_push(g, DUEL_FX_pantheon_gate, c->seat, 0, 0);
    } else {
        pantheon_activate(g, c->seat, god, c->a);
    }
    return true;
}

/* Both see a whole deck (or, where 'myth' is 0, the top of every deck). */
RULES static void pantheon_show(Duel *g, int seat, int myth)
{
    const DuelState *s = g->state;
    uint8_t shown[PANTHEON_MYTHS];
    Event event = duel_event(DUEL_EV_GODS_SHOWN, seat, myth, 0, 0);
    bool enki = false;
    for (int i = 0; i < (myth ? PANTHEON_DECK : PANTHEON_MYTHS); i++) {
        const int god = myth ? s->pantheon.deck[myth - 1][i] : s->pantheon.deck[i][0];
        if (god)
            shown[event.count++] = (uint8_t)god;
        enki = enki || pantheon_is_enki(g, god);
    }
    if (!event.count)
        return;
    duel_emit(g, event, shown);
    if (enki)
        pantheon_lay_enki(g);
}

/* One of those shown comes into the city for nothing; tokens on an Enki that is not
 * chosen are set aside again. */
RULES static void pantheon_join(Duel *g, int seat, int god)
{
    const DuelState *s = g->state;
    bool lies = pantheon_is_enki(g, god);
    for (int i = 0; i < PANTHEON_SPACES; i++)
        lies = lies || pantheon_is_enki(g, s->pantheon.space[i]);
    if (!lies && s->pantheon.enki)
        duel_emit(g, duel_event(DUEL_EV_ENKI_RETURNED, SEAT_TABLE, 0, 0, 0), NULL);
    pantheon_activate(g, seat, god, 0);
}

RULES static CardSet pantheon_tops(const DuelState *s)
{
    CardSet set = set_none();
    for (int i = 0; i < PANTHEON_MYTHS; i++)
        if (s->pantheon.deck[i][0])
            set_add(&set, s->pantheon.deck[i][0]);
    return set;
}

/* The gate. The top divinity of every deck is seen; activate one for nothing. */
ABILITY(pantheon_gate)
{
    BEGIN;
    DO(1, pantheon_show(g, fx->seat, 0));
    ASK_AND(2,
            ask(g, fx, DUEL_DO_SELECT_DIVINITY, DUEL_WAITING_FOR_ACTIVATION,
                pantheon_tops(g->state)),
            pantheon_join(g, fx->seat, fx->card));
    END;
}

RULES static CardSet pantheon_decks(const DuelState *s)
{
    CardSet set = set_none();
    for (int myth = 1; myth <= PANTHEON_MYTHS; myth++)
        if (pantheon_deck_count(s, myth))
            set_add(&set, (Id)myth);
    return set;
}

/* The divinities of a deck but for one; none where the order of the rest is given. */
RULES static CardSet pantheon_deck(const DuelState *s, int myth, int without)
{
    CardSet set = set_none();
    for (int i = 0; i < PANTHEON_DECK; i++)
        if (s->pantheon.deck[myth - 1][i] && s->pantheon.deck[myth - 1][i] != without)
            set_add(&set, s->pantheon.deck[myth - 1][i]);
    return without && set_count(&set) < 2 ? set_none() : set;
}

/* The chosen one on top, below it the rest as its owner wants it. */
RULES static void pantheon_order(Duel *g, int seat, int god, int top)
{
    const int myth = pantheon_myth(g, god);
    const uint8_t *deck = g->state->pantheon.deck[myth - 1];
    uint8_t order[PANTHEON_DECK] = {(uint8_t)god, (uint8_t)top, 0};
    Event event = duel_event(DUEL_EV_DECK_ORDERED, seat, myth, 0, 0);
    event.count = top ? 2 : 1;
    for (int i = 0; i < PANTHEON_DECK; i++)
        if (deck[i] && deck[i] != god && deck[i] != top)
            order[event.count++] = deck[i];
    duel_emit(g, event_secret(event, SECRET_LIST, 1 << seat), order);
    pantheon_join(g, seat, god);
}

/* The Divine Theater. One whole deck is seen; activate one of it for nothing and return
 * the rest in any order. */
ABILITY(divine_theater)
{
    BEGIN;
    ASK(1, fx->other,
        ask(g, fx, DUEL_DO_SELECT_MYTHOLOGY, DUEL_WAITING_FOR_MYTHOLOGY,
            pantheon_decks(g->state)));
    if (fx->other) {
        DO(2, pantheon_show(g, fx->seat, fx->other));
        ASK(3, fx->card,
            ask(g, fx, DUEL_DO_SELECT_DIVINITY, DUEL_WAITING_FOR_ACTIVATION,
                pantheon_deck(g->state, fx->other, 0)));
        ASK(4, fx->other,
            ask(g, fx, DUEL_DO_SELECT_TOP, DUEL_WAITING_FOR_TOP,
                pantheon_deck(g->state, pantheon_myth(g, fx->card), fx->card)));
        fx->answer = fx->card;
        DO(5, pantheon_order(g, fx->seat, fx->card, fx->other));
    }
    END;
}

RULES static void pantheon_offer_tokens(Duel *g, int seat)
{
    const uint16_t lying = g->state->pantheon.enki;
    uint8_t some[DUEL_TOKENS_MAX];
    Event event = duel_event(DUEL_EV_TOKENS_DRAWN, seat, 0, 0, 0);
    for (uint32_t left = lying; left; left &= left - 1)
        some[event.count++] = (uint8_t)(1 + bits_first(left));
    if (!lying)
        return;
    duel_emit(g, duel_event(DUEL_EV_ENKI_RETURNED, SEAT_TABLE, 0, 0, 0), NULL);
    duel_emit(g, event, some);
}

/* Enki. Take one of the progress tokens on it; the other is set aside again. */
ABILITY(enki)
{
    BEGIN;
    DO(1, pantheon_offer_tokens(g, fx->seat));
    ASK_AND(2,
            ask(g, fx, DUEL_DO_SELECT_PROGRESS_TOKEN, DUEL_WAITING_FOR_ENKI,
                tokens(g->state->drawn)),
            duel_take_token(g, fx->seat, fx->card));
    END;
}

RULES static void pantheon_lay_snake(Duel *g, int seat, int card, int source)
{
    const int symbol = g->catalog->piece[card].symbol;
    duel_emit(g, duel_event(DUEL_EV_SNAKE_LAID, seat, card, symbol, 0), NULL);
    if (symbol)
        duel_symbol_gained(g, seat, symbol, source);
}

/* Nisaba. The snake lies on a green card of the opponent, whose symbol counts here too.
 */
ABILITY(snake)
{
    BEGIN;
    ASK_AND(1,
            ask(g, fx, DUEL_DO_SELECT_SNAKE, DUEL_WAITING_FOR_SNAKE,
                cards_of_type(g, opponent_of(fx->seat), DUEL_SCIENTIFIC)),
            pantheon_lay_snake(g, fx->seat, fx->card, fx->source));
    END;
}

RULES static void pantheon_keep(Duel *g, int seat, int coins, int piece)
{
    duel_emit(g, duel_event(DUEL_EV_COINS_KEPT, seat, piece, 0, coins), NULL);
}

/* Astarte. N coins lie on it: they can be spent, and not be lost. */
ABILITY(keep_coins)
{
    BEGIN;
    DO(1, pantheon_keep(g, fx->seat, fx->count, fx->source));
    END;
}

/* The treasury pays first. */
RULES void duel_pantheon_pay(Duel *g, int seat, int coins)
{
    const int lacking = coins - g->state->city[seat].coins;
    if (lacking > 0)
        duel_emit(g, duel_event(DUEL_EV_KEPT_SPENT, seat, 0, 0, lacking), NULL);
}

RULES static CardSet pantheon_goods(const Duel *g, int seat)
{
    return set_union(cards_of_type(g, seat, DUEL_RAW_MATERIAL),
                     cards_of_type(g, seat, DUEL_MANUFACTURED));
}

RULES static void pantheon_take_card(Duel *g, int seat, int card)
{
    duel_emit(g, duel_event(DUEL_EV_CARD_TAKEN, seat, card, 0, 0), NULL);
}

/* Baal. Take a brown or grey card of the opponent; this is no building. */
ABILITY(take_goods)
{
    BEGIN;
    ASK_AND(1,
            ask(g, fx, DUEL_DO_TAKE_CARD, DUEL_WAITING_FOR_GOODS,
                pantheon_goods(g, opponent_of(fx->seat))),
            pantheon_take_card(g, fx->seat, fx->card));
    END;
}

RULES static CardSet pantheon_lying(const DuelState *s)
{
    CardSet set = set_none();
    set.word[0] = (uint64_t)s->lying << 1;
    return set;
}

RULES static void pantheon_strike(Duel *g, int seat, int slot)
{
    duel_emit(g, duel_event(DUEL_EV_CARD_STRUCK, seat, g->state->slot[slot], 0, slot),
              NULL);
}

/* Zeus. Any card of the structure goes to the discard pile, what lies on it out of the
 * game. */
ABILITY(strike)
{
    BEGIN;
    ASK_AND(
        1,
        ask(g, fx, DUEL_DO_STRIKE, DUEL_WAITING_FOR_STRIKE, pantheon_lying(g->state)),
        pantheon_strike(g, fx->seat, fx->card - 1));
    END;
}

/* The wonders of a city that are built, or that are not. */
RULES static CardSet pantheon_wonders(const DuelCity *city, bool built)
{
    CardSet set = set_none();
    for (int i = 0; i < DUEL_CITY_WONDERS; i++)
        if (city->wonder[i] && (city->under[i] != 0) == built)
            set_add(&set, city->wonder[i]);
    return set;
}

RULES static void pantheon_unbuild(Duel *g, int wonder)
{
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        for (int i = 0; i < DUEL_CITY_WONDERS; i++) {
            const DuelCity *city = &g->state->city[seat];
            if (city->wonder[i] == wonder) {
                duel_emit(
                    g,
                    duel_event(DUEL_EV_WONDER_UNBUILT, seat, wonder, city->under[i], 0),
                    NULL);
                return;
            }
        }
}

/* Anubis. The card under a built wonder, whoever has it, goes to the discard pile; the
 * wonder can be built again. */
ABILITY(unbuild)
{
    BEGIN;
    ASK_AND(1,
            ask(g, fx, DUEL_DO_SELECT_WONDER, DUEL_WAITING_FOR_UNBUILD,
                set_union(pantheon_wonders(&g->state->city[0], true),
                          pantheon_wonders(&g->state->city[1], true))),
            pantheon_unbuild(g, fx->card));
    END;
}

/* What Isis can raise: nothing without a card to put under it. */
RULES static CardSet pantheon_to_raise(const DuelState *s, int seat)
{
    return duel_cards_count(s->discard) ? pantheon_wonders(&s->city[seat], false)
                                        : set_none();
}

/* Isis. Build a wonder of your own for nothing, with a card of the discard pile. */
ABILITY(raise_wonder)
{
    BEGIN;
    ASK(1, fx->card,
        ask(g, fx, DUEL_DO_SELECT_WONDER, DUEL_WAITING_FOR_RAISE,
            pantheon_to_raise(g->state, fx->seat)));
    if (fx->card) {
        ASK(2, fx->other,
            ask(g, fx, DUEL_DO_SELECT_UNDER, DUEL_WAITING_FOR_UNDER,
                cards(g->state->discard)));
        fx->answer = fx->card;
        DO(3, duel_build_wonder(g, fx->seat, fx->card, fx->other, -1));
    }
    END;
}

RULES static void pantheon_take_wonder(Duel *g, int seat, int wonder)
{
    duel_emit(g, duel_event(DUEL_EV_WONDER_TAKEN, seat, wonder, 0, 0), NULL);
}

/* Ra. Take an unbuilt wonder of the opponent. */
ABILITY(take_wonder)
{
    BEGIN;
    ASK_AND(1,
            ask(g, fx, DUEL_DO_SELECT_WONDER, DUEL_WAITING_FOR_WONDER,
                pantheon_wonders(&g->state->city[opponent_of(fx->seat)], false)),
            pantheon_take_wonder(g, fx->seat, fx->card));
    END;
}

RULES static CardSet pantheon_track(const Duel *g)
{
    const int capital = g->catalog->number.capital;
    CardSet set = set_none();
    for (int space = -capital; space <= capital; space++)
        if (space != g->state->pawn && PANTHEON_MIDDLE + space > 0)
            set_add(&set, (Id)(PANTHEON_MIDDLE + space));
    return set;
}

RULES static void pantheon_set_minerva(Duel *g, int seat, int place)
{
    duel_emit(g, duel_event(DUEL_EV_MINERVA_SET, seat, 0, 0, place - PANTHEON_MIDDLE),
              NULL);
}

/* Minerva. Its pawn stands on any space but the conflict pawn's. */
ABILITY(minerva)
{
    BEGIN;
    ASK_AND(1,
            ask(g, fx, DUEL_DO_SELECT_TRACK, DUEL_WAITING_FOR_TRACK, pantheon_track(g)),
            pantheon_set_minerva(g, fx->seat, fx->card));
    END;
}

/* The pawn stops in front of it. */
RULES void duel_pantheon_shields(const Duel *g, int seat, int *shields)
{
    const DuelState *s = g->state;
    const int side = seat == 0 ? 1 : -1;
    if (!s->pantheon.minerva)
        return;
    const int ahead = side * (s->pantheon.minerva - PANTHEON_MIDDLE - s->pawn);
    if (ahead > 0 && *shields >= ahead)
        *shields = ahead - 1;
}

/* It is gone once it has stopped the pawn; and Poliorcetics counts the spaces. */
RULES void duel_pantheon_moved(Duel *g, int seat, int wanted, int spaces)
{
    const int coins = spaces * pantheon_has(g, seat, DUEL_FX_poliorcetics);
    if (wanted > spaces && g->state->pantheon.minerva)
        duel_emit(g, duel_event(DUEL_EV_MINERVA_GONE, seat, 0, 0, 0), NULL);
    if (coins > 0)
        duel_lose(g, opponent_of(seat), coins,
                  pantheon_piece(g, seat, DUEL_FX_poliorcetics));
}

RULES static CardSet pantheon_loot(const DuelState *s)
{
    CardSet set = set_none();
    set.word[0] = (uint64_t)s->loot << 1;
    return set;
}

RULES static void pantheon_drop_loot(Duel *g, int loot)
{
    const int seat = (loot - 1) / DUEL_LOOT_MAX, which = (loot - 1) % DUEL_LOOT_MAX;
    duel_emit(
        g,
        duel_event(DUEL_EV_LOOT_GONE, seat, g->catalog->number.loot_space[which], 0, 0),
        NULL);
}

/* The loss is the opponent's, wherever the token lay; what another set does instead is
 * done for the activator. */
RULES static void pantheon_use_loot(Duel *g, int seat, int loot)
{
    const int side = (loot - 1) / DUEL_LOOT_MAX, which = (loot - 1) % DUEL_LOOT_MAX;
    const int loser = opponent_of(seat), there = g->state->city[loser].coins;
    const int coins = g->catalog->number.loot_coins[which];
    if (duel_sets_loot(g->state)) {
        duel_sets_looted(g, seat, side, 1 << which);
        return;
    }
    duel_emit(g,
              duel_event(DUEL_EV_LOOT_USED, loser, g->catalog->number.loot_space[which],
                         side + 1, coins < there ? coins : there),
              NULL);
}

/* Neptune. A military token leaves the game, then another takes coins of the opponent.
 */
ABILITY(neptune)
{
    BEGIN;
    ASK(1, fx->card,
        ask(g, fx, DUEL_DO_SELECT_LOOT, DUEL_WAITING_FOR_LOOT,
            pantheon_loot(g->state)));
    if (fx->card) {
        DO(2, pantheon_drop_loot(g, fx->card));
        ASK(3, fx->card,
            ask(g, fx, DUEL_DO_SELECT_LOOT, DUEL_WAITING_FOR_LOOT_USE,
                pantheon_loot(g->state)));
        if (fx->card)
            DO(4, pantheon_use_loot(g, fx->seat, fx->card));
    }
    END;
}

/* A grand temple, while it stands: see duel_pantheon_chain and duel_pantheon_score. */
ABILITY(temple)
{
    (void)g;
    BEGIN;
    END;
}

/* The Sanctuary, while it stands: see duel_pantheon_cost. */
ABILITY(sanctuary)
{
    (void)g;
    BEGIN;
    END;
}

/* Mysticism, while it is owned: see duel_pantheon_score. */
ABILITY(mysticism)
{
    (void)g;
    BEGIN;
    END;
}

/* Poliorcetics, while it is owned: see duel_pantheon_moved. */
ABILITY(poliorcetics)
{
    (void)g;
    BEGIN;
    END;
}

/* Engineering, while it is owned: see duel_pantheon_price. */
ABILITY(engineering)
{
    (void)g;
    BEGIN;
    END;
}
