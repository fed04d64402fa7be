/* tables.h - where the kernels of cuda/batch.h find many tables, whichever the game.
 *
 * Included by cuda/device.h and cuda/host.h, which say what sixteen bytes are. */
#pragma once

#include "engine/game.h"

enum { BATCH_LANES = 32, BATCH_CHUNK = 16 /* bytes */, BATCH_GROUPS = 1024 };

/* Memory on the device, as python/parlor/gpu/batch.py lays it out. */
typedef struct {
    const void *catalog;
    BatchChunk *states;
    uint64_t *seed;   /* of each table's stream of games */
    uint32_t *number; /* of its game */
    uint32_t *moves;  /* made in it */
    BatchHalf *seen;
    uint64_t *masks;
    float *rewards;
    uint8_t *dones;
    int8_t *actors;
    int32_t *counts;
    int32_t *actions;
    Rng *draws;        /* chance at each table, while many steps are played */
    int32_t *finished; /* games that ended since those began */
    int32_t *scores;   /* by seat: their rewards */
    uint32_t *order;   /* which table a thread has, or NULL: its own */
    uint32_t *ended, *ended_count;
    uint32_t *waiting, *waiting_count; /* for the rest of their move */
    uint32_t *group, *rank, *group_count, *group_first;
    uint32_t *refused; /* 1 + the table of an action that was not legal; 0: none */
    uint64_t count;
    Setup setup;
} BatchTables;

/* What a kernel is given beside them. */
typedef struct {
    uint64_t seed;
    const void *in;
    void *out;
    uint32_t steps;
    uint32_t pad;
} BatchCall;
