/* sim.c - parlor sim: agents against each other, many times, and how sure the result
 * is.
 *
 * Every deal is played once for each way of seating the agents, so luck with the cards
 * and with the seat evens out. Each game depends on its number alone and results are
 * sums, so any number of threads gives the same answer. */
#include "cli/args.h"
#include "cli/rollout.h"

#include "engine/hash.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* A shared win is split between up to four: twelfths keep the sums whole. */
enum { SIM_JOBS_MAX = 64, SIM_SHARE = 12 };

typedef struct {
    int64_t seat_games, wins, draws;
    int64_t shares; /* twelfths of wins, shared wins included */
    int64_t points; /* on the scoreboard at the end */
} SimScore;

typedef struct {
    const Game *game;
    const void *catalog;
    Setup setup;
    const Agent *agent[SEATS_MAX];
    int agent_count;
    int64_t games;
    uint64_t seed;
    int budget_ms, iterations, memory_mib;
    bool check;
    /* Shared between the threads. */
    _Atomic int64_t next, done;
    _Atomic bool stop;
    pthread_mutex_t lock; /* over what is below */
    SimScore score[SEATS_MAX];
    int64_t steps;
    uint64_t ends; /* sum of the hashes of all final states */
    const char *broken;
    int64_t broken_game;
} Sim;

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
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

/* Game 'number': which deal it is, and who sits where. */
static const char *sim_game(Sim *sim, Rollout *r, int64_t number, SimScore *score,
                            int64_t *steps, uint64_t *ends)
{
    const int players = sim->agent_count;
    const int64_t deal = number / players;
    const int turned = (int)(number % players);
    Setup setup = sim->setup;
    /* One bit less, so that the seed can be typed and saved as a plain number. */
    setup.seed = rng_mix(sim->seed, (uint64_t)deal) >> 1;
    for (int seat = 0; seat < players; seat++)
        r->agent[seat] = sim->agent[(seat + turned) % players];
    int game_steps = 0;
    const uint64_t agents_seed = rng_mix(~sim->seed, (uint64_t)number);
    const char *broken = rollout_play(r, &setup, agents_seed, &game_steps);
    if (broken)
        return broken;
    const Status status = sim->game->status(sim->catalog, r->state);
    for (int seat = 0; seat < players; seat++) {
        SimScore *mine = &score[(seat + turned) % players];
        sim_count(mine, &status, seat, players);
        mine->points += sim->game->points(sim->catalog, r->state, seat);
    }
    *steps += game_steps;
    *ends += hash_bytes(r->state, sim->game->state_bytes);
    return NULL;
}

static void sim_add(Sim *sim, const SimScore *score, int64_t steps, uint64_t ends)
{
    pthread_mutex_lock(&sim->lock);
    for (int i = 0; i < sim->agent_count; i++) {
        sim->score[i].seat_games += score[i].seat_games;
        sim->score[i].wins += score[i].wins;
        sim->score[i].draws += score[i].draws;
        sim->score[i].shares += score[i].shares;
        sim->score[i].points += score[i].points;
    }
    sim->steps += steps;
    sim->ends += ends;
    pthread_mutex_unlock(&sim->lock);
}

static void *sim_work(void *shared)
{
    Sim *sim = shared;
    Rollout r;
    SimScore score[SEATS_MAX] = {0};
    int64_t steps = 0;
    uint64_t ends = 0;
    const char *broken = NULL;
    int64_t number = -1;
    if (!rollout_init(&r, sim->game, sim->catalog))
        broken = "out of memory";
    r.budget_ms = sim->budget_ms;
    r.iterations = sim->iterations;
    r.memory_mib = sim->memory_mib;
    r.check = sim->check;
    while (!broken && !atomic_load(&sim->stop)) {
        number = atomic_fetch_add(&sim->next, 1);
        if (number >= sim->games)
            break;
        broken = sim_game(sim, &r, number, score, &steps, &ends);
        atomic_fetch_add(&sim->done, 1);
    }
    rollout_clear(&r);
    sim_add(sim, score, steps, ends);
    if (broken) {
        pthread_mutex_lock(&sim->lock);
        sim->broken = broken;
        sim->broken_game = number;
        pthread_mutex_unlock(&sim->lock);
        atomic_store(&sim->stop, true);
    }
    return NULL;
}

static void sim_progress(Sim *sim)
{
    while (!atomic_load(&sim->stop) && atomic_load(&sim->done) < sim->games) {
        fprintf(stderr, "\r%lld / %lld", (long long)atomic_load(&sim->done),
                (long long)sim->games);
        const struct timespec pause = {.tv_nsec = 200 * 1000 * 1000};
        nanosleep(&pause, NULL);
    }
    fprintf(stderr, "\r\033[K");
}

static bool sim_run(Sim *sim, int jobs)
{
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
    return !sim->broken;
}

typedef struct {
    double rate, low, high, elo;
} SimRate;

/* Wilson's interval, 95 %, and the rating against an equal field: with n players an
 * average one wins 1 in n. */
static SimRate sim_rate(const SimScore *score, int players)
{
    const double z = 1.959964;
    const double n = (double)score->seat_games;
    const double p = (double)score->shares / (SIM_SHARE * n);
    const double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
    const double half =
        z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    /* Half a game each way keeps a clean sweep finite. */
    const double safe = (p * n + 0.5) / (n + 1);
    SimRate rate;
    rate.rate = p;
    rate.low = fmax(0, middle - half);
    rate.high = fmin(1, middle + half);
    rate.elo = 400 * log10(safe * (players - 1) / (1 - safe));
    return rate;
}

static void sim_write(const Sim *sim, double seconds)
{
    JsonW w;
    jw_open(&w);
    jw_object(&w, NULL);
    jw_str(&w, "game", sim->game->id);
    jw_int(&w, "games", sim->games);
    jw_real(&w, "seconds", seconds, 3);
    jw_int(&w, "steps", sim->steps);
    jw_hex64(&w, "hash", sim->ends);
    jw_bool(&w, "checked", sim->check);
    record_write_setup(&w, sim->game, &sim->setup);
    jw_array(&w, "agents");
    for (int i = 0; i < sim->agent_count; i++) {
        const SimScore *score = &sim->score[i];
        const SimRate rate = sim_rate(score, sim->agent_count);
        jw_object(&w, NULL);
        jw_str(&w, "name", sim->agent[i]->name);
        jw_int(&w, "seat_games", score->seat_games);
        jw_int(&w, "wins", score->wins);
        jw_int(&w, "draws", score->draws);
        jw_real(&w, "rate", rate.rate, 4);
        jw_real(&w, "low", rate.low, 4);
        jw_real(&w, "high", rate.high, 4);
        jw_real(&w, "elo", rate.elo, 1);
        jw_real(&w, "points", (double)score->points / (double)score->seat_games, 2);
        jw_end_object(&w);
    }
    jw_end_array(&w);
    jw_end_object(&w);
    fwrite(w.text, 1, w.used, stdout);
    fputc('\n', stdout);
    jw_close(&w);
}

static void sim_print(Cli *cli, const Sim *sim, double seconds)
{
    char games[24], time[24], speed[24], line[300];
    snprintf(games, sizeof games, "%lld", (long long)sim->games);
    snprintf(time, sizeof time, "%.1f", seconds);
    snprintf(speed, sizeof speed, "%.0f", (double)sim->games / fmax(seconds, 1e-9));
    printf("%s\n", cli_fill(cli, line, sizeof line, "sim_head", "game",
                            cli_game_name(cli, sim->game), "games", games, "seconds",
                            time, "speed", speed, NULL));
    printf("%s\n", cli_say(cli, "sim_columns"));
    for (int i = 0; i < sim->agent_count; i++) {
        const SimScore *score = &sim->score[i];
        const SimRate rate = sim_rate(score, sim->agent_count);
        printf("%-10s %8lld %8lld %8lld   %5.1f %% (%.1f - %.1f)   %+6.0f   %6.1f\n",
               sim->agent[i]->name, (long long)score->seat_games,
               (long long)score->wins, (long long)score->draws, 100 * rate.rate,
               100 * rate.low, 100 * rate.high, rate.elo,
               (double)score->points / (double)score->seat_games);
    }
}

/* Take the agents' names apart and find them. */
static bool sim_agents(Cli *cli, Sim *sim, const char *names)
{
    char *text = strdup(names);
    ArgList list = {0};
    bool good = text && args_split(text, &list);
    const int count = list.count;
    if (good && (count < sim->game->players_min || count > sim->game->players_max)) {
        Refusal why = refusal(ERR_BAD_PLAYERS);
        why.quote.arg[0] = sim->game->players_min;
        why.quote.arg[1] = sim->game->players_max;
        cli_refuse(cli, sim->game, &why);
        good = false;
    }
    for (int i = 0; good && i < count; i++) {
        sim->agent[i] = cli_agent(cli, list.item[i]);
        good = sim->agent[i] != NULL;
    }
    sim->agent_count = count;
    free(text);
    return good;
}

int run_sim(Cli *cli, int argc, char **argv)
{
    bool json = false, check = false;
    int64_t games = 1000, jobs = 1, budget_ms = 0, iterations = 0, memory = 0;
    uint64_t seed = 1;
    const char *agents = NULL;
    ArgList options = {0}, words = {0};
    const Arg args[] = {{"games", ARG_INT, &games, 1, 1000000000},
                        {"agents", ARG_TEXT, &agents, 0, 0},
                        {"seed", ARG_SEED, &seed, 0, 0},
                        {"ms", ARG_INT, &budget_ms, 0, 3600000},
                        {"iterations", ARG_INT, &iterations, 0, 1000000000},
                        {"memory", ARG_INT, &memory, 0, 65536},
                        {"jobs", ARG_INT, &jobs, 1, SIM_JOBS_MAX},
                        {"json", ARG_FLAG, &json, 0, 0},
                        {"check", ARG_FLAG, &check, 0, 0},
                        {"option", ARG_TEXTS, &options, 0, 0},
                        {"options", ARG_TEXTS, &options, 0, 0},
                        {0}};
    int status = EXIT_OK;
    if (!args_read(cli, argc, argv, args, &words, ARG_LIST_MAX, &status))
        return status;
    if (!args_take_game(cli, argv[0], &words, &options))
        return EXIT_USAGE;
    Sim sim = {.game = cli_game(cli, words.item[0]), .games = games, .seed = seed};
    sim.catalog = sim.game ? cli_catalog(cli, sim.game) : NULL;
    if (!sim.catalog)
        return EXIT_USAGE;
    if (!agents)
        return cli_fail(cli, "needs_agents", NULL);
    if (!sim_agents(cli, &sim, agents))
        return EXIT_USAGE;
    sim.setup = setup_default(sim.game, sim.agent_count, seed);
    sim.budget_ms = (int)budget_ms;
    sim.iterations = (int)iterations;
    sim.memory_mib = (int)memory;
    sim.check = check;
    if (!args_options(cli, sim.game, &options, &sim.setup) ||
        !args_setup_check(cli, sim.game, sim.catalog, &sim.setup))
        return EXIT_USAGE;
    const double start = seconds_now();
    if (!sim_run(&sim, (int)jobs)) {
        char number[24];
        snprintf(number, sizeof number, "%lld", (long long)sim.broken_game);
        cli_fail(cli, "law_broken", "game", number, "what", sim.broken, NULL);
        return EXIT_FAILED;
    }
    if (json)
        sim_write(&sim, seconds_now() - start);
    else
        sim_print(cli, &sim, seconds_now() - start);
    return EXIT_OK;
}
