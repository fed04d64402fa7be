/* encodings.c - holds what networks read to the hashes in tests/golden/encodings.txt.
 *
 * encodings FILE          checks the line of every game, one TAP line a game
 * encodings --write FILE  writes it anew; tools/golden.sh does that on purpose
 *
 * A line is: game, version of its encoding, hash over the observation of every seat,
 * the places of the legal moves and the mask, at every step of a few random games. A
 * number that means something else is a new version: networks that were trained with
 * the old one are refused. The laws say that encodings fit the table; this, that they
 * stay. */
#include "engine/data.h"
#include "engine/hash.h"
#include "games/games.h"
#include "tests/golden/play.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { ENCODINGS_GAMES = 8, ENCODINGS_STEPS = 400, ENCODINGS_LINE_BYTES = 120 };

typedef struct {
    const Game *game;
    void *catalog, *state, *view, *sees;
    uint64_t *mask;
    Moves moves;
    uint64_t hash;
} Encoded;

static void *room(size_t bytes)
{
    void *memory = calloc(1, bytes);
    if (!memory)
        abort();
    return memory;
}

static size_t mask_bytes(const Game *game)
{
    return (size_t)ENCODE_WORDS(game->action_space) * sizeof(uint64_t);
}

static void add(Encoded *e, const void *bytes, size_t count)
{
    const uint64_t pair[2] = {e->hash, hash_bytes(bytes, count)};
    e->hash = hash_bytes(pair, sizeof pair);
}

/* What each seat is given to see here, and what it could do. */
static void add_step(Encoded *e, int players)
{
    const Game *game = e->game;
    for (int seat = 0; seat < players; seat++) {
        game->redact(e->catalog, e->state, seat, e->view);
        game->observe(e->catalog, e->view, seat, e->sees);
        add(e, e->sees, (size_t)game->sees_count * game->sees_bytes);
    }
    for (int i = 0; i < e->moves.count; i++) {
        const int32_t place =
            game->action_index(e->catalog, e->state, &e->moves.item[i]);
        add(e, &place, sizeof place);
    }
    game->legal_mask(e->catalog, e->state, e->mask);
    add(e, e->mask, mask_bytes(game));
}

static void play(Encoded *e, uint64_t seed)
{
    const Game *game = e->game;
    Rng rng;
    rng_seed(&rng, seed);
    const int spread = game->players_max - game->players_min + 1;
    const int players = game->players_min + (int)(seed % (uint64_t)spread);
    const Setup setup = play_setup(game, e->catalog, players, (int)(seed % 6), seed);
    game->open(e->catalog, &setup, e->state);
    game->begin(e->catalog, e->state, NULL);
    for (int i = 0; i < ENCODINGS_STEPS; i++) {
        e->moves.count = 0;
        game->legal(e->catalog, e->state, &e->moves);
        if (!e->moves.count)
            return;
        add_step(e, setup.players);
        const Command c = e->moves.item[rng_below(&rng, (uint32_t)e->moves.count)];
        game->execute(e->catalog, e->state, &c, NULL);
    }
}

static void line_of(const Game *game, Data *data, char *line)
{
    static Encoded e;
    LoadError error = {0};
    memset(&e, 0, sizeof e);
    e.game = game;
    e.catalog = room(game->catalog_bytes);
    e.state = room(game->state_bytes);
    e.view = room(game->state_bytes);
    e.sees = room((size_t)game->sees_count * game->sees_bytes);
    e.mask = room(mask_bytes(game));
    if (!game->load(data, e.catalog, &error))
        abort();
    for (uint64_t seed = 1; seed <= ENCODINGS_GAMES; seed++)
        play(&e, seed);
    snprintf(line, ENCODINGS_LINE_BYTES, "%s %d %016" PRIx64 "\n", game->id,
             game->encoding_version, e.hash);
    free(e.catalog);
    free(e.state);
    free(e.view);
    free(e.sees);
    free(e.mask);
}

static bool file_has(const char *path, const char *line)
{
    char read[ENCODINGS_LINE_BYTES];
    FILE *in = fopen(path, "r");
    bool found = false;
    while (in && !found && fgets(read, sizeof read, in))
        found = strcmp(read, line) == 0;
    if (in)
        fclose(in);
    return found;
}

int main(int argc, char **argv)
{
    LoadError error = {0};
    const bool write = argc == 3 && strcmp(argv[1], "--write") == 0;
    const char *path = argc > 1 ? argv[argc - 1] : "";
    Data *data = data_open(NULL, 0, &error);
    FILE *out = write ? fopen(path, "w") : NULL;
    if (!data || (write && !out))
        return 2;
    for (int i = 0; games_all[i]; i++) {
        char line[ENCODINGS_LINE_BYTES];
        line_of(games_all[i], data, line);
        if (out)
            fputs(line, out);
        else
            printf("%s %d - %s is encoded as before\n",
                   file_has(path, line) ? "ok" : "not ok", i + 1, games_all[i]->id);
        if (!games_all[i + 1] && !out)
            printf("1..%d\n", i + 1);
    }
    if (out)
        fclose(out);
    data_close(data);
    return 0;
}
