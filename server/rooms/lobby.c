/* lobby.c - what people ask of rooms: make, list, join, sit, start, chat. */
#include "agents/agent.h"
#include "games/games.h"
#include "server/hub/ask.h"
#include "server/hub/client.h"
#include "server/hub/gate.h"
#include "server/hub/inside.h"
#include "server/metrics.h"
#include "server/people/names.h"
#include "server/people/rating.h"
#include "server/play/play.h"
#include "server/rooms/board.h"
#include "server/rooms/doc.h"
#include "server/rooms/hosts.h"
#include "server/rooms/list.h"
#include "server/rooms/room.h"
#include "server/secret.h"

#include <stdio.h>
#include <stdlib.h>

enum { CLOCK_MOVE_S = 60, CLOCK_GAME_S = 900, QUICK_INCREMENT_S = 10 };
/* Ratings of who is seated together: the longer they waited, the farther apart. */
enum {
    APART_FIRST = 100,
    APART_A_SECOND = 20,
    WAITED_S_MAX = 3600,
    APART_ANY = 1 << 20
};

/* What a room is set to. False: the request has been refused. */
static bool read_settings(Ask *ask, RoomDoc *doc)
{
    int absent = (int)doc->absent, clock = (int)doc->clock, undo = (int)doc->undo;
    int64_t grace = doc->grace_s, clock_s = doc->clock_s, delay = doc->delay_ms;
    int64_t increment = doc->increment_s;
    if (!ask_flag(ask, "public", &doc->is_public) ||
        !ask_word(ask, "absent", absent_words, &absent) ||
        !ask_word(ask, "clock", clock_words, &clock) ||
        !ask_word(ask, "undo", undo_words, &undo) ||
        !ask_int(ask, "grace_s", 0, 3600, &grace) ||
        !ask_int(ask, "clock_s", 1, 86400, &clock_s) ||
        !ask_int(ask, "increment_s", 0, 3600, &increment) ||
        !ask_int(ask, "delay_ms", 0, 60000, &delay))
        return false;
    doc->absent = (Absent)absent;
    doc->undo = (Undo)undo;
    if ((Clock)clock != doc->clock && !json_object_get(ask->request, "clock_s"))
        clock_s = (Clock)clock == CLOCK_GAME ? CLOCK_GAME_S : CLOCK_MOVE_S;
    doc->clock = (Clock)clock;
    doc->grace_s = (int32_t)grace;
    doc->clock_s = (int32_t)clock_s;
    doc->increment_s = (int32_t)increment;
    doc->delay_ms = (int32_t)delay;
    return true;
}

static bool read_game(Ask *ask, RoomDoc *doc)
{
    const char *id = NULL;
    Refusal why = refusal(ERR_OK);
    if (!ask_text(ask, "game", 40, &id))
        return false;
    while (id && doc->game < ask->hub->game_count &&
           strcmp(games_all[doc->game]->id, id) != 0)
        doc->game++;
    if (!id)
        why = refusal_words(ERR_MISSING_FIELD, "game", NULL);
    else if (doc->game == ask->hub->game_count)
        why = refusal_words(ERR_UNKNOWN_GAME, id, NULL);
    if (!why.code) {
        json_t *plain = json_copy(ask->request);
        json_object_del(plain, "seed");
        const void *catalog = ask->hub->catalog[doc->game];
        if (!record_read_setup(room_game(doc), catalog, plain, &doc->setup, &why))
            setup_check(room_game(doc), catalog, &doc->setup, &why);
        json_decref(plain);
    }
    if (why.code)
        ask_refuse(ask, &why);
    return !why.code;
}

static void sit_down(RoomDoc *doc, int seat, const Client *client)
{
    Seat *to = &doc->seat[seat];
    memset(to, 0, sizeof *to);
    snprintf(to->person, sizeof to->person, "%s", client->who.person);
    snprintf(to->name, sizeof to->name, "%s", client->who.name);
    snprintf(to->node, sizeof to->node, "%s", client->hub->node);
}

static void create_room(Ask *ask, bool is_quick)
{
    RoomDoc doc;
    memset(&doc, 0, sizeof doc);
    doc.grace_s = (int32_t)ask->hub->config.grace_s;
    doc.clock_s = CLOCK_MOVE_S;
    doc.delay_ms = 1000;
    doc.is_public = is_quick;
    doc.undo = is_quick ? UNDO_OFF : UNDO_AGREED;
    if (hosts_count(ask->hub, ask->client->who.person) >=
        ask->hub->config.rooms_per_person) {
        ask_fail_number(ask, WHY_TOO_MANY_ROOMS, ask->hub->config.rooms_per_person);
        return;
    }
    if (!read_game(ask, &doc) || !read_settings(ask, &doc))
        return;
    if (is_quick &&
        ask->hub->config.quick_clock_s) { /* or who loses never moves again */
        doc.clock = CLOCK_GAME;
        doc.clock_s = (int32_t)ask->hub->config.quick_clock_s;
        doc.increment_s = QUICK_INCREMENT_S;
    }
    doc.is_quick = is_quick;
    doc.rating = ask->rating;
    random_name(doc.code, sizeof doc.code);
    if (!is_quick) { /* among strangers nobody is host */
        snprintf(doc.host, sizeof doc.host, "%s", ask->client->who.person);
        snprintf(doc.host_node, sizeof doc.host_node, "%s", ask->hub->node);
    }
    sit_down(&doc, 0, ask->client);
    doc.seat[0].is_ready = is_quick;
    rooms_create(ask, &doc);
}

static void op_create(Ask *ask)
{
    create_room(ask, false);
}

static void answer_joined(Room *room, Ask *ask)
{
    const json_t *have = json_object_get(ask->request, "have");
    const int seat = room_seat_of(&room->doc, ask->client->who.person);
    JsonW *w = ask_answer(ask);
    room_show(w, "room", room);
    if (seat < 0)
        jw_null(w, "seat");
    else
        jw_int(w, "seat", seat);
    play_write_sync(w, room, ask->client, have);
    room_show_chat(w, room, (int)json_integer_value(json_object_get(have, "c")));
    ask_send(ask);
}

static void op_join(Ask *ask)
{
    const char *code = NULL;
    if (!ask_text(ask, "room", 40, &code))
        return;
    if (!code || !code_is_good(code)) {
        ask_fail(ask, WHY_NO_ROOM);
        return;
    }
    if (ask->room && strcmp(ask->room->doc.code, code) != 0) {
        ask_fail(ask, WHY_LEAVE_FIRST);
        return;
    }
    if (!ask->room && !ask->tries && !ask_may_guess(ask))
        return;
    Room *room = ask->room ? ask->room : rooms_find(ask->hub, code);
    const bool is_fresh = !store_is_shared(ask->hub->store) || ask->tries;
    if (!room->is_loaded || room->is_going || (!is_fresh && room->is_busy)) {
        room_wait(room, ask);
    } else if (!is_fresh) { /* others may have moved since */
        room_reload(room, ask);
    } else if (room_is_kicked(&room->doc, ask->client->who.person)) {
        ask_fail(ask, WHY_KICKED);
    } else {
        if (!ask->room)
            room_enter(room, ask->client);
        answer_joined(room, ask);
    }
}

/* Leaving gives the seat up; in a running match the seat stays, and others may fill it.
 */
static void go(Room *room, Ask *ask)
{
    if (ask)
        room_leave(room, ask->client);
    if (!room->member_count)
        room->empty_since_ms = room->hub->now_ms - DESERTED_MS;
}

static void left(Room *room, Ask *ask)
{
    go(room, ask);
    if (ask)
        ask_ok(ask);
}

static void op_leave(Ask *ask)
{
    Room *room = ask->room;
    RoomDoc next = room->doc;
    if (ask->seat == SEAT_NONE) {
        left(room, ask);
        return;
    }
    if (next.phase == ROOM_PLAYING)
        next.seat[ask->seat].has_left = true;
    else
        memset(&next.seat[ask->seat], 0, sizeof next.seat[ask->seat]);
    next.seat[ask->seat].node[0] = 0;
    if (strcmp(next.host, ask->client->who.person) == 0)
        room_pass_host(room, &next, ask->client->who.person);
    room_save(room, &next, ask, left);
}

static void answer_seat(Room *room, Ask *ask)
{
    if (!ask)
        return;
    const int seat = room_seat_of(&room->doc, ask->client->who.person);
    JsonW *w = ask_answer(ask);
    if (seat < 0)
        jw_null(w, "seat");
    else
        jw_int(w, "seat", seat);
    ask_send(ask);
}

static int first_free(const RoomDoc *doc)
{
    for (int i = 0; i < doc->setup.players; i++)
        if (seat_is_free(&doc->seat[i]))
            return i;
    return -1;
}

static void op_sit(Ask *ask)
{
    Room *room = ask->room;
    RoomDoc next = room->doc;
    int64_t seat = first_free(&next);
    if (!ask_int(ask, "seat", 0, next.setup.players - 1, &seat))
        return;
    if (seat < 0 || !seat_is_free(&next.seat[seat])) {
        ask_fail(ask, WHY_SEAT_TAKEN);
    } else {
        if (ask->seat != SEAT_NONE)
            memset(&next.seat[ask->seat], 0, sizeof next.seat[ask->seat]);
        sit_down(&next, (int)seat, ask->client);
        room_save(room, &next, ask, answer_seat);
    }
}

static void op_stand(Ask *ask)
{
    RoomDoc next = ask->room->doc;
    memset(&next.seat[ask->seat], 0, sizeof next.seat[ask->seat]);
    room_save(ask->room, &next, ask, answer_seat);
}

/* Everybody sits and is ready, the host by starting. */
static Why cannot_start(const RoomDoc *doc)
{
    for (int i = 0; i < doc->setup.players; i++) {
        const Seat *seat = &doc->seat[i];
        if (seat_is_free(seat))
            return WHY_SEATS_FREE;
        if (seat->person[0] && !seat->is_ready && strcmp(seat->person, doc->host) != 0)
            return WHY_NOT_READY;
    }
    return WHY_NONE;
}

static void op_start(Ask *ask)
{
    const RoomDoc *doc = &ask->room->doc;
    const Why why = cannot_start(doc);
    if (why)
        ask_fail(ask, why);
    else
        play_start(ask->room, doc, ask);
}

static void saved(Room *room, Ask *ask)
{
    (void)room;
    if (ask)
        ask_ok(ask);
}

/* The match begins when everybody is ready and nothing else is waited for. */
static void start_when_ready(Ask *ask, const RoomDoc *next, bool is_whole)
{
    for (int i = 0; i < next->setup.players; i++)
        is_whole = is_whole && (next->seat[i].agent[0] || next->seat[i].is_ready);
    if (is_whole)
        play_start(ask->room, next, ask);
    else
        room_save(ask->room, next, ask, saved);
}

static void op_ready(Ask *ask)
{
    RoomDoc next = ask->room->doc;
    bool ready = true;
    if (!ask_flag(ask, "ready", &ready))
        return;
    next.seat[ask->seat].is_ready = ready;
    start_when_ready(ask, &next, next.is_quick && first_free(&next) < 0);
}

/* The same players again: those who were there are asked to be ready. */
static void op_rematch(Ask *ask)
{
    RoomDoc next = ask->room->doc;
    next.seat[ask->seat].is_ready = true;
    start_when_ready(ask, &next, true);
}

/* The game's options and how many play. False: the request has been refused. */
static bool set_setup(Ask *ask, RoomDoc *next)
{
    const json_t *options = json_object_get(ask->request, "options");
    const json_t *players = json_object_get(ask->request, "players");
    if (!options && !players)
        return true;
    json_t *whole = json_pack("{s:s}", "game", room_game(next)->id);
    JsonW *w = &ask->hub->part;
    Refusal why = refusal(ERR_OK);
    jw_reset(w);
    room_doc_write(w, ask->hub, next);
    json_t *now = json_loads(w->text, 0, NULL);
    json_t *merged = json_deep_copy(json_object_get(now, "options"));
    if (json_is_object(options))
        json_object_update(merged, (json_t *)(uintptr_t)options);
    json_object_set_new(whole, "options", merged);
    json_object_set(whole, "players",
                    players ? (json_t *)(uintptr_t)players
                            : json_object_get(now, "players"));
    Setup setup;
    const void *catalog = ask->hub->catalog[next->game];
    if (!record_read_setup(room_game(next), catalog, whole, &setup, &why) &&
        !setup_check(room_game(next), catalog, &setup, &why)) {
        for (int i = setup.players; i < next->setup.players; i++)
            memset(&next->seat[i], 0, sizeof next->seat[i]);
        next->setup = setup;
        next->setup.seed = 0;
    }
    json_decref(now);
    json_decref(whole);
    if (why.code)
        ask_refuse(ask, &why);
    return !why.code;
}

/* Whoever was ready was so for the rules as they were. */
static bool are_same_rules(const Ask *ask, const RoomDoc *a, const RoomDoc *b)
{
    return !json_object_get(ask->request, "options") &&
           !json_object_get(ask->request, "players") && a->absent == b->absent &&
           a->grace_s == b->grace_s && a->clock == b->clock &&
           a->clock_s == b->clock_s && a->increment_s == b->increment_s &&
           a->undo == b->undo;
}

static void op_set(Ask *ask)
{
    RoomDoc next = ask->room->doc;
    if (!set_setup(ask, &next) || !read_settings(ask, &next))
        return;
    for (int i = 0; i < SEATS_MAX && !are_same_rules(ask, &next, &ask->room->doc); i++)
        next.seat[i].is_ready = false;
    room_save(ask->room, &next, ask, saved);
}

static void op_kick(Ask *ask)
{
    RoomDoc next = ask->room->doc;
    const char *person = NULL;
    if (!ask_text(ask, "person", PERSON_BYTES - 1, &person))
        return;
    if (!person || !person[0] || strcmp(person, ask->client->who.person) == 0) {
        ask_fail(ask, WHY_NO_PERSON);
        return;
    }
    const int seat = room_seat_of(&next, person);
    if (seat >= 0 && next.phase == ROOM_PLAYING) {
        ask_fail(ask, WHY_MATCH_RUNS); /* who plays, plays to the end */
        return;
    }
    if (seat >= 0)
        memset(&next.seat[seat], 0, sizeof next.seat[seat]);
    if (!room_is_kicked(&next, person))
        snprintf(next.kicked[next.kicked_count++ % KICKED_MAX], PERSON_BYTES, "%s",
                 person);
    room_save(ask->room, &next, ask, saved);
}

/* Another player becomes the host instead; never somebody who only watches. */
static void op_host(Ask *ask)
{
    RoomDoc next = ask->room->doc;
    const char *person = NULL;
    if (!ask_text(ask, "person", PERSON_BYTES - 1, &person))
        return;
    const int seat = person ? room_seat_of(&next, person) : -1;
    if (seat < 0 || !node_is_alive(ask->hub, next.seat[seat].node)) {
        ask_fail(ask, WHY_NO_PERSON);
        return;
    }
    snprintf(next.host, sizeof next.host, "%s", person);
    snprintf(next.host_node, sizeof next.host_node, "%s", next.seat[seat].node);
    room_save(ask->room, &next, ask, saved);
}

/* An agent takes a free seat or an agent's; in a match only one whose player has left
 * or is away for longer than the room waits. Without "agent" the seat is free again. */
static void op_fill(Ask *ask)
{
    RoomDoc next = ask->room->doc;
    int64_t index = first_free(&next);
    const char *agent = NULL;
    if (!ask_int(ask, "seat", 0, next.setup.players - 1, &index) ||
        !ask_text(ask, "agent", AGENT_BYTES - 1, &agent))
        return;
    if (agent && !agents_find(agent)) {
        const Refusal why = refusal_words(ERR_UNKNOWN_AGENT, agent, NULL);
        ask_refuse(ask, &why);
        return;
    }
    Seat *seat = index < 0 ? NULL : &next.seat[index];
    const bool playing = next.phase == ROOM_PLAYING;
    const bool is_open = playing ? seat && agent && seat->person[0] &&
                                       room_is_given_up(ask->room, (int)index)
                                 : seat && !seat->person[0];
    if (!is_open) {
        ask_fail(ask, WHY_SEAT_TAKEN);
        return;
    }
    memset(seat, 0, sizeof *seat);
    snprintf(seat->agent, sizeof seat->agent, "%s", agent ? agent : "");
    room_save(ask->room, &next, ask, saved);
}

static void op_chat(Ask *ask)
{
    const char *text = NULL;
    if (!ask_text(ask, "text", CHAT_BYTES - 1, &text))
        return;
    ChatLine line = {.seat = ask->seat, .at_s = hub_wall_ms(ask->hub) / 1000};
    snprintf(line.name, sizeof line.name, "%s", ask->client->who.name);
    snprintf(line.text, sizeof line.text, "%s", text ? text : "");
    if (!text_tame(line.text)) {
        ask_fail(ask, WHY_EMPTY);
        return;
    }
    if (!client_may_chat(ask->client)) {
        metrics.rate_limited_total++;
        ask_fail(ask, WHY_TOO_FAST);
        return;
    }
    if (store_is_shared(ask->hub->store)) {
        JsonW *w = &ask->hub->part;
        jw_reset(w);
        jw_object(w, NULL);
        jw_str(w, "room", ask->room->doc.code);
        jw_str(w, "node", ask->hub->node);
        room_write_chat(w, &line);
        jw_end_object(w);
        StoreOp *op = store_op(STORE_TELL, NULL, "t");
        op->body = strdup(w->text);
        store_ask(ask->hub->store, op, NULL, NULL);
    }
    room_say(ask->room, &line);
    ask_ok(ask);
}

static void op_rooms(Ask *ask)
{
    const char *game = NULL;
    if (!ask_text(ask, "game", 40, &game))
        return;
    board_write(ask_answer(ask), ask->hub, game);
    ask_send(ask);
}

/* Quick match: of the rooms like it that have a free seat the one nearest in strength,
 * or a new one. */

static void quick_seated(Room *room, Ask *ask)
{
    if (!ask)
        return; /* the seat is kept for them, as for anybody who goes */
    room_enter(room, ask->client);
    answer_joined(room, ask);
}

static void quick_sit(Ask *ask, Room *room)
{
    RoomDoc next = room->doc;
    const int seat = first_free(&next);
    if (next.phase != ROOM_OPEN || seat < 0) {
        ask->tries++;
        ask_run(ask);
        return;
    }
    sit_down(&next, seat, ask->client);
    next.seat[seat].is_ready = true;
    if (first_free(&next) < 0)
        play_start(room, &next, ask);
    else
        room_save(room, &next, ask, quick_seated);
}

/* How far apart in strength two may be: the farther the longer somebody has waited. */
static bool read_apart(Ask *ask, int *apart)
{
    int64_t waited_s = -1;
    if (!ask_int(ask, "waited_s", 0, WAITED_S_MAX, &waited_s))
        return false;
    *apart = waited_s < 0 ? APART_ANY : APART_FIRST + APART_A_SECOND * (int)waited_s;
    return true;
}

static void quick_find(Ask *ask)
{
    RoomDoc wanted;
    int apart = APART_ANY;
    memset(&wanted, 0, sizeof wanted);
    if (!read_game(ask, &wanted) || !read_apart(ask, &apart))
        return;
    wanted.rating = ask->rating;
    const char *person = ask->client->who.person;
    const char *code =
        ask->tries < TRIES_MAX ? board_quick(ask->hub, &wanted, apart, person) : NULL;
    Room *room = code ? rooms_find(ask->hub, code) : NULL;
    if (!room)
        create_room(ask, true);
    else if (!room->is_loaded || room->is_busy)
        room_wait(room, ask); /* comes back to op_quick, which looks again */
    else
        quick_sit(ask, room);
}

/* Other processes may have made one just now. */
static void quick_looked(Ask *ask, StoreOp *op)
{
    if (op->result != STORE_OK) {
        ask_fail(ask, WHY_STORE_FAILED);
        return;
    }
    board_take(ask->hub, op);
    quick_find(ask);
}

static void quick_look(Ask *ask)
{
    if (store_is_shared(ask->hub->store))
        ask_store(ask, board_recent(ask->hub), quick_looked);
    else
        quick_find(ask);
}

static void quick_rated(Ask *ask, StoreOp *op)
{
    if (op->result != STORE_OK && op->result != STORE_MISSING) {
        ask_fail(ask, WHY_STORE_FAILED);
        return;
    }
    ask->rating = rating_read(op->body);
    quick_look(ask);
}

static bool is_alone(const RoomDoc *doc)
{
    int people = 0;
    for (int i = 0; i < doc->setup.players; i++)
        people += !seat_is_free(&doc->seat[i]);
    return people == 1;
}

static void quick_stood(Room *room, Ask *ask)
{
    go(room, ask);
    if (!ask)
        return;
    ask->where = (RoomRef){{0, 0}};
    ask_run(ask);
}

/* Who waits alone and asks again looks farther: is there somebody who waits elsewhere?
 */
static void quick_again(Ask *ask)
{
    Room *room = ask->room;
    RoomDoc next = room->doc;
    int apart = APART_ANY;
    if (!read_apart(ask, &apart))
        return;
    if (!next.is_quick || next.phase != ROOM_OPEN || room->is_busy ||
        !is_alone(&next) ||
        !board_quick(ask->hub, &next, apart, ask->client->who.person)) {
        answer_joined(room, ask);
        return;
    }
    ask->rating = next.rating;
    memset(&next.seat[ask->seat], 0, sizeof next.seat[ask->seat]);
    room_save(room, &next, ask, quick_stood);
}

static void op_quick(Ask *ask)
{
    if (ask->room && ask->seat != SEAT_NONE) {
        quick_again(ask);
        return;
    }
    if (ask->room) { /* a spectator, or somebody else took the seat */
        room_leave(ask->room, ask->client);
        ask->where = (RoomRef){{0, 0}};
    }
    RoomDoc wanted;
    memset(&wanted, 0, sizeof wanted);
    if (ask->rating)
        quick_look(ask);
    else if (read_game(ask, &wanted))
        ask_store(ask, rating_of(ask->client->who.person, room_game(&wanted)->id),
                  quick_rated);
}

static void op_games(Ask *ask)
{
    list_games(ask_answer(ask), ask->hub, client_texts(ask->client));
    ask_send(ask);
}

#define SETTING_FIELDS \
    "public", "absent", "grace_s", "clock", "clock_s", "increment_s", "delay_ms", "undo"

const HubOp lobby_ops[] = {
    OP(games, 0, NULL),
    OP(rooms, 0, "game"),
    OP(create, ENTERS, "game", "players", "options", SETTING_FIELDS),
    OP(quick, ENTERS, "game", "players", "waited_s"),
    OP(join, ENTERS, "room", "have"),
    OP(leave, CALM, NULL),
    OP(sit, CALM, "seat"),
    OP(stand, CALM, NULL),
    OP(ready, CALM, "ready"),
    OP(set, CALM, "players", "options", SETTING_FIELDS),
    OP(kick, CALM, "person"),
    OP(host, CALM, "person"),
    OP(fill, CALM, "seat", "agent"),
    OP(start, CALM, NULL),
    OP(rematch, CALM, NULL),
    OP(chat, 0, "text"),
    {NULL, RIGHT_COUNT, NULL, 0, {NULL}},
};
