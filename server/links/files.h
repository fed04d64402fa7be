/* files.h - the web client's files, read once at the start: no request touches the
 * disk.
 *
 * The client's build puts a gzip and a brotli form beside what is worth it; a browser
 * gets the smallest it can read. Links are not followed, hidden files not read. */
#pragma once

#include "engine/rules.h"

typedef enum { FORM_PLAIN, FORM_GZIP, FORM_BROTLI, FORM_COUNT } FileForm;

typedef struct {
    unsigned char *bytes; /* NULL: there is none */
    size_t count;
} FileBytes;

typedef struct {
    char *path; /* "/assets/a.js" */
    const char *type;
    const char *cache; /* for how long */
    char etag[24];
    FileBytes form[FORM_COUNT];
} WebFile;

typedef struct Files Files;

Files *files_open(const char *folder); /* NULL: there is no client */
void files_close(Files *f);
bool files_is_link(const char *path); /* to a room or a match: the page itself */
const WebFile *files_find(const Files *f, const char *path); /* NULL: none */
/* The best form for who accepts "gzip, deflate, br;q=0.5". */
FileForm files_form(const WebFile *file, const char *accepts);
extern const char *const file_codings[FORM_COUNT]; /* "gzip"; NULL: as it is */
