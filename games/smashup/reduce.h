/* reduce.h - the only code that writes the table of Smash Up, with reduce_bases.c. */
#pragma once

#include "games/smashup/su.h"

/* expect.c: what must hold before the event. */
RULES void su_expect(const Su *g, const Event *e, const uint8_t *list);

/* Whether it was an event about bases; then it has been applied. */
RULES bool su_reduce_bases(const Su *g, const Event *e, const uint8_t *list);

RULES void su_clear_base(const Su *g, int base);
RULES void su_forget_passes(SuState *s);
