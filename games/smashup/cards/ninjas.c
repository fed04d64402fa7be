/* ninjas.c - what the Ninjas do: strike late, and from nowhere. */
#include "games/smashup/words.h"

/* Whether a minion of the hand can be played there. */
RULES static bool can_bring_minion(const Su *g, int seat, Id base)
{
    const CardSet hand = only_minions(g, g->state->hand[seat]);
    SET_EACH (card, &hand)
        if (!su_is_forbidden(g, seat, card, base, 0))
            return true;
    return false;
}

/* No minion played yet in this play phase, whatever came at the start of the turn, and
 * a minion, at least itself, can be played here. One that is held in place needs
 * another in the hand: what changes nothing could be used for ever. */
CONDITION(acolyte_ready)
{
    const Id source = about->source;
    return !su_is_base(source) &&
           g->state->minions_played[about->seat] == g->state->minions_before &&
           !su_is_forbidden(g, about->seat, source, about->base, 0) &&
           (!su_is_held(g, source, TO_RETURN, source, about->seat) ||
            can_bring_minion(g, about->seat, about->base));
}

/* Ninja Acolyte. Return it to your hand and play a minion here, maybe itself. */
ABILITY(acolyte)
{
    BEGIN;
    DO(1, return_minion(g, fx->source));
    ASK_HIDDEN(2, fx->card, MUST, SAY_PLAY_HERE);
    if (fx->card)
        DO(3, play_minion_at(g, fx->card, fx->base));
    END;
}

/* Assassination. At the end of the turn the minion that carries it is destroyed. */
ABILITY(assassination)
{
    BEGIN;
    DO(1, destroy(g, carrier_of(g, fx->source)));
    END;
}

RULES static CardSet bases_to_hide(const Su *g, int seat)
{
    const CardSet with = bases_with(g, seat);
    CardSet set = set_none();
    SET_EACH (base, &with)
        if (can_bring_minion(g, seat, base))
            set_add(&set, base);
    return set;
}

RULES static bool can_hide_another(const Su *g, const Fx *fx)
{
    const CardSet hand = only_minions(g, g->state->hand[fx->seat]);
    return set_count(&hand) > set_count(&fx->seen) && set_count(&fx->seen) < 2;
}

RULES static CardSet to_hide(const Su *g, const Fx *fx)
{
    return can_hide_another(g, fx)
               ? set_minus(minions_of_at(g, fx->seat, fx->base), fx->seen)
               : set_none();
}

/* Disguise. Choose one or two of your minions at one base, play that many from your
 * hand there, then return the chosen ones. */
ABILITY(disguise)
{
    BEGIN;
    ASK_BASE(1, fx->base, MUST, SAY_BASE_WHICH, bases_to_hide(g, fx->seat));
    if (!fx->base)
        return FX_DONE;
    ASK_MINION(2, fx->card, MUST, SAY_RETURN_WHICH, to_hide(g, fx));
    set_add(&fx->seen, fx->card);
    ASK_MINION(3, fx->card, MAY, SAY_RETURN_WHICH, to_hide(g, fx));
    if (fx->card)
        set_add(&fx->seen, fx->card);
    for (fx->count = (int16_t)set_count(&fx->seen); fx->count > 0; fx->count--) {
        ASK_HIDDEN(4, fx->card, MUST, SAY_PLAY_HERE);
        if (fx->card)
            DO(5, play_minion_at(g, fx->card, fx->base));
    }
    EACH_SEEN (fx->card)
        DO(6, return_minion(g, fx->card));
    END;
}

/* Hidden Ninja. Play a minion from your hand onto the base that is about to score. */
ABILITY(hidden_ninja)
{
    BEGIN;
    ASK_HIDDEN(1, fx->card, MUST, SAY_PLAY_HERE);
    if (fx->card)
        DO(2, play_minion_at(g, fx->card, fx->base));
    END;
}

RULES static CardSet to_ignore(const Su *g, Id base)
{
    return g->catalog->base[base].roles ? choices(CHOICE_YES, 0, 0) : set_none();
}

/* Infiltrate. Destroy another action on this base. You may ignore the base; what it
 * does for as long as it lies there is ignored or not from now on. */
ABILITY(infiltrate)
{
    BEGIN;
    ASK_CARD(1, fx->card, MUST, SAY_ACTION_WHICH,
             set_minus(actions_at(g, fx->base), set_one(fx->source)));
    if (fx->card)
        DO(2, destroy_action(g, fx->card));
    ASK_CHOICE(3, fx->card, MAY, SAY_IGNORE_BASE, to_ignore(g, fx->base));
    if (fx->card)
        DO(4, choose_mode(g, fx->source, true));
    END;
}

/* Poison. You may destroy any number of other actions on the minion. */
ABILITY(poison)
{
    BEGIN;
    for (;;) {
        ASK_CARD(1, fx->card, MAY, SAY_ACTION_WHICH,
                 set_minus(actions_on(g, fx->other), set_one(fx->source)));
        if (!fx->card)
            break;
        DO(2, destroy_action(g, fx->card));
    }
    END;
}

/* Smoke Bomb. What other players have put on the minion goes. */
ABILITY(protect_carrier)
{
    BEGIN;
    DO(1, protect_now(g, fx->other));
    END;
}
