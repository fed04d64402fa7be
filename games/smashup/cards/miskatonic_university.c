/* miskatonic_university.c - what Miskatonic University does: it makes use of Madness.
 */
#include "games/smashup/words.h"

/* Professor. Discard a Madness card to play an extra action and an extra minion. */
ABILITY(professor)
{
    BEGIN;
    ASK_HIDDEN(1, fx->card, MUST, SAY_DISCARD_MADNESS);
    if (fx->card) {
        DO(2, discard(g, fx->card));
        DO(3, allow_actions(g, 1));
        DO(4, allow_minion(g, ANY, 0, RULE_NONE));
    }
    END;
}

/* Librarian. Discard a Madness card to draw a card. */
ABILITY(librarian)
{
    BEGIN;
    ASK_HIDDEN(1, fx->card, MUST, SAY_DISCARD_MADNESS);
    if (fx->card) {
        DO(2, discard(g, fx->card));
        DO(3, draw(g, fx->seat, 1));
    }
    END;
}

/* Book of Iter the Unseen. Look at another player's hand, draw a Madness card and play
 * N extra actions. */
ABILITY(book_of_iter)
{
    BEGIN;
    ASK_PLAYER(1, fx->other, MUST, SAY_PLAYER_WHICH, others_seats(g, fx->seat));
    DO(2, show_hand(g, fx->other - 1));
    ASK_CHOICE(3, fx->dest, MUST, SAY_SEEN, set_one(CHOICE_DONE));
    DO(4, hide_hand(g, fx->other - 1));
    DO(5, draw_madness(g, fx->seat, 1));
    DO(6, allow_actions(g, fx->count));
    END;
}

RULES static void strengthen_own(Su *g, Fx *fx)
{
    Fx *more = su_push(g, SU_FX_own_get_power, fx->seat, fx->source);
    more->count = fx->count;
}

/* ... It Just Might Work. Discard a Madness card; then each of your minions has N more
 * power until the end of the turn. */
ABILITY(it_just_might_work)
{
    BEGIN;
    ASK_HIDDEN(1, fx->card, MUST, SAY_DISCARD_MADNESS);
    if (fx->card) {
        DO(2, discard(g, fx->card));
        DO(3, strengthen_own(g, fx));
    }
    END;
}

/* "Old Man Jenkins!?" Destroy the strongest minion on the base that is about to score.
 */
ABILITY(old_man_jenkins)
{
    BEGIN;
    DESTROY_ONE(1, MUST, strongest_of(g, minions_at(g, fx->base, ANY)));
    END;
}

/* Gate to Beyond. Draw a Madness card; play an extra minion here. */
ABILITY(gate_to_beyond)
{
    BEGIN;
    DO(1, draw_madness(g, fx->seat, 1));
    DO(2, allow_minion(g, ANY, fx->base, RULE_NONE));
    END;
}

/* Things Best Not Known. Draw up to N Madness cards; a minion on the base that is about
 * to score has 2 more power for each until the end of the turn. */
ABILITY(things_best_not_known)
{
    BEGIN;
    ASK_MINION(1, fx->card, MUST, SAY_POWER_WHICH, minions_at(g, fx->base, ANY));
    for (; fx->card && fx->count > 0; fx->count--) {
        ASK_CHOICE(2, fx->dest, MAY, SAY_DRAW_MADNESS, madness_to_draw(g));
        if (!fx->dest)
            break;
        DO(3, draw_madness(g, fx->seat, 1));
        fx->other++;
    }
    if (fx->other)
        DO(4, give_power_now(g, fx->card, 2 * fx->other));
    END;
}

/* That's So Crazy... Draw a Madness card; each of your minions has N more power until
 * the end of the turn; play an extra action. */
ABILITY(thats_so_crazy)
{
    BEGIN;
    DO(1, draw_madness(g, fx->seat, 1));
    DO(2, strengthen_own(g, fx));
    DO(3, allow_actions(g, 1));
    END;
}

/* Those Meddling Kids. Destroy any number of actions on a base. */
ABILITY(meddling_kids)
{
    BEGIN;
    ASK_BASE(1, fx->base, MUST, SAY_BASE_WHICH, bases_in_play(g));
    for (;;) {
        ASK_CARD(2, fx->card, MAY, SAY_ACTION_WHICH,
                 set_minus(actions_at(g, fx->base), fx->seen));
        if (!fx->card)
            break;
        set_add(&fx->seen, fx->card);
        DO(3, destroy_action(g, fx->card));
    }
    END;
}

/* Field Trip. Put any number of cards of your hand under your deck; draw as many. */
ABILITY(field_trip)
{
    BEGIN;
    for (;;) {
        ASK_HIDDEN(1, fx->card, MAY, SAY_UNDER_FROM_HAND);
        if (!fx->card)
            break;
        DO(2, slide_under(g, fx->card));
        fx->card = 0; /* nobody else's business */
        fx->count++;
    }
    DO(3, draw(g, fx->seat, fx->count));
    END;
}
