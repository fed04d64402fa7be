/* data.c - the files under data/: built into the program, replaceable by a folder. */
#include "engine/data.h"

#include "engine/rules.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DATA_DEPTH_MAX = 8, DATA_FILES_MAX = 4096, DATA_NAME_BYTES = 200 };

typedef struct {
    char *name; /* below data/ */
    char *file; /* as the user would find it; NULL: built in */
    const char *bytes;
    size_t bytes_count;
    json_t *json; /* NULL until asked for */
    bool is_read; /* by whoever makes something of it */
} DataEntry;

struct Data {
    DataEntry *entry;
    int count;
    pthread_mutex_t lock; /* over every 'json' */
    DataHeard *heard;     /* NULL: nobody listens */
    void *context;
    bool is_part; /* names and bytes are another's */
};

static void data_copy(char *out, size_t out_bytes, const char *text)
{
    const size_t length = strnlen(text, out_bytes - 1);
    memcpy(out, text, length);
    out[length] = '\0';
}

bool load_error(LoadError *error, const char *file, const char *path, const char *what)
{
    if (error) {
        data_copy(error->file, sizeof error->file, file);
        data_copy(error->path, sizeof error->path, path);
        data_copy(error->what, sizeof error->what, what);
    }
    return false;
}

/* Where a name is, or with *found false where it belongs. */
static int data_place(const Data *data, const char *name, bool *found)
{
    int low = 0, high = data->count;
    *found = false;
    while (low < high) {
        const int middle = (low + high) / 2;
        const int order = strcmp(name, data->entry[middle].name);
        if (order == 0) {
            *found = true;
            return middle;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void data_entry_clear(DataEntry *entry)
{
    if (entry->file)
        free((void *)(uintptr_t)entry->bytes);
    free(entry->file);
    free(entry->name);
    json_decref(entry->json);
    memset(entry, 0, sizeof *entry);
}

/* The same name replaces, a new name goes where it sorts. Takes what 'added' points at.
 */
static bool data_add(Data *data, DataEntry added, LoadError *error)
{
    bool found = false;
    const int place = data_place(data, added.name, &found);
    if (found) {
        data_entry_clear(&data->entry[place]);
    } else if (data->count == DATA_FILES_MAX) {
        load_error(error, added.file ? added.file : added.name, "", "too many files");
        data_entry_clear(&added);
        return false;
    } else {
        const size_t after = (size_t)(data->count - place) * sizeof added;
        memmove(&data->entry[place + 1], &data->entry[place], after);
        data->count++;
    }
    data->entry[place] = added;
    return true;
}

/* Everything in an open plain file; NULL, with the error filled, otherwise. */
static char *data_read(int fd, const char *file, size_t *bytes_count, LoadError *error)
{
    struct stat info;
    if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
        load_error(error, file, "", "not a plain file");
        return NULL;
    }
    if (info.st_size > DATA_FILE_BYTES_MAX) {
        load_error(error, file, "", "larger than 4 MiB");
        return NULL;
    }
    const size_t bytes_max = (size_t)info.st_size;
    char *bytes = (char *)malloc(bytes_max + 1);
    ASSERT(bytes);
    *bytes_count = 0;
    while (*bytes_count < bytes_max) {
        const ssize_t got = read(fd, bytes + *bytes_count, bytes_max - *bytes_count);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            load_error(error, file, "", strerror(errno));
            free(bytes);
            return NULL;
        }
        if (got == 0)
            break;
        *bytes_count += (size_t)got;
    }
    return bytes;
}

/* One step into a user's folder: where we are, and where that is below data/. */
typedef struct {
    Data *data;
    LoadError *error;
    const char *dir;            /* as the user gave it */
    char name[DATA_NAME_BYTES]; /* below it, "" at its top */
    int depth;
} DataWalk;

static bool data_walk_fail(const DataWalk *walk, const char *what)
{
    char file[DATA_NAME_BYTES * 2];
    snprintf(file, sizeof file, "%s/%s", walk->dir, walk->name);
    return load_error(walk->error, walk->name[0] ? file : walk->dir, "", what);
}

static bool data_add_file(DataWalk *walk, int parent, const char *base)
{
    /* O_NONBLOCK: a pipe somebody left there must not hold us up. */
    const int fd = openat(parent, base, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return data_walk_fail(walk, errno == ELOOP ? "a symbolic link; put the file "
                                                     "itself here"
                                                   : strerror(errno));
    DataEntry entry;
    memset(&entry, 0, sizeof entry);
    if (asprintf(&entry.file, "%s/%s", walk->dir, walk->name) < 0)
        entry.file = NULL;
    entry.name = strdup(walk->name);
    ASSERT(entry.file && entry.name);
    entry.bytes = data_read(fd, entry.file, &entry.bytes_count, walk->error);
    close(fd);
    if (entry.bytes)
        return data_add(walk->data, entry, walk->error);
    data_entry_clear(&entry);
    return false;
}

static bool data_add_folder(DataWalk *walk, int fd);

static bool name_ends(const char *name, const char *ending)
{
    const size_t length = strlen(name), wanted = strlen(ending);
    return length > wanted && !strcmp(name + length - wanted, ending);
}

static bool data_add_entry(DataWalk *walk, int parent, const struct dirent *entry)
{
    /* "Cards.JSON" and "cards.json.txt" are told as files that nothing reads. */
    const bool is_data =
        (strcasestr(entry->d_name, ".json") && !name_ends(entry->d_name, "~")) ||
        name_ends(entry->d_name, ".net");
    struct stat info;
    if (fstatat(parent, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0)
        return data_walk_fail(walk, strerror(errno));
    if (S_ISDIR(info.st_mode) && is_data)
        return data_walk_fail(walk, "a folder; put the file itself here");
    if (S_ISDIR(info.st_mode)) {
        const int fd = openat(parent, entry->d_name,
                              O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        return fd < 0 ? data_walk_fail(walk, strerror(errno))
                      : data_add_folder(walk, fd);
    }
    if (S_ISLNK(info.st_mode) || is_data)
        return data_add_file(walk, parent, entry->d_name);
    return true;
}

/* Names that start with a dot are nobody's data; how a card looks and the puzzles are
 * the browser's. */
static bool data_is_ours(const char *name)
{
    return name[0] != '.' && strcmp(name, "art.json") != 0 &&
           strcmp(name, "puzzles") != 0;
}

/* Takes 'fd'. */
static bool data_add_folder(DataWalk *walk, int fd)
{
    DIR *folder = walk->depth < DATA_DEPTH_MAX ? fdopendir(fd) : NULL;
    if (!folder) {
        close(fd);
        return data_walk_fail(walk, "cannot be opened, or is too deep");
    }
    const size_t above = strlen(walk->name);
    bool ok = true;
    walk->depth++;
    for (struct dirent *entry; ok && (entry = readdir(folder));) {
        if (!data_is_ours(entry->d_name))
            continue;
        const int length = snprintf(walk->name + above, sizeof walk->name - above,
                                    "%s%s", above ? "/" : "", entry->d_name);
        if ((size_t)length >= sizeof walk->name - above)
            ok = data_walk_fail(walk, "its name is too long");
        else
            ok = data_add_entry(walk, dirfd(folder), entry);
        walk->name[above] = '\0';
    }
    walk->depth--;
    closedir(folder);
    return ok;
}

Data *data_open(const char *const *dirs, int dir_count, LoadError *error)
{
    Data *data = (Data *)calloc(1, sizeof *data);
    ASSERT(data);
    pthread_mutex_init(&data->lock, NULL);
    data->entry = (DataEntry *)calloc(DATA_FILES_MAX, sizeof *data->entry);
    ASSERT(data->entry);
    for (const DataFile *file = embedded_files; file->name; file++) {
        DataEntry entry = {strdup(file->name), NULL, file->bytes,
                           file->bytes_count,  NULL, false};
        ASSERT(entry.name);
        data_add(data, entry, error);
    }
    bool ok = dir_count <= DATA_DIRS_MAX ||
              load_error(error, dirs[DATA_DIRS_MAX], "", "too many data folders");
    for (int i = 0; ok && i < dir_count; i++) {
        DataWalk walk = {data, error, dirs[i], "", 0};
        const int fd = open(dirs[i], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        ok = fd < 0 ? data_walk_fail(&walk, strerror(errno))
                    : data_add_folder(&walk, fd);
    }
    if (ok)
        return data;
    data_close(data);
    return NULL;
}

Data *data_part(Data *data, const json_t *names)
{
    Data *part = (Data *)calloc(1, sizeof *part);
    ASSERT(part);
    pthread_mutex_init(&part->lock, NULL);
    part->heard = data->heard;
    part->context = data->context;
    part->is_part = true;
    part->entry = (DataEntry *)calloc((size_t)data->count + 1, sizeof *part->entry);
    ASSERT(part->entry);
    pthread_mutex_lock(&data->lock);
    for (int i = 0; i < data->count; i++) {
        if (names && !json_object_get(names, data->entry[i].name))
            continue;
        DataEntry *entry = &part->entry[part->count++];
        *entry = data->entry[i];
        json_incref(entry->json);
        entry->is_read = false;
    }
    pthread_mutex_unlock(&data->lock);
    return part;
}

void data_close(Data *data)
{
    if (!data)
        return;
    for (int i = 0; i < data->count; i++)
        if (data->is_part)
            json_decref(data->entry[i].json);
        else
            data_entry_clear(&data->entry[i]);
    pthread_mutex_destroy(&data->lock);
    free(data->entry);
    free(data);
}

void data_listen(Data *data, DataHeard *heard, void *context)
{
    data->heard = heard;
    data->context = context;
}

bool data_tell(const Data *data, const LoadError *left_out)
{
    if (data->heard)
        data->heard(data->context, left_out);
    return data->heard != NULL;
}

int data_count(const Data *data)
{
    return data->count;
}

const char *data_name(const Data *data, int index)
{
    ASSERT(index >= 0 && index < data->count);
    return data->entry[index].name;
}

bool data_is_embedded(const Data *data, int index)
{
    ASSERT(index >= 0 && index < data->count);
    return !data->entry[index].file;
}

bool data_is_read(const Data *data, int index)
{
    ASSERT(index >= 0 && index < data->count);
    return data->entry[index].is_read;
}

const char *data_file(const Data *data, int index)
{
    ASSERT(index >= 0 && index < data->count);
    const DataEntry *entry = &data->entry[index];
    return entry->file ? entry->file : entry->name;
}

static const json_t *data_parse(Data *data, int index, bool read, LoadError *error)
{
    ASSERT(index >= 0 && index < data->count);
    DataEntry *entry = &data->entry[index];
    json_error_t wrong;
    memset(&wrong, 0, sizeof wrong);
    pthread_mutex_lock(&data->lock);
    if (!entry->json)
        entry->json = json_loadb(entry->bytes, entry->bytes_count,
                                 JSON_REJECT_DUPLICATES, &wrong);
    const json_t *json = entry->json;
    entry->is_read = entry->is_read || read;
    pthread_mutex_unlock(&data->lock);
    if (!json) {
        char path[64];
        snprintf(path, sizeof path, "line %d, column %d", wrong.line, wrong.column);
        load_error(error, data_file(data, index), path, wrong.text);
    }
    return json;
}

const json_t *data_json(Data *data, int index, LoadError *error)
{
    return data_parse(data, index, true, error);
}

bool data_is_json(Data *data, int index, LoadError *error)
{
    return data_parse(data, index, false, error) != NULL;
}

bool data_is_own(Data *data, int index)
{
    const char *name = data_name(data, index);
    const DataFile *file = embedded_files;
    if (data_is_embedded(data, index))
        return true;
    while (file->name && strcmp(file->name, name) != 0)
        file++;
    if (!file->name)
        return false;
    json_t *own = json_loadb(file->bytes, file->bytes_count, 0, NULL);
    const bool is_same = json_equal(own, data_json(data, index, NULL));
    json_decref(own);
    return is_same;
}

const json_t *data_find(Data *data, const char *name, LoadError *error)
{
    bool found = false;
    const int place = data_place(data, name, &found);
    if (found)
        return data_json(data, place, error);
    load_error(error, name, "", "there is no such file");
    return NULL;
}

bool data_is_net(const Data *data, int index)
{
    return name_ends(data_name(data, index), ".net");
}

int data_index(const Data *data, const char *name)
{
    bool found = false;
    const int place = data_place(data, name, &found);
    return found ? place : -1;
}

const void *data_bytes(const Data *data, int index, size_t *bytes_count)
{
    ASSERT(index >= 0 && index < data->count);
    *bytes_count = data->entry[index].bytes_count;
    return data->entry[index].bytes;
}
