/* json.c - a battle as JSON, its score, and what a move would cost.
 *
 * position.c reads what is written here. Keys that only repeat what follows from others
 * are written for readers and passed over when read. */
#include "games/combat/host.h"

#include "engine/machine.h"
#include "games/combat/game.h"

static void write_timed(const Combat *g, const char *key, const CombatTimed *list,
                        int count, bool buffs, JsonW *w)
{
    jw_array(w, key);
    for (int i = 0; i < count; i++) {
        const int tag = buffs ? g->catalog->buff[list[i].def].tag
                              : g->catalog->sticky[list[i].def].tag;
        jw_object(w, NULL);
        jw_str(w, "tag", g->catalog->tag_id[tag]);
        jw_int(w, "effect", list[i].def);
        jw_int(w, "left", list[i].left);
        jw_end_object(w);
    }
    jw_end_array(w);
}

static void write_dots(const Combat *g, const CombatUnit *u, JsonW *w)
{
    jw_array(w, "dots");
    for (int i = 0; i < u->dot_count; i++) {
        const CombatDotDef *def = &g->catalog->dot[u->dot[i].def];
        jw_object(w, NULL);
        jw_str(w, "tag", g->catalog->tag_id[def->tag]);
        jw_int(w, "effect", u->dot[i].def);
        jw_str(w, "caster", g->scenario->unit_id[u->dot[i].caster]);
        jw_int(w, "rounds", u->dot[i].rounds);
        jw_end_object(w);
    }
    jw_end_array(w);
}

/* In the order they were first started. */
static void write_cooldowns(const Combat *g, int unit, JsonW *w)
{
    const CombatUnit *u = &g->state->unit[unit];
    jw_array(w, "cooldowns");
    for (int i = 0; i < COMBAT_KNOWN_MAX && u->cd_order[i]; i++) {
        const int which = u->cd_order[i] - 1;
        jw_object(w, NULL);
        jw_str(w, "action",
               g->catalog
                   ->action_id[which == 0 ? (int)COMBAT_ATTACK
                                          : combat_class(g, unit)->skill[which - 1]]);
        jw_int(w, "seconds", u->cd[which]);
        jw_int(w, "turns", (u->cd[which] + 5) / 6);
        jw_end_object(w);
    }
    jw_end_array(w);
}

static void write_full_round(const Combat *g, const CombatUnit *u, JsonW *w)
{
    if (!u->full_action) {
        jw_null(w, "full_round");
        return;
    }
    jw_object(w, "full_round");
    jw_str(w, "action", g->catalog->action_id[u->full_action]);
    jw_int(w, "left", u->full_left);
    jw_str(w, "cell", g->map->id[u->full_cell]);
    jw_str(w, "target", u->full_target ? g->scenario->unit_id[u->full_target] : NULL);
    jw_int(w, "seconds", u->full_seconds);
    jw_end_object(w);
}

/* All it stands on, the anchor first; nothing once it is down. */
static void write_cells(const Combat *g, int unit, JsonW *w)
{
    uint8_t cells[COMBAT_FOOT_MAX];
    const int count =
        combat_is_down(g->state, unit)
            ? 0
            : combat_unit_cells(g, unit, g->state->unit[unit].anchor, cells);
    jw_array(w, "cells");
    for (int i = 0; i < count; i++)
        jw_str(w, NULL, g->map->id[cells[i]]);
    jw_end_array(w);
}

static void write_unit(const Combat *g, int unit, JsonW *w)
{
    const CombatUnit *u = &g->state->unit[unit];
    const CombatClass *cls = combat_class(g, unit);
    jw_object(w, NULL);
    jw_str(w, "id", g->scenario->unit_id[unit]);
    jw_str(w, "class", g->catalog->class_id[g->scenario->unit_cls[unit]]);
    jw_int(w, "side", combat_side(g, unit));
    jw_bool(w, "down", combat_is_down(g->state, unit));
    jw_int(w, "hp", u->hp);
    jw_int(w, "hp_max", cls->hp);
    jw_int(w, "energy", u->energy);
    jw_int(w, "energy_max", cls->energy_max);
    jw_int(w, "shield", u->shield);
    jw_int(w, "resource", u->res);
    jw_str(w, "anchor", g->map->id[u->anchor]);
    write_cells(g, unit, w);
    jw_int(w, "facing", u->facing);
    jw_int(w, "version", u->version);
    jw_int(w, "remaining", u->remaining);
    jw_int(w, "prepaid", u->prepaid);
    jw_int(w, "turn_time", combat_turn_time(g, unit));
    jw_int(w, "attacks", u->attacks);
    jw_int(w, "rate_shown", u->shown);
    jw_int(w, "rate_live", combat_rate_live(g, unit));
    jw_bool(w, "spent", u->marks & COMBAT_SPENT);
    jw_bool(w, "reordered", u->marks & COMBAT_REORDERED);
    jw_bool(w, "begun", u->marks & COMBAT_BEGUN);
    write_timed(g, "buffs", u->buff, u->buff_count, true, w);
    write_timed(g, "stickies", u->sticky, u->sticky_count, false, w);
    write_dots(g, u, w);
    write_cooldowns(g, unit, w);
    write_full_round(g, u, w);
    jw_end_object(w);
}

static void write_units(const Combat *g, const char *key, const uint8_t *list,
                        int count, JsonW *w)
{
    jw_array(w, key);
    for (int i = 0; i < count && list[i]; i++)
        jw_str(w, NULL, g->scenario->unit_id[list[i]]);
    jw_end_array(w);
}

/* Only what differs from the scenario's map. */
static void write_terrain(const Combat *g, JsonW *w)
{
    const CombatState *s = g->state;
    jw_array(w, "terrain");
    for (int cell = 1; cell <= g->map->cell_count; cell++) {
        if (s->terrain[cell] == g->map->terrain[cell])
            continue;
        jw_object(w, NULL);
        jw_str(w, "cell", g->map->id[cell]);
        jw_str(w, "terrain", g->catalog->terrain_id[s->terrain[cell]]);
        jw_end_object(w);
    }
    jw_end_array(w);
}

/* The ground as it is now, a row a string, and what its signs mean. */
static void write_map(const Combat *g, JsonW *w)
{
    const CombatMap *map = g->map;
    const CombatCatalog *c = g->catalog;
    char row[COMBAT_CELL_ROOM];
    bool seen[COMBAT_TERRAINS_MAX] = {false};
    jw_object(w, "map");
    jw_int(w, "width", map->width);
    jw_int(w, "height", map->height);
    jw_bool(w, "odd_r", map->odd_r);
    jw_array(w, "rows");
    for (int y = 0; y < map->height; y++) {
        for (int x = 0; x < map->width; x++) {
            const int ground = g->state->terrain[1 + y * map->width + x];
            row[x] = c->terrain_glyph[ground];
            seen[ground] = true;
        }
        row[map->width] = '\0';
        jw_str(w, NULL, row);
    }
    jw_end_array(w);
    jw_object(w, "ground");
    for (int i = 0; i < c->terrain_count; i++) {
        const char glyph[2] = {c->terrain_glyph[i], '\0'};
        if (seen[i])
            jw_str(w, glyph, c->terrain_id[i]);
    }
    jw_end_object(w);
    jw_end_object(w);
}

/* What P1 must do; the limit is in rounds, 0 where there is none. */
static void write_objective(const Combat *g, JsonW *w)
{
    static const char *const types[COMBAT_OBJECTIVES] = {"eliminate", "survive",
                                                         "reach", "killUnit"};
    const CombatScenario *scenario = g->scenario;
    jw_object(w, "objective");
    jw_str(w, "type", types[scenario->objective]);
    jw_int(w, "rounds", scenario->rounds);
    jw_int(w, "limit", scenario->limit);
    jw_str(w, "unit", scenario->kill ? scenario->unit_id[scenario->kill] : NULL);
    jw_str(w, "protect",
           scenario->protect ? scenario->unit_id[scenario->protect] : NULL);
    jw_array(w, "cells");
    for (int i = 0; i < scenario->goal_count; i++)
        jw_str(w, NULL, g->map->id[scenario->goal[i]]);
    jw_end_array(w);
    jw_end_object(w);
}

static void write_act(const Combat *g, const CombatAct *act, JsonW *w)
{
    jw_object(w, NULL);
    jw_str(w, "unit", g->scenario->unit_id[act->actor]);
    jw_str(w, "action", g->catalog->action_id[act->action]);
    jw_str(w, "cell", act->cell ? g->map->id[act->cell] : NULL);
    jw_str(w, "target", act->target ? g->scenario->unit_id[act->target] : NULL);
    jw_int(w, "unit_version", act->actor_version);
    jw_int(w, "target_version", act->target_version);
    jw_int(w, "rate", act->rate);
    jw_int(w, "move_seconds", act->move_seconds);
    jw_int(w, "seconds", act->seconds);
    jw_int(w, "energy", act->energy);
    jw_bool(w, "phase_start", act->phase_start);
    jw_bool(w, "interrupted", act->interrupted);
    jw_bool(w, "ending", act->ending);
    jw_array(w, "path");
    for (int i = 0; i < act->steps; i++)
        jw_str(w, NULL, g->map->id[act->path[i]]);
    jw_end_array(w);
    jw_array(w, "picks");
    for (int i = 0; i < act->pick_count; i++) {
        const CombatPick *pick = &act->pick[i];
        jw_object(w, NULL);
        jw_str(w, "owner", g->scenario->unit_id[pick->owner]);
        jw_str(w, "skill", g->catalog->action_id[pick->action]);
        jw_str(w, "cell", g->map->id[pick->cell]);
        jw_str(w, "target", pick->target ? g->scenario->unit_id[pick->target] : NULL);
        jw_end_object(w);
    }
    jw_end_array(w);
    jw_end_object(w);
}

static void write_result(const CombatState *s, JsonW *w)
{
    if (s->winner)
        jw_int(w, "winner", s->winner - 1);
    else
        jw_null(w, "winner");
    jw_str(w, "victory", combat_victory_names[s->victory]);
}

void combat_write_state(const void *catalog, const void *state, JsonW *w)
{
    const Combat g = combat_table((const CombatCatalog *)catalog,
                                  (CombatState *)(uintptr_t)state, NULL);
    CombatState *s = g.state;
    const Table t = {&combat_game, catalog, state};
    const Machine machine = {&s->rng,         &s->prompt,    s->fx,
                             &s->fx_depth,    COMBAT_FX_MAX, combat_ability_names,
                             COMBAT_ABILITIES};
    jw_object(w, NULL);
    jw_str(w, "scenario", g.catalog->scenario_id[s->scenario]);
    jw_int(w, "round", s->round);
    jw_int(w, "side", s->side);
    jw_str(w, "mode", combat_mode_names[s->mode]);
    jw_str(w, "active", s->active ? g.scenario->unit_id[s->active] : NULL);
    jw_str(w, "bonus", s->bonus ? g.scenario->unit_id[s->bonus] : NULL);
    jw_int(w, "bonus_cap", s->bonus_cap);
    jw_int(w, "bonus_left", s->bonus_left);
    write_result(s, w);
    write_units(&g, "order", s->order[COMBAT_P1], COMBAT_UNITS_MAX, w);
    write_units(&g, "enemy_order", s->order[COMBAT_ENEMY], COMBAT_UNITS_MAX, w);
    write_units(&g, "queue", s->queue, s->queue_count, w);
    jw_array(w, "units");
    for (int unit = 1; unit <= s->unit_count; unit++)
        write_unit(&g, unit, w);
    jw_end_array(w);
    write_terrain(&g, w);
    write_map(&g, w);
    write_objective(&g, w);
    jw_array(w, "actions");
    for (int i = 0; i < s->act_count; i++)
        write_act(&g, &s->act[i], w);
    jw_end_array(w);
    jw_int(w, "hold_ms", s->hold_ms);
    jw_int(w, "ai_decisions", s->done.by_ai);
    jw_int(w, "actions_done", s->done.actions);
    jw_int(w, "bonus_ai_decisions", s->bonus_done.by_ai);
    jw_int(w, "bonus_actions_done", s->bonus_done.actions);
    jw_int(w, "dice", s->dice);
    machine_write(w, &t, &machine, s->rng.state == 0);
    jw_end_object(w);
}

void combat_write_score(const void *catalog, const void *state, JsonW *w)
{
    const Combat g = combat_table((const CombatCatalog *)catalog,
                                  (CombatState *)(uintptr_t)state, NULL);
    jw_object(w, NULL);
    jw_int(w, "round", g.state->round);
    write_result(g.state, w);
    jw_array(w, "sides");
    for (int side = 0; side < COMBAT_SIDES; side++) {
        int standing = 0, hp = 0, units = 0;
        for (int unit = 1; unit <= g.state->unit_count; unit++) {
            if (combat_side(&g, unit) != side)
                continue;
            units++;
            standing += !combat_is_down(g.state, unit);
            hp += g.state->unit[unit].hp;
        }
        jw_object(w, NULL);
        jw_int(w, "units", units);
        jw_int(w, "standing", standing);
        jw_int(w, "hp", hp);
        jw_end_object(w);
    }
    jw_end_array(w);
    jw_end_object(w);
}

/* What an action takes by itself: without the way to its target. */
static void write_plain_cost(const Combat *g, int unit, int action, JsonW *w)
{
    const CombatSkill *skill = combat_skill(g, action);
    jw_object(w, NULL);
    jw_int(w, "seconds",
           skill->kind == COMBAT_FULL_ROUND ? combat_available(g, unit)
                                            : combat_action_seconds(g, unit, action));
    jw_int(w, "energy", combat_action_energy(g, unit, action));
    jw_int(w, "move_energy",
           skill->cls == COMBAT_CLS_SKILL ? 0 : combat_class(g, unit)->move_energy);
    jw_int(w, "resource", skill->res_cost);
    jw_int(w, "cooldown",
           action == COMBAT_ATTACK ? combat_class(g, unit)->attack_cooldown
                                   : skill->cooldown);
    jw_end_object(w);
}

/* Whom it is aimed at, from where the walk ends, and how likely each is hit. */
static void write_targets(const Combat *g, const CombatAct *act, JsonW *w)
{
    const CombatSkill *skill = combat_skill(g, act->action);
    CombatState there = *g->state;
    Combat then = *g;
    uint8_t units[COMBAT_UNITS_MAX];
    then.state = &there;
    if (act->steps)
        there.unit[act->actor].anchor = act->path[act->steps - 1];
    const int cell = act->target ? there.unit[act->target].anchor : act->cell;
    const int count =
        skill->cls == COMBAT_CLS_MOVE
            ? 0
            : combat_targets(&then, act->actor, act->action, cell, act->target, units);
    jw_array(w, "targets");
    for (int i = 0; i < count; i++) {
        const bool rolls =
            skill->cls == COMBAT_CLS_ATTACK ||
            (skill->can_miss && combat_are_foes(g, act->actor, units[i]));
        jw_object(w, NULL);
        jw_str(w, "unit", g->scenario->unit_id[units[i]]);
        jw_int(w, "hit", rolls ? combat_hit_percent(g, act->actor, units[i]) : 100);
        jw_end_object(w);
    }
    jw_end_array(w);
}

static void write_plan_cost(const Combat *g, const CombatAct *act, JsonW *w)
{
    jw_object(w, NULL);
    jw_int(w, "seconds", act->move_seconds + act->seconds);
    jw_int(w, "move_seconds", act->move_seconds);
    jw_int(w, "energy",
           act->move_seconds * combat_class(g, act->actor)->move_energy + act->energy);
    jw_int(w, "steps", act->steps);
    jw_array(w, "path");
    for (int i = 0; i < act->steps; i++)
        jw_str(w, NULL, g->map->id[act->path[i]]);
    jw_end_array(w);
    write_targets(g, act, w);
    jw_end_object(w);
}

/* Seconds, energy and the way there, before anything is paid. */
void combat_write_cost(const void *catalog, const void *state, const Command *c,
                       JsonW *w)
{
    const Combat g = combat_table((const CombatCatalog *)catalog,
                                  (CombatState *)(uintptr_t)state, NULL);
    const int mode = g.state->mode, actions = COMBAT_SKILL_1 + g.catalog->skill_count;
    if (c->type == COMBAT_DO_CONFIRM && mode == COMBAT_MODE_AIM) {
        CombatAct act = *combat_act(&g);
        act.cell = (uint8_t)c->a;
        if (c->a <= COMBAT_CELLS_MAX && combat_plan(&g, &act, NULL) == ERR_OK) {
            write_plan_cost(&g, &act, w);
            return;
        }
    }
    const bool of_unit = c->type == COMBAT_DO_AIM || c->type == COMBAT_DO_PICK;
    if (of_unit && c->a >= 1 && c->a <= g.state->unit_count && c->b >= 1 &&
        c->b < actions)
        write_plain_cost(&g, c->a, c->b, w);
    else if (c->type == COMBAT_DO_DPICK && mode == COMBAT_MODE_DERIVED && c->a >= 1 &&
             c->a < actions)
        write_plain_cost(&g, combat_act(&g)->actor, c->a, w);
    else
        jw_null(w, NULL);
}
