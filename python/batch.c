/* batch.c - many tables stepped at once, straight into arrays of the caller's. */
#include "python/snapshot.h"

#include "agents/clock.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { THREADS_MAX = 64, ARRAYS = 7, AGENT_MOVES_MAX = 100000, SPIN_US = 40 };

/* What Python gives to write into, in the order of Batch(...). */
enum { TO_OBS, TO_MASK, TO_REWARD, TO_DONE, TO_ACTOR, TO_COUNT, TO_ACTION };

enum { WORK_NONE, WORK_RESET, WORK_STEP, WORK_LOOK, WORK_SAMPLE, WORK_PLAY, WORK_QUIT };

typedef struct BatchObject BatchObject;

typedef struct {
    BatchObject *batch;
    pthread_t thread;
    int from, to; /* its tables */
    void *view;
    Rollout rollout;
    Guard guard;
} Worker;

/* What play() was asked for. */
typedef struct {
    unsigned int steps;
    const uint16_t *policy; /* or NULL */
    int32_t *finished, *scores;
} BatchPlay;

struct BatchObject {
    PyObject_HEAD const Game *game;
    const void *catalog;
    Setup setup;
    int count, players, worker_count, started;
    pid_t made_by;
    const Agent *agent[SEATS_MAX]; /* NULL: the caller plays this seat */
    int budget_ms, iterations;
    uint8_t *states;
    uint64_t *seed;   /* of each table's stream of games */
    uint32_t *number; /* of its game */
    uint32_t *moves;  /* made in it */
    Py_buffer array[ARRAYS];
    Worker *worker;
    uint64_t sample_seed;
    BatchPlay play;
    bool busy, closed;
    /* The pool: a number rises, everybody works, the last one in says so. */
    pthread_mutex_t lock;
    pthread_cond_t wake, done;
    atomic_int round, left; /* changed under the lock */
    int work;
    int spin_us; /* how long somebody looks before they sleep */
};

static void *batch_state(const BatchObject *b, int i)
{
    return b->states + (size_t)i * b->game->state_bytes;
}

static uint64_t *batch_mask(const BatchObject *b, int i)
{
    return (uint64_t *)b->array[TO_MASK].buf +
           (size_t)i * ENCODE_WORDS((size_t)b->game->action_space);
}

/* What the seat to act sees and may do. */
static void batch_look(const BatchObject *b, const Worker *w, int i, int seat)
{
    const Game *game = b->game;
    const size_t bytes = (size_t)game->sees_count * game->sees_bytes;
    void *state = batch_state(b, i);
    uint8_t *obs = (uint8_t *)b->array[TO_OBS].buf + (size_t)i * bytes;
    game->redact(b->catalog, state, seat, w->view);
    game->observe(b->catalog, w->view, seat, obs);
    ((int32_t *)b->array[TO_COUNT].buf)[i] =
        game->legal_mask(b->catalog, state, batch_mask(b, i));
    ((int8_t *)b->array[TO_ACTOR].buf)[i] = (int8_t)seat;
}

static void batch_deal(const BatchObject *b, int i)
{
    Setup setup = b->setup;
    setup.seed = rng_mix(b->seed[i], b->number[i]++) >> 1;
    b->moves[i] = 0;
    b->game->open(b->catalog, &setup, batch_state(b, i));
    b->game->begin(b->catalog, batch_state(b, i), NULL);
}

static void batch_end(const BatchObject *b, int i, Status status)
{
    float *reward = (float *)b->array[TO_REWARD].buf + (size_t)i * (size_t)b->players;
    for (int seat = 0; seat < b->players; seat++)
        reward[seat] = (float)encode_reward(1, status.winners, b->players, seat);
    ((uint8_t *)b->array[TO_DONE].buf)[i] = 1;
}

static void batch_clear(const BatchObject *b, int i)
{
    float *reward = (float *)b->array[TO_REWARD].buf + (size_t)i * (size_t)b->players;
    memset(reward, 0, (size_t)b->players * sizeof *reward);
    ((uint8_t *)b->array[TO_DONE].buf)[i] = 0;
}

/* Built-in players move, and games that are over are dealt anew, until it is the
 * caller's turn. */
static void batch_settle(const BatchObject *b, Worker *w, int i)
{
    for (int moves = 0;; moves++) {
        const Status status = b->game->status(b->catalog, batch_state(b, i));
        ASSERT(moves < AGENT_MOVES_MAX);
        if (status.over) {
            batch_end(b, i, status);
            batch_deal(b, i);
            continue;
        }
        const Agent *agent = b->agent[status.to_act];
        if (!agent) {
            batch_look(b, w, i, status.to_act);
            return;
        }
        w->rollout.iterations = b->iterations;
        const Command *c = rollout_pick(&w->rollout, batch_state(b, i),
                                        rng_mix(b->seed[i], b->number[i]),
                                        (int)b->moves[i]++, agent, b->budget_ms);
        ASSERT(c);
        b->game->execute(b->catalog, batch_state(b, i), c, NULL);
    }
}

static void batch_step(const BatchObject *b, Worker *w, int i)
{
    const int32_t place = ((const int32_t *)b->array[TO_ACTION].buf)[i];
    Command c;
    const bool is_there = b->game->action_at(b->catalog, batch_state(b, i), place, &c);
    ASSERT(is_there);
    batch_clear(b, i);
    b->game->execute(b->catalog, batch_state(b, i), &c, NULL);
    b->moves[i]++;
    batch_settle(b, w, i);
}

static void batch_sample(const BatchObject *b, int i)
{
    const int32_t count = ((const int32_t *)b->array[TO_COUNT].buf)[i];
    Rng rng;
    rng_seed(&rng, rng_mix(b->sample_seed, (uint64_t)i));
    ((int32_t *)b->array[TO_ACTION].buf)[i] =
        mask_pick(batch_mask(b, i), rng_below(&rng, (uint32_t)count));
}

/* So many steps of chance or of a policy; only the last is looked at. */
static void batch_play(const BatchObject *b, const Worker *w, int i)
{
    const Game *game = b->game;
    const BatchPlay *play = &b->play;
    const int words = ENCODE_WORDS((int)game->action_space);
    uint64_t *mask = batch_mask(b, i);
    int32_t *score = play->scores + (size_t)i * (size_t)b->players;
    Rng rng;
    rng_seed(&rng, rng_mix(b->sample_seed, (uint64_t)i));
    memset(score, 0, (size_t)b->players * sizeof *score);
    play->finished[i] = 0;
    batch_clear(b, i);
    for (unsigned int step = 0; step < play->steps; step++) {
        Command c;
        const int seat = game->status(b->catalog, batch_state(b, i)).to_act;
        const int count = game->legal_mask(b->catalog, batch_state(b, i), mask);
        const int place =
            play->policy
                ? mask_weigh(mask, words, count,
                             play->policy + (size_t)seat * game->action_space, &rng)
                : mask_pick(mask, rng_below(&rng, (uint32_t)count));
        const bool is_there = game->action_at(b->catalog, batch_state(b, i), place, &c);
        ASSERT(is_there);
        batch_clear(b, i);
        game->execute(b->catalog, batch_state(b, i), &c, NULL);
        b->moves[i]++;
        const Status status = game->status(b->catalog, batch_state(b, i));
        if (!status.over)
            continue;
        play->finished[i]++;
        for (int at = 0; at < b->players; at++)
            score[at] += encode_reward(1, status.winners, b->players, at);
        batch_end(b, i, status);
        batch_deal(b, i);
    }
    batch_look(b, w, i, game->status(b->catalog, batch_state(b, i)).to_act);
}

static void worker_run(Worker *w, int work)
{
    const BatchObject *b = w->batch;
    if (!GUARD(&w->guard))
        return;
    for (int i = w->from; i < w->to; i++) {
        if (work == WORK_STEP) {
            batch_step(b, w, i);
        } else if (work == WORK_SAMPLE) {
            batch_sample(b, i);
        } else if (work == WORK_PLAY) {
            batch_play(b, w, i);
        } else {
            if (work == WORK_RESET)
                batch_deal(b, i);
            batch_settle(b, w, i);
        }
    }
    guard_end(&w->guard);
}

/* To be woken takes as long as a hundred steps: with a core for everybody a thread
 * looks for some microseconds before it sleeps. It yields to nobody meanwhile: on a
 * busy machine that costs a turn of everybody else at every look, and who sleeps is
 * woken sooner than that. */
static bool batch_look_again(int64_t until_us)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
    return clock_us() < until_us;
}

static void *worker_main(void *whose)
{
    Worker *w = whose;
    BatchObject *b = w->batch;
    int seen = 0;
    for (;;) {
        const int64_t until_us = clock_us() + b->spin_us;
        while (b->round == seen && batch_look_again(until_us))
            ;
        pthread_mutex_lock(&b->lock);
        while (b->round == seen)
            pthread_cond_wait(&b->wake, &b->lock);
        seen = b->round;
        const int work = b->work;
        pthread_mutex_unlock(&b->lock);
        if (work == WORK_QUIT)
            return NULL;
        worker_run(w, work);
        pthread_mutex_lock(&b->lock);
        if (--b->left == 0)
            pthread_cond_signal(&b->done);
        pthread_mutex_unlock(&b->lock);
    }
}

static void batch_call_workers(BatchObject *b, int work)
{
    pthread_mutex_lock(&b->lock);
    b->work = work;
    b->left = b->started;
    b->round++;
    pthread_cond_broadcast(&b->wake);
    pthread_mutex_unlock(&b->lock);
}

/* All tables; the calling thread has its share. NULL with an exception set. */
static PyObject *batch_work(BatchObject *b, int work)
{
    b->busy = true;
    PyThreadState *released = PyEval_SaveThread();
    if (b->started)
        batch_call_workers(b, work);
    worker_run(&b->worker[0], work);
    const int64_t until_us = clock_us() + b->spin_us;
    while (b->started && b->left && batch_look_again(until_us))
        ;
    pthread_mutex_lock(&b->lock);
    while (b->started && b->left)
        pthread_cond_wait(&b->done, &b->lock);
    pthread_mutex_unlock(&b->lock);
    PyEval_RestoreThread(released);
    b->busy = false;
    for (int i = 0; i < b->worker_count; i++)
        if (b->worker[i].guard.said[0]) {
            b->closed = true;
            return guard_raise(&b->worker[i].guard);
        }
    Py_RETURN_NONE;
}

static bool batch_ready(const BatchObject *b)
{
    const char *why = NULL;
    if (b->closed)
        why = "this Batch is closed";
    else if (b->busy)
        why = "this Batch is in use by another thread";
    else if (b->made_by != getpid())
        why = "this Batch was made before the process forked; make another and restore "
              "a snapshot into it";
    if (why)
        PyErr_SetString(PyExc_RuntimeError, why);
    return !why;
}

static void batch_stop(BatchObject *b)
{
    if (b->started && b->made_by == getpid()) {
        batch_call_workers(b, WORK_QUIT);
        for (int i = 1; i <= b->started; i++)
            pthread_join(b->worker[i].thread, NULL);
    }
    b->started = 0;
    b->closed = true;
}

static void batch_dealloc(PyObject *self)
{
    BatchObject *b = (BatchObject *)self;
    PyTypeObject *type = Py_TYPE(self);
    batch_stop(b);
    for (int i = 0; b->worker && i < b->worker_count; i++) {
        free(b->worker[i].view);
        rollout_clear(&b->worker[i].rollout);
    }
    free(b->worker);
    free(b->states);
    free(b->seed);
    free(b->number);
    free(b->moves);
    for (int i = 0; i < ARRAYS; i++)
        if (b->array[i].obj)
            PyBuffer_Release(&b->array[i]);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static bool batch_bind(BatchObject *b, PyObject *arrays)
{
    const Game *game = b->game;
    const size_t n = (size_t)b->count;
    const size_t bytes[ARRAYS] = {n * game->sees_count * game->sees_bytes,
                                  n * ENCODE_WORDS((size_t)game->action_space) *
                                      sizeof(uint64_t),
                                  n * (size_t)b->players * sizeof(float),
                                  n,
                                  n,
                                  n * sizeof(int32_t),
                                  n * sizeof(int32_t)};
    static const char *const names[ARRAYS] = {
        "observations", "masks", "rewards", "dones", "actors", "counts", "actions"};
    if (PyTuple_Size(arrays) != ARRAYS)
        return PyErr_Format(PyExc_ValueError, "seven arrays are needed") != NULL;
    for (int i = 0; i < ARRAYS; i++)
        if (!core_buffer(PyTuple_GetItem(arrays, i), true, bytes[i], names[i],
                         &b->array[i])) {
            b->array[i].obj = NULL;
            return false;
        }
    return true;
}

/* One name a seat, None for the caller's. */
static bool batch_seats(BatchObject *b, PyObject *agents)
{
    int own = 0;
    if (PyTuple_Size(agents) != b->players)
        return PyErr_Format(PyExc_ValueError, "agents names %zd seats, %d play",
                            PyTuple_Size(agents), b->players) != NULL;
    for (int seat = 0; seat < b->players; seat++) {
        PyObject *name = PyTuple_GetItem(agents, seat);
        if (name == Py_None) {
            own++;
            continue;
        }
        const char *text = PyUnicode_AsUTF8AndSize(name, NULL);
        b->agent[seat] = text ? agents_find(text) : NULL;
        if (text && !b->agent[seat])
            PyErr_Format(PyExc_ValueError, "no agent is called \"%s\"", text);
        if (!b->agent[seat])
            return false;
    }
    if (!own)
        PyErr_SetString(PyExc_ValueError, "one seat at least must be the caller's");
    return own > 0;
}

static bool batch_allocate(BatchObject *b, int threads)
{
    const size_t n = (size_t)b->count;
    b->worker_count = threads < b->count ? threads : b->count;
    b->states = aligned_alloc(64, (n * b->game->state_bytes + 63) / 64 * 64);
    b->seed = calloc(n, sizeof *b->seed);
    b->number = calloc(n, sizeof *b->number);
    b->moves = calloc(n, sizeof *b->moves);
    b->worker = calloc((size_t)b->worker_count, sizeof *b->worker);
    if (!b->states || !b->seed || !b->number || !b->moves || !b->worker)
        return PyErr_NoMemory() != NULL;
    for (int i = 0; i < b->worker_count; i++) {
        Worker *w = &b->worker[i];
        w->batch = b;
        w->from = (int)(n * (size_t)i / (size_t)b->worker_count);
        w->to = (int)(n * (size_t)(i + 1) / (size_t)b->worker_count);
        w->view = calloc(1, b->game->state_bytes);
        if (!w->view || !rollout_init(&w->rollout, b->game, b->catalog))
            return PyErr_NoMemory() != NULL;
    }
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->wake, NULL);
    pthread_cond_init(&b->done, NULL);
    cpu_set_t cores;
    const bool known = sched_getaffinity(0, sizeof cores, &cores) == 0;
    b->spin_us = known && CPU_COUNT(&cores) >= b->worker_count ? SPIN_US : 0;
    for (int i = 1; i < b->worker_count; i++, b->started++)
        if (pthread_create(&b->worker[i].thread, NULL, worker_main, &b->worker[i]) != 0)
            return PyErr_Format(PyExc_RuntimeError, "no more threads") != NULL;
    return true;
}

/* Batch(game, setup, n, threads, agents, ms, iterations, arrays) */
static PyObject *batch_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    const char *id = NULL, *json = NULL;
    PyObject *agents = NULL, *arrays = NULL;
    int count = 0, threads = 0, ms = 0, iterations = 0;
    Setup setup;
    (void)named;
    if (!PyArg_ParseTuple(args, "ssiiO!iiO!", &id, &json, &count, &threads,
                          &PyTuple_Type, &agents, &ms, &iterations, &PyTuple_Type,
                          &arrays))
        return NULL;
    if (count < 1 || count > 1 << 24)
        return PyErr_Format(PyExc_ValueError, "n is %d, not 1 to %d", count, 1 << 24);
    if (threads < 1 || threads > THREADS_MAX)
        return PyErr_Format(PyExc_ValueError, "threads is %d, not 1 to %d", threads,
                            THREADS_MAX);
    const int game = core_game(id);
    if (game < 0 || !core_setup(game, json, &setup))
        return NULL;
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    BatchObject *b = (BatchObject *)alloc(type, 0);
    if (!b)
        return NULL;
    b->game = games_all[game];
    b->catalog = core_catalog(game);
    b->setup = setup;
    b->count = count;
    b->players = setup.players;
    b->made_by = getpid();
    b->budget_ms = ms;
    b->iterations = iterations;
    if (!batch_seats(b, agents) || !batch_bind(b, arrays) ||
        !batch_allocate(b, threads))
        Py_CLEAR(b);
    return (PyObject *)b;
}

/* reset(seeds): every table dealt anew, each from its own seed. */
static PyObject *batch_reset(PyObject *self, PyObject *seeds)
{
    BatchObject *b = (BatchObject *)self;
    Py_buffer view;
    if (!batch_ready(b) ||
        !core_buffer(seeds, false, (size_t)b->count * sizeof *b->seed, "seeds", &view))
        return NULL;
    memcpy(b->seed, view.buf, (size_t)view.len);
    PyBuffer_Release(&view);
    memset(b->number, 0, (size_t)b->count * sizeof *b->number);
    memset(b->array[TO_DONE].buf, 0, (size_t)b->array[TO_DONE].len);
    memset(b->array[TO_REWARD].buf, 0, (size_t)b->array[TO_REWARD].len);
    return batch_work(b, WORK_RESET);
}

static PyObject *batch_take_sample(PyObject *self, PyObject *seed)
{
    BatchObject *b = (BatchObject *)self;
    if (!batch_ready(b))
        return NULL;
    b->sample_seed = PyLong_AsUnsignedLongLongMask(seed);
    if (PyErr_Occurred())
        return NULL;
    return batch_work(b, WORK_SAMPLE);
}

/* step(): the actions array; one that its mask forbids is refused before any is made.
 */
static PyObject *batch_take_step(PyObject *self, PyObject *args)
{
    BatchObject *b = (BatchObject *)self;
    (void)args;
    if (!batch_ready(b))
        return NULL;
    const int32_t *action = b->array[TO_ACTION].buf;
    for (int i = 0; i < b->count; i++)
        if (action[i] < 0 || action[i] >= b->game->action_space ||
            !mask_has(batch_mask(b, i), action[i]))
            return PyErr_Format(PyExc_ValueError,
                                "action %d of table %d is not legal there", action[i],
                                i);
    return batch_work(b, WORK_STEP);
}

static Tables batch_tables(const BatchObject *b)
{
    const Tables tables = {b->game,
                           &b->setup,
                           (size_t)b->count,
                           {b->states, b->seed, b->number, b->moves}};
    return tables;
}

static PyObject *batch_snapshot(PyObject *self, PyObject *args)
{
    BatchObject *b = (BatchObject *)self;
    (void)args;
    if (!batch_ready(b))
        return NULL;
    const Tables tables = batch_tables(b);
    return snapshot_make(&tables);
}

static PyObject *batch_restore(PyObject *self, PyObject *from)
{
    BatchObject *b = (BatchObject *)self;
    if (!batch_ready(b))
        return NULL;
    const Tables tables = batch_tables(b);
    return snapshot_read(&tables, from) ? batch_work(b, WORK_LOOK) : NULL;
}

/* play(seed, steps, policy, finished, scores): policy is None or weights by seat. */
static PyObject *batch_take_play(PyObject *self, PyObject *args)
{
    BatchObject *b = (BatchObject *)self;
    BatchPlay *play = &b->play;
    unsigned long long seed = 0;
    PyObject *policy = NULL, *finished = NULL, *scores = NULL;
    Py_buffer view[3] = {{0}, {0}, {0}};
    const size_t n = (size_t)b->count, players = (size_t)b->players;
    const size_t weights = players * b->game->action_space * sizeof(uint16_t);
    if (!batch_ready(b) || !PyArg_ParseTuple(args, "KIOOO", &seed, &play->steps,
                                             &policy, &finished, &scores))
        return NULL;
    for (size_t seat = 0; seat < players; seat++)
        if (b->agent[seat])
            return PyErr_Format(PyExc_ValueError,
                                "play() is for tables without built-in players");
    PyObject *done = NULL;
    if (core_buffer(finished, true, n * sizeof(int32_t), "finished", &view[0]) &&
        core_buffer(scores, true, n * players * sizeof(int32_t), "scores", &view[1]) &&
        (policy == Py_None ||
         core_buffer(policy, false, weights, "policy", &view[2]))) {
        play->finished = view[0].buf;
        play->scores = view[1].buf;
        play->policy = view[2].buf;
        b->sample_seed = seed;
        done = batch_work(b, WORK_PLAY);
    }
    for (int i = 0; i < 3; i++)
        if (view[i].obj)
            PyBuffer_Release(&view[i]);
    return done;
}

static PyObject *batch_close(PyObject *self, PyObject *args)
{
    BatchObject *b = (BatchObject *)self;
    (void)args;
    if (b->busy) {
        PyErr_SetString(PyExc_RuntimeError, "this Batch is in use by another thread");
        return NULL;
    }
    batch_stop(b);
    Py_RETURN_NONE;
}

static PyMethodDef batch_methods[] = {
    {"reset", batch_reset, METH_O, "Deal every table anew."},
    {"sample", batch_take_sample, METH_O, "A legal action for each."},
    {"step", batch_take_step, METH_NOARGS, "Make the actions."},
    {"play", batch_take_play, METH_VARARGS, "So many steps at once."},
    {"snapshot", batch_snapshot, METH_NOARGS, "All states as bytes."},
    {"restore", batch_restore, METH_O, "Go on from a snapshot."},
    {"close", batch_close, METH_NOARGS, "End its threads."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot batch_slots[] = {
    {Py_tp_new, batch_new},
    {Py_tp_dealloc, batch_dealloc},
    {Py_tp_methods, batch_methods},
    {Py_tp_doc, "Many tables stepped at once."},
    {0, NULL},
};

PyType_Spec batch_spec = {"parlor._core.Batch", sizeof(BatchObject), 0,
                          Py_TPFLAGS_DEFAULT, batch_slots};
