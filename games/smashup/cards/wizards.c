/* wizards.c - what the Wizards do: cards, and more cards. */
#include "games/smashup/words.h"

RULES static CardSet what_with_it(const Su *g)
{
    const CardSet actions = only_actions(g, looked_at(g));
    if (set_is_empty(&actions))
        return set_none();
    return choices(CHOICE_HAND, has_room(g) ? CHOICE_PLAY : 0, 0);
}

/* Neophyte. Reveal the top card of your deck. An action you may take into your hand or
 * play as an extra action. */
ABILITY(neophyte)
{
    BEGIN;
    DO(1, reveal_top(g, fx->seat, 1));
    fx->card = g->state->look[0];
    ASK_CHOICE(2, fx->dest, MAY, SAY_WHAT_WITH_IT, what_with_it(g));
    if (fx->dest == CHOICE_HAND)
        DO(3, take_into_hand(g, fx->card));
    if (fx->dest == CHOICE_PLAY)
        DO(4, play_extra_action(g, fx->card));
    DO(5, put_all_back(g));
    END;
}

RULES static void reveal_others(Su *g, int seat)
{
    for (int i = 1; i < g->state->players; i++)
        reveal_top(g, (seat + i) % g->state->players, 1);
}

RULES static void put_others_back(Su *g, Id card)
{
    const CardSet others = set_minus(looked_at(g), set_one(card));
    SET_EACH (other, &others)
        put_back(g, other);
}

/* Mass Enchantment. Reveal the top card of every other player's deck; play one of the
 * actions among them. The rest are back before it does anything: it may reveal cards
 * itself. */
ABILITY(mass_enchantment)
{
    BEGIN;
    DO(1, reveal_others(g, fx->seat));
    if (has_room(g))
        ASK_CARD(2, fx->card, MUST, SAY_PLAY_WHICH, only_actions(g, looked_at(g)));
    DO(3, put_others_back(g, fx->card));
    if (fx->card)
        DO(4, play_extra_action(g, fx->card));
    END;
}

/* Portal. Reveal the top five cards of your deck. Take any number of the minions, put
 * the rest back in any order. */
ABILITY(portal)
{
    BEGIN;
    DO(1, reveal_top(g, fx->seat, 5));
    for (;;) {
        ASK_CARD(2, fx->card, MAY, SAY_TAKE_WHICH, only_minions(g, looked_at(g)));
        if (!fx->card)
            break;
        DO(3, take_into_hand(g, fx->card));
    }
    while (g->state->look_count > 1) {
        ASK_CARD(4, fx->card, MUST, SAY_TOP_WHICH, looked_at(g));
        DO(5, put_back(g, fx->card));
    }
    DO(6, put_all_back(g));
    END;
}

/* Sacrifice. Draw as many cards as one of your minions has power, then destroy it. */
ABILITY(sacrifice)
{
    BEGIN;
    ASK_MINION(1, fx->card, MUST, SAY_OWN_WHICH, minions_of(g, fx->seat));
    if (fx->card) {
        DO(2, draw(g, fx->seat, power_of(g, fx->card)));
        DO(3, destroy(g, fx->card));
    }
    END;
}

/* Scry. Search your deck for an action, show it, take it; shuffle. */
ABILITY(scry)
{
    BEGIN;
    DO(1, su_refill(g, fx->seat));
    ASK_HIDDEN(2, fx->card, MUST, SAY_SEARCH_ACTION);
    if (fx->card)
        DO(3, take_into_hand(g, fx->card));
    DO(4, shuffle_into_deck(g, fx->seat, set_none()));
    END;
}

/* Winds of Change. Shuffle your hand into your deck, draw five cards; play an extra
 * action. */
ABILITY(winds_of_change)
{
    BEGIN;
    DO(1, shuffle_into_deck(g, fx->seat, g->state->hand[fx->seat]));
    DO(2, draw(g, fx->seat, 5));
    DO(3, allow_actions(g, 1));
    END;
}
