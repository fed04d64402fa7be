/* share.c - the page that a link leads to, for those who pass links on: with a title, a
 * sentence and a picture of the game. */
#include "server/links/share.h"

#include <stdio.h>
#include <stdlib.h>

enum { LINE_BYTES = 1200, TAG_BYTES = 6 * LINE_BYTES + 100 };

/* As an attribute holds it: names are anybody's words. */
static void write_tag(char *tags, size_t tags_bytes, const char *kind, const char *name,
                      const char *value)
{
    size_t used = strlen(tags);
    ASSERT(tags_bytes - used > TAG_BYTES);
    used += (size_t)snprintf(tags + used, tags_bytes - used,
                             "<meta %s=\"%s\" content=\"", kind, name);
    for (; *value; value++) {
        if (strchr("&<>\"'", *value))
            used += (size_t)snprintf(tags + used, tags_bytes - used, "&#%d;", *value);
        else
            tags[used++] = *value;
    }
    snprintf(tags + used, tags_bytes - used, "\">");
}

/* The next line of the words. */
static void take_line(const char **words, char line[LINE_BYTES])
{
    const size_t length = strcspn(*words, "\n");
    snprintf(line, LINE_BYTES, "%.*s", (int)length, *words);
    *words += length + ((*words)[length] != 0);
}

static void write_tags(char *tags, size_t tags_bytes, const Files *files,
                       const char *origin, const char *words)
{
    char game[LINE_BYTES], line[LINE_BYTES], path[80], address[400];
    take_line(&words, game);
    take_line(&words, line);
    write_tag(tags, tags_bytes, "property", "og:site_name", "Parlor");
    write_tag(tags, tags_bytes, "property", "og:type", "website");
    write_tag(tags, tags_bytes, "property", "og:title", line);
    take_line(&words, line);
    write_tag(tags, tags_bytes, "property", "og:description", line);
    snprintf(path, sizeof path, "/preview/%.40s.jpg", game);
    if (!origin[0] || !files_find(files, path))
        return;
    snprintf(address, sizeof address, "%s%s", origin, path);
    write_tag(tags, tags_bytes, "property", "og:image", address);
    write_tag(tags, tags_bytes, "name", "twitter:card", "summary_large_image");
}

char *share_page(const Files *files, const WebFile *page, const char *origin,
                 const char *words)
{
    enum { TAGS_BYTES = 8 * TAG_BYTES };
    const FileBytes *plain = &page->form[FORM_PLAIN];
    char *tags = calloc(1, TAGS_BYTES);
    char *text = malloc(plain->count + TAGS_BYTES + 1);
    ASSERT(tags && text);
    memcpy(text, plain->bytes, plain->count);
    text[plain->count] = 0;
    char *head = strstr(text, "</head>");
    if (head && words[0]) {
        write_tags(tags, TAGS_BYTES, files, origin, words);
        memmove(head + strlen(tags), head, strlen(head) + 1);
        memcpy(head, tags, strlen(tags));
    }
    free(tags);
    return text;
}
