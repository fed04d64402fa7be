/* salt.h - Sea Salt & Paper: collect cards, play pairs for their effects, end the round
 * in time.
 *
 * One engine plays two profiles, the 64-card game of the seed rules and the published
 * 58-card game. A profile is nothing but a deck and some numbers: no rule asks for one
 * by name. Comments cite docs/rules/sea-salt.md: "rules 5.3" is its number 5.3. */
#pragma once

#include "engine/event.h"
#include "engine/fx.h"
#include "engine/game.h"
#include "engine/rng.h"

/* For the few functions whose call would cost more than what they do. */
#define SALT_INLINE static inline __attribute__((always_inline))

enum {
    SALT_CARDS_MAX = 71, /* card ids 1 .. 71 */
    SALT_KINDS_MAX = 24,
    SALT_COLOURS_MAX = 15, /* colour ids 1 .. 15 */
    SALT_PROFILES_MAX = 2,
    SALT_PAIRS_MAX = 12,
    SALT_SETS_MAX = 8,
    SALT_COPIES_MAX = 10,
    SALT_LOOK_MAX = 5,
    SALT_STEALS_MAX = 5,
    SALT_FX_MAX =
        1, /* an effect never starts another: what follows it waits for its end */
    SALT_HAND_START_MAX = 10,
    SALT_TARGET_MIN = 10, /* what options, data and positions may say */
    SALT_TARGET_MAX = 100,
    SALT_EXTRA_CAP_MAX = 20,
    SALT_DECLARE_MAX = 12, /* more is hardly ever held: nobody could end a round */
    SALT_MERMAIDS_MIN = 2,
    SALT_MERMAIDS_MAX = 4,
    SALT_TOTAL_MAX = 999,
    SALT_ROUNDS_MAX = 255,  /* as far as an observation counts them */
    SALT_PAIR_PLACES = 192, /* pairs of cards that a profile can make */
    SALT_STARS = 3,         /* Starfish that make a trio */
    SALT_ROW = SALT_CARDS_MAX + 1,
    SALT_EVENT_ROW = 16
};

/* Kinds of things that commands, events and refusals speak about. */
enum {
    SALT_CARD = THING_GAME,
    SALT_PILE, /* 1 left, 2 right */
    SALT_COLOUR,
    SALT_PHASE,  /* phase + 1 */
    SALT_MODE,   /* 1 Stop, 2 Last Chance */
    SALT_REASON, /* why a round ended */
    SALT_EFFECT, /* ability of a pair */
    SALT_PEPPER  /* event card of Extra Pepper */
};

enum {
#define ACTION(name, ...) SALT_DO_##name,
#include "games/sea-salt/actions.def"
#undef ACTION
    SALT_ACTIONS
};

enum {
    SALT_NO_EVENT,
#define EVENT(name, ...) SALT_EV_##name,
#include "games/sea-salt/events.def"
#undef EVENT
    SALT_EVENTS
};

enum {
    SALT_ERR_FIRST_ = ERR_GAME - 1,
#define ERR(name, ...) SALT_ERR_##name,
#include "games/sea-salt/errors.def"
#undef ERR
    SALT_ERR_END
};

enum {
    SALT_FX_NONE,
#define ABILITY(name, ...) SALT_FX_##name,
#include "games/sea-salt/abilities.def"
#undef ABILITY
    SALT_ABILITIES
};

typedef enum {
    SALT_DRAW,
    SALT_PAIR,
    SALT_DECLARE,
    SALT_SHOWING, /* a declaration is being shown; clients hold it for three seconds */
    SALT_ROUND_END,
    SALT_OVER,
    SALT_PHASES
} SaltPhase;

enum { SALT_STOP = 1, SALT_LAST_CHANCE = 2 };

enum {
    SALT_BY_STOP = 1,
    SALT_BY_LAST_CHANCE,
    SALT_BY_EXHAUSTION, /* nothing left to draw: scored like Stop, without a declarer */
    SALT_BY_VOID,       /* deck empty and nobody called: no points */
    SALT_BY_MERMAIDS,
    SALT_BY_POINTS, /* game only: somebody reached the target */
    SALT_REASONS
};

/* The twelve event cards of Extra Pepper, in the order of
 * data/sea-salt/extra-pepper.json. */
enum {
    PEPPER_NONE,
    PEPPER_HERMIT_CRAB,
    PEPPER_SUNFISH,
    PEPPER_WATER_RODEO,
    PEPPER_DANCE_OF_SHELLS,
    PEPPER_KRAKEN,
    PEPPER_TORNADO,
    PEPPER_DANCE_OF_MERMAIDS,
    PEPPER_TREASURE_CHEST,
    PEPPER_DIODON_FISH,
    PEPPER_ANGELFISH,
    PEPPER_DOLPHINS,
    PEPPER_CORAL_REEF,
    PEPPER_COUNT
};

/* Options, in the order of salt_options in game.c. */
enum {
    SALT_OPT_PROFILE,
    SALT_OPT_TARGET,
    SALT_OPT_START_HAND,
    SALT_OPT_EXTRA_CAP,
    SALT_OPT_DECLARE_MIN,
    SALT_OPT_MERMAIDS,
    SALT_OPT_EXTRA_SALT,
    SALT_OPT_EXTRA_PEPPER,
    SALT_OPTIONS
};

/* Some of this game's cards; bit = card id. */
typedef struct {
    uint64_t word[2];
} SaltSet;

RULES static inline SaltSet salt_set_none(void)
{
    SaltSet s = {{0, 0}};
    return s;
}

RULES static inline void salt_set_add(SaltSet *s, int card)
{
    s->word[card >> 6] |= (uint64_t)1 << (card & 63);
}

RULES static inline void salt_set_remove(SaltSet *s, int card)
{
    s->word[card >> 6] &= ~((uint64_t)1 << (card & 63));
}

RULES static inline bool salt_set_has(const SaltSet *s, int card)
{
    return s->word[card >> 6] >> (card & 63) & 1;
}

RULES static inline SaltSet salt_set_minus(SaltSet a, SaltSet b)
{
    a.word[0] &= ~b.word[0];
    a.word[1] &= ~b.word[1];
    return a;
}

RULES static inline SaltSet salt_set_both(SaltSet a, SaltSet b)
{
    a.word[0] &= b.word[0];
    a.word[1] &= b.word[1];
    return a;
}

RULES static inline SaltSet salt_set_union(SaltSet a, SaltSet b)
{
    a.word[0] |= b.word[0];
    a.word[1] |= b.word[1];
    return a;
}

/* A set of which one knows that it has none of the cards from 64 on: to count in it is
 * half the work. */
RULES static inline SaltSet salt_set_low(SaltSet s)
{
    s.word[1] = 0;
    return s;
}

RULES static inline bool salt_set_is_empty(SaltSet s)
{
    return !(s.word[0] | s.word[1]);
}

RULES static inline int salt_set_count(SaltSet s)
{
    return bits_count(s.word[0]) + bits_count(s.word[1]);
}

/* Take the smallest card out; the set must not be empty. Written without an index, so
 * that a set being walked stays in registers. */
RULES static inline int salt_set_pop(SaltSet *s)
{
    int card;
    if (s->word[0]) {
        card = bits_first(s->word[0]);
        s->word[0] &= s->word[0] - 1;
    } else {
        card = 64 + bits_first(s->word[1]);
        s->word[1] &= s->word[1] - 1;
    }
    return card;
}

/* Card number n of them, the smallest being 0; there must be so many. */
RULES static inline int salt_set_at(SaltSet s, int n)
{
    const int low = bits_count(s.word[0]);
    return n < low ? bits_at(s.word[0], (uint32_t)n)
                   : 64 + bits_at(s.word[1], (uint32_t)(n - low));
}

/* How a kind of card scores by itself. */
enum { SALT_PAIRING, SALT_COLLECTION, SALT_MULTIPLIER, SALT_SPECIAL };

typedef struct {
    char id[20];
    uint8_t category;
    uint8_t copies;
    uint8_t first_card; /* cards of a kind are neighbours */
    uint8_t target;     /* multipliers: the kind they count */
    uint8_t value;      /* multipliers: points for each */
    uint8_t pad[3];
    uint8_t
        points[SALT_COPIES_MAX + 2]; /* collections: points for 0, 1, 2 ... of them */
} SaltKind;

/* Two kinds that may be played together. */
typedef struct {
    uint8_t kind_a, kind_b;
    uint8_t effect; /* ability; 0: valid, but nothing happens */
    uint8_t event;  /* only while this event card is in force; 0: always */
} SaltPair;

/* Kinds whose pairs are counted together. 'half': any two of a's, or one a with one b.
 * Otherwise one a with one b. */
typedef struct {
    SaltSet a, b;
    uint8_t half;
    uint8_t pad[7];
} SaltPairCount;

typedef struct {
    char id[12];
    uint8_t card_count;     /* of the plain profile */
    uint8_t card_count_max; /* with Extra Salt; the same where it does not exist */
    uint8_t kind_count, colour_count, pair_count, group_count;
    uint8_t mermaid, shell, octopus, starfish, seahorse, jellyfish;
    uint8_t collection_count, multiplier_count;
    uint8_t white;         /* colour */
    uint8_t random_colour; /* colours are dealt at random, once a game */
    uint8_t start_discard; /* face-up cards on each pile when a round starts */
    uint8_t reshuffle;     /* an empty deck is made anew from the piles */
    uint8_t
        void_round; /* deck empty, nobody called: no points. Otherwise as after Stop */
    uint8_t pair_bonus;   /* extra points for each pair on the table */
    uint8_t white_counts; /* white is a colour for Mermaids and the bonus */
    uint8_t lost_bet_all; /* a lost bet gives the others cards and colour, not cards
                             alone */
    uint8_t steal_public; /* everybody learns which card was stolen */
    uint8_t declarer_first, shared_win; /* how a tie at the top is broken */
    uint8_t declare_min, mermaids_to_win, extra_cap, start_hand;
    uint8_t auto_target[SEATS_MAX + 1];
    uint8_t pad[4];
    SaltKind kind[SALT_KINDS_MAX + 1];
    SaltPair pair[SALT_PAIRS_MAX];
    SaltPairCount group[SALT_SETS_MAX];
    SaltSet kind_cards[SALT_KINDS_MAX + 1];
    uint8_t collection[SALT_SETS_MAX],
        multiplier[SALT_SETS_MAX]; /* kinds of that category */
    SaltSet multipliers, pairing;  /* cards of that category */
    SaltSet collector; /* cards the Seahorse may stand in for, and itself: what Dolphins
                          like */
    uint8_t kind_of[SALT_CARDS_MAX + 1];
    uint8_t colour_of[SALT_CARDS_MAX + 1]; /* printed; 0 where dealt at random */
    uint8_t
        pool[SALT_COLOURS_MAX + 1]; /* how many cards of each colour are dealt out */
    char colour_id[SALT_COLOURS_MAX + 1][16];
    char card_id[SALT_CARDS_MAX + 1][24];
} SaltProfile;

typedef struct {
    SaltProfile profile[SALT_PROFILES_MAX];
    char pepper_id[PEPPER_COUNT][20];
    uint8_t
        pepper_most[PEPPER_COUNT]; /* goes to whoever has most points, else fewest */
    uint8_t pad[11];
} SaltCatalog;

typedef struct {
    uint8_t thief, victim; /* seat + 1; thief 0: empty line */
    uint8_t pair;          /* a card of the pair that did it */
    uint8_t card;          /* 0 where the viewer may not know */
} SaltSteal;

typedef struct {
    /* The table: everything events change. */
    SaltSet hand[SEATS_MAX];
    SaltSet played[SEATS_MAX];
    uint8_t next[SALT_CARDS_MAX + 1]; /* in deck and piles the card below; in a played
                                         pair the partner */
    uint8_t colour[(SALT_CARDS_MAX + 1) / 2]; /* two to a byte; see salt_colour() */
    int16_t total[SEATS_MAX];
    int16_t last_round[SEATS_MAX]; /* points of the round settled last */
    uint16_t round;
    uint8_t hand_count[SEATS_MAX];
    SaltSteal steal[SALT_STEALS_MAX];
    uint8_t profile, players, phase,
        viewer; /* viewer: 0 everything is here, else seat + 1 or SEAT_NONE */
    uint8_t seat, starter, declarer,
        mode; /* whose turn; declarer SEAT_NONE: nobody yet */
    uint8_t declare_score, extra_queued, extra_granted, locked; /* locked: bit a seat */
    uint8_t deck_top, deck_count, pile_top[2], pile_count[2];
    uint8_t look[SALT_LOOK_MAX],
        look_count; /* cards taken from the deck, not yet in hand */
    uint8_t target, start_hand, extra_cap, declare_min, mermaids_to_win;
    uint8_t card_count, pepper_on, winners, jellied;
    uint8_t reef[SEATS_MAX], reef_seats; /* a Shell laid face down; bit a seat */
    uint8_t event, event_of[SEATS_MAX], event_deck[PEPPER_COUNT - 1], event_count;
    uint8_t pad[4];
    /* The machine: how the rules go on from here. */
    Rng rng;
    Prompt prompt;
    Fx fx[SALT_FX_MAX];
    uint8_t fx_depth;
    uint8_t turn_ending; /* the turn ends once the effects are done */
    uint8_t pad_machine[6];
} SaltState;

static_assert(sizeof(SaltState) <= 512, "Sea Salt fits in eight cache lines");

/* The pair a rule works with: the state, changed through events, and what nobody
 * changes. */
typedef struct {
    SaltState *state;
    const SaltCatalog *catalog;
    const SaltProfile *profile;
    EventLog *log; /* NULL: nobody listens */
    bool defers;   /* a round that is over waits for salt_run() to be settled */
} Salt;

/* What the cards of one seat are worth. */
typedef struct {
    int collection, pair_base, pair_bonus, multiplier, mermaid;
    int cards;  /* the sum of the above: the card score */
    int colour; /* the colour bonus, never part of the card score */
} SaltScore;

RULES static inline Event salt_event(int type, int seat, int a, int b, int n)
{
    return event_make(type, seat, a, b, 0, n);
}

/* Two colours share a byte; ids stay below 16. */
RULES static inline int salt_colour(const SaltState *s, int card)
{
    return s->colour[card >> 1] >> ((card & 1) * 4) & 15;
}

/* An event card is in force for everybody while it is turned up, afterwards for its
 * owner. */
RULES static inline bool salt_has_event(const SaltState *s, int seat, int event)
{
    return s->pepper_on && (s->event == event || s->event_of[seat] == event);
}

RULES static inline int salt_next_seat(const SaltState *s, int seat)
{
    const int next = seat + 1;
    return next &
           -(next != s->players); /* without a jump: whose turn is hard to guess */
}

/* How many Mermaids in hand win the game at once. */
RULES static inline int salt_mermaids_needed(const SaltState *s, int seat)
{
    const bool dance = salt_has_event(s, seat, PEPPER_DANCE_OF_MERMAIDS);
    return dance && s->mermaids_to_win > 3 ? 3 : s->mermaids_to_win;
}

/* The cards of a hand, for whoever listens; how many. */
RULES static inline uint16_t salt_told_hand(const Salt *g, int seat, uint8_t *list)
{
    uint16_t count = 0;
    SaltSet cards = g->log ? g->state->hand[seat] : salt_set_none();
    while (!salt_set_is_empty(cards))
        list[count++] = (uint8_t)salt_set_pop(&cards);
    return count;
}

RULES Salt salt_table(const SaltCatalog *catalog, SaltState *state, EventLog *log);
RULES void salt_colour_set(SaltState *s, int card, int colour);

/* flow.c - how a game, a round and a turn go. */
RULES void salt_open(const SaltCatalog *catalog, const Setup *setup, SaltState *state);
RULES void salt_begin(Salt *g);
RULES void salt_execute(Salt *g, const Command *c);
RULES int salt_roll(Salt *g, Rng *rng, int steps); /* see Game.roll */
RULES void salt_draw_to_hand(Salt *g, int seat);
RULES void salt_look(Salt *g, int seat, int count);
RULES void salt_lock(Salt *g, int seat);
RULES void salt_start_round(Salt *g, int starter);
RULES void salt_phase(Salt *g, int phase);
RULES void salt_turn_over(Salt *g);

/* legal.c - what may be done now, and why something else may not. */
RULES void salt_legal(const Salt *g, Moves *moves);
/* Of these the pairs, trios and reefs: how many, and number n. */
RULES int salt_count_plays(const Salt *g);
RULES Command salt_play_at(const Salt *g, int n);
/* Sources to draw from: bit 0 the deck, then the piles. */
RULES int salt_sources(const Salt *g);
RULES Err salt_validate(const Salt *g, const Command *c, Quote *quote);
RULES int salt_to_act(const SaltState *s);
RULES bool salt_can_draw(const Salt *g);
RULES const SaltPair *salt_find_pair(const Salt *g, int seat, int card_a, int card_b);
RULES int salt_forced_pile(
    const SaltState *s); /* the pile a discard must go to; 0: free choice */
RULES int salt_declare_min(const SaltState *s, int seat);

/* effects.c - what pairs and event cards do. */
RULES void salt_push(Salt *g, int ability, int seat, int source);
RULES void salt_run(Salt *g);
RULES CardSet salt_choices(const Salt *g, const Fx *fx, int action);
RULES int salt_question(int ability, int step);
RULES bool salt_asks_again(const Salt *g);

/* score.c - what cards are worth. */
RULES SaltScore salt_score(const Salt *g, int seat);
RULES SaltScore salt_score_parts(const Salt *g,
                                 int seat); /* all but the colour bonus */
RULES int salt_card_score(const Salt *g, int seat);
RULES bool salt_can_declare(const Salt *g, int seat);

/* settle.c - how a round is settled, and who wins the game. */
RULES void salt_settle(Salt *g, int reason);
RULES bool salt_share_out(const Salt *g, int reason, const SaltScore *score,
                          int *points);
RULES int salt_winners(const Salt *g, int after);
RULES int salt_mermaids_at(const Salt *g);
RULES bool salt_mermaids_win(Salt *g);
RULES void salt_hand_out_event(Salt *g, int *rival);

/* reduce.c - the only code that writes the table; see also reduce.h. */
RULES void salt_reduce(const SaltCatalog *catalog, SaltState *state, const Event *event,
                       const uint8_t *list);

/* view.c - what one player may know, and a full table that fits it. */
RULES void salt_redact(const Salt *g, int viewer, SaltState *view);
/* A move as the other seats see it made: what is discarded, not what is kept. */
RULES Command salt_seen(const SaltState *s, const Command *c);
RULES void salt_determinize(const SaltCatalog *catalog, const SaltState *view, Rng *rng,
                            SaltState *state);

/* check.c - whether a table is possible: NULL, or what is wrong. */
RULES const char *salt_check(const Salt *g);

/* value.c - how well a seat stands, from what its view shows. */
RULES int32_t salt_value(const Salt *g, int seat);

/* encode.c - the game as numbers for programs that learn; see encode.def. */
enum { SALT_AT_VERSION = 1 };

RULES int salt_pair_places(const SaltProfile *p); /* of all pairs there can be */
RULES int salt_action_index(const Salt *g, const Command *c);
RULES bool salt_action_at(const Salt *g, int index, Command *c);
RULES int salt_legal_mask(const Salt *g, uint64_t *mask);
RULES void salt_observe(const Salt *view, int seat, uint8_t *out);
