/* reach.c - where a unit can go, and the way there: a map is a few words of bits.
 *
 * A step in all six directions from a whole set of cells is four shifts: by a row up
 * and down, and from there, as from where one stood, along the row. In a map of odd
 * rows pushed right it depends on the row to which side that is. */
#include "games/combat/combat.h"

RULES static inline uint64_t reach_bytes(const uint8_t *from)
{
    uint64_t bytes;
    memcpy(&bytes, from, sizeof bytes);
    return bytes;
}

/* Ground that is no longer what the map says, eight cells of it. */
RULES static void reach_changed(const Combat *g, int at, CardSet *open)
{
    for (int cell = at > 0 ? at : 1; cell < at + 8 && cell <= g->map->cell_count;
         cell++)
        if (g->catalog->terrain[g->state->terrain[cell]].blocks)
            set_remove(open, (Id)cell);
        else
            set_add(open, (Id)cell);
}

/* All cells that nobody stands on and where the ground lets one stand. Where units are
 * is known by their anchors, what the ground is by where it differs from the map. */
RULES CardSet combat_free_cells(const Combat *g)
{
    const CombatState *s = g->state;
    CardSet open = g->ground->open;
    for (int at = 0; at <= g->map->cell_count; at += 8)
        if (reach_bytes(s->terrain + at) != reach_bytes(g->map->terrain + at))
            reach_changed(g, at, &open);
    for (int unit = 1; unit <= s->unit_count; unit++) {
        if (combat_is_down(s, unit))
            continue;
        set_remove(&open, s->unit[unit].anchor);
        if (g->ground->wide >> unit & 1) {
            uint8_t cells[COMBAT_FOOT_MAX];
            const int count = combat_unit_cells(g, unit, s->unit[unit].anchor, cells);
            for (int i = 1; i < count; i++)
                set_remove(&open, cells[i]);
        }
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
    memset(&grid, 0, sizeof grid);
    grid.all = grid.right = grid.left = reach_board(map);
    grid.width = map->width;
    grid.odd_r = map->odd_r;
    grid.words = (uint8_t)((map->cell_count >> 6) + 1);
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
    if (!(g->ground->wide >> unit & 1))
        return combat_free_cells(g);
    CardSet cells = set_none();
    for (int cell = 1; cell <= g->map->cell_count; cell++)
        if (!combat_blocked(g, unit, cell))
            set_add(&cells, (Id)cell);
    return cells;
}

/* Cells of a map that two words hold: every map that is published. */
typedef struct {
    uint64_t low, high;
} ReachPair;

RULES static inline ReachPair reach_pair(const CardSet *set)
{
    const ReachPair pair = {set->word[0], set->word[1]};
    return pair;
}

/* A set of cells and those one step farther, on the map or off it: what a shift takes
 * off it is in none of the sets that this is cut with. */
RULES static inline ReachPair reach_step_pair(const CombatGrid *grid, ReachPair here)
{
    const int row = grid->width, back = 64 - row;
    const uint64_t down_low = here.low << row,
                   down_high = here.high << row | here.low >> back;
    const uint64_t up_low = here.low >> row | here.high << back,
                   up_high = here.high >> row;
    const uint64_t low = down_low | up_low, high = down_high | up_high;
    const uint64_t even_low = grid->even.word[0], even_high = grid->even.word[1];
    const uint64_t right_low =
        (here.low | (grid->odd_r ? low & even_low : up_low)) & grid->right.word[0];
    const uint64_t right_high =
        (here.high | (grid->odd_r ? high & even_high : up_high)) & grid->right.word[1];
    const uint64_t left_low =
        (here.low | (grid->odd_r ? low & ~even_low : down_low)) & grid->left.word[0];
    const uint64_t left_high =
        (here.high | (grid->odd_r ? high & ~even_high : down_high)) &
        grid->left.word[1];
    const ReachPair next = {
        here.low | low | right_low << 1 | left_low >> 1 | left_high << 63,
        here.high | high | right_high << 1 | right_low >> 63 | left_high >> 1};
    return next;
}

/* The same for any number of words. */
RULES static void reach_step_words(const CombatGrid *grid, const CardSet *cells,
                                   CardSet *next)
{
    const int row = grid->width, back = 64 - row, words = grid->words;
    uint64_t both[SET_WORDS], right[SET_WORDS], left[SET_WORDS];
    for (int i = 0; i < words; i++) {
        const uint64_t here = cells->word[i], even = grid->even.word[i];
        const uint64_t down = here << row | (i ? cells->word[i - 1] >> back : 0);
        const uint64_t up =
            here >> row | (i + 1 < words ? cells->word[i + 1] << back : 0);
        both[i] = here | down | up;
        right[i] =
            (here | (grid->odd_r ? (down | up) & even : up)) & grid->right.word[i];
        left[i] =
            (here | (grid->odd_r ? (down | up) & ~even : down)) & grid->left.word[i];
    }
    *next = set_none();
    for (int i = 0; i < words; i++)
        next->word[i] = both[i] | right[i] << 1 | (i ? right[i - 1] >> 63 : 0) |
                        left[i] >> 1 | (i + 1 < words ? left[i + 1] << 63 : 0);
}

/* Adds to a set of cells those one step farther that lie in 'within'; whether there
 * were any. */
RULES static inline bool reach_spread(const CombatGrid *grid, CardSet *cells,
                                      const CardSet *within)
{
    CardSet next = set_none();
    if (grid->words <= 2) {
        const ReachPair pair = reach_step_pair(grid, reach_pair(cells));
        next.word[0] = pair.low;
        next.word[1] = pair.high;
    } else {
        reach_step_words(grid, cells, &next);
    }
    uint64_t grown = 0;
    for (int i = 0; i < SET_WORDS; i++) {
        const uint64_t more = next.word[i] & within->word[i] & ~cells->word[i];
        grown |= more;
        cells->word[i] |= more;
    }
    return grown != 0;
}

/* Adds all cells within so many steps, each of them in 'within'. */
RULES void combat_flood(const CombatGrid *grid, const CardSet *within, int steps,
                        CardSet *cells)
{
    if (grid->words > 2) {
        while (steps-- > 0 && reach_spread(grid, cells, within))
            continue;
        return;
    }
    const ReachPair field = reach_pair(within);
    ReachPair here = reach_pair(cells);
    while (steps-- > 0) {
        const ReachPair next = reach_step_pair(grid, here);
        const uint64_t low = here.low | (next.low & field.low),
                       high = here.high | (next.high & field.high);
        if (low == here.low && high == here.high)
            break;
        here.low = low;
        here.high = high;
    }
    cells->word[0] = here.low;
    cells->word[1] = here.high;
}

/* The same until one of 'goals' is among them; false: none can be reached. */
RULES bool combat_flood_to(const CombatGrid *grid, const CardSet *within,
                           const CardSet *goals, CardSet *cells)
{
    CardSet met;
    do {
        if (!reach_spread(grid, cells, within))
            return false;
        met = set_both(*cells, *goals);
    } while (set_is_empty(&met));
    return true;
}

/* The cells of a unit that stands, and all within so many steps of one of them. */
RULES CardSet combat_around(const Combat *g, int unit, int radius)
{
    uint8_t cells[COMBAT_FOOT_MAX];
    CardSet set = set_none();
    const int count = combat_unit_cells(g, unit, g->state->unit[unit].anchor, cells);
    for (int i = 0; i < count; i++)
        set_add(&set, cells[i]);
    combat_flood(&g->ground->grid, &g->ground->grid.all, radius, &set);
    return set;
}

/* The shortest way from a cell to one of 'goals', and of several the first by the order
 * of directions, step by step: the one that a search in that order finds. How many
 * steps it has; -1: there is none, or it is too long to walk. */
RULES int combat_way(const Combat *g, int start, const CardSet *goals,
                     const CardSet *within, uint8_t *path)
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
        if (!reach_spread(&g->ground->grid, &cells, &field))
            return -1;
    }
    for (int i = 0; i < steps; i++) {
        const CardSet *nearer = &left[steps - 1 - i];
        uint32_t ways = 0; /* all six, and then the first: no jump can be foreseen */
        for (int d = 0; d < 6; d++) {
            const int next = map->next[cell][d];
            ways |= (uint32_t)(nearer->word[next >> 6] >> (next & 63) & 1) << d;
        }
        ASSERT(ways);
        cell = map->next[cell][bits_first(ways)];
        path[i] = (uint8_t)cell;
    }
    return steps;
}
