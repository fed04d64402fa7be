/* log.c - the line that each event is in the log.
 *
 * The grammar is a protocol: people, clients and tests read the same lines. They are
 * made from events alone; the state gives only names. */
#include "games/combat/host.h"

#include <stdarg.h>
#include <stdio.h>

/* An event being written, and the names it needs. */
typedef struct {
    const CombatCatalog *c;
    const CombatScenario *scenario;
    const Event *e;
    const uint8_t *list;
    char *out;
    size_t out_bytes;
} LogLine;

static const char *const money_tags[COMBAT_MONEY_TAGS] = {
    "Standard",   "Reaction", "Free",          "Derived",       "FullRound",
    "Sustained",  "Move",     "Attack",        "Adjust",        "Speed_Adjust",
    "Early_Stop", "FreeMove", "Attack_Adjust", "AnchorChanged", "LinkCancelled"};

__attribute__((format(printf, 2, 3))) static void put(const LogLine *l,
                                                      const char *format, ...)
{
    const size_t used = strlen(l->out);
    va_list list;
    va_start(list, format);
    vsnprintf(l->out + used, l->out_bytes - used, format, list);
    va_end(list);
}

static const char *unit(const LogLine *l, int id)
{
    return l->scenario->unit_id[id];
}

static const char *action(const LogLine *l, int id)
{
    return l->c->action_id[id];
}

static const char *cell(const LogLine *l, int id)
{
    return l->scenario->map.id[id];
}

static const char *tag(const LogLine *l, int id)
{
    return l->c->tag_id[id];
}

static const char *side(int seat)
{
    return seat == 1 ? "P1" : "Enemy";
}

static void put_left(const LogLine *l, int left)
{
    if (left < 0 || left == 255)
        put(l, "inf");
    else
        put(l, "%d", left);
}

static void put_rate(const LogLine *l, int rate)
{
    put(l, "%d.%02d", rate / 1000, rate % 1000 / 10);
}

/* Without trailing zeros and point. */
static void put_short_rate(const LogLine *l, int rate)
{
    const int part = rate % 1000 / 10;
    put(l, "%d", rate / 1000);
    if (part)
        put(l, part % 10 ? ".%02d" : ".%d", part % 10 ? part : part / 10);
}

static void put_layer(const LogLine *l, int depth)
{
    put(l, "W2");
    while (depth-- > 0)
        put(l, ".1");
}

static void put_ticks(const LogLine *l, bool cooldowns)
{
    put(l, cooldowns ? "[CD] Tick -6s (skills:" : "[Buff] Tick -1 turn (tags:");
    for (int i = 0; i + 3 < l->e->count; i += 4)
        put(l, "%s%s.%s %d->%d", i ? ";" : "", unit(l, l->list[i]),
            cooldowns ? action(l, l->list[i + 1]) : tag(l, l->list[i + 1]),
            l->list[i + 2], l->list[i + 3]);
    put(l, l->e->count ? ")" : "none)");
}

static void put_units(const LogLine *l)
{
    for (int i = 0; i < l->e->count; i++)
        put(l, "%s%s", i ? "," : "", unit(l, l->list[i]));
    if (l->e->count == 0)
        put(l, "none");
}

static bool line_of_turns(const LogLine *l)
{
    const Event *e = l->e;
    switch (e->type) {
    case COMBAT_EV_TURN_BEGIN:
        put(l, "[Turn] T%d(%s) Begin", e->n, side(e->a));
        return true;
    case COMBAT_EV_PHASE_UNITS:
        put(l, "[Phase] T%d(%s) Units=", e->n, side(e->a));
        put_units(l);
        return true;
    case COMBAT_EV_PHASE_HOLD:
        put(l, "[Phase] T%d(%s) Hold(min=%dms)", e->n, side(e->a), COMBAT_HOLD_MS);
        return true;
    case COMBAT_EV_TURN_RUN:
        put(l, "[Turn] T%d(%s)", e->n, side(e->a));
        return true;
    case COMBAT_EV_TURN_END:
        put(l, "[Turn] T%d(%s) End", e->n, side(e->a));
        return true;
    case COMBAT_EV_BONUS_BEGIN:
        put(l, "[Turn] BonusT(%s) Begin cap=%d avail=%d", unit(l, e->a), e->b, e->n);
        return true;
    case COMBAT_EV_BONUS_END:
        put(l, "[Turn] BonusT(%s) End spent=%d", unit(l, e->a), e->n);
        return true;
    case COMBAT_EV_BONUS_SKIP:
        put(l, "[Turn] BonusT(%s) Skip (reason=fullRoundActive)", unit(l, e->a));
        return true;
    case COMBAT_EV_UNIT_BEGIN:
        put(l, "[Unit] T%d(%s) Begin TT=%d Prepaid=%d Remain=%d", e->n, unit(l, e->a),
            l->list[0], e->b, e->c);
        return true;
    case COMBAT_EV_UNIT_RESUME:
        put(l, "[Unit] T%d(%s) Resume Remain=%d", e->n, unit(l, e->a), e->b);
        return true;
    case COMBAT_EV_UNIT_SKIP:
        put(l, "[Unit] T%d(%s) Skip (reason=%s)", e->n, unit(l, e->a),
            e->b ? "stunned" : "noTime");
        return true;
    case COMBAT_EV_UNIT_END:
        put(l, "[Unit] T%d(%s) End", e->n, unit(l, e->a));
        return true;
    case COMBAT_EV_REORDER:
        put(l, "[Unit] Reorder T%d(P1) %s -> after %s", e->n, unit(l, e->a),
            unit(l, e->b));
        return true;
    case COMBAT_EV_UNIT_DOWN:
        put(l, "[Unit] Down %s", unit(l, e->a));
        return true;
    case COMBAT_EV_VICTORY:
        put(l, "[Battle] Victory side=%s round=%d (reason=%s)", side(e->a), e->n,
            combat_victory_names[e->b]);
        return true;
    default:
        return false;
    }
}

/* "[Sticky] Refresh (tag=mud, left=2, U=A)" and its like. */
static void put_sticky(const LogLine *l, const char *verb)
{
    put(l, "[Sticky] %s (tag=%s, left=", verb, tag(l, l->e->b));
    put_left(l, l->e->n);
    put(l, ", U=%s", unit(l, l->e->a));
    if (l->e->type == COMBAT_EV_STICKY_EXPIRE && l->list[0])
        put(l, ", reason=replaced");
    put(l, ")");
}

static void put_sticky_apply(const LogLine *l)
{
    const CombatStickyDef *def = &l->c->sticky[l->e->b - 1];
    put(l, "[Sticky] Apply (tag=%s, left=", tag(l, def->tag));
    put_left(l, l->e->n);
    put(l, ", U=%s, mult=", unit(l, l->e->a));
    put_rate(l, def->mult);
    put(l, ")");
}

static void put_refresh(const LogLine *l)
{
    put(l, "[Buff] Refresh U=%s mr:", unit(l, l->e->a));
    put_rate(l, l->e->b);
    put(l, " -> ");
    put_rate(l, l->e->c);
    put(l, " (recomputed tags:");
    for (int i = 0; i + 1 < l->e->count; i += 2) {
        put(l, "%s%s:", i ? "," : "", tag(l, l->list[i]));
        put_left(l, l->list[i + 1]);
    }
    put(l, l->e->count ? ")" : "none)");
}

static void put_stats(const LogLine *l)
{
    static const char *const reasons[] = {"StickyExpired", "BuffExpired",
                                          "StickyApplied", "BuffApplied"};
    put(l, "[Stats] MoveRate: ");
    put_short_rate(l, l->e->b);
    put(l, " → ");
    put_short_rate(l, l->e->c);
    put(l, " (reason=%s, U=%s)", reasons[l->e->n], unit(l, l->e->a));
}

static void put_buff(const LogLine *l, const char *verb, int which)
{
    put(l, "%s U=%s (tag=%s, left=", verb, unit(l, l->e->a), tag(l, which));
    put_left(l, l->e->n);
    put(l, ")");
}

static void put_hazard(const LogLine *l)
{
    const int kind = l->list[0];
    put(l, "[Hazard] %s at (%s) U=%s ", l->c->terrain_id[l->e->b], cell(l, l->e->c),
        unit(l, l->e->a));
    if (kind == COMBAT_HAZARD_NOTE)
        put(l, "note=%s", tag(l, l->e->n));
    else if (kind == COMBAT_HAZARD_DAMAGE)
        put(l, "damage=%d", l->e->n);
    else
        put(l, kind == COMBAT_HAZARD_HEAL ? "heal=%d" : "energy=+%d", l->e->n);
}

static bool line_of_lasting(const LogLine *l)
{
    const Event *e = l->e;
    switch (e->type) {
    case COMBAT_EV_CD_TICK:
    case COMBAT_EV_BUFF_TICK:
        put_ticks(l, e->type == COMBAT_EV_CD_TICK);
        return true;
    case COMBAT_EV_STICKY_TICK:
        put_sticky(l, "Tick");
        return true;
    case COMBAT_EV_STICKY_APPLY:
        put_sticky_apply(l);
        return true;
    case COMBAT_EV_STICKY_REFRESH:
        put_sticky(l, "Refresh");
        return true;
    case COMBAT_EV_STICKY_EXPIRE:
        put_sticky(l, "Expire");
        return true;
    case COMBAT_EV_STICKY_CLEANSE:
        put_sticky(l, "Cleanse");
        return true;
    case COMBAT_EV_DOT_TICK:
        put(l, "[DOT] Tick %d (target=%s, caster=%s, speed=%d)", e->c, unit(l, e->a),
            unit(l, e->b), e->n);
        return true;
    case COMBAT_EV_DOT_APPLY:
    case COMBAT_EV_DOT_REFRESH:
        put(l, "[DOT] %s (tag=%s, target=%s, caster=%s, rounds=%d)",
            e->type == COMBAT_EV_DOT_APPLY ? "Apply" : "Refresh",
            tag(l, l->c->dot[e->c - 1].tag), unit(l, e->a), unit(l, e->b), e->n);
        return true;
    case COMBAT_EV_DOT_EXPIRE:
    case COMBAT_EV_DOT_CLEANSE:
        put(l, "[DOT] %s (tag=%s, target=%s)",
            e->type == COMBAT_EV_DOT_EXPIRE ? "Expire" : "Cleanse", tag(l, e->b),
            unit(l, e->a));
        return true;
    case COMBAT_EV_BUFF_REFRESH:
        put_refresh(l);
        return true;
    case COMBAT_EV_STATS:
        put_stats(l);
        return true;
    case COMBAT_EV_BUFF_APPLY:
        put_buff(l, "[Buff] Apply", l->c->buff[e->b - 1].tag);
        return true;
    case COMBAT_EV_BUFF_REAPPLY:
        put_buff(l, "[Buff] Reapply", e->b);
        return true;
    case COMBAT_EV_SNARE:
        put_buff(l, "[Snare] Apply", l->c->buff[e->b - 1].tag);
        return true;
    case COMBAT_EV_BUFF_EXPIRE:
    case COMBAT_EV_BUFF_CLEANSE:
        put(l, "[Buff] %s U=%s (tag=%s)",
            e->type == COMBAT_EV_BUFF_EXPIRE ? "Expire" : "Cleanse", unit(l, e->a),
            tag(l, e->b));
        return true;
    default:
        return false;
    }
}

static bool line_of_ground(const LogLine *l)
{
    const Event *e = l->e;
    switch (e->type) {
    case COMBAT_EV_SHIELD_SET:
        put(l, "[Shield] %s = %d (turns=%d)", unit(l, e->a), e->b, e->n);
        return true;
    case COMBAT_EV_SHIELD_ABSORB:
        put(l, "[Shield] %s absorb %d -> %d", unit(l, e->a), e->b, e->n);
        return true;
    case COMBAT_EV_HAZARD:
        put_hazard(l);
        return true;
    case COMBAT_EV_HAZARD_GONE:
        put(l, "[Hazard] %s at (%s) removed", l->c->terrain_id[e->b], cell(l, e->c));
        return true;
    case COMBAT_EV_TERRAIN_SET:
        put(l, "[Terrain] Set %s at (%s) radius=%d", l->c->terrain_id[e->a],
            cell(l, e->b), e->n);
        return true;
    default:
        return false;
    }
}

/* "[Action] A [Attack] " and, in W4.5, "(Derived) ". */
static void put_action(const LogLine *l)
{
    put(l, "[Action] %s [%s] ", unit(l, l->e->a), action(l, l->e->b));
}

static void put_resolve(const LogLine *l)
{
    put(l, "W4_ResolveBegin(used=%d, refunded=%d, net=%d, ", l->list[0], l->list[1],
        l->list[2]);
    if (l->e->count == 5)
        put(l, "energyMove=%d, energyAtk=%d%s)", l->list[3], l->list[4],
            l->e->n ? " [FreeMove]" : "");
    else
        put(l, "energy=%d)", l->list[3]);
}

static bool line_of_chain(const LogLine *l)
{
    const Event *e = l->e;
    switch (e->type) {
    case COMBAT_EV_CHAIN_OPEN:
        put_action(l);
        put_layer(l, e->c);
        put(l, "_ChainPromptOpen(count=%d)", e->n);
        return true;
    case COMBAT_EV_CHAIN_SELECT:
        put_action(l);
        put_layer(l, e->c);
        put(l, "_ChainSelect(id=%s, owner=%s, kind=%s, secs=%d, energy=%d)",
            action(l, l->list[1]), unit(l, l->list[0]), combat_kind_names[l->list[2]],
            l->list[3], l->list[4]);
        return true;
    case COMBAT_EV_CHAIN_ABORT:
        put_action(l);
        put_layer(l, e->c);
        put(l, "_ChainPromptAbort(%s)", e->n ? "cancel" : "auto-skip");
        return true;
    case COMBAT_EV_DERIVED_OPEN:
        put(l, "[Chain] DerivedPromptOpen(from=%s, count=%d, baseSuccess=true)",
            action(l, e->b), e->n);
        return true;
    case COMBAT_EV_DERIVED_ABORT:
        put(l, "[Chain] DerivedPromptAbort(%s)", e->n ? "cancel" : "auto-skip");
        return true;
    case COMBAT_EV_DERIVED_SELECT:
        put(l, "[Derived] Select(id=%s, kind=Derived)", action(l, e->b));
        return true;
    case COMBAT_EV_GATE:
        put(l,
            "[Gate] W2' PreDeduct planSecs=%d, planEnergy=%d before=Time:%d/Energy:%d",
            l->list[0], l->list[1], l->list[2], l->list[3]);
        return true;
    default:
        return false;
    }
}

static bool line_of_action(const LogLine *l)
{
    static const struct {
        uint8_t type;
        const char *text;
    } plain[] = {{COMBAT_EV_AIM_BEGIN, "W1_AimBegin"},
                 {COMBAT_EV_AIM_CANCEL, "W1_AimCancel"},
                 {COMBAT_EV_PRECHECK_OK, "W2_PrecheckOk"},
                 {COMBAT_EV_PREDEDUCT_OK, "W2_PreDeductCheckOk"},
                 {COMBAT_EV_EXECUTE_END, "W3_ExecuteEnd"},
                 {COMBAT_EV_EXECUTE_ABORT, "W3_ExecuteAbort(reason=ownerDown)"}};
    const Event *e = l->e;
    const bool derived =
        e->type >= COMBAT_EV_EXECUTE_BEGIN && e->type <= COMBAT_EV_RESOLVE_END && e->c;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (plain[i].type == e->type) {
            put_action(l);
            put(l, "%s%s", derived ? "(Derived) " : "", plain[i].text);
            return true;
        }
    if (e->type != COMBAT_EV_CONFIRM_ABORT && e->type != COMBAT_EV_EXECUTE_BEGIN &&
        e->type != COMBAT_EV_RESOLVE_BEGIN && e->type != COMBAT_EV_RESOLVE_END)
        return line_of_chain(l);
    put_action(l);
    put(l, derived ? "(Derived) " : "");
    if (e->type == COMBAT_EV_CONFIRM_ABORT)
        put(l, "W2_ConfirmAbort(reason=%s)", e->n ? "Interrupted" : "LinkCancelled");
    else if (e->type == COMBAT_EV_EXECUTE_BEGIN)
        put(l, "W3_ExecuteBegin(budgetBefore=%d, energyBefore=%d)", l->list[0],
            l->list[1]);
    else if (e->type == COMBAT_EV_RESOLVE_BEGIN)
        put_resolve(l);
    else
        put(l, "W4_ResolveEnd(budgetAfter=%d, energyAfter=%d)", l->list[0], l->list[1]);
    return true;
}

static bool line_of_refusals(const LogLine *l)
{
    const Event *e = l->e;
    switch (e->type) {
    case COMBAT_EV_AIM_REJECT:
        put_action(l);
        put(l, "W1_AimReject(reason=%s)", combat_why_names[e->c]);
        return true;
    case COMBAT_EV_PREDEDUCT_FAIL:
        put_action(l);
        put(l, "W2_PreDeductCheckFail(reason=%s)", combat_why_names[e->c]);
        return true;
    case COMBAT_EV_CHAIN_REJECT:
        put_action(l);
        put_layer(l, e->n);
        put(l, "_ChainReject(id=%s, owner=%s, reason=%s)", action(l, l->list[1]),
            unit(l, l->list[0]), combat_why_names[e->c]);
        return true;
    case COMBAT_EV_DERIVED_REJECT:
        put(l, "[Derived] Reject(id=%s, reason=%s)", action(l, e->b),
            combat_why_names[e->c]);
        return true;
    case COMBAT_EV_REORDER_REJECT:
        put(l, "[Unit] ReorderReject U=%s", unit(l, e->a));
        return true;
    case COMBAT_EV_REJECTED:
        put(l, "[%s] Rejected U=%s (reason=%s)",
            l->c->skill[e->b].cls == COMBAT_CLS_MOVE ? "Move" : "Attack", unit(l, e->a),
            combat_why_names[e->c]);
        return true;
    default:
        return false;
    }
}

static bool line_of_plans(const LogLine *l)
{
    static const char *const verbs[] = {"Queue", "Wait", "Skip"};
    const Event *e = l->e;
    switch (e->type) {
    case COMBAT_EV_FULL_QUEUE:
    case COMBAT_EV_FULL_WAIT:
    case COMBAT_EV_FULL_SKIP:
        put(l, "[FullRound] %s U=%s id=%s %s=%d", verbs[e->type - COMBAT_EV_FULL_QUEUE],
            unit(l, e->a), action(l, e->b),
            e->type == COMBAT_EV_FULL_QUEUE ? "rounds" : "left", e->n);
        return true;
    case COMBAT_EV_FULL_RESOLVE:
        put(l, "[FullRound] Resolve U=%s id=%s", unit(l, e->a), action(l, e->b));
        return true;
    case COMBAT_EV_INTERRUPT:
        put(l, "[Interrupt] U=%s id=%s by=%s", unit(l, e->a), action(l, e->b),
            unit(l, e->c));
        return true;
    case COMBAT_EV_AI_ACT:
        put(l, "[AI] %s %s at (%s)", unit(l, e->a), action(l, e->b), cell(l, e->c));
        return true;
    case COMBAT_EV_AI_END:
        put(l, "[AI] %s End", unit(l, e->a));
        return true;
    case COMBAT_EV_STALE:
        put(l, "[Guard] StalePlan U=%s plan=v%d now=v%d (actor=%s)", unit(l, e->a),
            e->b, e->c, unit(l, e->n));
        return true;
    default:
        return false;
    }
}

static void put_pool(const LogLine *l, const char *verb, char sign, bool resource)
{
    const int cls = l->scenario->unit_cls[l->e->a];
    put(l, "[Res] %s %s:%s %c%d -> %d/%d", verb, unit(l, l->e->a),
        resource ? l->c->res_id[cls] : "Energy", sign, l->e->b, l->e->n,
        resource ? l->c->cls[cls].res_max : l->c->cls[cls].energy_max);
}

static bool line_of_ledger(const LogLine *l)
{
    const Event *e = l->e;
    const CombatClass *cls = &l->c->cls[l->scenario->unit_cls[e->a]];
    switch (e->type) {
    case COMBAT_EV_REGEN:
        put(l, "[Res] Regen T%d(%s) +%d (EndTurnRegen)", e->n, unit(l, e->a), e->b);
        return true;
    case COMBAT_EV_CLASS_RES:
        put(l, "[Res] Class T%d(%s) %s %+d -> %d/%d", e->b, unit(l, e->a),
            l->c->res_id[l->scenario->unit_cls[e->a]], e->n, e->c, cls->res_max);
        return true;
    case COMBAT_EV_TIME_SPEND:
        put(l, "[Time] Spend %s %ds -> Remain=%d", unit(l, e->a), e->b, e->n);
        return true;
    case COMBAT_EV_TIME_PREPAY:
        put(l, "[Time] Prepay %s %ds -> Prepaid=%d", unit(l, e->a), e->b, e->n);
        return true;
    case COMBAT_EV_TIME_REFUND:
        put(l, "[Time] Refund %s %ds -> %s=%d (%s)", unit(l, e->a), e->b,
            l->list[0] ? "Prepaid" : "Remain", e->n, money_tags[e->c]);
        return true;
    case COMBAT_EV_RES_SPEND:
        put_pool(l, "Spend", '-', l->list[0]);
        put(l, " (PreDeduct_%s)", money_tags[e->c]);
        return true;
    case COMBAT_EV_RES_REFUND:
        put_pool(l, "Refund", '+', false);
        put(l, " (%s)", money_tags[e->c]);
        return true;
    case COMBAT_EV_RES_GAIN:
        put_pool(l, "Gain", '+', l->list[0]);
        put(l, " (%s)", action(l, e->c));
        return true;
    case COMBAT_EV_CD_START:
        put(l, "[CD] StartSeconds %s:%s = %ds (turns=%d)", unit(l, e->a),
            action(l, e->b), e->n, (e->n + 5) / 6);
        return true;
    case COMBAT_EV_CD_ADD:
        put(l, "[CD] AddSeconds %s:%s += %ds -> %ds (turns=%d)", unit(l, e->a),
            action(l, e->b), e->n, e->c, (e->c + 5) / 6);
        return true;
    default:
        return false;
    }
}

static void put_commit(const LogLine *l)
{
    const int cause = l->list[0];
    put(l, "[Occ] MoveCommit U=%s (%s) -> (%s) v=%d (cause=%s)", unit(l, l->e->a),
        cell(l, l->e->b), cell(l, l->e->c), l->e->n,
        cause == COMBAT_CAUSE_PUSH   ? "Push"
        : cause == COMBAT_CAUSE_PULL ? "Pull"
                                     : action(l, cause));
}

/* Two channels with the same words: precise moves, and the walk before a strike. */
static bool line_of_walks(const LogLine *l)
{
    static const char *const reasons[] = {"", "entangled", "blocked", "noTime"};
    const Event *e = l->e;
    const char *channel = e->count && l->list[0] ? "[Attack] Move" : "[Move] ";
    switch (e->type) {
    case COMBAT_EV_WALK_BEGIN:
        put(l, "%sStarted U=%s from=(%s) to=(%s) steps=%d", channel, unit(l, e->a),
            cell(l, e->b), cell(l, e->c), e->n);
        return true;
    case COMBAT_EV_WALK_STEP:
        put(l, "%sStep U=%s (%s)->(%s) %d/%d", channel, unit(l, e->a), cell(l, e->b),
            cell(l, e->c), e->n, l->list[1]);
        return true;
    case COMBAT_EV_WALK_BREAK:
        put(l, "%sBreak U=%s at=(%s) (reason=%s)", channel, unit(l, e->a),
            cell(l, e->b), reasons[e->n]);
        return true;
    case COMBAT_EV_WALK_END:
        put(l, "%sFinished U=%s at=(%s)", channel, unit(l, e->a), cell(l, e->b));
        return true;
    case COMBAT_EV_NO_MORE_TIME:
        put(l, "[Move] NoMoreTime U=%s", unit(l, e->a));
        return true;
    case COMBAT_EV_TIME_REFUNDED:
        put(l, "[Move] TimeRefunded U=%s %ds", unit(l, e->a), e->n);
        return true;
    case COMBAT_EV_ROLLED_BACK:
        put(l, "[Attack] RolledBack U=%s at=(%s) rate=", unit(l, e->a), cell(l, e->b));
        put_rate(l, e->n);
        put(l, "<");
        put_rate(l, e->c);
        return true;
    case COMBAT_EV_COMMIT:
        put_commit(l);
        return true;
    case COMBAT_EV_FORCE:
        put(l, "[Force] %s U=%s dir=%d steps=%d/%d", l->list[0] ? "Pull" : "Push",
            unit(l, e->a), e->b, e->n, e->c);
        return true;
    case COMBAT_EV_FALL:
        put(l, "[Force] Fall U=%s at (%s) damage=%d", unit(l, e->a), cell(l, e->c),
            e->n);
        return true;
    default:
        return false;
    }
}

static void put_hp(const LogLine *l)
{
    const int what = l->list[0];
    put(l, "[HP] %s %d -> %d (", unit(l, l->e->a), l->e->b, l->e->c);
    switch (l->e->n) {
    case COMBAT_BY_ACTION:
        put(l, "%s by %s)", action(l, what), unit(l, l->list[1]));
        break;
    case COMBAT_BY_DOT:
    case COMBAT_BY_HOT:
        put(l, "%s:%s)", l->e->n == COMBAT_BY_DOT ? "DoT" : "HoT", tag(l, what));
        break;
    default:
        put(l, "%s:%s)", l->e->n == COMBAT_BY_HAZARD ? "Hazard" : "Fall",
            l->c->terrain_id[what]);
    }
}

static bool line_of_hits(const LogLine *l)
{
    static const char *const misses[] = {"targetGone", "outOfReach", "rolledBack",
                                         "ownerDown", "roll"};
    const Event *e = l->e;
    switch (e->type) {
    case COMBAT_EV_ATTACK_HIT:
        put(l, "[Attack] Hit U=%s target=%s", unit(l, e->a), unit(l, e->b));
        return true;
    case COMBAT_EV_ATTACK_MISS:
        put(l, "[Attack] Miss U=%s target=%s (reason=%s)", unit(l, e->a), unit(l, e->b),
            misses[e->n]);
        return true;
    case COMBAT_EV_SKILL_MISS:
        put(l, "[Skill] Miss U=%s id=%s target=%s", unit(l, e->a), action(l, e->c),
            unit(l, e->b));
        return true;
    case COMBAT_EV_FIZZLE:
        put(l, "[Skill] Fizzle U=%s id=%s (reason=%s)", unit(l, e->a), action(l, e->b),
            e->n ? "OutOfRange" : "targetGone");
        return true;
    case COMBAT_EV_HITS:
        put(l, "[Hit] %s U=%s targets=", action(l, e->b), unit(l, e->a));
        put_units(l);
        return true;
    case COMBAT_EV_DAMAGE:
        put(l, "[Dmg] %s -> %s %d (%s%s)", unit(l, e->a), unit(l, e->b), e->n,
            action(l, e->c), l->list[0] ? ", crit" : "");
        return true;
    case COMBAT_EV_HP:
        put_hp(l);
        return true;
    default:
        return false;
    }
}

void combat_log_line(const void *catalog, const void *state, const Event *event,
                     const uint8_t *list, char *out, size_t out_bytes)
{
    static bool (*const writers[])(const LogLine *) = {
        line_of_turns,  line_of_lasting,  line_of_ground,
        line_of_action, line_of_refusals, line_of_plans,
        line_of_ledger, line_of_walks,    line_of_hits};
    const CombatCatalog *c = (const CombatCatalog *)catalog;
    const CombatState *s = (const CombatState *)state;
    const LogLine line = {c, &c->scenario[s->scenario], event, list, out, out_bytes};
    out[0] = '\0';
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
        if (writers[i](&line))
            return;
}
