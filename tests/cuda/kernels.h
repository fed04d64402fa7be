/* kernels.h - the kernels of cuda/batch.h as functions of the host, a set a game. */
#pragma once

#include "cuda/host.h"

typedef void Kernel(const BatchTables *b, const BatchCall *call);

typedef struct {
    const char *game;
    Kernel *reset, *act, *resume, *deal, *look, *see, *count_groups, *begin_groups,
        *order, *sample, *begin_play, *draw, *unpack, *take, *states_out, *states_in,
        *hash, *games;
} Kernels;

extern const Kernels *const kernels_all[]; /* ends with NULL */
