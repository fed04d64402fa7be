/* files.c - the web client's files, read once at the start: no request touches the
 * disk.
 */
#include "server/links/files.h"

#include "engine/hash.h"
#include "server/log.h"
#include "server/map.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEPTH_MAX = 8, PATH_BYTES = 256, FILES_BYTES_MAX = 128 << 20 };

const char *const file_codings[FORM_COUNT] = {NULL, "gzip", "br"};
static const char *const endings[FORM_COUNT] = {"", ".gz", ".br"};

struct Files {
    Map map; /* by path */
    size_t bytes;
};

static const char *type_of(const char *path)
{
    static const struct {
        const char *ending, *type;
    } types[] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".wasm", "application/wasm"},
        {".json", "application/json; charset=utf-8"},
        {".webmanifest", "application/manifest+json"},
        {".png", "image/png"},
        {".jpg", "image/jpeg"},
        {".webp", "image/webp"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
        {".txt", "text/plain; charset=utf-8"},
        {".mp3", "audio/mpeg"},
        {".ogg", "audio/ogg"},
    };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (strcmp(dot, types[i].ending) == 0)
            return types[i].type;
    return "application/octet-stream";
}

/* The build puts a hash of the contents into the names below assets/. The others are
 * asked for again each time, and answered with a 304. */
static const char *cache_of(const char *path)
{
    return strncmp(path, "/assets/", 8) == 0 ? "public, max-age=31536000, immutable"
                                             : "no-cache";
}

static WebFile *file_named(Files *f, const char *path)
{
    WebFile *file = map_find(&f->map, path);
    if (file)
        return file;
    file = calloc(1, sizeof *file);
    ASSERT(file);
    file->path = strdup(path);
    file->type = type_of(path);
    file->cache = cache_of(path);
    map_put(&f->map, file->path, file);
    return file;
}

static void read_file(Files *f, int fd, const char *path, size_t bytes)
{
    char name[PATH_BYTES];
    int form = FORM_COUNT - 1;
    size_t length = strlen(path);
    for (; form > 0; form--) {
        const size_t ending = strlen(endings[form]);
        if (length > ending && strcmp(path + length - ending, endings[form]) == 0) {
            length -= ending;
            break;
        }
    }
    snprintf(name, sizeof name, "%.*s", (int)length, path);
    unsigned char *text = malloc(bytes + 1);
    ASSERT(text);
    size_t count = 0;
    for (ssize_t got = 1; got > 0 && count < bytes; count += (size_t)got)
        got = read(fd, text + count, bytes - count);
    if (count != bytes || f->bytes + bytes > FILES_BYTES_MAX) {
        log_event(LOG_ERROR, "file_not_served", "path", path, NULL);
        free(text);
        return;
    }
    WebFile *file = file_named(f, name);
    f->bytes += bytes;
    free(file->form[form].bytes);
    file->form[form] = (FileBytes){text, count};
    if (form == FORM_PLAIN)
        snprintf(file->etag, sizeof file->etag, "\"%016llx\"",
                 (unsigned long long)hash_bytes(text, count));
}

/* Letters, digits and -_. */
static bool is_plain(const char *name)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    return name[0] != '.' && strspn(name, letters) == strlen(name);
}

static void read_folder(Files *f, int fd, const char *path, int depth)
{
    DIR *folder = fdopendir(fd);
    if (!folder) {
        close(fd);
        return;
    }
    for (const struct dirent *at = readdir(folder); at; at = readdir(folder)) {
        char name[PATH_BYTES];
        struct stat about;
        const int length = snprintf(name, sizeof name, "%s/%s", path, at->d_name);
        if (!is_plain(at->d_name) || length >= (int)sizeof name)
            continue;
        const int inner = openat(dirfd(folder), at->d_name,
                                 O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
        if (inner < 0 || fstat(inner, &about) != 0) {
            log_event(LOG_WARN, "file_not_served", "path", name, NULL);
            if (inner >= 0)
                close(inner);
        } else if (S_ISDIR(about.st_mode) && depth < DEPTH_MAX) {
            read_folder(f, inner, name, depth + 1); /* which closes it */
        } else {
            if (S_ISREG(about.st_mode))
                read_file(f, inner, name, (size_t)about.st_size);
            close(inner);
        }
    }
    closedir(folder);
}

Files *files_open(const char *folder)
{
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    Files *f = calloc(1, sizeof *f);
    ASSERT(f);
    read_folder(f, fd, "", 0);
    if (files_find(f, "/"))
        return f;
    files_close(f);
    return NULL;
}

void files_close(Files *f)
{
    if (!f)
        return;
    for (uint32_t i = 0; i < f->map.slots; i++) {
        WebFile *file = f->map.slot[i].value;
        if (!file)
            continue;
        for (int form = 0; form < FORM_COUNT; form++)
            free(file->form[form].bytes);
        free(file->path);
        free(file);
    }
    map_clear(&f->map);
    free(f);
}

bool files_is_link(const char *path)
{
    return strncmp(path, "/r/", 3) == 0 || strncmp(path, "/m/", 3) == 0;
}

const WebFile *files_find(const Files *f, const char *path)
{
    const bool is_page = strcmp(path, "/") == 0 || files_is_link(path);
    /* The documents are a site of their own below the client's. */
    const char *name = is_page                       ? "/index.html"
                       : strcmp(path, "/docs/") == 0 ? "/docs/index.html"
                                                     : path;
    const WebFile *file = f ? map_find(&f->map, name) : NULL;
    return file && file->form[FORM_PLAIN].bytes ? file : NULL;
}

/* Is the coding in the list, and not with a weight of 0? */
static bool accepts_it(const char *accepts, const char *coding)
{
    const size_t length = strlen(coding);
    for (const char *at = accepts; *at;) {
        at += strspn(at, " ,");
        const size_t word = strcspn(at, " ,;");
        const char *rest = at + word + strspn(at + word, " ");
        if (word == length && strncmp(at, coding, length) == 0)
            return strncmp(rest, ";q=0", 4) != 0 ||
                   strspn(rest + 4, ".0") < strcspn(rest + 4, ", ");
        at += strcspn(at, ",");
    }
    return false;
}

FileForm files_form(const WebFile *file, const char *accepts)
{
    FileForm best = FORM_PLAIN;
    for (int form = 1; form < FORM_COUNT; form++)
        if (file->form[form].bytes && file->form[form].count < file->form[best].count &&
            accepts_it(accepts, file_codings[form]))
            best = (FileForm)form;
    return best;
}
