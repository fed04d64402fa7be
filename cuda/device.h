/* device.h - what cuda/batch.h is made of where a thread of a GPU has a table.
 *
 * A block is one warp. Where states are small, what a thread works on is in shared
 * memory, each eight bytes past a multiple of sixteen, so that threads which read the
 * same place of their own read different banks; rows go out side by side, thirty-two
 * threads writing what is next to each other. Where they are large a thread works on
 * the state as it lies there: it reads little of it, and a copy would read all. */
#pragma once

enum { BATCH_BLOCK = 32 };

typedef uint4 BatchChunk;
typedef uint64_t BatchHalf;

/* Not taken into every kernel: what is compiled once is compiled sooner. */
#define BATCH_APART __noinline__

#define BATCH_ADD(number, more) atomicAdd(number, more)

#include "cuda/tables.h"

/* As bytes: the same memory is a state to others. */
static __device__ __forceinline__ void batch_put(BatchHalf *to, BatchChunk chunk)
{
    bytes_put(to, chunk.x | (uint64_t)chunk.y << 32);
    bytes_put(to + 1, chunk.z | (uint64_t)chunk.w << 32);
}

static __device__ __forceinline__ uint64_t batch_half(const BatchHalf *from)
{
    uint64_t half;
    memcpy(&half, __builtin_assume_aligned(from, 8), sizeof half);
    return half;
}

static __device__ __forceinline__ BatchChunk batch_get(const BatchHalf *from)
{
    const uint64_t one = batch_half(from), two = batch_half(from + 1);
    return make_uint4((uint32_t)one, (uint32_t)(one >> 32), (uint32_t)two,
                      (uint32_t)(two >> 32));
}

/* A thing of the thread's own. */
#define BATCH_OWN(type, name)                                                      \
    constexpr int name##_pitch = (sizeof(type) + 7) / 16 * 16 + 8;                 \
    __shared__ alignas(16)                                                         \
        uint8_t name##_all[BATCH_IS_SMALL ? BATCH_BLOCK * name##_pitch : 16];      \
    alignas(8) uint8_t name##_local[BATCH_IS_SMALL ? 8 : sizeof(type)];            \
    type *name = (type *)(BATCH_IS_SMALL ? name##_all + threadIdx.x * name##_pitch \
                                         : name##_local)

/* 'count' times eight bytes of every thread into the row of its table. */
static __device__ __forceinline__ void batch_rows(const BatchTables *b, void *rows,
                                                  size_t table, const uint8_t *all,
                                                  int pitch, int count)
{
    const size_t left = b->count - (size_t)blockIdx.x * BATCH_BLOCK;
    const int alive = left < BATCH_BLOCK ? (int)left : BATCH_BLOCK;
    const uint32_t lanes = alive < 32 ? (1u << alive) - 1 : 0xffffffffu;
    __syncwarp(lanes);
    for (int i = 0, at = (int)threadIdx.x; i < count; i++, at += alive) {
        const int row = at / count;
        const uint32_t to = __shfl_sync(lanes, (uint32_t)table, row);
        ((BatchHalf *)rows)[(size_t)to * count + at % count] =
            batch_half((const BatchHalf *)(all + row * pitch) + at % count);
    }
}

#define BATCH_ROWS(rows, table, name, count)                             \
    do {                                                                 \
        if (BATCH_IS_SMALL)                                              \
            batch_rows(b, rows, table, name##_all, name##_pitch, count); \
        else                                                             \
            for (int i = 0; i < (int)(count); i++)                       \
                ((BatchHalf *)(rows))[(table) * (count) + i] =           \
                    batch_half(&name->half[i]);                          \
    } while (0)

#define KERNEL(name, total)                                                            \
    static __device__ __forceinline__ void kernel_##name##_at(                         \
        const BatchTables *b, const BatchCall *call, size_t at);                       \
    extern "C" __global__ void __launch_bounds__(BATCH_BLOCK)                          \
        kernel_##name(const __grid_constant__ BatchTables tables,                      \
                      const __grid_constant__ BatchCall call)                          \
    {                                                                                  \
        const BatchTables *b = &tables;                                                \
        const size_t at = (size_t)blockIdx.x * BATCH_BLOCK + threadIdx.x;              \
        if (at < (total))                                                              \
            kernel_##name##_at(b, &call, at);                                          \
    }                                                                                  \
    static __device__ __forceinline__ void kernel_##name##_at(                         \
        [[maybe_unused]] const BatchTables *b, [[maybe_unused]] const BatchCall *call, \
        size_t at)

/* One whose thread has a table: 'slot' is a copy of its state, fetched before where it
 * 'reads' and brought back where it 'writes'; or a large state itself, where it lies.
 */
#define KERNEL_TABLES(name, total, which, reads, writes)                               \
    static __device__ __forceinline__ void kernel_##name##_on(                         \
        const BatchTables *b, const BatchCall *call, size_t at, size_t table,          \
        BatchSlot *slot);                                                              \
    KERNEL(name, total)                                                                \
    {                                                                                  \
        const size_t table = (which);                                                  \
        if constexpr (BATCH_IS_SMALL) {                                                \
            BATCH_OWN(BatchSlot, slot);                                                \
            if (reads)                                                                 \
                batch_load(b, table, slot);                                            \
            kernel_##name##_on(b, call, at, table, slot);                              \
            if (writes)                                                                \
                batch_store(b, table, slot);                                           \
        } else {                                                                       \
            kernel_##name##_on(b, call, at, table,                                     \
                               (BatchSlot *)(b->states + batch_place(table)));         \
        }                                                                              \
    }                                                                                  \
    static __device__ __forceinline__ void kernel_##name##_on(                         \
        [[maybe_unused]] const BatchTables *b, [[maybe_unused]] const BatchCall *call, \
        [[maybe_unused]] size_t at, [[maybe_unused]] size_t table, BatchSlot *slot)
