/* encode.c - Sea Salt & Paper as numbers: actions, masks, observations. */
#include "games/sea-salt/adapt.h"

/* Cards of a kind are neighbours, so the pairs of two kinds are a small table: of one
 * kind its half below the diagonal. */
RULES static int salt_row_places(const SaltProfile *p, const SaltPair *pair)
{
    const int a = p->kind[pair->kind_a].copies, b = p->kind[pair->kind_b].copies;
    return pair->kind_a == pair->kind_b ? a * (a - 1) / 2 : a * b;
}

RULES int salt_pair_places(const SaltProfile *p)
{
    int places = 0;
    for (int i = 0; i < p->pair_count; i++)
        places += salt_row_places(p, &p->pair[i]);
    return places;
}

RULES static int salt_pair_place(const SaltProfile *p, int low, int high)
{
    const int a = p->kind_of[low], b = p->kind_of[high];
    int before = 0;
    for (int i = 0; i < p->pair_count; i++) {
        const SaltPair *pair = &p->pair[i];
        const bool turned = pair->kind_a == b && pair->kind_b == a;
        if ((pair->kind_a == a && pair->kind_b == b) || turned) {
            const int x = low - p->kind[a].first_card, y = high - p->kind[b].first_card;
            if (a == b)
                return before + y * (y - 1) / 2 + x;
            return before +
                   (turned ? y * p->kind[a].copies + x : x * p->kind[b].copies + y);
        }
        before += salt_row_places(p, pair);
    }
    return ENCODE_NONE;
}

/* The two cards of a place, the smaller first; false: the profile has no such pair. */
RULES static bool salt_pair_at(const SaltProfile *p, int place, Command *c)
{
    for (int i = 0; i < p->pair_count; i++) {
        const SaltPair *pair = &p->pair[i];
        const SaltKind *a = &p->kind[pair->kind_a], *b = &p->kind[pair->kind_b];
        const int places = salt_row_places(p, pair);
        if (place >= places) {
            place -= places;
            continue;
        }
        int x = 0, y = 1;
        if (a == b) {
            for (; place >= y; y++)
                place -= y;
            x = place;
        } else {
            x = place / b->copies;
            y = place % b->copies;
        }
        const int one = a->first_card + x, other = b->first_card + y;
        c->a = (Id)(one < other ? one : other);
        c->b = (Id)(one < other ? other : one);
        return true;
    }
    return false;
}

RULES static bool salt_is_card(const SaltState *s, int card)
{
    return card >= 1 && card <= s->card_count;
}

RULES static int salt_index_pair(const Salt *g, const Command *c, ActRange act)
{
    const SaltProfile *p = g->profile;
    const bool trio = c->type == SALT_DO_PLAY_TRIO;
    if (!salt_is_card(g->state, c->a) || !salt_is_card(g->state, c->b) || c->a >= c->b)
        return ENCODE_NONE;
    const int place = salt_pair_place(p, c->a, c->b);
    if (place < 0 || (!trio && c->c))
        return ENCODE_NONE;
    if (!trio)
        return act.first + place;
    if (!salt_is_card(g->state, c->c) || p->kind_of[c->c] != p->starfish)
        return ENCODE_NONE;
    return act.first + place * SALT_STARS + c->c - p->kind[p->starfish].first_card;
}

RULES int salt_action_index(const Salt *g, const Command *c)
{
    const SaltState *s = g->state;
    if (c->type >= SALT_ACTIONS || c->seat >= s->players)
        return ENCODE_NONE;
    const ActRange act = encode_act(c->type);
    switch (c->type) {
    case SALT_DO_KEEP:
        return c->c || !salt_is_card(s, c->a) ? (int)ENCODE_NONE
                                              : encode_two(act, c->a, c->b, 2);
    case SALT_DO_PLAY_PAIR:
    case SALT_DO_PLAY_TRIO:
        return salt_index_pair(g, c, act);
    case SALT_DO_STEAL_FROM:
    case SALT_DO_SWAP_WITH:
        if (c->a < 1 || c->a > s->players || c->b || c->c)
            return ENCODE_NONE;
        return act.first + encode_seat(c->a - 1, c->seat, s->players);
    default:
        if (act.count == 1)
            return encode_bare(act, c);
        return c->b || c->c ? (int)ENCODE_NONE : encode_plain(act, c->a);
    }
}

RULES bool salt_action_at(const Salt *g, int index, Command *c)
{
    const SaltState *s = g->state;
    const SaltProfile *p = g->profile;
    const int seat = salt_to_act(s);
    if (index < 0 || index >= SALT_AT_SPACE || seat >= s->players)
        return false;
    const int type = encode_type_at(index);
    const ActRange act = encode_act(type);
    const int place = index - act.first;
    *c = command(type, seat, act.count > 1 ? place + 1 : 0, 0, 0);
    switch (type) {
    case SALT_DO_KEEP:
        c->a = (Id)(place / 2 + 1);
        c->b = (Id)(place % 2 + 1);
        return salt_is_card(s, c->a);
    case SALT_DO_PLAY_PAIR:
        return salt_pair_at(p, place, c) && salt_action_index(g, c) == index;
    case SALT_DO_PLAY_TRIO:
        c->c = (Id)(p->kind[p->starfish].first_card + place % SALT_STARS);
        return salt_pair_at(p, place / SALT_STARS, c) &&
               salt_action_index(g, c) == index;
    case SALT_DO_STEAL_FROM:
    case SALT_DO_SWAP_WITH:
        c->a = (Id)(decode_seat(place, seat, s->players) + 1);
        return place < s->players;
    default:
        return true;
    }
}

/* A question's answers are bits already. */
RULES static int salt_mask_answers(const Salt *g, uint64_t *mask)
{
    const SaltState *s = g->state;
    const Prompt *p = &s->prompt;
    const int first = encode_act(p->action).first;
    const bool seats =
        p->action == SALT_DO_STEAL_FROM || p->action == SALT_DO_SWAP_WITH;
    SET_EACH (id, &p->options)
        mask_add(mask,
                 first + (seats ? encode_seat(id - 1, p->seat, s->players) : id - 1));
    if (p->may)
        mask_add(mask, SALT_AT_PASS);
    return set_count(&p->options) + (p->may != 0);
}

RULES static int salt_mask_draw(const Salt *g, uint64_t *mask)
{
    const SaltState *s = g->state;
    const int forced = salt_forced_pile(s);
    int count = 0;
    if (!s->look_count) {
        const int bits = salt_sources(g);
        static_assert(SALT_AT_TAKE_RIGHT == SALT_AT_DRAW_DECK + 2, "neighbours");
        mask[0] |= (uint64_t)bits << SALT_AT_DRAW_DECK;
        return bits_count((uint64_t)bits);
    }
    for (int i = 0; i < s->look_count; i++)
        for (int pile = 0; pile < 2; pile++)
            if (!forced || pile == forced - 1) {
                mask_add(mask, SALT_AT_KEEP + (s->look[i] - 1) * 2 + pile);
                count++;
            }
    return count;
}

/* One row of pairs, from place 'before' on; with each Starfish a trio too. */
RULES static int salt_mask_row(const SaltProfile *p, int row, int before, SaltSet hand,
                               SaltSet stars, uint64_t *mask)
{
    const SaltPair *pair = &p->pair[row];
    const SaltKind *one = &p->kind[pair->kind_a], *other = &p->kind[pair->kind_b];
    const int trios = salt_set_count(stars);
    SaltSet first = salt_set_both(hand, p->kind_cards[pair->kind_a]);
    const SaltSet second = salt_set_both(hand, p->kind_cards[pair->kind_b]);
    int count = 0;
    while (!salt_set_is_empty(first)) {
        const int x = salt_set_pop(&first) - one->first_card;
        SaltSet rest = one == other ? first : second;
        while (!salt_set_is_empty(rest)) {
            const int y = salt_set_pop(&rest) - other->first_card;
            const int place =
                before + (one == other ? y * (y - 1) / 2 + x : x * other->copies + y);
            mask_add(mask, SALT_AT_PLAY_PAIR + place);
            count += 1 + trios;
            for (SaltSet left = stars; !salt_set_is_empty(left);)
                mask_add(mask, SALT_AT_PLAY_TRIO + place * SALT_STARS +
                                   salt_set_pop(&left) -
                                   p->kind[p->starfish].first_card);
        }
    }
    return count;
}

RULES static int salt_mask_pairs(const Salt *g, uint64_t *mask)
{
    const SaltState *s = g->state;
    const SaltProfile *p = g->profile;
    const SaltSet hand = salt_set_both(s->hand[s->seat], p->pairing);
    SaltSet stars = salt_set_none();
    int count = 0, before = 0;
    if (s->card_count != p->card_count) /* Extra Salt */
        stars = salt_set_both(s->hand[s->seat], p->kind_cards[p->starfish]);
    for (int i = 0; salt_set_count(hand) >= 2 && i < p->pair_count; i++) {
        const SaltPair *pair = &p->pair[i];
        if (!pair->event || salt_has_event(s, s->seat, pair->event))
            count += salt_mask_row(p, i, before, hand, stars, mask);
        before += salt_row_places(p, pair);
    }
    if (salt_has_event(s, s->seat, PEPPER_CORAL_REEF) &&
        !(s->reef_seats >> s->seat & 1)) {
        SaltSet shells = salt_set_both(s->hand[s->seat], p->kind_cards[p->shell]);
        for (count += salt_set_count(shells); !salt_set_is_empty(shells);)
            mask_add(mask, SALT_AT_LAY_REEF + salt_set_pop(&shells) - 1);
    }
    mask_add(mask, SALT_AT_END_PAIRS);
    return count + 1;
}

/* Without a list: as salt_legal, but straight into bits. */
RULES int salt_legal_mask(const Salt *g, uint64_t *mask)
{
    const SaltState *s = g->state;
    memset(mask, 0, ENCODE_WORDS(SALT_AT_SPACE) * sizeof *mask);
    if (s->phase == SALT_OVER)
        return 0;
    if (prompt_is_open(&s->prompt))
        return salt_mask_answers(g, mask);
    if (s->phase == SALT_DRAW)
        return salt_mask_draw(g, mask);
    if (s->phase == SALT_PAIR)
        return salt_mask_pairs(g, mask);
    const bool stop = !salt_has_event(s, s->seat, PEPPER_DIODON_FISH);
    if (stop)
        mask_add(mask, SALT_AT_STOP);
    mask_add(mask, SALT_AT_LAST_CHANCE);
    mask_add(mask, SALT_AT_END_TURN);
    return 2 + stop;
}

RULES static void salt_see_set(uint8_t *out, SaltSet set)
{
    sees_bits(out, set.word[0], 64);
    sees_bits(out + 64, set.word[1], SALT_ROW - 64);
}

/* Answers that are seats are counted from the one that looks. */
RULES static void salt_see_question(const SaltState *s, int seat, uint8_t *out)
{
    const Prompt *p = &s->prompt;
    if (!prompt_is_open(p))
        return;
    out[SALT_SEES_ASKED] = p->action;
    out[SALT_SEES_SOURCE] = sees_byte(p->source);
    if (p->action == SALT_DO_STEAL_FROM || p->action == SALT_DO_SWAP_WITH) {
        for (int other = 0; other < s->players; other++)
            out[SALT_SEES_OPTIONS + encode_who(other, seat, s->players)] =
                set_has(&p->options, (Id)(other + 1));
        return;
    }
    const SaltSet options = {{p->options.word[0], p->options.word[1]}};
    salt_see_set(out + SALT_SEES_OPTIONS, options);
}

RULES static void salt_see_seat(const SaltState *s, int other, int place, uint8_t *out)
{
    salt_see_set(out + SALT_SEES_HAND + place * SALT_ROW, s->hand[other]);
    salt_see_set(out + SALT_SEES_PLAYED + place * SALT_ROW, s->played[other]);
    out[SALT_SEES_COUNT + place] = s->hand_count[other];
    out[SALT_SEES_TOTAL + place] = sees_byte(s->total[other]);
    out[SALT_SEES_ROUND + place] = sees_byte(s->last_round[other]);
    out[SALT_SEES_LOCKED + place] = s->locked >> other & 1;
    out[SALT_SEES_JELLIED + place] = s->jellied >> other & 1;
    out[SALT_SEES_REEF + place] = s->reef_seats >> other & 1;
    out[SALT_SEES_EVENT_OF + place] = s->event_of[other];
}

/* From a copy, which nothing written here can be: so several are done at once. */
RULES static void salt_see_colours(const SaltState *s, uint8_t *out)
{
    uint8_t pairs[SALT_ROW / 2];
    memcpy(pairs, s->colour, sizeof pairs);
    for (int i = 0; i < SALT_ROW / 2; i++) {
        out[2 * i] = pairs[i] & 15;
        out[2 * i + 1] = pairs[i] >> 4;
    }
}

RULES static void salt_see_numbers(const SaltState *s, uint8_t *out)
{
    for (int pile = 0; pile < 2; pile++) {
        out[SALT_SEES_PILE_TOP + pile] = s->pile_top[pile];
        out[SALT_SEES_PILE + pile] = s->pile_count[pile];
    }
    out[SALT_SEES_DECK] = s->deck_count;
    out[SALT_SEES_LOOKS] = s->look_count;
    out[SALT_SEES_EVENT] = s->event;
    out[SALT_SEES_PHASE] = (uint8_t)(s->phase + 1);
    out[SALT_SEES_MODE] = s->mode;
    out[SALT_SEES_DECLARED] = s->declare_score;
    out[SALT_SEES_EXTRA] = s->extra_queued;
    out[SALT_SEES_EXTRA + 1] = s->extra_granted;
    memcpy(out + SALT_SEES_AGREED, &s->target, 5);
    out[SALT_SEES_PROFILE] = (uint8_t)(s->profile + 1);
    out[SALT_SEES_PLAYERS] = s->players;
    out[SALT_SEES_SET] = s->card_count;
    out[SALT_SEES_PEPPER] = s->pepper_on;
    out[SALT_SEES_ROUNDS] = sees_byte(s->round);
}

static_assert(offsetof(SaltState, mermaids_to_win) == offsetof(SaltState, target) + 4,
              "the numbers agreed on are neighbours");

RULES void salt_observe(const Salt *view, int seat, uint8_t *out)
{
    const SaltState *s = view->state;
    sees_clear(out, SALT_SEES_SPACE);
    for (int place = 0; place < s->players; place++)
        salt_see_seat(s, decode_seat(place, seat, s->players), place, out);
    for (int i = 0; i < s->look_count; i++)
        if (s->look[i])
            out[SALT_SEES_LOOK + s->look[i]] = 1;
    salt_see_colours(s, out + SALT_SEES_COLOUR);
    for (int i = 0; i < s->event_count; i++)
        out[SALT_SEES_EVENTS + s->event_deck[i]] = 1;
    salt_see_numbers(s, out);
    out[SALT_SEES_ACTING] = (uint8_t)encode_who(salt_to_act(s), seat, s->players);
    out[SALT_SEES_TURN] = (uint8_t)encode_who(s->seat, seat, s->players);
    out[SALT_SEES_STARTER] = (uint8_t)encode_who(s->starter, seat, s->players);
    out[SALT_SEES_DECLARER] = (uint8_t)encode_who(s->declarer, seat, s->players);
    salt_see_question(s, seat, out);
    for (int i = 0; i < SALT_STEALS_MAX; i++) {
        const SaltSteal *steal = &s->steal[i];
        uint8_t *theft = out + SALT_SEES_THEFT + 3 * i;
        if (!steal->thief)
            continue;
        theft[0] = (uint8_t)encode_who(steal->thief - 1, seat, s->players);
        theft[1] = (uint8_t)encode_who(steal->victim - 1, seat, s->players);
        theft[2] = steal->card;
    }
}
