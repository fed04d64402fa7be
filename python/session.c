/* session.c - one match behind the line protocol, in memory. */
#include "python/core.h"

#include <stdlib.h>

typedef struct {
    PyObject_HEAD Rpc *rpc;
    JsonW answer;
    PyThread_type_lock inside; /* one thread at a time, also while it lets others run */
} Session;

/* Wait for one's turn; whoever is inside may need the interpreter's lock to come out.
 */
static void session_enter(Session *s)
{
    if (PyThread_acquire_lock(s->inside, NOWAIT_LOCK))
        return;
    PyThreadState *released = PyEval_SaveThread();
    PyThread_acquire_lock(s->inside, WAIT_LOCK);
    PyEval_RestoreThread(released);
}

static void session_leave(Session *s)
{
    PyThread_release_lock(s->inside);
}

static PyObject *session_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    const char *id = NULL;
    (void)named;
    if (!PyArg_ParseTuple(args, "s", &id))
        return NULL;
    const int game = core_game(id);
    const Texts *texts = game < 0 ? NULL : core_texts(0);
    if (!texts || !core_catalog(game))
        return NULL;
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    Session *s = (Session *)alloc(type, 0);
    if (!s)
        return NULL;
    s->inside = PyThread_allocate_lock();
    s->rpc = rpc_new(core_catalogs(), texts);
    if (!s->rpc || !s->inside) {
        Py_DECREF(s);
        return PyErr_NoMemory();
    }
    jw_open(&s->answer);
    return (PyObject *)s;
}

static void session_dealloc(PyObject *self)
{
    Session *s = (Session *)self;
    PyTypeObject *type = Py_TYPE(self);
    if (s->rpc) {
        rpc_free(s->rpc);
        jw_close(&s->answer);
    }
    if (s->inside)
        PyThread_free_lock(s->inside);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

/* call(line, language=0): one request of the line protocol, one answer. Other threads
 * of Python run meanwhile, because an agent may think. */
static PyObject *session_call(PyObject *self, PyObject *args)
{
    Session *s = (Session *)self;
    const char *line = NULL;
    Py_ssize_t bytes = 0;
    int language = 0;
    Guard guard;
    if (!PyArg_ParseTuple(args, "s#|i", &line, &bytes, &language))
        return NULL;
    const Texts *texts = core_texts(language);
    if (!texts)
        return NULL;
    session_enter(s);
    s->rpc->texts = texts;
    PyThreadState *released = PyEval_SaveThread();
    bool whole = false;
    if (GUARD(&guard)) {
        jw_reset(&s->answer);
        rpc_line(s->rpc, line, (size_t)bytes, &s->answer);
        guard_end(&guard);
        whole = true;
    }
    PyEval_RestoreThread(released);
    PyObject *said =
        whole ? PyUnicode_FromStringAndSize(s->answer.text, (Py_ssize_t)s->answer.used)
              : guard_raise(&guard);
    session_leave(s);
    return said;
}

PyObject *core_places(const Game *game, const void *catalog, const void *state)
{
    static _Thread_local Moves moves;
    Guard guard;
    PyObject *const list = PyList_New(0);
    bool whole = list != NULL;
    if (!list || game->status(catalog, state).over)
        return list;
    if (!GUARD(&guard)) {
        Py_DECREF(list);
        return guard_raise(&guard);
    }
    moves.count = 0;
    game->legal(catalog, state, &moves);
    for (int i = 0; whole && i < moves.count; i++) {
        PyObject *place =
            PyLong_FromLong(game->action_index(catalog, state, &moves.item[i]));
        whole = place && PyList_Append(list, place) == 0;
        Py_XDECREF(place);
    }
    guard_end(&guard);
    if (whole)
        return list;
    Py_DECREF(list);
    return NULL;
}

/* places(): where the listed moves stand in the action space, in their order. */
static PyObject *session_places(PyObject *self, PyObject *args)
{
    Session *s = (Session *)self;
    (void)args;
    session_enter(s);
    const Match *m = rpc_match(s->rpc);
    PyObject *list = m ? core_places(match_game(m), match_catalog(m), match_state(m))
                       : PyList_New(0);
    session_leave(s);
    return list;
}

/* state(): the bytes of the table as it stands, for a Table to go on from. */
static PyObject *session_state(PyObject *self, PyObject *args)
{
    Session *s = (Session *)self;
    (void)args;
    session_enter(s);
    const Match *m = rpc_match(s->rpc);
    PyObject *bytes =
        m ? PyBytes_FromStringAndSize(match_state(m), match_game(m)->state_bytes)
          : Py_NewRef(Py_None);
    session_leave(s);
    return bytes;
}

/* The table as the terminal draws it; NULL with an exception set. */
static PyObject *drawn(const Match *m, int seat, const Texts *texts, int columns)
{
    const Game *game = match_game(m);
    void *const view = calloc(1, game->state_bytes);
    Screen *const screen = screen_paper(columns);
    char *volatile said = NULL;
    Guard guard;
    guard.said[0] = 0;
    if (view && screen && GUARD(&guard)) {
        const Table table = {game, match_catalog(m), view, NULL};
        game->redact(match_catalog(m), match_state(m), seat, view);
        screen_set_flow(screen, true);
        boards_find(game->id)->draw(screen, &table, texts, seat,
                                    match_setup(m)->players);
        guard_end(&guard);
        said = screen_print(screen);
    }
    screen_close(screen);
    free(view);
    if (guard.said[0])
        return guard_raise(&guard);
    PyObject *text =
        said ? PyUnicode_DecodeUTF8(said, (Py_ssize_t)strlen(said), "replace")
             : PyErr_NoMemory();
    free(said);
    return text;
}

/* draw(seat, language, columns): seat -1 is somebody looking on. */
static PyObject *session_draw(PyObject *self, PyObject *args)
{
    Session *s = (Session *)self;
    int seat = 0, language = 0, columns = 0;
    if (!PyArg_ParseTuple(args, "iii", &seat, &language, &columns))
        return NULL;
    const Texts *texts = core_texts(language);
    if (!texts)
        return NULL;
    session_enter(s);
    const Match *m = rpc_match(s->rpc);
    PyObject *text = NULL;
    if (!m || seat < -1 || seat >= match_setup(m)->players)
        PyErr_Format(PyExc_ValueError, "seat %d is not at this table", seat);
    else if (columns < 40 || columns > 400)
        PyErr_Format(PyExc_ValueError, "columns are from 40 to 400, not %d", columns);
    else
        text = drawn(m, seat < 0 ? SEAT_NONE : seat, texts, columns);
    session_leave(s);
    return text;
}

static PyMethodDef session_methods[] = {
    {"draw", session_draw, METH_VARARGS, "The table as text with colours."},
    {"call", session_call, METH_VARARGS, "One line of the line protocol."},
    {"places", session_places, METH_NOARGS, "Places of the listed moves."},
    {"state", session_state, METH_NOARGS, "The table as bytes."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot session_slots[] = {
    {Py_tp_new, session_new},
    {Py_tp_dealloc, session_dealloc},
    {Py_tp_methods, session_methods},
    {Py_tp_doc, "One match behind the line protocol."},
    {0, NULL},
};

PyType_Spec session_spec = {"parlor._core.Session", sizeof(Session), 0,
                            Py_TPFLAGS_DEFAULT, session_slots};
