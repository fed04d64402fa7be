/* verbs.c - what effects do to the table of Smash Up, each verb one event or more. */
#include "games/smashup/words.h"

RULES static int su_acting(const Su *g)
{
    return fx_top(g)->seat;
}

RULES static void su_tell(Su *g, int type, int seat, int a, int n)
{
    su_emit(g, event_make(type, seat, a, 0, 0, n), NULL);
}

/* Decks. */

/* The discard pile becomes the deck once that is empty. */
RULES void su_refill(Su *g, int seat)
{
    if (!g->state->deck_count[seat] && !set_is_empty(&g->state->discard[seat]))
        su_shuffle_deck(g, seat, &g->state->discard[seat]);
}

/* The deck and some more cards, in a new order. */
RULES void su_shuffle_deck(Su *g, int seat, const CardSet *more)
{
    SuState *s = g->state;
    uint8_t list[SU_CARDS_MAX];
    const bool empty = !s->deck_count[seat];
    Event e =
        event_secret(event_make(empty ? SU_EV_DECK_RESHUFFLED : SU_EV_DECK_SHUFFLED,
                                seat, 0, 0, 0, 0),
                     SECRET_LIST, 0);
    for (int card = s->deck_top[seat]; card; card = s->card[card].at)
        list[e.count++] = (uint8_t)card;
    for (Id card = more ? set_next(more, 0) : (Id)0; card; card = set_next(more, card))
        list[e.count++] = (uint8_t)card;
    rng_shuffle(&s->rng, list, e.count);
    su_emit(g, e, list);
}

RULES void su_take_from_deck(Su *g, int seat)
{
    su_refill(g, seat);
    if (!g->state->deck_count[seat])
        return;
    const Event e = event_make(SU_EV_DRAWN, seat, g->state->deck_top[seat], 0, 0, 0);
    su_emit(g, event_secret(e, SECRET_A, 1 << seat), NULL);
}

RULES void draw(Su *g, int seat, int count)
{
    for (int i = 0; i < count; i++)
        su_take_from_deck(g, seat);
}

RULES void discard(Su *g, Id card)
{
    su_tell(g, SU_EV_DISCARDED, owner_of(g, card), card, 0);
}

RULES void discard_hand(Su *g, int seat)
{
    const CardSet hand = g->state->hand[seat];
    SET_EACH (card, &hand)
        discard(g, card);
}

RULES Id discard_one_random(Su *g, int seat)
{
    SuState *s = g->state;
    if (!s->hand_count[seat])
        return 0;
    uint32_t skip = rng_below(&s->rng, s->hand_count[seat]);
    Id card = set_next(&s->hand[seat], 0);
    for (; skip; skip--)
        card = set_next(&s->hand[seat], card);
    discard(g, card);
    return card;
}

RULES void discard_random(Su *g, int seat, int count)
{
    for (int i = 0; i < count; i++)
        discard_one_random(g, seat);
}

RULES void take_into_hand(Su *g, Id card)
{
    su_tell(g, SU_EV_TO_HAND, owner_of(g, card), card, 0);
}

RULES void shuffle_into_deck(Su *g, int seat, CardSet cards)
{
    su_shuffle_deck(g, seat, &cards);
}

RULES static void su_lift(Su *g, int type, int seat, int count)
{
    const SuState *s = g->state;
    for (int i = 0; i < count; i++) {
        su_refill(g, seat);
        if (!s->deck_count[seat] || s->look_count == SU_LOOK_MAX)
            return;
        const uint8_t card = s->deck_top[seat];
        Event e = event_make(type, seat, 0, 0, 0, 0);
        e.count = 1;
        su_emit(g, type == SU_EV_LOOKED ? event_secret(e, SECRET_LIST, 1 << seat) : e,
                &card);
    }
}

RULES void look_at_top(Su *g, int seat, int count)
{
    su_lift(g, SU_EV_LOOKED, seat, count);
}

RULES void reveal_top(Su *g, int seat, int count)
{
    su_lift(g, SU_EV_REVEALED, seat, count);
}

RULES void put_back(Su *g, Id card)
{
    const SuState *s = g->state;
    const int looker = s->look_seat;
    const Event e = event_make(SU_EV_TO_TOP, owner_of(g, card), card, 0, 0, 0);
    su_emit(g, looker ? event_secret(e, SECRET_A, 1 << (looker - 1)) : e, NULL);
}

RULES void put_all_back(Su *g)
{
    while (g->state->look_count)
        put_back(g, g->state->look[g->state->look_count - 1]);
}

RULES static void su_tell_hand(Su *g, Event e, int whose)
{
    const CardSet hand = g->state->hand[whose];
    uint8_t list[SU_CARDS_MAX];
    SET_EACH (card, &hand)
        list[e.count++] = (uint8_t)card;
    su_emit(g, e, list);
}

RULES void show_hand(Su *g, int whose)
{
    const int seat = su_acting(g);
    const Event e = event_make(SU_EV_HAND_SHOWN, seat, whose + 1, 0, 0, 0);
    su_tell_hand(g, event_secret(e, SECRET_LIST, 1 << seat), whose);
}

RULES void reveal_hand(Su *g, int whose)
{
    su_tell_hand(g, event_make(SU_EV_HAND_REVEALED, whose, 0, 0, 0, 0), whose);
}

RULES void hide_hand(Su *g, int whose)
{
    su_tell(g, SU_EV_HAND_HIDDEN, su_acting(g), whose + 1, 0);
}

/* Points and plays. */

RULES void gain_vp(Su *g, int seat, int vp)
{
    if (vp)
        su_tell(g, SU_EV_VP_AWARDED, seat, fx_top(g)->source, vp);
}

RULES static void su_allow_play(Su *g, int kind, int power_max, Id base, int rule,
                                int count)
{
    const uint8_t list[1] = {(uint8_t)(count < SU_PLAYS_MAX ? count : SU_PLAYS_MAX)};
    if (count < 1)
        return; /* as data may say: then nothing is allowed */
    Event e = event_make(SU_EV_LIMIT_MODIFIED, su_acting(g), kind, base, rule + 1,
                         power_max == SU_ANY_POWER ? 0 : power_max + 1);
    e.count = 1;
    su_emit(g, e, list);
}

/* Extra plays belong to the play phase; elsewhere they are made at once or lost. */
RULES static bool su_can_wait(const Su *g)
{
    return g->state->phase == SU_PLAY && su_acting(g) == g->state->seat;
}

RULES void allow_minion(Su *g, int power_max, Id base, int rule)
{
    const Fx *top = fx_top(g);
    if (power_max < 0)
        return; /* as data may say: then nothing is allowed */
    if (power_max > SU_POWER_MAX)
        power_max = SU_ANY_POWER;
    if (su_can_wait(g)) {
        su_allow_play(g, SU_MINION, power_max, base, rule, 1);
    } else if (has_room(g)) {
        Fx *fx = su_push(g, SU_FX_minion_now, top->seat, top->source);
        fx->count = (int16_t)power_max;
        fx->base = base;
        fx->other = (Id)rule;
    }
}

RULES void allow_named(Su *g, Id minion, int count)
{
    const Fx *top = fx_top(g);
    if (count < 1)
        return;
    if (su_can_wait(g)) {
        su_tell(g, SU_EV_NAME_ALLOWED, top->seat, minion, count);
    } else if (has_room(g)) {
        Fx *fx = su_push(g, SU_FX_named_now, top->seat, top->source);
        fx->count = (int16_t)count;
        fx->other = minion;
    }
}

RULES bool allow_minions_alike(Su *g, int count)
{
    if (su_can_wait(g))
        su_allow_play(g, SU_MINION, SU_ANY_POWER, 0, RULE_SAME_NAME, count);
    return su_can_wait(g);
}

RULES void allow_actions(Su *g, int count)
{
    const Fx *top = fx_top(g);
    if (su_can_wait(g)) {
        su_allow_play(g, SU_ACTION, SU_ANY_POWER, 0, RULE_NONE, count);
    } else if (has_room(g)) {
        Fx *fx = su_push(g, SU_FX_actions_now, top->seat, top->source);
        fx->count = (int16_t)count;
    }
}

RULES void play_minion_at(Su *g, Id card, Id base)
{
    su_play_minion(g, su_acting(g), card, base, 0);
}

RULES void play_extra_minion(Su *g, Id card)
{
    Fx *fx = su_push(g, SU_FX_extra_minion, su_acting(g), card);
    fx->card = card;
}

RULES void play_extra_action(Su *g, Id card)
{
    Fx *fx = su_push(g, SU_FX_extra_action, su_acting(g), card);
    fx->card = card;
}

RULES void name_faction(Su *g, Id card, Id faction)
{
    su_emit(g, event_make(SU_EV_NAMED, su_acting(g), card, faction, 0, 0), NULL);
}

RULES void choose_mode(Su *g, Id card, int mode)
{
    su_tell(g, SU_EV_NOTED, su_acting(g), card, mode);
}

RULES void use_base(Su *g, Id base)
{
    su_tell(g, SU_EV_BASE_USED, su_acting(g), base, 0);
}

RULES void pass_base(Su *g, Id base)
{
    su_tell(g, SU_EV_BASE_PASSED, su_acting(g), base, 0);
}

RULES void mark_asleep(Su *g, int seat)
{
    su_tell(g, SU_EV_MARKED, su_acting(g), seat + 1, 0);
}

/* Minions. A minion that is protected stays as it is. */

RULES static bool su_takes(Su *g, Id minion, int effect)
{
    if (!in_play(g, minion) || su_shielded(g, minion, effect))
        return false;
    su_affect(g, minion);
    return true;
}

RULES void destroy(Su *g, Id minion)
{
    destroy_all(g, set_one(minion));
}

RULES void destroy_all(Su *g, CardSet minions)
{
    const Fx *top = fx_top(g);
    const uint8_t who = top->who;
    Fx *fx = su_push(g, SU_FX_destroying, top->seat, top->source);
    fx->who = who;
    fx->seen = minions;
    fx->count = g->state->dead_count;
}

/* What would happen to one of them; true when it may be replaced by something else. */
RULES static bool su_begin_destroying(Su *g, Fx *fx)
{
    fx->base = in_play(g, fx->card) ? base_of(g, fx->card) : (Id)0;
    if (!fx->base || su_shielded(g, fx->card, TO_DESTROY)) {
        set_remove(&fx->seen, fx->card);
        return false;
    }
    return su_trigger(g, WHEN_would_be_destroyed, fx->card, fx->base,
                      g->state->card[fx->card].seat);
}

RULES static void su_finish_destroying(Su *g, Fx *fx)
{
    if (!set_has(&fx->seen, fx->card))
        return;
    su_affect(g, fx->card);
    if (!is_at(g, fx->card, fx->base)) {
        set_remove(&fx->seen, fx->card);
        return;
    }
    su_emit(g,
            event_make(SU_EV_DESTROYED, g->state->card[fx->card].seat, fx->card,
                       fx->base, fx->source, fx->who + 1),
            NULL);
}

/* Of those that went, the ones to which something reacts. */
RULES static void su_keep_mourned(Su *g, Fx *fx)
{
    fx->dest = g->state->dead_count;
    fx->who = g->state->seat;
    SET_EACH (card, &fx->seen)
        if (!su_is_mourned(g, card))
            set_remove(&fx->seen, card);
}

/* Which of them comes first is asked where it can make a difference. */
RULES static bool su_ask_mourned(Su *g, Fx *fx)
{
    return set_count(&fx->seen) > 1 && su_deaths_differ(g, fx) &&
           ask(g, fx, SU_DO_ORDER, MUST, SAY_ORDER, fx->seen);
}

RULES static void su_after_destroying(Su *g, const Fx *fx)
{
    su_trigger(g, WHEN_minion_destroyed, fx->card, su_died_at(g->state, fx->card),
               su_owner(g->state, fx->card));
}

/* Minions destroyed together by fx->who, with a card of fx->seat: first they go, each
 * unless something saves it, then everything reacts, also those that went with them,
 * one of the dead after the other as the player whose turn it is says. Rules 5.3. */
ABILITY(destroying)
{
    BEGIN;
    EACH_SEEN (fx->card) {
        DO(1, su_begin_destroying(g, fx));
        su_finish_destroying(g, fx);
    }
    su_keep_mourned(g, fx);
    while (!set_is_empty(&fx->seen)) {
        ASK(2, fx->card, su_ask_mourned(g, fx));
        fx->card = fx->card ? fx->card : set_next(&fx->seen, 0);
        set_remove(&fx->seen, fx->card);
        DO(3, su_after_destroying(g, fx));
    }
    END;
}

RULES void destroy_action(Su *g, Id action)
{
    if (in_play(g, action) && !su_shielded(g, action, TO_DESTROY))
        su_tell(g, SU_EV_DETACHED, g->state->card[action].seat, action, 0);
}

/* What cannot be moved has no base to go to: then it is said what holds it. */
RULES void move_minion(Su *g, Id minion, Id base)
{
    if (is_at(g, minion, base) || !su_takes(g, minion, TO_MOVE) || !base)
        return;
    const int seat = su_acting(g), from = su_base_of(g->state, minion);
    su_emit(g, event_make(SU_EV_MOVED, seat, minion, from, base, 0), NULL);
    su_sweep(g, minion);
    if (!is_deep(g) && su_trigger(g, WHEN_moved_here, minion, base, seat))
        fx_top(g)->from = (uint8_t)from;
}

/* Already in play, it changes its carrier: it is not played. */
RULES void transfer_action(Su *g, Id action, Id minion)
{
    if (carrier_of(g, action) != minion && su_takes(g, action, TO_MOVE) &&
        su_takes(g, minion, TO_ATTACH))
        su_emit(g,
                event_make(SU_EV_ATTACHED, g->state->card[action].seat, action,
                           base_of(g, minion), minion, 0),
                NULL);
}

RULES void return_minion(Su *g, Id minion)
{
    if (su_takes(g, minion, TO_RETURN))
        su_emit(
            g,
            event_make(SU_EV_RETURNED, su_acting(g), minion, base_of(g, minion), 0, 0),
            NULL);
}

RULES static void su_place(Su *g, Id card, int type)
{
    if (!in_play(g, card) || su_takes(g, card, TO_PLACE))
        su_tell(g, type, owner_of(g, card), card, 0);
}

/* From a hand: only its player knows what it was. */
RULES void slide_under(Su *g, Id card)
{
    const int seat = owner_of(g, card);
    const Event e = event_make(SU_EV_TO_BOTTOM, seat, card, 0, 0, 0);
    su_emit(g, event_secret(e, SECRET_A, 1 << seat), NULL);
}

RULES void place_on_bottom(Su *g, Id card)
{
    su_place(g, card, SU_EV_TO_BOTTOM);
}

RULES void place_on_top(Su *g, Id card)
{
    su_place(g, card, SU_EV_TO_TOP);
}

/* On another player's turn it lasts to the end of the acting player's next. */
RULES void give_power(Su *g, Id minion, int power)
{
    const int seat = su_acting(g);
    if (su_takes(g, minion, TO_POWER))
        su_emit(g,
                event_make(SU_EV_POWER_CHANGED, seat, minion,
                           seat == g->state->seat ? 0 : seat + 1, 0, power),
                NULL);
}

/* Until the end of this turn, whoever's it is. */
RULES void give_power_now(Su *g, Id minion, int power)
{
    if (su_takes(g, minion, TO_POWER))
        su_tell(g, SU_EV_POWER_CHANGED, su_acting(g), minion, power);
}

RULES static bool su_can_last(const Su *g)
{
    return !g->state->lasting[SU_LASTING_MAX - 1].kind;
}

RULES void give_power_until_turn(Su *g, Id minion, int power)
{
    if (su_can_last(g) && su_takes(g, minion, TO_POWER))
        su_tell(g, SU_EV_LASTING, su_acting(g), minion, power);
}

RULES void add_counters(Su *g, Id minion, int count)
{
    if (su_takes(g, minion, TO_COUNTER))
        su_tell(g, SU_EV_COUNTER_ADDED, su_acting(g), minion, count);
}

RULES void remove_counters(Su *g, Id minion, int count)
{
    if (su_takes(g, minion, TO_COUNTER))
        su_tell(g, SU_EV_COUNTER_REMOVED, su_acting(g), minion, count);
}

RULES void take_control(Su *g, Id minion, bool for_a_turn)
{
    const int seat = su_acting(g);
    if (controller_of(g, minion) == seat || (for_a_turn && !su_can_last(g)) ||
        !su_takes(g, minion, TO_CONTROL))
        return;
    su_emit(g,
            event_make(SU_EV_CONTROL_TAKEN, seat, minion, controller_of(g, minion) + 1,
                       for_a_turn, 0),
            NULL);
    su_sweep(g, minion);
}

RULES void protect_now(Su *g, Id minion)
{
    su_sweep(g, minion);
}

/* Bases. */

RULES void change_breakpoint(Su *g, Id base, int change)
{
    su_tell(g, SU_EV_BREAKPOINT, su_acting(g), base, change);
}

RULES static void su_shuffle_bases(Su *g, bool discarded)
{
    SuState *s = g->state;
    uint8_t list[SU_BASES_MAX + 1];
    Event e = event_secret(event_make(SU_EV_BASES_SHUFFLED, SEAT_NONE, 0, 0, 0, 0),
                           SECRET_LIST, 0);
    for (int i = 0; i < s->base_deck_count; i++)
        list[e.count++] = s->base_deck[i];
    for (int base = 1; discarded && base <= SU_BASES_MAX; base++)
        if (s->base_discard >> base & 1)
            list[e.count++] = (uint8_t)base;
    rng_shuffle(&s->rng, list, e.count);
    su_emit(g, e, list);
}

/* The base on top of the deck, the used ones shuffled first where there is none; 0: the
 * game has no more bases. */
RULES int su_replacement(Su *g)
{
    SuState *s = g->state;
    if (!s->base_deck_count && s->base_discard)
        su_shuffle_bases(g, true);
    return s->base_deck_count ? s->base_deck[s->base_deck_count - 1] : 0;
}

RULES static void su_put_in_place(Su *g, Id old, Id base)
{
    const CardSet actions = actions_at(g, old);
    SET_EACH (card, &actions)
        su_tell(g, SU_EV_DETACHED, g->state->card[card].seat, card, 0);
    su_emit(g, event_make(SU_EV_BASE_SWAPPED, su_acting(g), old, base, 0, 0), NULL);
}

RULES void swap_base(Su *g, Id old, Id base)
{
    su_put_in_place(g, old, base);
    su_shuffle_bases(g, false);
}

/* The old one is then on top. */
RULES void exchange_base(Su *g, Id old)
{
    const Id base = (Id)su_replacement(g);
    if (!base || su_slot(g->state, old) < 0)
        return;
    su_put_in_place(g, old, base);
    su_trigger(g, WHEN_entered, 0, base, su_acting(g));
}

RULES void look_at_bases(Su *g, int seat, int count)
{
    for (int i = 0; i < count && su_replacement(g); i++) {
        const uint8_t base = (uint8_t)su_replacement(g);
        Event e = event_secret(event_make(SU_EV_BASES_LOOKED, seat, 0, 0, 0, 0),
                               SECRET_LIST, 1 << seat);
        e.count = 1;
        su_emit(g, e, &base);
    }
}

RULES void put_base_back(Su *g, Id base, int below)
{
    const int seat = fx_top(g)->who;
    su_emit(g,
            event_secret(event_make(SU_EV_BASE_PUT_BACK, seat, base, 0, 0, below),
                         SECRET_A, 1 << seat),
            NULL);
}
