/* hooks.h - where the rules ask the sets that are in play.
 *
 * A set answers only at the places it names in sets.h. One that is built in but not in
 * play costs the look at a bit, and with none built in nothing is left of all this.
 * Where a hook has a Duel that is not const it may emit events and push abilities,
 * which are done before play goes on. */
#pragma once

/* The places: the hooks of a set are a sum of these. */
enum {
    DUEL_ON_BEGIN = 1 << 0,
    DUEL_ON_AGE = 1 << 1,
    DUEL_ON_REVEALED = 1 << 2,
    DUEL_ON_BUILT = 1 << 3,
    DUEL_ON_SHIELDS = 1 << 4,
    DUEL_ON_TERMS = 1 << 5,
    DUEL_ON_CHAIN = 1 << 6,
    DUEL_ON_MOVES = 1 << 7,
    DUEL_ON_VALIDATE = 1 << 8,
    DUEL_ON_TURN = 1 << 9,
    DUEL_ON_SCORE = 1 << 10,
    DUEL_ON_REDUCE = 1 << 11,
    DUEL_ON_REDACT = 1 << 12,
    DUEL_ON_DETERMINIZE = 1 << 13,
    DUEL_ON_OBSERVE = 1 << 14,
    DUEL_ON_CHECK = 1 << 15,
    DUEL_ON_UNCOVERED = 1 << 16,
    DUEL_ON_PRICE = 1 << 17,
    DUEL_ON_PAY = 1 << 18,
    DUEL_ON_MOVED = 1 << 19,
    DUEL_ON_SETTLE = 1 << 20,
    DUEL_ON_LOOTED = 1 << 21,
};

/* What a set may define, as far as it says so; what each is for is said below. */
#define SET_HOOKS(name, ...)                                                         \
    RULES void duel_##name##_begin(Duel *g);                                         \
    RULES void duel_##name##_age(Duel *g);                                           \
    RULES void duel_##name##_uncovered(Duel *g, int slot);                           \
    RULES void duel_##name##_revealed(Duel *g, int slot);                            \
    RULES void duel_##name##_built(Duel *g, int seat, int piece);                    \
    RULES void duel_##name##_shields(const Duel *g, int seat, int *shields);         \
    RULES void duel_##name##_terms(const Duel *g, int seat, DuelTerms *terms);       \
    RULES void duel_##name##_moved(Duel *g, int seat, int wanted, int spaces);       \
    RULES bool duel_##name##_chain(const Duel *g, int seat, int card,                \
                                   const DuelTerms *terms);                          \
    RULES void duel_##name##_price(const Duel *g, int seat, int id,                  \
                                   const DuelTerms *terms, DuelPrice *price);        \
    RULES void duel_##name##_pay(Duel *g, int seat, int coins);                      \
    RULES void duel_##name##_looted(Duel *g, int seat, int side, int tokens_hit);    \
    RULES void duel_##name##_settle(Duel *g);                                        \
    RULES void duel_##name##_moves(const Duel *g, Moves *moves);                     \
    RULES int duel_##name##_count(const Duel *g);                                    \
    RULES Command duel_##name##_at(const Duel *g, int n);                            \
    RULES Err duel_##name##_validate(const Duel *g, const Command *c, Quote *quote); \
    RULES bool duel_##name##_turn(Duel *g, const Command *c);                        \
    RULES void duel_##name##_score(const Duel *g, int seat, DuelScore *score);       \
    RULES void duel_##name##_reduce(const DuelCatalog *catalog, DuelState *s,        \
                                    const Event *event, const uint8_t *list);        \
    RULES void duel_##name##_redact(const DuelCatalog *catalog, DuelState *view,     \
                                    int viewer);                                     \
    RULES void duel_##name##_determinize(const DuelCatalog *catalog, Rng *rng,       \
                                         DuelState *s);                              \
    RULES void duel_##name##_observe(const Duel *view, int seat, uint8_t *out);      \
    RULES const char *duel_##name##_check(const Duel *g);
DUEL_EACH_SET(SET_HOOKS, )
#undef SET_HOOKS

/* TELL asks every set that is in play and answers there; TAKE asks until one answers
 * something else than 'none'. */
#define SET_ASKED(name, hooks, place, state) \
    (((hooks) & (place)) && ((state)->sets >> DUEL_SET_##name & 1))
#define SET_TELL(name, Name, hooks, place, hook, state, ...) \
    if (SET_ASKED(name, hooks, place, state))                \
        duel_##name##_##hook(__VA_ARGS__);
#define SET_TAKE(name, Name, hooks, place, hook, state, none, answer, ...) \
    if ((answer) == (none) && SET_ASKED(name, hooks, place, state))        \
        answer = duel_##name##_##hook(__VA_ARGS__);

/* The tokens lie there, and the draft is about to begin. */
RULES static inline void duel_sets_begin(Duel *g)
{
    DUEL_EACH_SET(SET_TELL, DUEL_ON_BEGIN, begin, g->state, g)
    (void)g;
}

/* An age has been laid out, before its first turn. */
RULES static inline void duel_sets_age(Duel *g)
{
    DUEL_EACH_SET(SET_TELL, DUEL_ON_AGE, age, g->state, g)
    (void)g;
}

/* Nothing covers the card in a slot any more, and it is about to be turned up. */
RULES static inline void duel_sets_uncovered(Duel *g, int slot)
{
    DUEL_EACH_SET(SET_TELL, DUEL_ON_UNCOVERED, uncovered, g->state, g, slot)
    (void)g;
    (void)slot;
}

/* The card in a slot has just been turned up. */
RULES static inline void duel_sets_revealed(Duel *g, int slot)
{
    DUEL_EACH_SET(SET_TELL, DUEL_ON_REVEALED, revealed, g->state, g, slot)
    (void)g;
    (void)slot;
}

/* A card, a wonder or a token has come into a city, and its effects are under way. */
RULES static inline void duel_sets_built(Duel *g, int seat, int piece)
{
    DUEL_EACH_SET(SET_TELL, DUEL_ON_BUILT, built, g->state, g, seat, piece)
    (void)g;
    (void)seat;
    (void)piece;
}

/* How far the pawn goes for a player's shields: change it in place. */
RULES static inline void duel_sets_shields(const Duel *g, int seat, int *shields)
{
    DUEL_EACH_SET(SET_TELL, DUEL_ON_SHIELDS, shields, g->state, g, seat, shields)
    (void)g;
    (void)seat;
    (void)shields;
}

/* The pawn has gone so many spaces of those it was to go, and has won nothing. */
RULES static inline void duel_sets_moved(Duel *g, int seat, int wanted, int spaces)
{
    DUEL_EACH_SET(SET_TELL, DUEL_ON_MOVED, moved, g->state, g, seat, wanted, spaces)
    (void)g;
    (void)seat;
    (void)wanted;
    (void)spaces;
}

/* Whether military tokens are the sets', and take no coins. */
RULES static inline bool duel_sets_loot(const DuelState *s)
{
    bool taken = false;
#define SET_LOOTS(name, Name, hooks, ...) \
    taken |= ((hooks)&DUEL_ON_LOOTED) && (s->sets >> DUEL_SET_##name & 1);
    DUEL_EACH_SET(SET_LOOTS, )
#undef SET_LOOTS
    (void)s;
    return taken;
}

/* Those that work in a player's favour, of the ones before 'side', bit a token: they
 * lie there until the set takes them away. */
RULES static inline void duel_sets_looted(Duel *g, int seat, int side, int tokens_hit)
{
    DUEL_EACH_SET(SET_TELL, DUEL_ON_LOOTED, looted, g->state, g, seat, side, tokens_hit)
    (void)g;
    (void)seat;
    (void)side;
    (void)tokens_hit;
}

/* What a player makes and pays for units, and what else decides about prices: change it
 * in place. Only of cards and wonders that the terms name are chain and price asked. */
RULES static inline void duel_sets_terms(const Duel *g, int seat, DuelTerms *terms)
{
    DUEL_EACH_SET(SET_TELL, DUEL_ON_TERMS, terms, g->state, g, seat, terms)
    (void)g;
    (void)seat;
    (void)terms;
}

/* What a piece costs when everything else is worked out: change it in place. */
RULES static inline void duel_sets_price(const Duel *g, int seat, int id,
                                         const DuelTerms *terms, DuelPrice *price)
{
    DUEL_EACH_SET(SET_TELL, DUEL_ON_PRICE, price, g->state, g, seat, id, terms, price)
    (void)g;
    (void)seat;
    (void)id;
    (void)terms;
    (void)price;
}

/* A player is about to pay so many coins. */
RULES static inline void duel_sets_pay(Duel *g, int seat, int coins)
{
    DUEL_EACH_SET(SET_TELL, DUEL_ON_PAY, pay, g->state, g, seat, coins)
    (void)g;
    (void)seat;
    (void)coins;
}

/* A position has been read: what it left out follows from what it said. */
RULES static inline void duel_sets_settle(Duel *g)
{
    DUEL_EACH_SET(SET_TELL, DUEL_ON_SETTLE, settle, g->state, g)
    (void)g;
}

/* A card is free for this player for a reason beside the chain symbols of the city; it
 * counts as a chain. */
RULES static inline bool duel_sets_chain(const Duel *g, int seat, int card,
                                         const DuelTerms *terms)
{
    bool chain = false;
    DUEL_EACH_SET(SET_TAKE, DUEL_ON_CHAIN, chain, g->state, false, chain, g, seat, card,
                  terms)
    (void)g;
    (void)seat;
    (void)card;
    (void)terms;
    return chain;
}

/* Turns that use no card: list them. */
RULES static inline void duel_sets_moves(const Duel *g, Moves *moves)
{
    DUEL_EACH_SET(SET_TELL, DUEL_ON_MOVES, moves, g->state, g, moves)
    (void)g;
    (void)moves;
}

/* The same without a list: how many there are, and number n of them. */
RULES static inline int duel_sets_count(const Duel *g)
{
    int count = 0;
#define SET_COUNTS(name, Name, hooks, ...)               \
    if (SET_ASKED(name, hooks, DUEL_ON_MOVES, g->state)) \
        count += duel_##name##_count(g);
    DUEL_EACH_SET(SET_COUNTS, )
#undef SET_COUNTS
    (void)g;
    return count;
}

RULES static inline Command duel_sets_at(const Duel *g, int n)
{
    int first = 0;
#define SET_AT(name, Name, hooks, ...)                     \
    if (SET_ASKED(name, hooks, DUEL_ON_MOVES, g->state)) { \
        const int count = duel_##name##_count(g);          \
        if (n >= first && n < first + count)               \
            return duel_##name##_at(g, n - first);         \
        first += count;                                    \
    }
    DUEL_EACH_SET(SET_AT, )
#undef SET_AT
    ASSERT(n < first);
    (void)g;
    return command(ACTION_NONE, 0, 0, 0, 0);
}

/* The same, refused or not; ERR_NOT_NOW: it is none of this set's. */
RULES static inline Err duel_sets_validate(const Duel *g, const Command *c,
                                           Quote *quote)
{
    Err err = ERR_NOT_NOW;
    DUEL_EACH_SET(SET_TAKE, DUEL_ON_VALIDATE, validate, g->state, ERR_NOT_NOW, err, g,
                  c, quote)
    (void)g;
    return err == ERR_NOT_NOW ? quote_refuse(quote, ERR_NOT_NOW, c->type, 0, 0) : err;
}

/* The same, taken; false: it is none of this set's. */
RULES static inline bool duel_sets_turn(Duel *g, const Command *c)
{
    bool taken = false;
    DUEL_EACH_SET(SET_TAKE, DUEL_ON_TURN, turn, g->state, false, taken, g, c)
    (void)g;
    (void)c;
    return taken;
}

/* Points of the set's own categories; the total is added up later. */
RULES static inline void duel_sets_score(const Duel *g, int seat, DuelScore *score)
{
    DUEL_EACH_SET(SET_TELL, DUEL_ON_SCORE, score, g->state, g, seat, score)
    (void)g;
    (void)seat;
    (void)score;
}

/* An event of the set's own. */
RULES static inline void duel_sets_reduce(const DuelCatalog *catalog, DuelState *s,
                                          const Event *event, const uint8_t *list)
{
    DUEL_EACH_SET(SET_TELL, DUEL_ON_REDUCE, reduce, s, catalog, s, event, list)
    (void)catalog;
    (void)s;
    (void)event;
    (void)list;
}

/* What only some may know of its part: hide it. */
RULES static inline void duel_sets_redact(const DuelCatalog *catalog, DuelState *view,
                                          int viewer)
{
    DUEL_EACH_SET(SET_TELL, DUEL_ON_REDACT, redact, view, catalog, view, viewer)
    (void)catalog;
    (void)view;
    (void)viewer;
}

/* The same: guess it. */
RULES static inline void duel_sets_determinize(const DuelCatalog *catalog, Rng *rng,
                                               DuelState *s)
{
    DUEL_EACH_SET(SET_TELL, DUEL_ON_DETERMINIZE, determinize, s, catalog, rng, s)
    (void)catalog;
    (void)rng;
    (void)s;
}

/* What 'seat' sees of its part: the numbers of its SEES lines. */
RULES static inline void duel_sets_observe(const Duel *view, int seat, uint8_t *out)
{
    DUEL_EACH_SET(SET_TELL, DUEL_ON_OBSERVE, observe, view->state, view, seat, out)
    (void)view;
    (void)seat;
    (void)out;
}

/* NULL, or what is broken in its part. */
RULES static inline const char *duel_sets_check(const Duel *g)
{
    const char *broken = NULL;
    DUEL_EACH_SET(SET_TAKE, DUEL_ON_CHECK, check, g->state, NULL, broken, g)
    (void)g;
    return broken;
}
