/* cost.c - what a move would cost, as JSON, before anything is paid. */
#include "games/combat/host.h"

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
