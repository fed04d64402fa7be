/* ladder.c - parlor ladder: every agent against every other, and how strong each is.
 *
 * A deal is played twice by each pair, seats changed. Each deal depends on its number
 * alone, so a ladder can stop at any time, go on later, and take in new agents. */
#include "cli/measure/ladder.h"

#include "cli/args.h"

#include <stdlib.h>
#include <unistd.h>

static void ladder_seat(const Ladder *l, Rollout *r, int seat, int who)
{
    const LadderAgent *agent = &l->agent[who];
    r->agent[seat] = agent->agent;
    r->iterations_of[seat] = agent->iterations  ? agent->iterations
                             : agent->budget_ms ? 0
                                                : l->iterations;
    r->budget_of[seat] = agent->budget_ms ? agent->budget_ms : l->budget_ms;
}

/* Halves of a win for the first of the pair, who sits in 'seat'; -1: broken. */
static int ladder_game(Ladder *l, Rollout *r, int64_t deal, int pair, int seat)
{
    Setup setup = l->setup;
    int steps = 0;
    setup.seed = rng_mix(l->seed, (uint64_t)deal) >> 1;
    ladder_seat(l, r, seat, l->first[pair]);
    ladder_seat(l, r, !seat, l->second[pair]);
    const uint64_t agents_seed = rng_mix(~l->seed, (uint64_t)deal * 2 + (uint64_t)seat);
    l->broken = rollout_play(r, &setup, agents_seed, &steps);
    if (l->broken)
        return -1;
    const Status status = l->game->status(l->catalog, r->state);
    return bits_count(status.winners) != 1 ? 1 : status.winners >> seat & 1 ? 2 : 0;
}

static void *ladder_work(void *shared)
{
    Ladder *l = shared;
    Rollout r;
    const int64_t count = l->deals * l->pair_count;
    if (!rollout_init(&r, l->game, l->catalog))
        abort();
    r.by_work = true;
    while (!atomic_load(&l->stop)) {
        const int64_t number = atomic_fetch_add(&l->next, 1);
        if (number >= count)
            break;
        const int64_t deal = number / l->pair_count;
        const int pair = (int)(number % l->pair_count);
        if (*ladder_halves(l, deal, pair))
            continue;
        const int one = ladder_game(l, &r, deal, pair, 0);
        const int other = one < 0 ? -1 : ladder_game(l, &r, deal, pair, 1);
        if (other < 0) {
            atomic_store(&l->stop, true);
            break;
        }
        pthread_mutex_lock(&l->lock);
        *ladder_halves(l, deal, pair) = (uint8_t)(one + other + 1);
        ladder_note(l, deal, pair);
        pthread_mutex_unlock(&l->lock);
        if (isatty(STDERR_FILENO))
            fprintf(stderr, "\r%lld / %lld ", (long long)number + 1, (long long)count);
    }
    rollout_clear(&r);
    return NULL;
}

static void ladder_run(Ladder *l, int jobs)
{
    pthread_t thread[64];
    int started = 0;
    pthread_mutex_init(&l->lock, NULL);
    while (started < jobs - 1 &&
           pthread_create(&thread[started], NULL, ladder_work, l) == 0)
        started++;
    ladder_work(l);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    pthread_mutex_destroy(&l->lock);
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
}

/* "hard@500", "hard@100ms": the agent's name and how much it may think. */
static bool ladder_agent(Cli *cli, LadderAgent *agent, const char *word)
{
    char name[LADDER_WORD_MAX];
    if (strlen(word) >= sizeof name)
        return false;
    strcpy(agent->word, word);
    strcpy(name, word);
    char *at = strrchr(name, '@');
    if (at) {
        const size_t length = strlen(at);
        const bool by_time = length > 3 && strcmp(at + length - 2, "ms") == 0;
        int64_t number = 0;
        if (by_time)
            at[length - 2] = 0;
        if (args_number(at + 1, 1, 100000000, &number)) {
            *(by_time ? &agent->budget_ms : &agent->iterations) = (int)number;
            *at = 0;
        } else {
            strcpy(name, word);
        }
    }
    agent->agent = cli_agent(cli, name);
    return agent->agent != NULL;
}

typedef struct {
    bool json;
    int64_t games, jobs, budget_ms, iterations;
    uint64_t seed;
    const char *agents, *file, *plot;
    ArgList options, words;
} LadderWish;

static bool ladder_agents(Cli *cli, Ladder *l, const char *names)
{
    char *text = strdup(names);
    ArgList list = {0};
    bool good = text && args_split(text, &list) && list.count <= LADDER_AGENTS_MAX;
    if (!good || list.count < 2) {
        cli_fail(cli, "needs_agents", NULL);
        good = false;
    }
    for (int i = 0; good && i < list.count; i++)
        good = ladder_agent(cli, &l->agent[i], list.item[i]);
    l->agent_count = list.count;
    for (int i = 0; good && i < list.count; i++)
        for (int k = i + 1; k < list.count; k++) {
            l->first[l->pair_count] = (uint8_t)i;
            l->second[l->pair_count++] = (uint8_t)k;
        }
    free(text);
    return good;
}

static bool ladder_open(Cli *cli, Ladder *l, const LadderWish *wish)
{
    l->game = cli_game(cli, wish->words.item[0]);
    l->catalog = l->game ? cli_catalog(cli, l->game) : NULL;
    if (!l->catalog || !ladder_agents(cli, l, wish->agents))
        return false;
    l->deals = (wish->games + 1) / 2;
    l->seed = wish->seed;
    l->budget_ms = (int)wish->budget_ms;
    l->iterations = (int)wish->iterations;
    l->setup = setup_default(l->game, 2, wish->seed);
    if (!args_options(cli, l->game, &wish->options, &l->setup) ||
        !args_setup_check(cli, l->game, l->catalog, &l->setup))
        return false;
    l->halves = calloc((size_t)l->deals, (size_t)l->pair_count);
    if (!l->halves)
        abort();
    return !wish->file || ladder_load(cli, l, wish->file);
}

static bool ladder_read(Cli *cli, int argc, char **argv, LadderWish *wish, int *status)
{
    const Arg args[] = {{"games", ARG_INT, &wish->games, 2, 1000000},
                        {"agents", ARG_TEXT, &wish->agents, 0, 0},
                        {"seed", ARG_SEED, &wish->seed, 0, 0},
                        {"ms", ARG_INT, &wish->budget_ms, 0, 3600000},
                        {"iterations", ARG_INT, &wish->iterations, 0, 1000000000},
                        {"jobs", ARG_INT, &wish->jobs, 1, 64},
                        {"file", ARG_TEXT, &wish->file, 0, 0},
                        {"plot", ARG_TEXT, &wish->plot, 0, 0},
                        {"json", ARG_FLAG, &wish->json, 0, 0},
                        {"option", ARG_TEXTS, &wish->options, 0, 0},
                        {"options", ARG_TEXTS, &wish->options, 0, 0},
                        {0}};
    return args_read_agents(cli, argc, argv, args, &wish->words, &wish->options,
                            &wish->agents, status);
}

int run_ladder(Cli *cli, int argc, char **argv)
{
    LadderWish wish = {.games = 100, .jobs = 1, .seed = 1};
    int status = EXIT_OK;
    if (!ladder_read(cli, argc, argv, &wish, &status))
        return status;
    Ladder *l = calloc(1, sizeof *l);
    if (!l)
        abort();
    if (!ladder_open(cli, l, &wish)) {
        status = EXIT_USAGE;
    } else {
        ladder_run(l, (int)wish.jobs);
        if (l->broken) {
            cli_fail(cli, "law_broken", "game", "?", "what", l->broken, NULL);
            status = EXIT_FAILED;
        } else if (wish.json) {
            ladder_write(l);
        } else {
            ladder_print(cli, l);
        }
        if (!status && wish.plot && !ladder_plot(cli, l, wish.plot))
            status = EXIT_FAILED;
    }
    if (l->file && fclose(l->file) && !status)
        status = cli_fail(cli, "cannot_write", "file", wish.file, NULL);
    free(l->halves);
    free(l);
    return status;
}
