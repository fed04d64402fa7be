/* salt_policy.c - what agents think of Sea Salt & Paper: cards by the points they will
 * bring, pairs by their effect, and when to end the round. */
#include "agents/policy.h"
#include "agents/salt_taste.h"

enum {
    POINT = 100,
    HIDDEN_CARD = 110, /* what an unseen card in somebody's hand is worth */
    BLIND_CARD = 150,  /* an unseen card for oneself */
    DECK_CARD = 120,   /* the better of two unseen cards */
    THEFT = 230        /* an unseen card, and one less for its owner */
};

static Salt salt_at(const void *catalog, const void *state)
{
    return salt_table((const SaltCatalog *)catalog, (SaltState *)(uintptr_t)state,
                      NULL);
}

/* Chances that something still missing turns up, in hundredths of a point. */
static int promise(const Salt *g, SaltSet cards)
{
    const SaltProfile *p = g->profile;
    int sum = 0;
    for (int i = 0; i < p->group_count; i++)
        sum += 10 * (salt_set_count(salt_set_both(cards, p->group[i].a)) & 1);
    for (int i = 0; i < p->collection_count; i++) {
        const SaltKind *kind = &p->kind[p->collection[i]];
        const int count =
            salt_set_count(salt_set_both(cards, p->kind_cards[p->collection[i]]));
        if (count && count < kind->copies)
            sum += (kind->points[count + 1] - kind->points[count]) * 2 *
                   (kind->copies - count);
    }
    for (int i = 0; i < p->multiplier_count; i++) {
        const int kind = p->multiplier[i];
        if (!salt_set_is_empty(salt_set_both(cards, p->kind_cards[kind])))
            sum += p->kind[kind].value * 60;
    }
    return sum;
}

/* What a seat's cards are worth with 'card' among them; 0: as they are. */
static int worth(const Salt *g, int seat, int card)
{
    SaltState s = *g->state;
    const Salt with = {&s, g->catalog, g->profile, NULL, false};
    if (card) {
        salt_set_add(&s.hand[seat], card);
        s.hand_count[seat]++;
    }
    const SaltScore score = salt_score(&with, seat);
    const SaltSet all = salt_set_union(s.hand[seat], s.played[seat]);
    const int mermaids = salt_set_count(
        salt_set_both(s.hand[seat], g->profile->kind_cards[g->profile->mermaid]));
    int sum = score.cards * POINT + score.colour * 50 + promise(g, all);
    sum += mermaids >= s.mermaids_to_win       ? 100000
           : mermaids + 1 == s.mermaids_to_win ? 300
                                               : mermaids * 150;
    return sum;
}

/* The points a rival is thought to have: what lies open, and a guess for the rest. */
static int rival_points(const Salt *g, int seat)
{
    const SaltState *s = g->state;
    SaltState open = *s;
    const Salt with = {&open, g->catalog, g->profile, NULL, false};
    int hidden = s->hand_count[seat];
    if (s->locked >> seat & 1)
        hidden = 0;
    else
        open.hand[seat] = salt_set_none();
    return salt_card_score(&with, seat) * POINT + hidden * HIDDEN_CARD;
}

typedef struct {
    int own, best,
        lead;      /* points: one's own, the best rival's, and one's lead in all */
    int rest;      /* cards in the deck */
    bool wins_now; /* what one has is enough */
} SaltStanding;

static SaltStanding standing_of(const Salt *g, int seat)
{
    const SaltState *s = g->state;
    SaltStanding now = {.own = salt_card_score(g, seat) * POINT, .rest = s->deck_count};
    int total = -1000;
    for (int other = 0; other < s->players; other++) {
        if (other == seat)
            continue;
        const int points = rival_points(g, other);
        now.best = points > now.best ? points : now.best;
        if (s->total[other] * POINT + points > total)
            total = s->total[other] * POINT + points;
    }
    now.lead = s->total[seat] * POINT + now.own - total;
    now.wins_now =
        s->total[seat] * POINT + now.own >= s->target * POINT && now.lead > 150;
    return now;
}

/* Stop keeps what is ahead; Last Chance bets on it; going on hopes for more. */
static int rate_call(const Salt *g, int seat, int type)
{
    const SaltStanding now = standing_of(g, seat);
    const int ahead = now.own - now.best;
    const int colour = salt_score(g, seat).colour * POINT;
    const int wait = 700 - (now.rest < 12 ? (12 - now.rest) * 30 : 0);
    if (now.wins_now)
        return type == SALT_DO_STOP ? 5000 : type == SALT_DO_LAST_CHANCE ? 500 : 0;
    if (type == SALT_DO_END_TURN)
        return wait;
    if (type == SALT_DO_STOP)
        return ahead;
    /* A bet that stands brings the colour and takes the others' cards away. */
    const int odds = 50 + (ahead - 250) / 12;
    const int chance = odds < 5 ? 5 : odds > 92 ? 92 : odds;
    const int gain = now.own + colour - POINT * 2;
    const int loss = now.best + 300 - colour;
    return (chance * gain - (100 - chance) * loss) / 100;
}

static int effect_worth(const Salt *g, int seat, int effect)
{
    const SaltState *s = g->state;
    int best = 0;
    switch (effect) {
    case SALT_FX_draw_blind:
        return s->deck_count ? BLIND_CARD : 0;
    case SALT_FX_draw_discard:
    case SALT_FX_draw_discard_any:
        for (int pile = 0; pile < 2; pile++)
            if (s->pile_count[pile]) {
                const int gain = worth(g, seat, s->pile_top[pile]) - worth(g, seat, 0);
                best = gain > best ? gain : best;
            }
        return best;
    case SALT_FX_extra_turn:
    case SALT_FX_extra_turn_now:
        return DECK_CARD;
    case SALT_FX_steal_card:
        return THEFT;
    case 0:
        return 0;
    default:
        return BLIND_CARD;
    }
}

/* A pair on the table is worth its effect and its bonus; crabs wait for a good discard.
 */
static int rate_pair(const Salt *g, const Command *c)
{
    const SaltPair *pair = salt_find_pair(g, c->seat, c->a, c->b);
    const bool trio = c->type == SALT_DO_PLAY_TRIO;
    const int effect = trio || !pair ? 0 : effect_worth(g, c->seat, pair->effect);
    return effect + g->profile->pair_bonus * POINT + (trio ? 150 : 0) + 10;
}

/* What is kept, less what the next player finds. */
static int rate_keep(const Salt *g, const Command *c, int base)
{
    const SaltState *s = g->state;
    const int other = s->look[0] == c->a ? s->look[1] : s->look[0];
    const int covered = s->pile_top[c->b - 1];
    int rating = worth(g, c->seat, c->a) - base;
    if (other)
        rating -= (worth(g, c->seat, other) - base) / 5;
    if (covered)
        rating += (worth(g, c->seat, covered) - base) / 8;
    return rating;
}

static int rate_take(const Salt *g, int seat, int card, int base)
{
    return card ? worth(g, seat, card) - base : BLIND_CARD;
}

static int rate_seat(const Salt *g, int seat)
{
    return g->state->total[seat] * 20 + g->state->hand_count[seat] * 15;
}

static int rate_one(const Salt *g, const Command *c, int base)
{
    const SaltState *s = g->state;
    switch (c->type) {
    case SALT_DO_DRAW_DECK:
        return s->deck_count ? DECK_CARD : BLIND_CARD;
    case SALT_DO_TAKE_LEFT:
    case SALT_DO_TAKE_RIGHT:
        return rate_take(g, c->seat, s->pile_top[c->type - SALT_DO_TAKE_LEFT], base);
    case SALT_DO_CRAB_TAKE:
    case SALT_DO_ANGEL_TAKE:
        return rate_take(g, c->seat, s->pile_top[c->a - 1], base);
    case SALT_DO_KEEP:
        return rate_keep(g, c, base);
    case SALT_DO_PLAY_PAIR:
    case SALT_DO_PLAY_TRIO:
        return rate_pair(g, c);
    case SALT_DO_STOP:
    case SALT_DO_LAST_CHANCE:
    case SALT_DO_END_TURN:
        return rate_call(g, c->seat, c->type);
    case SALT_DO_CRAB_PICK:
    case SALT_DO_KEEP_ONE:
    case SALT_DO_SWAP_TAKE:
        return rate_take(g, c->seat, c->a, base);
    case SALT_DO_SWAP_GIVE:
        return -rate_take(g, c->seat, c->a, base);
    case SALT_DO_STEAL_FROM:
    case SALT_DO_SWAP_WITH:
        return rate_seat(g, c->a - 1);
    default:
        return 0;
    }
}

/* From this many points on its own cards medium calls Stop. */
enum { CALL_FROM = 10 };

/* By one's own cards alone: what adds to them, every pair with an effect, and Stop from
 * so many points on, whatever the others hold. */
static int rate_one_plain(const Salt *g, const Command *c, int base)
{
    switch (c->type) {
    case SALT_DO_PLAY_PAIR: {
        const SaltPair *pair = salt_find_pair(g, c->seat, c->a, c->b);
        return pair && pair->effect ? 200 : 50;
    }
    case SALT_DO_STOP:
        return salt_card_score(g, c->seat) >= CALL_FROM ? POINT : -POINT;
    case SALT_DO_LAST_CHANCE:
        return -2 * POINT;
    case SALT_DO_END_TURN:
    case SALT_DO_STEAL_FROM:
    case SALT_DO_SWAP_WITH:
        return 0;
    default:
        return rate_one(g, c, base);
    }
}

static void rate_plain(const void *catalog, const void *state, const Moves *moves,
                       int32_t *rating)
{
    const Salt g = salt_at(catalog, state);
    const int base = worth(&g, moves->item[0].seat, 0);
    for (int i = 0; i < moves->count; i++)
        rating[i] = rate_one_plain(&g, &moves->item[i], base);
}

/* Where nobody has learned what is good: by points. */
static void rate_by_points(const Salt *g, const Moves *moves, int32_t *rating)
{
    const int type = moves->item[0].type;
    const bool by_card = type != SALT_DO_STOP && type != SALT_DO_LAST_CHANCE &&
                         type != SALT_DO_END_PAIRS && type != SALT_DO_PLAY_PAIR;
    const int base = by_card ? worth(g, moves->item[0].seat, 0) : 0;
    for (int i = 0; i < moves->count; i++)
        rating[i] = rate_one(g, &moves->item[i], base);
}

static void rate(const void *catalog, const void *state, const Moves *moves,
                 int32_t *rating)
{
    const Salt g = salt_at(catalog, state);
    if (!salt_has_taste(&g)) {
        rate_by_points(&g, moves, rating);
        return;
    }
    for (int i = 0; i < moves->count; i++)
        rating[i] = salt_taste(&g, &moves->item[i]);
}

/* How likely a plain player calls Stop, in percent, by the points on its cards. */
static int call_chance(int points)
{
    const int chance = 12 + (points - 7) * 9;
    return chance < 0 ? 0 : chance > 80 ? 80 : chance;
}

/* The move a plain player makes among those of a turn's phase. */
static int playout_pick(const Salt *g, const Moves *moves, Rng *rng)
{
    const int seat = moves->item[0].seat;
    int best = 0, best_worth = INT32_MIN, base = 0;
    switch (moves->item[moves->count - 1].type) {
    case SALT_DO_END_TURN:
        if ((int)rng_below(rng, 100) >= call_chance(salt_card_score(g, seat)))
            return moves->count - 1;
        return (int)rng_below(rng, 4) ? 0 : (int)rng_below(rng, (uint32_t)moves->count);
    case SALT_DO_END_PAIRS:
        return rng_below(rng, 8) ? (int)rng_below(rng, (uint32_t)moves->count - 1)
                                 : moves->count - 1;
    default:
        break;
    }
    if (rng_below(rng, 8) == 0)
        return (int)rng_below(rng, (uint32_t)moves->count);
    base = worth(g, seat, 0);
    for (int i = 0, card = 0, known = 0; i < moves->count; i++) {
        const Command *c = &moves->item[i];
        if (c->type != SALT_DO_KEEP || c->a != card)
            known = rate_one_plain(g, c, base);
        card = c->a;
        const int rating = known + (int)rng_below(rng, 60);
        if (rating > best_worth) {
            best_worth = rating;
            best = i;
        }
    }
    return best;
}

/* By taste with a whim. */
static int taste_pick(const Salt *g, const Moves *moves, Rng *rng)
{
    enum { WHIM = 100 };
    int best = 0, best_rating = INT32_MIN;
    for (int i = 0; i < moves->count; i++) {
        const int rating = salt_taste(g, &moves->item[i]) + (int)rng_below(rng, WHIM);
        if (rating > best_rating) {
            best_rating = rating;
            best = i;
        }
    }
    return best;
}

static void playout(const void *catalog, void *state, Rng *rng)
{
    Salt g = salt_at(catalog, state);
    Moves moves;
    moves.count = 0;
    salt_legal(&g, &moves);
    const int pick = moves.count == 1     ? 0
                     : salt_has_taste(&g) ? taste_pick(&g, &moves, rng)
                                          : playout_pick(&g, &moves, rng);
    salt_execute(&g, &moves.item[pick]);
}

/* A player who knows what is good plays better on its own than a tree in which nobody
 * knows the others' cards. */
static bool is_race(const void *catalog, const void *view)
{
    const Salt g = salt_at(catalog, view);
    return salt_has_taste(&g);
}

/* Once the round is over: who is likely to reach the target first. */
static bool judge(const void *catalog, const void *start, const void *state,
                  double *share)
{
    const SaltState *then = (const SaltState *)start, *s = (const SaltState *)state;
    double sum = 0;
    int lead = 0;
    (void)catalog;
    if (s->round == then->round)
        return false;
    for (int seat = 0; seat < s->players; seat++)
        lead = s->total[seat] > lead ? s->total[seat] : lead;
    /* The nearer the end, the more a point counts. */
    const double scale = 6 + 0.45 * (s->target > lead ? s->target - lead : 0);
    for (int seat = 0; seat < s->players; seat++) {
        int rival = 0;
        for (int other = 0; other < s->players; other++)
            if (other != seat && s->total[other] > rival)
                rival = s->total[other];
        share[seat] = policy_share(s->total[seat] - rival, scale);
        sum += share[seat];
    }
    for (int seat = 0; seat < s->players; seat++)
        share[seat] /= sum;
    return true;
}

const Policy policy_salt = {
    .rate = rate,
    .rate_plain = rate_plain,
    .easy_is_chance = true,
    .heat = 250,
    .curiosity = 5,
    .mistakes = 300,
    .judge = judge,
    .tree_a_seat = true,
    .playout = playout,
    .is_race = is_race,
};
