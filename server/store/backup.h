/* backup.h - a copy of a store in one file, taken while its server runs. */
#pragma once

#include "engine/rules.h"

/* 'to' appears whole or not at all, for its owner alone. Only a file of SQLite's: a
 * PostgreSQL database has tools of its own, which 'why' names. */
bool backup_take(const char *store, const char *to, char *why, size_t why_bytes);
/* Is every page of the file as it should be? */
bool backup_is_whole(const char *file, char *why, size_t why_bytes);
/* Put the copy in the place of a store that no server has. */
bool backup_put(const char *file, const char *store, char *why, size_t why_bytes);
