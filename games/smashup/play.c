/* play.c - what may be played where in Smash Up, and what may be used. */
#include "games/smashup/words.h"

#undef POWER
#undef PROTECT
#undef FORBID

RULES static bool su_forbid_by(const Su *g, int by, const SuAbout *about)
{
    switch (by) {
#define POWER(name, ...)
#define PROTECT(name, ...)
#define FORBID(name)       \
    case SU_FORBID_##name: \
        return su_forbid_##name(g, about);
#include "games/smashup/passives.def"
#undef FORBID
#undef PROTECT
#undef POWER
    default:
        ASSERT(false);
        return false;
    }
}

RULES static bool su_forbids(const Su *g, const SuPassive *passive, int count,
                             SuAbout *about)
{
    for (int i = 0; i < count; i++) {
        about->n = passive[i].n;
        if (passive[i].is == IS_FORBID && su_forbid_by(g, passive[i].by, about))
            return true;
    }
    return false;
}

/* Whether there is what playing the card takes. */
RULES bool su_has_needs(const Su *g, int seat, int card, int base)
{
    const int needs = su_def(g, card)->needs;
    if (!needs)
        return true;
    SuAbout about;
    memset(&about, 0, sizeof about);
    about.source = about.subject = (Id)card;
    about.base = (Id)base;
    about.seat = about.player = (uint8_t)seat;
    return su_meets(g, needs, &about);
}

/* Whether a card of this kind could be played now as one of the two regular ones. */
RULES static bool su_is_regular(const Su *g, int seat, int kind)
{
    const SuState *s = g->state;
    return seat == s->seat && s->phase == SU_PLAY && s->fx_depth == 1 &&
           su_has_regular(s, kind);
}

RULES SuBans su_bans(const Su *g, int seat)
{
    const SuState *s = g->state;
    SuBans bans;
    bans.holders = set_none();
    bans.seat = (uint8_t)seat;
    bans.extras_spent = su_extras_spent(g, seat);
    bans.bases = bans.extras_spent ? ~(uint64_t)0 : 0;
    if (!su_any_is(g, IS_FORBID))
        return bans;
    const CardSet holders = su_holders(g, IS_FORBID);
    bans.holders = holders;
    SET_EACH (on, &holders)
        bans.bases |= (uint64_t)1 << su_base_of(s, on);
    for (int i = 0; i < SU_IN_PLAY_MAX; i++)
        bans.bases |= (uint64_t)(g->catalog->base[s->base[i].id].roles >> IS_FORBID & 1)
                      << s->base[i].id;
    return bans;
}

RULES bool su_is_banned_here(const Su *g, const SuBans *bans, int card, int base,
                             int minion)
{
    const SuState *s = g->state;
    const int seat = bans->seat;
    const SuBaseDef *def = &g->catalog->base[base];
    if (bans->extras_spent && !su_is_regular(g, seat, su_def(g, card)->kind))
        return true;
    SuAbout about;
    memset(&about, 0, sizeof about);
    about.subject = (Id)card;
    about.base = (Id)base;
    about.by = (Id)minion;
    about.player = (uint8_t)seat;
    SET_EACH (on, &bans->holders) {
        if (su_base_of(s, on) != base)
            continue;
        const SuDef *other = su_def(g, on);
        about.source = on;
        about.seat = s->card[on].seat;
        if (su_forbids(g, other->passive, other->passive_count, &about))
            return true;
    }
    about.source = (Id)(SU_BASE_SOURCE + base);
    about.seat = (uint8_t)seat;
    return (def->roles >> IS_FORBID & 1) && su_base_works(g, base, seat) &&
           su_forbids(g, def->passive, def->passive_count, &about);
}

RULES bool su_is_forbidden(const Su *g, int seat, int card, int base, int minion)
{
    const SuBans bans = su_bans(g, seat);
    return !su_has_needs(g, seat, card, base) ||
           su_is_banned(g, &bans, card, base, minion);
}

/* Some plays that are not from the hand. */
RULES static bool su_is_open_discard(const Su *g, int seat, int base)
{
    const SuState *s = g->state;
    if (!s->role_count[IS_FROM_DISCARD])
        return false;
    const CardSet holders = su_holders(g, IS_FROM_DISCARD);
    SET_EACH (on, &holders)
        if (s->card[on].seat == seat && su_base_of(s, on) == base)
            return true;
    return false;
}

RULES static bool su_rises(const Su *g, int seat, int card)
{
    return su_can_happen(g, (Id)card, WHEN_from_discard, seat);
}

/* Whether a minion of the discard pile can be played there like one of the hand. */
RULES static bool su_is_at_hand(const Su *g, int seat, int card, int base)
{
    return su_is_open_discard(g, seat, base) ||
           su_can_happen(g, (Id)card, WHEN_instead_of_hand, seat);
}

RULES static Err su_stays_dead(const Su *g, int card)
{
    if (su_ability(g, (Id)card, WHEN_instead_of_hand))
        return SU_ERR_NOT_READY;
    return (Err)(su_ability(g, (Id)card, WHEN_from_discard) ? (int)SU_ERR_ONCE_ONLY
                                                            : (int)SU_ERR_NOT_IN_HAND);
}

/* With what a minion is played; 0: by its own ability, -1: not at all. */
RULES int su_minion_play(const Su *g, int seat, int card, int base)
{
    const SuState *s = g->state;
    const bool in_pile = s->card[card].zone == SU_IN_DISCARD;
    if (in_pile && su_rises(g, seat, card) && !su_extras_spent(g, seat))
        return 0;
    if (in_pile && !su_is_at_hand(g, seat, card, base))
        return -1;
    const int with = su_allowance(g, seat, card, base);
    return with ? with : -1;
}

RULES Err su_can_play_minion(const Su *g, int seat, int card, int base)
{
    const SuState *s = g->state;
    const bool known = card > 0 && card <= su_card_count(s);
    const int zone = known ? s->card[card].zone : (int)SU_NOWHERE;
    if (!known || s->card[card].seat != seat ||
        (zone != SU_IN_HAND && zone != SU_IN_DISCARD))
        return SU_ERR_NOT_IN_HAND;
    if (!su_is_minion(g, card))
        return SU_ERR_NOT_A_MINION;
    if (su_slot(s, base) < 0)
        return SU_ERR_INVALID_BASE;
    if (zone == SU_IN_DISCARD && !su_rises(g, seat, card) &&
        !su_is_at_hand(g, seat, card, base))
        return su_stays_dead(g, card);
    if (!su_has_needs(g, seat, card, base))
        return SU_ERR_NOT_READY;
    if (su_is_forbidden(g, seat, card, base, 0))
        return SU_ERR_FORBIDDEN_HERE;
    if (su_minion_play(g, seat, card, base) < 0)
        return (Err)(su_has_left(g, seat, SU_MINION) ? (int)SU_ERR_LIMIT_TOO_NARROW
                                                     : (int)SU_ERR_MINION_LIMIT);
    return ERR_OK;
}

RULES bool su_may_play_action(const Su *g, int seat)
{
    return !(g->state->asleep >> seat & 1) && su_has_left(g, seat, SU_ACTION);
}

/* What an ongoing action can be put on: bases, or minions. */
RULES CardSet su_targets_under(const Su *g, const SuBans *bans, int card)
{
    const SuState *s = g->state;
    const SuDef *def = su_def(g, card);
    const int on = def->on, needs = def->needs, seat = bans->seat;
    CardSet set = set_none();
    if (su_goes_on_base(def)) {
        for (int i = 0; i <= s->players; i++) {
            const int base = s->base[i].id;
            if (base && !su_is_banned(g, bans, card, base, 0) &&
                (!needs || su_has_needs(g, seat, card, base)) &&
                (on == SU_ON_BASE || su_minion_count(g, base, seat)))
                set_add(&set, (Id)base);
        }
        return set;
    }
    if (on == SU_ON_MINION && !needs && !bans->bases)
        return s->minions;
    SET_EACH (minion, &s->minions)
        if ((on == SU_ON_MINION || s->card[minion].seat == seat) &&
            (!needs || su_has_needs(g, seat, card, s->card[minion].at)) &&
            !su_is_banned(g, bans, card, s->card[minion].at, minion))
            set_add(&set, minion);
    return set;
}

RULES CardSet su_targets(const Su *g, int seat, int card)
{
    const SuBans bans = su_bans(g, seat);
    return su_targets_under(g, &bans, card);
}

RULES Err su_can_play_action(const Su *g, int seat, int card, int base, int minion)
{
    const SuState *s = g->state;
    const bool known = card > 0 && card <= su_card_count(s);
    if (!known || s->card[card].zone != SU_IN_HAND || s->card[card].seat != seat)
        return SU_ERR_NOT_IN_HAND;
    const SuDef *def = su_def(g, card);
    if (def->kind != SU_ACTION)
        return SU_ERR_NOT_AN_ACTION;
    if (s->asleep >> seat & 1)
        return SU_ERR_ASLEEP;
    if (def->type == SU_SPECIAL && !(def->whens >> WHEN_played & 1))
        return SU_ERR_SPECIAL_ONLY;
    if (!su_has_left(g, seat, SU_ACTION))
        return SU_ERR_ACTION_LIMIT;
    const bool on_base = su_goes_on_base(def);
    const bool on_minion = def->on == SU_ON_MINION || def->on == SU_ON_OWN;
    if ((base != 0) != on_base || (minion != 0) != on_minion)
        return SU_ERR_INVALID_TARGET;
    if (!su_has_needs(g, seat, card, base))
        return SU_ERR_NOT_READY;
    if (!def->on)
        return ERR_OK;
    const CardSet targets = su_targets(g, seat, card);
    return set_has(&targets, (Id)(on_base ? base : minion))
               ? (Err)ERR_OK
               : (Err)SU_ERR_INVALID_TARGET;
}

/* Abilities somebody uses on their turn. */
RULES Err su_can_use(const Su *g, int seat, Id source)
{
    const SuState *s = g->state;
    SuAbout about;
    memset(&about, 0, sizeof about);
    about.source = about.subject = source;
    about.seat = about.player = (uint8_t)seat;
    if (su_is_base(source)) {
        const int slot = su_slot(s, source - SU_BASE_SOURCE);
        if (slot < 0)
            return SU_ERR_INVALID_BASE;
        about.base = (Id)(source - SU_BASE_SOURCE);
        const SuAbility *ability = su_ability(g, source, WHEN_talent);
        if (!ability)
            ability = su_ability(g, source, WHEN_use);
        if (!ability || !su_base_works(g, about.base, seat))
            return SU_ERR_NO_TALENT;
        if (s->base[slot].used >> seat & 1)
            return SU_ERR_TALENT_USED;
        return su_meets(g, ability->condition, &about) ? (Err)ERR_OK
                                                       : (Err)SU_ERR_NOT_READY;
    }
    if (source == 0 || source > su_card_count(s) || !su_in_play(s, source))
        return SU_ERR_NO_TALENT;
    const uint32_t whens = su_def(g, source)->whens;
    const bool talent = whens >> WHEN_talent & 1;
    if (!talent && !(whens >> WHEN_use & 1))
        return SU_ERR_NO_TALENT;
    if (s->card[source].seat != seat)
        return SU_ERR_NOT_YOURS;
    if (talent && (s->card[source].used & CARD_USED))
        return SU_ERR_TALENT_USED;
    const SuAbility *ability = su_ability(g, source, talent ? WHEN_talent : WHEN_use);
    about.base = (Id)su_base_of(s, source);
    about.n = ability->n;
    return su_meets(g, ability->condition, &about) ? (Err)ERR_OK
                                                   : (Err)SU_ERR_NOT_READY;
}

/* Once a turn, once a base that scores: kept as kind of card or base, seat and scope.
 */
RULES int su_once_key(const Su *g, int scope, int seat, Id source)
{
    const int what = su_is_base(source) ? SU_DEFS_MAX + source - SU_BASE_SOURCE
                                        : su_def_index(g, source);
    return what | seat << 10 | scope << 13;
}

RULES bool su_once(const Su *g, int scope, int seat, Id source)
{
    const int key = su_once_key(g, scope, seat, source);
    for (int i = 0; i < SU_ONCE_MAX; i++)
        if (g->state->once[i] == key)
            return true;
    return false;
}

/* Whether a special card can be played in this window, were it in the player's hand. */
RULES static bool su_is_special(const Su *g, int seat, Id card, int when)
{
    const SuState *s = g->state;
    const SuDef *def = su_def(g, card);
    if (!(def->whens >> when & 1))
        return false;
    const int once = su_ability(g, card, when)->once;
    if (once && su_once(g, once, seat, card))
        return false;
    if (def->kind != SU_MINION)
        return !(s->asleep >> seat & 1);
    const SuBans bans = su_bans(g, seat);
    return !su_is_banned(g, &bans, card, s->scoring, 0);
}

/* What a player may bring from the hand before a base scores, or after. */
RULES CardSet su_specials(const Su *g, int seat)
{
    const SuState *s = g->state;
    const int when = su_window_when(s);
    CardSet set = set_none();
    if (su_extras_spent(g, seat))
        return set;
    SET_EACH (card, &s->hand[seat])
        if (su_is_special(g, seat, card, when) &&
            su_has_needs(g, seat, card, s->scoring))
            set_add(&set, card);
    return set;
}

/* Whether everybody knows that the card is not in a hand: it lies open, or all have
 * seen it go into a deck. */
RULES static bool su_is_elsewhere(const SuState *s, Id card)
{
    const SuCard *c = &s->card[card];
    if (c->zone == SU_IN_DECK)
        return c->note == SU_KNOWN_TO_ALL;
    return c->zone != SU_IN_HAND && (c->zone != SU_LOOKED_AT || !s->look_seat);
}

/* Whether everybody knows every card of a hand; an empty one, for example. */
RULES static bool su_is_open_hand(const SuState *s, int seat)
{
    SET_EACH (card, &s->hand[seat])
        if (s->card[card].note != SU_KNOWN_TO_ALL)
            return false;
    return true;
}

/* Whether a player might play something in this window for all that everybody knows.
 * Only what is public is asked here: whoever is passed over gives nothing away, rules
 * 4.3. What a card needs may itself be a secret, and counts as there. */
RULES bool su_might_answer(const Su *g, int seat, int when)
{
    const SuState *s = g->state;
    const bool open = su_is_open_hand(s, seat);
    if (su_extras_spent(g, seat))
        return false;
    const CardSet all = su_listed(s, g->catalog->cards_when[when]);
    SET_EACH (card, &all)
        if (su_owner(s, card) == seat && su_is_special(g, seat, card, when) &&
            (open ? s->card[card].zone == SU_IN_HAND : !su_is_elsewhere(s, card)))
            return true;
    return false;
}
