/* table.c - one flat state: the quickest way to step, look and copy from Python. */
#include "python/core.h"

#include "engine/hash.h"

#include <stdlib.h>

typedef struct {
    PyObject_HEAD int game_index;
    const Game *game;
    const void *catalog;
    Setup setup;
    int moves;
    int mask_count; /* of the state as it is now; -1: look again */
    void *state, *view;
    uint64_t *mask;
} TableObject;

static void table_dealloc(PyObject *self)
{
    TableObject *t = (TableObject *)self;
    PyTypeObject *type = Py_TYPE(self);
    free(t->state);
    free(t->view);
    free(t->mask);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static TableObject *table_alloc(PyTypeObject *type, int game, const Setup *setup)
{
    const void *catalog = core_catalog(game);
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    TableObject *t = catalog ? (TableObject *)alloc(type, 0) : NULL;
    if (!t)
        return NULL;
    t->game_index = game;
    t->game = games_all[game];
    t->catalog = catalog;
    t->setup = *setup;
    t->mask_count = -1;
    t->state = calloc(1, t->game->state_bytes);
    t->view = calloc(1, t->game->state_bytes);
    t->mask = calloc((size_t)ENCODE_WORDS(t->game->action_space), sizeof *t->mask);
    if (t->state && t->view && t->mask)
        return t;
    Py_DECREF(t);
    PyErr_NoMemory();
    return NULL;
}

/* Table(game, setup[, state, moves]): a match begun, or as it stands in a state's
 * bytes. */
static PyObject *table_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    const char *id = NULL, *json = NULL, *bytes = NULL;
    Py_ssize_t count = 0;
    int moves = 0;
    Setup setup;
    Guard guard;
    (void)named;
    if (!PyArg_ParseTuple(args, "ss|y#i", &id, &json, &bytes, &count, &moves))
        return NULL;
    const int game = core_game(id);
    if (game < 0 || !core_setup(game, json, &setup))
        return NULL;
    TableObject *const t = table_alloc(type, game, &setup);
    if (!t)
        return NULL;
    if (!GUARD(&guard)) {
        Py_DECREF(t);
        return guard_raise(&guard);
    }
    const char *broken = NULL;
    if (!bytes) {
        t->game->open(t->catalog, &setup, t->state);
        t->game->begin(t->catalog, t->state, NULL);
    } else if (count == (Py_ssize_t)t->game->state_bytes) {
        memcpy(t->state, bytes, t->game->state_bytes);
        t->moves = moves;
        broken = t->game->check(t->catalog, t->state);
    } else {
        broken = "of another size";
    }
    guard_end(&guard);
    if (!broken)
        return (PyObject *)t;
    Py_DECREF(t);
    return PyErr_Format(PyExc_ValueError, "no state of %s: %s", id, broken);
}

/* deal(seed): another match of the same setup. */
static PyObject *table_deal(PyObject *self, PyObject *seed)
{
    TableObject *const t = (TableObject *)self;
    const uint64_t given = PyLong_AsUnsignedLongLong(seed);
    Guard guard;
    if (PyErr_Occurred())
        return NULL;
    if (!GUARD(&guard))
        return guard_raise(&guard);
    t->setup.seed = given & INT64_MAX;
    t->moves = 0;
    t->mask_count = -1;
    t->game->open(t->catalog, &t->setup, t->state);
    t->game->begin(t->catalog, t->state, NULL);
    guard_end(&guard);
    Py_RETURN_NONE;
}

static PyObject *table_clone(PyObject *self, PyObject *args)
{
    const TableObject *t = (const TableObject *)self;
    (void)args;
    TableObject *copy = table_alloc(Py_TYPE(self), t->game_index, &t->setup);
    if (!copy)
        return NULL;
    memcpy(copy->state, t->state, t->game->state_bytes);
    copy->moves = t->moves;
    return (PyObject *)copy;
}

/* (to act, or -1; over; winners as bits; moves made) */
static PyObject *table_status(PyObject *self, PyObject *args)
{
    const TableObject *t = (const TableObject *)self;
    const Status s = t->game->status(t->catalog, t->state);
    (void)args;
    return Py_BuildValue("(iiii)", s.over ? -1 : (int)s.to_act, s.over, s.winners,
                         t->moves);
}

/* The command at a place of the action space; false with an exception set. */
static bool table_command(const TableObject *t, long place, Command *c)
{
    const Table table = {t->game, t->catalog, t->state, NULL};
    Refusal why = refusal(ERR_OK);
    const Status status = t->game->status(t->catalog, t->state);
    if (place < 0 || place >= t->game->action_space) {
        PyErr_Format(PyExc_ValueError, "action %ld is not one of 0 to %d", place,
                     t->game->action_space - 1);
        return false;
    }
    if (status.over)
        why.code = ERR_GAME_OVER;
    else if (!t->game->action_at(t->catalog, t->state, (int)place, c))
        why.code = ERR_NOT_AN_OPTION;
    else if (t->mask_count < 0 || !(t->mask[place / 64] >> (place % 64) & 1))
        why.code = t->game->validate(t->catalog, t->state, c, &why.quote);
    if (why.code)
        core_refused(&table, 0, &why);
    return !why.code;
}

/* apply(place): the seat to act then, -1 when it is over; refused moves change
 * nothing. */
static PyObject *table_apply(PyObject *self, PyObject *place)
{
    TableObject *const t = (TableObject *)self;
    const long index = PyLong_AsLong(place);
    Command c;
    Guard guard;
    if (index == -1 && PyErr_Occurred())
        return NULL;
    if (!GUARD(&guard))
        return guard_raise(&guard);
    const bool fine = table_command(t, index, &c);
    if (fine) {
        t->game->execute(t->catalog, t->state, &c, NULL);
        t->moves++;
        t->mask_count = -1;
    }
    guard_end(&guard);
    if (!fine)
        return NULL;
    const Status status = t->game->status(t->catalog, t->state);
    return PyLong_FromLong(status.over ? -1 : (long)status.to_act);
}

static int table_mask_words(TableObject *t)
{
    const int words = ENCODE_WORDS(t->game->action_space);
    if (t->game->status(t->catalog, t->state).over) {
        memset(t->mask, 0, (size_t)words * sizeof *t->mask);
        return 0;
    }
    if (t->mask_count < 0)
        t->mask_count = t->game->legal_mask(t->catalog, t->state, t->mask);
    return t->mask_count;
}

/* The mask as a byte for each action. */
static void table_mask_bytes(TableObject *t, uint8_t *bytes)
{
    const int space = t->game->action_space;
    memset(bytes, 0, (size_t)space);
    for (int word = 0; word < ENCODE_WORDS(space); word++)
        for (uint64_t left = t->mask[word]; left; left &= left - 1)
            bytes[word * 64 + bits_first(left)] = 1;
}

/* legal(): the legal places, ascending. */
static PyObject *table_legal(PyObject *self, PyObject *args)
{
    TableObject *t = (TableObject *)self;
    (void)args;
    const int count = table_mask_words(t);
    PyObject *list = PyList_New(count);
    int at = 0;
    for (int word = 0; list && at < count; word++)
        for (uint64_t left = t->mask[word]; left; left &= left - 1)
            PyList_SetItem(list, at++, PyLong_FromLong(word * 64 + bits_first(left)));
    return list;
}

/* places(): the legal places as the moves are listed. */
static PyObject *table_places(PyObject *self, PyObject *args)
{
    const TableObject *t = (const TableObject *)self;
    (void)args;
    return core_places(t->game, t->catalog, t->state);
}

/* mask(out): a byte for each action, 1 where it is legal. */
static PyObject *table_mask(PyObject *self, PyObject *out)
{
    TableObject *t = (TableObject *)self;
    const int space = t->game->action_space;
    Py_buffer view;
    if (!core_buffer(out, true, (size_t)space, "mask", &view))
        return NULL;
    table_mask_words(t);
    table_mask_bytes(t, view.buf);
    PyBuffer_Release(&view);
    Py_RETURN_NONE;
}

/* observe(seat, out[, mask]): what the seat sees, from its view; and what it may do, a
 * byte for each action. */
static PyObject *table_observe(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    TableObject *t = (TableObject *)self;
    Py_buffer seen, mask;
    if (count < 2 || count > 3)
        return PyErr_Format(PyExc_TypeError, "observe(seat, out[, mask])");
    const long seat = PyLong_AsLong(args[0]);
    if (seat == -1 && PyErr_Occurred())
        return NULL;
    if (seat < 0 || seat >= t->setup.players)
        return PyErr_Format(PyExc_ValueError, "seat %ld is not one of 0 to %d", seat,
                            t->setup.players - 1);
    if (!core_buffer(args[1], true, (size_t)t->game->sees_count * t->game->sees_bytes,
                     "observation", &seen))
        return NULL;
    if (count == 3 &&
        !core_buffer(args[2], true, t->game->action_space, "mask", &mask)) {
        PyBuffer_Release(&seen);
        return NULL;
    }
    t->game->redact(t->catalog, t->state, (int)seat, t->view);
    t->game->observe(t->catalog, t->view, (int)seat, seen.buf);
    PyBuffer_Release(&seen);
    if (count == 2)
        Py_RETURN_NONE;
    const Status status = t->game->status(t->catalog, t->state);
    if (!status.over && status.to_act == seat) {
        table_mask_words(t);
        table_mask_bytes(t, mask.buf);
    } else {
        memset(mask.buf, 0, t->game->action_space);
    }
    PyBuffer_Release(&mask);
    Py_RETURN_NONE;
}

/* say(place, language): the move as a sentence. */
static PyObject *table_say(PyObject *self, PyObject *args)
{
    const TableObject *t = (const TableObject *)self;
    const Table table = {t->game, t->catalog, t->state, NULL};
    int place = 0, language = 0;
    Command c;
    char said[400] = "";
    if (!PyArg_ParseTuple(args, "i|i", &place, &language))
        return NULL;
    const Texts *texts = core_texts(language);
    if (!texts)
        return NULL;
    if (!t->game->action_at(t->catalog, t->state, place, &c))
        return PyErr_Format(PyExc_ValueError, "nothing stands at place %d now", place);
    return PyUnicode_FromString(say_command(&table, texts, &c, said, sizeof said));
}

/* pick(agent, seed, ms, iterations): the place of the move a built-in player makes. */
static PyObject *table_pick(PyObject *self, PyObject *args)
{
    const TableObject *const t = (const TableObject *)self;
    const char *name = NULL;
    unsigned long long seed = 0;
    int ms = 0, iterations = 0;
    volatile int place = ENCODE_NONE;
    Rollout r;
    Guard guard;
    if (!PyArg_ParseTuple(args, "sKii", &name, &seed, &ms, &iterations))
        return NULL;
    const Agent *agent = agents_find(name);
    if (!agent)
        return PyErr_Format(PyExc_ValueError, "no agent is called \"%s\"", name);
    if (ms < 0 || ms > 600000 || iterations < 0)
        return PyErr_Format(PyExc_ValueError, "ms and iterations are out of range");
    if (!rollout_init(&r, t->game, t->catalog))
        return PyErr_NoMemory();
    r.iterations = iterations;
    PyThreadState *const released = PyEval_SaveThread();
    if (GUARD(&guard)) {
        const Command *c = rollout_pick(&r, t->state, seed, t->moves, agent, ms);
        place = c ? t->game->action_index(t->catalog, t->state, c) : ENCODE_NONE;
        guard_end(&guard);
    }
    PyEval_RestoreThread(released);
    rollout_clear(&r);
    if (guard.said[0])
        return guard_raise(&guard);
    if (place < 0)
        return PyErr_Format(PyExc_ValueError, "the game is over");
    return PyLong_FromLong(place);
}

static PyObject *table_hash(PyObject *self, PyObject *args)
{
    const TableObject *t = (const TableObject *)self;
    (void)args;
    return PyLong_FromUnsignedLongLong(hash_bytes(t->state, t->game->state_bytes));
}

static PyObject *table_bytes(PyObject *self, PyObject *args)
{
    const TableObject *t = (const TableObject *)self;
    (void)args;
    return PyBytes_FromStringAndSize(t->state, t->game->state_bytes);
}

static PyObject *table_points(PyObject *self, PyObject *args)
{
    const TableObject *t = (const TableObject *)self;
    (void)args;
    PyObject *list = PyList_New(t->setup.players);
    for (int seat = 0; list && seat < t->setup.players; seat++)
        PyList_SetItem(list, seat,
                       PyLong_FromLong(t->game->points(t->catalog, t->state, seat)));
    return list;
}

static PyMethodDef table_methods[] = {
    {"deal", table_deal, METH_O, "Another match of the same setup."},
    {"clone", table_clone, METH_NOARGS, "A copy."},
    {"status", table_status, METH_NOARGS, "(to act, over, winners, moves)"},
    {"apply", table_apply, METH_O, "Make the move at a place."},
    {"legal", table_legal, METH_NOARGS, "The legal places."},
    {"places", table_places, METH_NOARGS, "The legal places as moves are listed."},
    {"mask", table_mask, METH_O, "The legal places as bytes."},
    {"observe", (PyCFunction)(void (*)(void))table_observe, METH_FASTCALL,
     "What a seat sees, and may do."},
    {"say", table_say, METH_VARARGS, "A move as a sentence."},
    {"pick", table_pick, METH_VARARGS, "The move of a built-in player."},
    {"hash", table_hash, METH_NOARGS, "Over all bytes of the state."},
    {"bytes", table_bytes, METH_NOARGS, "The state itself."},
    {"points", table_points, METH_NOARGS, "What a scoreboard shows."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot table_slots[] = {
    {Py_tp_new, table_new},
    {Py_tp_dealloc, table_dealloc},
    {Py_tp_methods, table_methods},
    {Py_tp_doc, "One flat state."},
    {0, NULL},
};

PyType_Spec table_spec = {"parlor._core.Table", sizeof(TableObject), 0,
                          Py_TPFLAGS_DEFAULT, table_slots};
