/* encode.c - 7 Wonders Duel as numbers: actions, masks, observations. */
#include "games/duel/adapt.h"
#ifdef DUEL_WITH_SETS
#include "games/duel/sets/pantheon/cost.h"
#endif

/* Which of a city's wonders it is; 0: none of them. */
RULES static int encode_wonder(const DuelCity *city, int wonder)
{
    for (int i = 0; wonder && i < DUEL_CITY_WONDERS; i++)
        if (city->wonder[i] == wonder)
            return i + 1;
    return 0;
}

RULES int duel_action_index(const Duel *g, const Command *c)
{
    if (c->type >= DUEL_ACTIONS || c->seat >= DUEL_SEATS || c->c)
        return ENCODE_NONE;
    const ActRange act = encode_act(c->type);
    if (c->type == DUEL_DO_BUILD_WONDER)
        return encode_two(act, c->a, encode_wonder(&g->state->city[c->seat], c->b),
                          DUEL_CITY_WONDERS);
#ifdef DUEL_WITH_SETS
    if (c->type == DUEL_DO_PREPARE)
        return encode_two(act, c->a, c->b, AGORA_HELD);
    if (c->type == DUEL_DO_ACTIVATE)
        return encode_two(act, c->a, duel_pantheon_offerings(c->b) + 1,
                          1 << PANTHEON_OFFERINGS);
#endif
    if (act.count == 1)
        return encode_bare(act, c);
    if (c->b)
        return ENCODE_NONE;
    if (c->type == DUEL_DO_CHOOSE_STARTING_PLAYER)
        return c->a < 1 || c->a > DUEL_SEATS
                   ? (int)ENCODE_NONE
                   : act.first + encode_seat(c->a - 1, c->seat, DUEL_SEATS);
    return encode_plain(act, c->a);
}

RULES bool duel_action_at(const Duel *g, int index, Command *c)
{
    const DuelState *s = g->state;
    const int seat = duel_to_act(s);
    if (index < 0 || index >= DUEL_AT_SPACE || seat >= DUEL_SEATS)
        return false;
    const int type = encode_type_at(index);
    const ActRange act = encode_act(type);
    const int place = index - act.first;
    *c = command(type, seat, act.count > 1 ? place + 1 : 0, 0, 0);
    if (type == DUEL_DO_CHOOSE_STARTING_PLAYER)
        c->a = (Id)(decode_seat(place, seat, DUEL_SEATS) + 1);
#ifdef DUEL_WITH_SETS
    if (type == DUEL_DO_PREPARE) {
        c->a = (Id)(place / AGORA_HELD + 1);
        c->b = (Id)(place % AGORA_HELD + 1);
    }
    if (type == DUEL_DO_ACTIVATE) {
        c->a = (Id)((place >> PANTHEON_OFFERINGS) + 1);
        c->b = (Id)duel_pantheon_sum(place & ((1 << PANTHEON_OFFERINGS) - 1));
    }
#endif
    if (type != DUEL_DO_BUILD_WONDER)
        return true;
    c->a = (Id)(place / DUEL_CITY_WONDERS + 1);
    c->b = s->city[seat].wonder[place % DUEL_CITY_WONDERS];
    return c->b != 0;
}

/* Questions, and what expansions add: few, so that a list of them costs little. */
RULES static int encode_moves(const Duel *g, const Moves *moves, uint64_t *mask)
{
    for (int i = 0; i < moves->count; i++)
        mask_add(mask, duel_action_index(g, &moves->item[i]));
    return moves->count;
}

RULES static int encode_answers(const Duel *g, uint64_t *mask)
{
    const Prompt *p = &g->state->prompt;
    SET_EACH (id, &p->options) {
        const Command c = command(p->action, p->seat, id, 0, 0);
        mask_add(mask, duel_action_index(g, &c));
    }
    if (p->may)
        mask_add(mask, DUEL_AT_PASS);
    return set_count(&p->options) + (p->may != 0);
}

RULES int duel_legal_mask(const Duel *g, uint64_t *mask)
{
    memset(mask, 0, ENCODE_WORDS(DUEL_AT_SPACE) * sizeof *mask);
    if (prompt_is_open(&g->state->prompt))
        return encode_answers(g, mask);
    if (g->state->victory)
        return 0;
    Moves more;
    more.count = 0;
    duel_sets_moves(g, &more);
    return duel_turn_mask(g, mask) + encode_moves(g, &more, mask);
}

RULES static void encode_cards(uint8_t *out, DuelCards cards)
{
    sees_bits(out, cards.word[0], 64);
    sees_bits(out + 64, cards.word[1], 64);
}

/* Answers that are seats are counted from the one that looks. */
RULES static void encode_options(const Prompt *p, int seat, uint8_t *out)
{
    if (!prompt_is_open(p))
        return;
    if (p->action != DUEL_DO_CHOOSE_STARTING_PLAYER) {
        const DuelCards options = {{p->options.word[0], p->options.word[1]}};
        encode_cards(out, options);
        return;
    }
    for (int other = 0; other < DUEL_SEATS; other++)
        out[encode_who(other, seat, DUEL_SEATS)] =
            set_has(&p->options, (Id)(other + 1));
}

RULES static void encode_city(const DuelState *s, int seat, int place, uint8_t *out)
{
    const DuelCity copy = s->city[seat]; /* which nothing written here can be */
    const DuelCity *city = &copy;
    const int loot = s->loot >> (seat * DUEL_LOOT_MAX);
    encode_cards(out + DUEL_SEES_CARDS + place * DUEL_ROW, city->cards);
    for (int i = 0; i < DUEL_CITY_WONDERS; i++) {
        out[DUEL_SEES_WONDER + place * DUEL_CITY_WONDERS + i] = city->wonder[i];
        out[DUEL_SEES_BUILT + place * DUEL_CITY_WONDERS + i] = city->under[i] != 0;
    }
    sees_bits(out + DUEL_SEES_TOKENS + place * DUEL_TOKENS_MAX, city->tokens,
              DUEL_TOKENS_MAX);
    out[DUEL_SEES_COINS + place] = sees_byte(city->coins);
    memcpy(out + DUEL_SEES_GOODS + place * 8, &city->has.goods, 8);
    for (int i = 0; i < DUEL_SYMBOLS; i++)
        out[DUEL_SEES_SYMBOLS + place * 8 + i] = city->has.symbols >> (2 * i) & 3;
    for (int i = 0; i < DUEL_LOOT_MAX; i++)
        out[DUEL_SEES_LOOT + place * DUEL_LOOT_MAX + i] = loot >> i & 1;
}

static_assert(DUEL_SYMBOLS <= 8 && DUEL_TOKENS_MAX == 16, "as encode.def counts them");

RULES void duel_observe(const Duel *view, int seat, uint8_t *out)
{
    const DuelState *s = view->state;
    const Status status = duel_status(view);
    DuelCards available = {{0, 0}};
    sees_clear(out, DUEL_SEES_SPACE);
    encode_city(s, seat, 0, out);
    encode_city(s, seat ^ 1, 1, out);
    encode_cards(out + DUEL_SEES_DISCARD, s->discard);
    for (uint32_t left = duel_available(s); left; left &= left - 1)
        duel_cards_add(&available, s->slot[bits_first(left)]);
    encode_cards(out + DUEL_SEES_FREE, available);
    encode_options(&s->prompt, seat, out + DUEL_SEES_OPTIONS);
    memcpy(out + DUEL_SEES_SLOT, s->slot, DUEL_SLOTS_MAX);
    sees_bits(out + DUEL_SEES_OPEN, s->open, 32);
    sees_bits(out + DUEL_SEES_ROW, s->row, DUEL_TOKENS_MAX);
    sees_bits(out + DUEL_SEES_DRAWN, s->drawn, DUEL_TOKENS_MAX);
    sees_bits(out + DUEL_SEES_ASIDE, s->aside, DUEL_TOKENS_MAX);
    memcpy(out + DUEL_SEES_POOL, s->pool, DUEL_SHOWN_MAX);
    out[DUEL_SEES_PAWN] = (uint8_t)(16 + (seat ? -s->pawn : s->pawn));
    out[DUEL_SEES_AGE] = s->age;
    out[DUEL_SEES_PHASE] = (uint8_t)(status.phase + 1);
    out[DUEL_SEES_ACTING] = (uint8_t)encode_who(status.to_act, seat, DUEL_SEATS);
    out[DUEL_SEES_TURN] = (uint8_t)encode_who(s->seat, seat, DUEL_SEATS);
    out[DUEL_SEES_BEGAN] = (uint8_t)encode_who(s->first, seat, DUEL_SEATS);
    out[DUEL_SEES_AGAIN] = (s->marks & DUEL_AGAIN) != 0;
    out[DUEL_SEES_BASE] = duel_base_only(s);
    duel_sets_observe(view, seat, out);
}
