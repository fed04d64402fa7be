/* work.c - what would keep the hub waiting, done on other threads. */
#include "server/work.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    LANES = 64,
    THREADS_MAX = 16,
    WORK_NICE =
        10 /* whoever thinks must not take the processor from those who answer */
};

typedef struct {
    HubWork *first, *last;
} WorkList;

typedef struct {
    Pools *pools;
    WorkList lane[LANES]; /* each waits in the lane of who asked */
    int next_lane;
    int waiting, working;
    pthread_cond_t asked;
    pthread_t thread[THREADS_MAX];
    int threads;
    const char *name;
} Pool;

struct Pools {
    pthread_mutex_t lock;
    Pool pool[WORK_KINDS];
    WorkList done;
    uv_async_t wake;
    bool is_stopping, is_closed;
};

static void list_add(WorkList *l, HubWork *work)
{
    work->next = NULL;
    *(l->last ? &l->last->next : &l->first) = work;
    l->last = work;
}

static HubWork *list_take(WorkList *l)
{
    HubWork *work = l->first;
    if (work)
        l->first = work->next;
    if (!l->first)
        l->last = NULL;
    return work;
}

static HubWork *pool_take(Pool *pool)
{
    for (int i = 0; i < LANES; i++) {
        HubWork *work = list_take(&pool->lane[pool->next_lane]);
        pool->next_lane = (pool->next_lane + 1) % LANES;
        if (work) {
            pool->waiting--;
            return work;
        }
    }
    return NULL;
}

/* Called with the lock held. */
static void work_finish(Pools *p, HubWork *work)
{
    list_add(&p->done, work);
    if (!p->is_closed)
        uv_async_send(&p->wake);
}

static void *pool_run(void *context)
{
    Pool *pool = context;
    Pools *p = pool->pools;
    pthread_setname_np(pthread_self(), pool->name);
    setpriority(PRIO_PROCESS, (id_t)gettid(), WORK_NICE);
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (!pool->waiting && !p->is_closed)
            pthread_cond_wait(&pool->asked, &p->lock);
        HubWork *work = pool_take(pool);
        if (!work)
            break;
        pool->working++;
        pthread_mutex_unlock(&p->lock);
        work->run(work);
        pthread_mutex_lock(&p->lock);
        pool->working--;
        work_finish(p, work);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static void pools_woken(uv_async_t *wake)
{
    Pools *p = wake->data;
    pthread_mutex_lock(&p->lock);
    HubWork *work = p->done.first;
    p->done = (WorkList){NULL, NULL};
    pthread_mutex_unlock(&p->lock);
    for (HubWork *next = NULL; work; work = next) {
        next = work->next;
        work->done(work);
    }
}

Pools *pools_open(uv_loop_t *loop)
{
    static const char *const names[WORK_KINDS] = {"parlor-agents", "parlor-secrets",
                                                  "parlor-pages", "parlor-notices"};
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const int thinkers = cores < 2 ? 2 : cores < THREADS_MAX ? (int)cores : THREADS_MAX;
    Pools *p = calloc(1, sizeof *p);
    ASSERT(p);
    pthread_mutex_init(&p->lock, NULL);
    uv_async_init(loop, &p->wake, pools_woken);
    p->wake.data = p;
    for (int i = 0; i < WORK_KINDS; i++) {
        Pool *pool = &p->pool[i];
        pool->pools = p;
        pool->name = names[i];
        pool->threads = i == WORK_AGENT ? thinkers : i == WORK_PAGE ? 1 : 2;
        pthread_cond_init(&pool->asked, NULL);
        for (int t = 0; t < pool->threads; t++)
            if (pthread_create(&pool->thread[t], NULL, pool_run, pool) != 0)
                abort();
    }
    return p;
}

void pools_add(Pools *p, HubWork *work)
{
    Pool *pool = &p->pool[work->kind];
    pthread_mutex_lock(&p->lock);
    if (p->is_stopping) {
        work->is_dropped = true;
        work_finish(p, work);
    } else {
        list_add(&pool->lane[work->who % LANES], work);
        pool->waiting++;
        pthread_cond_signal(&pool->asked);
    }
    pthread_mutex_unlock(&p->lock);
}

void pools_stop(Pools *p)
{
    pthread_mutex_lock(&p->lock);
    p->is_stopping = true;
    for (int i = 0; i < WORK_KINDS; i++)
        for (HubWork *work = pool_take(&p->pool[i]); work;
             work = pool_take(&p->pool[i])) {
            work->is_dropped = true;
            work_finish(p, work);
        }
    pthread_mutex_unlock(&p->lock);
}

bool pools_are_idle(Pools *p)
{
    int under_way = 0;
    pthread_mutex_lock(&p->lock);
    for (int i = 0; i < WORK_KINDS; i++)
        under_way += p->pool[i].waiting + p->pool[i].working;
    const bool idle = under_way == 0 && !p->done.first;
    pthread_mutex_unlock(&p->lock);
    return idle;
}

void pools_close(Pools *p)
{
    pools_stop(p);
    pools_woken(&p->wake); /* what is done or was dropped */
    pthread_mutex_lock(&p->lock);
    p->is_closed = true;
    for (int i = 0; i < WORK_KINDS; i++)
        pthread_cond_broadcast(&p->pool[i].asked);
    pthread_mutex_unlock(&p->lock);
    uv_close((uv_handle_t *)&p->wake, NULL);
}

void pools_free(Pools *p)
{
    for (int i = 0; i < WORK_KINDS; i++) {
        for (int t = 0; t < p->pool[i].threads; t++)
            pthread_join(p->pool[i].thread[t], NULL);
        pthread_cond_destroy(&p->pool[i].asked);
    }
    pools_woken(&p->wake);
    pthread_mutex_destroy(&p->lock);
    free(p);
}
