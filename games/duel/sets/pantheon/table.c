/* table.c - Pantheon's part of the table: how events change it, what each player may
 * know of it, and whether it is possible. */
#include "games/duel/adapt.h"
#include "games/duel/reduce.h"
#include "games/duel/sets/pantheon/cost.h"

RULES static int pantheon_of(const DuelCatalog *catalog, int god)
{
    return catalog->label[DUEL_GOD_0 + god].back;
}

RULES static int pantheon_count(const uint8_t *deck)
{
    return (deck[0] != 0) + (deck[1] != 0) + (deck[2] != 0);
}

/* A divinity leaves its deck; who knew the cards above it knows one less. */
RULES static void pantheon_leave(DuelPantheon *p, int myth, int god)
{
    uint8_t *deck = p->deck[myth - 1];
    int at = 0;
    while (at < PANTHEON_DECK - 1 && deck[at] != god)
        at++;
    ASSERT(deck[at] == god);
    reduce_close_gap(deck, at, PANTHEON_DECK);
    for (int seat = 0; seat < PANTHEON_LOOKERS; seat++) {
        uint8_t *seen = &p->deck_seen[seat][myth - 1];
        *seen = (uint8_t)(*seen > at ? *seen - 1 : *seen);
    }
}

RULES static void pantheon_placed(const DuelCatalog *catalog, DuelPantheon *p,
                                  const Event *e)
{
    const int myth = e->b;
    ASSERT(pantheon_of(catalog, e->a) == myth && !p->space[e->n - 1]);
    (void)catalog;
    pantheon_leave(p, myth, e->a);
    p->space[e->n - 1] = (uint8_t)e->a;
    p->space_seen[e->n - 1] = (uint8_t)(1 << e->seat);
    for (int seat = 0; seat < PANTHEON_LOOKERS; seat++)
        p->deck_seen[seat][myth - 1] = seat == e->seat && p->deck[myth - 1][0];
}

RULES static void pantheon_activated(const DuelCatalog *catalog, DuelState *s,
                                     const Event *e)
{
    DuelPantheon *p = &s->pantheon;
    DuelCity *city = reduce_city(s, e);
    if (e->n) {
        ASSERT(p->space[e->n - 1] == e->a);
        p->space[e->n - 1] = 0;
        p->space_seen[e->n - 1] = 0;
    } else {
        pantheon_leave(p, pantheon_of(catalog, e->a), e->a);
    }
    city->gods |= (uint16_t)(1 << (e->a - 1));
    powers_add(&city->has, &catalog->piece[DUEL_GOD_0 + e->a].gives);
}

/* Everybody has seen the top of each deck, or a whole one. */
RULES static void pantheon_shown(DuelPantheon *p, const Event *e)
{
    ASSERT(e->a <= PANTHEON_MYTHS);
    for (int seat = 0; seat < PANTHEON_LOOKERS; seat++)
        for (int i = 0; i < PANTHEON_MYTHS; i++) {
            const int seen = e->a ? (i == e->a - 1) * pantheon_count(p->deck[i])
                                  : p->deck[i][0] != 0;
            if (p->deck_seen[seat][i] < seen)
                p->deck_seen[seat][i] = (uint8_t)seen;
        }
}

/* The others know the one on top, and what is left when that is one. */
RULES static void pantheon_ordered(DuelPantheon *p, const Event *e, const uint8_t *list)
{
    ASSERT(e->count == pantheon_count(p->deck[e->a - 1]));
    memset(p->deck[e->a - 1], 0, PANTHEON_DECK);
    memcpy(p->deck[e->a - 1], list, e->count);
    for (int seat = 0; seat < PANTHEON_LOOKERS; seat++)
        p->deck_seen[seat][e->a - 1] =
            (uint8_t)(e->count < PANTHEON_DECK || seat == e->seat ? e->count : 1);
}

RULES static void pantheon_laid(const DuelCatalog *catalog, DuelState *s,
                                const Event *e, const uint8_t *list)
{
    uint32_t left = duel_layout(catalog, s, s->age)->marked & s->hidden;
    ASSERT(e->count <= bits_count(left));
    memset(s->pantheon.mark, 0, sizeof s->pantheon.mark);
    for (int i = 0; i < e->count; i++, left &= left - 1)
        s->pantheon.mark[bits_first(left)] = list[i];
}

RULES static void pantheon_offered(DuelPantheon *p, const Event *e)
{
    const int set = duel_pantheon_offerings(e->n);
    for (int i = 0; i < PANTHEON_OFFERINGS; i++)
        if (set >> i & 1) {
            ASSERT(p->favour[e->seat][PANTHEON_MYTHS + i]);
            p->favour[e->seat][PANTHEON_MYTHS + i]--;
        }
}

RULES static void pantheon_took_card(const DuelCatalog *catalog, DuelState *s,
                                     const Event *e)
{
    duel_cards_remove(&s->city[!e->seat].cards, e->a);
    duel_cards_add(&s->city[e->seat].cards, e->a);
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        s->city[seat].has = duel_powers(catalog, &s->city[seat]);
}

RULES static void pantheon_struck(const DuelCatalog *catalog, DuelState *s,
                                  const Event *e)
{
    const uint32_t bit = (uint32_t)1 << e->n;
    ASSERT(s->lying & bit);
    s->lying &= ~bit;
    s->hidden &= ~bit;
    s->slot[e->n] = 0;
    s->open = duel_uncovered(duel_layout(catalog, s, s->age), s->lying);
    s->pantheon.mark[e->n] = 0;
    duel_cards_add(&s->discard, e->a);
}

RULES static void pantheon_unbuilt(const DuelCatalog *catalog, DuelState *s,
                                   const Event *e)
{
    DuelCity *city = reduce_city(s, e);
    const int place = reduce_wonder_place(city, e->a);
    ASSERT(city->under[place] == e->b);
    city->under[place] = 0;
    city->ready[place] = (uint8_t)e->a;
    duel_cards_add(&s->discard, e->b);
    city->has = duel_powers(catalog, city);
}

RULES static void pantheon_took_wonder(DuelState *s, const Event *e)
{
    DuelCity *city = reduce_city(s, e);
    reduce_wonder_lost(&s->city[!e->seat], e->a);
    const int place = reduce_free_place(city);
    city->wonder[place] = city->ready[place] = (uint8_t)e->a;
}

RULES static void pantheon_loot_gone(const DuelCatalog *catalog, DuelState *s, int side,
                                     int space)
{
    const uint8_t before = s->loot;
    for (int i = 0; i < catalog->number.loot_count; i++)
        if (catalog->number.loot_space[i] == space)
            s->loot &= (uint8_t) ~(1 << (side * DUEL_LOOT_MAX + i));
    ASSERT(s->loot != before);
}

RULES static void pantheon_enki(DuelState *s, const Event *e, const uint8_t *list)
{
    const uint16_t tokens = reduce_tokens(list, 0, e->count);
    ASSERT((s->aside & tokens) == tokens);
    s->pantheon.enki = tokens;
    s->aside = (uint16_t)(s->aside & ~tokens);
}

/* Divinities, decks and favours. */
RULES void duel_pantheon_reduce_gods(const DuelCatalog *catalog, DuelState *s,
                                     const Event *e, const uint8_t *list)
{
    DuelPantheon *p = &s->pantheon;
    switch (e->type) {
    case DUEL_EV_DECKS_SHUFFLED:
        ASSERT(e->count == sizeof p->deck);
        memcpy(p->deck, list, sizeof p->deck);
        break;
    case DUEL_EV_FAVOURS_LAID:
        pantheon_laid(catalog, s, e, list);
        break;
    case DUEL_EV_FAVOUR_TAKEN:
        ASSERT(p->mark[e->n] == e->a);
        p->mark[e->n] = 0;
        p->favour[e->seat][e->a - 1]++;
        break;
    case DUEL_EV_GODS_DRAWN:
        ASSERT(e->a >= 1 && e->a <= PANTHEON_MYTHS &&
               e->count <= pantheon_count(p->deck[e->a - 1]));
        p->deck_seen[e->seat][e->a - 1] = (uint8_t)e->count;
        break;
    case DUEL_EV_GOD_PLACED:
        pantheon_placed(catalog, p, e);
        break;
    case DUEL_EV_GATE_PLACED:
        ASSERT(!p->space[e->n - 1]);
        p->space[e->n - 1] = PANTHEON_GATE;
        break;
    case DUEL_EV_GODS_REVEALED:
        ASSERT(s->age == 2);
        memset(p->space_seen, 0, sizeof p->space_seen);
        break;
    case DUEL_EV_OFFERED:
        pantheon_offered(p, e);
        break;
    case DUEL_EV_ACTIVATED:
        pantheon_activated(catalog, s, e);
        break;
    case DUEL_EV_GATE_OPENED:
        ASSERT(p->space[e->n - 1] == PANTHEON_GATE);
        p->space[e->n - 1] = 0;
        break;
    case DUEL_EV_GODS_SHOWN:
        pantheon_shown(p, e);
        break;
    case DUEL_EV_DECK_ORDERED:
        pantheon_ordered(p, e, list);
        break;
    case DUEL_EV_ENKI_LAID:
        pantheon_enki(s, e, list);
        break;
    case DUEL_EV_ENKI_RETURNED:
        ASSERT(p->enki);
        s->aside |= p->enki;
        p->enki = 0;
        break;
    default:
        break;
    }
}

/* What they do. */
RULES void duel_pantheon_reduce_deeds(const DuelCatalog *catalog, DuelState *s,
                                      const Event *e)
{
    DuelPantheon *p = &s->pantheon;
    switch (e->type) {
    case DUEL_EV_COINS_KEPT:
        ASSERT(e->n > 0 && s->city[e->seat].kept + e->n <= UINT8_MAX);
        s->city[e->seat].kept = (uint8_t)(s->city[e->seat].kept + e->n);
        break;
    case DUEL_EV_KEPT_SPENT:
        ASSERT(e->n <= s->city[e->seat].kept);
        s->city[e->seat].kept = (uint8_t)(s->city[e->seat].kept - e->n);
        reduce_coins(s, e->seat, e->n);
        break;
    case DUEL_EV_SNAKE_LAID:
        ASSERT(!p->snake && duel_cards_have(&s->city[!e->seat].cards, e->a));
        p->snake = (uint8_t)e->a;
        s->city[e->seat].like_symbol = (uint8_t)e->b;
        s->city[e->seat].has = duel_powers(catalog, &s->city[e->seat]);
        break;
    case DUEL_EV_CARD_TAKEN:
        pantheon_took_card(catalog, s, e);
        break;
    case DUEL_EV_CARD_STRUCK:
        pantheon_struck(catalog, s, e);
        break;
    case DUEL_EV_WONDER_UNBUILT:
        pantheon_unbuilt(catalog, s, e);
        break;
    case DUEL_EV_WONDER_TAKEN:
        pantheon_took_wonder(s, e);
        break;
    case DUEL_EV_MINERVA_SET:
        ASSERT(!p->minerva);
        p->minerva = (uint8_t)(PANTHEON_MIDDLE + e->n);
        break;
    case DUEL_EV_MINERVA_GONE:
        ASSERT(p->minerva);
        p->minerva = 0;
        break;
    case DUEL_EV_LOOT_GONE:
        pantheon_loot_gone(catalog, s, e->seat, e->a);
        break;
    case DUEL_EV_LOOT_USED:
        pantheon_loot_gone(catalog, s, e->b - 1, e->a);
        reduce_coins(s, e->seat, -e->n);
        break;
    default:
        break;
    }
}

RULES DUEL_HOT void duel_pantheon_reduce(const DuelCatalog *catalog, DuelState *s,
                                         const Event *e, const uint8_t *list)
{
    if (e->type >= DUEL_EV_DECKS_SHUFFLED && e->type <= DUEL_EV_DECK_ORDERED)
        duel_pantheon_reduce_gods(catalog, s, e, list);
    else if (e->type >= DUEL_EV_COINS_KEPT && e->type <= DUEL_EV_LOOT_USED)
        duel_pantheon_reduce_deeds(catalog, s, e);
}

/* The two divinities drawn for a mythology token, and the one chosen of them. */
RULES bool duel_pantheon_is_private(const DuelState *s)
{
    return s->fx_depth && s->fx[s->fx_depth - 1].ability == DUEL_FX_place_divinity;
}

RULES static void pantheon_hide(const DuelCatalog *catalog, uint8_t *god)
{
    if (*god && *god < PANTHEON_GATE)
        *god = (uint8_t)(DUEL_BACK + pantheon_of(catalog, *god));
}

RULES void duel_pantheon_redact(const DuelCatalog *catalog, DuelState *view, int viewer)
{
    DuelPantheon *p = &view->pantheon;
    for (int i = 0; view->age < 2 && i < PANTHEON_SPACES; i++)
        if (viewer >= DUEL_SEATS || !(p->space_seen[i] >> viewer & 1))
            pantheon_hide(catalog, &p->space[i]);
    for (int i = 0; i < PANTHEON_MYTHS; i++)
        for (int at = 0; at < PANTHEON_DECK; at++)
            if (at >= p->deck_seen[viewer < DUEL_SEATS ? viewer : DUEL_SEATS][i])
                pantheon_hide(catalog, &p->deck[i][at]);
    if (duel_pantheon_is_private(view) && viewer != view->prompt.seat) {
        view->fx[view->fx_depth - 1].card = 0;
        view->fx[view->fx_depth - 1].answer = 0;
        if (view->prompt.action == DUEL_DO_SELECT_DIVINITY)
            view->prompt.options = set_none();
    }
}

/* One of the divinities of a mythology whose place nobody told. A view that somebody
 * wrote may have more places than there are: one stays hidden, and no table has that.
 */
RULES static void pantheon_guess(uint8_t *place, int myth, uint8_t *unknown, int *there,
                                 Rng *rng)
{
    if (*place != DUEL_BACK + myth || *there == 0)
        return;
    const int pick = (int)rng_below(rng, (uint32_t)*there);
    *place = unknown[pick];
    unknown[pick] = unknown[--*there];
}

/* What the open question offers, or what was chosen before it. */
RULES static void pantheon_guess_choice(DuelState *s, Rng *rng)
{
    DuelFx *fx = &s->fx[s->fx_depth - 1];
    if (fx->count < 1 || fx->count > PANTHEON_MYTHS)
        return; /* of a position that is about to be refused */
    const uint8_t *deck = s->pantheon.deck[fx->count - 1];
    if (s->prompt.action == DUEL_DO_SELECT_DIVINITY) {
        s->prompt.options = set_none();
        for (int i = 0; i < 2; i++)
            if (deck[i])
                set_add(&s->prompt.options, deck[i]);
    } else if (!fx->card && fx->step > 2) {
        fx->card = deck[rng_below(rng, deck[1] ? 2 : 1)];
    }
}

RULES void duel_pantheon_determinize(const DuelCatalog *catalog, Rng *rng, DuelState *s)
{
    DuelPantheon *p = &s->pantheon;
    const uint8_t *decks = p->deck[0];
    uint64_t known = (uint64_t)(s->city[0].gods | s->city[1].gods) << 1;
    (void)catalog;
    for (int i = 0; i < PANTHEON_SPACES; i++)
        known |= (uint64_t)(p->space[i] < DUEL_BACK) << (p->space[i] & 63);
    for (int i = 0; i < PANTHEON_MYTHS * PANTHEON_DECK; i++)
        known |= (uint64_t)(decks[i] < DUEL_BACK) << (decks[i] & 63);
    for (int myth = 1; myth <= PANTHEON_MYTHS; myth++) {
        uint8_t unknown[PANTHEON_DECK];
        int there = 0;
        for (int god = (myth - 1) * PANTHEON_DECK + 1; god <= myth * PANTHEON_DECK;
             god++)
            if (!(known >> god & 1))
                unknown[there++] = (uint8_t)god;
        for (int i = 0; i < PANTHEON_SPACES; i++)
            pantheon_guess(&p->space[i], myth, unknown, &there, rng);
        for (int i = 0; i < PANTHEON_DECK; i++)
            pantheon_guess(&p->deck[myth - 1][i], myth, unknown, &there, rng);
    }
    if (duel_pantheon_is_private(s))
        pantheon_guess_choice(s, rng);
}

RULES void duel_pantheon_observe(const Duel *view, int seat, uint8_t *out)
{
    const DuelState *s = view->state;
    const DuelPantheon *p = &s->pantheon;
    for (int i = 0; i < DUEL_SEATS; i++) {
        const int who = seat ^ i;
        sees_bits(out + DUEL_SEES_GODS + i * DUEL_GODS_MAX, s->city[who].gods,
                  DUEL_GODS_MAX);
        out[DUEL_SEES_KEPT + i] = s->city[who].kept;
        memcpy(out + DUEL_SEES_FAVOURS + i * PANTHEON_FAVOURS, p->favour[who],
               PANTHEON_FAVOURS);
    }
    memcpy(out + DUEL_SEES_SPACES, p->space, PANTHEON_SPACES);
    memcpy(out + DUEL_SEES_DECKS, p->deck, sizeof p->deck);
    memcpy(out + DUEL_SEES_MARKS, p->mark, DUEL_SLOTS_MAX);
    out[DUEL_SEES_SNAKE] = p->snake;
    if (p->minerva)
        out[DUEL_SEES_MINERVA] = (uint8_t)(16 + (seat ? PANTHEON_MIDDLE - p->minerva
                                                      : p->minerva - PANTHEON_MIDDLE));
    sees_bits(out + DUEL_SEES_ENKI, p->enki, DUEL_TOKENS_MAX);
}

/* A position that places divinities takes them out of their decks. */
RULES void duel_pantheon_settle(Duel *g)
{
    DuelState *s = g->state;
    DuelPantheon *p = &s->pantheon;
    for (int myth = 0; myth < PANTHEON_MYTHS; myth++)
        for (int at = PANTHEON_DECK - 1; at >= 0; at--) {
            const int god = p->deck[myth][at];
            bool placed = god && (s->city[0].gods | s->city[1].gods) >> (god - 1) & 1;
            for (int i = 0; god && i < PANTHEON_SPACES; i++)
                placed = placed || p->space[i] == god;
            if (placed)
                reduce_close_gap(p->deck[myth], at, PANTHEON_DECK);
        }
    s->aside = (uint16_t)(s->aside & ~p->enki);
    s->row = (uint16_t)(s->row & ~p->enki);
    for (int seat = 0; seat < DUEL_SEATS; seat++) {
        DuelCity *city = &s->city[seat];
        bool nisaba = false;
        for (uint32_t left = city->gods; left; left &= left - 1)
            nisaba =
                nisaba ||
                g->catalog->piece[DUEL_GOD_0 + 1 + bits_first(left)].does[0].ability ==
                    DUEL_FX_snake;
        city->like_symbol = (uint8_t)(nisaba && p->snake && p->snake <= DUEL_CARDS_MAX
                                          ? g->catalog->piece[p->snake].symbol
                                          : 0);
        city->has = duel_powers(g->catalog, city);
    }
}

RULES static const char *pantheon_check_gods(const Duel *g)
{
    const DuelState *s = g->state;
    const DuelPantheon *p = &s->pantheon;
    uint32_t found = s->city[0].gods;
    if (s->city[0].gods & s->city[1].gods)
        return "players: a divinity is in two cities";
    found |= s->city[1].gods;
    for (int i = 0; i < PANTHEON_SPACES; i++) {
        if (!p->space[i])
            continue;
        if (p->space[i] > PANTHEON_GATE || found >> (p->space[i] - 1) & 1)
            return "pantheon.spaces: a divinity is in two places";
        if (p->space[i] == PANTHEON_GATE && s->age < 2)
            return "pantheon.spaces: the gate comes with Age II";
        found |= (uint32_t)1 << (p->space[i] - 1);
    }
    for (int myth = 1; myth <= PANTHEON_MYTHS; myth++)
        for (int i = 0; i < PANTHEON_DECK; i++) {
            const int god = p->deck[myth - 1][i];
            if (!god)
                continue;
            if (god >= PANTHEON_GATE || pantheon_of(g->catalog, god) != myth ||
                found >> (god - 1) & 1)
                return "pantheon.decks: a divinity of another deck, or in two places";
            if (i && !p->deck[myth - 1][i - 1])
                return "pantheon.decks: a gap";
            found |= (uint32_t)1 << (god - 1);
        }
    if ((found | 1u << (PANTHEON_GATE - 1)) != (1u << PANTHEON_GATE) - 1)
        return "pantheon.decks: a divinity is nowhere";
    if ((s->city[0].gods | s->city[1].gods) >> (PANTHEON_GATE - 1))
        return "players: the gate is in no city";
    return NULL;
}

/* How many cards of a deck somebody must know for the open question. */
RULES static int pantheon_must_know(const DuelState *s, int looker, int myth)
{
    const DuelFx *fx = s->fx_depth ? &s->fx[s->fx_depth - 1] : NULL;
    const int there = pantheon_count(s->pantheon.deck[myth - 1]);
    if (!fx)
        return 0;
    if (fx->ability == DUEL_FX_place_divinity && fx->seat == looker &&
        fx->count == myth)
        return there < 2 ? there : 2;
    if (fx->ability == DUEL_FX_divine_theater && fx->step > 2 && fx->other == myth)
        return there;
    return fx->ability == DUEL_FX_pantheon_gate && there;
}

RULES static const char *pantheon_check_seen(const DuelState *s)
{
    const DuelPantheon *p = &s->pantheon;
    for (int seat = 0; seat < PANTHEON_LOOKERS; seat++)
        for (int i = 0; i < PANTHEON_MYTHS; i++)
            if (p->deck_seen[seat][i] > pantheon_count(p->deck[i]))
                return "pantheon.deck_seen: more than the deck has";
    for (int seat = 0; seat < PANTHEON_LOOKERS; seat++)
        for (int i = 0; i < PANTHEON_MYTHS; i++)
            if (p->deck_seen[seat][i] < pantheon_must_know(s, seat, i + 1))
                return "pantheon.deck_seen: less than was just shown";
    for (int i = 0; i < PANTHEON_SPACES; i++)
        if (p->space_seen[i] && (!p->space[i] || p->space[i] == PANTHEON_GATE))
            return "pantheon.space_seen: nothing lies there face down";
    return NULL;
}

/* The most coins that can lie on a city's divinities. */
RULES static int pantheon_keeps(const Duel *g, int seat)
{
    int most = 0;
    for (uint32_t left = g->state->city[seat].gods; left; left &= left - 1) {
        const DuelDoes *does =
            g->catalog->piece[DUEL_GOD_0 + 1 + bits_first(left)].does;
        for (int i = 0; i < DUEL_DOES_MAX; i++)
            most += does[i].ability == DUEL_FX_keep_coins ? does[i].n : 0;
    }
    return most;
}

/* No more tokens of a kind than there are, and offerings from the second age on. */
RULES static const char *pantheon_check_favours(const DuelState *s)
{
    const DuelPantheon *p = &s->pantheon;
    for (int i = 0; i < PANTHEON_FAVOURS; i++) {
        int count = pantheon_favours_held(p, i);
        for (int slot = 0; slot < DUEL_SLOTS_MAX; slot++)
            count += p->mark[slot] == i + 1;
        if (count > (i < PANTHEON_MYTHS || s->age > 1 ? pantheon_favours(i) : 0))
            return "pantheon.favours, marks: one too many of a kind";
    }
    return NULL;
}

/* Whose divinity does this; -1: nobody's. */
RULES static int pantheon_owner(const Duel *g, int ability)
{
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        for (uint32_t left = g->state->city[seat].gods; left; left &= left - 1)
            if (g->catalog->piece[DUEL_GOD_0 + 1 + bits_first(left)].does[0].ability ==
                ability)
                return seat;
    return -1;
}

/* Whether Enki lies face up, or is among those that are being shown. */
RULES static bool pantheon_sees_enki(const Duel *g)
{
    const DuelState *s = g->state;
    bool sees = false;
    for (int i = 0; i < PANTHEON_SPACES; i++)
        sees = sees ||
               (s->age > 1 && s->pantheon.space[i] &&
                g->catalog->piece[DUEL_GOD_0 + s->pantheon.space[i]].does[0].ability ==
                    DUEL_FX_enki);
    for (int i = 0; i < s->fx_depth; i++)
        sees = sees || s->fx[i].ability == DUEL_FX_pantheon_gate ||
               s->fx[i].ability == DUEL_FX_divine_theater;
    return sees;
}

/* Whether an effect still asks where its divinity lays something. */
RULES static bool pantheon_lays(const DuelState *s, int ability)
{
    return s->fx_depth && s->fx[s->fx_depth - 1].ability == ability;
}

/* What divinities lay lies there by them. */
RULES static const char *pantheon_check_laid(const Duel *g)
{
    const DuelState *s = g->state;
    const DuelPantheon *p = &s->pantheon;
    const int nisaba = pantheon_owner(g, DUEL_FX_snake);
    const int space = p->minerva - PANTHEON_MIDDLE;
    if (p->minerva &&
        (pantheon_owner(g, DUEL_FX_minerva) < 0 || space > g->catalog->number.capital ||
         space < -g->catalog->number.capital))
        return "pantheon.minerva: nobody has Minerva, or it is off the track";
    if (p->minerva && space == s->pawn && !s->victory)
        return "pantheon.minerva: it stands where the pawn stands";
    if ((p->minerva && pantheon_lays(s, DUEL_FX_minerva)) ||
        (p->snake && pantheon_lays(s, DUEL_FX_snake)))
        return "pantheon: what is still being laid lies there already";
    if (p->snake &&
        (nisaba < 0 || !duel_cards_have(&s->city[!nisaba].cards, p->snake) ||
         g->catalog->piece[p->snake].type != DUEL_SCIENTIFIC))
        return "pantheon.snake: lies on a green card of Nisaba's opponent";
    return p->enki && !pantheon_sees_enki(g) ? "pantheon.enki: Enki is not to be seen"
                                             : NULL;
}

/* Before the first age all divinities lie in their decks, and nobody has seen one. */
RULES static bool pantheon_is_bare(const DuelPantheon *p)
{
    DuelPantheon bare;
    memset(&bare, 0, sizeof bare);
    memcpy(bare.deck, p->deck, sizeof bare.deck);
    return memcmp(p, &bare, sizeof bare) == 0;
}

RULES const char *duel_pantheon_check(const Duel *g)
{
    const DuelState *s = g->state;
    const DuelPantheon *p = &s->pantheon;
    const char *broken = pantheon_check_gods(g);
    if (!broken)
        broken = pantheon_check_seen(s);
    if (!broken)
        broken = pantheon_check_favours(s);
    if (broken)
        return broken;
    if (!s->age && !s->victory && !pantheon_is_bare(p))
        return "pantheon: before the first age only its decks lie there";
    for (int slot = 0; slot < DUEL_SLOTS_MAX; slot++)
        if (p->mark[slot] && !(s->hidden >> slot & 1))
            return "pantheon.marks: one lies where no card lies face down";
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        if (s->city[seat].kept > pantheon_keeps(g, seat))
            return "players: coins lie on no divinity";
    return pantheon_check_laid(g);
}
