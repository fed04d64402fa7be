/* view.c - what one player may know of Sea Salt & Paper, and a full table that fits it.
 */
#include "games/sea-salt/salt.h"

/* Questions whose options are cards only the asked player sees. */
RULES static bool salt_is_private(int action)
{
    return action == SALT_DO_CRAB_PICK || action == SALT_DO_KEEP_ONE ||
           action == SALT_DO_SWAP_TAKE || action == SALT_DO_SWAP_GIVE;
}

/* Every card whose place the state shows. */
RULES static SaltSet salt_placed(const SaltState *s)
{
    SaltSet cards = salt_set_none();
    for (int seat = 0; seat < s->players; seat++) {
        cards = salt_set_union(cards, salt_set_union(s->hand[seat], s->played[seat]));
        salt_set_add(&cards, s->reef[seat]);
    }
    for (int pile = 0; pile < 2; pile++)
        salt_set_add(&cards, s->pile_top[pile]);
    for (int i = 0; i < s->look_count; i++)
        salt_set_add(&cards, s->look[i]);
    salt_set_remove(&cards, 0);
    return cards;
}

/* Of eight neighbours those whose bit is set stay, without a jump: which cards lie on
 * the table cannot be guessed. */
RULES static void salt_keep_eight(uint8_t *next, uint64_t bits)
{
    uint64_t bytes, kept;
    sees_eight((uint8_t *)&kept, (uint32_t)(bits & 0xff));
    memcpy(&bytes, next, sizeof bytes);
    bytes &= kept * 0xff;
    memcpy(next, &bytes, sizeof bytes);
}

static_assert((SALT_CARDS_MAX + 1) % 8 == 0, "the cards are whole words");

RULES static void salt_hide_cards(SaltState *v, int viewer)
{
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (seat == viewer || (v->locked >> seat & 1))
            continue;
        v->hand[seat] = salt_set_none();
        v->reef[seat] = 0;
    }
    if (viewer != v->seat)
        memset(v->look, 0, sizeof v->look);
    SaltSet on_table = salt_set_none();
    for (int seat = 0; seat < SEATS_MAX; seat++)
        on_table = salt_set_union(on_table, v->played[seat]);
    for (int card = 0; card < (int)sizeof v->next; card += 8)
        salt_keep_eight(&v->next[card], on_table.word[card >> 6] >> (card & 63));
    v->deck_top = 0;
}

RULES static void salt_hide_machine(SaltState *v, int viewer)
{
    v->rng.state = 0;
    if (!v->fx_depth || viewer == v->fx[0].who)
        return;
    v->fx[0].answer = 0;
    v->fx[0].card = 0;
    v->fx[0].dest = 0;
    if (salt_is_private(v->prompt.action))
        v->prompt.options = set_none();
}

/* Which events are left is public, their order is not: show them sorted. */
RULES static void salt_sort_events(SaltState *v)
{
    for (int i = 1; i < v->event_count; i++)
        for (int j = i; j > 0 && v->event_deck[j - 1] > v->event_deck[j]; j--) {
            const uint8_t event = v->event_deck[j];
            v->event_deck[j] = v->event_deck[j - 1];
            v->event_deck[j - 1] = event;
        }
}

RULES void salt_redact(const Salt *g, int viewer, SaltState *v)
{
    if (v != g->state)
        *v = *g->state;
    v->viewer = viewer == SEAT_NONE ? (uint8_t)SEAT_NONE : (uint8_t)(viewer + 1);
    salt_hide_machine(v, viewer);
    salt_hide_cards(v, viewer);
    salt_sort_events(v);
    for (int i = 0; i < SALT_STEALS_MAX && !g->profile->steal_public; i++)
        if (v->steal[i].thief != viewer + 1 && v->steal[i].victim != viewer + 1)
            v->steal[i].card = 0;
}

/* Cards the viewer cannot place, in random order, dealt out from the front. */
typedef struct {
    uint8_t card[SALT_CARDS_MAX];
    int count, used;
} SaltUnknown;

/* What an open question tells the asked player: the whole of a pile, or somebody's
 * hand. */
RULES static void salt_learn_from_prompt(SaltState *s)
{
    const Fx *fx = &s->fx[0];
    if (s->viewer != s->prompt.seat + 1)
        return;
    if (s->prompt.action == SALT_DO_CRAB_PICK) {
        const int pile = fx->base - 1;
        int last = s->pile_top[pile];
        SET_EACH (card, &s->prompt.options)
            if (card != s->pile_top[pile]) {
                s->next[last] = (uint8_t)card;
                last = card;
            }
    } else if (s->prompt.action == SALT_DO_SWAP_TAKE) {
        s->hand[fx->other - 1].word[0] = s->prompt.options.word[0];
        s->hand[fx->other - 1].word[1] = s->prompt.options.word[1];
    } else if (s->prompt.action == SALT_DO_SWAP_GIVE) {
        salt_set_add(&s->hand[fx->other - 1], fx->card);
    }
}

RULES static void salt_find_unknown(const SaltState *s, Rng *rng, SaltUnknown *u)
{
    SaltSet placed = salt_placed(s);
    for (int pile = 0; pile < 2; pile++)
        for (int card = s->pile_top[pile]; card; card = s->next[card])
            salt_set_add(&placed, card);
    u->count = u->used = 0;
    for (int card = 1; card <= s->card_count; card++)
        if (!salt_set_has(&placed, card))
            u->card[u->count++] = (uint8_t)card;
    rng_shuffle(rng, u->card, u->count);
}

RULES static int salt_next_unknown(SaltUnknown *u)
{
    ASSERT(u->used < u->count);
    return u->card[u->used++];
}

/* The next unknown card that is (or is not) of a kind, brought to the front. */
RULES static int salt_next_of_kind(const Salt *g, SaltUnknown *u, int kind, bool is)
{
    for (int i = u->used; i < u->count; i++)
        if ((g->profile->kind_of[u->card[i]] == kind) == is) {
            const uint8_t found = u->card[i];
            u->card[i] = u->card[u->used];
            u->card[u->used] = found;
            break;
        }
    return salt_next_unknown(u);
}

/* A hand that held enough Mermaids would have won: hidden hands stay below. */
RULES static void salt_fill_hand(const Salt *g, SaltUnknown *u, int seat)
{
    SaltState *s = g->state;
    const SaltSet mermaids = g->profile->kind_cards[g->profile->mermaid];
    const int needed = salt_mermaids_needed(s, seat);
    for (int have = salt_set_count(s->hand[seat]); have < s->hand_count[seat]; have++) {
        const int held = salt_set_count(salt_set_both(s->hand[seat], mermaids));
        const int card = held + 1 < needed
                             ? salt_next_unknown(u)
                             : salt_next_of_kind(g, u, g->profile->mermaid, false);
        salt_set_add(&s->hand[seat], card);
    }
}

/* Where the deck is empty the last hands may be left with all the Mermaids: another
 * takes one for a card of its own. 'known' is what is shown of each hand. */
RULES static void salt_spread_mermaids(const Salt *g, const SaltSet *known)
{
    SaltState *s = g->state;
    const SaltSet mermaids = g->profile->kind_cards[g->profile->mermaid];
    for (int i = 0; i < s->players * s->players; i++) {
        const int from = i / s->players, to = i % s->players;
        const SaltSet hidden = salt_set_minus(s->hand[from], known[from]);
        const SaltSet back = salt_set_minus(s->hand[to], known[to]);
        SaltSet gives = salt_set_both(hidden, mermaids);
        SaltSet takes = salt_set_minus(back, mermaids);
        const int held = salt_set_count(salt_set_both(s->hand[from], mermaids));
        const int there = salt_set_count(salt_set_both(s->hand[to], mermaids));
        if (from == to || held < salt_mermaids_needed(s, from) ||
            there + 1 >= salt_mermaids_needed(s, to) || salt_set_is_empty(gives) ||
            salt_set_is_empty(takes))
            continue;
        const int one = salt_set_pop(&gives), other = salt_set_pop(&takes);
        salt_set_remove(&s->hand[from], one);
        salt_set_remove(&s->hand[to], other);
        salt_set_add(&s->hand[from], other);
        salt_set_add(&s->hand[to], one);
    }
}

/* Puts 'card' into a hand in the place of 'old'; the score that makes. */
RULES static int salt_exchange(const Salt *g, int seat, int old, int card)
{
    salt_set_remove(&g->state->hand[seat], old);
    salt_set_add(&g->state->hand[seat], card);
    return salt_card_score(g, seat);
}

/* Whether a hidden hand may hold this one: not the Mermaid that would have won. */
RULES static bool salt_may_hold(const Salt *g, int seat, int old, int card)
{
    const int mermaid = g->profile->mermaid;
    const SaltSet mermaids = g->profile->kind_cards[mermaid];
    const int held = salt_set_count(salt_set_both(g->state->hand[seat], mermaids)) -
                     (g->profile->kind_of[old] == mermaid);
    return g->profile->kind_of[card] != mermaid ||
           held + 1 < salt_mermaids_needed(g->state, seat);
}

/* One hidden card of a hand for each in turn that nobody sees, where it is not worth
 * less. */
RULES static void salt_improve(const Salt *g, int seat, int held, SaltUnknown *u)
{
    int score = salt_card_score(g, seat);
    for (int i = u->used; i < u->count && !salt_can_declare(g, seat); i++) {
        const uint8_t card = u->card[i];
        if (!salt_may_hold(g, seat, held, card))
            continue;
        const int other = salt_exchange(g, seat, held, card);
        if (other < score) {
            salt_exchange(g, seat, card, held);
            continue;
        }
        u->card[i] = (uint8_t)held;
        held = card;
        score = other;
    }
}

/* Whoever is asked whether to call Stop has the points for it. A few passes find a hand
 * of so many, nearly always. */
RULES static void salt_fill_declarer(const Salt *g, const SaltState *view,
                                     SaltUnknown *u)
{
    enum { PASSES = 8 };
    const int seat = view->seat;
    for (int pass = 0; pass < PASSES; pass++) {
        SaltSet hidden = salt_set_minus(g->state->hand[seat], view->hand[seat]);
        while (!salt_set_is_empty(hidden) && !salt_can_declare(g, seat))
            salt_improve(g, seat, salt_set_pop(&hidden), u);
    }
}

RULES static void salt_fill_piles(SaltState *s, SaltUnknown *u)
{
    for (int pile = 0; pile < 2; pile++) {
        int last = s->pile_top[pile], have = last ? 1 : 0;
        for (; last && s->next[last]; last = s->next[last])
            have++;
        for (; have < s->pile_count[pile]; have++) {
            s->next[last] = (uint8_t)salt_next_unknown(u);
            last = s->next[last];
        }
    }
    for (int i = 0; i < s->deck_count; i++) {
        const int card = salt_next_unknown(u);
        s->next[card] = s->deck_top;
        s->deck_top = (uint8_t)card;
    }
}

RULES static void salt_fill_prompt(const Salt *g)
{
    SaltState *s = g->state;
    Fx *fx = &s->fx[0];
    if (!prompt_is_open(&s->prompt) || !set_is_empty(&s->prompt.options))
        return;
    if (s->prompt.action == SALT_DO_SWAP_GIVE) {
        SaltSet cards = s->hand[fx->other - 1];
        fx->card = (Id)salt_set_pop(&cards);
    }
    s->prompt.options = salt_choices(g, fx, s->prompt.action);
}

RULES Command salt_seen(const SaltState *s, const Command *c)
{
    Command made = *c;
    switch (c->type) {
    case SALT_DO_KEEP:
        made.a = s->look[0] == c->a ? s->look[1] : s->look[0];
        break;
    case SALT_DO_CRAB_PICK:
    case SALT_DO_KEEP_ONE:
    case SALT_DO_SWAP_TAKE:
    case SALT_DO_SWAP_GIVE:
    case SALT_DO_LAY_REEF:
        made.a = 0;
        break;
    default:
        break;
    }
    return made;
}

RULES void salt_determinize(const SaltCatalog *catalog, const SaltState *view, Rng *rng,
                            SaltState *state)
{
    SaltUnknown u;
    SaltSet known[SEATS_MAX];
    *state = *view;
    const Salt g = salt_table(catalog, state, NULL);
    state->rng.state = rng_next(rng);
    if (!view->viewer)
        return;
    salt_learn_from_prompt(state);
    salt_find_unknown(state, rng, &u);
    for (int seat = 0; seat < state->players; seat++)
        if ((state->reef_seats >> seat & 1) && !state->reef[seat])
            state->reef[seat] =
                (uint8_t)salt_next_of_kind(&g, &u, g.profile->shell, true);
    memcpy(known, state->hand, sizeof known);
    for (int seat = 0; seat < state->players; seat++)
        salt_fill_hand(&g, &u, seat);
    salt_spread_mermaids(&g, known);
    if (state->phase == SALT_DECLARE && !state->fx_depth)
        salt_fill_declarer(&g, view, &u);
    for (int i = 0; i < state->look_count; i++)
        if (!state->look[i])
            state->look[i] = (uint8_t)salt_next_unknown(&u);
    salt_fill_piles(state, &u);
    rng_shuffle(rng, state->event_deck, state->event_count);
    salt_fill_prompt(&g);
    state->viewer = 0;
}
