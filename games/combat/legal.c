/* legal.c - what may be done now, why something else may not, and doing it. */
#include "games/combat/combat.h"

RULES int combat_actor(const CombatState *s)
{
    return s->bonus ? s->bonus : s->active;
}

/* P1 ends every hold and answers every chain; else the side of the unit whose turn it
 * is. */
RULES int combat_to_act(const Combat *g)
{
    const CombatState *s = g->state;
    switch (s->mode) {
    case COMBAT_MODE_OVER:
        return SEAT_NONE;
    case COMBAT_MODE_IDLE:
        return combat_side(g, combat_actor(s));
    case COMBAT_MODE_AIM:
        return combat_side(g, combat_act(g)->actor);
    default:
        return COMBAT_P1;
    }
}

/* A command as one word, so that a list of them is written by adding. */
RULES static inline uint64_t legal_word(int type, int seat, int a, int b, int c)
{
    const Command made = command(type, seat, a, b, c);
    uint64_t word = 0;
    memcpy(&word, &made, sizeof word);
    return word;
}

RULES static inline void legal_put(Moves *moves, int at, uint64_t word)
{
    memcpy(&moves->item[at], &word, sizeof word);
}

RULES static void legal_aims(const Combat *g, int unit, Moves *moves)
{
    const uint64_t aim = legal_word(COMBAT_DO_AIM, combat_side(g, unit), unit, 0, 0);
    const uint64_t action = legal_word(0, 0, 0, 1, 0);
    const CombatGate *gate = combat_gate(g, unit);
    int count = moves->count;
    ASSERT(count + COMBAT_AIMS <= MOVES_MAX);
    for (uint32_t aims = combat_aims(g, unit); aims; aims &= aims - 1)
        legal_put(moves, count++, aim + action * gate->action[bits_first(aims)]);
    moves->count = count;
}

RULES static void legal_idle(const Combat *g, Moves *moves)
{
    const CombatState *s = g->state;
    const int unit = combat_actor(s), seat = combat_side(g, unit);
    legal_aims(g, unit, moves);
    for (int i = 1; i < s->queue_count; i++)
        if (combat_can_defer(g, unit, s->queue[i]))
            moves_add(moves, command(COMBAT_DO_DEFER, seat, unit, s->queue[i], 0));
    moves_add(moves, command(COMBAT_DO_AUTO, seat, unit, 0, 0));
    moves_add(moves, command(COMBAT_DO_END, seat, unit, 0, 0));
}

/* The anchors an answer may aim at. */
RULES static void legal_targets(const Combat *g, uint32_t living, int owner, int skill,
                                int type, Moves *moves)
{
    const bool pick = type == COMBAT_DO_PICK;
    const uint64_t answer = pick ? legal_word(type, COMBAT_P1, owner, skill, 0)
                                 : legal_word(type, COMBAT_P1, skill, 0, 0);
    const uint64_t cell = pick ? legal_word(0, 0, 0, 0, 1) : legal_word(0, 0, 0, 1, 0);
    int count = moves->count;
    ASSERT(count + COMBAT_UNITS_MAX <= MOVES_MAX);
    for (uint32_t left = combat_targetable(g, living, owner, skill); left;
         left &= left - 1)
        legal_put(moves, count++,
                  answer + cell * g->state->unit[bits_first(left)].anchor);
    moves->count = count;
}

/* The unit whose turn an 'end' would end while a window is open; 0: none of P1's. */
RULES static int legal_ender(const Combat *g)
{
    const CombatState *s = g->state;
    const CombatAct *act = combat_act(g);
    const int unit = combat_actor(s);
    return unit && !act->phase_start && act->actor == unit ? unit : 0;
}

RULES static void legal_window(const Combat *g, Moves *moves)
{
    const CombatState *s = g->state;
    const int ender = legal_ender(g);
    const uint32_t living = combat_living(s);
    if (s->mode == COMBAT_MODE_CHAIN) {
        CombatPick offers[COMBAT_UNITS_MAX * COMBAT_KNOWN_MAX];
        const int count = combat_offers_asked(g, offers);
        for (int i = 0; i < count; i++)
            legal_targets(g, living, offers[i].owner, offers[i].action, COMBAT_DO_PICK,
                          moves);
        moves_add(moves, command(COMBAT_DO_SKIP, COMBAT_P1, 0, 0, 0));
    } else {
        uint8_t skills[COMBAT_KNOWN_MAX];
        const int count = combat_follow_ups(g, skills);
        for (int i = 0; i < count; i++)
            legal_targets(g, living, combat_act(g)->actor, skills[i], COMBAT_DO_DPICK,
                          moves);
        moves_add(moves, command(COMBAT_DO_DCANCEL, COMBAT_P1, 0, 0, 0));
    }
    if (ender && combat_side(g, ender) == COMBAT_P1)
        moves_add(moves, command(COMBAT_DO_END, COMBAT_P1, ender, 0, 0));
}

RULES static void legal_aimed(const Combat *g, Moves *moves)
{
    const CombatState *s = g->state;
    const int seat = combat_to_act(g), ender = legal_ender(g);
    const uint64_t confirm = legal_word(COMBAT_DO_CONFIRM, seat, 0, 0, 0);
    const uint64_t place = legal_word(0, 0, 1, 0, 0);
    int count = moves->count;
    ASSERT(count + COMBAT_CELL_ROOM <= MOVES_MAX);
    SET_EACH (cell, &s->prompt.options)
        legal_put(moves, count++, confirm + place * cell);
    moves->count = count;
    moves_add(moves, command(COMBAT_DO_CANCEL, seat, 0, 0, 0));
    if (ender)
        moves_add(moves, command(COMBAT_DO_END, seat, ender, 0, 0));
}

RULES void combat_legal(const Combat *g, Moves *moves)
{
    const CombatState *s = g->state;
    switch (s->mode) {
    case COMBAT_MODE_PHASE_START:
        for (int i = 0; i < COMBAT_UNITS_MAX && s->order[COMBAT_P1][i]; i++)
            legal_aims(g, s->order[COMBAT_P1][i], moves);
        moves_add(moves, command(COMBAT_DO_TICK, COMBAT_P1, 0, 0, 0));
        break;
    case COMBAT_MODE_IDLE:
        legal_idle(g, moves);
        break;
    case COMBAT_MODE_AIM:
        legal_aimed(g, moves);
        break;
    case COMBAT_MODE_CHAIN:
    case COMBAT_MODE_DERIVED:
        legal_window(g, moves);
        break;
    default:
        break;
    }
}

/* Number n of legal_idle's list; the aims are known, the rest is told apart here. */
RULES static Command legal_idle_at(const Combat *g, uint32_t aims, uint32_t defers,
                                   uint32_t n)
{
    const CombatState *s = g->state;
    const int unit = combat_actor(s), seat = combat_side(g, unit);
    const uint32_t aim_count = (uint32_t)bits_count(aims);
    const uint32_t defer_count = (uint32_t)bits_count(defers);
    if (n < aim_count)
        return command(COMBAT_DO_AIM, seat, unit,
                       combat_gate(g, unit)->action[bits_at(aims, n)], 0);
    n -= aim_count;
    if (n < defer_count)
        return command(COMBAT_DO_DEFER, seat, unit, s->queue[bits_at(defers, n)], 0);
    return command(n == defer_count ? COMBAT_DO_AUTO : COMBAT_DO_END, seat, unit, 0, 0);
}

RULES static Command legal_roll_idle(const Combat *g, Rng *rng)
{
    const CombatState *s = g->state;
    const int unit = combat_actor(s);
    const uint32_t aims = combat_aims(g, unit);
    uint32_t defers = 0; /* bit a place in the queue */
    for (int i = 1; i < s->queue_count; i++)
        defers |= (uint32_t)combat_can_defer(g, unit, s->queue[i]) << i;
    const int count = bits_count(aims) + bits_count(defers) + 2;
    return legal_idle_at(g, aims, defers, rng_below(rng, (uint32_t)count));
}

RULES static Command legal_roll_aimed(const Combat *g, Rng *rng)
{
    const CombatState *s = g->state;
    const int seat = combat_to_act(g), ender = legal_ender(g);
    const uint32_t cells = (uint32_t)set_count(&s->prompt.options);
    const uint32_t n = rng_below(rng, cells + 1 + (ender != 0));
    if (n < cells)
        return command(COMBAT_DO_CONFIRM, seat, set_at(&s->prompt.options, n), 0, 0);
    return n == cells ? command(COMBAT_DO_CANCEL, seat, 0, 0, 0)
                      : command(COMBAT_DO_END, seat, ender, 0, 0);
}

/* One of the moves that combat_legal would list, drawn alike. */
RULES static Command legal_roll_listed(const Combat *g, Rng *rng)
{
    Moves moves;
    moves.count = 0;
    combat_legal(g, &moves);
    return moves.item[rng_below(rng, (uint32_t)moves.count)];
}

/* Where a unit acts or aims, what would be listed is counted. */
RULES int combat_roll(Combat *g, Rng *rng, int steps)
{
    const CombatState *s = g->state;
    int made = 0;
    for (; made < steps && s->mode != COMBAT_MODE_OVER; made++) {
        const Command move = s->mode == COMBAT_MODE_IDLE  ? legal_roll_idle(g, rng)
                             : s->mode == COMBAT_MODE_AIM ? legal_roll_aimed(g, rng)
                                                          : legal_roll_listed(g, rng);
        combat_execute(g, &move);
    }
    return made;
}

RULES static bool legal_is_unit(const Combat *g, int unit)
{
    return unit >= 1 && unit <= g->state->unit_count;
}

RULES static Err legal_check_unit(const Combat *g, const Command *c, Quote *quote)
{
    if (!legal_is_unit(g, c->a))
        return ERR_NOT_AN_OPTION;
    if (combat_side(g, c->a) != c->seat)
        return quote_refuse(quote, COMBAT_ERR_NOT_YOUR_UNIT, c->a, 0, 0);
    return ERR_OK;
}

RULES static Err legal_check_aim(const Combat *g, const Command *c, Quote *quote)
{
    const Err err = legal_check_unit(g, c, quote);
    if (err)
        return err;
    if (c->b < COMBAT_MOVE || c->b >= COMBAT_SKILL_1 + g->catalog->skill_count || c->c)
        return ERR_NOT_AN_OPTION;
    return combat_can_aim(g, c->a, c->b, quote);
}

RULES static Err legal_check_confirm(const Combat *g, const Command *c, Quote *quote)
{
    CombatAct act = *combat_act(g);
    act.cell = c->a <= COMBAT_CELLS_MAX ? (uint8_t)c->a : (uint8_t)0;
    const Err err = combat_can_confirm(g, &act, quote);
    if (!err && quote)
        quote->price = act.move_seconds + act.seconds;
    return err;
}

RULES static Err legal_check_end(const Combat *g, const Command *c, Quote *quote)
{
    const CombatState *s = g->state;
    const Err err = legal_check_unit(g, c, quote);
    const int unit = s->mode == COMBAT_MODE_IDLE ? combat_actor(s) : legal_ender(g);
    if (err)
        return err;
    return c->a == unit ? (Err)ERR_OK
                        : quote_refuse(quote, COMBAT_ERR_NOT_ITS_TURN, c->a, unit, 0);
}

RULES static Err legal_check_auto(const Combat *g, const Command *c, Quote *quote)
{
    const Err err = legal_check_unit(g, c, quote);
    if (err || combat_actor(g->state) == c->a)
        return err;
    return quote_refuse(quote, COMBAT_ERR_NOT_ITS_TURN, c->a, combat_actor(g->state),
                        0);
}

RULES static Err legal_check_defer(const Combat *g, const Command *c, Quote *quote)
{
    const Err err = legal_check_unit(g, c, quote);
    if (err)
        return err;
    if (!legal_is_unit(g, c->b))
        return ERR_NOT_AN_OPTION;
    return combat_can_defer(g, c->a, c->b)
               ? (Err)ERR_OK
               : quote_refuse(quote, COMBAT_ERR_CANNOT_DEFER, c->a, c->b, 0);
}

/* In which modes a command has its place: bit a mode. */
RULES static int legal_modes(int type)
{
    static const uint8_t modes[COMBAT_COMMANDS] = {
        0,
        0,
        1 << COMBAT_MODE_PHASE_START,
        0xff,
        1 << COMBAT_MODE_AIM,
        1 << COMBAT_MODE_AIM,
        1 << COMBAT_MODE_CHAIN,
        1 << COMBAT_MODE_CHAIN,
        1 << COMBAT_MODE_DERIVED,
        1 << COMBAT_MODE_DERIVED,
        1 << COMBAT_MODE_IDLE | 1 << COMBAT_MODE_AIM | 1 << COMBAT_MODE_CHAIN |
            1 << COMBAT_MODE_DERIVED,
        1 << COMBAT_MODE_IDLE,
        1 << COMBAT_MODE_IDLE,
    };
    return modes[type];
}

/* How many of a, b and c a command uses. */
RULES static int legal_holes(int type)
{
    static const uint8_t holes[COMBAT_COMMANDS] = {0, 0, 0, 2, 1, 0, 3,
                                                   0, 2, 0, 1, 2, 1};
    return holes[type];
}

RULES Err combat_validate(const Combat *g, const Command *c, Quote *quote)
{
    const CombatState *s = g->state;
    if (s->mode == COMBAT_MODE_OVER)
        return ERR_GAME_OVER;
    if (c->type >= COMBAT_COMMANDS || c->type < ACTION_GAME)
        return c->type == ACTION_PASS ? quote_refuse(quote, ERR_NOT_NOW, c->type, 0, 0)
                                      : (Err)ERR_UNKNOWN_ACTION;
    if (c->seat >= COMBAT_SIDES)
        return quote_refuse(quote, ERR_NOT_A_PLAYER, COMBAT_SIDES, 0, 0);
    if (!(legal_modes(c->type) >> s->mode & 1))
        return quote_refuse(quote, ERR_NOT_NOW, c->type, 0, 0);
    const int holes = legal_holes(c->type);
    if ((holes < 3 && c->c) || (holes < 2 && c->b) || (holes < 1 && c->a))
        return ERR_NOT_AN_OPTION;
    if (c->type == COMBAT_DO_AIM)
        return legal_check_aim(g, c, quote);
    if (c->seat != combat_to_act(g))
        return quote_refuse(quote, ERR_NOT_YOUR_TURN, combat_to_act(g) + 1, 0, 0);
    switch (c->type) {
    case COMBAT_DO_CONFIRM:
        return legal_check_confirm(g, c, quote);
    case COMBAT_DO_PICK:
        if (!legal_is_unit(g, c->a))
            return ERR_NOT_AN_OPTION;
        return combat_can_pick(g, c->a, c->b, c->c, quote);
    case COMBAT_DO_DPICK:
        return combat_can_follow(g, c->a, c->b, quote);
    case COMBAT_DO_END:
        return legal_check_end(g, c, quote);
    case COMBAT_DO_DEFER:
        return legal_check_defer(g, c, quote);
    case COMBAT_DO_AUTO:
        return legal_check_auto(g, c, quote);
    default:
        return ERR_OK;
    }
}

/* rules 9.13: what is open is cancelled, what is paid runs, then the turn ends. */
RULES static void legal_end(Combat *g)
{
    CombatState *s = g->state;
    if (s->mode == COMBAT_MODE_AIM)
        combat_cancel(g);
    if (s->mode == COMBAT_MODE_CHAIN || s->mode == COMBAT_MODE_DERIVED) {
        combat_act(g)->ending = 1;
        combat_answer(g, 0, 0, 0);
    } else if (s->bonus) {
        combat_end_bonus(g);
        combat_run(g);
    } else {
        combat_end_unit(g);
    }
}

RULES void combat_execute(Combat *g, const Command *c)
{
    CombatState *s = g->state;
    switch (c->type) {
    case COMBAT_DO_TICK:
        combat_tick(g, COMBAT_HOLD_MS - s->hold_ms);
        break;
    case COMBAT_DO_AIM:
        combat_aim(g, c->a, c->b);
        break;
    case COMBAT_DO_CONFIRM:
        combat_confirm(g, c->a);
        break;
    case COMBAT_DO_CANCEL:
        combat_cancel(g);
        break;
    case COMBAT_DO_PICK:
        combat_answer(g, c->a, c->b, c->c);
        break;
    case COMBAT_DO_DPICK:
        combat_answer(g, 0, c->a, c->b);
        break;
    case COMBAT_DO_SKIP:
    case COMBAT_DO_DCANCEL:
        combat_answer(g, 0, 0, 0);
        break;
    case COMBAT_DO_END:
        legal_end(g);
        break;
    case COMBAT_DO_DEFER:
        combat_defer(g, c->a, c->b);
        break;
    default:
        ASSERT(c->type == COMBAT_DO_AUTO);
        combat_auto(g, c->a);
    }
    combat_close(g);
    combat_ask(g);
}

/* The cell that an answer or a follow-up means: its default when none is said, and the
 * anchor of the unit that was named by another of its cells. */
RULES static int legal_meant_cell(const Combat *g, int owner, int skill, int cell)
{
    if (skill < COMBAT_SKILL_1 || skill >= COMBAT_SKILL_1 + g->catalog->skill_count ||
        cell > g->map->cell_count)
        return cell;
    const int there = g->state->unit_at[cell];
    if (cell == 0 || combat_skill(g, skill)->target == COMBAT_AT_SELF)
        return g->state->mode == COMBAT_MODE_CHAIN
                   ? combat_default_cell(g, owner, skill)
                   : combat_base_cell(g, skill);
    return there && combat_skill(g, skill)->target != COMBAT_AT_GROUND
               ? g->state->unit[there].anchor
               : cell;
}

/* rules 9.2 and 9.6: 'cancel' is what closes whatever is open, and a target that goes
 * without saying may be left out. */
RULES void combat_canonical(const Combat *g, Command *c)
{
    const CombatState *s = g->state;
    if (c->type == COMBAT_DO_CANCEL && s->mode == COMBAT_MODE_CHAIN)
        c->type = COMBAT_DO_SKIP;
    else if (c->type == COMBAT_DO_CANCEL && s->mode == COMBAT_MODE_DERIVED)
        c->type = COMBAT_DO_DCANCEL;
    else if (c->type == COMBAT_DO_CONFIRM && s->mode == COMBAT_MODE_AIM &&
             combat_skill(g, combat_act(g)->action)->target == COMBAT_AT_SELF)
        c->a = s->unit[combat_act(g)->actor].anchor;
    else if (c->type == COMBAT_DO_CONFIRM && c->a == 0)
        c->a = COMBAT_OFF_BOARD;
    else if (c->type == COMBAT_DO_PICK && s->mode == COMBAT_MODE_CHAIN && c->a &&
             c->a <= s->unit_count)
        c->c = (Id)legal_meant_cell(g, c->a, c->b, c->c);
    else if (c->type == COMBAT_DO_DPICK && s->mode == COMBAT_MODE_DERIVED)
        c->b = (Id)legal_meant_cell(g, 0, c->a, c->b);
}

RULES Command combat_idle(const Combat *g)
{
    const CombatState *s = g->state;
    switch (s->mode) {
    case COMBAT_MODE_PHASE_START:
        return command(COMBAT_DO_TICK, COMBAT_P1, 0, 0, 0);
    case COMBAT_MODE_IDLE:
        return command(COMBAT_DO_END, combat_to_act(g), combat_actor(s), 0, 0);
    case COMBAT_MODE_AIM:
        return command(COMBAT_DO_CANCEL, combat_to_act(g), 0, 0, 0);
    case COMBAT_MODE_CHAIN:
        return command(COMBAT_DO_SKIP, COMBAT_P1, 0, 0, 0);
    case COMBAT_MODE_DERIVED:
        return command(COMBAT_DO_DCANCEL, COMBAT_P1, 0, 0, 0);
    default:
        return command(ACTION_NONE, 0, 0, 0, 0);
    }
}
