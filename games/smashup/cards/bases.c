/* bases.c - what the bases do. */
#include "games/smashup/words.h"

/* The Homeworld. Whoever plays a minion here may play another of power N or less. */
ABILITY(base_extra_small_minion)
{
    BEGIN;
    DO(1, allow_minion(g, fx->count, 0, RULE_NONE));
    END;
}

RULES static CardSet own_small_here(const Su *g, const Fx *fx)
{
    return set_both(minions_at(g, fx->base, fx->count), minions_of(g, fx->who));
}

RULES static bool is_among(const Su *g, const Fx *fx, int seat, int among)
{
    const SuState *s = g->state;
    switch (among) {
    case AMONG_WINNERS:
        return is_winner(g, seat) && works_for(g, fx, seat);
    case AMONG_LOSERS:
        return !is_winner(g, seat) && is_among(g, fx, seat, AMONG_PRESENT);
    case AMONG_PRESENT:
        return su_minion_count(g, fx->base, seat) && works_for(g, fx, seat);
    default:
        return s->place[seat] == among && (s->had_minions >> seat & 1);
    }
}

RULES bool next_seat(const Su *g, Fx *fx, int among)
{
    const SuState *s = g->state;
    while (fx->dest < s->players) {
        const int seat = (s->seat + fx->dest++) % s->players;
        if (is_among(g, fx, seat, among)) {
            fx->seat = fx->who = (uint8_t)seat;
            return true;
        }
        fx->who = (uint8_t)seat;
    }
    return false;
}

/* The Mothership. The winner may return one of their minions of power N or less here.
 */
ABILITY(base_winner_returns)
{
    BEGIN;
    while (next_seat(g, fx, AMONG_WINNERS)) {
        RETURN_ONE(1, MAY, own_small_here(g, fx));
    }
    END;
}

/* Tar Pits. A minion destroyed here goes under its owner's deck. */
ABILITY(base_under_the_deck)
{
    BEGIN;
    if (g->state->card[fx->other].zone == SU_IN_DISCARD)
        DO(1, place_on_bottom(g, fx->other));
    END;
}

/* Ninja Dojo. The winner may destroy a minion anywhere. */
ABILITY(base_winner_destroys)
{
    BEGIN;
    while (next_seat(g, fx, AMONG_WINNERS)) {
        DESTROY_ONE(1, MAY, minions_up_to(g, ANY));
    }
    END;
}

/* Temple of Goju. Each player's strongest minion here goes under its owner's deck. */
ABILITY(base_strongest_leave)
{
    BEGIN;
    while (next_seat(g, fx, AMONG_PRESENT)) {
        ASK_MINION(1, fx->card, MUST, SAY_BOTTOM_WHICH,
                   strongest_of(g, minions_of_at(g, fx->who, fx->base)));
        if (fx->card)
            DO(2, place_on_bottom(g, fx->card));
    }
    END;
}

/* The Grey Opal. Everybody but the winner may move one of their minions from here. */
ABILITY(base_losers_move)
{
    BEGIN;
    while (next_seat(g, fx, AMONG_LOSERS)) {
        ASK_MINION(1, fx->card, MAY, SAY_MOVE_WHICH,
                   movable(g, minions_of_at(g, fx->who, fx->base)));
        if (fx->card) {
            ASK_BASE(2, fx->other, MUST, SAY_MOVE_WHERE, bases_open_to(g, fx->card));
            DO(3, move_minion(g, fx->card, fx->other));
        }
    }
    END;
}

/* Tortuga. The runner-up may move one of their minions to the base that replaces it. */
ABILITY(base_runner_up_moves)
{
    BEGIN;
    while (next_seat(g, fx, AMONG_PLACE + 2)) {
        MOVE_ONE_TO(1, MAY, movable(g, minions_of_not_at(g, fx->who, fx->base)),
                    fx->base);
    }
    END;
}

/* Factory 436-1337. The winner gains a point for every N power they have here. */
ABILITY(base_pays_power)
{
    BEGIN;
    while (next_seat(g, fx, AMONG_WINNERS))
        DO(1, gain_vp(g, fx->who, su_total(g, fx->base, fx->who) / fx->count));
    END;
}

/* Rhodes Plaza Mall. Everybody gains a point for each of their minions here. */
ABILITY(base_pays_minions)
{
    BEGIN;
    while (next_seat(g, fx, AMONG_PRESENT))
        DO(1, gain_vp(g, fx->who, su_minion_count(g, fx->base, fx->who)));
    END;
}

/* Cave of Shinies. Whoever owns a minion destroyed here gains a point. */
ABILITY(base_pays_owner)
{
    BEGIN;
    DO(1, gain_vp(g, owner_of(g, fx->other), fx->count));
    END;
}

RULES static CardSet to_pull(const Su *g, const Fx *fx)
{
    CardSet set =
        set_minus(minions_of_others(g, fx->seat), minions_at(g, fx->base, ANY));
    for (int seat = 0; seat < g->state->players; seat++)
        if (!works_for(g, fx, seat))
            set = set_minus(set, minions_of(g, seat));
    return set;
}

/* Mushroom Kingdom. At the start of your turn you may move another player's minion
 * here. */
ABILITY(base_pulls)
{
    BEGIN;
    MOVE_ONE_TO(1, MAY, movable(g, to_pull(g, fx)), fx->base);
    END;
}

/* The Great Library. Everybody with a minion here may draw a card. */
ABILITY(base_all_draw)
{
    BEGIN;
    while (next_seat(g, fx, AMONG_PRESENT)) {
        ASK_CHOICE(1, fx->card, MAY, SAY_DRAW_OR_NOT, choices(CHOICE_YES, 0, 0));
        if (fx->card)
            DO(2, draw(g, fx->who, 1));
    }
    END;
}

/* School of Wizardry. The winner looks at the top three bases and says in which order
 * they come; the first replaces this one. */
ABILITY(base_winner_chooses)
{
    BEGIN;
    if (next_seat(g, fx, AMONG_WINNERS)) {
        DO(1, look_at_bases(g, fx->who, 3));
        for (fx->count = 0; g->state->look_base_count > 1; fx->count++) {
            ASK(2, fx->card,
                ask_hidden(g, fx, SU_DO_CHOOSE_BASE, MUST, SAY_REPLACE_WITH));
            DO(3, put_base_back(g, fx->card, fx->count));
            fx->card = 0;
        }
        if (g->state->look_base_count)
            DO(4, put_base_back(g, g->state->look_base[0], fx->count));
    }
    END;
}

/* Evans City Cemetery. The winner discards their hand and draws N cards. */
ABILITY(base_winner_redraws)
{
    BEGIN;
    while (next_seat(g, fx, AMONG_WINNERS)) {
        DO(1, discard_hand(g, fx->who));
        DO(2, draw(g, fx->who, fx->count));
    }
    END;
}

/* The Central Brain. Every minion here has N more power. */
POWER(everybody_here)
{
    (void)g;
    return about->source == SU_BASE_SOURCE + about->base ? about->n : 0;
}
