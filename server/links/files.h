/* files.h - the web client's files: which path is which file, and what it is. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The file below 'folder' that a path names; false when there is none, or the path is
 * none that a client of ours would ask for. "/" and "/r/CODE" are index.html. */
bool files_find(const char *folder, const char *path, char *out, size_t out_bytes);
const char *files_type(const char *file);
const char *files_cache(const char *path); /* a header line */
