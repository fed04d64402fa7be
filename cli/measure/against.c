/* against.c - parlor bench --against: this program and another build of it, turn and
 * turn about.
 *
 * Both run `bench GAME --json` as processes of their own, so that neither warms
 * anything for the other, and change places in every pair. What is compared is the
 * ratio within a pair: the machine may be busy, but it is as busy for both. */
#include "cli/measure/against.h"

#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { OURS, THEIRS, SIDES, AGAINST_BYTES = 4096 };

typedef struct {
    double value[SIDES][AGAINST_PAIRS_MAX];
    double ratio[AGAINST_PAIRS_MAX]; /* above 1: this program is faster */
    int pairs;
} Figure;

static int by_size(const void *one, const void *other)
{
    const double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static double median(double *list, int count)
{
    qsort(list, (size_t)count, sizeof *list, by_size);
    return count % 2 ? list[count / 2] : (list[count / 2 - 1] + list[count / 2]) / 2;
}

/* What a process writes, up to its end; false when it could not be run or failed. */
static bool run_and_read(char *const *argv, char *text, size_t bytes)
{
    int ends[2];
    pid_t child;
    posix_spawn_file_actions_t files;
    if (pipe(ends) != 0)
        return false;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&files, ends[0]);
    const bool started = posix_spawn(&child, argv[0], &files, NULL, argv, environ) == 0;
    posix_spawn_file_actions_destroy(&files);
    close(ends[1]);
    size_t length = 0;
    ssize_t got = 0;
    while (started && length + 1 < bytes &&
           (got = read(ends[0], text + length, bytes - 1 - length)) > 0)
        length += (size_t)got;
    text[length] = 0;
    close(ends[0]);
    int status = 1;
    return started && waitpid(child, &status, 0) == child && status == 0;
}

static json_t *bench_of(const char *program, const Against *a)
{
    char text[AGAINST_BYTES];
    char *const argv[] = {(char *)(uintptr_t)program,
                          "bench",
                          (char *)(uintptr_t)a->game->id,
                          "--seconds",
                          (char *)(uintptr_t)a->seconds,
                          "--json",
                          NULL};
    return run_and_read(argv, text, sizeof text) ? json_loads(text, 0, NULL) : NULL;
}

/* Rates are better high, times are better low. */
static void keep_pair(Figure *figure, const char *key, json_t *const *result)
{
    double value[SIDES];
    for (int side = 0; side < SIDES; side++)
        value[side] = json_number_value(json_object_get(result[side], key));
    if (value[OURS] <= 0 || value[THEIRS] <= 0)
        return;
    const bool rate = strstr(key, "_per_s") != NULL;
    for (int side = 0; side < SIDES; side++)
        figure->value[side][figure->pairs] = value[side];
    figure->ratio[figure->pairs++] =
        rate ? value[OURS] / value[THEIRS] : value[THEIRS] / value[OURS];
}

static void against_say(Cli *cli, const Against *a, const char *key, Figure *f)
{
    const double ratio = median(f->ratio, f->pairs);
    const double ours = median(f->value[OURS], f->pairs);
    const double theirs = median(f->value[THEIRS], f->pairs);
    if (!a->json) {
        char name[64];
        snprintf(name, sizeof name, "bench_%.*s", (int)strcspn(key, "_"), key);
        printf("  %6.3f  (%.3f-%.3f)  %12.1f %12.1f  %s\n", ratio, f->ratio[0],
               f->ratio[f->pairs - 1], ours, theirs, cli_say(cli, name));
        return;
    }
    JsonW w;
    jw_open(&w);
    jw_object(&w, NULL);
    jw_str(&w, "game", a->game->id);
    jw_str(&w, "figure", key);
    jw_int(&w, "pairs", f->pairs);
    jw_real(&w, "ratio", ratio, 3);
    jw_real(&w, "ratio_min", f->ratio[0], 3);
    jw_real(&w, "ratio_max", f->ratio[f->pairs - 1], 3);
    jw_real(&w, "ours", ours, 1);
    jw_real(&w, "theirs", theirs, 1);
    jw_end_object(&w);
    printf("%s\n", w.text);
    jw_close(&w);
}

int against_run(Cli *cli, const Against *a)
{
    static const char *const keys[] = {
        "steps_per_s", "games_per_s",    "legal_ns", "validate_ns",  "redact_ns",
        "clone_ns",    "determinize_ns", "value_ns", "search_per_s", "command_ns"};
    enum { KEYS = sizeof keys / sizeof *keys };
    static Figure figure[KEYS];
    memset(figure, 0, sizeof figure);
    for (int pair = 0; pair < a->pairs; pair++) {
        json_t *result[SIDES] = {NULL, NULL};
        for (int turn = 0; turn < SIDES; turn++) {
            const int side = (pair + turn) % SIDES;
            result[side] = bench_of(side == OURS ? "/proc/self/exe" : a->other, a);
        }
        const bool both = result[OURS] && result[THEIRS];
        for (int i = 0; both && i < KEYS; i++)
            keep_pair(&figure[i], keys[i], result);
        json_decref(result[OURS]);
        json_decref(result[THEIRS]);
        if (!both)
            return cli_fail(cli, "bench_no_other", "program", a->other, NULL);
    }
    char line[200];
    if (!a->json)
        printf("%s\n",
               cli_fill(cli, line, sizeof line, "bench_against", "game",
                        cli_game_name(cli, a->game), "program", a->other, NULL));
    for (int i = 0; i < KEYS; i++)
        if (figure[i].pairs)
            against_say(cli, a, keys[i], &figure[i]);
    fflush(stdout);
    return EXIT_OK;
}
