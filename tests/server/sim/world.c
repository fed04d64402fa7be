/* world.c - nodes, time and work: what the machine and its operator do. */
#include "tests/server/sim/sim.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void sim_fail(const World *w, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fprintf(stderr, "seed %llu, at %.3f s: ", (unsigned long long)w->plan.seed,
            (double)w->now_ms / 1000);
    vfprintf(stderr, format, list);
    fprintf(stderr, "\n");
    va_end(list);
    if (w->step)
        script_write(w->step);
    fflush(stderr);
    _Exit(3);
}

static World *the_world; /* for the callbacks that have only a link */

static void io_send(void *link, const char *text, size_t text_bytes)
{
    human_take(the_world, link, text, text_bytes);
}

static void io_close(void *link, int code, const char *why)
{
    Human *h = link;
    (void)why;
    if (code < 1000 || code > 1015)
        sim_fail(the_world, "closed with %d", code);
    h->is_closed = true;
    the_world->is_closing = true;
}

static void io_work(void *context, HubWork *work)
{
    const Store *s = context;
    World *w = the_world;
    if (w->work_count == (int)(sizeof w->work / sizeof *w->work))
        sim_fail(w, "too much work at once");
    w->work_node[w->work_count] = s->node;
    w->work_ms[w->work_count] = w->now_ms + rng_below(&w->rng, 300);
    w->work[w->work_count++] = work;
}

int64_t world_wall_ms(const World *w)
{
    return 1700000000000 + w->now_ms + w->jumped_ms;
}

static int64_t io_wall(void *context)
{
    (void)context;
    return world_wall_ms(the_world);
}

static void work_do(World *w, int index)
{
    HubWork *work = w->work[index];
    w->work_count--;
    w->work[index] = w->work[w->work_count];
    w->work_ms[index] = w->work_ms[w->work_count];
    w->work_node[index] = w->work_node[w->work_count];
    work->run(work);
    work->done(work);
}

static void node_start(World *w, int number)
{
    SimNode *node = &w->node[number];
    Config config;
    char why[200];
    config_default(&config);
    config.guests_per_minute = config.logins_per_minute = 0;
    config.messages_per_second = config.connections_per_address = 0;
    config.agent_ms = 1;
    config.snapshot_moves = 16;
    config.rooms_per_person = 3;
    node->store = (Store){.db = w->db, .node = number};
    node->io = (HubIo){io_send, io_close, io_work, &node->store, io_wall};
    node->hub = hub_new(&config, w->data, &node->store, &node->io, why, sizeof why);
    if (!node->hub)
        sim_fail(w, "a node does not start: %s", why);
    hub_tick(node->hub, w->now_ms);
    for (int i = 0; i < 100 && !node->hub->has_key; i++) {
        w->now_ms += 10;
        db_step(w, &node->store);
    }
}

World *world_new(const SimPlan *plan, Data *data)
{
    World *w = calloc(1, sizeof *w);
    ASSERT(w);
    the_world = w;
    w->plan = *plan;
    w->data = data;
    w->now_ms = 1000000;
    rng_seed(&w->rng, plan->seed);
    w->db = db_new(w, plan->is_sql);
    w->human = calloc((size_t)plan->people, sizeof *w->human);
    ASSERT(w->human);
    for (int i = 0; i < plan->people; i++)
        w->human[i].number = i;
    for (int i = 0; i < plan->nodes; i++)
        node_start(w, i);
    return w;
}

static void close_asked(World *w)
{
    for (int i = 0; w->is_closing && i < w->plan.people; i++)
        if (w->human[i].is_closed)
            human_close(w, &w->human[i]);
    w->is_closing = false;
}

void world_advance(World *w, int64_t ms)
{
    const int64_t end = w->now_ms + ms;
    do {
        const int64_t tick = w->now_ms - w->now_ms % w->plan.tick_ms + w->plan.tick_ms;
        const bool ticks = tick <= end;
        w->now_ms = ticks ? tick : end;
        for (int i = 0; i < w->work_count; i++)
            if (w->work_ms[i] <= w->now_ms)
                work_do(w, i--);
        for (int i = 0; i < w->plan.nodes; i++) {
            db_step(w, &w->node[i].store);
            if (ticks)
                hub_tick(w->node[i].hub, w->now_ms);
        }
        close_asked(w);
    } while (w->now_ms < end);
}

/* A hub waits for nobody's thoughts when it stops; here they must not outlive it. */
static bool node_is_done(const SimNode *node)
{
    return hub_is_quiet(node->hub) && !node->hub->jobs;
}

static void node_end(World *w, int number)
{
    SimNode *node = &w->node[number];
    for (int i = 0; i < w->plan.people; i++)
        if (w->human[i].client && w->human[i].node == number)
            human_close(w, &w->human[i]);
    /* What is still asked for is refused: the machine is gone for everybody else. */
    for (int i = 1; i < 100 && !node_is_done(node); i++) {
        db_drop(w, &node->store);
        for (int k = 0; k < w->work_count; k++)
            if (w->work_node[k] == number)
                work_do(w, k--);
        hub_tick(node->hub, w->now_ms + 500 * i);
    }
    db_drop(w, &node->store);
    if (!node_is_done(node))
        sim_fail(
            w, "left in a node that ended: %d asks, %d asked, %d jobs, %d signings",
            node->hub->asks, node->hub->asked, node->hub->jobs, node->hub->signings);
    hub_free(node->hub);
    node->hub = NULL;
}

void world_kill(World *w, int number)
{
    node_end(w, number);
    node_start(w, number);
}

/* Everybody goes home: nothing may be left under way, and no room in memory. */
void world_end(World *w)
{
    w->step = NULL;
    for (int i = 0; i < w->plan.nodes; i++)
        w->node[i].store.fails = 0;
    world_advance(w, 30000);
    for (int i = 0; i < w->plan.people; i++)
        if (w->human[i].client && w->human[i].asked_count)
            sim_fail(w, "person %d has no answer to %s %d", i, w->human[i].asked[0].op,
                     w->human[i].asked[0].id);
    check_world(w);
    for (int i = 0; i < w->plan.people; i++)
        if (w->human[i].client)
            human_close(w, &w->human[i]);
    for (int i = 0; i < 1000; i++)
        world_advance(w, 1000);
    for (int i = 0; i < w->plan.nodes; i++) {
        const Hub *hub = w->node[i].hub;
        for (int ms = 0; ms < 50 && !hub_is_quiet(hub); ms++)
            world_advance(w, 1); /* what its last tick asked for */
        if (!hub_is_quiet(hub) || hub->first_room)
            sim_fail(
                w,
                "when everybody has gone, %s is left (%d asks, %d asked, %d signings)",
                hub->first_room ? "a room" : "a request", hub->asks, hub->asked,
                hub->signings);
    }
    check_end(w);
    for (int i = 0; i < w->plan.nodes; i++)
        node_end(w, i);
    for (int i = 0; i < w->plan.people; i++)
        json_decref(w->human[i].legal);
    check_free(w);
    db_free(w->db);
    free(w->human);
    free(w);
}
