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
    jw_array(w, "actions");
    for (int i = 0; i < s->act_count; i++)
        write_act(&g, &s->act[i], w);
    jw_end_array(w);
    jw_int(w, "hold_ms", s->hold_ms);
    jw_int(w, "ai_decisions", s->ai_count);
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

/* Seconds, energy and the way there, before anything is confirmed. */
void combat_write_cost(const void *catalog, const void *state, const Command *c,
                       JsonW *w)
{
    const Combat g = combat_table((const CombatCatalog *)catalog,
                                  (CombatState *)(uintptr_t)state, NULL);
    if (c->type != COMBAT_CMD_CONFIRM || g.state->mode != COMBAT_MODE_AIM) {
        jw_null(w, NULL);
        return;
    }
    CombatAct act = *combat_act(&g);
    act.cell = (uint8_t)c->a;
    if (c->a > COMBAT_CELLS_MAX || combat_plan(&g, &act, NULL) != ERR_OK) {
        jw_null(w, NULL);
        return;
    }
    jw_object(w, NULL);
    jw_int(w, "seconds", act.move_seconds + act.seconds);
    jw_int(w, "move_seconds", act.move_seconds);
    jw_int(w, "energy",
           act.move_seconds * combat_class(&g, act.actor)->move_energy + act.energy);
    jw_int(w, "steps", act.steps);
    jw_array(w, "path");
    for (int i = 0; i < act.steps; i++)
        jw_str(w, NULL, g.map->id[act.path[i]]);
    jw_end_array(w);
    jw_end_object(w);
}
