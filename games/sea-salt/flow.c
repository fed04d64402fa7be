/* flow.c - how a game, a round and a turn of Sea Salt & Paper go. */
#include "games/sea-salt/reduce.h"

RULES Salt salt_table(const SaltCatalog *catalog, SaltState *state, EventLog *log)
{
    Salt g;
    g.state = state;
    g.catalog = catalog;
    g.profile = &catalog->profile[state->profile];
    g.log = log;
    g.defers = false;
    return g;
}

RULES static uint8_t salt_option(const Setup *setup, int option, int otherwise)
{
    const int value = setup->option[option];
    return (uint8_t)(value == OPTION_AUTO ? otherwise : value);
}

RULES void salt_open(const SaltCatalog *catalog, const Setup *setup, SaltState *s)
{
    const int profile = setup->option[SALT_OPT_PROFILE];
    const SaltProfile *p = &catalog->profile[profile];
    ASSERT(setup->players >= 2 && setup->players <= SEATS_MAX);
    memset(s, 0, sizeof *s);
    s->profile = (uint8_t)profile;
    s->players = setup->players;
    s->declarer = SEAT_NONE;
    s->target = salt_option(setup, SALT_OPT_TARGET, p->auto_target[setup->players]);
    s->start_hand = salt_option(setup, SALT_OPT_START_HAND, p->start_hand);
    s->extra_cap = salt_option(setup, SALT_OPT_EXTRA_CAP, p->extra_cap);
    s->declare_min = salt_option(setup, SALT_OPT_DECLARE_MIN, p->declare_min);
    s->mermaids_to_win = salt_option(setup, SALT_OPT_MERMAIDS, p->mermaids_to_win);
    s->card_count =
        setup->option[SALT_OPT_EXTRA_SALT] ? p->card_count_max : p->card_count;
    s->pepper_on = (uint8_t)setup->option[SALT_OPT_EXTRA_PEPPER];
    for (int card = 1; card <= s->card_count; card++)
        salt_colour_set(s, card, p->colour_of[card]);
    rng_seed(&s->rng, setup->seed);
}

/* Rules 2.6. Deal the colours of the pool over the cards that have none printed, in
 * deck order. The deck so made is open knowledge, like a printed one, and stays for the
 * whole game.
 */
RULES static void salt_deal_colours(Salt *g)
{
    const SaltProfile *p = g->profile;
    uint8_t pool[SALT_CARDS_MAX];
    uint8_t list[SALT_CARDS_MAX];
    int pool_count = 0, used = 0;
    for (int colour = 1; colour <= p->colour_count; colour++)
        for (int i = 0; i < p->pool[colour]; i++)
            pool[pool_count++] = (uint8_t)colour;
    rng_shuffle(&g->state->rng, pool, pool_count);
    for (int card = 1; card <= g->state->card_count; card++)
        list[card - 1] = p->colour_of[card] ? p->colour_of[card] : pool[used++];
    ASSERT(used == pool_count);
    Event e = salt_event(SALT_EV_COLOURED, SEAT_NONE, 0, 0, 0);
    e.count = g->state->card_count;
    salt_emit(g, e, list);
}

RULES void salt_begin(Salt *g)
{
    if (g->profile->random_colour)
        salt_deal_colours(g);
    const uint32_t starter = rng_below(&g->state->rng, g->state->players);
    salt_start_round(g, (int)starter);
}

/* Turn up the event card of the round; used ones are mixed again when none is left. */
RULES static void salt_turn_event(Salt *g)
{
    SaltState *s = g->state;
    if (!s->event_count) {
        uint8_t list[PEPPER_COUNT];
        Event e = event_secret(salt_event(SALT_EV_PEPPER_MIXED, SEAT_NONE, 0, 0, 0),
                               SECRET_LIST, 0);
        for (int event = 1; event < PEPPER_COUNT; event++) {
            bool owned = false;
            for (int seat = 0; seat < s->players; seat++)
                owned = owned || s->event_of[seat] == event;
            if (!owned)
                list[e.count++] = (uint8_t)event;
        }
        rng_shuffle(&s->rng, list, e.count);
        salt_emit(g, e, list);
    }
    const int top = s->event_deck[s->event_count - 1];
    salt_emit(g, salt_event(SALT_EV_PEPPER_TURNED, SEAT_NONE, top, 0, 0), NULL);
}

RULES void salt_start_round(Salt *g, int starter)
{
    SaltState *s = g->state;
    uint8_t deck[SALT_CARDS_MAX];
    for (int i = 0; i < s->card_count; i++)
        deck[i] = (uint8_t)(i + 1);
    rng_shuffle(&s->rng, deck, s->card_count);
    Event e = event_secret(
        salt_event(SALT_EV_ROUND_STARTED, starter, 0, 0, s->round + 1), SECRET_LIST, 0);
    e.count = s->card_count;
    salt_emit(g, e, deck);
    if (s->pepper_on)
        salt_turn_event(g);
    for (int i = 0; i < s->players; i++)
        for (int card = 0; card < s->start_hand; card++)
            salt_draw_to_hand(g, (starter + i) % s->players);
    for (int pile = 1; pile <= 2; pile++)
        for (int card = 0; card < g->profile->start_discard; card++)
            salt_emit(g,
                      salt_event(SALT_EV_PILE_STARTED, SEAT_NONE, s->deck_top, pile, 0),
                      NULL);
    salt_mermaids_win(g);
}

RULES void salt_phase(Salt *g, int phase)
{
    salt_emit(g, salt_event(SALT_EV_PHASE_CHANGED, g->state->seat, phase + 1, 0, 0),
              NULL);
}

/* Rules 4.6. A deck with too few cards gets everything below the top cards of the
 * piles, shuffled, where the profile says so. What is left of it stays on top. */
RULES static void salt_refill(Salt *g, int needed)
{
    SaltState *s = g->state;
    const bool spare = s->pile_count[0] > 1 || s->pile_count[1] > 1;
    if (s->deck_count >= needed || !g->profile->reshuffle || !spare)
        return;
    uint8_t deck[SALT_CARDS_MAX];
    Event e =
        event_secret(salt_event(SALT_EV_RESHUFFLED, s->seat, 0, 0, 0), SECRET_LIST, 0);
    for (int card = s->deck_top; card; card = s->next[card])
        deck[e.count++] = (uint8_t)card;
    const int kept = e.count;
    for (int pile = 0; pile < 2; pile++)
        for (int card = s->next[s->pile_top[pile]]; card; card = s->next[card])
            deck[e.count++] = (uint8_t)card;
    rng_shuffle(&s->rng, deck + kept, e.count - kept);
    salt_emit(g, e, deck);
}

RULES void salt_draw_to_hand(Salt *g, int seat)
{
    salt_refill(g, 1);
    if (!g->state->deck_count)
        return;
    const Event e = salt_event(SALT_EV_DRAWN, seat, g->state->deck_top, 0, 0);
    salt_emit(g, event_secret(e, SECRET_A, 1 << seat), NULL);
}

/* The top cards of the deck, as many as there are, lie before one player. */
RULES SALT_INLINE void salt_lay_out(Salt *g, int seat, int count)
{
    const SaltState *s = g->state;
    uint8_t list[SALT_LOOK_MAX];
    Event e =
        event_secret(salt_event(SALT_EV_LOOKED, seat, 0, 0, 0), SECRET_LIST, 1 << seat);
    for (int card = s->deck_top; card && e.count < count; card = s->next[card])
        list[e.count++] = (uint8_t)card;
    if (e.count)
        salt_emit(g, e, list);
}

RULES void salt_look(Salt *g, int seat, int count)
{
    salt_lay_out(g, seat, count);
}

/* Two cards are looked at; either may need a new deck. A single one is kept at once. */
RULES static void salt_draw_deck(Salt *g)
{
    const SaltState *s = g->state;
    salt_refill(g, 2);
    ASSERT(s->deck_count > 0);
    if (s->deck_count > 1) {
        salt_lay_out(g, s->seat, 2);
        return;
    }
    salt_draw_to_hand(g, s->seat);
    if (!salt_mermaids_win(g))
        salt_phase(g, SALT_PAIR);
}

RULES static void salt_keep(Salt *g, int kept, int pile)
{
    SaltState *s = g->state;
    const int other = s->look[0] ^ s->look[1] ^ kept;
    salt_emit(g,
              event_secret(salt_event(SALT_EV_KEPT, s->seat, kept, 0, 0), SECRET_A,
                           1 << s->seat),
              NULL);
    salt_emit(g, salt_event(SALT_EV_DISCARDED, s->seat, other, pile, 0), NULL);
    if (salt_has_event(s, s->seat, PEPPER_DOLPHINS) &&
        salt_set_has(&g->profile->collector, other))
        salt_draw_to_hand(g, s->seat);
    salt_mermaids_win(g);
}

RULES static void salt_take(Salt *g, int pile)
{
    const SaltState *s = g->state;
    salt_emit(g, salt_event(SALT_EV_TAKEN, s->seat, s->pile_top[pile], pile + 1, 0),
              NULL);
    salt_mermaids_win(g);
}

/* The pair goes to the table and its effect follows; a trio's effect does not happen.
 */
RULES static void salt_play_pair(Salt *g, const Command *c)
{
    const SaltState *s = g->state;
    const SaltPair *pair = salt_find_pair(g, s->seat, c->a, c->b);
    const int effect = c->type == SALT_DO_PLAY_TRIO ? 0 : pair->effect;
    Event e = salt_event(SALT_EV_PLAYED, s->seat, c->a, c->b, effect);
    e.c = c->c;
    salt_emit(g, e, NULL);
    if (effect)
        salt_push(g, effect, s->seat, c->a);
}

/* The seat is finished: its hand lies open and cannot be robbed. */
RULES void salt_lock(Salt *g, int seat)
{
    uint8_t list[SALT_CARDS_MAX];
    Event e = salt_event(SALT_EV_LOCKED, seat, 0, 0, 0);
    e.count = salt_told_hand(g, seat, list);
    salt_emit(g, e, list);
}

RULES static void salt_end_round(Salt *g, int reason)
{
    salt_push(g, SALT_FX_round_end, g->state->seat, 0);
    g->state->fx[0].count = (int16_t)reason;
}

RULES static bool salt_has_source(const Salt *g)
{
    return salt_can_draw(g) || g->state->pile_count[0] || g->state->pile_count[1];
}

/* A seat that may draw, draws. With nothing left to draw a final turn goes straight to
 * its pairs; any other ends the round, settled by whoever acted last. */
RULES static bool salt_round_is_exhausted(const Salt *g)
{
    return !salt_has_source(g) && g->state->declarer == SEAT_NONE &&
           !g->profile->void_round;
}

RULES static void salt_enter_draw(Salt *g)
{
    if (!salt_has_source(g))
        salt_phase(g, SALT_PAIR);
}

/* The next seat's turn. False when that turn is over at once: a jellyfish allows one
 * blind card and nothing else. */
RULES static bool salt_next_turn(Salt *g)
{
    const SaltState *s = g->state;
    const int seat = salt_next_seat(s, s->seat);
    const bool jellied = s->jellied >> seat & 1;
    if (s->extra_queued)
        salt_emit(g, salt_event(SALT_EV_EXTRA_LOST, s->seat, 0, 0, 0), NULL);
    salt_emit(g, salt_event(SALT_EV_TURN_STARTED, seat, 0, 0, 0), NULL);
    if (!jellied) {
        salt_enter_draw(g);
        return true;
    }
    salt_draw_to_hand(g, seat);
    return salt_mermaids_win(g);
}

/* The turn of the acting seat has ended; find out what comes now. */
RULES void salt_turn_over(Salt *g)
{
    SaltState *s = g->state;
    do {
        if (s->extra_queued) {
            if (salt_round_is_exhausted(g)) {
                salt_end_round(g, SALT_BY_EXHAUSTION);
                return;
            }
            salt_emit(
                g, salt_event(SALT_EV_EXTRA_USED, s->seat, 0, 0, s->extra_queued - 1),
                NULL);
            salt_enter_draw(g);
            return;
        }
        if (s->declarer != SEAT_NONE) {
            salt_lock(g, s->seat);
            if (salt_next_seat(s, s->seat) == s->declarer) {
                salt_end_round(g, SALT_BY_LAST_CHANCE);
                return;
            }
        } else if (g->profile->void_round && !s->deck_count) {
            salt_end_round(g, SALT_BY_VOID);
            return;
        } else if (salt_round_is_exhausted(g)) {
            salt_end_round(g, SALT_BY_EXHAUSTION);
            return;
        }
    } while (!salt_next_turn(g));
}

/* The turn ends, but the Angelfish may still bring a card. */
RULES static void salt_end_turn(Salt *g)
{
    SaltState *s = g->state;
    s->turn_ending = 1;
    if (salt_has_event(s, s->seat, PEPPER_ANGELFISH))
        salt_push(g, SALT_FX_angelfish, s->seat, 0);
}

RULES static void salt_end_pairs(Salt *g)
{
    const SaltState *s = g->state;
    if (s->declarer == SEAT_NONE && salt_can_declare(g, s->seat))
        salt_phase(g, SALT_DECLARE);
    else
        salt_end_turn(g);
}

RULES static void salt_declare(Salt *g, int mode)
{
    SaltState *s = g->state;
    if (s->extra_queued)
        salt_emit(g, salt_event(SALT_EV_EXTRA_LOST, s->seat, 0, 0, 0), NULL);
    salt_emit(
        g, salt_event(SALT_EV_DECLARED, s->seat, mode, 0, salt_card_score(g, s->seat)),
        NULL);
    if (mode == SALT_STOP) {
        salt_end_round(g, SALT_BY_STOP);
        return;
    }
    salt_lock(g, s->seat);
    if (!salt_next_turn(g))
        salt_turn_over(g);
}

/* Rules 10. The acting seat is away: finish its turn with the smallest possible step.
 * Nothing drawn yet: nothing is drawn. Two cards in sight: the first is kept. Open
 * questions: chance decides. */
RULES static void salt_skip(Salt *g)
{
    SaltState *s = g->state;
    const bool asked_between = s->phase == SALT_ROUND_END;
    salt_emit(g, salt_event(SALT_EV_SKIPPED, salt_to_act(s), 0, 0, 0), NULL);
    while (prompt_is_open(&s->prompt)) {
        const uint32_t pick = rng_below(&s->rng, prompt_count(&s->prompt));
        const Command answer = prompt_at(&s->prompt, pick);
        s->fx[s->fx_depth - 1].answer = prompt_close(&s->prompt, &answer);
        salt_run(g);
    }
    if (s->phase == SALT_OVER || asked_between)
        return;
    if (s->look_count) {
        const int forced = salt_forced_pile(s);
        salt_keep(g, s->look[0], forced ? forced : 1);
        if (s->phase == SALT_OVER)
            return;
    }
    if (s->extra_queued)
        salt_emit(g, salt_event(SALT_EV_EXTRA_LOST, s->seat, 0, 0, 0), NULL);
    s->turn_ending = 1;
}

RULES static void salt_act(Salt *g, const Command *c)
{
    switch (c->type) {
    case SALT_DO_DRAW_DECK:
        salt_draw_deck(g);
        break;
    case SALT_DO_TAKE_LEFT:
    case SALT_DO_TAKE_RIGHT:
        salt_take(g, c->type == SALT_DO_TAKE_LEFT ? 0 : 1);
        break;
    case SALT_DO_KEEP:
        salt_keep(g, c->a, c->b);
        break;
    case SALT_DO_PLAY_PAIR:
    case SALT_DO_PLAY_TRIO:
        salt_play_pair(g, c);
        break;
    case SALT_DO_LAY_REEF:
        salt_emit(g,
                  event_secret(salt_event(SALT_EV_REEF_LAID, c->seat, c->a, 0, 0),
                               SECRET_A, 1 << c->seat),
                  NULL);
        break;
    case SALT_DO_END_PAIRS:
        salt_end_pairs(g);
        break;
    case SALT_DO_STOP:
        salt_declare(g, SALT_STOP);
        break;
    case SALT_DO_LAST_CHANCE:
        salt_declare(g, SALT_LAST_CHANCE);
        break;
    case SALT_DO_END_TURN:
        salt_end_turn(g);
        break;
    default:
        ASSERT(c->type == SALT_DO_SKIP);
        salt_skip(g);
    }
}

RULES void salt_execute(Salt *g, const Command *c)
{
    SaltState *s = g->state;
    ASSERT(s->phase != SALT_OVER);
    if (prompt_is_open(&s->prompt) && c->type != SALT_DO_SKIP)
        s->fx[s->fx_depth - 1].answer = prompt_close(&s->prompt, c);
    else
        salt_act(g, c);
    salt_run(g);
}

RULES static void salt_roll_draw(Salt *g, Rng *rng)
{
    const SaltState *s = g->state;
    if (s->look_count) {
        const int forced = salt_forced_pile(s);
        const uint32_t both = !forced;
        const uint32_t pick = rng_below(rng, (uint32_t)s->look_count << both);
        salt_keep(g, s->look[pick >> both], forced | (int)(both + (pick & both)));
        return;
    }
    static const uint8_t source_at[8][3] = {{0}, {0},    {1},    {0, 1},
                                            {2}, {0, 2}, {1, 2}, {0, 1, 2}};
    const int from = salt_sources(g);
    const int source =
        source_at[from][rng_below(rng, (uint32_t)bits_count((uint64_t)from))];
    if (source)
        salt_take(g, source - 1);
    else
        salt_draw_deck(g);
}

RULES static void salt_roll_pairs(Salt *g, Rng *rng)
{
    const int plays = salt_count_plays(g);
    const int pick = (int)rng_below(rng, (uint32_t)plays + 1);
    if (pick == plays) {
        salt_end_pairs(g);
        return;
    }
    const Command c = salt_play_at(g, pick);
    salt_act(g, &c);
}

RULES static void salt_roll_declare(Salt *g, Rng *rng)
{
    const SaltState *s = g->state;
    const uint32_t calls = salt_has_event(s, s->seat, PEPPER_DIODON_FISH) ? 1 : 2;
    const uint32_t pick = rng_below(rng, calls + 1);
    if (pick == calls)
        salt_end_turn(g);
    else
        salt_declare(g, pick + 1 == calls ? SALT_LAST_CHANCE : SALT_STOP);
}

RULES int salt_roll(Salt *g, Rng *rng, int steps)
{
    SaltState *s = g->state;
    int made = 0;
    for (; made < steps && s->phase != SALT_OVER; made++) {
        if (prompt_is_open(&s->prompt)) {
            const uint32_t pick = rng_below(rng, prompt_count(&s->prompt));
            const Command answer = prompt_at(&s->prompt, pick);
            s->fx[s->fx_depth - 1].answer = prompt_close(&s->prompt, &answer);
        } else if (s->phase == SALT_DRAW) {
            salt_roll_draw(g, rng);
        } else if (s->phase == SALT_PAIR) {
            salt_roll_pairs(g, rng);
        } else {
            ASSERT(s->phase == SALT_DECLARE);
            salt_roll_declare(g, rng);
        }
        if (s->fx_depth | s->turn_ending)
            salt_run(g);
    }
    return made;
}
