/* zombies.c - what the Zombies do: they come back. */
#include "games/smashup/words.h"

RULES static CardSet risers_for(const Su *g, const Fx *fx)
{
    const CardSet small = discarded_minions(g, fx->seat, fx->count);
    CardSet set = set_none();
    SET_EACH (card, &small)
        if (!su_is_forbidden(g, fx->seat, card, fx->base, 0))
            set_add(&set, card);
    return has_room(g) ? set : set_none();
}

/* Zombie Lord. At each base without a minion of yours you may play one of power N or
 * less from your discard pile. */
ABILITY(zombie_lord)
{
    BEGIN;
    fx->seen = set_minus(bases_in_play(g), bases_with(g, fx->seat));
    EACH_SEEN (fx->base) {
        ASK_CARD(1, fx->card, MAY, SAY_PLAY_WHICH, risers_for(g, fx));
        if (fx->card)
            DO(2, play_minion_at(g, fx->card, fx->base));
    }
    END;
}

/* Grave Digger. You may take a minion of your discard pile into your hand. */
ABILITY(grave_digger)
{
    BEGIN;
    TAKE_ONE(1, MAY, discarded_minions(g, fx->seat, ANY));
    END;
}

/* Walker. Look at the top card of your deck; discard it or leave it. */
ABILITY(walker)
{
    BEGIN;
    DO(1, look_at_top(g, fx->seat, 1));
    if (g->state->look_count) {
        ASK_CHOICE(2, fx->dest, MUST, SAY_WHAT_WITH_IT,
                   choices(CHOICE_DISCARD, CHOICE_KEEP, 0));
        if (fx->dest == CHOICE_DISCARD)
            DO(3, discard(g, g->state->look[g->state->look_count - 1]));
        DO(4, put_all_back(g));
    }
    END;
}

/* Grave Robbing. Take a card of your discard pile into your hand. */
ABILITY(grave_robbing)
{
    BEGIN;
    TAKE_ONE(1, MUST, discard_pile(g, fx->seat));
    END;
}

/* Lend a Hand. Shuffle any number of cards of your discard pile into your deck. */
ABILITY(lend_a_hand)
{
    BEGIN;
    for (;;) {
        ASK_CARD(1, fx->card, MAY, SAY_SHUFFLE_WHICH,
                 set_minus(discard_pile(g, fx->seat), fx->seen));
        if (!fx->card)
            break;
        set_add(&fx->seen, fx->card);
    }
    if (!set_is_empty(&fx->seen))
        DO(2, shuffle_into_deck(g, fx->seat, fx->seen));
    END;
}

/* Mall Crawl. Search your deck for any number of cards of one name and discard them;
 * shuffle. */
ABILITY(mall_crawl)
{
    BEGIN;
    DO(1, su_refill(g, fx->seat));
    ASK_HIDDEN(2, fx->card, MAY, SAY_SEARCH_CARD);
    while (fx->card) {
        DO(3, discard(g, fx->card));
        ASK_HIDDEN(4, fx->card, MAY, SAY_SEARCH_SAME);
    }
    DO(5, shuffle_into_deck(g, fx->seat, set_none()));
    END;
}

/* Not Enough Bullets. Take any number of minions of one name from your discard pile
 * into your hand. */
ABILITY(not_enough_bullets)
{
    BEGIN;
    ASK_CARD(1, fx->card, MAY, SAY_TAKE_WHICH, discarded_minions(g, fx->seat, ANY));
    while (fx->card) {
        fx->other = fx->card;
        DO(2, take_into_hand(g, fx->card));
        ASK_CARD(3, fx->card, MAY, SAY_TAKE_WHICH,
                 of_name(g, discard_pile(g, fx->seat), fx->other));
    }
    END;
}

/* Outbreak. Play an extra minion on a base where you have none. */
ABILITY(outbreak)
{
    BEGIN;
    DO(1, allow_minion(g, ANY, 0, RULE_BASE_WITHOUT_OWN));
    END;
}

/* They Keep Coming. Play a minion from your discard pile. */
ABILITY(they_keep_coming)
{
    BEGIN;
    if (has_room(g)) {
        ASK_CARD(1, fx->card, MUST, SAY_PLAY_WHICH,
                 playable(g, fx->seat, discarded_minions(g, fx->seat, ANY)));
        if (fx->card)
            DO(2, play_extra_minion(g, fx->card));
    }
    END;
}
