/* snapshot.h - many tables as bytes: what goes from a Batch to a file, to another
 * machine, to a GPU and back. */
#pragma once

#include "python/core.h"

enum { TABLES_PARTS = 4 };

/* Where the parts of 'count' tables lie: states, seeds, numbers of games, moves. */
typedef struct {
    const Game *game;
    const Setup *setup;
    size_t count;
    void *part[TABLES_PARTS];
} Tables;

PyObject *snapshot_make(const Tables *tables); /* NULL with an exception set */
/* Fills the parts; false with an exception set, and nothing is changed. */
bool snapshot_read(const Tables *tables, PyObject *from);

/* Functions of the module, for what is kept on a GPU. */
PyObject *module_catalog(PyObject *self, PyObject *args);
PyObject *module_setup(PyObject *self, PyObject *args);
PyObject *module_state_bytes(PyObject *self, PyObject *args);
PyObject *module_snapshot(PyObject *self, PyObject *args);
PyObject *module_snapshot_parts(PyObject *self, PyObject *args);
