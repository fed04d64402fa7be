/* laws.c - holds every game to every law on thousands of random matches.
 *
 * laws [GAME]: PARLOR_LAW_GAMES says how many matches a game, PARLOR_LAW_SEED where the
 * numbers start, PARLOR_LAW_OPTIONS that all have the options of that number (see
 * play.h). Match 7 is the same match in every run. The output is TAP, a line a
 * law a game; what fails is also written as lines for 'parlor rpc'. */
#include "tests/laws/shrink.h"
#include "tests/laws/subject.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A game whose matches are long plays fewer of them. */
enum { MOVES_A_MATCH = 300 };
enum { MATCHES_DEFAULT = 2000, WORKERS_MAX = 16, FAILURES_MAX = 3 };

typedef struct {
    const Subject *subject;
    int match_count;
    uint64_t seed;
    const char *options; /* the same number of options for all; NULL: in turn */
    atomic_int next;
    atomic_int failures;         /* matches that failed */
    atomic_llong moves;          /* made in all of them */
    pthread_mutex_t lock;        /* over the next line */
    int failed_match[LAW_COUNT]; /* the first match that broke the law; -1: none */
} Run;

/* Match number n of a game: player counts in turn, then options in turn. */
static Setup run_setup(const Run *run, int match)
{
    const Game *game = run->subject->game;
    const int counts = game->players_max - game->players_min + 1;
    const int options = run->options ? atoi(run->options) : match / counts;
    return play_setup(game, run->subject->catalog, game->players_min + match % counts,
                      options, rng_mix(run->seed, (uint64_t)match) >> 32);
}

static void run_match(const Run *run, Trial *t, int match)
{
    const Setup setup = run_setup(run, match);
    trial_play(t, &setup, rng_mix(setup.seed, (uint64_t)match));
}

static void *run_worker(void *whose)
{
    Run *run = whose;
    Trial trial;
    trial_open(&trial, run->subject);
    for (;;) {
        const int match = atomic_fetch_add(&run->next, 1);
        if (match >= run->match_count || atomic_load(&run->failures) >= FAILURES_MAX ||
            atomic_load(&run->moves) >= (long long)run->match_count * MOVES_A_MATCH)
            break;
        run_match(run, &trial, match);
        atomic_fetch_add(&run->moves, trial.step);
        const int law = trial.failure.law;
        if (law == LAW_NONE)
            continue;
        atomic_fetch_add(&run->failures, 1);
        pthread_mutex_lock(&run->lock);
        if (run->failed_match[law] < 0 || run->failed_match[law] > match)
            run->failed_match[law] = match;
        pthread_mutex_unlock(&run->lock);
    }
    trial_close(&trial);
    return NULL;
}

static void run_all(Run *run)
{
    pthread_t worker[WORKERS_MAX];
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const int count = cores < 1 ? 1 : cores > WORKERS_MAX ? WORKERS_MAX : (int)cores;
    for (int i = 0; i < count; i++)
        if (pthread_create(&worker[i], NULL, run_worker, run) != 0)
            abort();
    for (int i = 0; i < count; i++)
        pthread_join(worker[i], NULL);
}

/* Play the failing match again, shorten it, show it. */
static void report(const Run *run, int match)
{
    Trial trial;
    trial_open(&trial, run->subject);
    run_match(run, &trial, match);
    printf("# match %d of %s, after %d moves: %s\n", match, trial.game->id,
           trial.failure.step, trial.failure.what);
    const int tries = shrink(&trial);
    char path[200];
    snprintf(path, sizeof path, "laws-%s-%s.jsonl", trial.game->id,
             law_names[trial.failure.law]);
    printf("# %d tries later, after %d moves: %s\n", tries, trial.failure.step,
           trial.failure.what);
    char *lines = NULL;
    size_t lines_bytes = 0;
    FILE *memory = open_memstream(&lines, &lines_bytes);
    FILE *file = fopen(path, "w");
    if (!memory || !file)
        abort();
    shrink_write(&trial, memory);
    fclose(memory);
    fputs(lines, file);
    fclose(file);
    for (char *line = strtok(lines, "\n"); line; line = strtok(NULL, "\n"))
        printf("#   %s\n", line);
    printf("# the same lines are in %s, for parlor rpc\n", path);
    free(lines);
    trial_close(&trial);
}

static int test_game(const Subject *subject, int match_count, uint64_t seed, int *point)
{
    Run run = {.subject = subject,
               .match_count = match_count,
               .seed = seed,
               .options = getenv("PARLOR_LAW_OPTIONS")};
    int failed = 0;
    for (int law = 0; law < LAW_COUNT; law++)
        run.failed_match[law] = -1;
    pthread_mutex_init(&run.lock, NULL);
    run_all(&run);
    pthread_mutex_destroy(&run.lock);
    for (int law = 1; law < LAW_COUNT; law++) {
        const bool held = run.failed_match[law] < 0;
        printf("%s %d - %s: %s\n", held ? "ok" : "not ok", ++*point, subject->game->id,
               law_sentences[law]);
        if (!held)
            report(&run, run.failed_match[law]);
        failed += !held;
    }
    printf("# %s: %lld moves\n", subject->game->id, (long long)atomic_load(&run.moves));
    fflush(stdout);
    return failed;
}

static int number_from(const char *name, int otherwise)
{
    const char *text = getenv(name);
    return text && atoi(text) > 0 ? atoi(text) : otherwise;
}

int main(int argc, char **argv)
{
    static Subjects all;
    const int match_count = number_from("PARLOR_LAW_GAMES", MATCHES_DEFAULT);
    const uint64_t seed = (uint64_t)number_from("PARLOR_LAW_SEED", 1);
    int point = 0, failed = 0, games = 0;
    subjects_open(&all);
    for (int i = 0; i < all.count; i++)
        games += argc < 2 || strcmp(all.subject[i].game->id, argv[1]) == 0;
    printf("1..%d\n", games * (LAW_COUNT - 1));
    for (int i = 0; i < all.count; i++)
        if (argc < 2 || strcmp(all.subject[i].game->id, argv[1]) == 0)
            failed += test_game(&all.subject[i], match_count, seed, &point);
    subjects_close(&all);
    return failed || !games;
}
