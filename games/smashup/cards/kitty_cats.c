/* kitty_cats.c - what the Kitty Cats do: other people's minions are theirs for a while.
 */
#include "games/smashup/words.h"

RULES static CardSet small_others(const Su *g, int seat, int power_max)
{
    return up_to(g, minions_of_others(g, seat), power_max);
}

/* Queen Fluffy. There is somebody to borrow. */
CONDITION(small_other)
{
    const CardSet all = small_others(g, about->seat, about->n);
    return !set_is_empty(&all);
}

/* Until the end of the turn you control another player's minion of power N or less. */
ABILITY(borrow_any)
{
    BEGIN;
    ASK_MINION(1, fx->card, MUST, SAY_CONTROL_WHICH,
               small_others(g, fx->seat, fx->count));
    if (fx->card)
        DO(2, take_control(g, fx->card, true));
    END;
}

/* Can Has Cheeseburger? The same, at the base that is about to score. */
ABILITY(borrow_here)
{
    BEGIN;
    ASK_MINION(
        1, fx->card, MUST, SAY_CONTROL_WHICH,
        set_both(minions_at(g, fx->base, fx->count), minions_of_others(g, fx->seat)));
    if (fx->card)
        DO(2, take_control(g, fx->card, true));
    END;
}

/* Whiskers. Play an extra action, then destroy one of your minions. */
ABILITY(whiskers)
{
    BEGIN;
    DO(1, allow_actions(g, 1));
    DESTROY_ONE(2, MUST, minions_of(g, fx->seat));
    END;
}

/* Hang in There. It is about the minion that carries it. */
CONDITION(carrier_is_subject)
{
    return carrier_of(g, about->source) == about->subject;
}

/* Hang in There. Would the minion be destroyed, it moves to another base instead, and
 * this is destroyed. */
ABILITY(hang_in_there)
{
    BEGIN;
    ASK_BASE(1, fx->card, MUST, SAY_MOVE_WHERE, bases_open_to(g, fx->other));
    DO(2, move_minion(g, fx->other, fx->card));
    DO(3, destroy_action(g, fx->source));
    END;
}

/* Hissy Fit. Minions of other players here have N more power. */
POWER(others_here)
{
    return base_of(g, about->source) == about->base &&
                   g->state->card[about->subject].seat != about->seat
               ? about->n
               : 0;
}

RULES static CardSet bases_with_small(const Su *g, int power_max)
{
    const CardSet all = bases_in_play(g);
    CardSet set = set_none();
    SET_EACH (base, &all) {
        const CardSet small = minions_at(g, base, power_max);
        if (!set_is_empty(&small))
            set_add(&set, base);
    }
    return set;
}

/* Invisible Bicycle. Move any number of minions of power N or less from one base to
 * another. */
ABILITY(invisible_bicycle)
{
    BEGIN;
    ASK_BASE(1, fx->base, MUST, SAY_FROM_WHERE, bases_with_small(g, fx->count));
    if (!fx->base)
        return FX_DONE;
    ASK_BASE(2, fx->dest, MUST, SAY_MOVE_WHERE,
             set_minus(bases_in_play(g), set_one(fx->base)));
    for (;;) {
        ASK_MINION(3, fx->card, MAY, SAY_MOVE_WHICH,
                   movable(g, set_minus(minions_at(g, fx->base, fx->count), fx->seen)));
        if (!fx->card)
            break;
        set_add(&fx->seen, fx->card);
    }
    EACH_SEEN (fx->card)
        DO(4, move_minion(g, fx->card, fx->dest));
    END;
}

/* Nine Lives. Destroy one of your minions; play an extra minion. */
ABILITY(nine_lives)
{
    BEGIN;
    DESTROY_ONE(1, MUST, minions_of(g, fx->seat));
    DO(3, allow_minion(g, ANY, 0, RULE_NONE));
    END;
}
