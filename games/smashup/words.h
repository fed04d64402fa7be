/* words.h - the vocabulary that cards are written in; only card files and the game's
 * own abilities include it.
 *
 * Words that say what there is (minions_at, bases_open_to) only look. Verbs (destroy,
 * move_minion) change the table and stand inside a DO; they know who acts, it is the
 * frame on top of the stack. A frame keeps nothing secret across a question. */
#pragma once

#include "engine/window.h"
#include "games/smashup/su.h"

#define FLOW(name)    RULES APART FxResult su_fx_##name(Su *g, Fx *fx);
#define ABILITY(name) RULES APART FxResult su_fx_##name(Su *g, Fx *fx);
#include "games/smashup/abilities.def"
#undef ABILITY
#undef FLOW

#define ABILITY(name)   RULES FxResult su_fx_##name(Su *g, Fx *fx)
#define POWER(name)     RULES int su_power_##name(const Su *g, const SuAbout *about)
#define PROTECT(name)   RULES int su_protect_##name(const Su *g, const SuAbout *about)
#define FORBID(name)    RULES bool su_forbid_##name(const Su *g, const SuAbout *about)
#define CONDITION(name) RULES bool su_if_##name(const Su *g, const SuAbout *about)

/* Questions. Each puts 'say' to fx->who and goes on with the answer in 'slot'; 0 when
 * it was declined or there was nothing to choose. */
#define ASK_CARD(n, slot, may, say, options) \
    ASK(n, slot, ask(g, fx, SU_DO_CHOOSE_CARD, may, say, options))
#define ASK_MINION(n, slot, may, say, options) ASK_CARD(n, slot, may, say, options)
#define ASK_BASE(n, slot, may, say, options) \
    ASK(n, slot, ask(g, fx, SU_DO_CHOOSE_BASE, may, say, options))
#define ASK_PLAYER(n, slot, may, say, options) /* the slot holds seat + 1 */ \
    ASK(n, slot, ask(g, fx, SU_DO_CHOOSE_SEAT, may, say, options))
#define ASK_FACTION(n, slot, say, options) \
    ASK(n, slot, ask(g, fx, SU_DO_NAME_FACTION, MUST, say, options))
#define ASK_CHOICE(n, slot, may, say, options) \
    ASK(n, slot, ask(g, fx, SU_DO_CHOOSE, may, say, options))
/* The options are somebody's hidden cards: asks.def says which. */
#define ASK_HIDDEN(n, slot, may, say) \
    ASK(n, slot, ask_hidden(g, fx, SU_DO_CHOOSE_CARD, may, say))

/* Everything in fx->seen, one after the other, in a slot of the frame. */
#define EACH_SEEN(slot) \
    for ((slot) = set_next(&fx->seen, 0); (slot); (slot) = set_next(&fx->seen, (slot)))

/* Ask for one of these cards and do this with it, fx->card; nothing where there is none
 * or it is declined. Takes steps n and n + 1. */
#define ASK_AND(n, may, say, options, effect)     \
    do {                                          \
        ASK_CARD(n, fx->card, may, say, options); \
        if (fx->card)                             \
            DO((n) + 1, effect);                  \
    } while (0)
#define DESTROY_ONE(n, may, options) \
    ASK_AND(n, may, SAY_DESTROY_WHICH, options, destroy(g, fx->card))
#define RETURN_ONE(n, may, options) \
    ASK_AND(n, may, SAY_RETURN_WHICH, options, return_minion(g, fx->card))
#define TAKE_ONE(n, may, options) /* of a discard pile, into the hand */ \
    ASK_AND(n, may, SAY_TAKE_WHICH, options, take_into_hand(g, fx->card))
#define MOVE_ONE_TO(n, may, options, base) \
    ASK_AND(n, may, SAY_MOVE_WHICH, options, move_minion(g, fx->card, base))

/* Ask for one of these minions, then where it moves. Takes steps n to n + 2. */
#define MOVE_ONE(n, may, options)                              \
    do {                                                       \
        ASK_MINION(n, fx->card, may, SAY_MOVE_WHICH, options); \
        if (fx->card) {                                        \
            ASK_BASE((n) + 1, fx->dest, MUST, SAY_MOVE_WHERE,  \
                     bases_open_to(g, fx->card));              \
            DO((n) + 2, move_minion(g, fx->card, fx->dest));   \
        }                                                      \
    } while (0)

/* Go on as another ability, from its top, with the same frame. */
#define GO_ON_AS(name)              \
    do {                            \
        fx->ability = SU_FX_##name; \
        fx->step = 0;               \
        return su_fx_##name(g, fx); \
    } while (0)

/* False where nothing is asked: there is no answer, or one that must be given, which is
 * then fx->answer. One answer out of hidden cards is waited for all the same: that it
 * is the only one is nobody's business. Rules 4.1, 4.3. */
RULES bool ask(Su *g, Fx *fx, int action, int may, int say, CardSet options);
RULES bool ask_hidden(Su *g, const Fx *fx, int action, int may, int say);

/* What is so. Data may give a base what speaks of a card "itself": a base is at itself,
 * lies on nothing, and is no minion. */

RULES static inline bool in_play(const Su *g, Id card)
{
    return card && !su_is_base(card) && su_in_play(g->state, card);
}

RULES static inline Id base_of(const Su *g, Id card)
{
    return su_is_base(card) ? (Id)(card - SU_BASE_SOURCE)
                            : (Id)su_base_of(g->state, card);
}

RULES static inline bool is_at(const Su *g, Id card, Id base)
{
    return card && !su_is_base(card) && g->state->card[card].zone == SU_AT_BASE &&
           g->state->card[card].at == base;
}

RULES static inline int power_of(const Su *g, Id minion)
{
    return su_is_base(minion) ? 0 : su_power(g, minion);
}

/* What an action remembers. */
RULES static inline int note_of(const Su *g, Id card)
{
    return su_is_base(card) ? 0 : g->state->card[card].note;
}

RULES static inline int controller_of(const Su *g, Id card)
{
    return su_controller(g, card);
}

RULES static inline int owner_of(const Su *g, Id card)
{
    return su_is_base(card) ? SEAT_NONE : su_owner(g->state, card);
}

RULES static inline bool is_minion(const Su *g, Id card)
{
    return su_is_minion(g, card);
}

RULES static inline bool is_action(const Su *g, Id card)
{
    return !su_is_base(card) && !su_is_minion(g, card);
}

RULES static inline int printed_power(const Su *g, Id card)
{
    return su_def(g, card)->power;
}

RULES static inline bool same_name(const Su *g, Id one, Id other)
{
    return su_def_index(g, one) == su_def_index(g, other);
}

RULES static inline int faction_of(const Su *g, Id card)
{
    return su_def(g, card)->faction;
}

RULES static inline bool is_madness(const Su *g, Id card)
{
    return g->state->madness_on && card >= su_madness_first(g->state);
}

/* The minion an action is on. */
RULES static inline Id carrier_of(const Su *g, Id action)
{
    return in_play(g, action) && g->state->card[action].zone == SU_CARRIED
               ? g->state->card[action].at
               : (Id)0;
}

RULES static inline bool is_first_minion(const Su *g, int seat)
{
    return g->state->minions_played[seat] == 1;
}

/* An effect that is a card of somebody other than the protection's controller. */
RULES static inline bool is_others_card(const SuAbout *about)
{
    return !su_is_base(about->by) && about->player != about->seat;
}

/* The base a source is, or is at. */
RULES static inline Id home_of(const Su *g, const SuAbout *about)
{
    return base_of(g, about->source);
}

/* Few enough cards for those who live on little. */
RULES static inline bool has_few_cards(const Su *g, int seat)
{
    return g->state->hand_count[seat] <= 2;
}

/* How many minions a player has played at a base this turn; 3 are many. */
RULES static inline int minions_played_at(const Su *g, int seat, Id base)
{
    const int slot = su_slot(g->state, base);
    return slot < 0 ? 0 : g->state->base[slot].played >> 2 * seat & 3;
}

/* The base a minion that moved has left. */
RULES static inline Id left_base(const Fx *fx)
{
    return fx->from;
}

/* The seat that set a triggered ability off: who played the minion, whose turn it is;
 * its own where nothing did. */
RULES static inline int the_player(const Fx *fx)
{
    return fx->player ? fx->player - 1 : fx->seat;
}

/* Whether the base whose ability this is works for a player. */
RULES static inline bool works_for(const Su *g, const Fx *fx, int seat)
{
    return !(fx->ignoring >> seat & 1) && su_base_works(g, fx->base, SEAT_NONE);
}

/* Who destroyed a minion this turn; SEAT_NONE: nobody. */
RULES int destroyer_of(const Su *g, Id minion);

RULES static inline bool is_winner(const Su *g, int seat)
{
    return g->state->place[seat] == 1;
}

/* Whether effects stand so deep inside one another that no more may be set off. */
RULES static inline bool is_deep(const Su *g)
{
    return g->state->fx_depth + SU_FX_ROOM > SU_FX_MAX;
}

/* Whether one more card may be played inside this effect: nobody forbids it, and the
 * chain is no longer than any deck makes likely. */
RULES static inline bool has_room(const Su *g)
{
    return !is_deep(g) && !su_extras_spent(g, fx_top(g)->seat);
}

/* The minions that are destroyed together, while something reacts to it. */
RULES CardSet destroyed_together(const Su *g);

/* Whether a minion destroyed this turn has not come back. */
RULES bool was_destroyed(const Su *g, Id minion);

/* Players one after the other, from the one whose turn it is: true as long as fx->who
 * and fx->seat are another one among those; fx->dest counts. Winners, the others with a
 * minion here, everybody with one, as far as the base works for them; or who came to
 * AMONG_PLACE + n at the base that is gone. */
enum { AMONG_PLACE, AMONG_WINNERS = SEATS_MAX + 1, AMONG_LOSERS, AMONG_PRESENT };
RULES bool next_seat(const Su *g, Fx *fx, int among);

/* Sets to choose from. */

enum { ANY = SU_ANY_POWER };

RULES CardSet up_to(const Su *g, CardSet minions, int power_max); /* those of them */
RULES CardSet minions_at(const Su *g, Id base, int power_max);
RULES CardSet minions_of(const Su *g, int seat);
RULES CardSet minions_of_at(const Su *g, int seat, Id base);
RULES CardSet minions_of_others(const Su *g, int seat);
RULES CardSet others_at(const Su *g, int seat, Id base);         /* of other players */
RULES CardSet minions_of_not_at(const Su *g, int seat, Id base); /* elsewhere */
RULES CardSet minions_up_to(const Su *g, int power_max);         /* at any base */
RULES CardSet strongest_of(const Su *g, CardSet minions); /* several when they tie */
RULES CardSet weakest_of(const Su *g, CardSet minions);
RULES CardSet weaker_than(const Su *g, Id base, int power);
RULES CardSet movable(const Su *g, CardSet minions); /* that this effect can move */
RULES CardSet destroyable(const Su *g, CardSet minions);
RULES CardSet bases_in_play(const Su *g);
RULES CardSet bases_open_to(const Su *g, Id minion); /* where it can move */
RULES CardSet bases_to_play(const Su *g, int seat, Id card);
RULES CardSet bases_with_action(const Su *g,
                                int seat);       /* of this player, on the base */
RULES CardSet bases_with(const Su *g, int seat); /* that have a minion of this player */
RULES CardSet actions_in_play(const Su *g);
RULES CardSet actions_of(const Su *g, int seat);
RULES CardSet actions_at(const Su *g, Id base); /* on the base itself */
RULES CardSet actions_on(const Su *g, Id minion);
RULES CardSet others_seats(const Su *g, int seat); /* ids are seat + 1 */
RULES CardSet all_seats(const Su *g);
RULES CardSet factions_in_game(const Su *g);
RULES CardSet discard_pile(const Su *g, int seat);
RULES CardSet all_discarded(const Su *g); /* in every discard pile */
RULES CardSet discarded_minions(const Su *g, int seat, int power_max);
RULES CardSet standing_in(const Su *g, int seat); /* in the pile, as if in the hand */
RULES CardSet of_name(const Su *g, CardSet some, Id card);
RULES CardSet only_minions(const Su *g, CardSet some);
RULES CardSet only_actions(const Su *g, CardSet some);
RULES CardSet only_madness(const Su *g, CardSet some);
RULES CardSet madness_to_draw(const Su *g); /* CHOICE_YES as long as there is some */
RULES CardSet looked_at(const Su *g);
RULES CardSet playable(const Su *g, int seat,
                       CardSet some); /* minions some base takes */

RULES static inline CardSet choices(int one, int two, int three)
{
    CardSet set = set_one((Id)one);
    if (two)
        set_add(&set, (Id)two);
    if (three)
        set_add(&set, (Id)three);
    return set;
}

/* Verbs. */

RULES void destroy(Su *g, Id minion);
RULES void destroy_all(Su *g, CardSet minions);
RULES void destroy_action(Su *g, Id action);
RULES void transfer_action(Su *g, Id action, Id minion); /* to another carrier */
RULES void move_minion(Su *g, Id minion, Id base);
RULES void return_minion(Su *g, Id minion);
RULES void place_on_bottom(Su *g, Id card); /* of its owner's deck */
RULES void place_on_top(Su *g, Id card);
RULES void give_power(Su *g, Id minion, int power);     /* until the end of the turn */
RULES void give_power_now(Su *g, Id minion, int power); /* this turn, whoever's */
RULES void give_power_until_turn(Su *g, Id minion, int power); /* your next one */
RULES void add_counters(Su *g, Id minion, int count);
RULES void remove_counters(Su *g, Id minion, int count);
RULES void take_control(Su *g, Id minion, bool for_a_turn);
RULES void change_breakpoint(Su *g, Id base, int change);
RULES void draw(Su *g, int seat, int count);
RULES void discard(Su *g, Id card);
RULES void discard_hand(Su *g, int seat);
RULES void discard_random(Su *g, int seat, int count);
RULES Id discard_one_random(Su *g, int seat); /* 0: there was none */
RULES void take_into_hand(Su *g, Id card);    /* shown to all */
RULES void shuffle_into_deck(Su *g, int seat, CardSet cards);
RULES void look_at_top(Su *g, int seat, int count);
RULES void reveal_top(Su *g, int seat, int count);
RULES void put_back(Su *g, Id card); /* what was looked at, on top of its deck */
RULES void put_all_back(Su *g);
RULES void show_hand(Su *g, int whose);
RULES void hide_hand(Su *g, int whose);
RULES void reveal_hand(Su *g, int whose); /* to everybody, who then know it */
RULES void gain_vp(Su *g, int seat, int vp);
RULES void allow_minion(Su *g, int power_max, Id base, int rule);
RULES void allow_named(Su *g, Id minion, int count); /* of the same name as this */
RULES bool allow_minions_alike(Su *g, int count);    /* of one name; false: not now */
RULES void allow_actions(Su *g, int count);
RULES void play_minion_at(Su *g, Id card, Id base); /* as an extra minion */
RULES void play_extra_minion(Su *g, Id card);       /* asks where */
RULES void play_extra_action(Su *g, Id card);       /* asks on what */
RULES void name_faction(Su *g, Id card, Id faction);
RULES void choose_mode(Su *g, Id card, int mode); /* which it remembers */
RULES void use_base(Su *g, Id base);              /* for this turn */
RULES void pass_base(Su *g, Id base); /* offered again once something was done */
RULES void mark_asleep(Su *g, int seat);
RULES void swap_base(Su *g, Id old, Id base);
RULES void exchange_base(Su *g, Id old); /* for the one on top of the base deck */
RULES void draw_madness(Su *g, int seat, int count); /* as many as there are */
RULES void give_madness(Su *g, Id card, int seat);
RULES void return_madness(Su *g, Id card); /* to the Madness deck */
RULES void slide_under(Su *g, Id card);    /* its owner's deck, unseen */
RULES void look_at_bases(Su *g, int seat, int count);
RULES void put_base_back(Su *g, Id base, int below); /* on top, under that many */
RULES void protect_now(Su *g, Id minion);            /* others' actions on it go */
