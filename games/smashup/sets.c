/* sets.c - the cards, bases and players an effect in Smash Up can choose from. */
#include "games/smashup/words.h"

RULES CardSet up_to(const Su *g, CardSet minions, int power_max)
{
    if (power_max == SU_ANY_POWER)
        return minions;
    const SuAuras auras = su_auras(g);
    CardSet set = set_none();
    SET_EACH (card, &minions)
        if (su_power_under(g, &auras, card) <= power_max)
            set_add(&set, card);
    return set;
}

/* Written word by word, so that what is found stays in registers. */
RULES CardSet minions_at(const Su *g, Id base, int power_max)
{
    CardSet set = g->state->minions;
    for (int i = 0; i < SET_WORDS; i++)
        for (uint64_t left = set.word[i]; left; left &= left - 1)
            if (g->state->card[64 * i + bits_first(left)].at != base)
                set.word[i] &= ~(left & (0 - left));
    return power_max == SU_ANY_POWER ? set : up_to(g, set, power_max);
}

RULES CardSet weaker_than(const Su *g, Id base, int power)
{
    return power > 0 ? minions_at(g, base, power - 1) : set_none();
}

/* Those with the most power, or with sign -1 the least; several when they tie. */
RULES static CardSet su_extreme(const Su *g, CardSet minions, int sign)
{
    CardSet set = set_none();
    int most = -1000;
    SET_EACH (card, &minions) {
        const int power = sign * su_power(g, card);
        if (power > most)
            set = set_none();
        if (power >= most)
            set_add(&set, card);
        most = power > most ? power : most;
    }
    return set;
}

RULES CardSet strongest_of(const Su *g, CardSet minions)
{
    return su_extreme(g, minions, 1);
}

RULES CardSet weakest_of(const Su *g, CardSet minions)
{
    return su_extreme(g, minions, -1);
}

RULES CardSet minions_up_to(const Su *g, int power_max)
{
    return up_to(g, g->state->minions, power_max);
}

RULES CardSet minions_of(const Su *g, int seat)
{
    CardSet set = g->state->minions;
    for (int i = 0; i < SET_WORDS; i++)
        for (uint64_t left = set.word[i]; left; left &= left - 1)
            if (g->state->card[64 * i + bits_first(left)].seat != seat)
                set.word[i] &= ~(left & (0 - left));
    return set;
}

RULES CardSet minions_of_at(const Su *g, int seat, Id base)
{
    return set_both(minions_of(g, seat), minions_at(g, base, SU_ANY_POWER));
}

RULES CardSet minions_of_others(const Su *g, int seat)
{
    return set_minus(g->state->minions, minions_of(g, seat));
}

RULES CardSet minions_of_not_at(const Su *g, int seat, Id base)
{
    return set_minus(minions_of(g, seat), minions_at(g, base, SU_ANY_POWER));
}

RULES CardSet others_at(const Su *g, int seat, Id base)
{
    return set_both(minions_of_others(g, seat), minions_at(g, base, SU_ANY_POWER));
}

RULES CardSet bases_in_play(const Su *g)
{
    CardSet set = set_none();
    for (int i = 0; i < SU_IN_PLAY_MAX; i++)
        if (g->state->base[i].id)
            set_add(&set, g->state->base[i].id);
    return set;
}

/* Those of them that nothing keeps from what the effect on top does. */
RULES static CardSet su_open_to(const Su *g, CardSet minions, int effect)
{
    const Fx *fx = fx_top(g);
    CardSet set = minions;
    SET_EACH (card, &minions)
        if (su_is_base(card) || su_is_held(g, card, effect, fx->source, fx->seat))
            set_remove(&set, card);
    return set;
}

RULES CardSet movable(const Su *g, CardSet minions)
{
    return su_open_to(g, minions, TO_MOVE);
}

RULES CardSet destroyable(const Su *g, CardSet minions)
{
    return su_open_to(g, minions, TO_DESTROY);
}

RULES CardSet bases_open_to(const Su *g, Id minion)
{
    const CardSet itself = movable(g, set_one(minion));
    CardSet set = set_is_empty(&itself) ? set_none() : bases_in_play(g);
    set_remove(&set, base_of(g, minion));
    return set;
}

RULES CardSet bases_to_play(const Su *g, int seat, Id card)
{
    CardSet set = set_none();
    for (int i = 0; i < SU_IN_PLAY_MAX; i++) {
        const Id base = g->state->base[i].id;
        if (base && !su_is_forbidden(g, seat, card, base, 0))
            set_add(&set, base);
    }
    return set;
}

RULES CardSet bases_with(const Su *g, int seat)
{
    CardSet set = set_none();
    for (int i = 0; i < SU_IN_PLAY_MAX; i++) {
        const Id base = g->state->base[i].id;
        if (base && su_minion_count(g, base, seat))
            set_add(&set, base);
    }
    return set;
}

RULES CardSet bases_with_action(const Su *g, int seat)
{
    CardSet set = set_none();
    const SuState *s = g->state;
    SET_EACH (card, &s->actions)
        if (s->card[card].zone == SU_AT_BASE && s->card[card].seat == seat)
            set_add(&set, s->card[card].at);
    return set;
}

RULES CardSet actions_of(const Su *g, int seat)
{
    CardSet set = set_none();
    const SuState *s = g->state;
    SET_EACH (card, &s->actions)
        if (s->card[card].seat == seat)
            set_add(&set, card);
    return set;
}

RULES CardSet actions_in_play(const Su *g)
{
    return g->state->actions;
}

RULES static CardSet su_actions_placed(const Su *g, int zone, Id at)
{
    CardSet set = set_none();
    const SuState *s = g->state;
    SET_EACH (card, &s->actions)
        if (s->card[card].zone == zone && s->card[card].at == at)
            set_add(&set, card);
    return set;
}

RULES CardSet actions_at(const Su *g, Id base)
{
    return su_actions_placed(g, SU_AT_BASE, base);
}

RULES CardSet actions_on(const Su *g, Id minion)
{
    return su_actions_placed(g, SU_CARRIED, minion);
}

RULES CardSet all_seats(const Su *g)
{
    CardSet set = set_none();
    for (int seat = 0; seat < g->state->players; seat++)
        set_add(&set, (Id)(seat + 1));
    return set;
}

RULES CardSet others_seats(const Su *g, int seat)
{
    CardSet set = all_seats(g);
    set_remove(&set, (Id)(seat + 1));
    return set;
}

RULES CardSet factions_in_game(const Su *g)
{
    CardSet set = set_none();
    for (int seat = 0; seat < g->state->players; seat++)
        for (int i = 0; i < 2; i++)
            set_add(&set, g->state->faction[seat][i]);
    return set;
}

RULES CardSet discard_pile(const Su *g, int seat)
{
    return g->state->discard[seat];
}

RULES CardSet all_discarded(const Su *g)
{
    CardSet set = set_none();
    for (int seat = 0; seat < g->state->players; seat++)
        set = set_union(set, g->state->discard[seat]);
    return set;
}

RULES bool was_destroyed(const Su *g, Id minion)
{
    const SuState *s = g->state;
    bool dead = false;
    for (int i = 0; i < s->dead_count; i++)
        dead = dead || s->dead[i].card == minion;
    return dead && !in_play(g, minion);
}

RULES CardSet only_minions(const Su *g, CardSet some)
{
    return set_both(some, su_listed(g->state, g->catalog->minions));
}

RULES CardSet only_actions(const Su *g, CardSet some)
{
    return set_minus(some, su_listed(g->state, g->catalog->minions));
}

RULES CardSet discarded_minions(const Su *g, int seat, int power_max)
{
    const CardSet pile = g->state->discard[seat];
    CardSet set = set_none();
    SET_EACH (card, &pile)
        if (is_minion(g, card) && printed_power(g, card) <= power_max)
            set_add(&set, card);
    return set;
}

RULES CardSet standing_in(const Su *g, int seat)
{
    const SuState *s = g->state;
    CardSet set = set_none();
    if (!g->catalog->faction[s->faction[seat][0]].rises &&
        !g->catalog->faction[s->faction[seat][1]].rises)
        return set;
    SET_EACH (card, &s->discard[seat])
        if (su_can_happen(g, card, WHEN_instead_of_hand, seat))
            set_add(&set, card);
    return set;
}

RULES CardSet of_name(const Su *g, CardSet some, Id card)
{
    CardSet set = set_none();
    SET_EACH (other, &some)
        if (same_name(g, other, card))
            set_add(&set, other);
    return set;
}

RULES CardSet looked_at(const Su *g)
{
    CardSet set = set_none();
    for (int i = 0; i < g->state->look_count; i++)
        set_add(&set, g->state->look[i]);
    set_remove(&set, 0);
    return set;
}

RULES CardSet playable(const Su *g, int seat, CardSet some)
{
    CardSet set = set_none();
    SET_EACH (card, &some) {
        const CardSet bases = bases_to_play(g, seat, card);
        if (!set_is_empty(&bases))
            set_add(&set, card);
    }
    return set;
}
