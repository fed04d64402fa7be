/* json.c - the score of 7 Wonders Duel as JSON, and what a move would cost. */
#include "games/duel/host.h"

#include "games/duel/price.h"
#ifdef DUEL_WITH_SETS
#include "games/duel/sets/pantheon/cost.h"
#endif

void duel_write_score(const void *catalog, const void *state, JsonW *out)
{
    DuelState copy = *(const DuelState *)state;
    const Duel g = duel_table((const DuelCatalog *)catalog, &copy, NULL);
    jw_object(out, NULL);
    jw_array(out, "players");
    for (int seat = 0; seat < DUEL_SEATS; seat++) {
        const DuelScore score = duel_score(&g, seat);
        jw_object(out, NULL);
        for (int i = 0; i < DUEL_SCORES; i++)
            jw_int(out, duel_score_names[i], score.part[i]);
        jw_int(out, "total", score.total);
        jw_int(out, "blue", score.blue);
        jw_end_object(out);
    }
    jw_end_array(out);
    jw_str(out, "victory", duel_victory_names[copy.victory]);
    jw_seats(out, "winners", copy.winners);
    jw_end_object(out);
}

static void write_price(const Duel *g, int seat, DuelPrice price, JsonW *out)
{
    const DuelMarket market = duel_market(g, seat);
    const bool economy = g->state->city[!seat].has.bits & DUEL_TAKES_TRADE;
    jw_int(out, "price", price.printed + price.trade);
    jw_int(out, "printed", price.printed);
    jw_int(out, "trade", price.trade);
    jw_bool(out, "chain", price.chain);
    jw_array(out, "buys");
    for (int i = 0; i < DUEL_RESOURCES; i++) {
        if (!duel_goods(price.buy, i))
            continue;
        jw_object(out, NULL);
        jw_str(out, "resource", duel_resource_names[i]);
        jw_int(out, "units", duel_goods(price.buy, i));
        jw_int(out, "each", duel_unit_price(&market, i));
        jw_end_object(out);
    }
    jw_end_array(out);
    jw_str(out, "trade_to", !price.trade ? NULL : economy ? "opponent" : "bank");
}

/* A price, or for a discard what it brings; null for anything else. */
void duel_write_cost(const void *catalog, const void *state, const Command *c,
                     JsonW *out)
{
    const DuelCatalog *known = (const DuelCatalog *)catalog;
    DuelState copy = *(const DuelState *)state;
    const Duel g = duel_table(known, &copy, NULL);
    const bool card = c->a >= 1 && c->a <= known->card_count;
#ifdef DUEL_WITH_SETS
    if (c->type == DUEL_DO_ACTIVATE && c->seat < DUEL_SEATS && c->a >= 1 &&
        c->a <= PANTHEON_SPACES) {
        jw_object(out, NULL);
        jw_int(out, "price", duel_pantheon_cost(&g, c->seat, c->a, c->b));
        jw_end_object(out);
        return;
    }
#endif
    if (c->seat >= DUEL_SEATS || !card ||
        (c->type == DUEL_DO_BUILD_WONDER && (c->b < 1 || c->b > known->wonder_count))) {
        jw_null(out, NULL);
        return;
    }
    if (c->type == DUEL_DO_BUILD_CARD || c->type == DUEL_DO_BUILD_WONDER) {
        jw_object(out, NULL);
        write_price(&g, c->seat,
                    c->type == DUEL_DO_BUILD_CARD
                        ? duel_card_price(&g, c->seat, c->a)
                        : duel_wonder_price(&g, c->seat, c->b),
                    out);
        jw_end_object(out);
    } else if (c->type == DUEL_DO_DISCARD_FOR_COINS) {
        jw_object(out, NULL);
        jw_int(out, "price", 0);
        jw_int(out, "gains", duel_discard_coins(&g, c->seat));
        jw_end_object(out);
    } else {
        jw_null(out, NULL);
    }
}
