/* sim.c - parlor sim: agents against each other, many times, and how sure the result
 * is.
 *
 * Every deal is played once for each way of seating the agents, so luck with the cards
 * and with the seat evens out. Each game depends on its number alone and results are
 * sums, so any number of threads gives the same answer. */
#include "cli/measure/sim.h"
#include "cli/args.h"

#include "agents/clock.h"
#include "agents/external.h"
#include "engine/hash.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static double seconds_now(void)
{
    return (double)clock_us() * 1e-6;
}

static void sim_count(SimScore *score, const Status *status, int seat, int players)
{
    const int winners = bits_count(status->winners);
    score->seat_games++;
    if (winners == 0) {
        score->draws++;
        score->shares += SIM_SHARE / players;
    } else if (status->winners >> seat & 1) {
        score->wins += winners == 1;
        score->draws += winners > 1;
        score->shares += SIM_SHARE / winners;
    }
}

static void sim_count_points(SimScore *score, int points)
{
    const int shown = points < 0                ? 0
                      : points > SIM_POINTS_MAX ? SIM_POINTS_MAX
                                                : points;
    score->points += points;
    score->points_seen[shown]++;
}

/* Hold the hopes of a game against its end. */
static void sim_count_hopes(SimScore *score, const Rollout *r, int seat,
                            const Status *status, int steps)
{
    const int winners = bits_count(status->winners);
    const double got = winners ? (status->winners >> seat & 1) * 1.0 / winners : 0.5;
    for (int i = 0; i < r->hope_count; i++) {
        const RolloutHope *hope = &r->hope[i];
        const int tenth = (int)(hope->share * SIM_HOPES);
        const int part = hope->step * SIM_PARTS / (steps + 1);
        if (hope->seat != seat)
            continue;
        SimHope *sum = &score->hope[part][tenth < SIM_HOPES ? tenth : SIM_HOPES - 1];
        const double wrong = hope->share - got;
        sum->count++;
        sum->hoped += (int64_t)(hope->share * SIM_HOPE_UNITS);
        sum->got += (int64_t)(got * SIM_HOPE_UNITS);
        sum->squares += (int64_t)(wrong * wrong * SIM_HOPE_UNITS);
    }
}

/* What one thread has counted. */
typedef struct {
    SimScore score[SIM_AGENTS_MAX];
    int64_t steps;
    uint64_t ends;
} SimTally;

/* Game 'number': which table and deal it is, and who sits where. */
static const char *sim_game(Sim *sim, Rollout *r, SimRecord *record, int64_t number,
                            SimTally *tally)
{
    const int players = sim->players;
    const uint8_t *table = sim->table[number / sim->table_games];
    const int64_t game = number % sim->table_games;
    const int64_t deal = game / players;
    const int turned = (int)(game % players);
    Setup setup = sim->setup;
    /* One bit less, so that the seed can be typed and saved as a plain number. */
    setup.seed = rng_mix(sim->seed, (uint64_t)deal) >> 1;
    for (int seat = 0; seat < players; seat++)
        r->agent[seat] = sim->agent[table[(seat + turned) % players]];
    int steps = 0;
    const uint64_t agents_seed = rng_mix(~sim->seed, (uint64_t)number);
    if (sim->record)
        sim_record_begin(record, sim, &setup, r, number);
    const char *broken = rollout_play(r, &setup, agents_seed, &steps);
    if (broken)
        return broken;
    if (sim->record)
        sim_record_end(record, sim, r, steps);
    const Status status = sim->game->status(sim->catalog, r->state);
    for (int seat = 0; seat < players; seat++) {
        const int who = table[(seat + turned) % players];
        SimScore *mine = &tally->score[who];
        const int64_t before = mine->shares;
        sim_count(mine, &status, seat, players);
        sim_count_hopes(mine, r, seat, &status, steps);
        sim_count_points(mine, sim->game->points(sim->catalog, r->state, seat));
        if (sim->test.on && who == 0) {
            pthread_mutex_lock(&sim->lock);
            sim_test_add(&sim->test, game, (int)(mine->shares - before));
            if (sim->test.verdict)
                atomic_store(&sim->stop, true);
            pthread_mutex_unlock(&sim->lock);
        }
    }
    tally->steps += steps;
    tally->ends += hash_bytes(r->state, sim->game->state_bytes);
    return NULL;
}

static void sim_add(Sim *sim, const SimTally *tally)
{
    pthread_mutex_lock(&sim->lock);
    for (int i = 0; i < sim->agent_count; i++) {
        SimScore *sum = &sim->score[i];
        const SimScore *more = &tally->score[i];
        sum->seat_games += more->seat_games;
        sum->wins += more->wins;
        sum->draws += more->draws;
        sum->shares += more->shares;
        sum->points += more->points;
        for (int points = 0; points <= SIM_POINTS_MAX; points++)
            sum->points_seen[points] += more->points_seen[points];
        for (int k = 0; k < SIM_PARTS * SIM_HOPES; k++) {
            SimHope *hope = &sum->hope[0][0] + k;
            const SimHope *other = &more->hope[0][0] + k;
            hope->count += other->count;
            hope->hoped += other->hoped;
            hope->got += other->got;
            hope->squares += other->squares;
        }
    }
    sim->steps += tally->steps;
    sim->ends += tally->ends;
    pthread_mutex_unlock(&sim->lock);
}

static void *sim_work(void *shared)
{
    Sim *sim = shared;
    Rollout r;
    SimTally tally = {0};
    SimRecord record = {0};
    const char *broken = NULL;
    int64_t number = -1;
    if (!rollout_init(&r, sim->game, sim->catalog))
        broken = "out of memory";
    r.budget_ms = sim->budget_ms;
    r.by_work = true;
    r.iterations = sim->iterations;
    r.memory_mib = sim->memory_mib;
    r.threads = sim->threads;
    r.check = sim->check;
    r.stop = &sim->interrupted;
    if (sim->record)
        sim_record_open(&record, &r);
    r.hope = malloc(ROLLOUT_HOPES_MAX * sizeof *r.hope);
    while (!broken && !atomic_load(&sim->stop)) {
        number = atomic_fetch_add(&sim->next, 1);
        if (number >= sim->games)
            break;
        broken = sim_game(sim, &r, &record, number, &tally);
        atomic_fetch_add(&sim->done, broken == NULL);
    }
    if (broken == rollout_stopped)
        broken = NULL;
    if (sim->record)
        sim_record_close(&record);
    free(r.hope);
    rollout_clear(&r);
    sim_add(sim, &tally);
    if (broken) {
        pthread_mutex_lock(&sim->lock);
        sim->broken = broken;
        sim->broken_game = number;
        pthread_mutex_unlock(&sim->lock);
        atomic_store(&sim->stop, true);
    }
    return NULL;
}

/* A bar, how many, and how long it will still take. */
static void sim_progress(Sim *sim)
{
    const double start = seconds_now();
    while (!atomic_load(&sim->stop) && atomic_load(&sim->done) < sim->games) {
        const int64_t done = atomic_load(&sim->done);
        const int full = (int)(done * 30 / sim->games);
        const double left =
            done ? (seconds_now() - start) * (double)(sim->games - done) / (double)done
                 : 0;
        fprintf(stderr, "\r[%.*s%.*s] %lld / %lld  %d:%02d ", full,
                "##############################", 30 - full,
                "..............................", (long long)done,
                (long long)sim->games, (int)left / 60, (int)left % 60);
        const struct timespec pause = {.tv_nsec = 200 * 1000 * 1000};
        nanosleep(&pause, NULL);
    }
    fprintf(stderr, "\r\033[K");
}

/* An interrupt ends the tournament, not its results: the games that have ended count,
 * those being played are given up. A second one ends the program as ever. */
static Sim *interrupted_sim;

static void on_interrupt(int signal_number)
{
    atomic_store(&interrupted_sim->stop, true);
    atomic_store(&interrupted_sim->interrupted, true);
    signal(signal_number, SIG_DFL);
}

static bool sim_run(Sim *sim, int jobs)
{
    interrupted_sim = sim;
    signal(SIGINT, on_interrupt);
    pthread_t thread[SIM_JOBS_MAX];
    int started = 0;
    pthread_mutex_init(&sim->lock, NULL);
    while (started < jobs && started < sim->games &&
           pthread_create(&thread[started], NULL, sim_work, sim) == 0)
        started++;
    if (started == 0)
        sim_work(sim);
    if (isatty(STDERR_FILENO))
        sim_progress(sim);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    pthread_mutex_destroy(&sim->lock);
    signal(SIGINT, SIG_DFL);
    if (atomic_load(&sim->interrupted))
        sim->games = atomic_load(&sim->done);
    return !sim->broken;
}

/* With a verdict only the deals it was reached with count. */
static void sim_cut(Sim *sim)
{
    SimScore first = {.points = sim->score[0].points}, second = {0};
    const int64_t games = 2 * sim->test.pairs;
    if (!sim->test.verdict || games >= sim->games)
        return;
    for (int64_t i = 0; i < games; i++) {
        const int share = sim->test.share[i] - 1;
        first.wins += share == SIM_SHARE;
        second.wins += share == 0;
        first.shares += share;
    }
    first.seat_games = second.seat_games = games;
    first.draws = second.draws = games - first.wins - second.wins;
    second.shares = games * SIM_SHARE - first.shares;
    for (int i = 0; i < 2; i++) {
        const SimScore *cut = i ? &second : &first;
        SimScore *whole = &sim->score[i];
        whole->points = whole->points * games / whole->seat_games;
        whole->seat_games = games;
        whole->wins = cut->wins;
        whole->draws = cut->draws;
        whole->shares = cut->shares;
    }
    sim->games = games;
}

/* More seats than agents: each agent begins a table, and the others follow in turn,
 * round and round, so that everybody sits as often. */
static void sim_tables_repeated(Sim *sim)
{
    for (int first = 0; first < sim->agent_count; first++)
        for (int seat = 0; seat < sim->players; seat++)
            sim->table[first][seat] = (uint8_t)((first + seat) % sim->agent_count);
    sim->table_count = sim->agent_count;
}

/* Every choice of 'players' among the agents is a table. */
static void sim_tables_chosen(Sim *sim)
{
    for (int set = 0; set < 1 << sim->agent_count; set++) {
        if (bits_count((uint64_t)set) != sim->players)
            continue;
        ASSERT(sim->table_count < SIM_TABLES_MAX);
        int seat = 0;
        for (int i = 0; i < sim->agent_count; i++)
            if (set >> i & 1)
                sim->table[sim->table_count][seat++] = (uint8_t)i;
        sim->table_count++;
    }
}

static bool sim_players_fit(Cli *cli, const Sim *sim)
{
    const Game *game = sim->game;
    if (sim->players >= game->players_min && sim->players <= game->players_max)
        return true;
    Refusal why = refusal(ERR_BAD_PLAYERS);
    why.quote.arg[0] = game->players_min;
    why.quote.arg[1] = game->players_max;
    cli_refuse(cli, game, &why);
    return false;
}

/* Take the agents' names apart and find them. */
static bool sim_agents(Cli *cli, Sim *sim, const char *names, int players)
{
    char *text = strdup(names);
    ArgList list = {0};
    bool good = text && args_split(text, &list) && list.count <= SIM_AGENTS_MAX;
    sim->agent_count = list.count;
    sim->players = players ? players : list.count;
    good = sim_players_fit(cli, sim) && good;
    for (int i = 0; good && i < list.count; i++) {
        sim->agent[i] = cli_agent(cli, list.item[i]);
        good = sim->agent[i] != NULL;
    }
    free(text);
    return good;
}

typedef struct {
    bool json, check;
    int64_t games, jobs, budget_ms, load_ms, iterations, memory, threads, players;
    uint64_t seed;
    const char *agents, *sprt, *plot, *record;
    ArgList options, words;
} SimWish;

static bool sim_read(Cli *cli, int argc, char **argv, SimWish *wish, int *status)
{
    const Arg args[] = {{"games", ARG_INT, &wish->games, 1, 1000000000},
                        {"agents", ARG_TEXT, &wish->agents, 0, 0},
                        {"players", ARG_INT, &wish->players, 2, SEATS_MAX},
                        {"seed", ARG_SEED, &wish->seed, 0, 0},
                        {"ms", ARG_INT, &wish->budget_ms, 0, 3600000},
                        {"load", ARG_INT, &wish->load_ms, 1, 3600000},
                        {"iterations", ARG_INT, &wish->iterations, 0, 1000000000},
                        {"memory", ARG_INT, &wish->memory, 0, 65536},
                        {"threads", ARG_INT, &wish->threads, 1, SIM_JOBS_MAX},
                        {"jobs", ARG_INT, &wish->jobs, 1, SIM_JOBS_MAX},
                        {"sprt", ARG_TEXT, &wish->sprt, 0, 0},
                        {"plot", ARG_TEXT, &wish->plot, 0, 0},
                        {"record", ARG_TEXT, &wish->record, 0, 0},
                        {"json", ARG_FLAG, &wish->json, 0, 0},
                        {"check", ARG_FLAG, &wish->check, 0, 0},
                        {"option", ARG_TEXTS, &wish->options, 0, 0},
                        {"options", ARG_TEXTS, &wish->options, 0, 0},
                        {0}};
    return args_read_agents(cli, argc, argv, args, &wish->words, &wish->options,
                            &wish->agents, status);
}

/* The tournament as wished for; says what is wrong with it. */
static bool sim_open(Cli *cli, Sim *sim, const SimWish *wish)
{
    sim->game = cli_game(cli, wish->words.item[0]);
    sim->catalog = sim->game ? cli_catalog(cli, sim->game) : NULL;
    if (!sim->catalog || !sim_agents(cli, sim, wish->agents, (int)wish->players))
        return false;
    sim->games = wish->games;
    sim->seed = wish->seed;
    sim->setup = setup_default(sim->game, sim->players, wish->seed);
    sim->budget_ms = (int)wish->budget_ms;
    sim->iterations = (int)wish->iterations;
    sim->memory_mib = (int)wish->memory;
    sim->threads = (int)wish->threads;
    sim->check = wish->check;
    if (!args_options(cli, sim->game, &wish->options, &sim->setup) ||
        !args_setup_check(cli, sim->game, sim->catalog, &sim->setup))
        return false;
    if (wish->sprt &&
        (sim->agent_count != 2 || sim->players != 2 || wish->games > 100000000 ||
         !sim_test_open(&sim->test, wish->sprt, wish->games))) {
        cli_fail(cli, "bad_sprt", NULL);
        return false;
    }
    if (sim->players > sim->agent_count)
        sim_tables_repeated(sim);
    else
        sim_tables_chosen(sim);
    sim->table_games = sim->games;
    sim->games *= sim->table_count;
    return true;
}

/* What programs outside did wrong, a line each. */
static void sim_faults(Cli *cli, const Sim *sim)
{
    for (int i = 0; i < sim->agent_count; i++) {
        const ExternalFaults faults = external_faults(sim->agent[i]);
        if (!faults.late && !faults.garbage && !faults.crashes)
            continue;
        char late[24], garbage[24], crashes[24];
        snprintf(late, sizeof late, "%lld", (long long)faults.late);
        snprintf(garbage, sizeof garbage, "%lld", (long long)faults.garbage);
        snprintf(crashes, sizeof crashes, "%lld", (long long)faults.crashes);
        cli_fail(cli, "agent_faults", "agent", sim->agent[i]->name, "late", late,
                 "garbage", garbage, "crashes", crashes, NULL);
    }
}

int run_sim(Cli *cli, int argc, char **argv)
{
    SimWish wish = {.games = 1000, .jobs = 1, .seed = 1, .load_ms = EXTERNAL_LOAD_MS};
    int status = EXIT_OK;
    if (!sim_read(cli, argc, argv, &wish, &status))
        return status;
    Sim *sim = calloc(1, sizeof *sim);
    if (!sim || !sim_open(cli, sim, &wish)) {
        free(sim);
        return EXIT_USAGE;
    }
    if (wish.record && !(sim->record = fopen(wish.record, "w"))) {
        free(sim->test.share);
        free(sim);
        return cli_fail(cli, "cannot_write", "file", wish.record, NULL);
    }
    external_limit_load((int)wish.load_ms);
    const double start = seconds_now();
    if (!sim_run(sim, (int)wish.jobs)) {
        char number[24];
        snprintf(number, sizeof number, "%lld", (long long)sim->broken_game);
        cli_fail(cli, "law_broken", "game", number, "what", sim->broken, NULL);
        status = EXIT_FAILED;
    } else if (sim->games == 0) {
        cli_fail(cli, "sim_interrupted_early", NULL);
        status = EXIT_INTERRUPTED;
    } else {
        if (atomic_load(&sim->interrupted)) {
            cli_fail(cli, "sim_interrupted", NULL);
            status = EXIT_INTERRUPTED;
        }
        sim_cut(sim);
        if (wish.json)
            sim_write(sim, seconds_now() - start);
        else
            sim_print(cli, sim, seconds_now() - start);
        if (wish.plot && !sim_plot(cli, sim, wish.plot))
            status = EXIT_FAILED;
        sim_faults(cli, sim);
    }
    if (sim->record && fclose(sim->record) != 0) {
        cli_fail(cli, "cannot_write", "file", wish.record, NULL);
        status = EXIT_FAILED;
    }
    free(sim->test.share);
    free(sim);
    return status;
}
