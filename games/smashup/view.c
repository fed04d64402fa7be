/* view.c - what one player may know of Smash Up, and a full table that fits it. */
#include "games/smashup/words.h"

enum {
    DOMAIN_PUBLIC,
    DOMAIN_SHOWN, /* public, and asked for what the player sees meanwhile */
    DOMAIN_HAND,
    DOMAIN_NO_MINIONS,
    DOMAIN_HAND_MINIONS_HERE,
    DOMAIN_HAND_MINIONS_NOW,
    DOMAIN_HAND_MINIONS_ALIKE,
    DOMAIN_HAND_ACTIONS_NOW,
    DOMAIN_HAND_SAME_NAME, /* minions, somewhere */
    DOMAIN_HAND_SAME_NAME_HERE,
    DOMAIN_HAND_MADNESS,
    DOMAIN_OWN_MADNESS, /* in the hand and in the discard pile */
    DOMAIN_SPECIALS,
    DOMAIN_THEIR_MINIONS,
    DOMAIN_DECK_ACTIONS,
    DOMAIN_DECK_CARDS,
    DOMAIN_DECK_SAME_NAME,
    DOMAIN_DECK_MINIONS_HERE,
    DOMAIN_LOOK_BASES
};

RULES static int su_domain_of(int say)
{
    switch (say) {
#define ASKS(name, word, domain) \
    case SAY_##name:             \
        return DOMAIN_##domain;
#include "games/smashup/asks.def"
#undef ASKS
    default:
        return DOMAIN_PUBLIC;
    }
}

/* Whether the options of a question are hidden cards. */
RULES static bool su_is_secret(int say)
{
    return su_domain_of(say) > DOMAIN_SHOWN;
}

RULES static CardSet su_minions_here(const Su *g, int seat, Id base)
{
    const CardSet hand = only_minions(g, g->state->hand[seat]);
    CardSet set = set_none();
    SET_EACH (card, &hand)
        if (!su_is_forbidden(g, seat, card, base, 0))
            set_add(&set, card);
    return set;
}

/* Minions of the hand an extra play with limits takes, somewhere. */
RULES static CardSet su_minions_now(const Su *g, int seat, const Fx *fx)
{
    const CardSet hand =
        set_union(only_minions(g, g->state->hand[seat]), standing_in(g, seat));
    CardSet set = set_none();
    SET_EACH (card, &hand) {
        const CardSet bases = bases_to_play(g, seat, card);
        SET_EACH (base, &bases)
            if ((!fx->base || fx->base == base) &&
                su_fits(g, seat, card, base, fx->count, fx->other))
                set_add(&set, card);
    }
    return set;
}

/* The same for one that is like another, where there is one. */
RULES static CardSet su_minions_alike(const Su *g, int seat, const Fx *fx)
{
    const CardSet some = playable(g, seat, only_minions(g, g->state->hand[seat]));
    return fx->other ? of_name(g, some, fx->other) : some;
}

RULES static CardSet su_actions_now(const Su *g, int seat)
{
    const CardSet hand = only_actions(g, g->state->hand[seat]);
    CardSet set = set_none();
    if (su_extras_spent(g, seat))
        return set;
    SET_EACH (card, &hand) {
        const SuDef *def = su_def(g, card);
        const CardSet targets = def->on ? su_targets(g, seat, card) : set_one(1);
        if (!(g->state->asleep >> seat & 1) && !set_is_empty(&targets) &&
            su_has_needs(g, seat, card, 0) &&
            (def->type != SU_SPECIAL || (def->whens >> WHEN_played & 1)))
            set_add(&set, card);
    }
    return set;
}

RULES static CardSet su_deck_set(const SuState *s, int seat)
{
    CardSet set = set_none();
    for (int card = s->deck_top[seat]; card; card = s->card[card].at)
        set_add(&set, (Id)card);
    return set;
}

/* Minions of a deck, small enough, that can be played there. */
RULES static CardSet su_seeds(const Su *g, int seat, Id base, int power_max)
{
    const CardSet deck = only_minions(g, su_deck_set(g->state, seat));
    CardSet set = set_none();
    if (su_slot(g->state, base) < 0)
        return set;
    SET_EACH (card, &deck)
        if (printed_power(g, card) <= power_max &&
            !su_is_forbidden(g, seat, card, base, 0))
            set_add(&set, card);
    return set;
}

RULES static CardSet su_looked_bases(const SuState *s)
{
    CardSet set = set_none();
    for (int i = 0; i < s->look_base_count; i++)
        set_add(&set, s->look_base[i]);
    return set;
}

RULES static bool su_has_minion(const Su *g, int seat)
{
    const CardSet minions = only_minions(g, g->state->hand[seat]);
    return !set_is_empty(&minions);
}

/* The options of a question about hidden cards, from the table and the frame alone. */
RULES static CardSet su_hidden_options(const Su *g, int say, int who, const Fx *fx)
{
    const SuState *s = g->state;
    switch (su_domain_of(say)) {
    case DOMAIN_HAND:
        return s->hand[who];
    case DOMAIN_NO_MINIONS:
        return su_has_minion(g, who) ? set_none() : choices(CHOICE_YES, 0, 0);
    case DOMAIN_HAND_MINIONS_HERE:
        return su_minions_here(g, who, fx->base);
    case DOMAIN_HAND_MINIONS_NOW:
        return su_minions_now(g, who, fx);
    case DOMAIN_HAND_MINIONS_ALIKE:
        return su_minions_alike(g, who, fx);
    case DOMAIN_HAND_ACTIONS_NOW:
        return su_actions_now(g, who);
    case DOMAIN_HAND_SAME_NAME:
        return of_name(g, playable(g, who, only_minions(g, s->hand[who])), fx->other);
    case DOMAIN_HAND_SAME_NAME_HERE:
        return of_name(g, su_minions_here(g, who, fx->base), fx->other);
    case DOMAIN_HAND_MADNESS:
        return only_madness(g, s->hand[who]);
    case DOMAIN_OWN_MADNESS:
        return only_madness(g, set_union(s->hand[who], s->discard[who]));
    case DOMAIN_SPECIALS:
        return su_specials(g, who);
    case DOMAIN_THEIR_MINIONS:
        return only_minions(g, s->hand[fx->other - 1]);
    case DOMAIN_DECK_ACTIONS:
        return only_actions(g, su_deck_set(s, who));
    case DOMAIN_DECK_CARDS:
        return su_deck_set(s, who);
    case DOMAIN_DECK_SAME_NAME:
        return of_name(g, su_deck_set(s, who), fx->card);
    case DOMAIN_DECK_MINIONS_HERE:
        return su_seeds(g, who, fx->base, fx->count);
    default:
        return su_looked_bases(s);
    }
}

RULES bool ask(Su *g, Fx *fx, int action, int may, int say, CardSet options)
{
    ASSERT(!su_is_secret(say));
    if (!may && su_domain_of(say) != DOMAIN_SHOWN && set_count(&options) == 1) {
        fx->answer = set_next(&options, 0);
        return false;
    }
    return prompt_open(&g->state->prompt, fx->who, action, may, say, fx->source,
                       &options);
}

RULES bool ask_hidden(Su *g, const Fx *fx, int action, int may, int say)
{
    ASSERT(su_is_secret(say));
    const CardSet options = su_hidden_options(g, say, fx->who, fx);
    return prompt_open(&g->state->prompt, fx->who, action, may, say, fx->source,
                       &options);
}

/* Hiding. */

RULES static void su_hide_card(SuState *v, int card)
{
    memset(&v->card[card], 0, sizeof v->card[card]);
}

/* What a view tells of who knows a card: all do, or its viewer does. */
RULES static uint8_t su_knowledge(int note, int knower)
{
    return (uint8_t)(note == SU_KNOWN_TO_ALL ? note : note & knower);
}

RULES static void su_hide_hand(SuState *v, int seat, int viewer, int knower)
{
    const CardSet hand = v->hand[seat];
    SET_EACH (card, &hand) {
        SuCard *c = &v->card[card];
        c->note = su_knowledge(c->note, seat == viewer ? 0 : knower);
        if (seat == viewer || c->note)
            continue;
        su_hide_card(v, card);
        set_remove(&v->hand[seat], card);
    }
}

/* Cards known from the top of a deck down, and from its bottom up. What lies between
 * two unknown ones is not shown until it comes to an end. */
RULES static CardSet su_known_ends(const SuState *s, int seat, int knower)
{
    CardSet ends = set_none(), last = set_none();
    int card = s->deck_top[seat];
    for (; card && (s->card[card].note & knower); card = s->card[card].at)
        set_add(&ends, (Id)card);
    if (!(s->card[s->deck_bottom[seat]].note & knower))
        return ends;
    for (; card; card = s->card[card].at) {
        if (!(s->card[card].note & knower))
            last = set_none();
        else
            set_add(&last, (Id)card);
    }
    return set_union(ends, last);
}

/* The first card of a deck and what follows, as far as it is known. */
RULES static void su_cut_deck(SuState *v, int seat, const CardSet *ends, int knower)
{
    if (!set_has(ends, v->deck_top[seat]))
        v->deck_top[seat] = 0;
    if (!set_has(ends, v->deck_bottom[seat]))
        v->deck_bottom[seat] = 0;
    SET_EACH (card, ends) {
        SuCard *c = &v->card[card];
        c->note = su_knowledge(c->note, knower);
        if (!set_has(ends, c->at))
            c->at = 0;
    }
}

/* Which cards are in a deck cannot be guessed, so nothing here depends on it by a jump.
 */
RULES static void su_hide_zone(SuCard *card, int count)
{
    for (int i = 0; i < count; i++) {
        uint64_t bytes;
        memcpy(&bytes, &card[i], sizeof bytes);
        bytes &= card[i].zone == SU_IN_DECK ? 0 : ~(uint64_t)0;
        memcpy(&card[i], &bytes, sizeof bytes);
    }
}

static_assert(sizeof(SuCard) == sizeof(uint64_t), "a card is one word");

RULES static void su_hide_decks(SuState *v, int knower)
{
    CardSet ends[SEATS_MAX], all = set_none();
    SuCard kept[SU_CARDS_MAX];
    int count = 0;
    for (int seat = 0; seat < v->players; seat++) {
        ends[seat] = su_known_ends(v, seat, knower);
        all = set_union(all, ends[seat]);
    }
    SET_EACH (card, &all)
        kept[count++] = v->card[card];
    su_hide_zone(&v->card[1], su_card_count(v));
    count = 0;
    SET_EACH (card, &all)
        v->card[card] = kept[count++];
    for (int seat = 0; seat < v->players; seat++)
        su_cut_deck(v, seat, &ends[seat], knower);
}

RULES static void su_hide_bases(SuState *v, int viewer)
{
    const bool knows = v->bases_known_to && v->bases_known_to == viewer + 1;
    const int first = knows ? v->base_deck_count - v->bases_known : v->base_deck_count;
    memset(v->base_deck, 0, (size_t)first);
}

RULES void su_redact(const Su *g, int viewer, SuState *v)
{
    const uint8_t as = (uint8_t)(viewer == SEAT_NONE ? (int)SEAT_NONE : viewer + 1);
    const int knower = 1 << (viewer == SEAT_NONE ? (int)SEATS_MAX : viewer);
    if (v != g->state)
        *v = *g->state;
    if (v->viewer == as)
        return;
    v->viewer = as;
    v->rng.state = 0;
    for (int seat = 0; seat < v->players; seat++)
        su_hide_hand(v, seat, viewer, knower);
    su_hide_decks(v, knower);
    su_hide_bases(v, viewer);
    if (v->look_seat && v->look_seat != viewer + 1)
        for (int i = 0; i < v->look_count; i++) {
            if (su_owner(v, v->look[i]) != v->look_seat - 1)
                continue; /* of another's deck, revealed to all before */
            su_hide_card(v, v->look[i]);
            v->look[i] = 0;
        }
    if (!prompt_is_open(&v->prompt) || v->prompt.seat == viewer)
        return;
    memset(v->look_base, 0, sizeof v->look_base);
    if (su_is_secret(v->prompt.say))
        v->prompt.options = set_none();
}

/* Filling in. */

/* Cards of one owner whose place the view does not show, in some order. */
typedef struct {
    uint8_t card[SU_CARDS_MAX];
    int count;
} SuPool;

RULES static void su_find_pool(const SuState *s, int seat, Rng *rng, SuPool *pool)
{
    pool->count = 0;
    for (int card = 1; card <= su_card_count(s); card++)
        if (s->card[card].zone == SU_NOWHERE && su_owner(s, card) == seat)
            pool->card[pool->count++] = (uint8_t)card;
    rng_shuffle(rng, pool->card, pool->count);
}

/* The first of those known to be at the bottom of a deck; 0: none, or all of it is
 * known.
 */
RULES static int su_known_tail(const SuState *view, int seat)
{
    CardSet tail = set_none(), below = set_none();
    if (!view->deck_bottom[seat])
        return 0;
    for (int card = 1; card <= su_card_count(view); card++)
        if (view->card[card].zone == SU_IN_DECK && view->card[card].seat == seat) {
            set_add(&tail, (Id)card);
            set_add(&below, view->card[card].at);
        }
    for (int card = view->deck_top[seat]; card; card = view->card[card].at)
        set_remove(&tail, (Id)card);
    tail = set_minus(tail, below);
    return set_next(&tail, 0);
}

/* A deck: what is known of its top, the rest of the pool, what is known of its bottom.
 */
RULES static void su_fill_deck(SuState *s, const SuState *view, int seat,
                               const SuPool *pool, int used)
{
    int next = su_known_tail(view, seat), bottom = next ? view->deck_bottom[seat] : 0;
    for (int i = pool->count - 1; i >= used; i--) {
        SuCard *c = &s->card[pool->card[i]];
        memset(c, 0, sizeof *c);
        c->zone = SU_IN_DECK;
        c->seat = (uint8_t)seat;
        c->at = (uint8_t)next;
        next = pool->card[i];
        bottom = bottom ? bottom : next;
    }
    int above = view->deck_top[seat];
    while (above && view->card[above].at)
        above = view->card[above].at;
    if (above)
        s->card[above].at = (uint8_t)next;
    s->deck_top[seat] = (uint8_t)(above ? view->deck_top[seat] : next);
    s->deck_bottom[seat] = (uint8_t)(bottom ? bottom : above);
}

/* Hidden cards in hand first, then those looked at, the rest is the deck. */
RULES static void su_fill_seat(SuState *s, const SuState *view, int seat,
                               const SuPool *pool)
{
    int used = 0;
    const int hidden = s->hand_count[seat] - set_count(&view->hand[seat]);
    s->hand[seat] = view->hand[seat];
    for (; used < hidden && used < pool->count; used++) {
        SuCard *c = &s->card[pool->card[used]];
        memset(c, 0, sizeof *c);
        c->zone = SU_IN_HAND;
        c->seat = (uint8_t)seat;
        set_add(&s->hand[seat], pool->card[used]);
    }
    for (int i = 0; i < s->look_count && s->look_seat == seat + 1; i++)
        if (!view->look[i] && used < pool->count) {
            SuCard *c = &s->card[pool->card[used]];
            memset(c, 0, sizeof *c);
            c->zone = SU_LOOKED_AT;
            c->seat = (uint8_t)seat;
            s->look[i] = pool->card[used++];
        }
    su_fill_deck(s, view, seat, pool, used);
}

/* Bases nobody sees: in the deck, or before another player's eyes. */
RULES static void su_fill_bases(const Su *g, Rng *rng)
{
    SuState *s = g->state;
    uint8_t list[SU_BASES_MAX + 1], pool[SU_BASES_MAX + 1];
    int count = 0;
    CardSet seen = set_union(bases_in_play(g), su_looked_bases(s));
    for (int i = 0; i < s->base_deck_count; i++)
        set_add(&seen, s->base_deck[i]);
    const int there = su_bases_of_game(g, list);
    for (int i = 0; i < there; i++)
        if (!set_has(&seen, list[i]) && !(s->base_discard >> list[i] & 1))
            pool[count++] = list[i];
    rng_shuffle(rng, pool, count);
    for (int i = 0; i < s->look_base_count; i++)
        if (!s->look_base[i] && count > 0)
            s->look_base[i] = pool[--count];
    for (int i = 0; i < s->base_deck_count && count > 0; i++)
        if (!s->base_deck[i])
            s->base_deck[i] = pool[--count];
}

/* Whose hidden cards the open question is about. */
RULES static int su_asked_about(const SuState *s)
{
    const Fx *fx = &s->fx[s->fx_depth - 1];
    return su_domain_of(s->prompt.say) == DOMAIN_THEIR_MINIONS ? fx->other - 1
                                                               : s->prompt.seat;
}

RULES static void su_swap(SuPool *pool, int one, int other)
{
    const uint8_t card = pool->card[one];
    pool->card[one] = pool->card[other];
    pool->card[other] = card;
}

/* The first 'count' of the pool are to be no minions. */
RULES static void su_actions_first(const Su *g, SuPool *pool, int count)
{
    int action = count;
    for (int i = 0; i < count; i++) {
        if (!is_minion(g, pool->card[i]))
            continue;
        while (action < pool->count && is_minion(g, pool->card[action]))
            action++;
        if (action < pool->count)
            su_swap(pool, i, action);
    }
}

/* A question that was put had an answer: cards change places until there is one. */
RULES static void su_fill_prompt(const Su *g, const SuState *view, SuPool *pool)
{
    SuState *s = g->state;
    Prompt *p = &s->prompt;
    const Fx *fx = fx_top(g);
    const int seat = su_asked_about(s), domain = su_domain_of(p->say);
    p->options = su_hidden_options(g, p->say, p->seat, fx);
    if (domain == DOMAIN_SPECIALS || domain == DOMAIN_LOOK_BASES)
        return;
    const int hidden = s->hand_count[seat] - set_count(&view->hand[seat]);
    if (domain == DOMAIN_NO_MINIONS) {
        su_actions_first(g, pool, hidden);
        su_fill_seat(s, view, seat, pool);
        p->options = su_hidden_options(g, p->say, p->seat, fx);
        return;
    }
    const bool hand = domain <= DOMAIN_THEIR_MINIONS;
    const int from = hand ? hidden : 0, to = hand ? pool->count : hidden;
    const int at = hand ? 0 : hidden;
    for (int i = from; i < to && at < pool->count && set_is_empty(&p->options); i++) {
        su_swap(pool, at, i);
        su_fill_seat(s, view, seat, pool);
        p->options = su_hidden_options(g, p->say, p->seat, fx);
    }
}

RULES void su_determinize(const SuCatalog *catalog, const SuState *view, Rng *rng,
                          SuState *state)
{
    SuPool pool, asked;
    *state = *view;
    const Su g = su_table(catalog, state, NULL);
    state->rng.state = rng_next(rng);
    if (!view->viewer)
        return;
    const bool hidden = prompt_is_open(&view->prompt) &&
                        su_is_secret(view->prompt.say) &&
                        view->viewer != view->prompt.seat + 1;
    asked.count = 0;
    for (int seat = 0; seat < state->players; seat++) {
        su_find_pool(view, seat, rng, &pool);
        if (view->deck_count[seat] || view->hand_count[seat])
            su_fill_seat(state, view, seat, &pool);
        if (hidden && su_asked_about(view) == seat)
            asked = pool;
    }
    if (view->base[0].id)
        su_fill_bases(&g, rng);
    if (hidden)
        su_fill_prompt(&g, view, &asked);
    state->viewer = 0;
}
