/* new_game.c - parlor new game: a game of one's own to start from.
 *
 * It is the one of tests/fifth, which has everything a game can have, under another
 * name: its folders are laid into their places in the tree and its line into
 * games/games.def, which is all that a game needs. */
#include "cli/new.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { PATH_BYTES = 1024, NAME_BYTES = 32 };

/* What is called after the game: found in a file, a file's name, written with %s. */
typedef enum { AS_ID, AS_CONSTANT, AS_TYPE, AS_TITLE, CASES } Case;

static const struct {
    const char *find;
    const char *write;
    Case as;
} names[] = {
    {"pebbles_", "%s_", AS_ID},
    {"PEBBLES_", "%s_", AS_CONSTANT},
    {"\"name\": \"Pebbles\"", "\"name\": \"%s\"", AS_TITLE},
    {"\"name\": \"拾石子\"", "\"name\": \"(en) %s\"", AS_TITLE},
    {"Pebbles", "%s", AS_TYPE},
    {"/pebbles/", "/%s/", AS_ID},
    {"\"pebbles/", "\"%s/", AS_ID},
    {"pebbles.c", "%s.c", AS_ID},
    {"pebbles.h", "%s.h", AS_ID},
    {"data/pebbles", "data/%s", AS_ID},
    {".id = \"pebbles\"", ".id = \"%s\"", AS_ID},
    {"\"game\": \"pebbles\"", "\"game\": \"%s\"", AS_ID},
};

enum { NAME_COUNT = sizeof names / sizeof *names };

/* From where in the tree to where; @ is the name. */
static const struct {
    const char *from, *to;
} folders[] = {
    {"tests/fifth/games/pebbles", "games/@"},
    {"tests/fifth/data/pebbles", "data/@"},
    {"tests/fifth/data/pebbles/text", "data/@/text"},
    {"tests/cases/pebbles", "tests/cases/@"},
};

enum { FOLDER_COUNT = sizeof folders / sizeof *folders };

/* The name in each case: connect_four, CONNECT_FOUR, ConnectFour, Connect Four. */
static void write_cases(const char *name, char out[CASES][NAME_BYTES])
{
    int used[CASES] = {0};
    for (const char *at = name; *at; at++) {
        const bool first = at == name || at[-1] == '_';
        const char capital = (char)toupper((unsigned char)*at);
        out[AS_ID][used[AS_ID]++] = *at;
        out[AS_CONSTANT][used[AS_CONSTANT]++] = capital;
        if (*at != '_')
            out[AS_TYPE][used[AS_TYPE]++] = first ? capital : *at;
        out[AS_TITLE][used[AS_TITLE]++] = *at == '_' ? ' ' : first ? capital : *at;
    }
    for (int i = 0; i < CASES; i++)
        out[i][used[i]] = 0;
}

/* A text with the game's name in the place of the old one. */
static void rename_in(const char *text, char cases[CASES][NAME_BYTES], FILE *out)
{
    while (*text) {
        int found = 0;
        while (found < NAME_COUNT &&
               strncmp(text, names[found].find, strlen(names[found].find)) != 0)
            found++;
        if (found == NAME_COUNT) {
            fputc(*text++, out);
            continue;
        }
        const char *hole = strstr(names[found].write, "%s");
        fprintf(out, "%.*s%s%s", (int)(hole - names[found].write), names[found].write,
                cases[names[found].as], hole + 2);
        text += strlen(names[found].find);
    }
}

/* The whole file; NULL when it cannot be read. The caller frees it. */
static char *read_whole(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t bytes_max = 0;
    if (!file)
        return NULL;
    if (getdelim(&text, &bytes_max, 0, file) < 0) {
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

/* 'text' in a new file, under its new name. */
static bool write_renamed(NewFiles *to, const char *text, const char *folder,
                          const char *file_name, char cases[CASES][NAME_BYTES])
{
    char path[PATH_BYTES] = "";
    FILE *name = fmemopen(path, sizeof path, "w");
    if (!name)
        return false;
    fprintf(name, "%s/", folder);
    rename_in(file_name, cases, name);
    fclose(name);
    FILE *file = new_open(to, path);
    if (!file)
        return false;
    rename_in(text, cases, file);
    return new_close(to, file, path);
}

static int is_file(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && strchr(entry->d_name, '.');
}

/* The files of one folder, in order. */
static bool copy_folder(NewFiles *to, const char *from, const char *folder,
                        char cases[CASES][NAME_BYTES])
{
    struct dirent **entry = NULL;
    const int count = scandir(from, &entry, is_file, alphasort);
    bool good = count > 0;
    for (int i = 0; i < count; i++) {
        char path[PATH_BYTES + sizeof entry[i]->d_name];
        snprintf(path, sizeof path, "%s/%s", from, entry[i]->d_name);
        char *text = good ? read_whole(path) : NULL;
        good = text && write_renamed(to, text, folder, entry[i]->d_name, cases);
        free(text);
        free(entry[i]);
    }
    free(entry);
    return good;
}

/* The line of the list, before its end. */
static bool add_line(NewFiles *to, const char *path, const char *name)
{
    char *text = read_whole(path);
    char *end = text ? strstr(text, "\n#endif") : NULL;
    FILE *file = end ? fopen(path, "w") : NULL;
    if (file)
        fprintf(file, "%.*sGAME_LISTED(%s, %s, policy_none, board_points)\n%s",
                (int)(end + 1 - text), text, name, name, end + 1);
    free(text);
    if (file && new_close(to, file, path))
        return true;
    cli_fail(to->cli, "cannot_write", "file", path, NULL);
    return false;
}

bool new_game(NewFiles *to, const char *name, const char *tree)
{
    char list[PATH_BYTES], from[PATH_BYTES], folder[PATH_BYTES],
        cases[CASES][NAME_BYTES];
    struct stat found;
    write_cases(name, cases);
    snprintf(list, sizeof list, "%s/games/games.def", tree);
    snprintf(from, sizeof from, "%s/%s", tree, folders[0].from);
    if (stat(list, &found) || stat(from, &found)) {
        cli_fail(to->cli, "new_game_where", "folder", tree, NULL);
        return false;
    }
    snprintf(folder, sizeof folder, "%s/games/%s", tree, name);
    if (stat(folder, &found) == 0) {
        cli_fail(to->cli, "new_exists", "file", folder, NULL);
        return false;
    }
    for (int i = 0; i < FOLDER_COUNT; i++) {
        snprintf(from, sizeof from, "%s/%s", tree, folders[i].from);
        const char *hole = strchr(folders[i].to, '@');
        snprintf(folder, sizeof folder, "%s/%.*s%s%s", tree,
                 (int)(hole - folders[i].to), folders[i].to, name, hole + 1);
        if (!copy_folder(to, from, folder, cases))
            return false;
    }
    return add_line(to, list, name);
}
