/* reduce.c - the only code that writes the table of Smash Up, with reduce_bases.c. */
#include "games/smashup/reduce.h"

/* Taking a card from where it is. */

RULES static void su_unlink(SuState *s, int card)
{
    const int seat = s->card[card].seat;
    uint8_t *link = &s->deck_top[seat];
    int above = 0;
    while (*link != card) {
        above = *link;
        ASSERT(above != 0);
        link = &s->card[above].at;
    }
    *link = s->card[card].at;
    if (s->deck_bottom[seat] == card)
        s->deck_bottom[seat] = (uint8_t)above;
    s->deck_count[seat]--;
}

RULES static void su_unlook(SuState *s, int card)
{
    int at = 0;
    while (at < s->look_count && s->look[at] != card)
        at++;
    ASSERT(at < s->look_count);
    s->look_count--;
    for (; at < s->look_count; at++)
        s->look[at] = s->look[at + 1];
    s->look[s->look_count] = 0;
    if (!s->look_count)
        s->look_seat = 0;
}

/* The list has no holes: whoever reads it stops at the first empty line. */
RULES static void su_pack_lasting(SuState *s)
{
    int to = 0;
    for (int i = 0; i < SU_LASTING_MAX; i++)
        if (s->lasting[i].kind)
            s->lasting[to++] = s->lasting[i];
    for (; to < SU_LASTING_MAX; to++)
        memset(&s->lasting[to], 0, sizeof s->lasting[to]);
}

RULES static void su_drop_lasting(SuState *s, int card)
{
    if (!s->lasting[0].kind)
        return;
    for (int i = 0; i < SU_LASTING_MAX; i++)
        if (s->lasting[i].kind && s->lasting[i].card == card)
            memset(&s->lasting[i], 0, sizeof s->lasting[i]);
    su_pack_lasting(s);
}

/* What the card was kept from, or what was kept from it, is over; without a card, for
 * all that is not in play. */
RULES static void su_drop_spared(SuState *s, int card)
{
    int to = 0;
    for (int i = 0; i < SU_SPARED_MAX && s->spared[i].action; i++) {
        const SuSpared *line = &s->spared[i];
        const bool over =
            card ? line->action == card || (!line->player && line->what == card)
                 : !su_in_play(s, line->action);
        if (!over)
            s->spared[to++] = *line;
    }
    for (; to < SU_SPARED_MAX; to++)
        memset(&s->spared[to], 0, sizeof s->spared[to]);
}

RULES static void su_to_discard(SuState *s, int card)
{
    const int owner = su_owner(s, card);
    SuCard *c = &s->card[card];
    memset(c, 0, sizeof *c);
    c->zone = SU_IN_DISCARD;
    c->seat = (uint8_t)owner;
    set_add(&s->discard[owner], (Id)card);
}

/* How many cards in play have what: most questions are answered by a zero. */
RULES static void su_count_roles(const Su *g, int card, int by)
{
    SuState *s = g->state;
    const SuDef *def = su_def(g, card);
    for (uint32_t left = def->roles; left; left &= left - 1)
        s->role_count[bits_first(left)] =
            (uint8_t)(s->role_count[bits_first(left)] + by);
    for (uint32_t left = def->whens; left; left &= left - 1)
        s->when_count[bits_first(left)] =
            (uint8_t)(s->when_count[bits_first(left)] + by);
}

/* Who has a minion when nobody has it only for a turn: who put an action of that kind
 * on it, else its owner. */
RULES static int su_holder(const Su *g, int minion, int but)
{
    const SuState *s = g->state;
    int seat = su_owner(s, minion);
    SET_EACH (on, &s->actions)
        if (on != but && s->card[on].zone == SU_CARRIED && s->card[on].at == minion &&
            (su_def(g, on)->roles >> IS_CONTROL & 1))
            seat = s->card[on].seat;
    return seat;
}

/* An action that gives control of its carrier comes (seat) or goes (SEAT_NONE). */
RULES static void su_control_by(const Su *g, int action, int seat)
{
    SuState *s = g->state;
    const int minion = s->card[action].at;
    if (s->card[action].zone != SU_CARRIED ||
        !(su_def(g, action)->roles >> IS_CONTROL & 1))
        return;
    const bool goes = seat == SEAT_NONE;
    const int holder = goes ? su_holder(g, minion, action) : seat;
    for (int i = 0; i < SU_LASTING_MAX; i++)
        if (s->lasting[i].kind == LASTS_CONTROL && s->lasting[i].card == minion) {
            s->lasting[i].seat = (uint8_t)holder;
            return;
        }
    s->card[minion].seat = (uint8_t)holder;
}

RULES static void su_out_of_play(const Su *g, int card)
{
    SuState *s = g->state;
    su_control_by(g, card, SEAT_NONE);
    su_count_roles(g, card, -1);
    const bool minion = set_has(&s->minions, (Id)card);
    set_remove(minion ? &s->minions : &s->actions, (Id)card);
    set_remove(&s->auras, (Id)card);
    set_remove(&s->active, (Id)card);
    if (s->spared[0].action)
        su_drop_spared(s, card);
    if (minion)
        su_drop_lasting(s, card);
}

/* A card leaves its place; it carries nothing any more. */
RULES static void su_leave(const Su *g, int card)
{
    SuState *s = g->state;
    const SuCard was = s->card[card];
    switch (was.zone) {
    case SU_IN_HAND:
        set_remove(&s->hand[was.seat], (Id)card);
        s->hand_count[was.seat]--;
        break;
    case SU_IN_DECK:
        su_unlink(s, card);
        break;
    case SU_IN_DISCARD:
        set_remove(&s->discard[was.seat], (Id)card);
        break;
    case SU_AT_BASE:
    case SU_CARRIED:
        su_out_of_play(g, card);
        break;
    case SU_LOOKED_AT:
        su_unlook(s, card);
        break;
    default:
        break;
    }
    memset(&s->card[card], 0, sizeof s->card[card]);
}

/* Who knows of a card that has gone to a hand or deck. */
RULES static uint8_t su_told(const Event *e)
{
    return e->secret & SECRET_A ? e->seen_by : (uint8_t)SU_KNOWN_TO_ALL;
}

/* A card has left this hand unseen: which one, only 'told' can say, and so only they
 * still know the others. */
RULES static void su_blur_hand(SuState *s, int seat, int told)
{
    SET_EACH (card, &s->hand[seat])
        s->card[card].note &= (uint8_t)told;
}

RULES static void su_to_hand(SuState *s, int card)
{
    const int owner = su_owner(s, card);
    s->card[card].zone = SU_IN_HAND;
    s->card[card].seat = (uint8_t)owner;
    set_add(&s->hand[owner], (Id)card);
    s->hand_count[owner]++;
}

RULES static void su_to_deck(SuState *s, int card, bool top)
{
    const int owner = su_owner(s, card);
    SuCard *c = &s->card[card];
    c->zone = SU_IN_DECK;
    c->seat = (uint8_t)owner;
    if (!s->deck_count[owner]) {
        s->deck_top[owner] = s->deck_bottom[owner] = (uint8_t)card;
    } else if (top) {
        c->at = s->deck_top[owner];
        s->deck_top[owner] = (uint8_t)card;
    } else {
        s->card[s->deck_bottom[owner]].at = (uint8_t)card;
        s->deck_bottom[owner] = (uint8_t)card;
    }
    s->deck_count[owner]++;
}

/* The deck becomes exactly this list, top first. */
RULES static void su_set_deck(const Su *g, int seat, const uint8_t *list, int count)
{
    SuState *s = g->state;
    bool blurs = false;
    for (int i = 0; i < count; i++) {
        blurs |= s->card[list[i]].zone == SU_IN_HAND;
        if (s->card[list[i]].zone != SU_IN_DECK)
            su_leave(g, list[i]);
    }
    if (blurs)
        su_blur_hand(s, seat, 0);
    s->deck_count[seat] = (uint8_t)count;
    s->deck_top[seat] = count ? list[0] : 0;
    s->deck_bottom[seat] = count ? list[count - 1] : 0;
    for (int i = 0; i < count; i++) {
        SuCard *c = &s->card[list[i]];
        c->zone = SU_IN_DECK;
        c->seat = (uint8_t)seat;
        c->at = i + 1 < count ? list[i + 1] : 0;
        c->note = 0;
    }
}

RULES static void su_into_play(const Su *g, int card, int zone, int at, int seat)
{
    SuState *s = g->state;
    const SuDef *def = su_def(g, card);
    const uint32_t at_once = 1u << WHEN_played | 1u << WHEN_window |
                             1u << WHEN_window_after | 1u << WHEN_from_discard |
                             1u << WHEN_instead_of_hand;
    SuCard *c = &s->card[card];
    c->zone = (uint8_t)zone;
    c->at = (uint8_t)at;
    c->seat = (uint8_t)seat;
    c->used = CARD_NEW | CARD_NEW_HERE;
    set_add(def->kind == SU_MINION ? &s->minions : &s->actions, (Id)card);
    su_count_roles(g, card, 1);
    if (def->roles >> IS_POWER & 1)
        set_add(&s->auras, (Id)card);
    if ((def->whens & ~at_once) || (def->roles & ~(1u << IS_POWER)))
        set_add(&s->active, (Id)card);
    su_control_by(g, card, seat);
}

/* Something has been done: what was declined may be offered again. */
RULES void su_forget_passes(SuState *s)
{
    for (int i = 0; i < SU_IN_PLAY_MAX; i++)
        s->base[i].passed = 0;
}

/* Counts to three, two bits a seat. */
RULES static void su_count_seat(uint8_t *counts, int seat)
{
    if ((*counts >> 2 * seat & 3) < 3)
        *counts = (uint8_t)(*counts + (1 << 2 * seat));
}

RULES static void su_count_play(SuState *s, int seat, int card, int base)
{
    SuBase *b = &s->base[su_slot(s, base)];
    su_count_seat(&b->played, seat);
    if (s->card[card].used & CARD_FROM_HAND)
        su_count_seat(&b->from_hand, seat);
    if (s->minions_played[seat] < SU_PLAYED_MAX)
        s->minions_played[seat]++;
    su_forget_passes(s);
}

/* Which allowance pays: see su_allowance(). */
RULES static void su_pay(SuState *s, int kind, int seat, int with, int def)
{
    if (with == 0)
        return;
    if (with == SU_WITH_REGULAR) {
        *(kind == SU_MINION ? &s->regular_minion : &s->regular_action) = 0;
    } else if (with >= SU_WITH_CARD) {
        s->card[with - SU_WITH_CARD].used |= CARD_USED;
    } else if (with >= SU_WITH_BASE) {
        s->base[with - SU_WITH_BASE].used |= (uint8_t)(1 << seat);
    } else {
        SuAllowance *a = &s->allowance[with - SU_WITH_LINE];
        if (a->rule == RULE_SAME_NAME && !a->name)
            a->name = (uint16_t)def;
        if (!--a->count)
            memset(a, 0, sizeof *a);
    }
}

/* One more line, or more of the same. */
RULES static void su_add_allowance(SuState *s, SuAllowance made, int more)
{
    for (int i = 0; i < SU_ALLOWANCES_MAX; i++) {
        SuAllowance *a = &s->allowance[i];
        const uint8_t count = a->count;
        a->count = 0;
        const bool same =
            memcmp(a, &made, sizeof made) == 0 && made.rule != RULE_SAME_NAME;
        a->count = count;
        if (same || !a->kind) {
            *a = made;
            a->count = (uint8_t)(count + more < SU_PLAYS_MAX ? count + more
                                                             : (int)SU_PLAYS_MAX);
            return;
        }
    }
}

RULES static void su_allow(SuState *s, const Event *e, const uint8_t *list)
{
    SuAllowance made;
    memset(&made, 0, sizeof made);
    made.kind = (uint8_t)e->a;
    made.base = (uint8_t)e->b;
    made.rule = (uint8_t)(e->c - 1);
    made.power = (uint8_t)(e->n ? e->n - 1 : (int)SU_ANY_POWER);
    su_add_allowance(s, made, list[0]);
}

/* Minions of the same name as a given one. */
RULES static void su_allow_name(const Su *g, const Event *e)
{
    SuAllowance made;
    memset(&made, 0, sizeof made);
    made.kind = SU_MINION;
    made.power = SU_ANY_POWER;
    made.rule = RULE_SAME_NAME;
    made.name = (uint16_t)su_def_index(g, e->a);
    su_add_allowance(g->state, made, e->n);
}

RULES static void su_start_turn(SuState *s, const Event *e)
{
    s->seat = e->seat;
    s->turn = (uint16_t)(e->n < SU_TURNS_MAX ? e->n : SU_TURNS_MAX);
    s->phase = SU_START;
    s->regular_minion = s->regular_action = 1;
    s->asleep = (uint8_t)(s->sleeps_next & 1 << e->seat);
    s->sleeps_next &= (uint8_t)~s->asleep;
    memset(s->minions_played, 0, sizeof s->minions_played);
    memset(s->actions_played, 0, sizeof s->actions_played);
    memset(s->allowance, 0, sizeof s->allowance);
    memset(s->once, 0, sizeof s->once);
    memset(s->dead, 0, sizeof s->dead);
    s->dead_count = 0;
    const CardSet all = set_union(s->minions, s->actions);
    SET_EACH (card, &all)
        s->card[card].used = 0;
    for (int i = 0; i < SU_IN_PLAY_MAX; i++)
        s->base[i].used = s->base[i].passed = s->base[i].played = s->base[i].from_hand =
            0;
    if (!s->lasting[0].kind)
        return;
    for (int i = 0; i < SU_LASTING_MAX; i++)
        if (s->lasting[i].kind == LASTS_POWER && s->lasting[i].seat == e->seat)
            memset(&s->lasting[i], 0, sizeof s->lasting[i]);
    su_pack_lasting(s);
}

/* What lasts until the end of the turn ends together. */
RULES static void su_end_turn(SuState *s, const Event *e)
{
    SET_EACH (card, &s->minions) {
        SuCard *c = &s->card[card];
        if (c->until && c->until != e->seat + 1)
            continue;
        c->bonus = 0;
        c->until = 0;
    }
    for (int i = 0; i < SU_IN_PLAY_MAX; i++)
        s->base[i].change = 0;
    const bool lasts = s->lasting[0].kind != 0;
    for (int i = 0; lasts && i < SU_LASTING_MAX; i++)
        if (s->lasting[i].kind == LASTS_CONTROL) {
            s->card[s->lasting[i].card].seat = s->lasting[i].seat;
            memset(&s->lasting[i], 0, sizeof s->lasting[i]);
        }
    if (lasts)
        su_pack_lasting(s);
    if (s->spared[0].action)
        su_drop_spared(s, 0);
    memset(s->allowance, 0, sizeof s->allowance);
    s->asleep = 0;
}

/* Power for the same time adds up in one line. */
RULES static void su_last(SuState *s, int kind, int card, int seat, int n)
{
    for (int i = 0; i < SU_LASTING_MAX; i++) {
        SuLasting *l = &s->lasting[i];
        const bool same = kind == LASTS_POWER && l->kind == kind && l->card == card &&
                          l->seat == seat;
        if (!l->kind || same) {
            l->kind = (uint8_t)kind;
            l->card = (uint8_t)card;
            l->seat = (uint8_t)seat;
            l->n = (int8_t)su_within(l->n + n);
            return;
        }
    }
}

/* Taken twice in a turn, it goes back to who had it first; taken for good, to nobody.
 */
RULES static void su_take_control(SuState *s, const Event *e)
{
    SuCard *c = &s->card[e->a];
    bool lent = false;
    for (int i = 0; i < SU_LASTING_MAX; i++)
        if (s->lasting[i].kind == LASTS_CONTROL && s->lasting[i].card == e->a) {
            lent = true;
            if (!e->c)
                memset(&s->lasting[i], 0, sizeof s->lasting[i]);
        }
    if (e->c && !lent)
        su_last(s, LASTS_CONTROL, e->a, c->seat, 0);
    if (!e->c && lent)
        su_pack_lasting(s);
    c->seat = e->seat;
}

RULES static void su_note_dead(SuState *s, const Event *e)
{
    if (s->dead_count == SU_DEAD_MAX) {
        for (int i = 1; i < SU_DEAD_MAX; i++)
            s->dead[i - 1] = s->dead[i];
        s->dead_count--;
    }
    SuDead *d = &s->dead[s->dead_count++];
    d->card = (uint8_t)e->a;
    d->base = (uint8_t)e->b;
    d->seat = e->seat;
    d->by = (uint8_t)e->n;
}

/* Bases. */

RULES void su_clear_base(const Su *g, int base)
{
    SuState *s = g->state;
    const CardSet kinds[2] = {s->actions, s->minions}; /* what is carried first */
    for (int i = 0; i < 2; i++)
        SET_EACH (card, &kinds[i])
            if (su_base_of(s, card) == base) {
                su_leave(g, card);
                su_to_discard(s, card);
            }
}

/* One kind of events after the other. */

RULES static void su_reduce_cards(const Su *g, const Event *e, const uint8_t *list)
{
    SuState *s = g->state;
    switch (e->type) {
    case SU_EV_DECK_SHUFFLED:
    case SU_EV_DECK_RESHUFFLED:
        su_set_deck(g, e->seat, list, e->count);
        break;
    case SU_EV_DRAWN: {
        const uint8_t known = s->card[e->a].note;
        su_leave(g, e->a);
        su_to_hand(s, e->a);
        s->card[e->a].note = known;
        break;
    }
    case SU_EV_TO_HAND:
    case SU_EV_RETURNED:
        su_leave(g, e->a);
        su_to_hand(s, e->a);
        s->card[e->a].note = su_told(e);
        break;
    case SU_EV_DISCARDED:
    case SU_EV_ACTION_SPENT:
    case SU_EV_DETACHED:
        su_leave(g, e->a);
        su_to_discard(s, e->a);
        break;
    case SU_EV_DESTROYED:
        su_note_dead(s, e);
        su_leave(g, e->a);
        su_to_discard(s, e->a);
        break;
    case SU_EV_TO_BOTTOM:
    case SU_EV_TO_TOP:
        if (s->card[e->a].zone == SU_IN_HAND)
            su_blur_hand(s, s->card[e->a].seat, su_told(e));
        su_leave(g, e->a);
        su_to_deck(s, e->a, e->type == SU_EV_TO_TOP);
        s->card[e->a].note = su_told(e);
        break;
    case SU_EV_LOOKED:
    case SU_EV_REVEALED:
        for (int i = 0; i < e->count; i++) {
            su_leave(g, list[i]);
            s->card[list[i]].zone = SU_LOOKED_AT;
            s->card[list[i]].seat = (uint8_t)su_owner(s, list[i]);
            s->look[s->look_count++] = list[i];
        }
        s->look_seat = (uint8_t)(e->type == SU_EV_LOOKED ? e->seat + 1 : 0);
        break;
    case SU_EV_MADNESS_DRAWN:
    case SU_EV_MADNESS_GIVEN:
        su_leave(g, e->a);
        s->madness_of[e->a - su_madness_first(s)] =
            (uint8_t)(e->type == SU_EV_MADNESS_GIVEN ? e->b : e->seat + 1);
        su_to_hand(s, e->a);
        s->card[e->a].note = su_told(e);
        break;
    case SU_EV_MADNESS_BACK:
        su_leave(g, e->a);
        s->madness_of[e->a - su_madness_first(s)] = 0;
        s->card[e->a].zone = SU_IN_SUPPLY;
        break;
    default:
        ASSERT(false);
    }
}

RULES static void su_play_minion_at(const Su *g, const Event *e)
{
    SuState *s = g->state;
    const bool from_hand = s->card[e->a].zone == SU_IN_HAND;
    su_pay(s, SU_MINION, e->seat, e->n, su_def_index(g, e->a));
    su_leave(g, e->a);
    su_into_play(g, e->a, SU_AT_BASE, e->b, e->seat);
    s->card[e->a].used |= (uint8_t)(from_hand ? CARD_FROM_HAND : 0);
    su_count_play(s, e->seat, e->a, e->b);
}

RULES static void su_reduce_play(const Su *g, const Event *e, const uint8_t *list)
{
    SuState *s = g->state;
    switch (e->type) {
    case SU_EV_MINION_PLAYED:
        su_play_minion_at(g, e);
        break;
    case SU_EV_ACTION_PLAYED:
        su_pay(s, SU_ACTION, e->seat, e->n, 0);
        su_forget_passes(s);
        su_leave(g, e->a);
        s->card[e->a].zone = SU_RESOLVING;
        s->card[e->a].seat = e->seat;
        if (s->actions_played[e->seat] < SU_PLAYED_MAX)
            s->actions_played[e->seat]++;
        break;
    case SU_EV_ATTACHED:
        if (su_in_play(s, e->a)) {
            su_control_by(g, e->a, SEAT_NONE);
            s->card[e->a].zone = e->c ? SU_CARRIED : SU_AT_BASE;
            s->card[e->a].at = (uint8_t)(e->c ? e->c : e->b);
            su_control_by(g, e->a, s->card[e->a].seat);
            break;
        }
        su_into_play(g, e->a, e->c ? SU_CARRIED : SU_AT_BASE, e->c ? e->c : e->b,
                     e->seat);
        break;
    case SU_EV_MOVED:
        s->card[e->a].at = (uint8_t)e->c;
        s->card[e->a].used &= (uint8_t)~CARD_NEW_HERE;
        break;
    case SU_EV_LIMIT_MODIFIED:
        su_allow(s, e, list);
        break;
    case SU_EV_NAME_ALLOWED:
        su_allow_name(g, e);
        break;
    case SU_EV_POWER_CHANGED:
        s->card[e->a].bonus = (int8_t)su_within(s->card[e->a].bonus + e->n);
        s->card[e->a].until = (uint8_t)e->b;
        break;
    case SU_EV_LASTING:
        su_last(s, LASTS_POWER, e->a, e->seat, e->n);
        break;
    case SU_EV_COUNTER_ADDED:
        s->card[e->a].counters = (uint8_t)su_within(s->card[e->a].counters + e->n);
        break;
    case SU_EV_COUNTER_REMOVED:
        s->card[e->a].counters =
            (uint8_t)(e->n < s->card[e->a].counters ? s->card[e->a].counters - e->n
                                                    : 0);
        break;
    case SU_EV_CONTROL_TAKEN:
        su_take_control(s, e);
        break;
    case SU_EV_NAMED:
        s->card[e->a].note = (uint8_t)e->b;
        break;
    case SU_EV_NOTED:
        s->card[e->a].note = (uint8_t)e->n;
        break;
    case SU_EV_TALENT_USED:
        s->card[e->a].used |= CARD_USED;
        su_forget_passes(s);
        break;
    default:
        ASSERT(false);
    }
}

RULES static void su_note_once(const Su *g, const Event *e)
{
    for (int i = 0; i < SU_ONCE_MAX; i++)
        if (!g->state->once[i]) {
            g->state->once[i] = (uint16_t)su_once_key(g, e->n, e->seat, e->a);
            return;
        }
}

/* Every card to its owner's deck, Madness to the supply. */
RULES static void su_reduce_decks(const Su *g)
{
    SuState *s = g->state;
    for (int seat = 0; seat < s->players; seat++)
        for (int i = 0; i < 2; i++) {
            const SuFaction *faction = &g->catalog->faction[s->faction[seat][i]];
            if (faction->madness)
                s->madness_on = 1;
            if (g->catalog->cards_as[IS_RESTLESS][s->faction[seat][i]])
                s->restless |= (uint8_t)(1 << seat);
        }
    for (int card = 1; card <= su_card_count(s); card++)
        if (card < su_madness_first(s))
            su_to_deck(s, card, false);
        else
            s->card[card].zone = SU_IN_SUPPLY;
}

RULES static void su_know_hand(SuState *s, int whose, int to)
{
    SET_EACH (card, &s->hand[whose])
        s->card[card].note |= (uint8_t)to;
}

RULES static void su_show_hand(SuState *s, int whose, int seat)
{
    s->hand_shown[whose] |= (uint8_t)(1 << seat);
    su_know_hand(s, whose, 1 << seat);
}

RULES static void su_pick_faction(SuState *s, const Event *e)
{
    uint8_t *mine = s->faction[e->seat];
    mine[mine[0] != 0] = (uint8_t)e->a;
}

RULES static void su_spare(SuState *s, int action, int player, int what)
{
    for (int i = SU_SPARED_MAX - 1; i > 0; i--)
        s->spared[i] = s->spared[i - 1];
    s->spared[0].action = (uint8_t)action;
    s->spared[0].player = (uint8_t)player;
    s->spared[0].what = (uint8_t)what;
}

RULES static void su_reduce_table(const Su *g, const Event *e, const uint8_t *list)
{
    SuState *s = g->state;
    switch (e->type) {
    case SU_EV_STARTER_CHOSEN:
        s->starter = s->seat = e->seat;
        break;
    case SU_EV_FACTION_PICKED:
        su_pick_faction(s, e);
        break;
    case SU_EV_DECKS_BUILT:
        su_reduce_decks(g);
        break;
    case SU_EV_TURN_STARTED:
        su_start_turn(s, e);
        break;
    case SU_EV_TURN_ENDED:
        su_end_turn(s, e);
        break;
    case SU_EV_PHASE_CHANGED:
        s->phase = (uint8_t)(e->a - 1);
        s->minions_before =
            s->phase == SU_PLAY ? s->minions_played[s->seat] : (uint8_t)0;
        break;
    case SU_EV_HAND_SHOWN:
        su_show_hand(s, e->a - 1, e->seat);
        break;
    case SU_EV_HAND_REVEALED:
        su_know_hand(s, e->seat, SU_KNOWN_TO_ALL);
        break;
    case SU_EV_HAND_HIDDEN:
        s->hand_shown[e->a - 1] &= (uint8_t) ~(1 << e->seat);
        break;
    case SU_EV_VP_AWARDED:
        s->vp[e->seat] = (int16_t)su_within(s->vp[e->seat] + e->n);
        break;
    case SU_EV_ONCE_USED:
        su_note_once(g, e);
        break;
    case SU_EV_MARKED:
        s->sleeps_next |= (uint8_t)(1 << (e->a - 1));
        break;
    case SU_EV_SPARED:
        su_spare(s, e->a, e->b, e->c);
        break;
    case SU_EV_MINION_SPARED:
        su_spare(s, e->a, 0, e->b);
        break;
    case SU_EV_GAME_WON:
        s->phase = SU_OVER;
        for (int i = 0; i < e->count; i++)
            s->winners |= (uint8_t)(1 << (list[i] - 1));
        break;
    case SU_EV_MULLIGAN:
    case SU_EV_SAVED:
        break; /* they tell, and change nothing */
    default:
        ASSERT(false);
    }
}

RULES void su_apply(const Su *g, const Event *e, const uint8_t *list)
{
    ASSERT(e->type < SU_EVENTS);
    ASSERT(su_expect(g, e, list));
    const uint64_t type = (uint64_t)1 << e->type;
    if (type & SU_EVENTS_OF_CARDS) {
        su_reduce_cards(g, e, list);
    } else if (type & SU_EVENTS_OF_PLAY) {
        su_reduce_play(g, e, list);
    } else if (type & SU_EVENTS_OF_BASES) {
        su_reduce_bases(g, e, list);
    } else {
        su_reduce_table(g, e, list);
    }
}

RULES void su_reduce(const SuCatalog *catalog, SuState *s, const Event *e,
                     const uint8_t *list)
{
    const Su g = su_table(catalog, s, NULL);
    su_apply(&g, e, list);
}
