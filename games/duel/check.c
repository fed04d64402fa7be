/* check.c - whether a table of 7 Wonders Duel is possible: every piece in one place,
 * and nothing that the rules would have ended or turned up before.
 *
 * What is broken is said with the field it is in, as a position calls it. */
#include "games/duel/duel.h"

/* Adds a card that was found; false when it was found before. */
RULES static bool check_once(DuelCards *found, int card)
{
    if (card < 1 || card > DUEL_CARDS_MAX || duel_cards_have(found, card))
        return false;
    duel_cards_add(found, card);
    return true;
}

RULES static const char *check_cards(const Duel *g)
{
    const DuelState *s = g->state;
    DuelCards found = s->discard;
    for (int seat = 0; seat < DUEL_SEATS; seat++) {
        DuelCards left = s->city[seat].cards;
        for (int card = duel_cards_pop(&left); card; card = duel_cards_pop(&left))
            if (!check_once(&found, card))
                return "players: a card is in two places";
        for (int i = 0; i < DUEL_CITY_WONDERS; i++) {
            const int under = s->city[seat].under[i];
            if (under && (!s->city[seat].wonder[i] || !check_once(&found, under)))
                return "players: a card under a wonder is in two places, or under none";
        }
    }
    for (uint32_t left = s->lying; left; left &= left - 1)
        if (!check_once(&found, s->slot[bits_first(left)]))
            return "structure: a card is in two places";
#ifdef DUEL_WITH_SETS
    for (int i = 0; i < AGORA_ALL_HELD; i++)
        if (s->agora.under[i / AGORA_HELD][i % AGORA_HELD] &&
            !check_once(&found, s->agora.under[i / AGORA_HELD][i % AGORA_HELD]))
            return "agora: a card under a conspiracy is in two places";
#endif
    return NULL;
}

/* Cards of this game alone, and some left for every age to come. A position may mix
 * ages and leave holes: what an example needs lies there. */
RULES static const char *check_decks(const Duel *g)
{
    const DuelState *s = g->state;
    const DuelCards seen = duel_seen(s);
    uint8_t some[DUEL_PILE_MAX];
    int left = duel_cards_count(seen);
    for (int back = 1; back <= g->catalog->back_count; back++)
        left -= duel_cards_count(
            duel_cards_both(seen, g->catalog->pile[duel_pool(s)][back].set));
    if (left)
        return "players: a card that is not in this game";
    for (int age = s->age + 1; age <= g->catalog->age_count && !s->victory; age++) {
        int there = 0;
        for (int part = 0; part < duel_layout(g->catalog, s, age)->part_count; part++)
            there += duel_unseen(
                g, seen, duel_layout(g->catalog, s, age)->part_back[part], some);
        if (!there)
            return "players: no card is left for an age to come";
    }
    return NULL;
}

/* A card that lies face down is turned up when the turn ends that uncovered it, and not
 * before: rules 3.4. */
RULES static const char *check_structure(const Duel *g)
{
    const DuelState *s = g->state;
    const DuelLayout *layout = duel_layout(g->catalog, s, s->age);
    const bool is_in_turn = prompt_is_open(&s->prompt) && !duel_is_between_turns(s);
    if (s->age > g->catalog->age_count || s->lying >> layout->slot_count)
        return "structure: cards lie where the age has no slot";
    if (s->open != duel_uncovered(layout, s->lying))
        return "structure: the uncovered cards are not those marked";
    if (s->hidden & ~(layout->face_down & s->lying))
        return "structure: a card lies face down that was laid face up";
    if (layout->face_down & s->lying & ~s->open & ~s->hidden)
        return "structure: a covered card has been turned up";
    for (int slot = 0; slot < DUEL_SLOTS_MAX; slot++)
        if (!(s->lying >> slot & 1) && s->slot[slot])
            return "structure: a slot without a card has one";
    if (!s->victory && s->age && !is_in_turn && (!s->lying || s->open & s->hidden))
        return "structure: an uncovered card still lies face down, or none is left to "
               "take";
    return NULL;
}

RULES static const char *check_city(const Duel *g, int seat)
{
    const DuelCity *city = &g->state->city[seat];
    const DuelPowers powers = duel_powers(g->catalog, city);
    const uint32_t wonders = g->catalog->wonders[duel_pool(g->state)];
    if (memcmp(&powers, &city->has, sizeof powers) != 0)
        return "players: what a city has is not the sum of its pieces";
#ifdef DUEL_WITH_SETS
    if (!(g->state->sets >> DUEL_SET_pantheon & 1) && (city->gods || city->kept))
        return "players: divinities are not in this game";
#endif
    if (city->coins < 0 || city->coins > DUEL_COINS_MAX)
        return "players: a player has less than no coins, or too many";
    for (int i = 0; i < DUEL_CITY_WONDERS; i++) {
        if (city->ready[i] != (city->under[i] ? 0 : city->wonder[i]))
            return "players: a wonder is neither built nor to be built";
        if (city->wonder[i] && !(wonders >> city->wonder[i] & 1))
            return "players: a wonder that is not in this game";
        for (int j = 0; j < DUEL_CITY_WONDERS; j++)
            if (city->wonder[i] &&
                (city->wonder[i] == g->state->city[!seat].wonder[j] ||
                 (i != j && city->wonder[i] == city->wonder[j])))
                return "players: a wonder is there twice";
    }
    return NULL;
}

/* Seven wonders stand at most, and with the seventh the others are gone: rules 7.3. */
RULES static const char *check_wonders(const Duel *g)
{
    const DuelState *s = g->state;
    const int built = duel_built_wonders(&s->city[0]) + duel_built_wonders(&s->city[1]);
    int owned = 0;
    for (int i = 0; i < DUEL_CITY_WONDERS; i++)
        owned += (s->city[0].wonder[i] != 0) + (s->city[1].wonder[i] != 0);
    if (built > g->catalog->number.wonders_max)
        return "players: more wonders are built than can be";
    return built == g->catalog->number.wonders_max && owned > built
               ? "players: no more wonders can be built, but some are left"
               : NULL;
}

/* Whether an effect draws tokens to choose from. */
RULES static bool check_draws(int ability)
{
#ifdef DUEL_WITH_SETS
    if (ability == DUEL_FX_enki)
        return true;
#endif
    return ability == DUEL_FX_library;
}

/* A position may leave some in the box. */
RULES static const char *check_tokens(const Duel *g)
{
    const DuelState *s = g->state;
    const uint16_t place[] = {
        s->city[0].tokens, s->city[1].tokens, s->row, s->aside, s->drawn,
#ifdef DUEL_WITH_SETS
        s->agora.locked,   s->pantheon.enki,
#endif
    };
    uint16_t found = 0;
    for (int i = 0; i < (int)(sizeof place / sizeof *place); i++) {
        if (found & place[i])
            return "progress: a token is in two places";
        found |= place[i];
    }
    if (found & ~g->catalog->tokens[duel_pool(s)])
        return "progress: a token that is not in this game";
    if (bits_count(s->row) > g->catalog->number.row_tokens)
        return "progress.row: more tokens than the board has spaces";
    if (s->drawn && (!s->fx_depth || !check_draws(s->fx[s->fx_depth - 1].ability)))
        return "progress.drawn: tokens are drawn, but nobody is asked";
    return NULL;
}

RULES uint8_t duel_passed_loot(const DuelNumbers *number, const DuelState *s)
{
    int passed = 0;
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        for (int i = 0; i < number->loot_count; i++)
            if ((seat ? s->pawn : -s->pawn) >= number->loot_space[i])
                passed |= 1 << (seat * DUEL_LOOT_MAX + i);
    return (uint8_t)passed;
}

/* The pawn, and the tokens it has not come to yet. In a capital it has stopped. */
RULES static const char *check_military(const Duel *g)
{
    const DuelState *s = g->state;
    const DuelNumbers *number = &g->catalog->number;
    if (s->pawn > number->capital || s->pawn < -number->capital)
        return "military.position: the pawn is off its track";
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        for (int i = number->loot_count; i < DUEL_LOOT_MAX; i++)
            if (s->loot >> (seat * DUEL_LOOT_MAX + i) & 1)
                return "military.loot: a token that is not in this game";
    if (s->victory != DUEL_BY_MILITARY && s->loot & duel_passed_loot(number, s))
        return "military.loot: the pawn has come to a token that is still there";
    return NULL;
}

/* A capital taken, six symbols found: such a game is over, and won by who did it. Only
 * points, after the last card, can be level: rules 11. */
RULES static const char *check_result(const Duel *g)
{
    const DuelState *s = g->state;
    const DuelNumbers *number = &g->catalog->number;
    const int taken = s->pawn == number->capital    ? 1
                      : s->pawn == -number->capital ? 2
                                                    : 0;
    const bool military = s->victory == DUEL_BY_MILITARY;
#ifdef DUEL_WITH_SETS
    if (s->victory == DUEL_BY_POLITICAL && !(s->sets >> DUEL_SET_agora & 1))
        return "victory: nobody wins so in this game";
#endif
    if (!s->winners != !s->victory)
        return "winners: somebody has won if and only if there is a victory";
    if (military ? s->winners != taken : taken != 0)
        return "military.position: the pawn is in a capital if and only if that city's "
               "rival has won by it";
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        if (duel_symbols(&s->city[seat]) >= number->symbols_to_win && !military &&
            (s->victory != DUEL_BY_SCIENCE || !(s->winners >> seat & 1)))
            return "victory: a city has the symbols that win, but has not won by them";
    if (s->victory == DUEL_BY_SCIENCE &&
        ((s->winners == 3 && DUEL_ORDERS_MAX == 0) ||
         duel_symbols(&s->city[s->winners == 2]) < number->symbols_to_win))
        return "victory: won by science without the symbols for it";
    if (s->victory == DUEL_BY_CIVILIAN && (s->age != g->catalog->age_count || s->lying))
        return "victory: points decide only when the last card is taken";
    if (s->victory == DUEL_BY_CIVILIAN && s->winners != duel_leaders(g))
        return "winners: the points say otherwise";
    return NULL;
}

RULES static int check_pool_count(const DuelState *s)
{
    int count = 0;
    for (int i = 0; i < DUEL_SHOWN_MAX; i++)
        count += s->pool[i] != 0;
    return count;
}

/* Both have chosen as often as the order of the draft says, and the rest lies there. */
RULES static const char *check_draft(const Duel *g)
{
    const DuelState *s = g->state;
    const DuelNumbers *number = &g->catalog->number;
    const uint32_t wonders = g->catalog->wonders[duel_pool(s)];
    const bool is_drafting = s->fx_depth && s->fx[0].ability == DUEL_FX_wonder_draft;
    int owned[DUEL_SEATS] = {0, 0};
    if (s->age || s->victory)
        return check_pool_count(s) ? "draft: wonders to choose from after the draft"
                                   : NULL;
    if (!is_drafting)
        return "age: no age has begun, but nobody drafts";
    if (s->seat)
        return "turn: nobody has one before the first age";
    if ((s->pawn && DUEL_ORDERS_MAX == 0) || s->city[0].tokens || s->city[1].tokens ||
        duel_cards_count(duel_seen(s)))
        return "age: the draft comes before everything else";
    const int picks = s->fx[0].count + (s->fx_depth > 1); /* chosen, and doing it */
    for (int pick = 0; pick < picks; pick++)
        owned[duel_draft_seat(g, pick)]++;
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        for (int i = 0; i < DUEL_CITY_WONDERS; i++)
            if ((s->city[seat].wonder[i] != 0) != (i < owned[seat]) ||
                s->city[seat].under[i])
                return "players: too many wonders for the draft, or too few, or built";
    if (check_pool_count(s) !=
        number->shown - s->fx[0].count % number->shown - (s->fx_depth > 1))
        return "draft: too many wonders to choose from, or too few";
    for (int i = 0; i < DUEL_SHOWN_MAX; i++)
        for (int j = 0; j < DUEL_CITY_WONDERS; j++)
            if (s->pool[i] &&
                (!(wonders >> s->pool[i] & 1) || s->pool[i] == s->city[0].wonder[j] ||
                 s->pool[i] == s->city[1].wonder[j] ||
                 (i != j && j < DUEL_SHOWN_MAX && s->pool[i] == s->pool[j])))
                return "draft: a wonder is there twice, or not in this game";
    return NULL;
}

enum { DRAFT_TAKES = 3 }; /* the step of wonder_draft at which a wonder is taken */

/* An effect holds no answer to what it has not asked yet. The draft and a politician
 * ask more than once at the same step. */
RULES static bool check_holds(const DuelFx *fx)
{
    const DuelShape shape = duel_shape(fx->ability);
    const int before = (1 << fx->step) - 1;
    if (fx->ability == DUEL_FX_wonder_draft && fx->count > 0)
        return true;
#ifdef DUEL_WITH_SETS
    if (fx->ability == DUEL_FX_politician && fx->step) /* how often it still may */
        return fx->other >= 1 && fx->other <= AGORA_POLITICS;
    if (fx->other && !(shape.says[DUEL_ASKS_OTHER] & before))
        return false;
#endif
    return !fx->card || (shape.says[DUEL_ASKS] & ~shape.says[DUEL_ASKS_OTHER] & before);
}

RULES static bool check_stands_in(const DuelState *s, int seat, int piece)
{
    const DuelCity *city = &s->city[seat];
#ifdef DUEL_WITH_SETS
    if (piece > DUEL_PLOT_0) {
        for (int at = 0; at < AGORA_HELD; at++)
            if (s->agora.plot[seat][at] == piece - DUEL_PLOT_0)
                return s->agora.shown[seat] >> at & 1;
        return false;
    }
    if (piece > DUEL_DECREE_0)
        return false;
    if (piece > DUEL_GOD_0)
        return city->gods >> (piece - DUEL_GOD_0 - 1) & 1;
#endif
    if (piece > DUEL_TOKEN_0)
        return city->tokens >> (piece - DUEL_TOKEN_0 - 1) & 1;
    if (piece <= DUEL_CARDS_MAX)
        return piece && duel_cards_have(&city->cards, piece);
    for (int i = 0; i < DUEL_CITY_WONDERS; i++)
        if (city->wonder[i] == piece - DUEL_WONDER_0)
            return city->under[i] || !s->age; /* drafted */
    return false;
}

/* Whether data gives the piece this effect with this number, now. */
RULES static bool check_does(const Duel *g, const DuelFx *fx)
{
    const DuelPiece *piece = &g->catalog->piece[fx->source];
    for (int i = 0; i < DUEL_DOES_MAX; i++)
        if (piece->does[i].ability == fx->ability && piece->does[i].n == fx->count &&
            (piece->does[i].drafted != 0) == (g->state->age == 0))
            return true;
    return false;
}

/* What goes on between turns: the draft before the first age, the choice before any
 * other. Only a wonder that has just been taken sets something off. */
RULES static const char *check_between(const Duel *g, int i)
{
    const DuelState *s = g->state;
    const DuelLayout *layout = duel_layout(g->catalog, s, s->age);
    const DuelFx *fx = &s->fx[i];
    if (i || fx->source)
        return "between turns nothing else goes on";
    const bool is_top = s->fx_depth == 1;
    if (fx->ability == DUEL_FX_wonder_draft)
        return s->age || fx->count < 0 || fx->count >= g->catalog->number.draft_count ||
                       (!s->pool[0] && is_top)
                   ? "there is nothing to draft"
               : !is_top && fx->step != DRAFT_TAKES ? "no wonder has just been taken"
                                                    : NULL;
    if (!is_top || s->age < 2 || s->lying & (s->lying + 1) || !s->lying || fx->count ||
        s->hidden != duel_face_down(layout, s->lying))
        return "an age begins when all its cards lie there";
    return fx->seat == duel_chooser(s) ? NULL : "another player says who begins";
}

RULES int duel_frame_asks(const Duel *g, const DuelFx *fx)
{
    return fx->ability == DUEL_FX_wonder_draft && fx->count >= 0 &&
                   fx->count < g->catalog->number.draft_count
               ? duel_draft_seat(g, fx->count)
               : fx->seat;
}

/* What can come in another player's turn: a military token that gives cubes, a pair by
 * a swap. */
RULES static bool check_is_anyones(const DuelFx *fx)
{
#ifdef DUEL_WITH_SETS
    return fx->ability == DUEL_FX_small_loot || fx->ability == DUEL_FX_large_loot ||
           fx->ability == DUEL_FX_choose_progress;
#else
    (void)fx;
    return false;
#endif
}

/* The symbol that an effect's source has brought. */
RULES static int check_symbol(const Duel *g, const DuelFx *fx)
{
    const int own = g->catalog->piece[fx->source].symbol;
#ifdef DUEL_WITH_SETS
    if (!own)
        return g->state->city[fx->seat].like_symbol;
#endif
    return own;
}

/* Which mythology an effect is about: its number, or the deck that was chosen, which
 * has divinities. */
RULES static bool check_mythology(const DuelState *s, const DuelFx *fx)
{
#ifdef DUEL_WITH_SETS
    if (fx->ability == DUEL_FX_place_divinity)
        return fx->count >= 1 && fx->count <= PANTHEON_MYTHS;
    if (fx->ability == DUEL_FX_pantheon_gate)
        return s->age >= 2; /* nothing is activated before */
    if (fx->ability == DUEL_FX_divine_theater && fx->step >= 2 && fx->step <= 4)
        return fx->other >= 1 && fx->other <= PANTHEON_MYTHS &&
               s->pantheon.deck[fx->other - 1][0];
#endif
    (void)s, (void)fx;
    return true;
}

/* Where a question follows another at once, the answer to the first could be given
 * still. On a stack that cannot be nothing is asked: it is refused for that. */
RULES static bool check_answered(const Duel *g, const DuelFx *fx)
{
    DuelState before = *g->state;
    Duel copy = duel_table(g->catalog, &before, NULL);
    if (!fx->step || !(duel_shape(fx->ability).says[DUEL_ASKS] >> (fx->step - 1) & 1) ||
        duel_check_stack(g))
        return true;
    const int depth = (int)(fx - g->state->fx) + 1;
    before.fx_depth = (uint8_t)depth;
    before.fx[depth - 1].step--;
    duel_ask_again(&copy);
    /* Where it has nothing to ask it ends, and what asks then is another. */
    return prompt_is_open(&before.prompt) && before.fx_depth == depth &&
           before.fx[depth - 1].step == fx->step - 1 &&
           set_has(&before.prompt.options, fx->card);
}

/* What only the asked player knows; in a view it is 0. */
RULES static bool check_is_secret(const DuelFx *fx)
{
#ifdef DUEL_WITH_SETS
    return fx->ability == DUEL_FX_place_divinity || fx->ability == DUEL_FX_conspire;
#else
    (void)fx;
    return false;
#endif
}

RULES const char *duel_check_frame(const Duel *g, int i)
{
    const DuelState *s = g->state;
    const DuelFx *fx = &s->fx[i];
    const bool is_top = i + 1 == s->fx_depth;
    if (fx->ability == DUEL_FX_NONE || fx->ability >= DUEL_ABILITIES)
        return "is no effect";
    const DuelShape shape = duel_shape(fx->ability);
    if (fx->step > shape.steps || (shape.says[DUEL_ASKS] >> fx->step & 1) != is_top)
        return is_top ? "nobody is asked at this step" : "only the last one can ask";
    if (fx->who != duel_frame_asks(g, fx) || fx->answer != (is_top ? 0 : fx->card))
        return "somebody else is asked, or has answered";
    if (!check_holds(fx))
        return "it holds an answer to what it has not asked";
    if (fx->ability == DUEL_FX_wonder_draft || fx->ability == DUEL_FX_begin_age)
        return check_between(g, i);
    if (fx->seat != (s->age ? s->seat : s->fx[0].who) && !check_is_anyones(fx))
        return "it is another player's turn";
    if (fx->source ? !check_stands_in(s, fx->seat, fx->source) : shape.of_piece)
        return "its source is not in the city";
    if (fx->ability == DUEL_FX_choose_progress &&
        (!fx->source || fx->count ||
         duel_symbol_count(&s->city[fx->seat], check_symbol(g, fx)) != 2))
        return "its source has made no pair of symbols";
    if (shape.of_piece && !check_does(g, fx))
        return "its source does not do that";
    if (!check_mythology(s, fx))
        return "it is about no mythology, or of another age";
    return is_top && (fx->card || !check_is_secret(fx)) && !check_answered(g, fx)
               ? "what was chosen before cannot be chosen"
               : NULL;
}

/* The question is the one that the last effect asks: put again, it is the same. */
RULES static const char *check_question(const Duel *g)
{
    DuelState again = *g->state;
    Duel copy = duel_table(g->catalog, &again, NULL);
    duel_ask_again(&copy);
    return memcmp(&again, g->state, sizeof again) != 0
               ? "prompt: is not what the last effect asks"
               : NULL;
}

/* What was triggered before this turn's card, once a turn; and is done before it. */
RULES static const char *check_trigger(const DuelState *s)
{
#ifdef DUEL_WITH_SETS
    const bool agora = (s->sets >> DUEL_SET_agora & 1) && s->agora.shown[s->seat];
#else
    const bool agora = false;
#endif
    if (s->marks & DUEL_TRIGGERED && (!agora || !s->age))
        return "triggered: nobody has a conspiracy, or a turn";
    if (s->marks & DUEL_OPENING && (!(s->marks & DUEL_TRIGGERED) || !s->fx_depth))
        return "opening: nothing was triggered that still goes on";
    return NULL;
}

RULES static const char *check_machine(const Duel *g)
{
    const DuelState *s = g->state;
    if (s->victory)
        return s->fx_depth || prompt_is_open(&s->prompt)
                   ? "effects: the game is over, but something waits"
                   : NULL;
    const bool goes_on = s->fx_depth && s->age && !(s->marks & DUEL_OPENING);
    if (s->marks & (DUEL_DRAW_FIRST | (goes_on ? 0 : DUEL_AGAIN)))
        return "again: only a turn that still goes on can be followed by another";
    if (check_trigger(s))
        return check_trigger(s);
    if ((s->fx_depth > 0) != prompt_is_open(&s->prompt))
        return "effects: one waits for nobody";
    for (int i = 0; i < s->fx_depth; i++)
        if (duel_check_frame(g, i))
            return "effects: one cannot wait here";
    if (!s->fx_depth)
        return NULL;
    if (duel_check_stack(g))
        return "effects: one waits below what it has not set off";
    return check_answered(g, &s->fx[s->fx_depth - 1])
               ? check_question(g)
               : "effects: what was chosen before cannot be chosen";
}

RULES const char *duel_check(const Duel *g)
{
    const char *broken = check_cards(g);
    if (!broken)
        broken = check_decks(g);
    if (!broken)
        broken = check_structure(g);
    for (int seat = 0; seat < DUEL_SEATS && !broken; seat++)
        broken = check_city(g, seat);
    if (!broken)
        broken = check_wonders(g);
    if (!broken)
        broken = check_tokens(g);
    if (!broken)
        broken = check_military(g);
    if (!broken)
        broken = check_result(g);
    if (!broken)
        broken = check_draft(g);
    if (!broken)
        broken = duel_sets_check(g);
    return broken ? broken : check_machine(g);
}
