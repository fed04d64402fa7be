/* hold.h - one program a file: who writes a store holds it, and nobody else may.
 *
 * The hold is a lock of the system's on the file itself, so another name of the same
 * file is no way around it and a killed program leaves nothing behind. It covers one
 * byte that SQLite never locks: whoever only reads is not in the way. */
#pragma once

#include "engine/rules.h"

/* The file, made for its owner alone where there is none; -1 with 'why' filled. */
int hold_open(const char *file, char *why, size_t why_bytes);
void hold_close(int hold); /* after the database's own connections are closed */
