/* extras.c - which minions of a hand go where as extra ones, gathered once for all. */
#include "games/smashup/su.h"

/* Which kinds of extra plays there are at all: mostly none, and then nobody need look.
 */
RULES int su_extra_kinds(const SuState *s)
{
    uint64_t all = 0, line;
    static_assert(sizeof *s->allowance == sizeof line, "the kind is its lowest byte");
    for (int i = 0; i < SU_ALLOWANCES_MAX; i++) {
        memcpy(&line, &s->allowance[i], sizeof line);
        all |= line;
    }
    return (int)(all & 0xff);
}

/* A base as a bit of its place; it may be gone. */
RULES static int su_place_bit(const SuState *s, int base)
{
    const int slot = su_slot(s, base);
    return slot < 0 ? 0 : 1 << slot;
}

/* One that goes where a bit of 'slots' is. */
RULES static void su_gather_play(const Su *g, int seat, int slots, int power, int rule,
                                 SuExtras *extras)
{
    const SuState *s = g->state;
    extras->any = true;
    for (int i = 0; i <= s->players; i++) {
        if (!(slots >> i & 1))
            continue;
        if (rule == RULE_BASE_WITH_OWN && !su_minion_count(g, s->base[i].id, seat))
            continue;
        if (rule == RULE_BASE_WITHOUT_OWN && su_minion_count(g, s->base[i].id, seat))
            continue;
        if (power > extras->power[i])
            extras->power[i] = (int16_t)power;
    }
}

RULES static void su_gather_permits(const Su *g, int seat, const SuPassive *passive,
                                    int count, int here, SuExtras *extras)
{
    for (int i = 0; i < count; i++) {
        const SuPassive *p = &passive[i];
        if (p->is != IS_PERMIT || p->kind != SU_MINION)
            continue;
        if (p->rule == RULE_NAME_THERE)
            extras->any = extras->by_name = true;
        else
            su_gather_play(g, seat, p->here ? su_place_bit(g->state, here) : ~0,
                           p->power, p->rule, extras);
    }
}

RULES static void su_gather_standing(const Su *g, int seat, SuExtras *extras)
{
    const SuState *s = g->state;
    const CardSet holders = su_holders(g, IS_PERMIT);
    SET_EACH (on, &holders) {
        const SuDef *def = su_def(g, on);
        if (s->card[on].seat == seat && !(s->card[on].used & CARD_USED))
            su_gather_permits(g, seat, def->passive, def->passive_count,
                              su_base_of(s, on), extras);
    }
    for (int i = 0; (g->base_roles >> IS_PERMIT & 1) && i <= s->players; i++) {
        const int id = s->base[i].id;
        const SuBaseDef *def = &g->catalog->base[id];
        if ((def->roles >> IS_PERMIT & 1) && !(s->base[i].used >> seat & 1) &&
            su_base_works(g, id, seat))
            su_gather_permits(g, seat, def->passive, def->passive_count, id, extras);
    }
}

RULES SuExtras su_extras(const Su *g, int seat)
{
    const SuState *s = g->state;
    SuExtras extras;
    memset(&extras, 0, sizeof extras);
    for (int i = 0; i < SU_IN_PLAY_MAX; i++)
        extras.power[i] = -1;
    if (su_extras_spent(g, seat))
        return extras;
    const int lines = su_extra_kinds(s) & SU_MINION ? SU_ALLOWANCES_MAX : 0;
    for (int i = 0; i < lines; i++) {
        const SuAllowance *a = &s->allowance[i];
        if (a->kind != SU_MINION)
            continue;
        if (a->rule == RULE_NAME_THERE || (a->rule == RULE_SAME_NAME && a->name))
            extras.any = extras.by_name = true;
        else
            su_gather_play(g, seat, a->base ? su_place_bit(s, a->base) : ~0, a->power,
                           a->rule, &extras);
    }
    if (su_any_is(g, IS_PERMIT))
        su_gather_standing(g, seat, &extras);
    return extras;
}
