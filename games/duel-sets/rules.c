/* rules.c - the rules of 7 Wonders Duel with its sets, as one unit. */
#include "games/duel-sets/edition.h"

#include "games/duel/check.c"
#include "games/duel/encode.c"
#include "games/duel/legal.c"
#include "games/duel/price.c"
#include "games/duel/reduce.c"
#include "games/duel/score.c"
#include "games/duel/sets/agora/table.c"
#include "games/duel/sets/pantheon/table.c"
#include "games/duel/sets/pantheon/worth.c"
#include "games/duel/stack.c"
#include "games/duel/view.c"

/* From here on files with abilities. */
#include "games/duel/effects.c"
#include "games/duel/flow.c"
#include "games/duel/sets/agora/agora.c"
#include "games/duel/sets/agora/plots.c"
#include "games/duel/sets/pantheon/pantheon.c"

#undef ABILITY /* the lists ask for this word */
