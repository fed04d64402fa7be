/* innsmouth.c - what Innsmouth does: one name, many of it. */
#include "games/smashup/words.h"

/* Of the cards looked at, those of one player. */
RULES static CardSet own_looked_at(const Su *g, int seat)
{
    const CardSet all = looked_at(g);
    CardSet set = set_none();
    SET_EACH (card, &all)
        if (owner_of(g, card) == seat)
            set_add(&set, card);
    return set;
}

RULES static void take_namesakes(Su *g, const Fx *fx)
{
    const CardSet same = of_name(g, own_looked_at(g, fx->seat), fx->source);
    SET_EACH (card, &same)
        take_into_hand(g, card);
}

/* The Locals. Reveal the top N cards of your deck; take those of this name, the others
 * go under it in any order. */
ABILITY(the_locals)
{
    BEGIN;
    DO(1, reveal_top(g, fx->seat, fx->count));
    DO(2, take_namesakes(g, fx));
    for (;;) {
        fx->seen = own_looked_at(g, fx->seat);
        if (set_is_empty(&fx->seen))
            break;
        ASK(3, fx->card,
            set_count(&fx->seen) > 1 &&
                ask(g, fx, SU_DO_CHOOSE_CARD, MUST, SAY_UNDER_WHICH, fx->seen));
        if (!fx->card)
            fx->card = set_next(&fx->seen, 0);
        DO(4, place_on_bottom(g, fx->card));
    }
    END;
}

/* Whether one base has three minions of this player with one name. */
RULES static bool has_three_alike(const Su *g, int seat)
{
    const CardSet own = minions_of(g, seat);
    SET_EACH (card, &own) {
        const CardSet alike =
            of_name(g, minions_of_at(g, seat, base_of(g, card)), card);
        if (set_count(&alike) >= 3)
            return true;
    }
    return false;
}

/* Mysteries of the Deep. With three minions of one name on one base: draw three cards;
 * you may draw two more and two Madness cards. */
ABILITY(mysteries_of_the_deep)
{
    BEGIN;
    if (!has_three_alike(g, fx->seat))
        return FX_DONE;
    DO(1, draw(g, fx->seat, 3));
    ASK_CHOICE(2, fx->dest, MAY, SAY_DRAW_MORE, set_one(CHOICE_YES));
    if (fx->dest) {
        DO(3, draw(g, fx->seat, 2));
        DO(4, draw_madness(g, fx->seat, 2));
    }
    END;
}

/* Sacred Circle. Play an extra minion here, of the name of a minion that is here. */
ABILITY(sacred_circle)
{
    BEGIN;
    DO(1, allow_minion(g, ANY, fx->base, RULE_NAME_THERE));
    END;
}

/* Return to the Sea. After a base has scored, any number of your minions there with one
 * name return to their owners' hands. */
ABILITY(return_to_the_sea)
{
    BEGIN;
    ASK_MINION(1, fx->card, MAY, SAY_RETURN_WHICH,
               minions_of_at(g, fx->seat, fx->base));
    fx->other = fx->card;
    while (fx->card) {
        DO(2, return_minion(g, fx->card));
        set_add(&fx->seen, fx->card);
        ASK_MINION(
            3, fx->card, MAY, SAY_RETURN_WHICH,
            set_minus(of_name(g, minions_of_at(g, fx->seat, fx->base), fx->other),
                      fx->seen));
    }
    END;
}

RULES static void shuffle_minions_in(Su *g, int seat)
{
    const CardSet minions = only_minions(g, discard_pile(g, seat));
    if (!set_is_empty(&minions))
        shuffle_into_deck(g, seat, minions);
}

/* New Acolytes. Every player shuffles the minions of their discard pile into their
 * deck.
 */
ABILITY(new_acolytes)
{
    BEGIN;
    for (fx->dest = 0; fx->dest < g->state->players; fx->dest++)
        DO(1, shuffle_minions_in(g, (fx->seat + fx->dest) % g->state->players));
    END;
}

/* Recruitment. Draw up to N Madness cards; play as many extra minions. */
ABILITY(recruitment)
{
    BEGIN;
    while (fx->dest < fx->count) {
        ASK_CHOICE(1, fx->card, MAY, SAY_DRAW_MADNESS, madness_to_draw(g));
        if (!fx->card)
            break;
        DO(2, draw_madness(g, fx->seat, 1));
        fx->dest++;
    }
    for (; fx->dest > 0; fx->dest--)
        DO(3, allow_minion(g, ANY, 0, RULE_NONE));
    END;
}

/* Spreading the Word. Choose the name of a minion in play; play up to N extra minions
 * of it. */
ABILITY(spreading_the_word)
{
    BEGIN;
    ASK_MINION(1, fx->card, MUST, SAY_NAME_WHICH, minions_up_to(g, ANY));
    if (fx->card)
        DO(2, allow_named(g, fx->card, fx->count));
    END;
}

/* What cards in play do to its power is left out where that is what is asked about. */
RULES static int own_power(const Su *g, const SuAbout *about)
{
    const SuCard *c = &g->state->card[about->subject];
    return about->effect == TO_STANDING
               ? printed_power(g, about->subject) + c->counters + c->bonus
               : power_of(g, about->subject);
}

/* In Plain Sight. Other players' cards do not affect your minions of power N or less
 * here. */
PROTECT(own_small_here_from_others)
{
    return g->state->card[about->subject].seat == about->seat &&
                   base_of(g, about->source) == about->base && is_others_card(about) &&
                   own_power(g, about) <= about->n
               ? SHIELD_HOLDS
               : SHIELD_NONE;
}

/* The Deep Ones. Each of your minions of power N or less has 1 more until the end of
 * the turn. */
ABILITY(the_deep_ones)
{
    BEGIN;
    fx->seen = set_both(minions_of(g, fx->seat), minions_up_to(g, fx->count));
    EACH_SEEN (fx->card)
        DO(1, give_power(g, fx->card, 1));
    END;
}
