/* reach.c - where a unit can go, and the way there: a row of the map is a word of bits.
 *
 * A step in all six directions from a whole set of cells is a few shifts a row: along
 * the row, and to the rows above and below, which in a map of odd rows pushed right
 * lie half a cell to one side or the other. */
#include "games/combat/combat.h"

#define REACH_ONES 0x0101010101010101u
#define REACH_LOW  0x7f7f7f7f7f7f7f7fu
#define REACH_HIGH 0x8080808080808080u

/* Eight bytes below 128: a bit for each that is not 0. */
RULES static inline uint64_t reach_not_zero(uint64_t bytes)
{
    return (((bytes + REACH_LOW) & REACH_HIGH) >> 7) * 0x0102040810204080u >> 56;
}

RULES static inline uint64_t reach_bytes(const uint8_t *from)
{
    uint64_t bytes;
    memcpy(&bytes, from, sizeof bytes);
    return bytes;
}

/* All cells that nobody stands on and where the ground lets one stand. */
RULES static CardSet reach_open_cells(const Combat *g)
{
    const CombatState *s = g->state;
    const CombatCatalog *c = g->catalog;
    uint64_t block[COMBAT_TERRAINS_MAX];
    int blocks = 0;
    CardSet open = set_none();
    static_assert(COMBAT_UNIT_ROOM < 128 && COMBAT_TERRAINS_MAX < 128, "below 128");
    for (int i = 0; i < c->terrain_count; i++)
        if (c->terrain[i].blocks)
            block[blocks++] = (uint64_t)i * REACH_ONES;
    for (int at = 0; at <= g->map->cell_count; at += 8) {
        const uint64_t ground = reach_bytes(s->terrain + at);
        uint64_t free = ~reach_not_zero(reach_bytes(s->unit_at + at));
        for (int i = 0; i < blocks; i++)
            free &= reach_not_zero(ground ^ block[i]);
        open.word[at >> 6] |= (free & 0xff) << (at & 63);
    }
    return open;
}

RULES static uint64_t reach_row_mask(const CombatMap *map)
{
    return ((uint64_t)1 << map->width) - 1;
}

RULES void combat_rows(const CombatMap *map, const CardSet *cells, CombatRows *rows)
{
    const uint64_t mask = reach_row_mask(map);
    int at = 1;
    ASSERT(map->height <= COMBAT_ROWS_MAX && map->width < 64);
    rows->row[0] = rows->row[map->height + 1] = 0;
    for (int y = 1; y <= map->height; y++, at += map->width) {
        const int word = at >> 6, bit = at & 63;
        const uint64_t above =
            bit && word + 1 < SET_WORDS ? cells->word[word + 1] << (64 - bit) : 0;
        rows->row[y] = (cells->word[word] >> bit | above) & mask;
    }
}

RULES CardSet combat_row_cells(const CombatMap *map, const CombatRows *rows)
{
    CardSet cells = set_none();
    int at = 1;
    for (int y = 1; y <= map->height; y++, at += map->width) {
        const int word = at >> 6, bit = at & 63;
        cells.word[word] |= rows->row[y] << bit;
        if (bit && word + 1 < SET_WORDS)
            cells.word[word + 1] |= rows->row[y] >> (64 - bit);
    }
    return cells;
}

/* Where a unit may have its anchor, the cells under itself included. */
RULES CombatRows combat_standing(const Combat *g, int unit)
{
    const CombatMap *map = g->map;
    CardSet cells = set_none();
    CombatRows rows;
    if (combat_class(g, unit)->foot_count == 1) {
        cells = reach_open_cells(g);
    } else {
        for (int cell = 1; cell <= map->cell_count; cell++)
            if (!combat_blocked(g, unit, cell))
                set_add(&cells, (Id)cell);
    }
    combat_rows(map, &cells, &rows);
    return rows;
}

/* Adds to a set of cells those one step farther that lie in 'within'; whether there
 * were any. */
RULES bool combat_spread(const CombatMap *map, CombatRows *rows,
                         const CombatRows *within)
{
    const int height = map->height;
    uint64_t above = 0, grown = 0;
    for (int y = 1; y <= height; y++) {
        const uint64_t here = rows->row[y], below = rows->row[y + 1];
        uint64_t next = here | here << 1 | here >> 1 | above | below;
        if (!map->odd_r)
            next |= above >> 1 | below << 1;
        else if (y & 1) /* the rows count from 0: this one is even */
            next |= (above | below) << 1;
        else
            next |= (above | below) >> 1;
        next = here | (next & within->row[y]);
        grown |= next ^ here;
        rows->row[y] = next;
        above = here;
    }
    return grown != 0;
}

RULES void combat_widen(const CombatMap *map, int radius, CombatRows *rows)
{
    const uint64_t mask = reach_row_mask(map);
    CombatRows all;
    for (int y = 1; y <= map->height; y++)
        all.row[y] = mask;
    while (radius-- > 0 && combat_spread(map, rows, &all))
        continue;
}

/* The cells of a unit that stands, and all within so many steps of one of them. */
RULES CombatRows combat_around(const Combat *g, int unit, int radius)
{
    const CombatMap *map = g->map;
    uint8_t cells[COMBAT_FOOT_MAX];
    CardSet set = set_none();
    CombatRows rows;
    const int count = combat_unit_cells(g, unit, g->state->unit[unit].anchor, cells);
    for (int i = 0; i < count; i++)
        set_add(&set, cells[i]);
    combat_rows(map, &set, &rows);
    combat_widen(map, radius, &rows);
    return rows;
}

/* The shortest way from a cell to one of 'goals', and of several the first by the order
 * of directions, step by step: the one that a search in that order finds. How many
 * steps it has; -1: there is none, or it is too long to walk. */
RULES int combat_way(const Combat *g, int start, const CombatRows *goals,
                     const CombatRows *within, uint8_t *path)
{
    const CombatMap *map = g->map;
    CardSet left[COMBAT_PATH_MAX]; /* cells from which so many steps are enough */
    CombatRows rows = *goals, field = *within;
    const int y = 1 + map->r[start], x = start - 1 - (y - 1) * map->width;
    int steps = 0, cell = start;
    field.row[y] |= (uint64_t)1 << x;
    for (; !(rows.row[y] >> x & 1); steps++) {
        if (steps == COMBAT_PATH_MAX)
            return -1;
        left[steps] = combat_row_cells(map, &rows);
        if (!combat_spread(map, &rows, &field))
            return -1;
    }
    for (int i = 0; i < steps; i++) {
        int d = 0;
        while (!set_has(&left[steps - 1 - i], map->next[cell][d]))
            d++;
        ASSERT(d < 6);
        cell = map->next[cell][d];
        path[i] = (uint8_t)cell;
    }
    return steps;
}
