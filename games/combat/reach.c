/* reach.c - where a unit can go, and the way there: a map is a few words of bits.
 *
 * A step in all six directions from a whole set of cells is four shifts: by a row up
 * and down, and from there, as from where one stood, along the row. In a map of odd
 * rows pushed right it depends on the row to which side that is. */
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

/* Every cell of the map. */
RULES static CardSet reach_board(const CombatMap *map)
{
    CardSet board = set_none();
    for (int i = 0; i < map->cell_count >> 6; i++)
        board.word[i] = ~(uint64_t)0;
    board.word[map->cell_count >> 6] = ((uint64_t)2 << (map->cell_count & 63)) - 1;
    set_remove(&board, 0);
    return board;
}

RULES CombatGrid combat_grid(const CombatMap *map)
{
    const uint64_t row = ((uint64_t)1 << map->width) - 1;
    CombatGrid grid;
    ASSERT(map->width > 0 && map->width < 64);
    grid.all = grid.right = grid.left = reach_board(map);
    grid.even = set_none();
    grid.width = map->width;
    grid.odd_r = map->odd_r != 0;
    grid.words = (map->cell_count >> 6) + 1;
    for (int y = 0, at = 1; y < map->height; y++, at += map->width) {
        const int word = at >> 6, bit = at & 63;
        set_remove(&grid.left, (Id)at);
        set_remove(&grid.right, (Id)(at + map->width - 1));
        if (!map->odd_r || (y & 1))
            continue;
        grid.even.word[word] |= row << bit;
        if (bit && word + 1 < SET_WORDS)
            grid.even.word[word + 1] |= row >> (64 - bit);
    }
    return grid;
}

/* Where a unit may have its anchor, the cells under itself included. */
RULES CardSet combat_standing(const Combat *g, int unit)
{
    if (combat_class(g, unit)->foot_count == 1)
        return set_both(reach_open_cells(g), reach_board(g->map));
    CardSet cells = set_none();
    for (int cell = 1; cell <= g->map->cell_count; cell++)
        if (!combat_blocked(g, unit, cell))
            set_add(&cells, (Id)cell);
    return cells;
}

/* Adds to a set of cells those one step farther that lie in 'within'; whether there
 * were any. What a shift takes off the map is in none of the sets it is cut with. */
RULES bool combat_spread(const CombatGrid *grid, CardSet *cells, const CardSet *within)
{
    const int row = grid->width, back = 64 - row, words = grid->words;
    uint64_t next[SET_WORDS], right[SET_WORDS], left[SET_WORDS], grown = 0;
    for (int i = 0; i < words; i++) {
        const uint64_t here = cells->word[i];
        const uint64_t down = here << row | (i ? cells->word[i - 1] >> back : 0);
        const uint64_t up =
            here >> row | (i + 1 < words ? cells->word[i + 1] << back : 0);
        const uint64_t even = grid->even.word[i], both = down | up;
        next[i] = both;
        right[i] = (here | (grid->odd_r ? both & even : up)) & grid->right.word[i];
        left[i] = (here | (grid->odd_r ? both & ~even : down)) & grid->left.word[i];
    }
    for (int i = 0; i < words; i++) {
        const uint64_t here = cells->word[i];
        const uint64_t beside = right[i] << 1 | (i ? right[i - 1] >> 63 : 0) |
                                left[i] >> 1 | (i + 1 < words ? left[i + 1] << 63 : 0);
        const uint64_t all = here | ((next[i] | beside) & within->word[i]);
        grown |= all ^ here;
        cells->word[i] = all;
    }
    return grown != 0;
}

RULES void combat_widen(const CombatGrid *grid, int radius, CardSet *cells)
{
    while (radius-- > 0 && combat_spread(grid, cells, &grid->all))
        continue;
}

/* The cells of a unit that stands, and all within so many steps of one of them. */
RULES CardSet combat_around(const Combat *g, const CombatGrid *grid, int unit,
                            int radius)
{
    uint8_t cells[COMBAT_FOOT_MAX];
    CardSet set = set_none();
    const int count = combat_unit_cells(g, unit, g->state->unit[unit].anchor, cells);
    for (int i = 0; i < count; i++)
        set_add(&set, cells[i]);
    combat_widen(grid, radius, &set);
    return set;
}

/* The shortest way from a cell to one of 'goals', and of several the first by the order
 * of directions, step by step: the one that a search in that order finds. How many
 * steps it has; -1: there is none, or it is too long to walk. */
RULES int combat_way(const Combat *g, const CombatGrid *grid, int start,
                     const CardSet *goals, const CardSet *within, uint8_t *path)
{
    const CombatMap *map = g->map;
    CardSet left[COMBAT_PATH_MAX]; /* cells from which so many steps are enough */
    CardSet cells = *goals, field = *within;
    int steps = 0, cell = start;
    set_add(&field, (Id)start);
    for (; !set_has(&cells, (Id)start); steps++) {
        if (steps == COMBAT_PATH_MAX)
            return -1;
        left[steps] = cells;
        if (!combat_spread(grid, &cells, &field))
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
