/* glicko.c - how strong somebody is, and how sure that is: Glicko-2. */
#include "server/people/glicko.h"

#include "engine/rules.h"

#include <math.h>

static const double scale =
    173.7178; /* of the published one, in which it is computed */
static const double steadiness = 0.5; /* tau: how fast the volatility may change */
static const double exact = 0.000001;
static const double deviation_max = 350, deviation_min = 30;

Glicko glicko_new(void)
{
    return (Glicko){1500, deviation_max, 0.06};
}

static double weight(double phi)
{
    const double pi = 3.14159265358979323846;
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi));
}

typedef struct {
    double delta2, phi2, v, a;
} RootSearch;

static double search_at(const RootSearch *s, double x)
{
    const double e = exp(x), sum = s->phi2 + s->v + e;
    return e * (s->delta2 - sum) / (2 * sum * sum) -
           (x - s->a) / (steadiness * steadiness);
}

/* Where the function is 0, by the Illinois method as the paper has it. */
static double new_volatility(const RootSearch *s)
{
    double low = s->a, high = 0;
    if (s->delta2 > s->phi2 + s->v) {
        high = log(s->delta2 - s->phi2 - s->v);
    } else {
        int k = 1;
        while (k < 100 && search_at(s, s->a - k * steadiness) < 0)
            k++;
        high = s->a - k * steadiness;
    }
    double f_low = search_at(s, low), f_high = search_at(s, high);
    for (int i = 0; i < 100 && fabs(high - low) > exact; i++) {
        const double mid = low + (low - high) * f_low / (f_high - f_low);
        const double f_mid = search_at(s, mid);
        if (f_mid * f_high <= 0) {
            low = high;
            f_low = f_high;
        } else {
            f_low /= 2;
        }
        high = mid;
        f_high = f_mid;
    }
    return exp(low / 2);
}

Glicko glicko_after(const Glicko *of, const Glicko *others, const double *scores,
                    int count)
{
    const double mu = (of->rating - 1500) / scale, phi = of->deviation / scale;
    double v_inverse = 0, sum = 0;
    for (int i = 0; i < count; i++) {
        const double g = weight(others[i].deviation / scale);
        const double other_mu = (others[i].rating - 1500) / scale;
        const double expected = 1 / (1 + exp(-g * (mu - other_mu)));
        v_inverse += g * g * expected * (1 - expected);
        sum += g * (scores[i] - expected);
    }
    ASSERT(v_inverse > 0);
    const double v = 1 / v_inverse, delta = v * sum;
    const RootSearch s = {delta * delta, phi * phi, v,
                          log(of->volatility * of->volatility)};
    const double sigma = new_volatility(&s);
    const double phi_star2 = phi * phi + sigma * sigma;
    const double phi_new = 1 / sqrt(1 / phi_star2 + 1 / v);
    Glicko after = {1500 + scale * (mu + phi_new * phi_new * sum), scale * phi_new,
                    sigma};
    if (after.deviation > deviation_max)
        after.deviation = deviation_max;
    if (after.deviation < deviation_min)
        after.deviation = deviation_min;
    return after;
}
