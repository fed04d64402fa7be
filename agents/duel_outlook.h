/* duel_outlook.h - how a duel's table promises to end: what one city has more than the
 * other, with a weight for each part of the game. */
#pragma once

#include "games/duel/duel.h"

/* The first seat's share of the win, 0 to 1. Fitted apart to the base game and to games
 * with sets. */
double duel_outlook(const Duel *g);
