/* steampunks.c - what the Steampunks do: machines on bases. */
#include "games/smashup/words.h"

/* Steam Queen. Cards of other players do not affect your actions in play. */
PROTECT(own_actions_from_others)
{
    return g->state->card[about->subject].seat == about->seat && is_others_card(about)
               ? SHIELD_HOLDS
               : SHIELD_NONE;
}

RULES static CardSet machines_to_mend(const Su *g, int seat)
{
    const CardSet pile = only_actions(g, discard_pile(g, seat));
    CardSet set = set_none();
    if ((g->state->asleep >> seat & 1) || !has_room(g))
        return set;
    SET_EACH (card, &pile) {
        if (!su_goes_on_base(su_def(g, card)))
            continue;
        const CardSet bases = su_targets(g, seat, card);
        if (!set_is_empty(&bases))
            set_add(&set, card);
    }
    return set;
}

/* Mechanic. Play an action of your discard pile that goes on a base. */
ABILITY(mechanic)
{
    BEGIN;
    ASK_CARD(1, fx->card, MUST, SAY_PLAY_WHICH, machines_to_mend(g, fx->seat));
    if (fx->card)
        DO(2, play_extra_action(g, fx->card));
    END;
}

/* Captain Ahab. Move him to another base with one of your actions on it. */
ABILITY(captain_ahab)
{
    BEGIN;
    ASK_BASE(1, fx->dest, MUST, SAY_MOVE_WHERE,
             set_both(bases_open_to(g, fx->source), bases_with_action(g, fx->seat)));
    DO(2, move_minion(g, fx->source, fx->dest));
    END;
}

CONDITION(has_action_elsewhere)
{
    const CardSet bases =
        set_minus(bases_with_action(g, about->seat), set_one(about->base));
    return !set_is_empty(&bases);
}

/* Ornate Dome. Destroy the other players' actions on this base; */
ABILITY(ornate_dome)
{
    BEGIN;
    fx->seen = set_minus(actions_at(g, fx->base), actions_of(g, fx->seat));
    EACH_SEEN (fx->card)
        DO(1, destroy_action(g, fx->card));
    END;
}

/* they can play none on it. */
FORBID(others_actions_here)
{
    return is_action(g, about->subject) && !about->by && about->player != about->seat;
}

/* Scrap Diving. Take an action of your discard pile into your hand. */
ABILITY(scrap_diving)
{
    BEGIN;
    TAKE_ONE(1, MUST, only_actions(g, discard_pile(g, fx->seat)));
    END;
}

/* Zeppelin. Move one of your minions from here to another base or from another base to
 * here. */
ABILITY(zeppelin)
{
    BEGIN;
    ASK_MINION(1, fx->card, MUST, SAY_MOVE_WHICH, minions_of(g, fx->seat));
    if (!fx->card)
        return FX_DONE;
    fx->dest = fx->base;
    if (is_at(g, fx->card, fx->base))
        ASK_BASE(2, fx->dest, MUST, SAY_MOVE_WHERE, bases_open_to(g, fx->card));
    DO(3, move_minion(g, fx->card, fx->dest));
    END;
}

CONDITION(has_minion)
{
    const CardSet own = minions_of(g, about->seat);
    return !set_is_empty(&own);
}

RULES static bool can_replay(const Su *g, const Fx *fx)
{
    const CardSet targets = su_targets(g, fx->seat, fx->card);
    return set_has(&g->state->hand[fx->seat], fx->card) && !set_is_empty(&targets) &&
           has_room(g);
}

/* Change of Venue. Take one of your actions in play into your hand and play it again.
 */
ABILITY(change_of_venue)
{
    BEGIN;
    ASK_CARD(1, fx->card, MUST, SAY_ATTACHED_WHICH, actions_of(g, fx->seat));
    if (fx->card)
        DO(2, take_into_hand(g, fx->card));
    if (fx->card && can_replay(g, fx))
        DO(3, play_extra_action(g, fx->card));
    END;
}

/* Escape Hatch. Would one of your minions here be destroyed, it returns to its owner's
 * hand instead. */
ABILITY(escape_hatch)
{
    BEGIN;
    DO(1, return_minion(g, fx->other));
    END;
}

CONDITION(own_minion)
{
    return controller_of(g, about->subject) == about->seat;
}

/* Difference Engine. The end of your turn, and you have a minion here. */
CONDITION(own_turn_minion_here)
{
    return g->state->seat == about->seat &&
           su_minion_count(g, base_of(g, about->source), about->seat) > 0;
}

/* Steam Man. N more power while its controller has an action on this base. */
POWER(itself_with_action_here)
{
    if (about->source != about->subject)
        return 0;
    const CardSet bases = bases_with_action(g, about->seat);
    return set_has(&bases, about->base) ? about->n : 0;
}

/* Rotary Slug Thrower. N more power for each of your minions here. */
POWER(own_here)
{
    return g->state->card[about->subject].seat == about->seat &&
                   base_of(g, about->source) == about->base
               ? about->n
               : 0;
}
