/* catalogs.h - what matches are played by: of each game the catalog that all its data
 * make, and those of matches that began when there were fewer files.
 *
 * A match keeps the fingerprint of its catalog ("data") and the files that it was read
 * from, with a mark for every part of them ("files"). A file that was added since is
 * left out for that match: when the others still make the same catalog, byte for byte,
 * it is played with that one. Where they do not, the marks say what differs. Any thread
 * may ask. */
#pragma once

#include "engine/record.h"

enum { CATALOGS_GAMES_MAX = 16 };

typedef struct Catalogs Catalogs;

/* 'games' ends with NULL; both must outlive it. Nothing is read yet. */
Catalogs *catalogs_open(const Game *const *games, Data *data);
void catalogs_close(Catalogs *all); /* may be NULL */

int catalogs_find(const Catalogs *all,
                  const char *game); /* -1: there is no such game */
const Game *catalogs_game(const Catalogs *all, int game);
Data *catalogs_data(const Catalogs *all);

/* The catalog of all the data there are, read when first asked for; NULL, with the
 * error filled, when they are no good. */
const void *catalogs_now(Catalogs *all, int game, LoadError *error);

/* The catalog of a match that was kept; NULL, and why: it was played with other data,
 * or by another version of the rules. One from before there were fingerprints has that
 * of now. */
const void *catalogs_of(Catalogs *all, int game, const json_t *match, Refusal *why);

/* Of a catalog that came from here. */
uint64_t catalogs_fingerprint(Catalogs *all, const void *catalog);
/* "rules", "data" and "files", as catalogs_of reads them. */
void catalogs_write(JsonW *out, Catalogs *all, const void *catalog);
