/* reduce.h - the only code that writes the table of Smash Up, with reduce_bases.c. */
#pragma once

#include "games/smashup/su.h"

/* Four kinds of events, each with its own two functions: what must hold before one, and
 * what it changes. An event that is of none of these is the table's. */
#define EVENT_BIT(name) ((uint64_t)1 << SU_EV_##name)
static_assert(SU_EVENTS <= 64, "kinds of events are bits of a word");

#define SU_EVENTS_OF_CARDS                                                       \
    (EVENT_BIT(DECK_SHUFFLED) | EVENT_BIT(DECK_RESHUFFLED) | EVENT_BIT(DRAWN) |  \
     EVENT_BIT(TO_HAND) | EVENT_BIT(RETURNED) | EVENT_BIT(DISCARDED) |           \
     EVENT_BIT(ACTION_SPENT) | EVENT_BIT(DETACHED) | EVENT_BIT(DESTROYED) |      \
     EVENT_BIT(TO_BOTTOM) | EVENT_BIT(TO_TOP) | EVENT_BIT(LOOKED) |              \
     EVENT_BIT(REVEALED) | EVENT_BIT(MADNESS_DRAWN) | EVENT_BIT(MADNESS_GIVEN) | \
     EVENT_BIT(MADNESS_BACK))
#define SU_EVENTS_OF_PLAY                                                        \
    (EVENT_BIT(MINION_PLAYED) | EVENT_BIT(ACTION_PLAYED) | EVENT_BIT(ATTACHED) | \
     EVENT_BIT(MOVED) | EVENT_BIT(LIMIT_MODIFIED) | EVENT_BIT(NAME_ALLOWED) |    \
     EVENT_BIT(POWER_CHANGED) | EVENT_BIT(LASTING) | EVENT_BIT(COUNTER_ADDED) |  \
     EVENT_BIT(COUNTER_REMOVED) | EVENT_BIT(CONTROL_TAKEN) | EVENT_BIT(NAMED) |  \
     EVENT_BIT(NOTED) | EVENT_BIT(TALENT_USED))
#define SU_EVENTS_OF_BASES                                                            \
    (EVENT_BIT(BASES_SHUFFLED) | EVENT_BIT(BASE_REPLACED) | EVENT_BIT(BASE_SWAPPED) | \
     EVENT_BIT(BASES_LOOKED) | EVENT_BIT(BASE_PUT_BACK) | EVENT_BIT(SCORING_CHOSEN) | \
     EVENT_BIT(WINDOW_OPENED) | EVENT_BIT(WINDOW_CLOSED) | EVENT_BIT(BASE_SCORED) |   \
     EVENT_BIT(BASE_CLEARED) | EVENT_BIT(SCORING_DONE) | EVENT_BIT(BREAKPOINT) |      \
     EVENT_BIT(BASE_USED) | EVENT_BIT(BASE_PASSED))

/* expect.c: whether what must hold before the event does. */
RULES bool su_expect(const Su *g, const Event *e, const uint8_t *list);

/* What the event changes. */
RULES void su_apply(const Su *g, const Event *e, const uint8_t *list);
RULES void su_reduce_bases(const Su *g, const Event *e, const uint8_t *list);

RULES void su_clear_base(const Su *g, int base);
RULES void su_forget_passes(SuState *s);
