/* test_salt.c - Sea Salt & Paper: what cases cannot say: settlements by number, ties,
 * the deck. */
#include "tests/unit/unit.h"

#include "games/games.h"
#include "games/sea-salt/salt.h"

#include <stdlib.h>

enum { STANDARD, OFFICIAL };

static void start(const SaltCatalog *catalog, int profile, int players, uint64_t seed,
                  SaltState *s)
{
    Setup setup = setup_default(&salt_game, players, seed);
    setup.option[SALT_OPT_PROFILE] = (int16_t)profile;
    salt_game.open(catalog, &setup, s);
    salt_game.begin(catalog, s, NULL);
}

typedef struct {
    const char *name;
    int profile, reason, players;
    int cards[SEATS_MAX], colour[SEATS_MAX]; /* the declarer is seat 0 */
    int points[SEATS_MAX];
    bool won;
} Settlement;

static const Settlement settlements[] = {
    {"E01",
     STANDARD,
     SALT_BY_STOP,
     4,
     {20, 15, 18, 12},
     {3, 4, 2, 5},
     {20, 15, 18, 12},
     false},
    {"E02",
     STANDARD,
     SALT_BY_LAST_CHANCE,
     3,
     {25, 28, 22},
     {5, 6, 4},
     {5, 34, 26},
     false},
    {"E03",
     STANDARD,
     SALT_BY_LAST_CHANCE,
     3,
     {25, 23, 22},
     {5, 6, 4},
     {30, 6, 4},
     true},
    {"E04",
     STANDARD,
     SALT_BY_LAST_CHANCE,
     3,
     {20, 28, 22},
     {5, 6, 4},
     {5, 34, 26},
     false},
    {"E05", STANDARD, SALT_BY_LAST_CHANCE, 2, {12, 12}, {4, 9}, {16, 9}, true},
    {"E07",
     OFFICIAL,
     SALT_BY_LAST_CHANCE,
     3,
     {20, 28, 22},
     {5, 6, 4},
     {5, 28, 22},
     false},
    {"E08",
     OFFICIAL,
     SALT_BY_LAST_CHANCE,
     3,
     {25, 25, 22},
     {5, 6, 4},
     {30, 6, 4},
     true},
    {"E10", OFFICIAL, SALT_BY_VOID, 2, {6, 5}, {3, 2}, {0, 0}, false},
};

TEST(settlements_share_out_as_the_worked_examples_say)
{
    SaltCatalog *catalog = unit_load(&salt_game);
    for (size_t i = 0; i < sizeof settlements / sizeof *settlements; i++) {
        const Settlement *row = &settlements[i];
        SaltState state;
        SaltScore score[SEATS_MAX] = {0};
        int points[SEATS_MAX] = {0};
        start(catalog, row->profile, row->players, 1, &state);
        state.declarer = row->reason == SALT_BY_VOID ? SEAT_NONE : 0;
        for (int seat = 0; seat < row->players; seat++) {
            score[seat].cards = row->cards[seat];
            score[seat].colour = row->colour[seat];
        }
        const Salt g = salt_table(catalog, &state, NULL);
        assert_int_equal(salt_share_out(&g, row->reason, score, points), row->won);
        assert_memory_equal(points, row->points, sizeof points);
    }
    free(catalog);
}

typedef struct {
    const char *name;
    int profile, players, target;
    int total[SEATS_MAX], last_round[SEATS_MAX];
    int declarer, after; /* after: who declared or acted last */
    int winners;         /* a bit a seat */
} Victory;

static const Victory victories[] = {
    {"G01", STANDARD, 4, 30, {32, 20, 11, 9}, {12, 5, 4, 3}, 0, 0, 1},
    {"G02", STANDARD, 4, 30, {32, 35, 10, 8}, {12, 9, 4, 3}, 0, 0, 2},
    {"G03", STANDARD, 4, 30, {35, 35, 10, 8}, {9, 12, 4, 3}, 0, 0, 1},
    {"G04", STANDARD, 4, 30, {35, 35, 10, 8}, {9, 12, 4, 3}, 2, 2, 2},
    {"G05", STANDARD, 4, 30, {10, 35, 8, 35}, {4, 12, 3, 12}, 2, 2, 8},
    {"G06", STANDARD, 4, 30, {29, 28, 10, 8}, {9, 12, 4, 3}, 0, 0, 0},
    {"G07", STANDARD, 2, 30, {30, 0}, {7, 0}, 0, 0, 1},
    {"G08", OFFICIAL, 2, 40, {40, 40}, {12, 9}, 1, 1, 1},
    {"G09", OFFICIAL, 2, 40, {40, 40}, {9, 9}, 1, 1, 3},
    {"G10", STANDARD, 2, 40, {39, 12}, {9, 2}, 0, 0, 0},
    {"G11", STANDARD, 2, 40, {40, 40}, {9, 9}, SEAT_NONE, 0, 2},
};

TEST(victories_and_ties_go_to_whom_the_rules_name)
{
    SaltCatalog *catalog = unit_load(&salt_game);
    for (size_t i = 0; i < sizeof victories / sizeof *victories; i++) {
        const Victory *row = &victories[i];
        SaltState state;
        start(catalog, row->profile, row->players, 1, &state);
        state.declarer = (uint8_t)row->declarer;
        state.target = (uint8_t)row->target;
        for (int seat = 0; seat < row->players; seat++) {
            state.total[seat] = (int16_t)row->total[seat];
            state.last_round[seat] = (int16_t)row->last_round[seat];
        }
        const Salt g = salt_table(catalog, &state, NULL);
        assert_int_equal(salt_winners(&g, row->after), row->winners);
    }
    free(catalog);
}

TEST(the_standard_deck_has_ten_cards_of_each_colour_and_white_mermaids)
{
    SaltCatalog *catalog = unit_load(&salt_game);
    for (uint64_t seed = 0; seed < 20; seed++) {
        SaltState s;
        int count[SALT_COLOURS_MAX + 1] = {0};
        start(catalog, STANDARD, 4, seed, &s);
        const SaltProfile *p = &catalog->profile[STANDARD];
        assert_int_equal(s.card_count, 64);
        for (int card = 1; card <= s.card_count; card++) {
            const bool mermaid = p->kind_of[card] == p->mermaid;
            assert_int_equal(salt_colour(&s, card) == p->white, mermaid);
            count[salt_colour(&s, card)]++;
        }
        for (int colour = 1; colour <= p->colour_count; colour++)
            assert_int_equal(count[colour], colour == p->white ? 4 : 10);
    }
    free(catalog);
}

TEST(the_official_deck_has_the_printed_colours)
{
    static const int printed[] = {0, 9, 9, 8, 8, 6, 4, 4, 3, 2, 1, 4};
    SaltCatalog *catalog = unit_load(&salt_game);
    const SaltProfile *p = &catalog->profile[OFFICIAL];
    int count[SALT_COLOURS_MAX + 1] = {0};
    assert_int_equal(p->card_count, 58);
    assert_int_equal(p->card_count_max, 66);
    for (int card = 1; card <= p->card_count; card++)
        count[p->colour_of[card]]++;
    const int order[] = {0, 1, 2, 3, 4, 5, 7, 6, 8, 9, 10, 11};
    for (int colour = 1; colour <= 11; colour++)
        assert_int_equal(count[order[colour]], printed[colour]);
    free(catalog);
}

TEST(a_third_sailor_would_add_nothing)
{
    SaltCatalog *catalog = unit_load(&salt_game);
    const SaltProfile *p = &catalog->profile[STANDARD];
    for (int kind = 1; kind <= p->kind_count; kind++)
        if (strcmp(p->kind[kind].id, "sailor") == 0)
            assert_int_equal(p->kind[kind].points[3], 5);
    free(catalog);
}

/* Play at random without ever calling; every draw takes a card off deck and piles for
 * good. */
TEST(a_round_in_which_nobody_declares_ends_by_exhaustion)
{
    SaltCatalog *catalog = unit_load(&salt_game);
    for (uint64_t seed = 1; seed <= 50; seed++) {
        SaltState s;
        Moves moves;
        Rng rng;
        int draws = 0;
        start(catalog, STANDARD, 2 + (int)(seed % 3), seed, &s);
        rng_seed(&rng, seed);
        s.mermaids_to_win = 10; /* nobody wins before the end */
        while (s.round == 1 && s.phase != SALT_OVER) {
            salt_game.legal(catalog, &s, &moves);
            Command c = moves.item[rng_below(&rng, (uint32_t)moves.count)];
            if (s.phase == SALT_DECLARE)
                c = command(SALT_DO_END_TURN, s.seat, 0, 0, 0);
            draws += c.type == SALT_DO_DRAW_DECK || c.type == SALT_DO_TAKE_LEFT ||
                     c.type == SALT_DO_TAKE_RIGHT;
            assert_int_equal(salt_game.validate(catalog, &s, &c, NULL), ERR_OK);
            salt_game.execute(catalog, &s, &c, NULL);
        }
        assert_true(draws <= 64);
        assert_int_equal(s.declarer, SEAT_NONE);
    }
    free(catalog);
}

TEST(expansions_go_with_the_published_deck_only)
{
    SaltCatalog *catalog = unit_load(&salt_game);
    Setup setup = setup_default(&salt_game, 2, 1);
    Refusal why;
    setup.option[SALT_OPT_EXTRA_SALT] = 1;
    assert_int_equal(setup_check(&salt_game, catalog, &setup, &why), ERR_OPTION_CLASH);
    setup.option[SALT_OPT_PROFILE] = OFFICIAL;
    assert_int_equal(setup_check(&salt_game, catalog, &setup, &why), ERR_OK);
    free(catalog);
}

RUN(cmocka_unit_test(settlements_share_out_as_the_worked_examples_say),
    cmocka_unit_test(victories_and_ties_go_to_whom_the_rules_name),
    cmocka_unit_test(the_standard_deck_has_ten_cards_of_each_colour_and_white_mermaids),
    cmocka_unit_test(the_official_deck_has_the_printed_colours),
    cmocka_unit_test(a_third_sailor_would_add_nothing),
    cmocka_unit_test(a_round_in_which_nobody_declares_ends_by_exhaustion),
    cmocka_unit_test(expansions_go_with_the_published_deck_only))
