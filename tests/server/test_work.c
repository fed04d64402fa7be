/* test_work.c - those who ask take turns, whatever the machine does meanwhile. */
#include "server/work.h"

#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>

#include <cmocka.h>

enum { THREADS = 16, MANY = 40 };

typedef struct {
    HubWork work;
    int place; /* the how many-th to be run */
    bool is_done;
} Job;

static sem_t gate;
static atomic_int begun;

static void job_run(HubWork *work)
{
    ((Job *)work)->place = ++begun;
    sem_wait(&gate);
}

static void job_done(HubWork *work)
{
    ((Job *)work)->is_done = true;
}

static void add(Pools *p, Job *job, WorkKind kind, uint64_t who)
{
    *job = (Job){.work = {.run = job_run, .done = job_done, .kind = kind, .who = who}};
    pools_add(p, &job->work);
}

static void open_gate(int count)
{
    for (int i = 0; i < count; i++)
        sem_post(&gate);
}

/* All threads are held by the first, forty of them wait, then one of another comes. */
static void one_waits_for_those_at_work_and_one_more(void **state)
{
    static Job many[THREADS + MANY], one;
    uv_loop_t loop;
    (void)state;
    uv_loop_init(&loop);
    Pools *p = pools_open(&loop);
    sem_init(&gate, 0, 0);
    for (int i = 0; i < THREADS + MANY; i++)
        add(p, &many[i], WORK_AGENT, 1);
    while (begun < 2) /* there are at least two threads, and no more can begin */
        uv_sleep(1);
    add(p, &one, WORK_AGENT, 2);
    const int at_work = begun;
    open_gate(THREADS + MANY + 1);
    while (!one.is_done)
        uv_run(&loop, UV_RUN_ONCE);
    assert_true(one.place <= THREADS + 2);
    assert_true(one.place > at_work);
    for (bool left = true; left; uv_run(&loop, UV_RUN_NOWAIT)) {
        left = false;
        for (int i = 0; i < THREADS + MANY; i++)
            left = left || !many[i].is_done;
    }
    pools_close(p);
    uv_run(&loop, UV_RUN_DEFAULT);
    pools_free(p);
    uv_loop_close(&loop);
}

/* Agents that never end do not keep a password or a page waiting. */
static void one_kind_does_not_wait_for_another(void **state)
{
    static Job agents[THREADS + MANY], secret, page;
    uv_loop_t loop;
    (void)state;
    begun = 0;
    uv_loop_init(&loop);
    Pools *p = pools_open(&loop);
    sem_init(&gate, 0, 0);
    for (int i = 0; i < THREADS + MANY; i++)
        add(p, &agents[i], WORK_AGENT, 1);
    add(p, &secret, WORK_SECRET, 1);
    add(p, &page, WORK_PAGE, 1);
    while (!secret.place || !page.place)
        uv_sleep(1);
    open_gate(THREADS + MANY + 2);
    while (!secret.is_done || !page.is_done)
        uv_run(&loop, UV_RUN_ONCE);
    pools_close(p);
    uv_run(&loop, UV_RUN_DEFAULT);
    pools_free(p);
    uv_loop_close(&loop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_waits_for_those_at_work_and_one_more),
        cmocka_unit_test(one_kind_does_not_wait_for_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
