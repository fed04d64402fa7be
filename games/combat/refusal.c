/* refusal.c - what the log says of a command that was refused, and the confirm that
 * fails. */
#include "games/combat/reduce.h"

/* Only what W1, W2 and the windows check has a reason in the log. */
RULES static bool refusal_is_reason(Err err)
{
    switch (err) {
#define ERR(name, ...)
#define REASON(name, ...)   \
    case COMBAT_ERR_##name: \
        return true;
#include "games/combat/errors.def"
#undef REASON
#undef ERR
    default:
        return false;
    }
}

RULES static int refusal_why(Err err)
{
    return err - COMBAT_ERR_FIRST_;
}

/* Rejects of Move and Attack go to the channel of that class too. */
RULES static void refusal_channel(Combat *g, int unit, int action, Err err)
{
    if (combat_skill(g, action)->cls != COMBAT_CLS_SKILL)
        combat_emit(g, COMBAT_EV_REJECTED, unit, action, refusal_why(err), 0);
}

RULES static void refusal_of_confirm(Combat *g, Err err)
{
    const CombatAct *act = combat_act(g);
    /* The plan stands and only its price is too high: the precheck did pass. */
    if (err == COMBAT_ERR_LACK_TIME || err == COMBAT_ERR_LACK_ENERGY ||
        err == COMBAT_ERR_LACK_RESOURCE)
        combat_emit(g, COMBAT_EV_PRECHECK_OK, act->actor, act->action, 0, 0);
    combat_emit(g, COMBAT_EV_PREDEDUCT_FAIL, act->actor, act->action, refusal_why(err),
                0);
    refusal_channel(g, act->actor, act->action, err);
}

RULES static void refusal_of_pick(Combat *g, const Command *c, Err err)
{
    const CombatAct *base = combat_act(g);
    const uint8_t list[2] = {(uint8_t)c->a, (uint8_t)c->b};
    combat_emit_list(g, COMBAT_EV_CHAIN_REJECT, base->actor, base->action,
                     refusal_why(err), base->pick_count, list, 2);
}

RULES static void refusal_of_follow_up(Combat *g, const Command *c, Err err)
{
    const int unit = combat_act(g)->actor;
    if (err != COMBAT_ERR_NOT_OFFERED)
        combat_emit(g, COMBAT_EV_DERIVED_SELECT, unit, c->a, 0, 0);
    combat_emit(g, COMBAT_EV_DERIVED_REJECT, unit, c->a, refusal_why(err), 0);
}

RULES void combat_refused(Combat *g, const Command *c, Err err)
{
    const CombatState *s = g->state;
    const int actions = COMBAT_SKILL_1 + g->catalog->skill_count;
    const bool is_unit = c->a >= 1 && c->a <= s->unit_count;
    if (c->type == COMBAT_DO_DEFER && err == COMBAT_ERR_CANNOT_DEFER)
        combat_emit(g, COMBAT_EV_REORDER_REJECT, c->a, 0, 0, 0);
    if (!refusal_is_reason(err))
        return;
    if (c->type == COMBAT_DO_AIM && is_unit && c->b && c->b < actions) {
        combat_emit(g, COMBAT_EV_AIM_REJECT, c->a, c->b, refusal_why(err), 0);
        refusal_channel(g, c->a, c->b, err);
    } else if (c->type == COMBAT_DO_CONFIRM) {
        refusal_of_confirm(g, err);
    } else if (c->type == COMBAT_DO_PICK && is_unit && c->b && c->b < actions) {
        refusal_of_pick(g, c, err);
    } else if (c->type == COMBAT_DO_DPICK && c->a && c->a < actions) {
        refusal_of_follow_up(g, c, err);
    }
}

/* A confirm that W2 does not let pass is made all the same: it costs nothing and leads
 * out of the aim. */
RULES bool combat_fails(const Combat *g, const Command *c, Err err)
{
    return c->type == COMBAT_DO_CONFIRM && g->state->mode == COMBAT_MODE_AIM &&
           c->seat == combat_to_act(g) && !c->b && !c->c && refusal_is_reason(err) &&
           ((c->a >= 1 && c->a <= g->map->cell_count) || c->a == COMBAT_OFF_BOARD);
}
