/* test_duel.c - 7 Wonders Duel: prices are the cheapest there are, the list is
 * complete, and data that is wrong is refused by name. */
#include "tests/unit/unit.h"

#include "games/duel/price.h"
#include "games/games.h"

#include <stdio.h>

enum { POSITIONS = 3000, GAMES = 200 };

static const DuelCatalog *catalog(void)
{
    static DuelCatalog loaded;
    static bool is_loaded;
    LoadError error;
    if (!is_loaded) {
        assert_true(duel_game.load(unit_data(), &loaded, &error));
        is_loaded = true;
    }
    return &loaded;
}

/* Two cities as chance makes them: any cards, wonders, tokens. */
static void random_cities(DuelState *s, Rng *rng)
{
    const DuelCatalog *c = catalog();
    memset(s, 0, sizeof *s);
    for (int card = 1; card <= c->card_count; card++) {
        const uint32_t place = rng_below(rng, 6);
        if (place < 2)
            duel_cards_add(&s->city[place].cards, card);
    }
    for (int seat = 0; seat < DUEL_SEATS; seat++) {
        DuelCity *city = &s->city[seat];
        for (int i = 0; i < DUEL_CITY_WONDERS; i++) {
            city->wonder[i] = (uint8_t)(1 + seat * 4 + i);
            city->under[i] = rng_below(rng, 2) ? 1 : 0;
        }
        city->tokens = (uint16_t)(rng_next(rng) & (seat ? 0x2a5 : 0x15a));
        city->has = duel_powers(c, city);
    }
}

typedef struct {
    int unit[DUEL_RESOURCES];
    int choices[2]; /* raw, manufactured */
    int off;
} Shop;

/* Every way to spend the choices and the discount, tried out. */
static int cheapest(const Shop *shop, const int *missing)
{
    int best = 0;
    for (int r = 0; r < DUEL_RESOURCES; r++)
        best += missing[r] * shop->unit[r];
    for (int r = 0; r < DUEL_RESOURCES; r++) {
        const int kind = r >= DUEL_MADE_FIRST;
        int fewer[DUEL_RESOURCES];
        Shop rest = *shop;
        if (!missing[r] || (!shop->choices[kind] && !shop->off))
            continue;
        memcpy(fewer, missing, sizeof fewer);
        fewer[r]--;
        if (shop->choices[kind]) {
            rest.choices[kind]--;
            const int price = cheapest(&rest, fewer);
            best = price < best ? price : best;
            rest.choices[kind]++;
        }
        if (shop->off) {
            rest.off--;
            const int price = cheapest(&rest, fewer);
            best = price < best ? price : best;
        }
    }
    return best;
}

/* What the rules say a unit costs, written without the words of price.h. */
static Shop shop_of(const DuelState *s, int seat, int type)
{
    const DuelCity *city = &s->city[seat], *other = &s->city[!seat];
    const DuelCatalog *c = catalog();
    Shop shop = {{0}, {0, 0}, (int)(city->has.off >> (4 * (type - 1)) & 15)};
    for (int r = 0; r < DUEL_RESOURCES; r++)
        shop.unit[r] = 2;
    for (int card = 1; card <= c->card_count; card++)
        for (int r = 0; r < DUEL_RESOURCES; r++)
            if (duel_cards_have(&other->cards, card))
                shop.unit[r] += duel_goods(c->piece[card].gives.goods, r);
    for (int r = 0; r < DUEL_RESOURCES; r++)
        if (city->has.bits >> r & 1)
            shop.unit[r] = 1;
    shop.choices[0] = duel_goods(city->has.goods, DUEL_ANY_RAW);
    shop.choices[1] = duel_goods(city->has.goods, DUEL_ANY_MADE);
    return shop;
}

static void expect_price(const DuelState *s, const DuelPiece *piece, DuelPrice price)
{
    const Shop shop = shop_of(s, 0, piece->type);
    int missing[DUEL_RESOURCES], trade = 0, printed = 0;
    for (int r = 0; r < DUEL_RESOURCES; r++) {
        const int more =
            duel_goods(piece->cost, r) - duel_goods(s->city[0].has.goods, r);
        missing[r] = more > 0 ? more : 0;
        trade += duel_goods(price.buy, r) * shop.unit[r];
    }
    printed = (int)(piece->cost >> 40);
    assert_int_equal(price.trade, cheapest(&shop, missing));
    assert_int_equal(price.trade, trade);
    assert_int_equal(price.printed, printed);
}

TEST(a_price_is_the_cheapest_of_all_ways_to_pay)
{
    const DuelCatalog *c = catalog();
    Rng rng;
    rng_seed(&rng, 3);
    for (int i = 0; i < POSITIONS; i++) {
        DuelState s;
        random_cities(&s, &rng);
        const Duel g = duel_table(c, &s, NULL);
        const int card = 1 + (int)rng_below(&rng, c->card_count);
        const int wonder = 1 + (int)rng_below(&rng, c->wonder_count);
        const DuelPrice of_card = duel_card_price(&g, 0, card);
        if (of_card.chain)
            assert_int_equal(of_card.printed + of_card.trade, 0);
        else
            expect_price(&s, &c->piece[card], of_card);
        expect_price(&s, &c->piece[DUEL_WONDER_0 + wonder],
                     duel_wonder_price(&g, 0, wonder));
    }
}

static bool is_listed(const Moves *moves, const Command *c)
{
    for (int i = 0; i < moves->count; i++)
        if (command_same(&moves->item[i], c))
            return true;
    return false;
}

/* Every card, every wonder, every kind of turn: in the list if and only if allowed. */
static void expect_whole_list(const DuelState *s, const Moves *moves)
{
    const Duel g = duel_table(catalog(), (DuelState *)(uintptr_t)s, NULL);
    int allowed = 0;
    for (int type = ACTION_PASS; type < DUEL_ACTIONS; type++)
        for (int a = 0; a <= catalog()->card_count; a++)
            for (int b = 0; b <= catalog()->wonder_count; b++) {
                const Command c = command(type, duel_to_act(s), a, b, 0);
                const bool is_allowed = duel_validate(&g, &c, NULL) == ERR_OK;
                assert_int_equal(is_allowed, is_listed(moves, &c));
                allowed += is_allowed;
            }
    assert_int_equal(allowed, moves->count);
}

TEST(the_list_has_every_move_that_is_allowed)
{
    static Moves moves;
    Rng rng;
    rng_seed(&rng, 5);
    for (int game = 0; game < GAMES / 20; game++) {
        const Setup setup = {.seed = (uint64_t)game, .players = 2, .option = {-1, 1}};
        DuelState s;
        duel_game.open(catalog(), &setup, &s);
        duel_game.begin(catalog(), &s, NULL);
        while (!s.victory) {
            moves.count = 0;
            duel_game.legal(catalog(), &s, &moves);
            expect_whole_list(&s, &moves);
            const Command c = moves.item[rng_below(&rng, (uint32_t)moves.count)];
            duel_game.execute(catalog(), &s, &c, NULL);
        }
    }
}

/* How many sets of cards can lie in the structure of an age. */
static int structures(const DuelLayout *layout)
{
    static uint32_t seen[4096];
    int count = 1;
    seen[0] = ((uint32_t)1 << layout->slot_count) - 1;
    for (int i = 0; i < count; i++)
        for (uint32_t open = duel_uncovered(layout, seen[i]); open; open &= open - 1) {
            const uint32_t fewer = seen[i] & ~(open & (0u - open));
            int j = 0;
            while (j < count && seen[j] != fewer)
                j++;
            if (j == count)
                seen[count++] = fewer;
        }
    return count;
}

TEST(the_three_structures_are_the_published_ones)
{
    assert_int_equal(structures(&catalog()->age[0][1]), 428);
    assert_int_equal(structures(&catalog()->age[0][2]), 428);
    assert_int_equal(structures(&catalog()->age[0][3]), 132);
}

TEST(all_pieces_are_there)
{
    const DuelCatalog *c = catalog();
    assert_int_equal(c->card_count, 73);
    assert_int_equal(c->wonder_count, 12);
    assert_int_equal(c->token_count, 10);
    assert_int_equal(c->chain_count, 17);
    assert_int_equal(c->pile[0][1].count, 23);
    assert_int_equal(c->pile[0][2].count, 23);
    assert_int_equal(c->pile[0][3].count, 20);
    assert_int_equal(c->pile[0][4].count, 7);
}

TEST(an_age_deals_twenty_cards_and_three_guilds_in_the_last)
{
    const DuelCatalog *c = catalog();
    for (int game = 0; game < GAMES; game++) {
        const Setup setup = {.seed = (uint64_t)game, .players = 2, .option = {0, 1}};
        for (int age = 1; age <= 3; age++) {
            DuelState s;
            DuelCards dealt = {{0, 0}};
            int guilds = 0;
            duel_open(c, &setup, &s);
            Duel g = duel_table(c, &s, NULL);
            duel_lay_age(&g, age);
            for (int slot = 0; slot < 20; slot++) {
                assert_false(duel_cards_have(&dealt, s.slot[slot]));
                duel_cards_add(&dealt, s.slot[slot]);
                guilds += c->piece[s.slot[slot]].type == DUEL_GUILD;
            }
            assert_int_equal(duel_cards_count(dealt), 20);
            assert_int_equal(guilds, age == 3 ? 3 : 0);
        }
    }
}

/* Lay a file over the data and expect it to be refused at 'path' with words like
 * 'what'. */
static void expect_refused(const char *file, const char *path, const char *what)
{
    const char *folder = unit_folder();
    static DuelCatalog loaded;
    LoadError error = {{0}, {0}, {0}};
    char text[1000];
    snprintf(text, sizeof text, "%s", file);
    for (char *at = text; *at; at++)
        *at = *at == '\'' ? '"' : *at;
    unit_write(folder, "duel/more.json", text);
    Data *data = data_open(&folder, 1, &error);
    assert_non_null(data);
    assert_false(duel_game.load(data, &loaded, &error));
    data_close(data);
    if (!strstr(error.path, path) || !strstr(error.what, what))
        fail_msg("%s: %s: %s", error.file, error.path, error.what);
}

#define CARD(more) \
    "{'set':'x','cards':[{'id':'new','back':'age_1','type':'civilian'," more "}]}"

TEST(wrong_data_is_refused_by_name)
{
    expect_refused("{'cards':[],'typo':1}", "typo", "");
    expect_refused(CARD("'effects':[{'do':'fly'}]"), "cards[0].effects[0].do", "fly");
    expect_refused(CARD("'effects':[{'do':'end_turn'}]"), "effects[0].do", "end_turn");
    expect_refused(CARD("'effects':[{'do':'points','n':99}]"), "effects[0].n", "");
    expect_refused(CARD("'effects':[{'do':'points'}]"), "effects[0].n", "");
    expect_refused(CARD("'effects':[{'do':'points','n':1},{'do':'points','n':2}]"),
                   "effects[1].do", "twice");
    expect_refused(CARD("'effects':[{'do':'produce','wood':1}]"), "effects[0].do",
                   "raw_material");
    expect_refused(CARD("'effects':[{'do':'choose','of':['wood','glass']}]"),
                   "effects[0].of", "all raw");
    expect_refused(CARD("'effects':[{'do':'play_again'}]"), "effects[0].do", "wonders");
    expect_refused(CARD("'cost':{'gold':1},'effects':[]"), "cards[0].cost.gold", "");
    expect_refused(CARD("'needs':'Nothing','effects':[]"), "needs", "no card gives");
    expect_refused("{'set':'x','cards':[{'id':'tavern','back':'age_1','type':'guild',"
                   "'effects':[]}]}",
                   "cards[0].id", "twice");
    expect_refused("{'set':'x','cards':[{'id':'new','back':'age_1','type':'pink',"
                   "'effects':[]}]}",
                   "cards[0].type", "");
    expect_refused("{'set':'x','wonders':[{'id':'w','effects':[{'do':'symbol',"
                   "'symbol':'law'}]},{'id':'v','effects':[{'do':'symbol','symbol':"
                   "'law'}]},{'id':'u','effects':[{'do':'symbol','symbol':'law'}]}]}",
                   "", "more than 3");
    expect_refused("{'rules':{}}", "rules", "");
    expect_refused("{'ages':[{'age':1,'deck':[],'rows':[]}]}", "", "");
}

RUN(cmocka_unit_test(a_price_is_the_cheapest_of_all_ways_to_pay),
    cmocka_unit_test(the_list_has_every_move_that_is_allowed),
    cmocka_unit_test(the_three_structures_are_the_published_ones),
    cmocka_unit_test(all_pieces_are_there),
    cmocka_unit_test(an_age_deals_twenty_cards_and_three_guilds_in_the_last),
    cmocka_unit_test(wrong_data_is_refused_by_name))
