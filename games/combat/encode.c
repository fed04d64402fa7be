/* encode.c - hex combat as numbers: actions, masks, observations. */
#include "games/combat/adapt.h"

RULES static bool encode_is_unit(const Combat *g, int unit)
{
    return unit >= 1 && unit <= g->state->unit_count;
}

/* An action of a unit: 1 Move, 2 Attack, then the skills of its class; 0: not its own.
 */
RULES static int encode_aim(const Combat *g, int unit, int action)
{
    if (!encode_is_unit(g, unit) || action < COMBAT_MOVE ||
        action >= COMBAT_SKILL_1 + g->catalog->skill_count)
        return 0;
    if (action <= COMBAT_ATTACK)
        return action;
    const int known = combat_known(g, unit, action);
    return known < 0 ? 0 : known + 2;
}

RULES static int decode_aim(const Combat *g, int unit, int aim)
{
    if (!encode_is_unit(g, unit) || aim <= COMBAT_ATTACK)
        return encode_is_unit(g, unit) ? aim : 0;
    const CombatClass *cls = combat_class(g, unit);
    return aim - 3 < cls->skill_count ? cls->skill[aim - 3] : 0;
}

/* Answers aim at the anchor of a unit that stands: the unit is the number. */
RULES static int encode_anchor(const Combat *g, int cell)
{
    const int unit =
        cell >= 1 && cell <= g->map->cell_count ? g->state->unit_at[cell] : 0;
    return unit && g->state->unit[unit].anchor == cell ? unit : 0;
}

RULES static int decode_anchor(const Combat *g, int unit)
{
    return encode_is_unit(g, unit) && !combat_is_down(g->state, unit)
               ? g->state->unit[unit].anchor
               : 0;
}

/* The unit whose turn 'end', 'defer' and 'auto' speak of; 0: none. */
RULES static int encode_turn(const Combat *g)
{
    return combat_actor(g->state);
}

RULES static int index_pick(const Combat *g, const Command *c, ActRange act)
{
    const bool chain = c->type == COMBAT_DO_PICK;
    const int unit = chain ? c->a : g->state->act_count ? combat_act(g)->actor : 0;
    const int aim = encode_aim(g, unit, chain ? c->b : c->a);
    const int target = encode_anchor(g, chain ? c->c : c->b);
    if (!aim || !target)
        return ENCODE_NONE;
    const int before = chain ? (unit - 1) * COMBAT_AIMS : 0;
    return act.first + (before + aim - 1) * COMBAT_UNITS_MAX + target - 1;
}

RULES int combat_action_index(const Combat *g, const Command *c)
{
    if (c->type >= COMBAT_COMMANDS || c->seat >= COMBAT_SIDES)
        return ENCODE_NONE;
    const ActRange act = encode_act(c->type);
    switch (c->type) {
    case COMBAT_DO_AIM:
        return c->c ? (int)ENCODE_NONE
                    : encode_two(act, c->a, encode_aim(g, c->a, c->b), COMBAT_AIMS);
    case COMBAT_DO_CONFIRM:
        return c->b || c->c || c->a > g->map->cell_count ? (int)ENCODE_NONE
                                                         : encode_plain(act, c->a);
    case COMBAT_DO_PICK:
        return index_pick(g, c, act);
    case COMBAT_DO_DPICK:
        return c->c ? (int)ENCODE_NONE : index_pick(g, c, act);
    case COMBAT_DO_END:
    case COMBAT_DO_AUTO:
        return c->a && c->a == encode_turn(g) && !c->b && !c->c ? act.first
                                                                : (int)ENCODE_NONE;
    case COMBAT_DO_DEFER:
        return c->a && c->a == encode_turn(g) && !c->c && encode_is_unit(g, c->b)
                   ? encode_plain(act, c->b)
                   : (int)ENCODE_NONE;
    default:
        return encode_bare(act, c);
    }
}

RULES static bool pick_at(const Combat *g, int place, Command *c)
{
    const int target = decode_anchor(g, place % COMBAT_UNITS_MAX + 1);
    place /= COMBAT_UNITS_MAX;
    if (c->type == COMBAT_DO_PICK) {
        c->a = (Id)(place / COMBAT_AIMS + 1);
        c->b = (Id)decode_aim(g, c->a, place % COMBAT_AIMS + 1);
        c->c = (Id)target;
        return c->b && target;
    }
    c->a = (Id)(g->state->act_count
                    ? decode_aim(g, combat_act(g)->actor, place % COMBAT_AIMS + 1)
                    : 0);
    c->b = (Id)target;
    return c->a && target;
}

RULES bool combat_action_at(const Combat *g, int index, Command *c)
{
    const int seat = combat_to_act(g);
    if (index < 0 || index >= COMBAT_AT_SPACE || seat >= COMBAT_SIDES)
        return false;
    const int type = encode_type_at(index);
    const ActRange act = encode_act(type);
    const int place = index - act.first;
    *c = command(type, seat, 0, 0, 0);
    switch (type) {
    case COMBAT_DO_AIM:
        c->a = (Id)(place / COMBAT_AIMS + 1);
        c->b = (Id)decode_aim(g, c->a, place % COMBAT_AIMS + 1);
        return c->b != 0;
    case COMBAT_DO_CONFIRM:
        c->a = (Id)(place + 1);
        return c->a <= g->map->cell_count;
    case COMBAT_DO_PICK:
    case COMBAT_DO_DPICK:
        return pick_at(g, place, c);
    case COMBAT_DO_END:
    case COMBAT_DO_AUTO:
        c->a = (Id)encode_turn(g);
        return c->a != 0;
    case COMBAT_DO_DEFER:
        c->a = (Id)encode_turn(g);
        c->b = (Id)(place + 1);
        return c->a && encode_is_unit(g, c->b);
    default:
        return true;
    }
}

RULES int combat_legal_mask(const Combat *g, uint64_t *mask)
{
    Moves moves;
    moves.count = 0;
    memset(mask, 0, ENCODE_WORDS(COMBAT_AT_SPACE) * sizeof *mask);
    combat_legal(g, &moves);
    for (int i = 0; i < moves.count; i++)
        mask_add(mask, combat_action_index(g, &moves.item[i]));
    return moves.count;
}

/* Lists of what works on a unit; what is past their end is none. */
RULES static void encode_lasting(const CombatUnit *u, int place, int16_t *out)
{
    int16_t *buff = out + COMBAT_SEES_BUFFS + place * COMBAT_BUFFS_MAX * 2;
    int16_t *sticky = out + COMBAT_SEES_STICKY + place * COMBAT_STICKIES_MAX * 2;
    int16_t *dot = out + COMBAT_SEES_DOTS + place * COMBAT_DOTS_MAX * 3;
    for (int i = 0; i < u->buff_count; i++, buff += 2) {
        buff[0] = (int16_t)(u->buff[i].def + 1);
        buff[1] = u->buff[i].left;
    }
    for (int i = 0; i < u->sticky_count; i++, sticky += 2) {
        sticky[0] = (int16_t)(u->sticky[i].def + 1);
        sticky[1] = u->sticky[i].left;
    }
    for (int i = 0; i < u->dot_count; i++, dot += 3) {
        dot[0] = (int16_t)(u->dot[i].def + 1);
        dot[1] = u->dot[i].caster;
        dot[2] = u->dot[i].rounds;
    }
}

RULES static void encode_unit(const Combat *g, int seat, int unit, int16_t *out)
{
    const CombatUnit *u = &g->state->unit[unit];
    const int place = unit - 1;
    int16_t *pending = out + COMBAT_SEES_PENDING + place * 5;
    int16_t *cool = out + COMBAT_SEES_COOL + place * COMBAT_KNOWN_MAX;
    out[COMBAT_SEES_CLASS + place] = g->scenario->unit_cls[unit];
    out[COMBAT_SEES_SIDE + place] =
        (int16_t)encode_who(combat_side(g, unit), seat, COMBAT_SIDES);
    out[COMBAT_SEES_HP + place] = u->hp;
    out[COMBAT_SEES_ENERGY + place] = u->energy;
    out[COMBAT_SEES_SHIELD + place] = u->shield;
    out[COMBAT_SEES_RES + place] = u->res;
    out[COMBAT_SEES_RATE + place] = (int16_t)(u->shown & 0x7fff);
    out[COMBAT_SEES_ANCHOR + place] = u->anchor;
    out[COMBAT_SEES_FACING + place] = u->facing;
    out[COMBAT_SEES_LEFT + place] = u->remaining;
    out[COMBAT_SEES_PREPAID + place] = u->prepaid;
    out[COMBAT_SEES_ATTACKS + place] = u->attacks;
    out[COMBAT_SEES_MARKS + place] = u->marks;
    pending[0] = u->full_action;
    pending[1] = u->full_left;
    pending[2] = u->full_cell;
    pending[3] = u->full_target;
    pending[4] = u->full_seconds;
    for (int i = 0; i < COMBAT_KNOWN_MAX; i++)
        cool[i] = u->cd[i];
    encode_lasting(u, place, out);
}

RULES static void encode_under_way(const Combat *g, int16_t *out)
{
    const CombatAct *act = combat_act(g);
    out[COMBAT_SEES_ACT] = act->actor;
    out[COMBAT_SEES_ACT + 1] = act->action;
    out[COMBAT_SEES_ACT + 2] = act->cell;
    out[COMBAT_SEES_ACT + 3] = act->target;
    out[COMBAT_SEES_ACT + 4] = act->move_seconds;
    out[COMBAT_SEES_ACT + 5] = act->seconds;
    out[COMBAT_SEES_ACT + 6] = act->energy;
    out[COMBAT_SEES_ACT + 7] = act->steps;
    for (int i = 0; i < act->pick_count; i++) {
        int16_t *pick = out + COMBAT_SEES_PICKS + 4 * i;
        pick[0] = act->pick[i].owner;
        pick[1] = act->pick[i].action;
        pick[2] = act->pick[i].cell;
        pick[3] = act->pick[i].target;
    }
}

RULES void combat_observe(const Combat *view, int seat, int16_t *out)
{
    const CombatState *s = view->state;
    sees_clear(out, COMBAT_SEES_SPACE * sizeof *out);
    for (int unit = 1; unit <= s->unit_count; unit++)
        encode_unit(view, seat, unit, out);
    for (int cell = 0; cell < COMBAT_CELL_ROOM; cell++) {
        out[COMBAT_SEES_TERRAIN + cell] = s->terrain[cell];
        out[COMBAT_SEES_THERE + cell] = s->unit_at[cell];
    }
    for (int i = 0; i < SET_WORDS && prompt_is_open(&s->prompt); i++)
        sees_wide(out + COMBAT_SEES_OPTIONS + 64 * i, s->prompt.options.word[i], 64);
    for (int i = 0; i < COMBAT_UNITS_MAX; i++) {
        out[COMBAT_SEES_ORDER + i] = s->order[seat][i];
        out[COMBAT_SEES_ORDER + (int)COMBAT_UNITS_MAX + i] = s->order[seat ^ 1][i];
        out[COMBAT_SEES_QUEUE + i] = i < s->queue_count ? s->queue[i] : 0;
    }
    if (s->act_count)
        encode_under_way(view, out);
    out[COMBAT_SEES_WHO] = s->active;
    out[COMBAT_SEES_WHO + 1] = s->bonus;
    out[COMBAT_SEES_WHO + 2] = s->bonus_cap;
    out[COMBAT_SEES_WHO + 3] = s->bonus_left;
    out[COMBAT_SEES_SCENE] = (int16_t)(s->scenario + 1);
    out[COMBAT_SEES_MODE] = (int16_t)(s->mode + 1);
    out[COMBAT_SEES_PHASE] = (int16_t)encode_who(s->side, seat, COMBAT_SIDES);
    out[COMBAT_SEES_ACTING] =
        (int16_t)encode_who(combat_to_act(view), seat, COMBAT_SIDES);
    out[COMBAT_SEES_ME] = (int16_t)seat;
    out[COMBAT_SEES_ROUND] = (int16_t)(s->round > 32767 ? 32767 : s->round);
}
