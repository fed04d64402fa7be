/* fairies.c - what the Fairies do: one thing or the other, as they please. */
#include "games/smashup/words.h"

/* Titania. Return another player's minion to its owner's hand, or play an extra minion.
 */
ABILITY(titania)
{
    BEGIN;
    fx->seen = minions_of_others(g, fx->seat);
    ASK_CHOICE(
        1, fx->dest, MUST, SAY_CHOOSE_ONE,
        choices(CHOICE_EXTRA_MINION, set_is_empty(&fx->seen) ? 0 : CHOICE_RETURN, 0));
    if (fx->dest == CHOICE_EXTRA_MINION)
        DO(2, allow_minion(g, ANY, 0, RULE_NONE));
    if (fx->dest != CHOICE_RETURN)
        return FX_DONE;
    ASK_MINION(3, fx->card, MUST, SAY_RETURN_WHICH, fx->seen);
    DO(4, return_minion(g, fx->card));
    END;
}

RULES static CardSet all_but(const Su *g, Id minion)
{
    return set_minus(minions_up_to(g, ANY), set_one(minion));
}

/* Glymmer. Until your next turn another minion has N less power, or she has one more.
 */
ABILITY(glymmer)
{
    BEGIN;
    fx->seen = all_but(g, fx->source);
    ASK_CHOICE(
        1, fx->dest, MUST, SAY_CHOOSE_ONE,
        choices(CHOICE_STRENGTHEN, set_is_empty(&fx->seen) ? 0 : CHOICE_WEAKEN, 0));
    if (fx->dest == CHOICE_STRENGTHEN)
        DO(2, give_power_until_turn(g, fx->source, 1));
    if (fx->dest != CHOICE_WEAKEN)
        return FX_DONE;
    ASK_MINION(3, fx->card, MUST, SAY_POWER_WHICH, fx->seen);
    DO(4, give_power_until_turn(g, fx->card, -fx->count));
    END;
}

/* Puck. Play an extra action, or draw a card. */
ABILITY(puck)
{
    BEGIN;
    ASK_CHOICE(1, fx->dest, MUST, SAY_CHOOSE_ONE,
               choices(CHOICE_EXTRA_ACTION, CHOICE_DRAW, 0));
    if (fx->dest == CHOICE_EXTRA_ACTION)
        DO(2, allow_actions(g, 1));
    if (fx->dest == CHOICE_DRAW)
        DO(3, draw(g, fx->seat, 1));
    END;
}

RULES static CardSet carried_elsewhere(const Su *g, Id minion)
{
    const CardSet all = actions_in_play(g);
    CardSet set = set_none();
    SET_EACH (card, &all) {
        const Id carrier = carrier_of(g, card);
        if (carrier && carrier != minion)
            set_add(&set, card);
    }
    return set;
}

/* Tinx. You may transfer an action from another minion to her. */
ABILITY(tinx)
{
    BEGIN;
    ASK_CARD(1, fx->card, MAY, SAY_TRANSFER_WHICH, carried_elsewhere(g, fx->source));
    if (fx->card)
        DO(2, transfer_action(g, fx->card, fx->source));
    END;
}

/* Daisy Chain. The minion that carries it has N more power if both are one player's,
 * else N less. */
POWER(carrier_friend_or_foe)
{
    if (carrier_of(g, about->source) != about->subject)
        return 0;
    return g->state->card[about->subject].seat == about->seat ? about->n : -about->n;
}

enum { MODE_UP = 1, MODE_DOWN };

/* Enchantment. Choose whether minions here have more power, or less. */
ABILITY(enchantment)
{
    BEGIN;
    ASK_CHOICE(1, fx->dest, MUST, SAY_CHOOSE_ONE, choices(CHOICE_UP, CHOICE_DOWN, 0));
    DO(2, choose_mode(g, fx->source, fx->dest == CHOICE_UP ? MODE_UP : MODE_DOWN));
    END;
}

/* Every minion here has N more power, or N less. */
POWER(here_by_mode)
{
    const int mode = note_of(g, about->source);
    if (!mode || base_of(g, about->source) != about->base)
        return 0;
    return mode == MODE_UP ? about->n : -about->n;
}

/* Fairy Ballet. Draw two cards, or draw one and play an extra action. */
ABILITY(ballet)
{
    BEGIN;
    ASK_CHOICE(1, fx->dest, MUST, SAY_CHOOSE_ONE,
               choices(CHOICE_DRAW_TWO, CHOICE_DRAW_AND_ACTION, 0));
    DO(2, draw(g, fx->seat, fx->dest == CHOICE_DRAW_TWO ? 2 : 1));
    if (fx->dest == CHOICE_DRAW_AND_ACTION)
        DO(3, allow_actions(g, 1));
    END;
}

/* Ladybug, Leaf Armor. There is another minion to go to. */
CONDITION(another_minion)
{
    const CardSet others = all_but(g, carrier_of(g, about->source));
    return !set_is_empty(&others);
}

/* Ladybug, Leaf Armor. Transfer this to another minion. */
ABILITY(hop_over)
{
    BEGIN;
    ASK_MINION(1, fx->card, MUST, SAY_PLAY_ON_WHICH, all_but(g, fx->other));
    if (fx->card)
        DO(2, transfer_action(g, fx->source, fx->card));
    END;
}

/* Ladybug. The minion that carries it cannot be destroyed. */
PROTECT(carrier_from_destruction)
{
    return carrier_of(g, about->source) == about->subject && about->effect == TO_DESTROY
               ? SHIELD_HOLDS
               : SHIELD_NONE;
}

/* Magic Acorns. The others each discard a card at random, or draw a card and play an
 * extra action. */
ABILITY(magic_acorns)
{
    BEGIN;
    ASK_CHOICE(1, fx->dest, MUST, SAY_CHOOSE_ONE,
               choices(CHOICE_OTHERS_DISCARD, CHOICE_DRAW_AND_ACTION, 0));
    if (fx->dest == CHOICE_DRAW_AND_ACTION) {
        DO(2, draw(g, fx->seat, 1));
        DO(3, allow_actions(g, 1));
        return FX_DONE;
    }
    for (fx->count = 1; fx->count < g->state->players; fx->count++)
        DO(4, discard_random(g, (fx->seat + fx->count) % g->state->players, 1));
    END;
}

/* Magic Ward. Other players cannot play actions on this base or on minions here. */
FORBID(others_actions_to_all_here)
{
    return !is_minion(g, about->subject) && about->player != about->seat;
}

/* Playful Tricks. Destroy up to N actions. */
ABILITY(playful_tricks)
{
    BEGIN;
    for (; fx->count > 0; fx->count--) {
        ASK_CARD(1, fx->card, MAY, SAY_ACTION_WHICH,
                 set_minus(actions_in_play(g), fx->seen));
        if (!fx->card)
            break;
        set_add(&fx->seen, fx->card);
        DO(2, destroy_action(g, fx->card));
    }
    END;
}
