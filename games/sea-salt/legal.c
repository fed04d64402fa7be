/* legal.c - what may be done now in Sea Salt & Paper, and why something else may not.
 */
#include "games/sea-salt/salt.h"

RULES int salt_to_act(const SaltState *s)
{
    if (s->phase == SALT_OVER)
        return SEAT_NONE;
    return prompt_is_open(&s->prompt) ? s->prompt.seat : s->seat;
}

RULES int salt_declare_min(const SaltState *s, int seat)
{
    const int more = salt_has_event(s, seat, PEPPER_TREASURE_CHEST) ? 10 : 0;
    return s->declare_min > more ? s->declare_min : more;
}

/* Exactly one pile empty: the discard must go there. */
RULES int salt_forced_pile(const SaltState *s)
{
    const bool left = s->pile_count[0] != 0, right = s->pile_count[1] != 0;
    return ((int)left ^ (int)right) << (int)left;
}

RULES bool salt_can_draw(const Salt *g)
{
    const SaltState *s = g->state;
    return s->deck_count ||
           (g->profile->reshuffle && (s->pile_count[0] > 1 || s->pile_count[1] > 1));
}

/* The rule by which two kinds are a pair for this seat; NULL when they are none. */
RULES const SaltPair *salt_find_pair(const Salt *g, int seat, int card_a, int card_b)
{
    const SaltProfile *p = g->profile;
    const int a = p->kind_of[card_a], b = p->kind_of[card_b];
    for (int i = 0; i < p->pair_count; i++) {
        const SaltPair *pair = &p->pair[i];
        const bool fits = (pair->kind_a == a && pair->kind_b == b) ||
                          (pair->kind_a == b && pair->kind_b == a);
        if (fits && (!pair->event || salt_has_event(g->state, seat, pair->event)))
            return pair;
    }
    return NULL;
}

/* A pair once, the smaller card first; with each Starfish a trio too. */
RULES static void salt_list_pair(const Salt *g, int a, int b, Moves *moves)
{
    const SaltState *s = g->state;
    const int low = a < b ? a : b, high = a < b ? b : a;
    moves_add(moves, command(SALT_DO_PLAY_PAIR, s->seat, low, high, 0));
    if (s->card_count == g->profile->card_count) /* no Extra Salt */
        return;
    SaltSet starfish =
        salt_set_both(s->hand[s->seat], g->profile->kind_cards[g->profile->starfish]);
    while (!salt_set_is_empty(starfish))
        moves_add(moves, command(SALT_DO_PLAY_TRIO, s->seat, low, high,
                                 salt_set_pop(&starfish)));
}

RULES static void salt_list_pairs(const Salt *g, Moves *moves)
{
    const SaltProfile *p = g->profile;
    const int seat = g->state->seat;
    const SaltSet hand = salt_set_both(g->state->hand[seat], p->pairing);
    if (salt_set_count(hand) < 2)
        return;
    for (int i = 0; i < p->pair_count; i++) {
        const SaltPair *pair = &p->pair[i];
        SaltSet first = salt_set_both(hand, p->kind_cards[pair->kind_a]);
        if (salt_set_is_empty(first))
            continue;
        if (pair->event && !salt_has_event(g->state, seat, pair->event))
            continue;
        const SaltSet second = salt_set_both(hand, p->kind_cards[pair->kind_b]);
        while (!salt_set_is_empty(first)) {
            const int a = salt_set_pop(&first);
            SaltSet rest = pair->kind_a == pair->kind_b ? first : second;
            while (!salt_set_is_empty(rest))
                salt_list_pair(g, a, salt_set_pop(&rest), moves);
        }
    }
}

RULES static bool salt_can_lay_reef(const SaltState *s)
{
    return salt_has_event(s, s->seat, PEPPER_CORAL_REEF) &&
           !(s->reef_seats >> s->seat & 1);
}

RULES static void salt_list_reef(const Salt *g, Moves *moves)
{
    const SaltState *s = g->state;
    if (!salt_can_lay_reef(s))
        return;
    SaltSet shells =
        salt_set_both(s->hand[s->seat], g->profile->kind_cards[g->profile->shell]);
    while (!salt_set_is_empty(shells))
        moves_add(moves,
                  command(SALT_DO_LAY_REEF, s->seat, salt_set_pop(&shells), 0, 0));
}

/* How many pairs a row of them makes of these cards. */
RULES SALT_INLINE int salt_row_count(const SaltProfile *p, const SaltPair *pair,
                                     SaltSet hand)
{
    const int a = salt_set_count(salt_set_both(hand, p->kind_cards[pair->kind_a]));
    const int b = salt_set_count(salt_set_both(hand, p->kind_cards[pair->kind_b]));
    const int same = pair->kind_a == pair->kind_b; /* half of them, none with itself */
    return a * (b - same) >> same;
}

/* What each pair can be played as: alone, or with one of the Starfish in hand. */
RULES static int salt_pair_ways(const Salt *g)
{
    const SaltState *s = g->state;
    const SaltProfile *p = g->profile;
    return s->card_count == p->card_count /* no Extra Salt */
               ? 1
               : 1 + salt_set_count(
                         salt_set_both(s->hand[s->seat], p->kind_cards[p->starfish]));
}

RULES SALT_INLINE int salt_rows_count(const Salt *g, SaltSet hand)
{
    const SaltProfile *p = g->profile;
    int pairs = 0;
    for (int i = 0; i < p->pair_count; i++) {
        const int event = p->pair[i].event;
        if (!event || salt_has_event(g->state, g->state->seat, event))
            pairs += salt_row_count(p, &p->pair[i], hand);
    }
    return pairs;
}

RULES int salt_count_plays(const Salt *g)
{
    const SaltState *s = g->state;
    const SaltProfile *p = g->profile;
    const SaltSet hand = salt_set_both(s->hand[s->seat], p->pairing);
    int pairs = 0;
    if (salt_set_count(hand) >= 2)
        pairs = hand.word[1] ? salt_rows_count(g, hand)
                             : salt_rows_count(g, salt_set_low(hand));
    pairs *= salt_pair_ways(g);
    if (s->pepper_on && salt_can_lay_reef(s))
        pairs +=
            salt_set_count(salt_set_both(s->hand[s->seat], p->kind_cards[p->shell]));
    return pairs;
}

/* Number n of a row of pairs. */
RULES static Command salt_row_at(const Salt *g, const SaltPair *pair, SaltSet hand,
                                 int n, int ways)
{
    const SaltProfile *p = g->profile;
    const SaltState *s = g->state;
    SaltSet first = salt_set_both(hand, p->kind_cards[pair->kind_a]);
    const SaltSet second = salt_set_both(hand, p->kind_cards[pair->kind_b]);
    const int way = n % ways;
    n /= ways;
    int a = 0, b = 0;
    SaltSet rest = second;
    for (;;) {
        a = salt_set_pop(&first);
        rest = pair->kind_a == pair->kind_b ? first : second;
        if (n < salt_set_count(rest))
            break;
        n -= salt_set_count(rest);
    }
    b = salt_set_at(rest, n);
    const int low = a < b ? a : b, high = a < b ? b : a;
    if (!way)
        return command(SALT_DO_PLAY_PAIR, s->seat, low, high, 0);
    const SaltSet stars = salt_set_both(s->hand[s->seat], p->kind_cards[p->starfish]);
    return command(SALT_DO_PLAY_TRIO, s->seat, low, high, salt_set_at(stars, way - 1));
}

RULES Command salt_play_at(const Salt *g, int n)
{
    const SaltState *s = g->state;
    const SaltProfile *p = g->profile;
    const SaltSet hand = salt_set_both(s->hand[s->seat], p->pairing);
    const int ways = salt_pair_ways(g);
    for (int i = 0; i < p->pair_count; i++) {
        const SaltPair *pair = &p->pair[i];
        if (pair->event && !salt_has_event(s, s->seat, pair->event))
            continue;
        const int count = salt_row_count(p, pair, hand) * ways;
        if (n < count)
            return salt_row_at(g, pair, hand, n, ways);
        n -= count;
    }
    const SaltSet shells = salt_set_both(s->hand[s->seat], p->kind_cards[p->shell]);
    return command(SALT_DO_LAY_REEF, s->seat, salt_set_at(shells, n), 0, 0);
}

RULES int salt_sources(const Salt *g)
{
    const SaltState *s = g->state;
    const bool deck = salt_can_draw(g);
    const bool left = s->pile_count[0] != 0, right = s->pile_count[1] != 0;
    return (int)deck | (int)left << 1 | (int)right << 2;
}

RULES static void salt_list_draw(const Salt *g, Moves *moves)
{
    const SaltState *s = g->state;
    if (s->look_count) {
        const int forced = salt_forced_pile(s);
        for (int i = 0; i < s->look_count; i++)
            for (int pile = 1; pile <= 2; pile++)
                if (!forced || pile == forced)
                    moves_add(moves,
                              command(SALT_DO_KEEP, s->seat, s->look[i], pile, 0));
        return;
    }
    if (salt_can_draw(g))
        moves_add(moves, command(SALT_DO_DRAW_DECK, s->seat, 0, 0, 0));
    if (s->pile_count[0])
        moves_add(moves, command(SALT_DO_TAKE_LEFT, s->seat, 0, 0, 0));
    if (s->pile_count[1])
        moves_add(moves, command(SALT_DO_TAKE_RIGHT, s->seat, 0, 0, 0));
}

RULES void salt_legal(const Salt *g, Moves *moves)
{
    const SaltState *s = g->state;
    moves->count = 0;
    if (s->phase == SALT_OVER)
        return;
    if (prompt_is_open(&s->prompt)) {
        prompt_legal(&s->prompt, moves);
    } else if (s->phase == SALT_DRAW) {
        salt_list_draw(g, moves);
    } else if (s->phase == SALT_PAIR) {
        salt_list_pairs(g, moves);
        salt_list_reef(g, moves);
        moves_add(moves, command(SALT_DO_END_PAIRS, s->seat, 0, 0, 0));
    } else {
        ASSERT(s->phase == SALT_DECLARE);
        if (!salt_has_event(s, s->seat, PEPPER_DIODON_FISH))
            moves_add(moves, command(SALT_DO_STOP, s->seat, 0, 0, 0));
        moves_add(moves, command(SALT_DO_LAST_CHANCE, s->seat, 0, 0, 0));
        moves_add(moves, command(SALT_DO_END_TURN, s->seat, 0, 0, 0));
    }
}

RULES static bool salt_in_hand(const Salt *g, int card)
{
    return card >= 1 && card <= g->state->card_count &&
           salt_set_has(&g->state->hand[g->state->seat], card);
}

RULES static Err salt_validate_draw(const Salt *g, const Command *c, Quote *quote)
{
    const SaltState *s = g->state;
    if (c->a || c->b || c->c)
        return ERR_NOT_AN_OPTION;
    if (s->phase != SALT_DRAW)
        return SALT_ERR_ALREADY_DRAWN;
    if (s->look_count)
        return SALT_ERR_KEEP_FIRST;
    if (c->type == SALT_DO_DRAW_DECK)
        return salt_can_draw(g) ? (Err)ERR_OK : (Err)SALT_ERR_DECK_EMPTY;
    const int pile = c->type == SALT_DO_TAKE_LEFT ? 1 : 2;
    if (!s->pile_count[pile - 1])
        return quote_refuse(quote, SALT_ERR_PILE_EMPTY, pile, 0, 0);
    return ERR_OK;
}

RULES static Err salt_validate_keep(const Salt *g, const Command *c, Quote *quote)
{
    const SaltState *s = g->state;
    if (s->phase != SALT_DRAW)
        return SALT_ERR_ALREADY_DRAWN;
    if (!s->look_count)
        return SALT_ERR_DRAW_FIRST;
    bool drawn = false;
    for (int i = 0; i < s->look_count; i++)
        drawn = drawn || (c->a && s->look[i] == c->a);
    if (!drawn)
        return quote_refuse(quote, SALT_ERR_NOT_DRAWN, c->a, 0, 0);
    if (c->b < 1 || c->b > 2 || c->c)
        return SALT_ERR_NO_SUCH_PILE;
    const int forced = salt_forced_pile(s);
    if (forced && c->b != forced)
        return quote_refuse(quote, SALT_ERR_FILL_EMPTY_PILE, forced, 0, 0);
    return ERR_OK;
}

RULES static Err salt_validate_pair(const Salt *g, const Command *c, Quote *quote)
{
    const SaltState *s = g->state;
    const bool trio = c->type == SALT_DO_PLAY_TRIO;
    if (s->phase == SALT_DRAW)
        return s->look_count ? (Err)SALT_ERR_KEEP_FIRST : (Err)SALT_ERR_DRAW_FIRST;
    if (s->phase != SALT_PAIR)
        return quote_refuse(quote, ERR_NOT_NOW, c->type, 0, 0);
    if (!salt_in_hand(g, c->a))
        return quote_refuse(quote, SALT_ERR_NOT_IN_HAND, c->a, 0, 0);
    if (!salt_in_hand(g, c->b))
        return quote_refuse(quote, SALT_ERR_NOT_IN_HAND, c->b, 0, 0);
    if (c->a >= c->b || !salt_find_pair(g, s->seat, c->a, c->b))
        return quote_refuse(quote, SALT_ERR_NOT_A_PAIR, c->a, c->b, 0);
    if (!trio)
        return c->c ? (Err)ERR_NOT_AN_OPTION : (Err)ERR_OK;
    if (!salt_in_hand(g, c->c))
        return quote_refuse(quote, SALT_ERR_NOT_IN_HAND, c->c, 0, 0);
    if (!g->profile->starfish || g->profile->kind_of[c->c] != g->profile->starfish)
        return quote_refuse(quote, SALT_ERR_NOT_A_STARFISH, c->c, 0, 0);
    return ERR_OK;
}

RULES static Err salt_validate_reef(const Salt *g, const Command *c, Quote *quote)
{
    const SaltState *s = g->state;
    if (!salt_can_lay_reef(s))
        return SALT_ERR_NO_REEF;
    if (s->phase != SALT_PAIR)
        return quote_refuse(quote, ERR_NOT_NOW, c->type, 0, 0);
    if (c->b || c->c || !salt_in_hand(g, c->a))
        return quote_refuse(quote, SALT_ERR_NOT_IN_HAND, c->a, 0, 0);
    if (g->profile->kind_of[c->a] != g->profile->shell)
        return quote_refuse(quote, SALT_ERR_NOT_A_SHELL, c->a, 0, 0);
    return ERR_OK;
}

/* Ask about the points before the phase: "you need 7" helps more than "not now". */
RULES static Err salt_validate_declare(const Salt *g, const Command *c, Quote *quote)
{
    const SaltState *s = g->state;
    if (c->a || c->b || c->c)
        return ERR_NOT_AN_OPTION;
    if (s->declarer != SEAT_NONE)
        return quote_refuse(quote, SALT_ERR_ALREADY_DECLARED, s->declarer + 1, 0, 0);
    if (c->type == SALT_DO_STOP && salt_has_event(s, s->seat, PEPPER_DIODON_FISH))
        return SALT_ERR_STOP_FORBIDDEN;
    if (s->phase == SALT_DECLARE)
        return ERR_OK;
    const int points = salt_card_score(g, s->seat),
              needed = salt_declare_min(s, s->seat);
    if (points < needed)
        return quote_refuse(quote, SALT_ERR_TOO_FEW_POINTS, points, needed, 0);
    if (s->phase == SALT_DRAW)
        return s->look_count ? (Err)SALT_ERR_KEEP_FIRST : (Err)SALT_ERR_DRAW_FIRST;
    return SALT_ERR_END_PAIRS_FIRST;
}

RULES static Err salt_validate_end(const Salt *g, const Command *c, Quote *quote)
{
    const SaltState *s = g->state;
    const int phase = c->type == SALT_DO_END_PAIRS ? SALT_PAIR : SALT_DECLARE;
    if (c->a || c->b || c->c)
        return ERR_NOT_AN_OPTION;
    if (s->phase == SALT_DRAW)
        return s->look_count ? (Err)SALT_ERR_KEEP_FIRST : (Err)SALT_ERR_DRAW_FIRST;
    if (s->phase == phase)
        return ERR_OK;
    return s->phase == SALT_PAIR ? (Err)SALT_ERR_END_PAIRS_FIRST
                                 : quote_refuse(quote, ERR_NOT_NOW, c->type, 0, 0);
}

/* Only the table itself may skip, and only the seat it waits for. */
RULES static Err salt_validate_skip(const SaltState *s, const Command *c)
{
    if (c->seat != SEAT_TABLE || c->b || c->c)
        return SALT_ERR_NOT_AWAY;
    return c->a == salt_to_act(s) + 1 ? (Err)ERR_OK : (Err)SALT_ERR_NOT_AWAY;
}

RULES Err salt_validate(const Salt *g, const Command *c, Quote *quote)
{
    const SaltState *s = g->state;
    if (s->phase == SALT_OVER)
        return ERR_GAME_OVER;
    if (c->type == SALT_DO_SKIP)
        return salt_validate_skip(s, c);
    if (c->seat >= s->players)
        return quote_refuse(quote, ERR_NOT_A_PLAYER, s->players, 0, 0);
    if (prompt_is_open(&s->prompt))
        return prompt_validate(&s->prompt, c, quote);
    if (c->seat != s->seat)
        return quote_refuse(quote, ERR_NOT_YOUR_TURN, s->seat + 1, 0, 0);
    switch (c->type) {
    case SALT_DO_DRAW_DECK:
    case SALT_DO_TAKE_LEFT:
    case SALT_DO_TAKE_RIGHT:
        return salt_validate_draw(g, c, quote);
    case SALT_DO_KEEP:
        return salt_validate_keep(g, c, quote);
    case SALT_DO_PLAY_PAIR:
    case SALT_DO_PLAY_TRIO:
        return salt_validate_pair(g, c, quote);
    case SALT_DO_LAY_REEF:
        return salt_validate_reef(g, c, quote);
    case SALT_DO_STOP:
    case SALT_DO_LAST_CHANCE:
        return salt_validate_declare(g, c, quote);
    case SALT_DO_END_PAIRS:
    case SALT_DO_END_TURN:
        return salt_validate_end(g, c, quote);
    default:
        return c->type < SALT_ACTIONS ? quote_refuse(quote, ERR_NOT_NOW, c->type, 0, 0)
                                      : (Err)ERR_UNKNOWN_ACTION;
    }
}
