/* position.c - lays a position over a battle about to begin, and sees that it is one.
 *
 * A unit named as active without a queue is followed by those behind it in the turn
 * order and has its whole turn before it. */
#include "games/combat/host.h"

/* An active unit that was named alone: those behind it wait, its turn is whole. */
static void fill_queue(const Combat *g)
{
    CombatState *s = g->state;
    bool behind = false;
    CombatUnit *u = &s->unit[s->active];
    memset(s->queue, 0, sizeof s->queue);
    s->queue_count = 0;
    for (int i = 0; i < COMBAT_UNITS_MAX && s->order[s->side][i]; i++) {
        behind |= s->order[s->side][i] == s->active;
        if (behind && !combat_is_down(s, s->order[s->side][i]))
            s->queue[s->queue_count++] = s->order[s->side][i];
    }
    u->marks |= COMBAT_BEGUN;
    if (u->remaining == 0)
        u->remaining = (uint8_t)combat_turn_time(g, s->active);
}

/* What follows from what was said: who lies, and on which cells the others stand. */
static void stand_units(const Combat *g)
{
    CombatState *s = g->state;
    memset(s->unit_at, 0, sizeof s->unit_at);
    for (int unit = 1; unit <= s->unit_count; unit++) {
        uint8_t cells[COMBAT_FOOT_MAX];
        if (s->unit[unit].hp == 0)
            s->unit[unit].marks |= COMBAT_DOWN;
        const int count = combat_unit_cells(g, unit, s->unit[unit].anchor, cells);
        for (int i = 0; i < count && !combat_is_down(s, unit); i++)
            s->unit_at[cells[i]] = (uint8_t)unit;
    }
    s->unit_at[0] = 0;
}

/* Where the position speaks of a unit; -1: nowhere. */
static int place_of_unit(const Walk *walk, int unit)
{
    const json_t *list = json_object_get(walk->in->json, "units");
    const Table *t = &walk->table;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *id = json_object_get(json_array_get(list, i), "id");
        if (thing_find(t, COMBAT_UNIT, json_string_value(id)) == unit)
            return (int)i;
    }
    return -1;
}

static void fail_at(Walk *walk, const char *key, int index, const char *broken)
{
    if (!broken)
        return;
    walk_enter(walk, key, index);
    walk_fail(walk, ERR_BAD_POSITION, NULL, "%s", broken);
    walk_leave(walk);
}

/* The checks of a battle, those of its parts with their places. */
static void check_position(Walk *walk, const Combat *g)
{
    const CombatState *s = g->state;
    uint8_t cells_of[COMBAT_CELL_ROOM] = {0};
    if (s->rng.state == 0 || s->rng.state > UINT32_MAX)
        walk_fail(walk, ERR_BAD_POSITION, "rng", "must be a number of 32 bits, not 0");
    for (int unit = 1; unit <= s->unit_count; unit++)
        fail_at(walk, "units", place_of_unit(walk, unit),
                combat_check_unit(g, unit, cells_of));
    for (int i = 0; i < s->act_count; i++)
        fail_at(walk, "actions", i, combat_check_act(g, i));
    const char *broken = walk_ok(walk) ? combat_check_battle(g) : NULL;
    if (broken)
        walk_fail(walk, ERR_BAD_POSITION, NULL, "%s", broken);
}

void combat_lay(Walk *walk, const json_t *json)
{
    fields_read(walk, combat_fields, json);
    if (!walk_ok(walk))
        return;
    Combat g = combat_table(walk->table.catalog, walk->record, NULL);
    stand_units(&g);
    if (g.state->active && g.state->mode == COMBAT_MODE_IDLE &&
        !json_object_get(json, "queue"))
        fill_queue(&g);
    check_position(walk, &g);
    if (walk_ok(walk))
        combat_ask(&g);
}
