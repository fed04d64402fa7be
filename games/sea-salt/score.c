/* score.c - what cards are worth in Sea Salt & Paper, how a round is settled, who wins.
 */
#include "games/sea-salt/salt.h"

RULES SALT_INLINE int salt_count_kind(const Salt *g, SaltSet cards, int kind)
{
    return salt_set_count(salt_set_both(cards, g->profile->kind_cards[kind]));
}

/* Rules 6.2. How many pairs these cards make, played or not. */
RULES SALT_INLINE int salt_count_pairs(const Salt *g, int seat, SaltSet cards)
{
    const SaltProfile *p = g->profile;
    int pairs = 0;
    for (int i = 0; i < p->group_count; i++) {
        const SaltPairCount *group = &p->group[i];
        const int a = salt_set_count(salt_set_both(cards, group->a));
        if (group->half && salt_set_is_empty(group->b)) {
            pairs += a / 2;
            continue;
        }
        const int b = salt_set_count(salt_set_both(cards, group->b));
        if (group->half) {
            pairs += (a + b) / 2 < a ? (a + b) / 2 : a;
        } else if (salt_has_event(g->state, seat, PEPPER_WATER_RODEO)) {
            /* Any two of Shark and Swimmer; a Jellyfish still wants a Swimmer. */
            const int jellyfish = salt_count_kind(g, cards, p->jellyfish);
            const int sharks = b - jellyfish;
            pairs += (a + sharks + (jellyfish < a ? jellyfish : a)) / 2;
        } else {
            pairs += a < b ? a : b;
        }
    }
    return pairs;
}

RULES SALT_INLINE int salt_collection_points(const Salt *g, int seat, int kind,
                                             int count)
{
    const SaltProfile *p = g->profile;
    if (g->state->pepper_on) {
        if (kind == p->shell && salt_has_event(g->state, seat, PEPPER_DANCE_OF_SHELLS))
            return count * 2;
        if (kind == p->octopus && salt_has_event(g->state, seat, PEPPER_KRAKEN))
            return count;
    }
    return p->kind[kind].points[count];
}

RULES SALT_INLINE int salt_score_collections(const Salt *g, int seat, SaltSet cards)
{
    const SaltProfile *p = g->profile;
    int points = 0;
    for (int i = 0; i < p->collection_count; i++) {
        const int kind = p->collection[i];
        points +=
            salt_collection_points(g, seat, kind, salt_count_kind(g, cards, kind));
    }
    return points;
}

/* Rules 12.5. The Seahorse in hand stands in where it helps most: for a set already
 * begun, never beyond the cards that exist. */
RULES SALT_INLINE int salt_score_seahorse(const Salt *g, int seat, SaltSet cards)
{
    const SaltProfile *p = g->profile;
    int best = 0;
    if (!p->seahorse || !salt_count_kind(g, g->state->hand[seat], p->seahorse))
        return 0;
    for (int i = 0; i < p->collection_count; i++) {
        const int kind = p->collection[i];
        const int count = salt_count_kind(g, cards, kind);
        if (count < 1 || count >= p->kind[kind].copies)
            continue;
        const int more = salt_collection_points(g, seat, kind, count + 1) -
                         salt_collection_points(g, seat, kind, count);
        best = more > best ? more : best;
    }
    return best;
}

RULES static int salt_score_multipliers(const Salt *g, SaltSet cards)
{
    const SaltProfile *p = g->profile;
    int points = 0;
    if (salt_set_is_empty(salt_set_both(cards, p->multipliers)))
        return 0;
    for (int i = 0; i < p->multiplier_count; i++) {
        const SaltKind *k = &p->kind[p->multiplier[i]];
        const int count = salt_count_kind(g, cards, p->multiplier[i]);
        points += count * k->value * salt_count_kind(g, cards, k->target);
    }
    return points;
}

/* Rules 12.4. A Starfish of Extra Salt joins a duo for two points; in hand it needs one
 * to join. */
RULES static int salt_score_trios(const Salt *g, int seat)
{
    const SaltProfile *p = g->profile;
    const SaltState *s = g->state;
    if (s->card_count == p->card_count) /* no Extra Salt */
        return 0;
    const int in_hand = salt_count_kind(g, s->hand[seat], p->starfish);
    int joined = salt_count_kind(g, s->played[seat], p->starfish);
    if (in_hand) {
        const int duos = salt_count_pairs(g, seat, s->hand[seat]);
        joined += in_hand < duos ? in_hand : duos;
    }
    return joined * 2;
}

/* Pairs on the table; the third card of a trio is always a Starfish. */
RULES static int salt_count_played(const Salt *g, int seat)
{
    const SaltSet played = g->state->played[seat];
    return (salt_set_count(played) - salt_count_kind(g, played, g->profile->starfish)) /
           2;
}

/* How many cards of each colour; white only where it counts. Counted in two words of
 * eight bytes, so that one card does not wait for the one before to be stored. */
RULES static void salt_count_colours(const Salt *g, SaltSet cards, uint8_t count[16])
{
    uint64_t low = 0, high = 0;
    while (!salt_set_is_empty(cards)) {
        const int colour = salt_colour(g->state, salt_set_pop(&cards));
        const uint64_t one = (uint64_t)1 << (colour & 7) * 8;
        if (colour < 8)
            low += one;
        else
            high += one;
    }
    memcpy(count, &low, 8);
    memcpy(count + 8, &high, 8);
    count[0] = 0;
    if (!g->profile->white_counts)
        count[g->profile->white] = 0;
}

RULES static int salt_take_largest(uint8_t count[16])
{
    /* The count and, below it, the colour turned round: no jump, and among equals the
     * first. */
    uint32_t best = 0;
    for (uint32_t colour = 0; colour < 16; colour++) {
        const uint32_t worth = (uint32_t)count[colour] << 4 | (15 - colour);
        best = worth > best ? worth : best;
    }
    count[15 - (best & 15)] = 0;
    return (int)(best >> 4);
}

/* Rules 6.5. Each Mermaid scores the largest colour that none before it has scored. */
RULES static int salt_score_mermaids(const Salt *g, int seat, SaltSet cards,
                                     int mermaids)
{
    if (!mermaids || salt_has_event(g->state, seat, PEPPER_TORNADO))
        return 0;
    uint8_t count[16];
    int points = 0;
    salt_count_colours(g, cards, count);
    for (int i = 0; i < mermaids; i++)
        points += salt_take_largest(count);
    return points;
}

/* Collections and pairs: what can be added up without a jump that is hard to guess. */
RULES SALT_INLINE int salt_score_sets(const Salt *g, int seat, SaltSet cards,
                                      SaltScore *score)
{
    const SaltProfile *p = g->profile;
    score->collection =
        salt_score_collections(g, seat, cards) + salt_score_seahorse(g, seat, cards);
    score->pair_base = salt_count_pairs(g, seat, cards);
    score->pair_bonus = salt_score_trios(g, seat);
    if (p->pair_bonus)
        score->pair_bonus += p->pair_bonus * salt_count_played(g, seat);
    return score->collection + score->pair_base + score->pair_bonus;
}

/* The same; a profile has few cards from 64 on. */
RULES SALT_INLINE int salt_score_all_sets(const Salt *g, int seat, SaltSet cards,
                                          SaltScore *score)
{
    return cards.word[1] ? salt_score_sets(g, seat, cards, score)
                         : salt_score_sets(g, seat, salt_set_low(cards), score);
}

RULES SaltScore salt_score_parts(const Salt *g, int seat)
{
    SaltScore score;
    const SaltSet cards = salt_set_union(g->state->hand[seat], g->state->played[seat]);
    const int mermaids = salt_count_kind(g, cards, g->profile->mermaid);
    const int sets = salt_score_all_sets(g, seat, cards, &score);
    score.multiplier = salt_score_multipliers(g, cards);
    score.mermaid = salt_score_mermaids(g, seat, cards, mermaids);
    score.cards = sets + score.multiplier + score.mermaid;
    score.colour = 0;
    ASSERT(score.cards >= 0);
    return score;
}

/* Whether the card score allows a call. Multipliers and Mermaids are counted only where
 * they can matter. */
RULES bool salt_can_declare(const Salt *g, int seat)
{
    SaltScore score;
    const SaltProfile *p = g->profile;
    const SaltSet cards = salt_set_union(g->state->hand[seat], g->state->played[seat]);
    const int needed = salt_declare_min(g->state, seat);
    const SaltSet mermaids = salt_set_both(cards, p->kind_cards[p->mermaid]);
    const SaltSet more = salt_set_union(mermaids, salt_set_both(cards, p->multipliers));
    int points = salt_score_all_sets(g, seat, cards, &score);
    const uint64_t asks = points >= needed ? 0 : more.word[0] | more.word[1];
    if (!asks)
        return points >= needed;
    points += salt_score_multipliers(g, cards);
    if (points >= needed || points + salt_set_count(cards) < needed)
        return points >= needed;
    return points + salt_score_mermaids(g, seat, cards, salt_set_count(mermaids)) >=
           needed;
}

RULES SaltScore salt_score(const Salt *g, int seat)
{
    SaltScore score = salt_score_parts(g, seat);
    uint8_t count[16];
    salt_count_colours(g, salt_set_union(g->state->hand[seat], g->state->played[seat]),
                       count);
    score.colour = salt_take_largest(count);
    return score;
}

RULES int salt_card_score(const Salt *g, int seat)
{
    return salt_score_parts(g, seat).cards;
}
