/* catalog.h - what a battle is made of: the numbers and kinds of the rules, what data
 * says, and what follows from that. Nobody changes it while a battle runs. */
#pragma once

#include "engine/fx.h"
#include "engine/game.h"

/* Code that lies out of the way of the rest. */
#define COMBAT_COLD __attribute__((cold, noinline))

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
    COMBAT_PLACES = 16,                 /* room for them in rows of bytes */
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
    COMBAT_ATTACKS_MAX = 60,  /* more are not counted */
    COMBAT_VERSIONS = 60000,  /* of where a unit stands; then the first again */
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

/* What steps on a map are when its cells are bits of a set; see combat_grid(). */
typedef struct {
    CardSet all;         /* every cell */
    CardSet right, left; /* cells that have a neighbour there in their row */
    CardSet even;        /* cells of even rows, where odd ones are pushed right */
    uint8_t width, words, odd_r, pad[5];
} CombatGrid;

/* A battle's ground as sets. */
typedef struct {
    CombatGrid grid;
    CardSet open;  /* cells whose ground lets one stand when the battle begins */
    uint32_t wide; /* bit a unit: it covers several cells */
    uint32_t side[COMBAT_SIDES]; /* bit a unit: it is theirs */
    uint32_t pad;
} CombatGround;

/* The actions of a class and what they take before a target is known. An action's place
 * and bit: 0 Move, 1 Attack, then the skills. */
typedef struct {
    uint8_t action[COMBAT_PLACES];
    uint8_t seconds[COMBAT_PLACES], resource[COMBAT_PLACES];
    uint8_t energy[COMBAT_PLACES]; /* 0 of Attack, which rises with each */
    uint16_t plain; /* kinds that can start whenever their unit may act */
    uint16_t free, full, sustained;
    uint16_t walks; /* not for those who are bound */
    uint16_t reactions;
    uint16_t on[COMBAT_TRIGGERS];                   /* what may answer */
    uint8_t answer_count, answer[COMBAT_KNOWN_MAX]; /* in the order they are offered */
} CombatGate;

/* What follows from the data, worked out once when they are read. It is no part of the
 * fingerprint that matches are held to. */
typedef struct {
    CombatGround ground[COMBAT_SCENARIOS_MAX];
    CombatGate gate[COMBAT_CLASSES_MAX + 1];
} CombatWorked;

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
    CombatWorked worked;
} CombatCatalog;
