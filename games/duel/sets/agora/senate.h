/* senate.h - what the files of Agora share: chambers, decrees, and what is done with
 * cubes. */
#pragma once

#include "games/duel/price.h"

RULES int duel_agora_controller(const DuelState *s,
                                int chamber); /* SEAT_NONE: nobody; from 0 */
RULES int duel_agora_cubes(const DuelState *s, int seat); /* in the senate */
RULES bool duel_agora_rules(const DuelState *s, int seat, int decree);
RULES bool duel_agora_owns(const Duel *g, int seat, int ability);
RULES void duel_agora_do(Duel *g, int seat, int deed);
RULES void duel_agora_turn_up(Duel *g, int chamber);
RULES void duel_agora_march(Duel *g, int seat, int chamber);
RULES void duel_agora_judge(Duel *g);

/* Sets of deeds. */
RULES CardSet duel_agora_places(const DuelState *s, int seat, int first, int last);
RULES CardSet duel_agora_shifts(const DuelState *s, int seat);
RULES CardSet duel_agora_removals(const DuelState *s, int seat);
RULES bool duel_agora_may(Duel *g, const DuelFx *fx, int action, int phase,
                          CardSet options);

/* What is done with a cube, in steps n and n + 1 of an ability. */
#define CUBE_ONE(n, asked) ASK_AND(n, asked, duel_agora_do(g, fx->seat, fx->card))
#define PLACE_ONE(n)                                                  \
    CUBE_ONE(n, ask(g, fx, DUEL_DO_INFLUENCE, DUEL_WAITING_FOR_PLACE, \
                    duel_agora_places(g->state, fx->seat, 0, AGORA_CHAMBERS - 1)))
#define REMOVE_ONE(n)                                                  \
    CUBE_ONE(n, ask(g, fx, DUEL_DO_INFLUENCE, DUEL_WAITING_FOR_REMOVE, \
                    duel_agora_removals(g->state, fx->seat)))
#define MAY_MOVE_ONE(n)                                                         \
    CUBE_ONE(n, duel_agora_may(g, fx, DUEL_DO_INFLUENCE, DUEL_WAITING_FOR_MOVE, \
                               duel_agora_shifts(g->state, fx->seat)))

/* Whether triggering a conspiracy would have an effect. */
RULES bool duel_agora_can(const Duel *g, int seat, int plot);
RULES void duel_agora_trigger(Duel *g, int seat, int at, bool opens);
/* The cards left in the box of the ages so far. */
RULES DuelCards duel_agora_removed(const Duel *g);
RULES int duel_agora_discard(const DuelState *s, int seat); /* more coins */
/* Whether the answers to the open question are for the asked player's eyes alone. */
RULES bool duel_agora_is_private(const DuelState *s);
