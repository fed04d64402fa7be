/* saves.c - parlor saves: the matches that play has kept, the latest first. */
#include "cli/args.h"
#include "cli/play/save.h"

#include <stdlib.h>
#include <time.h>

enum { SAVES_MAX = 2000 };

typedef struct {
    SaveFile *file;
    int count;
} Saves;

static void take(void *whose, const SaveFile *file)
{
    Saves *saves = whose;
    if (saves->count < SAVES_MAX)
        saves->file[saves->count++] = *file;
}

static int later_first(const void *a, const void *b)
{
    const SaveFile *left = a, *right = b;
    return (left->when_s < right->when_s) - (left->when_s > right->when_s);
}

static void write_json(const Saves *saves)
{
    JsonW w;
    jw_open(&w);
    jw_object(&w, NULL);
    jw_array(&w, "saves");
    for (int i = 0; i < saves->count; i++) {
        const SaveFile *file = &saves->file[i];
        jw_object(&w, NULL);
        jw_str(&w, "file", file->path);
        jw_str(&w, "game", file->game);
        jw_int(&w, "moves", file->moves);
        jw_bool(&w, "over", file->over);
        jw_int(&w, "time", file->when_s);
        jw_array(&w, "seats");
        for (int seat = 0; seat < file->players; seat++)
            jw_str(&w, NULL, file->seat[seat]);
        jw_end_array(&w);
        jw_end_object(&w);
    }
    jw_end_array(&w);
    jw_end_object(&w);
    printf("%s\n", w.text);
    jw_close(&w);
}

static void print_save(Cli *cli, const SaveFile *file)
{
    char when[32], seats[SEATS_MAX * 32] = "", moves[16], line[200];
    const time_t time_s = (time_t)file->when_s;
    struct tm parts;
    localtime_r(&time_s, &parts);
    strftime(when, sizeof when, "%Y-%m-%d %H:%M", &parts);
    for (int seat = 0; seat < file->players; seat++)
        snprintf(seats + strlen(seats), sizeof seats - strlen(seats), "%s%s",
                 seat ? "," : "", file->seat[seat]);
    snprintf(moves, sizeof moves, "%d", file->moves);
    printf("%s  %-9s %-28s %s\n  %s\n", when, file->game, seats,
           cli_fill(cli, line, sizeof line, file->over ? "saves_over" : "saves_open",
                    "moves", moves, NULL),
           file->path);
}

int run_saves(Cli *cli, int argc, char **argv)
{
    bool json = false;
    char line[SAVE_PATH_BYTES + 200];
    const Arg args[] = {{"json", ARG_FLAG, &json, 0, 0}, {0}};
    ArgList words = {0};
    int status = EXIT_OK;
    if (!args_read(cli, argc, argv, args, &words, 1, &status))
        return status;
    const Game *game = words.count ? cli_game(cli, words.item[0]) : NULL;
    if (words.count && !game)
        return EXIT_USAGE;
    Saves saves = {calloc(SAVES_MAX, sizeof *saves.file), 0};
    if (!saves.file)
        abort();
    save_each(game, take, &saves);
    qsort(saves.file, (size_t)saves.count, sizeof *saves.file, later_first);
    if (json)
        write_json(&saves);
    for (int i = 0; !json && i < saves.count; i++)
        print_save(cli, &saves.file[i]);
    if (!json)
        printf("%s\n", cli_fill(cli, line, sizeof line,
                                saves.count ? "saves_some" : "saves_none", NULL));
    free(saves.file);
    return EXIT_OK;
}
