/* check.c - whether a Sea Salt & Paper table is possible: every card in exactly one
 * place. */
#include "games/sea-salt/salt.h"

/* Count a card once; false when it was counted before or does not exist. */
RULES static bool salt_see(const SaltState *s, SaltSet *seen, int card)
{
    if (card < 1 || card > s->card_count || salt_set_has(seen, card))
        return false;
    salt_set_add(seen, card);
    return true;
}

RULES static bool salt_see_chain(const SaltState *s, SaltSet *seen, int top, int count)
{
    int card = top;
    for (int i = 0; i < count; i++, card = s->next[card])
        if (!salt_see(s, seen, card))
            return false;
    return card == 0;
}

/* Two cards that pair by some rule, in force now or not, and for a trio one Starfish.
 */
RULES static bool salt_is_pair_or_trio(const Salt *g, int first, int others)
{
    const SaltProfile *p = g->profile;
    int kind[3] = {0, 0, 0};
    int kinds = 0, starfish = 0, card = first;
    do {
        if (p->starfish && p->kind_of[card] == p->starfish)
            starfish++;
        else
            kind[kinds++] = p->kind_of[card];
        card = g->state->next[card];
    } while (card != first);
    if (kinds != 2 || starfish != others - 1)
        return false;
    for (int i = 0; i < p->pair_count; i++)
        if ((p->pair[i].kind_a == kind[0] && p->pair[i].kind_b == kind[1]) ||
            (p->pair[i].kind_a == kind[1] && p->pair[i].kind_b == kind[0]))
            return true;
    return false;
}

RULES static const char *salt_check_seat(const Salt *g, SaltSet *seen, int seat)
{
    const SaltState *s = g->state;
    SaltSet hand = s->hand[seat], played = s->played[seat];
    if (salt_set_count(hand) != s->hand_count[seat])
        return "a hand does not have the cards it counts";
    while (!salt_set_is_empty(hand))
        if (!salt_see(s, seen, salt_set_pop(&hand)))
            return "a card in hand is also somewhere else, or unknown";
    while (!salt_set_is_empty(played)) {
        const int first = salt_set_pop(&played);
        int card = first, count = 0;
        do {
            if (!salt_see(s, seen, card) || !salt_set_has(&s->played[seat], card))
                return "a played card is also somewhere else, or its pair is broken";
            salt_set_remove(&played, card);
            card = s->next[card];
        } while (card != first && ++count < 3);
        if (card != first || count < 1)
            return "a played pair has not two or three cards";
        if (!salt_is_pair_or_trio(g, first, count))
            return "cards lie together that are no pair";
    }
    if (((s->reef_seats >> seat & 1) != 0) != (s->reef[seat] != 0))
        return "a reef without a Shell, or a Shell without a reef";
    if (s->reef[seat] && !salt_see(s, seen, s->reef[seat]))
        return "a Shell in the reef is also somewhere else";
    return NULL;
}

RULES static const char *salt_check_cards(const Salt *g)
{
    const SaltState *s = g->state;
    SaltSet seen = salt_set_none();
    for (int seat = 0; seat < s->players; seat++) {
        const char *wrong = salt_check_seat(g, &seen, seat);
        if (wrong)
            return wrong;
    }
    if (!salt_see_chain(s, &seen, s->deck_top, s->deck_count))
        return "the deck does not have the cards it counts";
    for (int pile = 0; pile < 2; pile++)
        if (!salt_see_chain(s, &seen, s->pile_top[pile], s->pile_count[pile]))
            return "a discard pile does not have the cards it counts";
    if (s->look_count > SALT_LOOK_MAX)
        return "too many cards are being looked at";
    for (int i = 0; i < s->look_count; i++)
        if (!salt_see(s, &seen, s->look[i]))
            return "a card being looked at is also somewhere else";
    for (int card = 1; card <= s->card_count; card++)
        if (!salt_colour(s, card) || salt_colour(s, card) > g->profile->colour_count)
            return "a card has no colour";
    return NULL;
}

/* A theft is by a pair that its thief has just laid. */
RULES static bool salt_can_steal(const SaltState *s, const Fx *fx)
{
    for (int i = 0; i < SALT_STEALS_MAX; i++)
        if (s->steal[i].thief && s->steal[i].pair == fx->source)
            return false;
    return fx->source && fx->source <= s->card_count &&
           salt_set_has(&s->played[fx->seat], fx->source);
}

/* A frame has no slots but those that its question needs. */
RULES static bool salt_check_slots(const Fx *fx, int action)
{
    Fx used;
    memset(&used, 0, sizeof used);
    used.ability = fx->ability;
    used.step = fx->step;
    used.seat = fx->seat;
    used.who = fx->who;
    used.source = fx->source;
    if (fx->ability == SALT_FX_draw_discard_any) { /* perhaps from each pile */
        used.answer = fx->answer;
        used.card = fx->card;
        used.base = fx->base;
        used.seen = fx->seen;
        used.count = fx->count > 2 ? 2 : fx->count < 1 ? 1 : fx->count;
    }
    if (action == SALT_DO_SWAP_TAKE || action == SALT_DO_SWAP_GIVE) {
        used.answer = fx->answer;
        used.other = fx->other;
        used.card = action == SALT_DO_SWAP_GIVE ? fx->card : 0;
    }
    if (action == SALT_DO_KEEP_EVENT)
        used.count = fx->count;
    return memcmp(fx, &used, sizeof used) == 0;
}

/* What an effect remembers of its earlier answers. */
RULES static const char *salt_check_frame(const SaltState *s, const Fx *fx, int action)
{
    const bool swap = action == SALT_DO_SWAP_TAKE || action == SALT_DO_SWAP_GIVE;
    if (fx->seat >= s->players || fx->who >= s->players || s->prompt.seat != fx->who)
        return "a question is put to nobody";
    if (action != SALT_DO_KEEP_EVENT && (fx->seat != s->seat || fx->who != fx->seat))
        return "a question is put to somebody whose turn it is not";
    if (!salt_check_slots(fx, action))
        return "an effect holds what it does not need";
    if (action == SALT_DO_STEAL_FROM && !salt_can_steal(s, fx))
        return "a theft without a pair of its own";
    if (action == SALT_DO_CRAB_PICK && (fx->base < 1 || fx->base > 2))
        return "a pile is looked through that does not exist";
    if (swap && (fx->other < 1 || fx->other > s->players || fx->other == fx->seat + 1))
        return "a swap with nobody";
    if (action == SALT_DO_SWAP_GIVE &&
        (fx->card > s->card_count || !salt_set_has(&s->hand[fx->other - 1], fx->card)))
        return "a swap for a card that is not there";
    if (action == SALT_DO_KEEP_EVENT && (!s->event || !s->event_of[fx->who]))
        return "a choice between event cards that are not there";
    return NULL;
}

/* Where a question is put: between rounds, at the end of a turn, or for a pair. */
RULES static bool salt_is_its_phase(const SaltState *s, int action)
{
    const bool ending = action == SALT_DO_ANGEL_TAKE;
    if (action == SALT_DO_KEEP_EVENT)
        return s->phase == SALT_ROUND_END && !s->turn_ending;
    return (s->phase == SALT_PAIR || (ending && s->phase == SALT_DECLARE)) &&
           (s->turn_ending != 0) == ending;
}

/* An open question belongs to the effect that waits and offers exactly what it allows.
 */
RULES static const char *salt_check_machine(const Salt *g)
{
    const SaltState *s = g->state;
    if (s->fx_depth > SALT_FX_MAX || (s->fx_depth > 0) != prompt_is_open(&s->prompt))
        return "an effect waits without a question, or a question without an effect";
    const bool between = s->phase == SALT_SHOWING || s->phase == SALT_ROUND_END;
    if (s->turn_ending && !s->fx_depth)
        return "a turn waits for its end, but nothing goes on";
    if (!s->fx_depth)
        return between ? "nobody can act" : NULL;
    const Fx *fx = &s->fx[0];
    const int action = salt_question(fx->ability, fx->step);
    if (!action)
        return "an effect waits where it asks nothing";
    if (!salt_is_its_phase(s, action))
        return "an effect waits in a phase that has none";
    const char *wrong = salt_check_frame(s, fx, action);
    if (wrong)
        return wrong;
    return salt_asks_again(g) ? NULL : "the question is not the one the effect asks";
}

/* Somebody can act, and what the phase needs is there. */
RULES static const char *salt_check_phase(const Salt *g)
{
    const SaltState *s = g->state;
    const bool source = salt_can_draw(g) || s->pile_count[0] || s->pile_count[1];
    if (s->phase == SALT_DRAW && s->look_count != 0 && s->look_count != 2)
        return "two cards are drawn, not more and not less";
    if (s->phase == SALT_DRAW && !s->look_count && !source)
        return "nobody can act: there is nothing to draw";
    if (s->look_count && s->phase != SALT_DRAW && s->prompt.action != SALT_DO_KEEP_ONE)
        return "cards are being looked at outside the draw";
    if (s->phase == SALT_DECLARE && s->declarer != SEAT_NONE)
        return "a second declaration";
    if (s->declarer != SEAT_NONE && s->mode == SALT_STOP && s->phase < SALT_SHOWING)
        return "the round goes on after Stop";
    return NULL;
}

/* With Extra Pepper one event card is turned up and each is in one place; without,
 * none. */
RULES static const char *salt_check_events(const SaltState *s)
{
    uint8_t place[SEATS_MAX + 1 + sizeof s->event_deck];
    int count = 0, seen = 0;
    if (s->event_count > sizeof s->event_deck)
        return "more event cards than there are";
    place[count++] = s->event;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        place[count++] = s->event_of[seat];
    for (int i = 0; i < s->event_count; i++) {
        if (!s->event_deck[i])
            return "an event card that is none lies in their deck";
        place[count++] = s->event_deck[i];
    }
    for (int i = 0; i < count; i++) {
        if (place[i] >= PEPPER_COUNT || (place[i] && (seen >> place[i] & 1)))
            return "an event card is in two places, or unknown";
        seen |= 1 << place[i];
    }
    if (!s->pepper_on)
        return seen & ~1 ? "an event card in a game without them" : NULL;
    return s->event || s->phase == SALT_OVER ? NULL : "no event card is turned up";
}

RULES static bool salt_can_grab(const Salt *g)
{
    const SaltProfile *p = g->profile;
    bool can = false;
    for (int i = 0; i < p->pair_count; i++)
        can = can || (p->pair[i].effect == SALT_FX_grab_pair &&
                      (!p->pair[i].event || g->state->pepper_on));
    return can;
}

/* What a player may have laid: it lies there, unless somebody could grab a pair. */
RULES static SaltSet salt_laid_by(const Salt *g, int seat)
{
    const SaltState *s = g->state;
    SaltSet laid = s->played[seat];
    for (int other = 0; other < s->players && salt_can_grab(g); other++)
        laid = salt_set_union(laid, s->played[other]);
    return laid;
}

/* Whether the cards of a pair that stings are among these. */
RULES static bool salt_stings(const SaltProfile *p, SaltSet laid)
{
    bool stings = false;
    for (int i = 0; i < p->pair_count; i++)
        stings =
            stings ||
            (p->pair[i].effect == SALT_FX_jelly_lock &&
             !salt_set_is_empty(
                 salt_set_both(laid, p->kind_cards[p->pair[i].kind_a])) &&
             !salt_set_is_empty(salt_set_both(laid, p->kind_cards[p->pair[i].kind_b])));
    return stings;
}

/* Hands are jellied by a pair that another player has laid. */
RULES static bool salt_is_stung(const Salt *g)
{
    const SaltState *s = g->state;
    for (int seat = 0; seat < s->players; seat++) {
        bool laid = !(s->jellied >> seat & 1);
        for (int other = 0; other < s->players && !laid; other++)
            laid = other != seat && salt_stings(g->profile, salt_laid_by(g, other));
        if (!laid)
            return false;
    }
    return true;
}

/* What the round before would have ended: points, Mermaids, cards a profile lacks. */
RULES static const char *salt_check_going_on(const Salt *g)
{
    const SaltState *s = g->state;
    const SaltSet mermaids = g->profile->kind_cards[g->profile->mermaid];
    if (!salt_is_stung(g))
        return "seats: a hand is jellied, but nobody else has laid a Jellyfish";
    if (s->reef_seats && !s->pepper_on)
        return "a reef in a game without event cards";
    for (int seat = 0; seat < s->players && s->phase < SALT_ROUND_END; seat++) {
        if (s->total[seat] >= s->target)
            return "somebody has reached the target, but the game goes on";
        if (salt_set_count(salt_set_both(s->hand[seat], mermaids)) >=
            salt_mermaids_needed(s, seat))
            return "somebody holds the Mermaids that win, but the game goes on";
    }
    return NULL;
}

/* What the round has brought: thefts by pairs that lie there, turns that were given,
 * hands that a declaration has locked, points. */
RULES static const char *salt_check_round(const Salt *g)
{
    const SaltState *s = g->state;
    SaltSet stole = salt_set_none();
    bool ended = false;
    for (int seat = 0; seat < s->players; seat++)
        if (s->last_round[seat] > s->total[seat])
            return "seats: a round brought more points than there are";
    for (int i = 0; i < SALT_STEALS_MAX; i++) {
        const SaltSteal *steal = &s->steal[i];
        ended = ended || !steal->thief;
        if (ended && (steal->thief || steal->victim || steal->pair || steal->card))
            return "stolen: half a theft, or a gap";
        if (ended)
            continue;
        if (steal->thief > s->players || steal->victim > s->players || !steal->victim ||
            steal->thief == steal->victim)
            return "stolen: nobody steals from nobody";
        const SaltSet laid = salt_laid_by(g, steal->thief - 1);
        if (!salt_set_has(&laid, steal->pair) || salt_set_has(&stole, steal->pair))
            return "stolen: a theft without a pair of its own";
        salt_set_add(&stole, steal->pair);
    }
    if (s->locked && s->declarer == SEAT_NONE)
        return "seats: a hand is locked, but nobody has declared";
    if (s->extra_granted > s->extra_cap || s->extra_queued > s->extra_granted)
        return "extra_turns_granted, extra_turns_queued: more than were given";
    return NULL;
}

RULES const char *salt_check(const Salt *g)
{
    const SaltState *s = g->state;
    if (s->players < 2 || s->players > SEATS_MAX || s->seat >= s->players)
        return "not two to four players";
    if (s->phase >= SALT_PHASES || (s->phase == SALT_OVER) != (s->winners != 0))
        return "the game is over without a winner, or won without an end";
    if ((s->declarer == SEAT_NONE) != (s->mode == 0))
        return "a declaration without a declarer";
    if (s->mode == SALT_LAST_CHANCE && !(s->locked >> s->declarer & 1))
        return "who has declared is not locked";
    const char *wrong = salt_check_cards(g);
    if (!wrong)
        wrong = salt_check_phase(g);
    if (!wrong)
        wrong = salt_check_events(s);
    if (!wrong)
        wrong = salt_check_going_on(g);
    if (!wrong)
        wrong = salt_check_round(g);
    return wrong ? wrong : salt_check_machine(g);
}
