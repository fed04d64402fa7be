/* match.c - a match is its setup, its seed and its commands; everything else is worked
 * out. */
#include "engine/match.h"

#include "engine/hash.h"
#include "engine/lay.h"

#include <stdio.h>
#include <stdlib.h>

/* Close enough that going back is quick, far enough apart that a match stays small. */
enum { SNAPSHOT_EVERY = 64 };

struct Match {
    const Game *game;
    const void *catalog;
    Setup setup;
    bool is_position; /* begun by match_from */
    int first;        /* moves before what is known; all counts below leave them out */
    uint8_t *state;
    uint8_t *before; /* the state that a command found */
    uint8_t
        *snapshots; /* [i]: the state after i * SNAPSHOT_EVERY commands; [0] always */
    int snapshot_count, snapshots_max;
    Command *commands;
    int *command_events;         /* how many events there were before each command */
    int moves, total, moves_max; /* total: moves and what redo would bring back */
    uint8_t *event_bytes;
    uint32_t event_bytes_used, event_bytes_max;
    uint32_t *event_at; /* where each event starts */
    int event_count, events_max;
};

/* Memory for one more of 'item_bytes' each, doubling. */
static void *match_grow(void *items, int *max, size_t item_bytes)
{
    *max = *max ? 2 * *max : 16;
    void *grown = realloc(items, (size_t)*max * item_bytes);
    ASSERT(grown);
    return grown;
}

static uint8_t *match_snapshot(const Match *m, int index)
{
    return m->snapshots + (size_t)index * m->game->state_bytes;
}

/* Called whenever a command has been run for the first time. */
static void match_keep_snapshot(Match *m)
{
    const int index = m->moves / SNAPSHOT_EVERY;
    if (m->moves % SNAPSHOT_EVERY != 0 || index < m->snapshot_count)
        return;
    ASSERT(index == m->snapshot_count);
    if (index == m->snapshots_max) {
        m->snapshots_max = m->snapshots_max ? 2 * m->snapshots_max : 1;
        m->snapshots = (uint8_t *)realloc(m->snapshots, (size_t)m->snapshots_max *
                                                            m->game->state_bytes);
        ASSERT(m->snapshots);
    }
    memcpy(match_snapshot(m, index), m->state, m->game->state_bytes);
    m->snapshot_count++;
}

static void match_keep_event(Match *m, const Event *event, const uint8_t *list)
{
    const uint32_t needed =
        m->event_bytes_used + (uint32_t)sizeof *event + event->count;
    while (needed > m->event_bytes_max) {
        m->event_bytes_max = m->event_bytes_max ? 2 * m->event_bytes_max : 1024;
        m->event_bytes = (uint8_t *)realloc(m->event_bytes, m->event_bytes_max);
        ASSERT(m->event_bytes);
    }
    if (m->event_count == m->events_max)
        m->event_at =
            (uint32_t *)match_grow(m->event_at, &m->events_max, sizeof *m->event_at);
    uint8_t *at = m->event_bytes + m->event_bytes_used;
    memcpy(at, event, sizeof *event);
    if (event->count)
        memcpy(at + sizeof *event, list, event->count);
    m->event_at[m->event_count++] = m->event_bytes_used;
    m->event_bytes_used = needed;
}

static void match_keep_events(Match *m, const EventLog *log)
{
    Event event;
    const uint8_t *list = NULL;
    ASSERT(log->overflow == 0);
    for (uint32_t at = 0; event_next(log, &at, &event, &list);)
        match_keep_event(m, &event, list);
}

static void match_check(const Match *m)
{
#if !defined(PARLOR_NO_ASSERT) && !defined(__wasm__)
    const char *broken = m->game->check(m->catalog, m->state);
    if (broken)
        rules_failed(broken, __FILE__, __LINE__);
#else
    (void)m;
#endif
}

static Match *match_make(const Game *game, const void *catalog, const Setup *setup)
{
    ASSERT(setup_check(game, catalog, setup, NULL) == ERR_OK);
    Match *m = (Match *)calloc(1, sizeof *m);
    ASSERT(m);
    m->game = game;
    m->catalog = catalog;
    m->setup = *setup;
    m->state = (uint8_t *)calloc(1, game->state_bytes);
    m->before = (uint8_t *)calloc(1, game->state_bytes);
    ASSERT(m->state && m->before);
    return m;
}

/* Run a command, or without one deal, and keep what happened. How much that will be
 * nobody knows: where the room was too small it is done again with more. */
static void match_run(Match *m, const Command *c)
{
    uint8_t room[MATCH_EVENT_BYTES_MAX], *bytes = room, *more = NULL;
    uint32_t bytes_max = sizeof room;
    EventLog log;
    memcpy(m->before, m->state, m->game->state_bytes);
    for (;;) {
        event_log_init(&log, bytes, bytes_max);
        if (c)
            m->game->execute(m->catalog, m->state, c, &log);
        else
            m->game->begin(m->catalog, m->state, &log);
        if (!log.overflow)
            break;
        memcpy(m->state, m->before, m->game->state_bytes);
        bytes_max *= 2;
        bytes = more = (uint8_t *)realloc(more, bytes_max);
        ASSERT(more);
    }
    match_keep_events(m, &log);
    free(more);
}

Match *match_new(const Game *game, const void *catalog, const Setup *setup)
{
    Match *m = match_make(game, catalog, setup);
    game->open(catalog, &m->setup, m->state);
    match_run(m, NULL);
    match_check(m);
    match_keep_snapshot(m);
    return m;
}

Match *match_from(const Game *game, const void *catalog, const Setup *setup,
                  const void *state)
{
    Match *m = match_make(game, catalog, setup);
    m->is_position = true;
    memcpy(m->state, state, game->state_bytes);
    match_check(m);
    match_keep_snapshot(m);
    return m;
}

Match *match_resume(const Game *game, const void *catalog, const Setup *setup,
                    const void *state, int moves)
{
    ASSERT(moves >= 0);
    if (game->check(catalog, state))
        return NULL;
    Match *m = match_from(game, catalog, setup, state);
    m->first = moves;
    return m;
}

size_t match_bytes(const Match *m)
{
    const size_t states = 2 + (size_t)m->snapshots_max;
    return sizeof *m + states * m->game->state_bytes + m->event_bytes_max +
           (size_t)m->moves_max * (sizeof *m->commands + sizeof *m->command_events) +
           (size_t)m->events_max * sizeof *m->event_at;
}

int match_first(const Match *m)
{
    return m->first;
}

void match_free(Match *m)
{
    if (!m)
        return;
    free(m->state);
    free(m->before);
    free(m->snapshots);
    free(m->commands);
    free(m->command_events);
    free(m->event_bytes);
    free(m->event_at);
    free(m);
}

const Game *match_game(const Match *m)
{
    return m->game;
}

const void *match_catalog(const Match *m)
{
    return m->catalog;
}

const void *match_state(const Match *m)
{
    return m->state;
}

const Setup *match_setup(const Match *m)
{
    return &m->setup;
}

Table match_table(const Match *m)
{
    const Table t = {m->game, m->catalog, m->state, NULL};
    return t;
}

Status match_status(const Match *m)
{
    return m->game->status(m->catalog, m->state);
}

uint64_t match_hash(const Match *m)
{
    return hash_bytes(m->state, m->game->state_bytes);
}

/* Run the command that comes next, which is known to be good. */
static void match_step(Match *m)
{
    ASSERT(m->moves < m->total);
    m->command_events[m->moves] = m->event_count;
    match_run(m, &m->commands[m->moves]);
    m->moves++;
    match_check(m);
    match_keep_snapshot(m);
}

Err match_apply(Match *m, const Command *c, Refusal *why)
{
    Refusal no = refusal(ERR_OK);
    no.code = m->game->validate(m->catalog, m->state, c, &no.quote);
    if (no.code && why)
        *why = no;
    if (no.code &&
        !(m->game->fails && m->game->fails(m->catalog, m->state, c, no.code)))
        return no.code;
    if (m->moves == m->moves_max) {
        int max = m->moves_max;
        m->commands = (Command *)match_grow(m->commands, &max, sizeof *m->commands);
        m->command_events = (int *)match_grow(m->command_events, &m->moves_max,
                                              sizeof *m->command_events);
        ASSERT(max == m->moves_max);
    }
    m->commands[m->moves] = *c;
    m->total = m->moves + 1;
    if (m->snapshot_count > m->moves / SNAPSHOT_EVERY + 1)
        m->snapshot_count = m->moves / SNAPSHOT_EVERY + 1;
    match_step(m);
    return ERR_OK;
}

Err match_idle(Match *m, Refusal *why)
{
    if (match_status(m).over) {
        if (why)
            *why = refusal(ERR_GAME_OVER);
        return ERR_GAME_OVER;
    }
    const Command c = m->game->idle(m->catalog, m->state);
    return match_apply(m, &c, why);
}

int match_moves(const Match *m)
{
    return m->first + m->moves;
}

int match_moves_redo(const Match *m)
{
    return m->total - m->moves;
}

const Command *match_command(const Match *m, int index)
{
    ASSERT(index >= m->first && index < m->first + m->total);
    return &m->commands[index - m->first];
}

bool match_undo(Match *m)
{
    return match_go(m, match_moves(m) - 1);
}

bool match_redo(Match *m)
{
    return match_go(m, match_moves(m) + 1);
}

bool match_go(Match *m, int moves)
{
    if (moves < m->first || moves > m->first + m->total)
        return false;
    const int to = moves - m->first;
    if (to < m->moves) {
        match_state_at(m, moves, m->state);
        const int events = m->command_events[to];
        if (events < m->event_count)
            m->event_bytes_used = m->event_at[events];
        m->event_count = events;
        m->moves = to;
    }
    while (m->moves < to)
        match_step(m);
    return true;
}

void match_state_at(const Match *m, int moves, void *state)
{
    const int to = moves - m->first;
    ASSERT(to >= 0 && to <= m->total);
    int from = to / SNAPSHOT_EVERY;
    if (from >= m->snapshot_count)
        from = m->snapshot_count - 1;
    const bool now_is_nearer = m->moves <= to && m->moves > from * SNAPSHOT_EVERY;
    const void *start = now_is_nearer ? m->state : match_snapshot(m, from);
    if (state != start)
        memcpy(state, start, m->game->state_bytes);
    for (int i = now_is_nearer ? m->moves : from * SNAPSHOT_EVERY; i < to; i++)
        m->game->execute(m->catalog, state, &m->commands[i], NULL);
}

Match *match_fork(const Match *m, int moves)
{
    ASSERT(moves >= m->first && moves <= m->first + m->total);
    Match *fork = m->is_position
                      ? match_from(m->game, m->catalog, &m->setup, match_snapshot(m, 0))
                      : match_new(m->game, m->catalog, &m->setup);
    fork->first = m->first;
    for (int i = 0; i < moves - m->first; i++) {
        const Err err = match_apply(fork, &m->commands[i], NULL);
        ASSERT(err == ERR_OK);
    }
    return fork;
}

int match_event_count(const Match *m)
{
    return m->event_count;
}

int match_event_first(const Match *m, int command_index)
{
    const int index = command_index - m->first;
    ASSERT(command_index < 0 ? index == -1 : index >= 0 && index < m->moves);
    return index < 0 ? 0 : m->command_events[index];
}

bool match_event(const Match *m, int index, Event *event, const uint8_t **list)
{
    if (index < 0 || index >= m->event_count)
        return false;
    const uint8_t *at = m->event_bytes + m->event_at[index];
    memcpy(event, at, sizeof *event);
    if (list)
        *list = at + sizeof *event;
    return true;
}

/* Files. */

static void match_save_commands(const Match *m, JsonW *out)
{
    uint8_t *state = (uint8_t *)malloc(m->game->state_bytes);
    ASSERT(state);
    memcpy(state, match_snapshot(m, 0), m->game->state_bytes);
    const Table then = {m->game, m->catalog, state, NULL};
    jw_array(out, "commands");
    for (int i = 0; i < m->moves; i++) {
        const Command *c = &m->commands[i];
        jw_object(out, NULL);
        if (c->seat == SEAT_TABLE)
            jw_str(out, "seat", "table");
        else
            jw_int(out, "seat", c->seat);
        record_write_command(out, "do", &then, c);
        jw_end_object(out);
        m->game->execute(m->catalog, state, c, NULL);
    }
    jw_end_array(out);
    free(state);
}

static void match_save_result(const Match *m, JsonW *out)
{
    const Status status = match_status(m);
    if (!status.over) {
        jw_null(out, "result");
        return;
    }
    jw_object(out, "result");
    jw_seats(out, "winners", status.winners);
    jw_array(out, "points");
    for (int seat = 0; seat < m->setup.players; seat++)
        jw_int(out, NULL, m->game->points(m->catalog, m->state, seat));
    jw_end_array(out);
    jw_end_object(out);
}

void match_save(const Match *m, Catalogs *from, JsonW *out)
{
    ASSERT(!m->first);
    jw_object(out, NULL);
    jw_int(out, "parlor", MATCH_FORMAT);
    jw_str(out, "game", m->game->id);
    if (from) {
        catalogs_write(out, from, m->catalog);
    } else {
        jw_int(out, "rules", m->game->rules_version);
        jw_hex64(out, "data", hash_bytes(m->catalog, m->game->catalog_told));
    }
    record_write_setup(out, m->game, m->catalog, &m->setup);
    if (m->is_position) {
        jw_member(out, "position");
        m->game->write_state(m->catalog, match_snapshot(m, 0), out);
    }
    match_save_commands(m, out);
    jw_hex64(out, "hash", match_hash(m));
    match_save_result(m, out);
    jw_end_object(out);
}

static Err match_refuse(Refusal *why, Err code, const char *first, const char *second)
{
    if (why)
        *why = refusal_words(code, first, second);
    return code;
}

/* One saved command, read against the match as it is and applied to it. */
static Err match_load_command(Match *m, int index, const json_t *saved, Refusal *why)
{
    const Table t = match_table(m);
    const json_t *by = json_object_get(saved, "seat");
    const bool by_table =
        json_is_string(by) && strcmp(json_string_value(by), "table") == 0;
    int seat = by_table ? SEAT_TABLE : SEAT_NONE;
    if (json_is_integer(by) && json_integer_value(by) >= 0 &&
        json_integer_value(by) < SEATS_MAX)
        seat = (int)json_integer_value(by);
    Command c;
    Err err = record_read_command(&t, seat, json_object_get(saved, "do"), &c, NULL);
    if (!err)
        err = match_apply(m, &c, NULL);
    if (err) {
        char where[40];
        snprintf(where, sizeof where, "commands[%d]", index);
        match_refuse(why, ERR_BAD_FILE, where, "@file.move");
    }
    return err ? (Err)ERR_BAD_FILE : (Err)ERR_OK;
}

static int match_load_game(const json_t *json, const Catalogs *from, Refusal *why)
{
    const char *id = json_string_value(json_object_get(json, "game"));
    if (json_integer_value(json_object_get(json, "parlor")) != MATCH_FORMAT || !id ||
        !json_is_integer(json_object_get(json, "rules"))) {
        match_refuse(why, ERR_BAD_FILE, "parlor", "@file.format");
        return -1;
    }
    const int game = catalogs_find(from, id);
    if (game < 0)
        match_refuse(why, ERR_UNKNOWN_GAME, id, NULL);
    return game;
}

/* The match before its first command; NULL when the file's start is no good. */
static Match *match_load_start(const json_t *json, const Game *game,
                               const void *catalog, Refusal *why)
{
    const json_t *position = json_object_get(json, "position");
    Setup setup;
    if (record_read_setup(game, catalog, json, &setup, why) ||
        setup_check(game, catalog, &setup, why))
        return NULL;
    Match *m = match_new(game, catalog, &setup);
    if (!position)
        return m;
    Refusal no;
    const Err err = lay_position(game, catalog, &setup, position, m->state, &no);
    Match *laid = err ? NULL : match_from(game, catalog, &setup, m->state);
    if (err && why)
        *why = no;
    match_free(m);
    return laid;
}

Match *match_load(const json_t *json, Catalogs *from, Refusal *why)
{
    const int game = match_load_game(json, from, why);
    const void *catalog = game < 0 ? NULL : catalogs_of(from, game, json, why);
    const json_t *commands = json_object_get(json, "commands");
    const char *hash = json_string_value(json_object_get(json, "hash"));
    if (!catalog)
        return NULL;
    if (!json_is_array(commands) || !hash) {
        match_refuse(why, ERR_MISSING_FIELD, hash ? "commands" : "hash", NULL);
        return NULL;
    }
    Match *m = match_load_start(json, catalogs_game(from, game), catalog, why);
    Err err = m ? ERR_OK : ERR_BAD_FILE;
    for (int i = 0; !err && i < (int)json_array_size(commands); i++)
        err = match_load_command(m, i, json_array_get(commands, (size_t)i), why);
    char now[24];
    if (!err) {
        snprintf(now, sizeof now, "%016llx", (unsigned long long)match_hash(m));
        if (strcmp(now, hash) != 0)
            err = match_refuse(why, ERR_BAD_FILE, "hash", "@file.hash");
    }
    if (!err)
        return m;
    match_free(m);
    return NULL;
}
