/* salt_taste.h - what a quick player of Sea Salt & Paper likes: what cards add to its
 * own, every pair at once, and the end of a round as soon as it leads. */
#pragma once

#include "games/sea-salt/salt.h"

/* Whether it knows this game: it learned where pairs laid open bring points. */
bool salt_has_taste(const Salt *g);
/* How much the seat likes its move. A hundred less makes it half as likely. */
int salt_taste(const Salt *g, const Command *c);
