/* common.c - what cards of several factions do, with a number from data. */
#include "games/smashup/words.h"

/* You may destroy a minion of power N or less here. */
ABILITY(may_destroy_here)
{
    BEGIN;
    DESTROY_ONE(1, MAY, minions_at(g, fx->base, fx->count));
    END;
}

/* Destroy a minion of power N or less here. */
ABILITY(destroy_here)
{
    BEGIN;
    DESTROY_ONE(1, MUST, minions_at(g, fx->base, fx->count));
    END;
}

RULES static CardSet fewer_here(const Su *g, const Fx *fx)
{
    return weaker_than(g, fx->base, su_minion_count(g, fx->base, fx->seat));
}

/* You may destroy a minion here with less power than you have minions here. */
ABILITY(may_destroy_fewer)
{
    BEGIN;
    DESTROY_ONE(1, MAY, fewer_here(g, fx));
    END;
}

/* Destroy a minion here with less power than you have minions here. */
ABILITY(destroy_fewer)
{
    BEGIN;
    DESTROY_ONE(1, MUST, fewer_here(g, fx));
    END;
}

/* Destroy a minion of power N or less, anywhere. */
ABILITY(destroy_any)
{
    BEGIN;
    DESTROY_ONE(1, MUST, minions_up_to(g, fx->count));
    END;
}

/* You may return a minion to its owner's hand. */
ABILITY(may_return_any)
{
    BEGIN;
    RETURN_ONE(1, MAY, minions_up_to(g, ANY));
    END;
}

/* Return a minion to its owner's hand. */
ABILITY(return_any)
{
    BEGIN;
    RETURN_ONE(1, MUST, minions_up_to(g, ANY));
    END;
}

/* You may return a minion of power N or less here to its owner's hand. */
ABILITY(may_return_here)
{
    BEGIN;
    RETURN_ONE(1, MAY, minions_at(g, fx->base, fx->count));
    END;
}

/* Gain N points. */
ABILITY(gain)
{
    BEGIN;
    DO(1, gain_vp(g, fx->seat, fx->count));
    END;
}

/* Draw N cards. */
ABILITY(draw_cards)
{
    BEGIN;
    DO(1, draw(g, fx->seat, fx->count));
    END;
}

/* You may play an extra minion of power N or less; without N, any. */
ABILITY(extra_minion_play)
{
    BEGIN;
    DO(1, allow_minion(g, fx->count ? fx->count : (int)ANY, 0, RULE_NONE));
    END;
}

/* You may play N extra actions. */
ABILITY(extra_action_plays)
{
    BEGIN;
    DO(1, allow_actions(g, fx->count));
    END;
}

/* Each of your minions has N more power until the end of the turn. */
ABILITY(own_get_power)
{
    BEGIN;
    fx->seen = minions_of(g, fx->seat);
    EACH_SEEN (fx->card)
        DO(1, give_power(g, fx->card, fx->count));
    END;
}

/* Move one of your minions to another base. */
ABILITY(move_own)
{
    BEGIN;
    MOVE_ONE(1, MUST, minions_of(g, fx->seat));
    END;
}

/* Move up to N of your minions, each once, to other bases; without N, any number. */
ABILITY(may_move_own)
{
    BEGIN;
    for (;;) {
        if (fx->count && set_count(&fx->seen) == fx->count)
            break;
        ASK_MINION(1, fx->card, MAY, SAY_MOVE_WHICH,
                   movable(g, set_minus(minions_of(g, fx->seat), fx->seen)));
        if (!fx->card)
            break;
        ASK_BASE(2, fx->dest, MUST, SAY_MOVE_WHERE, bases_open_to(g, fx->card));
        DO(3, move_minion(g, fx->card, fx->dest));
        set_add(&fx->seen, fx->card);
    }
    END;
}

/* This action is destroyed. */
ABILITY(destroy_itself)
{
    BEGIN;
    DO(1, destroy_action(g, fx->source));
    END;
}

CONDITION(another_player)
{
    (void)g;
    return about->player != about->seat;
}

CONDITION(own_turn)
{
    return g->state->seat == about->seat;
}

CONDITION(at_another_base)
{
    return home_of(g, about) != about->base;
}

/* The minion that carries it has N more power. */
POWER(carrier)
{
    return carrier_of(g, about->source) == about->subject ? about->n : 0;
}
