/* play.c - a match in a room: a move is made durable, then applied, then told. */
#include "server/play/play.h"

#include "agents/learned.h"
#include "engine/match.h"
#include "server/clock.h"
#include "server/hub/ask.h"
#include "server/hub/client.h"
#include "server/hub/gate.h"
#include "server/hub/inside.h"
#include "server/log.h"
#include "server/metrics.h"
#include "server/people/rating.h"
#include "server/play/snapshot.h"
#include "server/play/tell.h"
#include "server/push/push.h"
#include "server/rooms/doc.h"
#include "server/rooms/room.h"
#include "server/secret.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    RETRY_MS = 1000,
    TEXT_COST = 4,       /* in the shares of costs.def */
    SYNC_MOVES_MAX = 100 /* a client further behind gets the view only */
};

int room_acts(const Room *room)
{
    const Status status = match_status(room->match);
    return status.over ? SEAT_NONE : status.to_act;
}

/* Telling. */

/* What each seat has left, where the room has a clock. */
static void write_clocks(JsonW *w, const Room *room)
{
    const int64_t whole = (int64_t)room->doc.clock_s * 1000;
    const int acts = room_acts(room);
    if (room->doc.clock == CLOCK_NONE)
        return;
    jw_array(w, "left_ms");
    for (int i = 0; i < room->doc.setup.players; i++) {
        const int64_t spent = room->doc.clock == CLOCK_GAME ? room->spent_ms[i] : 0;
        const int64_t now = i == acts ? room->hub->now_ms - room->turn_since_ms : 0;
        const int64_t left = whole - spent - now; /* before the last moment */
        jw_int(w, NULL, left > 0 ? left : 0);
    }
    jw_end_array(w);
}

static void write_newest(JsonW *w, const Room *room, const Tell *t)
{
    static const char *const why[MOVE_WHYS] = {NULL, "away", "time"};
    const Bend *bend = course_bend(t->course, match_moves(t->match));
    if (bend)
        tell_undo_members(w, t, bend);
    else
        tell_move_members(w, t, match_moves(room->match) - 1);
    if (room->moved_why != MOVE_OWN)
        jw_str(w, "why", why[room->moved_why]);
    write_clocks(w, room);
}

/* To who made it, the move is the answer. */
static void answer_move(const Room *room, Ask *ask)
{
    JsonW *w = ask_answer(ask);
    const Tell t = tell_for(room, ask->client, ask->client->wants);
    write_newest(w, room, &t);
    ask_send(ask);
}

static bool is_same_text(const Tell *a, const Tell *b)
{
    return a->viewer == b->viewer && a->wants == b->wants && a->texts == b->texts;
}

/* One text for each seat and one for those who watch come with the move. Whoever wants
 * another pays for it, or is told the move alone. */
static bool may_want(Client *c, const Tell *t, int *told)
{
    const int bit = 1 << (t->viewer < SEATS_MAX ? t->viewer : SEATS_MAX);
    const bool is_first = !(*told & bit);
    *told |= bit;
    return is_first || !t->wants || client_may_cost(c, TEXT_COST);
}

/* The newest move to everybody; those who may see and want the same get the same text.
 */
static void tell_all(Room *room, const Client *but)
{
    JsonW *w = &room->hub->out;
    Tell last = {0};
    bool has_last = false;
    int told = 0;
    for (Client *c = room->members; c; c = c->room_next) {
        if (c == but)
            continue;
        Tell t = tell_for(room, c, c->wants);
        if ((!has_last || !is_same_text(&t, &last)) && !may_want(c, &t, &told))
            t.wants = 0;
        if (!has_last || !is_same_text(&t, &last)) {
            jw_reset(w);
            jw_object(w, NULL);
            write_newest(w, room, &t);
            jw_end_object(w);
            last = t;
            has_last = true;
        }
        client_send(c, w->text, w->used);
    }
}

void play_write_sync(JsonW *w, const Room *room, const Client *client,
                     const json_t *have)
{
    if (!room->match)
        return;
    char id[HEX_BYTES];
    hex_name(room->match_id, id);
    Tell t = tell_for(room, client, client->wants);
    const Course *course = &room->course;
    const int moves = match_moves(room->match), length = room_n(room);
    const int gone = length - moves;
    const char *match = json_string_value(json_object_get(have, "match"));
    const json_t *n = json_object_get(have, "n");
    const bool knows = match && strcmp(match, id) == 0 && json_is_integer(n) &&
                       json_integer_value(n) >= match_first(room->match) + gone &&
                       json_integer_value(n) >= length - SYNC_MOVES_MAX &&
                       json_integer_value(n) >= course_straight(course) &&
                       json_integer_value(n) >= 0 && json_integer_value(n) <= length;
    jw_object(w, "game");
    jw_str(w, "match", id);
    jw_int(w, "n", length);
    jw_int(w, "rules", match_game(room->match)->rules_version);
    jw_hex64(w, "data",
             catalogs_fingerprint(room->hub->catalogs, match_catalog(room->match)));
    if (knows) {
        Tell quiet = t;
        quiet.wants &= WANT_WORDS | WANT_LINES;
        jw_array(w, "moves");
        for (int i = (int)json_integer_value(n) - gone; i < moves; i++)
            tell_move(w, &quiet, i);
        jw_end_array(w);
    } else {
        t.wants |= t.wants & WANT_STATE ? 0 : WANT_VIEW;
    }
    tell_turn(w, &t);
    write_clocks(w, room);
    jw_end_object(w);
}

/* Moves. */

static void write_match_doc(Room *room, uint64_t id, const Setup *setup,
                            const RoomDoc *doc, StoreOp *op)
{
    const Game *game = room_game(doc);
    const bool is_played = room->match && room->match_id == id;
    const void *catalog =
        is_played ? match_catalog(room->match) : room->hub->catalog[doc->game];
    JsonW *w = &room->hub->part;
    char hex[HEX_BYTES];
    hex_name(id, hex);
    jw_reset(w);
    jw_object(w, NULL);
    jw_str(w, "match", hex);
    jw_str(w, "room", doc->code);
    jw_str(w, "game", game->id);
    catalogs_write(w, room->hub->catalogs, catalog);
    record_write_setup(w, game, catalog, setup);
    jw_array(w, "seats");
    for (int i = 0; i < setup->players; i++) {
        jw_object(w, NULL);
        jw_str(w, "person", doc->seat[i].person);
        jw_str(w, "name", doc->seat[i].name);
        jw_str(w, "agent", doc->seat[i].agent);
        jw_end_object(w);
    }
    jw_end_array(w);
    if (is_played && match_status(room->match).over) {
        const Tell all = {
            .match = room->match, .viewer = SEAT_NONE, .texts = room->hub->texts[0]};
        jw_object(w, "result");
        jw_int(w, "moves", match_moves(room->match));
        tell_turn(w, &all);
        jw_end_object(w);
    }
    jw_end_object(w);
    op->body = strdup(w->text);
}

static void match_ended(Room *room)
{
    char id[HEX_BYTES];
    hex_name(room->match_id, id);
    metrics.matches_ended_total++;
    log_event(LOG_INFO, "match_ended", "room", room->doc.code, "match", id, NULL);
    StoreOp *op = store_op(STORE_PUT, "match", id);
    op->version = STORE_ANY;
    write_match_doc(room, room->match_id, match_setup(room->match), &room->doc, op);
    const Status status = match_status(room->match);
    rating_ended(room, &status, op);
    snapshot_forget(room);
}

/* Somebody is to act from now on; an agent takes its time, each turn another. */
static void turn_begins(Room *room)
{
    const uint32_t delay = (uint32_t)room->doc.delay_ms;
    room->turn_since_ms = room->hub->now_ms;
    room->delay_ms = delay ? delay + rng_below(&room->hub->rng, delay + 1) : 0;
    room->has_choice = false;
}

/* What was added to the clocks for moves goes with them; time that was used does not
 * come back. */
static void take_increments_back(Room *room, int to)
{
    for (int i = to; i < match_moves(room->match); i++) {
        const int seat = match_command(room->match, i)->seat;
        if (seat < SEATS_MAX)
            room->spent_ms[seat] += (int64_t)room->doc.increment_s * 1000;
    }
}

bool play_moved(Room *room, const StoreMove *move, Ask *ask)
{
    const int acted = room_acts(room), to = course_undo_to(&move->command);
    const bool is_undo = course_is_undo(&move->command);
    if (is_undo && to >= match_first(room->match))
        take_increments_back(room, to);
    if (!course_play(&room->course, room->match, &move->command))
        return false;
    if (acted < SEATS_MAX)
        room->spent_ms[acted] += move->spent_ms;
    if (acted < SEATS_MAX && move->command.seat == acted && !is_undo)
        room->spent_ms[acted] -= (int64_t)room->doc.increment_s * 1000;
    if (room_acts(room) != acted)
        room->has_stepped = false;
    room->moved_why = (MoveWhy)(move->tag % 4);
    if (room->moved_why >= MOVE_WHYS)
        room->moved_why = MOVE_OWN; /* kept before moves said it */
    if (room->moved_why != MOVE_OWN)
        room->steps++;
    else if (is_undo || (acted < SEATS_MAX && !room->doc.seat[acted].agent[0]))
        room->steps = 0;
    turn_begins(room);
    if (!room->is_loaded || room->is_catching_up) {
        metrics.moves_replayed_total++;
        snapshot_trim(room);
        return true;
    }
    tell_all(room, ask ? ask->client : NULL);
    if (ask)
        answer_move(room, ask);
    snapshot_trim(room);
    if (match_status(room->match).over)
        match_ended(room);
    else if (room_acts(room) != acted)
        push_turn(room);
    return true;
}

static void move_kept(Pending *p, Room *room, StoreOp *op)
{
    room->is_busy = false;
    if (op->result == STORE_OK) {
        const int acted = room_acts(room);
        metrics.moves_total++;
        if (!play_moved(room, &op->move, pending_ask(p)))
            rules_failed("a move that was found good can be made", __FILE__, __LINE__);
        room->has_stepped = p->why != MOVE_OWN && room_acts(room) == acted;
        if (!match_status(room->match).over)
            snapshot_keep(room);
        latency_add(&metrics.move, clock_us() - p->asked_us);
    } else if (op->result == STORE_STALE) {
        Ask *ask = p->ask;
        free(p);
        room_reload(room, ask);
        return;
    } else {
        room->retry_at_ms = room->hub->now_ms + RETRY_MS;
        room->is_log_old = store_is_shared(room->hub->store); /* or was it done? */
        if (p->ask)
            ask_fail(p->ask, write_failed(room->hub));
    }
    free(p);
    room_calm(room);
}

void play_move(Room *room, const Command *c, Ask *ask, MoveWhy why)
{
    Pending *p = room_pending(room, NULL, ask);
    StoreOp *op = store_op(STORE_APPEND, NULL, NULL);
    p->why = why;
    p->asked_us = ask ? ask->since_us : clock_us();
    const int64_t spent = room->hub->now_ms - room->turn_since_ms;
    op->match = room->match_id;
    op->seq = room_n(room) + 1;
    op->move.command = *c;
    op->move.spent_ms = (int32_t)(spent < 0 ? 0 : spent < 86400000 ? spent : 86400000);
    op->move.tag = (rng_next(&room->hub->rng) & ~(uint64_t)3) | (uint64_t)why;
    pending_store(p, op, move_kept);
}

/* Starting. */

static void answer_start(const Room *room, Ask *ask)
{
    JsonW *w = ask_answer(ask);
    room_show(w, "room", room);
    jw_int(w, "seat", room_seat_of(&room->doc, ask->client->who.person));
    ask_send(ask);
}

/* An agent that has not learned such a table is called by the name of who plays for it.
 */
static void name_stand_ins(Room *room)
{
    const Match *m = room->match;
    const Game *game = match_game(m);
    void *view = calloc(1, game->state_bytes);
    ASSERT(view);
    for (int seat = 0; seat < match_setup(m)->players; seat++) {
        Seat *here = &room->doc.seat[seat];
        const Agent *agent = here->agent[0] ? agents_find(here->agent) : NULL;
        game->redact(match_catalog(m), match_state(m), seat, view);
        const Agent *other =
            agent ? agents_stand_in(agent, game, match_catalog(m), view, seat) : NULL;
        if (other)
            snprintf(here->agent, sizeof here->agent, "%s", other->name);
    }
    free(view);
}

static void match_begun(Room *room, Ask *ask)
{
    const Game *game = room_game(&room->doc);
    metrics.matches -= room->match != NULL;
    match_free(room->match);
    room->match = match_new(game, room->hub->catalog[room->doc.game], &room->doc.setup);
    course_clear(&room->course);
    room->doc.setup.seed = 0;
    name_stand_ins(room);
    room_set_match(room, room->doc.match);
    memset(room->spent_ms, 0, sizeof room->spent_ms);
    metrics.matches++;
    metrics.matches_started_total++;
    char id[HEX_BYTES];
    hex_name(room->match_id, id);
    log_event(LOG_INFO, "match_started", "room", room->doc.code, "match", id, "game",
              game->id, NULL);
    if (ask && (ask->op->how & ENTERS))
        room_enter(room, ask->client);
    if (ask)
        answer_start(room, ask);
    play_begin(room);
}

/* The match is kept before the room names it. */
static void match_kept(Pending *p, Room *room, StoreOp *op)
{
    if (op->result == STORE_OK) {
        room_save_pending(p, room);
        return;
    }
    room->is_busy = false;
    room->retry_at_ms = room->hub->now_ms + RETRY_MS;
    if (p->ask)
        ask_fail(p->ask, write_failed(room->hub));
    free(p);
    room_calm(room);
}

void play_start(Room *room, const RoomDoc *from, Ask *ask)
{
    Pending *p = room_pending(room, from, ask);
    RoomDoc *next = p->next;
    char id[HEX_BYTES];
    next->match = random_word();
    next->matches++;
    next->phase = ROOM_PLAYING;
    next->setup.seed = random_word();
    for (int i = 0; i < SEATS_MAX; i++)
        next->seat[i].is_ready = false;
    next->undo_ask = (UndoAsk){0};
    p->then = match_begun;
    hex_name(next->match, id);
    StoreOp *op = store_op(STORE_PUT, "match", id);
    write_match_doc(room, next->match, &next->setup, next, op);
    pending_store(p, op, match_kept);
}

void play_begin(Room *room)
{
    JsonW *w = &room->hub->out;
    for (Client *c = room->members; c; c = c->room_next) {
        jw_reset(w);
        jw_object(w, NULL);
        jw_str(w, "t", "start");
        play_write_sync(w, room, c, NULL);
        jw_end_object(w);
        client_send(c, w->text, w->used);
    }
    turn_begins(room);
    room->has_stepped = false;
    room->steps = 0;
    for (int i = 0; i < SEATS_MAX; i++)
        room->away_since_ms[i] = 0;
    /* The process that made the last move may have died before it wrote the result. */
    if (match_status(room->match).over && room->doc.phase == ROOM_PLAYING)
        match_ended(room);
}
