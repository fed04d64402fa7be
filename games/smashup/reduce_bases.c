/* reduce_bases.c - how events change the bases of Smash Up and their deck. */
#include "games/smashup/reduce.h"

RULES static void su_know_bases(SuState *s, int count, int to)
{
    s->bases_known = (uint8_t)count;
    s->bases_known_to = (uint8_t)(count ? to : 0);
}

RULES static void su_base_from_deck(SuState *s, int base)
{
    int at = s->base_deck_count - 1;
    while (at >= 0 && s->base_deck[at] != base)
        at--;
    ASSERT(at >= 0);
    if (at >= s->base_deck_count - s->bases_known)
        su_know_bases(s, s->bases_known - 1, s->bases_known_to);
    s->base_deck_count--;
    for (; at < s->base_deck_count; at++)
        s->base_deck[at] = s->base_deck[at + 1];
    s->base_deck[s->base_deck_count] = 0;
}

RULES static void su_replace_base(SuState *s, int old, int base)
{
    const int slot = su_slot(s, old);
    int at = 0;
    while (!old && s->base[at].id)
        at++;
    SuBase *b = &s->base[old ? slot : at];
    su_base_from_deck(s, base);
    if (old)
        s->base_discard |= (uint64_t)1 << old;
    memset(b, 0, sizeof *b);
    b->id = (uint8_t)base;
    for (int i = 0; i < s->dead_count; i++)
        if (old && s->dead[i].base == old)
            s->dead[i].base = 0;
}

/* Minions stay where they are, now at another base. */
RULES static void su_swap_base(SuState *s, int old, int base)
{
    const int slot = su_slot(s, old);
    ASSERT(slot >= 0);
    su_base_from_deck(s, base);
    s->base_deck[s->base_deck_count++] = (uint8_t)old;
    memset(&s->base[slot], 0, sizeof s->base[slot]);
    s->base[slot].id = (uint8_t)base;
    SET_EACH (card, &s->minions)
        if (s->card[card].at == old)
            s->card[card].at = (uint8_t)base;
}

RULES static void su_set_base_deck(SuState *s, const uint8_t *list, int count)
{
    memset(s->base_deck, 0, sizeof s->base_deck);
    su_know_bases(s, 0, 0);
    s->base_deck_count = (uint8_t)count;
    for (int i = 0; i < count; i++) {
        s->base_deck[i] = list[i];
        s->base_discard &= ~((uint64_t)1 << list[i]);
    }
}

RULES static void su_look_at_bases(SuState *s, const Event *e, const uint8_t *list)
{
    for (int i = 0; i < e->count; i++) {
        su_base_from_deck(s, list[i]);
        s->look_base[s->look_base_count++] = list[i];
    }
}

/* Back onto the deck, below those put back before it. */
RULES static void su_put_base_back(SuState *s, int base, int below, int seat)
{
    int at = 0;
    while (at < s->look_base_count && s->look_base[at] != base)
        at++;
    ASSERT(at < s->look_base_count);
    s->look_base_count--;
    for (; at < s->look_base_count; at++)
        s->look_base[at] = s->look_base[at + 1];
    s->look_base[s->look_base_count] = 0;
    const int to = s->base_deck_count++ - below;
    ASSERT(to >= 0);
    for (int i = s->base_deck_count - 1; i > to; i--)
        s->base_deck[i] = s->base_deck[i - 1];
    s->base_deck[to] = (uint8_t)base;
    su_know_bases(s, below + 1, seat + 1);
}

RULES static void su_choose_scoring(SuState *s, int base)
{
    s->scoring = (uint8_t)base;
    for (int i = 0; i < SU_ONCE_MAX; i++)
        if (s->once[i] >> 13 == ONCE_SCORING)
            s->once[i] = 0;
}

RULES static void su_score_base(SuState *s, const Event *e, const uint8_t *list)
{
    memset(s->place, 0, sizeof s->place);
    memcpy(s->place, list, e->count);
    s->had_minions = 0;
    SET_EACH (card, &s->minions)
        if (s->card[card].at == e->a)
            s->had_minions |= (uint8_t)(1 << s->card[card].seat);
}

RULES void su_reduce_bases(const Su *g, const Event *e, const uint8_t *list)
{
    SuState *s = g->state;
    switch (e->type) {
    case SU_EV_BASES_SHUFFLED:
        su_set_base_deck(s, list, e->count);
        break;
    case SU_EV_BASE_REPLACED:
        su_replace_base(s, e->a, e->b);
        break;
    case SU_EV_BASE_SWAPPED:
        su_swap_base(s, e->a, e->b);
        break;
    case SU_EV_BASES_LOOKED:
        su_look_at_bases(s, e, list);
        break;
    case SU_EV_BASE_PUT_BACK:
        su_put_base_back(s, e->a, e->n, e->seat);
        break;
    case SU_EV_SCORING_CHOSEN:
        su_choose_scoring(s, e->a);
        break;
    case SU_EV_WINDOW_OPENED:
    case SU_EV_WINDOW_CLOSED:
        s->window = SU_WINDOW_CLOSED;
        if (e->type == SU_EV_WINDOW_OPENED)
            s->window = e->b ? SU_WINDOW_AFTER : SU_WINDOW_BEFORE;
        break;
    case SU_EV_BASE_SCORED:
        su_score_base(s, e, list);
        break;
    case SU_EV_BASE_CLEARED:
        su_clear_base(g, e->a);
        break;
    case SU_EV_SCORING_DONE:
        su_choose_scoring(s, 0);
        break;
    case SU_EV_BREAKPOINT:
        s->base[su_slot(s, e->a)].change =
            (int16_t)su_within(s->base[su_slot(s, e->a)].change + e->n);
        break;
    case SU_EV_BASE_USED:
        s->base[su_slot(s, e->a)].used |= (uint8_t)(1 << e->seat);
        su_forget_passes(s);
        break;
    case SU_EV_BASE_PASSED:
        s->base[su_slot(s, e->a)].passed |= (uint8_t)(1 << e->seat);
        break;
    default:
        ASSERT(false);
    }
}
