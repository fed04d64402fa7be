/* external.c - an agent that is another program: "cmd:python3 my_bot.py". */
#include "agents/external.h"

#include "agents/clock.h"
#include "engine/record.h"

#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    EXTERNAL_MAX = 8,
    EXTERNAL_THREADS_MAX = 64,
    EXTERNAL_LINE_BYTES_MAX = 1 << 16,
    EXTERNAL_BUDGET_MS = 1000,
    EXTERNAL_GRACE_MS = 200, /* beyond the budget, for the way there and back */
    EXTERNAL_LOOK_MS = 100,  /* so often: whether the answer is still wanted */
    EXTERNAL_STARTS_MAX = 3, /* after that many crashes it is not started again */
    EXTERNAL_LATE_MAX = 3    /* in a row: it hangs, and is started anew */
};

/* One running copy. */
typedef struct {
    pthread_t thread;
    pid_t pid; /* 0: not running */
    int socket;
    int starts, late_in_a_row;
    int64_t number; /* of the question */
    const AgentTurn *turn;
    bool answered; /* once since it was started */
    bool is_cut;   /* the line coming in began before the question: it is no answer */
    size_t used;
    char line[EXTERNAL_LINE_BYTES_MAX];
} Copy;

typedef struct {
    Agent agent; /* first: an Agent that points here */
    char *name, *command;
    _Atomic int64_t late, garbage, crashes;
    Copy *copy[EXTERNAL_THREADS_MAX];
    int copies;
} External;

/* A new program has to load before its first answer. */
static int external_load_ms = EXTERNAL_LOAD_MS;

static External *externals[EXTERNAL_MAX];
static pthread_mutex_t externals_lock = PTHREAD_MUTEX_INITIALIZER;

/* A process of a group of its own, which talks through the socket; 0: none. Not by
 * fork(): what it does between fork and exec can wait for a lock of another thread. */
static pid_t spawn(const char *command, int socket)
{
    char *const words[] = {"sh", "-c", (char *)(uintptr_t)command, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t group;
    pid_t pid = 0;
    if (posix_spawn_file_actions_init(&files))
        return 0;
    if (!posix_spawnattr_init(&group)) {
        if (posix_spawn_file_actions_adddup2(&files, socket, STDIN_FILENO) ||
            posix_spawn_file_actions_adddup2(&files, socket, STDOUT_FILENO) ||
            posix_spawnattr_setflags(&group, POSIX_SPAWN_SETPGROUP) ||
            posix_spawn(&pid, "/bin/sh", &files, &group, words, environ))
            pid = 0;
        posix_spawnattr_destroy(&group);
    }
    posix_spawn_file_actions_destroy(&files);
    return pid;
}

static void copy_start(Copy *copy, const char *command)
{
    int ends[2];
    copy->starts++;
    copy->used = 0;
    copy->is_cut = false;
    copy->answered = false;
    copy->late_in_a_row = 0;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return;
    copy->pid = spawn(command, ends[1]);
    copy->socket = ends[0];
    close(ends[1]);
    if (!copy->pid)
        close(ends[0]);
}

static void copy_stop(Copy *copy)
{
    if (!copy->pid)
        return;
    close(copy->socket);
    kill(-copy->pid, SIGKILL);
    waitpid(copy->pid, NULL, 0);
    copy->pid = 0;
}

typedef enum { IO_GOOD, IO_LATE, IO_GONE, IO_GARBAGE, IO_STOPPED } Io;

/* Wait until the socket can be read or written. */
static Io copy_wait(const Copy *copy, short what, int64_t deadline_us)
{
    for (;;) {
        const int64_t left_us = deadline_us - clock_us();
        struct pollfd poll_one = {.fd = copy->socket, .events = what};
        if (left_us <= 0)
            return IO_LATE;
        if (agent_is_stopped(copy->turn))
            return IO_STOPPED;
        const bool is_near = left_us < EXTERNAL_LOOK_MS * 1000;
        const int ready =
            poll(&poll_one, 1, is_near ? (int)(left_us / 1000) + 1 : EXTERNAL_LOOK_MS);
        if (ready > 0)
            return IO_GOOD;
        if (ready < 0 && errno != EINTR)
            return IO_GONE;
    }
}

/* What there is to read, as far as there is room. */
static Io copy_fill(Copy *copy)
{
    const ssize_t got = recv(copy->socket, copy->line + copy->used,
                             sizeof copy->line - copy->used, MSG_DONTWAIT);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
        return IO_GONE;
    copy->used += got > 0 ? (size_t)got : 0;
    return IO_GOOD;
}

/* Forget what was read: only the end of a line begun may still come. */
static void copy_forget(Copy *copy)
{
    if (copy->used)
        copy->is_cut = copy->line[copy->used - 1] != '\n';
    copy->used = 0;
}

/* Whatever comes in before the question is out is no answer to it. It is read all the
 * same: a program that waits to be heard does not listen. */
static Io copy_write(Copy *copy, const char *text, size_t bytes, int64_t deadline_us)
{
    while (bytes) {
        Io io = copy_wait(copy, POLLIN | POLLOUT, deadline_us);
        if (io == IO_GOOD)
            io = copy_fill(copy);
        if (io != IO_GOOD)
            return io;
        copy_forget(copy);
        const ssize_t sent =
            send(copy->socket, text, bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno != EAGAIN && errno != EINTR)
            return IO_GONE;
        text += sent > 0 ? sent : 0;
        bytes -= sent > 0 ? (size_t)sent : 0;
    }
    return IO_GOOD;
}

static void copy_drop_line(Copy *copy, size_t bytes)
{
    copy->used -= bytes + 1;
    memmove(copy->line, copy->line + bytes + 1, copy->used);
}

/* The next whole line, its end cut off, into copy->line; *bytes of it. The rest of what
 * was read is kept behind it until copy_drop_line. */
static Io copy_read(Copy *copy, int64_t deadline_us, size_t *bytes)
{
    for (;;) {
        const char *end = memchr(copy->line, '\n', copy->used);
        *bytes = end ? (size_t)(end - copy->line) : 0;
        if (end && !copy->is_cut)
            return IO_GOOD;
        if (end) {
            copy_drop_line(copy, *bytes);
            copy->is_cut = false;
            continue;
        }
        if (copy->used == sizeof copy->line) {
            const bool was_cut = copy->is_cut;
            copy_forget(copy);
            if (!was_cut)
                return IO_GARBAGE;
        }
        Io io = copy_wait(copy, POLLIN, deadline_us);
        if (io == IO_GOOD)
            io = copy_fill(copy);
        if (io != IO_GOOD)
            return io;
    }
}

static void question_write(const AgentTurn *turn, int64_t number, int ms, JsonW *w)
{
    const Table table = {turn->game, turn->catalog, turn->view, NULL};
    const Status status = turn->game->status(turn->catalog, turn->view);
    jw_object(w, NULL);
    jw_int(w, "id", number);
    jw_str(w, "op", "move");
    jw_str(w, "game", turn->game->id);
    jw_int(w, "player", turn->seat);
    jw_str(w, "phase", turn->game->phases[status.phase]);
    jw_int(w, "ms", ms);
    jw_member(w, "view");
    turn->game->write_state(turn->catalog, turn->view, w);
    jw_array(w, "actions");
    for (int i = 0; i < turn->moves->count; i++)
        record_write_command(w, NULL, &table, &turn->moves->item[i]);
    jw_end_array(w);
    jw_end_object(w);
}

/* The index of the move an answer names; -1: none, -2: an answer to something older. */
static int answer_read(const AgentTurn *turn, int64_t number, const char *line,
                       size_t bytes)
{
    json_t *json = json_loadb(line, bytes, 0, NULL);
    const json_t *id = json_object_get(json, "id");
    const json_t *index = json_object_get(json, "index");
    const json_t *action = json_object_get(json, "action");
    int found = -1;
    if (json_is_integer(id) && json_integer_value(id) < number) {
        found = -2;
    } else if (json_is_integer(id) && json_integer_value(id) > number) {
        found = -1;
    } else if (json_is_integer(index)) {
        const json_int_t at = json_integer_value(index);
        found = at >= 0 && at < turn->moves->count ? (int)at : -1;
    } else if (json_is_object(action)) {
        const Table table = {turn->game, turn->catalog, turn->view, NULL};
        Command c;
        if (!record_read_command(&table, turn->seat, action, &c, NULL))
            for (int i = 0; i < turn->moves->count && found < 0; i++)
                if (command_same(&turn->moves->item[i], &c))
                    found = i;
    }
    json_decref(json);
    return found;
}

static Io copy_ask(Copy *copy, const AgentTurn *turn, int *pick)
{
    const int ms = turn->budget_ms > 0 ? turn->budget_ms : EXTERNAL_BUDGET_MS;
    const int64_t wait_ms =
        ms + EXTERNAL_GRACE_MS + (copy->answered ? 0 : external_load_ms);
    const int64_t deadline_us = clock_us() + wait_ms * 1000;
    JsonW w;
    copy->turn = turn;
    jw_open(&w);
    question_write(turn, ++copy->number, ms, &w);
    w.text[w.used++] = '\n';
    Io io = copy_write(copy, w.text, w.used, deadline_us);
    jw_close(&w);
    for (*pick = -2; io == IO_GOOD && *pick == -2;) {
        size_t bytes = 0;
        io = copy_read(copy, deadline_us, &bytes);
        if (io != IO_GOOD)
            break;
        *pick = answer_read(turn, copy->number, copy->line, bytes);
        copy_drop_line(copy, bytes);
    }
    return io == IO_GOOD && *pick < 0 ? IO_GARBAGE : io;
}

/* This thread's copy; NULL when there are too many threads. */
static Copy *copy_here(External *external)
{
    Copy *found = NULL;
    pthread_mutex_lock(&externals_lock);
    for (int i = 0; i < external->copies && !found; i++)
        if (pthread_equal(external->copy[i]->thread, pthread_self()))
            found = external->copy[i];
    if (!found && external->copies < EXTERNAL_THREADS_MAX) {
        found = calloc(1, sizeof *found);
        if (found) {
            found->thread = pthread_self();
            external->copy[external->copies++] = found;
        }
    }
    pthread_mutex_unlock(&externals_lock);
    return found;
}

static int external_pick(const AgentTurn *turn)
{
    External *external = (External *)(uintptr_t)turn->self;
    Copy *copy = copy_here(external);
    int pick = -1;
    if (copy && !copy->pid && copy->starts < EXTERNAL_STARTS_MAX)
        copy_start(copy, external->command);
    const Io io = copy && copy->pid ? copy_ask(copy, turn, &pick) : IO_GONE;
    switch (io) {
    case IO_GOOD:
        copy->answered = true;
        copy->late_in_a_row = 0;
        return pick;
    case IO_LATE:
        atomic_fetch_add(&external->late, 1);
        if (++copy->late_in_a_row >= EXTERNAL_LATE_MAX || !copy->answered)
            copy_stop(copy);
        break;
    case IO_GARBAGE:
        atomic_fetch_add(&external->garbage, 1);
        break;
    case IO_STOPPED:
        break;
    default:
        atomic_fetch_add(&external->crashes, 1);
        if (copy)
            copy_stop(copy);
    }
    return (int)rng_below(turn->rng, (uint32_t)turn->moves->count);
}

bool external_is(const char *name)
{
    return strncmp(name, EXTERNAL_PREFIX, strlen(EXTERNAL_PREFIX)) == 0;
}

void external_limit_load(int ms)
{
    ASSERT(ms > 0);
    external_load_ms = ms;
}

/* Both texts are copied; NULL without memory. */
static External *external_new(const char *name, const char *command)
{
    External *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->name = strdup(name);
    made->command = strdup(command);
    if (made->name && made->command) {
        made->agent.name = made->name;
        made->agent.pick = external_pick;
        return made;
    }
    free(made->name);
    free(made->command);
    free(made);
    return NULL;
}

const Agent *external_open(const char *name)
{
    ASSERT(external_is(name));
    return external_open_as(name, name + strlen(EXTERNAL_PREFIX));
}

const Agent *external_open_as(const char *name, const char *command)
{
    External *made = NULL;
    pthread_mutex_lock(&externals_lock);
    for (int i = 0; i < EXTERNAL_MAX && !made; i++) {
        if (externals[i] && strcmp(externals[i]->name, name) == 0)
            made = externals[i];
        if (externals[i])
            continue;
        made = external_new(name, command);
        if (!made)
            break;
        externals[i] = made;
    }
    pthread_mutex_unlock(&externals_lock);
    return made ? &made->agent : NULL;
}

ExternalFaults external_faults(const Agent *agent)
{
    ExternalFaults faults = {0, 0, 0};
    for (int i = 0; i < EXTERNAL_MAX; i++)
        if (externals[i] && &externals[i]->agent == agent) {
            faults.late = atomic_load(&externals[i]->late);
            faults.garbage = atomic_load(&externals[i]->garbage);
            faults.crashes = atomic_load(&externals[i]->crashes);
        }
    return faults;
}

void external_close_all(void)
{
    for (int i = 0; i < EXTERNAL_MAX && externals[i]; i++) {
        for (int copy = 0; copy < externals[i]->copies; copy++) {
            copy_stop(externals[i]->copy[copy]);
            free(externals[i]->copy[copy]);
        }
        free(externals[i]->name);
        free(externals[i]->command);
        free(externals[i]);
        externals[i] = NULL;
    }
}
