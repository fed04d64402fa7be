/* shrink.h - makes a failing match as short as it goes while the same law stays broken.
 */
#pragma once

#include "tests/laws/trial.h"

#include <stdio.h>

/* 't' has just failed. Afterwards it holds the shortest match found that fails by the
 * same law, played up to the failure. Returns how many matches were tried. */
int shrink(Trial *t);

/* The match as lines for 'parlor rpc'. */
void shrink_write(Trial *t, FILE *out);
