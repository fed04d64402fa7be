/* duel.h - 7 Wonders Duel: two cities grow out of one structure of cards, three ages
 * long.
 *
 * Cards, wonders and progress tokens are all pieces: a price and a list of effects,
 * read from data. No rule asks for one by name. "Rules 5.6" in a comment is a number of
 * docs/rules/duel.md. */
#pragma once

#include "engine/event.h"
#include "engine/fx.h"
#include "engine/game.h"
#include "engine/rng.h"

/* For the few functions whose call would cost more than what they do; the second for
 * those that other files call too (in C++ such a one would be theirs to make). */
#define DUEL_INLINE static inline __attribute__((always_inline))
#ifdef __cplusplus
#define DUEL_HOT
#else
#define DUEL_HOT inline __attribute__((always_inline))
#endif

enum {
/* The same rules are built twice: alone, and with the published sets
 * (games/duel-sets), whose cities and stacks are larger. */
#ifdef DUEL_WITH_SETS
    DUEL_CITY_WONDERS = 8,
    DUEL_FX_MAX = 12,
    DUEL_GODS_MAX = 16,
    DUEL_ORDERS_MAX = 32, /* decrees and conspiracies, 16 each */
#else
    DUEL_CITY_WONDERS = 4,
    DUEL_FX_MAX = 3, /* a discarded card built, its pair of symbols; one to spare */
    DUEL_GODS_MAX = 0,
    DUEL_ORDERS_MAX = 0,
#endif
    DUEL_SEATS = 2,
    DUEL_CARDS_MAX = 127,
    DUEL_WONDERS_MAX = 31,
    DUEL_TOKENS_MAX = 16,
    DUEL_SLOTS_MAX = 25,
    DUEL_COVERS_MAX = 2, /* cards that one card covers */
    DUEL_AGES_MAX = 3,
    DUEL_BACKS_MAX = 7,
    DUEL_PILE_MAX = 63, /* cards with one back */
    DUEL_PARTS_MAX = 3, /* backs that make up one age's deck */
    DUEL_CHAINS_MAX = 63,
    DUEL_LOOT_MAX = 2, /* military tokens on a side */
    DUEL_ZONES_MAX = 4,
    DUEL_DRAFT_MAX = 8,
    DUEL_SHOWN_MAX = 4, /* wonders that lie open in the draft */
    DUEL_DOES_MAX = 2,
    DUEL_ID_BYTES = 32,
    DUEL_COINS_MAX = 999, /* more than any game brings together */
    DUEL_ROW = DUEL_CARDS_MAX + 1,

    /* A piece's place in the catalog: cards first, then wonders, tokens, divinities. */
    DUEL_WONDER_0 = DUEL_CARDS_MAX + 1,
    DUEL_TOKEN_0 = DUEL_WONDER_0 + DUEL_WONDERS_MAX + 1,
    DUEL_GOD_0 = DUEL_TOKEN_0 + DUEL_TOKENS_MAX,
    DUEL_DECREE_0 = DUEL_GOD_0 + DUEL_GODS_MAX,
    DUEL_PLOT_0 = DUEL_DECREE_0 + DUEL_ORDERS_MAX / 2,
    DUEL_PIECES = DUEL_DECREE_0 + DUEL_ORDERS_MAX + 1,

    DUEL_FROM_BOX = -2, /* instead of a slot: a card that was not in the game */

    DUEL_BACK = 0x80 /* in a view: a face-down card, of which one sees the back alone */
};

/* Kinds of things that commands, events and refusals speak about. */
enum {
    DUEL_PIECE = THING_GAME, /* card, wonder or token, by its place in the catalog */
    DUEL_CARD,               /* or, from DUEL_BACK on, the back of one */
    DUEL_WONDER,
    DUEL_TOKEN,
    DUEL_TYPE,
    DUEL_RESOURCE,
    DUEL_SYMBOL,
    DUEL_VICTORY,
#define KIND(name, word) DUEL_##name,
#include "games/duel/sets/lists.def"
#undef KIND
    DUEL_THINGS_END
};

typedef enum {
    DUEL_WOOD,
    DUEL_STONE,
    DUEL_CLAY,
    DUEL_PAPER,
    DUEL_GLASS,
    DUEL_RESOURCES
} DuelResource;

enum { DUEL_RAW_FIRST = DUEL_WOOD, DUEL_MADE_FIRST = DUEL_PAPER };

typedef enum {
    DUEL_NO_TYPE,
    DUEL_RAW_MATERIAL, /* brown */
    DUEL_MANUFACTURED, /* grey */
    DUEL_CIVILIAN,     /* blue */
    DUEL_SCIENTIFIC,   /* green */
    DUEL_COMMERCIAL,   /* yellow */
    DUEL_MILITARY,     /* red */
    DUEL_GUILD,        /* purple */
    DUEL_A_WONDER,
    DUEL_A_TOKEN,
#ifdef DUEL_WITH_SETS
    DUEL_SENATOR,
#endif
    DUEL_TYPES,
    DUEL_COIN_SETS = DUEL_TYPES /* counted like a type: full sets of three coins */
} DuelType;

typedef enum {
    DUEL_NO_SYMBOL,
    DUEL_GLOBE,
    DUEL_TABLET,
    DUEL_MORTAR,
    DUEL_COMPASS,
    DUEL_WHEEL,
    DUEL_QUILL,
    DUEL_LAW,
    DUEL_SYMBOLS
} DuelSymbol;

typedef enum {
    DUEL_NO_VICTORY,
#define VICTORY(name, word) DUEL_BY_##name,
#include "games/duel/victories.def"
#undef VICTORY
    DUEL_VICTORIES
} DuelVictory;

enum {
#define PHASE(name, word) DUEL_##name,
#include "games/duel/phases.def"
#undef PHASE
    DUEL_PHASES
};

enum {
#define ACTION(name, ...) DUEL_DO_##name,
#include "games/duel/actions.def"
#undef ACTION
    DUEL_ACTIONS
};

enum {
    DUEL_NO_EVENT,
#define EVENT(name, ...) DUEL_EV_##name,
#include "games/duel/events.def"
#undef EVENT
    DUEL_EVENTS
};

enum {
    DUEL_ERR_FIRST_ = ERR_GAME - 1,
#define ERR(name, ...) DUEL_ERR_##name,
#include "games/duel/errors.def"
#undef ERR
    DUEL_ERR_END
};

enum {
    DUEL_FX_NONE,
#define FLOW(name, ...)    DUEL_FX_##name,
#define ABILITY(name, ...) DUEL_FX_##name,
#include "games/duel/abilities.def"
#undef ABILITY
#undef FLOW
    DUEL_ABILITIES
};

/* Kinds of pieces; and what else an effect may set off and wait for. A piece that comes
 * into a city or is triggered does all that it does. */
enum {
    DUEL_KIND_CARD = 1,
    DUEL_KIND_WONDER = 2,
    DUEL_KIND_TOKEN = 4,
    DUEL_KIND_GOD = 8,
    DUEL_KIND_PLOT = 16,
    DUEL_BRINGS_PAIR = 32,      /* a token for a pair of symbols */
    DUEL_BRINGS_LOOT = 64,      /* military tokens that do more than take coins */
    DUEL_BRINGS_PLOTTING = 128, /* two conspiracies, one kept */
    DUEL_BRINGS_FAVOUR = 256,   /* what lay on a card that is turned up */
    DUEL_BRINGS_TURN = 512,     /* no effect does, but a turn, or what is between two */
    DUEL_ON_ANY = 1 << 14,
    DUEL_ON_ONE = 1 << 15
};

/* What a line of abilities.def says, after how many steps there are. */
enum {
    DUEL_ASKS,       /* the steps that ask, bit a step */
    DUEL_ASKS_OTHER, /* those of them whose answer is fx->other */
    DUEL_BRINGS,
    DUEL_ON, /* kinds of pieces; 0: all; DUEL_ON_ONE: a single one; DUEL_ON_ANY: also of
              * other sets than the effect's own */
    DUEL_MOST, /* of the number that data must give; 0: it may give any, or none */
    DUEL_SAYS
};

typedef struct {
    uint8_t steps;
    uint8_t set;   /* whose effect it is, 1 + its number; 0: the base game's */
    bool of_piece; /* what a piece does, and so says the data */
    uint16_t says[DUEL_SAYS];
} DuelShape;

#include "games/duel/sets/sets.h"

/* The sets built in: bits of DuelState.sets. */
enum {
#define SET_NUMBER(name, ...) DUEL_SET_##name,
    DUEL_EACH_SET(SET_NUMBER, ) DUEL_SETS,
#undef SET_NUMBER
    DUEL_ALL_SETS = (1 << DUEL_SETS) - 1,
    DUEL_LAYOUTS = 1 << DUEL_SETS,
    DUEL_POOLS = 2 << DUEL_SETS /* what there is to draw from: see duel_pool */
};

/* Options, in the order of duel_options in game.c; the last are one a set. */
enum {
    DUEL_OPT_FIRST_PLAYER,
    DUEL_OPT_EXPANSIONS,
    DUEL_OPT_SETS,
    DUEL_OPTIONS = DUEL_OPT_SETS + DUEL_SETS
};

/* Some of the game's cards; bit = card id. */
typedef struct {
    uint64_t word[2];
} DuelCards;

enum {
    DUEL_PRINTED_COINS = DUEL_RESOURCES, /* the byte of a cost above the resources */

    /* The bytes of DuelPowers.goods above the five resources. */
    DUEL_ANY_RAW = DUEL_RESOURCES, /* one unit of any raw material a purchase */
    DUEL_ANY_MADE,                 /* one unit of any manufactured good */
    DUEL_CHAIN_COINS,              /* coins for each card built by chain */

    /* DuelPowers.bits: the low five say which resources cost 1. */
    DUEL_TAKES_TRADE = 1 << 5, /* what the opponent pays in trade comes here */
    DUEL_WONDERS_AGAIN =
        1 << 6 /* every wonder built from now on lets its builder play again */
};

#define DUEL_UNITS 0xffffffffffu /* the five resource bytes of goods */

/* What pieces do for a city as long as they stand in it: plain sums, but for 'bits'. */
typedef struct {
    uint64_t
        goods; /* one byte a resource: units made by brown and grey; then see above */
    uint32_t off;     /* four bits a type: resource units that things of it cost less */
    uint16_t symbols; /* two bits a symbol: how many */
    uint8_t more_shields; /* on every red card built from now on */
    uint8_t bits;
} DuelPowers;

/* An effect that takes more than one step. */
typedef struct {
    uint8_t ability;
    uint8_t drafted; /* when the wonder is drafted, not when the piece is built */
    uint8_t n;
} DuelDoes;

/* A card, a wonder or a progress token. One cache line. */
typedef struct {
    uint64_t cost; /* one byte a resource, then printed coins */
    DuelPowers gives;
    DuelCards free_with; /* any of these in the city and it costs nothing: a chain */
    uint16_t per;  /* what per_coins and per_points count in the own city: bit a type */
    uint16_t most; /* what most_coins and most_points count in the larger city */
    uint8_t type;
    uint8_t points;
    uint8_t shields;
    uint8_t symbol;
    uint8_t coins; /* from the bank, at once */
    uint8_t loses; /* coins the opponent loses, at once */
    uint8_t per_coins, per_points;
    uint8_t most_coins, most_points;
    uint8_t again; /* play again */
    uint8_t acts;  /* something happens when it comes into a city */
    DuelDoes does[DUEL_DOES_MAX];
    uint8_t pad[2];
} DuelPiece;

static_assert(sizeof(DuelPowers) == 16, "powers have no hidden padding");
static_assert(sizeof(DuelPiece) == 64, "a piece is one cache line");

/* What is asked of a piece less often. */
typedef struct {
    char id[DUEL_ID_BYTES];
    char name[DUEL_ID_BYTES + 8 + DUEL_GODS_MAX]; /* text keys: of its name, ... */
    char text[DUEL_ID_BYTES + 16];                /* ... of its rule */
    uint8_t back;                                 /* cards: which pile they come from */
    uint8_t set;                                  /* 0: the base game */
    uint8_t needs, gives;                         /* chain symbols */
} DuelLabel;

typedef struct {
    uint8_t slot_count, part_count;
    uint8_t part_back[DUEL_PARTS_MAX], part_count_of[DUEL_PARTS_MAX];
    uint32_t face_down, uncovered;           /* bit a slot: as laid out */
    uint32_t covered_by[DUEL_SLOTS_MAX + 1]; /* the last is no slot */
    uint8_t below[DUEL_SLOTS_MAX]
                 [DUEL_COVERS_MAX]; /* what it covers, or DUEL_SLOTS_MAX */
    uint8_t row[DUEL_SLOTS_MAX], x[DUEL_SLOTS_MAX]; /* for drawing; x in half cards */
#ifdef DUEL_WITH_SETS
    uint32_t marked; /* bit a slot: a token of a set is laid on its card */
#endif
} DuelLayout;

typedef struct {
    DuelCards set; /* the same as bits */
    uint8_t count;
    uint8_t card[DUEL_PILE_MAX];
} DuelPile;

/* Numbers of the rules. */
typedef struct {
    uint8_t start_coins, trade_base, discard_coins, coin_set;
    uint8_t capital, wonders_max, symbols_to_win, row_tokens;
    uint8_t loot_count, loot_space[DUEL_LOOT_MAX], loot_coins[DUEL_LOOT_MAX];
    uint8_t zone_count, zone_space[DUEL_ZONES_MAX], zone_points[DUEL_ZONES_MAX];
    uint8_t shown, draft_count;
    uint8_t draft[DUEL_DRAFT_MAX]; /* 0: the first player, 1: the other */
#ifdef DUEL_WITH_SETS
    uint8_t chamber_points[AGORA_CHAMBERS];
    uint64_t space_cost[DUEL_SEATS]; /* of the pantheon: a byte a space */
#endif
} DuelNumbers;

typedef struct {
    DuelPiece piece[DUEL_PIECES];
    DuelCards of_type[DUEL_TYPES];
    DuelLayout age[DUEL_LAYOUTS][DUEL_AGES_MAX + 1]; /* by the sets in play; from 1 */
    /* What there is to draw from. */
    DuelPile pile[DUEL_POOLS][DUEL_BACKS_MAX + 1]; /* by back */
    uint32_t wonders[DUEL_POOLS];                  /* bit a wonder */
    uint16_t tokens[DUEL_POOLS];                   /* bit a token - 1 */
    uint8_t sets;                                  /* those whose data was loaded */
    uint8_t pad;
    uint8_t card_count, wonder_count, token_count, back_count;
    uint8_t age_count, chain_count, set_count, god_count;
#ifdef DUEL_WITH_SETS
    uint8_t decree_count, plot_count, pad_more[2];
    /* Pieces by their first effect: tokens, bit a token - 1, wonders, bit a wonder. */
    DuelCards cards_with[DUEL_ABILITIES];
    DuelCards priced_by_symbol; /* those Engineering makes cheap */
    uint16_t tokens_with[DUEL_ABILITIES];
    uint32_t wonders_with[DUEL_ABILITIES];
#endif
    DuelNumbers number;
    DuelLabel label[DUEL_PIECES];
    char back_id[DUEL_BACKS_MAX + 1][DUEL_ID_BYTES];
    char chain_id[DUEL_CHAINS_MAX + 1][DUEL_ID_BYTES];
    char set_id[8][DUEL_ID_BYTES];
} DuelCatalog;

typedef struct {
    DuelCards cards;
    DuelPowers has; /* the sum of what its pieces give */
    int16_t coins;
    uint16_t tokens; /* bit a token - 1 */
    uint8_t wonder[DUEL_CITY_WONDERS];
    uint8_t under[DUEL_CITY_WONDERS]; /* the card below each; 0: not built */
    uint8_t ready[DUEL_CITY_WONDERS]; /* the wonder again, while it is not built */
#ifdef DUEL_WITH_SETS
    uint16_t gods;       /* divinities: bit a divinity - 1 */
    uint8_t kept;        /* coins that can be spent and not be lost */
    uint8_t like_symbol; /* a symbol of the opponent's that counts here too */
#endif
} DuelCity;

/* A frame of the effect stack, as the words of fx.h want it. */
typedef struct {
    uint8_t ability, step, seat, who;
    Id answer;
    Id source; /* the piece whose text this is */
    Id card;
    int16_t count;
#ifdef DUEL_WITH_SETS
    Id other; /* a second answer */
    uint8_t pad[2];
#endif
} DuelFx;

enum {
    DUEL_AGAIN = 1,
    DUEL_BASE_ONLY = 2,
    DUEL_DRAW_FIRST = 4,
    DUEL_TRIGGERED = 8, /* sets: something was set off before this turn's card */
    DUEL_OPENING = 16   /* and is not done yet */
};

typedef struct {
    /* The table: everything events change. */
    DuelCity city[DUEL_SEATS];
    DuelCards discard;
    uint32_t lying;               /* bit a slot: a card is there */
    uint32_t hidden;              /* it lies face down */
    uint32_t open;                /* nothing covers it */
    uint16_t row;                 /* tokens on the board; bit a token - 1 */
    uint16_t aside;               /* set aside */
    uint16_t drawn;               /* drawn from those, to choose from */
    uint8_t pool[DUEL_SHOWN_MAX]; /* wonders to choose from */
    uint8_t slot[DUEL_SLOTS_MAX]; /* card; in a view DUEL_BACK + back where face down */
    int8_t pawn;                  /* above 0: on the side of seat 1, seat 0 leads */
    uint8_t loot;  /* military tokens there: bit seat * DUEL_LOOT_MAX + which */
    uint8_t age;   /* 0: the draft */
    uint8_t seat;  /* whose turn it is */
    uint8_t first; /* who began the game */
    uint8_t victory, winners;
    uint8_t marks; /* DUEL_AGAIN: one more turn after this; options */
    uint8_t sets;  /* those in play: bit a DUEL_SET_ */
#define SET_PART(name, Name, ...) Duel##Name name;
    DUEL_EACH_SET(SET_PART, )
#undef SET_PART
    /* The machine: how the rules go on from here. */
    Rng rng;
    Prompt prompt;
    DuelFx fx[DUEL_FX_MAX];
    uint8_t fx_depth;
    uint8_t pad_machine[3];
} DuelState;

static_assert(sizeof(DuelCity) == (DUEL_GODS_MAX > 0 ? 64 : 48),
              "a city has no hidden padding");
static_assert(DUEL_SETS > 0 || sizeof(DuelState) == 256,
              "7 Wonders Duel fits in four cache lines");
static_assert(sizeof(DuelState) <= 768, "with all sets in twelve");
static_assert(DUEL_SETS <= 8, "the sets in play are the bits of a byte");

/* What a rule works with: the state, changed through events, and what nobody changes.
 */
typedef struct {
    DuelState *state;
    const DuelCatalog *catalog;
    EventLog *log; /* NULL: nobody listens */
} Duel;

/* What one player makes, and what the rest costs. */
typedef struct {
    uint64_t makes; /* a byte a resource */
    uint64_t unit;  /* what one unit costs: 1 for printed coins, lowest, then the last
                       resource up to the first */
} DuelMarket;

/* The cheapest price of a piece. */
typedef struct {
    uint64_t buy; /* units bought of the bank, one byte a resource */
    int16_t printed, trade;
    bool chain;
} DuelPrice;

/* On what terms a player pays, asked once for all prices of a decision. All but the
 * market are for sets. */
typedef struct {
    DuelMarket market;
    DuelCards linked; /* cards elsewhere whose chain symbols count too */
    DuelCards cards;  /* cards about which chain and price have something to say */
    bool wonders;     /* price has something to say about wonders */
    uint8_t dear[DUEL_TYPES];     /* coins that things of a type cost more */
    uint8_t discard;              /* coins more for a card that is discarded */
    uint32_t note[DUEL_SETS + 1]; /* each set's own, for its chain and price */
} DuelTerms;

/* Points by category. */
typedef enum {
#define SCORE(name, word) DUEL_SCORE_##name,
#include "games/duel/scores.def"
#undef SCORE
    DUEL_SCORES
} DuelCategory;

typedef struct {
    int part[DUEL_SCORES];
    int total;
    int blue; /* printed points of blue cards: breaks a tie */
} DuelScore;

RULES static inline bool duel_cards_have(const DuelCards *s, int card)
{
    return card <= DUEL_CARDS_MAX && (s->word[card >> 6] >> (card & 63) & 1);
}

RULES static inline void duel_cards_add(DuelCards *s, int card)
{
    ASSERT(card > 0 && card <= DUEL_CARDS_MAX);
    s->word[card >> 6] |= (uint64_t)1 << (card & 63);
}

RULES static inline void duel_cards_remove(DuelCards *s, int card)
{
    ASSERT(duel_cards_have(s, card));
    s->word[card >> 6] &= ~((uint64_t)1 << (card & 63));
}

RULES static inline DuelCards duel_cards_both(DuelCards a, DuelCards b)
{
    a.word[0] &= b.word[0];
    a.word[1] &= b.word[1];
    return a;
}

RULES static inline DuelCards duel_cards_either(DuelCards a, DuelCards b)
{
    a.word[0] |= b.word[0];
    a.word[1] |= b.word[1];
    return a;
}

RULES static inline bool duel_cards_meet(const DuelCards *a, const DuelCards *b)
{
    return ((a->word[0] & b->word[0]) | (a->word[1] & b->word[1])) != 0;
}

RULES static inline int duel_cards_count(DuelCards s)
{
    return bits_count(s.word[0]) + bits_count(s.word[1]);
}

/* Take the smallest card out; 0 when there is none. */
RULES static inline int duel_cards_pop(DuelCards *s)
{
    const int i = s->word[0] ? 0 : 1;
    if (!s->word[i])
        return 0;
    const int card = i * 64 + bits_first(s->word[i]);
    s->word[i] &= s->word[i] - 1;
    return card;
}

/* Byte 'which' of goods: a resource, or what is above them. */
RULES static inline int duel_goods(uint64_t goods, int which)
{
    return (int)(goods >> (8 * which) & 0xff);
}

RULES static inline int duel_built_wonders(const DuelCity *city)
{
    int built = (city->under[0] != 0) + (city->under[1] != 0) + (city->under[2] != 0) +
                (city->under[3] != 0);
    for (int i = 4; i < DUEL_CITY_WONDERS; i++)
        built += city->under[i] != 0;
    return built;
}

/* How often a city has a symbol. */
RULES static inline int duel_symbol_count(const DuelCity *city, int symbol)
{
    return symbol ? city->has.symbols >> (2 * (symbol - 1)) & 3 : 0;
}

/* What a city can spend. */
RULES static inline int duel_purse(const DuelCity *city)
{
#ifdef DUEL_WITH_SETS
    return city->coins + city->kept;
#else
    return city->coins;
#endif
}

/* Cards that can be taken: face up, and nothing lies on them. */
RULES static inline uint32_t duel_available(const DuelState *s)
{
    return s->open & ~s->hidden;
}

/* The players agreed to leave out what expansions add. */
RULES static inline bool duel_base_only(const DuelState *s)
{
    return (s->marks & DUEL_BASE_ONLY) != 0;
}

/* Which pool things are drawn from: 1 is the base game alone; otherwise everything that
 * was loaded but for the sets that are left out, bit a set from bit 1 on. */
RULES static inline int duel_pool(const DuelState *s)
{
    return duel_base_only(s) ? 1 : (~s->sets & DUEL_ALL_SETS) << 1;
}

/* The structure of an age, as the sets in play lay it. */
RULES static inline const DuelLayout *duel_layout(const DuelCatalog *catalog,
                                                  const DuelState *s, int age)
{
    return &catalog->age[DUEL_LAYOUTS > 1 ? s->sets : 0][age];
}

/* What waits belongs to no turn: it starts one itself when it is done. */
RULES static inline bool duel_is_between_turns(const DuelState *s)
{
    return s->fx_depth && (s->fx[0].ability == DUEL_FX_wonder_draft ||
                           s->fx[0].ability == DUEL_FX_begin_age);
}

RULES static inline int duel_to_act(const DuelState *s)
{
    if (s->victory)
        return SEAT_NONE;
    return prompt_is_open(&s->prompt) ? s->prompt.seat : s->seat;
}

RULES Duel duel_table(const DuelCatalog *catalog, DuelState *state, EventLog *log);

/* flow.c - how a game, an age and a turn go. */
RULES void duel_open(const DuelCatalog *catalog, const Setup *setup, DuelState *state);
RULES void duel_begin(Duel *g);
RULES void duel_execute(Duel *g, const Command *c);
RULES int duel_roll(Duel *g, Rng *rng, int steps); /* see Game.roll */
RULES void duel_show_wonders(Duel *g);
RULES void duel_lay_age(Duel *g, int age);
RULES int duel_unseen(const Duel *g, DuelCards seen, int back, uint8_t *cards);
RULES void duel_start_turn(Duel *g, int seat);
RULES void duel_reveal(Duel *g); /* what nothing covers any more */
RULES void duel_pay(Duel *g, int seat, DuelPrice price);
RULES void duel_end_by_points(Duel *g);
RULES int duel_leaders(const Duel *g); /* who wins by points, bit a seat */
RULES void duel_win(Duel *g, int victory, int winners);
RULES int duel_draft_seat(const Duel *g, int pick);
RULES int duel_chooser(const DuelState *s); /* who says who begins the next age */
RULES Command duel_idle(const Duel *g);

/* effects.c - what cards, wonders and tokens do. */
RULES void duel_push(Duel *g, int ability, int seat, int source, int count);
RULES void duel_run(Duel *g);
RULES void duel_ask_again(Duel *g); /* the open question, anew */
RULES void duel_apply(Duel *g, int seat, int piece);
RULES void duel_build(Duel *g, int seat, int card, int slot, bool chain);
RULES void duel_build_wonder(Duel *g, int seat, int wonder, int card, int slot);
RULES void duel_limit_wonders(Duel *g);
RULES void duel_symbol_gained(Duel *g, int seat, int symbol, int piece);
RULES void duel_take_token(Duel *g, int seat, int token);
RULES void duel_gain(Duel *g, int seat, int coins, int piece);
RULES void duel_lose(Duel *g, int seat, int coins, int piece);
RULES void duel_move_pawn(Duel *g, int seat, int shields);

/* legal.c - what may be done now, and why something else may not. */
RULES void duel_legal(const Duel *g, Moves *moves);
/* Adds a turn's moves to a mask of the action space; how many. */
RULES int duel_turn_mask(const Duel *g, uint64_t *mask);
RULES Err duel_validate(const Duel *g, const Command *c, Quote *quote);
/* Whether the card Command.a can be taken. */
RULES Err duel_reach(const Duel *g, const Command *c, Quote *quote);
RULES int duel_slot_of(const DuelState *s,
                       int card); /* face up; -1: it does not lie there */

/* score.c - what a city is worth. */
RULES DuelScore duel_score(const Duel *g, int seat);
RULES int duel_count(const Duel *g, const DuelCity *city, int what);
RULES int duel_count_most(const Duel *g, int what);
RULES int duel_symbols(const DuelCity *city);      /* different ones */
RULES int32_t duel_value(const Duel *g, int seat); /* for agents */

/* reduce.c - the only code that writes the table; see also reduce.h. */
RULES void duel_reduce(const DuelCatalog *catalog, DuelState *state, const Event *event,
                       const uint8_t *list);
RULES DuelPowers duel_powers(const DuelCatalog *catalog, const DuelCity *city);
RULES uint32_t duel_uncovered(const DuelLayout *layout, uint32_t lying);
RULES uint32_t duel_uncovered_of(const DuelLayout *layout, uint32_t lying);
RULES uint32_t duel_face_down(const DuelLayout *layout, uint32_t lying);

/* view.c - what a player may know, and a full table that fits it. */
RULES DuelCards duel_seen(const DuelState *s);
RULES void duel_redact(const Duel *g, int viewer, DuelState *view);
RULES void duel_determinize(const DuelCatalog *catalog, const DuelState *view, Rng *rng,
                            DuelState *state);

/* check.c - whether a table is possible: NULL, or what is broken. */
RULES const char *duel_check(const Duel *g);
RULES const char *duel_check_frame(const Duel *g, int i);
RULES int duel_frame_asks(const Duel *g, const DuelFx *fx); /* whom it asks */
RULES uint8_t duel_passed_loot(const DuelNumbers *number, const DuelState *s);

/* stack.c - what can wait on top of what. */
RULES DuelShape duel_shape(int ability);
RULES const char *duel_check_stack(const Duel *g);

/* encode.c - the game as numbers for programs that learn; see encode.def. */
enum {
    DUEL_AT_VERSION = DUEL_SETS > 0 ? 2 : 1
}; /* of the sets: Espionage has a phase */

RULES int duel_action_index(const Duel *g, const Command *c);
RULES bool duel_action_at(const Duel *g, int index, Command *c);
RULES int duel_legal_mask(const Duel *g, uint64_t *mask);
RULES void duel_observe(const Duel *view, int seat, uint8_t *out);

#include "games/duel/hooks.h"
