/* madness.c - the Madness deck: who draws, gives and returns its cards, what one does,
 * and what they cost in the end. */
#include "games/smashup/words.h"

/* Seat -1 is nobody: what is left of the deck. */
RULES int su_madness_count(const SuState *s, int seat)
{
    int count = 0;
    for (int i = 0; s->madness_on && i < SU_MADNESS_MAX; i++)
        count += s->madness_of[i] == seat + 1;
    return count;
}

/* A point for every two, wherever they are. */
RULES int su_penalty(const SuState *s, int seat)
{
    return su_madness_count(s, seat) / 2;
}

RULES CardSet only_madness(const Su *g, CardSet some)
{
    CardSet set = set_none();
    SET_EACH (card, &some)
        if (is_madness(g, card))
            set_add(&set, card);
    return set;
}

RULES CardSet madness_to_draw(const Su *g)
{
    return su_madness_count(g->state, -1) ? set_one(CHOICE_YES) : set_none();
}

RULES void draw_madness(Su *g, int seat, int count)
{
    const SuState *s = g->state;
    for (int i = 0; s->madness_on && i < SU_MADNESS_MAX && count > 0; i++)
        if (!s->madness_of[i]) {
            const int card = su_madness_first(s) + i;
            su_emit(g, event_make(SU_EV_MADNESS_DRAWN, seat, card, 0, 0, 0), NULL);
            count--;
        }
}

RULES void give_madness(Su *g, Id card, int seat)
{
    const int from = fx_top(g)->seat;
    su_emit(g, event_make(SU_EV_MADNESS_GIVEN, from, card, seat + 1, 0, 0), NULL);
}

RULES void return_madness(Su *g, Id card)
{
    const int seat = owner_of(g, card);
    su_emit(g, event_make(SU_EV_MADNESS_BACK, seat, card, 0, 0, 0), NULL);
}

/* Madness. Draw two cards, or return this card to the Madness deck. */
ABILITY(madness)
{
    BEGIN;
    ASK_CHOICE(1, fx->dest, MUST, SAY_MADNESS_WHAT,
               choices(CHOICE_DRAW_TWO, CHOICE_RETURN_IT, 0));
    if (fx->dest == CHOICE_DRAW_TWO)
        DO(2, draw(g, fx->seat, 2));
    else
        DO(3, return_madness(g, fx->source));
    END;
}

/* You may draw a Madness card. */
ABILITY(may_draw_madness)
{
    BEGIN;
    ASK_CHOICE(1, fx->dest, MAY, SAY_DRAW_MADNESS, madness_to_draw(g));
    if (fx->dest)
        DO(2, draw_madness(g, fx->seat, 1));
    END;
}

/* You may return up to N Madness cards of your hand and discard pile. */
ABILITY(may_return_madness)
{
    BEGIN;
    for (; fx->count > 0; fx->count--) {
        ASK_HIDDEN(1, fx->card, MAY, SAY_RETURN_MADNESS);
        if (!fx->card)
            break;
        DO(2, return_madness(g, fx->card));
    }
    END;
}

/* You may return a Madness card of your hand. */
ABILITY(may_return_held_madness)
{
    BEGIN;
    ASK_HIDDEN(1, fx->card, MAY, SAY_RETURN_HELD_MADNESS);
    if (fx->card)
        DO(2, return_madness(g, fx->card));
    END;
}

/* A Madness card is in its controller's hand. */
CONDITION(holds_madness)
{
    const CardSet held = only_madness(g, g->state->hand[about->seat]);
    return !set_is_empty(&held);
}
