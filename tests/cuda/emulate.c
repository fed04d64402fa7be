/* emulate.c - the kernels of the GPU, run by a loop on the host, held against the
 * engine: every byte of every state, every mask, reward and observation; TAP.
 *
 * emulate FOLDER: FOLDER has the golden hashes. */
#include "engine/data.h"
#include "engine/hash.h"
#include "games/games.h"
#include "tests/cuda/kernels.h"
#include "tests/golden/play.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { TABLES = 37, STEPS = 150, PLAY_STEPS = 90, SETUPS = 3 };

typedef struct {
    const Game *game;
    const Kernels *kernels;
    void *catalog;
    BatchTables b;
    size_t seen_bytes, row_bytes, words;
    /* What the engine says. */
    uint8_t *state, *view, *seen, *out;
    uint64_t *mask;
    uint32_t number[TABLES], moves[TABLES];
    bool over[TABLES];
    int winners[TABLES];
    const char *wrong;
} Emulation;

static void *take(size_t count, size_t bytes)
{
    void *memory = aligned_alloc(64, (count * bytes + 127) / 64 * 64);
    if (!memory)
        abort();
    memset(memory, 0xa5, (count * bytes + 127) / 64 * 64);
    return memory;
}

static void *zeroed(size_t count, size_t bytes)
{
    return memset(take(count, bytes), 0, count * bytes);
}

static void emulation_open(Emulation *e, const Game *game, Data *data)
{
    LoadError error = {0};
    BatchTables *b = &e->b;
    const size_t lanes = (TABLES + BATCH_LANES - 1) / BATCH_LANES * BATCH_LANES;
    const size_t chunks = (game->state_bytes + BATCH_CHUNK - 1) / BATCH_CHUNK;
    memset(e, 0, sizeof *e);
    e->game = game;
    e->catalog = zeroed(1, game->catalog_bytes);
    if (!game->load(data, e->catalog, &error))
        abort();
    for (int i = 0; kernels_all[i]; i++)
        if (strcmp(kernels_all[i]->game, game->id) == 0)
            e->kernels = kernels_all[i];
    e->seen_bytes = (size_t)game->sees_count * game->sees_bytes;
    e->row_bytes = (e->seen_bytes + BATCH_CHUNK - 1) / BATCH_CHUNK * BATCH_CHUNK;
    e->words = ENCODE_WORDS((size_t)game->action_space);
    e->state = take(TABLES, game->state_bytes);
    e->view = take(1, game->state_bytes);
    e->seen = take(1, e->seen_bytes);
    e->out = take(TABLES, game->state_bytes);
    e->mask = take(e->words, sizeof *e->mask);
    b->catalog = e->catalog;
    b->states = take(lanes * chunks, BATCH_CHUNK);
    b->seed = take(TABLES, sizeof *b->seed);
    b->number = take(TABLES, sizeof *b->number);
    b->moves = take(TABLES, sizeof *b->moves);
    b->seen = take(TABLES, e->row_bytes);
    b->masks = take(TABLES * e->words, sizeof *b->masks);
    b->rewards = take(TABLES * (size_t)SEATS_MAX, sizeof *b->rewards);
    b->dones = take(TABLES, 1);
    b->actors = take(TABLES, 1);
    b->counts = take(TABLES, sizeof *b->counts);
    b->actions = take(TABLES, sizeof *b->actions);
    b->draws = take(TABLES, sizeof *b->draws);
    b->finished = take(TABLES, sizeof *b->finished);
    b->scores = take(TABLES * (size_t)SEATS_MAX, sizeof *b->scores);
    b->ended = take(TABLES, sizeof *b->ended);
    b->ended_count = zeroed(1, sizeof *b->ended_count);
    b->waiting = take(TABLES, sizeof *b->waiting);
    b->waiting_count = zeroed(1, sizeof *b->waiting_count);
    b->group = take(TABLES, sizeof *b->group);
    b->rank = take(TABLES, sizeof *b->rank);
    b->group_count = zeroed(BATCH_GROUPS, sizeof *b->group_count);
    b->group_first = take(BATCH_GROUPS, sizeof *b->group_first);
    b->refused = zeroed(1, sizeof *b->refused);
    b->count = TABLES;
}

static void emulation_close(Emulation *e)
{
    BatchTables *b = &e->b;
    void *const all[] = {
        e->catalog,     e->state,   e->view,    e->seen,         e->out,
        e->mask,        b->states,  b->seed,    b->number,       b->moves,
        b->seen,        b->masks,   b->rewards, b->dones,        b->actors,
        b->counts,      b->actions, b->ended,   b->finished,     b->scores,
        b->ended_count, b->group,   b->rank,    b->group_count,  b->group_first,
        b->refused,     b->draws,   b->waiting, b->waiting_count};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

static void *state_of(const Emulation *e, int table)
{
    return e->state + (size_t)table * e->game->state_bytes;
}

static void deal(Emulation *e, int table)
{
    Setup setup = e->b.setup;
    setup.seed = rng_mix(e->b.seed[table], e->number[table]++) >> 1;
    e->moves[table] = 0;
    e->game->open(e->catalog, &setup, state_of(e, table));
    e->game->begin(e->catalog, state_of(e, table), NULL);
}

/* One action at one table, as the engine makes it. */
static void make(Emulation *e, int table, int place)
{
    Command c;
    if (!e->game->action_at(e->catalog, state_of(e, table), place, &c)) {
        e->wrong = "an action that is none";
        return;
    }
    e->game->execute(e->catalog, state_of(e, table), &c, NULL);
    e->moves[table]++;
    const Status status = e->game->status(e->catalog, state_of(e, table));
    e->over[table] = status.over;
    e->winners[table] = status.winners;
    if (status.over)
        deal(e, table);
}

static void expect(Emulation *e, bool holds, const char *what)
{
    if (!holds && !e->wrong)
        e->wrong = what;
}

static void compare_table(Emulation *e, int table)
{
    const Game *game = e->game;
    const BatchTables *b = &e->b;
    const void *state = state_of(e, table);
    const Status status = game->status(e->catalog, state);
    const int players = b->setup.players;
    expect(e,
           memcmp(e->out + (size_t)table * game->state_bytes, state,
                  game->state_bytes) == 0,
           "a state");
    expect(e, game->legal_mask(e->catalog, state, e->mask) == b->counts[table],
           "how many actions are legal");
    expect(e,
           memcmp(e->mask, b->masks + (size_t)table * e->words,
                  e->words * sizeof *e->mask) == 0,
           "a mask");
    expect(e, b->actors[table] == (int8_t)status.to_act, "who is to act");
    game->redact(e->catalog, state, status.to_act, e->view);
    game->observe(e->catalog, e->view, status.to_act, e->seen);
    expect(e,
           memcmp(e->seen, (const uint8_t *)b->seen + (size_t)table * e->row_bytes,
                  e->seen_bytes) == 0,
           "an observation");
    expect(e,
           b->number[table] == e->number[table] && b->moves[table] == e->moves[table],
           "the number of a game or of its moves");
    expect(e, b->dones[table] == e->over[table], "whether a game ended");
    for (int seat = 0; seat < players; seat++) {
        const int reward =
            encode_reward(e->over[table], e->winners[table], players, seat);
        expect(e, (int)b->rewards[table * players + seat] == reward, "a reward");
    }
}

static void compare(Emulation *e)
{
    BatchCall call = {0};
    call.out = e->out;
    e->kernels->states_out(&e->b, &call);
    for (int table = 0; table < TABLES && !e->wrong; table++)
        compare_table(e, table);
}

static void group(Emulation *e, uint32_t *order, uint32_t what)
{
    BatchCall call = {0};
    call.steps = what;
    e->kernels->count_groups(&e->b, &call);
    e->kernels->begin_groups(&e->b, &call);
    e->b.order = order;
    e->kernels->order(&e->b, &call);
}

static void look(Emulation *e, uint32_t *order)
{
    const BatchCall call = {0};
    if (order)
        group(e, order, 1);
    e->kernels->look(&e->b, &call);
    e->b.order = NULL;
    e->kernels->see(&e->b, &call);
}

/* The actions that are drawn, at every table. */
static void act(Emulation *e, uint32_t *order)
{
    const BatchCall call = {0};
    if (order)
        group(e, order, 0);
    e->kernels->act(&e->b, &call);
    e->kernels->resume(&e->b, &call);
    e->kernels->deal(&e->b, &call);
    look(e, order);
}

static void begin(Emulation *e, uint64_t seed)
{
    const BatchCall call = {0};
    for (int table = 0; table < TABLES; table++) {
        e->b.seed[table] = rng_mix(seed, (uint64_t)table);
        e->number[table] = 0;
        e->over[table] = false;
        deal(e, table);
    }
    e->kernels->reset(&e->b, &call);
    look(e, NULL);
}

/* Steps of chance: the same draws here and there. */
static void steps(Emulation *e, uint32_t *order)
{
    BatchCall call = {0};
    for (int step = 0; step < STEPS && !e->wrong; step++) {
        call.seed = (uint64_t)step + 1;
        e->kernels->sample(&e->b, &call);
        for (int table = 0; table < TABLES; table++) {
            Rng rng;
            rng_seed(&rng, rng_mix(call.seed, (uint64_t)table));
            const int count =
                e->game->legal_mask(e->catalog, state_of(e, table), e->mask);
            const int place = mask_pick(e->mask, rng_below(&rng, (uint32_t)count));
            expect(e, place == e->b.actions[table], "an action drawn");
            if (!e->wrong)
                make(e, table, place);
        }
        act(e, order);
        compare(e);
    }
    expect(e, !*e->b.refused, "a legal action was refused");
}

/* The same in one call, with a policy that has favourites and nothing for some. */
static void plays(Emulation *e)
{
    const size_t space = e->game->action_space, players = e->b.setup.players;
    int32_t finished[TABLES] = {0}, scores[TABLES][SEATS_MAX] = {{0}};
    uint16_t *policy = take(space * players, sizeof *policy);
    for (size_t i = 0; i < space * players; i++)
        policy[i] = (uint16_t)(i * 7 % 5);
    BatchCall call = {0};
    call.seed = 99;
    call.in = policy;
    for (int table = 0; table < TABLES; table++) {
        Rng rng;
        rng_seed(&rng, rng_mix(call.seed, (uint64_t)table));
        for (int step = 0; step < PLAY_STEPS; step++) {
            const void *state = state_of(e, table);
            const int seat = e->game->status(e->catalog, state).to_act;
            const int count = e->game->legal_mask(e->catalog, state, e->mask);
            make(e, table,
                 mask_weigh(e->mask, (int)e->words, count,
                            policy + (size_t)seat * space, &rng));
            finished[table] += e->over[table];
            for (int of = 0; of < (int)players; of++)
                scores[table][of] +=
                    encode_reward(e->over[table], e->winners[table], (int)players, of);
        }
    }
    e->kernels->begin_play(&e->b, &call);
    for (int step = 0; step < PLAY_STEPS; step++) {
        e->kernels->draw(&e->b, &call);
        act(e, NULL);
    }
    compare(e);
    for (int table = 0; table < TABLES; table++) {
        expect(e, e->b.finished[table] == finished[table], "games that ended");
        expect(e,
               memcmp(&e->b.scores[(size_t)table * players], scores[table],
                      players * sizeof(int32_t)) == 0,
               "what they came to");
    }
    free(policy);
}

/* A table whose action is not legal stays as it is, and only it. */
static void refuses(Emulation *e)
{
    BatchCall call = {0};
    int64_t wide[TABLES];
    e->kernels->sample(&e->b, &call);
    for (int table = 0; table < TABLES; table++)
        wide[table] = table == 5 ? INT64_C(1) << 40 : e->b.actions[table];
    call.in = wide;
    e->kernels->take(&e->b, &call);
    for (int table = 0; table < TABLES; table++)
        if (table != 5)
            make(e, table, e->b.actions[table]);
    e->over[5] = false;
    act(e, NULL);
    compare(e);
    expect(e, *e->b.refused == 6, "the table of a refused action");
    *e->b.refused = 0;
}

/* There and back, hashes, and masks a byte an action. */
static void moves_between(Emulation *e)
{
    BatchCall call = {0};
    uint64_t hashes[TABLES];
    uint8_t *bytes = take(TABLES, e->game->action_space);
    call.in = e->state;
    e->kernels->states_in(&e->b, &call);
    call.out = hashes;
    e->kernels->hash(&e->b, &call);
    for (int table = 0; table < TABLES; table++)
        expect(e, hashes[table] == hash_bytes(state_of(e, table), e->game->state_bytes),
               "a hash");
    call.out = bytes;
    e->kernels->unpack(&e->b, &call);
    for (size_t i = 0; i < (size_t)TABLES * e->game->action_space; i++)
        expect(e,
               bytes[i] == mask_has(e->b.masks + i / e->game->action_space * e->words,
                                    (int)(i % e->game->action_space)),
               "an unpacked mask");
    free(bytes);
    look(e, NULL);
    compare(e);
}

static const char *run_game(Emulation *e)
{
    const Game *game = e->game;
    uint32_t order[TABLES];
    for (int i = 0; i < SETUPS && !e->wrong; i++) {
        const int players = i & 1 ? game->players_max : game->players_min;
        e->b.setup = play_setup(game, e->catalog, players, i, 0);
        begin(e, (uint64_t)i + 1);
        compare(e);
        steps(e, i == 1 ? NULL : order);
        plays(e);
        refuses(e);
        moves_between(e);
    }
    return e->wrong;
}

/* Whole games against the hashes that every build answers to. */
static const char *run_golden(Emulation *e, const char *folder)
{
    char path[500];
    int players[TABLES], options[TABLES], length[TABLES], lines = 0;
    uint64_t seed[TABLES], hash[TABLES], out[TABLES];
    Setup setups[TABLES];
    snprintf(path, sizeof path, "%s/%s.txt", folder, e->game->id);
    FILE *in = fopen(path, "r");
    if (!in)
        return "no golden hashes";
    memset(setups, 0, sizeof setups);
    for (; lines < TABLES; lines++) {
        if (fscanf(in, "%d %d %" SCNu64 " %d %" SCNx64, &players[lines],
                   &options[lines], &seed[lines], &length[lines], &hash[lines]) != 5)
            break;
        setups[lines] = play_setup(e->game, e->catalog, players[lines], options[lines],
                                   seed[lines]);
    }
    fclose(in);
    BatchCall call = {0};
    call.in = setups;
    call.out = out;
    e->b.count = (uint64_t)lines;
    e->kernels->games(&e->b, &call);
    e->b.count = TABLES;
    for (int i = 0; i < lines; i++)
        if (out[i] != hash[i] || e->b.finished[i] != length[i])
            return "a golden hash";
    return lines ? NULL : "no golden hashes";
}

int main(int argc, char **argv)
{
    LoadError error = {0};
    Data *data = data_open(NULL, 0, &error);
    int number = 0, failed = 0;
    if (argc != 2 || !data)
        return 2;
    for (int i = 0; games_all[i]; i++) {
        static Emulation e;
        emulation_open(&e, games_all[i], data);
        const char *wrong = e.kernels ? run_game(&e) : "no kernels";
        if (!wrong)
            wrong = run_golden(&e, argv[1]);
        printf("%s %d - %s: kernels do as the engine\n", wrong ? "not ok" : "ok",
               ++number, games_all[i]->id);
        if (wrong)
            printf("# differs: %s\n", wrong);
        failed += wrong != NULL;
        emulation_close(&e);
    }
    data_close(data);
    printf("1..%d\n", number);
    return failed != 0;
}
