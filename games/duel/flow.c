/* flow.c - how a game, an age and a turn go. */
#include "games/duel/purse.h"
#include "games/duel/words.h"

RULES void duel_open(const DuelCatalog *catalog, const Setup *setup, DuelState *state)
{
    const int first = setup->option[DUEL_OPT_FIRST_PLAYER];
    memset(state, 0, sizeof *state);
    rng_seed(&state->rng, setup->seed);
    for (int seat = 0; seat < DUEL_SEATS; seat++) {
        state->city[seat].coins = catalog->number.start_coins;
        for (int i = 0; i < catalog->number.loot_count; i++)
            state->loot |= (uint8_t)(1 << (seat * DUEL_LOOT_MAX + i));
    }
    if (first == OPTION_AUTO)
        state->marks |= DUEL_DRAW_FIRST;
    else
        state->first = (uint8_t)first;
    if (!setup->option[DUEL_OPT_EXPANSIONS])
        state->marks |= DUEL_BASE_ONLY;
    for (int set = 0; set < DUEL_SETS; set++)
        if (setup->option[DUEL_OPT_EXPANSIONS] && setup->option[DUEL_OPT_SETS + set])
            state->sets |= (uint8_t)(catalog->sets & 1 << set);
}

/* Move 'count' random items to the front. */
RULES static void flow_draw(Rng *rng, uint8_t *items, int there, int count)
{
    ASSERT(count <= there);
    for (int i = 0; i < count; i++) {
        const int pick = i + (int)rng_below(rng, (uint32_t)(there - i));
        const uint8_t item = items[pick];
        items[pick] = items[i];
        items[i] = item;
    }
}

/* Five tokens go on the board; everybody knows which are left, so their order says
 * nothing. */
RULES static void flow_lay_tokens(Duel *g)
{
    DuelState *s = g->state;
    uint8_t some[DUEL_TOKENS_MAX];
    int there = 0;
    for (uint32_t left = g->catalog->tokens[duel_pool(s)]; left; left &= left - 1)
        some[there++] = (uint8_t)(1 + bits_first(left));
    Event event = duel_event(DUEL_EV_TOKENS_LAID, SEAT_TABLE, 0, 0,
                             g->catalog->number.row_tokens);
    event.count = (uint16_t)there;
    flow_draw(&s->rng, some, there, event.n);
    duel_emit(g, event, some);
}

RULES void duel_begin(Duel *g)
{
    DuelState *s = g->state;
    int first = s->first;
    if (s->marks & DUEL_DRAW_FIRST)
        first = (int)rng_below(&s->rng, DUEL_SEATS);
    flow_lay_tokens(g);
    duel_emit(g, duel_event(DUEL_EV_FIRST_PLAYER, first, 0, 0, 0), NULL);
    duel_sets_begin(g);
    duel_push(g, DUEL_FX_wonder_draft, first, 0, 0);
    duel_run(g);
}

/* Wonders nobody has seen yet. The second four are drawn only when the first are taken.
 */
RULES void duel_show_wonders(Duel *g)
{
    DuelState *s = g->state;
    uint32_t unseen = g->catalog->wonders[duel_pool(s)];
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        for (int i = 0; i < DUEL_CITY_WONDERS; i++)
            unseen &= ~((uint32_t)1 << s->city[seat].wonder[i]);
    uint8_t some[DUEL_WONDERS_MAX];
    int there = 0;
    for (; unseen; unseen &= unseen - 1)
        some[there++] = (uint8_t)bits_first(unseen);
    Event event = duel_event(DUEL_EV_WONDERS_SHOWN, SEAT_TABLE, 0, 0, 0);
    event.count = g->catalog->number.shown;
    flow_draw(&s->rng, some, there, event.count);
    duel_emit(g, event, some);
}

RULES static CardSet flow_pool(const DuelState *s)
{
    CardSet set = set_none();
    for (int i = 0; i < DUEL_SHOWN_MAX; i++)
        if (s->pool[i])
            set_add(&set, s->pool[i]);
    return set;
}

RULES int duel_draft_seat(const Duel *g, int pick)
{
    return g->state->first ^ g->catalog->number.draft[pick];
}

/* A wonder that does something when it is drafted does it now. */
RULES static void flow_draft(Duel *g, int seat, int wonder)
{
    const DuelPiece *piece = &g->catalog->piece[DUEL_WONDER_0 + wonder];
    duel_emit(g, duel_event(DUEL_EV_WONDER_DRAFTED, seat, wonder, 0, 0), NULL);
    for (int i = DUEL_DOES_MAX - 1; i >= 0; i--)
        if (piece->does[i].drafted && duel_shape(piece->does[i].ability).steps)
            duel_push(g, piece->does[i].ability, seat, DUEL_WONDER_0 + wonder,
                      piece->does[i].n);
}

RULES static void flow_open_age(Duel *g)
{
    duel_lay_age(g, 1);
    duel_start_turn(g, g->state->first);
}

/* Wonders are chosen four at a time, one or two in a row; then the first player opens
 * the first age: rules 2.4. */
ABILITY(wonder_draft)
{
    BEGIN;
    for (; fx->count < g->catalog->number.draft_count; fx->count++) {
        if (fx->count % g->catalog->number.shown == 0)
            DO(1, duel_show_wonders(g));
        fx->who = (uint8_t)duel_draft_seat(g, fx->count);
        ASK(2, fx->card,
            ask(g, fx, DUEL_DO_DRAFT_WONDER,
                fx->count < g->catalog->number.shown ? DUEL_WONDER_DRAFT_PHASE_1
                                                     : DUEL_WONDER_DRAFT_PHASE_2,
                flow_pool(g->state)));
        DO(3, flow_draft(g, fx->who, fx->card));
    }
    DO(4, flow_open_age(g));
    END;
}

/* The cards with a back that are not on the table yet; returns how many. In a game from
 * its start those are all of them. */
RULES int duel_unseen(const Duel *g, DuelCards seen, int back, uint8_t *cards_out)
{
    const DuelPile *pile = &g->catalog->pile[duel_pool(g->state)][back];
    int there = 0;
    if (!duel_cards_meet(&seen, &pile->set)) {
        memcpy(cards_out, pile->card, sizeof pile->card);
        return pile->count;
    }
    for (int i = 0; i < pile->count; i++) { /* each is written, some are kept */
        cards_out[there] = pile->card[i];
        there += !duel_cards_have(&seen, pile->card[i]);
    }
    return there;
}

/* The cards of an age in random order, so many of each back; the others stay in the box
 * unseen. Should a position have used up too many, the nearest slots stay empty.
 * Returns how many there are. */
RULES static int flow_deal(Duel *g, int age, uint8_t *slots)
{
    const DuelLayout *layout = duel_layout(g->catalog, g->state, age);
    Rng *rng = &g->state->rng;
    const DuelCards seen = duel_seen(g->state);
    uint8_t dealt[DUEL_SLOTS_MAX] = {0};
    int count = 0;
    for (int part = 0; part < layout->part_count; part++) {
        uint8_t some[DUEL_PILE_MAX];
        const int there = duel_unseen(g, seen, layout->part_back[part], some);
        const int wanted = layout->part_count_of[part];
        const int taken = wanted < there ? wanted : there;
        flow_draw(rng, some, there, taken);
        memcpy(dealt + count, some, (size_t)taken);
        count += taken;
    }
    if (layout->part_count > 1)
        rng_shuffle(rng, dealt, count);
    memcpy(slots, dealt, (size_t)count);
    return count;
}

/* Everybody sees the face-up cards and the backs of the others. */
RULES void duel_lay_age(Duel *g, int age)
{
    const DuelLayout *layout = duel_layout(g->catalog, g->state, age);
    uint8_t slots[DUEL_SLOTS_MAX] = {0}, below[DUEL_SLOTS_MAX] = {0};
    int hidden = 0;
    const uint32_t lying = ((uint32_t)1 << flow_deal(g, age, slots)) - 1;
    for (uint32_t left = duel_face_down(layout, lying); left; left &= left - 1) {
        uint8_t *card = &slots[bits_first(left)];
        below[hidden++] = *card;
        *card = (uint8_t)(DUEL_BACK + g->catalog->label[*card].back);
    }
    Event laid = duel_event(DUEL_EV_AGE_LAID, SEAT_TABLE, 0, 0, age);
    laid.count = layout->slot_count;
    duel_emit(g, laid, slots);
    Event secret = duel_event(DUEL_EV_CARDS_HIDDEN, SEAT_TABLE, 0, 0, 0);
    secret.count = (uint16_t)hidden;
    secret.secret = SECRET_LIST;
    if (hidden)
        duel_emit(g, secret, below);
    duel_sets_age(g);
}

RULES void duel_start_turn(Duel *g, int seat)
{
    duel_emit(g, duel_event(DUEL_EV_TURN_STARTED, seat, 0, 0, 0), NULL);
}

/* What lies on a card is taken before it is turned up, and may ask. */
RULES void duel_reveal(Duel *g)
{
    DuelState *s = g->state;
    for (uint32_t left = s->open & s->hidden; left; left &= left - 1) {
        const int slot = bits_first(left);
        const int depth = s->fx_depth;
        duel_sets_uncovered(g, slot);
        if (s->fx_depth != depth)
            return;
        duel_emit(g,
                  duel_event(DUEL_EV_CARD_REVEALED, SEAT_TABLE, s->slot[slot], 0, slot),
                  NULL);
        duel_sets_revealed(g, slot);
    }
}

RULES static void flow_start_with(Duel *g, int chooser, int starter)
{
    duel_emit(g, duel_event(DUEL_EV_STARTER_CHOSEN, chooser, starter + 1, 0, 0), NULL);
    duel_start_turn(g, starter);
}

/* The player on whose side the pawn stands; in the middle, whoever had the last turn:
 * rules 10.2. */
RULES int duel_chooser(const DuelState *s)
{
    return s->pawn > 0 ? 1 : s->pawn < 0 ? 0 : s->seat;
}

/* Whoever may choose says who begins the age. */
ABILITY(begin_age)
{
    BEGIN;
    ASK(1, fx->card,
        ask(g, fx, DUEL_DO_CHOOSE_STARTING_PLAYER,
            DUEL_WAITING_FOR_START_PLAYER_SELECTION, either_seat()));
    DO(2, flow_start_with(g, fx->who, fx->card - 1));
    END;
}

/* Uncovered cards are turned up, after everything the turn has set off (rules 3.4).
 * Then it is the other player's turn, or the same one's again; with no card left the
 * next age is laid out (an extra turn is lost), and after the last age points decide.
 */
RULES static void flow_end_turn(Duel *g)
{
    DuelState *s = g->state;
    while (s->open & s->hidden) {
        duel_reveal(g);
        if (s->fx_depth) /* about what is turned up; if it asks, this comes again */
            duel_run(g);
        if (s->fx_depth || s->victory)
            return;
    }
#ifdef DUEL_WITH_SETS
    if (s->marks & DUEL_OPENING) { /* the turn itself is still to come */
        duel_emit(g, duel_event(DUEL_EV_TURN_GOES_ON, s->seat, 0, 0, 0), NULL);
        if (s->lying)
            return;
    }
#endif
    if (s->lying) {
        duel_start_turn(g, s->seat ^ !(s->marks & DUEL_AGAIN));
    } else if (s->age == g->catalog->age_count) {
        duel_end_by_points(g);
    } else {
        duel_lay_age(g, s->age + 1);
        duel_push(g, DUEL_FX_begin_age, duel_chooser(s), 0, 0);
        duel_run(g);
    }
}

/* Most points; then most points of blue cards; then both have won: rules 11.3. */
RULES int duel_leaders(const Duel *g)
{
    const DuelScore first = duel_score(g, 0), second = duel_score(g, 1);
    int ahead = first.total - second.total;
    if (ahead == 0)
        ahead = first.blue - second.blue;
    return ahead > 0 ? 1 : ahead < 0 ? 2 : 3;
}

RULES void duel_end_by_points(Duel *g)
{
    duel_win(g, DUEL_BY_CIVILIAN, duel_leaders(g));
}

/* Nothing that was still to come happens any more. */
RULES void duel_win(Duel *g, int victory, int winners)
{
    DuelState *s = g->state;
    uint8_t list[DUEL_SEATS] = {0};
    Event event = duel_event(DUEL_EV_GAME_WON, SEAT_TABLE, victory, 0, 0);
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        if (winners >> seat & 1)
            list[event.count++] = (uint8_t)(seat + 1);
    duel_emit(g, event, list);
    memset(s->fx, 0, sizeof s->fx);
    s->fx_depth = 0;
}

/* The piece that brings a city its opponent's trade: Economy. */
RULES static int flow_trader(const Duel *g, const DuelCity *city)
{
    for (uint32_t left = city->tokens; left; left &= left - 1) {
        const int id = DUEL_TOKEN_0 + 1 + bits_first(left);
        if (g->catalog->piece[id].gives.bits & DUEL_TAKES_TRADE)
            return id;
    }
    return 0;
}

/* The trade part goes to an opponent with Economy, before any effect of what is bought:
 * rules 5.7. */
RULES void duel_pay(Duel *g, int seat, DuelPrice price)
{
    const DuelCity *other = &g->state->city[opponent_of(seat)];
    const int total = price.printed + price.trade;
    if (total == 0)
        return;
    duel_sets_pay(g, seat, total);
    duel_emit(g, duel_event(DUEL_EV_PAID, seat, price.printed, price.trade, total),
              NULL);
    if (other->has.bits & DUEL_TAKES_TRADE)
        duel_gain(g, opponent_of(seat), price.trade, flow_trader(g, other));
}

/* Where an available card lies. */
RULES static int flow_slot(const DuelState *s, int card)
{
    uint32_t left = duel_available(s);
    while (s->slot[bits_first(left)] != card) {
        left &= left - 1;
        ASSERT(left);
    }
    return bits_first(left);
}

RULES static void flow_build_card(Duel *g, int seat, int card, int slot,
                                  const DuelTerms *terms)
{
    const DuelPrice price = duel_card_price_on(g, seat, card, terms);
    duel_pay(g, seat, price);
    duel_build(g, seat, card, slot, price.chain);
}

RULES static void flow_build_wonder(Duel *g, int seat, int wonder, int card, int slot,
                                    const DuelTerms *terms)
{
    duel_pay(g, seat, duel_wonder_price_on(g, seat, wonder, terms));
    duel_build_wonder(g, seat, wonder, card, slot);
}

RULES static void flow_discard(Duel *g, int seat, int card, int slot, int coins)
{
    duel_emit(g, duel_event(DUEL_EV_CARD_DISCARDED, seat, card, coins, slot), NULL);
}

/* Build it, put it under a wonder, discard it (rules 4); or whatever else an expansion
 * allows. */
RULES static void flow_take_turn(Duel *g, const Command *c)
{
    DuelTerms terms;
    if (c->type == DUEL_DO_BUILD_CARD) {
        duel_terms(g, c->seat, &terms);
        flow_build_card(g, c->seat, c->a, flow_slot(g->state, c->a), &terms);
    } else if (c->type == DUEL_DO_BUILD_WONDER) {
        duel_terms(g, c->seat, &terms);
        flow_build_wonder(g, c->seat, c->b, c->a, flow_slot(g->state, c->a), &terms);
    } else if (c->type == DUEL_DO_DISCARD_FOR_COINS) {
        flow_discard(g, c->seat, c->a, flow_slot(g->state, c->a),
                     duel_discard_coins(g, c->seat));
    } else {
        const bool taken = duel_sets_turn(g, c);
        ASSERT(taken);
        (void)taken;
    }
}

/* A turn ends once everything it has set off is done. */
RULES static void flow_go_on(Duel *g, bool is_turn)
{
    const DuelState *s = g->state;
    if (s->fx_depth)
        duel_run(g);
    if (is_turn && !s->fx_depth && !s->victory)
        flow_end_turn(g);
}

RULES void duel_execute(Duel *g, const Command *c)
{
    DuelState *s = g->state;
    const bool is_turn = !duel_is_between_turns(s);
    if (prompt_is_open(&s->prompt))
        fx_top(g)->answer = prompt_close(&s->prompt, c);
    else
        flow_take_turn(g, c);
    flow_go_on(g, is_turn);
}

/* Up to eight cards that can be taken, a byte each, the first in the lowest. */
typedef struct {
    uint64_t slots;  /* where they lie */
    uint64_t starts; /* which number the first move with each has */
    uint32_t builds; /* bit a card: it can be built */
    int count;       /* of cards */
    int wonders;     /* that can be built, with any of them */
    uint32_t which;  /* those: bit a place of the city */
    int moves;       /* of them all */
} FlowChoice;

enum { FLOW_CARDS_MAX = 8 };

RULES DUEL_INLINE uint32_t flow_wonder_bit(const Duel *g, const LegalPurse *purse,
                                           int place)
{
    const int seat = g->state->seat, wonder = g->state->city[seat].ready[place];
    const bool can = legal_can_wonder(g, purse, seat, wonder);
    return (uint32_t)((int)(wonder != 0) & (int)can) << place;
}

/* Which can be built: bit a place. The four of the base game one after the other, since
 * the end of a loop would be one more jump to guess; with sets, whose prices take
 * longer, none where none is left. */
RULES DUEL_INLINE uint32_t flow_wonders(const Duel *g, const LegalPurse *purse)
{
    const DuelCity *city = &g->state->city[g->state->seat];
    uint64_t ready = 0;
    memcpy(&ready, city->ready, sizeof city->ready);
    if (DUEL_SETS > 0 && !ready)
        return 0;
    uint32_t which = flow_wonder_bit(g, purse, 0) | flow_wonder_bit(g, purse, 1);
    which |= flow_wonder_bit(g, purse, 2) | flow_wonder_bit(g, purse, 3);
    for (int i = 4; i < DUEL_CITY_WONDERS && city->wonder[i]; i++)
        which |= flow_wonder_bit(g, purse, i);
    return which;
}

/* What legal_turn_moves lists, only counted. */
RULES static void flow_count(const Duel *g, const LegalPurse *purse, FlowChoice *made)
{
    const DuelState *s = g->state;
    FlowChoice all = {0, 0, 0, 0, 0, 0, 0};
    all.which = flow_wonders(g, purse);
    all.wonders = bits_count(all.which);
    for (uint32_t left = duel_available(s); left; left &= left - 1) {
        const int slot = bits_first(left);
        const bool can = legal_can_build(g, purse, s->seat, s->slot[slot]);
        all.slots |= (uint64_t)slot << (8 * all.count);
        all.starts |= (uint64_t)all.moves << (8 * all.count);
        all.builds |= (uint32_t)can << all.count;
        all.moves += (int)can + 1 + all.wonders;
        all.count++;
    }
    *made = all;
}

/* With which card move number n is: how many of them start at or below it. */
RULES static int flow_card_of(const FlowChoice *all, int n)
{
    const uint64_t ones = 0x0101010101010101u;
    const uint64_t used =
        all->count < 8 ? ((uint64_t)1 << (8 * all->count)) - 1 : ~(uint64_t)0;
    const uint64_t starts = all->starts | (~used & ones * 0x7f);
    return bits_count(((ones * (uint64_t)(n | 0x80)) - starts) & ones << 7) - 1;
}

/* One of the moves of a turn, made without a list. */
RULES static void flow_roll_turn(Duel *g, Rng *rng)
{
    const DuelState *s = g->state;
    const int seat = s->seat;
    LegalPurse purse;
    FlowChoice all;
    legal_purse(g, seat, &purse);
    flow_count(g, &purse, &all);
    int n = (int)rng_below(rng, (uint32_t)(all.moves + duel_sets_count(g)));
    if (DUEL_SETS > 0 && n >= all.moves) {
        const Command c = duel_sets_at(g, n - all.moves);
        flow_take_turn(g, &c);
        return;
    }
    const int at = flow_card_of(&all, n);
    const int slot = (int)(all.slots >> (8 * at) & 0xff), card = s->slot[slot];
    n -= (int)(all.starts >> (8 * at) & 0xff) + (int)(all.builds >> at & 1);
    if (n < 0) {
        flow_build_card(g, seat, card, slot, &purse.terms);
    } else if (n == 0) {
        flow_discard(g, seat, card, slot, duel_discard_coins_on(g, seat, &purse.terms));
    } else {
        const int place = bits_at(all.which, (uint32_t)n - 1);
        flow_build_wonder(g, seat, s->city[seat].wonder[place], card, slot,
                          &purse.terms);
    }
}

RULES static void flow_roll_listed(Duel *g, Rng *rng)
{
    Moves moves;
    moves.count = 0;
    duel_legal(g, &moves);
    flow_take_turn(g, &moves.item[rng_below(rng, (uint32_t)moves.count)]);
}

RULES int duel_roll(Duel *g, Rng *rng, int steps)
{
    DuelState *s = g->state;
    int made = 0;
    for (; made < steps && !s->victory; made++) {
        const bool is_turn = !duel_is_between_turns(s);
        if (prompt_is_open(&s->prompt)) {
            const uint32_t pick = rng_below(rng, prompt_count(&s->prompt));
            const Command answer = prompt_at(&s->prompt, pick);
            fx_top(g)->answer = prompt_close(&s->prompt, &answer);
        } else if (bits_count(duel_available(s)) <= FLOW_CARDS_MAX) {
            flow_roll_turn(g, rng);
        } else {
            flow_roll_listed(g, rng);
        }
        flow_go_on(g, is_turn);
    }
    return made;
}

/* The first of what may be chosen; on a turn of one's own, the first card for coins. */
RULES Command duel_idle(const Duel *g)
{
    const DuelState *s = g->state;
    const Prompt *p = &s->prompt;
    if (prompt_is_open(p))
        return command(p->action, p->seat, set_next(&p->options, 0), 0, 0);
    const uint32_t available = duel_available(s);
    if (s->victory || !available)
        return command(ACTION_NONE, 0, 0, 0, 0);
    return command(DUEL_DO_DISCARD_FOR_COINS, s->seat, s->slot[bits_first(available)],
                   0, 0);
}
