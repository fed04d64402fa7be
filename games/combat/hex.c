/* hex.c - distances, directions and areas. */
#include "games/combat/combat.h"

RULES static int hex_length(int dq, int dr)
{
    const int ds = dq + dr;
    return ((dq < 0 ? -dq : dq) + (dr < 0 ? -dr : dr) + (ds < 0 ? -ds : ds)) / 2;
}

RULES int combat_distance(const CombatMap *map, int a, int b)
{
    return hex_length(map->q[a] - map->q[b], map->r[a] - map->r[b]);
}

RULES int combat_cell_at(const CombatMap *map, int q, int r)
{
    if (r < 0 || r >= map->height)
        return 0;
    const int column = map->odd_r ? q + r / 2 : q;
    return column < 0 || column >= map->width ? 0 : 1 + r * map->width + column;
}

RULES static void hex_step(int direction, int *dq, int *dr)
{
    static const int8_t q[6] = {1, 1, 0, -1, -1, 0};
    static const int8_t r[6] = {0, -1, -1, 0, 1, 1};
    *dq = q[direction];
    *dr = r[direction];
}

/* The direction whose straight line ends nearest to b; the smallest of equals. */
RULES int combat_direction(const CombatMap *map, int a, int b)
{
    const int n = combat_distance(map, a, b);
    int best = 0, best_distance = 1 << 20;
    for (int d = 0; n == 1 && d < 6; d++)
        if (map->next[a][d] == b)
            return d;
    for (int d = 0; d < 6; d++) {
        int dq = 0, dr = 0;
        hex_step(d, &dq, &dr);
        const int distance =
            hex_length(map->q[a] + n * dq - map->q[b], map->r[a] + n * dr - map->r[b]);
        if (distance < best_distance) {
            best = d;
            best_distance = distance;
        }
    }
    return best;
}

/* Whether (q, r), seen from the actor, is x steps along d and y along e, x + y from 1
 * to the radius. */
RULES static bool hex_in_wedge(int q, int r, int d, int e, int radius)
{
    int dq = 0, dr = 0, eq = 0, er = 0;
    hex_step(d, &dq, &dr);
    hex_step(e, &eq, &er);
    const int det = dq * er - dr * eq;
    const int x = (q * er - r * eq) * det, y = (dq * r - dr * q) * det;
    return x >= 0 && y >= 0 && x + y >= 1 && x + y <= radius;
}

/* Areas other than a single target; 'center' is the target cell. */
RULES bool combat_in_area(const Combat *g, const CombatSkill *skill, int actor,
                          int center, int cell)
{
    const CombatMap *map = g->map;
    const int start = g->state->unit[actor].anchor;
    if (skill->shape == COMBAT_CIRCLE)
        return combat_distance(map, skill->around_self ? start : center, cell) <=
               skill->radius;
    const int d = combat_direction(map, start, center);
    const int q = map->q[cell] - map->q[start], r = map->r[cell] - map->r[start];
    if (skill->shape == COMBAT_LINE) {
        int dq = 0, dr = 0;
        hex_step(d, &dq, &dr);
        const int k = hex_length(q, r);
        return k >= 1 && k <= skill->radius && q == k * dq && r == k * dr;
    }
    return hex_in_wedge(q, r, d, (d + 1) % 6, skill->radius) ||
           (skill->shape == COMBAT_CONE120 &&
            hex_in_wedge(q, r, d, (d + 5) % 6, skill->radius));
}
