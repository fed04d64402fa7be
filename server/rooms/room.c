/* room.c - a room in memory: loaded when somebody comes, saved at every change,
 * forgotten when nobody is there.
 *
 * At most one question about a room is with the store at a time; what would change the
 * room meanwhile waits its turn. Whoever loses a race against another process reads
 * again and tries again. */
#include "server/rooms/room.h"

#include "engine/match.h"
#include "server/hub/ask.h"
#include "server/hub/client.h"
#include "server/hub/gate.h"
#include "server/hub/inside.h"
#include "server/log.h"
#include "server/metrics.h"
#include "server/play/plan.h"
#include "server/play/play.h"
#include "server/play/snapshot.h"
#include "server/rooms/board.h"
#include "server/rooms/doc.h"
#include "server/rooms/hosts.h"
#include "server/secret.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    RETRY_MS = 1000,
    WAITING_MAX = 32,
    /* Who goes away from one process may be connected to another, which says so as soon
     * as it has heard of it. */
    ELSEWHERE_MS = 1000
};

static Room *room_new(Hub *hub, const char *code)
{
    Room *room = calloc(1, sizeof *room);
    ASSERT(room);
    room->hub = hub;
    room->ref.name = slots_add(&hub->room_slots, room);
    snprintf(room->doc.code, sizeof room->doc.code, "%s", code);
    room->empty_since_ms = hub->now_ms;
    room_stir(room);
    room->next = hub->first_room;
    if (room->next)
        room->next->previous = room;
    hub->first_room = room;
    map_put(&hub->rooms, room->doc.code, room);
    metrics.rooms++;
    return room;
}

void room_free(Room *room)
{
    Hub *hub = room->hub;
    hub->has_put_away = true;
    while (room->waiting) {
        Ask *ask = room->waiting;
        room->waiting = ask->next;
        ask_fail(ask, WHY_NO_ROOM);
    }
    while (room->members)
        room_leave(room, room->members);
    slots_remove(&hub->room_slots, room->ref.name);
    map_remove(&hub->rooms, room->doc.code);
    due_remove(&hub->dues, room);
    hosts_note(hub, &room->doc, NULL);
    room_set_match(room, 0);
    if (room->next)
        room->next->previous = room->previous;
    if (room->previous)
        room->previous->next = room->next;
    else
        hub->first_room = room->next;
    metrics.rooms--;
    metrics.matches -= room->match != NULL;
    match_free(room->match);
    course_clear(&room->course);
    free(room->chat);
    free(room);
}

void room_stir(Room *room)
{
    if (!room->due_place || room->due_ms > room->hub->now_ms)
        due_set(&room->hub->dues, room, room->hub->now_ms);
}

/* Whoever is host or sits there now has not been away for as long as who was before. */
void room_set_doc(Room *room, const RoomDoc *doc)
{
    const RoomDoc *old = &room->doc;
    hosts_note(room->hub, old, doc);
    if (strcmp(old->host, doc->host) != 0)
        room->host_away_since_ms = 0;
    for (int i = 0; i < SEATS_MAX; i++)
        if (strcmp(old->seat[i].person, doc->seat[i].person) != 0)
            room->away_since_ms[i] = 0;
    room->doc = *doc;
}

void room_set_match(Room *room, uint64_t id)
{
    Map *matches = &room->hub->matches;
    if (room->match_name[0])
        map_remove(matches, room->match_name);
    room->match_name[0] = 0;
    room->match_id = id;
    if (!id)
        return;
    hex_name(id, room->match_name);
    if (map_find(matches, room->match_name)) /* only in a store changed by hand */
        room->match_name[0] = 0;
    else
        map_put(matches, room->match_name, room);
}

void room_wait(Room *room, Ask *ask)
{
    if (room->waiting_count >= WAITING_MAX) {
        ask_fail(ask, WHY_BUSY);
        return;
    }
    ask_park(ask);
    ask->next = NULL;
    if (room->waiting)
        room->waiting_last->next = ask;
    else
        room->waiting = ask;
    room->waiting_last = ask;
    room->waiting_count++;
}

bool room_pass_host(const Room *room, RoomDoc *doc, const char *but)
{
    for (int i = 0; i < doc->setup.players && !doc->is_quick; i++) {
        const Seat *seat = &doc->seat[i];
        if (!seat->person[0] || strcmp(seat->person, but) == 0 || seat->has_left ||
            !node_is_alive(room->hub, seat->node))
            continue;
        snprintf(doc->host, sizeof doc->host, "%s", seat->person);
        snprintf(doc->host_node, sizeof doc->host_node, "%s", seat->node);
        return true;
    }
    return false;
}

int64_t room_grace_ms(const Room *room)
{
    const int64_t ms = (int64_t)room->doc.grace_s * 1000;
    return store_is_shared(room->hub->store) && ms < ELSEWHERE_MS ? ELSEWHERE_MS : ms;
}

bool room_host_is_given_up(const Room *room)
{
    return room->host_away_since_ms &&
           room->hub->now_ms - room->host_away_since_ms >= room_grace_ms(room);
}

/* Which process says that somebody is connected. Of several that could one is enough:
 * when it says so no more, another takes its place. */
static void keep_node(const Room *room, const char *person, char node[NODE_BYTES])
{
    const Hub *hub = room->hub;
    const bool mine = strcmp(node, hub->node) == 0;
    const bool here = room_is_here(room, person);
    if (here && !node_is_alive(hub, node))
        snprintf(node, NODE_BYTES, "%s", hub->node);
    else if (!here && mine)
        node[0] = 0;
}

/* The host while connected anywhere, and for as long as the room waits for anybody;
 * then a player. Who only watches never gets a host's rights by chance. */
static void choose_host(Room *room, RoomDoc *doc)
{
    const Hub *hub = room->hub;
    if (doc->is_quick)
        return;
    keep_node(room, doc->host, doc->host_node);
    if (node_is_alive(hub, doc->host_node)) {
        room->host_away_since_ms = 0;
    } else {
        if (!room->host_away_since_ms)
            room->host_away_since_ms = hub->now_ms;
        if (room_host_is_given_up(room) && room_pass_host(room, doc, doc->host))
            room->host_away_since_ms = 0;
    }
}

/* What has changed by people coming and going; true when there is anything to save. */
static bool update_presence(Room *room, RoomDoc *doc)
{
    for (int i = 0; i < doc->setup.players; i++) {
        Seat *seat = &doc->seat[i];
        if (!seat->person[0])
            continue;
        keep_node(room, seat->person, seat->node);
        if (room_is_here(room, seat->person))
            seat->has_left = false;
        if (seat_is_online(room->hub, seat))
            room->away_since_ms[i] = 0;
        else if (!room->away_since_ms[i])
            room->away_since_ms[i] = room->hub->now_ms;
    }
    choose_host(room, doc);
    if (room->match && doc->phase == ROOM_PLAYING && match_status(room->match).over)
        doc->phase = ROOM_OVER;
    return memcmp(doc, &room->doc, sizeof *doc) != 0;
}

/* Connected to another process? */
static bool is_elsewhere(const Room *room, const char *node)
{
    return strcmp(node, room->hub->node) != 0 && node_is_alive(room->hub, node);
}

/* Who only reloads a page has a moment for it; a seat is kept for longer, and in a
 * running match for as long as the room. */
bool room_is_deserted(const Room *room)
{
    const RoomDoc *doc = &room->doc;
    const int64_t empty_ms = room->hub->now_ms - room->empty_since_ms;
    const bool keeps_seats =
        doc->phase == ROOM_PLAYING || empty_ms < room->hub->config.room_empty_s * 1000;
    if (room->member_count || empty_ms < DESERTED_MS ||
        is_elsewhere(room, doc->host_node))
        return false;
    for (int i = 0; i < doc->setup.players; i++) {
        const Seat *seat = &doc->seat[i];
        if (seat->person[0] && !seat->has_left &&
            (keeps_seats || is_elsewhere(room, seat->node)))
            return false;
    }
    return true;
}

void room_calm(Room *room)
{
    ASSERT(!room->is_busy);
    if (room->is_gone) {
        room_free(room);
        return;
    }
    room->is_touched = false;
    while (room->waiting && !room->is_busy) {
        Ask *ask = room->waiting;
        room->waiting = ask->next;
        room->waiting_count--;
        ask_run(ask);
    }
    if (room->is_busy)
        return;
    if (room->hub->now_ms < room->retry_at_ms)
        return;
    if (room_is_deserted(room)) {
        room_delete(room);
        return;
    }
    RoomDoc next = room->doc;
    if (room->is_doc_old || room->is_log_old) {
        room_reload(room, NULL);
    } else if (update_presence(room, &next)) {
        const bool only_here = !store_is_shared(room->hub->store) &&
                               next.phase == room->doc.phase &&
                               strcmp(next.host, room->doc.host) == 0;
        if (only_here) { /* nobody else can know who is connected to us */
            room_set_doc(room, &next);
            board_note(room->hub, &room->doc);
            room_tell(room);
            plan_make(room);
            plan_due(room);
        } else {
            room_save(room, &next, NULL, NULL);
        }
    } else {
        plan_make(room);
        plan_due(room);
    }
}

/* Who was kicked, here or by way of another process, is out. */
static void show_out(Room *room)
{
    static const char gone[] = "{\"t\":\"kicked\"}";
    for (Client *c = room->members, *next = NULL; c; c = next) {
        next = c->room_next;
        if (!room_is_kicked(&room->doc, c->who.person))
            continue;
        client_send(c, gone, sizeof gone - 1);
        room_leave(room, c);
    }
}

/* Loading. */

static void load_failed(Pending *p, Room *room, Why why)
{
    room->is_busy = false;
    if (p->ask)
        ask_fail(p->ask, why);
    if (!room->is_loaded) {
        while (room->waiting) {
            Ask *ask = room->waiting;
            room->waiting = ask->next;
            ask_fail(ask, why);
        }
        room_free(room);
    } else {
        room->retry_at_ms = room->hub->now_ms + RETRY_MS;
        room->is_touched = room->is_doc_old = true;
    }
    free(p);
}

static void load_finished(Pending *p, Room *room)
{
    Hub *hub = p->hub;
    const RoomRef ref = p->room;
    Ask *ask = p->ask;
    free(p);
    room->is_busy = false;
    room->is_loaded = true;
    if (ask && ++ask->tries > TRIES_MAX)
        ask_fail(ask, WHY_BUSY);
    else if (ask)
        ask_run(ask);
    room = room_at(hub, ref);
    if (room && !room->is_busy)
        room_calm(room);
}

static void ask_tail(Pending *p, const Room *room);

/* From the deal on, since what is in memory begins too late to be taken back to. */
static void start_over(Room *room)
{
    const Match *now = room->match;
    Match *dealt = match_new(match_game(now), match_catalog(now), match_setup(now));
    match_free(room->match);
    room->match = dealt;
    course_clear(&room->course);
    memset(room->spent_ms, 0, sizeof room->spent_ms);
    room->is_catching_up = true;
}

static void tail_read(Pending *p, Room *room, StoreOp *op)
{
    bool good = op->result == STORE_OK, is_undo = false;
    for (int i = 0; good && i < op->move_count; i++) {
        is_undo = course_is_undo(&op->moves[i].command);
        good = play_moved(room, &op->moves[i], NULL);
    }
    if (op->result != STORE_OK) {
        load_failed(p, room, WHY_STORE_FAILED);
        return;
    }
    if (!good && is_undo && match_first(room->match) > 0) {
        start_over(room);
        ask_tail(p, room);
        return;
    }
    if (!good) { /* cannot be unless the file was changed by hand */
        log_event(LOG_ERROR, "match_does_not_replay", "room", room->doc.code, NULL);
        metrics.matches--;
        match_free(room->match);
        room->match = NULL;
        char id[HEX_BYTES];
        hex_name(room->match_id, id);
        room->trouble = refusal_words(ERR_BAD_FILE, id, "@file.hash");
    }
    room->is_log_old = false;
    if (room->is_catching_up && room->match)
        play_begin(room);
    room->is_catching_up = false;
    load_finished(p, room);
}

static void ask_tail(Pending *p, const Room *room)
{
    StoreOp *op = store_op(STORE_TAIL, NULL, NULL);
    op->match = room->match_id;
    op->seq = room_n(room);
    pending_store(p, op, tail_read);
}

static void snapshot_read(Pending *p, Room *room, StoreOp *op)
{
    if (op->result == STORE_OK)
        snapshot_take(room, op->body);
    ask_tail(p, room); /* which fails too if the store does */
}

static void ask_snapshot(Pending *p, const Room *room)
{
    char key[HEX_BYTES];
    hex_name(room->match_id, key);
    pending_store(p, store_op(STORE_GET, "snapshot", key), snapshot_read);
}

/* The match as it began. A version of the rules we do not play leaves it unloaded. */
static void match_read(Pending *p, Room *room, StoreOp *op)
{
    const Game *game = room_game(&room->doc);
    if (op->result == STORE_FAILED) {
        room_set_match(room, 0); /* so that it is asked for again */
        load_failed(p, room, WHY_STORE_FAILED);
        return;
    }
    json_t *json = op->body ? json_loads(op->body, 0, NULL) : NULL;
    Setup setup;
    room->trouble = refusal(json ? ERR_OK : ERR_NO_MATCH);
    const void *catalog =
        json ? catalogs_of(room->hub->catalogs, room->doc.game, json, &room->trouble)
             : NULL;
    if (catalog && !record_read_setup(game, catalog, json, &setup, &room->trouble) &&
        !setup_check(game, catalog, &setup, &room->trouble)) {
        room->match = match_new(game, catalog, &setup);
        course_clear(&room->course);
        metrics.matches++;
        memset(room->spent_ms, 0, sizeof room->spent_ms);
    }
    json_decref(json);
    if (room->match)
        ask_snapshot(p, room);
    else
        load_finished(p, room);
}

static void ask_match(Pending *p, Room *room)
{
    char id[HEX_BYTES];
    hex_name(room->doc.match, id);
    metrics.matches -= room->match != NULL;
    match_free(room->match);
    room->match = NULL;
    room_set_match(room, room->doc.match);
    room->is_catching_up = true;
    pending_store(p, store_op(STORE_GET, "match", id), match_read);
}

/* Up to where the match stands here: what others have added since comes as a tail. */
static void whole_read(Pending *p, Room *room, StoreOp *op)
{
    const Match *now = room->match;
    const int length = room_n(room);
    bool good = op->result == STORE_OK && op->move_count >= length;
    Match *whole = match_new(match_game(now), match_catalog(now), match_setup(now));
    Course course = {0};
    for (int i = 0; good && i < length; i++)
        good = course_play(&course, whole, &op->moves[i].command);
    if (!good || match_hash(whole) != match_hash(now)) {
        match_free(whole);
        course_clear(&course);
        load_failed(p, room, WHY_STORE_FAILED);
        return;
    }
    metrics.moves_replayed_total += length;
    match_free(room->match);
    course_clear(&room->course);
    room->match = whole;
    room->course = course;
    load_finished(p, room);
}

void room_read_whole(Room *room, Ask *ask)
{
    enum { MADE = 8, TAKEN_BACK = 4 }; /* entries of the log a share, see costs.def */
    const int moves = match_moves(room->match), gone = room_n(room) - moves;
    if (!ask_may_cost_more(ask, moves / MADE + gone / TAKEN_BACK))
        return;
    StoreOp *op = store_op(STORE_TAIL, NULL, NULL);
    op->match = room->match_id;
    pending_store(room_pending(room, NULL, ask), op, whole_read);
}

static void room_read(Pending *p, Room *room, StoreOp *op)
{
    RoomDoc doc;
    if (op->result == STORE_MISSING) {
        const bool was_loaded = room->is_loaded;
        room->is_gone = true;
        board_forget(room->hub, room->doc.code);
        load_failed(p, room, WHY_NO_ROOM);
        if (was_loaded)
            room_free(room);
        return;
    }
    if (op->result != STORE_OK || !room_doc_read(room->hub, op->key, op->body, &doc)) {
        load_failed(p, room, WHY_STORE_FAILED);
        return;
    }
    const bool changed = op->version != room->version;
    room->is_doc_old = false;
    room_set_doc(room, &doc);
    room->version = op->version;
    if (!store_is_shared(room->hub->store) && !room->is_loaded) {
        room->doc.host_node[0] = 0; /* all of a process that is no more */
        for (int i = 0; i < SEATS_MAX; i++)
            room->doc.seat[i].node[0] = 0;
    }
    show_out(room);
    board_note(room->hub, &room->doc);
    if (changed && room->is_loaded)
        room_tell(room);
    if (room->doc.match && room->doc.match != room->match_id)
        ask_match(p, room);
    else if (room->match && room->is_log_old)
        ask_tail(p, room);
    else
        load_finished(p, room);
}

void room_reload(Room *room, Ask *ask)
{
    Pending *p = room_pending(room, NULL, ask);
    room->is_log_old = room->match != NULL;
    pending_store(p, store_op(STORE_GET, "room", room->doc.code), room_read);
}

Room *rooms_find(Hub *hub, const char *code)
{
    Room *room = map_find(&hub->rooms, code);
    if (!room) {
        room = room_new(hub, code);
        room_reload(room, NULL);
    }
    return room;
}

/* Saving. */

static StoreOp *put_room(const Room *room, const RoomDoc *doc, int64_t version)
{
    StoreOp *op = store_op(STORE_PUT, "room", doc->code);
    JsonW *w = &room->hub->part;
    jw_reset(w);
    room_doc_write(w, room->hub, doc);
    op->version = version;
    op->body = strdup(w->text);
    return op;
}

static void room_saved(Pending *p, Room *room, StoreOp *op)
{
    room->is_busy = false;
    if (op->result == STORE_OK) {
        room_set_doc(room, p->next);
        room->version = op->version;
        show_out(room);
        if (p->then)
            p->then(room, pending_ask(p));
        board_note(room->hub, &room->doc);
        room_tell(room);
    } else if (op->result == STORE_STALE) {
        Ask *ask = p->ask;
        free(p);
        room_reload(room, ask);
        return;
    } else {
        room->retry_at_ms = room->hub->now_ms + RETRY_MS;
        room->is_doc_old = store_is_shared(room->hub->store); /* or was it done? */
        if (p->ask)
            ask_fail(p->ask, write_failed(room->hub));
        if (!room->is_loaded) { /* it was never created */
            free(p);
            room_free(room);
            return;
        }
    }
    free(p);
    if (!room->is_busy)
        room_calm(room);
}

void room_save_pending(Pending *p, Room *room)
{
    pending_store(p, put_room(room, p->next, room->version), room_saved);
}

void room_save(Room *room, const RoomDoc *next, Ask *ask,
               void (*then)(Room *room, Ask *ask))
{
    Pending *p = room_pending(room, next, ask);
    p->then = then;
    room_save_pending(p, room);
}

static void room_created(Room *room, Ask *ask)
{
    room->is_loaded = true;
    log_event(LOG_INFO, "room_created", "room", room->doc.code, "game",
              room_game(&room->doc)->id, NULL);
    if (!ask) { /* nobody knows its code */
        room->doc.seat[0].has_left = true;
        room->empty_since_ms = room->hub->now_ms - DESERTED_MS;
        return;
    }
    room_enter(room, ask->client);
    JsonW *w = ask_answer(ask);
    room_show(w, "room", room);
    jw_int(w, "seat", room_seat_of(&room->doc, ask->client->who.person));
    ask_send(ask);
}

void rooms_create(Ask *ask, const RoomDoc *doc)
{
    Room *room = room_new(ask->hub, doc->code);
    room_set_doc(room, doc);
    room_save(room, doc, ask, room_created);
}

static void room_deleted(Pending *p, Room *room, StoreOp *op)
{
    free(p);
    room->is_busy = false;
    if (op->result == STORE_OK) {
        log_event(LOG_INFO, "room_deleted", "room", room->doc.code, NULL);
        room->is_gone = true;
    } else {
        room->is_going = false;
        board_note(room->hub, &room->doc);
        room->retry_at_ms = room->hub->now_ms + RETRY_MS;
        room->is_doc_old = store_is_shared(room->hub->store); /* or was it done? */
    }
    room_calm(room);
}

void room_delete(Room *room)
{
    Pending *p = room_pending(room, NULL, NULL);
    room->is_going = true;
    board_forget(room->hub, room->doc.code); /* nobody is sent there any more */
    pending_store(p, store_op(STORE_DELETE, "room", room->doc.code), room_deleted);
}

/* Who is in it. */

/* Who was away and is there again is waited for anew, even if they go before the room
 * is calm enough to look who is there. */
static void came_back(Room *room, const char *person)
{
    const int seat = room_seat_of(&room->doc, person);
    if (seat >= 0)
        room->away_since_ms[seat] = 0;
    if (strcmp(room->doc.host, person) == 0)
        room->host_away_since_ms = 0;
}

void room_enter(Room *room, Client *client)
{
    ASSERT(!client->room);
    client->room = room;
    client->room_previous = NULL;
    client->room_next = room->members;
    if (client->room_next)
        client->room_next->room_previous = client;
    room->members = client;
    room->member_count++;
    room->is_touched = true;
    came_back(room, client->who.person);
    room_stir(room);
}

void room_leave(Room *room, Client *client)
{
    ASSERT(client->room == room);
    if (client->room_next)
        client->room_next->room_previous = client->room_previous;
    if (client->room_previous)
        client->room_previous->room_next = client->room_next;
    else
        room->members = client->room_next;
    client->room = NULL;
    client->room_next = client->room_previous = NULL;
    room->member_count--;
    room->is_touched = true;
    room->empty_since_ms = room->hub->now_ms;
    room_stir(room);
}

void room_names(const Room *room, const char *names[SEATS_MAX])
{
    for (int i = 0; i < SEATS_MAX; i++) {
        const Seat *seat = &room->doc.seat[i];
        names[i] = i >= room->doc.setup.players ? NULL
                   : seat->name[0]              ? seat->name
                   : seat->agent[0]             ? seat->agent
                                                : NULL;
    }
}

int room_n(const Room *room)
{
    return course_length(&room->course, room->match);
}

Standing room_standing(const Room *room, const Who *who)
{
    Standing s = {.place = RIGHT_OUTSIDE, .is_person = who->person[0] != 0};
    if (!room)
        return s;
    s.place = (Place)(RIGHT_OPEN + (int)room->doc.phase);
    s.is_seated = room_seat_of(&room->doc, who->person) >= 0;
    s.is_host =
        s.is_person && !room->doc.is_quick && strcmp(room->doc.host, who->person) == 0;
    return s;
}

bool room_is_given_up(const Room *room, int seat)
{
    const int64_t since_ms = room->away_since_ms[seat];
    return room->doc.seat[seat].has_left ||
           (since_ms && !seat_is_online(room->hub, &room->doc.seat[seat]) &&
            room->hub->now_ms - since_ms >= room_grace_ms(room));
}

bool room_is_here(const Room *room, const char *person)
{
    for (const Client *c = room->members; c; c = c->room_next)
        if (strcmp(c->who.person, person) == 0)
            return true;
    return false;
}

int room_online(const Room *room)
{
    int bits = 0;
    for (int i = 0; i < room->doc.setup.players; i++)
        bits |= seat_is_online(room->hub, &room->doc.seat[i]) << i;
    return bits;
}

void room_tell(Room *room)
{
    room->told_online = room_online(room);
    if (!room->members)
        return;
    JsonW *w = &room->hub->out;
    jw_reset(w);
    jw_object(w, NULL);
    jw_str(w, "t", "room");
    room_show(w, "room", room);
    jw_end_object(w);
    for (Client *c = room->members; c; c = c->room_next)
        client_send(c, w->text, w->used);
}

void room_say(Room *room, const ChatLine *line)
{
    if (!room->chat)
        room->chat = calloc(CHAT_KEPT, sizeof *room->chat);
    ASSERT(room->chat);
    room->chat[room->chat_count++ % CHAT_KEPT] = *line;
    JsonW *w = &room->hub->out;
    jw_reset(w);
    jw_object(w, NULL);
    jw_str(w, "t", "chat");
    jw_int(w, "c", room->chat_count);
    room_write_chat(w, line);
    jw_end_object(w);
    for (Client *c = room->members; c; c = c->room_next)
        client_send(c, w->text, w->used);
}
