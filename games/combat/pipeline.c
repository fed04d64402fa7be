/* pipeline.c - the one way every action goes: W1 aim, W2 confirm and pay, the chain, W3
 * and W4, and W4.5 after a landed attack. */
#include "games/combat/reduce.h"

RULES static Fx *pipeline_top(Combat *g)
{
    ASSERT(g->state->fx_depth > 0);
    return &g->state->fx[g->state->fx_depth - 1];
}

#define fx_top(g) pipeline_top(g)

RULES CombatAct *combat_act(const Combat *g)
{
    ASSERT(g->state->act_count > 0);
    return &g->state->act[g->state->act_count - 1];
}

RULES static void pipeline_pop_act(Combat *g)
{
    memset(combat_act(g), 0, sizeof(CombatAct));
    g->state->act_count--;
}

RULES static bool pipeline_over(const Combat *g)
{
    return g->state->mode == COMBAT_MODE_OVER;
}

/* The question that the mode puts. */
RULES void combat_ask(Combat *g)
{
    CombatState *s = g->state;
    Prompt *p = &s->prompt;
    memset(p, 0, sizeof *p);
    if (s->mode != COMBAT_MODE_AIM && s->mode != COMBAT_MODE_CHAIN &&
        s->mode != COMBAT_MODE_DERIVED)
        return;
    const CombatAct *act = combat_act(g);
    p->seat = (uint8_t)combat_to_act(g);
    p->say = (uint8_t)(s->mode - COMBAT_MODE_AIM);
    p->source = act->action;
    if (s->mode == COMBAT_MODE_AIM) {
        p->action = COMBAT_DO_CONFIRM;
        p->options = combat_cells(g, act->actor, act->action);
    } else if (s->mode == COMBAT_MODE_CHAIN) {
        p->action = COMBAT_DO_PICK;
        p->options.word[0] = g->answerers ? g->answerers : combat_answerers(g);
        g->answerers = 0;
    } else {
        uint8_t skills[COMBAT_KNOWN_MAX];
        const int count = combat_follow_ups(g, skills);
        p->action = COMBAT_DO_DPICK;
        for (int i = 0; i < count; i++)
            set_add(&p->options, skills[i]);
    }
}

RULES void combat_aim(Combat *g, int unit, int action)
{
    CombatState *s = g->state;
    ASSERT(s->act_count < COMBAT_ACTS_MAX);
    CombatAct *act = &s->act[s->act_count++];
    act->actor = (uint8_t)unit;
    act->action = (uint8_t)action;
    act->phase_start = s->mode == COMBAT_MODE_PHASE_START;
    combat_emit(g, COMBAT_EV_AIM_BEGIN, unit, action, 0, 0);
    combat_set_mode(g, COMBAT_MODE_AIM);
}

RULES static void pipeline_leave_aim(Combat *g)
{
    const bool phase_start = combat_act(g)->phase_start;
    pipeline_pop_act(g);
    combat_set_mode(g, phase_start ? COMBAT_MODE_PHASE_START : COMBAT_MODE_IDLE);
}

RULES void combat_cancel(Combat *g)
{
    const CombatAct *act = combat_act(g);
    combat_emit(g, COMBAT_EV_AIM_CANCEL, act->actor, act->action, 0, 0);
    pipeline_leave_aim(g);
}

/* W2: the precheck again, then target and plan, then its real price. Fills in all of an
 * act but actor, action and cell. */
RULES Err combat_can_confirm(const Combat *g, CombatAct *act, Quote *quote)
{
    Err err = combat_precheck(g, act->actor, act->action, false, quote);
    if (!err)
        err = combat_plan(g, act, quote);
    return err ? err : combat_afford(g, act, quote);
}

/* W2: plan and pay, then the chain; or fail, and nothing was paid. */
RULES void combat_confirm(Combat *g, int cell)
{
    CombatState *s = g->state;
    CombatAct *act = combat_act(g);
    act->cell = cell <= COMBAT_CELLS_MAX ? (uint8_t)cell : (uint8_t)0;
    const Err err = combat_can_confirm(g, act, NULL);
    if (err) {
        const Command c = command(COMBAT_DO_CONFIRM, 0, cell, 0, 0);
        combat_refused(g, &c, err);
        pipeline_leave_aim(g);
        return;
    }
    CombatDone *done = combat_done(s);
    ASSERT(done->actions < combat_actions_max(g));
    done->actions++;
    const CombatClass *cls = combat_class(g, act->actor);
    combat_emit(g, COMBAT_EV_PRECHECK_OK, act->actor, act->action, 0, 0);
    combat_emit(g, COMBAT_EV_PREDEDUCT_OK, act->actor, act->action, 0, 0);
    combat_pay(g, act->actor, act->action, act->move_seconds + act->seconds,
               act->move_seconds * cls->move_energy, act->energy);
    fx_push(s->fx, &s->fx_depth, COMBAT_FX_MAX, COMBAT_FX_action,
            combat_side(g, act->actor));
    combat_run(g);
}

/* The chain. */

/* What a Reaction must not be slower than. */
RULES static int pipeline_comparand(const Combat *g, const CombatAct *base)
{
    for (int i = base->pick_count - 1; i >= 0; i--)
        if (combat_skill(g, base->pick[i].action)->kind == COMBAT_REACTION)
            return combat_skill(g, base->pick[i].action)->time;
    return base->move_seconds + base->seconds;
}

/* A chain as those who may answer find it. */
typedef struct {
    const CombatAct *base;
    int reaction_max; /* seconds that a Reaction may take; -1: none may come */
} CombatChain;

RULES static CombatChain pipeline_chain(const Combat *g)
{
    const CombatAct *base = combat_act(g);
    CombatChain chain = {base, -1};
    if (!base->phase_start && combat_skill(g, base->action)->kind != COMBAT_REACTION)
        chain.reaction_max = pipeline_comparand(g, base);
    return chain;
}

/* The answers of a unit that the action sets off: bit a place of CombatGate. */
RULES static uint32_t pipeline_triggered(const Combat *g, const CombatChain *chain,
                                         int owner)
{
    const CombatGate *gate = combat_gate(g, owner);
    const CombatAct *base = chain->base;
    uint32_t on = gate->on[COMBAT_IF_ANY];
    if (base->actor == owner)
        on |= gate->on[COMBAT_IF_OWN];
    if (combat_are_foes(g, base->actor, owner)) {
        const int cls = combat_skill(g, base->action)->cls;
        if (base->target == owner)
            on |= gate->on[COMBAT_IF_TARGETS_ME];
        else if (base->target && !combat_are_foes(g, base->target, owner))
            on |= gate->on[COMBAT_IF_TARGETS_ALLY];
        on |= gate->on[cls == COMBAT_CLS_ATTACK ? COMBAT_IF_ATTACK
                       : cls == COMBAT_CLS_MOVE ? COMBAT_IF_MOVE
                                                : COMBAT_IF_SKILL];
    }
    return chain->reaction_max < 0 ? on & ~(uint32_t)gate->reactions : on;
}

/* The places of what a unit has in this chain already: its base, its picks. */
RULES static uint32_t pipeline_in(const Combat *g, const CombatAct *base, int owner)
{
    uint32_t places = 0;
    if (owner == base->actor)
        places |= (uint32_t)1 << combat_place(g, owner, base->action);
    for (int i = 0; i < base->pick_count; i++)
        if (base->pick[i].owner == owner)
            places |= (uint32_t)1 << combat_place(g, owner, base->pick[i].action);
    return places;
}

/* What a unit could answer now: bit a place of CombatGate. */
RULES static uint32_t pipeline_offered(const Combat *g, const CombatChain *chain,
                                       int owner)
{
    const CombatGate *gate = combat_gate(g, owner);
    const uint32_t on = pipeline_triggered(g, chain, owner);
    if (!on)
        return 0;
    const CombatMeans means = combat_means(g, owner);
    if (means.barred)
        return 0;
    uint32_t found = combat_payable(g, &means, owner, on);
    for (uint32_t left = found & gate->reactions; left; left &= left - 1) {
        const int i = bits_first(left);
        found &= ~((uint32_t)(gate->seconds[i] > chain->reaction_max) << i);
    }
    return found ? found & ~pipeline_in(g, chain->base, owner) : 0;
}

RULES static int pipeline_owner_offers(const Combat *g, const CombatChain *chain,
                                       int owner, CombatPick *offers)
{
    const CombatGate *gate = combat_gate(g, owner);
    const uint32_t offered = pipeline_offered(g, chain, owner);
    int count = 0;
    for (int k = 0; offered && k < gate->answer_count; k++) {
        if (!(offered >> gate->answer[k] & 1))
            continue;
        CombatPick *offer = &offers[count++];
        memset(offer, 0, sizeof *offer);
        offer->owner = (uint8_t)owner;
        offer->action = gate->action[gate->answer[k]];
    }
    return count;
}

/* The unit itself answers its own side's action; all of P1 answer the Enemy's. A list
 * ended by 0. */
RULES static void pipeline_owners(const Combat *g, uint8_t owners[COMBAT_UNIT_ROOM])
{
    const CombatAct *base = combat_act(g);
    memset(owners, 0, COMBAT_UNIT_ROOM);
    if (base->pick_count == COMBAT_PICKS_MAX)
        return;
    if (combat_side(g, base->actor) == COMBAT_P1)
        owners[0] = base->actor;
    else
        memcpy(owners, g->state->order[COMBAT_P1], COMBAT_UNITS_MAX);
}

RULES int combat_offers(const Combat *g, CombatPick *offers)
{
    const CombatChain chain = pipeline_chain(g);
    uint8_t owners[COMBAT_UNIT_ROOM];
    int count = 0;
    pipeline_owners(g, owners);
    for (int i = 0; owners[i]; i++)
        count += pipeline_owner_offers(g, &chain, owners[i], offers + count);
    return count;
}

RULES int combat_offers_asked(const Combat *g, CombatPick *offers)
{
    const CombatChain chain = pipeline_chain(g);
    const CardSet *asked = &g->state->prompt.options;
    uint8_t owners[COMBAT_UNIT_ROOM];
    int count = 0;
    pipeline_owners(g, owners);
    for (int i = 0; owners[i]; i++)
        if (set_has(asked, owners[i]))
            count += pipeline_owner_offers(g, &chain, owners[i], offers + count);
    return count;
}

RULES uint32_t combat_answerers(const Combat *g)
{
    const CombatChain chain = pipeline_chain(g);
    uint32_t found = 0;
    uint8_t owners[COMBAT_UNIT_ROOM];
    pipeline_owners(g, owners);
    for (int i = 0; owners[i]; i++)
        found |= (uint32_t)(pipeline_offered(g, &chain, owners[i]) != 0) << owners[i];
    return found;
}

RULES int combat_default_cell(const Combat *g, int owner, int skill)
{
    const CombatState *s = g->state;
    const CombatAct *base = combat_act(g);
    const int rule = combat_skill(g, skill)->target;
    int target = owner;
    if (rule == COMBAT_AT_GROUND)
        return 0;
    if (rule == COMBAT_AT_ENEMY || rule == COMBAT_AT_UNIT)
        target = combat_are_foes(g, base->actor, owner) ? base->actor : base->target;
    else if (rule == COMBAT_AT_ALLY && base->target &&
             !combat_are_foes(g, base->target, owner))
        target = base->target;
    return target ? s->unit[target].anchor : 0;
}

/* An answer aims at the anchor of its target, never at another cell of it. */
RULES static Err pipeline_anchor(const Combat *g, int owner, int skill, int cell,
                                 Quote *quote)
{
    int target = 0;
    const Err err = combat_target(g, owner, skill, cell, &target, quote);
    if (err)
        return err;
    return target && g->state->unit[target].anchor != cell ? (Err)ERR_NOT_AN_OPTION
                                                           : (Err)ERR_OK;
}

RULES Err combat_can_pick(const Combat *g, int owner, int skill, int cell, Quote *quote)
{
    const CombatChain chain = pipeline_chain(g);
    const int place = combat_place(g, owner, skill);
    uint8_t owners[COMBAT_UNIT_ROOM];
    int at = 0;
    pipeline_owners(g, owners);
    while (owners[at] && owners[at] != owner)
        at++;
    return owners[at] && (pipeline_offered(g, &chain, owner) >> place & 1)
               ? pipeline_anchor(g, owner, skill, cell, quote)
               : quote_refuse(quote, COMBAT_ERR_NOT_OFFERED, owner, skill, 0);
}

/* The next layer of the chain; false: nobody can answer, and nobody is asked. */
RULES static bool chain_open(Combat *g)
{
    CombatPick offers[COMBAT_UNITS_MAX * COMBAT_KNOWN_MAX];
    const CombatAct *base = combat_act(g);
    g->answerers = base->ending ? 0 : combat_answerers(g);
    if (!g->answerers) {
        combat_emit(g, COMBAT_EV_CHAIN_ABORT, base->actor, base->action,
                    base->pick_count, 0);
        return false;
    }
    combat_emit(g, COMBAT_EV_CHAIN_OPEN, base->actor, base->action, base->pick_count,
                g->log ? combat_offers(g, offers) : 0);
    combat_set_mode(g, COMBAT_MODE_CHAIN);
    return true;
}

RULES static void chain_pick(Combat *g, int owner, int action, int cell)
{
    CombatAct *base = combat_act(g);
    const CombatSkill *skill = combat_skill(g, action);
    const uint8_t list[5] = {(uint8_t)owner, (uint8_t)action, skill->kind, skill->time,
                             skill->energy};
    int target = 0;
    combat_target(g, owner, action, cell, &target, NULL);
    combat_emit_list(g, COMBAT_EV_CHAIN_SELECT, base->actor, base->action,
                     base->pick_count, 0, list, 5);
    combat_emit(g, COMBAT_EV_AIM_BEGIN, owner, action, 0, 0);
    combat_emit(g, COMBAT_EV_PRECHECK_OK, owner, action, 0, 0);
    combat_emit(g, COMBAT_EV_PREDEDUCT_OK, owner, action, 0, 0);
    combat_pay(g, owner, action, skill->time, 0, skill->energy);
    CombatPick *pick = &base->pick[base->pick_count++];
    pick->owner = (uint8_t)owner;
    pick->action = (uint8_t)action;
    pick->cell = (uint8_t)cell;
    pick->target = (uint8_t)target;
}

/* W3. */

/* Carry out an answer; true when it cancels the base. */
RULES static bool pipeline_run_pick(Combat *g, const CombatPick *pick)
{
    const CombatSkill *skill = combat_skill(g, pick->action);
    const int base_kind = combat_skill(g, combat_act(g)->action)->kind;
    CombatAct act;
    memset(&act, 0, sizeof act);
    act.actor = pick->owner;
    act.action = pick->action;
    act.cell = pick->cell;
    act.target = pick->target;
    act.seconds = skill->time;
    act.energy = skill->energy;
    const CombatReport report = combat_execute_act(g, &act, false);
    return skill->kind == COMBAT_REACTION && skill->link_cancel && !report.fizzled &&
           (base_kind == COMBAT_STANDARD || base_kind == COMBAT_FULL_ROUND ||
            base_kind == COMBAT_SUSTAINED);
}

/* Reactions, the last picked first; then Frees as picked. */
RULES static bool pipeline_run_picks(Combat *g)
{
    const CombatAct *base = combat_act(g);
    bool cancelled = false;
    for (int i = base->pick_count - 1; i >= 0 && !pipeline_over(g); i--)
        if (combat_skill(g, base->pick[i].action)->kind == COMBAT_REACTION)
            cancelled |= pipeline_run_pick(g, &base->pick[i]);
    for (int i = 0; i < base->pick_count && !pipeline_over(g); i++)
        if (combat_skill(g, base->pick[i].action)->kind == COMBAT_FREE)
            pipeline_run_pick(g, &base->pick[i]);
    return cancelled;
}

RULES static void pipeline_link_cancelled(Combat *g)
{
    const CombatAct *base = combat_act(g);
    const int attacks = g->state->unit[base->actor].attacks;
    combat_emit(g, COMBAT_EV_CONFIRM_ABORT, base->actor, base->action, 0, 0);
    combat_refund_time(g, base->actor, base->move_seconds + base->seconds,
                       COMBAT_TAG_LINK);
    if (combat_skill(g, base->action)->cls == COMBAT_CLS_ATTACK && attacks > 0)
        combat_emit(g, COMBAT_EV_ATTACKS, base->actor, 0, 0, attacks - 1);
}

/* The base itself; true when it was an attack that landed. */
RULES static bool pipeline_run_base(Combat *g, bool cancelled)
{
    CombatAct *base = combat_act(g);
    const CombatSkill *skill = combat_skill(g, base->action);
    if (cancelled) {
        pipeline_link_cancelled(g);
        return false;
    }
    if (skill->kind == COMBAT_FULL_ROUND && !combat_is_down(g->state, base->actor)) {
        const uint8_t list[3] = {base->cell, base->target, base->seconds};
        combat_emit_list(g, COMBAT_EV_FULL_QUEUE, base->actor, base->action, 0,
                         skill->delay, list, 3);
        return false;
    }
    if (base->interrupted) {
        combat_emit(g, COMBAT_EV_CONFIRM_ABORT, base->actor, base->action, 0, 1);
        return false;
    }
    const CombatReport report = combat_execute_act(g, base, false);
    if (!pipeline_over(g))
        combat_check_victory(g);
    return skill->cls == COMBAT_CLS_ATTACK && report.success;
}

/* W4.5. */

RULES static int pipeline_matching(const Combat *g, bool payable, uint8_t *skills)
{
    const CombatAct *base = combat_act(g);
    const CombatClass *cls = combat_class(g, base->actor);
    const uint32_t provides = combat_skill(g, base->action)->provides;
    int count = 0;
    for (int i = 0; i < cls->skill_count; i++) {
        const CombatSkill *skill = combat_skill(g, cls->skill[i]);
        if (skill->kind == COMBAT_DERIVED && (provides >> skill->needs_tag & 1) &&
            (!payable ||
             combat_precheck(g, base->actor, cls->skill[i], true, NULL) == ERR_OK))
            skills[count++] = cls->skill[i];
    }
    return count;
}

RULES int combat_follow_ups(const Combat *g, uint8_t *skills)
{
    return pipeline_matching(g, true, skills);
}

RULES int combat_base_cell(const Combat *g, int skill)
{
    const CombatAct *base = combat_act(g);
    const bool self = combat_skill(g, skill)->target == COMBAT_AT_SELF;
    const int target = self || !base->target ? base->actor : base->target;
    return g->state->unit[target].anchor;
}

RULES Err combat_can_follow(const Combat *g, int skill, int cell, Quote *quote)
{
    uint8_t skills[COMBAT_KNOWN_MAX];
    const int count = combat_follow_ups(g, skills);
    for (int i = 0; i < count; i++)
        if (skills[i] == skill)
            return pipeline_anchor(g, combat_act(g)->actor, skill, cell, quote);
    return quote_refuse(quote, COMBAT_ERR_NOT_OFFERED, combat_act(g)->actor, skill, 0);
}

RULES static bool derived_open(Combat *g, bool landed)
{
    uint8_t skills[COMBAT_KNOWN_MAX];
    const CombatAct *base = combat_act(g);
    if (!landed || base->ending || pipeline_over(g) ||
        combat_is_down(g->state, base->actor) ||
        combat_side(g, base->actor) != COMBAT_P1 ||
        !pipeline_matching(g, false, skills))
        return false;
    const int count = combat_follow_ups(g, skills);
    if (count == 0) {
        combat_emit(g, COMBAT_EV_DERIVED_ABORT, base->actor, 0, 0, 0);
        return false;
    }
    combat_emit(g, COMBAT_EV_DERIVED_OPEN, base->actor, base->action, 0, count);
    combat_set_mode(g, COMBAT_MODE_DERIVED);
    return true;
}

/* The gate sees what the settlement of the base left. */
RULES static void derived_run(Combat *g, int action, int cell)
{
    const CombatSkill *skill = combat_skill(g, action);
    CombatAct act;
    int target = 0;
    memset(&act, 0, sizeof act);
    act.actor = combat_act(g)->actor;
    act.action = (uint8_t)action;
    act.cell = (uint8_t)cell;
    act.seconds = skill->time;
    act.energy = skill->energy;
    combat_target(g, act.actor, action, cell, &target, NULL);
    act.target = (uint8_t)target;
    const uint8_t list[4] = {act.seconds, act.energy,
                             (uint8_t)combat_available(g, act.actor),
                             (uint8_t)g->state->unit[act.actor].energy};
    combat_emit(g, COMBAT_EV_DERIVED_SELECT, act.actor, action, 0, 0);
    combat_emit_list(g, COMBAT_EV_GATE, act.actor, action, 0, 0, list, 4);
    combat_pay(g, act.actor, action, act.seconds, 0, act.energy);
    combat_execute_act(g, &act, true);
}

/* Bonus turns. */

RULES static bool bonus_begin(Combat *g, int unit)
{
    CombatState *s = g->state;
    const int cap = s->act[0].seconds;
    const int room = combat_turn_time(g, unit) - s->unit[unit].prepaid;
    if (combat_is_down(s, unit))
        return false;
    if (s->unit[unit].full_action) {
        combat_emit(g, COMBAT_EV_BONUS_SKIP, unit, 0, 0, 0);
        return false;
    }
    memset(&s->bonus_done, 0, sizeof s->bonus_done);
    combat_emit(g, COMBAT_EV_BONUS_BEGIN, unit, cap, 0,
                room < 0     ? 0
                : room < cap ? room
                             : cap);
    combat_set_mode(g, COMBAT_MODE_IDLE);
    return true;
}

RULES void combat_end_bonus(Combat *g)
{
    CombatState *s = g->state;
    ASSERT(s->bonus);
    combat_emit(g, COMBAT_EV_BONUS_END, s->bonus, 0, 0, s->bonus_cap - s->bonus_left);
    memset(&s->bonus_done, 0, sizeof s->bonus_done);
}

/* Every living unit of P1, in turn order, gets the seconds of the Sustained action. */
RULES static FxResult pipeline_bonus(Combat *g, Fx *fx)
{
    BEGIN;
    for (; fx->count < COMBAT_UNITS_MAX && g->state->order[COMBAT_P1][fx->count];
         fx->count++) {
        ASK(1, fx->card, bonus_begin(g, g->state->order[COMBAT_P1][fx->count]));
        if (g->state->bonus)
            return FX_WAIT;
    }
    END;
}

RULES static void pipeline_push_bonus(Combat *g)
{
    CombatState *s = g->state;
    fx_push(s->fx, &s->fx_depth, COMBAT_FX_MAX, COMBAT_FX_bonus, COMBAT_P1);
}

/* Whose move it is after an action. */
RULES void combat_settle_modes(Combat *g)
{
    CombatState *s = g->state;
    const bool phase_start = combat_act(g)->phase_start, ending = combat_act(g)->ending;
    pipeline_pop_act(g);
    if (phase_start) {
        combat_set_mode(g, COMBAT_MODE_PHASE_START);
    } else if (s->bonus) {
        if (ending || combat_is_down(s, s->bonus))
            combat_end_bonus(g);
        else
            combat_set_mode(g, COMBAT_MODE_IDLE);
    } else if (ending || combat_is_down(s, s->active) ||
               s->unit[s->active].full_action) {
        combat_end_unit(g);
    } else {
        combat_set_mode(g, COMBAT_MODE_IDLE);
    }
}

/* A base action that is paid: its chain, its answers, itself, what follows. */
RULES static FxResult pipeline_action(Combat *g, Fx *fx)
{
    BEGIN;
    for (;;) {
        ASK(1, fx->card, chain_open(g));
        if (!fx->card)
            break;
        chain_pick(g, fx->card, fx->other, fx->dest);
    }
    fx->base = pipeline_run_picks(g);
    if (pipeline_over(g))
        return FX_DONE;
    if (!fx->base && combat_skill(g, combat_act(g)->action)->kind == COMBAT_SUSTAINED &&
        !combat_is_down(g->state, combat_act(g)->actor))
        DO(2, pipeline_push_bonus(g));
    fx->base = pipeline_run_base(g, fx->base);
    ASK(3, fx->card, derived_open(g, fx->base));
    if (fx->card)
        derived_run(g, fx->card, fx->dest);
    if (!pipeline_over(g))
        combat_settle_modes(g);
    END;
}

RULES static FxResult pipeline_step(Combat *g, Fx *fx)
{
    return fx->ability == COMBAT_FX_action ? pipeline_action(g, fx)
                                           : pipeline_bonus(g, fx);
}

/* Go on until somebody must decide. */
RULES void combat_run(Combat *g)
{
    CombatState *s = g->state;
    while (s->fx_depth > 0 && !pipeline_over(g)) {
        Fx *fx = pipeline_top(g);
        if (pipeline_step(g, fx) == FX_DONE) {
            if (!pipeline_over(g))
                fx_pop(s->fx, &s->fx_depth);
        } else if (pipeline_top(g) == fx) {
            break;
        }
    }
    combat_close(g);
}

/* Nothing waits in a battle that is over. */
RULES void combat_close(Combat *g)
{
    CombatState *s = g->state;
    if (!pipeline_over(g))
        return;
    memset(s->fx, 0, sizeof s->fx);
    memset(s->act, 0, sizeof s->act);
    memset(s->queue, 0, sizeof s->queue);
    memset(&s->done, 0, sizeof s->done);
    memset(&s->bonus_done, 0, sizeof s->bonus_done);
    s->fx_depth = s->act_count = s->queue_count = 0;
}

/* The answer to an open window; skill 0 cancels it. */
RULES void combat_answer(Combat *g, int owner, int skill, int cell)
{
    const CombatState *s = g->state;
    const CombatAct *base = combat_act(g);
    Fx *fx = pipeline_top(g);
    if (skill == 0 && s->mode == COMBAT_MODE_CHAIN)
        combat_emit(g, COMBAT_EV_CHAIN_ABORT, base->actor, base->action,
                    base->pick_count, 1);
    else if (skill == 0)
        combat_emit(g, COMBAT_EV_DERIVED_ABORT, base->actor, 0, 0, 1);
    fx->answer = s->mode == COMBAT_MODE_CHAIN ? (skill ? (Id)owner : (Id)0) : (Id)skill;
    fx->other = (Id)skill;
    fx->dest = (Id)cell;
    combat_run(g);
}
