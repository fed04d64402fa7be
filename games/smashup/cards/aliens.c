/* aliens.c - what the Aliens do: return, take and look. */
#include "games/smashup/words.h"

/* Scout. After its base has scored you may take it into your hand. */
ABILITY(scout)
{
    BEGIN;
    RETURN_ONE(1, MAY, set_one(fx->source));
    END;
}

/* Abduction. Return a minion to its owner's hand; play an extra minion. */
ABILITY(abduction)
{
    BEGIN;
    RETURN_ONE(1, MUST, minions_up_to(g, ANY));
    DO(3, allow_minion(g, ANY, 0, RULE_NONE));
    END;
}

/* Crop Circles. Choose a base; every minion there returns to its owner's hand. */
ABILITY(crop_circles)
{
    BEGIN;
    ASK_BASE(1, fx->base, MUST, SAY_BASE_WHICH, bases_in_play(g));
    fx->seen = minions_at(g, fx->base, ANY);
    EACH_SEEN (fx->card)
        DO(2, return_minion(g, fx->card));
    END;
}

/* Disintegrator. A minion of power N or less goes under its owner's deck. */
ABILITY(disintegrator)
{
    BEGIN;
    ASK_MINION(1, fx->card, MUST, SAY_BOTTOM_WHICH, minions_up_to(g, fx->count));
    if (fx->card)
        DO(2, place_on_bottom(g, fx->card));
    END;
}

/* Invasion. Move a minion to another base. */
ABILITY(invasion)
{
    BEGIN;
    MOVE_ONE(1, MUST, minions_up_to(g, ANY));
    END;
}

/* Probe. Look at another player's hand and choose a minion in it; it is discarded. */
ABILITY(probe)
{
    BEGIN;
    ASK_PLAYER(1, fx->other, MUST, SAY_PLAYER_WHICH, others_seats(g, fx->seat));
    DO(2, show_hand(g, fx->other - 1));
    ASK_HIDDEN(3, fx->card, MUST, SAY_PROBE_WHICH);
    if (fx->card)
        DO(4, discard(g, fx->card));
    DO(5, hide_hand(g, fx->other - 1));
    END;
}

RULES static CardSet bases_to_search(const Su *g)
{
    CardSet set = set_none();
    for (int i = 0; i < g->state->base_deck_count; i++)
        set_add(&set, g->state->base_deck[i]);
    return set;
}

/* Terraforming. Exchange a base in play for one of the base deck; actions on it are
 * discarded, minions stay. Play an extra minion there. */
ABILITY(terraforming)
{
    BEGIN;
    ASK_BASE(1, fx->base, MUST, SAY_BASE_WHICH, bases_in_play(g));
    DO(2, su_replacement(g));
    ASK_BASE(3, fx->dest, MUST, SAY_NEW_BASE, bases_to_search(g));
    if (fx->dest) {
        DO(4, swap_base(g, fx->base, fx->dest));
        DO(5, allow_minion(g, ANY, fx->dest, RULE_NONE));
    }
    END;
}

/* Scout Ship. Choose a player; the top N cards of their deck are shown to everybody and
 * stay there. */
ABILITY(scout_ship)
{
    BEGIN;
    ASK_PLAYER(1, fx->other, MUST, SAY_PLAYER_WHICH, all_seats(g));
    DO(2, reveal_top(g, fx->other - 1, fx->count));
    DO(3, put_all_back(g));
    END;
}
