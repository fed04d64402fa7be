/* mythic_horses.c - what the Mythic Horses do: together they are strong. */
#include "games/smashup/words.h"

RULES static int companions(const Su *g, const SuAbout *about, int seat)
{
    const bool own = g->state->card[about->subject].seat == seat;
    return su_minion_count(g, about->base, seat) - own;
}

/* Starlyte. N more power for each other minion of her controller here. */
POWER(each_companion)
{
    return about->source == about->subject
               ? companions(g, about, about->seat) * about->n
               : 0;
}

/* Pinkie. N more power while her controller has another minion here. */
POWER(with_a_companion)
{
    return about->source == about->subject && companions(g, about, about->seat)
               ? about->n
               : 0;
}

/* Encouragement Power. The minion has N more power for each other minion here of who
 * played this. */
POWER(carrier_each_companion)
{
    return carrier_of(g, about->source) == about->subject
               ? companions(g, about, about->seat) * about->n
               : 0;
}

/* Rainbow. You have played another minion here this turn. */
CONDITION(another_played_here)
{
    const bool itself =
        in_play(g, about->source) && g->state->card[about->source].used & CARD_NEW_HERE;
    return minions_played_at(g, about->seat, about->base) > itself;
}

/* Seastar. Where you have another minion, play an extra minion; one Seastar a turn. */
ABILITY(seastar)
{
    BEGIN;
    if (su_minion_count(g, fx->base, fx->seat) < 2 ||
        su_once(g, ONCE_TURN, fx->seat, fx->source))
        return FX_DONE;
    DO(1, su_use_once(g, ONCE_TURN, fx->seat, fx->source));
    DO(2, allow_minion(g, ANY, 0, RULE_NONE));
    END;
}

/* Adventure Power. Choose a base; move any number of your minions there. */
ABILITY(adventure_power)
{
    BEGIN;
    ASK_BASE(1, fx->dest, MUST, SAY_MOVE_WHERE, bases_in_play(g));
    for (;;) {
        ASK_MINION(2, fx->card, MAY, SAY_MOVE_WHICH,
                   movable(g, set_minus(set_minus(minions_of(g, fx->seat), fx->seen),
                                        minions_at(g, fx->dest, ANY))));
        if (!fx->card)
            break;
        set_add(&fx->seen, fx->card);
        DO(3, move_minion(g, fx->card, fx->dest));
    }
    END;
}

RULES static CardSet bases_of_friends(const Su *g, int seat, Id minion)
{
    CardSet set = bases_with(g, seat);
    set_remove(&set, base_of(g, minion));
    return set;
}

RULES static CardSet with_friends_elsewhere(const Su *g, int seat)
{
    const CardSet bases = bases_with(g, seat);
    return set_count(&bases) > 1 ? minions_of(g, seat) : set_none();
}

/* Friendship Power. Move one of your minions to another base with one of yours. You may
 * take this back into your hand. */
ABILITY(friendship_power)
{
    BEGIN;
    ASK_MINION(1, fx->card, MUST, SAY_MOVE_WHICH, with_friends_elsewhere(g, fx->seat));
    if (fx->card) {
        ASK_BASE(2, fx->dest, MUST, SAY_MOVE_WHERE,
                 bases_of_friends(g, fx->seat, fx->card));
        DO(3, move_minion(g, fx->card, fx->dest));
    }
    ASK_CHOICE(4, fx->other, MAY, SAY_WHAT_WITH_IT, choices(CHOICE_HAND, 0, 0));
    if (fx->other)
        DO(5, take_into_hand(g, fx->source));
    END;
}

CONDITION(own_turn_several_here)
{
    return g->state->seat == about->seat &&
           su_minion_count(g, base_of(g, about->source), about->seat) >= about->n;
}

/* Sharing Power. At the start of your turn, with N of your minions here, draw a card.
 */
ABILITY(sharing_power)
{
    BEGIN;
    if (su_minion_count(g, base_of(g, fx->source), fx->seat) >= fx->count)
        DO(1, draw(g, fx->seat, 1));
    END;
}

RULES static CardSet with_companions(const Su *g, int seat)
{
    const CardSet own = minions_of(g, seat);
    CardSet set = set_none();
    SET_EACH (card, &own)
        if (su_minion_count(g, base_of(g, card), seat) > 1)
            set_add(&set, card);
    return set;
}

/* Super Future Space Armor Power. Each of your minions that is not your only one at its
 * base has N more power until the end of the turn. */
ABILITY(space_armor_power)
{
    BEGIN;
    fx->seen = with_companions(g, fx->seat);
    EACH_SEEN (fx->card)
        DO(1, give_power(g, fx->card, fx->count));
    END;
}

RULES static int lesson_length(const Su *g, const Fx *fx)
{
    const int count = su_minion_count(g, fx->base, fx->seat);
    return count < SU_LOOK_MAX ? count : (int)SU_LOOK_MAX;
}

RULES static CardSet pupils(const Su *g, const Fx *fx)
{
    const CardSet minions = only_minions(g, looked_at(g));
    CardSet set = set_none();
    SET_EACH (card, &minions)
        if (has_room(g) && !su_is_forbidden(g, fx->seat, card, fx->base, 0))
            set_add(&set, card);
    return set;
}

RULES static CardSet looked_at_but(const Su *g, Id card)
{
    return set_minus(looked_at(g), set_one(card));
}

/* Teaching Power. Before a base scores, reveal a card of your deck for each of your
 * minions there. Play one of the minions there and put the rest back in any order. They
 * go back first: who comes may look at the deck. */
ABILITY(teaching_power)
{
    BEGIN;
    DO(1, reveal_top(g, fx->seat, lesson_length(g, fx)));
    ASK_CARD(2, fx->other, MUST, SAY_PLAY_WHICH, pupils(g, fx));
    for (;;) {
        fx->seen = looked_at_but(g, fx->other);
        if (set_count(&fx->seen) < 2)
            break;
        ASK_CARD(3, fx->card, MUST, SAY_TOP_WHICH, fx->seen);
        DO(4, put_back(g, fx->card));
    }
    if (!set_is_empty(&fx->seen))
        DO(5, put_back(g, set_next(&fx->seen, 0)));
    if (fx->other)
        DO(6, play_minion_at(g, fx->other, fx->base));
    END;
}

/* Togetherness Power. Play an extra minion on a base where you have one. */
ABILITY(togetherness_power)
{
    BEGIN;
    DO(1, allow_minion(g, ANY, 0, RULE_BASE_WITH_OWN));
    END;
}
