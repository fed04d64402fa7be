/* duel_policy.c - what agents think of 7 Wonders Duel: pieces by points, coins, goods,
 * shields and symbols, what a move leaves to the opponent, and who is about to win.
 *
 * Everything is in hundredths of a point. */
#include "agents/policy.h"

#include "agents/duel_outlook.h"
#include "agents/duel_traits.h"
#include "games/duel/price.h"

enum { POINT = 100, COIN = 30, WIN = 1000000, ANSWER_HEAT = 25, PLAYOUT_HEAT = 70 };

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

static int shields_worth(const Duel *g, int seat, const DuelPiece *piece)
{
    const DuelState *s = g->state;
    const DuelNumbers *number = &g->catalog->number;
    const int before = seat == 0 ? s->pawn : -s->pawn;
    const int after = before + duel_shields_of(&s->city[seat], piece);
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
    const bool pair = duel_symbol_count(city, piece->symbol);
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
    sum += (coins + loses) * COIN + piece->again * 400;
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

#ifdef DUEL_WITH_SETS
#include "agents/duel_sets_rates.h"
#endif

/* By what the move is like; a hundred more is twice as likely. */
static int rate_turn(const Duel *g, const Command *c)
{
    static const int16_t weight[DUEL_TRAITS] = {
#define TRAIT(name, weight, quick) weight,
#include "agents/duel_traits.def"
#undef TRAIT
    };
    int8_t trait[DUEL_TRAITS];
    int sum = 0;
#ifdef DUEL_WITH_SETS
    if (c->type == DUEL_DO_ACTIVATE)
        return rate_activation(g, c);
    if (rate_agora_turn(g, c, &sum))
        return sum;
#endif
    if (duel_traits(g, c, trait))
        return WIN;
    for (int i = 0; i < DUEL_TRAITS; i++)
        sum += weight[i] * trait[i];
    return sum;
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
#ifdef DUEL_WITH_SETS
        return rate_sets_answer(g, c);
#else
        return 0;
#endif
    }
}

static void rate(const void *catalog, const void *state, const Moves *moves,
                 int32_t *rating)
{
    const Duel g = duel_at(catalog, state);
    const bool turn = !prompt_is_open(&g.state->prompt);
    for (int i = 0; i < moves->count; i++)
        rating[i] = turn ? rate_turn(&g, &moves->item[i])
                         : rate_answer(&g, &moves->item[i]) * ANSWER_HEAT / 100;
}

enum {
#define TRAIT(name, weight, quick) QUICK_##name = quick,
#include "agents/duel_traits.def"
#undef TRAIT
};

static int quick_goods(const Duel *g, const DuelCity *city, const DuelPiece *piece)
{
    const int age_worth = g->state->age == 1   ? QUICK_GOODS_1
                          : g->state->age == 2 ? QUICK_GOODS_2
                                               : 0;
    const int any = duel_goods(piece->gives.goods, DUEL_ANY_RAW) +
                    duel_goods(piece->gives.goods, DUEL_ANY_MADE);
    int sum = any * (QUICK_ANY + age_worth) +
              bits_count(piece->gives.bits & 31 & ~city->has.bits) * QUICK_TRADE;
    for (int r = 0; piece->gives.goods && r < DUEL_RESOURCES; r++) {
        const int more = duel_goods(piece->gives.goods, r);
        if (!more)
            continue;
        const bool made = r >= DUEL_MADE_FIRST;
        const bool first = duel_goods(city->has.goods, r) == 0;
        sum += more * age_worth +
               (more - first) * (made ? QUICK_MADE_MORE : QUICK_RAW_MORE);
        sum += first * (made ? QUICK_MADE_FIRST : QUICK_RAW_FIRST);
    }
    return sum;
}

/* The traits of a card worth building, summed without writing them down. */
static int quick_build(const Duel *g, int seat, int card)
{
    const DuelPiece *piece = &g->catalog->piece[card];
    const DuelCity *city = &g->state->city[seat];
    int sum = QUICK_BUILD + piece->points * QUICK_POINTS + piece->coins * QUICK_COINS;
    if (piece->gives.goods | piece->gives.bits)
        sum += quick_goods(g, city, piece);
    if (piece->shields) {
        const int lead = seat == 0 ? g->state->pawn : -g->state->pawn;
        const int far = duel_far_lead(g);
        sum += duel_shields_of(city, piece) *
               (QUICK_SHIELDS + (lead >= far    ? QUICK_SHIELDS_AHEAD
                                 : lead <= -far ? QUICK_SHIELDS_BEHIND
                                                : 0));
    }
    if (piece->symbol && (duel_symbol_count(city, piece->symbol))) {
        sum += g->state->row ? QUICK_PAIR : 0;
    } else if (piece->symbol) {
        const int have = duel_symbols(city);
        sum += QUICK_SYMBOL + have * QUICK_SYMBOL_HAVE +
               (have >= duel_late_symbols(g)) * QUICK_SYMBOL_LATE;
    }
    if (piece->per_points)
        sum += piece->per_points * duel_count(g, city, piece->per) * QUICK_PER;
    if (piece->most_points)
        sum += piece->most_points * duel_count_most(g, piece->most) * QUICK_PER;
    sum += g->catalog->label[card].gives ? QUICK_CHAIN : 0;
    return sum + duel_cards_meet(&city->cards, &piece->free_with) * QUICK_FREE;
}

static int quick_wonder(const Duel *g, int seat, int wonder)
{
    const DuelPiece *piece = &g->catalog->piece[DUEL_WONDER_0 + wonder];
    const int built =
        duel_built_wonders(&g->state->city[0]) + duel_built_wonders(&g->state->city[1]);
    if (duel_wins_with(g, seat, piece))
        return WIN;
    return QUICK_WONDER + piece->points * QUICK_W_POINTS +
           (piece->coins + piece->loses) * QUICK_W_COINS +
           ((piece->does[0].ability != 0) + (piece->does[1].ability != 0)) *
               QUICK_W_DOES +
           (piece->gives.goods != 0) * QUICK_W_GOODS + built * QUICK_W_LATE;
}

/* Ratings of a turn's moves, as many as there are; they come card by card. */
static void quick_rate(const Duel *g, const Moves *moves, int32_t *rating)
{
    const int seat = moves->item[0].seat;
    const int discard =
        QUICK_DISCARD + duel_discard_coins(g, seat) * QUICK_DISCARD_COINS;
    int wonder_rating[DUEL_WONDERS_MAX + 1] = {0}, card = 0, deny = 0;
    for (int i = 0; i < moves->count; i++) {
        const Command *c = &moves->item[i];
#ifdef DUEL_WITH_SETS
        if (c->type == DUEL_DO_ACTIVATE) {
            rating[i] = rate_activation(g, c);
            continue;
        }
        if (rate_agora_turn(g, c, &rating[i]))
            continue;
#endif
        if (c->a != card) {
            card = c->a;
            deny =
                duel_wins_with(g, !seat, &g->catalog->piece[card]) ? QUICK_D_WINS : 0;
        }
        if (c->type == DUEL_DO_BUILD_CARD) {
            rating[i] = duel_wins_with(g, seat, &g->catalog->piece[card])
                            ? WIN
                            : deny + quick_build(g, seat, card);
        } else if (c->type == DUEL_DO_BUILD_WONDER) {
            if (!wonder_rating[c->b])
                wonder_rating[c->b] = quick_wonder(g, seat, c->b);
            rating[i] = wonder_rating[c->b] + deny;
        } else {
            rating[i] = discard + deny;
        }
    }
}

/* A playout's move: like the search's own, as far as that is quick to tell. */
static void playout(const void *catalog, void *state, Rng *rng)
{
    Duel g = duel_at(catalog, state);
    Moves moves;
    int32_t rating[MOVES_MAX];
    double weight[MOVES_MAX];
    int pick = 0;
    moves.count = 0;
    duel_legal(&g, &moves);
    if (moves.count > 1) {
        if (prompt_is_open(&g.state->prompt))
            rate(catalog, state, &moves, rating);
        else
            quick_rate(&g, &moves, rating);
        const double sum = policy_weigh(rating, moves.count, PLAYOUT_HEAT, weight);
        pick = policy_draw(rng, weight, moves.count, sum);
    }
    duel_execute(&g, &moves.item[pick]);
}

/* Between two moves. */
static bool outlook(const void *catalog, const void *state, double *share)
{
    const Duel g = duel_at(catalog, state);
    if (prompt_is_open(&g.state->prompt))
        return false;
    share[0] = duel_outlook(&g);
    share[1] = 1 - share[0];
    return true;
}

const Policy policy_duel = {
    .rate = rate,
    .heat = 70,
    .mistakes = 100,
    .playout = playout,
    .to_the_end = true,
    .outlook = outlook,
#ifdef DUEL_WITH_SETS
    .curiosity = 2,
    .outlook_after = 6,
#else
    .curiosity = 0.8,
    .outlook_after = 14,
#endif
};
