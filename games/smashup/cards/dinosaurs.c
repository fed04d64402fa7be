/* dinosaurs.c - what the Dinosaurs do: power, and more power. */
#include "games/smashup/words.h"

/* Augmentation. A minion has N more power until the end of the turn. */
ABILITY(augmentation)
{
    BEGIN;
    ASK_MINION(1, fx->card, MUST, SAY_POWER_WHICH, minions_up_to(g, ANY));
    if (fx->card)
        DO(2, give_power(g, fx->card, fx->count));
    END;
}

RULES static CardSet with_weaker_neighbour(const Su *g, int seat)
{
    const CardSet own = minions_of(g, seat);
    CardSet set = set_none();
    SET_EACH (card, &own) {
        const CardSet weaker = weaker_than(g, base_of(g, card), power_of(g, card));
        if (!set_is_empty(&weaker))
            set_add(&set, card);
    }
    return set;
}

/* Natural Selection. Choose one of your minions; destroy a weaker one at its base. */
ABILITY(natural_selection)
{
    BEGIN;
    ASK_MINION(1, fx->other, MUST, SAY_OWN_WHICH, with_weaker_neighbour(g, fx->seat));
    if (fx->other) {
        ASK_MINION(2, fx->card, MUST, SAY_DESTROY_WHICH,
                   weaker_than(g, base_of(g, fx->other), power_of(g, fx->other)));
        DO(3, destroy(g, fx->card));
    }
    END;
}

/* Rampage. The breakpoint of a base with one of your minions is lower by that minion's
 * power until the end of the turn. */
ABILITY(rampage)
{
    BEGIN;
    ASK_MINION(1, fx->card, MUST, SAY_OWN_WHICH, minions_of(g, fx->seat));
    if (fx->card)
        DO(2, change_breakpoint(g, base_of(g, fx->card), -power_of(g, fx->card)));
    END;
}

/* The weakest minions at a base where not all are equally strong. */
RULES static CardSet unfit_at(const Su *g, Id base)
{
    const CardSet all = minions_at(g, base, ANY);
    int least = 1000, most = -1;
    SET_EACH (card, &all) {
        const int power = power_of(g, card);
        least = power < least ? power : least;
        most = power > most ? power : most;
    }
    return most > least ? minions_at(g, base, least) : set_none();
}

/* Survival of the Fittest. At each base where powers differ, destroy one of the weakest
 * minions. */
ABILITY(survival_of_the_fittest)
{
    BEGIN;
    fx->seen = bases_in_play(g);
    EACH_SEEN (fx->base) {
        DESTROY_ONE(1, MUST, unfit_at(g, fx->base));
    }
    END;
}

/* Wildlife Preserve. What other players have put on your minions here goes. */
ABILITY(protect_own_here)
{
    BEGIN;
    fx->seen = minions_of_at(g, fx->seat, fx->base);
    EACH_SEEN (fx->card)
        DO(1, protect_now(g, fx->card));
    END;
}

/* Armor Stego. N more power on other players' turns. */
POWER(on_others_turns)
{
    return about->source == about->subject && g->state->seat != about->seat ? about->n
                                                                            : 0;
}

/* War Raptor. N more power for each War Raptor here, itself too. */
POWER(each_namesake_here)
{
    if (about->source != about->subject)
        return 0;
    const SuState *s = g->state;
    int count = 0;
    SET_EACH (card, &s->auras)
        count += is_at(g, card, about->base) && same_name(g, card, about->source);
    return count * about->n;
}

RULES static bool is_others_action(const Su *g, const SuAbout *about)
{
    return is_action(g, about->by) && about->player != about->seat;
}

/* Wildlife Preserve. Actions of other players do not affect your minions here. */
PROTECT(own_here_from_others_actions)
{
    return g->state->card[about->subject].seat == about->seat &&
                   base_of(g, about->source) == about->base &&
                   is_others_action(g, about)
               ? SHIELD_HOLDS
               : SHIELD_NONE;
}

/* Smoke Bomb. The same for the minion that carries it. */
PROTECT(carrier_from_others_actions)
{
    return carrier_of(g, about->source) == about->subject && is_others_action(g, about)
               ? SHIELD_HOLDS
               : SHIELD_NONE;
}

/* Hideout. One action of another player does not affect your minions here. */
PROTECT(own_here_once)
{
    return g->state->card[about->subject].seat == about->seat &&
                   base_of(g, about->source) == about->base &&
                   is_others_action(g, about)
               ? SHIELD_SPENT
               : SHIELD_NONE;
}

/* Tooth and Claw... and Guns. One ability, whoever's, does not affect its carrier. */
PROTECT(carrier_once)
{
    return carrier_of(g, about->source) == about->subject && about->by != about->source
               ? SHIELD_SPENT
               : SHIELD_NONE;
}
