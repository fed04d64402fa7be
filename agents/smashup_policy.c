/* smashup_policy.c - what agents think of Smash Up: points, what each base is about to
 * pay and to whom, power that lies there, cards in hand.
 *
 * A move is rated by making it and answering one's own questions one by one, each by
 * what looks best at once. No card is known by name, so new factions need nothing here.
 * Everything is in hundredths of a point. */
#include "agents/policy.h"

#include "games/smashup/host.h"

enum {
    POINT = 100,
    POWER_WORTH = 6,
    LASTING_WORTH = 30, /* an action that stays in play */
    HAND_WORTH = 8,
    GUESSES = 2,      /* of what is hidden, where a view is rated */
    ANSWERS_MAX = 6,  /* one's own questions looked through after a move */
    CHOICES_MAX = 24, /* of such a question */
    TURNS_AHEAD = 2   /* of everybody, in a playout */
};

/* By the reading of the rules this table plays by. */
static Su su_at(const void *catalog, const void *state)
{
    return su_table(su_reading(catalog, state), (SuState *)(uintptr_t)state, NULL);
}

/* Percent of its points that a base is good for, by how full it is. */
static int base_ripe(int total, int breakpoint)
{
    if (breakpoint <= 0 || total >= breakpoint)
        return 100;
    const int part = 100 * total / breakpoint;
    return 15 + part * part * 70 / 10000;
}

static void add_base(const Su *g, int base, int32_t *worth)
{
    const SuState *s = g->state;
    const SuBaseDef *def = &g->catalog->base[base];
    int power[SEATS_MAX] = {0, 0, 0, 0}, total = 0;
    for (int seat = 0; seat < s->players; seat++) {
        power[seat] = su_total(g, base, seat);
        total += power[seat] > 0 ? power[seat] : 0;
    }
    const int ripe = base_ripe(total, su_breakpoint(g, base));
    for (int seat = 0; seat < s->players; seat++) {
        int better = 0;
        for (int other = 0; other < s->players; other++)
            better += power[other] > power[seat];
        worth[seat] += POWER_WORTH * power[seat];
        if (power[seat] > 0 && better < 3)
            worth[seat] += POINT * def->vp[better] * ripe / 100;
    }
}

/* How far each seat has come; they are compared by lead_of. */
static void weigh_seats(const Su *g, int32_t *worth)
{
    const SuState *s = g->state;
    for (int seat = 0; seat < s->players; seat++) {
        const int cards =
            s->hand_count[seat] < SU_HAND_MAX ? s->hand_count[seat] : SU_HAND_MAX;
        worth[seat] = POINT * (s->vp[seat] - su_penalty(s, seat)) + HAND_WORTH * cards;
    }
    for (int i = 0; i < SU_IN_PLAY_MAX; i++)
        if (s->base[i].id)
            add_base(g, s->base[i].id, worth);
    SET_EACH (card, &s->actions)
        if (s->card[card].seat < s->players)
            worth[s->card[card].seat] += LASTING_WORTH;
}

/* Against the best of the others, and a little against all of them. */
static int32_t lead_of(const Su *g, int seat)
{
    const SuState *s = g->state;
    int32_t worth[SEATS_MAX] = {0, 0, 0, 0}, best = INT32_MIN, sum = 0;
    if (s->phase == SU_OVER)
        return s->winners >> seat & 1 ? 100 * POINT : -100 * POINT;
    weigh_seats(g, worth);
    for (int other = 0; other < s->players; other++)
        if (other != seat) {
            best = worth[other] > best ? worth[other] : best;
            sum += worth[other];
        }
    return worth[seat] - (3 * best + sum / (s->players - 1)) / 4;
}

/* Answer the seat's own questions, each by what looks best at once. */
static void answer_all(Su *g, int seat)
{
    Moves moves;
    SuState after;
    for (int i = 0; i < ANSWERS_MAX; i++) {
        const Prompt *prompt = &g->state->prompt;
        if (g->state->phase == SU_OVER || !prompt_is_open(prompt) ||
            prompt->seat != seat)
            return;
        moves.count = 0;
        prompt_legal(prompt, &moves);
        int32_t best_lead = INT32_MIN;
        int best = 0;
        for (int k = 0; k < moves.count && k < CHOICES_MAX && moves.count > 1; k++) {
            after = *g->state;
            Su table = su_table(g->catalog, &after, NULL);
            su_execute(&table, &moves.item[k]);
            const int32_t lead = lead_of(&table, seat);
            if (lead > best_lead) {
                best_lead = lead;
                best = k;
            }
        }
        const Command move = moves.item[best];
        su_execute(g, &move);
    }
}

/* Ending the turn changes nothing yet: what is ripe is counted as it lies. */
static int32_t lead_after(const Su *g, const Command *move)
{
    SuState after;
    if (move->type == SU_DO_END_PLAY)
        return lead_of(g, move->seat);
    after = *g->state;
    Su table = su_table(g->catalog, &after, NULL);
    su_execute(&table, move);
    answer_all(&table, move->seat);
    return lead_of(&table, move->seat);
}

static void rate(const void *catalog, const void *state, const Moves *moves,
                 int32_t *rating)
{
    const Su seen = su_at(catalog, state);
    const int guesses = seen.state->viewer ? GUESSES : 1;
    memset(rating, 0, (size_t)moves->count * sizeof *rating);
    if (seen.state->phase == SU_DRAFT)
        return;
    Rng rng;
    rng_seed(&rng, seen.state->turn);
    for (int guess = 0; guess < guesses; guess++) {
        SuState whole;
        if (seen.state->viewer)
            su_determinize(seen.catalog, seen.state, &rng, &whole);
        else
            whole = *seen.state;
        const Su table = su_table(seen.catalog, &whole, NULL);
        for (int i = 0; i < moves->count; i++)
            rating[i] += lead_after(&table, &moves->item[i]) / guesses;
    }
}

/* How a base stands for one seat. */
typedef struct {
    int missing; /* power until it breaks */
    int lead;    /* over the best of the others */
    int first;   /* points for the winner */
} BaseLook;

static void look_at_bases(const Su *g, int seat, BaseLook *look)
{
    const SuState *s = g->state;
    for (int i = 0; i < SU_IN_PLAY_MAX; i++) {
        const int base = s->base[i].id;
        int best = 0, total = 0, own = 0;
        if (!base)
            continue;
        for (int other = 0; other < s->players; other++) {
            const int power = su_total(g, base, other);
            total += power > 0 ? power : 0;
            if (other == seat)
                own = power;
            else
                best = power > best ? power : best;
        }
        look[i].missing = su_breakpoint(g, base) - total;
        look[i].lead = own - best;
        look[i].first = g->catalog->base[base].vp[0];
    }
}

/* Where a minion wins a base, or comes nearer to it; not where it only helps another.
 */
static uint32_t minion_weight(const Su *g, const BaseLook *look, const Command *c)
{
    const SuDef *def = su_def(g, c->a);
    const BaseLook *at = &look[su_slot(g->state, c->b)];
    const int power = def->power;
    uint32_t weight = 6u + 2u * (uint32_t)power + 4u * def->ability_count;
    if (at->lead + power > 0)
        weight += at->missing <= power ? 12u * (uint32_t)at->first : 6u;
    else if (at->missing <= power)
        weight = 2;
    return weight;
}

static uint32_t move_weight(const Su *g, const BaseLook *look, const Command *c)
{
    return c->type == SU_DO_PLAY_MINION ? minion_weight(g, look, c)
           : c->type == SU_DO_END_PLAY  ? 1
           : c->type == ACTION_PASS     ? 2
                                        : 8;
}

/* A turn as a plain player makes it: everything is used, minions where they count. */
static void playout(const void *catalog, void *state, Rng *rng)
{
    Su g = su_at(catalog, state);
    Moves moves;
    uint32_t weight[MOVES_MAX], sum = 0;
    BaseLook look[SU_IN_PLAY_MAX];
    int pick = 0;
    moves.count = 0;
    su_legal(&g, &moves);
    if (moves.count > 1) {
        const bool turn = !prompt_is_open(&g.state->prompt);
        if (turn)
            look_at_bases(&g, moves.item[0].seat, look);
        for (int i = 0; i < moves.count; i++) {
            weight[i] = move_weight(&g, look, &moves.item[i]);
            sum += weight[i];
        }
        uint32_t left = rng_below(rng, sum);
        while (left >= weight[pick])
            left -= weight[pick++];
    }
    su_execute(&g, &moves.item[pick]);
}

/* The same as ratings: a hint only, for there is no time to look further. */
static void rate_inside(const void *catalog, const void *state, const Moves *moves,
                        int32_t *rating)
{
    const Su g = su_at(catalog, state);
    BaseLook look[SU_IN_PLAY_MAX];
    if (!prompt_is_open(&g.state->prompt))
        look_at_bases(&g, moves->item[0].seat, look);
    for (int i = 0; i < moves->count; i++)
        rating[i] = (int32_t)move_weight(&g, look, &moves->item[i]);
}

/* When everybody has had a few turns, by how the seats stand. */
static bool judge(const void *catalog, const void *start, const void *state,
                  double *share)
{
    const SuState *then = (const SuState *)start, *s = (const SuState *)state;
    if (s->phase == SU_DRAFT || prompt_is_open(&s->prompt) ||
        s->turn < then->turn + TURNS_AHEAD * s->players)
        return false;
    const Su g = su_at(catalog, state);
    double sum = 0;
    for (int seat = 0; seat < s->players; seat++) {
        share[seat] = policy_share(lead_of(&g, seat), 350);
        sum += share[seat];
    }
    for (int seat = 0; seat < s->players; seat++)
        share[seat] /= sum;
    return true;
}

const Policy policy_smashup = {
    .pace = 4,
    .rate = rate,
    .rate_inside = rate_inside,
    .heat = 80,
    .curiosity = 1.8,
    .mistakes = 90,
    .judge = judge,
    .playout = playout,
};
