/* adapt.h - how the things of 7 Wonders Duel with its sets are called by what knows no
 * game. */
#pragma once

#include "games/duel-sets/edition.h"

#include "games/duel/adapt.h"
