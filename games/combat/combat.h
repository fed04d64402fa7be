/* combat.h - tactical hex combat: the table, the catalog, and what the rules are made
 * of.
 *
 * Two sides take turns of six seconds. What a unit does goes one way only: it aims,
 * pays, may be answered by a chain of reactions, is carried out, is settled, and may be
 * followed up. Seconds are the truth; turns and rounds are how they are shown.
 *
 * Comments cite docs/rules/combat.md: "rules 9.4" is its section 9.4. */
#pragma once

#include "games/combat/catalog.h"

/* The table. */

typedef struct {
    uint8_t def;
    int8_t left; /* turns; COMBAT_LASTING */
} CombatTimed;

typedef struct {
    uint8_t def, caster, rounds;
} CombatDot;

enum { COMBAT_DOWN = 1, COMBAT_SPENT = 2, COMBAT_REORDERED = 4, COMBAT_BEGUN = 8 };

typedef struct {
    int16_t hp, energy, shield, res;
    uint16_t version; /* another with every new anchor; see combat_next_version */
    uint16_t shown;   /* the move rate of the last PhaseStart */
    uint8_t anchor, facing;
    uint8_t remaining, prepaid;
    uint8_t attacks; /* this turn */
    uint8_t marks;
    uint8_t full_action, full_left, full_cell, full_target, full_seconds; /* pending */
    uint8_t buff_count, dot_count, sticky_count;
    uint8_t cd[COMBAT_KNOWN_MAX];       /* Attack, then the skills of its class */
    uint8_t cd_order[COMBAT_KNOWN_MAX]; /* which were started, in order; index + 1 */
    CombatTimed buff[COMBAT_BUFFS_MAX];
    CombatTimed sticky[COMBAT_STICKIES_MAX];
    CombatDot dot[COMBAT_DOTS_MAX];
} CombatUnit;

static_assert(sizeof(CombatUnit) == 122, "a unit has no hidden padding");

typedef struct {
    uint8_t owner, action, cell, target;
} CombatPick;

/* How much has been done in a unit's turn, a bonus turn or a PhaseStart. */
typedef struct {
    uint8_t actions; /* confirmed */
    uint8_t by_ai;   /* decisions of the built-in AI among them */
} CombatDone;

/* An action from aim to settlement. */
typedef struct {
    uint16_t actor_version, target_version;
    uint16_t rate; /* planned */
    uint8_t actor, action;
    uint8_t cell, target; /* the clicked cell; the unit there, 0: none */
    uint8_t move_seconds, seconds, energy, steps;
    uint8_t phase_start, interrupted;
    uint8_t ending; /* the unit's turn ends as soon as this is over */
    uint8_t pick_count;
    CombatPick pick[COMBAT_PICKS_MAX];
    uint8_t path[COMBAT_PATH_MAX];
} CombatAct;

static_assert(sizeof(CombatAct) == 242, "an action has no hidden padding");

typedef struct {
    /* The table: everything events change. */
    CombatUnit unit[COMBAT_UNIT_ROOM];
    uint8_t terrain[COMBAT_CELL_ROOM];
    uint8_t unit_at[COMBAT_CELL_ROOM];
    uint8_t order[COMBAT_SIDES][COMBAT_UNITS_MAX]; /* lasting turn order; 0 ends it */
    uint16_t round;
    uint8_t side, mode;
    uint8_t scenario;
    uint8_t active; /* whose own turn it is */
    uint8_t bonus, bonus_cap, bonus_left;
    uint8_t winner; /* seat + 1 */
    uint8_t victory;
    uint8_t unit_count;
    uint8_t pad[2];
    /* The machine: how the rules go on from here. */
    Rng rng; /* 32 bits of it */
    Prompt prompt;
    Fx fx[COMBAT_FX_MAX];
    uint8_t fx_depth;
    uint8_t act_count;
    uint8_t dice; /* tests: 1 every roll to hit succeeds, 2 none does */
    uint8_t queue_count;
    uint16_t hold_ms;
    CombatDone done;       /* by the unit whose own turn it is, or in a PhaseStart */
    CombatDone bonus_done; /* by the unit that has a bonus turn inside it */
    uint8_t pad_machine[2];
    uint8_t queue[COMBAT_UNITS_MAX];
    CombatAct act[COMBAT_ACTS_MAX];
} CombatState;

static_assert(sizeof(CombatState) <= 4096, "a battle fits in a page");
static_assert(offsetof(CombatState, rng) % 8 == 0, "the table has no hidden padding");
static_assert(sizeof(CombatState) ==
                  offsetof(CombatState, act) + COMBAT_ACTS_MAX * sizeof(CombatAct),
              "the machine has no hidden padding");

/* What a rule works with: the state, changed through events, and what nobody changes.
 */
typedef struct {
    CombatState *state;
    const CombatCatalog *catalog;
    const CombatScenario *scenario;
    const CombatMap *map;
    const CombatGround *ground;
    EventLog *log;      /* NULL: nobody listens */
    uint32_t answerers; /* of the chain that this command has opened: bit a unit */
} Combat;

/* What an executor reports and the settlement reads; an executor never spends. */
typedef struct {
    int move_refund, attack_refund; /* seconds */
    int energy_move, energy_attack; /* net */
    int tag;                        /* of the refund */
    bool free_move, success, fizzled;
    int hit_count;
    uint8_t hit[COMBAT_UNITS_MAX];
} CombatReport;

/* What a unit has to act with: the same for every action it might take now. */
typedef struct {
    Err barred;    /* why it can do nothing at all: down, bound, stunned */
    int turn_time; /* TurnTime */
    int time;      /* seconds it can spend */
    bool snared;
} CombatMeans;

RULES static inline const CombatClass *combat_class(const Combat *g, int unit)
{
    return &g->catalog->cls[g->scenario->unit_cls[unit]];
}

RULES static inline const CombatGate *combat_gate(const Combat *g, int unit)
{
    return &g->catalog->worked.gate[g->scenario->unit_cls[unit]];
}

RULES static inline int combat_next_version(const CombatUnit *u)
{
    return u->version % COMBAT_VERSIONS + 1;
}

RULES static inline int combat_side(const Combat *g, int unit)
{
    return g->scenario->unit_side[unit];
}

RULES static inline bool combat_is_down(const CombatState *s, int unit)
{
    return (s->unit[unit].marks & COMBAT_DOWN) != 0;
}

/* Bit a unit. */
RULES static inline uint32_t combat_living(const CombatState *s)
{
    uint32_t living = 0;
    for (int unit = 1; unit <= s->unit_count; unit++)
        living |= (uint32_t)!combat_is_down(s, unit) << unit;
    return living;
}

RULES static inline bool combat_are_foes(const Combat *g, int a, int b)
{
    return combat_side(g, a) != combat_side(g, b);
}

RULES static inline const CombatSkill *combat_skill(const Combat *g, int action)
{
    return &g->catalog->skill[action];
}

RULES static inline int combat_clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

RULES Combat combat_table(const CombatCatalog *catalog, CombatState *state,
                          EventLog *log);

/* hex.c - distances, directions and areas. */
RULES int combat_distance(const CombatMap *map, int a, int b);
RULES int combat_direction(const CombatMap *map, int a, int b);
RULES int combat_cell_at(const CombatMap *map, int q, int r); /* 0: off the board */
RULES bool combat_in_area(const Combat *g, const CombatSkill *skill, int actor,
                          int center, int cell);

/* place.c - the one place that knows where units stand. */
RULES int combat_unit_cells(const Combat *g, int unit, int anchor, uint8_t *cells);
RULES int combat_unit_distance(const Combat *g, int unit, int anchor, int other);
RULES int combat_unit_cell_distance(const Combat *g, int unit, int cell);
RULES bool combat_blocked(const Combat *g, int unit, int anchor);
RULES void combat_commit(Combat *g, int unit, int cell, int facing, int cause);
RULES void combat_face(Combat *g, int unit, int cell);

/* ledger.c - the only code that moves seconds, energy, resources and cooldowns. */
RULES int combat_turn_time(const Combat *g, int unit);
RULES int combat_turn_time_at(const Combat *g, int unit, int speed); /* of its buffs */
RULES int combat_available(const Combat *g, int unit);
RULES int combat_available_of(const Combat *g, int unit, int turn_time);
RULES int combat_known(const Combat *g, int unit, int action); /* -1: not known */
RULES int combat_place(const Combat *g, int unit,
                       int action); /* in CombatGate; 0 also: not known */
RULES int combat_cooldown(const Combat *g, int unit, int action);
RULES void combat_pay(Combat *g, int unit, int action, int seconds, int move_energy,
                      int energy);
RULES void combat_refund_time(Combat *g, int unit, int seconds, int tag);
RULES void combat_refund_energy(Combat *g, int unit, int energy, int tag);
RULES void combat_gain(Combat *g, int unit, int action, int amount, bool resource);
RULES void combat_cooldown_add(Combat *g, int unit, int which, int seconds);
RULES void combat_settle_turn(Combat *g); /* EndTurn, steps 1 to 5 */

/* env.c - rates, Stickies, hazards. */
RULES int combat_mod(const Combat *g, int unit, int mod);
RULES bool combat_has_flag(const Combat *g, int unit, int mod);
RULES int combat_rate_live(const Combat *g, int unit);
RULES int combat_rate_at(const Combat *g, int unit, int live, int cell);
RULES void combat_sticky(Combat *g, int unit, int def);
RULES void combat_enter(Combat *g, int unit, int cell);
RULES void combat_stand(Combat *g, int unit);
RULES void combat_refresh(Combat *g, int unit);

/* effects.c - hits, damage, buffs, effects. */
RULES bool combat_dice(Combat *g, int percent);
RULES int combat_hit_percent(const Combat *g, int actor, int target);
RULES bool combat_roll_hit(Combat *g, int actor, int target);
RULES void combat_hurt(Combat *g, int unit, int amount, int source, int what, int by);
RULES void combat_heal(Combat *g, int unit, int amount, int source, int what, int by);
RULES void combat_dot_tick(Combat *g, int unit);
RULES void combat_force(Combat *g, int unit, int direction, int wanted, bool pull);
RULES void combat_apply_effects(Combat *g, int actor, int action, int cell,
                                const uint8_t *hit, int hit_count);
RULES void combat_settle_effects(Combat *g, int actor, int action, const uint8_t *hit,
                                 int hit_count);
RULES int combat_targets(const Combat *g, int actor, int action, int cell, int target,
                         uint8_t *units);

/* plan.c - targets, paths, costs. */
RULES int combat_step_micros(int rate);
RULES int combat_move_seconds(int steps, int rate);
RULES int combat_action_seconds(const Combat *g, int unit, int action);
RULES int combat_action_energy(const Combat *g, int unit, int action);
RULES Err combat_target(const Combat *g, int unit, int action, int cell, int *target,
                        Quote *quote);
RULES uint32_t combat_targetable(const Combat *g, uint32_t living, int unit,
                                 int action); /* bit a unit: combat_target says yes */
RULES Err combat_plan(const Combat *g, CombatAct *act, Quote *quote);
RULES Err combat_afford(const Combat *g, const CombatAct *act, Quote *quote);
RULES int combat_steps_least(const Combat *g, int unit, int target, int range);
RULES bool combat_approach(const Combat *g, int unit, int target, int clicked,
                           int range, CombatAct *act);
RULES CardSet combat_cells(const Combat *g, int unit,
                           int action); /* legal to confirm */

/* reach.c - where a unit can go, and the way there: a map is a few words of bits. */
RULES CombatGrid combat_grid(const CombatMap *map);
RULES CardSet
combat_free_cells(const Combat *g); /* free cells on which one can stand */
RULES CardSet combat_standing(const Combat *g, int unit);
RULES void combat_flood(const CombatGrid *grid, const CardSet *within, int steps,
                        CardSet *cells);
RULES bool combat_flood_to(const CombatGrid *grid, const CardSet *within,
                           const CardSet *goals, CardSet *cells);
RULES CardSet combat_around(const Combat *g, int unit, int radius);
RULES int combat_way(const Combat *g, int start, const CardSet *goals,
                     const CardSet *within, uint8_t *path);

/* exec.c - walk, strike, skill: W3 and W4 of one action. */
RULES CombatReport combat_execute_act(Combat *g, CombatAct *act, bool derived);

/* gate.c - W1: whether a unit may take an action now, and why not. */
RULES CombatDone *combat_done(CombatState *s);
RULES int combat_actions_max(const Combat *g); /* of the turn that runs */
RULES CombatMeans combat_means(const Combat *g, int unit);
RULES Err combat_check_means(const Combat *g, const CombatMeans *means, int unit,
                             int action, int which, bool in_chain, Quote *quote);
RULES uint32_t combat_payable(const Combat *g, const CombatMeans *means, int unit,
                              uint32_t places); /* bit a place of CombatGate */
RULES Err combat_precheck(const Combat *g, int unit, int action, bool in_chain,
                          Quote *quote);
RULES Err combat_can_aim(const Combat *g, int unit, int action, Quote *quote);
RULES uint32_t combat_ready(const Combat *g, int unit);
RULES uint32_t combat_aims(const Combat *g, int unit); /* bit a place of CombatGate */

/* pipeline.c - W1 to W4.5. */
RULES void combat_aim(Combat *g, int unit, int action);
RULES void combat_cancel(Combat *g);
RULES Err combat_can_confirm(const Combat *g, CombatAct *act, Quote *quote);
RULES void combat_confirm(Combat *g, int cell);
RULES void combat_answer(Combat *g, int owner, int skill, int cell); /* skill 0: skip */
RULES void combat_end_bonus(Combat *g);
RULES int combat_offers(const Combat *g, CombatPick *offers); /* of the open chain */
RULES int combat_offers_asked(const Combat *g, CombatPick *offers); /* by the prompt */
RULES uint32_t combat_answerers(const Combat *g); /* bit a unit with an offer */
RULES int combat_follow_ups(const Combat *g, uint8_t *skills); /* of the open W4.5 */
RULES Err combat_can_pick(const Combat *g, int owner, int skill, int cell,
                          Quote *quote);
RULES Err combat_can_follow(const Combat *g, int skill, int cell, Quote *quote);
RULES int combat_default_cell(const Combat *g, int owner, int skill); /* 0: none */
RULES int combat_base_cell(const Combat *g, int skill); /* the same in W4.5 */
RULES void combat_ask(Combat *g);
RULES CombatAct *combat_act(const Combat *g); /* the innermost */
RULES void combat_run(Combat *g);
RULES void combat_close(Combat *g);

/* refusal.c - what the log says of a refused command, and the confirm that fails. */
RULES void combat_refused(Combat *g, const Command *c, Err err);
RULES bool combat_fails(const Combat *g, const Command *c, Err err);

/* turns.c - phases, the queue, victory. */
RULES void combat_begin(Combat *g);
RULES void combat_phase_start(Combat *g);
RULES void combat_tick(Combat *g, int ms);
RULES void combat_end_unit(Combat *g);
RULES void combat_defer(Combat *g, int unit, int after);
RULES bool combat_can_defer(const Combat *g, int unit, int after);
RULES void combat_next(Combat *g);
RULES void combat_check_victory(Combat *g);
RULES void combat_set_mode(Combat *g, int mode);
RULES void combat_settle_modes(Combat *g); /* after an action: whose move it is now */

/* ai.c - the enemy of the rules: deterministic, no random numbers. */
typedef struct {
    uint8_t action; /* 0: end the turn */
    uint8_t cell;
} CombatChoice;
RULES CombatChoice combat_ai(const Combat *g, int unit);
RULES void combat_auto(Combat *g, int unit);

/* legal.c - what may be done now, and why something else may not. */
RULES int combat_to_act(const Combat *g);
RULES int combat_actor(const CombatState *s); /* the active or bonus unit */
RULES void combat_legal(const Combat *g, Moves *moves);
RULES Err combat_validate(const Combat *g, const Command *c, Quote *quote);
RULES void combat_execute(Combat *g, const Command *c);
RULES int combat_roll(Combat *g, Rng *rng, int steps);
RULES Command combat_idle(const Combat *g);
RULES void combat_canonical(const Combat *g, Command *c);

/* reduce.h - events: the only code that writes the table. */
RULES COMBAT_COLD void combat_record(const Combat *g, int type, int a, int b, int c,
                                     int n, const uint8_t *list, int count);
RULES void combat_reduce(const CombatCatalog *catalog, CombatState *state,
                         const Event *event, const uint8_t *list);

/* view.c - how a battle begins, what a player may know of it and what it is worth. */
RULES Err combat_check_setup(const CombatCatalog *catalog, const Setup *setup,
                             Quote *quote);
RULES void combat_open(const CombatCatalog *catalog, const Setup *setup,
                       CombatState *state);
RULES void combat_redact(const Combat *g, int viewer, CombatState *view);
RULES void combat_determinize(const CombatCatalog *catalog, const CombatState *view,
                              Rng *rng, CombatState *state);
RULES int32_t combat_value(const Combat *g, int seat);

/* check.c - whether a battle is sound; NULL: it is. A unit takes its cells from
 * 'cells_of', so each is asked once. */
RULES int combat_time_max(const Combat *g, int unit);
RULES const char *combat_check_unit(const Combat *g, int unit, uint8_t *cells_of);
RULES const char *combat_check_act(const Combat *g, int index);
RULES const char *combat_check_battle(const Combat *g); /* all but the question */
RULES const char *combat_check(const Combat *g);

/* encode.c - the game as numbers for programs that learn; see encode.def. */
enum { COMBAT_AT_VERSION = 1 };

RULES int combat_action_index(const Combat *g, const Command *c);
RULES bool combat_action_at(const Combat *g, int index, Command *c);
RULES int combat_legal_mask(const Combat *g, uint64_t *mask);
RULES void combat_observe(const Combat *view, int seat, int16_t *out);
