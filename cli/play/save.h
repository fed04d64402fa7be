/* save.h - matches in files: where play keeps them, and how they are read back.
 *
 * A file is one JSON object: who sits where, and the match. What the line protocol's
 * save prints can be read too. */
#pragma once

#include "cli/host/kept.h"

enum { SAVE_PATH_BYTES = 1024, SAVE_NAME_BYTES = 64, SAVE_FILE_BYTES_MAX = 64 << 20 };

typedef struct {
    Match *match;
    const Agent *agent[SEATS_MAX];         /* NULL: a person */
    bool has_seats;                        /* the file said who sits where */
    char name[SEATS_MAX][SAVE_NAME_BYTES]; /* where it says that too */
} Saved;

/* What a kept file says of itself, without its match being played again. */
typedef struct {
    char path[SAVE_PATH_BYTES];
    char game[32];
    char seat[SEATS_MAX][32];
    int players, moves;
    bool over;
    int64_t when_s, when_ns; /* it was written last */
} SaveFile;

/* Every match in the user's folder; NULL 'game': of any game. */
void save_each(const Game *game, void (*seen)(void *whose, const SaveFile *file),
               void *whose);

/* A new file's name in the user's folder; false when there is no such folder. */
bool save_new_path(const Game *game, char *path, size_t path_bytes);
/* The file written last whose match is not over; NULL 'game': of any game. */
bool save_latest(const Game *game, char *path, size_t path_bytes);

/* Written beside and moved into place, so a crash leaves the old file or the new one.
 */
bool save_write(const char *path, const Match *match, Catalogs *from,
                const Agent *const *agent, const char (*name)[SAVE_NAME_BYTES]);
/* Each says what is wrong; 'path' is what the text is called then. */
bool save_read(Cli *cli, const char *path, Saved *saved);
/* A file, or the number of a match that a server keeps: sixteen digits. */
bool save_open(Cli *cli, const KeptWhere *where, const char *name, Saved *saved);
bool save_is_kept(const char *name);
bool save_take(Cli *cli, const char *path, const json_t *file, Saved *saved);
