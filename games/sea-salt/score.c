/* score.c - what cards are worth in Sea Salt & Paper, how a round is settled, who wins.
 */
#include "games/sea-salt/salt.h"

RULES static int salt_count_kind(const Salt *g, SaltSet cards, int kind)
{
    return salt_set_count(salt_set_both(cards, g->profile->kind_cards[kind]));
}

/* How many pairs these cards make, played or not. */
RULES static int salt_count_pairs(const Salt *g, int seat, SaltSet cards)
{
    const SaltProfile *p = g->profile;
    int pairs = 0;
    for (int i = 0; i < p->group_count; i++) {
        const SaltPairCount *group = &p->group[i];
        const int a = salt_set_count(salt_set_both(cards, group->a));
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

RULES static int salt_collection_points(const Salt *g, int seat, int kind, int count)
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

RULES static int salt_score_collections(const Salt *g, int seat, SaltSet cards)
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

/* The Seahorse in hand stands in where it helps most: for a set already begun, never
 * beyond the cards that exist. */
RULES static int salt_score_seahorse(const Salt *g, int seat, SaltSet cards)
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

/* A Starfish of Extra Salt joins a duo for two points; in hand it needs one to join. */
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

RULES static int salt_take_largest(const Salt *g, uint8_t count[16])
{
    int best = 0;
    for (int colour = 1; colour <= g->profile->colour_count; colour++)
        if (count[colour] > count[best])
            best = colour;
    const int size = count[best];
    count[best] = 0;
    return size;
}

/* Each Mermaid scores the largest colour that none before it has scored. */
RULES static int salt_score_mermaids(const Salt *g, int seat, SaltSet cards,
                                     int mermaids)
{
    if (!mermaids || salt_has_event(g->state, seat, PEPPER_TORNADO))
        return 0;
    uint8_t count[16];
    int points = 0;
    salt_count_colours(g, cards, count);
    for (int i = 0; i < mermaids; i++)
        points += salt_take_largest(g, count);
    return points;
}

/* Everything but the Mermaids. */
RULES static int salt_score_sets(const Salt *g, int seat, SaltSet cards,
                                 SaltScore *score)
{
    const SaltProfile *p = g->profile;
    score->collection =
        salt_score_collections(g, seat, cards) + salt_score_seahorse(g, seat, cards);
    score->pair_base = salt_count_pairs(g, seat, cards);
    score->pair_bonus = salt_score_trios(g, seat);
    if (p->pair_bonus)
        score->pair_bonus += p->pair_bonus * salt_count_played(g, seat);
    score->multiplier = salt_score_multipliers(g, cards);
    return score->collection + score->pair_base + score->pair_bonus + score->multiplier;
}

RULES static void salt_score_cards(const Salt *g, int seat, SaltScore *score)
{
    const SaltSet cards = salt_set_union(g->state->hand[seat], g->state->played[seat]);
    const int mermaids = salt_count_kind(g, cards, g->profile->mermaid);
    const int sets = salt_score_sets(g, seat, cards, score);
    score->mermaid = salt_score_mermaids(g, seat, cards, mermaids);
    score->cards = sets + score->mermaid;
    ASSERT(score->cards >= 0);
}

/* Whether the card score allows a call. Mermaids are counted only where they can
 * matter. */
RULES bool salt_can_declare(const Salt *g, int seat)
{
    SaltScore score;
    const SaltSet cards = salt_set_union(g->state->hand[seat], g->state->played[seat]);
    const int needed = salt_declare_min(g->state, seat);
    const int sets = salt_score_sets(g, seat, cards, &score);
    if (sets >= needed || sets + salt_set_count(cards) < needed)
        return sets >= needed;
    const int mermaids = salt_count_kind(g, cards, g->profile->mermaid);
    return sets + salt_score_mermaids(g, seat, cards, mermaids) >= needed;
}

RULES SaltScore salt_score(const Salt *g, int seat)
{
    SaltScore score;
    uint8_t count[16];
    salt_score_cards(g, seat, &score);
    salt_count_colours(g, salt_set_union(g->state->hand[seat], g->state->played[seat]),
                       count);
    score.colour = salt_take_largest(g, count);
    return score;
}

RULES int salt_card_score(const Salt *g, int seat)
{
    SaltScore score;
    salt_score_cards(g, seat, &score);
    return score.cards;
}

/* Who has won, a bit a seat; 0 while nobody has reached the target. 'after' is the
 * declarer, or the seat that acted last when nobody declared. */
RULES static int salt_winners(const Salt *g, int after)
{
    const SaltState *s = g->state;
    int best = 0, tied = 0;
    for (int seat = 0; seat < s->players; seat++) {
        if (s->total[seat] > best)
            best = s->total[seat], tied = 0;
        if (s->total[seat] == best)
            tied |= 1 << seat;
    }
    if (best < s->target)
        return 0;
    if (g->profile->declarer_first && s->declarer != SEAT_NONE &&
        (tied >> s->declarer & 1))
        return 1 << s->declarer;
    int round_best = -1, first = 0;
    for (int seat = 0; seat < s->players; seat++)
        if ((tied >> seat & 1) && s->last_round[seat] > round_best)
            round_best = s->last_round[seat];
    for (int seat = 0; seat < s->players; seat++)
        if (s->last_round[seat] != round_best)
            tied &= ~(1 << seat);
    if (g->profile->shared_win)
        return tied;
    for (int i = 1; i <= s->players; i++) {
        first = (after + i) % s->players;
        if (tied >> first & 1)
            break;
    }
    return 1 << first;
}

/* What a seat really gets out of a round that ended in this way. */
RULES static int salt_round_total(const Salt *g, int seat, int reason, bool bet_won,
                                  const SaltScore *score)
{
    if (reason == SALT_BY_VOID)
        return 0;
    if (reason != SALT_BY_LAST_CHANCE)
        return score->cards;
    const bool declarer = seat == g->state->declarer;
    if (declarer)
        return bet_won ? score->cards + score->colour : score->colour;
    if (bet_won)
        return score->colour;
    return g->profile->lost_bet_all ? score->cards + score->colour : score->cards;
}

RULES static void salt_show_hands(Salt *g)
{
    for (int seat = 0; seat < g->state->players; seat++) {
        uint8_t list[SALT_CARDS_MAX];
        SaltSet cards = g->state->hand[seat];
        Event e = salt_event(SALT_EV_SHOWN, seat, 0, 0, 0);
        while (!salt_set_is_empty(cards))
            list[e.count++] = (uint8_t)salt_set_pop(&cards);
        salt_emit(g, e, list);
    }
}

RULES static void salt_win(Salt *g, int reason, int winners)
{
    uint8_t list[SEATS_MAX];
    Event e = salt_event(SALT_EV_GAME_WON, SEAT_NONE, reason, 0, 0);
    for (int seat = 0; seat < g->state->players; seat++)
        if (winners >> seat & 1)
            list[e.count++] = (uint8_t)(seat + 1);
    ASSERT(e.count > 0);
    salt_emit(g, e, list);
}

/* A hand with enough Mermaids wins at once, whatever the points. */
RULES bool salt_mermaids_win(Salt *g)
{
    const SaltState *s = g->state;
    const SaltSet mermaids = g->profile->kind_cards[g->profile->mermaid];
    for (int seat = 0; seat < s->players; seat++) {
        const bool dance = salt_has_event(s, seat, PEPPER_DANCE_OF_MERMAIDS);
        const int needed = dance && s->mermaids_to_win > 3 ? 3 : s->mermaids_to_win;
        if (salt_set_count(salt_set_both(s->hand[seat], mermaids)) >= needed) {
            salt_win(g, SALT_BY_MERMAIDS, 1 << seat);
            return true;
        }
    }
    return false;
}

/* Give everybody the points of this round, and the win to whoever has it. */
RULES void salt_settle(Salt *g, int reason)
{
    const SaltState *s = g->state;
    SaltScore score[SEATS_MAX];
    bool bet_won = reason == SALT_BY_LAST_CHANCE;
    salt_phase(g, SALT_ROUND_END);
    if (salt_mermaids_win(g))
        return;
    salt_show_hands(g);
    for (int seat = 0; seat < s->players; seat++)
        score[seat] = salt_score(g, seat);
    for (int seat = 0; bet_won && seat < s->players; seat++)
        bet_won = score[seat].cards <= score[s->declarer].cards;
    for (int seat = 0; seat < s->players; seat++) {
        const SaltScore *x = &score[seat];
        const int points = salt_round_total(g, seat, reason, bet_won, x);
        const uint8_t parts[5] = {(uint8_t)x->collection, (uint8_t)x->pair_base,
                                  (uint8_t)x->pair_bonus, (uint8_t)x->multiplier,
                                  (uint8_t)x->mermaid};
        Event e = salt_event(SALT_EV_SCORED, seat, x->cards,
                             reason == SALT_BY_LAST_CHANCE ? x->colour : 0,
                             s->total[seat] + points);
        e.c = (Id)points;
        e.count = sizeof parts;
        salt_emit(g, e, parts);
    }
    salt_emit(g, salt_event(SALT_EV_SETTLED, s->declarer, reason, bet_won, s->round),
              NULL);
    const int winners =
        salt_winners(g, s->declarer == SEAT_NONE ? s->seat : s->declarer);
    if (winners)
        salt_win(g, SALT_BY_POINTS, winners);
}

/* The one seat with most, or fewest, points; SEAT_NONE when several share that place.
 */
RULES static int salt_alone_at(const SaltState *s, bool most)
{
    int found = 0;
    bool alone = true;
    for (int seat = 1; seat < s->players; seat++) {
        const int ahead =
            most ? s->total[seat] - s->total[found] : s->total[found] - s->total[seat];
        if (ahead > 0)
            found = seat, alone = true;
        else if (ahead == 0)
            alone = false;
    }
    return alone ? found : SEAT_NONE;
}

/* The event card goes to whoever stands alone in its place, and leaves an owner who no
 * longer does. *rival is the seat that must choose between two, or SEAT_NONE. */
RULES void salt_hand_out_event(Salt *g, int *rival)
{
    const SaltState *s = g->state;
    *rival = SEAT_NONE;
    for (int seat = 0; seat < s->players; seat++) {
        const int owned = s->event_of[seat];
        if (owned && salt_alone_at(s, g->catalog->pepper_most[owned]) != seat)
            salt_emit(g, salt_event(SALT_EV_PEPPER_LOST, seat, owned, 0, 0), NULL);
    }
    const int seat = salt_alone_at(s, g->catalog->pepper_most[s->event]);
    if (seat == SEAT_NONE)
        salt_emit(g, salt_event(SALT_EV_PEPPER_LOST, SEAT_NONE, s->event, 0, 0), NULL);
    else if (s->event_of[seat])
        *rival = seat;
    else
        salt_emit(g, salt_event(SALT_EV_PEPPER_KEPT, seat, s->event, 0, 0), NULL);
}
