/* killer_plants.c - what the Killer Plants do: they grow, given a turn. */
#include "games/smashup/words.h"

/* Venus Man Trap. Search your deck for a minion of power N or less and play it here;
 * shuffle. */
ABILITY(grow_here)
{
    BEGIN;
    DO(1, su_refill(g, fx->seat));
    if (has_room(g))
        ASK_HIDDEN(2, fx->card, MAY, SAY_SEARCH_MINION);
    if (fx->card)
        DO(3, play_minion_at(g, fx->card, fx->base));
    DO(4, shuffle_into_deck(g, fx->seat, set_none()));
    END;
}

/* Sprout. At the start of your turn it is destroyed; you may search your deck for a
 * minion of power N or less and play it here; shuffle. */
ABILITY(sprout)
{
    BEGIN;
    fx->base = base_of(g, fx->source);
    DO(1, destroy(g, fx->source));
    GO_ON_AS(grow_here);
    END;
}

/* Weed Eater. On the turn it is played it has N more power. */
ABILITY(weed_eater)
{
    BEGIN;
    DO(1, give_power_now(g, fx->source, fx->count));
    END;
}

/* Budding. Choose a minion in play; search your deck for a card of the same name, take
 * it; shuffle. */
ABILITY(budding)
{
    BEGIN;
    ASK_MINION(1, fx->card, MUST, SAY_MINION_WHICH, minions_up_to(g, ANY));
    if (fx->card) {
        DO(2, su_refill(g, fx->seat));
        ASK_HIDDEN(3, fx->other, MAY, SAY_SEARCH_NAMESAKE);
        if (fx->other)
            DO(4, take_into_hand(g, fx->other));
        DO(5, shuffle_into_deck(g, fx->seat, set_none()));
    }
    END;
}

/* Blossom. You may play up to N extra minions of one name; outside your play phase, at
 * once. */
ABILITY(blossom)
{
    BEGIN;
    if (allow_minions_alike(g, fx->count))
        return FX_DONE;
    for (; fx->count > 0 && has_room(g); fx->count--) {
        ASK_HIDDEN(1, fx->card, MAY, SAY_MINION_ALIKE);
        if (!fx->card)
            break;
        fx->other = fx->card;
        DO(2, play_extra_minion(g, fx->card));
    }
    END;
}

/* Overgrowth. At the start of your turn this base's breakpoint is 0 until the turn
 * ends.
 */
ABILITY(overgrowth)
{
    BEGIN;
    fx->base = base_of(g, fx->source);
    DO(1, change_breakpoint(g, fx->base, -g->catalog->base[fx->base].breakpoint));
    END;
}

/* Water Lily. It comes while its player's turn is starting. */
CONDITION(own_turn_starts)
{
    return g->state->phase == SU_START && g->state->seat == about->seat;
}

/* Deep Roots. Cards of other players do not move or return your minions here. */
PROTECT(own_here_from_others_moves)
{
    return g->state->card[about->subject].seat == about->seat &&
                   base_of(g, about->source) == about->base &&
                   (about->effect == TO_MOVE || about->effect == TO_RETURN) &&
                   is_others_card(about)
               ? SHIELD_HOLDS
               : SHIELD_NONE;
}

/* Entangled. Where you have a minion, nothing moves or returns any. */
PROTECT(near_own_from_moves)
{
    return (about->effect == TO_MOVE || about->effect == TO_RETURN) &&
                   su_minion_count(g, about->base, about->seat) > 0
               ? SHIELD_HOLDS
               : SHIELD_NONE;
}
