/* snapshot.c - many tables as bytes: what goes from a Batch to a file, to another
 * machine, to a GPU and back. */
#include "python/snapshot.h"

#include "engine/hash.h"

/* Who it is of; then everything that is not worked out again. */
typedef struct {
    char game[16];
    uint32_t rules_version, encoding_version, state_bytes, count;
    Setup setup;
    uint64_t hash;
} Snapshot;

static size_t part_bytes(const Tables *t, int part)
{
    const size_t one[TABLES_PARTS] = {t->game->state_bytes, sizeof(uint64_t),
                                      sizeof(uint32_t), sizeof(uint32_t)};
    return t->count * one[part];
}

static size_t snapshot_bytes(const Tables *t)
{
    size_t bytes = sizeof(Snapshot);
    for (int i = 0; i < TABLES_PARTS; i++)
        bytes += part_bytes(t, i);
    return bytes;
}

static Snapshot snapshot_head(const Tables *t)
{
    Snapshot head;
    memset(&head, 0, sizeof head);
    snprintf(head.game, sizeof head.game, "%s", t->game->id);
    head.rules_version = t->game->rules_version;
    head.encoding_version = t->game->encoding_version;
    head.state_bytes = t->game->state_bytes;
    head.count = (uint32_t)t->count;
    head.setup = *t->setup;
    return head;
}

PyObject *snapshot_make(const Tables *t)
{
    const size_t bytes = snapshot_bytes(t);
    PyObject *made = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)bytes);
    if (!made)
        return NULL;
    char *text = PyBytes_AsString(made);
    size_t at = sizeof(Snapshot);
    for (int i = 0; i < TABLES_PARTS; i++) {
        memcpy(text + at, t->part[i], part_bytes(t, i));
        at += part_bytes(t, i);
    }
    Snapshot head = snapshot_head(t);
    head.hash = hash_bytes(text + sizeof head, bytes - sizeof head);
    memcpy(text, &head, sizeof head);
    return made;
}

bool snapshot_read(const Tables *t, PyObject *from)
{
    const size_t bytes = snapshot_bytes(t);
    Py_buffer view;
    if (!core_buffer(from, false, bytes, "snapshot", &view))
        return false;
    const char *text = view.buf;
    Snapshot head = snapshot_head(t);
    head.hash = hash_bytes(text + sizeof head, bytes - sizeof head);
    const bool same = memcmp(text, &head, sizeof head) == 0;
    size_t at = sizeof head;
    for (int i = 0; same && i < TABLES_PARTS; i++) {
        memcpy(t->part[i], text + at, part_bytes(t, i));
        at += part_bytes(t, i);
    }
    PyBuffer_Release(&view);
    if (!same)
        PyErr_SetString(PyExc_ValueError,
                        "this is no snapshot of such a batch: other game, rules, "
                        "setup or size, or damaged");
    return same;
}

/* catalog(game): what the rules read, as bytes. */
PyObject *module_catalog(PyObject *self, PyObject *args)
{
    const char *id = NULL;
    (void)self;
    if (!PyArg_ParseTuple(args, "s", &id))
        return NULL;
    const int game = core_game(id);
    const void *catalog = game < 0 ? NULL : core_catalog(game);
    return catalog ? PyBytes_FromStringAndSize(
                         catalog, (Py_ssize_t)games_all[game]->catalog_bytes)
                   : NULL;
}

/* setup(game, json): what a match starts from, as bytes. */
PyObject *module_setup(PyObject *self, PyObject *args)
{
    const char *id = NULL, *json = NULL;
    Setup setup;
    (void)self;
    if (!PyArg_ParseTuple(args, "ss", &id, &json))
        return NULL;
    const int game = core_game(id);
    if (game < 0 || !core_setup(game, json, &setup))
        return NULL;
    return PyBytes_FromStringAndSize((const char *)&setup, sizeof setup);
}

PyObject *module_state_bytes(PyObject *self, PyObject *args)
{
    const char *id = NULL;
    (void)self;
    if (!PyArg_ParseTuple(args, "s", &id))
        return NULL;
    const int game = core_game(id);
    return game < 0 ? NULL : PyLong_FromUnsignedLong(games_all[game]->state_bytes);
}

/* Which tables a snapshot is of; false, and the error is set. */
static bool tables_open(Tables *t, const char *id, const char *json, unsigned count,
                        Setup *setup)
{
    const int game = core_game(id);
    if (game < 0 || !core_setup(game, json, setup))
        return false;
    t->game = games_all[game];
    t->setup = setup;
    t->count = count;
    return true;
}

/* snapshot(game, setup, n, parts): the parts as bytes. */
PyObject *module_snapshot(PyObject *self, PyObject *args)
{
    const char *id = NULL, *json = NULL;
    unsigned int count = 0;
    Setup setup;
    PyObject *parts = NULL;
    Tables t = {0};
    (void)self;
    if (!PyArg_ParseTuple(args, "ssIO!", &id, &json, &count, &PyTuple_Type, &parts))
        return NULL;
    if (!tables_open(&t, id, json, count, &setup))
        return NULL;
    for (int i = 0; i < TABLES_PARTS; i++) {
        Py_ssize_t size = 0;
        char *bytes = NULL;
        PyObject *part = PyTuple_GetItem(parts, i);
        if (!part || PyBytes_AsStringAndSize(part, &bytes, &size) != 0)
            return NULL;
        if ((size_t)size != part_bytes(&t, i))
            return PyErr_Format(PyExc_ValueError, "part %d has %zd bytes", i, size);
        t.part[i] = bytes;
    }
    return snapshot_make(&t);
}

/* snapshot_parts(game, setup, n, snapshot): and back. */
PyObject *module_snapshot_parts(PyObject *self, PyObject *args)
{
    const char *id = NULL, *json = NULL;
    unsigned int count = 0;
    Setup setup;
    PyObject *from = NULL;
    Tables t = {0};
    (void)self;
    if (!PyArg_ParseTuple(args, "ssIO", &id, &json, &count, &from))
        return NULL;
    if (!tables_open(&t, id, json, count, &setup))
        return NULL;
    PyObject *parts = PyTuple_New(TABLES_PARTS);
    for (int i = 0; parts && i < TABLES_PARTS; i++) {
        PyObject *part = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)part_bytes(&t, i));
        if (!part) {
            Py_CLEAR(parts);
            break;
        }
        t.part[i] = PyBytes_AsString(part);
        PyTuple_SetItem(parts, i, part);
    }
    if (parts && !snapshot_read(&t, from))
        Py_CLEAR(parts);
    return parts;
}
