/* files.c - the web client's files: which path is which file, and what it is. */
#include "server/links/files.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Letters, digits and -_. between slashes; no part starts with a dot. */
static bool is_plain(const char *path)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./";
    return path[0] == '/' && strspn(path, letters) == strlen(path) &&
           !strstr(path, "/.") && !strstr(path, "//");
}

bool files_find(const char *folder, const char *path, char *out, size_t out_bytes)
{
    struct stat about;
    if (!is_plain(path))
        return false;
    const bool is_page = strcmp(path, "/") == 0 || strncmp(path, "/r/", 3) == 0;
    const int length =
        snprintf(out, out_bytes, "%s%s", folder, is_page ? "/index.html" : path);
    return length > 0 && (size_t)length < out_bytes && stat(out, &about) == 0 &&
           S_ISREG(about.st_mode);
}

const char *files_type(const char *file)
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
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
        {".txt", "text/plain; charset=utf-8"},
        {".mp3", "audio/mpeg"},
        {".ogg", "audio/ogg"},
    };
    const char *dot = strrchr(file, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (strcmp(dot, types[i].ending) == 0)
            return types[i].type;
    return "application/octet-stream";
}

const char *files_cache(const char *path)
{
    /* The build puts a hash of the contents into the names below assets/. */
    return strncmp(path, "/assets/", 8) == 0
               ? "cache-control: public, max-age=31536000, immutable\r\n"
               : "cache-control: no-cache\r\n";
}
