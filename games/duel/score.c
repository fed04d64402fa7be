/* score.c - what a city is worth. */
#include "games/duel/duel.h"

/* How many things of the given types a city has; bit a type. */
RULES int duel_count(const Duel *g, const DuelCity *city, int what)
{
    int count = 0;
    for (int type = DUEL_RAW_MATERIAL; type <= DUEL_GUILD; type++)
        if (what >> type & 1)
            count += duel_cards_count(
                duel_cards_both(city->cards, g->catalog->of_type[type]));
    if (what >> DUEL_A_WONDER & 1)
        count += duel_built_wonders(city);
    if (what >> DUEL_A_TOKEN & 1)
        count += bits_count(city->tokens);
    if (what >> DUEL_COIN_SETS & 1)
        count += city->coins / g->catalog->number.coin_set;
    return count;
}

RULES int duel_symbols(const DuelCity *city)
{
    return bits_count((city->has.symbols | city->has.symbols >> 1) & 0x5555);
}

/* The count of the city that has more, whoever owns it. */
RULES int duel_count_most(const Duel *g, int what)
{
    const int first = duel_count(g, &g->state->city[0], what);
    const int second = duel_count(g, &g->state->city[1], what);
    return first > second ? first : second;
}

RULES static int score_piece(const Duel *g, const DuelCity *city, int id)
{
    const DuelPiece *piece = &g->catalog->piece[id];
    int points = piece->points;
    if (piece->per_points)
        points += piece->per_points * duel_count(g, city, piece->per);
    if (piece->most_points)
        points += piece->most_points * duel_count_most(g, piece->most);
    return points;
}

/* The leader's points by how far the pawn has come; the other player has none. */
RULES static int score_military(const Duel *g, int seat)
{
    const DuelNumbers *number = &g->catalog->number;
    const int lead = seat == 0 ? g->state->pawn : -g->state->pawn;
    int points = 0;
    for (int zone = 0; zone < number->zone_count; zone++)
        if (lead >= number->zone_space[zone])
            points = number->zone_points[zone];
    return points;
}

RULES DuelScore duel_score(const Duel *g, int seat)
{
    /* Brown, grey and red cards have no points in the base game. */
    static const uint8_t category[DUEL_TYPES] = {
        DUEL_SCORE_COINS,    DUEL_SCORE_COMMERCIAL, DUEL_SCORE_COMMERCIAL,
        DUEL_SCORE_CIVILIAN, DUEL_SCORE_SCIENTIFIC, DUEL_SCORE_COMMERCIAL,
        DUEL_SCORE_MILITARY, DUEL_SCORE_GUILD,      DUEL_SCORE_WONDER,
        DUEL_SCORE_PROGRESS,
#ifdef DUEL_WITH_SETS
        DUEL_SCORE_SENATE,
#endif
    };
    const DuelCity *city = &g->state->city[seat];
    DuelScore score;
    memset(&score, 0, sizeof score);
    score.part[DUEL_SCORE_MILITARY] = score_military(g, seat);
    score.part[DUEL_SCORE_COINS] = (city->coins / g->catalog->number.coin_set);
    DuelCards cards = city->cards;
    for (int card = duel_cards_pop(&cards); card; card = duel_cards_pop(&cards)) {
        const DuelPiece *piece = &g->catalog->piece[card];
        score.part[category[piece->type]] += score_piece(g, city, card);
        if (piece->type == DUEL_CIVILIAN)
            score.blue += piece->points;
    }
    for (int i = 0; i < DUEL_CITY_WONDERS; i++)
        if (city->under[i])
            score.part[DUEL_SCORE_WONDER] +=
                score_piece(g, city, DUEL_WONDER_0 + city->wonder[i]);
    for (uint32_t left = city->tokens; left; left &= left - 1)
        score.part[DUEL_SCORE_PROGRESS] +=
            score_piece(g, city, DUEL_TOKEN_0 + 1 + bits_first(left));
    duel_sets_score(g, seat, &score);
    for (int i = 0; i < DUEL_SCORES; i++)
        score.total += score.part[i];
    return score;
}

/* How well a player stands, in hundredths of a point: what would be scored now, and
 * what production, symbols, the pawn and coins are still good for. */
RULES static int value_city(const Duel *g, int seat)
{
    const DuelState *s = g->state;
    const DuelCity *city = &s->city[seat];
    int cards_left = bits_count(s->lying), units = 0;
    for (int age = s->age ? s->age + 1 : 2; age <= g->catalog->age_count; age++)
        cards_left += duel_layout(g->catalog, s, age)->slot_count;
    for (int r = 0; r < DUEL_RESOURCES; r++) {
        const int made = duel_goods(city->has.goods, r);
        units +=
            made > 2 ? 2 * 2 + made : 2 * made; /* a third of a kind is worth half */
        units += city->has.bits >> r & 1;
    }
    units += 3 * (duel_goods(city->has.goods, DUEL_ANY_RAW) +
                  duel_goods(city->has.goods, DUEL_ANY_MADE));
    const int symbols = duel_symbols(city);
    const int lead = seat == 0 ? s->pawn : -s->pawn;
    int value = 100 * duel_score(g, seat).total;
    value += units * cards_left * 5 / 2;
    value += (city->coins < 12 ? city->coins : 12) * (cards_left > 6 ? 40 : 10);
    value += symbols * symbols * 40 + bits_count(city->tokens) * 150;
    value += lead > 0 ? lead * lead * 15 + lead * 40 : lead * 40;
    for (int i = 0; i < DUEL_CITY_WONDERS; i++)
        if (city->under[i] && g->catalog->piece[DUEL_WONDER_0 + city->wonder[i]].again)
            value += 150;
    return value;
}

RULES int32_t duel_value(const Duel *g, int seat)
{
    const DuelState *s = g->state;
    if (s->victory)
        return s->winners == 3 ? 0 : s->winners >> seat & 1 ? 1000000 : -1000000;
    const int turn = duel_to_act(s) == seat ? 100 : 0;
    return value_city(g, seat) - value_city(g, !seat) + turn;
}
