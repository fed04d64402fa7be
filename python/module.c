/* module.c - the Python module itself: what is loaded once, and the tables of the
 * spaces. */
#include "python/snapshot.h"

#include "agents/net.h"
#include "agents/nets.h"

#include <stdio.h>
#include <stdlib.h>

PyObject *core_error, *core_broken;

static _Thread_local Guard *guard_now;

void guard_begin(Guard *guard)
{
    guard->outer = guard_now;
    guard->said[0] = 0;
    guard_now = guard;
}

void guard_end(Guard *guard)
{
    guard_now = guard->outer;
}

PyObject *guard_raise(const Guard *guard)
{
    PyErr_SetString(core_broken, guard->said);
    return NULL;
}

/* In place of engine/fail.c: whoever called into the rules hears of it. */
#if !defined(PARLOR_NO_ASSERT)
_Noreturn void rules_failed(const char *fact, const char *file, int line)
{
    Guard *guard = guard_now;
    if (!guard) {
        fprintf(stderr, "parlor: broken: %s (%s:%d)\n", fact, file, line);
        abort();
    }
    snprintf(guard->said, sizeof guard->said, "broken: %s (%s:%d)", fact, file, line);
    guard_now = guard->outer;
    longjmp(guard->back, 1);
}
#endif

static Data *data_once;
static Texts *texts_once[LANGUAGES];
static Catalogs *catalogs_once;

static void raise_load(const LoadError *error)
{
    PyErr_Format(PyExc_RuntimeError, "%s: %s: %s", error->file, error->path,
                 error->what);
}

/* PARLOR_DATA names folders, apart by colons, laid over what is built in. */
Data *core_data(void)
{
    const char *dirs[DATA_DIRS_MAX];
    char names[2000];
    int count = 0;
    LoadError error = {0};
    if (data_once)
        return data_once;
    const char *given = getenv("PARLOR_DATA");
    snprintf(names, sizeof names, "%s", given ? given : "");
    char *rest = names;
    for (char *dir = strtok_r(names, ":", &rest); dir && count < DATA_DIRS_MAX;
         dir = strtok_r(NULL, ":", &rest))
        dirs[count++] = dir;
    data_once = data_open(dirs, count, &error);
    if (!data_once)
        raise_load(&error);
    return data_once;
}

const Texts *core_texts(int language)
{
    LoadError error = {0};
    if (language < 0 || language >= LANGUAGES) {
        PyErr_SetString(PyExc_ValueError, "no such language");
        return NULL;
    }
    if (!texts_once[language] && core_data()) {
        texts_once[language] = texts_open(data_once, text_languages[language], &error);
        if (!texts_once[language])
            raise_load(&error);
    }
    return texts_once[language];
}

int core_game(const char *id)
{
    for (int i = 0; games_all[i]; i++)
        if (strcmp(games_all[i]->id, id) == 0)
            return i;
    const Refusal why = refusal_words(ERR_UNKNOWN_GAME, id, NULL);
    const Table none = {NULL, NULL, NULL, NULL};
    core_refused(&none, 0, &why);
    return -1;
}

Catalogs *core_catalogs(void)
{
    if (!catalogs_once && core_data())
        catalogs_once = catalogs_open(games_all, data_once);
    return catalogs_once;
}

const void *core_catalog(int game)
{
    LoadError error = {0};
    if (!core_catalogs())
        return NULL;
    const void *catalog = catalogs_now(catalogs_once, game, &error);
    if (!catalog) {
        raise_load(&error);
        return NULL;
    }
    const char *file = NULL;
    const Err err = nets_load(games_all[game], catalog, data_once, &file);
    if (err) {
        const Refusal why = refusal_words(err, file, NULL);
        const Table none = {games_all[game], NULL, NULL, NULL};
        core_refused(&none, 0, &why);
    }
    return err ? NULL : catalog;
}

PyObject *core_refused(const Table *table, int language, const Refusal *why)
{
    char said[600] = "";
    const Texts *texts = core_texts(language);
    if (!texts)
        return NULL;
    say_refusal(table, texts, why, said, sizeof said);
    PyObject *values =
        Py_BuildValue("(ss)", refusal_code(table->game, why->code), said);
    if (values) {
        PyErr_SetObject(core_error, values);
        Py_DECREF(values);
    }
    return NULL;
}

bool core_setup(int game, const char *text, Setup *setup)
{
    Refusal why = refusal(ERR_OK);
    const Table none = {games_all[game], NULL, NULL, NULL};
    const void *catalog = core_catalog(game);
    json_error_t at;
    if (!catalog)
        return false;
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &at);
    if (!json) {
        PyErr_Format(PyExc_ValueError, "not JSON: %s", at.text);
        return false;
    }
    Err err = record_read_setup(games_all[game], catalog, json, setup, &why);
    json_decref(json);
    if (!err)
        err = setup_check(games_all[game], catalog, setup, &why);
    if (err)
        core_refused(&none, 0, &why);
    return !err;
}

bool core_buffer(PyObject *object, bool writes, size_t bytes, const char *name,
                 Py_buffer *view)
{
    const int flags = writes ? PyBUF_CONTIG : PyBUF_CONTIG_RO;
    if (PyObject_GetBuffer(object, view, flags) != 0)
        return false;
    if ((size_t)view->len == bytes)
        return true;
    PyErr_Format(PyExc_ValueError, "%s has %zd bytes, not %zu", name, view->len, bytes);
    PyBuffer_Release(view);
    return false;
}

static PyObject *list_actions(const Game *game)
{
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < game->act_part_count; i++) {
        const ActPart *part = &game->act_parts[i];
        PyObject *row = Py_BuildValue("(siis)", game->actions[part->type].name,
                                      part->first, part->count, part->says);
        if (!row || PyList_Append(list, row) != 0)
            Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

static PyObject *list_parts(const Game *game)
{
    static const char *const kinds[SEES_KINDS] = {"flag", "number", "id", "seat"};
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < game->sees_part_count; i++) {
        const SeesPart *part = &game->sees_parts[i];
        PyObject *row =
            Py_BuildValue("(ssiiiis)", part->name, kinds[part->kind], part->first,
                          part->count, part->least, part->most, part->says);
        if (!row || PyList_Append(list, row) != 0)
            Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

/* spaces(game): everything a program has to know before it plays. */
static PyObject *module_spaces(PyObject *self, PyObject *args)
{
    const char *id = NULL;
    (void)self;
    if (!PyArg_ParseTuple(args, "s", &id))
        return NULL;
    const int game = core_game(id);
    if (game < 0)
        return NULL;
    const Game *g = games_all[game];
    return Py_BuildValue("{s:i,s:i,s:i,s:i,s:i,s:i,s:i,s:I,s:N,s:N}", "version",
                         g->encoding_version, "rules_version", g->rules_version,
                         "action_space", g->action_space, "observation", g->sees_count,
                         "item_bytes", g->sees_bytes, "players_min", g->players_min,
                         "players_max", g->players_max, "state_bytes", g->state_bytes,
                         "actions", list_actions(g), "parts", list_parts(g));
}

/* net_fingerprint(game): what a network of it has to be made for. */
static PyObject *module_net_fingerprint(PyObject *self, PyObject *args)
{
    const char *id = NULL;
    (void)self;
    if (!PyArg_ParseTuple(args, "s", &id))
        return NULL;
    const int game = core_game(id);
    const void *catalog = game < 0 ? NULL : core_catalog(game);
    if (!catalog)
        return NULL;
    return PyLong_FromUnsignedLongLong(net_fingerprint(games_all[game], catalog));
}

/* Every action that is told must be one, and few enough; places are two bytes each. */
static bool net_actions_good(const Game *game, const Py_buffer *actions)
{
    const uint16_t *action = actions->buf;
    const Py_ssize_t count = actions->len / (Py_ssize_t)sizeof *action;
    bool good = count <= MOVES_MAX;
    for (Py_ssize_t i = 0; good && i < count; i++)
        good = action[i] < game->action_space;
    return good;
}

/* net_run(game, file, observation, actions, ratings): what a network file makes of an
 * observation, where these actions are legal; the odds. Ratings are written. */
static PyObject *module_net_run(PyObject *self, PyObject *args)
{
    const char *id = NULL;
    Py_buffer file, seen, actions, ratings;
    PyObject *odds_told = NULL;
    (void)self;
    if (!PyArg_ParseTuple(args, "sy*y*y*w*", &id, &file, &seen, &actions, &ratings))
        return NULL;
    const int place = core_game(id);
    const void *catalog = place < 0 ? NULL : core_catalog(place);
    const Game *game = catalog ? games_all[place] : NULL;
    Net *net = NULL;
    int32_t odds = 0;
    const Err err =
        game ? net_new(game, catalog, file.buf, (size_t)file.len, &net) : (Err)ERR_OK;
    if (err) {
        const Refusal why = refusal_words(err, "net", NULL);
        const Table none = {game, NULL, NULL, NULL};
        core_refused(&none, 0, &why);
    } else if (game &&
               (seen.len != game->sees_count * game->sees_bytes ||
                ratings.len != actions.len * 2 || !net_actions_good(game, &actions))) {
        PyErr_SetString(PyExc_ValueError, "the sizes or the actions do not fit");
    } else if (game) {
        net_run(net, seen.buf, actions.buf, (int)(actions.len / 2), ratings.buf, &odds);
        odds_told = PyLong_FromLong(odds);
    }
    net_free(net);
    PyBuffer_Release(&file);
    PyBuffer_Release(&seen);
    PyBuffer_Release(&actions);
    PyBuffer_Release(&ratings);
    return odds_told;
}

static PyObject *module_games(PyObject *self, PyObject *args)
{
    PyObject *list = PyList_New(0);
    (void)self;
    (void)args;
    for (int i = 0; list && games_all[i]; i++) {
        PyObject *id = PyUnicode_FromString(games_all[i]->id);
        if (!id || PyList_Append(list, id) != 0)
            Py_CLEAR(list);
        Py_XDECREF(id);
    }
    return list;
}

static PyObject *module_agents(PyObject *self, PyObject *args)
{
    PyObject *list = PyList_New(0);
    (void)self;
    (void)args;
    for (int i = 0; list && agents_all[i]; i++) {
        PyObject *id = PyUnicode_FromString(agents_all[i]->name);
        if (!id || PyList_Append(list, id) != 0)
            Py_CLEAR(list);
        Py_XDECREF(id);
    }
    return list;
}

/* cards(game, language): rows of id, kind, group, count, name, text. */
static PyObject *module_cards(PyObject *self, PyObject *args)
{
    const char *id = NULL;
    int language = 0;
    CardInfo info;
    (void)self;
    if (!PyArg_ParseTuple(args, "si", &id, &language))
        return NULL;
    const int game = core_game(id);
    const Texts *texts = game < 0 ? NULL : core_texts(language);
    const void *catalog = texts ? core_catalog(game) : NULL;
    PyObject *list = catalog ? PyList_New(0) : NULL;
    for (int i = 0; list && games_all[game]->card_at(catalog, i, &info); i++) {
        char name[200], text[200];
        snprintf(name, sizeof name, "%s.%s", id, info.name ? info.name : "");
        snprintf(text, sizeof text, "%s.%s", id, info.text ? info.text : "");
        const char *rule = info.text ? text_find(texts, text) : NULL;
        PyObject *row =
            Py_BuildValue("(sssiss)", info.id, info.kind, info.group, info.count,
                          text_get(texts, name), rule ? rule : "");
        if (!row || PyList_Append(list, row) != 0)
            Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

/* A block is counted by adding up words of eight bytes, each of which may reach 255. */
enum { MASK_WRONG = -1, MASK_BLOCK = 248, MASK_BLOCKS = 256 };

static const uint64_t mask_ones = UINT64_C(0x0101010101010101);

/* How many of up to MASK_BLOCK bytes are 1; 'other' gets the bits that no 0 or 1 has.
 */
static uint8_t mask_count(const uint8_t *mask, long n, uint64_t *other)
{
    uint64_t sum = 0, any = 0, last = 0;
    long at = 0;
    for (; at + 8 <= n; at += 8) {
        uint64_t word;
        memcpy(&word, mask + at, 8);
        any |= word;
        sum += word;
    }
    memcpy(&last, mask + at, (size_t)(n - at));
    *other |= (any | last) & ~mask_ones;
    return (uint8_t)((sum + last) * mask_ones >> 56);
}

/* The place of the 1 that 'skip' others come before, from 'at' on; there must be one.
 */
static long mask_find(const uint8_t *mask, long at, long n, long skip)
{
    for (; at + 8 <= n; at += 8) {
        uint64_t word;
        memcpy(&word, mask + at, 8);
        const long here = (long)(word * mask_ones >> 56);
        if (skip < here)
            break;
        skip -= here;
    }
    while (!mask[at] || skip--)
        at++;
    ASSERT(at < n);
    return at;
}

/* The place of the byte at a share of those that are 1; 0 where none is. */
static long mask_draw(const uint8_t *mask, long n, double share)
{
    uint8_t here[MASK_BLOCKS];
    long count = 0, block = 0;
    uint64_t other = 0;
    if (n > (long)MASK_BLOCK * MASK_BLOCKS)
        return MASK_WRONG;
    for (long at = 0; at < n; at += MASK_BLOCK, block++) {
        here[block] =
            mask_count(mask + at, n - at < MASK_BLOCK ? n - at : MASK_BLOCK, &other);
        count += here[block];
    }
    if (other)
        return MASK_WRONG;
    if (!count)
        return 0;
    long skip = (long)(share * (double)count);
    skip = skip < 0 ? 0 : skip < count ? skip : count - 1;
    for (block = 0; skip >= here[block]; block++)
        skip -= here[block];
    return mask_find(mask, block * MASK_BLOCK, n, skip);
}

/* draw(mask, n, at): the action at a share 'at', 0 to 1, of those whose byte is 1; -1
 * where none is; None for what is no mask of n numbers int8, each 0 or 1. */
static PyObject *module_draw(PyObject *self, PyObject *const *args, Py_ssize_t given)
{
    Py_buffer view;
    (void)self;
    if (given != 3)
        return PyErr_Format(PyExc_TypeError, "draw(mask, n, at)");
    const long n = PyLong_AsLong(args[1]);
    const double at = PyFloat_AsDouble(args[2]);
    if (PyErr_Occurred())
        return NULL;
    if (PyObject_GetBuffer(args[0], &view, PyBUF_ND | PyBUF_FORMAT) != 0) {
        PyErr_Clear();
        Py_RETURN_NONE;
    }
    const bool fits = view.ndim == 1 && view.shape[0] == n && view.format &&
                      strcmp(view.format, "b") == 0;
    const long place = fits ? mask_draw(view.buf, n, at) : MASK_WRONG;
    PyBuffer_Release(&view);
    if (place == MASK_WRONG)
        Py_RETURN_NONE;
    return PyLong_FromLong(place);
}

/* _break(): an assertion that does not hold, to see that Python lives on. */
static PyObject *module_break(PyObject *self, PyObject *args)
{
    Guard guard;
    (void)self;
    (void)args;
    if (!GUARD(&guard))
        return guard_raise(&guard);
    ASSERT(games_all[0] == NULL);
    guard_end(&guard);
    Py_RETURN_NONE;
}

static PyMethodDef module_methods[] = {
    {"spaces", module_spaces, METH_VARARGS, "What a game's numbers are."},
    {"games", module_games, METH_NOARGS, "Ids of the games."},
    {"net_fingerprint", module_net_fingerprint, METH_VARARGS,
     "What a network of a game has to be made for."},
    {"net_run", module_net_run, METH_VARARGS,
     "What a network file makes of an observation."},
    {"agents", module_agents, METH_NOARGS, "Names of the built-in players."},
    {"cards", module_cards, METH_VARARGS, "The catalog in one language."},
    {"catalog", module_catalog, METH_VARARGS, "What the rules read, as bytes."},
    {"setup", module_setup, METH_VARARGS, "What a match starts from, as bytes."},
    {"state_bytes", module_state_bytes, METH_VARARGS, "Bytes of a state."},
    {"snapshot", module_snapshot, METH_VARARGS, "Tables as a snapshot."},
    {"snapshot_parts", module_snapshot_parts, METH_VARARGS, "A snapshot's tables."},
    {"draw", (PyCFunction)(void (*)(void))module_draw, METH_FASTCALL,
     "An action that a mask allows."},
    {"_break", module_break, METH_NOARGS, "Break an assertion on purpose."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module_def = {PyModuleDef_HEAD_INIT,
                                        "parlor._core",
                                        "Parlor's engine.",
                                        -1,
                                        module_methods,
                                        NULL,
                                        NULL,
                                        NULL,
                                        NULL};

static bool module_add(PyObject *module, const char *name, PyObject *object)
{
    return object && PyModule_AddObjectRef(module, name, object) == 0;
}

PyMODINIT_FUNC PyInit__core(void);
PyMODINIT_FUNC PyInit__core(void)
{
    PyObject *module = PyModule_Create(&module_def);
    if (!module)
        return NULL;
    PyObject *errors = PyImport_ImportModule("parlor.errors");
    core_error = errors ? PyObject_GetAttrString(errors, "Refused") : NULL;
    core_broken = errors ? PyObject_GetAttrString(errors, "Broken") : NULL;
    Py_XDECREF(errors);
    if (!core_error || !core_broken ||
        !module_add(module, "Session", PyType_FromSpec(&session_spec)) ||
        !module_add(module, "Table", PyType_FromSpec(&table_spec)) ||
        !module_add(module, "Batch", PyType_FromSpec(&batch_spec)))
        Py_CLEAR(module);
    return module;
}
