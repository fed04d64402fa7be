/* pretty_bases.c - what the bases of Pretty Pretty Smash Up do, and a few more. */
#include "games/smashup/words.h"

/* Cat Fanciers' Alley. Not used yet on this turn, and there is something to give. */
CONDITION(base_can_sacrifice)
{
    const int slot = su_slot(g->state, about->base);
    const SuBase *base = &g->state->base[slot < 0 ? 0 : slot];
    return slot >= 0 && !((base->used | base->passed) >> about->seat & 1) &&
           su_minion_count(g, about->base, about->seat) > 0;
}

/* Once on your turn you may destroy one of your minions here to draw a card. */
ABILITY(base_sacrifice)
{
    BEGIN;
    ASK_MINION(1, fx->card, MAY, SAY_DESTROY_WHICH,
               minions_of_at(g, fx->seat, fx->base));
    if (!fx->card) {
        DO(2, pass_base(g, fx->base));
        return FX_DONE;
    }
    DO(3, use_base(g, fx->base));
    DO(4, destroy(g, fx->card));
    if (!in_play(g, fx->card) && destroyer_of(g, fx->card) == fx->seat)
        DO(5, draw(g, fx->seat, 1));
    END;
}

/* House of Nine Lives. A minion that would be destroyed at another base may move here
 * instead; its owner says. */
ABILITY(base_refuge)
{
    BEGIN;
    fx->who = (uint8_t)owner_of(g, fx->other);
    ASK_MINION(1, fx->card, MAY, SAY_SAVE_WHICH, movable(g, set_one(fx->other)));
    if (fx->card)
        DO(2, move_minion(g, fx->other, fx->base));
    END;
}

/* Enchanted Glade. It was put on a minion, not on the base. */
CONDITION(on_a_minion)
{
    (void)g;
    return about->subject != 0;
}

/* Fairy Ring. Your first minion here this turn. */
CONDITION(first_here)
{
    return minions_played_at(g, about->player, about->base) == 1;
}

/* Fairy Ring. You may play an extra minion here and an extra action. */
ABILITY(base_extra_both)
{
    BEGIN;
    DO(1, allow_minion(g, ANY, fx->base, RULE_NONE));
    DO(2, allow_actions(g, 1));
    END;
}

/* Fairy Ring, as printed. You may play an extra minion here or an extra action. */
ABILITY(base_extra_either)
{
    BEGIN;
    ASK_CHOICE(1, fx->card, MUST, SAY_CHOOSE_ONE,
               choices(CHOICE_EXTRA_MINION, CHOICE_EXTRA_ACTION, 0));
    if (fx->card == CHOICE_EXTRA_MINION)
        DO(2, allow_minion(g, ANY, fx->base, RULE_NONE));
    if (fx->card == CHOICE_EXTRA_ACTION)
        DO(3, allow_actions(g, 1));
    END;
}

RULES static bool is_strong_here(const SuAbout *about)
{
    return about->source == SU_BASE_SOURCE + about->base && about->power >= about->n;
}

/* Beautiful Castle. Nothing affects a minion of power N or more here. */
PROTECT(strong_here)
{
    (void)g;
    return is_strong_here(about) ? SHIELD_HOLDS : SHIELD_NONE;
}

/* Beautiful Castle, as printed. Other players' cards do not affect it. */
PROTECT(strong_here_from_others)
{
    (void)g;
    return is_strong_here(about) && !su_is_base(about->by) &&
                   about->player != about->seat
               ? SHIELD_HOLDS
               : SHIELD_NONE;
}

/* Castle of Ice. Minions cannot be played here. */
FORBID(minions_here)
{
    return is_minion(g, about->subject);
}

/* Land of Balance. Whoever plays a minion here may move another of theirs here. */
ABILITY(base_gathers)
{
    BEGIN;
    ASK_MINION(1, fx->card, MAY, SAY_MOVE_WHICH,
               movable(g, minions_of_not_at(g, fx->seat, fx->base)));
    if (fx->card)
        DO(2, move_minion(g, fx->card, fx->base));
    END;
}

/* Pony Paradise. Minions of who has N or more here cannot be destroyed. */
PROTECT(several_here_from_destruction)
{
    return about->effect == TO_DESTROY &&
                   su_minion_count(g, about->base, about->seat) >= about->n
               ? SHIELD_HOLDS
               : SHIELD_NONE;
}

/* The Pasture. Nobody has been followed here yet on this player's account. */
CONDITION(base_unused)
{
    const int slot = su_slot(g->state, about->base);
    return slot >= 0 && !(g->state->base[slot].used >> about->player & 1);
}

/* The Pasture. The first time on a turn that you move a minion here, move another after
 * it from the base it left. */
ABILITY(base_flock)
{
    BEGIN;
    DO(1, use_base(g, fx->base));
    MOVE_ONE_TO(2, MUST, minions_at(g, left_base(fx), ANY), fx->base);
    END;
}

/* Sheep Shrine. When it comes, everybody may move one of their minions here. */
ABILITY(base_welcomes)
{
    BEGIN;
    for (fx->dest = 0; fx->dest < g->state->players; fx->dest++) {
        fx->who = (uint8_t)((g->state->seat + fx->dest) % g->state->players);
        fx->seat = fx->who;
        MOVE_ONE_TO(1, MAY, movable(g, minions_of_not_at(g, fx->who, fx->base)),
                    fx->base);
    }
    END;
}

/* Castle Blood. Somebody has more power here than who has just played a minion. */
CONDITION(behind_here)
{
    const int own = su_total(g, about->base, about->player);
    for (int seat = 0; seat < g->state->players; seat++)
        if (su_total(g, about->base, seat) > own)
            return true;
    return false;
}

/* Castle Blood. The minion may get N power counters. */
ABILITY(base_feeds)
{
    BEGIN;
    ASK_MINION(1, fx->card, MAY, SAY_COUNTER_WHICH,
               in_play(g, fx->other) ? set_one(fx->other) : set_none());
    if (fx->card)
        DO(2, add_counters(g, fx->card, fx->count));
    END;
}

/* Crypt. Minions destroyed together here count once. */
CONDITION(first_of_batch)
{
    const CardSet fallen = destroyed_together(g);
    Id first = set_next(&fallen, 0);
    while (first && su_died_at(g->state, first) != about->base)
        first = set_next(&fallen, first);
    return first == about->subject;
}

/* Crypt. Who destroys minions here may put N power counters on one of theirs here. */
ABILITY(base_feasts)
{
    BEGIN;
    fx->seat = fx->who = (uint8_t)destroyer_of(g, fx->other);
    ASK_MINION(1, fx->card, MAY, SAY_COUNTER_WHICH,
               minions_of_at(g, fx->seat, fx->base));
    if (fx->card)
        DO(2, add_counters(g, fx->card, fx->count));
    END;
}
