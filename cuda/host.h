/* host.h - what cuda/batch.h is made of where a loop stands for the threads of a GPU.
 */
#pragma once

#include "engine/rules.h"

typedef uint64_t BatchHalf;
typedef struct {
    BatchHalf half[2];
} BatchChunk;

#include "cuda/tables.h"

#define BATCH_APART

/* What was there before. */
static inline uint32_t batch_add(uint32_t *number, uint32_t more)
{
    const uint32_t before = *number;
    *number += more;
    return before;
}
#define BATCH_ADD(number, more) batch_add(number, more)

static inline void batch_put(BatchHalf *to, BatchChunk chunk)
{
    to[0] = chunk.half[0];
    to[1] = chunk.half[1];
}

static inline BatchChunk batch_get(const BatchHalf *from)
{
    const BatchChunk chunk = {{from[0], from[1]}};
    return chunk;
}

#define BATCH_OWN(type, name) \
    type name##_local;        \
    type *name = &name##_local

#define BATCH_ROWS(rows, table, name, count)                            \
    memcpy((BatchHalf *)(rows) + (table) * (size_t)(count), name->half, \
           (size_t)(count) * sizeof(BatchHalf))

#define KERNEL(name, total)                                                       \
    static void kernel_##name##_at(const BatchTables *b, const BatchCall *call,   \
                                   size_t at);                                    \
    static void kernel_##name(const BatchTables *b, const BatchCall *call)        \
    {                                                                             \
        for (size_t at = 0; at < (total); at++)                                   \
            kernel_##name##_at(b, call, at);                                      \
    }                                                                             \
    static void kernel_##name##_at(__attribute__((unused)) const BatchTables *b,  \
                                   __attribute__((unused)) const BatchCall *call, \
                                   size_t at)

/* One whose thread has a table: 'slot' is its state, fetched before where it 'reads',
 * brought back where it 'writes'. */
#define KERNEL_TABLES(name, total, which, reads, writes)                          \
    static void kernel_##name##_on(const BatchTables *b, const BatchCall *call,   \
                                   size_t at, size_t table, BatchSlot *slot);     \
    KERNEL(name, total)                                                           \
    {                                                                             \
        BATCH_OWN(BatchSlot, slot);                                               \
        const size_t table = (which);                                             \
        if (reads)                                                                \
            batch_load(b, table, slot);                                           \
        kernel_##name##_on(b, call, at, table, slot);                             \
        if (writes)                                                               \
            batch_store(b, table, slot);                                          \
    }                                                                             \
    static void kernel_##name##_on(__attribute__((unused)) const BatchTables *b,  \
                                   __attribute__((unused)) const BatchCall *call, \
                                   __attribute__((unused)) size_t at,             \
                                   __attribute__((unused)) size_t table,          \
                                   BatchSlot *slot)
