/* cost.h - what it costs to activate a divinity. */
#pragma once

#include "games/duel/duel.h"

/* In coins, with offerings worth 'sum'. */
RULES int duel_pantheon_cost(const Duel *g, int seat, int space, int sum);
/* Which offerings have that sum, bit an offering; -1: none have. */
RULES int duel_pantheon_offerings(int sum);
RULES int duel_pantheon_sum(int offerings); /* the other way round */
/* Whether the answers to a question are for the asked player's eyes alone. */
RULES bool duel_pantheon_is_private(const DuelState *s);
