/* fields.c - what a battle is, a row a field, and its score. */
#include "games/combat/host.h"

static Combat battle_of(const Walk *walk)
{
    const Table *t = &walk->table;
    return combat_table(t->catalog, (CombatState *)(uintptr_t)t->state, NULL);
}
#define TELLS(name, ...) FIELD_TELLS(Combat, battle_of, name, __VA_ARGS__)

static void write_name(const Walk *walk, const char *key, int kind, int id, JsonW *out)
{
    record_write_thing(out, key, &walk->table, kind, id);
}

/* Effects that last. They are called by their tags; where several share one, the number
 * tells which it is. */
TELLS(buffs_last, g.catalog->buff_count - 1)
TELLS(stickies_last, g.catalog->sticky_count - 1)
TELLS(dots_last, g.catalog->dot_count - 1)

#define TAG(of_kind) THING("tag", def, of_kind, .one = true, .needed = true)

#define STATE CombatTimed
static const Field buff_fields[] = {
    TAG(COMBAT_BUFF),
    NUMBER("effect", def, 0, 0, .told = buffs_last),
    NUMBER("left", left, COMBAT_LASTING, 50, .needed = true),
    FIELDS_END,
};

static const Field sticky_fields[] = {
    TAG(COMBAT_STICKY),
    NUMBER("effect", def, 0, 0, .told = stickies_last),
    NUMBER("left", left, COMBAT_LASTING, 50, .needed = true),
    FIELDS_END,
};
#undef STATE

#define STATE CombatDot
static const Field dot_fields[] = {
    TAG(COMBAT_DOT),
    NUMBER("effect", def, 0, 0, .told = dots_last),
    THING("caster", caster, COMBAT_UNIT, .needed = true),
    NUMBER("rounds", rounds, 1, 50, .needed = true),
    FIELDS_END,
};
#undef STATE

/* Units. What a class allows is the most that a unit of it can have. */

TELLS(hp_most, combat_class(&g, walk->index)->hp)
TELLS(energy_most, combat_class(&g, walk->index)->energy_max)
TELLS(resource_most, combat_class(&g, walk->index)->res_max)
TELLS(seconds_most, combat_time_max(&g, walk->index))
TELLS(class_id_of, g.scenario->unit_cls[walk->index])
TELLS(side_of, combat_side(&g, walk->index))
TELLS(turn_time_of, combat_turn_time(&g, walk->index))
TELLS(available_to, combat_available(&g, walk->index))
TELLS(rate_of, combat_rate_live(&g, walk->index))

/* All it stands on, the anchor first; nothing once it is down. */
static void write_cells(const Walk *walk, const Field *field, JsonW *out)
{
    const Combat g = battle_of(walk);
    const int unit = walk->index;
    uint8_t cells[COMBAT_FOOT_MAX];
    const int count = combat_unit_cells(&g, unit, g.state->unit[unit].anchor, cells);
    jw_array(out, field->key);
    for (int i = 0; i < count && !combat_is_down(g.state, unit); i++)
        write_name(walk, NULL, COMBAT_CELL, cells[i], out);
    jw_end_array(out);
}

/* In the order they were first started. */
static void write_cooldowns(const Walk *walk, const Field *field, JsonW *out)
{
    const Combat g = battle_of(walk);
    const CombatUnit *u = walk->record;
    const CombatClass *cls = combat_class(&g, walk->index);
    jw_array(out, field->key);
    for (int i = 0; i < COMBAT_KNOWN_MAX && u->cd_order[i]; i++) {
        const int which = u->cd_order[i] - 1;
        jw_object(out, NULL);
        write_name(walk, "action", COMBAT_ACTION,
                   which ? cls->skill[which - 1] : (int)COMBAT_ATTACK, out);
        jw_int(out, "seconds", u->cd[which]);
        jw_int(out, "turns",
               (u->cd[which] + COMBAT_TURN_SECONDS - 1) / COMBAT_TURN_SECONDS);
        jw_end_object(out);
    }
    jw_end_array(out);
}

static void read_cooldowns(Walk *walk, const Field *field, const json_t *value)
{
    CombatUnit *u = walk->record;
    const Combat g = battle_of(walk);
    Each each = walk_each(walk, field->key, value, COMBAT_KNOWN_MAX);
    memset(u->cd, 0, sizeof u->cd);
    memset(u->cd_order, 0, sizeof u->cd_order);
    while (walk_next(&each)) {
        const json_t *name = json_object_get(each.item, "action");
        const int action = walk_thing(walk, "action", name, COMBAT_ACTION);
        const int which =
            action >= COMBAT_ATTACK ? combat_known(&g, walk->index, action) : -1;
        const int seconds =
            walk_int(walk, "seconds", json_object_get(each.item, "seconds"), 0, 250);
        if (which < 0)
            walk_fail(walk, ERR_BAD_POSITION, "action", "is not known to the unit");
        else
            u->cd[which] = (uint8_t)seconds;
        u->cd_order[each.at] = (uint8_t)(which + 1);
    }
}

#define STATE CombatUnit
static const Field full_round_fields[] = {
    THING("action", full_action, COMBAT_ACTION, .needed = true),
    NUMBER("left", full_left, 1, 20, .needed = true),
    THING("cell", full_cell, COMBAT_CELL, .needed = true),
    THING("target", full_target, COMBAT_UNIT),
    NUMBER("seconds", full_seconds, 0, COMBAT_TURN_TIME_MAX),
    FIELDS_END,
};

static const Field unit_fields[] = {
    TOLD("id", "string", COMBAT_UNIT, fields_index),
    TOLD("class", "string", COMBAT_CLASS, class_id_of),
    TOLD("side", "number", THING_NUMBER, side_of),
    FLAG("down", marks, COMBAT_DOWN),
    NUMBER("hp", hp, 0, 0, .told = hp_most),
    TOLD("hp_max", "number", THING_NUMBER, hp_most),
    NUMBER("energy", energy, 0, 0, .told = energy_most),
    TOLD("energy_max", "number", THING_NUMBER, energy_most),
    NUMBER("shield", shield, 0, 2000),
    NUMBER("resource", res, 0, 0, .told = resource_most),
    THING("anchor", anchor, COMBAT_CELL, .always = true),
    FOLLOWS("cells", "string[]", write_cells),
    NUMBER("facing", facing, 0, 5),
    NUMBER("version", version, 1, COMBAT_VERSIONS, .unobserved = true),
    NUMBER("remaining", remaining, 0, 0, .told = seconds_most),
    NUMBER("prepaid", prepaid, 0, 0, .told = seconds_most),
    TOLD("turn_time", "number", THING_NUMBER, turn_time_of),
    TOLD("available", "number", THING_NUMBER, available_to, .view_only = true),
    NUMBER("attacks", attacks, 0, COMBAT_ATTACKS_MAX),
    NUMBER("rate_shown", shown, 0, COMBAT_RATE_MAX),
    TOLD("rate_live", "number", THING_NUMBER, rate_of),
    FLAG("spent", marks, COMBAT_SPENT),
    FLAG("reordered", marks, COMBAT_REORDERED),
    FLAG("begun", marks, COMBAT_BEGUN),
    RECORDS("buffs", buff, buff_fields, FIELD_COUNTED(buff_count)),
    RECORDS("stickies", sticky, sticky_fields, FIELD_COUNTED(sticky_count)),
    RECORDS("dots", dot, dot_fields, FIELD_COUNTED(dot_count)),
    ODD("cooldowns", "{ action: string; seconds: number; turns: number }[]",
        write_cooldowns, read_cooldowns, FIELD_ARRAY(cd)),
    PART("full_round", full_round_fields),
    FIELDS_END,
};
#undef STATE

/* Actions under way. */

#define STATE CombatPick
static const Field pick_fields[] = {
    THING("owner", owner, COMBAT_UNIT, .needed = true),
    THING("skill", action, COMBAT_ACTION, .needed = true),
    THING("cell", cell, COMBAT_CELL, .needed = true),
    THING("target", target, COMBAT_UNIT),
    FIELDS_END,
};
#undef STATE

#define STATE CombatAct
static const Field act_fields[] = {
    THING("unit", actor, COMBAT_UNIT, .needed = true),
    THING("action", action, COMBAT_ACTION, .needed = true),
    THING("cell", cell, COMBAT_CELL),
    THING("target", target, COMBAT_UNIT),
    NUMBER("unit_version", actor_version, 0, COMBAT_VERSIONS, .unobserved = true),
    NUMBER("target_version", target_version, 0, COMBAT_VERSIONS, .unobserved = true),
    NUMBER("rate", rate, 0, COMBAT_RATE_MAX, .unobserved = true),
    NUMBER("move_seconds", move_seconds, 0, 200),
    NUMBER("seconds", seconds, 0, COMBAT_TURN_TIME_MAX),
    NUMBER("energy", energy, 0, 250),
    FLAG("phase_start", phase_start, 1, .unobserved = true),
    FLAG("interrupted", interrupted, 1, .unobserved = true),
    FLAG("ending", ending, 1, .unobserved = true),
    THINGS("path", path, COMBAT_CELL, FIELD_COUNTED(steps), .unobserved = true),
    RECORDS("picks", pick, pick_fields, FIELD_COUNTED(pick_count)),
    FIELDS_END,
};
#undef STATE

/* The ground. */

/* Only what differs from the scenario's map. */
static void write_terrain(const Walk *walk, const Field *field, JsonW *out)
{
    const Combat g = battle_of(walk);
    jw_array(out, field->key);
    for (int cell = 1; cell <= g.map->cell_count; cell++) {
        const int ground = g.state->terrain[cell];
        if (ground == g.map->terrain[cell])
            continue;
        jw_object(out, NULL);
        write_name(walk, "cell", COMBAT_CELL, cell, out);
        jw_str(out, "terrain", g.catalog->terrain_id[ground]);
        jw_end_object(out);
    }
    jw_end_array(out);
}

static void read_ground(Walk *walk, const json_t *item)
{
    const Combat g = battle_of(walk);
    const CombatCatalog *c = g.catalog;
    const int cell =
        walk_thing(walk, "cell", json_object_get(item, "cell"), COMBAT_CELL);
    const char *name = json_string_value(json_object_get(item, "terrain"));
    const int ground = combat_find(name, (const char(*)[COMBAT_ID_BYTES])c->terrain_id,
                                   0, c->terrain_count);
    if (ground < 0)
        walk_fail(walk, ERR_UNKNOWN_THING, "terrain", "%s", name ? name : "?");
    if (cell > g.map->cell_count)
        walk_fail(walk, ERR_UNKNOWN_THING, "cell", "%s",
                  json_string_value(json_object_get(item, "cell")));
    if (walk_ok(walk))
        g.state->terrain[cell] = (uint8_t)ground;
}

static void read_terrain(Walk *walk, const Field *field, const json_t *value)
{
    Each each = walk_each(walk, field->key, value, COMBAT_CELLS_MAX);
    while (walk_next(&each))
        read_ground(walk, each.item);
}

/* The ground as it is now, a row a string, and what its signs mean. */
static void write_map(const Walk *walk, const Field *field, JsonW *out)
{
    const Combat g = battle_of(walk);
    const CombatMap *map = g.map;
    char row[COMBAT_CELL_ROOM];
    bool seen[COMBAT_TERRAINS_MAX] = {false};
    jw_object(out, field->key);
    jw_int(out, "width", map->width);
    jw_int(out, "height", map->height);
    jw_bool(out, "odd_r", map->odd_r);
    jw_array(out, "rows");
    for (int y = 0; y < map->height; y++) {
        for (int x = 0; x < map->width; x++) {
            const int ground = g.state->terrain[1 + y * map->width + x];
            row[x] = g.catalog->terrain_glyph[ground];
            seen[ground] = true;
        }
        row[map->width] = '\0';
        jw_str(out, NULL, row);
    }
    jw_end_array(out);
    jw_object(out, "ground");
    for (int i = 0; i < g.catalog->terrain_count; i++) {
        const char glyph[2] = {g.catalog->terrain_glyph[i], '\0'};
        if (seen[i])
            jw_str(out, glyph, g.catalog->terrain_id[i]);
    }
    jw_end_object(out);
    jw_end_object(out);
}

/* What P1 must do; the limit is in rounds, 0 where there is none. */
static void write_objective(const Walk *walk, const Field *field, JsonW *out)
{
    static const char *const types[COMBAT_OBJECTIVES] = {"eliminate", "survive",
                                                         "reach", "killUnit"};
    const CombatScenario *scenario = battle_of(walk).scenario;
    jw_object(out, field->key);
    jw_str(out, "type", types[scenario->objective]);
    jw_int(out, "rounds", scenario->rounds);
    jw_int(out, "limit", scenario->limit);
    write_name(walk, "unit", COMBAT_UNIT, scenario->kill, out);
    write_name(walk, "protect", COMBAT_UNIT, scenario->protect, out);
    jw_array(out, "cells");
    for (int i = 0; i < scenario->goal_count; i++)
        write_name(walk, NULL, COMBAT_CELL, scenario->goal[i], out);
    jw_end_array(out);
    jw_end_object(out);
}

static void read_scenario(Walk *walk, const Field *field, const json_t *value)
{
    const Combat g = battle_of(walk);
    const int scenario = walk_thing(walk, field->key, value, COMBAT_SCENARIO);
    if (scenario && scenario != 1 + g.state->scenario)
        walk_fail(walk, ERR_BAD_POSITION, field->key, "the battle was set up as \"%s\"",
                  g.catalog->scenario_id[g.state->scenario]);
}

/* What a PhaseStart still has to stand for; nothing outside of one. */
TELLS(hold_left,
      g.state->mode == COMBAT_MODE_PHASE_START ? COMBAT_HOLD_MS - g.state->hold_ms : 0)
TELLS(rounds_most, g.catalog->rounds_max)

#define STATE CombatState
const Field combat_fields[] = {
    VIEW_FIELD,
    THING("scenario", scenario, COMBAT_SCENARIO, .one = true, .always = true,
          .read = read_scenario),
    NUMBER("round", round, 1, 0, .told = rounds_most),
    NUMBER("side", side, 0, COMBAT_SIDES - 1),
    WORD("mode", mode, combat_mode_names, COMBAT_MODES),
    THING("active", active, COMBAT_UNIT),
    THING("bonus", bonus, COMBAT_UNIT),
    NUMBER("bonus_cap", bonus_cap, 0, COMBAT_TURN_TIME_MAX),
    NUMBER("bonus_left", bonus_left, 0, COMBAT_TURN_TIME_MAX),
    THING("winner", winner, THING_SEAT, .unobserved = true),
    WORD("victory", victory, combat_victory_names, COMBAT_VICTORIES,
         .unobserved = true),
    THINGS("order", order[COMBAT_P1], COMBAT_UNIT),
    THINGS("enemy_order", order[COMBAT_ENEMY], COMBAT_UNIT),
    THINGS("queue", queue, COMBAT_UNIT, FIELD_COUNTED(queue_count)),
    RECORDS("units", unit, unit_fields, FIELD_COUNTED(unit_count), .one = true,
            .placed = true),
    ODD("terrain", "{ cell: string; terrain: string }[]", write_terrain, read_terrain,
        FIELD_ARRAY(terrain)),
    FOLLOWS("map",
            "{ width: number; height: number; odd_r: boolean; rows: string[]; ground: "
            "Record<string, string> }",
            write_map),
    FOLLOWS("objective",
            "{ type: string; rounds: number; limit: number; unit: string | null; "
            "protect: string | null; cells: string[] }",
            write_objective),
    RECORDS("actions", act, act_fields, FIELD_COUNTED(act_count)),
    NUMBER("hold_ms", hold_ms, 0, COMBAT_HOLD_MS - 1, .unobserved = true),
    TOLD("hold_left_ms", "number", THING_NUMBER, hold_left, .view_only = true),
    NUMBER("ai_decisions", done.by_ai, 0, COMBAT_AI_ACTIONS, .unobserved = true),
    NUMBER("actions_done", done.actions, 0, UINT8_MAX, .unobserved = true),
    NUMBER("bonus_ai_decisions", bonus_done.by_ai, 0, COMBAT_AI_ACTIONS,
           .unobserved = true),
    NUMBER("bonus_actions_done", bonus_done.actions, 0, UINT8_MAX, .unobserved = true),
    NUMBER("dice", dice, 0, 2, .unobserved = true),
    FOLLOWS("prompt", "Prompt | null", prompt_write, FIELD_AT(prompt)),
    RECORDS("effects", fx, fx_fields, FIELD_COUNTED(fx_depth), .table_only = true,
            .waits = true),
    RNG_FIELD,
    FIELDS_END,
};
#undef STATE

/* A side's units: how many there were, stand, and their hit points together. */
static void write_side_score(const Combat *g, int side, JsonW *out)
{
    int standing = 0, hp = 0, units = 0;
    for (int unit = 1; unit <= g->state->unit_count; unit++) {
        if (combat_side(g, unit) != side)
            continue;
        units++;
        standing += !combat_is_down(g->state, unit);
        hp += g->state->unit[unit].hp;
    }
    jw_object(out, NULL);
    jw_int(out, "units", units);
    jw_int(out, "standing", standing);
    jw_int(out, "hp", hp);
    jw_end_object(out);
}

void combat_write_score(const void *catalog, const void *state, JsonW *out)
{
    const Table table = {&combat_game, catalog, state, NULL};
    const Combat g = combat_table(catalog, (CombatState *)(uintptr_t)state, NULL);
    jw_object(out, NULL);
    jw_int(out, "round", g.state->round);
    record_write_thing(out, "winner", &table, THING_SEAT, g.state->winner);
    jw_str(out, "victory", combat_victory_names[g.state->victory]);
    jw_array(out, "sides");
    for (int side = 0; side < COMBAT_SIDES; side++)
        write_side_score(&g, side, out);
    jw_end_array(out);
    jw_end_object(out);
}
