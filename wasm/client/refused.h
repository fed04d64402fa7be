/* refused.h - a refusal as the browser client takes it. */
#pragma once

#include "engine/record.h"

/* "error": {"code", "shared", "holes": {...}}: the sentence is filled where the texts
 * are. Without a state the things of the game are left out. */
void write_refused(JsonW *w, const Table *t, const Refusal *no);
