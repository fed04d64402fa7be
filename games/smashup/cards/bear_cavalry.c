/* bear_cavalry.c - what the Bear Cavalry does: it shoves, and who is shoved to a bear
 * is gone. */
#include "games/smashup/words.h"

/* Bear Cavalry. Move another player's minion from here to another base. */
ABILITY(move_theirs_from_here)
{
    BEGIN;
    MOVE_ONE(1, MUST, others_at(g, fx->seat, fx->base));
    END;
}

/* Bear Hug. Each other player destroys their weakest minion. */
ABILITY(bear_hug)
{
    BEGIN;
    for (fx->count = 1; fx->count < g->state->players; fx->count++) {
        fx->who = (uint8_t)((fx->seat + fx->count) % g->state->players);
        ASK_MINION(1, fx->card, MUST, SAY_WEAKEST_WHICH,
                   weakest_of(g, minions_of(g, fx->who)));
        if (fx->card)
            DO(2, destroy(g, fx->card));
    }
    END;
}

RULES static CardSet others_near_own(const Su *g, int seat)
{
    const CardSet bases = bases_with(g, seat);
    CardSet set = set_none();
    SET_EACH (base, &bases)
        set = set_union(set, minions_at(g, base, ANY));
    return set_both(set, minions_of_others(g, seat));
}

/* You're Screwed. Move another player's minion from a base with one of yours. */
ABILITY(youre_screwed)
{
    BEGIN;
    MOVE_ONE(1, MUST, others_near_own(g, fx->seat));
    END;
}

/* You're Pretty Much Borscht. Move all other players' minions from a base with one of
 * yours to one other base. */
ABILITY(borscht)
{
    BEGIN;
    ASK_BASE(1, fx->base, MUST, SAY_FROM_WHERE, bases_with(g, fx->seat));
    if (!fx->base)
        return FX_DONE;
    fx->seen = others_at(g, fx->seat, fx->base);
    if (set_is_empty(&fx->seen))
        return FX_DONE;
    ASK_BASE(2, fx->dest, MUST, SAY_MOVE_WHERE,
             set_minus(bases_in_play(g), set_one(fx->base)));
    EACH_SEEN (fx->card)
        DO(3, move_minion(g, fx->card, fx->dest));
    END;
}

/* Commission. Play an extra minion now, then move another player's minion from there to
 * another base. */
ABILITY(commission)
{
    BEGIN;
    fx->count = ANY;
    if (has_room(g))
        ASK_HIDDEN(1, fx->card, MAY, SAY_MINION_NOW);
    if (!fx->card)
        return FX_DONE;
    ASK_BASE(2, fx->base, MUST, SAY_PLAY_WHERE, bases_to_play(g, fx->seat, fx->card));
    DO(3, play_minion_at(g, fx->card, fx->base));
    MOVE_ONE(4, MUST, others_at(g, fx->seat, fx->base));
    END;
}

/* High Ground. While you have a minion here, another player's minion that moves here is
 * destroyed. */
ABILITY(high_ground)
{
    BEGIN;
    if (is_at(g, fx->other, fx->base) && su_minion_count(g, fx->base, fx->seat))
        DO(1, destroy(g, fx->other));
    END;
}

CONDITION(others_minion)
{
    return controller_of(g, about->subject) != about->seat;
}

/* General Ivan. No minion of its controller can be destroyed. */
PROTECT(own_from_destruction)
{
    return g->state->card[about->subject].seat == about->seat &&
                   about->effect == TO_DESTROY
               ? SHIELD_HOLDS
               : SHIELD_NONE;
}

RULES static bool is_alone(const Su *g, const SuAbout *about)
{
    return about->source == about->subject &&
           su_minion_count(g, about->base, about->seat) == 1;
}

/* Polar Commando. While its controller has no other minion here, N more power, */
POWER(itself_alone_here)
{
    return is_alone(g, about) ? about->n : 0;
}

/* and it cannot be destroyed. */
PROTECT(itself_alone_from_destruction)
{
    return is_alone(g, about) && about->effect == TO_DESTROY ? SHIELD_HOLDS
                                                             : SHIELD_NONE;
}

/* Superiority. Cards of other players do not destroy, move, return or place your
 * minions here. */
PROTECT(own_here_from_others_removal)
{
    const bool removes = about->effect == TO_DESTROY || about->effect == TO_MOVE ||
                         about->effect == TO_RETURN || about->effect == TO_PLACE;
    return g->state->card[about->subject].seat == about->seat &&
                   base_of(g, about->source) == about->base && removes &&
                   is_others_card(about)
               ? SHIELD_HOLDS
               : SHIELD_NONE;
}
