/* princesses.c - what the Princesses do: few of them, each a story of her own. */
#include "games/smashup/words.h"

RULES static CardSet small_others_here(const Su *g, int seat, Id base, int power_max)
{
    return set_both(minions_at(g, base, power_max), minions_of_others(g, seat));
}

/* Apricot. There is somebody for her to destroy. */
CONDITION(small_other_here)
{
    const CardSet all = small_others_here(g, about->seat, about->base, about->n);
    return !set_is_empty(&all);
}

/* Apricot. Destroy another player's minion of power N or less here. */
ABILITY(apricot)
{
    BEGIN;
    DESTROY_ONE(1, MUST, small_others_here(g, fx->seat, fx->base, fx->count));
    END;
}

RULES static bool is_heirloom(const Su *g, Id card)
{
    const SuDef *def = su_def(g, card);
    return def->passive_count && def->passive[0].by == SU_POWER_each_heirloom;
}

RULES static CardSet discarded_heirlooms(const Su *g, int seat)
{
    const CardSet pile = discard_pile(g, seat);
    CardSet set = set_none();
    SET_EACH (card, &pile)
        if (is_heirloom(g, card))
            set_add(&set, card);
    return set;
}

/* Griselda. There is one to take. */
CONDITION(heirloom_discarded)
{
    const CardSet all = discarded_heirlooms(g, about->seat);
    return !set_is_empty(&all);
}

/* Griselda. Take an Heirloom of your discard pile into your hand. */
ABILITY(griselda)
{
    BEGIN;
    TAKE_ONE(1, MUST, discarded_heirlooms(g, fx->seat));
    END;
}

/* Marie DeGraw. Reveal the top card of your deck. Take a minion into your hand, put
 * anything else under the deck. */
ABILITY(marie_degraw)
{
    BEGIN;
    DO(1, reveal_top(g, fx->seat, 1));
    fx->card = g->state->look_count ? g->state->look[0] : (Id)0;
    if (!fx->card)
        return FX_DONE;
    if (is_minion(g, fx->card))
        DO(2, take_into_hand(g, fx->card));
    else
        DO(3, place_on_bottom(g, fx->card));
    END;
}

RULES static CardSet minions_elsewhere(const Su *g, Id base)
{
    return set_minus(minions_up_to(g, ANY), minions_at(g, base, ANY));
}

/* Snow White. There is somebody to call. */
CONDITION(minion_elsewhere)
{
    const CardSet all = minions_elsewhere(g, about->base);
    return !set_is_empty(&all);
}

/* Snow White. Move a minion from another base here. */
ABILITY(snow_white)
{
    BEGIN;
    MOVE_ONE_TO(1, MUST, minions_elsewhere(g, fx->base), fx->base);
    END;
}

/* Direct to DVD Sequel. Shuffle a minion of your discard pile into your deck; draw a
 * card. */
ABILITY(direct_to_dvd)
{
    BEGIN;
    ASK_CARD(1, fx->card, MUST, SAY_SHUFFLE_WHICH, discarded_minions(g, fx->seat, ANY));
    if (fx->card)
        DO(2, shuffle_into_deck(g, fx->seat, set_one(fx->card)));
    DO(3, draw(g, fx->seat, 1));
    END;
}

/* Fairy Godmother. Draw two cards, or a minion has N more power until the end of the
 * turn. */
ABILITY(fairy_godmother)
{
    BEGIN;
    fx->seen = minions_up_to(g, ANY);
    ASK_CHOICE(1, fx->dest, MUST, SAY_CHOOSE_ONE,
               choices(CHOICE_DRAW_TWO, set_is_empty(&fx->seen) ? 0 : CHOICE_POWER, 0));
    if (fx->dest == CHOICE_DRAW_TWO)
        DO(2, draw(g, fx->seat, 2));
    if (fx->dest != CHOICE_POWER)
        return FX_DONE;
    ASK_MINION(3, fx->card, MUST, SAY_POWER_WHICH, fx->seen);
    DO(4, give_power(g, fx->card, fx->count));
    END;
}

/* Happily Ever After. The winner of this base gains N points. */
ABILITY(happily_ever_after)
{
    BEGIN;
    if (is_winner(g, fx->seat))
        DO(1, gain_vp(g, fx->seat, fx->count));
    END;
}

/* Heirloom. The minion has N more power for each Heirloom it carries. */
POWER(each_heirloom)
{
    if (carrier_of(g, about->source) != about->subject)
        return 0;
    const CardSet all = of_name(g, actions_on(g, about->subject), about->source);
    return set_count(&all) * about->n;
}

/* Heirloom. The card itself cannot be destroyed. */
PROTECT(the_card_itself)
{
    (void)g;
    return about->source == about->subject && about->effect == TO_DESTROY ? SHIELD_HOLDS
                                                                          : SHIELD_NONE;
}

/* Skillet. Destroy a minion of power N or less; draw a card. */
ABILITY(skillet)
{
    BEGIN;
    DESTROY_ONE(1, MUST, minions_up_to(g, fx->count));
    DO(3, draw(g, fx->seat, 1));
    END;
}

/* Some Day My Prince Will Come. Move a minion from the base that is about to score. */
ABILITY(some_day)
{
    BEGIN;
    MOVE_ONE(1, MUST, minions_at(g, fx->base, ANY));
    END;
}

/* Tale as Old as Time. Choose a base; move all your minions there. */
ABILITY(tale_as_old_as_time)
{
    BEGIN;
    ASK_BASE(1, fx->dest, MUST, SAY_MOVE_WHERE, bases_in_play(g));
    fx->seen = minions_of_not_at(g, fx->seat, fx->dest);
    EACH_SEEN (fx->card)
        DO(2, move_minion(g, fx->card, fx->dest));
    END;
}

/* Woodland Helpers. The action is its controller's own, and so is its play. */
CONDITION(own_action)
{
    return about->player == about->seat && owner_of(g, about->subject) == about->seat;
}

/* Woodland Helpers. An action you have played may go under your deck instead of to the
 * discard pile. */
ABILITY(woodland_helpers)
{
    BEGIN;
    ASK_CHOICE(1, fx->dest, MAY, SAY_UNDER_THE_DECK, choices(CHOICE_YES, 0, 0));
    if (fx->dest)
        DO(2, place_on_bottom(g, fx->other));
    END;
}
