/* legal.c - what may be done now in Smash Up, and why something else may not. */
#include "games/smashup/words.h"

RULES int su_to_act(const SuState *s)
{
    if (s->phase == SU_OVER)
        return SEAT_NONE;
    return prompt_is_open(&s->prompt) ? s->prompt.seat : s->seat;
}

/* What card 'at' of a player's deck is, counted from 0. */
RULES static const SuDef *su_def_held(const Su *g, int seat, int at)
{
    const int half = at >= SU_FACTION_CARDS;
    const uint16_t *def = g->catalog->def_of[g->state->faction[seat][half]];
    return &g->catalog->def[def[at - half * SU_FACTION_CARDS]];
}

/* What whose turn it is may do, a line for each card or base: how many moves that is
 * and where they go. A list is written from it, a move by chance is picked from it. */
typedef struct {
    uint8_t type;   /* SU_DO_PLAY_MINION ... */
    uint8_t places; /* a minion's: bit a place of a base in play */
    uint8_t on;     /* of an action that is put on something: which set of targets */
    uint8_t pad;
    Id what; /* the card or base */
} SuOffer;

enum {
    SU_OFFERS_MAX = SU_CARDS_MAX + SU_IN_PLAY_MAX + 1,
    SU_OFFERS_ROW = 16 /* compared at once */
};

typedef struct {
    uint32_t moves; /* of all lines */
    int count, target_count;
    uint16_t until[SU_OFFERS_MAX + SU_OFFERS_ROW]; /* moves of the lines up to here */
    SuOffer item[SU_OFFERS_MAX];
    CardSet target[SU_OWN_CARDS];
} SuOffers;

/* A line of no moves is written over by the next. */
RULES static void su_offer(SuOffers *o, int type, int what, int places, int moves)
{
    ASSERT(o->count < SU_OFFERS_MAX);
    SuOffer *item = &o->item[o->count];
    item->type = (uint8_t)type;
    item->places = (uint8_t)places;
    item->on = (uint8_t)o->target_count;
    item->pad = 0;
    item->what = (Id)what;
    o->moves += (uint32_t)moves;
    o->until[o->count] = (uint16_t)o->moves;
    o->count += moves > 0;
}

RULES static void su_offer_if(SuOffers *o, int type, int what, bool open)
{
    su_offer(o, type, what, 0, open);
}

/* Of these places, those where nothing keeps a minion from being played. */
RULES static int su_open_places(const Su *g, const SuBans *bans, int card, bool needs,
                                int places)
{
    int open = places;
    for (uint32_t left = (uint32_t)places; left && (needs || bans->bases);
         left &= left - 1) {
        const int base = g->state->base[bits_first(left)].id;
        if ((needs && !su_has_needs(g, bans->seat, card, base)) ||
            su_is_banned(g, bans, card, base, 0))
            open &= ~(1 << bits_first(left));
    }
    return open;
}

/* Where a minion goes as an extra one. */
RULES static int su_extra_places(const Su *g, const SuExtras *extras, int seat,
                                 int card, int power)
{
    const SuState *s = g->state;
    int places = 0;
    for (int i = 0; i <= s->players; i++)
        places |= (power <= extras->power[i]) << i;
    for (int i = 0; extras->by_name && i <= s->players; i++)
        if (!(places >> i & 1) && su_minion_play(g, seat, card, s->base[i].id) >= 0)
            places |= 1 << i;
    return places;
}

/* With the regular play there is nothing to weigh for each card; without it, what extra
 * plays take is gathered before. */
RULES static void su_offer_minions(const Su *g, const SuBans *bans, SuOffers *o)
{
    const SuState *s = g->state;
    const int seat = bans->seat;
    uint64_t left =
        su_of_deck(&s->hand[seat], seat) & su_listed_of(s, g->catalog->minions, seat);
    if (!left)
        return;
    const bool weigh = !s->regular_minion;
    SuExtras extras = {{0}, false, false};
    if (weigh) {
        extras = su_extras(g, seat);
        if (!extras.any)
            return;
    }
    for (; left; left &= left - 1) {
        const int at = bits_first(left), card = seat * SU_DECK_CARDS + 1 + at;
        const SuDef *def = su_def_held(g, seat, at);
        int places = (2 << s->players) - 1;
        if (weigh)
            places = su_extra_places(g, &extras, seat, card, def->power);
        places = su_open_places(g, bans, card, def->needs != 0, places);
        su_offer(o, SU_DO_PLAY_MINION, card, places, bits_count((uint64_t)places));
    }
}

/* Minions of the discard pile: each is weighed at each base. */
RULES static void su_offer_risers(const Su *g, const SuBans *bans, CardSet cards,
                                  SuOffers *o)
{
    const SuState *s = g->state;
    const int seat = bans->seat;
    const CardSet minions = only_minions(g, cards);
    SET_EACH (card, &minions) {
        int places = 0;
        for (int i = 0; i <= s->players; i++)
            if (su_minion_play(g, seat, card, s->base[i].id) >= 0)
                places |= 1 << i;
        places = su_open_places(g, bans, card, true, places);
        su_offer(o, SU_DO_PLAY_MINION, card, places, bits_count((uint64_t)places));
    }
}

RULES static void su_offer_action(const Su *g, const SuBans *bans, const SuDef *def,
                                  int card, SuOffers *o)
{
    const int seat = bans->seat;
    if (def->type == SU_SPECIAL && !(def->whens >> WHEN_played & 1))
        return;
    if (!def->on) {
        su_offer_if(o, SU_DO_PLAY_ACTION, card,
                    !def->needs || su_has_needs(g, seat, card, 0));
        return;
    }
    const bool base = def->on == SU_ON_BASE || def->on == SU_ON_OWN_BASE;
    CardSet *target = &o->target[o->target_count];
    ASSERT(o->target_count < SU_OWN_CARDS);
    *target = su_targets_under(g, bans, card);
    su_offer(o, base ? SU_DO_PLAY_ON_BASE : SU_DO_PLAY_ON_MINION, card, 0,
             set_count(target));
    o->target_count++;
}

RULES static void su_offer_actions(const Su *g, const SuBans *bans, SuOffers *o)
{
    const SuState *s = g->state;
    const int seat = bans->seat;
    uint64_t left =
        su_of_deck(&s->hand[seat], seat) & ~su_listed_of(s, g->catalog->minions, seat);
    for (; left; left &= left - 1) {
        const int at = bits_first(left);
        su_offer_action(g, bans, su_def_held(g, seat, at),
                        seat * SU_DECK_CARDS + 1 + at, o);
    }
    const Id decks = (Id)(su_madness_first(s) - 1);
    for (Id card = s->madness_on ? set_next(&s->hand[seat], decks) : (Id)0; card;
         card = set_next(&s->hand[seat], card))
        su_offer_action(g, bans, su_def(g, card), card, o);
}

RULES static void su_offer_uses(const Su *g, int seat, SuOffers *o)
{
    const SuState *s = g->state;
    const uint32_t usable = 1u << WHEN_talent | 1u << WHEN_use;
    if (!su_any_waits(g, WHEN_talent) && !su_any_waits(g, WHEN_use))
        return;
    const CardSet ready =
        set_union(su_waiting(g, WHEN_talent), su_waiting(g, WHEN_use));
    SET_EACH (card, &ready)
        if (s->card[card].seat == seat)
            su_offer_if(o, SU_DO_USE_TALENT, card, su_can_use(g, seat, card) == ERR_OK);
    for (int i = 0; (g->base_whens & usable) && i <= s->players; i++) {
        const int base = s->base[i].id;
        if (g->catalog->base[base].whens & usable)
            su_offer_if(o, SU_DO_USE_BASE, base,
                        su_can_use(g, seat, (Id)(SU_BASE_SOURCE + base)) == ERR_OK);
    }
}

/* Minions in the discard pile that something lets out. */
RULES static CardSet su_risers(const Su *g, int seat)
{
    const SuState *s = g->state;
    const CardSet holders = su_holders(g, IS_FROM_DISCARD);
    SET_EACH (on, &holders)
        if (s->card[on].seat == seat)
            return s->discard[seat];
    if (!g->catalog->faction[s->faction[seat][0]].rises &&
        !g->catalog->faction[s->faction[seat][1]].rises)
        return set_none();
    const uint32_t(*when)[SU_FACTIONS_MAX + 1] = g->catalog->cards_when;
    return set_both(s->discard[seat],
                    set_union(su_listed(s, when[WHEN_from_discard]),
                              su_listed(s, when[WHEN_instead_of_hand])));
}

/* Everything, in the order of the list; the bases have been looked at. */
RULES static void su_offers(const Su *g, SuOffers *o)
{
    const int seat = g->state->seat;
    const SuBans bans = su_bans(g, seat);
    o->moves = 0;
    o->count = o->target_count = 0;
    su_offer_minions(g, &bans, o);
    const CardSet risers = su_risers(g, seat);
    if (!set_is_empty(&risers))
        su_offer_risers(g, &bans, risers, o);
    if (su_may_play_action(g, seat))
        su_offer_actions(g, &bans, o);
    su_offer_uses(g, seat, o);
    su_offer(o, SU_DO_END_PLAY, 0, 0, 1);
}

RULES static bool su_is_put_on(const SuOffer *item)
{
    return item->type == SU_DO_PLAY_ON_BASE || item->type == SU_DO_PLAY_ON_MINION;
}

RULES static void su_list_offer(const Su *g, const SuOffers *o, const SuOffer *item,
                                Moves *moves)
{
    const SuState *s = g->state;
    if (su_is_put_on(item)) {
        const CardSet *targets = &o->target[item->on];
        SET_EACH (on, targets)
            moves_add(moves, command(item->type, s->seat, item->what, on, 0));
    } else if (item->places) {
        for (uint32_t left = item->places; left; left &= left - 1)
            moves_add(moves, command(item->type, s->seat, item->what,
                                     s->base[bits_first(left)].id, 0));
    } else {
        moves_add(moves, command(item->type, s->seat, item->what, 0, 0));
    }
}

RULES void su_legal(const Su *table, Moves *moves)
{
    const SuState *s = table->state;
    if (s->phase == SU_OVER)
        return;
    if (prompt_is_open(&s->prompt)) {
        prompt_legal(&s->prompt, moves);
        return;
    }
    Su g = *table;
    SuOffers offers;
    su_look(&g);
    su_offers(&g, &offers);
    for (int i = 0; i < offers.count; i++)
        su_list_offer(&g, &offers, &offers.item[i], moves);
}

/* Number n of them, as the list has it. Which line that is is chance: lines are counted
 * a row at a time, so that no jump depends on it. */
RULES static Command su_offer_at(const SuState *s, SuOffers *o, uint32_t n)
{
    int at = 0, row = 0;
    ASSERT(n < o->moves);
    memset(&o->until[o->count], 0xff, SU_OFFERS_ROW * sizeof *o->until);
    for (; at == row; row += SU_OFFERS_ROW)
        for (int i = 0; i < SU_OFFERS_ROW; i++)
            at += o->until[row + i] <= n;
    const SuOffer *item = &o->item[at];
    n -= at ? o->until[at - 1] : 0u;
    const int on = su_is_put_on(item) ? set_at(&o->target[item->on], n)
                   : item->places     ? s->base[bits_at(item->places, n)].id
                                      : 0;
    return command(item->type, s->seat, item->what, on, 0);
}

/* Asked some twenty times a step, so it is written down for a roll. Whatever is no card
 * of a deck counts as Madness. */
RULES static void su_write_kinds(const Su *g, uint16_t *def)
{
    const SuState *s = g->state;
    const uint16_t *end = def + SET_ID_MAX + 1;
    ASSERT(s->players <= SEATS_MAX);
    *def++ = 0;
    for (int seat = 0; seat < s->players; seat++)
        for (int i = 0; i < 2; i++, def += SU_FACTION_CARDS)
            memcpy(def, g->catalog->def_of[s->faction[seat][i]],
                   sizeof g->catalog->def_of[0]);
    while (def < end)
        *def++ = g->catalog->madness_def;
}

RULES int su_roll(Su *g, Rng *rng, int steps)
{
    const SuState *s = g->state;
    const Prompt *p = &s->prompt;
    uint16_t def[SET_ID_MAX + 1];
    SuOffers offers;
    int made = 0;
    su_look(g);
    for (; made < steps && s->phase != SU_OVER; made++) {
        Command c;
        if (!g->def && s->phase != SU_DRAFT) {
            su_write_kinds(g, def);
            g->def = def;
        }
        if (prompt_is_open(p)) {
            if (!prompt_count(p))
                break;
            c = prompt_at(p, rng_below(rng, prompt_count(p)));
        } else {
            su_offers(g, &offers);
            c = su_offer_at(s, &offers, rng_below(rng, offers.moves));
        }
        su_make(g, &c);
    }
    g->def = NULL;
    return made;
}

/* Refusals. */

RULES static Err su_refuse(Quote *quote, Err err, const Command *c)
{
    if (err == SU_ERR_LIMIT_TOO_NARROW || err == SU_ERR_FORBIDDEN_HERE)
        return quote_refuse(quote, err, c->a, c->b, 0);
    return quote_refuse(quote, err, c->a, 0, 0);
}

/* An answer: some wrong ones are told why. */
RULES static Err su_validate_answer(const Su *g, const Command *c, Quote *quote)
{
    const SuState *s = g->state;
    const Err err = prompt_validate(&s->prompt, c, quote);
    if (err == ERR_OK || c->seat != s->prompt.seat || c->b || c->c)
        return err;
    if (c->type == SU_DO_PICK_FACTION && s->prompt.action == SU_DO_PICK_FACTION &&
        c->a >= 1 && c->a <= g->catalog->faction_count)
        return su_refuse(quote,
                         s->faction[c->seat][0] == c->a ? (Err)SU_ERR_FACTION_HELD
                                                        : (Err)SU_ERR_FACTION_TAKEN,
                         c);
    if (s->prompt.action != SU_DO_PLAY_SPECIAL || c->type != SU_DO_PLAY_SPECIAL)
        return err;
    if (c->a < 1 || c->a > su_card_count(s) || !set_has(&s->hand[c->seat], c->a))
        return su_refuse(quote, SU_ERR_NOT_IN_HAND, c);
    const SuAbility *special = su_ability(g, c->a, su_window_when(s));
    if (!special)
        return su_refuse(quote, SU_ERR_ONLY_SPECIALS, c);
    if (special->once && su_once(g, special->once, c->seat, c->a))
        return su_refuse(quote, SU_ERR_ONCE_ONLY, c);
    return is_minion(g, c->a)
               ? quote_refuse(quote, SU_ERR_FORBIDDEN_HERE, c->a, s->scoring, 0)
               : su_refuse(quote, SU_ERR_ASLEEP, c);
}

RULES static Err su_validate_play(const Su *g, const Command *c)
{
    switch (c->type) {
    case SU_DO_PLAY_MINION:
        return c->c ? (Err)SU_ERR_INVALID_TARGET
                    : su_can_play_minion(g, c->seat, c->a, c->b);
    case SU_DO_PLAY_ACTION:
        return c->b || c->c ? (Err)SU_ERR_INVALID_TARGET
                            : su_can_play_action(g, c->seat, c->a, 0, 0);
    case SU_DO_PLAY_ON_BASE:
        return c->c || !c->b ? (Err)SU_ERR_INVALID_TARGET
                             : su_can_play_action(g, c->seat, c->a, c->b, 0);
    case SU_DO_PLAY_ON_MINION:
        return c->c || !c->b ? (Err)SU_ERR_INVALID_TARGET
                             : su_can_play_action(g, c->seat, c->a, 0, c->b);
    case SU_DO_USE_TALENT:
        return c->b || c->c || su_is_base(c->a) ? (Err)SU_ERR_NO_TALENT
                                                : su_can_use(g, c->seat, c->a);
    case SU_DO_USE_BASE:
        return c->a < 1 || c->a > SU_BASES_MAX || c->b || c->c
                   ? (Err)SU_ERR_INVALID_BASE
                   : su_can_use(g, c->seat, (Id)(SU_BASE_SOURCE + c->a));
    default:
        return c->a || c->b || c->c ? (Err)ERR_NOT_AN_OPTION : (Err)ERR_OK;
    }
}

RULES Err su_validate(const Su *g, const Command *c, Quote *quote)
{
    const SuState *s = g->state;
    if (c->type == ACTION_NONE || c->type >= SU_ACTIONS)
        return ERR_UNKNOWN_ACTION;
    if (s->phase == SU_OVER)
        return ERR_GAME_OVER;
    if (c->seat >= s->players)
        return quote_refuse(quote, ERR_NOT_A_PLAYER, s->players, 0, 0);
    if (c->seat != su_to_act(s))
        return quote_refuse(quote, ERR_NOT_YOUR_TURN, su_to_act(s) + 1, 0, 0);
    if (prompt_is_open(&s->prompt)) {
        const bool window = s->prompt.action == SU_DO_PLAY_SPECIAL;
        if (window && c->type >= SU_DO_PLAY_MINION && c->type <= SU_DO_PLAY_ON_MINION)
            return SU_ERR_ONLY_SPECIALS;
        return su_validate_answer(g, c, quote);
    }
    if (c->type < SU_DO_PLAY_MINION || c->type > SU_DO_END_PLAY)
        return quote_refuse(quote, ERR_NOT_NOW, c->type, 0, 0);
    const Err err = su_validate_play(g, c);
    return err ? su_refuse(quote, err, c) : (Err)ERR_OK;
}

/* The smallest step: no to what may be declined, the first answer to what may not, and
 * nothing more is played. */
RULES Command su_idle(const Su *g)
{
    const SuState *s = g->state;
    const Prompt *p = &s->prompt;
    if (!prompt_is_open(p))
        return command(SU_DO_END_PLAY, s->phase == SU_OVER ? 0 : s->seat, 0, 0, 0);
    if (p->may)
        return command(ACTION_PASS, p->seat, 0, 0, 0);
    return command(p->action, p->seat, set_next(&p->options, 0), 0, 0);
}
