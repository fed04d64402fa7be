/* sim_test.c - when enough has been played: the sequential probability ratio test.
 *
 * A mirrored deal counts as one: luck with the cards is the same on both sides of it.
 * Deals are judged in their order, so any number of threads stops at the same one. */
#include "cli/measure/sim.h"

#include <math.h>
#include <stdlib.h>

/* Wrong in one of twenty, either way. */
static const double test_bound = 2.944438979;

static double share_of_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

/* "0,10": no better than the first, or better by the second. */
bool sim_test_open(SimTest *test, const char *text, int64_t games)
{
    char *end = NULL;
    test->elo_low = strtod(text, &end);
    if (end == text || *end != ',')
        return false;
    const char *second = end + 1;
    test->elo_high = strtod(second, &end);
    if (end == second || *end || !(test->elo_low < test->elo_high) ||
        fabs(test->elo_low) > 1000 || fabs(test->elo_high) > 1000)
        return false;
    test->share = calloc(1, (size_t)games + 1);
    test->on = test->share != NULL;
    return test->on;
}

static void test_judge(SimTest *test)
{
    const double n = (double)test->pairs;
    const double low = share_of_elo(test->elo_low), high = share_of_elo(test->elo_high);
    const double mean = test->sum / n;
    /* Half a win and half a loss on top: a run of equal results is not certainty. */
    const double spread =
        (test->squares + 0.5) / (n + 1) - pow((test->sum + 0.5) / (n + 1), 2);
    if (n < 8 || spread <= 0)
        return;
    test->ratio = n * (high - low) * (2 * mean - low - high) / (2 * spread);
    test->verdict = test->ratio >= test_bound ? 1 : test->ratio <= -test_bound ? -1 : 0;
}

void sim_test_add(SimTest *test, int64_t game, int share)
{
    test->share[game] = (uint8_t)(share + 1);
    while (!test->verdict && test->share[2 * test->pairs] &&
           test->share[2 * test->pairs + 1]) {
        const int both =
            test->share[2 * test->pairs] + test->share[2 * test->pairs + 1] - 2;
        const double mean = (double)both / (2 * SIM_SHARE);
        test->sum += mean;
        test->squares += mean * mean;
        test->pairs++;
        test_judge(test);
    }
}
