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

/* With the regular play there is nothing to weigh for each card; without it, what extra
 * plays take is gathered before. */
RULES static void su_list_minions(const Su *g, const SuBans *bans, Moves *moves)
{
    const SuState *s = g->state;
    const int seat = bans->seat;
    uint64_t left =
        su_of_deck(&s->hand[seat], seat) & su_listed_of(s, g->catalog->minions, seat);
    if (!left)
        return;
    const bool weigh = !s->regular_minion;
    SuExtras extras;
    if (weigh) {
        extras = su_extras(g, seat);
        if (!extras.any)
            return;
    }
    for (; left; left &= left - 1) {
        const int at = bits_first(left), card = seat * SU_DECK_CARDS + 1 + at;
        const SuDef *def = su_def_held(g, seat, at);
        for (int i = 0; i <= s->players; i++) {
            const int base = s->base[i].id;
            if (weigh && def->power > extras.power[i] &&
                (!extras.by_name || su_minion_play(g, seat, card, base) < 0))
                continue;
            if ((!def->needs || su_has_needs(g, seat, card, base)) &&
                !su_is_banned(g, bans, card, base, 0))
                moves_add(moves, command(SU_DO_PLAY_MINION, seat, card, base, 0));
        }
    }
}

/* Minions of the discard pile: each is weighed at each base. */
RULES static void su_list_risers(const Su *g, const SuBans *bans, CardSet cards,
                                 Moves *moves)
{
    const SuState *s = g->state;
    const int seat = bans->seat;
    const CardSet minions = only_minions(g, cards);
    SET_EACH (card, &minions)
        for (int i = 0; i <= s->players; i++) {
            const int base = s->base[i].id;
            if (su_minion_play(g, seat, card, base) >= 0 &&
                su_has_needs(g, seat, card, base) &&
                !su_is_banned(g, bans, card, base, 0))
                moves_add(moves, command(SU_DO_PLAY_MINION, seat, card, base, 0));
        }
}

RULES static void su_list_action(const Su *g, const SuBans *bans, const SuDef *def,
                                 int card, Moves *moves)
{
    const int seat = bans->seat;
    if (def->type == SU_SPECIAL && !(def->whens >> WHEN_played & 1))
        return;
    if (!def->on) {
        if (!def->needs || su_has_needs(g, seat, card, 0))
            moves_add(moves, command(SU_DO_PLAY_ACTION, seat, card, 0, 0));
        return;
    }
    const int type = su_goes_on_base(def) ? SU_DO_PLAY_ON_BASE : SU_DO_PLAY_ON_MINION;
    const CardSet targets = su_targets_under(g, bans, card);
    SET_EACH (on, &targets)
        moves_add(moves, command(type, seat, card, on, 0));
}

RULES static void su_list_actions(const Su *g, const SuBans *bans, Moves *moves)
{
    const SuState *s = g->state;
    const int seat = bans->seat;
    uint64_t left =
        su_of_deck(&s->hand[seat], seat) & ~su_listed_of(s, g->catalog->minions, seat);
    for (; left; left &= left - 1) {
        const int at = bits_first(left);
        su_list_action(g, bans, su_def_held(g, seat, at), seat * SU_DECK_CARDS + 1 + at,
                       moves);
    }
    const Id decks = (Id)(su_madness_first(s) - 1);
    for (Id card = s->madness_on ? set_next(&s->hand[seat], decks) : (Id)0; card;
         card = set_next(&s->hand[seat], card))
        su_list_action(g, bans, su_def(g, card), card, moves);
}

RULES static void su_list_uses(const Su *g, int seat, Moves *moves)
{
    const SuState *s = g->state;
    const uint32_t usable = 1u << WHEN_talent | 1u << WHEN_use;
    if (!su_any_waits(g, WHEN_talent) && !su_any_waits(g, WHEN_use))
        return;
    const CardSet ready =
        set_union(su_waiting(g, WHEN_talent), su_waiting(g, WHEN_use));
    SET_EACH (card, &ready)
        if (s->card[card].seat == seat && su_can_use(g, seat, card) == ERR_OK)
            moves_add(moves, command(SU_DO_USE_TALENT, seat, card, 0, 0));
    for (int i = 0; (g->base_whens & usable) && i <= s->players; i++) {
        const int base = s->base[i].id;
        if ((g->catalog->base[base].whens & usable) &&
            su_can_use(g, seat, (Id)(SU_BASE_SOURCE + base)) == ERR_OK)
            moves_add(moves, command(SU_DO_USE_BASE, seat, base, 0, 0));
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

RULES void su_legal(const Su *table, Moves *moves)
{
    const SuState *s = table->state;
    if (s->phase == SU_OVER)
        return;
    if (prompt_is_open(&s->prompt)) {
        prompt_legal(&s->prompt, moves);
        return;
    }
    const int seat = s->seat;
    Su g = *table;
    su_look(&g);
    const SuBans bans = su_bans(&g, seat);
    su_list_minions(&g, &bans, moves);
    const CardSet risers = su_risers(&g, seat);
    if (!set_is_empty(&risers))
        su_list_risers(&g, &bans, risers, moves);
    if (su_may_play_action(&g, seat))
        su_list_actions(&g, &bans, moves);
    su_list_uses(&g, seat, moves);
    moves_add(moves, command(SU_DO_END_PLAY, seat, 0, 0, 0));
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
