/* catalog.h - what Smash Up is made of: its numbers and their names, and its cards and
 * bases as the data have them.
 *
 * What a card does is an ability (abilities.def), what it is while it lies there is a
 * passive (passives.def). */
#pragma once

#include "engine/event.h"
#include "engine/game.h"

enum {
    SU_FACTION_CARDS = 20,
    SU_DECK_CARDS = 2 * SU_FACTION_CARDS,
    SU_MADNESS_MAX = 30,
    SU_CARDS_MAX = SEATS_MAX * SU_DECK_CARDS + SU_MADNESS_MAX, /* card ids 1 .. 190 */
    SU_BASE_SOURCE = 192, /* a base as the source of an effect: this + its id */
    SU_BASES_MAX = 63,    /* base ids 1 .. 63 */
    SU_FACTIONS_MAX = 31,
    SU_DEFS_MAX = 400,
    SU_ABILITIES_MAX = 4, /* of one card */
    SU_PASSIVES_MAX = 3,
    SU_IN_PLAY_MAX = SEATS_MAX + 1, /* bases in play */
    SU_ALLOWANCES_MAX = 16,
    SU_PLAYS_MAX = 40, /* of one line */
    /* What grows in play stops there, so that a position can always say it. */
    SU_NUMBER_MAX =
        99, /* victory points, counters, power, breakpoints; or so much less */
    SU_PLAYED_MAX = 200, /* cards of one turn */
    SU_TURNS_MAX = 30000,
    SU_DEAD_MAX = 32,
    SU_LASTING_MAX = 12,
    SU_ONCE_MAX = 12,
    SU_SPARED_MAX = 4,
    SU_LOOK_MAX = 8,
    SU_FX_MAX = 23,
    SU_FX_ROOM = 9, /* what one more card played inside an effect may need */
    SU_HAND_MAX = 10,
    SU_HAND_START = 5,
    SU_OWN_CARDS = SU_DECK_CARDS + SU_MADNESS_MAX,
    SU_CARRIED_MAX = 10, /* actions of one faction that are put on minions */
    SU_CARRIED_PLACES = 2 * SU_CARRIED_MAX,
    SU_CARD_ROW = SU_CARDS_MAX + 1,
    SU_OPTION_ROW = SET_ID_MAX + 1,
    SU_ANY_POWER = 255,
    SU_POWER_MAX = 20, /* printed */
    SU_TARGET_MIN = 5,
    SU_TARGET_MAX = 30,
    SU_KNOWN_TO_ALL = (1 << SEATS_MAX) * 2 - 1, /* the seats and whoever looks on */
    SU_STATE_PAD = 4,                           /* fills the table up to whole words */
};

/* Kinds of things that commands, events and refusals speak about. */
enum {
    SU_CARD = THING_GAME, /* also a base that is the source of an effect */
    SU_BASE,
    SU_FACTION,
    SU_CHOICE,
    SU_SOURCE, /* a card or a base, where one of several is to go first */
    SU_PHASE,  /* phase + 1 */
    SU_KIND,
    SU_RULE,
    SU_TARGET, /* a card, called by its name and where it is */
    SU_THINGS_END
};

enum {
#define ACTION(name, ...) SU_DO_##name,
#include "games/smashup/actions.def"
#undef ACTION
    SU_ACTIONS
};

enum {
    SU_NO_EVENT,
#define EVENT(name, ...) SU_EV_##name,
#include "games/smashup/events.def"
#undef EVENT
    SU_EVENTS
};

enum {
    SU_ERR_FIRST_ = ERR_GAME - 1,
#define ERR(name, ...) SU_ERR_##name,
#include "games/smashup/errors.def"
#undef ERR
    SU_ERR_END
};

enum {
    SU_FX_NONE,
#define FLOW(name)    SU_FX_##name,
#define ABILITY(name) SU_FX_##name,
#include "games/smashup/abilities.def"
#undef ABILITY
#undef FLOW
    SU_ABILITIES
};

enum {
    SU_SAY_NONE,
#define ASKS(name, ...) SAY_##name,
#include "games/smashup/asks.def"
#undef ASKS
    SU_ASKS
};

enum {
    SU_CHOICE_NONE,
#define CHOICE(name, ...) CHOICE_##name,
#include "games/smashup/choices.def"
#undef CHOICE
    SU_CHOICES
};

enum {
    SU_NO_PASSIVE,
#define POWER(name, ...)   SU_POWER_##name,
#define PROTECT(name, ...) SU_PROTECT_##name,
#define FORBID(name)       SU_FORBID_##name,
#include "games/smashup/passives.def"
#undef FORBID
#undef PROTECT
#undef POWER
    SU_PASSIVES
};

enum {
    SU_NO_CONDITION,
#define CONDITION(name) SU_IF_##name,
#include "games/smashup/conditions.def"
#undef CONDITION
    SU_CONDITIONS
};

typedef enum {
    SU_DRAFT,
    SU_START,
    SU_PLAY,
    SU_SCORE,
    SU_DRAW,
    SU_END,
    SU_OVER,
    SU_PHASES
} SuPhase;

enum { SU_MINION = 1, SU_ACTION = 2 };
enum { SU_STANDARD = 1, SU_ONGOING, SU_SPECIAL }; /* types of actions */
enum {
    SU_ON_NOTHING,
    SU_ON_BASE,
    SU_ON_MINION,
    SU_ON_OWN,
    SU_ON_OWN_BASE
}; /* where it is put */

/* Where a card is. 0: not in this game, or in a view nobody knows. */
enum {
    SU_NOWHERE,
    SU_IN_HAND,
    SU_IN_DECK,
    SU_IN_DISCARD,
    SU_AT_BASE,   /* a minion, or an action on the base itself */
    SU_CARRIED,   /* an action on a minion */
    SU_RESOLVING, /* an action that is being played */
    SU_LOOKED_AT, /* off the deck, before somebody's eyes */
    SU_IN_SUPPLY  /* Madness nobody has */
};

/* When an ability happens; data names them. */
enum {
    WHEN_NEVER,
#define WHEN(name) WHEN_##name,
#include "games/smashup/whens.def"
#undef WHEN
    SU_WHENS
};

/* What a passive changes; data names them. */
enum {
    IS_NOTHING,
    IS_POWER,
    IS_TOTAL,
    IS_PROTECT,
    IS_FORBID,
    IS_PERMIT,
    IS_FROM_DISCARD,
    IS_CANCEL_BASE,
    IS_IGNORE_BASE,
    IS_LIMIT,
    IS_FIRM,
    IS_RESTLESS,
    IS_CONTROL, /* its controller has the minion that carries it */
    IS_KINDS
};

/* How far a power reaches. */
enum { REACH_ITSELF, REACH_HERE, REACH_EVERYWHERE };

/* What an effect does to a minion, for those who protect it. */
enum {
    TO_DESTROY = 1,
    TO_MOVE,
    TO_RETURN,
    TO_PLACE,
    TO_POWER,
    TO_CONTROL,
    TO_ATTACH,
    TO_COUNTER,
    TO_STANDING /* power that a card in play takes or gives; do not ask for power here
                 */
};

/* What a protection says. */
enum { SHIELD_NONE, SHIELD_HOLDS, SHIELD_SPENT /* holds this once and is destroyed */ };

/* Further rules of an extra play. */
enum {
    RULE_NONE,
    RULE_BASE_WITHOUT_OWN,
    RULE_BASE_WITH_OWN,
    RULE_SAME_NAME,
    RULE_NAME_THERE,
    SU_RULES
};

/* How often: once for a base that scores, once a turn. */
enum { ONCE_NEVER, ONCE_TURN, ONCE_SCORING };

/* Which window is open: before a base scores, or after it has. */
enum { SU_WINDOW_CLOSED, SU_WINDOW_BEFORE, SU_WINDOW_AFTER };

/* Options, in the order of su_options in game.c. */
enum { SU_OPT_RULES, SU_OPT_TARGET, SU_OPT_FACTIONS, SU_OPT_BASES, SU_OPTIONS };
enum { SU_RULES_USER, SU_RULES_PRINTED, SU_READINGS };
enum { SU_BASES_ALL, SU_BASES_CHOSEN };

typedef struct {
    uint16_t ability; /* line of abilities.def */
    uint8_t when;
    uint8_t condition; /* line of conditions.def; 0: always */
    uint8_t once;
    uint8_t may; /* a base's: who it is about can decline it anyway */
    int16_t n;
} SuAbility;

typedef struct {
    uint8_t is;    /* IS_POWER ... */
    uint8_t by;    /* line of passives.def */
    uint8_t kind;  /* permits: minion or action; protects: SU_ACTION, or 0: minions */
    uint8_t here;  /* permits: only at the base it lies on */
    uint8_t power; /* permits: printed power at most; SU_ANY_POWER */
    uint8_t rule;
    int16_t n;
} SuPassive;

/* What is read most comes first, and a kind of card is two cache lines long. */
typedef struct {
    uint32_t whens; /* bit when: it has an ability then */
    uint32_t roles; /* bit IS_: it has such a passive */
    uint8_t kind, type, on, power;
    uint8_t count, faction, ability_count, passive_count;
    uint8_t microbot;
    uint8_t reach;   /* of the power it gives: REACH_ITSELF ... */
    uint8_t unbound; /* a line of it was left out: nothing here is called so */
    uint8_t needs;   /* line of conditions.def that playing it takes; 0: nothing */
    SuPassive passive[SU_PASSIVES_MAX];
    SuAbility ability[SU_ABILITIES_MAX];
    char id[52];
} SuDef;

static_assert(sizeof(SuDef) == 128, "a kind of card is found by a shift");

typedef struct {
    char id[32];
    char set[24];
    uint8_t madness; /* it plays with the Madness deck */
    uint8_t rises;   /* it has minions that come back from the discard pile */
    uint8_t pad[2];
    uint16_t def[SU_FACTION_CARDS];
    char card_id[SU_FACTION_CARDS][48];
} SuFaction;

typedef struct {
    uint32_t whens, roles;
    uint8_t breakpoint, vp[3];
    uint8_t faction, ability_count, passive_count, unbound;
    SuPassive passive[SU_PASSIVES_MAX];
    SuAbility ability[SU_ABILITIES_MAX];
    char id[44];
    char set[24];
    char
        alias[52]; /* its printed name as an id, where that is another; "": it is not */
} SuBaseDef;

/* Loaded once for each reading of the rules, one after the other: they have the same
 * cards, in the same order, and differ in what some of them do. */
typedef struct {
    uint16_t def_count, madness_def; /* madness_def 0: no such deck */
    uint8_t faction_count, base_count;
    uint8_t rules;   /* which reading of the rules this is: SU_RULES_USER ... */
    uint8_t foreign; /* a file says other than the program's own: see expect.c */
    SuDef def[SU_DEFS_MAX + 1];
    SuFaction faction[SU_FACTIONS_MAX + 1];
    SuBaseDef base[SU_BASES_MAX + 1];
    char madness_id[SU_MADNESS_MAX][24];
    uint16_t def_of[SU_FACTIONS_MAX + 1][SU_FACTION_CARDS]; /* the same as in faction */
    /* Bit i: card i of the faction has an ability then, a passive of that kind. */
    uint32_t cards_when[SU_WHENS][SU_FACTIONS_MAX + 1];
    uint32_t cards_as[IS_KINDS][SU_FACTIONS_MAX + 1];
    uint32_t minions[SU_FACTIONS_MAX + 1]; /* it is a minion */
    uint32_t selfish[SU_FACTIONS_MAX + 1]; /* and the power it gives is its own */
    uint32_t carried[SU_FACTIONS_MAX + 1]; /* it is an action put on a minion */
} SuCatalog;
