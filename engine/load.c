/* load.c - reads a game's catalog, and says which files of a user's folder nobody
 * reads.
 */
#include "engine/load.h"

#include "engine/text.h"

#include <stdio.h>

/* "duel/text/en.json", "text/en.json" */
bool load_is_text(const char *name)
{
    for (int i = 0; text_languages[i]; i++) {
        char ending[40];
        const int length =
            snprintf(ending, sizeof ending, "text/%s.json", text_languages[i]);
        const size_t bytes = strlen(name);
        if (bytes < (size_t)length ||
            strcmp(name + bytes - (size_t)length, ending) != 0)
            continue;
        if (bytes == (size_t)length || name[bytes - (size_t)length - 1] == '/')
            return true;
    }
    return false;
}

static bool load_is_below(const char *name, const char *folder)
{
    const size_t length = strlen(folder);
    return strncmp(name, folder, length) == 0 && name[length] == '/';
}

/* "nets/duel.net" */
static bool load_is_net(const Game *game, const char *name)
{
    const size_t length = strlen(game->id);
    return load_is_below(name, "nets") && !strncmp(name + 5, game->id, length) &&
           !strcmp(name + 5 + length, ".net");
}

const char *load_misplaced(const Game *const *games, const char *name)
{
    static const char *const shared[] = {"text", "cli", "server", "web"};
    for (int i = 0; games[i]; i++)
        if (load_is_below(name, games[i]->id) || load_is_net(games[i], name))
            return NULL;
    if (load_is_below(name, "nets"))
        return "nothing reads this file; the network of a game is called nets/GAME.net";
    for (int i = 0; i < 4; i++)
        if (load_is_below(name, shared[i]))
            return load_is_text(name) ? NULL
                                      : "nothing reads this file; texts are called "
                                        "text/en.json, text/zh-Hans.json, "
                                        "text/zh-Hant.json";
    return strchr(name, '/') ? "nothing reads this file: there is no game of that "
                               "folder's name"
                             : "nothing reads this file; it belongs into the folder of "
                               "its game";
}

static bool load_tell(Data *data, int index, const char *what, LoadError *error)
{
    LoadError unread;
    load_error(&unread, data_file(data, index), "", what);
    return data_tell(data, &unread) ||
           load_error(error, unread.file, unread.path, unread.what);
}

bool load_catalog(const Game *game, Data *data, void *catalog, LoadError *error)
{
    bool good = game->load(data, catalog, error);
    for (int i = 0; good && i < data_count(data); i++) {
        const char *name = data_name(data, i);
        if (data_is_embedded(data, i) || data_is_read(data, i) || load_is_text(name) ||
            !load_is_below(name, game->id))
            continue;
        good = load_tell(data, i, "the game does not read a file of this name", error);
    }
    return good;
}

bool load_places(const Game *const *games, Data *data, LoadError *error)
{
    bool good = true;
    for (int i = 0; good && i < data_count(data); i++) {
        const char *what = data_is_embedded(data, i)
                               ? NULL
                               : load_misplaced(games, data_name(data, i));
        good = !what || load_tell(data, i, what, error);
    }
    return good;
}
