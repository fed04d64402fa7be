/* place.c - the one place that knows where units stand.
 *
 * Every displacement ends in combat_commit, which raises the unit's version; a plan
 * that remembers an older version is stale. */
#include "games/combat/reduce.h"

/* The cells a unit covers when its anchor is there; a cell off the board is 0. */
RULES int combat_unit_cells(const Combat *g, int unit, int anchor, uint8_t *cells)
{
    const CombatClass *cls = combat_class(g, unit);
    cells[0] = (uint8_t)anchor;
    for (int i = 1; i < cls->foot_count; i++)
        cells[i] = (uint8_t)combat_cell_at(g->map, g->map->q[anchor] + cls->foot_q[i],
                                           g->map->r[anchor] + cls->foot_r[i]);
    return cls->foot_count;
}

/* From a unit's cells to one cell. */
RULES int combat_unit_cell_distance(const Combat *g, int unit, int cell)
{
    uint8_t cells[COMBAT_FOOT_MAX];
    if (combat_class(g, unit)->foot_count == 1)
        return combat_distance(g->map, g->state->unit[unit].anchor, cell);
    const int count = combat_unit_cells(g, unit, g->state->unit[unit].anchor, cells);
    int best = 1 << 20;
    for (int i = 0; i < count; i++) {
        const int distance = combat_distance(g->map, cells[i], cell);
        best = distance < best ? distance : best;
    }
    return best;
}

/* From the cells of a unit, were its anchor there, to those of another. */
RULES int combat_unit_distance(const Combat *g, int unit, int anchor, int other)
{
    uint8_t cells[COMBAT_FOOT_MAX];
    if (combat_class(g, unit)->foot_count == 1)
        return combat_unit_cell_distance(g, other, anchor);
    const int count = combat_unit_cells(g, unit, anchor, cells);
    int best = 1 << 20;
    for (int i = 0; i < count; i++) {
        const int distance =
            cells[i] ? combat_unit_cell_distance(g, other, cells[i]) : best;
        best = distance < best ? distance : best;
    }
    return best;
}

RULES bool combat_blocked(const Combat *g, int unit, int anchor)
{
    const CombatState *s = g->state;
    uint8_t cells[COMBAT_FOOT_MAX];
    const int count = combat_unit_cells(g, unit, anchor, cells);
    for (int i = 0; i < count; i++) {
        const int cell = cells[i];
        if (!cell || g->catalog->terrain[s->terrain[cell]].blocks)
            return true;
        if (s->unit_at[cell] && s->unit_at[cell] != unit)
            return true;
    }
    return false;
}

RULES void combat_commit(Combat *g, int unit, int cell, int facing, int cause)
{
    const CombatUnit *u = &g->state->unit[unit];
    const uint8_t list[2] = {(uint8_t)cause, (uint8_t)facing};
    if (u->anchor == cell)
        return;
    combat_emit_list(g, COMBAT_EV_COMMIT, unit, u->anchor, cell, combat_next_version(u),
                     list, 2);
}

RULES void combat_face(Combat *g, int unit, int cell)
{
    const CombatUnit *u = &g->state->unit[unit];
    if (u->anchor == cell)
        return;
    const int facing = combat_direction(g->map, u->anchor, cell);
    if (facing != u->facing)
        combat_emit(g, COMBAT_EV_FACED, unit, 0, 0, facing);
}
