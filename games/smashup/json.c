/* json.c - a Smash Up table as JSON, whole or as a view.
 *
 * Decks are written top first. What a reader can work out (power, breakpoints) is
 * written too and ignored when a position is read. */
#include "games/smashup/host.h"

#include <stdio.h>

Machine su_machine(const SuState *s)
{
    SuState *m = (SuState *)(uintptr_t)s;
    const Machine machine = {&m->rng,   &m->prompt,       m->fx,       &m->fx_depth,
                             SU_FX_MAX, su_ability_names, SU_ABILITIES};
    return machine;
}

static const char *card_name(const Su *g, int card)
{
    return card ? su_card_id(g, card) : NULL;
}

static const char *base_name(const Su *g, int base)
{
    return base ? g->catalog->base[base].id : NULL;
}

static void write_set(JsonW *out, const char *key, const Su *g, const CardSet *set)
{
    jw_array(out, key);
    for (Id card = set_next(set, 0); card; card = set_next(set, card))
        jw_str(out, NULL, card_name(g, card));
    jw_end_array(out);
}

static void write_seats(JsonW *out, const char *key, const SuState *s, int mask)
{
    jw_array(out, key);
    for (int seat = 0; seat < s->players; seat++)
        if (mask >> seat & 1)
            jw_int(out, NULL, seat);
    jw_end_array(out);
}

static void write_chain(JsonW *out, const char *key, const Su *g, int card)
{
    jw_array(out, key);
    for (; card; card = g->state->card[card].at)
        jw_str(out, NULL, card_name(g, card));
    jw_end_array(out);
}

/* Where the cards known at the bottom of a deck begin, as far as they hang together. */
static int tail_of(const SuState *s, int seat)
{
    int tail = s->deck_bottom[seat];
    for (int i = 0; tail && i < s->deck_count[seat]; i++)
        for (int card = 1; card <= su_card_count(s); card++)
            if (s->card[card].zone == SU_IN_DECK && s->card[card].at == tail) {
                tail = card;
                break;
            }
    return tail == s->deck_top[seat] ? 0 : tail;
}

/* Cards in this hand and deck that others know: bit a seat, 16 who looks on. */
static void write_known(JsonW *out, const Su *g, int seat)
{
    const SuState *s = g->state;
    jw_object(out, "known");
    for (int card = 1; card <= su_card_count(s); card++) {
        const SuCard *c = &s->card[card];
        if ((c->zone == SU_IN_HAND || c->zone == SU_IN_DECK) && c->seat == seat &&
            c->note)
            jw_int(out, card_name(g, card), c->note);
    }
    jw_end_object(out);
}

/* A hand that is not known, or not whole, is null; what is known of it stands beside
 * it, like the ends of a deck. */
static void write_hidden(JsonW *out, const Su *g, int seat)
{
    const SuState *s = g->state;
    if (set_count(&s->hand[seat]) == s->hand_count[seat])
        write_set(out, "hand", g, &s->hand[seat]);
    else
        jw_null(out, "hand");
    jw_int(out, "hand_count", s->hand_count[seat]);
    if (s->viewer) {
        write_set(out, "known_hand", g, &s->hand[seat]);
        write_chain(out, "deck_top", g, s->deck_top[seat]);
        write_chain(out, "deck_bottom", g, tail_of(s, seat));
    } else {
        write_chain(out, "deck", g, s->deck_top[seat]);
    }
    jw_int(out, "deck_count", s->deck_count[seat]);
    write_known(out, g, seat);
}

static void write_seat(JsonW *out, const Su *g, int seat)
{
    const SuState *s = g->state;
    jw_object(out, NULL);
    jw_array(out, "factions");
    for (int i = 0; i < 2; i++)
        if (s->faction[seat][i])
            jw_str(out, NULL, g->catalog->faction[s->faction[seat][i]].id);
    jw_end_array(out);
    jw_int(out, "vp", s->vp[seat]);
    write_hidden(out, g, seat);
    write_set(out, "discard", g, &s->discard[seat]);
    if (s->madness_on)
        jw_int(out, "madness", su_madness_count(s, seat));
    jw_int(out, "minions_played", s->minions_played[seat]);
    jw_int(out, "actions_played", s->actions_played[seat]);
    jw_int(out, "place", s->place[seat]);
    jw_bool(out, "had_minions", s->had_minions >> seat & 1);
    jw_bool(out, "asleep", s->asleep >> seat & 1);
    jw_bool(out, "sleeps_next", s->sleeps_next >> seat & 1);
    write_seats(out, "hand_shown_to", s, s->hand_shown[seat]);
    jw_end_object(out);
}

static void write_marks(JsonW *out, const SuCard *c)
{
    jw_int(out, "controller", c->seat);
    jw_int(out, "counters", c->counters);
    jw_int(out, "bonus", c->bonus);
    jw_int(out, "until", c->until);
    jw_bool(out, "used", c->used & CARD_USED);
    jw_bool(out, "new", c->used & CARD_NEW);
    jw_bool(out, "new_here", c->used & CARD_NEW_HERE);
    jw_bool(out, "from_hand", c->used & CARD_FROM_HAND);
    jw_int(out, "note", c->note);
}

static void write_actions(JsonW *out, const Su *g, int zone, int at)
{
    const SuState *s = g->state;
    jw_array(out, "actions");
    for (Id card = set_next(&s->actions, 0); card; card = set_next(&s->actions, card)) {
        if (s->card[card].zone != zone || s->card[card].at != at)
            continue;
        jw_object(out, NULL);
        jw_str(out, "card", card_name(g, card));
        write_marks(out, &s->card[card]);
        jw_end_object(out);
    }
    jw_end_array(out);
}

/* Two bits a seat. */
static void write_counts(JsonW *out, const char *key, const SuState *s, int counts)
{
    jw_array(out, key);
    for (int seat = 0; seat < s->players; seat++)
        jw_int(out, NULL, counts >> 2 * seat & 3);
    jw_end_array(out);
}

static void write_base(JsonW *out, const Su *g, const SuBase *b)
{
    const SuState *s = g->state;
    jw_object(out, NULL);
    jw_str(out, "base", base_name(g, b->id));
    jw_int(out, "breakpoint", su_breakpoint(g, b->id));
    jw_int(out, "change", b->change);
    write_seats(out, "used_by", s, b->used);
    write_seats(out, "passed_by", s, b->passed);
    write_counts(out, "played", s, b->played);
    write_counts(out, "from_hand", s, b->from_hand);
    jw_array(out, "power");
    for (int seat = 0; seat < s->players; seat++)
        jw_int(out, NULL, su_total(g, b->id, seat));
    jw_end_array(out);
    jw_array(out, "minions");
    for (Id card = set_next(&s->minions, 0); card; card = set_next(&s->minions, card)) {
        if (s->card[card].at != b->id)
            continue;
        jw_object(out, NULL);
        jw_str(out, "card", card_name(g, card));
        jw_int(out, "power", su_power(g, card));
        write_marks(out, &s->card[card]);
        write_actions(out, g, SU_CARRIED, card);
        jw_end_object(out);
    }
    jw_end_array(out);
    write_actions(out, g, SU_AT_BASE, b->id);
    jw_end_object(out);
}

static void write_bases(JsonW *out, const Su *g)
{
    const SuState *s = g->state;
    jw_array(out, "bases");
    for (int i = 0; i < SU_IN_PLAY_MAX; i++)
        if (s->base[i].id)
            write_base(out, g, &s->base[i]);
    jw_end_array(out);
    jw_array(out, s->viewer ? "base_deck_top" : "base_deck");
    for (int i = s->base_deck_count - 1; i >= 0 && s->base_deck[i]; i--)
        jw_str(out, NULL, base_name(g, s->base_deck[i]));
    jw_end_array(out);
    jw_int(out, "base_deck_count", s->base_deck_count);
    jw_int(out, "bases_known", s->bases_known);
    jw_int(out, "bases_known_to", s->bases_known_to - 1);
    jw_array(out, "base_discard");
    for (int base = 1; base <= g->catalog->base_count; base++)
        if (s->base_discard >> base & 1)
            jw_str(out, NULL, base_name(g, base));
    jw_end_array(out);
    jw_array(out, "look_bases");
    for (int i = 0; i < s->look_base_count; i++)
        jw_str(out, NULL, base_name(g, s->look_base[i]));
    jw_end_array(out);
    jw_str(out, "scoring", base_name(g, s->scoring));
    jw_bool(out, "window", s->window == SU_WINDOW_BEFORE);
    jw_bool(out, "window_after", s->window == SU_WINDOW_AFTER);
}

static void write_allowances(JsonW *out, const Su *g)
{
    const SuState *s = g->state;
    jw_bool(out, "regular_minion", s->regular_minion);
    jw_bool(out, "regular_action", s->regular_action);
    jw_int(out, "minions_before", s->minions_before);
    int last = SU_ALLOWANCES_MAX;
    while (last > 0 && !s->allowance[last - 1].kind)
        last--;
    jw_array(out, "extra_plays");
    for (int i = 0; i < last; i++) {
        const SuAllowance *a = &s->allowance[i];
        if (!a->kind) {
            jw_null(out, NULL);
            continue;
        }
        jw_object(out, NULL);
        jw_str(out, "kind", su_kind_names[a->kind]);
        jw_str(out, "base", base_name(g, a->base));
        if (a->power == SU_ANY_POWER)
            jw_null(out, "power_max");
        else
            jw_int(out, "power_max", a->power);
        jw_str(out, "rule", su_rule_names[a->rule]);
        jw_int(out, "count", a->count);
        jw_str(out, "name", a->name ? g->catalog->def[a->name].id : NULL);
        jw_end_object(out);
    }
    jw_end_array(out);
}

static void write_dead(JsonW *out, const Su *g)
{
    const SuState *s = g->state;
    jw_array(out, "destroyed_this_turn");
    for (int i = 0; i < s->dead_count; i++) {
        const SuDead *d = &s->dead[i];
        jw_object(out, NULL);
        jw_str(out, "card", card_name(g, d->card));
        jw_str(out, "base", base_name(g, d->base));
        jw_int(out, "owner", su_owner(s, d->card));
        jw_int(out, "controller", d->seat);
        if (d->by)
            jw_int(out, "by", d->by - 1);
        else
            jw_null(out, "by");
        jw_end_object(out);
    }
    jw_end_array(out);
}

/* Bookkeeping nobody plays by hand: rows of plain numbers. */
static void write_rows(JsonW *out, const SuState *s)
{
    jw_array(out, "lasting");
    for (int i = 0; i < SU_LASTING_MAX; i++) {
        const SuLasting *l = &s->lasting[i];
        jw_array(out, NULL);
        jw_int(out, NULL, l->kind);
        jw_int(out, NULL, l->card);
        jw_int(out, NULL, l->seat);
        jw_int(out, NULL, l->n);
        jw_end_array(out);
    }
    jw_end_array(out);
    jw_array(out, "once");
    for (int i = 0; i < SU_ONCE_MAX; i++)
        jw_int(out, NULL, s->once[i]);
    jw_end_array(out);
    jw_array(out, "spared");
    for (int i = 0; i < SU_SPARED_MAX; i++) {
        jw_array(out, NULL);
        for (int k = 0; k < 3; k++)
            jw_int(out, NULL, s->spared[i][k]);
        jw_end_array(out);
    }
    jw_end_array(out);
    if (!s->madness_on)
        return;
    jw_int(out, "madness_deck", su_madness_count(s, -1));
    jw_array(out, "madness_of");
    for (int i = 0; i < SU_MADNESS_MAX; i++)
        jw_int(out, NULL, s->madness_of[i]);
    jw_end_array(out);
}

static void write_between(JsonW *out, const Su *g)
{
    const SuState *s = g->state;
    jw_array(out, "look");
    for (int i = 0; i < s->look_count; i++)
        jw_str(out, NULL, card_name(g, s->look[i]));
    jw_end_array(out);
    jw_int(out, "look_seat", s->look_seat - 1);
    jw_array(out, "resolving");
    for (int card = 1; card <= su_card_count(s); card++) {
        if (s->card[card].zone != SU_RESOLVING)
            continue;
        jw_object(out, NULL);
        jw_str(out, "card", card_name(g, card));
        jw_int(out, "controller", s->card[card].seat);
        jw_end_object(out);
    }
    jw_end_array(out);
}

void su_write_state(const void *catalog, const void *state, JsonW *out)
{
    const Su g =
        su_table(su_reading(catalog, state), (SuState *)(uintptr_t)state, NULL);
    const SuState *s = g.state;
    const Machine machine = su_machine(s);
    const Table table = {&su_game, catalog, state};
    jw_object(out, NULL);
    jw_int(out, "players", s->players);
    jw_int(out, "target", s->target);
    jw_int(out, "turn", s->turn);
    jw_str(out, "phase", su_phase_names[s->phase]);
    jw_int(out, "current", s->seat);
    jw_int(out, "starter", s->starter);
    jw_array(out, "seats");
    for (int seat = 0; seat < s->players; seat++)
        write_seat(out, &g, seat);
    jw_end_array(out);
    write_bases(out, &g);
    write_allowances(out, &g);
    write_dead(out, &g);
    write_between(out, &g);
    write_rows(out, s);
    write_seats(out, "winners", s, s->winners);
    machine_write(out, &table, &machine, s->viewer != 0);
    if (!s->viewer)
        machine_write_seal(out, &table);
    jw_end_object(out);
}

void su_write_score(const void *catalog, const void *state, JsonW *out)
{
    const Su g =
        su_table(su_reading(catalog, state), (SuState *)(uintptr_t)state, NULL);
    const SuState *s = g.state;
    jw_object(out, NULL);
    jw_int(out, "target", s->target);
    jw_array(out, "seats");
    for (int seat = 0; seat < s->players; seat++) {
        jw_object(out, NULL);
        jw_int(out, "vp", s->vp[seat]);
        jw_int(out, "madness", su_madness_count(s, seat));
        jw_int(out, "madness_penalty", su_penalty(s, seat));
        jw_int(out, "total", s->vp[seat] - su_penalty(s, seat));
        jw_end_object(out);
    }
    jw_end_array(out);
    jw_end_object(out);
}
