/* archive.h - a match out of the store, as a record that "parlor replay" reads. */
#pragma once

#include "engine/match.h"
#include "server/store/store.h"

/* What the store keeps of a match, played up to where it stands. NULL with 'why'
 * filled: other rules or data, or moves that do not fit. */
Match *archive_play(const json_t *doc, const StoreMove *moves, int move_count,
                    Catalogs *from, Refusal *why);
/* Who sat where, and the match, whose catalog is 'from' there. */
void archive_write(JsonW *w, const char *id, const json_t *doc, const Match *m,
                   Catalogs *from);
