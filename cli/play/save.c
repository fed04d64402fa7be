/* save.c - matches in files: where play keeps them, and how they are read back. */
#include "cli/play/save.h"

#include "games/games.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* $XDG_STATE_HOME/parlor, else ~/.local/state/parlor. */
static bool save_folder(char *path, size_t path_bytes)
{
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    int length = 0;
    if (state && state[0] == '/')
        length = snprintf(path, path_bytes, "%s/parlor", state);
    else if (home && home[0] == '/')
        length = snprintf(path, path_bytes, "%s/.local/state/parlor", home);
    return length > 0 && (size_t)length < path_bytes;
}

/* Make the folder and every folder above it. */
static bool make_folders(char *path)
{
    for (char *at = path + 1; *at; at++) {
        if (*at != '/')
            continue;
        *at = 0;
        const bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        *at = '/';
        if (!made)
            return false;
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

bool save_new_path(const Game *game, char *path, size_t path_bytes)
{
    char folder[SAVE_PATH_BYTES], when[32];
    const time_t now = time(NULL);
    struct tm parts;
    if (!save_folder(folder, sizeof folder) || !make_folders(folder))
        return false;
    localtime_r(&now, &parts);
    strftime(when, sizeof when, "%Y%m%d-%H%M%S", &parts);
    for (int i = 0; i < 100; i++) {
        char more[8] = "";
        if (i)
            snprintf(more, sizeof more, "-%d", i + 1);
        const int length =
            snprintf(path, path_bytes, "%s/%s-%s%s.json", folder, game->id, when, more);
        if (length <= 0 || (size_t)length >= path_bytes)
            return false;
        if (access(path, F_OK) != 0)
            return true;
    }
    return false;
}

static const json_t *file_match(const json_t *file)
{
    const json_t *inside = json_object_get(file, "match");
    return inside ? inside : file;
}

/* What a file says of itself; false: it is no match of that game. */
static bool read_about(const char *path, const Game *game, SaveFile *about)
{
    json_t *file = json_load_file(path, 0, NULL);
    const json_t *match = file_match(file), *seats = json_object_get(file, "seats");
    const char *id = json_string_value(json_object_get(match, "game"));
    const bool good = id && (!game || strcmp(id, game->id) == 0);
    *about = (SaveFile){.over = !json_is_null(json_object_get(match, "result"))};
    snprintf(about->path, sizeof about->path, "%s", path);
    snprintf(about->game, sizeof about->game, "%s", id ? id : "");
    about->moves = (int)json_array_size(json_object_get(match, "commands"));
    for (size_t i = 0; i < json_array_size(seats) && i < SEATS_MAX; i++) {
        const char *seat = json_string_value(json_array_get(seats, i));
        snprintf(about->seat[about->players++], sizeof *about->seat, "%s",
                 seat ? seat : "");
    }
    json_decref(file);
    return good;
}

void save_each(const Game *game, void (*seen)(void *whose, const SaveFile *file),
               void *whose)
{
    char folder[SAVE_PATH_BYTES];
    DIR *dir = save_folder(folder, sizeof folder) ? opendir(folder) : NULL;
    for (const struct dirent *entry = dir ? readdir(dir) : NULL; entry;
         entry = readdir(dir)) {
        char one[SAVE_PATH_BYTES + 256];
        struct stat file;
        SaveFile about;
        const char *dot = strrchr(entry->d_name, '.');
        snprintf(one, sizeof one, "%s/%s", folder, entry->d_name);
        if (!dot || strcmp(dot, ".json") != 0 || strlen(one) >= SAVE_PATH_BYTES ||
            stat(one, &file) != 0 || !read_about(one, game, &about))
            continue;
        about.when_s = file.st_mtim.tv_sec;
        about.when_ns = file.st_mtim.tv_nsec;
        seen(whose, &about);
    }
    if (dir)
        closedir(dir);
}

static void take_latest(void *whose, const SaveFile *file)
{
    SaveFile *latest = whose;
    const bool later =
        file->when_s > latest->when_s ||
        (file->when_s == latest->when_s && file->when_ns > latest->when_ns);
    if (!file->over && later)
        *latest = *file;
}

bool save_latest(const Game *game, char *path, size_t path_bytes)
{
    SaveFile latest = {.when_s = 0};
    save_each(game, take_latest, &latest);
    if (!latest.path[0] || strlen(latest.path) >= path_bytes)
        return false;
    memcpy(path, latest.path, strlen(latest.path) + 1);
    return true;
}

bool save_write(const char *path, const Match *match, Catalogs *from,
                const Agent *const *agent, const char (*name)[SAVE_NAME_BYTES])
{
    JsonW w, inside;
    jw_open(&inside);
    match_save(match, from, &inside);
    jw_open(&w);
    jw_object(&w, NULL);
    jw_array(&w, "seats");
    for (int seat = 0; seat < match_setup(match)->players; seat++)
        jw_str(&w, NULL, agent[seat] ? agent[seat]->name : "you");
    jw_end_array(&w);
    jw_array(&w, "names");
    for (int seat = 0; seat < match_setup(match)->players; seat++)
        jw_str(&w, NULL, name[seat][0] ? name[seat] : NULL);
    jw_end_array(&w);
    jw_raw(&w, "match", inside.text);
    jw_end_object(&w);
    char beside[SAVE_PATH_BYTES + 8];
    snprintf(beside, sizeof beside, "%s.new", path);
    FILE *file = fopen(beside, "w");
    bool good =
        file && fwrite(w.text, 1, w.used, file) == w.used && fputc('\n', file) != EOF;
    good = file && fclose(file) == 0 && good;
    good = good && rename(beside, path) == 0;
    jw_close(&inside);
    jw_close(&w);
    return good;
}

/* A server's record has them. */
static void read_names(const json_t *names, Saved *saved)
{
    for (size_t i = 0; i < json_array_size(names) && i < SEATS_MAX; i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (name)
            text_copy(saved->name[i], sizeof saved->name[i], name);
    }
}

static bool read_seats(const json_t *seats, Saved *saved)
{
    const size_t players = match_setup(saved->match)->players;
    if (!json_is_array(seats) || json_array_size(seats) != players)
        return false;
    for (size_t i = 0; i < players; i++) {
        const char *name = json_string_value(json_array_get(seats, i));
        saved->agent[i] = name ? agents_find(name) : NULL;
        if (!name)
            return false;
        /* A program that played somewhere else is only a name here: nothing is run
         * because a file says so. */
        if (!saved->agent[i] && strcmp(name, "you") != 0)
            text_copy(saved->name[i], sizeof saved->name[i], name);
    }
    return true;
}

static bool save_fail(Cli *cli, const char *path, const char *what)
{
    const Refusal why = refusal_words(ERR_BAD_FILE, path, what);
    cli_refuse(cli, NULL, &why);
    return false;
}

bool save_take(Cli *cli, const char *path, const json_t *file, Saved *saved)
{
    const json_t *match = file_match(file);
    const char *id = json_string_value(json_object_get(match, "game"));
    const Game *game = id ? games_find(id) : NULL;
    Refusal why = refusal(ERR_OK);
    *saved = (Saved){0};
    if (cli_catalogs(cli) && (!game || cli_catalog(cli, game))) {
        saved->match = match_load(match, cli->catalogs, &why);
        if (!saved->match && why.code == ERR_BAD_FILE)
            save_fail(cli, path, why.word[1]);
        else if (!saved->match)
            cli_refuse(cli, game, &why);
    }
    const json_t *seats = json_object_get(file, "seats");
    if (saved->match && seats) {
        saved->has_seats = read_seats(seats, saved);
        read_names(json_object_get(file, "names"), saved);
        if (!saved->has_seats) {
            save_fail(cli, path, "seats");
            match_free(saved->match);
            saved->match = NULL;
        }
    }
    return saved->match != NULL;
}

bool save_read(Cli *cli, const char *path, Saved *saved)
{
    json_error_t error;
    struct stat about;
    if (stat(path, &about) != 0)
        return save_fail(cli, path, strerror(errno));
    if (about.st_size > SAVE_FILE_BYTES_MAX || !S_ISREG(about.st_mode))
        return save_fail(cli, path, "@file.format");
    json_t *file = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!file)
        return save_fail(cli, path, error.text);
    const bool good = save_take(cli, path, file, saved);
    json_decref(file);
    return good;
}

/* Sixteen hexadecimal digits that are no file's name. */
bool save_is_kept(const char *name)
{
    return strlen(name) == 16 && strspn(name, "0123456789abcdef") == 16 &&
           access(name, F_OK) != 0;
}

bool save_open(Cli *cli, const KeptWhere *where, const char *name, Saved *saved)
{
    if (!save_is_kept(name))
        return save_read(cli, name, saved);
#if defined(PARLOR_SERVER)
    char *text = kept_read(cli, where, name);
    json_t *file = text ? json_loads(text, 0, NULL) : NULL;
    const bool good = file && save_take(cli, name, file, saved);
    json_decref(file);
    free(text);
    return good;
#else
    (void)where;
    cli_fail(cli, "kept_without", NULL);
    return false;
#endif
}
