/* salt_taste.c - what a quick player of Sea Salt & Paper likes: what cards add to its
 * own, every pair at once, and the end of a round as soon as it leads.
 *
 * The weights of the cards were fitted to what the network chose in 400 games against
 * itself: of 56,100 choices of a card they agree on 88 %. */
#include "agents/salt_taste.h"

enum {
    DECK = 918, /* the better of two unseen cards */
    POINT = 137,
    POINT_NEXT = 38, /* what one more of the kind would bring */
    POINT_COUNTED = 108,
    MULTIPLIER = 120,
    MULTIPLIED = 185,
    MERMAID = 160,
    MERMAID_COLOUR = 192,
    WHITE = 160,
    COLOUR_MOST = 58,
    COLOUR_EACH = -41
};

/* A card whose pair would have this effect, and its partner is missing. */
static int like_half(int effect)
{
    switch (effect) {
    case SALT_FX_draw_blind:
        return 675;
    case SALT_FX_draw_discard:
    case SALT_FX_draw_discard_any:
        return 412;
    case SALT_FX_extra_turn:
    case SALT_FX_extra_turn_now:
        return 789;
    case SALT_FX_steal_card:
        return 895;
    default:
        return 412;
    }
}

/* The same, and it is there. */
static int like_done(int effect)
{
    switch (effect) {
    case 0:
        return 933;
    case SALT_FX_draw_blind:
        return 1038;
    case SALT_FX_extra_turn:
    case SALT_FX_extra_turn_now:
        return 1291;
    case SALT_FX_steal_card:
        return 1124;
    default:
        return 969;
    }
}

static int count_in(SaltSet cards, SaltSet kind)
{
    return salt_set_count(salt_set_both(cards, kind));
}

static int like_pairing(const Salt *g, int seat, int kind)
{
    const SaltProfile *p = g->profile;
    const SaltSet hand = g->state->hand[seat];
    int half = 0, done = 0;
    for (int i = 0; i < p->pair_count; i++) {
        const SaltPair *pair = &p->pair[i];
        const int other = pair->kind_a == kind   ? pair->kind_b
                          : pair->kind_b == kind ? pair->kind_a
                                                 : 0;
        if (!other || (pair->event && !salt_has_event(g->state, seat, pair->event)))
            continue;
        const bool has = !salt_set_is_empty(salt_set_both(hand, p->kind_cards[other]));
        const int worth = has ? like_done(pair->effect) : like_half(pair->effect);
        if (has)
            done = worth > done ? worth : done;
        else if (pair->effect)
            half = worth > half ? worth : half;
    }
    return done ? done : half;
}

/* A card by its colour; *most: how many cards there are of the largest. */
static int like_colour(const Salt *g, SaltSet all, int card, int *most)
{
    uint64_t low = 0, high = 0;
    uint8_t count[16];
    while (!salt_set_is_empty(all)) {
        const int colour = salt_colour(g->state, salt_set_pop(&all));
        const uint64_t one = (uint64_t)1 << (colour & 7) * 8;
        low += colour < 8 ? one : 0;
        high += colour < 8 ? 0 : one;
    }
    memcpy(count, &low, 8);
    memcpy(count + 8, &high, 8);
    count[0] = 0;
    count[g->profile->white] = 0;
    *most = 0;
    for (int colour = 1; colour <= g->profile->colour_count; colour++)
        *most = count[colour] > *most ? count[colour] : *most;
    const int colour = salt_colour(g->state, card);
    if (colour == g->profile->white)
        return WHITE;
    return (count[colour] >= *most ? COLOUR_MOST : 0) + COLOUR_EACH * count[colour];
}

/* A card that is not the seat's yet; 0: from the deck. */
static int like_card(const Salt *g, int seat, int card)
{
    const SaltProfile *p = g->profile;
    const SaltState *s = g->state;
    const SaltSet all = salt_set_union(s->hand[seat], s->played[seat]);
    if (!card)
        return DECK;
    const int kind = p->kind_of[card];
    const SaltKind *k = &p->kind[kind];
    int most = 0;
    int like = like_colour(g, all, card, &most);
    if (k->category == SALT_PAIRING)
        like += like_pairing(g, seat, kind);
    if (k->category == SALT_COLLECTION) {
        const int count = count_in(all, p->kind_cards[kind]);
        like += POINT * (k->points[count + 1] - k->points[count]);
        if (count + 2 <= k->copies)
            like += POINT_NEXT * (k->points[count + 2] - k->points[count + 1]);
    }
    if (k->category == SALT_MULTIPLIER)
        like += MULTIPLIER +
                MULTIPLIED * k->value * count_in(all, p->kind_cards[k->target]);
    if (kind == p->mermaid) {
        const int held = count_in(s->hand[seat], p->kind_cards[kind]);
        const bool wins = held + 1 >= salt_mermaids_needed(s, seat);
        like += wins ? 5000 : MERMAID + MERMAID_COLOUR * most;
    }
    for (int i = 0; i < p->multiplier_count; i++) {
        const SaltKind *other = &p->kind[p->multiplier[i]];
        if (other->target == kind && count_in(all, p->kind_cards[p->multiplier[i]]))
            like += POINT_COUNTED * other->value;
    }
    return like;
}

/* A pair without an effect waits for a better partner, unless its points are wanted: in
 * the last turn, or to call. */
static int like_pair(const Salt *g, const Command *c)
{
    const SaltState *s = g->state;
    const SaltPair *pair = salt_find_pair(g, c->seat, c->a, c->b);
    if (c->type == SALT_DO_PLAY_TRIO)
        return 300;
    if (pair && pair->effect)
        return 500;
    return s->declarer != SEAT_NONE ||
                   salt_card_score(g, c->seat) + g->profile->pair_bonus >=
                       salt_declare_min(s, c->seat)
               ? 400
               : 0;
}

/* In tenths of a point: what lies open, and a guess for the rest. */
static int points_of(const Salt *g, int seat)
{
    enum { HIDDEN = 14 };
    SaltState open = *g->state;
    const Salt with = {&open, g->catalog, g->profile, NULL, false};
    if (open.locked >> seat & 1)
        return salt_card_score(g, seat) * 10;
    open.hand[seat] = salt_set_none();
    return salt_card_score(&with, seat) * 10 + open.hand_count[seat] * HIDDEN;
}

/* Stop where it wins the game or keeps the damage small, else Last Chance; but first
 * the turns still due. */
static int like_call(const Salt *g, const Command *c)
{
    enum { BEHIND = -20 };
    const SaltState *s = g->state;
    int rival = 0, rival_total = 0;
    if (c->type == SALT_DO_END_TURN)
        return s->extra_queued ? 400 : 0;
    for (int other = 0; other < s->players; other++) {
        const int points = other == c->seat ? 0 : points_of(g, other);
        const int total = other == c->seat ? 0 : s->total[other] * 10 + points;
        rival = points > rival ? points : rival;
        rival_total = total > rival_total ? total : rival_total;
    }
    const int own = salt_card_score(g, c->seat) * 10, lead = own - rival;
    const int total = s->total[c->seat] * 10 + own;
    const bool wins = total >= s->target * 10 && total > rival_total + 10;
    if (c->type == SALT_DO_STOP)
        return wins ? 2000 : lead < BEHIND ? 150 : -100;
    return wins ? 500 : lead < BEHIND ? 0 : 100 + lead;
}

bool salt_has_taste(const Salt *g)
{
    return g->profile->pair_bonus > 0;
}

int salt_taste(const Salt *g, const Command *c)
{
    const SaltState *s = g->state;
    switch (c->type) {
    case SALT_DO_DRAW_DECK:
        return DECK;
    case SALT_DO_TAKE_LEFT:
    case SALT_DO_TAKE_RIGHT:
        return like_card(g, c->seat, s->pile_top[c->type - SALT_DO_TAKE_LEFT]);
    case SALT_DO_CRAB_TAKE:
    case SALT_DO_ANGEL_TAKE:
        return like_card(g, c->seat, s->pile_top[c->a - 1]);
    case SALT_DO_KEEP:
    case SALT_DO_CRAB_PICK:
    case SALT_DO_KEEP_ONE:
    case SALT_DO_SWAP_TAKE:
        return like_card(g, c->seat, c->a);
    case SALT_DO_SWAP_GIVE:
        return -like_card(g, c->seat, c->a);
    case SALT_DO_PLAY_PAIR:
    case SALT_DO_PLAY_TRIO:
        return like_pair(g, c);
    case SALT_DO_STOP:
    case SALT_DO_LAST_CHANCE:
    case SALT_DO_END_TURN:
        return like_call(g, c);
    case SALT_DO_STEAL_FROM:
    case SALT_DO_SWAP_WITH:
        return s->total[c->a - 1] * 20 + s->hand_count[c->a - 1] * 15;
    default:
        return 0;
    }
}
