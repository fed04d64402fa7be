/* loading.h - what the files that read the data of 7 Wonders Duel share. */
#pragma once

#include "engine/reader.h"
#include "games/duel/host.h"

/* The set built in that data calls so; -1: it is data alone. */
int duel_built_in_set(const char *called);
/* The sets that must be in play for a file's ages to count, bit a set. */
int duel_sets_of_file(const json_t *file);

void duel_read_ages(Reader *r, const json_t *file, DuelCatalog *c);
void duel_read_rules(Reader *r, const json_t *file, DuelCatalog *c);
/* Whatever is set off finds room to wait. */
void duel_check_depth(Reader *r, const DuelCatalog *c);
