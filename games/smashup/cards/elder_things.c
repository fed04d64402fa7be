/* elder_things.c - what the Elder Things do: they drive others mad. */
#include "games/smashup/words.h"

RULES static CardSet other_own(const Su *g, const Fx *fx)
{
    return destroyable(g, set_minus(minions_of(g, fx->seat), set_one(fx->source)));
}

RULES static CardSet elder_prices(const Su *g, const Fx *fx)
{
    const CardSet others = other_own(g, fx);
    return set_count(&others) < 2 ? set_none()
                                  : choices(CHOICE_DESTROY_TWO, CHOICE_UNDER_DECK, 0);
}

RULES static bool were_both_destroyed(const Su *g, const Fx *fx)
{
    int count = 0;
    SET_EACH (card, &fx->seen)
        count += was_destroyed(g, card);
    return count == 2;
}

/* Elder Thing. Destroy two of your other minions, or it goes under its owner's deck; so
 * it does where fewer than two can be destroyed, or not both were. */
ABILITY(elder_thing)
{
    BEGIN;
    ASK_CHOICE(1, fx->dest, MUST, SAY_ELDER_PRICE, elder_prices(g, fx));
    if (fx->dest == CHOICE_DESTROY_TWO) {
        ASK_MINION(2, fx->card, MUST, SAY_DESTROY_WHICH, other_own(g, fx));
        set_add(&fx->seen, fx->card);
        ASK_MINION(3, fx->card, MUST, SAY_DESTROY_WHICH,
                   set_minus(other_own(g, fx), fx->seen));
        set_add(&fx->seen, fx->card);
        DO(4, destroy_all(g, fx->seen));
    }
    if (in_play(g, fx->source) && !were_both_destroyed(g, fx))
        DO(5, place_on_bottom(g, fx->source));
    END;
}

/* Other players' cards do not affect it. */
PROTECT(itself_from_others)
{
    (void)g;
    return about->source == about->subject && is_others_card(about) ? SHIELD_HOLDS
                                                                    : SHIELD_NONE;
}

/* Whoever plays it has six power there already. */
CONDITION(six_power_there)
{
    return su_total(g, about->base, about->seat) >= 6;
}

/* The other players one after the other, from the one whose turn it is: true as long as
 * fx->who is another; fx->dest counts. */
RULES static bool next_other(const Su *g, Fx *fx)
{
    while (fx->dest < g->state->players) {
        fx->who = (uint8_t)((g->state->seat + fx->dest++) % g->state->players);
        if (fx->who != fx->seat)
            return true;
    }
    fx->who = fx->seat;
    return false;
}

/* Shoggoth. Each other player may draw a Madness card; destroy a minion here of each
 * one who does not. */
ABILITY(shoggoth)
{
    BEGIN;
    while (next_other(g, fx)) {
        ASK_CHOICE(1, fx->card, MAY, SAY_DRAW_MADNESS, madness_to_draw(g));
        if (fx->card)
            DO(2, draw_madness(g, fx->who, 1));
        else
            set_add(&fx->seen, (Id)(fx->who + 1));
    }
    EACH_SEEN (fx->other) {
        DESTROY_ONE(3, MUST, minions_of_at(g, fx->other - 1, fx->base));
    }
    END;
}

/* Mi-go. Each other player may draw a Madness card; draw a card for each one who does
 * not. */
ABILITY(mi_go)
{
    BEGIN;
    while (next_other(g, fx)) {
        ASK_CHOICE(1, fx->card, MAY, SAY_DRAW_MADNESS, madness_to_draw(g));
        if (fx->card)
            DO(2, draw_madness(g, fx->who, 1));
        else
            DO(3, draw(g, fx->seat, 1));
    }
    END;
}

/* Byakhee. Each other player with a minion here draws a Madness card. */
ABILITY(byakhee)
{
    BEGIN;
    while (next_other(g, fx))
        if (su_minion_count(g, fx->base, fx->who))
            DO(1, draw_madness(g, fx->who, 1));
    END;
}

RULES static void forget(Su *g, int seat)
{
    reveal_hand(g, seat);
    const CardSet held = only_madness(g, g->state->hand[seat]);
    SET_EACH (card, &held)
        discard(g, card);
    shuffle_into_deck(g, seat, g->state->discard[seat]);
}

/* Power of Madness. Each other player shows their hand, discards the Madness in it and
 * shuffles their discard pile into their deck. */
ABILITY(power_of_madness)
{
    BEGIN;
    while (next_other(g, fx))
        DO(1, forget(g, fx->who));
    END;
}

/* Insanity. Each other player draws N Madness cards. */
ABILITY(insanity)
{
    BEGIN;
    while (next_other(g, fx))
        DO(1, draw_madness(g, fx->who, fx->count));
    END;
}

/* Begin the Summoning. A minion of your discard pile goes on top of your deck; play an
 * extra action. */
ABILITY(begin_the_summoning)
{
    BEGIN;
    ASK_CARD(1, fx->card, MUST, SAY_TO_TOP_WHICH, discarded_minions(g, fx->seat, ANY));
    if (fx->card)
        DO(2, place_on_top(g, fx->card));
    DO(3, allow_actions(g, 1));
    END;
}

RULES static void discard_past_madness(Su *g, int seat)
{
    Id card = 0;
    do {
        card = discard_one_random(g, seat);
    } while (card && is_madness(g, card));
}

/* Spreading Horror. Each other player discards random cards until one is no Madness. */
ABILITY(spreading_horror)
{
    BEGIN;
    while (next_other(g, fx))
        DO(1, discard_past_madness(g, fx->who));
    END;
}

/* Shows a hand and says how much Madness is in it. */
RULES static int show_madness(Su *g, int seat)
{
    const CardSet held = only_madness(g, g->state->hand[seat]);
    reveal_hand(g, seat);
    return set_count(&held);
}

RULES static void show_madness_here(Su *g, Fx *fx)
{
    if (su_minion_count(g, fx->base, fx->who))
        fx->count = (int16_t)(fx->count + show_madness(g, fx->who));
}

/* The Price of Power. Each other player with a minion on the base that is about to
 * score shows their hand; for each Madness in them one of your minions there has 2 more
 * power until the end of the turn. */
ABILITY(price_of_power)
{
    BEGIN;
    while (next_other(g, fx))
        DO(1, show_madness_here(g, fx));
    for (; fx->count > 0; fx->count--) {
        ASK_MINION(2, fx->card, MUST, SAY_POWER_WHICH,
                   minions_of_at(g, fx->seat, fx->base));
        if (fx->card)
            DO(3, give_power_now(g, fx->card, 2));
    }
    END;
}

RULES static void remember_the_mad(Su *g, Fx *fx)
{
    if (show_madness(g, fx->who))
        set_add(&fx->seen, (Id)(fx->who + 1));
}

/* Unfathomable Goals. The other players show their hands; each with Madness in it
 * destroys a minion of their own. */
ABILITY(unfathomable_goals)
{
    BEGIN;
    while (next_other(g, fx))
        DO(1, remember_the_mad(g, fx));
    fx->dest = 0;
    while (next_other(g, fx)) {
        if (!set_has(&fx->seen, (Id)(fx->who + 1)))
            continue;
        DESTROY_ONE(2, MUST, minions_of(g, fx->who));
    }
    END;
}

/* Touch of Madness. Each other player draws a Madness card; draw a card and play an
 * extra action. */
ABILITY(touch_of_madness)
{
    BEGIN;
    while (next_other(g, fx))
        DO(1, draw_madness(g, fx->who, 1));
    DO(2, draw(g, fx->seat, 1));
    DO(3, allow_actions(g, 1));
    END;
}
