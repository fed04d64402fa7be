/* flow.c - draft, turns, scoring and the end of Smash Up. */
#include "games/smashup/words.h"

/* Wait for a command that is no answer; look again when one has been carried out. */
#define REST(n)         \
    do {                \
        fx->step = (n); \
        return FX_WAIT; \
    case (n):;          \
    } while (0)

enum { SU_HAND_DRAW = 2 };

RULES void su_open(const SuCatalog *catalog, const Setup *setup, SuState *s)
{
    (void)catalog;
    ASSERT(setup->players >= 2 && setup->players <= SEATS_MAX);
    memset(s, 0, sizeof *s);
    s->players = setup->players;
    s->target = (uint8_t)setup->option[SU_OPT_TARGET];
    s->printed_rules = setup->option[SU_OPT_RULES] == SU_RULES_PRINTED;
    s->random_factions = (uint8_t)setup->option[SU_OPT_FACTIONS];
    s->bases_mode = (uint8_t)setup->option[SU_OPT_BASES];
    rng_seed(&s->rng, setup->seed);
}

RULES void su_begin(Su *g)
{
    SuState *s = g->state;
    const uint32_t starter = rng_below(&s->rng, s->players);
    su_emit(g, event_make(SU_EV_STARTER_CHOSEN, (int)starter, 0, 0, 0, 0), NULL);
    if (s->random_factions) {
        uint8_t list[SU_FACTIONS_MAX];
        const int count = g->catalog->faction_count;
        for (int i = 0; i < count; i++)
            list[i] = (uint8_t)(i + 1);
        rng_shuffle(&s->rng, list, count);
        for (int i = 0; i < 2 * s->players; i++)
            su_emit(
                g,
                event_make(SU_EV_FACTION_PICKED, su_draft_seat(s, i), list[i], 0, 0, 0),
                NULL);
    }
    su_push(g, SU_FX_game, s->seat, 0);
    su_run(g);
}

/* Clockwise from the first player, then back: rules 1.2. */
RULES int su_draft_seat(const SuState *s, int pick)
{
    const int n = s->players;
    return (s->starter + (pick < n ? pick : 2 * n - 1 - pick)) % n;
}

RULES CardSet su_free_factions(const Su *g)
{
    CardSet set = set_none();
    for (int i = 1; i <= g->catalog->faction_count; i++)
        set_add(&set, (Id)i);
    const CardSet taken = factions_in_game(g);
    return set_minus(set, taken);
}

/* A base that does something when it comes is not there from the beginning: it changes
 * places with one further down the deck. Rules 1.4. */
RULES static void su_put_late(Su *g, uint8_t *list, int count)
{
    const int below = count - g->state->players - 1;
    for (int i = below; i < count; i++)
        while (below > 0 && (g->catalog->base[list[i]].whens >> WHEN_entered & 1)) {
            const int at = (int)rng_below(&g->state->rng, (uint32_t)below);
            const uint8_t late = list[i];
            list[i] = list[at];
            list[at] = late;
        }
}

/* Bases in order: every one, or those of the chosen factions. */
RULES static int su_list_bases(const Su *g, bool all, uint8_t *list)
{
    const CardSet chosen = factions_in_game(g);
    int count = 0;
    for (int base = 1; base <= g->catalog->base_count; base++) {
        const Id faction = g->catalog->base[base].faction;
        if (all || (faction && set_has(&chosen, faction)))
            list[count++] = (uint8_t)base;
    }
    return count;
}

/* Data may have factions with few bases or none: where a table could not be set and go
 * on, every base is in. */
RULES int su_bases_of_game(const Su *g, uint8_t *list)
{
    const int count = su_list_bases(g, g->state->bases_mode == SU_BASES_ALL, list);
    return count < g->state->players + 4 ? su_list_bases(g, true, list) : count;
}

/* The base deck. */
RULES static void su_set_bases(Su *g)
{
    SuState *s = g->state;
    uint8_t list[SU_BASES_MAX + 1];
    Event e = event_secret(event_make(SU_EV_BASES_SHUFFLED, SEAT_NONE, 0, 0, 0, 0),
                           SECRET_LIST, 0);
    e.count = (uint16_t)su_bases_of_game(g, list);
    rng_shuffle(&s->rng, list, e.count);
    su_put_late(g, list, e.count);
    su_emit(g, e, list);
    for (int i = 0; i <= s->players; i++)
        su_emit(g,
                event_make(SU_EV_BASE_REPLACED, SEAT_NONE, 0, su_replacement(g), 0, 0),
                NULL);
}

/* The first hand is shown, shuffled back and drawn once more: rules 1.5. */
RULES static void su_mulligan(Su *g, int seat)
{
    SuState *s = g->state;
    uint8_t list[SU_HAND_START];
    Event e = event_make(SU_EV_MULLIGAN, seat, 0, 0, 0, 0);
    const CardSet hand = s->hand[seat];
    SET_EACH (card, &hand)
        list[e.count++] = (uint8_t)card;
    su_emit(g, e, list);
    su_shuffle_deck(g, seat, &hand);
    draw(g, seat, SU_HAND_START);
}

RULES void su_set_table(Su *g)
{
    SuState *s = g->state;
    su_emit(g, event_make(SU_EV_DECKS_BUILT, SEAT_NONE, 0, 0, 0, 0), NULL);
    su_set_bases(g);
    for (int i = 0; i < s->players; i++)
        su_shuffle_deck(g, (s->starter + i) % s->players, NULL);
    for (int i = 0; i < s->players; i++)
        draw(g, (s->starter + i) % s->players, SU_HAND_START);
}

RULES void su_set_phase(Su *g, int phase)
{
    su_emit(g, event_make(SU_EV_PHASE_CHANGED, g->state->seat, phase + 1, 0, 0, 0),
            NULL);
}

RULES static void su_next_turn(Su *g, Fx *fx)
{
    const SuState *s = g->state;
    const int seat = s->turn ? (s->seat + 1) % s->players : s->starter;
    su_emit(g, event_make(SU_EV_TURN_STARTED, seat, 0, 0, 0, s->turn + 1), NULL);
    fx->seat = fx->who = (uint8_t)seat;
}

/* Somebody has enough: most points win. A tie is played on; with Madness the fewer
 * cards of it decide, and after that a victory is shared. Rules 10, 11.4. */
RULES int su_winners(const SuState *s)
{
    int best = -100000, most = 0, winners = 0;
    for (int seat = 0; seat < s->players; seat++)
        most = s->vp[seat] > most ? s->vp[seat] : most;
    if (most < s->target)
        return 0;
    for (int seat = 0; seat < s->players; seat++) {
        const int points =
            64 * (s->vp[seat] - su_penalty(s, seat)) - su_madness_count(s, seat);
        winners = points > best    ? 1 << seat
                  : points == best ? winners | 1 << seat
                                   : winners;
        best = points > best ? points : best;
    }
    const bool tied = (winners & (winners - 1)) != 0;
    return tied && !s->madness_on ? 0 : winners;
}

RULES static bool su_is_won(Su *g)
{
    uint8_t list[SEATS_MAX];
    const int winners = su_winners(g->state);
    Event e = event_make(SU_EV_GAME_WON, SEAT_NONE, 0, 0, 0, 0);
    for (int seat = 0; seat < g->state->players; seat++)
        if (winners >> seat & 1)
            list[e.count++] = (uint8_t)(seat + 1);
    if (winners)
        su_emit(g, e, list);
    return winners != 0;
}

/* The whole game, from the first faction picked to the last turn. Who begins without a
 * minion in hand may draw again, once; nobody else is asked. */
ABILITY(game)
{
    BEGIN;
    for (fx->count = 0; !g->state->random_factions && fx->count < 2 * g->state->players;
         fx->count++) {
        fx->who = (uint8_t)su_draft_seat(g->state, fx->count);
        ASK(GAME_PICKS, fx->card,
            ask(g, fx, SU_DO_PICK_FACTION, MUST, SAY_PICK_FACTION,
                su_free_factions(g)));
        su_emit(g, event_make(SU_EV_FACTION_PICKED, fx->who, fx->card, 0, 0, 0), NULL);
    }
    su_set_table(g);
    for (fx->count = 0; fx->count < g->state->players; fx->count++) {
        fx->who = (uint8_t)((g->state->starter + fx->count) % g->state->players);
        ASK(GAME_MULLIGANS, fx->card,
            ask_hidden(g, fx, SU_DO_CHOOSE, MAY, SAY_MULLIGAN));
        if (fx->card)
            su_mulligan(g, fx->who);
    }
    for (;;) {
        su_next_turn(g, fx);
        DO(GAME_STARTS_TURN, su_trigger(g, WHEN_turn_start, 0, 0, fx->seat));
        su_set_phase(g, SU_PLAY);
        while (g->state->phase == SU_PLAY)
            REST(GAME_RESTS);
        DO(GAME_SCORES, su_push(g, SU_FX_score_bases, fx->seat, 0));
        su_set_phase(g, SU_DRAW);
        draw(g, fx->seat, SU_HAND_DRAW);
        while (g->state->hand_count[fx->seat] > SU_HAND_MAX) {
            ASK(GAME_DISCARDS, fx->card,
                ask_hidden(g, fx, SU_DO_DISCARD, MUST, SAY_HAND_LIMIT));
            discard(g, fx->card);
        }
        su_set_phase(g, SU_END);
        DO(GAME_ENDS_TURN, su_trigger(g, WHEN_turn_end, 0, 0, fx->seat));
        su_emit(g, event_make(SU_EV_TURN_ENDED, fx->seat, 0, 0, 0, 0), NULL);
        if (su_is_won(g))
            break;
    }
    END;
}

/* Scoring. */

RULES CardSet su_ready_bases(const Su *g)
{
    const SuState *s = g->state;
    const SuAuras auras = su_auras(g);
    int16_t total[SU_BASES_MAX + 1] = {0};
    CardSet set = set_none();
    SET_EACH (card, &s->minions) {
        int16_t *there = &total[s->card[card].at];
        *there = (int16_t)(*there + su_power_under(g, &auras, card));
    }
    for (int i = 0; i <= s->players; i++) {
        const int base = s->base[i].id;
        int sum = total[base];
        for (int seat = 0; s->role_count[IS_TOTAL] && seat < s->players; seat++)
            sum += su_total_bonus(g, base, seat);
        if (sum >= su_breakpoint_at(g, i))
            set_add(&set, (Id)base);
    }
    return set;
}

RULES static void su_choose_base(Su *g, int base)
{
    su_emit(g, event_make(SU_EV_SCORING_CHOSEN, g->state->seat, base, 0, 0, 0), NULL);
}

/* Points for places; ties share the better one: rules 6.5. */
RULES static void su_award(Su *g, Fx *fx)
{
    const SuState *s = g->state;
    uint8_t place[SEATS_MAX] = {0, 0, 0, 0};
    Event e = event_make(SU_EV_BASE_SCORED, s->seat, fx->base, 0, 0, 0);
    su_places(g, fx->base, place);
    e.count = s->players;
    su_emit(g, e, place);
    fx->source = (Id)(SU_BASE_SOURCE + fx->base);
    for (int i = 0; i < s->players; i++) {
        const int seat = (s->seat + i) % s->players;
        if (place[seat] >= 1 && place[seat] <= 3)
            gain_vp(g, seat, g->catalog->base[fx->base].vp[place[seat] - 1]);
    }
}

/* All cards there go to their owners' discard piles, another base comes. The old one
 * may still have something to say about it. Rules 6.7. */
RULES static void su_clear(Su *g, Fx *fx)
{
    const SuState *s = g->state;
    const Id old = fx->base;
    const bool speaks = (g->catalog->base[old].whens >> WHEN_replaced & 1) &&
                        su_base_works(g, old, SEAT_NONE);
    su_emit(g, event_make(SU_EV_BASE_CLEARED, s->seat, old, 0, 0, 0), NULL);
    const int base = su_replacement(g);
    ASSERT(base != 0);
    su_emit(g, event_make(SU_EV_BASE_REPLACED, s->seat, old, base, 0, 0), NULL);
    fx->dest = (Id)base;
    if (!speaks)
        return;
    Fx *more = su_push_ability(g, (Id)(SU_BASE_SOURCE + old), WHEN_replaced, s->seat);
    more->base = (Id)base;
}

RULES static void su_scoring_done(Su *g)
{
    su_emit(g, event_make(SU_EV_SCORING_DONE, g->state->seat, 0, 0, 0, 0), NULL);
}

/* Whether anybody might answer in this window, for all that everybody knows. */
RULES static bool su_wants_window(const Su *g, int when)
{
    for (int seat = 0; seat < g->state->players; seat++)
        if (su_might_answer(g, seat, when))
            return true;
    return false;
}

RULES static void su_open_window(Su *g, const Fx *fx, int when)
{
    if (su_wants_window(g, when))
        su_push(g, SU_FX_me_first, fx->seat, 0)->dest = (Id)when;
}

RULES static bool su_is_there(const Su *g, Id base)
{
    return su_slot(g->state, base) >= 0;
}

/* Every ready base scores, one after the other; what is ready is looked at anew each
 * time. A base once chosen scores even if its power drops meanwhile, but not when it is
 * swapped away. Rules 6. */
ABILITY(score_bases)
{
    BEGIN;
    for (;;) {
        fx->seen = su_ready_bases(g);
        if (set_is_empty(&fx->seen))
            break;
        ASK(1, fx->base, ask(g, fx, SU_DO_SCORE_BASE, MUST, SAY_SCORE_WHICH, fx->seen));
        su_choose_base(g, fx->base);
        DO(2, su_trigger(g, WHEN_before_scoring, 0, fx->base, fx->seat));
        if (su_is_there(g, fx->base))
            DO(3, su_open_window(g, fx, WHEN_window));
        if (su_is_there(g, fx->base)) {
            su_award(g, fx);
            DO(4, su_trigger(g, WHEN_when_scoring, 0, fx->base, fx->seat));
            DO(5, su_trigger(g, WHEN_after_scoring, 0, fx->base, fx->seat));
            DO(6, su_open_window(g, fx, WHEN_window_after));
            DO(7, su_trigger(g, WHEN_clearing, 0, fx->base, fx->seat));
        }
        if (su_is_there(g, fx->base)) {
            DO(8, su_clear(g, fx));
            DO(9, su_trigger(g, WHEN_entered, 0, fx->dest, fx->seat));
        }
        su_scoring_done(g);
    }
    END;
}

/* Which of the two windows is open. */
RULES int su_window_when(const SuState *s)
{
    return s->window == SU_WINDOW_AFTER ? WHEN_window_after : WHEN_window;
}

/* The window opens for everybody in turn who might hold something to play, also for
 * those who can only pass: what they hold is nobody's business. Of whom everybody knows
 * that they can only pass, nothing is asked. Rules 4.3, 6.4. */
RULES static bool su_ask_special(Su *g, const Fx *fx)
{
    Prompt *p = &g->state->prompt;
    ASSERT(!prompt_is_open(p));
    if (!su_might_answer(g, fx->who, fx->dest))
        return false;
    p->action = SU_DO_PLAY_SPECIAL;
    p->seat = fx->who;
    p->may = MAY;
    p->say = fx->dest == WHEN_window ? SAY_ME_FIRST : SAY_AFTERWARDS;
    p->source = (Id)(SU_BASE_SOURCE + g->state->scoring);
    p->options = su_specials(g, fx->who);
    return true;
}

RULES static void su_play_special(Su *g, const Fx *window)
{
    const Id card = window->card, when = window->dest;
    const int seat = window->who, base = g->state->scoring;
    su_use_once(g, su_ability(g, card, when)->once, seat, card);
    if (is_minion(g, card))
        su_play_minion(g, seat, card, base, 0);
    else
        su_play_action(g, seat, card, base, 0, 0)->dest = when;
}

RULES static void su_tell_window(Su *g, int type, int when)
{
    su_emit(g,
            event_make(type, g->state->seat, g->state->scoring,
                       when == WHEN_window_after, 0, 0),
            NULL);
}

/* Me First! Clockwise from the player whose turn it is, each plays one special or
 * passes, until all have passed in a row or the base is there no more. */
ABILITY(me_first)
{
    BEGIN;
    su_tell_window(g, SU_EV_WINDOW_OPENED, fx->dest);
    window_open(fx, g->state->seat);
    do {
        ASK(1, fx->card, su_ask_special(g, fx));
        if (fx->card)
            DO(2, su_play_special(g, fx));
    } while (su_is_there(g, g->state->scoring) &&
             window_next(fx, fx->card != 0, g->state->players));
    su_tell_window(g, SU_EV_WINDOW_CLOSED, 0);
    END;
}
