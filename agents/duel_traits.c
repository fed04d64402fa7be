/* duel_traits.c - what a move of a duel's turn is like: small numbers that a weight
 * each turns into how likely a good player makes it. */
#include "agents/duel_traits.h"

#include "games/duel/price.h"

static int lead_of(const DuelState *s, int seat)
{
    return seat == 0 ? s->pawn : -s->pawn;
}

int duel_shields_of(const DuelCity *city, const DuelPiece *piece)
{
    const bool red = piece->type == DUEL_MILITARY && piece->shields;
    return piece->shields + (red ? city->has.more_shields : 0);
}

bool duel_wins_with(const Duel *g, int seat, const DuelPiece *piece)
{
    const DuelCity *city = &g->state->city[seat];
    const DuelNumbers *number = &g->catalog->number;
    if (piece->symbol && !duel_symbol_count(city, piece->symbol) &&
        duel_symbols(city) + 1 >= number->symbols_to_win)
        return true;
    return piece->shields &&
           lead_of(g->state, seat) + duel_shields_of(city, piece) >= number->capital;
}

static int8_t small(int value)
{
    return (int8_t)(value > 30 ? 30 : value < -30 ? -30 : value);
}

/* Production that a city does not have yet, and more of what it has. */
static int add_goods(const DuelCity *city, const DuelPiece *piece, int8_t *trait)
{
    int units = 0;
    for (int r = 0; piece->gives.goods && r < DUEL_RESOURCES; r++) {
        const int more = duel_goods(piece->gives.goods, r);
        const bool first = more && duel_goods(city->has.goods, r) == 0;
        const bool made = r >= DUEL_MADE_FIRST;
        trait[made ? TRAIT_MADE_FIRST : TRAIT_RAW_FIRST] += first;
        trait[made ? TRAIT_MADE_MORE : TRAIT_RAW_MORE] += (int8_t)(more - first);
        units += more;
    }
    trait[TRAIT_ANY] = (int8_t)(duel_goods(piece->gives.goods, DUEL_ANY_RAW) +
                                duel_goods(piece->gives.goods, DUEL_ANY_MADE));
    trait[TRAIT_TRADE] = (int8_t)bits_count(piece->gives.bits & 31 & ~city->has.bits);
    return units + trait[TRAIT_ANY];
}

static void add_military(const Duel *g, int seat, const DuelPiece *piece, int8_t *trait)
{
    const int lead = lead_of(g->state, seat), far = duel_far_lead(g);
    const int shields = duel_shields_of(&g->state->city[seat], piece);
    trait[TRAIT_SHIELDS] = small(shields);
    trait[TRAIT_SHIELDS_AHEAD] = small(lead >= far ? shields : 0);
    trait[TRAIT_SHIELDS_BEHIND] = small(lead <= -far ? shields : 0);
}

static void add_science(const Duel *g, int seat, const DuelPiece *piece, int8_t *trait)
{
    const DuelCity *city = &g->state->city[seat];
    const int have = duel_symbols(city);
    if (duel_symbol_count(city, piece->symbol)) {
        trait[TRAIT_PAIR] = g->state->row != 0;
        return;
    }
    trait[TRAIT_SYMBOL] = 1;
    trait[TRAIT_SYMBOL_HAVE] = small(have);
    trait[TRAIT_SYMBOL_LATE] = have >= duel_late_symbols(g);
}

static void add_card(const Duel *g, const Command *c, int8_t *trait)
{
    const DuelPiece *piece = &g->catalog->piece[c->a];
    const DuelState *s = g->state;
    const DuelCity *city = &s->city[c->seat];
    trait[TRAIT_BUILD] = 1;
    trait[TRAIT_POINTS] = small(piece->points);
    trait[TRAIT_POINTS_3] = small(s->age == g->catalog->age_count ? piece->points : 0);
    trait[TRAIT_COINS] = small(
        piece->coins +
        (piece->per_coins ? piece->per_coins * duel_count(g, city, piece->per) : 0) +
        (piece->most_coins ? piece->most_coins * duel_count_most(g, piece->most) : 0));
    if (piece->per_points)
        trait[TRAIT_PER] = small(piece->per_points * duel_count(g, city, piece->per));
    if (piece->most_points)
        trait[TRAIT_PER] = small(piece->most_points * duel_count_most(g, piece->most));
    if (piece->shields)
        add_military(g, c->seat, piece, trait);
    if (piece->symbol)
        add_science(g, c->seat, piece, trait);
    const int units = add_goods(city, piece, trait);
    trait[TRAIT_GOODS_1] = small(s->age == 1 ? units : 0);
    trait[TRAIT_GOODS_2] = small(s->age == 2 ? units : 0);
    trait[TRAIT_POWERS] = piece->gives.off != 0 || piece->gives.bits > 31;
    trait[TRAIT_CHAIN] = g->catalog->label[c->a].gives != 0;
    trait[TRAIT_FREE] = duel_cards_meet(&city->cards, &piece->free_with);
    if (trait[TRAIT_FREE])
        return;
    const DuelPrice price = duel_card_price(g, c->seat, c->a);
    trait[TRAIT_PRICE] = small(price.printed + price.trade);
    trait[TRAIT_BROKE] = city->coins - price.printed - price.trade < 2;
}

static void add_wonder(const Duel *g, const Command *c, int8_t *trait)
{
    const DuelPiece *piece = &g->catalog->piece[DUEL_WONDER_0 + c->b];
    const DuelCity *city = &g->state->city[c->seat];
    trait[TRAIT_WONDER] = 1;
    trait[TRAIT_AGAIN] = piece->again || (city->has.bits & DUEL_WONDERS_AGAIN);
    trait[TRAIT_W_POINTS] = small(piece->points);
    trait[TRAIT_W_SHIELDS] = small(piece->shields);
    trait[TRAIT_W_COINS] = small(piece->coins + piece->loses);
    trait[TRAIT_W_DOES] =
        (int8_t)((piece->does[0].ability != 0) + (piece->does[1].ability != 0));
    trait[TRAIT_W_GOODS] = piece->gives.goods != 0;
    trait[TRAIT_W_LATE] = small(duel_built_wonders(&g->state->city[0]) +
                                duel_built_wonders(&g->state->city[1]));
    const DuelPrice price = duel_wonder_price(g, c->seat, c->b);
    trait[TRAIT_W_PRICE] = small(price.printed + price.trade);
}

/* What taking the card does to the structure, and keeps from the other player. */
static void add_taken(const Duel *g, const Command *c, int8_t *trait)
{
    const DuelState *s = g->state;
    const DuelPiece *piece = &g->catalog->piece[c->a];
    const DuelCity *other = &s->city[!c->seat];
    const int slot = duel_slot_of(s, c->a);
    ASSERT(slot >= 0); /* turns that take no card are rated elsewhere */
    const uint32_t rest = s->lying & ~((uint32_t)1 << slot);
    for (int i = 0; i < DUEL_COVERS_MAX; i++) {
        const int under = duel_layout(g->catalog, s, s->age)->below[slot][i];
        if (under >= DUEL_SLOTS_MAX || !(rest >> under & 1) ||
            (duel_layout(g->catalog, s, s->age)->covered_by[under] & rest))
            continue;
        trait[s->hidden >> under & 1 ? TRAIT_REVEALS : TRAIT_OPENS]++;
    }
    trait[TRAIT_D_WINS] = duel_wins_with(g, !c->seat, piece);
    if (piece->symbol && !duel_symbol_count(other, piece->symbol))
        trait[TRAIT_D_SYMBOL] = small(duel_symbols(other));
    if (piece->shields && lead_of(s, !c->seat) >= 2)
        trait[TRAIT_D_SHIELDS] = small(piece->shields);
    const DuelPrice price = duel_card_price(g, !c->seat, c->a);
    if (price.printed + price.trade > other->coins)
        return;
    trait[TRAIT_D_CAN] = 1;
    trait[TRAIT_D_POINTS] = small(piece->points);
    trait[TRAIT_D_GOODS] = piece->gives.goods != 0;
}

bool duel_traits(const Duel *g, const Command *c, int8_t *trait)
{
    memset(trait, 0, DUEL_TRAITS);
    if (c->type == DUEL_DO_BUILD_CARD) {
        if (duel_wins_with(g, c->seat, &g->catalog->piece[c->a]))
            return true;
        add_card(g, c, trait);
    } else if (c->type == DUEL_DO_BUILD_WONDER) {
        if (duel_wins_with(g, c->seat, &g->catalog->piece[DUEL_WONDER_0 + c->b]))
            return true;
        add_wonder(g, c, trait);
    } else if (c->type == DUEL_DO_DISCARD_FOR_COINS) {
        trait[TRAIT_DISCARD] = 1;
        trait[TRAIT_DISCARD_COINS] = small(duel_discard_coins(g, c->seat));
        trait[TRAIT_PURSE] = small(g->state->city[c->seat].coins);
    } else {
        return false;
    }
    add_taken(g, c, trait);
    return false;
}
