/* effects.c - what pairs and event cards do in Sea Salt & Paper. */
#include "games/sea-salt/reduce.h"

#define EFFECT(name) RULES static FxResult salt_fx_##name(Salt *g, Fx *fx)

RULES static Fx *fx_top(Salt *g)
{
    return g->state->fx_depth ? &g->state->fx[g->state->fx_depth - 1] : NULL;
}

RULES void salt_push(Salt *g, int ability, int seat, int source)
{
    Fx *fx = fx_push(g->state->fx, &g->state->fx_depth, SALT_FX_MAX, ability, seat);
    fx->source = (Id)source;
}

/* Somebody whose hand or table an attack may touch. */
RULES static bool salt_is_open(const SaltState *s, int seat)
{
    return !((s->locked | s->reef_seats) >> seat & 1);
}

RULES static void salt_choose_cards(SaltSet cards, CardSet *options)
{
    options->word[0] = cards.word[0];
    options->word[1] = cards.word[1];
}

RULES static void salt_choose_pile(const SaltState *s, const Fx *fx, CardSet *options)
{
    for (int pile = 1; pile <= 2; pile++)
        if (s->pile_count[pile - 1] && !set_has(&fx->seen, (Id)pile))
            set_add(options, (Id)pile);
}

RULES static void salt_choose_seat(const SaltState *s, const Fx *fx, CardSet *options)
{
    for (int seat = 0; seat < s->players; seat++)
        if (seat != fx->seat && s->hand_count[seat] && salt_is_open(s, seat))
            set_add(options, (Id)(seat + 1));
}

/* The first card of every pair an opponent has on the table. */
RULES static void salt_choose_pair(const SaltState *s, const Fx *fx, CardSet *options)
{
    for (int seat = 0; seat < s->players; seat++) {
        if (seat == fx->seat || !salt_is_open(s, seat))
            continue;
        SaltSet cards = s->played[seat];
        while (!salt_set_is_empty(cards)) {
            const int first = salt_set_pop(&cards);
            for (int card = s->next[first]; card != first; card = s->next[card])
                salt_set_remove(&cards, card);
            set_add(options, (Id)first);
        }
    }
}

/* The exact options of a question, from the table and the frame alone. */
RULES CardSet salt_choices(const Salt *g, const Fx *fx, int action)
{
    const SaltState *s = g->state;
    CardSet options = set_none();
    switch (action) {
    case SALT_DO_CRAB_TAKE:
        salt_choose_pile(s, fx, &options);
        break;
    case SALT_DO_ANGEL_TAKE:
        if (s->pile_count[0] && s->pile_count[1] &&
            salt_colour(s, s->pile_top[0]) == salt_colour(s, s->pile_top[1]))
            salt_choose_pile(s, fx, &options);
        break;
    case SALT_DO_CRAB_PICK:
        for (int card = s->pile_top[fx->base - 1]; card; card = s->next[card])
            set_add(&options, (Id)card);
        break;
    case SALT_DO_STEAL_FROM:
    case SALT_DO_SWAP_WITH:
        salt_choose_seat(s, fx, &options);
        break;
    case SALT_DO_KEEP_ONE:
        for (int i = 0; i < s->look_count; i++)
            set_add(&options, s->look[i]);
        break;
    case SALT_DO_SWAP_TAKE:
        salt_choose_cards(s->hand[fx->other - 1], &options);
        break;
    case SALT_DO_SWAP_GIVE:
        salt_choose_cards(s->hand[fx->seat], &options);
        break;
    case SALT_DO_GRAB_PAIR:
        salt_choose_pair(s, fx, &options);
        break;
    default:
        ASSERT(action == SALT_DO_KEEP_EVENT);
        set_add(&options, s->event);
        set_add(&options, s->event_of[fx->who]);
    }
    return options;
}

RULES static bool salt_ask(Salt *g, const Fx *fx, int action, int may)
{
    const CardSet options = salt_choices(g, fx, action);
    return prompt_open(&g->state->prompt, fx->who, action, may, action, fx->source,
                       &options);
}

/* Rules 5.1. The top card of the deck goes to the hand; under the Sunfish, two. */
EFFECT(draw_blind)
{
    const int cards = salt_has_event(g->state, fx->seat, PEPPER_SUNFISH) ? 2 : 1;
    for (int i = 0; i < cards; i++)
        salt_draw_to_hand(g, fx->seat);
    return FX_DONE;
}

RULES static void salt_take_card(Salt *g, int seat, int card, int pile, bool open)
{
    const Event e = salt_event(SALT_EV_TAKEN, seat, card, pile, 0);
    salt_emit(g, open ? e : event_secret(e, SECRET_A, 1 << seat), NULL);
}

/* Rules 5.2, standard. The top card of a pile goes to the hand. */
EFFECT(draw_discard)
{
    BEGIN;
    ASK(1, fx->base, salt_ask(g, fx, SALT_DO_CRAB_TAKE, MUST));
    if (fx->base)
        DO(2, salt_take_card(g, fx->seat, g->state->pile_top[fx->base - 1], fx->base,
                             true));
    END;
}

/* Rules 5.2, official. Choose a pile, look through it, take any card, unseen by the
 * others. The Hermit Crab does it at both piles. */
EFFECT(draw_discard_any)
{
    BEGIN;
    fx->count = salt_has_event(g->state, fx->seat, PEPPER_HERMIT_CRAB) ? 2 : 1;
    for (; fx->count > 0; fx->count--) {
        ASK(1, fx->base, salt_ask(g, fx, SALT_DO_CRAB_TAKE, MUST));
        if (!fx->base)
            break;
        ASK(2, fx->card, salt_ask(g, fx, SALT_DO_CRAB_PICK, MUST));
        DO(3, salt_take_card(g, fx->seat, fx->card, fx->base, false));
        if (salt_mermaids_at(g) != SEAT_NONE) /* it is won: no second pile */
            break;
        set_add(&fx->seen, fx->base);
    }
    END;
}

/* Rules 5.3, standard. One more turn after this one, up to the cap. */
EFFECT(extra_turn)
{
    const SaltState *s = g->state;
    if (s->extra_granted < s->extra_cap)
        salt_emit(g,
                  salt_event(SALT_EV_EXTRA_QUEUED, fx->seat, 0, 0, s->extra_queued + 1),
                  NULL);
    return FX_DONE;
}

/* Rules 5.3, official. Draw again at once, if there is anything to draw. */
EFFECT(extra_turn_now)
{
    const SaltState *s = g->state;
    const bool source = salt_can_draw(g) || s->pile_count[0] || s->pile_count[1];
    if (source && s->extra_granted < s->extra_cap) {
        salt_emit(g,
                  salt_event(SALT_EV_EXTRA_QUEUED, fx->seat, 0, 0, s->extra_queued + 1),
                  NULL);
        salt_emit(g,
                  salt_event(SALT_EV_EXTRA_USED, fx->seat, 0, 0, s->extra_queued - 1),
                  NULL);
    }
    return FX_DONE;
}

RULES static void salt_steal(Salt *g, const Fx *fx)
{
    SaltState *s = g->state;
    const int victim = fx->other - 1;
    const uint32_t pick = rng_below(&s->rng, s->hand_count[victim]);
    Event e = salt_event(SALT_EV_STOLEN, fx->seat,
                         salt_set_at(s->hand[victim], (int)pick), victim + 1, 0);
    e.c = fx->source;
    if (!g->profile->steal_public)
        e = event_secret(e, SECRET_A, 1 << fx->seat | 1 << victim);
    salt_emit(g, e, NULL);
}

/* Rules 5.4. A random card of one opponent's hand changes hands. */
EFFECT(steal_card)
{
    BEGIN;
    ASK(1, fx->other, salt_ask(g, fx, SALT_DO_STEAL_FROM, MUST));
    if (fx->other)
        salt_steal(g, fx);
    END;
}

/* Rules 12.1. On their next turn the others take one blind card and no more.
 */
EFFECT(jelly_lock)
{
    const SaltState *s = g->state;
    uint8_t list[SEATS_MAX];
    Event e = salt_event(SALT_EV_JELLIED, fx->seat, 0, 0, 0);
    for (int seat = 0; seat < s->players; seat++)
        if (seat != fx->seat && salt_is_open(s, seat))
            list[e.count++] = (uint8_t)(seat + 1);
    salt_emit(g, e, list);
    return FX_DONE;
}

/* One card of those in sight goes to the hand, the rest is shuffled into the deck. */
RULES static void salt_keep_one(Salt *g, int seat, int kept)
{
    SaltState *s = g->state;
    uint8_t deck[SALT_CARDS_MAX];
    Event e = event_secret(salt_event(SALT_EV_RETURNED, seat, 0, 0, 0), SECRET_LIST, 0);
    salt_emit(
        g,
        event_secret(salt_event(SALT_EV_KEPT, seat, kept, 0, 0), SECRET_A, 1 << seat),
        NULL);
    for (int i = 0; i < s->look_count; i++)
        deck[e.count++] = s->look[i];
    for (int card = s->deck_top; card; card = s->next[card])
        deck[e.count++] = (uint8_t)card;
    rng_shuffle(&s->rng, deck, e.count);
    salt_emit(g, e, deck);
}

/* Rules 12.2. Look at the next five cards, keep one, shuffle the others back. */
EFFECT(look_five)
{
    BEGIN;
    salt_look(g, fx->seat, SALT_LOOK_MAX);
    ASK(1, fx->card, salt_ask(g, fx, SALT_DO_KEEP_ONE, MUST));
    if (fx->card)
        salt_keep_one(g, fx->seat, fx->card);
    END;
}

RULES static void salt_swap(Salt *g, const Fx *fx)
{
    Event e = salt_event(SALT_EV_SWAPPED, fx->seat, fx->card, fx->dest, 0);
    e.c = fx->other;
    salt_emit(
        g, event_secret(e, SECRET_A | SECRET_B, 1 << fx->seat | 1 << (fx->other - 1)),
        NULL);
}

/* Two Swimmers in the Water Rodeo. Look at one hand; you may swap a card of it for one
 * of yours. */
EFFECT(swap_card)
{
    BEGIN;
    ASK(1, fx->other, salt_ask(g, fx, SALT_DO_SWAP_WITH, MUST));
    if (fx->other) {
        ASK(2, fx->card, salt_ask(g, fx, SALT_DO_SWAP_TAKE, MAY));
        if (fx->card) {
            ASK(3, fx->dest, salt_ask(g, fx, SALT_DO_SWAP_GIVE, MUST));
            if (fx->dest)
                salt_swap(g, fx);
        }
    }
    END;
}

RULES static int salt_owner(const SaltState *s, int card)
{
    int seat = 0;
    while (seat < s->players && !salt_set_has(&s->played[seat], card))
        seat++;
    ASSERT(seat < s->players);
    return seat;
}

/* Two Sharks in the Water Rodeo. A pair on somebody's table is now on yours, without
 * effect. */
EFFECT(grab_pair)
{
    BEGIN;
    ASK(1, fx->card, salt_ask(g, fx, SALT_DO_GRAB_PAIR, MUST));
    if (fx->card)
        salt_emit(g,
                  salt_event(SALT_EV_PAIR_GRABBED, fx->seat, fx->card,
                             salt_owner(g->state, fx->card) + 1, 0),
                  NULL);
    END;
}

/* Angelfish. At the end of the turn, if both piles show the same colour, take one of
 * the two. */
EFFECT(angelfish)
{
    BEGIN;
    ASK(1, fx->base, salt_ask(g, fx, SALT_DO_ANGEL_TAKE, MUST));
    if (fx->base)
        salt_take_card(g, fx->seat, g->state->pile_top[fx->base - 1], fx->base, true);
    END;
}

RULES static void salt_choose_event(Salt *g, int seat, int chosen)
{
    if (chosen == g->state->event)
        salt_emit(g, salt_event(SALT_EV_PEPPER_KEPT, seat, chosen, 0, 0), NULL);
    else
        salt_emit(g, salt_event(SALT_EV_PEPPER_LOST, SEAT_NONE, g->state->event, 0, 0),
                  NULL);
}

/* True when the seat in fx->who must choose between two event cards. */
RULES static bool salt_event_needs_choice(Salt *g, Fx *fx)
{
    int rival = SEAT_NONE;
    if (g->state->pepper_on)
        salt_hand_out_event(g, &rival);
    if (rival == SEAT_NONE)
        return false;
    fx->who = (uint8_t)rival;
    return true;
}

/* Settle the round, hand out its event card, begin the next one: with the seat after
 * the declarer, or after whoever acted last. */
EFFECT(round_end)
{
    BEGIN;
    salt_settle(g, fx->count);
    if (g->state->phase == SALT_OVER)
        return FX_DONE;
    if (salt_event_needs_choice(g, fx)) {
        ASK(1, fx->card, salt_ask(g, fx, SALT_DO_KEEP_EVENT, MUST));
        salt_choose_event(g, fx->who, fx->card);
    }
    const SaltState *s = g->state;
    const int last = s->declarer == SEAT_NONE ? s->seat : s->declarer;
    salt_start_round(g, (last + 1) % s->players);
    END;
}

RULES static FxResult salt_call(Salt *g, Fx *fx)
{
    switch (fx->ability) {
#define ABILITY(name, ...) \
    case SALT_FX_##name:   \
        return salt_fx_##name(g, fx);
#include "games/sea-salt/abilities.def"
#undef ABILITY
    default:
        ASSERT(false);
        return FX_DONE;
    }
}

/* The question an effect asks at a step; 0 when it asks none there. */
RULES int salt_question(int ability, int step)
{
    static const uint8_t asks[SALT_ABILITIES][4] = {
        {0},
#define ABILITY(name, ...) {0, __VA_ARGS__},
#include "games/sea-salt/abilities.def"
#undef ABILITY
    };
    return step < 4 ? asks[ability][step] : 0;
}

/* Whether the effect on top, put back to its question, asks what is asked now. */
RULES bool salt_asks_again(const Salt *g)
{
    SaltState copy = *g->state;
    Salt again = *g;
    again.state = &copy;
    again.log = NULL;
    memset(&copy.prompt, 0, sizeof copy.prompt);
    fx_top(&again)->step |= FX_AGAIN;
    return salt_call(&again, fx_top(&again)) == FX_WAIT &&
           memcmp(&copy, g->state, sizeof copy) == 0;
}

/* Run effects until one waits for an answer or none is left. */
RULES void salt_run(Salt *g)
{
    SaltState *s = g->state;
    for (;;) {
        while (s->fx_depth) {
            Fx *fx = fx_top(g);
            const bool round_end = fx->ability == SALT_FX_round_end;
            if (round_end && g->defers)
                return;
            if (salt_call(g, fx) == FX_WAIT)
                return;
            fx_pop(s->fx, &s->fx_depth);
            if (!round_end && salt_mermaids_win(g)) {
                s->turn_ending = 0;
                return;
            }
        }
        if (!s->turn_ending)
            return;
        s->turn_ending = 0;
        salt_turn_over(g);
    }
}
