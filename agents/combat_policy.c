/* combat_policy.c - what agents think of hex combat: who is hurt and how badly, what is
 * about to hurt, what strength is left, and how near the goal of the battle is.
 *
 * A move is rated by trying it out: aimed and confirmed, nobody answering, every blow
 * landing. Everything is in tenths of a point; a point is about a hit point of a unit
 * of middling worth. */
#include "agents/policy.h"

#include "agents/combat_ai.h"
#include "games/combat/combat.h"

enum {
    WIN = 1000000,
    NEVER = POLICY_NEVER,
    SECOND_WORTH = 15, /* of the unit that acts: what it could still be used for */
    ENERGY_WORTH = 4,
    STEP_WORTH = 30,   /* towards a foe that is out of reach */
    GOAL_WORTH = 250,  /* a step towards the goal */
    ROUND_WORTH = 250, /* survived, or lost on the clock */
    TURNS_AHEAD = 2,   /* of each side, in a playout */
    WHIM_IN = 10,      /* a playout makes any move whatever once in so many times */
    TRIES = 4          /* of the dice, where an answer has to be judged */
};

static Combat combat_at(const void *catalog, const void *state)
{
    return combat_table((const CombatCatalog *)catalog, (CombatState *)(uintptr_t)state,
                        NULL);
}

/* What a unit is worth unhurt. */
static int unit_whole(const Combat *g, int unit)
{
    const CombatClass *cls = combat_class(g, unit);
    int worth = cls->hp + cls->armor + 5 * cls->attack_power + 6 * cls->attack_range +
                6 * cls->skill_count;
    if (g->scenario->kill == unit)
        worth *= 3;
    if (g->scenario->protect == unit)
        worth *= 4;
    return 10 * worth;
}

/* What lasts on a unit: to come, as hit points. */
static int unit_pending(const Combat *g, int unit)
{
    const CombatUnit *u = &g->state->unit[unit];
    const CombatTerrain *ground = &g->catalog->terrain[g->state->terrain[u->anchor]];
    int hp = ground->stand_heal - 2 * ground->stand_damage + ground->cover / 4;
    for (int i = 0; i < u->dot_count; i++) {
        const CombatDotDef *def = &g->catalog->dot[u->dot[i].def];
        hp += (def->heal ? 7 : -7) * def->base * u->dot[i].rounds / 10;
    }
    return hp + u->shield / 2;
}

/* Strength for what is to come: buffs, speed, energy. */
static int unit_strength(const Combat *g, int unit)
{
    static const int16_t worth[COMBAT_MODS] = {40, 1, 20, 25,   6,    5, 5,
                                               5,  9, 9,  -150, -400, 0};
    const CombatUnit *u = &g->state->unit[unit];
    int sum = ENERGY_WORTH * u->energy - 30 * u->prepaid + 10 * u->res;
    for (int i = 0; i < u->buff_count; i++) {
        const CombatBuffDef *def = &g->catalog->buff[u->buff[i].def];
        const int left = u->buff[i].left;
        for (int mod = 0; mod < COMBAT_MODS; mod++)
            sum += worth[mod] * def->mod[mod] * (left < 0 || left > 2 ? 3 : left) / 2;
    }
    for (int i = 0; i < u->sticky_count; i++)
        sum += g->catalog->sticky[u->sticky[i].def].mult < 1000 ? -60 : 30;
    return sum;
}

/* How far the nearest foe is beyond reach, and how many could strike next turn. */
static int unit_place(const Combat *g, int unit)
{
    const CombatState *s = g->state;
    const CombatClass *cls = combat_class(g, unit);
    int near = COMBAT_CELLS_MAX, threat = 0;
    for (int foe = 1; foe <= s->unit_count; foe++) {
        if (combat_is_down(s, foe) || !combat_are_foes(g, unit, foe))
            continue;
        const CombatClass *other = combat_class(g, foe);
        const int apart = combat_unit_distance(g, unit, s->unit[unit].anchor, foe);
        near = apart < near ? apart : near;
        if (apart <= other->attack_range)
            threat += other->attack_power;
    }
    const int far = near - cls->attack_range;
    return (far > 0 ? -STEP_WORTH * far : 0) - threat * 400 / (200 + cls->armor * 4);
}

/* A wound counts the more, the nearer it is to the last; to stand at all counts most.
 */
static int unit_worth(const Combat *g, int unit)
{
    const CombatState *s = g->state;
    const int max = combat_class(g, unit)->hp;
    if (combat_is_down(s, unit))
        return 0;
    int hp = s->unit[unit].hp + unit_pending(g, unit);
    hp = hp < 1 ? 1 : hp > max ? max : hp;
    const int part = 1000 * hp / max;
    const int health = 300 + 4 * part / 10 + 3 * (2 * part - part * part / 1000) / 10;
    return unit_whole(g, unit) / 10 * health / 100 + unit_strength(g, unit) +
           unit_place(g, unit);
}

static int unit_goal_steps(const Combat *g, int unit)
{
    int least = COMBAT_CELLS_MAX;
    for (int i = 0; i < g->scenario->goal_count; i++) {
        const int steps =
            combat_distance(g->map, g->state->unit[unit].anchor, g->scenario->goal[i]);
        least = steps < least ? steps : least;
    }
    return least;
}

/* What the battle is about, for P1. */
static int goal_worth(const Combat *g)
{
    const CombatState *s = g->state;
    const CombatScenario *scenario = g->scenario;
    int nearest = COMBAT_CELLS_MAX, sum = 0;
    if (scenario->rounds)
        sum += ROUND_WORTH * s->round;
    else if (scenario->limit)
        sum -= ROUND_WORTH * s->round;
    if (!scenario->goal_count)
        return sum;
    for (int unit = 1; unit <= s->unit_count; unit++)
        if (!combat_is_down(s, unit) && combat_side(g, unit) == COMBAT_P1) {
            const int steps = unit_goal_steps(g, unit);
            nearest = steps < nearest ? steps : nearest;
            sum -= GOAL_WORTH / 10 * steps;
        }
    return sum - GOAL_WORTH * nearest;
}

/* How P1 stands against the Enemy. */
static int lead_of_p1(const Combat *g)
{
    const CombatState *s = g->state;
    int sum = 0;
    if (s->winner)
        return s->winner == COMBAT_P1 + 1 ? WIN : -WIN;
    for (int unit = 1; unit <= s->unit_count; unit++) {
        const int worth = unit_worth(g, unit);
        sum += combat_side(g, unit) == COMBAT_P1 ? worth : -worth;
    }
    return sum + goal_worth(g);
}

static int lead_of(const Combat *g, int seat)
{
    const int lead = lead_of_p1(g);
    return seat == COMBAT_P1 ? lead : -lead;
}

/* Go on until nobody is asked in between: no answers, no follow-ups. */
static void settle(const Combat *g)
{
    Combat table = *g;
    for (int step = 0; step < 64; step++) {
        const int mode = g->state->mode;
        if (mode != COMBAT_MODE_CHAIN && mode != COMBAT_MODE_DERIVED)
            return;
        const Command pass = combat_idle(g);
        combat_execute(&table, &pass);
    }
}

/* How 'seat' stands after a move, the dice as given. */
static int lead_after(const Combat *g, const Command *move, int dice, uint32_t roll)
{
    CombatState after = *g->state;
    Combat table = combat_table(g->catalog, &after, NULL);
    const int unit = combat_actor(&after), had = unit ? combat_available(g, unit) : 0;
    after.dice = (uint8_t)dice;
    after.rng.state = roll;
    combat_execute(&table, move);
    settle(&table);
    const int left =
        unit && unit == combat_actor(&after) ? combat_available(&table, unit) : had;
    return lead_of(&table, move->seat) - SECOND_WORTH * (had - left);
}

/* The best there is to aim at. */
static int rate_aim(const Combat *g, const Command *aim)
{
    CombatState aimed = *g->state;
    Combat table = combat_table(g->catalog, &aimed, NULL);
    int best = NEVER;
    combat_execute(&table, aim);
    SET_EACH (cell, &aimed.prompt.options) {
        const Command move = command(COMBAT_DO_CONFIRM, aim->seat, cell, 0, 0);
        const int lead = lead_after(&table, &move, 1, 1);
        best = lead > best ? lead : best;
    }
    return best;
}

/* An answer to a foe: here the dice decide what it is good for. */
static int rate_answer(const Combat *g, const Command *move)
{
    int sum = 0;
    for (uint32_t i = 0; i < TRIES; i++)
        sum += lead_after(g, move, 0, 0x9e3779b9u * (i + 1)) / TRIES;
    return sum;
}

static int rate_move(const Combat *g, const Command *move)
{
    switch (move->type) {
    case COMBAT_DO_AIM:
        return rate_aim(g, move);
    case COMBAT_DO_CONFIRM:
    case COMBAT_DO_AUTO:
        return lead_after(g, move, 1, 1);
    case COMBAT_DO_PICK:
    case COMBAT_DO_SKIP:
    case COMBAT_DO_DPICK:
    case COMBAT_DO_DCANCEL:
        return rate_answer(g, move);
    case COMBAT_DO_TICK:
        return lead_of(g, move->seat);
    case COMBAT_DO_END:
        return g->state->mode == COMBAT_MODE_IDLE ? lead_of(g, move->seat) : NEVER;
    case COMBAT_DO_DEFER:
        return lead_of(g, move->seat) - 20 * SECOND_WORTH;
    default:
        return NEVER; /* whoever has aimed strikes */
    }
}

static void rate(const void *catalog, const void *state, const Moves *moves,
                 int32_t *rating)
{
    const Combat g = combat_at(catalog, state);
    for (int i = 0; i < moves->count; i++)
        rating[i] = rate_move(&g, &moves->item[i]);
}

/* How much a blow at a foe is worth: more the fewer blows it still takes. */
static int target_worth(const Combat *g, int foe)
{
    const CombatUnit *u = &g->state->unit[foe];
    const int tough = (u->hp + u->shield) * (150 + combat_class(g, foe)->armor);
    return unit_whole(g, foe) * 1000 / (tough / 10 + 1);
}

static bool can_pay(const Combat *g, int unit, int action, int cell)
{
    CombatAct act = {
        .actor = (uint8_t)unit, .action = (uint8_t)action, .cell = (uint8_t)cell};
    return combat_plan(g, &act, NULL) == ERR_OK &&
           combat_afford(g, &act, NULL) == ERR_OK;
}

/* A goal within reach; 0: none. */
static int choose_goal(const Combat *g, int unit)
{
    if (combat_side(g, unit) != COMBAT_P1 ||
        combat_precheck(g, unit, COMBAT_MOVE, false, NULL) != ERR_OK)
        return 0;
    for (int i = 0; i < g->scenario->goal_count; i++)
        if (can_pay(g, unit, COMBAT_MOVE, g->scenario->goal[i]))
            return g->scenario->goal[i];
    return 0;
}

/* Among the foes an action can be paid for, the one to strike; 0: none. */
static int choose_target(const Combat *g, int unit, int action)
{
    const CombatState *s = g->state;
    uint32_t tried = 0;
    for (;;) {
        int best = 0, best_worth = -1;
        for (int foe = 1; foe <= s->unit_count; foe++) {
            if ((tried >> foe & 1) || combat_is_down(s, foe) ||
                !combat_are_foes(g, unit, foe))
                continue;
            const int worth = target_worth(g, foe);
            if (worth > best_worth) {
                best_worth = worth;
                best = foe;
            }
        }
        if (!best)
            return 0;
        if (can_pay(g, unit, action, s->unit[best].anchor))
            return best;
        tried |= 1u << best;
    }
}

/* The AI of the rules, but all strike at the same foe, and go where the battle is won.
 */
static CombatChoice choose_action(const Combat *g, int unit)
{
    CombatChoice choice = {0, 0};
    const int goal = choose_goal(g, unit);
    if (goal) {
        choice.action = COMBAT_MOVE;
        choice.cell = (uint8_t)goal;
        return choice;
    }
    if (combat_done(g->state)->by_ai < COMBAT_AI_ACTIONS)
        choice = combat_ai(g, unit);
    if (choice.action > COMBAT_MOVE &&
        combat_skill(g, choice.action)->target == COMBAT_AT_ENEMY) {
        const int foe = choose_target(g, unit, choice.action);
        choice.cell = foe ? g->state->unit[foe].anchor : choice.cell;
    }
    return choice;
}

static void play_unit(Combat *g)
{
    CombatState *s = g->state;
    const int unit = combat_actor(s);
    const CombatChoice choice = choose_action(g, unit);
    if (!choice.action) {
        const Command end = combat_idle(g);
        combat_execute(g, &end);
        return;
    }
    combat_done(s)->by_ai++;
    combat_aim(g, unit, choice.action);
    combat_confirm(g, choice.cell);
    combat_close(g);
    combat_ask(g);
}

/* Any move but taking back and waiting, which lead nowhere. */
static void play_whim(Combat *g, Rng *rng)
{
    Moves moves;
    moves.count = 0;
    combat_legal(g, &moves);
    Command move = moves.item[rng_below(rng, (uint32_t)moves.count)];
    if (move.type == COMBAT_DO_CANCEL || move.type == COMBAT_DO_DEFER)
        move = combat_idle(g);
    combat_execute(g, &move);
}

static void playout(const void *catalog, void *state, Rng *rng)
{
    Combat g = combat_at(catalog, state);
    if (rng_below(rng, WHIM_IN) == 0)
        play_whim(&g, rng);
    else if (g.state->mode == COMBAT_MODE_IDLE) {
        play_unit(&g);
    } else {
        const Command move = combat_ai_move(catalog, state);
        combat_execute(&g, &move);
    }
}

/* Aimed, not yet confirmed. */
static bool is_half_made(const void *state)
{
    return ((const CombatState *)state)->mode == COMBAT_MODE_AIM;
}

/* When both sides have had two turns, by how the units stand: a side that has just
 * moved looks better than it is, and one turn alone does not show what a position is
 * good for.
 */
static bool judge(const void *catalog, const void *start, const void *state,
                  double *share)
{
    const CombatState *then = (const CombatState *)start;
    const CombatState *s = (const CombatState *)state;
    const int turns = COMBAT_SIDES * (s->round - then->round) + s->side - then->side;
    if (turns < TURNS_AHEAD * COMBAT_SIDES)
        return false;
    const Combat g = combat_at(catalog, state);
    share[0] = policy_share(lead_of_p1(&g), 2500);
    share[1] = 1 - share[0];
    return true;
}

const Policy policy_combat = {
    .pace = 2,
    .rate = rate,
    .heat = 150,
    .mistakes = 400,
    .judge = judge,
    .playout = playout,
    .is_half_made = is_half_made,
};
