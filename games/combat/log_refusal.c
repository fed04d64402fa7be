/* log_refusal.c - what the log says of a command that was refused.
 *
 * A refusal changes nothing, so it is no event; its lines are made from the command and
 * the reason. */
#include "games/combat/host.h"

#include <stdio.h>

/* The reason as the log writes it; NULL for what it never names. */
static const char *reason_of(Err err)
{
    switch (err) {
#define ERR(name, ...)
#define REASON(name, code, reason, ...) \
    case COMBAT_ERR_##name:             \
        return reason;
#include "games/combat/errors.def"
#undef REASON
#undef ERR
    default:
        return NULL;
    }
}

static const char *channel(const CombatCatalog *c, int action)
{
    static const char *const names[] = {"Move", "Attack", NULL};
    return names[c->skill[action].cls];
}

static void put_action(const Combat *g, int unit, int action, const char *what,
                       const char *reason, char *out, size_t out_bytes)
{
    const char *name = g->scenario->unit_id[unit];
    const char *tool = action ? channel(g->catalog, action) : NULL;
    size_t used = strlen(out);
    snprintf(out + used, out_bytes - used, "[Action] %s [%s] %s(reason=%s)\n", name,
             g->catalog->action_id[action], what, reason);
    used = strlen(out);
    if (tool)
        snprintf(out + used, out_bytes - used, "[%s] Rejected U=%s (reason=%s)\n", tool,
                 name, reason);
}

static void put_chain(const Combat *g, const Command *c, const char *reason, char *out,
                      size_t out_bytes)
{
    const CombatAct *base = combat_act(g);
    char layer[8 + 2 * COMBAT_PICKS_MAX] = "W2";
    for (int i = 0; i < base->pick_count; i++)
        strcat(layer, ".1");
    snprintf(out, out_bytes,
             "[Action] %s [%s] %s_ChainReject(id=%s, owner=%s, reason=%s)\n",
             g->scenario->unit_id[base->actor], g->catalog->action_id[base->action],
             layer, g->catalog->action_id[c->b], g->scenario->unit_id[c->a], reason);
}

void combat_log_refusal(const void *catalog, const void *state, const Command *c,
                        Err err, char *out, size_t out_bytes)
{
    const Combat g = combat_table((const CombatCatalog *)catalog,
                                  (CombatState *)(uintptr_t)state, NULL);
    const char *reason = reason_of(err);
    const int skills = COMBAT_SKILL_1 + g.catalog->skill_count;
    out[0] = '\0';
    if (c->type == COMBAT_CMD_DEFER && err == COMBAT_ERR_CANNOT_DEFER)
        snprintf(out, out_bytes, "[Unit] ReorderReject U=%s\n",
                 g.scenario->unit_id[c->a]);
    if (!reason)
        return;
    if (c->type == COMBAT_CMD_AIM && c->a <= g.state->unit_count && c->b < skills)
        put_action(&g, c->a, c->b, "W1_AimReject", reason, out, out_bytes);
    if (c->type == COMBAT_CMD_CONFIRM) {
        const CombatAct *act = combat_act(&g);
        /* The plan stands and only its price is too high: the precheck did pass. */
        if (err == COMBAT_ERR_LACK_TIME || err == COMBAT_ERR_LACK_ENERGY ||
            err == COMBAT_ERR_LACK_RESOURCE)
            snprintf(out, out_bytes, "[Action] %s [%s] W2_PrecheckOk\n",
                     g.scenario->unit_id[act->actor],
                     g.catalog->action_id[act->action]);
        put_action(&g, act->actor, act->action, "W2_PreDeductCheckFail", reason, out,
                   out_bytes);
    }
    if (c->type == COMBAT_CMD_PICK && c->a <= g.state->unit_count && c->b < skills)
        put_chain(&g, c, reason, out, out_bytes);
    if (c->type == COMBAT_CMD_DPICK && c->a < skills) {
        const char *id = g.catalog->action_id[c->a];
        if (err != COMBAT_ERR_NOT_OFFERED)
            snprintf(out, out_bytes, "[Derived] Select(id=%s, kind=Derived)\n", id);
        const size_t used = strlen(out);
        snprintf(out + used, out_bytes - used, "[Derived] Reject(id=%s, reason=%s)\n",
                 id, reason);
    }
}
