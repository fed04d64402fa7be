/* duel_outlook.c - how a duel's table promises to end: what one city has more than the
 * other, with a weight for each part of the game. */
#include "agents/duel_outlook.h"

#ifdef DUEL_WITH_SETS
#include "games/duel/sets/agora/senate.h"
#include "games/duel/sets/pantheon/cost.h"
#endif

#include <math.h>

enum {
#define OUTLOOK(name, ...) OUTLOOK_##name,
#ifdef DUEL_WITH_SETS
#include "agents/duel_sets_outlook.def"
#else
#include "agents/duel_outlook.def"
#endif
#undef OUTLOOK
    OUTLOOKS
};

/* Coins up to here buy something soon; of more than so many units of a resource nobody
 * has use. */
enum { COINS_SOON = 10, UNITS_MAX = 3, KNOTS = 4, THOUSANDTHS = 1000 };

static void add_goods(const DuelCity *city, int sign, int *more)
{
    const uint64_t goods = city->has.goods;
    for (int r = 0; r < DUEL_RESOURCES; r++) {
        const int made = duel_goods(goods, r);
        const int units = made < UNITS_MAX ? made : UNITS_MAX;
        const bool rare = r >= DUEL_MADE_FIRST;
        more[rare ? OUTLOOK_MADE_KINDS : OUTLOOK_RAW_KINDS] += sign * (made > 0);
        more[rare ? OUTLOOK_MADE_MORE : OUTLOOK_RAW_MORE] +=
            sign * (units > 1 ? units - 1 : 0);
    }
    more[OUTLOOK_ANY] +=
        sign * (duel_goods(goods, DUEL_ANY_RAW) + duel_goods(goods, DUEL_ANY_MADE));
    more[OUTLOOK_TRADE] += sign * bits_count(city->has.bits & 31);
    more[OUTLOOK_CHAIN_COINS] += sign * (duel_goods(goods, DUEL_CHAIN_COINS) != 0);
}

/* Wonders that can still be built. */
static void add_wonders(const Duel *g, const DuelCity *city, int sign, int *more)
{
    const int built =
        duel_built_wonders(&g->state->city[0]) + duel_built_wonders(&g->state->city[1]);
    if (built >= g->catalog->number.wonders_max)
        return;
    for (int i = 0; i < DUEL_CITY_WONDERS; i++) {
        const DuelPiece *piece = &g->catalog->piece[DUEL_WONDER_0 + city->ready[i]];
        if (!city->ready[i])
            continue;
        more[OUTLOOK_READY] += sign;
        more[OUTLOOK_READY_AGAIN] += sign * (piece->again != 0);
        more[OUTLOOK_READY_POINTS] += sign * piece->points;
    }
}

#ifdef DUEL_WITH_SETS
/* Tokens of mythologies, offerings, and what lies on divinities. */
static void add_pantheon(const Duel *g, int seat, int sign, int *more)
{
    const uint8_t *favour = g->state->pantheon.favour[seat];
    for (int i = 0; i < PANTHEON_MYTHS; i++)
        more[OUTLOOK_MYTHS] += sign * favour[i];
    for (int i = 0; i < PANTHEON_OFFERINGS; i++)
        more[OUTLOOK_OFFERINGS] += sign * favour[PANTHEON_MYTHS + i] * (i + 2);
    more[OUTLOOK_GODS] += sign * bits_count(g->state->city[seat].gods);
    more[OUTLOOK_KEPT] += sign * g->state->city[seat].kept;
    more[OUTLOOK_SANCTUARY] += sign * (pantheon_has(g, seat, DUEL_FX_sanctuary) != 0);
}

/* Chambers, cubes, conspiracies, senators. */
static void add_agora(const Duel *g, int seat, int sign, int *more)
{
    const DuelAgora *a = &g->state->agora;
    const int held = bits_count(duel_agora_held(g->state, seat));
    more[OUTLOOK_CHAMBERS] += sign * held;
    more[OUTLOOK_CHAMBERS_SQ] += sign * held * held;
    more[OUTLOOK_CHAMBERS_5] += sign * (held + 1 >= AGORA_CHAMBERS);
    more[OUTLOOK_CUBES] += sign * duel_agora_cubes(g->state, seat);
    for (int i = 0; i < AGORA_CHAMBERS; i++)
        more[OUTLOOK_FIRM] += sign * (a->cube[seat][i] > a->cube[!seat][i] + 1);
    for (int at = 0; at < AGORA_HELD && a->plot[seat][at]; at++)
        if (!(a->shown[seat] >> at & 1))
            more[a->under[seat][at] ? OUTLOOK_PREPARED : OUTLOOK_PLOTS] += sign;
    more[OUTLOOK_SENATORS] +=
        sign * duel_cards_count(duel_cards_both(g->state->city[seat].cards,
                                                g->catalog->of_type[DUEL_SENATOR]));
}
#endif

static void add_city(const Duel *g, int seat, int sign, int *more)
{
    const DuelCity *city = &g->state->city[seat];
    const int symbols = duel_symbols(city);
    const int coins = city->coins < COINS_SOON ? city->coins : COINS_SOON;
    more[OUTLOOK_POINTS] += sign * duel_score(g, seat).total;
    more[OUTLOOK_COINS] += sign * coins;
    more[OUTLOOK_RICH] += sign * (city->coins - coins);
    more[OUTLOOK_SYMBOLS] += sign * symbols;
    more[OUTLOOK_SYMBOLS_SQ] += sign * symbols * symbols;
    more[OUTLOOK_SYMBOLS_5] +=
        sign * (symbols + 1 >= g->catalog->number.symbols_to_win);
    more[OUTLOOK_MORE_SHIELDS] += sign * (city->has.more_shields != 0);
    more[OUTLOOK_TOKENS] += sign * bits_count(city->tokens);
    more[OUTLOOK_OFF] += sign * (city->has.off != 0);
    more[OUTLOOK_TAKES_TRADE] += sign * ((city->has.bits & DUEL_TAKES_TRADE) != 0);
    DuelCards cards = city->cards;
    for (int card = duel_cards_pop(&cards); card; card = duel_cards_pop(&cards))
        more[OUTLOOK_CHAINS] += sign * (g->catalog->label[card].gives != 0);
    add_goods(city, sign, more);
    add_wonders(g, city, sign, more);
#ifdef DUEL_WITH_SETS
    if (g->state->sets >> DUEL_SET_pantheon & 1)
        add_pantheon(g, seat, sign, more);
    if (g->state->sets >> DUEL_SET_agora & 1)
        add_agora(g, seat, sign, more);
#endif
}

static const int16_t *outlook_weights(const DuelState *s)
{
    static const int16_t base[OUTLOOKS][KNOTS] = {
#define OUTLOOK(name, ...) [OUTLOOK_##name] = {__VA_ARGS__},
#include "agents/duel_outlook.def"
#undef OUTLOOK
    };
#ifdef DUEL_WITH_SETS
    static const int16_t sets[OUTLOOKS][KNOTS] = {
#define OUTLOOK(name, ...) {__VA_ARGS__},
#include "agents/duel_sets_outlook.def"
#undef OUTLOOK
    };
    if (s->sets)
        return sets[0];
#endif
    (void)s;
    return base[0];
}

static void outlook_look(const Duel *g, int *more)
{
    const int pawn = g->state->pawn;
    add_city(g, 0, 1, more);
    add_city(g, 1, -1, more);
    more[OUTLOOK_TURN] = duel_to_act(g->state) == 0 ? 1 : -1;
    more[OUTLOOK_LEAD] = pawn;
    more[OUTLOOK_LEAD_SQ] = pawn * (pawn < 0 ? -pawn : pawn);
}

double duel_outlook(const Duel *g)
{
    const DuelState *s = g->state;
    const int age = s->age ? s->age : 1;
    const int slots = duel_layout(g->catalog, s, age)->slot_count;
    const int lying = s->age ? bits_count(s->lying) : slots;
    const int from = age < KNOTS ? age - 1 : KNOTS - 2;
    const int16_t *weight = outlook_weights(s) + from;
    int more[OUTLOOKS] = {0};
    int64_t sum = 0;
    outlook_look(g, more);
    for (int i = 0; i < OUTLOOKS; i++, weight += KNOTS)
        sum += more[i] * (weight[0] * lying + weight[1] * (slots - lying));
    const double ahead = (double)sum / (THOUSANDTHS * slots);
    return 0.5 + 0.5 * ahead / sqrt(1 + ahead * ahead);
}
