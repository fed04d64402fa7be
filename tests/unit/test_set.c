/* test_set.c - sets hold what was put in, walk in order, and combine as sets do. */
#include "tests/unit/unit.h"

static CardSet set_of(int a, int b, int c)
{
    CardSet s = set_none();
    set_add(&s, (Id)a);
    set_add(&s, (Id)b);
    set_add(&s, (Id)c);
    return s;
}

TEST(what_is_added_is_there_and_nothing_else)
{
    const CardSet s = set_of(1, 64, 255);
    for (int id = 0; id <= 300; id++)
        assert_int_equal(set_has(&s, (Id)id), id == 1 || id == 64 || id == 255);
    assert_int_equal(set_count(&s), 3);
}

TEST(what_is_removed_is_gone)
{
    CardSet s = set_of(1, 64, 255);
    set_remove(&s, 64);
    set_remove(&s, 63);
    assert_false(set_has(&s, 64));
    assert_int_equal(set_count(&s), 2);
    set_remove(&s, 1);
    set_remove(&s, 255);
    assert_true(set_is_empty(&s));
}

TEST(a_walk_visits_every_member_in_order)
{
    static const Id expected[] = {1, 63, 64, 127, 128, 255};
    CardSet s = set_none();
    for (int i = 5; i >= 0; i--)
        set_add(&s, expected[i]);
    int visited = 0;
    for (Id id = set_next(&s, 0); id; id = set_next(&s, id))
        assert_int_equal(id, expected[visited++]);
    assert_int_equal(visited, 6);
}

TEST(an_empty_set_has_no_first)
{
    const CardSet s = set_none();
    assert_true(set_is_empty(&s));
    assert_int_equal(set_next(&s, 0), 0);
    assert_int_equal(set_next(&s, 255), 0);
}

TEST(sets_combine)
{
    const CardSet a = set_of(1, 70, 200), b = set_of(70, 200, 255);
    const CardSet both = set_both(a, b), either = set_union(a, b);
    const CardSet rest = set_minus(a, b);
    assert_int_equal(set_count(&both), 2);
    assert_true(set_has(&both, 70) && set_has(&both, 200));
    assert_int_equal(set_count(&either), 4);
    assert_int_equal(set_count(&rest), 1);
    assert_true(set_has(&rest, 1));
}

TEST(a_set_of_one_has_one)
{
    const CardSet s = set_one(130);
    assert_int_equal(set_count(&s), 1);
    assert_int_equal(set_next(&s, 0), 130);
}

TEST(the_nth_of_a_set_is_the_nth_of_a_walk)
{
    CardSet s = set_none();
    for (int id = 1; id <= SET_ID_MAX; id += 1 + id % 7 + (id > 60 && id < 130) * 70)
        set_add(&s, (Id)id);
    uint32_t n = 0;
    for (Id id = set_next(&s, 0); id; id = set_next(&s, id))
        assert_int_equal(set_at(&s, n++), id);
    assert_int_equal(n, set_count(&s));
}

/* Chi-square with a fixed seed over masks with 1 to 40 bits in three words. Beyond four
 * and a half standard deviations above its mean it is no chance. */
TEST(every_action_of_a_mask_is_picked_as_often_as_another)
{
    Rng rng;
    rng_seed(&rng, 5);
    for (uint32_t count = 1; count <= 40; count++) {
        uint64_t mask[3] = {0};
        int picks[192] = {0};
        for (uint32_t have = 0; have < count;) {
            const int place = (int)rng_below(&rng, 192);
            have += !mask_has(mask, place);
            mask_add(mask, place);
        }
        for (uint32_t i = 0; i < 1000 * count; i++)
            picks[mask_pick(mask, rng_below(&rng, count))]++;
        int64_t squares = 0;
        for (int place = 0; place < 192; place++) {
            const int64_t off = picks[place] - 1000;
            if (mask_has(mask, place))
                squares += off * off;
            else
                assert_int_equal(picks[place], 0);
        }
        /* mean count - 1, variance 2 (count - 1) */
        const int64_t more = squares - 1000 * ((int64_t)count - 1);
        assert_true(more <= 0 || more * more <= 1000000ll * 81 / 4 * 2 * (count - 1));
    }
}

RUN(cmocka_unit_test(the_nth_of_a_set_is_the_nth_of_a_walk),
    cmocka_unit_test(every_action_of_a_mask_is_picked_as_often_as_another),
    cmocka_unit_test(what_is_added_is_there_and_nothing_else),
    cmocka_unit_test(what_is_removed_is_gone),
    cmocka_unit_test(a_walk_visits_every_member_in_order),
    cmocka_unit_test(an_empty_set_has_no_first), cmocka_unit_test(sets_combine),
    cmocka_unit_test(a_set_of_one_has_one))
