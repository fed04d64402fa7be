/* allowance.c - with which play a card of Smash Up is played: a regular one, an extra
 * one, or what a card or base in play permits. */
#include "games/smashup/words.h"

/* Whether the player has played as many extra cards this turn as others let them.
 * Everything beside the regular plays of one's own play phase is extra: rules 3.8. */
RULES bool su_extras_spent(const Su *g, int seat)
{
    const SuState *s = g->state;
    if (!s->role_count[IS_LIMIT])
        return false;
    int extras = s->minions_played[seat] + s->actions_played[seat];
    if (seat == s->seat)
        extras -= !s->regular_minion + !s->regular_action;
    const CardSet holders = su_holders(g, IS_LIMIT);
    SET_EACH (on, &holders) {
        const SuDef *def = su_def(g, on);
        for (int i = 0; i < def->passive_count && s->card[on].seat != seat; i++)
            if (def->passive[i].is == IS_LIMIT && extras >= def->passive[i].n)
                return true;
    }
    return false;
}

/* Which kinds of extra plays there are at all: mostly none, and then nobody need look.
 */
RULES static int su_extra_kinds(const SuState *s)
{
    uint64_t all = 0, line;
    static_assert(sizeof *s->allowance == sizeof line, "the kind is its lowest byte");
    for (int i = 0; i < SU_ALLOWANCES_MAX; i++) {
        memcpy(&line, &s->allowance[i], sizeof line);
        all |= line;
    }
    return (int)(all & 0xff);
}

/* What in play permits a player a card of one kind: a walk from one permission to the
 * next. Each is good once a turn. */
typedef struct {
    const SuPassive *permit; /* the permission the walk is at */
    int here;                /* the base where that is */
    int with;                /* the play that it makes */
    int seat, kind;
    const SuPassive *next; /* of the same card or base, and how many are left */
    int left;
    CardSet holders;
    Id card;  /* the last one looked at; then come bases: */
    int slot; /* the next one; -1: not yet */
} SuPermits;

RULES static SuPermits su_permits(const Su *g, int seat, int kind)
{
    SuPermits p;
    memset(&p, 0, sizeof p);
    p.seat = seat;
    p.kind = kind;
    p.slot = -1;
    p.holders = su_holders(g, IS_PERMIT);
    return p;
}

RULES static bool su_permits_from(SuPermits *p, const SuPassive *passive, int count,
                                  int here, int with)
{
    p->next = passive;
    p->left = count;
    p->here = here;
    p->with = with;
    return true;
}

RULES static bool su_next_source(const Su *g, SuPermits *p)
{
    const SuState *s = g->state;
    while (p->slot < 0) {
        p->card = set_next(&p->holders, p->card);
        if (!p->card)
            p->slot = 0;
        else if (s->card[p->card].seat == p->seat &&
                 !(s->card[p->card].used & CARD_USED)) {
            const SuDef *def = su_def(g, p->card);
            return su_permits_from(p, def->passive, def->passive_count,
                                   su_base_of(s, p->card), SU_WITH_CARD + p->card);
        }
    }
    while ((g->base_roles >> IS_PERMIT & 1) && p->slot <= s->players) {
        const SuBase *base = &s->base[p->slot++];
        const SuBaseDef *def = &g->catalog->base[base->id];
        if ((def->roles >> IS_PERMIT & 1) && !(base->used >> p->seat & 1) &&
            su_base_works(g, base->id, p->seat))
            return su_permits_from(p, def->passive, def->passive_count, base->id,
                                   SU_WITH_BASE + p->slot - 1);
    }
    return false;
}

RULES static bool su_next_permit(const Su *g, SuPermits *p)
{
    for (;;) {
        while (p->left > 0) {
            p->left--;
            p->permit = p->next++;
            if (p->permit->is == IS_PERMIT && p->permit->kind == p->kind)
                return true;
        }
        if (!su_next_source(g, p))
            return false;
    }
}

/* Whether an extra play with this rule can be made at this base. */
RULES static bool su_suits(const Su *g, int seat, int base, int rule)
{
    if (rule == RULE_BASE_WITHOUT_OWN)
        return su_minion_count(g, base, seat) == 0;
    return rule != RULE_BASE_WITH_OWN || su_minion_count(g, base, seat) > 0;
}

/* Whether one with these limits takes the card to this base. */
RULES bool su_fits(const Su *g, int seat, int card, int base, int power, int rule)
{
    if (power < SU_ANY_POWER && su_def(g, card)->power > power)
        return false;
    if (rule == RULE_NAME_THERE) {
        const CardSet there = of_name(g, minions_at(g, (Id)base, ANY), (Id)card);
        return !set_is_empty(&there);
    }
    return su_suits(g, seat, base, rule);
}

/* How narrow an allowance is: a play uses the narrowest that permits it. */
RULES static int su_width(int base, int power, int rule)
{
    if (rule == RULE_SAME_NAME)
        return 0;
    return 1 + (base ? 0 : 4) + (power < SU_ANY_POWER ? 0 : 2) + (rule ? 0 : 1);
}

typedef struct {
    int with, width;
} SuBest;

RULES static void su_consider(SuBest *best, int with, int width)
{
    if (!best->with || width < best->width) {
        best->with = with;
        best->width = width;
    }
}

RULES int su_allowance(const Su *g, int seat, int card, int base)
{
    const SuState *s = g->state;
    const int def = su_def_index(g, card), kind = g->catalog->def[def].kind;
    SuBest best = {0, 0};
    if (su_has_regular(s, kind))
        su_consider(&best, SU_WITH_REGULAR, 99);
    if (su_extras_spent(g, seat))
        return best.with;
    const int lines = su_extra_kinds(s) & kind ? SU_ALLOWANCES_MAX : 0;
    for (int i = 0; i < lines; i++) {
        const SuAllowance *a = &s->allowance[i];
        if (a->kind != kind || (a->base && a->base != base) ||
            (a->rule == RULE_SAME_NAME && a->name && a->name != def) ||
            !su_fits(g, seat, card, base, a->power, a->rule))
            continue;
        su_consider(&best, SU_WITH_LINE + i,
                    su_width(a->base, a->power, a->rule) +
                        (a->base || a->power < SU_ANY_POWER || a->rule ? 0 : 50));
    }
    if (!su_any_is(g, IS_PERMIT))
        return best.with;
    for (SuPermits p = su_permits(g, seat, kind); su_next_permit(g, &p);)
        if ((!p.permit->here || p.here == base) &&
            su_fits(g, seat, card, base, p.permit->power, p.permit->rule))
            su_consider(&best, p.with,
                        su_width(p.permit->here, p.permit->power, p.permit->rule));
    return best.with;
}

RULES bool su_has_left(const Su *g, int seat, int kind)
{
    const SuState *s = g->state;
    if (su_has_regular(s, kind))
        return true;
    if (su_extras_spent(g, seat))
        return false;
    if (su_extra_kinds(s) & kind)
        return true;
    if (!su_any_is(g, IS_PERMIT))
        return false;
    SuPermits p = su_permits(g, seat, kind);
    return su_next_permit(g, &p);
}

/* One that goes where a bit of 'slots' is. */
RULES static void su_gather_play(const Su *g, int seat, int slots, int power, int rule,
                                 SuExtras *extras)
{
    const SuState *s = g->state;
    extras->any = true;
    for (int i = 0; i <= s->players; i++)
        if ((slots >> i & 1) && power > extras->power[i] &&
            su_suits(g, seat, s->base[i].id, rule))
            extras->power[i] = (int16_t)power;
}

/* A base as a bit of its place, which may be gone; without one, all of them. */
RULES static int su_place_bits(const SuState *s, int base)
{
    const int slot = su_slot(s, base);
    return !base ? ~0 : slot < 0 ? 0 : 1 << slot;
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
            su_gather_play(g, seat, su_place_bits(s, a->base), a->power, a->rule,
                           &extras);
    }
    if (!su_any_is(g, IS_PERMIT))
        return extras;
    for (SuPermits p = su_permits(g, seat, SU_MINION); su_next_permit(g, &p);)
        if (p.permit->rule == RULE_NAME_THERE)
            extras.any = extras.by_name = true;
        else
            su_gather_play(g, seat, p.permit->here ? su_place_bits(s, p.here) : ~0,
                           p.permit->power, p.permit->rule, &extras);
    return extras;
}
