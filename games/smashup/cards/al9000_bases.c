/* al9000_bases.c - what the bases of Awesome Level 9000 do. */
#include "games/smashup/words.h"

/* Field of Honor. Whoever destroys minions here gains N points, once for all that go
 * together. */
ABILITY(base_pays_destroyer)
{
    BEGIN;
    if (destroyer_of(g, fx->other) < g->state->players)
        DO(1, gain_vp(g, destroyer_of(g, fx->other), fx->count));
    END;
}

/* Inventor's Salon. The winner may take an action of their discard pile. */
ABILITY(base_winner_takes)
{
    BEGIN;
    while (next_seat(g, fx, AMONG_WINNERS)) {
        TAKE_ONE(1, MAY, only_actions(g, discard_pile(g, fx->who)));
    }
    END;
}

/* The Greenhouse. The winner may search their deck for a minion and play it on the base
 * that replaces this one; they shuffle. */
ABILITY(base_winner_grows)
{
    BEGIN;
    fx->count = ANY;
    while (next_seat(g, fx, AMONG_PLACE + 1)) {
        DO(1, su_refill(g, fx->who));
        if (has_room(g))
            ASK_HIDDEN(2, fx->card, MAY, SAY_SEARCH_MINION);
        if (fx->card)
            DO(3, play_minion_at(g, fx->card, fx->base));
        DO(4, shuffle_into_deck(g, fx->who, set_none()));
        fx->card = 0;
    }
    END;
}

/* Workshop. The action lies on the base itself. */
CONDITION(on_the_base)
{
    (void)g;
    return !about->subject;
}

/* The Dread Gazebo. No action can be played on this base. */
FORBID(actions_here)
{
    return is_action(g, about->subject) && !about->by;
}

/* Tsar's Palace. Minions of printed power N or less cannot be played here. */
FORBID(small_minions_here)
{
    return is_minion(g, about->subject) && printed_power(g, about->subject) <= about->n;
}
