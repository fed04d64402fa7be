/* pirates.c - what the Pirates do: sail, board and blow up. */
#include "games/smashup/words.h"

/* Pirate King. Before a base scores you may move him there. */
ABILITY(pirate_king)
{
    BEGIN;
    ASK_MINION(1, fx->card, MAY, SAY_MOVE_WHICH, movable(g, set_one(fx->source)));
    if (fx->card)
        DO(2, move_minion(g, fx->source, fx->base));
    END;
}

/* Buccaneer. Would it be destroyed, it moves to another base instead. */
ABILITY(buccaneer)
{
    BEGIN;
    ASK_BASE(1, fx->card, MUST, SAY_MOVE_WHERE, bases_open_to(g, fx->source));
    DO(2, move_minion(g, fx->source, fx->card));
    END;
}

/* First Mate. After its base has scored you may move it to another. */
ABILITY(first_mate)
{
    BEGIN;
    ASK_BASE(1, fx->dest, MAY, SAY_MOVE_WHERE, bases_open_to(g, fx->source));
    if (fx->dest)
        DO(2, move_minion(g, fx->source, fx->dest));
    END;
}

/* Broadside. Choose a base with one of your minions and a player; destroy that player's
 * minions of power N or less there. */
ABILITY(broadside)
{
    BEGIN;
    ASK_BASE(1, fx->base, MUST, SAY_BASE_WHICH, bases_with(g, fx->seat));
    if (!fx->base)
        return FX_DONE;
    ASK_PLAYER(2, fx->other, MUST, SAY_PLAYER_WHICH, all_seats(g));
    DO(3, destroy_all(g, set_both(minions_at(g, fx->base, fx->count),
                                  minions_of(g, fx->other - 1))));
    END;
}

/* Cannon. Destroy up to two minions of power N or less. */
ABILITY(cannon)
{
    BEGIN;
    ASK_MINION(1, fx->card, MAY, SAY_DESTROY_WHICH, minions_up_to(g, fx->count));
    if (!fx->card)
        return FX_DONE;
    set_add(&fx->seen, fx->card);
    ASK_MINION(2, fx->card, MAY, SAY_DESTROY_WHICH,
               set_minus(minions_up_to(g, fx->count), fx->seen));
    if (fx->card)
        set_add(&fx->seen, fx->card);
    DO(3, destroy_all(g, fx->seen));
    END;
}

/* Powderkeg. Destroy one of your minions and all at its base that are no stronger. */
ABILITY(powderkeg)
{
    BEGIN;
    ASK_MINION(1, fx->card, MUST, SAY_OWN_WHICH, minions_of(g, fx->seat));
    if (fx->card)
        DO(2,
           destroy_all(g, minions_at(g, base_of(g, fx->card), power_of(g, fx->card))));
    END;
}

RULES static CardSet others_of_faction(const Su *g, const Fx *fx)
{
    const CardSet all = others_at(g, fx->seat, fx->base);
    CardSet set = set_none();
    SET_EACH (card, &all)
        if (faction_of(g, card) == fx->other)
            set_add(&set, card);
    return set;
}

/* Sea Dogs. Name a faction; move all other players' minions of it from one base to
 * another. */
ABILITY(sea_dogs)
{
    BEGIN;
    ASK_FACTION(1, fx->other, SAY_FACTION_WHICH, factions_in_game(g));
    ASK_BASE(2, fx->base, MUST, SAY_FROM_WHERE, bases_in_play(g));
    ASK_BASE(3, fx->dest, MUST, SAY_MOVE_WHERE,
             set_minus(bases_in_play(g), set_one(fx->base)));
    fx->seen = others_of_faction(g, fx);
    EACH_SEEN (fx->card)
        DO(4, move_minion(g, fx->card, fx->dest));
    END;
}

/* Shanghai. Move another player's minion to another base. */
ABILITY(shanghai)
{
    BEGIN;
    MOVE_ONE(1, MUST, minions_of_others(g, fx->seat));
    END;
}
