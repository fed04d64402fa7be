/* value.c - how well a seat of Sea Salt & Paper stands, from what its view shows. */
#include "games/sea-salt/salt.h"

/* A point won is worth 8; a point in hand a little less, until the round is settled. */
enum { SALT_POINT = 8, SALT_POINT_IN_HAND = 7, SALT_HIDDEN_CARD = 5 };

/* What cards promise beyond their points: half pairs, and sets that grow. */
RULES static int salt_promise(const Salt *g, int seat)
{
    const SaltProfile *p = g->profile;
    const SaltSet cards = salt_set_union(g->state->hand[seat], g->state->played[seat]);
    int promise = 0;
    for (int i = 0; i < p->group_count; i++)
        promise += salt_set_count(salt_set_both(cards, p->group[i].a)) & 1;
    for (int i = 0; i < p->collection_count; i++) {
        const int kind = p->collection[i];
        const int count = salt_set_count(salt_set_both(cards, p->kind_cards[kind]));
        if (count && count < p->kind[kind].copies)
            promise += p->kind[kind].points[count + 1] - p->kind[kind].points[count];
    }
    return promise;
}

/* The card points of a seat in eighths, hidden cards guessed. */
RULES static int salt_guess(const Salt *g, int seat)
{
    const SaltState *s = g->state;
    const int hidden = s->hand_count[seat] - salt_set_count(s->hand[seat]);
    return salt_card_score(g, seat) * SALT_POINT + hidden * SALT_HIDDEN_CARD;
}

/* Points this round will bring a seat, in eighths, with a Last Chance running: all or
 * only the colour, by who leads now. */
RULES static int salt_guess_bet(const Salt *g, int seat)
{
    const SaltState *s = g->state;
    const SaltScore own = salt_score(g, seat);
    bool won = true;
    for (int other = 0; other < s->players; other++)
        won = won && salt_guess(g, other) <= salt_guess(g, s->declarer);
    const int colour = own.colour * SALT_POINT;
    if (seat == s->declarer)
        return won ? salt_guess(g, seat) + colour : colour;
    if (won)
        return colour;
    return salt_guess(g, seat) + (g->profile->lost_bet_all ? colour : 0);
}

RULES static int salt_guess_total(const Salt *g, int seat)
{
    const SaltState *s = g->state;
    const int won = s->total[seat] * SALT_POINT;
    if (s->declarer != SEAT_NONE)
        return won + salt_guess_bet(g, seat);
    return won + salt_guess(g, seat) * SALT_POINT_IN_HAND / SALT_POINT;
}

RULES static int salt_value_now(const Salt *g, int seat)
{
    const SaltState *s = g->state;
    int rival = -1000;
    for (int other = 0; other < s->players; other++)
        if (other != seat) {
            const int guess = salt_guess_total(g, other);
            rival = guess > rival ? guess : rival;
        }
    return salt_guess_total(g, seat) + salt_promise(g, seat) + s->hand_count[seat] +
           s->extra_queued * SALT_POINT - rival;
}

/* Cards in sight are as good as the better of them in hand. */
RULES static int salt_value_of_look(const Salt *g, int seat)
{
    int best = -100000;
    for (int i = 0; i < g->state->look_count; i++) {
        SaltState kept = *g->state;
        salt_set_add(&kept.hand[seat], kept.look[i]);
        kept.hand_count[seat]++;
        const Salt after = salt_table(g->catalog, &kept, NULL);
        const int value = salt_value_now(&after, seat);
        best = value > best ? value : best;
    }
    return best;
}

RULES int32_t salt_value(const Salt *g, int seat)
{
    const SaltState *s = g->state;
    if (s->phase == SALT_OVER)
        return (s->winners >> seat & 1) ? 100000 : -100000;
    const bool looking = s->look_count && s->seat == seat && s->look[0];
    return looking ? salt_value_of_look(g, seat) : salt_value_now(g, seat);
}
