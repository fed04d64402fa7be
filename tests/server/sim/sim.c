/* sim.c - a world in one process: runs its seeds, and shortens one that fails.
 *
 * sim                     the seeds of a test run
 * sim --minutes N         so many million client-minutes from a given --seed on
 * sim --seed N            one seed, again */
#include "tests/server/sim/sim.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RUNS_TO_SHORTEN = 400 };

typedef struct {
    double client_minutes;
    long messages, answers, moves, refusals, undos;
} Tally;

/* Secrets that are the same each time. */

static Rng secret;

static const char *secret_name(void)
{
    return "seeded";
}

static uint32_t secret_word(void)
{
    return (uint32_t)rng_next(&secret);
}

static void secret_bytes(void *out, size_t bytes)
{
    uint8_t *at = out;
    for (size_t i = 0; i < bytes; i++)
        at[i] = (uint8_t)rng_next(&secret);
}

/* Instead of libsodium's, which take their time on purpose. */

int crypto_pwhash_str_alg(char out[crypto_pwhash_STRBYTES], const char *password,
                          unsigned long long password_bytes, unsigned long long ops,
                          size_t memory, int alg)
{
    (void)ops;
    (void)memory;
    (void)alg;
    snprintf(out, crypto_pwhash_STRBYTES, "%.*s", (int)password_bytes, password);
    return 0;
}

int crypto_pwhash_str_verify(const char known[crypto_pwhash_STRBYTES],
                             const char *password, unsigned long long password_bytes)
{
    return strlen(known) == password_bytes &&
                   memcmp(known, password, password_bytes) == 0
               ? 0
               : -1;
}

static SimPlan plan_of(uint64_t seed)
{
    static const int people[] = {4, 12, 60, 300, 1500};
    SimPlan plan = {.seed = seed};
    plan.people = people[seed % 5];
    plan.nodes = seed % 3 == 0 ? 1 : seed % 3 == 1 ? 2 : 3;
    plan.is_sql = plan.nodes == 1 && seed % 2 == 0;
    plan.steps = plan.people > 1000 ? 24000 : plan.people > 100 ? 8000 : 6000;
    plan.wait_ms = plan.people > 1000 ? 3000 : plan.people > 100 ? 600 : 1500;
    plan.tick_ms = plan.people > 1000 ? 500 : 100;
    return plan;
}

static void run_steps(const SimPlan *plan, Data *data, const SimStep *steps,
                      const uint8_t *left_out, Tally *tally)
{
    rng_seed(&secret, plan->seed);
    World *w = world_new(plan, data);
    const int64_t from_ms = w->now_ms;
    for (int i = 0; i < plan->steps; i++) {
        if (left_out && left_out[i])
            continue;
        script_step(w, &steps[i]);
        if (i % 64 == 0)
            check_world(w);
    }
    tally->client_minutes =
        (double)(w->now_ms - from_ms) / 60000.0 * (double)plan->people;
    tally->messages = w->messages;
    tally->answers = w->answers;
    tally->moves = w->moves;
    tally->undos = w->undos;
    tally->refusals = w->refusals;
    world_end(w);
}

/* In a process of its own: a crash is a finding like any other. True: it went well. */
static bool run_apart(const SimPlan *plan, Data *data, const SimStep *steps,
                      const uint8_t *left_out, bool loud, Tally *tally)
{
    int pipes[2];
    if (pipe(pipes) != 0)
        abort();
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        Tally mine = {0};
        if (!loud && !freopen("/dev/null", "w", stderr))
            _Exit(4);
        alarm(600);
        run_steps(plan, data, steps, left_out, &mine);
        const bool told = write(pipes[1], &mine, sizeof mine) == sizeof mine;
        _Exit(told ? 0 : 5);
    }
    int status = 0;
    close(pipes[1]);
    const bool heard = read(pipes[0], tally, sizeof *tally) == sizeof *tally;
    close(pipes[0]);
    waitpid(child, &status, 0);
    if (loud && WIFSIGNALED(status))
        fprintf(stderr, "seed %llu: ended by signal %d\n",
                (unsigned long long)plan->seed, WTERMSIG(status));
    return heard && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Leave out ever smaller parts for as long as it still fails. */
static void shorten(const SimPlan *plan, Data *data, const SimStep *steps)
{
    uint8_t *out = calloc((size_t)plan->steps, 1), *trial = malloc((size_t)plan->steps);
    ASSERT(out && trial);
    Tally tally;
    int runs = 0;
    for (int size = plan->steps / 2; size >= 1 && runs < RUNS_TO_SHORTEN; size /= 2) {
        for (int at = 0; at < plan->steps && runs < RUNS_TO_SHORTEN; at += size) {
            int left = 0;
            memcpy(trial, out, (size_t)plan->steps);
            for (int i = at; i < at + size && i < plan->steps; i++) {
                left += !trial[i];
                trial[i] = 1;
            }
            if (left == 0)
                continue;
            runs++;
            if (!run_apart(plan, data, steps, trial, false, &tally))
                memcpy(out, trial, (size_t)plan->steps);
        }
    }
    fprintf(stderr, "what is left of it after %d runs:\n", runs);
    for (int i = 0; i < plan->steps; i++)
        if (!out[i])
            script_write(&steps[i]);
    run_apart(plan, data, steps, out, true, &tally);
    free(out);
    free(trial);
}

static bool run_seed(uint64_t seed, Data *data, Tally *all)
{
    const SimPlan plan = plan_of(seed);
    Tally tally = {0};
    SimStep *steps = script_make(&plan);
    const bool good = run_apart(&plan, data, steps, NULL, true, &tally);
    if (!good)
        shorten(&plan, data, steps);
    free(steps);
    all->client_minutes += tally.client_minutes;
    all->messages += tally.messages;
    all->answers += tally.answers;
    all->moves += tally.moves;
    all->undos += tally.undos;
    all->refusals += tally.refusals;
    return good;
}

int main(int argc, char **argv)
{
    static randombytes_implementation seeded = {secret_name, secret_word,  NULL,
                                                NULL,        secret_bytes, NULL};
    LoadError error;
    double millions = 1;
    uint64_t first = 1, only = 0;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--minutes") == 0)
            millions = atof(argv[i + 1]);
        if (strcmp(argv[i], "--from") == 0)
            first = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--seed") == 0)
            only = strtoull(argv[i + 1], NULL, 10);
    }
    randombytes_set_implementation(&seeded);
    /* In memory where the machine has a folder that is: a sync there costs nothing. */
    snprintf(db_file, sizeof db_file, "%s/parlor-sim-%d.db",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (int)getpid());
    log_set_level(LOG_NONE);
    Data *data = data_open(NULL, 0, &error);
    ASSERT(data);
    Tally all = {0};
    bool good = true;
    if (only) {
        good = run_seed(only, data, &all);
    } else {
        for (uint64_t seed = first; good && all.client_minutes < millions * 1e6; seed++)
            good = run_seed(seed, data, &all);
    }
    printf("%.0f client-minutes, %ld requests, %ld answers, %ld refused, %ld moves, "
           "%ld taken back\n",
           all.client_minutes, all.messages, all.answers, all.refusals, all.moves,
           all.undos);
    data_close(data);
    db_clean();
    return good ? 0 : 1;
}
