/* golden.c - holds random games against the hashes written down in tests/golden.
 *
 * golden FOLDER             checks <game>.txt of every game, one TAP line a game
 * golden --write FOLDER     writes those files anew; tools/golden.sh does that on
 * purpose golden --catalogs FOLDER  writes <game>.catalog, for builds that cannot read
 * JSON
 *
 * A line of a file is: players, number of the options, seed, moves, hash. */
#include "engine/data.h"
#include "games/games.h"
#include "tests/golden/play.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { GOLDEN_OPTIONS = 6, GOLDEN_SEEDS = 5 };

typedef struct {
    const Game *game;
    void *catalog;
    void *state;
    Moves moves;
} Golden;

typedef struct {
    int players, options_index, moves;
    uint64_t seed, hash;
} GoldenLine;

static _Noreturn void stop(const char *what, const char *where)
{
    fprintf(stderr, "golden: %s: %s\n", where, what);
    exit(2);
}

static void golden_open(Golden *g, const Game *game, Data *data)
{
    LoadError error = {0};
    g->game = game;
    g->catalog = calloc(1, game->catalog_bytes);
    g->state = calloc(1, game->state_bytes);
    if (!g->catalog || !g->state)
        abort();
    if (!game->load(data, g->catalog, &error))
        stop(error.what, error.file);
}

static void golden_close(Golden *g)
{
    free(g->catalog);
    free(g->state);
}

static FILE *golden_file(const char *folder, const char *game, const char *ending,
                         const char *mode)
{
    char path[500];
    snprintf(path, sizeof path, "%s/%s.%s", folder, game, ending);
    return fopen(path, mode);
}

/* Play the game a line names; the moves and the hash are filled in. */
static GoldenLine golden_play(Golden *g, GoldenLine line)
{
    const Setup setup =
        play_setup(g->game, g->catalog, line.players, line.options_index, line.seed);
    const Played played = play_random(g->game, g->catalog, &setup, g->state, &g->moves);
    line.moves = played.moves;
    line.hash = played.hash;
    return line;
}

static void golden_print(FILE *out, const GoldenLine *line)
{
    fprintf(out, "%d %d %" PRIu64 " %d %016" PRIx64 "\n", line->players,
            line->options_index, line->seed, line->moves, line->hash);
}

/* Options drawn by chance, and every combination of those that are on or off. */
static void golden_write(Golden *g, FILE *out)
{
    GoldenLine line = {0};
    const int flags = play_flag_count(g->game);
    for (line.players = g->game->players_min; line.players <= g->game->players_max;
         line.players++)
        for (line.options_index = flags ? -(1 << flags) : 0;
             line.options_index < GOLDEN_OPTIONS; line.options_index++)
            for (line.seed = 1; line.seed <= GOLDEN_SEEDS; line.seed++) {
                const GoldenLine played = golden_play(g, line);
                golden_print(out, &played);
            }
}

/* How many lines differ; -1 when there is none to compare. */
static int golden_check(Golden *g, FILE *in)
{
    GoldenLine line = {0};
    int lines = 0, wrong = 0;
    while (fscanf(in, "%d %d %" SCNu64 " %d %" SCNx64, &line.players,
                  &line.options_index, &line.seed, &line.moves, &line.hash) == 5) {
        if (line.players < g->game->players_min || line.players > g->game->players_max)
            stop("a line with a wrong number of players", g->game->id);
        const GoldenLine played = golden_play(g, line);
        lines++;
        if (played.moves == line.moves && played.hash == line.hash)
            continue;
        if (!wrong++) {
            printf("# written ");
            golden_print(stdout, &line);
            printf("# played  ");
            golden_print(stdout, &played);
        }
    }
    if (!feof(in))
        stop("not a golden file", g->game->id);
    return lines ? wrong : -1;
}

static int check_game(Golden *g, const char *folder, int number)
{
    FILE *in = golden_file(folder, g->game->id, "txt", "r");
    const int wrong = in ? golden_check(g, in) : -1;
    if (in)
        fclose(in);
    printf("%s %d - %s plays as written\n", wrong ? "not ok" : "ok", number,
           g->game->id);
    if (wrong < 0)
        printf("# no hashes are written down; tools/golden.sh writes them\n");
    else if (wrong)
        printf("# %d lines differ\n", wrong);
    return wrong != 0;
}

static int run_game(Golden *g, const char *mode, const char *folder, int number)
{
    if (!mode)
        return check_game(g, folder, number);
    const bool catalogs = strcmp(mode, "--catalogs") == 0;
    FILE *out = golden_file(folder, g->game->id, catalogs ? "catalog" : "txt", "w");
    if (!out)
        stop("cannot be written", folder);
    if (catalogs)
        fwrite(g->catalog, 1, g->game->catalog_bytes, out);
    else
        golden_write(g, out);
    return fclose(out) != 0;
}

int main(int argc, char **argv)
{
    static Golden golden;
    const char *mode = argc == 3 ? argv[1] : NULL;
    LoadError error = {0};
    int number = 0, failed = 0;
    if (argc < 2 || argc > 3 ||
        (mode && strcmp(mode, "--write") != 0 && strcmp(mode, "--catalogs") != 0)) {
        fprintf(stderr, "usage: golden [--write|--catalogs] FOLDER\n");
        return 2;
    }
    Data *data = data_open(NULL, 0, &error);
    if (!data)
        stop(error.what, error.file);
    for (int i = 0; games_all[i]; i++) {
        golden_open(&golden, games_all[i], data);
        failed += run_game(&golden, mode, argv[argc - 1], ++number);
        golden_close(&golden);
    }
    data_close(data);
    if (!mode)
        printf("1..%d\n", number);
    return failed != 0;
}
