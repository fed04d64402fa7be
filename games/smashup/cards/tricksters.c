/* tricksters.c - what the Tricksters do: traps, and other people's hands. */
#include "games/smashup/words.h"

CONDITION(weaker_arrival)
{
    return about->player != about->seat &&
           power_of(g, about->subject) < power_of(g, about->source);
}

/* Leprechaun. After another player plays a weaker minion here, it is destroyed. */
ABILITY(leprechaun)
{
    BEGIN;
    if (is_at(g, fx->other, fx->base) && is_at(g, fx->source, fx->base) &&
        power_of(g, fx->other) < power_of(g, fx->source))
        DO(1, destroy(g, fx->other));
    END;
}

/* Brownie. Another player who has just played a card that affects it discards two cards
 * at random. */
ABILITY(brownie)
{
    BEGIN;
    DO(1, discard_random(g, the_player(fx), 2));
    END;
}

/* Gremlin. After it is destroyed, draw a card; the others each discard one at random.
 */
ABILITY(gremlin)
{
    BEGIN;
    DO(1, draw(g, fx->seat, 1));
    for (fx->count = 1; fx->count < g->state->players; fx->count++)
        DO(2, discard_random(g, (fx->seat + fx->count) % g->state->players, 1));
    END;
}

/* Block the Path. Name a faction. */
ABILITY(block_the_path)
{
    BEGIN;
    ASK_FACTION(1, fx->other, SAY_FACTION_WHICH, factions_in_game(g));
    DO(2, name_faction(g, fx->source, fx->other));
    END;
}

/* Its minions cannot be played on this base. */
FORBID(named_faction_here)
{
    return is_minion(g, about->subject) &&
           faction_of(g, about->subject) == note_of(g, about->source);
}

/* Overrun. Other players cannot play minions here. */
FORBID(others_minions_here)
{
    return is_minion(g, about->subject) && about->player != about->seat;
}

/* Disenchant. Destroy an action on a base or a minion. */
ABILITY(disenchant)
{
    BEGIN;
    ASK_CARD(1, fx->card, MUST, SAY_ACTION_WHICH, actions_in_play(g));
    if (fx->card)
        DO(2, destroy_action(g, fx->card));
    END;
}

/* Flame Trap. After another player plays a minion here, destroy it and this card. */
ABILITY(flame_trap)
{
    BEGIN;
    if (is_at(g, fx->other, fx->base))
        DO(1, destroy(g, fx->other));
    DO(2, destroy_action(g, fx->source));
    END;
}

/* Mark of Sleep. A player cannot play actions on their next turn. */
ABILITY(mark_of_sleep)
{
    BEGIN;
    ASK_PLAYER(1, fx->other, MUST, SAY_PLAYER_WHICH, all_seats(g));
    DO(2, mark_asleep(g, fx->other - 1));
    END;
}

/* Pay the Piper. After another player plays a minion here, they discard a card. */
ABILITY(pay_the_piper)
{
    BEGIN;
    fx->who = (uint8_t)the_player(fx);
    ASK_HIDDEN(1, fx->card, MUST, SAY_DISCARD_WHICH);
    if (fx->card)
        DO(2, discard(g, fx->card));
    END;
}

/* Take the Shinies. The others each discard two cards at random. */
ABILITY(take_the_shinies)
{
    BEGIN;
    for (fx->count = 1; fx->count < g->state->players; fx->count++)
        DO(1, discard_random(g, (fx->seat + fx->count) % g->state->players, 2));
    END;
}
