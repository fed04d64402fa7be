/* settle.c - how a round of Sea Salt & Paper is settled, and who wins the game. */
#include "games/sea-salt/reduce.h"

/* Rules 9.3. Who has won, a bit a seat; 0 while nobody has reached the target. 'after'
 * is the declarer, or the seat that acted last when nobody declared. */
RULES int salt_winners(const Salt *g, int after)
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

/* Rules 7. What each seat really gets out of a round that ended in this way. Card
 * scores are compared as they stand, without colours. Returns whether a bet was made
 * and won. */
RULES bool salt_share_out(const Salt *g, int reason, const SaltScore *score,
                          int *points)
{
    const SaltState *s = g->state;
    const bool bet = reason == SALT_BY_LAST_CHANCE;
    bool won = bet;
    for (int seat = 0; won && seat < s->players; seat++)
        won = score[seat].cards <= score[s->declarer].cards;
    for (int seat = 0; seat < s->players; seat++) {
        const bool declarer = seat == s->declarer;
        bool cards = reason != SALT_BY_VOID, colour = false;
        if (bet) {
            cards = declarer == won;
            colour = declarer || won || g->profile->lost_bet_all;
        }
        points[seat] =
            (cards ? score[seat].cards : 0) + (colour ? score[seat].colour : 0);
    }
    return won;
}

RULES static void salt_show_hands(Salt *g)
{
    for (int seat = 0; seat < g->state->players; seat++) {
        uint8_t list[SALT_CARDS_MAX];
        Event e = salt_event(SALT_EV_SHOWN, seat, 0, 0, 0);
        e.count = salt_told_hand(g, seat, list);
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

/* The seat that holds enough Mermaids; SEAT_NONE: nobody does. */
RULES int salt_mermaids_at(const Salt *g)
{
    const SaltState *s = g->state;
    const SaltSet mermaids = g->profile->kind_cards[g->profile->mermaid];
    SaltSet held = salt_set_union(salt_set_union(s->hand[0], s->hand[1]),
                                  salt_set_union(s->hand[2], s->hand[3]));
    held = salt_set_both(held, mermaids);
    if (salt_set_count(held) < 3 && s->mermaids_to_win >= 3) /* nobody needs fewer */
        return SEAT_NONE;
    for (int seat = 0; seat < s->players; seat++)
        if (salt_set_count(salt_set_both(s->hand[seat], mermaids)) >=
            salt_mermaids_needed(s, seat))
            return seat;
    return SEAT_NONE;
}

/* Rules 9.1. A hand with enough Mermaids wins at once, whatever the points. */
RULES bool salt_mermaids_win(Salt *g)
{
    const int seat = salt_mermaids_at(g);
    if (seat != SEAT_NONE)
        salt_win(g, SALT_BY_MERMAIDS, 1 << seat);
    return seat != SEAT_NONE;
}

/* Give everybody the points of this round, and the win to whoever has it. */
RULES void salt_settle(Salt *g, int reason)
{
    const SaltState *s = g->state;
    const bool bet = reason == SALT_BY_LAST_CHANCE; /* only then colours count */
    SaltScore score[SEATS_MAX];
    int points[SEATS_MAX];
    salt_phase(g, SALT_ROUND_END);
    if (salt_mermaids_win(g))
        return;
    salt_show_hands(g);
    for (int seat = 0; seat < s->players; seat++)
        score[seat] = bet ? salt_score(g, seat) : salt_score_parts(g, seat);
    const bool bet_won = salt_share_out(g, reason, score, points);
    for (int seat = 0; seat < s->players; seat++) {
        const SaltScore *x = &score[seat];
        const uint8_t parts[5] = {(uint8_t)x->collection, (uint8_t)x->pair_base,
                                  (uint8_t)x->pair_bonus, (uint8_t)x->multiplier,
                                  (uint8_t)x->mermaid};
        Event e = salt_event(SALT_EV_SCORED, seat, x->cards, x->colour,
                             s->total[seat] + points[seat]);
        e.c = (Id)points[seat];
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

/* Rules 13.2. The event card goes to whoever stands alone in its place, and leaves an
 * owner who no longer does. *rival is the seat that must choose between two, or
 * SEAT_NONE. */
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
