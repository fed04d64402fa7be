/* table.c - Agora's part of the table: how events change it, what each player may know
 * of it, and whether it is possible. */
#include "games/duel/adapt.h"
#include "games/duel/reduce.h"
#include "games/duel/sets/agora/senate.h"

RULES static int agora_deck_count(const DuelAgora *a)
{
    int count = 0;
    while (count < AGORA_PLOTS && a->deck[count])
        count++;
    return count;
}

RULES static int agora_held_count(const DuelAgora *a, int seat)
{
    int count = 0;
    while (count < AGORA_HELD && a->plot[seat][count])
        count++;
    return count;
}

/* A conspiracy leaves the first or second place of the deck. */
RULES static void agora_leave_deck(DuelAgora *a, int plot)
{
    const int at = a->deck[0] == plot ? 0 : 1;
    ASSERT(a->deck[at] == plot);
    reduce_close_gap(a->deck, at, AGORA_PLOTS);
    for (int seat = 0; seat < DUEL_SEATS; seat++) {
        const uint16_t seen = a->deck_seen[seat];
        a->deck_seen[seat] = (uint16_t)(at ? (seen & 1) | (seen >> 2 << 1) : seen >> 1);
    }
}

RULES static void agora_kept(DuelAgora *a, const Event *e)
{
    const int at = agora_held_count(a, e->seat);
    ASSERT(at < AGORA_HELD);
    agora_leave_deck(a, e->a);
    a->plot[e->seat][at] = (uint8_t)e->a;
}

RULES static void agora_returned(DuelAgora *a, const Event *e)
{
    agora_leave_deck(a, e->a);
    const int count = agora_deck_count(a);
    const int at = e->b == 1 ? 0 : count;
    ASSERT(count < AGORA_PLOTS);
    if (count >= AGORA_PLOTS)
        return;
    for (int i = count; i > at; i--)
        a->deck[i] = a->deck[i - 1];
    a->deck[at] = (uint8_t)e->a;
    for (int seat = 0; seat < DUEL_SEATS; seat++) {
        const int knows = seat == e->seat;
        a->deck_seen[seat] = (uint16_t)(at ? a->deck_seen[seat] | knows << at
                                           : a->deck_seen[seat] << 1 | knows);
    }
}

RULES static void agora_locked(const DuelCatalog *catalog, DuelState *s, const Event *e)
{
    const uint16_t bit = (uint16_t)(1 << (e->a - 1));
    DuelCity *other = &s->city[!e->seat];
    ASSERT((s->row | s->aside | other->tokens) & bit);
    s->row = (uint16_t)(s->row & ~bit);
    s->aside = (uint16_t)(s->aside & ~bit);
    if (other->tokens & bit) {
        other->tokens = (uint16_t)(other->tokens & ~bit);
        other->has = duel_powers(catalog, other);
    }
    s->agora.locked |= bit;
    s->agora.lock_seat = (uint8_t)(e->n == 2 ? e->seat + 1 : 0);
}

RULES static void agora_swapped(const DuelCatalog *catalog, DuelState *s,
                                const Event *e)
{
    DuelCity *own = reduce_city(s, e), *other = &s->city[!e->seat];
    duel_cards_remove(&other->cards, e->a);
    duel_cards_remove(&own->cards, e->b);
    duel_cards_add(&own->cards, e->a);
    duel_cards_add(&other->cards, e->b);
    if (s->pantheon.snake && (s->pantheon.snake == e->a || s->pantheon.snake == e->b)) {
        s->pantheon.snake = 0;
        own->like_symbol = other->like_symbol = 0;
    }
    own->has = duel_powers(catalog, own);
    other->has = duel_powers(catalog, other);
}

RULES static void agora_decree_moved(DuelAgora *a, const Event *e)
{
    uint8_t *from = a->decree[e->a - 1], *to = a->decree[e->b - 1];
    const int place = to[0] ? 1 : 0;
    const int was = (e->a - 1) * AGORA_ROOM, is = (e->b - 1) * AGORA_ROOM + place;
    ASSERT(from[0] && !to[place]);
    to[place] = from[0];
    a->up = (uint16_t)((a->up & ~(1 << is)) | (a->up >> was & 1) << is);
    from[0] = from[1];
    a->up = (uint16_t)((a->up & ~(1 << was)) | (a->up >> (was + 1) & 1) << was);
    from[1] = 0;
    a->up = (uint16_t)(a->up & ~(1 << (was + 1)));
}

RULES static void agora_ruined(const DuelCatalog *catalog, DuelState *s, const Event *e)
{
    DuelCity *city = reduce_city(s, e);
    const int place = reduce_wonder_place(city, e->a);
    ASSERT(city->under[place] == e->b);
    duel_cards_add(&s->discard, e->b);
    reduce_close_gap(city->wonder, place, DUEL_CITY_WONDERS);
    reduce_close_gap(city->under, place, DUEL_CITY_WONDERS);
    reduce_close_gap(city->ready, place, DUEL_CITY_WONDERS);
    city->has = duel_powers(catalog, city);
}

RULES static void agora_shown(DuelAgora *a, const Event *e)
{
    ASSERT(e->a && (a->decree[e->b - 1][0] == e->a || a->decree[e->b - 1][1] == e->a));
    for (int at = 0; at < AGORA_ROOM; at++)
        if (a->decree[e->b - 1][at] == e->a)
            a->up |= (uint16_t)(1 << ((e->b - 1) * AGORA_ROOM + at));
}

/* The senate, and the conspiracies at the start. */
RULES void duel_agora_reduce_senate(DuelAgora *a, const Event *e, const uint8_t *list)
{
    switch (e->type) {
    case DUEL_EV_DECREES_LAID:
        ASSERT(e->count == 3 && !a->decree[0][0]);
        for (int i = 0; i < 3; i++) {
            a->decree[2 * i][0] = list[i];
            a->up |= (uint16_t)(1 << (2 * i * AGORA_ROOM));
        }
        break;
    case DUEL_EV_DECREES_BELOW:
        ASSERT(e->count == 3 && !a->decree[1][0]);
        for (int i = 0; i < 3; i++)
            a->decree[2 * i + 1][0] = list[i];
        break;
    case DUEL_EV_PLOTS_SHUFFLED:
        ASSERT(e->count == AGORA_PLOTS);
        memcpy(a->deck, list, AGORA_PLOTS);
        break;
    case DUEL_EV_CUBE_MOVED:
        ASSERT(e->a >= 1 && e->a <= AGORA_CHAMBERS);
        a->cube[e->seat][e->a - 1] = (uint8_t)(a->cube[e->seat][e->a - 1] + e->n);
        ASSERT(a->cube[e->seat][e->a - 1] <= AGORA_CUBES);
        break;
    case DUEL_EV_DECREE_SHOWN:
        agora_shown(a, e);
        break;
    case DUEL_EV_PLOTS_DRAWN:
        ASSERT(e->count >= 1 && a->deck[e->count - 1]);
        a->deck_seen[e->seat] |= (uint16_t)((1 << e->count) - 1);
        break;
    case DUEL_EV_PLOT_KEPT:
        agora_kept(a, e);
        break;
    case DUEL_EV_PLOT_RETURNED:
        agora_returned(a, e);
        break;
    default:
        break;
    }
}

RULES void duel_agora_reduce_plots(const DuelCatalog *catalog, DuelState *s,
                                   const Event *e)
{
    DuelAgora *a = &s->agora;
    switch (e->type) {
    case DUEL_EV_PREPARED:
        ASSERT(a->plot[e->seat][e->b - 1] && !a->under[e->seat][e->b - 1]);
        a->under[e->seat][e->b - 1] = (uint8_t)e->a;
        reduce_taken(catalog, s, e->a, e->n);
        break;
    case DUEL_EV_TRIGGERED:
        ASSERT(e->a && !(a->shown[e->seat] >> (e->b - 1) & 1));
        a->plot[e->seat][e->b - 1] = (uint8_t)e->a;
        a->shown[e->seat] |= (uint16_t)(1 << (e->b - 1));
        if (e->n)
            s->marks |= DUEL_TRIGGERED | DUEL_OPENING;
        break;
    case DUEL_EV_TURN_GOES_ON:
        ASSERT(s->marks & DUEL_OPENING);
        s->marks &= (uint8_t)~DUEL_OPENING;
        break;
    case DUEL_EV_TOKEN_LOCKED:
        agora_locked(catalog, s, e);
        break;
    case DUEL_EV_CARDS_SWAPPED:
        agora_swapped(catalog, s, e);
        break;
    case DUEL_EV_WONDER_RUINED:
        agora_ruined(catalog, s, e);
        break;
    case DUEL_EV_DECREE_MOVED:
        agora_decree_moved(a, e);
        break;
    case DUEL_EV_LOOT_WORKS:
        reduce_looted(catalog, s, e);
        break;
    default:
        break;
    }
}

/* Taking cards and wonders is Pantheon's too. Which of these it is is known where an
 * event is emitted. */
RULES DUEL_HOT void duel_agora_reduce(const DuelCatalog *catalog, DuelState *s,
                                      const Event *e, const uint8_t *list)
{
    if (e->type >= DUEL_EV_DECREES_LAID && e->type <= DUEL_EV_PLOT_RETURNED)
        duel_agora_reduce_senate(&s->agora, e, list);
    else if (e->type >= DUEL_EV_PREPARED && e->type <= DUEL_EV_LOOT_WORKS)
        duel_agora_reduce_plots(catalog, s, e);
    else if (!(s->sets >> DUEL_SET_pantheon & 1))
        duel_pantheon_reduce(catalog, s, e, list);
}

RULES bool duel_agora_is_private(const DuelState *s)
{
    const int ability = s->fx_depth ? s->fx[s->fx_depth - 1].ability : 0;
    return ability == DUEL_FX_conspire || ability == DUEL_FX_treason ||
           ability == DUEL_FX_curia || ability == DUEL_FX_espionage;
}

RULES void duel_agora_redact(const DuelCatalog *catalog, DuelState *view, int viewer)
{
    DuelAgora *a = &view->agora;
    (void)catalog;
    for (int i = 0; i < AGORA_CHAMBERS * AGORA_ROOM; i++)
        if (a->decree[i / AGORA_ROOM][i % AGORA_ROOM] && !(a->up >> i & 1))
            a->decree[i / AGORA_ROOM][i % AGORA_ROOM] = DUEL_BACK;
    for (int i = 0; i < AGORA_PLOTS; i++)
        if (a->deck[i] && (viewer >= DUEL_SEATS || !(a->deck_seen[viewer] >> i & 1)))
            a->deck[i] = DUEL_BACK;
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        for (int at = 0; at < AGORA_HELD; at++)
            if (seat != viewer && a->plot[seat][at] && !(a->shown[seat] >> at & 1))
                a->plot[seat][at] = DUEL_BACK;
    if (a->lock_seat && viewer != a->lock_seat - 1) { /* it is one of those set aside */
        view->aside |= a->locked;
        a->locked = 0;
    }
    if (duel_agora_is_private(view) && viewer != view->prompt.seat) {
        DuelFx *fx = &view->fx[view->fx_depth - 1];
        view->prompt.options = set_none();
        if (fx->ability == DUEL_FX_conspire)
            fx->card = 0;
    }
}

/* A known place keeps what is there; the others get what is left, in random order. A
 * view that somebody wrote may have more of them: one stays hidden, and no table has
 * that. */
RULES static void agora_guess(uint8_t *place, uint8_t *unknown, int *there, Rng *rng)
{
    if (*place != DUEL_BACK || *there == 0)
        return;
    const int pick = (int)rng_below(rng, (uint32_t)*there);
    *place = unknown[pick];
    unknown[pick] = unknown[--*there];
}

RULES static void agora_guess_plots(DuelAgora *a, Rng *rng)
{
    uint8_t unknown[AGORA_PLOTS];
    uint32_t known = 0;
    int there = 0;
    for (int i = 0; i < AGORA_PLOTS; i++)
        if (a->deck[i] && a->deck[i] < DUEL_BACK)
            known |= (uint32_t)1 << a->deck[i];
    for (int i = 0; i < AGORA_ALL_HELD; i++) {
        const int plot = a->plot[i / AGORA_HELD][i % AGORA_HELD];
        if (plot && plot < DUEL_BACK)
            known |= (uint32_t)1 << plot;
    }
    for (int plot = 1; plot <= AGORA_PLOTS; plot++)
        if (!(known >> plot & 1))
            unknown[there++] = (uint8_t)plot;
    for (int i = 0; i < AGORA_ALL_HELD; i++)
        agora_guess(&a->plot[i / AGORA_HELD][i % AGORA_HELD], unknown, &there, rng);
    for (int i = 0; i < AGORA_PLOTS; i++)
        agora_guess(&a->deck[i], unknown, &there, rng);
}

RULES static void agora_guess_decrees(DuelAgora *a, Rng *rng)
{
    uint8_t unknown[AGORA_DECREES];
    uint32_t known = 0;
    int there = 0;
    for (int i = 0; i < AGORA_CHAMBERS * AGORA_ROOM; i++) {
        const int decree = a->decree[i / AGORA_ROOM][i % AGORA_ROOM];
        if (decree < DUEL_BACK)
            known |= (uint32_t)1 << decree;
    }
    for (int decree = 1; decree <= AGORA_DECREES; decree++)
        if (!(known >> decree & 1))
            unknown[there++] = (uint8_t)decree;
    for (int i = 0; i < AGORA_CHAMBERS * AGORA_ROOM; i++)
        agora_guess(&a->decree[i / AGORA_ROOM][i % AGORA_ROOM], unknown, &there, rng);
}

/* The locked token is any of those set aside, or the one that Espionage does not
 * offer. A view made up by somebody may leave none: then 'check' refuses the table. */
RULES static void agora_guess_lock(DuelState *s, Rng *rng)
{
    uint32_t left = s->aside;
    if (s->fx_depth && s->fx[s->fx_depth - 1].ability == DUEL_FX_espionage)
        left &= ~(uint32_t)(s->prompt.options.word[0] >> 1);
    if (!left)
        return;
    int pick = (int)rng_below(rng, (uint32_t)bits_count(left));
    while (pick--)
        left &= left - 1;
    s->agora.locked = (uint16_t)(left & (0u - left));
    s->aside = (uint16_t)(s->aside & ~s->agora.locked);
}

/* The question that only the other player sees whole. */
RULES static void agora_guess_question(const DuelCatalog *catalog, DuelState *s,
                                       Rng *rng)
{
    DuelFx *fx = &s->fx[s->fx_depth - 1];
    const DuelAgora *a = &s->agora;
    Duel g = duel_table(catalog, s, NULL);
    if (fx->ability == DUEL_FX_conspire && s->prompt.action == DUEL_DO_SELECT_END) {
        s->prompt.options = set_one(1);
        set_add(&s->prompt.options, 2);
        if (!fx->card)
            fx->card = a->deck[rng_below(rng, a->deck[1] ? 2 : 1)];
    } else if (set_is_empty(&s->prompt.options)) {
        duel_ask_again(&g);
    }
}

RULES void duel_agora_determinize(const DuelCatalog *catalog, Rng *rng, DuelState *s)
{
    DuelAgora *a = &s->agora;
    agora_guess_plots(a, rng);
    agora_guess_decrees(a, rng);
    if (a->lock_seat && !a->locked)
        agora_guess_lock(s, rng);
    if (duel_agora_is_private(s) && prompt_is_open(&s->prompt))
        agora_guess_question(catalog, s, rng);
}

RULES void duel_agora_observe(const Duel *view, int seat, uint8_t *out)
{
    const DuelAgora *a = &view->state->agora;
    for (int i = 0; i < DUEL_SEATS; i++) {
        const int who = seat ^ i;
        memcpy(out + DUEL_SEES_CUBES + i * AGORA_CHAMBERS, a->cube[who],
               AGORA_CHAMBERS);
        memcpy(out + DUEL_SEES_PLOTS + i * AGORA_HELD, a->plot[who], AGORA_HELD);
        memcpy(out + DUEL_SEES_UNDER + i * AGORA_HELD, a->under[who], AGORA_HELD);
        sees_bits(out + DUEL_SEES_SHOWN + i * 16, a->shown[who], 16);
    }
    memcpy(out + DUEL_SEES_DECREES, a->decree, sizeof a->decree);
    out[DUEL_SEES_LEFT] = (uint8_t)agora_deck_count(a);
    sees_bits(out + DUEL_SEES_LOCKED, a->locked, DUEL_TOKENS_MAX);
}

/* Conspiracies that a position gives to somebody are not in the deck; decrees of
 * controlled chambers lie open. */
RULES void duel_agora_settle(Duel *g)
{
    DuelState *s = g->state;
    DuelAgora *a = &s->agora;
    for (int at = AGORA_PLOTS - 1; at >= 0; at--)
        for (int i = 0; i < AGORA_ALL_HELD; i++)
            if (a->deck[at] && a->plot[i / AGORA_HELD][i % AGORA_HELD] == a->deck[at]) {
                reduce_close_gap(a->deck, at, AGORA_PLOTS);
                break;
            }
    for (int i = 0; i < AGORA_CHAMBERS; i++)
        for (int at = 0; at < AGORA_ROOM; at++)
            if (a->decree[i][at] && duel_agora_controller(s, i) < DUEL_SEATS)
                a->up |= (uint16_t)(1 << (i * AGORA_ROOM + at));
    s->aside = (uint16_t)(s->aside & ~a->locked);
    s->row = (uint16_t)(s->row & ~a->locked);
}

RULES static const char *agora_check_decrees(const DuelAgora *a)
{
    uint32_t found = 0;
    int count = 0;
    for (int i = 0; i < AGORA_CHAMBERS * AGORA_ROOM; i++) {
        const int decree = a->decree[i / AGORA_ROOM][i % AGORA_ROOM];
        count += decree != 0;
        if (decree > AGORA_DECREES || (decree && found >> decree & 1))
            return "agora.decrees: one is there twice, or is none";
        if (!decree && a->up >> i & 1)
            return "agora.up: nothing lies there";
        if (decree && i % AGORA_ROOM && !a->decree[i / AGORA_ROOM][0])
            return "agora.decrees: one lies below none";
        found |= (uint32_t)1 << decree;
    }
    return count > AGORA_CHAMBERS ? "agora.decrees: more than there are chambers"
                                  : NULL;
}

/* All six chambers have won: who has them, and it is over by them. */
RULES static const char *agora_check_result(const DuelState *s)
{
    int held[DUEL_SEATS] = {0, 0};
    for (int i = 0; i < AGORA_CHAMBERS; i++) {
        const int seat = duel_agora_controller(s, i);
        if (seat < DUEL_SEATS)
            held[seat]++;
    }
    for (int seat = 0; seat < DUEL_SEATS; seat++) {
        const bool won = s->victory == DUEL_BY_POLITICAL && s->winners >> seat & 1;
        if (held[seat] == AGORA_CHAMBERS ? !s->victory : won)
            return "agora.cubes: all six chambers win, and nothing less does";
    }
    return NULL;
}

RULES static const char *agora_check_plots(const Duel *g)
{
    const DuelAgora *a = &g->state->agora;
    uint32_t found = 1;
    for (int i = 0; i < AGORA_PLOTS; i++) {
        if (a->deck[i] > AGORA_PLOTS || (a->deck[i] && found >> a->deck[i] & 1))
            return "agora.deck: a conspiracy is there twice";
        if (i && a->deck[i] && !a->deck[i - 1])
            return "agora.deck: a gap";
        found |= (uint32_t)1 << a->deck[i];
    }
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        for (int at = 0; at < AGORA_HELD; at++) {
            const int plot = a->plot[seat][at];
            if (plot > AGORA_PLOTS || (plot && found >> plot & 1))
                return "agora: a conspiracy is in two places";
            if (plot ? at && !a->plot[seat][at - 1]
                     : a->under[seat][at] || a->shown[seat] >> at & 1)
                return "agora: a gap among the conspiracies of a player";
            found |= (uint32_t)1 << plot;
        }
    if (found != (1u << (AGORA_PLOTS + 1)) - 1)
        return "agora.deck: a conspiracy is nowhere";
    return NULL;
}

/* Whether a player has triggered what locks a token, and is past choosing it. */
RULES static bool agora_has_locked(const Duel *g, int seat)
{
    const DuelState *s = g->state;
    const DuelFx *fx = s->fx_depth ? &s->fx[s->fx_depth - 1] : NULL;
    if (fx && fx->ability == DUEL_FX_lock_token && fx->seat == seat)
        return false;
    for (int at = 0; at < AGORA_HELD; at++) {
        const DuelPiece *plot =
            &g->catalog->piece[DUEL_PLOT_0 + s->agora.plot[seat][at]];
        for (int i = 0; i < DUEL_DOES_MAX; i++)
            if (s->agora.shown[seat] >> at & 1 &&
                plot->does[i].ability == DUEL_FX_lock_token)
                return true;
    }
    return false;
}

RULES static const char *agora_check_lock(const Duel *g)
{
    const DuelAgora *a = &g->state->agora;
    if (a->lock_seat && (!a->locked || !agora_has_locked(g, a->lock_seat - 1)))
        return "agora.lock_seat: has locked no token";
    if (a->locked && !agora_has_locked(g, 0) && !agora_has_locked(g, 1))
        return "agora.locked: nobody has locked a token";
    return NULL;
}

/* Who has just drawn conspiracies to choose from; -1: nobody. */
RULES static int agora_drawn_for(const DuelState *s)
{
    const DuelFx *fx = s->fx_depth ? &s->fx[s->fx_depth - 1] : NULL;
    return fx && fx->ability == DUEL_FX_conspire ? fx->seat : -1;
}

RULES const char *duel_agora_check(const Duel *g)
{
    const DuelState *s = g->state;
    const DuelAgora *a = &s->agora;
    const char *broken = agora_check_decrees(a);
    if (!broken)
        broken = agora_check_plots(g);
    if (!broken)
        broken = agora_check_result(s);
    if (broken)
        return broken;
    for (int seat = 0; seat < DUEL_SEATS; seat++) {
        if (duel_agora_cubes(s, seat) > AGORA_CUBES)
            return "agora.cubes: more than a player has";
        if (a->deck_seen[seat] >> agora_deck_count(a))
            return "agora.deck_seen: more than the deck has";
    }
    if (agora_drawn_for(s) >= 0 &&
        ~a->deck_seen[agora_drawn_for(s)] & (a->deck[1] ? 3 : 1))
        return "agora.deck_seen: less than was just drawn";
    for (int i = 0; i < AGORA_CHAMBERS * AGORA_ROOM; i++)
        if (a->decree[i / AGORA_ROOM][i % AGORA_ROOM] && !(a->up >> i & 1) &&
            duel_agora_controller(s, i / AGORA_ROOM) < DUEL_SEATS && !s->victory)
            return "agora.up: the decree of a controlled chamber lies face down";
    return agora_check_lock(g);
}
