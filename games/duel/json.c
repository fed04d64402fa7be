/* json.c - a table of 7 Wonders Duel as JSON, its score, and what a move would cost.
 *
 * position.c reads what is written here. Keys that only repeat what follows from others
 * are written for readers and passed over when read. */
#include "games/duel/host.h"

#include "engine/machine.h"
#include "games/duel/game.h"
#include "games/duel/price.h"

static const char *thing(const DuelCatalog *c, int kind, int id)
{
    return duel_thing_id(c, NULL, kind, id);
}

static void write_cards(const DuelCatalog *c, const char *key, DuelCards cards,
                        JsonW *out)
{
    jw_array(out, key);
    for (int card = duel_cards_pop(&cards); card; card = duel_cards_pop(&cards))
        jw_str(out, NULL, thing(c, DUEL_CARD, card));
    jw_end_array(out);
}

static void write_tokens(const DuelCatalog *c, const char *key, uint32_t tokens,
                         JsonW *out)
{
    jw_array(out, key);
    for (; tokens; tokens &= tokens - 1)
        jw_str(out, NULL, thing(c, DUEL_TOKEN, 1 + bits_first(tokens)));
    jw_end_array(out);
}

static void write_wonders(const DuelCatalog *c, const DuelCity *city, JsonW *out)
{
    jw_array(out, "wonders");
    for (int i = 0; i < DUEL_CITY_WONDERS; i++) {
        if (!city->wonder[i])
            continue;
        jw_object(out, NULL);
        jw_str(out, "wonder", thing(c, DUEL_WONDER, city->wonder[i]));
        jw_str(out, "under",
               city->under[i] ? thing(c, DUEL_CARD, city->under[i]) : NULL);
        jw_end_object(out);
    }
    jw_end_array(out);
}

/* What follows from a city's pieces. */
static void write_powers(const DuelCatalog *c, const DuelCity *city, JsonW *out)
{
    jw_object(out, "resources");
    for (int i = 0; i < DUEL_RESOURCES; i++)
        jw_int(out, duel_resource_names[i], duel_goods(city->has.goods, i));
    jw_int(out, "any_raw", duel_goods(city->has.goods, DUEL_ANY_RAW));
    jw_int(out, "any_manufactured", duel_goods(city->has.goods, DUEL_ANY_MADE));
    jw_end_object(out);
    jw_array(out, "fixed_prices");
    for (int i = 0; i < DUEL_RESOURCES; i++)
        if (city->has.bits >> i & 1)
            jw_str(out, NULL, duel_resource_names[i]);
    jw_end_array(out);
    jw_object(out, "symbols");
    for (int i = 1; i < DUEL_SYMBOLS; i++)
        if (city->has.symbols >> (2 * (i - 1)) & 3)
            jw_int(out, duel_symbol_names[i], city->has.symbols >> (2 * (i - 1)) & 3);
    jw_end_object(out);
    jw_array(out, "chains");
    DuelCards cards = city->cards;
    for (int card = duel_cards_pop(&cards); card; card = duel_cards_pop(&cards))
        if (c->label[card].gives)
            jw_str(out, NULL, c->chain_id[c->label[card].gives]);
    jw_end_array(out);
}

static void write_player(const Duel *g, int seat, JsonW *out)
{
    const DuelCity *city = &g->state->city[seat];
    jw_object(out, NULL);
    jw_int(out, "coins", city->coins);
    write_cards(g->catalog, "cards", city->cards, out);
    write_wonders(g->catalog, city, out);
    write_tokens(g->catalog, "tokens", city->tokens, out);
    write_powers(g->catalog, city, out);
    jw_int(out, "points", duel_score(g, seat).total);
    jw_end_object(out);
}

static void write_slot(const Duel *g, int slot, JsonW *out)
{
    const DuelState *s = g->state;
    const DuelCatalog *c = g->catalog;
    const int card = s->slot[slot];
    jw_object(out, NULL);
    jw_int(out, "slot", slot);
    if (card < DUEL_BACK)
        jw_str(out, "card", thing(c, DUEL_CARD, card));
    jw_str(out, "back",
           c->back_id[card < DUEL_BACK ? c->label[card].back : card - DUEL_BACK]);
    jw_bool(out, "face_up", !(s->hidden >> slot & 1));
    jw_bool(out, "available", duel_available(s) >> slot & 1);
    jw_array(out, "covered_by");
    for (uint32_t left = c->age[s->age].covered_by[slot] & s->lying; left;
         left &= left - 1)
        jw_int(out, NULL, bits_first(left));
    jw_end_array(out);
    jw_end_object(out);
}

static void write_board(const Duel *g, JsonW *out)
{
    const DuelState *s = g->state;
    jw_array(out, "structure");
    for (uint32_t left = s->lying; left; left &= left - 1)
        write_slot(g, bits_first(left), out);
    jw_end_array(out);
    write_cards(g->catalog, "discard", s->discard, out);
    jw_object(out, "military");
    jw_int(out, "position", s->pawn);
    jw_array(out, "loot"); /* seat 0 small, seat 0 large, seat 1 small, seat 1 large */
    for (int i = 0; i < DUEL_SEATS * DUEL_LOOT_MAX; i++)
        jw_bool(out, NULL, s->loot >> i & 1);
    jw_end_array(out);
    jw_end_object(out);
    jw_object(out, "progress");
    write_tokens(g->catalog, "row", s->row, out);
    write_tokens(g->catalog, "aside", s->aside, out);
    write_tokens(g->catalog, "drawn", s->drawn, out);
    jw_end_object(out);
    jw_array(out, "draft");
    for (int i = 0; i < DUEL_SHOWN_MAX; i++)
        if (s->pool[i])
            jw_str(out, NULL, thing(g->catalog, DUEL_WONDER, s->pool[i]));
    jw_end_array(out);
}

/* What waits, the top last. The question follows from the top. */
static void write_effects(const Duel *g, JsonW *out)
{
    const DuelState *s = g->state;
    jw_array(out, "effects");
    for (int i = 0; i < s->fx_depth; i++) {
        const DuelFx *fx = &s->fx[i];
        jw_object(out, NULL);
        jw_str(out, "ability", duel_ability_names[fx->ability]);
        jw_int(out, "step", fx->step);
        jw_int(out, "seat", fx->seat);
        jw_int(out, "who", fx->who);
        jw_str(out, "source",
               fx->source ? thing(g->catalog, DUEL_PIECE, fx->source) : NULL);
        jw_int(out, "answer", fx->answer);
        jw_int(out, "card", fx->card);
        jw_int(out, "count", fx->count);
        jw_end_object(out);
    }
    jw_end_array(out);
}

void duel_write_state(const void *catalog, const void *state, JsonW *out)
{
    const DuelState *s = (const DuelState *)state;
    DuelState copy = *s;
    const Duel g = duel_table((const DuelCatalog *)catalog, &copy, NULL);
    jw_object(out, NULL);
    jw_int(out, "age", s->age);
    jw_int(out, "turn", s->seat);
    jw_int(out, "first", s->first);
    jw_bool(out, "again", s->marks & DUEL_AGAIN);
    jw_bool(out, "expansions", !(s->marks & DUEL_BASE_ONLY));
    jw_array(out, "players");
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        write_player(&g, seat, out);
    jw_end_array(out);
    write_board(&g, out);
    jw_str(out, "victory", duel_victory_names[s->victory]);
    jw_array(out, "winners");
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        if (s->winners >> seat & 1)
            jw_int(out, NULL, seat);
    jw_end_array(out);
    const Table table = {&duel_game, catalog, state};
    const Machine question = {NULL, &copy.prompt, NULL, NULL, 0, NULL, 0};
    machine_write(out, &table, &question, true);
    write_effects(&g, out);
    if (DUEL_HAS_MORE)
        duel_more_write(&g, out);
    if (s->rng.state) /* a view has none */
        jw_hex64(out, "rng", s->rng.state);
    jw_end_object(out);
}

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
    jw_array(out, "winners");
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        if (copy.winners >> seat & 1)
            jw_int(out, NULL, seat);
    jw_end_array(out);
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
