/* check.c - what must always hold on a Smash Up table, and how well a seat stands. */
#include "games/smashup/words.h"

RULES static const char *su_check_decks(const SuState *s, uint8_t *seen)
{
    for (int seat = 0; seat < s->players; seat++) {
        int count = 0, last = 0;
        for (int card = s->deck_top[seat]; card; card = s->card[card].at) {
            if (card > su_card_count(s) || seen[card]++)
                return "a deck is not a list of cards";
            if (s->card[card].zone != SU_IN_DECK || s->card[card].seat != seat ||
                su_owner(s, card) != seat)
                return "a card in a deck is somewhere else too";
            last = card;
            count++;
        }
        if (count != s->deck_count[seat] || last != s->deck_bottom[seat])
            return "a deck has another number of cards";
    }
    return NULL;
}

RULES static const char *su_check_set(const SuState *s, const CardSet *set, int zone,
                                      int seat, uint8_t *seen)
{
    for (Id card = set_next(set, 0); card; card = set_next(set, card)) {
        if (card > su_card_count(s) || seen[card]++)
            return "a card is in two places";
        if (s->card[card].zone != zone || s->card[card].seat != seat ||
            su_owner(s, card) != seat)
            return "a card in a hand or discard pile is somewhere else";
    }
    return NULL;
}

RULES static const char *su_check_play(const Su *g, uint8_t *seen)
{
    const SuState *s = g->state;
    for (Id card = set_next(&s->minions, 0); card; card = set_next(&s->minions, card)) {
        if (card > su_card_count(s) || seen[card]++)
            return "a minion is in two places";
        if (s->card[card].zone != SU_AT_BASE || su_slot(s, s->card[card].at) < 0 ||
            !is_minion(g, card) || s->card[card].seat >= s->players)
            return "a minion is at no base";
    }
    for (Id card = set_next(&s->actions, 0); card; card = set_next(&s->actions, card)) {
        if (card > su_card_count(s) || seen[card]++)
            return "an action is in two places";
        const SuCard *c = &s->card[card];
        if (is_minion(g, card) || c->seat >= s->players)
            return "an action in play is none";
        if (c->zone == SU_CARRIED ? !set_has(&s->minions, c->at)
                                  : c->zone != SU_AT_BASE || su_slot(s, c->at) < 0)
            return "an action is on nothing";
    }
    return NULL;
}

/* Each of the thirty is somebody's or in the supply, never both. */
RULES static const char *su_check_madness(const SuState *s)
{
    for (int i = 0; i < SU_MADNESS_MAX; i++) {
        const int zone = s->card[su_madness_first(s) + i].zone;
        if (!s->madness_on ? s->madness_of[i] != 0
                           : (zone == SU_IN_SUPPLY) != (s->madness_of[i] == 0))
            return "a Madness card is nobody's and somebody's";
        if (s->madness_of[i] > s->players)
            return "a Madness card is a stranger's";
    }
    return NULL;
}

RULES static const char *su_check_cards(const Su *g)
{
    const SuState *s = g->state;
    uint8_t seen[SU_CARDS_MAX + 2];
    memset(seen, 0, sizeof seen);
    const char *broken = su_check_decks(s, seen);
    for (int seat = 0; seat < s->players && !broken; seat++) {
        broken = su_check_set(s, &s->hand[seat], SU_IN_HAND, seat, seen);
        if (!broken)
            broken = su_check_set(s, &s->discard[seat], SU_IN_DISCARD, seat, seen);
        if (!broken && set_count(&s->hand[seat]) != s->hand_count[seat])
            broken = "a hand has another number of cards";
    }
    if (!broken)
        broken = su_check_play(g, seen);
    for (int i = 0; i < s->look_count && !broken; i++)
        if (!s->look[i] || s->look[i] > su_card_count(s) || seen[s->look[i]]++)
            broken = "a card looked at is in two places";
    for (int card = 1; card <= su_card_count(s) && !broken; card++)
        if (!seen[card] && s->card[card].zone != SU_RESOLVING &&
            s->card[card].zone != SU_IN_SUPPLY)
            broken = "a card is nowhere";
    return broken ? broken : su_check_madness(s);
}

RULES static const char *su_check_bases(const Su *g)
{
    const SuState *s = g->state;
    uint64_t seen = s->base_discard;
    int count = 0;
    if (seen & 1)
        return "no base is called 0";
    for (int i = 0; i < SU_IN_PLAY_MAX + SU_BASES_MAX + SU_LOOK_MAX; i++) {
        int base = 0;
        if (i < SU_IN_PLAY_MAX) {
            base = s->base[i].id;
            count += base != 0;
        } else if (i < SU_IN_PLAY_MAX + SU_BASES_MAX) {
            base = s->base_deck[i - SU_IN_PLAY_MAX];
        } else {
            base = s->look_base[i - SU_IN_PLAY_MAX - SU_BASES_MAX];
        }
        if (!base)
            continue;
        if (base > g->catalog->base_count || (seen >> base & 1))
            return "a base is in two places";
        seen |= (uint64_t)1 << base;
    }
    for (int i = 0; i < s->base_deck_count; i++)
        if (!s->base_deck[i])
            return "the base deck has a hole";
    for (int i = 0; i <= s->players; i++)
        if (!s->base[i].id)
            return "a base is missing";
    return count == s->players + 1 ? NULL : "too many bases are in play";
}

RULES static const char *su_check_machine(const SuState *s)
{
    const Fx *top = s->fx_depth ? &s->fx[s->fx_depth - 1] : NULL;
    if (s->fx_depth > SU_FX_MAX || s->phase >= SU_PHASES || s->seat >= s->players)
        return "a number is out of range";
    if (s->phase == SU_OVER)
        return s->fx_depth || prompt_is_open(&s->prompt) ? "over, but not done" : NULL;
    if (!top || s->fx[0].ability != SU_FX_game)
        return "the game has no flow";
    for (int i = 0; i < s->fx_depth; i++)
        if (s->fx[i].seat >= s->players || s->fx[i].who >= s->players ||
            !s->fx[i].ability || s->fx[i].ability >= SU_ABILITIES)
            return "an effect is nobody's";
    if (!prompt_is_open(&s->prompt))
        return s->phase == SU_PLAY && s->fx_depth == 1 && top->step == GAME_RESTS
                   ? NULL
                   : "nobody is asked, and nobody may play";
    if (s->prompt.seat >= s->players || s->prompt.seat != top->who)
        return "the question is put to somebody else";
    if (!s->prompt.may && set_is_empty(&s->prompt.options))
        return "a question without an answer";
    return NULL;
}

RULES const char *su_check(const Su *g)
{
    const SuState *s = g->state;
    if (s->players < 2 || s->players > SEATS_MAX || s->viewer)
        return "not a whole table";
    const char *broken = su_check_machine(s);
    if (broken || !s->base[0].id)
        return broken;
    for (int seat = 0; seat < s->players; seat++)
        for (int i = 0; i < 2; i++)
            if (!s->faction[seat][i] || s->faction[seat][i] > g->catalog->faction_count)
                return "somebody has no factions";
    broken = su_check_cards(g);
    return broken ? broken : su_check_bases(g);
}

/* How well a seat stands, from what its view shows: points first, then what each base
 * would pay now, the more the nearer it is to its breakpoint, then cards in hand. */
RULES static int su_base_value(const Su *g, int base, int seat)
{
    const SuState *s = g->state;
    const SuBaseDef *def = &g->catalog->base[base];
    const int breakpoint = su_breakpoint(g, base);
    int power[SEATS_MAX] = {0, 0, 0, 0}, total = 0;
    for (int other = 0; other < s->players; other++) {
        power[other] = su_total(g, base, other);
        total += power[other];
    }
    const int near = breakpoint && total < breakpoint ? 100 * total / breakpoint : 100;
    int value = power[seat] * 4;
    for (int other = 0; other < s->players; other++) {
        int better = 0;
        for (int third = 0; third < s->players; third++)
            better += power[third] > power[other];
        if (power[other] && better < 3)
            value += (other == seat ? 2 : -1) * def->vp[better] * near / 2;
    }
    return value;
}

RULES int32_t su_value(const Su *g, int seat)
{
    const SuState *s = g->state;
    if (s->phase == SU_OVER)
        return (s->winners >> seat & 1) ? 1000000 : -1000000;
    int32_t value = 0;
    for (int other = 0; other < s->players; other++)
        value += (other == seat ? 300 : -150) * (s->vp[other] - su_penalty(s, other));
    for (int i = 0; i < SU_IN_PLAY_MAX; i++)
        if (s->base[i].id)
            value += su_base_value(g, s->base[i].id, seat);
    for (int other = 0; other < s->players; other++)
        value += (other == seat ? 12 : -6) * (s->hand_count[other] < SU_HAND_MAX
                                                  ? s->hand_count[other]
                                                  : (int)SU_HAND_MAX);
    return value;
}
