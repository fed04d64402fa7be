/* ghosts.c - what the Ghosts do: the emptier the hand, the better. */
#include "games/smashup/words.h"

/* Ghost. You may discard a card. */
ABILITY(may_discard)
{
    BEGIN;
    ASK_HIDDEN(1, fx->card, MAY, SAY_DISCARD_WHICH);
    if (fx->card)
        DO(2, discard(g, fx->card));
    END;
}

RULES static CardSet can_pay(const Su *g, const Fx *fx)
{
    return fx->card && g->state->hand_count[fx->seat] >= power_of(g, fx->card)
               ? choices(CHOICE_YES, 0, 0)
               : set_none();
}

/* Spirit. Choose a minion; you may discard as many cards as it has power to destroy it.
 */
ABILITY(spirit)
{
    BEGIN;
    ASK_MINION(1, fx->card, MAY, SAY_PAY_FOR_WHICH, minions_up_to(g, ANY));
    ASK_CHOICE(2, fx->other, MAY, SAY_PAY_OR_NOT, can_pay(g, fx));
    if (!fx->other)
        return FX_DONE;
    for (fx->count = (int16_t)power_of(g, fx->card); fx->count > 0; fx->count--) {
        ASK_HIDDEN(3, fx->other, MUST, SAY_DISCARD_WHICH);
        DO(4, discard(g, fx->other));
    }
    DO(5, destroy(g, fx->card));
    END;
}

/* Séance. Draw until you have N cards. */
ABILITY(draw_up_to)
{
    BEGIN;
    DO(1, draw(g, fx->seat, fx->count - g->state->hand_count[fx->seat]));
    END;
}

/* Ghostly Arrival. You may play an extra minion and an extra action. */
ABILITY(ghostly_arrival)
{
    BEGIN;
    DO(1, allow_minion(g, ANY, 0, RULE_NONE));
    DO(2, allow_actions(g, 1));
    END;
}

RULES static CardSet risers_below(const Su *g, const Fx *fx)
{
    if (!fx->count || !has_room(g))
        return set_none();
    return playable(g, fx->seat, discarded_minions(g, fx->seat, fx->count - 1));
}

/* The Dead Rise. Discard any number of cards; play a minion of less power than that
 * from your discard pile. */
ABILITY(the_dead_rise)
{
    BEGIN;
    for (;; fx->count++) {
        ASK_HIDDEN(1, fx->card, MAY, SAY_DISCARD_WHICH);
        if (!fx->card)
            break;
        DO(2, discard(g, fx->card));
    }
    ASK_CARD(3, fx->card, MUST, SAY_PLAY_WHICH, risers_below(g, fx));
    if (fx->card)
        DO(4, play_extra_minion(g, fx->card));
    END;
}

CONDITION(few_cards)
{
    return has_few_cards(g, about->seat);
}

CONDITION(last_in_hand)
{
    return g->state->hand_count[about->seat] == 1 &&
           set_has(&g->state->hand[about->seat], about->source);
}

/* Haunting. N more power while its controller has few cards. */
POWER(itself_with_few_cards)
{
    return about->source == about->subject && has_few_cards(g, about->seat) ? about->n
                                                                            : 0;
}

/* Door to the Beyond. The same for every minion of its controller here. */
POWER(own_here_with_few_cards)
{
    return g->state->card[about->subject].seat == about->seat &&
                   base_of(g, about->source) == about->base &&
                   has_few_cards(g, about->seat)
               ? about->n
               : 0;
}

/* Haunting. No card of another player affects it then. */
PROTECT(itself_with_few_cards_from_others)
{
    return about->source == about->subject && is_others_card(about) &&
                   has_few_cards(g, about->seat)
               ? SHIELD_HOLDS
               : SHIELD_NONE;
}

/* Incorporeal. No card of another player affects the minion that carries it. */
PROTECT(carrier_from_others)
{
    return carrier_of(g, about->source) == about->subject && is_others_card(about)
               ? SHIELD_HOLDS
               : SHIELD_NONE;
}
