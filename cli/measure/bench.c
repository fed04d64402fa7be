/* bench.c - parlor bench: how fast each game's rules are, on one core of this machine.
 *
 * Random play rolls its moves and has no listener for events. The other figures are
 * taken over positions and commands of such games. Time is that of this thread: what
 * else the machine does is not counted. */
#include "cli/args.h"
#include "cli/measure/against.h"

#include "agents/search.h"
#include "engine/match.h"
#include "games/games.h"

#include <stdlib.h>
#include <time.h>

/* Few enough to stay in a core's own cache, as the states of a search do. */
enum { BENCH_POSITIONS = 256, BENCH_COMMANDS = 512, BENCH_STEPS_MAX = 1 << 20 };

/* A match that goes on, and the moves of it that are timed. */
enum { BENCH_EARLY = 100, BENCH_LATE = 20000, BENCH_TIMED = 512 };

typedef struct {
    const Game *game;
    const void *catalog;
    Setup setup;
    double seconds; /* for each figure */
    uint8_t *state; /* the one played on */
    uint8_t *view;
    uint8_t *position; /* BENCH_POSITIONS states, from all over the game */
    uint8_t *before;   /* the state before each recorded command */
    Command *command;  /* BENCH_COMMANDS of them */
    int positions, commands;
    int64_t move_count; /* legal moves in all positions */
    Moves *moves;
    uint8_t *log;
    double steps_per_s, games_per_s, moves_mean;
    double clone_ns, legal_ns, command_ns, validate_ns, redact_ns, determinize_ns,
        value_ns;
    double search_per_s; /* iterations of the plain tree search */
    double crowd_ratio;  /* a step with all seats taken, of one with the fewest; or 0 */
    double late_ratio;   /* a move late in a long match, of an early one; or 0 */
} Bench;

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The compiler must take memory as read and written here. */
static inline void keep(void *memory)
{
    __asm__ volatile("" : : "r"(memory) : "memory");
}

static Rng bench_deal(Bench *b, uint64_t seed)
{
    Rng rng;
    b->setup.seed = seed;
    rng_seed(&rng, ~seed);
    b->game->open(b->catalog, &b->setup, b->state);
    b->game->begin(b->catalog, b->state, NULL);
    return rng;
}

/* One random game, as it is rolled in bench_play, from lists; every state is seen and
 * the command about to be executed. */
static void bench_game(Bench *b, uint64_t seed,
                       void (*each)(Bench *b, int step, const Command *c))
{
    const Game *game = b->game;
    Rng rng = bench_deal(b, seed);
    for (int step = 0; step < BENCH_STEPS_MAX; step++) {
        b->moves->count = 0;
        game->legal(b->catalog, b->state, b->moves);
        if (b->moves->count == 0)
            break;
        const Command *move =
            &b->moves->item[rng_below(&rng, (uint32_t)b->moves->count)];
        each(b, step, move);
        game->execute(b->catalog, b->state, move, NULL);
    }
}

enum { BENCH_SLICE = 16 };

/* The steps of so many random games, from this seed on. */
static int64_t bench_slice(Bench *b, uint64_t seed)
{
    int64_t steps = 0;
    for (int i = 0; i < BENCH_SLICE; i++) {
        Rng rng = bench_deal(b, seed + (uint64_t)i);
        steps += b->game->roll(b->catalog, b->state, &rng, BENCH_STEPS_MAX);
    }
    return steps;
}

static void bench_play(Bench *b)
{
    int64_t steps = 0, games = 0;
    const double start = seconds_now();
    double now = start;
    for (; now - start < b->seconds; now = seconds_now(), games += BENCH_SLICE)
        steps += bench_slice(b, (uint64_t)games + 1);
    b->steps_per_s = (double)steps / (now - start);
    b->games_per_s = (double)games / (now - start);
}

/* Few and all seats by turns, so that the machine is as busy for both. */
static void bench_crowd(Bench *b)
{
    const int players[2] = {b->game->players_min, b->game->players_max};
    double seconds[2] = {0};
    int64_t steps[2] = {0};
    if (players[0] == players[1])
        return;
    for (uint64_t seed = 1; seconds[0] + seconds[1] < b->seconds; seed += BENCH_SLICE)
        for (int side = 0; side < 2; side++) {
            const double start = seconds_now();
            b->setup = setup_default(b->game, players[side], 1);
            steps[side] += bench_slice(b, seed);
            seconds[side] += seconds_now() - start;
        }
    b->setup = setup_default(b->game, players[0], 1);
    b->crowd_ratio = seconds[1] / (double)steps[1] / (seconds[0] / (double)steps[0]);
}

/* Makes moves of one kind, the first listed or the last, up to number 'moves'; what
 * they took. False: the match is over before. */
static bool bench_go_on(Bench *b, Match *match, bool last, int moves, double *seconds)
{
    *seconds = 0;
    while (match_moves(match) < moves) {
        const Table t = match_table(match);
        b->moves->count = 0;
        b->game->legal(t.catalog, t.state, b->moves);
        if (!b->moves->count)
            return false;
        const Command move = b->moves->item[last ? b->moves->count - 1 : 0];
        const double start = seconds_now();
        match_apply(match, &move, NULL);
        *seconds += seconds_now() - start;
    }
    return true;
}

/* A match that takes the same of its moves again and again, where that never ends:
 * whether what it has to remember makes its moves dearer. */
static void bench_late(Bench *b)
{
    for (int last = 0; last < 2 && b->late_ratio == 0; last++) {
        double way, early, late;
        Match *match = match_new(b->game, b->catalog, &b->setup);
        if (bench_go_on(b, match, last, BENCH_EARLY, &way) &&
            bench_go_on(b, match, last, BENCH_EARLY + BENCH_TIMED, &early) &&
            bench_go_on(b, match, last, BENCH_LATE, &way) &&
            bench_go_on(b, match, last, BENCH_LATE + BENCH_TIMED, &late))
            b->late_ratio = late / early;
        match_free(match);
    }
}

/* Every seventh state is kept as a position, every command with the state before it. */
static void bench_keep(Bench *b, int step, const Command *c)
{
    const size_t bytes = b->game->state_bytes;
    if (step % 7 == 0 && b->positions < BENCH_POSITIONS) {
        memcpy(b->position + bytes * (size_t)b->positions++, b->state, bytes);
        b->move_count += b->moves->count;
    }
    if (b->commands < BENCH_COMMANDS) {
        memcpy(b->before + bytes * (size_t)b->commands, b->state, bytes);
        b->command[b->commands++] = *c;
    }
}

static void bench_collect(Bench *b)
{
    for (uint64_t seed = 1;
         b->positions < BENCH_POSITIONS || b->commands < BENCH_COMMANDS; seed++)
        bench_game(b, seed, bench_keep);
    b->moves_mean = (double)b->move_count / BENCH_POSITIONS;
}

static uint8_t *bench_position(const Bench *b, int index)
{
    return b->position + (size_t)index * b->game->state_bytes;
}

static void once_clone(Bench *b, int i)
{
    memcpy(b->state, bench_position(b, i % BENCH_POSITIONS), b->game->state_bytes);
    keep(b->state);
}

static void once_legal(Bench *b, int i)
{
    b->moves->count = 0;
    b->game->legal(b->catalog, bench_position(b, i % BENCH_POSITIONS), b->moves);
    keep(b->moves);
}

static void once_validate(Bench *b, int i)
{
    const size_t at = (size_t)(i % BENCH_COMMANDS);
    Quote quote = quote_none();
    Err err = b->game->validate(b->catalog, b->before + at * b->game->state_bytes,
                                &b->command[at], &quote);
    keep(&err);
}

static void once_redact(Bench *b, int i)
{
    b->game->redact(b->catalog, bench_position(b, i % BENCH_POSITIONS), 0, b->view);
    keep(b->view);
}

static void once_determinize(Bench *b, int i)
{
    Rng rng = {(uint64_t)i};
    once_redact(b, i);
    b->game->determinize(b->catalog, b->view, &rng, b->state);
    keep(b->state);
}

static void once_value(Bench *b, int i)
{
    once_redact(b, i);
    int32_t value = b->game->value(b->catalog, b->view, 0);
    keep(&value);
}

/* The whole way of a command: a fresh copy, validate, execute with events, one view. */
static void once_command(Bench *b, int i)
{
    const size_t at = (size_t)(i % BENCH_COMMANDS);
    const Command *c = &b->command[at];
    EventLog log;
    Quote quote = quote_none();
    memcpy(b->state, b->before + at * b->game->state_bytes, b->game->state_bytes);
    event_log_init(&log, b->log, MATCH_EVENT_BYTES_MAX);
    Err err = b->game->validate(b->catalog, b->state, c, &quote);
    keep(&err);
    b->game->execute(b->catalog, b->state, c, &log);
    b->game->redact(b->catalog, b->state, c->seat, b->view);
    keep(b->view);
}

static double bench_time(Bench *b, void (*once)(Bench *b, int i))
{
    int64_t count = 0;
    const double start = seconds_now();
    double now = start;
    for (; now - start < b->seconds / 4; now = seconds_now())
        for (int i = 0; i < 16 * BENCH_COMMANDS; i++, count++)
            once(b, i);
    return (now - start) / (double)count * 1e9;
}

static bool bench_init(Bench *b, const Game *game, const void *catalog, double seconds)
{
    const size_t bytes = game->state_bytes;
    *b = (Bench){.game = game, .catalog = catalog, .seconds = seconds};
    b->setup = setup_default(game, game->players_min, 1);
    b->state = calloc(1, bytes);
    b->view = calloc(1, bytes);
    b->position = calloc(BENCH_POSITIONS, bytes);
    b->before = calloc(BENCH_COMMANDS, bytes);
    b->command = calloc(BENCH_COMMANDS, sizeof *b->command);
    b->moves = calloc(1, sizeof *b->moves);
    b->log = malloc(MATCH_EVENT_BYTES_MAX);
    return b->state && b->view && b->position && b->before && b->command && b->moves &&
           b->log;
}

static void bench_clear(Bench *b)
{
    free(b->state);
    free(b->view);
    free(b->position);
    free(b->before);
    free(b->command);
    free(b->moves);
    free(b->log);
}

/* From the first turn of a game on which nothing is asked, playouts by chance. */
static void bench_search(Bench *b)
{
    const Game *game = b->game;
    Rng rng;
    rng_seed(&rng, 1);
    game->open(b->catalog, &b->setup, b->state);
    game->begin(b->catalog, b->state, NULL);
    for (int step = 0; step < BENCH_POSITIONS && game->prompt(b->state); step++) {
        b->moves->count = 0;
        game->legal(b->catalog, b->state, b->moves);
        const uint32_t pick = rng_below(&rng, (uint32_t)b->moves->count);
        game->execute(b->catalog, b->state, &b->moves->item[pick], NULL);
    }
    const int seat = game->status(b->catalog, b->state).to_act;
    game->redact(b->catalog, b->state, seat, b->view);
    b->moves->count = 0;
    game->legal(b->catalog, b->view, b->moves);
    const AgentTurn turn = {.game = game,
                            .catalog = b->catalog,
                            .view = b->view,
                            .seat = seat,
                            .moves = b->moves,
                            .rng = &rng,
                            .budget_ms =
                                b->seconds > 1 ? 1000 : (int)(b->seconds * 1000) + 1};
    const SearchStyle style = {.plain = true, .fair = 0};
    const double start = seconds_now();
    const SearchReport report = search_run(&turn, style);
    b->search_per_s = (double)report.iterations / (seconds_now() - start);
}

static void bench_run(Bench *b)
{
    bench_play(b);
    bench_crowd(b);
    bench_late(b);
    bench_collect(b);
    b->clone_ns = bench_time(b, once_clone);
    b->legal_ns = bench_time(b, once_legal);
    b->validate_ns = bench_time(b, once_validate);
    b->redact_ns = bench_time(b, once_redact);
    b->determinize_ns = bench_time(b, once_determinize) - b->redact_ns;
    b->value_ns = bench_time(b, once_value) - b->redact_ns;
    bench_search(b);
    b->command_ns = bench_time(b, once_command) - b->clone_ns;
}

static void bench_write(const Bench *b)
{
    JsonW w;
    jw_open(&w);
    jw_object(&w, NULL);
    jw_str(&w, "game", b->game->id);
    jw_real(&w, "steps_per_s", b->steps_per_s, 0);
    jw_real(&w, "games_per_s", b->games_per_s, 1);
    jw_real(&w, "clone_ns", b->clone_ns, 1);
    jw_real(&w, "legal_ns", b->legal_ns, 1);
    jw_real(&w, "command_ns", b->command_ns, 1);
    jw_int(&w, "state_bytes", b->game->state_bytes);
    jw_real(&w, "validate_ns", b->validate_ns, 1);
    jw_real(&w, "redact_ns", b->redact_ns, 1);
    jw_real(&w, "determinize_ns", b->determinize_ns, 1);
    jw_real(&w, "value_ns", b->value_ns, 1);
    jw_real(&w, "search_per_s", b->search_per_s, 0);
    jw_real(&w, "moves_mean", b->moves_mean, 1);
    jw_real(&w, "crowd_ratio", b->crowd_ratio, 3);
    jw_real(&w, "late_ratio", b->late_ratio, 3);
    jw_int(&w, "players", b->setup.players);
    jw_int(&w, "table_bytes", b->game->table_bytes);
    jw_int(&w, "catalog_bytes", b->game->catalog_bytes);
    jw_end_object(&w);
    printf("%s\n", w.text);
    jw_close(&w);
}

static void bench_print(Cli *cli, const Bench *b)
{
    char line[200];
    printf("%s\n", cli_fill(cli, line, sizeof line, "bench_head", "game",
                            cli_game_name(cli, b->game), NULL));
    const struct {
        const char *key;
        double value;
        const char *unit;
    } rows[] = {
        {"steps", b->steps_per_s / 1e6, "M/s"},
        {"games", b->games_per_s / 1e3, "k/s"},
        {"moves", b->moves_mean, ""},
        {"clone", b->clone_ns, "ns"},
        {"legal", b->legal_ns, "ns"},
        {"validate", b->validate_ns, "ns"},
        {"redact", b->redact_ns, "ns"},
        {"determinize", b->determinize_ns, "ns"},
        {"value", b->value_ns, "ns"},
        {"search", b->search_per_s / 1e3, "k/s"},
        {"command", b->command_ns, "ns"},
        {"state", b->game->state_bytes, "B"},
        {"crowd", b->crowd_ratio * 100, "%"},
        {"late", b->late_ratio * 100, "%"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char key[64];
        if (rows[i].value == 0) /* there is none in this game */
            continue;
        snprintf(key, sizeof key, "bench_%s", rows[i].key);
        printf("  %10.1f %-4s %s\n", rows[i].value, rows[i].unit, cli_say(cli, key));
    }
}

static bool bench_one(Cli *cli, const Game *game, double seconds, bool json)
{
    Bench b;
    const void *catalog = cli_catalog(cli, game);
    if (!catalog)
        return false;
    const bool ready = bench_init(&b, game, catalog, seconds);
    if (ready) {
        bench_run(&b);
        if (json)
            bench_write(&b);
        else
            bench_print(cli, &b);
        fflush(stdout);
    }
    bench_clear(&b);
    return ready;
}

int run_bench(Cli *cli, int argc, char **argv)
{
    bool json = false;
    const char *seconds_text = "1", *other = NULL;
    int64_t pairs = AGAINST_PAIRS;
    const Arg args[] = {{"seconds", ARG_TEXT, &seconds_text, 0, 0},
                        {"against", ARG_TEXT, &other, 0, 0},
                        {"pairs", ARG_INT, &pairs, 1, AGAINST_PAIRS_MAX},
                        {"json", ARG_FLAG, &json, 0, 0},
                        {0}};
    ArgList words = {0};
    int status = EXIT_OK;
    if (!args_read(cli, argc, argv, args, &words, 1, &status))
        return status;
    char *end = NULL;
    const double seconds = strtod(seconds_text, &end);
    if (*end || !(seconds > 0 && seconds <= 3600))
        return cli_fail(cli, "bad_seconds", "value", seconds_text, NULL);
    const Game *only = words.count ? cli_game(cli, words.item[0]) : NULL;
    if (words.count && !only)
        return EXIT_USAGE;
    status = EXIT_OK;
    for (int i = 0; games_all[i] && status == EXIT_OK; i++) {
        const Game *game = games_all[i];
        const Against against = {game, other, seconds_text, (int)pairs, json};
        if (only && only != game)
            continue;
        if (other)
            status = against_run(cli, &against);
        else if (!bench_one(cli, game, seconds, json))
            status = EXIT_USAGE;
    }
    return status;
}
