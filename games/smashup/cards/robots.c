/* robots.c - what the Robots do: many small ones, and one that goes off. */
#include "games/smashup/words.h"

/* Nukebot. After it is destroyed, so are the other players' minions where it was. */
ABILITY(nukebot)
{
    BEGIN;
    DO(1, destroy_all(g, others_at(g, fx->seat, fx->base)));
    END;
}

/* Hoverbot. Reveal the top card of your deck; a minion may be played at once. */
ABILITY(hoverbot)
{
    BEGIN;
    DO(1, reveal_top(g, fx->seat, 1));
    if (has_room(g)) {
        ASK_CARD(2, fx->card, MAY, SAY_PLAY_WHICH,
                 playable(g, fx->seat, only_minions(g, looked_at(g))));
        if (fx->card)
            DO(3, play_extra_minion(g, fx->card));
    }
    DO(4, put_all_back(g));
    END;
}

CONDITION(own_microbot)
{
    return su_is_microbot(g, about->subject) &&
           controller_of(g, about->subject) == about->seat;
}

/* Microbot Archive. After one of your Microbots is destroyed, draw a card. */
ABILITY(microbot_archive)
{
    BEGIN;
    DO(1, draw(g, fx->seat, 1));
    END;
}

/* Microbot Fixer. The first minion of your turn: play an extra minion. */
ABILITY(microbot_fixer)
{
    BEGIN;
    if (is_first_minion(g, fx->seat))
        DO(1, allow_minion(g, ANY, 0, RULE_NONE));
    END;
}

RULES static CardSet discarded_microbots(const Su *g, int seat)
{
    const CardSet pile = discard_pile(g, seat);
    CardSet set = set_none();
    SET_EACH (card, &pile)
        if (su_def(g, card)->microbot)
            set_add(&set, card);
    return set;
}

/* Microbot Reclaimer. The first minion of your turn: play an extra minion. Shuffle any
 * number of Microbots of your discard pile into your deck. */
ABILITY(microbot_reclaimer)
{
    BEGIN;
    if (is_first_minion(g, fx->seat))
        DO(1, allow_minion(g, ANY, 0, RULE_NONE));
    for (;;) {
        ASK_CARD(2, fx->card, MAY, SAY_SHUFFLE_WHICH,
                 set_minus(discarded_microbots(g, fx->seat), fx->seen));
        if (!fx->card)
            break;
        set_add(&fx->seen, fx->card);
    }
    if (!set_is_empty(&fx->seen))
        DO(3, shuffle_into_deck(g, fx->seat, fx->seen));
    END;
}

/* Tech Center. Choose a base; draw a card for each of your minions there. */
ABILITY(tech_center)
{
    BEGIN;
    ASK_BASE(1, fx->base, MUST, SAY_BASE_WHICH, bases_in_play(g));
    DO(2, draw(g, fx->seat, su_minion_count(g, fx->base, fx->seat)));
    END;
}

/* Warbot. It cannot be destroyed. */
PROTECT(itself_from_destruction)
{
    (void)g;
    return about->source == about->subject && about->effect == TO_DESTROY ? SHIELD_HOLDS
                                                                          : SHIELD_NONE;
}

/* Microbot Fixer. Each of your Microbots has N more power. */
POWER(own_microbots)
{
    return g->state->card[about->subject].seat == about->seat &&
                   su_is_microbot(g, about->subject)
               ? about->n
               : 0;
}

/* Microbot Alpha. N more power for each other Microbot of yours: that is each minion.
 */
POWER(each_other_microbot)
{
    if (about->source != about->subject)
        return 0;
    const CardSet own = minions_of(g, about->seat);
    return (set_count(&own) - 1) * about->n;
}
