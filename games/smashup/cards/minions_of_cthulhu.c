/* minions_of_cthulhu.c - what the Minions of Cthulhu do: they pay in Madness. */
#include "games/smashup/words.h"

/* Star-Spawn of Cthulhu. Hand one of your Madness cards to another player. */
ABILITY(star_spawn)
{
    BEGIN;
    ASK_PLAYER(1, fx->other, MUST, SAY_PLAYER_WHICH, others_seats(g, fx->seat));
    ASK_HIDDEN(2, fx->card, MUST, SAY_GIVE_MADNESS);
    if (fx->card)
        DO(3, give_madness(g, fx->card, fx->other - 1));
    END;
}

/* Cthulhu's Chosen. Before a base scores you may draw a Madness card; this minion then
 * has N more power until the end of the turn. */
ABILITY(cthulhus_chosen)
{
    BEGIN;
    ASK_CHOICE(1, fx->dest, MAY, SAY_DRAW_MADNESS, madness_to_draw(g));
    if (fx->dest) {
        DO(2, draw_madness(g, fx->seat, 1));
        DO(3, give_power_now(g, fx->source, fx->count));
    }
    END;
}

/* Servitor of Cthulhu. It is destroyed, and an action of your discard pile goes on top
 * of your deck. */
ABILITY(servitor)
{
    BEGIN;
    DO(1, destroy(g, fx->source));
    ASK_CARD(2, fx->card, MUST, SAY_TO_TOP_WHICH,
             only_actions(g, discard_pile(g, fx->seat)));
    if (fx->card)
        DO(3, place_on_top(g, fx->card));
    END;
}

/* Its controller plays the minion. */
CONDITION(own_play)
{
    (void)g;
    return about->player == about->seat;
}

/* Recruit by Force. Put any number of minions of power N or less from your discard pile
 * on top of your deck, in any order. */
ABILITY(recruit_by_force)
{
    BEGIN;
    for (;;) {
        ASK_CARD(1, fx->card, MAY, SAY_TO_TOP_WHICH,
                 discarded_minions(g, fx->seat, fx->count));
        if (!fx->card)
            break;
        DO(2, place_on_top(g, fx->card));
    }
    END;
}

/* Complete the Ritual. At the start of your turn every minion and every action on the
 * base, itself too, goes under its owner's deck; the base changes places with the top
 * of the base deck. A minion that is protected stays where it is. */
ABILITY(complete_the_ritual)
{
    BEGIN;
    fx->base = base_of(g, fx->source);
    fx->seen = set_union(minions_at(g, fx->base, ANY), actions_at(g, fx->base));
    EACH_SEEN (fx->card)
        if (in_play(g, fx->card))
            DO(1, place_on_bottom(g, fx->card));
    DO(2, exchange_base(g, fx->base));
    END;
}

RULES static bool somebody_died_at(const Su *g, int not_of, Id base)
{
    const SuState *s = g->state;
    for (int i = 0; i < s->dead_count; i++)
        if (s->dead[i].base == base && s->dead[i].seat != not_of)
            return true;
    return false;
}

/* Furthering the Cause. At the end of every turn in which another player's minion was
 * destroyed here, gain N points. */
ABILITY(furthering_the_cause)
{
    BEGIN;
    if (somebody_died_at(g, fx->seat, base_of(g, fx->source)))
        DO(1, gain_vp(g, fx->seat, fx->count));
    END;
}

/* Whispers in Darkness. Draw a Madness card; play N extra actions. */
ABILITY(madness_and_actions)
{
    BEGIN;
    DO(1, draw_madness(g, fx->seat, 1));
    DO(2, allow_actions(g, fx->count));
    END;
}

/* Corruption. Draw a Madness card; destroy a minion. */
ABILITY(corruption)
{
    BEGIN;
    DO(1, draw_madness(g, fx->seat, 1));
    DESTROY_ONE(2, MUST, minions_up_to(g, ANY));
    END;
}

RULES static Id last_looked_at(const Su *g)
{
    ASSERT(g->state->look_count > 0);
    return g->state->look[g->state->look_count - 1];
}

/* Cthulhu Fhtagn. Reveal cards of your deck until two are actions: take those, the
 * others go under it. Each card is turned over once, and the discard pile stays. */
ABILITY(cthulhu_fhtagn)
{
    BEGIN;
    DO(1, su_refill(g, fx->seat));
    fx->count = (int16_t)g->state->deck_count[fx->seat];
    for (fx->dest = 2; fx->count > 0 && fx->dest > 0; fx->count--) {
        DO(2, reveal_top(g, fx->seat, 1));
        if (is_minion(g, last_looked_at(g))) {
            DO(3, place_on_bottom(g, last_looked_at(g)));
        } else {
            fx->dest--;
            DO(4, take_into_hand(g, last_looked_at(g)));
        }
    }
    END;
}

/* Madness Unleashed. Discard any number of Madness cards; draw as many cards and play
 * as many extra actions. */
ABILITY(madness_unleashed)
{
    BEGIN;
    for (;;) {
        ASK_HIDDEN(1, fx->card, MAY, SAY_DISCARD_MADNESS);
        if (!fx->card)
            break;
        DO(2, discard(g, fx->card));
        fx->count++;
    }
    if (fx->count) {
        DO(3, draw(g, fx->seat, fx->count));
        DO(4, allow_actions(g, fx->count));
    }
    END;
}

/* The Seal is Broken. Draw a Madness card; gain N points. */
ABILITY(seal_is_broken)
{
    BEGIN;
    DO(1, draw_madness(g, fx->seat, 1));
    DO(2, gain_vp(g, fx->seat, fx->count));
    END;
}

/* It Begins Again. Shuffle any number of actions of your discard pile into your deck.
 */
ABILITY(it_begins_again)
{
    BEGIN;
    for (;;) {
        ASK_CARD(1, fx->card, MAY, SAY_SHUFFLE_WHICH,
                 set_minus(only_actions(g, discard_pile(g, fx->seat)), fx->seen));
        if (!fx->card)
            break;
        set_add(&fx->seen, fx->card);
    }
    if (!set_is_empty(&fx->seen))
        DO(2, shuffle_into_deck(g, fx->seat, fx->seen));
    END;
}
