/* test_race.c - moves that are tried in the same worlds: who is better is known soon,
 * who is not is kept. */
#include "agents/race.h"
#include "engine/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define TEST(name) static void name(void **unused_ __attribute__((unused)))

/* What a world brings, to everybody or to one alone: -1 to 1. */
static double luck(Rng *rng)
{
    return (double)rng_below(rng, 2001) / 1000 - 1;
}

/* So many worlds: everybody has the luck of the world and its own, and is so good. */
static void run(Race *race, Rng *rng, int worlds, const double *good, double own)
{
    for (int world = 0; world < worlds && race->left > 1; world++) {
        const double common = luck(rng);
        bool last = false;
        while (!last) {
            const int runner = race_runner(race);
            last = race_note(race, common + good[runner] + own * luck(rng));
        }
        race_drop(race);
    }
}

TEST(luck_that_all_share_hides_nothing)
{
    const double good[] = {0.01, 0, 0.02, -0.01};
    Race race;
    Rng rng;
    rng_seed(&rng, 3);
    race_start(&race, 4);
    run(&race, &rng, 40, good, 0.005);
    assert_int_equal(race.left, 1);
    assert_int_equal(race_runner(&race), 2);
    assert_true(race.worlds <= 40);
}

TEST(who_is_not_clearly_behind_stays)
{
    const double good[] = {0.01, 0.012};
    Race race;
    Rng rng;
    rng_seed(&rng, 4);
    race_start(&race, 2);
    run(&race, &rng, 200, good, 1);
    assert_int_equal(race.left, 2);
}

TEST(nobody_is_out_after_a_few_worlds)
{
    const double good[] = {0, 1, 2};
    Race race;
    Rng rng;
    rng_seed(&rng, 5);
    race_start(&race, 3);
    run(&race, &rng, 15, good, 0);
    assert_int_equal(race.left, 3);
    run(&race, &rng, 1, good, 0);
    assert_int_equal(race.left, 1);
    assert_int_equal(race_runner(&race), 2);
}

TEST(of_equals_the_first_stays)
{
    const double good[] = {0.3, 0.5, 0.5, 0.5};
    Race race;
    Rng rng;
    rng_seed(&rng, 6);
    race_start(&race, 4);
    run(&race, &rng, 32, good, 0);
    assert_int_equal(race.left, 3);
    run(&race, &rng, 40, good, 0);
    assert_int_equal(race.left, 1);
    assert_int_equal(race_runner(&race), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(luck_that_all_share_hides_nothing),
        cmocka_unit_test(who_is_not_clearly_behind_stays),
        cmocka_unit_test(nobody_is_out_after_a_few_worlds),
        cmocka_unit_test(of_equals_the_first_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
