/* store.c - where matches, rooms and people are kept: a log of moves and small
 * documents. */
#include "server/store/store.h"

#include "server/clock.h"
#include "server/log.h"
#include "server/metrics.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    STORE_BATCH_MAX = 1024, /* more would make the first wait long for the last */
    STORE_CROWD = 8,        /* where so many came together, more will come soon: */
    STORE_PACE_US = 2500,   /* the next transaction begins this long after the last */
    STORE_HEAR_MS = 500
};

typedef struct {
    StoreOp *first, *last;
    int count;
} OpList;

struct Store {
    const StoreBackend *backend;
    void *self;
    void (*wake)(void *context);
    void *context;
    void (*heard)(void *context, const StoreOp *news);
    void *heard_context;
    pthread_t writer, listener;
    bool is_listening;
    pthread_mutex_t lock;
    pthread_cond_t asked, answered;
    OpList waiting, finished;
    int open; /* asked for and not collected */
    bool stop;
    atomic_bool is_well;
};

static void list_add(OpList *l, StoreOp *op)
{
    op->next = NULL;
    if (l->last)
        l->last->next = op;
    else
        l->first = op;
    l->last = op;
    l->count++;
}

/* Cut off the first ones, at most 'max'. */
static StoreOp *list_take(OpList *l, int max)
{
    StoreOp *first = l->first, *last = first;
    int count = first ? 1 : 0;
    for (; last && last->next && count < max; count++)
        last = last->next;
    if (last) {
        l->first = last->next;
        last->next = NULL;
    }
    if (!l->first)
        l->last = NULL;
    l->count -= count;
    return first;
}

/* Did it surely change something? A sweep may find nothing to forget. */
static bool has_written(const StoreOp *batch)
{
    for (const StoreOp *op = batch; op; op = op->next)
        if (op->result == STORE_OK && (op->act == STORE_APPEND || op->act == STORE_PUT))
            return true;
    return false;
}

/* A store that is locked or full can still be read: only what was written says that it
 * is well again. */
static void store_run(Store *s, StoreOp *batch)
{
    const bool good = s->backend->run(s->self, batch);
    const bool is_well = good && (s->is_well || has_written(batch));
    metrics.store_batches_total++;
    if (is_well != s->is_well)
        log_event(is_well ? LOG_INFO : LOG_ERROR,
                  is_well ? "store_recovered" : "store_failed", "store",
                  s->backend->name, NULL);
    s->is_well = is_well;
    if (good)
        return;
    for (StoreOp *op = batch; op; op = op->next) {
        op->result = STORE_FAILED;
        metrics.store_failures_total++;
    }
}

/* Each transaction costs a sync, however many share it: in a crowd it pays to let some
 * more come. Who is alone never waits. Called with the lock held. */
static void store_pace(Store *s, int64_t last_us, int last_count)
{
    const int64_t rest_us = last_us + STORE_PACE_US - clock_us();
    if (last_count < STORE_CROWD || rest_us <= 0 || s->stop)
        return;
    pthread_mutex_unlock(&s->lock);
    usleep((useconds_t)rest_us);
    pthread_mutex_lock(&s->lock);
}

static void *store_write(void *context)
{
    Store *s = context;
    pthread_setname_np(pthread_self(), "parlor-store");
    int64_t last_us = 0;
    int last_count = 0;
    pthread_mutex_lock(&s->lock);
    for (;;) {
        while (!s->waiting.first && !s->stop)
            pthread_cond_wait(&s->asked, &s->lock);
        if (!s->waiting.first)
            break;
        store_pace(s, last_us, last_count);
        last_us = clock_us();
        last_count = s->waiting.count;
        StoreOp *batch = list_take(&s->waiting, STORE_BATCH_MAX);
        pthread_mutex_unlock(&s->lock);
        store_run(s, batch);
        pthread_mutex_lock(&s->lock);
        for (StoreOp *next = NULL; batch; batch = next) {
            next = batch->next;
            list_add(&s->finished, batch);
        }
        pthread_cond_broadcast(&s->answered);
        if (s->wake)
            s->wake(s->context);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

static void *store_listen(void *context)
{
    Store *s = context;
    pthread_mutex_lock(&s->lock);
    while (!s->stop) {
        pthread_mutex_unlock(&s->lock);
        StoreOp *news = s->backend->hear(s->self, STORE_HEAR_MS);
        pthread_mutex_lock(&s->lock);
        for (StoreOp *next = NULL; news; news = next) {
            next = news->next;
            s->open++;
            list_add(&s->finished, news);
            if (s->wake)
                s->wake(s->context);
        }
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

static const StoreBackend *store_backend(const char *where)
{
    if (strncmp(where, "postgres://", 11) != 0 &&
        strncmp(where, "postgresql://", 13) != 0 && strncmp(where, "host=", 5) != 0)
        return &store_sqlite;
#if defined(PARLOR_POSTGRES)
    return &store_postgres;
#else
    return NULL;
#endif
}

static Store *open_store(const char *where, StoreWay way, void (*wake)(void *),
                         void *context, char *why, size_t why_bytes)
{
    Store *s = calloc(1, sizeof *s);
    ASSERT(s);
    s->backend = store_backend(where);
    if (!s->backend) {
        snprintf(why, why_bytes, "this program was built without PostgreSQL");
        free(s);
        return NULL;
    }
    s->wake = wake;
    s->context = context;
    s->is_well = true;
    s->self = s->backend->open(where, way, why, why_bytes);
    if (!s->self) {
        free(s);
        return NULL;
    }
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->asked, NULL);
    pthread_cond_init(&s->answered, NULL);
    if (pthread_create(&s->writer, NULL, store_write, s) != 0)
        abort();
    s->is_listening = s->backend->hear != NULL && way == STORE_OWN;
    if (s->is_listening && pthread_create(&s->listener, NULL, store_listen, s) != 0)
        abort();
    return s;
}

Store *store_open(const char *where, void (*wake)(void *context), void *context,
                  char *why, size_t why_bytes)
{
    return open_store(where, STORE_OWN, wake, context, why, why_bytes);
}

Store *store_open_to_read(const char *where, char *why, size_t why_bytes)
{
    return open_store(where, STORE_READ, NULL, NULL, why, why_bytes);
}

Store *store_open_beside(const char *where, char *why, size_t why_bytes)
{
    return open_store(where, STORE_BESIDE, NULL, NULL, why, why_bytes);
}

void store_close(Store *s)
{
    if (!s)
        return;
    store_finish(s);
    pthread_mutex_lock(&s->lock);
    s->stop = true;
    pthread_cond_broadcast(&s->asked);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->writer, NULL);
    if (s->is_listening)
        pthread_join(s->listener, NULL);
    s->heard = NULL;
    store_collect(s);
    s->backend->close(s->self);
    pthread_cond_destroy(&s->asked);
    pthread_cond_destroy(&s->answered);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

bool store_is_shared(const Store *s)
{
    return s->backend->is_shared;
}

bool store_is_well(const Store *s)
{
    return s->is_well;
}

void store_on_news(Store *s, void (*heard)(void *context, const StoreOp *news),
                   void *context)
{
    s->heard = heard;
    s->heard_context = context;
}

void store_ask(Store *s, StoreOp *op, void (*done)(StoreOp *op), void *context)
{
    op->done = done;
    op->context = context;
    op->asked_us = clock_us();
    metrics.store_queue++;
    pthread_mutex_lock(&s->lock);
    s->open++;
    list_add(&s->waiting, op);
    pthread_cond_signal(&s->asked);
    pthread_mutex_unlock(&s->lock);
}

int store_collect(Store *s)
{
    pthread_mutex_lock(&s->lock);
    StoreOp *op = s->finished.first;
    s->finished = (OpList){0};
    pthread_mutex_unlock(&s->lock);
    int count = 0;
    for (StoreOp *next = NULL; op; op = next) {
        next = op->next;
        if (op->act == STORE_NEWS) {
            if (s->heard)
                s->heard(s->heard_context, op);
        } else {
            metrics.store_queue--;
            metrics.store_conflicts_total += op->result == STORE_STALE;
            latency_add(&metrics.store, clock_us() - op->asked_us);
        }
        if (op->done)
            op->done(op);
        store_op_free(op);
        count++;
    }
    pthread_mutex_lock(&s->lock);
    s->open -= count;
    pthread_mutex_unlock(&s->lock);
    return count;
}

void store_finish(Store *s)
{
    for (bool open = true; open;) {
        store_collect(s);
        pthread_mutex_lock(&s->lock);
        while (s->open && !s->finished.first)
            pthread_cond_wait(&s->answered, &s->lock);
        open = s->open > 0;
        pthread_mutex_unlock(&s->lock);
    }
}
