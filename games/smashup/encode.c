/* encode.c - Smash Up as numbers: actions, masks, observations. */
#include "games/smashup/adapt.h"

/* Decks lie one after the other in the order of seats; counted from 'seat' its own
 * comes first. Madness, and bases as sources, stay where they are after the last
 * possible deck. */
RULES static int su_card_from(const SuState *s, int card, int seat)
{
    const int decks = s->players * SU_DECK_CARDS;
    if (card < 1 || card > SU_BASE_SOURCE)
        return card;
    if (card > decks)
        return card - decks + (int)SEATS_MAX * SU_DECK_CARDS;
    const int from = card - seat * SU_DECK_CARDS;
    return from < 1 ? from + decks : from;
}

/* And back; 0: no such card plays. */
RULES static int su_card_of(const SuState *s, int place, int seat)
{
    const int decks = s->players * SU_DECK_CARDS, all = (int)SEATS_MAX * SU_DECK_CARDS;
    if (place > SU_BASE_SOURCE)
        return place;
    if (place > all)
        return s->madness_on && place <= SU_CARDS_MAX ? place - all + decks : 0;
    if (place < 1 || place > decks)
        return 0;
    const int card = place + seat * SU_DECK_CARDS;
    return card > decks ? card - decks : card;
}

/* Own cards: the deck, then Madness; 0: not the seat's to play. */
RULES static int su_own_from(const SuState *s, int card, int seat)
{
    const int place = su_card_from(s, card, seat);
    if (card < 1 || card > su_card_count(s))
        return 0;
    if (place > (int)SEATS_MAX * SU_DECK_CARDS)
        return place - (SEATS_MAX - 1) * SU_DECK_CARDS;
    return place <= SU_DECK_CARDS ? place : 0;
}

RULES static int su_own_of(const SuState *s, int place, int seat)
{
    const int more = place > SU_DECK_CARDS ? (SEATS_MAX - 1) * SU_DECK_CARDS : 0;
    return su_card_of(s, place + more, seat);
}

/* Which of the deck's actions for minions a card is, 1 .. SU_CARRIED_PLACES; 0: none.
 */
RULES static int su_carried_from(const Su *g, int card, int seat)
{
    const int own = su_own_from(g->state, card, seat) - 1;
    if (own < 0 || own >= SU_DECK_CARDS)
        return 0;
    const int half = own / SU_FACTION_CARDS, at = own % SU_FACTION_CARDS;
    const uint32_t cards = g->catalog->carried[g->state->faction[seat][half]];
    if (!(cards >> at & 1))
        return 0;
    return half * SU_CARRIED_MAX + bits_count(cards & (((uint32_t)1 << at) - 1)) + 1;
}

RULES static int su_carried_of(const Su *g, int place, int seat)
{
    const int half = (place - 1) / SU_CARRIED_MAX;
    uint32_t cards = g->catalog->carried[g->state->faction[seat][half]];
    for (int i = (place - 1) % SU_CARRIED_MAX; cards && i; i--)
        cards &= cards - 1;
    return cards ? su_own_of(g->state, half * SU_FACTION_CARDS + bits_first(cards) + 1,
                             seat)
                 : 0;
}

/* A card of the game as the acting seat counts it. */
RULES static int su_index_card(const SuState *s, ActRange act, int card, int seat)
{
    if (card < 1 || (card > su_card_count(s) && card <= SU_BASE_SOURCE))
        return ENCODE_NONE;
    return encode_plain(act, su_card_from(s, card, seat));
}

RULES static int su_index_play(const Su *g, const Command *c, ActRange act)
{
    const SuState *s = g->state;
    const int own = su_own_from(s, c->a, c->seat);
    switch (c->type) {
    case SU_DO_PLAY_ACTION:
        return c->b ? (int)ENCODE_NONE : encode_plain(act, own);
    case SU_DO_PLAY_ON_MINION:
        if (c->b < 1 || c->b > su_card_count(s))
            return ENCODE_NONE;
        return encode_two(act, su_carried_from(g, c->a, c->seat),
                          su_card_from(s, c->b, c->seat), SU_CARDS_MAX);
    case SU_DO_USE_TALENT:
        return c->b || c->a > su_card_count(s) ? (int)ENCODE_NONE
                                               : su_index_card(s, act, c->a, c->seat);
    case SU_DO_USE_BASE:
        return c->b ? (int)ENCODE_NONE : encode_plain(act, su_slot(s, c->a) + 1);
    default:
        return encode_two(act, own, su_slot(s, c->b) + 1, SU_IN_PLAY_MAX);
    }
}

RULES int su_action_index(const Su *g, const Command *c)
{
    const SuState *s = g->state;
    if (c->type >= SU_ACTIONS || c->seat >= s->players || c->c)
        return ENCODE_NONE;
    const ActRange act = encode_act(c->type);
    if (c->type >= SU_DO_PLAY_MINION && c->type <= SU_DO_USE_BASE)
        return su_index_play(g, c, act);
    if (act.count == 1)
        return encode_bare(act, c);
    if (c->b)
        return ENCODE_NONE;
    switch (c->type) {
    case SU_DO_CHOOSE_CARD:
    case SU_DO_ORDER:
    case SU_DO_PLAY_SPECIAL:
    case SU_DO_DISCARD:
        return su_index_card(s, act, c->a, c->seat);
    case SU_DO_CHOOSE_SEAT:
        if (c->a < 1 || c->a > s->players)
            return ENCODE_NONE;
        return act.first + encode_seat(c->a - 1, c->seat, s->players);
    default:
        return encode_plain(act, c->a);
    }
}

RULES static bool su_play_at(const Su *g, int place, Command *c)
{
    const SuState *s = g->state;
    const int seat = c->seat;
    switch (c->type) {
    case SU_DO_PLAY_ACTION:
        c->a = (Id)su_own_of(s, place + 1, seat);
        return c->a != 0;
    case SU_DO_PLAY_ON_MINION:
        c->a = (Id)su_carried_of(g, place / SU_CARDS_MAX + 1, seat);
        c->b = (Id)su_card_of(s, place % SU_CARDS_MAX + 1, seat);
        break;
    case SU_DO_USE_TALENT:
        c->a = (Id)su_card_of(s, place + 1, seat);
        return c->a != 0;
    case SU_DO_USE_BASE:
        c->a = s->base[place].id;
        return c->a != 0;
    default:
        c->a = (Id)su_own_of(s, place / SU_IN_PLAY_MAX + 1, seat);
        c->b = s->base[place % SU_IN_PLAY_MAX].id;
    }
    return c->a && c->b;
}

RULES bool su_action_at(const Su *g, int index, Command *c)
{
    const SuState *s = g->state;
    const int seat = su_to_act(s);
    if (index < 0 || index >= SU_AT_SPACE || seat >= s->players)
        return false;
    const int type = encode_type_at(index);
    const ActRange act = encode_act(type);
    const int place = index - act.first;
    *c = command(type, seat, act.count > 1 ? place + 1 : 0, 0, 0);
    if (type >= SU_DO_PLAY_MINION && type <= SU_DO_USE_BASE)
        return su_play_at(g, place, c);
    switch (type) {
    case SU_DO_CHOOSE_CARD:
    case SU_DO_ORDER:
    case SU_DO_PLAY_SPECIAL:
    case SU_DO_DISCARD:
        c->a = (Id)su_card_of(s, place + 1, seat);
        return c->a != 0;
    case SU_DO_CHOOSE_SEAT:
        c->a = (Id)(decode_seat(place, seat, s->players) + 1);
        return place < s->players;
    default:
        return true;
    }
}

RULES int su_legal_mask(const Su *g, uint64_t *mask)
{
    Moves moves;
    moves.count = 0;
    memset(mask, 0, ENCODE_WORDS(SU_AT_SPACE) * sizeof *mask);
    su_legal(g, &moves);
    for (int i = 0; i < moves.count; i++)
        mask_add(mask, su_action_index(g, &moves.item[i]));
    return moves.count;
}

/* A base in play as its place 1 .. SU_IN_PLAY_MAX; 0: not in play. */
RULES static int16_t su_see_slot(const SuState *s, int base)
{
    return (int16_t)(su_slot(s, base) + 1);
}

/* Cards that follow one another, here and as they are counted, from place 'first' on.
 * How each of them lies is hard to guess: all is written, nothing by a jump. */
RULES static void su_see_row(const SuState *s, int seat, int card, int first, int count,
                             int16_t *out)
{
    for (int i = 0; i < count; i++) {
        const SuCard *c = &s->card[card + i];
        const int who = encode_who(c->seat, seat, s->players);
        out[SU_SEES_ZONE + first + i] = c->zone;
        out[SU_SEES_HOLDER + first + i] = (int16_t)(c->zone ? who : 0);
        out[SU_SEES_COUNTERS + first + i] = c->counters;
        out[SU_SEES_BONUS + first + i] = c->bonus;
        out[SU_SEES_USED + first + i] = c->used;
    }
}

/* What lies at a base has its place there; what a minion carries, the minion. */
RULES static void su_see_table(const SuState *s, int seat, int16_t *out)
{
    const CardSet cards = set_union(s->minions, s->actions);
    uint8_t slot[SU_BASES_MAX + 1] = {0};
    for (int i = 0; i < SU_IN_PLAY_MAX; i++)
        slot[s->base[i].id] = (uint8_t)(i + 1);
    slot[0] = 0;
    SET_EACH (card, &cards) {
        const SuCard *c = &s->card[card];
        out[SU_SEES_AT + su_card_from(s, card, seat)] =
            (int16_t)(c->zone == SU_CARRIED ? su_card_from(s, c->at, seat)
                                            : slot[c->at]);
    }
}

/* Which cards are where is nobody's to know; what they are, everybody knows by the
 * factions. */
RULES static void su_see_cards(const Su *g, int seat, int16_t *out)
{
    const SuState *s = g->state;
    for (int place = 0; place < s->players; place++) {
        const int other = decode_seat(place, seat, s->players);
        const uint8_t *faction = s->faction[other];
        int16_t *kind = out + SU_SEES_KIND + 1 + place * SU_DECK_CARDS;
        memcpy(kind, g->catalog->def_of[faction[0]], sizeof g->catalog->def_of[0]);
        memcpy(kind + SU_FACTION_CARDS, g->catalog->def_of[faction[1]],
               sizeof g->catalog->def_of[0]);
        su_see_row(s, seat, other * SU_DECK_CARDS + 1, place * SU_DECK_CARDS + 1,
                   SU_DECK_CARDS, out);
    }
    const int decks = s->players * SU_DECK_CARDS, more = su_card_count(s) - decks;
    const int madness = (int)SEATS_MAX * SU_DECK_CARDS + 1;
    for (int i = 0; i < more; i++)
        out[SU_SEES_KIND + madness + i] = (int16_t)g->catalog->madness_def;
    su_see_row(s, seat, decks + 1, madness, more, out);
    su_see_table(s, seat, out);
}

RULES static void su_see_bases(const Su *g, int seat, int16_t *out)
{
    const SuState *s = g->state;
    for (int i = 0; i < SU_IN_PLAY_MAX; i++) {
        const SuBase *base = &s->base[i];
        const SuBaseDef *def = &g->catalog->base[base->id];
        out[SU_SEES_BASE + i] = base->id;
        if (!base->id)
            continue;
        out[SU_SEES_BREAK + i] = (int16_t)(def->breakpoint + base->change);
        for (int j = 0; j < 3; j++)
            out[SU_SEES_PRIZES + 3 * i + j] = def->vp[j];
        for (int place = 0; place < s->players; place++) {
            const int other = decode_seat(place, seat, s->players);
            out[SU_SEES_BUSY + SEATS_MAX * i + place] = base->played >> (2 * other) & 3;
        }
    }
    sees_wide(out + SU_SEES_GONE, s->base_discard, SU_BASES_MAX + 1);
    for (int i = 0; i < SU_LOOK_MAX; i++) {
        out[SU_SEES_COMING + i] = i < s->look_base_count ? s->look_base[i] : 0;
        out[SU_SEES_DECK_TOP + i] =
            i < s->base_deck_count ? s->base_deck[s->base_deck_count - 1 - i] : 0;
    }
}

RULES static void su_see_seats(const SuState *s, int seat, int16_t *out)
{
    for (int place = 0; place < s->players; place++) {
        const int other = decode_seat(place, seat, s->players);
        out[SU_SEES_VP + place] = s->vp[other];
        out[SU_SEES_HANDS + place] = s->hand_count[other];
        out[SU_SEES_DECKS + place] = s->deck_count[other];
        out[SU_SEES_FACTION + 2 * place] = s->faction[other][0];
        out[SU_SEES_FACTION + 2 * place + 1] = s->faction[other][1];
        out[SU_SEES_MINIONS + place] = s->minions_played[other];
        out[SU_SEES_ACTIONS + place] = s->actions_played[other];
        out[SU_SEES_PLACE + place] = s->place[other];
        out[SU_SEES_ASLEEP + 2 * place] = s->asleep >> other & 1;
        out[SU_SEES_ASLEEP + 2 * place + 1] = s->sleeps_next >> other & 1;
    }
}

/* Answers are counted as the action that gives them: cards and seats from the one that
 * looks. */
RULES static void su_see_question(const SuState *s, int seat, int16_t *out)
{
    const Prompt *p = &s->prompt;
    if (!prompt_is_open(p))
        return;
    const bool cards = p->action == SU_DO_CHOOSE_CARD || p->action == SU_DO_ORDER ||
                       p->action == SU_DO_PLAY_SPECIAL || p->action == SU_DO_DISCARD;
    out[SU_SEES_ASKED] = p->action;
    out[SU_SEES_ASKED + 1] = p->say;
    out[SU_SEES_ASKED + 2] = (int16_t)su_card_from(s, p->source, seat);
    SET_EACH (id, &p->options) {
        const int place = cards ? su_card_from(s, id, seat)
                          : p->action == SU_DO_CHOOSE_SEAT
                              ? encode_who(id - 1, seat, s->players)
                              : id;
        out[SU_SEES_OPTIONS + place] = 1;
    }
}

RULES static void su_see_lists(const SuState *s, int seat, int16_t *out)
{
    for (int i = 0; i < SU_ALLOWANCES_MAX; i++) {
        const SuAllowance *a = &s->allowance[i];
        int16_t *to = out + SU_SEES_ALLOWED + 5 * i;
        if (!a->kind)
            continue;
        to[0] = a->kind;
        to[1] = a->power;
        to[2] = su_see_slot(s, a->base);
        to[3] = a->rule;
        to[4] = a->count;
    }
    for (int i = 0; i < s->dead_count; i++)
        out[SU_SEES_DEAD + i] = (int16_t)su_card_from(s, s->dead[i].card, seat);
    for (int i = 0; i < SU_LASTING_MAX; i++) {
        const SuLasting *l = &s->lasting[i];
        if (!l->kind)
            continue;
        out[SU_SEES_LASTING + 3 * i] = l->kind;
        out[SU_SEES_LASTING + 3 * i + 1] = (int16_t)su_card_from(s, l->card, seat);
        out[SU_SEES_LASTING + 3 * i + 2] = l->n;
    }
}

RULES void su_observe(const Su *view, int seat, int16_t *out)
{
    const SuState *s = view->state;
    sees_clear(out, SU_SEES_SPACE * sizeof *out);
    su_see_cards(view, seat, out);
    su_see_bases(view, seat, out);
    su_see_seats(s, seat, out);
    su_see_question(s, seat, out);
    su_see_lists(s, seat, out);
    out[SU_SEES_REGULAR] = s->regular_minion;
    out[SU_SEES_REGULAR + 1] = s->regular_action;
    out[SU_SEES_SCORING] = su_see_slot(s, s->scoring);
    out[SU_SEES_SCORING + 1] = s->window;
    out[SU_SEES_PHASE] = (int16_t)(s->phase + 1);
    out[SU_SEES_ACTING] = (int16_t)encode_who(su_to_act(s), seat, s->players);
    out[SU_SEES_TURN] = (int16_t)encode_who(s->seat, seat, s->players);
    out[SU_SEES_STARTER] = (int16_t)encode_who(s->starter, seat, s->players);
    out[SU_SEES_TURNS] = (int16_t)(s->turn > 32767 ? 32767 : s->turn);
    out[SU_SEES_AGREED] = s->players;
    out[SU_SEES_AGREED + 1] = s->target;
    out[SU_SEES_AGREED + 2] = s->printed_rules;
}
