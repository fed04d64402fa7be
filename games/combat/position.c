/* position.c - reads a battle from JSON, whole or in part.
 *
 * What is left out keeps the value it has when the battle begins. A unit named as
 * active without a queue is followed by those behind it in the turn order and has its
 * whole turn before it. */
#include "games/combat/host.h"

#include "engine/machine.h"
#include "games/combat/game.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    Reader *r;
    const json_t *json;
    Combat g;
    CombatState *s;
    const CombatCatalog *c;
} Position;

typedef const char (*Ids)[COMBAT_ID_BYTES];

static int unit_called(Position *p, const char *key, const char *name)
{
    const int unit = combat_find(name, (Ids)p->g.scenario->unit_id, 1,
                                 p->g.scenario->unit_count + 1);
    if (unit < 0)
        reader_fail(p->r, key, "there is no unit called \"%s\"", name ? name : "?");
    return unit < 0 ? 0 : unit;
}

static bool is_there(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return value && !json_is_null(value);
}

/* The unit under a key; 0 for null or nothing. */
static int read_unit(Position *p, const json_t *object, const char *key)
{
    return is_there(object, key) ? unit_called(p, key, read_text(p->r, object, key))
                                 : 0;
}

static int cell_called(Position *p, const char *key, const char *name)
{
    int q = 0, r = 0, used = 0;
    if (name && sscanf(name, "%d,%d%n", &q, &r, &used) == 2 && !name[used]) {
        const int cell = combat_cell_at(p->g.map, q, r);
        if (cell)
            return cell;
    }
    reader_fail(p->r, key, "there is no cell \"%s\"", name ? name : "?");
    return 0;
}

static int read_cell(Position *p, const json_t *object, const char *key)
{
    return is_there(object, key) ? cell_called(p, key, read_text(p->r, object, key))
                                 : 0;
}

static int read_action(Position *p, const json_t *object, const char *key)
{
    const char *name = read_text(p->r, object, key);
    const int action = combat_find(name, (Ids)p->c->action_id, COMBAT_MOVE,
                                   COMBAT_SKILL_1 + p->c->skill_count);
    if (action < 0 && reader_ok(p->r))
        reader_fail(p->r, key, "there is no action called \"%s\"", name);
    return action < 0 ? 0 : action;
}

/* The units listed under a key, at most 'max', into a list ended by 0. */
static int read_units(Position *p, const char *key, uint8_t *out, int max)
{
    const json_t *list = read_array_or_none(p->r, p->json, key, max);
    if (!list)
        return -1;
    memset(out, 0, (size_t)max);
    for (size_t i = 0; i < json_array_size(list) && reader_ok(p->r); i++)
        out[i] =
            (uint8_t)unit_called(p, key, json_string_value(json_array_get(list, i)));
    return (int)json_array_size(list);
}

/* Which buff or Sticky is meant: by its number, else the first with the tag. */
static int read_timed_def(Position *p, const json_t *item, bool buffs)
{
    const int count = buffs ? p->c->buff_count : p->c->sticky_count;
    if (json_object_get(item, "effect"))
        return read_int(p->r, item, "effect", 0, count - 1);
    const char *name = read_text(p->r, item, "tag");
    for (int i = 0; i < count && name; i++)
        if (strcmp(p->c->tag_id[buffs ? p->c->buff[i].tag : p->c->sticky[i].tag],
                   name) == 0)
            return i;
    reader_fail(p->r, "tag", "nothing is called \"%s\"", name ? name : "?");
    return 0;
}

static void read_timed(Position *p, const json_t *unit, const char *key,
                       CombatTimed *out, uint8_t *count, int max, bool buffs)
{
    static const char *const keys[] = {"tag", "effect", "left", NULL};
    const json_t *list = read_array_or_none(p->r, unit, key, max);
    if (!list)
        return;
    memset(out, 0, (size_t)max * sizeof *out);
    *count = 0;
    for (size_t i = 0; i < json_array_size(list) && reader_ok(p->r); i++) {
        const json_t *item = json_array_get(list, i);
        reader_enter(p->r, key, (int)i);
        read_only(p->r, item, keys);
        out[i].def = (uint8_t)read_timed_def(p, item, buffs);
        out[i].left = (int8_t)read_int(p->r, item, "left", -1, 50);
        *count = (uint8_t)(i + 1);
        reader_leave(p->r);
    }
}

static int read_dot_def(Position *p, const json_t *item)
{
    if (json_object_get(item, "effect"))
        return read_int(p->r, item, "effect", 0, p->c->dot_count - 1);
    const char *name = read_text(p->r, item, "tag");
    for (int i = 0; i < p->c->dot_count && name; i++)
        if (strcmp(p->c->tag_id[p->c->dot[i].tag], name) == 0)
            return i;
    reader_fail(p->r, "tag", "nothing is called \"%s\"", name ? name : "?");
    return 0;
}

static void read_dots(Position *p, const json_t *unit, CombatUnit *u)
{
    static const char *const keys[] = {"tag", "effect", "caster", "rounds", NULL};
    const json_t *list = read_array_or_none(p->r, unit, "dots", COMBAT_DOTS_MAX);
    if (!list)
        return;
    memset(u->dot, 0, sizeof u->dot);
    u->dot_count = 0;
    for (size_t i = 0; i < json_array_size(list) && reader_ok(p->r); i++) {
        const json_t *item = json_array_get(list, i);
        reader_enter(p->r, "dots", (int)i);
        read_only(p->r, item, keys);
        u->dot[i].def = (uint8_t)read_dot_def(p, item);
        u->dot[i].caster = (uint8_t)read_unit(p, item, "caster");
        u->dot[i].rounds = (uint8_t)read_int(p->r, item, "rounds", 0, 50);
        u->dot_count = (uint8_t)(i + 1);
        reader_leave(p->r);
    }
}

static void read_cooldowns(Position *p, const json_t *json, int unit)
{
    static const char *const keys[] = {"action", "seconds", "turns", NULL};
    CombatUnit *u = &p->s->unit[unit];
    const json_t *list = read_array_or_none(p->r, json, "cooldowns", COMBAT_KNOWN_MAX);
    if (!list)
        return;
    memset(u->cd, 0, sizeof u->cd);
    memset(u->cd_order, 0, sizeof u->cd_order);
    for (size_t i = 0; i < json_array_size(list) && reader_ok(p->r); i++) {
        const json_t *item = json_array_get(list, i);
        reader_enter(p->r, "cooldowns", (int)i);
        read_only(p->r, item, keys);
        const int action = read_action(p, item, "action");
        const int which =
            action >= COMBAT_ATTACK ? combat_known(&p->g, unit, action) : -1;
        if (which < 0)
            reader_fail(p->r, "action", "the unit does not know it");
        else
            u->cd[which] = (uint8_t)read_int(p->r, item, "seconds", 0, 250);
        u->cd_order[i] = (uint8_t)(which + 1);
        reader_leave(p->r);
    }
}

static void read_full_round(Position *p, const json_t *json, CombatUnit *u)
{
    static const char *const keys[] = {"action", "left",    "cell",
                                       "target", "seconds", NULL};
    if (!json_object_get(json, "full_round"))
        return;
    u->full_action = u->full_left = u->full_cell = u->full_target = u->full_seconds = 0;
    if (json_is_null(json_object_get(json, "full_round")))
        return;
    const json_t *full = read_object(p->r, json, "full_round");
    reader_enter(p->r, "full_round", -1);
    read_only(p->r, full, keys);
    u->full_action = (uint8_t)read_action(p, full, "action");
    u->full_left = (uint8_t)read_int(p->r, full, "left", 1, 20);
    u->full_cell = (uint8_t)read_cell(p, full, "cell");
    u->full_target = (uint8_t)read_unit(p, full, "target");
    u->full_seconds = (uint8_t)read_int_or(p->r, full, "seconds", 0, 100, 0);
    reader_leave(p->r);
}

static void read_mark(Position *p, const json_t *json, const char *key, CombatUnit *u,
                      int mark)
{
    if (read_bool_or(p->r, json, key, u->marks & mark))
        u->marks |= (uint8_t)mark;
    else
        u->marks &= (uint8_t)~mark;
}

static void read_unit_numbers(Position *p, const json_t *json, int unit)
{
    CombatUnit *u = &p->s->unit[unit];
    const CombatClass *cls = combat_class(&p->g, unit);
    Reader *r = p->r;
    u->hp = (int16_t)read_int_or(r, json, "hp", 0, cls->hp, u->hp);
    u->energy = (int16_t)read_int_or(r, json, "energy", 0, cls->energy_max, u->energy);
    u->shield = (int16_t)read_int_or(r, json, "shield", 0, 2000, u->shield);
    u->res = (int16_t)read_int_or(r, json, "resource", 0, cls->res_max, u->res);
    u->facing = (uint8_t)read_int_or(r, json, "facing", 0, 5, u->facing);
    u->version = (uint16_t)read_int_or(r, json, "version", 1, 60000, u->version);
    u->remaining = (uint8_t)read_int_or(r, json, "remaining", 0, 100, u->remaining);
    u->prepaid = (uint8_t)read_int_or(r, json, "prepaid", 0, 100, u->prepaid);
    u->attacks = (uint8_t)read_int_or(r, json, "attacks", 0, 60, u->attacks);
    u->shown = (uint16_t)read_int_or(r, json, "rate_shown", 0, 14000, u->shown);
    if (is_there(json, "anchor"))
        u->anchor = (uint8_t)read_cell(p, json, "anchor");
    /* A unit without hit points is down, unless it says otherwise. */
    if (u->hp == 0)
        u->marks |= COMBAT_DOWN;
    read_mark(p, json, "down", u, COMBAT_DOWN);
    read_mark(p, json, "spent", u, COMBAT_SPENT);
    read_mark(p, json, "reordered", u, COMBAT_REORDERED);
    read_mark(p, json, "begun", u, COMBAT_BEGUN);
}

static void read_one(Position *p, const json_t *json)
{
    static const char *const keys[] = {
        "id",        "class",      "side",       "down",      "hp",      "hp_max",
        "energy",    "energy_max", "shield",     "resource",  "anchor",  "facing",
        "version",   "remaining",  "prepaid",    "turn_time", "attacks", "rate_shown",
        "rate_live", "spent",      "reordered",  "begun",     "buffs",   "stickies",
        "dots",      "cooldowns",  "full_round", "cells",     NULL};
    read_only(p->r, json, keys);
    const int unit = unit_called(p, "id", read_text(p->r, json, "id"));
    if (!reader_ok(p->r))
        return;
    CombatUnit *u = &p->s->unit[unit];
    read_unit_numbers(p, json, unit);
    read_timed(p, json, "buffs", u->buff, &u->buff_count, COMBAT_BUFFS_MAX, true);
    read_timed(p, json, "stickies", u->sticky, &u->sticky_count, COMBAT_STICKIES_MAX,
               false);
    read_dots(p, json, u);
    read_cooldowns(p, json, unit);
    read_full_round(p, json, u);
}

static void read_all_units(Position *p)
{
    const json_t *list = read_array_or_none(p->r, p->json, "units", COMBAT_UNITS_MAX);
    for (size_t i = 0; i < json_array_size(list) && reader_ok(p->r); i++) {
        reader_enter(p->r, "units", (int)i);
        read_one(p, json_array_get(list, i));
        reader_leave(p->r);
    }
    memset(p->s->unit_at, 0, sizeof p->s->unit_at);
    for (int unit = 1; unit <= p->s->unit_count && reader_ok(p->r); unit++) {
        uint8_t cells[COMBAT_FOOT_MAX];
        if (combat_is_down(p->s, unit))
            continue;
        const int count =
            combat_unit_cells(&p->g, unit, p->s->unit[unit].anchor, cells);
        for (int i = 0; i < count; i++)
            p->s->unit_at[cells[i]] = (uint8_t)unit;
        p->s->unit_at[0] = 0;
    }
}

static void read_terrain(Position *p)
{
    static const char *const keys[] = {"cell", "terrain", NULL};
    const json_t *list = read_array_or_none(p->r, p->json, "terrain", COMBAT_CELLS_MAX);
    for (size_t i = 0; i < json_array_size(list) && reader_ok(p->r); i++) {
        const json_t *item = json_array_get(list, i);
        reader_enter(p->r, "terrain", (int)i);
        read_only(p->r, item, keys);
        const int cell = read_cell(p, item, "cell");
        const char *name = read_text(p->r, item, "terrain");
        const int id = combat_find(name, (Ids)p->c->terrain_id, 0, p->c->terrain_count);
        if (id < 0 && reader_ok(p->r))
            reader_fail(p->r, "terrain", "there is no terrain called \"%s\"", name);
        if (cell && id >= 0)
            p->s->terrain[cell] = (uint8_t)id;
        reader_leave(p->r);
    }
}

static void read_picks(Position *p, const json_t *json, CombatAct *act)
{
    static const char *const keys[] = {"owner", "skill", "cell", "target", NULL};
    const json_t *list = read_array_or_none(p->r, json, "picks", COMBAT_PICKS_MAX);
    for (size_t i = 0; i < json_array_size(list) && reader_ok(p->r); i++) {
        const json_t *item = json_array_get(list, i);
        CombatPick *pick = &act->pick[act->pick_count++];
        reader_enter(p->r, "picks", (int)i);
        read_only(p->r, item, keys);
        pick->owner = (uint8_t)read_unit(p, item, "owner");
        pick->action = (uint8_t)read_action(p, item, "skill");
        pick->cell = (uint8_t)read_cell(p, item, "cell");
        pick->target = (uint8_t)read_unit(p, item, "target");
        reader_leave(p->r);
    }
}

static void read_act(Position *p, const json_t *json, CombatAct *act)
{
    static const char *const keys[] = {
        "unit",   "action",       "cell",    "target", "unit_version", "target_version",
        "rate",   "move_seconds", "seconds", "energy", "phase_start",  "interrupted",
        "ending", "path",         "picks",   NULL};
    Reader *r = p->r;
    memset(act, 0, sizeof *act);
    read_only(r, json, keys);
    act->actor = (uint8_t)read_unit(p, json, "unit");
    act->action = (uint8_t)read_action(p, json, "action");
    act->cell = (uint8_t)read_cell(p, json, "cell");
    act->target = (uint8_t)read_unit(p, json, "target");
    act->actor_version = (uint16_t)read_int_or(r, json, "unit_version", 0, 60000, 0);
    act->target_version = (uint16_t)read_int_or(r, json, "target_version", 0, 60000, 0);
    act->rate = (uint16_t)read_int_or(r, json, "rate", 0, 14000, 0);
    act->move_seconds = (uint8_t)read_int_or(r, json, "move_seconds", 0, 200, 0);
    act->seconds = (uint8_t)read_int_or(r, json, "seconds", 0, 100, 0);
    act->energy = (uint8_t)read_int_or(r, json, "energy", 0, 250, 0);
    act->phase_start = read_bool_or(r, json, "phase_start", false);
    act->interrupted = read_bool_or(r, json, "interrupted", false);
    act->ending = read_bool_or(r, json, "ending", false);
    const json_t *path = read_array_or_none(r, json, "path", COMBAT_PATH_MAX);
    for (size_t i = 0; i < json_array_size(path) && reader_ok(r); i++)
        act->path[act->steps++] =
            (uint8_t)cell_called(p, "path", json_string_value(json_array_get(path, i)));
    read_picks(p, json, act);
}

static void read_acts(Position *p)
{
    const json_t *list = read_array_or_none(p->r, p->json, "actions", COMBAT_ACTS_MAX);
    if (!list)
        return;
    memset(p->s->act, 0, sizeof p->s->act);
    p->s->act_count = 0;
    for (size_t i = 0; i < json_array_size(list) && reader_ok(p->r); i++) {
        reader_enter(p->r, "actions", (int)i);
        read_act(p, json_array_get(list, i), &p->s->act[p->s->act_count++]);
        reader_leave(p->r);
    }
}

/* An active unit that was named alone: those behind it wait, its turn is whole. */
static void fill_queue(Position *p)
{
    CombatState *s = p->s;
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
        u->remaining = (uint8_t)combat_turn_time(&p->g, s->active);
}

static void read_done(Reader *r, const json_t *json, const char *key, int max,
                      uint8_t *out)
{
    *out = (uint8_t)read_int_or(r, json, key, 0, max, *out);
}

static void read_plain(Position *p)
{
    CombatState *s = p->s;
    Reader *r = p->r;
    const json_t *json = p->json;
    s->round = (uint16_t)read_int_or(r, json, "round", 1, p->c->rounds_max, s->round);
    s->side = (uint8_t)read_int_or(r, json, "side", 0, 1, s->side);
    if (json_object_get(json, "mode"))
        s->mode = (uint8_t)read_word(r, json, "mode", combat_mode_names, COMBAT_MODES);
    if (json_object_get(json, "active"))
        s->active = (uint8_t)read_unit(p, json, "active");
    if (json_object_get(json, "bonus"))
        s->bonus = (uint8_t)read_unit(p, json, "bonus");
    s->bonus_cap = (uint8_t)read_int_or(r, json, "bonus_cap", 0, 100, s->bonus_cap);
    s->bonus_left = (uint8_t)read_int_or(r, json, "bonus_left", 0, 100, s->bonus_left);
    if (json_object_get(json, "winner"))
        s->winner = is_there(json, "winner")
                        ? (uint8_t)(1 + read_int(r, json, "winner", 0, 1))
                        : (uint8_t)0;
    if (json_object_get(json, "victory"))
        s->victory = (uint8_t)read_word(r, json, "victory", combat_victory_names,
                                        COMBAT_VICTORIES);
    s->hold_ms = (uint16_t)read_int_or(r, json, "hold_ms", 0, 999, s->hold_ms);
    s->dice = (uint8_t)read_int_or(r, json, "dice", 0, 2, s->dice);
    read_done(r, json, "ai_decisions", COMBAT_AI_ACTIONS, &s->done.by_ai);
    read_done(r, json, "actions_done", 255, &s->done.actions);
    read_done(r, json, "bonus_ai_decisions", COMBAT_AI_ACTIONS, &s->bonus_done.by_ai);
    read_done(r, json, "bonus_actions_done", 255, &s->bonus_done.actions);
}

static bool read_scenario(Position *p)
{
    const char *name =
        read_text_or(p->r, p->json, "scenario", p->c->scenario_id[p->s->scenario]);
    const int id = combat_find(name, (Ids)p->c->scenario_id, 0, p->c->scenario_count);
    if (id < 0) {
        reader_fail(p->r, "scenario", "there is no scenario called \"%s\"", name);
        return false;
    }
    if (id != p->s->scenario)
        reader_fail(p->r, "scenario", "the battle was set up as \"%s\"",
                    p->c->scenario_id[p->s->scenario]);
    return reader_ok(p->r);
}

static void read_machine(Position *p, const void *catalog)
{
    CombatState *s = p->s;
    const Table t = {&combat_game, catalog, s};
    Prompt unread;
    memset(&unread, 0, sizeof unread);
    const Machine machine = {&s->rng,         &unread,       s->fx,
                             &s->fx_depth,    COMBAT_FX_MAX, combat_ability_names,
                             COMBAT_ABILITIES};
    char why[200];
    if (!machine_read(&t, p->json, &machine, why, sizeof why))
        reader_fail(p->r, NULL, "%s", why);
    if (s->rng.state == 0 || s->rng.state > UINT32_MAX)
        reader_fail(p->r, "rng", "must be a number of 32 bits, not 0");
}

static void read_everything(Position *p, const void *catalog)
{
    CombatState *s = p->s;
    read_plain(p);
    read_units(p, "order", s->order[COMBAT_P1], COMBAT_UNITS_MAX);
    read_units(p, "enemy_order", s->order[COMBAT_ENEMY], COMBAT_UNITS_MAX);
    read_all_units(p);
    read_terrain(p);
    const int queue = read_units(p, "queue", s->queue, COMBAT_UNITS_MAX);
    if (queue >= 0)
        s->queue_count = (uint8_t)queue;
    else if (reader_ok(p->r) && s->active && s->mode == COMBAT_MODE_IDLE)
        fill_queue(p);
    read_acts(p);
    read_machine(p, catalog);
}

static Err read_whole(const void *catalog, const json_t *json, void *state, char *why,
                      size_t why_bytes)
{
    static const char *const keys[] = {"scenario",
                                       "round",
                                       "side",
                                       "mode",
                                       "active",
                                       "bonus",
                                       "bonus_cap",
                                       "bonus_left",
                                       "winner",
                                       "victory",
                                       "order",
                                       "enemy_order",
                                       "queue",
                                       "units",
                                       "terrain",
                                       "actions",
                                       "hold_ms",
                                       "ai_decisions",
                                       "actions_done",
                                       "bonus_ai_decisions",
                                       "bonus_actions_done",
                                       "dice",
                                       "map",
                                       "objective",
                                       MACHINE_KEYS,
                                       NULL};
    LoadError error;
    Reader reader;
    reader_init(&reader, "position", &error);
    CombatState *s = (CombatState *)state;
    Position p = {&reader, json, combat_table((const CombatCatalog *)catalog, s, NULL),
                  s, (const CombatCatalog *)catalog};
    read_only(&reader, json, keys);
    if (read_scenario(&p))
        read_everything(&p, catalog);
    if (reader_ok(&reader)) {
        const char *broken = combat_check_battle(&p.g);
        if (!broken) {
            combat_ask(&p.g);
            return ERR_OK;
        }
        reader_fail(&reader, NULL, "%s", broken);
    }
    snprintf(why, why_bytes, "%s%s%s", error.path, error.path[0] ? ": " : "",
             error.what);
    return ERR_BAD_POSITION;
}

Err combat_read_state(const void *catalog, const json_t *json, void *state,
                      Refusal *why)
{
    char detail[420] = "";
    const Err err = read_whole(catalog, json, state, detail, sizeof detail);
    if (err == ERR_UNKNOWN_THING)
        *why = refusal_words(err, "state", detail);
    else if (err)
        *why = refusal_words(err, detail, NULL);
    return err;
}
