/* archive.h - a match out of the store, as a record that "parlor replay" reads. */
#pragma once

#include "engine/match.h"
#include "server/store/store.h"

/* What the store keeps of a match, played up to where it stands. NULL with 'why'
 * filled: another version of the rules, or moves that do not fit. Catalogs are in the
 * order of games_all; NULL ones are of games that are not asked for. */
Match *archive_play(const json_t *doc, const StoreMove *moves, int move_count,
                    const void *const *catalogs, Refusal *why);
/* Who sat where, and the match. */
void archive_write(JsonW *w, const char *id, const json_t *doc, const Match *m);
