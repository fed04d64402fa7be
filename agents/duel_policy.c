/* duel_policy.c - what agents think of 7 Wonders Duel: pieces by points, coins, goods,
 * shields and symbols, what a move leaves to the opponent, and who is about to win.
 *
 * Everything is in hundredths of a point. */
#include "agents/policy.h"

#include "games/duel/price.h"

extern const Policy policy_duel;

enum { POINT = 100, COIN = 30, WIN = 1000000, UNKNOWN_CARD = 60 };

static Duel duel_at(const void *catalog, const void *state)
{
    return duel_table((const DuelCatalog *)catalog, (DuelState *)(uintptr_t)state,
                      NULL);
}

/* How much of the game is left: 3 while the first age lies there, 1 in the last. */
static int ages_left(const Duel *g)
{
    const int age = g->state->age ? g->state->age : 1;
    return g->catalog->age_count - age + 1;
}

static int goods_worth(const Duel *g, int seat, const DuelPiece *piece)
{
    static const int unit[4] = {0, 35, 105, 170};
    const uint64_t has = g->state->city[seat].has.goods;
    const int each = unit[ages_left(g) > 3 ? 3 : ages_left(g)];
    int sum = 0;
    for (int r = 0; r < DUEL_RESOURCES; r++) {
        const int more = duel_goods(piece->gives.goods, r), made = duel_goods(has, r);
        const bool rare = r >= DUEL_MADE_FIRST;
        for (int i = 0; i < more; i++)
            sum += made + i == 0   ? each + (rare ? 20 : 0)
                   : made + i == 1 ? each * 2 / 3
                                   : each / 4;
        if ((piece->gives.bits & ~g->state->city[seat].has.bits) >> r & 1)
            sum += made ? each / 4 : each / 2;
    }
    sum += (duel_goods(piece->gives.goods, DUEL_ANY_RAW) +
            duel_goods(piece->gives.goods, DUEL_ANY_MADE)) *
           each * 5 / 4;
    return sum;
}

/* What leading by so much promises: the points of the zone, and what is to come. */
static int lead_worth(const DuelNumbers *number, int lead)
{
    const int size = lead < 0 ? -lead : lead;
    int points = 0;
    for (int zone = 0; zone < number->zone_count; zone++)
        if (size >= number->zone_space[zone])
            points = number->zone_points[zone];
    const int worth = points * 45 + size * 25 + size * size * 9;
    return lead < 0 ? -worth : worth;
}

static int shields_of(const Duel *g, int seat, const DuelPiece *piece)
{
    const bool red = piece->type == DUEL_MILITARY && piece->shields;
    return piece->shields + (red ? g->state->city[seat].has.more_shields : 0);
}

static int shields_worth(const Duel *g, int seat, const DuelPiece *piece)
{
    const DuelState *s = g->state;
    const DuelNumbers *number = &g->catalog->number;
    const int before = seat == 0 ? s->pawn : -s->pawn;
    const int after = before + shields_of(g, seat, piece);
    int sum = lead_worth(number, after) - lead_worth(number, before);
    if (after == before)
        return 0;
    if (after >= number->capital)
        return WIN;
    for (int i = 0; i < number->loot_count; i++)
        if (before < number->loot_space[i] && after >= number->loot_space[i] &&
            (s->loot >> (!seat * DUEL_LOOT_MAX + i) & 1))
            sum += number->loot_coins[i] * COIN / 2;
    return sum;
}

/* Tokens by what most players fight for. */
static int token_worth(const Duel *g, int seat);

static int symbol_worth(const Duel *g, int seat, const DuelPiece *piece)
{
    const DuelCity *city = &g->state->city[seat];
    const int have = duel_symbols(city);
    if (!piece->symbol)
        return 0;
    const bool pair = city->has.symbols >> (2 * (piece->symbol - 1)) & 3;
    if (pair)
        return g->state->row ? token_worth(g, seat) : 0;
    if (have + 1 >= g->catalog->number.symbols_to_win)
        return WIN;
    return 60 + have * have * 28;
}

static int piece_worth(const Duel *g, int seat, int id)
{
    const DuelPiece *piece = &g->catalog->piece[id];
    const DuelCity *city = &g->state->city[seat];
    const int left = ages_left(g);
    int coins = piece->coins;
    int sum = piece->points * POINT + goods_worth(g, seat, piece) +
              shields_worth(g, seat, piece) + symbol_worth(g, seat, piece);
    if (piece->per_points)
        sum += piece->per_points * (duel_count(g, city, piece->per) + left - 1) * POINT;
    if (piece->most_points)
        sum += piece->most_points * duel_count_most(g, piece->most) * POINT;
    if (piece->per_coins)
        coins += piece->per_coins * duel_count(g, city, piece->per);
    if (piece->most_coins)
        coins += piece->most_coins * duel_count_most(g, piece->most);
    const int loses = piece->loses < g->state->city[!seat].coins
                          ? piece->loses
                          : g->state->city[!seat].coins;
    sum += (coins + loses) * COIN + piece->again * 260;
    for (int i = 0; i < DUEL_DOES_MAX; i++)
        sum += piece->does[i].ability ? 220 : 0;
    if (g->catalog->label[id].gives && left > 1)
        sum += 45;
    if (piece->gives.bits & (DUEL_TAKES_TRADE | DUEL_WONDERS_AGAIN))
        sum += 120 * left;
    if (piece->gives.off)
        sum += 130 * left;
    if (duel_goods(piece->gives.goods, DUEL_CHAIN_COINS))
        sum += 60 * left;
    return sum + piece->gives.more_shields * 90 * left;
}

static int token_worth(const Duel *g, int seat)
{
    int best = 250;
    for (uint32_t left = g->state->row; left; left &= left - 1) {
        const DuelPiece *piece =
            &g->catalog->piece[DUEL_TOKEN_0 + 1 + bits_first(left)];
        const int law =
            piece->symbol ? 60 + 30 * duel_symbols(&g->state->city[seat]) : 0;
        const int worth = piece->points * POINT + piece->coins * COIN + law + 150;
        best = worth > best ? worth : best;
    }
    return best;
}

static int price_of(const Duel *g, int seat, int card)
{
    const DuelPrice price = duel_card_price(g, seat, card);
    return price.printed + price.trade;
}

/* What a card lying open would bring a seat, the price and a purse too small
 * considered. */
static int card_worth(const Duel *g, int seat, int card)
{
    const int price = price_of(g, seat, card), coins = g->state->city[seat].coins;
    const int worth = piece_worth(g, seat, card);
    if (price > coins)
        return 0;
    return worth >= WIN / 2 ? worth : worth - price * COIN;
}

/* The best the opponent finds when the card in 'slot' is gone; -1: none goes. */
static int left_for(const Duel *g, int seat, int slot, const int *worth)
{
    const DuelState *s = g->state;
    const uint32_t gone = slot < 0 ? 0 : (uint32_t)1 << slot;
    const uint32_t rest = s->lying & ~gone;
    const uint32_t fresh =
        duel_uncovered(&g->catalog->age[s->age], rest) & ~s->open & rest;
    int best = 0;
    for (uint32_t left = duel_available(s) & ~gone; left; left &= left - 1)
        best = worth[bits_first(left)] > best ? worth[bits_first(left)] : best;
    for (uint32_t left = fresh; left; left &= left - 1) {
        const int under = bits_first(left);
        const int card = s->slot[under];
        const bool hidden = s->hidden >> under & 1;
        const int gain = hidden ? 2 * UNKNOWN_CARD : card_worth(g, seat, card);
        best = gain > best ? gain : best;
    }
    return best;
}

typedef struct {
    int mine[DUEL_SLOTS_MAX], theirs[DUEL_SLOTS_MAX];
} Market;

static void market_fill(const Duel *g, int seat, Market *market)
{
    const DuelState *s = g->state;
    for (uint32_t left = duel_available(s); left; left &= left - 1) {
        const int slot = bits_first(left);
        market->mine[slot] = card_worth(g, seat, s->slot[slot]);
        market->theirs[slot] = card_worth(g, !seat, s->slot[slot]);
    }
}

static int rate_turn(const Duel *g, const Command *c, const Market *market)
{
    const DuelState *s = g->state;
    const int seat = c->seat, slot = duel_slot_of(s, c->a);
    int own = 0;
    bool again = false;
    if (c->type == DUEL_DO_BUILD_CARD) {
        own = market->mine[slot];
    } else if (c->type == DUEL_DO_BUILD_WONDER) {
        const DuelPrice price = duel_wonder_price(g, seat, c->b);
        const int id = DUEL_WONDER_0 + c->b;
        own = piece_worth(g, seat, id);
        if (own < WIN / 2)
            own -= (price.printed + price.trade) * COIN;
        again = g->catalog->piece[id].again ||
                (s->city[seat].has.bits & DUEL_WONDERS_AGAIN);
    } else if (c->type == DUEL_DO_DISCARD_FOR_COINS) {
        own = duel_discard_coins(g, seat) * COIN;
    }
    if (own >= WIN / 2)
        return own;
    if (again && bits_count(s->lying) > 1)
        return own;
    return own - left_for(g, !seat, slot, market->theirs) * 3 / 5;
}

/* A token, a card to bring back or to destroy, a wonder to draft, who starts. */
static int rate_answer(const Duel *g, const Command *c)
{
    switch (c->type) {
    case DUEL_DO_DRAFT_WONDER:
        return piece_worth(g, c->seat, DUEL_WONDER_0 + c->a);
    case DUEL_DO_SELECT_PROGRESS_TOKEN:
        return piece_worth(g, c->seat, DUEL_TOKEN_0 + c->a);
    case DUEL_DO_SELECT_FROM_DISCARD:
        return piece_worth(g, c->seat, c->a);
    case DUEL_DO_SELECT_DESTRUCTION:
        return piece_worth(g, !c->seat, c->a);
    case DUEL_DO_CHOOSE_STARTING_PLAYER:
        return c->a == c->seat + 1 ? 60 : 0;
    default:
        return 0;
    }
}

static void rate(const void *catalog, const void *state, const Moves *moves,
                 int32_t *rating)
{
    const Duel g = duel_at(catalog, state);
    const bool turn = !prompt_is_open(&g.state->prompt);
    Market market = {0};
    if (turn)
        market_fill(&g, moves->item[0].seat, &market);
    for (int i = 0; i < moves->count; i++)
        rating[i] = turn ? rate_turn(&g, &moves->item[i], &market)
                         : rate_answer(&g, &moves->item[i]);
}

enum { MOOD_SCIENCE = 1, MOOD_WAR = 2 };

/* What each seat of a playout is after, besides points: two bits a seat. */
static int mood_of(uint32_t mood, int seat)
{
    static const uint8_t moods[8] = {0,       0, 0, 0, 0, MOOD_SCIENCE, MOOD_SCIENCE,
                                     MOOD_WAR};
    return moods[mood >> (8 * seat) & 7];
}

/* How likely a plain builder builds a card. */
static uint32_t build_weight(const Duel *g, const Command *c, int mood)
{
    const DuelPiece *piece = &g->catalog->piece[c->a];
    const DuelCity *city = &g->state->city[c->seat];
    uint32_t weight = 8u + 2u * piece->points + piece->coins;
    if (piece->shields) {
        const int lead = c->seat == 0 ? g->state->pawn : -g->state->pawn;
        const int after = lead + shields_of(g, c->seat, piece);
        if (after >= g->catalog->number.capital)
            return 100000;
        weight += (uint32_t)(after - lead) * (mood == MOOD_WAR ? 8 : 3);
    }
    if (piece->symbol) {
        const bool held = city->has.symbols >> (2 * (piece->symbol - 1)) & 3;
        const int have = duel_symbols(city);
        if (!held && have + 1 >= g->catalog->number.symbols_to_win)
            return 100000;
        weight += held ? 12 : 8 + 3 * (uint32_t)have;
        if (mood == MOOD_SCIENCE)
            weight *= 3;
    }
    if (piece->gives.goods || piece->gives.bits || piece->gives.off)
        weight += g->state->age == 1 ? 14 : g->state->age == 2 ? 10 : 0;
    if (piece->per_points || piece->most_points)
        weight += 8;
    return weight;
}

static uint32_t move_weight(const Duel *g, const Command *c, int mood, int cards)
{
    switch (c->type) {
    case DUEL_DO_BUILD_CARD:
        return 4 * build_weight(g, c, mood);
    case DUEL_DO_BUILD_WONDER:
        return 160u / (uint32_t)cards;
    case DUEL_DO_DISCARD_FOR_COINS:
        return g->state->city[c->seat].coins < 4 ? 8 : 3;
    default:
        return 8;
    }
}

static void playout(const void *catalog, void *state, Rng *rng, uint32_t mood)
{
    Duel g = duel_at(catalog, state);
    Moves moves;
    uint32_t weight[MOVES_MAX], sum = 0;
    moves.count = 0;
    duel_legal(&g, &moves);
    int pick = 0;
    if (moves.count > 1 && prompt_is_open(&g.state->prompt)) {
        pick = (int)rng_below(rng, (uint32_t)moves.count);
    } else if (moves.count > 1) {
        const int cards = bits_count(duel_available(g.state));
        const int wish = mood_of(mood, moves.item[0].seat);
        for (int i = 0; i < moves.count; i++)
            sum += weight[i] = move_weight(&g, &moves.item[i], wish, cards);
        uint32_t left = rng_below(rng, sum);
        while (left >= weight[pick])
            left -= weight[pick++];
    }
    duel_execute(&g, &moves.item[pick]);
}

const Policy policy_duel = {
    .game = "duel",
    .is_open = true,
    .rate = rate,
    .heat = 400,
    .mistakes = 130,
    .playout = playout,
    .to_the_end = true,
};
