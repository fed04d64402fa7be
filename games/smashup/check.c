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
    SET_EACH (card, set) {
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
    SET_EACH (card, &s->minions) {
        if (card > su_card_count(s) || seen[card]++)
            return "a minion is in two places";
        if (s->card[card].zone != SU_AT_BASE || su_slot(s, s->card[card].at) < 0 ||
            !is_minion(g, card) || s->card[card].seat >= s->players)
            return "a minion is at no base";
    }
    SET_EACH (card, &s->actions) {
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

/* Whether all of these are bases of this game: with few, those of its factions. */
RULES static bool su_check_chosen(const Su *g, uint64_t bases)
{
    uint8_t list[SU_BASES_MAX + 1];
    if (g->state->bases_mode == SU_BASES_ALL)
        return true;
    for (int i = su_bases_of_game(g, list) - 1; i >= 0; i--)
        bases &= ~((uint64_t)1 << list[i]);
    return !bases;
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
    if (!su_check_chosen(g, seen))
        return "bases: one is not in this game, which has those of its factions";
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

/* Numbers that stand for themselves, one bit or one place a seat. */
RULES static const char *su_check_numbers(const SuState *s)
{
    const int all = (1 << s->players) - 1;
    if (s->target < SU_TARGET_MIN || s->target > SU_TARGET_MAX)
        return "target: from 5 to 30";
    if (s->regular_minion > 1 || s->regular_action > 1)
        return "regular_minion, regular_action: one each at most";
    if (s->minions_before > s->minions_played[s->seat])
        return "minions_before: more than were played";
    if ((s->asleep | s->sleeps_next | s->had_minions | s->winners) & ~all)
        return "a seat that does not play is asleep, present or a winner";
    for (int seat = 0; seat < s->players; seat++)
        if (s->place[seat] > s->players || s->hand_shown[seat] & ~all)
            return "seats: a place or who looks into a hand is out of range";
    if (s->bases_known > s->base_deck_count || s->bases_known_to > s->players ||
        !s->bases_known != !s->bases_known_to)
        return "bases_known: so many of the base deck to one player";
    return NULL;
}

/* What is over, and what is under way. */
RULES static const char *su_check_phase(const Su *g)
{
    const SuState *s = g->state;
    if (s->phase == SU_OVER ? s->winners != su_winners(s) || !s->winners : s->winners)
        return "winners: those with the most points, once the game is over";
    if (s->scoring && s->phase != SU_SCORE)
        return "scoring: only in the phase score_bases";
    if (s->window > SU_WINDOW_AFTER || (s->window && !s->scoring))
        return "window: only while a base scores";
    if (s->look_seat && !s->look_count)
        return "look_seat: nothing is looked at";
    if (s->fx_depth > 1)
        return NULL;
    if (s->look_count || s->look_base_count)
        return "look, look_bases: nobody is looking";
    for (int seat = 0; seat < s->players; seat++)
        if (s->hand_shown[seat])
            return "hand_shown_to: nobody is looking";
    return NULL;
}

/* An action that is being played is so by an effect on the stack. */
RULES static bool su_is_resolved(const SuState *s, int card)
{
    for (int i = 0; i < s->fx_depth; i++)
        if (s->fx[i].ability == SU_FX_play_action && s->fx[i].card == card)
            return true;
    return false;
}

/* What is noted on single cards. */
RULES static const char *su_check_marks(const Su *g)
{
    const SuState *s = g->state;
    const int knowers = ((1 << s->players) - 1) | 1 << SEATS_MAX;
    for (int card = 1; card <= su_card_count(s); card++) {
        const SuCard *c = &s->card[card];
        const bool hidden = c->zone == SU_IN_HAND || c->zone == SU_IN_DECK;
        const bool minion = su_is_minion(g, card);
        if (c->zone == SU_RESOLVING && (minion || !su_is_resolved(s, card)))
            return "resolving: nobody is playing this action";
        if (hidden && c->note != SU_KNOWN_TO_ALL && (c->note & ~knowers))
            return "known: somebody who does not play knows a card";
        if (!su_in_play(s, card)) {
            if (c->counters || c->bonus || c->until || c->used || (!hidden && c->note))
                return "a card that is not in play has marks of play";
        } else if (minion ? c->note != 0 : c->counters || c->bonus || c->until) {
            return "a minion remembers nothing, an action has no power";
        } else if (c->until > s->players || c->note > g->catalog->faction_count) {
            return "until, note: there is no such player or faction";
        }
    }
    return NULL;
}

RULES static const char *su_check_plays(const Su *g)
{
    const SuState *s = g->state;
    for (int i = 0; i < SU_ALLOWANCES_MAX; i++) {
        const SuAllowance *a = &s->allowance[i];
        if (!a->kind && (a->power || a->base || a->rule || a->count || a->name))
            return "extra_plays: of no kind";
        if (!a->kind)
            continue;
        if (a->kind > SU_ACTION || !a->count || a->rule >= SU_RULES)
            return "extra_plays: kind, count or rule";
        if (a->power > SU_POWER_MAX && a->power != SU_ANY_POWER)
            return "extra_plays: power_max is from 0 to 20, or null";
        if (a->name > g->catalog->def_count || (a->name && a->rule != RULE_SAME_NAME))
            return "extra_plays: a name goes with the rule same_name";
    }
    for (int i = 0; i < SU_IN_PLAY_MAX; i++) {
        const SuBase *b = &s->base[i];
        if ((b->used | b->passed) >> s->players)
            return "used_by, passed_by: there is no such player";
        for (int seat = 0; seat < SEATS_MAX; seat++) {
            const int played = b->played >> 2 * seat & 3;
            const int from_hand = b->from_hand >> 2 * seat & 3;
            if (from_hand > played || (played && seat >= s->players))
                return "played, from_hand: more came from the hand than came";
        }
    }
    return NULL;
}

/* What outlives an effect: every line is about something that is there. */
RULES static const char *su_check_lasting(const Su *g)
{
    const SuState *s = g->state;
    bool ended = false;
    for (int i = 0; i < SU_LASTING_MAX; i++) {
        const SuLasting *l = &s->lasting[i];
        ended = ended || !l->kind;
        if (ended ? l->kind || l->card || l->seat || l->n
                  : l->kind > LASTS_CONTROL || l->seat >= s->players ||
                        !set_has(&s->minions, l->card) ||
                        (l->kind == LASTS_CONTROL && l->n))
            return "lasting: lines about minions in play, without a gap";
    }
    for (int i = 0; i < SU_SPARED_MAX; i++) {
        const SuSpared *line = &s->spared[i];
        const bool after_gap = i > 0 && !s->spared[i - 1].action;
        if (!line->action
                ? line->player || line->what
                : after_gap || line->action > su_card_count(s) ||
                      line->player > s->players ||
                      (line->player ? !line->what || line->what > g->catalog->base_count
                                    : !set_has(&s->minions, line->what)))
            return "spared: an action, and a player at a base or 0 and a minion";
    }
    for (int i = 0; i < s->dead_count; i++) {
        const SuDead *d = &s->dead[i];
        if (!d->card || d->card > su_card_count(s) || !su_is_minion(g, d->card) ||
            d->base > g->catalog->base_count || d->seat >= s->players ||
            d->by > s->players)
            return "destroyed_this_turn: a minion, a base and players";
    }
    for (int i = 0; i < SU_ONCE_MAX; i++) {
        const int what = s->once[i] & 1023, seat = s->once[i] >> 10 & 7;
        const int scope = s->once[i] >> 13;
        const bool card = what >= 1 && what <= g->catalog->def_count;
        const bool base =
            what > SU_DEFS_MAX && what <= SU_DEFS_MAX + g->catalog->base_count;
        if (s->once[i] &&
            (!(card || base) || seat >= s->players || !scope || scope > ONCE_SCORING))
            return "once: there is nothing like it";
    }
    return NULL;
}

/* What is counted once and kept is what one would count now. */
RULES static const char *su_check_counts(const Su *g)
{
    const SuState *s = g->state;
    int roles[IS_KINDS], whens[SU_WHENS];
    memset(roles, 0, sizeof roles);
    memset(whens, 0, sizeof whens);
    for (int card = 1; card <= su_card_count(s); card++) {
        const SuDef *def = su_def(g, card);
        const bool here = su_in_play(s, card);
        for (int i = 0; here && i < IS_KINDS; i++)
            roles[i] += (int)(def->roles >> i & 1);
        for (int i = 0; here && i < SU_WHENS; i++)
            whens[i] += (int)(def->whens >> i & 1);
        if (set_has(&s->auras, (Id)card) != (here && (def->roles >> IS_POWER & 1)))
            return "a power in play is not listed, or one is that is not";
    }
    for (int i = 0; i < IS_KINDS; i++)
        if (roles[i] != s->role_count[i])
            return "what cards in play are is counted wrong";
    for (int i = 0; i < SU_WHENS; i++)
        if (whens[i] != s->when_count[i])
            return "what cards in play wait for is counted wrong";
    return NULL;
}

RULES static const char *su_check_turn(const Su *g)
{
    const char *broken = su_check_phase(g);
    if (!broken)
        broken = su_check_marks(g);
    if (!broken)
        broken = su_check_plays(g);
    if (!broken)
        broken = su_check_lasting(g);
    return broken ? broken : su_check_counts(g);
}

RULES const char *su_check(const Su *g)
{
    const SuState *s = g->state;
    if (s->players < 2 || s->players > SEATS_MAX || s->viewer)
        return "not a whole table";
    const char *broken = su_check_machine(s);
    if (!broken)
        broken = su_check_numbers(s);
    if (broken || !s->base[0].id)
        return broken;
    for (int seat = 0; seat < s->players; seat++)
        for (int i = 0; i < 2; i++)
            if (!s->faction[seat][i] || s->faction[seat][i] > g->catalog->faction_count)
                return "somebody has no factions";
    broken = su_check_cards(g);
    if (!broken)
        broken = su_check_bases(g);
    return broken ? broken : su_check_turn(g);
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
