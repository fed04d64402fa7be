/* batch.h - many tables of one game: deal, step, look, sample and play, a table a
 * thread.
 *
 * The one source of what python's Batch does on a GPU. It is included once a game,
 * after games/<game>/adapt.h has said how its things are called, and built twice: by
 * the CUDA compiler, where KERNEL makes a kernel and AT is its thread, and by the
 * host's, where it makes a loop (cuda/host.h).
 *
 * Small states do not lie one after the other: thirty-two tables share a block in which
 * the first sixteen bytes of each come first, then the second sixteen, so that
 * neighbouring threads read neighbouring bytes and work on copies of their own. Large
 * ones lie one after the other and are worked on where they are. */
#pragma once

#ifndef GAME_CATALOGS
#define GAME_CATALOG_OF(catalog, state) ((const GAME_CATALOG *)(catalog))
#endif

/* What makes moves and what looks at tables may be compiled beside each other. */
#if !defined(BATCH_MOVES) && !defined(BATCH_LOOKS)
#define BATCH_MOVES
#define BATCH_LOOKS
#endif

#ifdef GAME_DEFERS
#define BATCH_WAITS(g)  GAME(waits)(g)
#define BATCH_RESUME(g) GAME(resume)(g)
#else
#define BATCH_WAITS(g)  ((void)(g), false)
#define BATCH_RESUME(g) ((void)(g))
#endif

#include "cuda/tables.h"
#include "engine/encode.h"
#include "engine/hash.h"

enum {
    BATCH_IS_SMALL = sizeof(GAME_STATE) <= 512, /* a warp's fit into shared memory */
    BATCH_SIDE = BATCH_IS_SMALL ? (int)BATCH_LANES : 1,
    BATCH_CHUNKS = (sizeof(GAME_STATE) + BATCH_CHUNK - 1) / BATCH_CHUNK,
    BATCH_FOURS = BATCH_CHUNKS / 4 * 4,
    BATCH_WORDS = ENCODE_WORDS(GAME_NAME(AT_SPACE)),
    /* A row of an observation begins where sixteen bytes can be written at once. */
    BATCH_SEEN_CHUNKS =
        (GAME_NAME(SEES_SPACE) * sizeof(GAME_SEEN) + BATCH_CHUNK - 1) / BATCH_CHUNK,
    BATCH_MOVES_MAX = 20000 /* of a game that games plays: as tests/golden does */
};

/* What a thread works on: a state, a mask, an observation, read eight bytes at a time.
 */
typedef union {
    GAME_STATE state;
    BatchHalf half[2 * BATCH_CHUNKS];
} BatchSlot;

typedef union {
    uint64_t word[BATCH_WORDS];
    BatchHalf half[BATCH_WORDS];
} BatchMask;

typedef union {
    GAME_SEEN number[GAME_NAME(SEES_SPACE)];
    BatchHalf half[2 * BATCH_SEEN_CHUNKS];
} BatchSeen;

/* Where the first sixteen bytes of a table are; the next are BATCH_SIDE further on. */
RULES static inline size_t batch_place(size_t at)
{
    return at / BATCH_SIDE * (BATCH_CHUNKS * BATCH_SIDE) + at % BATCH_SIDE;
}

/* Four loads are on their way before the first is used. */
RULES static inline void batch_load(const BatchTables *b, size_t at, BatchSlot *slot)
{
    const BatchChunk *from = b->states + batch_place(at);
    for (int i = 0; i < (int)BATCH_FOURS; i += 4) {
        const BatchChunk one = from[(i + 0) * BATCH_SIDE];
        const BatchChunk two = from[(i + 1) * BATCH_SIDE];
        const BatchChunk three = from[(i + 2) * BATCH_SIDE];
        const BatchChunk four = from[(i + 3) * BATCH_SIDE];
        batch_put(&slot->half[2 * i + 0], one);
        batch_put(&slot->half[2 * i + 2], two);
        batch_put(&slot->half[2 * i + 4], three);
        batch_put(&slot->half[2 * i + 6], four);
    }
    for (int i = BATCH_FOURS; i < (int)BATCH_CHUNKS; i++)
        batch_put(&slot->half[2 * i], from[i * BATCH_SIDE]);
}

RULES static inline void batch_store(const BatchTables *b, size_t at,
                                     const BatchSlot *slot)
{
    BatchChunk *to = b->states + batch_place(at);
    for (int i = 0; i < (int)BATCH_FOURS; i += 4) {
        const BatchChunk one = batch_get(&slot->half[2 * i + 0]);
        const BatchChunk two = batch_get(&slot->half[2 * i + 2]);
        const BatchChunk three = batch_get(&slot->half[2 * i + 4]);
        const BatchChunk four = batch_get(&slot->half[2 * i + 6]);
        to[(i + 0) * BATCH_SIDE] = one;
        to[(i + 1) * BATCH_SIDE] = two;
        to[(i + 2) * BATCH_SIDE] = three;
        to[(i + 3) * BATCH_SIDE] = four;
    }
    for (int i = BATCH_FOURS; i < (int)BATCH_CHUNKS; i++)
        to[i * BATCH_SIDE] = batch_get(&slot->half[2 * i]);
}

RULES static inline size_t batch_turn(const BatchTables *b, size_t at)
{
    return b->order ? b->order[at] : at;
}

RULES static inline GAME_TABLE batch_table(const BatchTables *b, BatchSlot *slot)
{
    return GAME(table)(GAME_CATALOG_OF(b->catalog, &slot->state), &slot->state, NULL);
}

RULES static BATCH_APART void batch_open(const BatchTables *b, const Setup *setup,
                                         BatchSlot *slot)
{
    GAME(open)((const GAME_CATALOG *)b->catalog, setup, &slot->state);
    GAME_TABLE g = batch_table(b, slot);
    GAME(begin)(&g);
}

RULES static inline void batch_deal(const BatchTables *b, size_t at, BatchSlot *slot)
{
    Setup setup = b->setup;
    setup.seed = rng_mix(b->seed[at], b->number[at]++) >> 1;
    b->moves[at] = 0;
    batch_open(b, &setup, slot);
}

RULES static BATCH_APART int batch_mask(const BatchTables *b, BatchSlot *slot,
                                        BatchMask *mask)
{
    const GAME_TABLE g = batch_table(b, slot);
    return GAME(legal_mask)(&g, mask->word);
}

/* Makes it, but for what a game may put off; what is put off is made by batch_resume.
 */
RULES static BATCH_APART Status batch_execute(const BatchTables *b, BatchSlot *slot,
                                              Command c, bool defers, bool *waits)
{
    GAME_TABLE g = batch_table(b, slot);
#ifdef GAME_DEFERS
    g.defers = defers;
#else
    (void)defers;
#endif
    GAME(execute)(&g, &c);
    *waits = defers && BATCH_WAITS(&g);
    return GAME(status)(&g);
}

RULES static inline void batch_reward(const BatchTables *b, size_t at, bool over,
                                      int winners)
{
    const int players = b->setup.players;
    for (int seat = 0; seat < players; seat++)
        b->rewards[at * (size_t)players + (size_t)seat] =
            (float)encode_reward(over, winners, players, seat);
    b->dones[at] = over;
}

/* After a move: what it was worth, and whether the next game is to be dealt. */
RULES static inline void batch_made(const BatchTables *b, size_t table, Status status)
{
    const int players = b->setup.players;
    batch_reward(b, table, status.over, status.winners);
    if (!status.over) {
        b->moves[table]++;
        return;
    }
    b->ended[BATCH_ADD(b->ended_count, 1)] = (uint32_t)table;
    b->finished[table]++;
    for (int seat = 0; seat < players; seat++)
        b->scores[table * (size_t)players + (size_t)seat] +=
            encode_reward(1, status.winners, players, seat);
}

#ifdef BATCH_MOVES

/* Every table dealt anew from its seed. */
KERNEL_TABLES(reset, b->count, at, false, true)
{
    b->number[at] = 0;
    batch_deal(b, at, slot);
    batch_reward(b, at, false, 0);
}

/* A step is three kernels, so that the threads of a warp do the same: what is dealt
 * anew would hold up all who are not, and masks and observations are alike for
 * everybody. */

/* An action at every table. One that its mask forbids is not made: the table stays as
 * it is, and 'refused' says so. */
KERNEL_TABLES(act, b->count, batch_turn(b, at), true, true)
{
    Command c;
    bool waits;
    const int32_t place = b->actions[table];
    const bool legal = place >= 0 && place < (int)GAME_NAME(AT_SPACE) &&
                       mask_has(b->masks + table * BATCH_WORDS, place);
    if (!legal) {
        batch_reward(b, table, false, 0);
        *b->refused = (uint32_t)table + 1;
        return;
    }
    const GAME_TABLE g = batch_table(b, slot);
    const bool is_there = GAME(action_at)(&g, place, &c);
    ASSERT(is_there);
    (void)is_there;
    const Status status = batch_execute(b, slot, c, true, &waits);
    if (waits)
        b->waiting[BATCH_ADD(b->waiting_count, 1)] = (uint32_t)table;
    else
        batch_made(b, table, status);
}

/* The rest of a move at those that wait for it. */
KERNEL_TABLES(resume, *b->waiting_count, b->waiting[at], true, true)
{
    GAME_TABLE g = batch_table(b, slot);
    BATCH_RESUME(&g);
    batch_made(b, table, GAME(status)(&g));
}

/* The next game at those that ended. */
KERNEL_TABLES(deal, *b->ended_count, b->ended[at], false, true)
{
    batch_deal(b, table, slot);
}

/* Tables that do alike become neighbours: count each group, see where it begins, take a
 * place in it. 'steps' 0: by the actions; 1: by what is to be looked at. */
KERNEL_TABLES(count_groups, b->count, at, true, false)
{
    Command c = command(ACTION_NONE, 0, 0, 0, 0);
    const GAME_TABLE g = batch_table(b, slot);
    if (!call->steps && !GAME(action_at)(&g, b->actions[at], &c))
        c = command(ACTION_NONE, 0, 0, 0, 0);
    const uint32_t group = (uint32_t)GAME(group)(&g, &c) % BATCH_GROUPS;
    b->group[at] = group;
    b->rank[at] = BATCH_ADD(&b->group_count[group], 1);
}

KERNEL(begin_groups, (size_t)BATCH_GROUPS)
{
    uint32_t before = 0;
    for (size_t i = 0; i < at; i++)
        before += b->group_count[i];
    b->group_first[at] = before;
}

KERNEL(order, b->count)
{
    b->order[b->group_first[b->group[at]] + b->rank[at]] = (uint32_t)at;
    for (size_t i = at; i < (size_t)BATCH_GROUPS; i += b->count)
        b->group_count[i] = 0;
}

/* A legal action for every table, each equally likely. */
KERNEL(sample, b->count)
{
    Rng rng;
    rng_seed(&rng, rng_mix(call->seed, at));
    b->actions[at] = mask_pick(b->masks + at * BATCH_WORDS,
                               rng_below(&rng, (uint32_t)b->counts[at]));
}

/* Before many steps of chance or of a policy: each table has a stream of its own, and
 * nothing has ended yet. */
KERNEL(begin_play, b->count)
{
    const size_t players = b->setup.players;
    rng_seed(&b->draws[at], rng_mix(call->seed, at));
    b->finished[at] = 0;
    for (size_t seat = 0; seat < players; seat++)
        b->scores[at * players + seat] = 0;
}

/* The next of them: uniform, or by a weight for every action, for each seat its own. */
KERNEL(draw, b->count)
{
    const uint16_t *policy = (const uint16_t *)call->in;
    const uint64_t *mask = b->masks + at * BATCH_WORDS;
    Rng rng = b->draws[at];
    b->actions[at] =
        policy ? mask_weigh(mask, BATCH_WORDS, b->counts[at],
                            policy + (size_t)b->actors[at] * GAME_NAME(AT_SPACE), &rng)
               : mask_pick(mask, rng_below(&rng, (uint32_t)b->counts[at]));
    b->draws[at] = rng;
}

/* Masks a byte an action. */
KERNEL(unpack, b->count *GAME_NAME(AT_SPACE))
{
    const uint64_t row = at / GAME_NAME(AT_SPACE), place = at % GAME_NAME(AT_SPACE);
    ((uint8_t *)call->out)[at] = mask_has(b->masks + row * BATCH_WORDS, (int)place);
}

/* Actions of another width, whatever is in them. */
KERNEL(take, b->count)
{
    const int64_t place = ((const int64_t *)call->in)[at];
    b->actions[at] =
        place < 0 || place >= (int64_t)GAME_NAME(AT_SPACE) ? -1 : (int32_t)place;
}

/* States one after the other, from and to. */
KERNEL_TABLES(states_out, b->count, at, true, false)
{
    memcpy((uint8_t *)call->out + at * sizeof(GAME_STATE), &slot->state,
           sizeof slot->state);
}

KERNEL_TABLES(states_in, b->count, at, false, true)
{
    memcpy(&slot->state, (const uint8_t *)call->in + at * sizeof(GAME_STATE),
           sizeof slot->state);
}

KERNEL_TABLES(hash, b->count, at, true, false)
{
    ((uint64_t *)call->out)[at] = hash_bytes(&slot->state, sizeof slot->state);
}

/* Whole games by the list of legal moves, as tests/golden/play.c plays them: the hash
 * over every state on the way, and how many moves were made. */
KERNEL(games, b->count)
{
    BATCH_OWN(BatchSlot, slot);
    Moves moves;
    Rng rng;
    uint64_t hash = 0;
    int made = 0;
    bool waits;
    const Setup setup = ((const Setup *)call->in)[at];
    rng_seed(&rng, rng_mix(setup.seed, 1));
    batch_open(b, &setup, slot);
    for (;; made++) {
        const GAME_TABLE g = batch_table(b, slot);
        hash = rng_mix(hash, hash_bytes(&slot->state, sizeof slot->state));
        moves.count = 0;
        if (GAME(status)(&g).over || made == BATCH_MOVES_MAX)
            break;
        GAME(legal)(&g, &moves);
        const Command c = moves.item[rng_below(&rng, (uint32_t)moves.count)];
        batch_execute(b, slot, c, false, &waits);
    }
    ((uint64_t *)call->out)[at] = hash;
    b->finished[at] = made;
}

#endif

#ifdef BATCH_LOOKS

/* What the seat to act may do. */
KERNEL_TABLES(look, b->count, batch_turn(b, at), true, false)
{
    BATCH_OWN(BatchMask, mask);
    if (at == 0)
        *b->ended_count = *b->waiting_count = 0;
    const GAME_TABLE g = batch_table(b, slot);
    b->actors[table] = (int8_t)GAME(status)(&g).to_act;
    b->counts[table] = batch_mask(b, slot, mask);
    BATCH_ROWS(b->masks, table, mask, BATCH_WORDS);
}

/* And what it sees. The slot becomes its view: it is not needed any more. */
KERNEL(see, b->count)
{
    BATCH_OWN(BatchSlot, slot);
    BATCH_OWN(BatchSeen, seen);
    batch_load(b, at, slot);
    const GAME_TABLE g = batch_table(b, slot);
    const int seat = GAME(status)(&g).to_act;
    GAME(redact)(&g, seat, &slot->state);
    GAME(observe)(&g, seat, seen->number);
    BATCH_ROWS(b->seen, at, seen, 2 * BATCH_SEEN_CHUNKS);
}

#endif
