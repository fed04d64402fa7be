/* test_rng.c - the random numbers are the known ones, fair, and the same every time. */
#include "tests/unit/unit.h"

/* The sequence is published with the SplitMix64 generator, for this seed. */
TEST(a_seed_gives_the_published_numbers)
{
    static const uint64_t expected[] = {6457827717110365317u, 3203168211198807973u,
                                        9817491932198370423u, 4593380528125082431u,
                                        16408922859458223821u};
    Rng rng;
    rng_seed(&rng, 1234567);
    for (int i = 0; i < 5; i++)
        assert_int_equal(rng_next(&rng), expected[i]);
}

TEST(every_value_below_n_is_as_likely_as_another)
{
    int count[6] = {0};
    Rng rng;
    rng_seed(&rng, 7);
    for (int i = 0; i < 60000; i++) {
        const uint32_t value = rng_below(&rng, 6);
        assert_true(value < 6);
        count[value]++;
    }
    /* Five standard deviations of a fair die. */
    for (int i = 0; i < 6; i++)
        assert_in_range(count[i], 10000 - 457, 10000 + 457);
}

/* With n just above two thirds of the range, leaving out the redraw would give the low
 * values twice as often. */
TEST(a_large_n_is_fair_too)
{
    const uint32_t n = 0xc0000000u;
    int low = 0;
    Rng rng;
    rng_seed(&rng, 7);
    for (int i = 0; i < 30000; i++) {
        const uint32_t value = rng_below(&rng, n);
        assert_true(value < n);
        low += value % 3 == 0;
    }
    assert_in_range(low, 10000 - 409, 10000 + 409);
}

TEST(below_one_is_zero)
{
    Rng rng;
    rng_seed(&rng, 3);
    for (int i = 0; i < 100; i++)
        assert_int_equal(rng_below(&rng, 1), 0);
}

TEST(a_shuffle_is_a_permutation)
{
    uint8_t items[255];
    bool seen[255] = {false};
    Rng rng;
    rng_seed(&rng, 5);
    for (int i = 0; i < 255; i++)
        items[i] = (uint8_t)i;
    rng_shuffle(&rng, items, 255);
    int moved = 0;
    for (int i = 0; i < 255; i++) {
        assert_false(seen[items[i]]);
        seen[items[i]] = true;
        moved += items[i] != i;
    }
    assert_true(moved > 200);
}

TEST(every_order_is_as_likely_as_another)
{
    int count[27] = {0};
    Rng rng;
    rng_seed(&rng, 11);
    for (int i = 0; i < 60000; i++) {
        uint8_t items[3] = {0, 1, 2};
        rng_shuffle(&rng, items, 3);
        count[items[0] * 9 + items[1] * 3 + items[2]]++;
    }
    int orders = 0;
    for (int i = 0; i < 27; i++) {
        if (!count[i])
            continue;
        orders++;
        assert_in_range(count[i], 10000 - 457, 10000 + 457);
    }
    assert_int_equal(orders, 6);
}

TEST(shuffling_nothing_or_one_thing_draws_no_number)
{
    uint8_t item = 9;
    Rng rng;
    rng_seed(&rng, 5);
    rng_shuffle(&rng, &item, 0);
    rng_shuffle(&rng, &item, 1);
    assert_int_equal(rng.state, 5);
    assert_int_equal(item, 9);
}

TEST(neighbouring_numbers_mix_to_different_seeds)
{
    for (uint64_t seed = 0; seed < 8; seed++)
        for (uint64_t number = 0; number < 8; number++)
            for (uint64_t other = 0; other < number; other++) {
                assert_int_not_equal(rng_mix(seed, number), rng_mix(seed, other));
                assert_int_not_equal(rng_mix(number, seed), rng_mix(other, seed));
            }
}

RUN(cmocka_unit_test(a_seed_gives_the_published_numbers),
    cmocka_unit_test(every_value_below_n_is_as_likely_as_another),
    cmocka_unit_test(a_large_n_is_fair_too), cmocka_unit_test(below_one_is_zero),
    cmocka_unit_test(a_shuffle_is_a_permutation),
    cmocka_unit_test(every_order_is_as_likely_as_another),
    cmocka_unit_test(shuffling_nothing_or_one_thing_draws_no_number),
    cmocka_unit_test(neighbouring_numbers_mix_to_different_seeds))
