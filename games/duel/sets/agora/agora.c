/* agora.c - Agora: the senate and its decrees, senators, and conspiring. What the
 * conspiracies do is in plots.c. "Rules 8.3" is a number of docs/rules/duel-sets.md. */
#include "games/duel/sets/agora/senate.h"
#include "games/duel/words.h"

/* Six random decrees, those of chambers 1, 3 and 5 face up; the conspiracies in random
 * order. */
RULES void duel_agora_begin(Duel *g)
{
    uint8_t decrees[AGORA_DECREES], plots[AGORA_PLOTS], shown[3], below[3];
    for (int i = 0; i < AGORA_DECREES; i++)
        decrees[i] = plots[i] = (uint8_t)(i + 1);
    rng_shuffle(&g->state->rng, decrees, AGORA_DECREES);
    rng_shuffle(&g->state->rng, plots, AGORA_PLOTS);
    for (int i = 0; i < 3; i++) {
        shown[i] = decrees[2 * i];
        below[i] = decrees[2 * i + 1];
    }
    Event open = duel_event(DUEL_EV_DECREES_LAID, SEAT_TABLE, 0, 0, 0);
    open.count = sizeof shown;
    duel_emit(g, open, shown);
    Event secret = duel_event(DUEL_EV_DECREES_BELOW, SEAT_TABLE, 0, 0, 0);
    secret.count = sizeof below;
    secret.secret = SECRET_LIST;
    duel_emit(g, secret, below);
    Event deck = duel_event(DUEL_EV_PLOTS_SHUFFLED, SEAT_TABLE, 0, 0, 0);
    deck.count = sizeof plots;
    deck.secret = SECRET_LIST;
    duel_emit(g, deck, plots);
}

RULES int duel_agora_controller(const DuelState *s, int chamber)
{
    const int first = s->agora.cube[0][chamber], second = s->agora.cube[1][chamber];
    return first == second ? (int)SEAT_NONE : first < second;
}

RULES static bool agora_has_martial(const DuelState *s, int chamber)
{
    return s->agora.decree[chamber][0] == AGORA_SHIELD ||
           s->agora.decree[chamber][1] == AGORA_SHIELD;
}

/* Face-down decrees of a chamber that somebody controls are turned up. */
RULES void duel_agora_turn_up(Duel *g, int chamber)
{
    const DuelAgora *a = &g->state->agora;
    for (int at = 0; at < AGORA_ROOM; at++)
        if (a->decree[chamber][at] && !(a->up >> (chamber * AGORA_ROOM + at) & 1))
            duel_emit(g,
                      duel_event(DUEL_EV_DECREE_SHOWN, SEAT_TABLE,
                                 a->decree[chamber][at], chamber + 1, 0),
                      NULL);
}

/* All six chambers win at once. */
RULES void duel_agora_judge(Duel *g)
{
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        if (duel_agora_held(g->state, seat) == AGORA_ALL_CHAMBERS)
            duel_win(g, DUEL_BY_POLITICAL, 1 << seat);
}

/* The pawn goes a step for who gains the decree, and back for who loses it. */
RULES void duel_agora_march(Duel *g, int seat, int chamber)
{
    if (agora_has_martial(g->state, chamber) && !g->state->victory)
        duel_move_pawn(g, seat, 1);
}

/* One cube comes or goes; who controls the chamber is counted at once. */
RULES static void agora_cube(Duel *g, int seat, int chamber, int change)
{
    if (g->state->victory)
        return;
    const int before = duel_agora_controller(g->state, chamber);
    duel_emit(
        g,
        duel_event(DUEL_EV_CUBE_MOVED, seat, chamber + 1, change > 0 ? 1 : 2, change),
        NULL);
    const int after = duel_agora_controller(g->state, chamber);
    if (before == after)
        return;
    if (before < DUEL_SEATS)
        duel_agora_march(g, opponent_of(before), chamber);
    if (after < DUEL_SEATS && !g->state->victory) {
        duel_agora_turn_up(g, chamber);
        duel_agora_march(g, after, chamber);
    }
    if (!g->state->victory)
        duel_agora_judge(g);
}

RULES void duel_agora_do(Duel *g, int seat, int deed)
{
    if (deed <= AGORA_UP) {
        agora_cube(g, seat, deed - 1, 1);
    } else if (deed <= AGORA_DOWN) {
        agora_cube(g, seat, deed - AGORA_UP - 1, -1);
        agora_cube(g, seat, deed - AGORA_UP, 1);
    } else if (deed <= AGORA_REMOVE) {
        agora_cube(g, seat, deed - AGORA_DOWN, -1);
        agora_cube(g, seat, deed - AGORA_DOWN - 1, 1);
    } else {
        agora_cube(g, opponent_of(seat), deed - AGORA_REMOVE - 1, -1);
    }
}

/* Places in the chambers first .. last, from 0. */
RULES CardSet duel_agora_places(const DuelState *s, int seat, int first, int last)
{
    CardSet set = set_none();
    for (int i = first; i <= last && duel_agora_cubes(s, seat) < AGORA_CUBES; i++)
        set_add(&set, (Id)(AGORA_PLACE + i + 1));
    return set;
}

RULES CardSet duel_agora_shifts(const DuelState *s, int seat)
{
    CardSet set = set_none();
    for (int i = 0; i + 1 < AGORA_CHAMBERS; i++) {
        if (s->agora.cube[seat][i])
            set_add(&set, (Id)(AGORA_UP + i + 1));
        if (s->agora.cube[seat][i + 1])
            set_add(&set, (Id)(AGORA_DOWN + i + 1));
    }
    return set;
}

RULES CardSet duel_agora_removals(const DuelState *s, int seat)
{
    CardSet set = set_none();
    for (int i = 0; i < AGORA_CHAMBERS; i++)
        if (s->agora.cube[opponent_of(seat)][i])
            set_add(&set, (Id)(AGORA_REMOVE + i + 1));
    return set;
}

/* Ask, but the answer may be no. */
RULES bool duel_agora_may(Duel *g, const DuelFx *fx, int action, int phase,
                          CardSet options)
{
    return prompt_open(&g->state->prompt, fx->who, action, MAY, phase, fx->source,
                       &options);
}

/* One action for up to one blue card, two for up to three, else three. */
RULES static Id agora_actions(const Duel *g, int seat)
{
    const DuelCards blue =
        duel_cards_both(g->state->city[seat].cards, g->catalog->of_type[DUEL_CIVILIAN]);
    const int count = duel_cards_count(blue) +
                      (duel_agora_rules(g->state, seat, AGORA_MORE_ACTIONS) ? 2 : 0);
    return (Id)(count < 2 ? 1 : count < 4 ? 2 : AGORA_POLITICS);
}

RULES static CardSet agora_politics(const DuelState *s, int seat, int section)
{
    return set_union(duel_agora_places(s, seat, 2 * section - 2, 2 * section - 1),
                     duel_agora_shifts(s, seat));
}

/* A politician. So many actions, each a place in section N or a move; the rest may be
 * left. How many is fixed when it is recruited. */
ABILITY(politician)
{
    BEGIN;
    fx->other = agora_actions(g, fx->seat);
    for (; fx->other; fx->other--) {
        ASK(1, fx->card,
            duel_agora_may(g, fx, DUEL_DO_INFLUENCE, DUEL_WAITING_FOR_SENATE,
                           agora_politics(g->state, fx->seat, fx->count)));
        if (!fx->card)
            break;
        DO(2, duel_agora_do(g, fx->seat, fx->card));
    }
    END;
}

RULES static CardSet agora_schemes(const DuelState *s, int seat)
{
    CardSet set = duel_agora_places(s, seat, 0, AGORA_CHAMBERS - 1);
    if (s->agora.deck[0])
        set_add(&set, AGORA_CONSPIRE);
    return set;
}

/* A conspirator. Place a cube anywhere, or conspire. */
ABILITY(conspirator)
{
    BEGIN;
    ASK(1, fx->card,
        ask(g, fx, DUEL_DO_INFLUENCE, DUEL_WAITING_FOR_CONSPIRATOR,
            agora_schemes(g->state, fx->seat)));
    if (fx->card == AGORA_CONSPIRE)
        DO(2, duel_push(g, DUEL_FX_conspire, fx->seat, 0, 0));
    else if (fx->card)
        DO(3, duel_agora_do(g, fx->seat, fx->card));
    END;
}

RULES static void agora_draw(Duel *g, int seat)
{
    const DuelAgora *a = &g->state->agora;
    uint8_t drawn[2] = {a->deck[0], a->deck[1]};
    Event event = duel_event(DUEL_EV_PLOTS_DRAWN, seat, 0, 0, 0);
    event.count = a->deck[1] ? 2 : 1;
    duel_emit(g, event_secret(event, SECRET_LIST, 1 << seat), drawn);
}

RULES static CardSet agora_drawn(const DuelState *s)
{
    CardSet set = set_none();
    for (int i = 0; i < 2; i++)
        if (s->agora.deck[i])
            set_add(&set, s->agora.deck[i]);
    return set;
}

RULES static CardSet agora_ends(void)
{
    return either_seat(); /* 1 is the top, 2 the bottom */
}

RULES static void agora_secret(Duel *g, int type, int seat, int plot, int end)
{
    const Event event = duel_event(type, seat, plot, end, 0);
    duel_emit(g, event_secret(event, SECRET_A, 1 << seat), NULL);
}

RULES static void agora_keep(Duel *g, int seat, int plot, int end)
{
    const uint8_t *deck = g->state->agora.deck;
    const int other = deck[0] == plot ? deck[1] : deck[0];
    agora_secret(g, DUEL_EV_PLOT_KEPT, seat, plot, 0);
    if (!other)
        return;
    if (!end)
        agora_secret(g, DUEL_EV_PLOT_KEPT, seat, other, 0);
    else
        agora_secret(g, DUEL_EV_PLOT_RETURNED, seat, other, end);
}

/* Draw two conspiracies, keep one, and put the other on top or at the bottom; Organized
 * Crime keeps both. */
ABILITY(conspire)
{
    BEGIN;
    DO(1, agora_draw(g, fx->seat));
    if (duel_agora_owns(g, fx->seat, DUEL_FX_organized_crime)) {
        fx->card = g->state->agora.deck[0];
    } else {
        ASK(2, fx->card,
            ask(g, fx, DUEL_DO_SELECT_PLOT, DUEL_WAITING_FOR_CONSPIRACY,
                agora_drawn(g->state)));
        ASK(3, fx->other,
            ask(g, fx, DUEL_DO_SELECT_END, DUEL_WAITING_FOR_END, agora_ends()));
    }
    if (fx->card)
        DO(4, agora_keep(g, fx->seat, fx->card, fx->other));
    END;
}

/* Curia Julia, when it is drafted. */
ABILITY(draft_conspire)
{
    BEGIN;
    DO(1, duel_push(g, DUEL_FX_conspire, fx->seat, 0, 0));
    END;
}

/* Knossos, when it is drafted. Place a cube anywhere. */
ABILITY(place_cube)
{
    BEGIN;
    PLACE_ONE(1);
    END;
}

/* Knossos, when it is built. Place a cube anywhere, then perhaps move one. */
ABILITY(place_and_move)
{
    BEGIN;
    PLACE_ONE(1);
    MAY_MOVE_ONE(3);
    END;
}

/* The nearer military token, for whom the pawn moved. Place a cube anywhere. */
ABILITY(small_loot)
{
    BEGIN;
    PLACE_ONE(1);
    END;
}

/* The farther one. Remove a cube of the opponent, then perhaps move one. */
ABILITY(large_loot)
{
    BEGIN;
    REMOVE_ONE(1);
    MAY_MOVE_ONE(3);
    END;
}

/* Military tokens take no coins: the nearer of those that the pawn came to works first.
 */
RULES void duel_agora_looted(Duel *g, int seat, int side, int tokens_hit)
{
    const uint8_t *space = g->catalog->number.loot_space;
    for (int i = 0; i < DUEL_LOOT_MAX; i++)
        if (tokens_hit >> i & 1)
            duel_emit(g, duel_event(DUEL_EV_LOOT_WORKS, side, space[i], 0, 0), NULL);
    for (int i = DUEL_LOOT_MAX - 1; i >= 0; i--)
        if (tokens_hit >> i & 1)
            duel_push(g, i ? DUEL_FX_large_loot : DUEL_FX_small_loot, seat, 0, 0);
}

/* The decree that pays for things of a type that are built. */
RULES static int agora_pays_for(int type)
{
    switch (type) {
    case DUEL_CIVILIAN:
        return AGORA_COINS_ON_BLUE;
    case DUEL_SCIENTIFIC:
        return AGORA_COINS_ON_GREEN;
    case DUEL_COMMERCIAL:
        return AGORA_COINS_ON_YELLOW;
    case DUEL_MILITARY:
        return AGORA_COINS_ON_RED;
    case DUEL_A_WONDER:
        return AGORA_COINS_ON_WONDERS;
    default:
        return AGORA_NO_DECREE;
    }
}

/* Coins for the decree's controller, whoever builds; an extra turn for a conspirator.
 */
RULES void duel_agora_built(Duel *g, int seat, int id)
{
    const DuelPiece *piece = &g->catalog->piece[id];
    const int decree = agora_pays_for(piece->type);
    if (g->state->victory)
        return;
    const int holder = decree ? duel_agora_holder(g->state, decree) : (int)SEAT_NONE;
    if (holder < DUEL_SEATS)
        duel_gain(g, holder, g->state->age, DUEL_DECREE_0 + decree);
    if (piece->does[0].ability == DUEL_FX_conspirator &&
        duel_agora_rules(g->state, seat, AGORA_CONSPIRATOR_AGAIN) &&
        seat == g->state->seat)
        duel_emit(g, duel_event(DUEL_EV_PLAYS_AGAIN, seat, 0, 0, 0), NULL);
}

/* A unit costs 1 coin less, but at least 1. */
RULES static inline void agora_market(uint32_t force, DuelMarket *market)
{
    for (int r = 0; r < DUEL_RESOURCES; r++)
        if ((force >> (r < DUEL_MADE_FIRST ? AGORA_CHEAPER_RAW : AGORA_CHEAPER_MADE) &
             1) &&
            duel_unit_price(market, r) > 1)
            market->unit -= (uint64_t)1 << (8 * (DUEL_RESOURCES - r));
}

/* Tokens of mythologies of the opponent; chain symbols are the terms'. */
RULES bool duel_agora_chain(const Duel *g, int seat, int card, const DuelTerms *terms)
{
    return (terms->note[DUEL_SET_agora] >> AGORA_OPPONENT_CHAINS & 1) &&
           (g->state->sets >> DUEL_SET_pantheon & 1) &&
           duel_pantheon_chain(g, !seat, card, terms);
}

/* The dearest unit that is still bought, or, for cards, the printed coins; where both
 * save as much the unit, if it is 'dearer': the opponent would be paid for it. */
RULES static void agora_cheapen(DuelMarket market, bool coins, bool dearer,
                                DuelPrice *price)
{
    int dearest = 0, best = 0;
    for (int r = 0; r < DUEL_RESOURCES; r++)
        if (duel_goods(price->buy, r) && duel_unit_price(&market, r) > best) {
            best = duel_unit_price(&market, r);
            dearest = r;
        }
    if (coins && price->printed >= best + (int)dearer) {
        price->printed = 0;
    } else if (best) {
        price->buy -= (uint64_t)1 << (8 * dearest);
        price->trade = (int16_t)(price->trade - best);
    }
}

/* A senator costs a coin for each already there. */
RULES static inline uint8_t agora_senator(const Duel *g, int seat)
{
    const DuelCards there =
        duel_cards_both(g->state->city[seat].cards, g->catalog->of_type[DUEL_SENATOR]);
    return duel_agora_owns(g, seat, DUEL_FX_corruption)
               ? 0
               : (uint8_t)duel_cards_count(there);
}

/* The decree that makes things of a type cheaper. */
RULES static inline int agora_cheaper(int type)
{
    switch (type) {
    case DUEL_SCIENTIFIC:
        return AGORA_CHEAPER_GREEN;
    case DUEL_COMMERCIAL:
        return AGORA_CHEAPER_YELLOW;
    case DUEL_MILITARY:
        return AGORA_CHEAPER_RED;
    case DUEL_A_WONDER:
        return AGORA_CHEAPER_WONDERS;
    default:
        return AGORA_NO_DECREE;
    }
}

/* They leave something out. */
RULES void duel_agora_price(const Duel *g, int seat, int id, const DuelTerms *terms,
                            DuelPrice *price)
{
    const int type = g->catalog->piece[id].type;
    const bool paid = g->state->city[!seat].has.bits & DUEL_TAKES_TRADE;
    if (terms->note[DUEL_SET_agora] >> agora_cheaper(type) & 1)
        agora_cheapen(terms->market, type != DUEL_A_WONDER, paid, price);
}

/* Senators; units; what decrees make cheaper; the opponent's chain symbols, and
 * temples, whose tokens count too. */
RULES DUEL_HOT void duel_agora_terms(const Duel *g, int seat, DuelTerms *terms)
{
    const uint32_t prices = 1u << AGORA_CHEAPER_YELLOW | 1u << AGORA_CHEAPER_RED |
                            1u << AGORA_CHEAPER_GREEN | 1u << AGORA_CHEAPER_WONDERS |
                            1u << AGORA_CHEAPER_RAW | 1u << AGORA_CHEAPER_MADE |
                            1u << AGORA_OPPONENT_CHAINS;
    const DuelState *s = g->state;
    const DuelCatalog *c = g->catalog;
    const uint32_t force = duel_agora_force(s, seat);
    terms->dear[DUEL_SENATOR] = agora_senator(g, seat);
    terms->discard = (uint8_t)(force >> AGORA_DISCARD_BONUS << 1 & 2);
    terms->note[DUEL_SET_agora] = force;
    if (!(force & prices))
        return;
    agora_market(force, &terms->market);
    for (int type = DUEL_SCIENTIFIC; type <= DUEL_MILITARY; type++)
        if (force >> agora_cheaper(type) & 1)
            terms->cards = duel_cards_either(terms->cards, c->of_type[type]);
    terms->wonders |= force >> AGORA_CHEAPER_WONDERS & 1;
    if (force >> AGORA_OPPONENT_CHAINS & 1) {
        terms->linked = duel_cards_either(terms->linked, s->city[!seat].cards);
        terms->cards = duel_cards_either(terms->cards, c->cards_with[DUEL_FX_temple]);
    }
}

RULES void duel_agora_score(const Duel *g, int seat, DuelScore *score)
{
    for (int i = 0; i < AGORA_CHAMBERS; i++)
        if (duel_agora_controller(g->state, i) == seat)
            score->part[DUEL_SCORE_SENATE] += g->catalog->number.chamber_points[i];
}

/* Corruption, while it is owned: see duel_agora_price. */
ABILITY(corruption)
{
    (void)g;
    BEGIN;
    END;
}

/* Organized Crime, while it is owned: see conspire. */
ABILITY(organized_crime)
{
    (void)g;
    BEGIN;
    END;
}

/* Conspiracies of a player that can be prepared: not yet, and not triggered. */
RULES static bool agora_is_open(const DuelAgora *a, int seat, int at)
{
    return a->plot[seat][at] && !a->under[seat][at] && !(a->shown[seat] >> at & 1);
}

RULES static bool agora_is_ready(const DuelAgora *a, int seat, int at)
{
    return a->plot[seat][at] && a->under[seat][at] && !(a->shown[seat] >> at & 1);
}

/* A card goes under a conspiracy; a prepared one is triggered, once before a turn. How
 * many moves there are with one of them. */
RULES static int agora_ways(const Duel *g, int at)
{
    const DuelState *s = g->state;
    const DuelAgora *a = &s->agora;
    if (agora_is_open(a, s->seat, at))
        return bits_count(duel_available(s));
    return agora_is_ready(a, s->seat, at) && !(s->marks & DUEL_TRIGGERED) &&
           duel_agora_can(g, s->seat, a->plot[s->seat][at]);
}

RULES static Command agora_way(const DuelState *s, int at, int n)
{
    if (!agora_is_open(&s->agora, s->seat, at))
        return command(DUEL_DO_TRIGGER, s->seat, at + 1, 0, 0);
    const int slot = bits_at(duel_available(s), (uint32_t)n);
    return command(DUEL_DO_PREPARE, s->seat, s->slot[slot], at + 1, 0);
}

RULES void duel_agora_moves(const Duel *g, Moves *moves)
{
    const DuelState *s = g->state;
    for (int at = 0; at < AGORA_HELD && s->agora.plot[s->seat][at]; at++)
        for (int n = 0, count = agora_ways(g, at); n < count; n++)
            moves_add(moves, agora_way(s, at, n));
}

RULES int duel_agora_count_ways(const Duel *g)
{
    const DuelState *s = g->state;
    int count = 0;
    for (int at = 0; at < AGORA_HELD && s->agora.plot[s->seat][at]; at++)
        count += agora_ways(g, at);
    return count;
}

RULES DUEL_HOT int duel_agora_count(const Duel *g)
{
    return g->state->agora.plot[g->state->seat][0] ? duel_agora_count_ways(g) : 0;
}

RULES Command duel_agora_at(const Duel *g, int n)
{
    int at = 0;
    for (; at < AGORA_HELD - 1 && n >= agora_ways(g, at); at++)
        n -= agora_ways(g, at);
    return agora_way(g->state, at, n);
}

RULES static Err agora_check_trigger(const Duel *g, const Command *c, Quote *quote)
{
    const DuelState *s = g->state;
    const DuelAgora *a = &s->agora;
    if (c->b || c->c || c->a < 1 || c->a > AGORA_HELD)
        return ERR_NOT_AN_OPTION;
    if (!a->plot[c->seat][c->a - 1] || a->shown[c->seat] >> (c->a - 1) & 1)
        return quote_refuse(quote, DUEL_ERR_NO_CONSPIRACY, c->a, 0, 0);
    if (!a->under[c->seat][c->a - 1])
        return quote_refuse(quote, DUEL_ERR_NOT_PREPARED, c->a, 0, 0);
    if (s->marks & DUEL_TRIGGERED)
        return (Err)DUEL_ERR_TRIGGERED_ONCE;
    return duel_agora_can(g, c->seat, a->plot[c->seat][c->a - 1])
               ? (Err)ERR_OK
               : quote_refuse(quote, DUEL_ERR_NO_EFFECT, c->a, 0, 0);
}

RULES Err duel_agora_validate(const Duel *g, const Command *c, Quote *quote)
{
    const DuelAgora *a = &g->state->agora;
    if (c->type == DUEL_DO_TRIGGER)
        return agora_check_trigger(g, c, quote);
    if (c->type != DUEL_DO_PREPARE)
        return ERR_NOT_NOW;
    if (c->c || c->b < 1 || c->b > AGORA_HELD)
        return ERR_NOT_AN_OPTION;
    const Err reach = duel_reach(g, c, quote);
    if (reach != ERR_OK)
        return reach;
    if (!a->plot[c->seat][c->b - 1] || a->shown[c->seat] >> (c->b - 1) & 1)
        return quote_refuse(quote, DUEL_ERR_NO_CONSPIRACY, c->b, 0, 0);
    return agora_is_open(a, c->seat, c->b - 1)
               ? (Err)ERR_OK
               : quote_refuse(quote, DUEL_ERR_IS_PREPARED, c->b, 0, 0);
}

RULES void duel_agora_trigger(Duel *g, int seat, int at, bool opens)
{
    const int plot = g->state->agora.plot[seat][at];
    duel_emit(g, duel_event(DUEL_EV_TRIGGERED, seat, plot, at + 1, opens), NULL);
    duel_apply(g, seat, DUEL_PLOT_0 + plot);
}

RULES bool duel_agora_turn(Duel *g, const Command *c)
{
    if (c->type == DUEL_DO_TRIGGER) {
        duel_agora_trigger(g, c->seat, c->a - 1, true);
        return true;
    }
    if (c->type != DUEL_DO_PREPARE)
        return false;
    duel_emit(
        g,
        duel_event(DUEL_EV_PREPARED, c->seat, c->a, c->b, duel_slot_of(g->state, c->a)),
        NULL);
    return true;
}

/* All of them, also those that would do nothing now: who is asked must not tell what
 * they are. */
RULES static CardSet agora_unprepared(const Duel *g, int seat)
{
    CardSet set = set_none();
    for (int at = 0; at < AGORA_HELD; at++)
        if (agora_is_open(&g->state->agora, seat, at))
            set_add(&set, (Id)(at + 1));
    return set;
}

/* Curia Julia. Trigger a conspiracy that is not prepared, or none. */
ABILITY(curia)
{
    BEGIN;
    ASK_AND(1,
            duel_agora_may(g, fx, DUEL_DO_SELECT_HELD, DUEL_WAITING_FOR_CURIA,
                           agora_unprepared(g, fx->seat)),
            duel_agora_trigger(g, fx->seat, fx->card - 1, false));
    END;
}
