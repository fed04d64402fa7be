/* race.c - a few moves tried again and again in the same made-up worlds, until all but
 * one have fallen behind. */
#include "agents/race.h"

#include "engine/rules.h"

#include <string.h>

/* Who is so many standard errors behind the first is out, but not after a few worlds.
 */
enum { RACE_ERRORS = 3, RACE_WORLDS = 16, RACE_WORLDS_LEVEL = 64, RACE_LOOK = 8 };

/* Differences whose square is on average below this are rounding. */
static const double RACE_LEVEL = 1e-12;

void race_start(Race *race, int count)
{
    ASSERT(count > 0 && count <= RACE_MAX);
    memset(race, 0, sizeof *race);
    race->count = race->left = count;
    for (int i = 0; i < count; i++)
        race->in[i] = (uint8_t)i;
}

int race_runner(const Race *race)
{
    return race->in[race->turn];
}

static void add_world(Race *race)
{
    for (int i = 0; i < race->left; i++) {
        const int a = race->in[i];
        race->sum[a] += race->share[a];
        for (int j = 0; j <= i; j++) {
            const int b = race->in[j];
            race->product[a][b] += race->share[a] * race->share[b];
            race->product[b][a] = race->product[a][b];
        }
    }
    race->worlds++;
}

bool race_note(Race *race, double share)
{
    race->share[race_runner(race)] = share;
    if (++race->turn < race->left)
        return false;
    race->turn = 0;
    add_world(race);
    return true;
}

/* Also who has come in level with a better one in every world so far, and those were
 * many. */
static bool is_behind(const Race *race, int runner, int first)
{
    const double worlds = race->worlds;
    const double behind = (race->sum[first] - race->sum[runner]) / worlds;
    const double square = (race->product[first][first] + race->product[runner][runner] -
                           2 * race->product[first][runner]) /
                          worlds;
    const double spread = square > behind * behind ? square - behind * behind : 0;
    if (square < RACE_LEVEL)
        return runner > first && race->worlds >= RACE_WORLDS_LEVEL;
    return behind * behind * worlds > spread * RACE_ERRORS * RACE_ERRORS;
}

void race_drop(Race *race)
{
    int first = race->in[0], left = 0;
    ASSERT(race->turn == 0);
    if (race->worlds < RACE_WORLDS || race->worlds % RACE_LOOK)
        return;
    for (int i = 1; i < race->left; i++)
        if (race->sum[race->in[i]] > race->sum[first])
            first = race->in[i];
    for (int i = 0; i < race->left; i++)
        if (!is_behind(race, race->in[i], first))
            race->in[left++] = race->in[i];
    race->left = left;
}
