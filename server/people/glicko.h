/* glicko.h - how strong somebody is, and how sure that is: Glicko-2.
 *
 * A match is a rating period of its own. Who has not played is less and less sure,
 * which the deviation of a new match begins with. */
#pragma once

typedef struct {
    double rating, deviation, volatility;
} Glicko;

Glicko glicko_new(void); /* 1500, and quite unsure */
/* After meeting 'count' others, each with a score of 1, 0.5 or 0. */
Glicko glicko_after(const Glicko *of, const Glicko *others, const double *scores,
                    int count);
