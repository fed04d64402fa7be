/* power.c - power, breakpoints and places in Smash Up, and what holds an effect off. */
#include "games/smashup/su.h"

RULES static int su_power_by(const Su *g, int by, const SuAbout *about)
{
    switch (by) {
#define POWER(name, ...)  \
    case SU_POWER_##name: \
        return su_power_##name(g, about);
#define PROTECT(name, ...)
#define FORBID(name)
#include "games/smashup/passives.def"
#undef FORBID
#undef PROTECT
#undef POWER
    default:
        ASSERT(false);
        return 0;
    }
}

RULES static int su_protect_by(const Su *g, int by, const SuAbout *about)
{
    switch (by) {
#define POWER(name, ...)
#define PROTECT(name, ...)  \
    case SU_PROTECT_##name: \
        return su_protect_##name(g, about);
#define FORBID(name)
#include "games/smashup/passives.def"
#undef FORBID
#undef PROTECT
#undef POWER
    default:
        ASSERT(false);
        return SHIELD_NONE;
    }
}

/* Whether a protection is about this subject and this effect, as passives.def says; if
 * not, it need not be asked. */
RULES bool su_may_protect(const Su *g, int by, Id source, const SuAbout *effect)
{
    enum { ANYBODY, ITSELF, CARRIER, OWN_HERE };
    enum {
        DESTROY = 1 << TO_DESTROY,
        MOVES = 1 << TO_MOVE | 1 << TO_RETURN,
        REMOVAL = DESTROY | MOVES | 1 << TO_PLACE,
        ALL = 0xffff
    };
    static const struct {
        uint16_t whom, what; /* what: bit an effect */
    } rows[SU_PASSIVES] = {
        {0, 0},
#define POWER(name, ...)          {0, 0},
#define PROTECT(name, whom, what) {whom, what},
#define FORBID(name)              {0, 0},
#include "games/smashup/passives.def"
#undef FORBID
#undef PROTECT
#undef POWER
    };
    const SuState *s = g->state;
    if (!(rows[by].what >> effect->effect & 1))
        return false;
    switch (su_is_base(source) ? (int)ANYBODY : rows[by].whom) {
    case ITSELF:
        return source == effect->subject;
    case CARRIER:
        return s->card[source].zone == SU_CARRIED &&
               s->card[source].at == effect->subject;
    case OWN_HERE:
        return s->card[source].seat == s->card[effect->subject].seat &&
               su_base_of(s, source) == effect->base;
    default:
        return true;
    }
}

RULES static SuAbout su_about_minion(const Su *g, Id source, int minion)
{
    const int holder = su_is_base(source) ? minion : source;
    ASSERT(holder > 0 && holder <= SU_CARDS_MAX && minion <= SU_CARDS_MAX);
    SuAbout about;
    memset(&about, 0, sizeof about);
    about.source = source;
    about.subject = (Id)minion;
    about.base = g->state->card[minion].at;
    about.seat =
        su_is_base(source) ? g->state->card[minion].seat : g->state->card[source].seat;
    about.player = g->state->seat;
    return about;
}

/* Most roles nobody in play has: a count of zero says so at once. */
RULES CardSet su_holders(const Su *g, int role)
{
    const SuState *s = g->state;
    return s->role_count[role]
               ? set_both(s->active, su_listed(s, g->catalog->cards_as[role]))
               : set_none();
}

RULES CardSet su_waiting(const Su *g, int when)
{
    const SuState *s = g->state;
    return s->when_count[when]
               ? set_both(s->active, su_listed(s, g->catalog->cards_when[when]))
               : set_none();
}

/* Whether a minion at this base could be protected from anything. */
RULES static bool su_any_protects(const Su *g, int base)
{
    return g->state->role_count[IS_PROTECT] ||
           (g->catalog->base[base].roles >> IS_PROTECT & 1);
}

/* Somebody may have switched a base's ability off, for everybody, or for themselves
 * what it gives and forbids as long as it lies there. */
RULES bool su_base_works(const Su *g, int base, int seat)
{
    const SuState *s = g->state;
    if (!s->role_count[IS_CANCEL_BASE] && !s->role_count[IS_IGNORE_BASE])
        return true;
    SET_EACH (card, &s->active) {
        if (s->card[card].zone != SU_AT_BASE || s->card[card].at != base)
            continue;
        const uint32_t roles = su_def(g, card)->roles;
        if (roles >> IS_CANCEL_BASE & 1)
            return false;
        if ((roles >> IS_IGNORE_BASE & 1) && s->card[card].seat == seat &&
            s->card[card].note)
            return false;
    }
    return true;
}

/* Who may ignore what happens at a base each time it does. */
RULES int su_may_ignore(const Su *g, int base)
{
    const SuState *s = g->state;
    int seats = 0;
    if (!s->role_count[IS_IGNORE_BASE])
        return 0;
    const CardSet holders = su_holders(g, IS_IGNORE_BASE);
    SET_EACH (card, &holders)
        if (s->card[card].zone == SU_AT_BASE && s->card[card].at == base)
            seats |= 1 << s->card[card].seat;
    return seats;
}

RULES bool su_is_microbot(const Su *g, int minion)
{
    const SuState *s = g->state;
    const SuDef *def = su_def(g, minion);
    if (def->kind != SU_MINION || def->microbot)
        return def->microbot != 0;
    const int seat = su_controller(g, (Id)minion);
    SET_EACH (card, &s->auras)
        if (s->card[card].seat == seat && su_def(g, card)->microbot == 2)
            return true;
    return false;
}

RULES static Id su_find_shield(const Su *g, const SuAbout *about, int wanted);

/* Whether a shield was spent so that this action does not touch the minion. The list
 * has no holes. */
RULES static bool su_is_spared(const SuState *s, Id action, int minion)
{
    for (int i = 0; i < SU_SPARED_MAX && s->spared[i].action; i++) {
        const SuSpared *line = &s->spared[i];
        const bool all = line->player != 0;
        if (line->action == action && (all ? line->player == s->card[minion].seat + 1 &&
                                                 line->what == su_base_of(s, minion)
                                           : line->what == minion))
            return true;
    }
    return false;
}

/* Whether a minion is kept from what another player's card in play does to its power.
 */
RULES static bool su_stands_apart(const Su *g, int minion, Id card)
{
    if (!su_any_protects(g, g->state->card[minion].at))
        return false;
    SuAbout about = su_about_minion(g, (Id)minion, minion);
    about.by = card;
    about.player = g->state->card[card].seat;
    about.effect = TO_STANDING;
    return su_find_shield(g, &about, SHIELD_HOLDS) != 0;
}

RULES static int su_power_of_passives(const Su *g, Id source, const SuPassive *passive,
                                      int count, int minion)
{
    int power = 0;
    for (int i = 0; i < count; i++) {
        if (passive[i].is != IS_POWER)
            continue;
        SuAbout about = su_about_minion(g, source, minion);
        about.n = passive[i].n;
        power += su_power_by(g, passive[i].by, &about);
    }
    return power;
}

/* Some bases keep what other players have in play from weakening the strong. */
RULES static bool su_stands_firm(const Su *g, const SuCard *c, int power)
{
    const SuBaseDef *base = &g->catalog->base[c->at];
    if (!(base->roles >> IS_FIRM & 1) || !su_base_works(g, c->at, c->seat))
        return false;
    for (int i = 0; i < base->passive_count; i++)
        if (base->passive[i].is == IS_FIRM && power >= base->passive[i].n)
            return true;
    return false;
}

RULES SuAuras su_auras(const Su *g)
{
    const SuState *s = g->state;
    SuAuras auras;
    auras.cards = auras.wide = set_none();
    auras.bases = 0;
    if (s->role_count[IS_POWER])
        auras.cards = set_minus(s->auras, su_listed(s, g->catalog->selfish));
    SET_EACH (card, &auras.cards) {
        auras.bases |= (uint64_t)1 << su_base_of(s, card);
        if (su_def(g, card)->reach == REACH_EVERYWHERE)
            set_add(&auras.wide, card);
    }
    if (!set_is_empty(&auras.wide))
        auras.bases = ~(uint64_t)0;
    for (int i = 0; (g->base_roles >> IS_POWER & 1) && i <= s->players; i++)
        auras.bases |= (uint64_t)(g->catalog->base[s->base[i].id].roles >> IS_POWER & 1)
                       << s->base[i].id;
    for (int i = 0; i < SU_LASTING_MAX && s->lasting[i].kind; i++)
        auras.bases |= (uint64_t)1 << s->card[s->lasting[i].card].at;
    return auras;
}

/* What others change of a minion's power. */
RULES static int su_power_among(const Su *g, const SuAuras *auras, int minion,
                                int power)
{
    const SuState *s = g->state;
    const SuCard *c = &s->card[minion];
    const SuBaseDef *base = &g->catalog->base[c->at];
    int hostile = 0;
    SET_EACH (card, &auras->cards) {
        if (s->card[card].zone == SU_CARRIED
                ? s->card[card].at != minion
                : s->card[card].at != c->at && !set_has(&auras->wide, card))
            continue;
        const SuDef *def = su_def(g, card);
        const int given =
            su_power_of_passives(g, card, def->passive, def->passive_count, minion);
        if (given && s->spared[0].action && su_is_spared(s, card, minion))
            continue;
        const bool theirs = given && s->card[card].seat != c->seat;
        if (!theirs || !su_stands_apart(g, minion, card))
            *(given < 0 && theirs ? &hostile : &power) += given;
    }
    if ((base->roles >> IS_POWER & 1) && su_base_works(g, c->at, c->seat))
        power += su_power_of_passives(g, (Id)(SU_BASE_SOURCE + c->at), base->passive,
                                      base->passive_count, minion);
    for (int i = 0; i < SU_LASTING_MAX && s->lasting[i].kind; i++)
        if (s->lasting[i].kind == LASTS_POWER && s->lasting[i].card == minion)
            power += s->lasting[i].n;
    return hostile && !su_stands_firm(g, c, power) ? power + hostile : power;
}

/* Printed power, counters and everything that changes it now; never below zero. */
RULES int su_power_under(const Su *g, const SuAuras *auras, int minion)
{
    const SuState *s = g->state;
    const SuCard *c = &s->card[minion];
    const SuDef *own = su_def(g, minion);
    int power = own->power + c->counters + c->bonus;
    if (own->reach == REACH_ITSELF && set_has(&s->auras, (Id)minion))
        power += su_power_of_passives(g, (Id)minion, own->passive, own->passive_count,
                                      minion);
    if (auras->bases >> (c->at & 63) & 1) /* at a base, or somewhere without any */
        power = su_power_among(g, auras, minion, power);
    return power > 0 ? power : 0;
}

/* Of what is not in play what is printed on it, and its counters. */
RULES int su_power(const Su *g, int minion)
{
    SuAuras auras;
    memset(&auras, 0, sizeof auras);
    if (set_has(&g->state->minions, (Id)minion))
        auras = su_auras(g);
    return su_power_under(g, &auras, minion);
}

/* What cards give a player at a base without giving it to a minion. */
RULES int su_total_bonus(const Su *g, int base, int seat)
{
    const SuState *s = g->state;
    int bonus = 0;
    if (!s->role_count[IS_TOTAL])
        return 0;
    const CardSet holders = su_holders(g, IS_TOTAL);
    SET_EACH (card, &holders) {
        const SuDef *def = su_def(g, card);
        if (s->card[card].seat != seat || su_base_of(s, card) != base ||
            !su_minion_count(g, base, seat))
            continue;
        for (int i = 0; i < def->passive_count; i++)
            if (def->passive[i].is == IS_TOTAL)
                bonus += def->passive[i].n;
    }
    return bonus;
}

RULES int su_total(const Su *g, int base, int seat)
{
    const SuState *s = g->state;
    const SuAuras auras = su_auras(g);
    int total = 0, count = 0;
    SET_EACH (card, &s->minions)
        if (s->card[card].at == base && s->card[card].seat == seat) {
            total += su_power_under(g, &auras, card);
            count++;
        }
    return count ? total + su_total_bonus(g, base, seat) : 0;
}

RULES int su_minion_count(const Su *g, int base, int seat)
{
    const SuState *s = g->state;
    int count = 0;
    SET_EACH (card, &s->minions)
        count += s->card[card].at == base && s->card[card].seat == seat;
    return count;
}

RULES int su_breakpoint_at(const Su *g, int slot)
{
    const SuBase *base = &g->state->base[slot];
    const int breakpoint = g->catalog->base[base->id].breakpoint + base->change;
    return breakpoint > 0 ? breakpoint : 0;
}

RULES int su_breakpoint(const Su *g, int base)
{
    return su_breakpoint_at(g, su_slot(g->state, base));
}

/* Tied players share the best place they can; nobody holds the places after it. By the
 * user's rules a player without power has no place, by the printed ones a minion is
 * enough. Rules 6.5, 12.1. */
RULES void su_places(const Su *g, int base, uint8_t *place)
{
    const SuState *s = g->state;
    int total[SEATS_MAX] = {0, 0, 0, 0};
    for (int seat = 0; seat < s->players; seat++)
        total[seat] = su_total(g, base, seat);
    for (int seat = 0; seat < s->players; seat++) {
        const bool there =
            total[seat] > 0 || (s->printed_rules && su_minion_count(g, base, seat) > 0);
        place[seat] = 0;
        for (int other = 0; there && other < s->players; other++)
            place[seat] = (uint8_t)(place[seat] + (total[other] > total[seat]));
        if (there)
            place[seat]++;
    }
}

/* Protection. The effect is that of the frame on top. */

RULES static int su_shield_of(const Su *g, Id source, const SuPassive *passive,
                              int count, const SuAbout *effect)
{
    int held = SHIELD_NONE;
    const int kind = set_has(&g->state->minions, effect->subject) ? 0 : SU_ACTION;
    for (int i = 0; i < count; i++) {
        if (passive[i].is != IS_PROTECT || passive[i].kind != kind ||
            !su_may_protect(g, passive[i].by, source, effect))
            continue;
        SuAbout about = *effect;
        about.source = source;
        about.seat = su_is_base(source) ? effect->seat : g->state->card[source].seat;
        about.n = passive[i].n;
        const int says = su_protect_by(g, passive[i].by, &about);
        held = says ? says : held;
    }
    return held;
}

/* A base may protect the strong. */
RULES static void su_weigh(const Su *g, SuAbout *about)
{
    const SuBaseDef *base = &g->catalog->base[about->base];
    if ((base->roles >> IS_PROTECT & 1) && su_is_minion(g, about->subject))
        about->power = (uint8_t)su_power(g, about->subject);
}

RULES static SuAbout su_about_effect(const Su *g, int minion, int effect, Id by,
                                     int player)
{
    SuAbout about = su_about_minion(g, (Id)minion, minion);
    about.by = by;
    about.base = (Id)su_base_of(g->state, minion);
    about.seat = g->state->card[minion].seat;
    about.player = (uint8_t)player;
    about.effect = (uint8_t)effect;
    su_weigh(g, &about);
    return about;
}

/* The first source whose shield answers so, among these cards and the base; 0: none. */
RULES static Id su_find_shield_in(const Su *g, const CardSet *holders,
                                  const SuAbout *about, int wanted)
{
    const SuState *s = g->state;
    const SuBaseDef *base = &g->catalog->base[about->base];
    const Id here = (Id)(SU_BASE_SOURCE + about->base);
    SET_EACH (card, holders) {
        const SuDef *def = su_def(g, card);
        if (su_shield_of(g, card, def->passive, def->passive_count, about) == wanted)
            return card;
    }
    if ((base->roles >> IS_PROTECT & 1) &&
        su_base_works(g, about->base, s->card[about->subject].seat) &&
        su_shield_of(g, here, base->passive, base->passive_count, about) == wanted)
        return here;
    return 0;
}

RULES static Id su_find_shield(const Su *g, const SuAbout *about, int wanted)
{
    const CardSet holders = su_holders(g, IS_PROTECT);
    return su_find_shield_in(g, &holders, about, wanted);
}

/* Whether something keeps an effect of this source and player from a minion as long as
 * things stay so; a shield for one use does not count. */
RULES bool su_is_held(const Su *g, int minion, int effect, Id by, int player)
{
    if (!su_any_is(g, IS_PROTECT) && !g->state->spared[0].action)
        return false;
    const SuAbout about = su_about_effect(g, minion, effect, by, player);
    return su_is_spared(g->state, by, minion) ||
           su_find_shield(g, &about, SHIELD_HOLDS) != 0;
}

/* A shield for one use goes. One that lies on the base covers all of its player's
 * minions there, one that is carried its carrier; what stays in play as 'by' does not
 * touch them from now on. Rules 9.3. */
RULES static void su_spend_shield(Su *g, Id shield, const SuAbout *about)
{
    const SuState *s = g->state;
    const int seat = s->card[about->subject].seat;
    const bool here = s->card[shield].zone == SU_AT_BASE;
    su_emit(g, event_make(SU_EV_DETACHED, seat, shield, 0, 0, 0), NULL);
    if (here)
        su_emit(g, event_make(SU_EV_SPARED, seat, about->by, seat + 1, about->base, 0),
                NULL);
    else if (!su_is_base(about->by) && s->card[about->by].zone == SU_AT_BASE)
        su_emit(g,
                event_make(SU_EV_MINION_SPARED, seat, about->by, about->subject, 0, 0),
                NULL);
}

/* True when something keeps the effect from the minion; a shield for one use is spent
 * only where no other holds. */
RULES bool su_shielded(Su *g, int minion, int effect)
{
    const Fx *fx = fx_top(g);
    if (!su_any_is(g, IS_PROTECT) && !g->state->spared[0].action)
        return false;
    const SuAbout about = su_about_effect(g, minion, effect, fx->source, fx->seat);
    const int seat = g->state->card[minion].seat;
    Id shield = su_is_spared(g->state, about.by, minion)
                    ? about.by
                    : su_find_shield(g, &about, SHIELD_HOLDS);
    if (!shield) {
        shield = su_find_shield(g, &about, SHIELD_SPENT);
        if (!shield)
            return false;
        su_spend_shield(g, shield, &about);
    }
    su_emit(g, event_make(SU_EV_SAVED, seat, minion, shield, 0, 0), NULL);
    return true;
}

/* An action has come to a base and changes the power of minions there: that affects
 * them as much as anything else it could do. Rules 7.3. */
RULES void su_affect_power(Su *g, Id action)
{
    const SuState *s = g->state;
    const SuDef *def = su_def(g, action);
    if (s->card[action].zone != SU_AT_BASE || !(def->roles >> IS_POWER & 1))
        return;
    const CardSet all = s->minions;
    SET_EACH (minion, &all)
        if (s->card[minion].at == s->card[action].at &&
            su_power_of_passives(g, action, def->passive, def->passive_count, minion) &&
            !su_shielded(g, minion, TO_POWER))
            su_affect(g, minion);
}

/* Whether somebody has put this on another player's minion. */
RULES static bool su_is_foreign(const SuState *s, Id action)
{
    const SuCard *c = &s->card[action];
    return c->zone == SU_CARRIED && c->seat != s->card[c->at].seat;
}

/* Where a lasting protection has begun, what others had put on the minion is destroyed;
 * what cannot be destroyed stays, and does nothing. Rules 9.2. */
RULES static void su_sweep_off(Su *g, const CardSet *holders, Id card, bool weigh)
{
    const SuState *s = g->state;
    SuAbout about = su_about_minion(g, s->card[card].at, s->card[card].at);
    about.by = card;
    about.player = s->card[card].seat;
    about.effect = TO_ATTACH;
    if (weigh)
        su_weigh(g, &about);
    const Id shield = su_find_shield_in(g, holders, &about, SHIELD_HOLDS);
    if (!shield)
        return;
    const int seat = su_is_base(shield) ? about.seat : s->card[shield].seat;
    if (!su_is_held(g, card, TO_DESTROY, shield, seat))
        su_emit(g, event_make(SU_EV_DETACHED, s->card[card].seat, card, 0, 0, 0), NULL);
}

RULES void su_sweep(Su *g, int minion)
{
    const SuState *s = g->state;
    const CardSet all = s->actions;
    SET_EACH (card, &all) {
        if (s->card[card].at != minion || !su_is_foreign(s, card))
            continue;
        const CardSet holders = su_holders(g, IS_PROTECT);
        su_sweep_off(g, &holders, card, true);
    }
}

/* Some protections come and go with what a player holds: nothing announces them. One
 * that is for the strong does not take back what has made them so. */
RULES void su_sweep_all(Su *g)
{
    const SuState *s = g->state;
    g->stirred = false;
    if (!su_any_is(g, IS_PROTECT))
        return;
    const CardSet all = s->actions;
    SET_EACH (card, &all) {
        if (!su_is_foreign(s, card) ||
            !su_any_protects(g, s->card[s->card[card].at].at))
            continue;
        const CardSet holders = su_holders(g, IS_PROTECT);
        su_sweep_off(g, &holders, card, false);
    }
}

/* An effect has got through: some minions remember a card just played that did it, in
 * the frame of that play. */
RULES void su_affect(Su *g, int minion)
{
    SuState *s = g->state;
    const Fx *top = fx_top(g);
    if (!(su_def(g, minion)->whens >> WHEN_affected & 1) ||
        top->seat == s->card[minion].seat)
        return;
    for (int i = s->fx_depth - 1; i >= 0; i--) {
        Fx *fx = &s->fx[i];
        if ((fx->ability != SU_FX_play_minion && fx->ability != SU_FX_play_action) ||
            fx->card != top->source)
            continue;
        uint8_t *affected = fx->queue;
        for (int k = 0; k < FX_QUEUE_MAX; k++)
            if (!affected[k] || affected[k] == minion) {
                affected[k] = (uint8_t)minion;
                return;
            }
        return;
    }
}
