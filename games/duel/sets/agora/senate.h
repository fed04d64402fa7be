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

/* Whether triggering a conspiracy would have an effect. */
RULES bool duel_agora_can(const Duel *g, int seat, int plot);
RULES void duel_agora_trigger(Duel *g, int seat, int at, bool opens);
/* The cards left in the box of the ages so far. */
RULES DuelCards duel_agora_removed(const Duel *g);
RULES int duel_agora_discard(const DuelState *s, int seat); /* more coins */
/* Whether the answers to the open question are for the asked player's eyes alone. */
RULES bool duel_agora_is_private(const DuelState *s);
