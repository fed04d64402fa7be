/* effects.c - what an action does to those it hits. */
#include "games/combat/reduce.h"

/* Certain results use no random number. */
RULES bool combat_dice(Combat *g, int percent)
{
    if (percent >= 100 || percent <= 0)
        return percent >= 100;
    uint32_t x = (uint32_t)g->state->rng.state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    g->state->rng.state = x;
    return (int)(x % 100) < percent;
}

RULES int combat_hit_percent(const Combat *g, int actor, int target)
{
    const CombatState *s = g->state;
    const int cover = g->catalog->terrain[s->terrain[s->unit[target].anchor]].cover;
    const int percent = combat_class(g, actor)->accuracy +
                        combat_mod(g, actor, COMBAT_MOD_ACC) -
                        combat_class(g, target)->evasion -
                        combat_mod(g, target, COMBAT_MOD_EVA) - cover;
    return combat_clamp(percent, COMBAT_HIT_MIN, 100);
}

RULES bool combat_roll_hit(Combat *g, int actor, int target)
{
    if (g->state->dice)
        return g->state->dice == 1;
    return combat_dice(g, combat_hit_percent(g, actor, target));
}

RULES static int effects_armor(int armor)
{
    static const int16_t table[11] = {0,   48,  152, 274, 391, 492,
                                      576, 645, 700, 745, 781};
    const int a = combat_clamp(armor, 0, 250);
    if (a == 250)
        return table[10];
    return table[a / 25] + (table[a / 25 + 1] - table[a / 25]) * (a % 25) / 25;
}

RULES static void effects_scale(int64_t *num, int64_t *den, int percent)
{
    if (percent <= 0)
        return;
    *num *= 100 + percent;
    *den *= 100;
}

/* num / den * part / 1000, rounded half up. The whole product would not fit: content
 * and sixteen buffs bring num to 3 * 10^18. */
RULES static int effects_part(int64_t num, int64_t den, int part)
{
    ASSERT(num >= 0 && part >= 0 && part <= 1000);
    const int64_t whole = num / den, rest = num % den;
    return (int)((whole * part + 500 + rest * part / den) / 1000);
}

/* rules 11.2: one rounding, half up, at the end. */
RULES static int effects_damage(Combat *g, int actor, int target,
                                const CombatEffect *effect, bool *crit)
{
    const CombatClass *from = combat_class(g, actor), *to = combat_class(g, target);
    const int power = from->attack_power + combat_mod(g, actor, COMBAT_MOD_ATK);
    int64_t num = (int64_t)(power > 0 ? power : 0) * effect->amount, den = 100;
    *crit = combat_dice(g, from->crit_pct + combat_mod(g, actor, COMBAT_MOD_CRIT));
    if (*crit) {
        num *= from->crit_damage_pct;
        den *= 100;
    }
    effects_scale(&num, &den, from->primary_pct);
    effects_scale(&num, &den, from->mastery_pct);
    effects_scale(&num, &den,
                  from->damage_bonus_pct + combat_mod(g, actor, COMBAT_MOD_BONUS));
    const int armor = to->armor + combat_mod(g, target, COMBAT_MOD_ARMOR);
    int dr = effects_armor(armor);
    dr = effect->physical ? dr : dr / 2;
    dr += 10 * (to->damage_reduce_pct + combat_mod(g, target, COMBAT_MOD_REDUCE));
    dr = combat_clamp(dr, 0, COMBAT_REDUCE_MAX);
    int n = effects_part(num, den, 1000 - dr);
    if (effect->physical && armor > 140)
        n -= to->hp * 9 * ((armor < 250 ? armor : 250) - 140) / 11000;
    if (effect->amount > 0 && n < 1)
        n = 1;
    return n < 0 ? 0 : n;
}

/* Shields absorb first, whatever the source. */
RULES void combat_hurt(Combat *g, int unit, int amount, int source, int what, int by)
{
    const CombatUnit *u = &g->state->unit[unit];
    const uint8_t list[2] = {(uint8_t)what, (uint8_t)by};
    if (combat_is_down(g->state, unit) || amount <= 0)
        return;
    if (u->shield > 0) {
        const int absorbed = amount < u->shield ? amount : u->shield;
        combat_emit(g, COMBAT_EV_SHIELD_ABSORB, unit, absorbed, 0,
                    u->shield - absorbed);
        amount -= absorbed;
    }
    if (amount == 0)
        return;
    const int after = u->hp > amount ? u->hp - amount : 0;
    combat_emit_list(g, COMBAT_EV_HP, unit, u->hp, after, source, list, 2);
    if (after == 0)
        combat_emit(g, COMBAT_EV_UNIT_DOWN, unit, 0, 0, 0);
}

RULES void combat_heal(Combat *g, int unit, int amount, int source, int what, int by)
{
    const CombatUnit *u = &g->state->unit[unit];
    const uint8_t list[2] = {(uint8_t)what, (uint8_t)by};
    const int max = combat_class(g, unit)->hp;
    const int after = u->hp + amount < max ? u->hp + amount : max;
    if (combat_is_down(g->state, unit))
        return;
    combat_emit_list(g, COMBAT_EV_HP, unit, u->hp, after, source, list, 2);
}

/* rules 6: every DoT and HoT once, in order of application. */
RULES void combat_dot_tick(Combat *g, int unit)
{
    const CombatUnit *u = &g->state->unit[unit];
    for (int i = 0; i < u->dot_count && !combat_is_down(g->state, unit);) {
        const CombatDot dot = u->dot[i];
        const CombatDotDef *def = &g->catalog->dot[dot.def];
        const int time = combat_turn_time(g, dot.caster);
        const int amount = (def->base * time + 3) / 6;
        const int speed = combat_class(g, dot.caster)->speed +
                          combat_mod(g, dot.caster, COMBAT_MOD_SPEED);
        const uint8_t slot[1] = {(uint8_t)i};
        combat_emit_list(g, COMBAT_EV_DOT_TICK, unit, dot.caster, amount, speed, slot,
                         1);
        if (def->heal)
            combat_heal(g, unit, amount, COMBAT_BY_HOT, def->tag, 0);
        else
            combat_hurt(g, unit, amount, COMBAT_BY_DOT, def->tag, 0);
        if (u->dot[i].rounds == 0) /* also when the unit fell of it */
            combat_emit(g, COMBAT_EV_DOT_EXPIRE, unit, def->tag, i, 0);
        else
            i++;
    }
}

/* The same tag of the same caster is refreshed; a full list loses its oldest. */
RULES static void effects_dot(Combat *g, int actor, int unit, int which)
{
    const CombatUnit *u = &g->state->unit[unit];
    const CombatDotDef *def = &g->catalog->dot[which];
    for (int i = 0; i < u->dot_count; i++) {
        const uint8_t slot[1] = {(uint8_t)i};
        if (g->catalog->dot[u->dot[i].def].tag != def->tag || u->dot[i].caster != actor)
            continue;
        combat_emit_list(g, COMBAT_EV_DOT_REFRESH, unit, actor, which + 1, def->rounds,
                         slot, 1);
        return;
    }
    if (u->dot_count == COMBAT_DOTS_MAX)
        combat_emit(g, COMBAT_EV_DOT_EXPIRE, unit, g->catalog->dot[u->dot[0].def].tag,
                    0, 0);
    combat_emit(g, COMBAT_EV_DOT_APPLY, unit, actor, which + 1, def->rounds);
}

RULES static void effects_buff(Combat *g, int unit, int which, int turns)
{
    const CombatUnit *u = &g->state->unit[unit];
    const int tag = g->catalog->buff[which].tag;
    for (int i = 0; i < u->buff_count; i++)
        if (g->catalog->buff[u->buff[i].def].tag == tag) {
            combat_emit(g, COMBAT_EV_BUFF_REAPPLY, unit, tag, i, turns);
            return;
        }
    combat_emit(g, COMBAT_EV_BUFF_APPLY, unit, which + 1, 0, turns);
}

RULES static bool effects_is_bad(const CombatBuffDef *def)
{
    bool bad = def->mod[COMBAT_MOD_SNARE] || def->mod[COMBAT_MOD_STUN];
    for (int mod = 0; mod < COMBAT_MOD_SNARE; mod++)
        bad |= def->mod[mod] < 0;
    return bad;
}

RULES static void effects_cleanse(Combat *g, int unit)
{
    const CombatUnit *u = &g->state->unit[unit];
    for (int i = 0; i < u->buff_count;) {
        const CombatBuffDef *def = &g->catalog->buff[u->buff[i].def];
        if (effects_is_bad(def))
            combat_emit(g, COMBAT_EV_BUFF_CLEANSE, unit, def->tag, i, 0);
        else
            i++;
    }
    for (int i = 0; i < u->dot_count;) {
        const CombatDotDef *def = &g->catalog->dot[u->dot[i].def];
        if (!def->heal)
            combat_emit(g, COMBAT_EV_DOT_CLEANSE, unit, def->tag, i, 0);
        else
            i++;
    }
    for (int i = 0; i < u->sticky_count;) {
        const CombatStickyDef *def = &g->catalog->sticky[u->sticky[i].def];
        if (def->mult < 1000)
            combat_emit(g, COMBAT_EV_STICKY_CLEANSE, unit, def->tag, i,
                        u->sticky[i].left);
        else
            i++;
    }
}

/* A Sustained action waits in the outer act while bonus turns run. */
RULES static void effects_interrupt(Combat *g, int actor, int unit)
{
    CombatState *s = g->state;
    CombatAct *outer = &s->act[0];
    if (s->bonus && outer->actor == unit && !outer->interrupted) {
        combat_emit(g, COMBAT_EV_INTERRUPT, unit, outer->action, actor, 0);
        outer->interrupted = 1;
    }
    if (s->unit[unit].full_action)
        combat_emit(g, COMBAT_EV_INTERRUPT, unit, s->unit[unit].full_action, actor, 0);
}

/* The cell of a fall among those a unit would cover; 0: none. */
RULES static int effects_fall_cell(const Combat *g, int unit, int anchor)
{
    uint8_t cells[COMBAT_FOOT_MAX];
    const int count = combat_unit_cells(g, unit, anchor, cells);
    for (int i = 0; i < count; i++)
        if (cells[i] && g->catalog->terrain[g->state->terrain[cells[i]]].fall)
            return cells[i];
    return 0;
}

/* rules 14.4: step by step until blocked; every cell entered acts on the unit. */
RULES void combat_force(Combat *g, int unit, int direction, int wanted, bool pull)
{
    const CombatState *s = g->state;
    const uint8_t list[1] = {pull};
    int at = s->unit[unit].anchor, done = 0;
    while (done < wanted && !combat_is_down(s, unit)) {
        const int next = g->map->next[at][direction];
        if (!next || combat_blocked(g, unit, next)) {
            const int pit = next ? effects_fall_cell(g, unit, next) : 0;
            if (pit) {
                const int id = s->terrain[pit];
                combat_emit(g, COMBAT_EV_FALL, unit, id, pit,
                            g->catalog->terrain[id].fall);
                combat_hurt(g, unit, g->catalog->terrain[id].fall, COMBAT_BY_FALL, id,
                            0);
            }
            break;
        }
        at = next;
        done++;
        combat_enter(g, unit, at);
    }
    combat_emit_list(g, COMBAT_EV_FORCE, unit, direction, wanted, done, list, 1);
    if (!combat_is_down(s, unit))
        combat_commit(g, unit, at, s->unit[unit].facing,
                      pull ? COMBAT_CAUSE_PULL : COMBAT_CAUSE_PUSH);
}

RULES static void effects_shield(Combat *g, int unit, const CombatEffect *effect)
{
    const int old = g->state->unit[unit].shield;
    combat_emit(g, COMBAT_EV_SHIELD_SET, unit,
                old > effect->amount ? old : effect->amount, 0, effect->more);
}

RULES static void effects_displace(Combat *g, int actor, int unit,
                                   const CombatEffect *effect)
{
    const int from = g->state->unit[actor].anchor, to = g->state->unit[unit].anchor;
    if (effect->type == COMBAT_EFFECT_PUSH) {
        combat_force(g, unit, combat_direction(g->map, from, to), effect->amount,
                     false);
        return;
    }
    const int apart = combat_distance(g->map, from, to);
    const int room = apart > 0 ? apart - 1 : 0;
    combat_force(g, unit, combat_direction(g->map, to, from),
                 effect->amount < room ? effect->amount : room, true);
}

RULES static void effects_one(Combat *g, int actor, int action, int unit,
                              const CombatEffect *effect)
{
    bool crit = false;
    uint8_t list[1] = {0};
    int amount = effect->amount;
    switch (effect->type) {
    case COMBAT_EFFECT_DAMAGE:
        amount = effects_damage(g, actor, unit, effect, &crit);
        list[0] = crit;
        combat_emit_list(g, COMBAT_EV_DAMAGE, actor, unit, action, amount, list, 1);
        combat_hurt(g, unit, amount, COMBAT_BY_ACTION, action, actor);
        break;
    case COMBAT_EFFECT_HEAL:
        amount += (combat_class(g, actor)->attack_power * effect->more + 50) / 100;
        combat_heal(g, unit, amount, COMBAT_BY_ACTION, action, actor);
        break;
    case COMBAT_EFFECT_DOT:
    case COMBAT_EFFECT_HOT:
        effects_dot(g, actor, unit, effect->def);
        break;
    case COMBAT_EFFECT_BUFF:
        effects_buff(g, unit, effect->def, effect->more);
        break;
    case COMBAT_EFFECT_SHIELD:
        effects_shield(g, unit, effect);
        break;
    case COMBAT_EFFECT_PUSH:
    case COMBAT_EFFECT_PULL:
        effects_displace(g, actor, unit, effect);
        break;
    case COMBAT_EFFECT_STICKY:
        combat_sticky(g, unit, effect->def);
        break;
    case COMBAT_EFFECT_CLEANSE:
        effects_cleanse(g, unit);
        break;
    case COMBAT_EFFECT_INTERRUPT:
        effects_interrupt(g, actor, unit);
        break;
    default:
        break;
    }
}

RULES static void effects_ground(Combat *g, int actor, int action, int cell,
                                 const CombatEffect *effect)
{
    if (effect->type == COMBAT_EFFECT_TERRAIN) {
        combat_emit(g, COMBAT_EV_TERRAIN_SET, effect->def, cell, 0, effect->more);
    } else if (!combat_is_down(g->state, actor) && !combat_blocked(g, actor, cell)) {
        const int from = g->state->unit[actor].anchor;
        const int facing = from == cell ? g->state->unit[actor].facing
                                        : combat_direction(g->map, from, cell);
        combat_commit(g, actor, cell, facing, action);
        combat_enter(g, actor, cell);
    }
}

/* W3 effects in data order, each over all that were hit, as far as they live. */
RULES void combat_apply_effects(Combat *g, int actor, int action, int cell,
                                const uint8_t *hit, int hit_count)
{
    const CombatSkill *skill = combat_skill(g, action);
    const uint8_t self[1] = {(uint8_t)actor};
    for (int i = 0; i < skill->effect_count; i++) {
        const CombatEffect *effect = &skill->effect[i];
        if (effect->type >= COMBAT_EFFECT_ENERGY || (effect->on_hit && hit_count == 0))
            continue;
        if (effect->type == COMBAT_EFFECT_TERRAIN ||
            effect->type == COMBAT_EFFECT_DASH) {
            effects_ground(g, actor, action, cell, effect);
            continue;
        }
        const uint8_t *list = effect->to_self ? self : hit;
        const int count = effect->to_self ? 1 : hit_count;
        for (int k = 0; k < count; k++)
            if (!combat_is_down(g->state, list[k]))
                effects_one(g, actor, action, list[k], effect);
    }
}

RULES static void effects_cooldown(Combat *g, int unit, const CombatEffect *effect)
{
    const CombatUnit *u = &g->state->unit[unit];
    if (effect->def) {
        const int which = combat_known(g, unit, effect->def);
        if (which >= 0 && (u->cd[which] || effect->amount > 0))
            combat_cooldown_add(g, unit, which, effect->amount);
        return;
    }
    for (int i = 0; i < COMBAT_KNOWN_MAX && u->cd_order[i]; i++)
        if (u->cd[u->cd_order[i] - 1])
            combat_cooldown_add(g, unit, u->cd_order[i] - 1, effect->amount);
}

/* W4 effects: energy, class resource, cooldowns. */
RULES void combat_settle_effects(Combat *g, int actor, int action, const uint8_t *hit,
                                 int hit_count)
{
    const CombatSkill *skill = combat_skill(g, action);
    const uint8_t self[1] = {(uint8_t)actor};
    for (int i = 0; i < skill->effect_count; i++) {
        const CombatEffect *effect = &skill->effect[i];
        if (effect->type < COMBAT_EFFECT_ENERGY || (effect->on_hit && hit_count == 0))
            continue;
        const uint8_t *list = effect->to_self ? self : hit;
        const int count = effect->to_self ? 1 : hit_count;
        for (int k = 0; k < count; k++) {
            if (combat_is_down(g->state, list[k]))
                continue;
            if (effect->type == COMBAT_EFFECT_COOLDOWN)
                effects_cooldown(g, list[k], effect);
            else
                combat_gain(g, list[k], action, effect->amount,
                            effect->type == COMBAT_EFFECT_RES);
        }
    }
}

RULES static bool effects_passes(const Combat *g, int filter, int actor, int unit)
{
    if (unit == actor)
        return filter == COMBAT_ALLIES_AND_SELF || filter == COMBAT_SELF ||
               filter == COMBAT_ALL;
    if (combat_are_foes(g, actor, unit))
        return filter == COMBAT_ENEMIES || filter == COMBAT_ALL;
    return filter == COMBAT_ALLIES || filter == COMBAT_ALLIES_AND_SELF ||
           filter == COMBAT_ALL;
}

RULES static bool effects_inside(const Combat *g, const CombatSkill *skill, int actor,
                                 int cell, int unit)
{
    uint8_t cells[COMBAT_FOOT_MAX];
    const int count = combat_unit_cells(g, unit, g->state->unit[unit].anchor, cells);
    for (int i = 0; i < count; i++)
        if (combat_in_area(g, skill, actor, cell, cells[i]))
            return true;
    return false;
}

/* rules 11.4: the primary target first, then by distance to the target cell, then by
 * number. */
RULES int combat_targets(const Combat *g, int actor, int action, int cell, int target,
                         uint8_t *units)
{
    const CombatState *s = g->state;
    const CombatSkill *skill = combat_skill(g, action);
    int rank[COMBAT_UNITS_MAX], count = 0;
    if (skill->shape == COMBAT_SINGLE) {
        units[0] = (uint8_t)target;
        return target && !combat_is_down(s, target) &&
               effects_passes(g, skill->filter, actor, target);
    }
    for (int unit = 1; unit <= s->unit_count; unit++) {
        if (combat_is_down(s, unit) || !effects_passes(g, skill->filter, actor, unit) ||
            !effects_inside(g, skill, actor, cell, unit))
            continue;
        const int key = unit == target ? -1 : combat_unit_cell_distance(g, unit, cell);
        int at = count++;
        for (; at > 0 && rank[at - 1] > key; at--) {
            rank[at] = rank[at - 1];
            units[at] = units[at - 1];
        }
        rank[at] = key;
        units[at] = (uint8_t)unit;
    }
    return skill->targets_max && count > skill->targets_max ? skill->targets_max
                                                            : count;
}
