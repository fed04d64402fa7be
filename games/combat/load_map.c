/* load_map.c - reads one scenario: its ground, its units, what it is about. */
#include "games/combat/host.h"

#include <stdio.h>

typedef const char (*Ids)[COMBAT_ID_BYTES];

static void link_cells(CombatMap *map)
{
    static const int8_t dq[6] = {1, 1, 0, -1, -1, 0}, dr[6] = {0, -1, -1, 0, 1, 1};
    int used = 0;
    for (int cell = 1; cell <= map->cell_count; cell++) {
        const int row = (cell - 1) / map->width, column = (cell - 1) % map->width;
        map->r[cell] = (int8_t)row;
        map->q[cell] = (int8_t)(map->odd_r ? column - row / 2 : column);
        snprintf(map->id[cell], sizeof map->id[cell], "%d,%d", map->q[cell],
                 map->r[cell]);
    }
    for (int cell = 1; cell <= map->cell_count; cell++)
        for (int d = 0; d < 6; d++)
            map->next[cell][d] = (uint8_t)combat_cell_at(map, map->q[cell] + dq[d],
                                                         map->r[cell] + dr[d]);
    for (int q = -128; q < 128; q++)
        for (int cell = 1; cell <= map->cell_count; cell++)
            if (map->q[cell] == q)
                map->by_q[used++] = (uint8_t)cell;
}

static int glyph_terrain(const CombatCatalog *c, char glyph)
{
    for (int id = 0; id < c->terrain_count; id++)
        if (c->terrain_glyph[id] == glyph)
            return id;
    return -1;
}

static void read_rows(Reader *r, const json_t *json, const CombatCatalog *c,
                      CombatMap *map)
{
    static const char *const layouts[] = {"rhombus", "rect-odd-r"};
    map->odd_r = (uint8_t)read_word(r, json, "layout", layouts, 2);
    const json_t *rows = read_array(r, json, "rows", COMBAT_ROWS_MAX);
    const char *first = json_string_value(json_array_get(rows, 0));
    const size_t width = first ? strlen(first) : 0, height = json_array_size(rows);
    if (reader_ok(r) &&
        (width == 0 || width > COMBAT_ROWS_MAX || width * height > COMBAT_CELLS_MAX))
        reader_fail(r, "rows", "a map has 1 to %d cells, at most %d in a row",
                    COMBAT_CELLS_MAX, COMBAT_ROWS_MAX);
    if (!reader_ok(r))
        return;
    map->width = (uint8_t)width;
    map->height = (uint8_t)height;
    map->cell_count = (uint8_t)(width * height);
    for (size_t row = 0; row < height; row++) {
        const char *line = json_string_value(json_array_get(rows, row));
        if (!line || strlen(line) != width) {
            reader_fail(r, "rows", "row %zu is not as long as the first", row);
            return;
        }
        for (size_t column = 0; column < width; column++) {
            const int id = glyph_terrain(c, line[column]);
            if (id < 0)
                reader_fail(r, "rows", "row %zu, column %zu: '%c' is no terrain", row,
                            column, line[column]);
            map->terrain[1 + row * width + column] = id < 0 ? (uint8_t)0 : (uint8_t)id;
        }
    }
    link_cells(map);
}

/* A cell as [column, row]; 0: none. */
static int read_cell(Reader *r, const json_t *pair, const char *key,
                     const CombatMap *map)
{
    const json_t *column = json_array_get(pair, 0), *row = json_array_get(pair, 1);
    if (json_array_size(pair) != 2 || !json_is_integer(column) ||
        !json_is_integer(row)) {
        reader_fail(r, key, "must be [column, row]");
        return 0;
    }
    const json_int_t x = json_integer_value(column), y = json_integer_value(row);
    if (x < 0 || x >= map->width || y < 0 || y >= map->height) {
        reader_fail(r, key, "is off the map of %d by %d", map->width, map->height);
        return 0;
    }
    return (int)(1 + y * map->width + x);
}

/* Its cells must be free ground. */
static void place_unit(Reader *r, const CombatCatalog *c, CombatScenario *s, int unit,
                       uint8_t *taken)
{
    const CombatClass *cls = &c->cls[s->unit_cls[unit]];
    const int anchor = s->unit_cell[unit];
    for (int i = 0; i < cls->foot_count && reader_ok(r); i++) {
        const int cell = combat_cell_at(&s->map, s->map.q[anchor] + cls->foot_q[i],
                                        s->map.r[anchor] + cls->foot_r[i]);
        if (!cell)
            reader_fail(r, "at", "\"%s\" would stand off the map", s->unit_id[unit]);
        else if (c->terrain[s->map.terrain[cell]].blocks)
            reader_fail(r, "at", "\"%s\" would stand on %s, which blocks",
                        s->unit_id[unit], c->terrain_id[s->map.terrain[cell]]);
        else if (taken[cell])
            reader_fail(r, "at", "\"%s\" would stand on \"%s\"", s->unit_id[unit],
                        s->unit_id[taken[cell]]);
        else
            taken[cell] = (uint8_t)unit;
    }
}

static void read_unit(Reader *r, const json_t *json, const CombatCatalog *c,
                      CombatScenario *s, uint8_t *taken)
{
    static const char *const keys[] = {"id", "cls", "side", "at", NULL};
    static const char *const sides[] = {"P1", "Enemy"};
    const int unit = s->unit_count + 1;
    const char *name = read_text(r, json, "id"), *cls = read_text(r, json, "cls");
    read_only(r, json, keys);
    if (combat_find(name, (Ids)s->unit_id, 1, unit) > 0)
        reader_fail(r, "id", "\"%s\" is there twice", name);
    const int id = combat_find(cls, (Ids)c->class_id, 1, c->class_count + 1);
    if (id < 0 && reader_ok(r))
        reader_fail(r, "cls", "there is no class called \"%s\"", cls);
    s->unit_side[unit] = (uint8_t)read_word(r, json, "side", sides, 2);
    combat_copy_id(r, "id", s->unit_id[unit], name);
    s->unit_cell[unit] =
        (uint8_t)read_cell(r, read_array(r, json, "at", 2), "at", &s->map);
    if (!reader_ok(r))
        return;
    s->unit_cls[unit] = (uint8_t)id;
    s->unit_count = (uint8_t)unit;
    place_unit(r, c, s, unit, taken);
}

static int read_named_unit(Reader *r, const json_t *json, const char *key,
                           const CombatScenario *s)
{
    const char *name = read_text(r, json, key);
    const int unit = combat_find(name, (Ids)s->unit_id, 1, s->unit_count + 1);
    if (unit < 0 && reader_ok(r))
        reader_fail(r, key, "there is no unit called \"%s\"", name);
    return unit < 0 ? 0 : unit;
}

/* It can be won and lost, and says nothing that is not asked of it. */
static void check_objective(Reader *r, const json_t *json, const CombatCatalog *c,
                            const CombatScenario *s)
{
    static const struct {
        const char *key;
        uint8_t type;
    } own[] = {{"rounds", COMBAT_SURVIVE},
               {"cells", COMBAT_REACH},
               {"unit", COMBAT_KILL_UNIT}};
    for (size_t i = 0; i < sizeof own / sizeof *own && reader_ok(r); i++)
        if (json_object_get(json, own[i].key) && own[i].type != s->objective)
            reader_fail(r, own[i].key, "belongs to another type of objective");
    if (!reader_ok(r))
        return;
    if (s->objective == COMBAT_REACH && s->goal_count == 0)
        reader_fail(r, "cells", "there must be one to reach");
    if (s->protect && s->unit_side[s->protect] != COMBAT_P1)
        reader_fail(r, "protect", "\"%s\" is not of P1", s->unit_id[s->protect]);
    if (s->kill && s->unit_side[s->kill] != COMBAT_ENEMY)
        reader_fail(r, "unit", "\"%s\" is not of the Enemy", s->unit_id[s->kill]);
    if (s->rounds > c->rounds_max)
        reader_fail(r, "rounds", "no battle lasts longer than %d", c->rounds_max);
    if (s->limit > c->rounds_max)
        reader_fail(r, "limit", "no battle lasts longer than %d", c->rounds_max);
    if (s->limit && s->limit < s->rounds)
        reader_fail(r, "limit", "is before the rounds to survive");
}

static void read_objective(Reader *r, const json_t *scenario, const CombatCatalog *c,
                           CombatScenario *s)
{
    static const char *const keys[] = {"type",    "rounds", "limit", "cells",
                                       "protect", "unit",   NULL};
    static const char *const types[] = {"eliminate", "survive", "reach", "killUnit"};
    const json_t *json = read_object(r, scenario, "objective");
    reader_enter(r, "objective", -1);
    read_only(r, json, keys);
    s->objective = (uint8_t)read_word(r, json, "type", types, COMBAT_OBJECTIVES);
    s->limit = (uint8_t)read_int_or(r, json, "limit", 1, 200, 0);
    if (s->objective == COMBAT_SURVIVE)
        s->rounds = (uint8_t)read_int(r, json, "rounds", 1, 200);
    if (json_object_get(json, "protect"))
        s->protect = (uint8_t)read_named_unit(r, json, "protect", s);
    if (s->objective == COMBAT_KILL_UNIT)
        s->kill = (uint8_t)read_named_unit(r, json, "unit", s);
    if (s->objective == COMBAT_REACH) {
        const json_t *cells = read_array(r, json, "cells", COMBAT_GOALS_MAX);
        for (size_t i = 0; i < json_array_size(cells) && reader_ok(r); i++)
            s->goal[s->goal_count++] =
                (uint8_t)read_cell(r, json_array_get(cells, i), "cells", &s->map);
    }
    check_objective(r, json, c, s);
    reader_leave(r);
}

void combat_read_scenario(Reader *r, const json_t *json, CombatCatalog *c)
{
    static const char *const keys[] = {"id",        "name", "seed",  "layout", "intro",
                                       "objective", "rows", "units", NULL};
    const char *name = read_text(r, json, "id");
    uint8_t taken[COMBAT_CELL_ROOM] = {0};
    read_only(r, json, keys);
    read_text_or(r, json, "name", "");
    read_text_or(r, json, "intro", "");
    if (combat_find(name, (Ids)c->scenario_id, 0, c->scenario_count) >= 0)
        reader_fail(r, "id", "\"%s\" is there twice", name);
    if (c->scenario_count == COMBAT_SCENARIOS_MAX)
        reader_fail(r, "id", "is one too many; %d are possible", COMBAT_SCENARIOS_MAX);
    if (!reader_ok(r))
        return;
    CombatScenario *s = &c->scenario[c->scenario_count];
    combat_copy_id(r, "id", c->scenario_id[c->scenario_count++], name);
    s->seed = (uint32_t)read_int(r, json, "seed", 1, INT32_MAX);
    read_rows(r, json, c, &s->map);
    if (!reader_ok(r))
        return;
    const json_t *units = read_array(r, json, "units", COMBAT_UNITS_MAX);
    for (size_t i = 0; i < json_array_size(units) && reader_ok(r); i++) {
        reader_enter(r, "units", (int)i);
        read_unit(r, json_array_get(units, i), c, s, taken);
        reader_leave(r);
    }
    if (reader_ok(r))
        read_objective(r, json, c, s);
}
