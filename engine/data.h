/* data.h - the files under data/: built into the program, replaceable by a folder.
 *
 * JSON, and networks that have learned a game ("nets/duel.net"). A file is known by its
 * path below data/ ("sea-salt/cards.json"). Folders given by the
 * user are laid over the built-in files: the same path replaces, a new path adds. */
#pragma once

#include <jansson.h>
#include <stdbool.h>

enum { DATA_DIRS_MAX = 8, DATA_FILE_BYTES_MAX = 4 << 20 };

typedef struct LoadError {
    char file[200]; /* which file */
    char path[160]; /* where in it: cards[3].copies */
    char what[240]; /* what is wrong */
} LoadError;

/* Fills it, cutting what does not fit; 'error' may be NULL. Always false. */
bool load_error(LoadError *error, const char *file, const char *path, const char *what);

/* A file built into the program; tools/embed.py writes the table. */
typedef struct {
    const char *name;
    const char *bytes;
    size_t bytes_count;
} DataFile;

extern const DataFile embedded_files[]; /* sorted by name; ends with a NULL name */

typedef struct Data Data;

/* 'dirs' may be empty. NULL, with the error filled, when a folder or a file cannot be
 * read. */
Data *data_open(const char *const *dirs, int dir_count, LoadError *error);
void data_close(Data *data);
/* The same files, or of them only those that 'names' has as keys. Who reads them is
 * counted apart. It hears what 'data' hears, which must outlive it. */
Data *data_part(Data *data, const json_t *names);

/* Who is told what a loader leaves out of a user's file because it does not know it.
 * While nobody listens such a file is refused. */
typedef void DataHeard(void *context, const LoadError *left_out);
void data_listen(Data *data, DataHeard *heard, void *context);
bool data_tell(const Data *data, const LoadError *left_out); /* false: nobody listens */

int data_count(const Data *data);
const char *data_name(const Data *data, int index); /* sorted by name */
bool data_is_embedded(const Data *data, int index); /* not from a user's folder */
bool data_is_read(const Data *data, int index);     /* somebody asked for its JSON */
const char *data_file(const Data *data, int index); /* as the user would find it */
bool data_is_net(const Data *data, int index);      /* not JSON, but a network */
/* Whether it says what the file of that name says that is built in. */
bool data_is_own(Data *data, int index);
/* Whether it is good JSON; that is not reading it. */
bool data_is_json(Data *data, int index, LoadError *error);

/* The parsed file: parsed when first asked for, by whatever thread, and kept until
 * data_close; NULL, with the error filled, when it is missing or not good JSON. */
const json_t *data_json(Data *data, int index, LoadError *error);
const json_t *data_find(Data *data, const char *name, LoadError *error);

int data_index(const Data *data, const char *name); /* -1: there is no such file */
/* A file as it is, until data_close. */
const void *data_bytes(const Data *data, int index, size_t *bytes_count);
