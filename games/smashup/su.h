/* su.h - Smash Up: two factions shuffled into one deck, minions on bases, points when a
 * base breaks.
 *
 * Cards and bases are data (catalog.h); this header is the table they work on. "Rules
 * 6.4" in a comment is a number of docs/rules/smashup.md. */
#pragma once

#include "engine/event.h"
#include "engine/fx.h"
#include "engine/rng.h"
#include "games/smashup/catalog.h"

typedef struct {
    uint8_t zone;
    uint8_t seat; /* in play its controller, else whose hand, deck or discard pile */
    uint8_t at; /* the base it is at; carried: the minion; in a deck: the card below */
    uint8_t counters; /* +1 power counters */
    int8_t bonus;     /* power until the end of a turn */
    uint8_t until;    /* whose turn's end; 0: this one, else seat + 1 */
    uint8_t used;     /* this turn: CARD_USED ... */
    uint8_t note;     /* what it remembers: a named faction, a chosen mode; in a hand or
                         deck who knows it: bit a seat, or SU_KNOWN_TO_ALL */
} SuCard;

/* What is so of a card in play this turn: its talent or permission was used, it has
 * come into play, it has not moved since, and it came from the hand. */
enum { CARD_USED = 1, CARD_NEW = 2, CARD_NEW_HERE = 4, CARD_FROM_HAND = 8 };

typedef struct {
    uint8_t id;
    uint8_t used;   /* bit a seat: what the base permits was used this turn */
    uint8_t passed; /* bit a seat: offered, not taken, and nothing done since */
    uint8_t played; /* two bits a seat: minions played here this turn, at most 3 */
    uint8_t from_hand, pad; /* the same for those that came from the hand */
    int16_t change;         /* of the breakpoint, until the end of the turn */
} SuBase;

/* An extra play somebody may still make this turn. */
typedef struct {
    uint8_t kind;  /* SU_MINION, SU_ACTION; 0: empty line */
    uint8_t power; /* printed power at most */
    uint8_t base;  /* only here; 0: anywhere */
    uint8_t rule;
    uint8_t count, pad;
    uint16_t name; /* RULE_SAME_NAME: this kind of card; 0: not fixed yet */
} SuAllowance;

/* With which play a card is played: a regular one, the extra one of a line, what a base
 * in play permits (and its place), what a card permits (and which). 0: none. */
enum { SU_WITH_REGULAR = 1, SU_WITH_LINE = 2, SU_WITH_BASE = 32, SU_WITH_CARD = 64 };

static_assert((int)SU_WITH_LINE + (int)SU_ALLOWANCES_MAX <= (int)SU_WITH_BASE &&
                  (int)SU_WITH_BASE + (int)SU_IN_PLAY_MAX <= (int)SU_WITH_CARD,
              "plays are told apart");

/* A minion destroyed this turn. */
typedef struct {
    uint8_t card, base, seat; /* seat: its controller's */
    uint8_t by;               /* seat + 1 of who did it; 0: nobody */
} SuDead;

/* Something that lasts longer than the effect that made it. */
enum {
    LASTS_POWER = 1 /* until the start of a turn */,
    LASTS_CONTROL /* until the end of the turn */
};
typedef struct {
    uint8_t kind, card, seat;
    int8_t n;
} SuLasting;

/* What a shield was spent on: this action does not touch the player's minions at a
 * base, or one minion. */
typedef struct {
    uint8_t action, player, what; /* player: seat + 1 and what a base; 0: a minion */
} SuSpared;

typedef struct {
    /* The table: everything events change. */
    CardSet hand[SEATS_MAX];
    CardSet discard[SEATS_MAX];
    CardSet minions;       /* in play */
    CardSet actions;       /* in play, on bases and on minions */
    CardSet auras;         /* in play with a passive that gives power */
    CardSet active;        /* in play with any other passive, or an ability for later */
    uint64_t base_discard; /* bit a base */
    SuCard card[SU_CARDS_MAX + 2];
    SuBase base[SU_IN_PLAY_MAX];
    SuAllowance allowance[SU_ALLOWANCES_MAX];
    SuDead dead[SU_DEAD_MAX];
    SuLasting lasting[SU_LASTING_MAX];
    uint16_t once[SU_ONCE_MAX]; /* see su_once_key() */
    int16_t vp[SEATS_MAX];
    uint16_t turn;
    uint8_t base_deck[SU_BASES_MAX + 1]; /* the last one is on top */
    uint8_t faction[SEATS_MAX][2];
    uint8_t hand_count[SEATS_MAX], deck_count[SEATS_MAX];
    uint8_t deck_top[SEATS_MAX], deck_bottom[SEATS_MAX];
    uint8_t minions_played[SEATS_MAX], actions_played[SEATS_MAX]; /* this turn */
    uint8_t hand_shown[SEATS_MAX];  /* bit a seat: who looks into this hand */
    uint8_t place[SEATS_MAX];       /* in the base scored last; 0: none */
    uint8_t had_minions;            /* there; bit a seat */
    SuSpared spared[SU_SPARED_MAX]; /* without a gap */
    uint8_t look[SU_LOOK_MAX], look_count,
        look_seat; /* look_seat: seat + 1; 0: all see */
    uint8_t look_base[SU_LOOK_MAX], look_base_count;
    uint8_t base_deck_count, dead_count;
    uint8_t bases_known, bases_known_to;    /* on top of their deck; seat + 1 */
    uint8_t madness_of[SU_MADNESS_MAX];     /* seat + 1; 0: in the supply */
    uint8_t regular_minion, regular_action; /* plays of this turn not used yet */
    uint8_t minions_before;      /* played by whose turn it is before the play phase */
    uint8_t asleep, sleeps_next; /* bit a seat: no actions this, next turn */
    uint8_t players, phase, seat, starter, viewer; /* viewer: 0 everything is here, else
                                                      seat + 1 or SEAT_NONE */
    uint8_t scoring, window, winners;              /* scoring: the base */
    uint8_t target, printed_rules, bases_mode, random_factions;
    uint8_t madness_on;
    uint8_t restless; /* bit a seat: a card of its deck stays in no discard pile */
    uint8_t role_count[IS_KINDS]; /* cards in play with such a passive */
    uint8_t when_count[SU_WHENS]; /* cards in play with an ability then */
    uint8_t pad[SU_STATE_PAD];
    /* The machine: how the rules go on from here. */
    Rng rng;
    Prompt prompt;
    Fx fx[SU_FX_MAX];
    uint8_t fx_depth;
    uint8_t pad_machine[7];
} SuState;

static_assert(sizeof(SuState) <= 4096, "Smash Up fits in a page");
static_assert(offsetof(SuState, rng) == offsetof(SuState, pad) + SU_STATE_PAD,
              "the table has no hidden padding");

/* The pair a rule works with: the state, changed through events, and what nobody
 * changes. */
typedef struct {
    SuState *state;
    const SuCatalog *catalog;
    EventLog *log; /* NULL: nobody listens */
    bool stirred;  /* something has happened since protections were looked at */
    bool restless; /* a card that stays in no discard pile may lie in one */
    /* Bit IS_, bit WHEN_: what a base in play may have. Where the bit is not set none
     * has it, and nobody needs to look; see su_look(). */
    uint32_t base_roles, base_whens;
} Su;

/* What a passive or a condition is asked about. */
typedef struct {
    Id source;      /* whose text it is: a card, or SU_BASE_SOURCE + base */
    Id subject;     /* the minion, or the card to be played, it is about */
    Id base;        /* where that is */
    Id by;          /* protections: the source of the effect */
    uint8_t seat;   /* the source's controller; a base's: the player it happens to */
    uint8_t player; /* who does it: plays the minion, has the turn */
    uint8_t effect; /* protections: TO_DESTROY ... */
    uint8_t power;  /* protections by a base: the subject's, as it stands */
    int16_t n;      /* as data gives it */
} SuAbout;

/* What keeps a player from playing cards, gathered once for many of them. */
typedef struct {
    CardSet holders; /* cards in play that forbid something where they are */
    uint64_t bases;  /* bit a base: where something may be forbidden */
    uint8_t seat;    /* the player */
    bool extras_spent;
} SuBans;

/* What gives power to others than itself, gathered once for all minions asked about. */
typedef struct {
    CardSet cards;
    CardSet wide;   /* those of them that reach everywhere */
    uint64_t bases; /* bit a base: only here is a minion's power not its own affair */
} SuAuras;

/* Which minions of the hand go where as extra ones, gathered once for many of them. */
typedef struct {
    int16_t power[SU_IN_PLAY_MAX]; /* printed, at most, at each place; -1: none goes */
    bool by_name;                  /* and some wherever their name says so */
    bool any;
} SuExtras;

/* The pure functions of the cards: what they give, hold off, forbid, and when. */
#define POWER(name, ...) RULES int su_power_##name(const Su *g, const SuAbout *about);
#define PROTECT(name, ...) \
    RULES int su_protect_##name(const Su *g, const SuAbout *about);
#define FORBID(name) RULES bool su_forbid_##name(const Su *g, const SuAbout *about);
#include "games/smashup/passives.def"
#undef FORBID
#undef PROTECT
#undef POWER
#define CONDITION(name) RULES bool su_if_##name(const Su *g, const SuAbout *about);
#include "games/smashup/conditions.def"
#undef CONDITION

/* A number that grows in play, as far as it does. */
RULES static inline int su_within(int n)
{
    return n > SU_NUMBER_MAX    ? (int)SU_NUMBER_MAX
           : n < -SU_NUMBER_MAX ? -SU_NUMBER_MAX
                                : n;
}

/* The first Madness card; the others follow it. */
RULES static inline int su_madness_first(const SuState *s)
{
    return s->players * SU_DECK_CARDS + 1;
}

RULES static inline int su_card_count(const SuState *s)
{
    return s->players * SU_DECK_CARDS + (s->madness_on ? SU_MADNESS_MAX : 0);
}

/* Who owns a card, for the whole game; SEAT_NONE: Madness in the supply. */
RULES static inline int su_owner(const SuState *s, int card)
{
    if (card < su_madness_first(s))
        return (card - 1) / SU_DECK_CARDS;
    const int holder = s->madness_of[card - su_madness_first(s)];
    return holder ? holder - 1 : SEAT_NONE;
}

RULES static inline int su_def_index(const Su *g, int card)
{
    const SuState *s = g->state;
    const uint32_t at = (uint32_t)card - 1, half = at / SU_FACTION_CARDS;
    if (half >= 2u * s->players)
        return g->catalog->madness_def;
    return g->catalog
        ->def_of[s->faction[half / 2][half % 2]][at - SU_FACTION_CARDS * half];
}

RULES static inline const SuDef *su_def(const Su *g, int card)
{
    return &g->catalog->def[su_def_index(g, card)];
}

/* Forty bits: which cards of a player's deck a catalog's list names. */
RULES static inline uint64_t su_listed_of(const SuState *s, const uint32_t *list,
                                          int seat)
{
    return list[s->faction[seat][0]] | (uint64_t)list[s->faction[seat][1]]
                                           << SU_FACTION_CARDS;
}

/* The same forty bits: which cards of a player's deck are in a set. */
RULES static inline uint64_t su_of_deck(const CardSet *set, int seat)
{
    const int first = seat * SU_DECK_CARDS + 1;
    const uint64_t *word = &set->word[first / 64];
    return (word[0] >> first % 64 | word[1] << 1 << (63 - first % 64)) &
           (((uint64_t)1 << SU_DECK_CARDS) - 1);
}

/* The cards of a game that a catalog's list names. Built without a look at any card, or
 * at how many play: a seat that is not there has no factions, so nothing is guessed. */
RULES static inline CardSet su_listed(const SuState *s, const uint32_t *list)
{
    static_assert(SEATS_MAX == 4 && SU_DECK_CARDS == 40, "where each deck begins");
    const uint64_t second = su_listed_of(s, list, 1), fourth = su_listed_of(s, list, 3);
    CardSet set;
    set.word[0] = su_listed_of(s, list, 0) << 1 | second << 41;
    set.word[1] = second >> 23 | su_listed_of(s, list, 2) << 17 | fourth << 57;
    set.word[2] = fourth >> 7;
    set.word[3] = 0;
    return set;
}

RULES static inline bool su_is_minion(const Su *g, int card)
{
    return su_def(g, card)->kind == SU_MINION;
}

/* Whether an ongoing action goes on a base, and not on a minion. */
RULES static inline bool su_goes_on_base(const SuDef *def)
{
    return def->on == SU_ON_BASE || def->on == SU_ON_OWN_BASE;
}

/* Whether whose turn it is has a regular play of this kind left. */
RULES static inline bool su_has_regular(const SuState *s, int kind)
{
    return (kind == SU_MINION ? s->regular_minion : s->regular_action) != 0;
}

RULES static inline bool su_in_play(const SuState *s, int card)
{
    return s->card[card].zone == SU_AT_BASE || s->card[card].zone == SU_CARRIED;
}

/* The base a card in play is at, itself or on the minion that carries it. */
RULES static inline int su_base_of(const SuState *s, int card)
{
    const SuCard *c = &s->card[card];
    if (c->zone == SU_AT_BASE)
        return c->at;
    return c->zone == SU_CARRIED ? s->card[c->at].at : 0;
}

RULES static inline int su_slot(const SuState *s, int base)
{
    for (int i = 0; base && i < SU_IN_PLAY_MAX; i++)
        if (s->base[i].id == base)
            return i;
    return -1;
}

RULES static inline Fx *fx_top(const Su *g)
{
    return g->state->fx_depth ? &g->state->fx[g->state->fx_depth - 1] : NULL;
}

RULES static inline bool su_is_base(Id source)
{
    return source >= SU_BASE_SOURCE;
}

/* Where the ability "game" stands: what it waits for. */
enum {
    GAME_PICKS = 1,
    GAME_MULLIGANS,
    GAME_STARTS_TURN,
    GAME_RESTS, /* whose turn it is plays cards */
    GAME_SCORES,
    GAME_DISCARDS,
    GAME_ENDS_TURN
};

RULES Su su_table(const SuCatalog *catalog, SuState *state, EventLog *log);

/* Look which bases are in play, for as long as they are. */
RULES static inline void su_look(Su *g)
{
    g->base_roles = g->base_whens = 0;
    for (int i = 0; i <= g->state->players; i++) {
        const SuBaseDef *base = &g->catalog->base[g->state->base[i].id];
        g->base_roles |= base->roles;
        g->base_whens |= base->whens;
    }
}

/* Whether a card in play, or a base, may have such a passive; may wait for then. */
RULES static inline bool su_any_is(const Su *g, int role)
{
    return g->state->role_count[role] || (g->base_roles >> role & 1);
}

RULES static inline bool su_any_waits(const Su *g, int when)
{
    return g->state->when_count[when] || (g->base_whens >> when & 1);
}

/* The cards as the rules of this game read them. */
RULES static inline const SuCatalog *su_reading(const void *catalog, const void *state)
{
    const SuState *s = (const SuState *)state;
    return (const SuCatalog *)catalog + (s && s->printed_rules);
}

/* flow.c - draft, turns, scoring and the end. */
RULES void su_open(const SuCatalog *catalog, const Setup *setup, SuState *state);
RULES void su_begin(Su *g);
RULES void su_set_phase(Su *g, int phase);
RULES int su_draft_seat(const SuState *s, int pick);
RULES CardSet su_free_factions(const Su *g);
RULES CardSet su_ready_bases(const Su *g);
RULES int su_window_when(const SuState *s); /* WHEN_window, WHEN_window_after */
RULES int su_winners(const SuState *s);     /* bit a seat; 0: nobody has won yet */
RULES void su_set_table(Su *g); /* decks, bases and hands, once factions are chosen */
RULES int su_bases_of_game(const Su *g, uint8_t *list); /* in order; how many */

/* run.c - a move is carried out: what it begins, and all that waits. */
RULES void su_execute(Su *g, const Command *c);
RULES void su_run(Su *g);
RULES Fx *su_push(Su *g, int ability, int seat, Id source);

/* play.c - what may be played where, and used. */
RULES bool su_has_needs(const Su *g, int seat, int card, int base); /* what it takes */
RULES bool su_is_forbidden(const Su *g, int seat, int card, int base, int minion);
RULES SuBans su_bans(const Su *g, int seat);
RULES bool su_is_banned_here(const Su *g, const SuBans *bans, int card, int base,
                             int minion);
RULES Err su_can_play_minion(const Su *g, int seat, int card, int base);
RULES Err su_can_play_action(const Su *g, int seat, int card, int base, int minion);
RULES CardSet su_targets(const Su *g, int seat, int card); /* of an ongoing action */
RULES CardSet su_targets_under(const Su *g, const SuBans *bans, int card);
RULES bool su_may_play_action(const Su *g, int seat);
RULES Err su_can_use(const Su *g, int seat, Id source);
RULES CardSet su_specials(const Su *g, int seat);
RULES bool su_might_answer(const Su *g, int seat, int when);         /* as all know */
RULES int su_minion_play(const Su *g, int seat, int card, int base); /* -1: none */
RULES int su_once_key(const Su *g, int scope, int seat, Id source);
RULES bool su_once(const Su *g, int scope, int seat, Id source);

/* Whether something in play keeps the player from playing the card there. */
RULES static inline bool su_is_banned(const Su *g, const SuBans *bans, int card,
                                      int base, int minion)
{
    return (bans->bases >> base & 1) && su_is_banned_here(g, bans, card, base, minion);
}

/* allowance.c - with which play a card is played. */
RULES bool su_extras_spent(const Su *g, int seat); /* somebody allows no more */
RULES bool su_has_left(const Su *g, int seat, int kind);
RULES bool su_fits(const Su *g, int seat, int card, int base, int power, int rule);
RULES int su_allowance(const Su *g, int seat, int card, int base); /* 0: none */
RULES SuExtras su_extras(const Su *g, int seat);

/* resolve.c - how a card that is played resolves, and what is used. */
RULES void su_play_minion(Su *g, int seat, int card, int base, int with);
RULES Fx *su_play_action(Su *g, int seat, int card, int base, int minion, int with);
RULES void su_use(Su *g, int seat, Id source);
RULES void su_use_once(Su *g, int scope, int seat, Id source);

/* legal.c - what may be done now, and why something else may not. */
RULES void su_legal(const Su *g, Moves *moves);
RULES Err su_validate(const Su *g, const Command *c, Quote *quote);
RULES int su_to_act(const SuState *s);
RULES Command su_idle(const Su *g);

/* power.c - power, breakpoints, places, protection. */
RULES CardSet su_holders(const Su *g, int role); /* cards in play with such a passive */
RULES CardSet su_waiting(const Su *g, int when); /* with an ability for then */
RULES SuAuras su_auras(const Su *g);
RULES int su_power_under(const Su *g, const SuAuras *auras, int minion);
RULES int su_power(const Su *g, int minion);
RULES int su_total(const Su *g, int base, int seat);
RULES int su_total_bonus(const Su *g, int base, int seat);
RULES int su_breakpoint(const Su *g, int base);
RULES int su_breakpoint_at(const Su *g, int slot);
RULES int su_minion_count(const Su *g, int base, int seat);
RULES bool su_base_works(const Su *g, int base, int seat); /* seat SEAT_NONE: for all */
RULES int su_may_ignore(const Su *g, int base);            /* bit a seat */
RULES bool su_is_microbot(const Su *g, int minion);
RULES void su_places(const Su *g, int base, uint8_t *place);
RULES bool su_may_protect(const Su *g, int by, Id source, const SuAbout *effect);
RULES bool su_shielded(Su *g, int minion, int effect);
RULES bool su_is_held(const Su *g, int minion, int effect, Id by, int player);
RULES void su_affect(Su *g, int minion);      /* an effect has got through */
RULES void su_affect_power(Su *g, Id action); /* what it gives and takes at its base */
RULES void su_sweep(Su *g, int minion);
RULES void su_sweep_all(Su *g);

/* trigger.c - who reacts to what, and in which order. */
RULES bool su_trigger(Su *g, int when, int subject, int base, int player);
RULES int su_died_at(const SuState *s, Id card); /* 0: not this turn, or no more */
RULES bool su_is_mourned(const Su *g, Id card);  /* something reacts to its death */
RULES bool su_deaths_differ(const Su *g, const Fx *fx);
RULES const SuAbility *su_ability(const Su *g, Id source, int when);
RULES Fx *su_push_ability(Su *g, Id source, int when, int seat);
RULES int su_controller(const Su *g, Id source);
RULES bool su_meets(const Su *g, int condition, const SuAbout *about);
RULES bool su_can_happen(const Su *g, Id source, int when, int seat); /* if, once */

/* verbs.c - what effects do to the table. */
RULES void su_refill(Su *g, int seat);
RULES void su_shuffle_deck(Su *g, int seat, const CardSet *more);
RULES void su_take_from_deck(Su *g, int seat);
RULES int su_replacement(Su *g);

/* emit.c - an event happens; reduce.c - the only code that writes the table. */
RULES void su_emit(Su *g, Event event, const uint8_t *list);
RULES void su_reduce(const SuCatalog *catalog, SuState *state, const Event *event,
                     const uint8_t *list);

/* view.c - what one player may know, and a full table that fits it. */
RULES void su_redact(const Su *g, int viewer, SuState *view);
RULES void su_determinize(const SuCatalog *catalog, const SuState *view, Rng *rng,
                          SuState *state);

/* check.c - what must always hold; how well a seat stands. */
RULES const char *su_check(const Su *g);
RULES int32_t su_value(const Su *g, int seat);

/* cards/madness.c - how many Madness cards a seat has, and what they cost at the end.
 */
RULES int su_madness_count(const SuState *s, int seat);
RULES int su_penalty(const SuState *s, int seat);

/* encode.c - the game as numbers for programs that learn; see encode.def. */
enum { SU_AT_VERSION = 1 };

RULES int su_action_index(const Su *g, const Command *c);
RULES bool su_action_at(const Su *g, int index, Command *c);
RULES int su_legal_mask(const Su *g, uint64_t *mask);
RULES void su_observe(const Su *view, int seat, int16_t *out);
