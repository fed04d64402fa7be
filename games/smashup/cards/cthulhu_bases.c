/* cthulhu_bases.c - what the bases of the Obligatory Cthulhu Set do. */
#include "games/smashup/words.h"

/* Innsmouth. Whoever plays a minion here may put a card of any discard pile under its
 * owner's deck. */
ABILITY(base_cleans_up)
{
    BEGIN;
    ASK_CARD(1, fx->card, MAY, SAY_CARD_UNDER_WHICH, all_discarded(g));
    if (fx->card)
        DO(2, place_on_bottom(g, fx->card));
    END;
}

/* Ritual Site. Minions still here when it is cleared are shuffled into their owners'
 * decks. */
ABILITY(base_shuffles_in)
{
    BEGIN;
    fx->seen = minions_at(g, fx->base, ANY);
    EACH_SEEN (fx->card) {
        fx->other = (Id)owner_of(g, fx->card);
        DO(1, place_on_bottom(g, fx->card));
        if (!in_play(g, fx->card))
            fx->count |= (int16_t)(1 << fx->other);
    }
    for (fx->other = 0; fx->other < g->state->players; fx->other++)
        if (fx->count >> fx->other & 1)
            DO(2, shuffle_into_deck(g, fx->other, set_none()));
    END;
}

/* Mountains of Madness. Whoever plays a minion here draws N Madness cards. */
ABILITY(base_maddens)
{
    BEGIN;
    DO(1, draw_madness(g, fx->seat, fx->count));
    END;
}

CONDITION(own_minion_here)
{
    return su_minion_count(g, home_of(g, about), about->player) > 0;
}

/* R'lyeh. At the start of a turn its player may destroy one of their minions here to
 * gain N points. */
ABILITY(base_takes_sacrifice)
{
    BEGIN;
    ASK_MINION(1, fx->card, MAY, SAY_DESTROY_WHICH,
               minions_of_at(g, fx->seat, fx->base));
    if (fx->card) {
        DO(2, destroy(g, fx->card));
        if (was_destroyed(g, fx->card))
            DO(3, gain_vp(g, fx->seat, fx->count));
    }
    END;
}

/* Who has how much Madness is no secret, where it lies is one. */
CONDITION(madness_here)
{
    for (int seat = 0; seat < g->state->players; seat++)
        if (su_minion_count(g, about->base, seat) && su_madness_count(g->state, seat))
            return true;
    return false;
}

/* Miskatonic University. Each player with a minion here may return a Madness card of
 * their hand or discard pile. */
ABILITY(base_heals_present)
{
    BEGIN;
    while (next_seat(g, fx, AMONG_PRESENT)) {
        ASK_HIDDEN(1, fx->card, MAY, SAY_RETURN_MADNESS);
        if (fx->card)
            DO(2, return_madness(g, fx->card));
    }
    END;
}

/* Miskatonic University as printed. The winner may return any number of them. */
ABILITY(base_heals_winner)
{
    BEGIN;
    while (next_seat(g, fx, AMONG_WINNERS))
        for (;;) {
            ASK_HIDDEN(1, fx->card, MAY, SAY_RETURN_MADNESS);
            if (!fx->card)
                break;
            DO(2, return_madness(g, fx->card));
        }
    END;
}

/* Plateau of Leng. It came from the hand, the first on this turn. */
CONDITION(first_from_hand_here)
{
    const int slot = su_slot(g->state, about->base);
    return slot >= 0 && in_play(g, about->subject) &&
           (g->state->card[about->subject].used & CARD_FROM_HAND) &&
           (g->state->base[slot].from_hand >> 2 * about->player & 3) == 1;
}

/* Plateau of Leng. Who plays their first minion of the turn here from the hand may play
 * another of that name here from the hand. */
ABILITY(base_plays_namesake)
{
    BEGIN;
    if (has_room(g)) {
        ASK_HIDDEN(1, fx->card, MAY, SAY_NAMESAKE_HERE);
        if (fx->card)
            DO(2, play_minion_at(g, fx->card, fx->base));
    }
    END;
}

/* North Pole. A player can play one minion a turn here. */
FORBID(second_minion_here)
{
    return is_minion(g, about->subject) &&
           minions_played_at(g, about->player, about->base) > 0;
}
