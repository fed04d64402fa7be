/* store.h - where matches, rooms and people are kept: a log of moves and small
 * documents.
 *
 * A move is appended at the expected head of its match and nowhere else; a document is
 * replaced only by somebody who has seen its version. So any number of server
 * processes can share one store, and none of them owns anything.
 *
 * Operations are handed to a thread of the store's, which takes all that wait as one
 * transaction; their answers are collected on the thread that asked. */
#pragma once

#include "engine/command.h"

typedef struct Store Store;
typedef struct StoreOp StoreOp;

enum {
    STORE_KEY_BYTES = 72,
    STORE_KIND_BYTES = 12,
    STORE_ANY = -1 /* as a version: whatever is there */
};

typedef enum {
    STORE_OK,
    STORE_STALE,   /* somebody was faster: the head or the version is another */
    STORE_MISSING, /* there is no such document */
    STORE_FAILED   /* the world's fault; nothing was written, or nobody knows */
} StoreResult;

typedef enum {
    STORE_APPEND, /* match, seq, move */
    STORE_TAIL,   /* match, seq: the moves after it */
    STORE_PUT,    /* kind, key, version seen (0: new), body */
    STORE_DELETE, /* kind, key */
    STORE_TOUCH,  /* kind, key: as if it were written now */
    STORE_GET,    /* kind, key */
    STORE_LIST,   /* kind, limit, age_ms (0: any): the latest first */
    STORE_FIND,   /* kind, key, limit: whose keys begin so, in their order */
    STORE_ALL,    /* parts: puts and deletes, all of them or none */
    STORE_SWEEP,  /* kind, age_ms, wall_ms: forget what has not been written for so
                   * long; of matches those that are over, with their moves */
    STORE_TELL, /* key, body: to the other processes, if they hear it; "b" comes back */
    STORE_NEWS  /* from another process: key is "m", "r" or "t", body what of */
} StoreAct;

/* Who made a move: the player, or the room for one who is away or out of time. */
typedef enum { MOVE_OWN, MOVE_AWAY, MOVE_TIME, MOVE_WHYS } MoveWhy;

typedef struct {
    Command command;
    int32_t spent_ms; /* how long the seat took */
    uint64_t tag;     /* tells this move from another; its last bits: a MoveWhy */
} StoreMove;

typedef struct {
    char key[STORE_KEY_BYTES];
    int64_t version;
    int64_t age_ms;
    char *body;
} StoreDoc;

struct StoreOp {
    StoreAct act;
    StoreResult result;
    char kind[STORE_KIND_BYTES];
    char key[STORE_KEY_BYTES];
    int64_t version; /* after a put or a get: the one it has now */
    char *body;      /* JSON; freed with the operation */
    uint64_t match;
    int32_t seq; /* of the first move: 1 */
    int32_t limit;
    int64_t age_ms;
    int64_t
        wall_ms; /* the time of day as the asker has it; a shared store has its own */
    StoreMove move;
    StoreMove *moves;
    int32_t move_count;
    StoreDoc *docs;
    int32_t doc_count;
    StoreOp *parts, *parts_last;
    void (*done)(StoreOp *op); /* on the asking thread; may be NULL */
    void *context;
    int64_t asked_us;
    StoreOp *next;
};

/* "postgres://..." and "host=..." name a PostgreSQL database, everything else a file
 * of SQLite's. 'wake' is called on another thread when answers can be collected. */
Store *store_open(const char *where, void (*wake)(void *context), void *context,
                  char *why, size_t why_bytes);
/* One that is there already, of this program's schema, only to be read. */
Store *store_open_to_read(const char *where, char *why, size_t why_bytes);
/* The same, also to write documents while a server has it: orders, accounts. */
Store *store_open_beside(const char *where, char *why, size_t why_bytes);
void store_close(Store *s);           /* what was asked for is done first */
bool store_is_shared(const Store *s); /* other processes may write to it too */
bool store_is_well(const Store *s);   /* something was written since the last failure */

/* News of other processes; a call of 'heard' lasts as long as the call. */
void store_on_news(Store *s, void (*heard)(void *context, const StoreOp *news),
                   void *context);

StoreOp *store_op(StoreAct act, const char *kind, const char *key);
void store_part(StoreOp *all, StoreOp *part); /* one more; it is 'all's now */
void store_ask(Store *s, StoreOp *op, void (*done)(StoreOp *op), void *context);
int store_collect(Store *s); /* calls 'done' of what is finished; how many */
/* Wait until everything asked for has been answered and collected. */
void store_finish(Store *s);

/* For those who implement one. */
typedef enum { STORE_OWN, STORE_READ, STORE_BESIDE } StoreWay;

typedef struct {
    const char *name;
    bool is_shared;
    void *(*open)(const char *where, StoreWay way, char *why, size_t why_bytes);
    void (*close)(void *self);
    /* One transaction; fills every result. False: nothing of it happened. */
    bool (*run)(void *self, StoreOp *batch);
    /* Waits at most 'wait_ms' for news of others; NULL when there is none. */
    StoreOp *(*hear)(void *self, int wait_ms);
} StoreBackend;

extern const StoreBackend store_sqlite, store_postgres;

void store_op_free(StoreOp *op);
/* Memory for one more of 'bytes' each; it doubles at each power of two. */
void *store_grow(void *items, int count, size_t bytes);
StoreMove *store_add_move(StoreOp *op);
StoreDoc *store_add_doc(StoreOp *op);
