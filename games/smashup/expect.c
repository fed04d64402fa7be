/* expect.c - what must hold on a Smash Up table before each event changes it. */
#include "games/smashup/reduce.h"

RULES static bool su_is_card(const SuState *s, int card)
{
    return card >= 1 && card <= su_card_count(s);
}

RULES static bool su_is_minion_at(const SuState *s, Id card, int base)
{
    return set_has(&s->minions, card) && s->card[card].at == base;
}

RULES static bool su_base_is_there(const SuState *s, int base)
{
    return su_slot(s, base) >= 0;
}

/* Cards of hands, decks and discard piles, and what lies before somebody's eyes. */
RULES void su_expect_cards(const Su *g, const Event *e, const uint8_t *list)
{
    const SuState *s = g->state;
    const int zone = su_is_card(s, e->a) ? s->card[e->a].zone : (int)SU_NOWHERE;
    switch (e->type) {
    case SU_EV_DECK_SHUFFLED:
    case SU_EV_DECK_RESHUFFLED:
        ASSERT(e->seat < s->players);
        ASSERT(e->count >= s->deck_count[e->seat]);
        break;
    case SU_EV_DRAWN:
        ASSERT(e->a && s->deck_top[e->seat] == e->a);
        break;
    case SU_EV_TO_HAND:
    case SU_EV_DISCARDED:
    case SU_EV_TO_BOTTOM:
    case SU_EV_TO_TOP:
        ASSERT(zone != SU_NOWHERE && zone != SU_IN_SUPPLY);
        break;
    case SU_EV_RETURNED:
    case SU_EV_DESTROYED:
        ASSERT(su_is_minion_at(s, e->a, e->b));
        break;
    case SU_EV_ACTION_SPENT:
        ASSERT(zone == SU_RESOLVING);
        break;
    case SU_EV_DETACHED:
        ASSERT(set_has(&s->actions, e->a));
        break;
    case SU_EV_LOOKED:
    case SU_EV_REVEALED:
        ASSERT(s->look_count + e->count <= SU_LOOK_MAX);
        for (int i = 0; i < e->count; i++)
            ASSERT(su_is_card(s, list[i]) && s->card[list[i]].zone != SU_LOOKED_AT);
        break;
    case SU_EV_MADNESS_DRAWN:
        ASSERT(s->madness_on && zone == SU_IN_SUPPLY);
        break;
    case SU_EV_MADNESS_GIVEN:
        ASSERT(zone == SU_IN_HAND && e->b >= 1 && e->b <= s->players);
        break;
    case SU_EV_MADNESS_BACK:
        ASSERT(zone != SU_NOWHERE && zone != SU_IN_SUPPLY);
        ASSERT(e->a >= su_madness_first(s));
        break;
    default:
        break;
    }
}

/* Cards played, and what happens to them in play. */
RULES void su_expect_play(const Su *g, const Event *e, const uint8_t *list)
{
    const SuState *s = g->state;
    switch (e->type) {
    case SU_EV_MINION_PLAYED:
        ASSERT(su_is_card(s, e->a) && su_is_minion(g, e->a) && !su_in_play(s, e->a));
        ASSERT(su_base_is_there(s, e->b));
        break;
    case SU_EV_ACTION_PLAYED:
        ASSERT(su_is_card(s, e->a) && !su_is_minion(g, e->a) && !su_in_play(s, e->a));
        break;
    case SU_EV_ATTACHED:
        ASSERT(s->card[e->a].zone == SU_RESOLVING || set_has(&s->actions, e->a));
        ASSERT(e->c ? set_has(&s->minions, e->c) : su_base_is_there(s, e->b));
        break;
    case SU_EV_MOVED:
        ASSERT(su_is_minion_at(s, e->a, e->b));
        ASSERT(e->b != e->c && su_base_is_there(s, e->c));
        break;
    case SU_EV_LIMIT_MODIFIED:
        ASSERT(e->a == SU_MINION || e->a == SU_ACTION);
        ASSERT(e->c >= 1 && e->c <= SU_RULES && e->count == 1 && list[0] > 0);
        break;
    case SU_EV_NAME_ALLOWED:
        ASSERT(su_is_card(s, e->a) && su_is_minion(g, e->a) && e->n > 0);
        break;
    case SU_EV_POWER_CHANGED:
    case SU_EV_LASTING:
    case SU_EV_COUNTER_ADDED:
    case SU_EV_COUNTER_REMOVED:
        ASSERT(set_has(&s->minions, e->a));
        break;
    case SU_EV_CONTROL_TAKEN:
        ASSERT(set_has(&s->minions, e->a) && s->card[e->a].seat == e->b - 1);
        break;
    case SU_EV_NAMED:
    case SU_EV_NOTED:
        ASSERT(su_in_play(s, e->a));
        break;
    case SU_EV_TALENT_USED:
        ASSERT(su_in_play(s, e->a) && !(s->card[e->a].used & CARD_USED));
        break;
    default:
        break;
    }
}

/* Bases and scoring. */
RULES void su_expect_bases(const Su *g, const Event *e)
{
    const SuState *s = g->state;
    switch (e->type) {
    case SU_EV_BASE_REPLACED:
    case SU_EV_BASE_SWAPPED:
        ASSERT(!e->a || su_base_is_there(s, e->a));
        ASSERT(e->b && s->base_deck_count > 0);
        break;
    case SU_EV_BASES_LOOKED:
        ASSERT(s->look_base_count + e->count <= SU_LOOK_MAX);
        break;
    case SU_EV_BASE_PUT_BACK:
        ASSERT(s->look_base_count > 0 && e->n <= s->base_deck_count);
        break;
    case SU_EV_SCORING_CHOSEN:
        ASSERT(!s->scoring && su_base_is_there(s, e->a));
        break;
    case SU_EV_WINDOW_OPENED:
        ASSERT(s->scoring == e->a && s->window == SU_WINDOW_CLOSED);
        break;
    case SU_EV_WINDOW_CLOSED:
        ASSERT(s->window != SU_WINDOW_CLOSED);
        break;
    case SU_EV_BASE_SCORED:
    case SU_EV_BASE_CLEARED:
        ASSERT(s->scoring == e->a && s->window == SU_WINDOW_CLOSED);
        break;
    case SU_EV_BREAKPOINT:
    case SU_EV_BASE_USED:
    case SU_EV_BASE_PASSED:
        ASSERT(su_base_is_there(s, e->a));
        break;
    default:
        break;
    }
}

/* The game itself, its players, and what outlives an effect. */
RULES void su_expect_table(const Su *g, const Event *e)
{
    const SuState *s = g->state;
    switch (e->type) {
    case SU_EV_STARTER_CHOSEN:
        ASSERT(s->turn == 0 && e->seat < s->players);
        break;
    case SU_EV_FACTION_PICKED:
        ASSERT(e->a >= 1 && e->a <= g->catalog->faction_count);
        ASSERT(!s->faction[e->seat][1]);
        break;
    case SU_EV_DECKS_BUILT:
        for (int seat = 0; seat < s->players; seat++)
            ASSERT(s->faction[seat][0] && s->faction[seat][1]);
        break;
    case SU_EV_TURN_STARTED:
        ASSERT(e->seat < s->players && e->n == s->turn + 1);
        break;
    case SU_EV_TURN_ENDED:
        ASSERT(s->phase == SU_END && e->seat == s->seat);
        break;
    case SU_EV_PHASE_CHANGED:
        ASSERT(e->a == s->phase + 2);
        break;
    case SU_EV_HAND_SHOWN:
    case SU_EV_HAND_HIDDEN:
    case SU_EV_MARKED:
        ASSERT(e->a >= 1 && e->a <= s->players);
        break;
    case SU_EV_VP_AWARDED:
    case SU_EV_HAND_REVEALED:
        ASSERT(e->seat < s->players);
        break;
    case SU_EV_ONCE_USED:
        ASSERT(e->n == ONCE_TURN || e->n == ONCE_SCORING);
        ASSERT(!su_once(g, e->n, e->seat, e->a));
        break;
    case SU_EV_SPARED:
    case SU_EV_MINION_SPARED:
        ASSERT(su_is_card(s, e->a));
        break;
    case SU_EV_GAME_WON:
        ASSERT(s->phase == SU_END && e->count >= 1);
        break;
    default:
        break;
    }
}
