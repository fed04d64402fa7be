/* expect.c - what must hold on a Smash Up table before each event changes it.
 *
 * With the program's own data it always does. Data that give an ability to another kind
 * of card, or at another moment, may ask for what cannot be: then it does not happen.
 */
#include "games/smashup/reduce.h"

#define EXPECT(fact)                           \
    do {                                       \
        ASSERT((fact) || g->catalog->foreign); \
        if (!(fact))                           \
            return false;                      \
    } while (0)

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
RULES static bool su_expect_cards(const Su *g, const Event *e, const uint8_t *list)
{
    const SuState *s = g->state;
    const int zone = su_is_card(s, e->a) ? s->card[e->a].zone : (int)SU_NOWHERE;
    switch (e->type) {
    case SU_EV_DECK_SHUFFLED:
    case SU_EV_DECK_RESHUFFLED:
        EXPECT(e->seat < s->players);
        EXPECT(e->count >= s->deck_count[e->seat]);
        break;
    case SU_EV_DRAWN:
        EXPECT(e->a && s->deck_top[e->seat] == e->a);
        break;
    case SU_EV_TO_HAND:
    case SU_EV_DISCARDED: /* what a minion carries leaves it by other events */
        EXPECT(zone != SU_NOWHERE && zone != SU_IN_SUPPLY);
        EXPECT(!set_has(&s->minions, e->a));
        break;
    case SU_EV_TO_BOTTOM:
    case SU_EV_TO_TOP:
        EXPECT(zone != SU_NOWHERE && zone != SU_IN_SUPPLY);
        break;
    case SU_EV_RETURNED:
    case SU_EV_DESTROYED:
        EXPECT(su_is_minion_at(s, e->a, e->b));
        break;
    case SU_EV_ACTION_SPENT:
        EXPECT(zone == SU_RESOLVING);
        break;
    case SU_EV_DETACHED:
        EXPECT(set_has(&s->actions, e->a));
        break;
    case SU_EV_LOOKED:
    case SU_EV_REVEALED:
        EXPECT(s->look_count + e->count <= SU_LOOK_MAX);
        for (int i = 0; i < e->count; i++)
            EXPECT(su_is_card(s, list[i]) && s->card[list[i]].zone != SU_LOOKED_AT);
        break;
    case SU_EV_MADNESS_DRAWN:
        EXPECT(s->madness_on && zone == SU_IN_SUPPLY);
        break;
    case SU_EV_MADNESS_GIVEN:
        EXPECT(zone == SU_IN_HAND && e->b >= 1 && e->b <= s->players);
        break;
    case SU_EV_MADNESS_BACK:
        EXPECT(zone != SU_NOWHERE && zone != SU_IN_SUPPLY);
        EXPECT(e->a >= su_madness_first(s));
        break;
    default:
        break;
    }
    return true;
}

/* Cards played, and what happens to them in play. */
RULES static bool su_expect_play(const Su *g, const Event *e, const uint8_t *list)
{
    const SuState *s = g->state;
    switch (e->type) {
    case SU_EV_MINION_PLAYED:
        EXPECT(su_is_card(s, e->a) && su_is_minion(g, e->a) && !su_in_play(s, e->a));
        EXPECT(su_base_is_there(s, e->b));
        break;
    case SU_EV_ACTION_PLAYED:
        EXPECT(su_is_card(s, e->a) && !su_is_minion(g, e->a) && !su_in_play(s, e->a));
        break;
    case SU_EV_ATTACHED:
        EXPECT(s->card[e->a].zone == SU_RESOLVING || set_has(&s->actions, e->a));
        EXPECT(e->c ? set_has(&s->minions, e->c) : su_base_is_there(s, e->b));
        break;
    case SU_EV_MOVED:
        EXPECT(su_is_minion_at(s, e->a, e->b));
        EXPECT(e->b != e->c && su_base_is_there(s, e->c));
        break;
    case SU_EV_LIMIT_MODIFIED:
        EXPECT(e->a == SU_MINION || e->a == SU_ACTION);
        EXPECT(e->c >= 1 && e->c <= SU_RULES && e->count == 1 && list[0] > 0);
        break;
    case SU_EV_NAME_ALLOWED:
        EXPECT(su_is_card(s, e->a) && su_is_minion(g, e->a) && e->n > 0);
        break;
    case SU_EV_POWER_CHANGED:
    case SU_EV_LASTING:
    case SU_EV_COUNTER_ADDED:
    case SU_EV_COUNTER_REMOVED:
        EXPECT(set_has(&s->minions, e->a));
        break;
    case SU_EV_CONTROL_TAKEN:
        EXPECT(set_has(&s->minions, e->a) && s->card[e->a].seat == e->b - 1);
        break;
    case SU_EV_NAMED:
    case SU_EV_NOTED: /* a minion remembers nothing */
        EXPECT(set_has(&s->actions, e->a));
        break;
    case SU_EV_TALENT_USED:
        EXPECT(su_in_play(s, e->a) && !(s->card[e->a].used & CARD_USED));
        break;
    default:
        break;
    }
    return true;
}

/* Bases and scoring. */
RULES static bool su_expect_bases(const Su *g, const Event *e)
{
    const SuState *s = g->state;
    switch (e->type) {
    case SU_EV_BASE_REPLACED:
    case SU_EV_BASE_SWAPPED:
        EXPECT(!e->a || su_base_is_there(s, e->a));
        EXPECT(e->b && s->base_deck_count > 0);
        break;
    case SU_EV_BASES_LOOKED:
        EXPECT(s->look_base_count + e->count <= SU_LOOK_MAX);
        break;
    case SU_EV_BASE_PUT_BACK:
        EXPECT(s->look_base_count > 0 && e->n <= s->base_deck_count);
        break;
    case SU_EV_SCORING_CHOSEN:
        EXPECT(!s->scoring && su_base_is_there(s, e->a));
        break;
    case SU_EV_WINDOW_OPENED:
        EXPECT(s->scoring == e->a && s->window == SU_WINDOW_CLOSED);
        break;
    case SU_EV_WINDOW_CLOSED:
        EXPECT(s->window != SU_WINDOW_CLOSED);
        break;
    case SU_EV_BASE_SCORED:
    case SU_EV_BASE_CLEARED:
        EXPECT(s->scoring == e->a && s->window == SU_WINDOW_CLOSED);
        break;
    case SU_EV_BREAKPOINT:
    case SU_EV_BASE_USED:
    case SU_EV_BASE_PASSED:
        EXPECT(su_base_is_there(s, e->a));
        break;
    default:
        break;
    }
    return true;
}

/* The game itself, its players, and what outlives an effect. */
RULES static bool su_expect_table(const Su *g, const Event *e)
{
    const SuState *s = g->state;
    switch (e->type) {
    case SU_EV_STARTER_CHOSEN:
        EXPECT(s->turn == 0 && e->seat < s->players);
        break;
    case SU_EV_FACTION_PICKED:
        EXPECT(e->a >= 1 && e->a <= g->catalog->faction_count);
        EXPECT(!s->faction[e->seat][1]);
        break;
    case SU_EV_DECKS_BUILT:
        for (int seat = 0; seat < s->players; seat++)
            EXPECT(s->faction[seat][0] && s->faction[seat][1]);
        break;
    case SU_EV_TURN_STARTED:
        EXPECT(e->seat < s->players && e->n == s->turn + 1);
        break;
    case SU_EV_TURN_ENDED:
        EXPECT(s->phase == SU_END && e->seat == s->seat);
        break;
    case SU_EV_PHASE_CHANGED:
        EXPECT(e->a == s->phase + 2);
        break;
    case SU_EV_HAND_SHOWN:
    case SU_EV_HAND_HIDDEN:
    case SU_EV_MARKED:
        EXPECT(e->a >= 1 && e->a <= s->players);
        break;
    case SU_EV_VP_AWARDED:
    case SU_EV_HAND_REVEALED:
        EXPECT(e->seat < s->players);
        break;
    case SU_EV_ONCE_USED:
        EXPECT(e->n == ONCE_TURN || e->n == ONCE_SCORING);
        EXPECT(!su_once(g, e->n, e->seat, e->a));
        break;
    case SU_EV_SPARED:
    case SU_EV_MINION_SPARED:
        EXPECT(su_is_card(s, e->a));
        break;
    case SU_EV_GAME_WON:
        EXPECT(s->phase == SU_END && e->count >= 1);
        break;
    default:
        break;
    }
    return true;
}

RULES bool su_expect(const Su *g, const Event *e, const uint8_t *list)
{
    const uint64_t type = (uint64_t)1 << e->type;
    return type & SU_EVENTS_OF_CARDS   ? su_expect_cards(g, e, list)
           : type & SU_EVENTS_OF_PLAY  ? su_expect_play(g, e, list)
           : type & SU_EVENTS_OF_BASES ? su_expect_bases(g, e)
                                       : su_expect_table(g, e);
}
