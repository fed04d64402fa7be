/* test_glicko.c - ratings as the paper that describes Glicko-2 computes them. */
#include "server/people/glicko.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void is_near(double found, double wanted, double by)
{
    assert_true(fabs(found - wanted) < by);
}

/* Mark E. Glickman, "Example of the Glicko-2 system": its own numbers. */
static void the_published_example_comes_out(void **state)
{
    const Glicko one = {1500, 200, 0.06};
    const Glicko others[] = {{1400, 30, 0.06}, {1550, 100, 0.06}, {1700, 300, 0.06}};
    const double scores[] = {1, 0, 0};
    const Glicko after = glicko_after(&one, others, scores, 3);
    (void)state;
    is_near(after.rating, 1464.06, 0.02);
    is_near(after.deviation, 151.52, 0.02);
    is_near(after.volatility, 0.05999, 0.00002);
}

static void who_wins_rises_as_the_other_falls(void **state)
{
    const Glicko one = glicko_new();
    const double win = 1, loss = 0, draw = 0.5;
    const Glicko up = glicko_after(&one, &one, &win, 1);
    const Glicko down = glicko_after(&one, &one, &loss, 1);
    const Glicko same = glicko_after(&one, &one, &draw, 1);
    (void)state;
    is_near(up.rating - 1500, 1500 - down.rating, 0.001);
    is_near(same.rating, 1500, 0.001);
    assert_true(up.rating > 1600 && same.deviation < one.deviation);
}

static void a_thousand_matches_stay_within_bounds(void **state)
{
    Glicko strong = glicko_new(), weak = glicko_new();
    const double win = 1, loss = 0;
    (void)state;
    for (int i = 0; i < 1000; i++) {
        const Glicko before = strong;
        strong = glicko_after(&strong, &weak, &win, 1);
        weak = glicko_after(&weak, &before, &loss, 1);
        assert_true(isfinite(strong.rating) && isfinite(weak.rating));
        assert_true(strong.deviation >= 30 && strong.deviation <= 350);
    }
    assert_true(strong.rating > weak.rating + 400 && strong.rating < 4000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_example_comes_out),
        cmocka_unit_test(who_wins_rises_as_the_other_falls),
        cmocka_unit_test(a_thousand_matches_stay_within_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
