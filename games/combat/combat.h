/* combat.h - tactical hex combat: the table, the catalog, and what the rules are made
 * of.
 *
 * Two sides take turns of six seconds. What a unit does goes one way only: it aims,
 * pays, may be answered by a chain of reactions, is carried out, is settled, and may be
 * followed up. Seconds are the truth; turns and rounds are how they are shown.
 *
 * Comments cite docs/rules/combat.md: "rules 9.4" is its section 9.4. */
#pragma once

#include "engine/fx.h"
#include "engine/game.h"

enum {
    COMBAT_SIDES = 2, /* seat 0 is P1, seat 1 the Enemy */
    COMBAT_P1 = 0,
    COMBAT_ENEMY = 1,
    COMBAT_UNITS_MAX = 16,
    COMBAT_UNIT_ROOM = COMBAT_UNITS_MAX + 1, /* units count from 1 */
    COMBAT_CELLS_MAX = 255,
    COMBAT_CELL_ROOM = COMBAT_CELLS_MAX + 1, /* cells too */
    COMBAT_ROWS_MAX = 60,                    /* of a map, and the most cells of a row */
    COMBAT_OFF_BOARD = 256,                  /* in a command: a cell that is none */
    COMBAT_SKILLS_MAX = 96,
    COMBAT_ACTION_ROOM = COMBAT_SKILLS_MAX + 3, /* none, Move, Attack, the skills */
    COMBAT_KNOWN_MAX =
        12, /* actions of a unit with a cooldown: Attack and its skills */
    COMBAT_EFFECTS_MAX = 6,
    COMBAT_TERRAINS_MAX = 32,
    COMBAT_CLASSES_MAX = 48,
    COMBAT_SCENARIOS_MAX = 8,
    COMBAT_TAGS_MAX = 120,
    COMBAT_DEFS_MAX = 96,
    COMBAT_FOOT_MAX = 7,
    COMBAT_BUFFS_MAX = 16, /* as many tags as the loader allows in all */
    COMBAT_DOTS_MAX = 12,
    COMBAT_STICKIES_MAX = 2, /* one that slows, one that speeds */
    COMBAT_PATH_MAX = 128,
    COMBAT_PICKS_MAX = 24,
    COMBAT_ACTS_MAX = 2, /* an action, and one inside a bonus turn */
    COMBAT_FX_MAX = 3,
    COMBAT_GOALS_MAX = 8,
    COMBAT_ID_BYTES = 24,
    COMBAT_AIMS = COMBAT_KNOWN_MAX + 2, /* Move, Attack, the skills of a class */
    COMBAT_OPTION_ROW = 256,

    /* rules 2. */
    COMBAT_TURN_SECONDS = 6,
    COMBAT_TURN_TIME_MAX = 100,
    COMBAT_HOLD_MS = 1000,
    COMBAT_SECOND = 1000000, /* in microseconds */
    COMBAT_REFUND_MICROS = 800000,
    COMBAT_FREE_MOVE_MICROS = 200000,
    COMBAT_ENV_MIN = 100,
    COMBAT_ENV_MAX = 5000,
    COMBAT_RATE_MAX = 14000, /* no move rate is higher */
    COMBAT_AI_ACTIONS = 8,
    COMBAT_ACTIONS_OVER = 16, /* a turn has so many more than it has seconds */
    COMBAT_HIT_MIN = 5,
    COMBAT_REDUCE_MAX = 950,

    COMBAT_LASTING = -1 /* turns of what does not run out */
};

/* Kinds of things that commands, events and refusals speak about. */
enum {
    COMBAT_ACTION = THING_GAME, /* 1 Move, 2 Attack, then the skills */
    COMBAT_UNIT,
    COMBAT_CELL,
    COMBAT_TERRAIN,
    COMBAT_CLASS,
    COMBAT_SCENARIO,
    COMBAT_TAG,
    COMBAT_MODE,
    COMBAT_REASON, /* of a victory */
    COMBAT_WHY,    /* of a refusal: its place in errors.def, from 1 */
    COMBAT_BUFF,   /* effects that last: their place in the catalog, from 1 */
    COMBAT_DOT,
    COMBAT_STICKY,
    COMBAT_THINGS_END
};

enum { COMBAT_NO_ACTION, COMBAT_MOVE, COMBAT_ATTACK, COMBAT_SKILL_1 };
static_assert((int)COMBAT_SKILL_1 + (int)COMBAT_SKILLS_MAX == (int)COMBAT_ACTION_ROOM,
              "every action has its place");

typedef enum {
    COMBAT_STANDARD,
    COMBAT_REACTION,
    COMBAT_FREE,
    COMBAT_DERIVED,
    COMBAT_FULL_ROUND,
    COMBAT_SUSTAINED,
    COMBAT_KINDS
} CombatKind;

typedef enum { COMBAT_CLS_MOVE, COMBAT_CLS_ATTACK, COMBAT_CLS_SKILL } CombatCls;

typedef enum {
    COMBAT_AT_ENEMY,
    COMBAT_AT_ALLY,
    COMBAT_AT_UNIT,
    COMBAT_AT_SELF,
    COMBAT_AT_GROUND,
    COMBAT_TARGETS
} CombatTargetRule;

typedef enum {
    COMBAT_SINGLE,
    COMBAT_CIRCLE,
    COMBAT_LINE,
    COMBAT_CONE60,
    COMBAT_CONE120,
    COMBAT_SHAPES
} CombatShape;

typedef enum {
    COMBAT_ENEMIES,
    COMBAT_ALLIES,
    COMBAT_ALLIES_AND_SELF,
    COMBAT_SELF,
    COMBAT_ALL,
    COMBAT_FILTERS
} CombatFilter;

typedef enum {
    COMBAT_IF_ANY,
    COMBAT_IF_OWN,
    COMBAT_IF_TARGETS_ME,
    COMBAT_IF_TARGETS_ALLY,
    COMBAT_IF_ATTACK,
    COMBAT_IF_MOVE,
    COMBAT_IF_SKILL,
    COMBAT_TRIGGERS
} CombatTrigger;

typedef enum {
    COMBAT_EFFECT_DAMAGE,
    COMBAT_EFFECT_HEAL,
    COMBAT_EFFECT_DOT,
    COMBAT_EFFECT_HOT,
    COMBAT_EFFECT_BUFF,
    COMBAT_EFFECT_SHIELD,
    COMBAT_EFFECT_PUSH,
    COMBAT_EFFECT_PULL,
    COMBAT_EFFECT_STICKY,
    COMBAT_EFFECT_TERRAIN,
    COMBAT_EFFECT_DASH,
    COMBAT_EFFECT_CLEANSE,
    COMBAT_EFFECT_INTERRUPT,
    COMBAT_EFFECT_ENERGY, /* from here on: W4 */
    COMBAT_EFFECT_RES,
    COMBAT_EFFECT_COOLDOWN,
    COMBAT_EFFECTS
} CombatEffectType;

typedef enum {
    COMBAT_MOD_SPEED,
    COMBAT_MOD_MR_PCT,
    COMBAT_MOD_MR_FLAT,
    COMBAT_MOD_ATK,
    COMBAT_MOD_ARMOR,
    COMBAT_MOD_ACC,
    COMBAT_MOD_EVA,
    COMBAT_MOD_CRIT,
    COMBAT_MOD_BONUS,
    COMBAT_MOD_REDUCE,
    COMBAT_MOD_SNARE, /* flags from here on */
    COMBAT_MOD_STUN,
    COMBAT_MOD_SHIELD,
    COMBAT_MODS
} CombatMod;

typedef enum {
    COMBAT_ELIMINATE,
    COMBAT_SURVIVE,
    COMBAT_REACH,
    COMBAT_KILL_UNIT,
    COMBAT_OBJECTIVES
} CombatObjectiveType;

/* Why a side won. */
typedef enum {
    COMBAT_NOT_WON,
    COMBAT_BY_ELIMINATED,
    COMBAT_BY_PROTECT_LOST,
    COMBAT_BY_KILL_UNIT,
    COMBAT_BY_REACH,
    COMBAT_BY_SURVIVE,
    COMBAT_BY_TIME_LIMIT,
    COMBAT_VICTORIES
} CombatVictory;

/* Why seconds or energy move; the first six are kinds of action. */
enum {
    COMBAT_TAG_MOVE = 6,
    COMBAT_TAG_ATTACK,
    COMBAT_TAG_ADJUST,
    COMBAT_TAG_SPEED,
    COMBAT_TAG_EARLY,
    COMBAT_TAG_FREE_MOVE,
    COMBAT_TAG_ATTACK_ADJUST,
    COMBAT_TAG_ANCHOR,
    COMBAT_TAG_LINK,
    COMBAT_MONEY_TAGS
};
static_assert((int)COMBAT_TAG_MOVE == (int)COMBAT_KINDS, "the kinds come first");

enum { COMBAT_BROKE_ENTANGLED = 1, COMBAT_BROKE_BLOCKED, COMBAT_BROKE_NO_TIME };
enum {
    COMBAT_MISS_GONE,
    COMBAT_MISS_REACH,
    COMBAT_MISS_ROLLED,
    COMBAT_MISS_DOWN,
    COMBAT_MISS_ROLL
};
enum {
    COMBAT_STATS_STICKY_OUT,
    COMBAT_STATS_BUFF_OUT,
    COMBAT_STATS_STICKY,
    COMBAT_STATS_BUFF
};
enum {
    COMBAT_HAZARD_DAMAGE,
    COMBAT_HAZARD_HEAL,
    COMBAT_HAZARD_ENERGY,
    COMBAT_HAZARD_NOTE
};
enum {
    COMBAT_BY_ACTION,
    COMBAT_BY_DOT,
    COMBAT_BY_HOT,
    COMBAT_BY_HAZARD,
    COMBAT_BY_FALL
};
enum { COMBAT_CAUSE_PUSH = 250, COMBAT_CAUSE_PULL = 251 };

enum {
#define MODE(name, word) COMBAT_MODE_##name,
#include "games/combat/modes.def"
#undef MODE
    COMBAT_MODES
};

enum {
#define ACTION(name, ...) COMBAT_DO_##name,
#include "games/combat/actions.def"
#undef ACTION
    COMBAT_COMMANDS
};

enum {
    COMBAT_NO_EVENT,
#define EVENT(name, ...) COMBAT_EV_##name,
#include "games/combat/events.def"
#undef EVENT
    COMBAT_EVENTS
};

enum {
    COMBAT_ERR_FIRST_ = ERR_GAME - 1,
#define ERR(name, ...) COMBAT_ERR_##name,
#include "games/combat/errors.def"
#undef ERR
    COMBAT_ERR_END,
    COMBAT_REFUSALS = COMBAT_ERR_END - 1 - COMBAT_ERR_FIRST_
};

enum {
    COMBAT_FX_NONE,
#define FLOW(name) COMBAT_FX_##name,
#include "games/combat/abilities.def"
#undef FLOW
    COMBAT_ABILITIES
};

enum { COMBAT_OPT_SCENARIO, COMBAT_OPTIONS };

/* What data says. */

typedef struct {
    uint8_t type;
    uint8_t to_self, on_hit;
    uint8_t def; /* buff, dot or sticky; terrain; for a cooldown the skill, 0: all */
    uint8_t physical; /* damage */
    uint8_t coeff_pad;
    int16_t amount; /* coeff, amount, n, seconds */
    int16_t more;   /* turns, radius; heal: coeff */
} CombatEffect;

typedef struct {
    uint8_t kind, cls, target, trigger;
    uint8_t time, energy, cooldown, range; /* range 255: everywhere */
    uint8_t shape, radius, around_self, filter;
    uint8_t targets_max; /* 0: all */
    uint8_t can_miss, not_self, link_cancel;
    uint8_t needs_tag, delay, res_cost, ai_min;
    uint8_t ai_min_given, ai_hp_pct, effect_count, pad;
    uint32_t provides; /* bit a tag of AttackLanded and the like */
    CombatEffect effect[COMBAT_EFFECTS_MAX];
} CombatSkill;

typedef struct {
    uint16_t mult;
    uint8_t sticky; /* its def + 1; 0: none, or of no turns */
    uint8_t snare;  /* the buff def + 1 */
    uint8_t snare_turns, once, blocks, cover;
    int16_t enter_damage, enter_heal, enter_energy;
    int16_t stand_damage, stand_heal, stand_energy;
    int16_t fall;
    uint8_t enter_note, stand_note;
} CombatTerrain;

typedef struct {
    uint8_t tag;
    uint8_t pad;
    int16_t mod[COMBAT_MODS];
} CombatBuffDef;

typedef struct {
    uint8_t tag, heal;
    int16_t base;
    int16_t rounds;
} CombatDotDef;

typedef struct {
    uint8_t tag;
    int8_t turns;
    uint16_t mult;
} CombatStickyDef;

typedef struct {
    int16_t hp, attack_power, armor, evasion, accuracy, crit_pct, crit_damage_pct;
    int16_t primary_pct, mastery_pct, damage_bonus_pct, damage_reduce_pct;
    int16_t speed;
    uint8_t energy, energy_max, regen, move_rate;
    uint8_t rate_min, rate_max, attack_seconds, attack_energy;
    uint8_t attack_range, attack_cooldown, move_energy, boss;
    uint8_t foot_count;
    int8_t foot_q[COMBAT_FOOT_MAX], foot_r[COMBAT_FOOT_MAX];
    uint8_t skill_count, skill[COMBAT_KNOWN_MAX]; /* action ids */
    uint8_t ai_weakest, ai_count, ai[COMBAT_KNOWN_MAX];
    uint8_t res_max, res_start, res_round; /* res_max 0: none */
    int8_t res_delta;
} CombatClass;

/* The ground of a battle; a cell's neighbours in the order of the six directions. */
typedef struct {
    uint8_t cell_count, width, height, odd_r;
    int8_t q[COMBAT_CELL_ROOM], r[COMBAT_CELL_ROOM];
    uint8_t next[COMBAT_CELL_ROOM][6]; /* 0: off the board */
    uint8_t terrain[COMBAT_CELL_ROOM];
    uint8_t by_q[COMBAT_CELL_ROOM]; /* cells in order of q, then r */
    char id[COMBAT_CELL_ROOM][10];
} CombatMap;

typedef struct {
    CombatMap map;
    uint32_t seed;
    uint8_t unit_count, objective, goal_count, rounds;
    uint8_t limit, protect, kill, pad;
    uint8_t goal[COMBAT_GOALS_MAX];
    uint8_t unit_cls[COMBAT_UNIT_ROOM], unit_side[COMBAT_UNIT_ROOM];
    uint8_t unit_cell[COMBAT_UNIT_ROOM];
    char unit_id[COMBAT_UNIT_ROOM][COMBAT_ID_BYTES];
} CombatScenario;

typedef struct {
    uint8_t skill_count, terrain_count, class_count, scenario_count;
    uint8_t tag_count, buff_count, dot_count, sticky_count;
    uint8_t provide_count, shield_buff, buff_tag_count, rounds_max;
    CombatSkill skill[COMBAT_ACTION_ROOM];      /* by action id */
    CombatTerrain terrain[COMBAT_TERRAINS_MAX]; /* 0: plain ground */
    CombatBuffDef buff[COMBAT_DEFS_MAX];
    CombatDotDef dot[COMBAT_DEFS_MAX];
    CombatStickyDef sticky[COMBAT_DEFS_MAX];
    CombatClass cls[COMBAT_CLASSES_MAX + 1];
    CombatScenario scenario[COMBAT_SCENARIOS_MAX];
    char action_id[COMBAT_ACTION_ROOM][COMBAT_ID_BYTES];
    char terrain_id[COMBAT_TERRAINS_MAX][COMBAT_ID_BYTES];
    char terrain_glyph[COMBAT_TERRAINS_MAX];
    char class_id[COMBAT_CLASSES_MAX + 1][COMBAT_ID_BYTES];
    char res_id[COMBAT_CLASSES_MAX + 1][COMBAT_ID_BYTES];
    char scenario_id[COMBAT_SCENARIOS_MAX][COMBAT_ID_BYTES];
    char tag_id[COMBAT_TAGS_MAX + 1][COMBAT_ID_BYTES];
    char provide_id[32][COMBAT_ID_BYTES];
} CombatCatalog;

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
    uint16_t version; /* rises with every new anchor */
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
    EventLog *log; /* NULL: nobody listens */
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

/* What steps on a map are when its cells are bits of a set; see combat_grid(). */
typedef struct {
    CardSet all;         /* every cell */
    CardSet right, left; /* cells that have a neighbour there in their row */
    CardSet even;        /* cells of even rows, where odd ones are pushed right */
    int width, words;
    bool odd_r;
} CombatGrid;

RULES static inline const CombatClass *combat_class(const Combat *g, int unit)
{
    return &g->catalog->cls[g->scenario->unit_cls[unit]];
}

RULES static inline int combat_side(const Combat *g, int unit)
{
    return g->scenario->unit_side[unit];
}

RULES static inline bool combat_is_down(const CombatState *s, int unit)
{
    return (s->unit[unit].marks & COMBAT_DOWN) != 0;
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
RULES int combat_available(const Combat *g, int unit);
RULES int combat_known(const Combat *g, int unit, int action); /* -1: not known */
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
RULES bool combat_roll(Combat *g, int percent);
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
RULES Err combat_plan(const Combat *g, CombatAct *act, Quote *quote);
RULES Err combat_afford(const Combat *g, const CombatAct *act, Quote *quote);
RULES int combat_steps_least(const Combat *g, int unit, int target, int range);
RULES bool combat_approach(const Combat *g, int unit, int target, int clicked,
                           int range, CombatAct *act);
RULES CardSet combat_cells(const Combat *g, int unit,
                           int action); /* legal to confirm */

/* reach.c - where a unit can go, and the way there: a row of the map is a word of bits.
 */
RULES CombatGrid combat_grid(const CombatMap *map);
RULES CardSet combat_standing(const Combat *g, int unit);
RULES bool combat_spread(const CombatGrid *grid, CardSet *cells, const CardSet *within);
RULES void combat_widen(const CombatGrid *grid, int radius, CardSet *cells);
RULES CardSet combat_around(const Combat *g, const CombatGrid *grid, int unit,
                            int radius);
RULES int combat_way(const Combat *g, const CombatGrid *grid, int start,
                     const CardSet *goals, const CardSet *within, uint8_t *path);

/* exec.c - walk, strike, skill: W3 and W4 of one action. */
RULES CombatReport combat_execute_act(Combat *g, CombatAct *act, bool derived);

/* gate.c - W1: whether a unit may take an action now, and why not. */
RULES CombatDone *combat_done(CombatState *s);
RULES int combat_actions_max(const Combat *g); /* of the turn that runs */
RULES CombatMeans combat_means(const Combat *g, int unit);
RULES Err combat_check_means(const Combat *g, const CombatMeans *means, int unit,
                             int action, int which, bool in_chain, Quote *quote);
RULES Err combat_precheck(const Combat *g, int unit, int action, bool in_chain,
                          Quote *quote);
RULES Err combat_can_aim(const Combat *g, int unit, int action, Quote *quote);
RULES int combat_aims(const Combat *g, int unit, uint8_t actions[COMBAT_AIMS]);

/* pipeline.c - W1 to W4.5. */
RULES void combat_aim(Combat *g, int unit, int action);
RULES void combat_cancel(Combat *g);
RULES Err combat_can_confirm(const Combat *g, CombatAct *act, Quote *quote);
RULES void combat_confirm(Combat *g, int cell);
RULES void combat_answer(Combat *g, int owner, int skill, int cell); /* skill 0: skip */
RULES void combat_end_bonus(Combat *g);
RULES int combat_offers(const Combat *g, CombatPick *offers); /* of the open chain */
RULES int combat_offers_asked(const Combat *g, CombatPick *offers); /* by the prompt */
RULES CardSet combat_answerers(const Combat *g);               /* units with an offer */
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
RULES Command combat_idle(const Combat *g);
RULES void combat_canonical(const Combat *g, Command *c);

/* reduce.c - the only code that writes the table. */
RULES void combat_emit(Combat *g, int type, int a, int b, int c, int n);
RULES void combat_emit_list(Combat *g, int type, int a, int b, int c, int n,
                            const uint8_t *list, int count);
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
enum {
    COMBAT_AT_VERSION = 1,
    COMBAT_AT_FIRST_ = -1,
#define ACTS(name, count, says) \
    COMBAT_AT_##name, COMBAT_AT_##name##_LAST = COMBAT_AT_##name + (count)-1,
#include "games/combat/encode.def"
#undef ACTS
    COMBAT_AT_SPACE
};
enum {
    COMBAT_SEES_FIRST_ = -1,
#define SEES(name, key, kind, count, least, most, says) \
    COMBAT_SEES_##name, COMBAT_SEES_##name##_LAST = COMBAT_SEES_##name + (count)-1,
#include "games/combat/encode.def"
#undef SEES
    COMBAT_SEES_SPACE
};

RULES int combat_action_index(const Combat *g, const Command *c);
RULES bool combat_action_at(const Combat *g, int index, Command *c);
RULES int combat_legal_mask(const Combat *g, uint64_t *mask);
RULES void combat_observe(const Combat *view, int seat, int16_t *out);
