/* doc.c - what is kept of a room, and what is shown of it. */
#include "server/rooms/doc.h"

#include "games/games.h"
#include "server/hub/client.h"
#include "server/hub/inside.h"
#include "server/play/undo.h"
#include "server/rooms/room.h"
#include "server/secret.h"

#include <stdio.h>
#include <stdlib.h>

const char *const absent_words[] = {"skip", "agent", "wait", NULL};
const char *const clock_words[] = {"none", "move", "game", NULL};
const char *const undo_words[] = {"off", "agreed", NULL};
const char *const phase_words[] = {"open", "playing", "over", NULL};

bool code_is_good(const char *code)
{
    return strlen(code) == CODE_BYTES - 1 &&
           strspn(code, "23456789abcdefghjkmnpqrstuvwxyz") == CODE_BYTES - 1;
}

const Game *room_game(const RoomDoc *doc)
{
    return games_all[doc->game];
}

bool seat_is_free(const Seat *seat)
{
    return !seat->person[0] && !seat->agent[0];
}

bool node_is_alive(const Hub *hub, const char *node)
{
    if (!node[0] || strcmp(node, hub->node) == 0)
        return node[0] != 0;
    if (store_is_shared(hub->store) && !hub->knows_nodes)
        return true;
    for (int i = 0; i < hub->node_count; i++)
        if (strcmp(hub->nodes[i].name, node) == 0)
            return true;
    return false;
}

bool seat_is_online(const Hub *hub, const Seat *seat)
{
    return seat->agent[0] || node_is_alive(hub, seat->node);
}

int room_seat_of(const RoomDoc *doc, const char *person)
{
    for (int seat = 0; person[0] && seat < doc->setup.players; seat++)
        if (strcmp(doc->seat[seat].person, person) == 0)
            return seat;
    return -1;
}

bool room_is_kicked(const RoomDoc *doc, const char *person)
{
    for (int i = 0; i < doc->kicked_count && i < KICKED_MAX; i++)
        if (strcmp(doc->kicked[i], person) == 0)
            return true;
    return false;
}

static void write_settings(JsonW *w, const Hub *hub, const RoomDoc *doc)
{
    jw_str(w, "code", doc->code);
    jw_str(w, "game", room_game(doc)->id);
    jw_int(w, "players", doc->setup.players);
    record_write_options(w, room_game(doc), hub->catalog[doc->game],
                         &doc->setup); /* nobody may know the seed */
    jw_bool(w, "public", doc->is_public);
    jw_bool(w, "quick", doc->is_quick);
    if (doc->is_quick)
        jw_int(w, "rating", doc->rating);
    jw_str(w, "phase", phase_words[doc->phase]);
    jw_str(w, "host", doc->host);
    jw_str(w, "absent", absent_words[doc->absent]);
    jw_int(w, "grace_s", doc->grace_s);
    jw_str(w, "clock", clock_words[doc->clock]);
    jw_int(w, "clock_s", doc->clock_s);
    jw_int(w, "increment_s", doc->increment_s);
    jw_int(w, "delay_ms", doc->delay_ms);
    jw_str(w, "undo", undo_words[doc->undo]);
    char id[HEX_BYTES];
    hex_name(doc->match, id);
    jw_str(w, "match", doc->match ? id : NULL);
    jw_int(w, "matches", doc->matches);
}

static void write_seat(JsonW *w, const Seat *seat)
{
    jw_object(w, NULL);
    if (seat->person[0]) {
        jw_str(w, "person", seat->person);
        jw_str(w, "name", seat->name);
    }
    if (seat->agent[0])
        jw_str(w, "agent", seat->agent);
    if (seat->is_ready)
        jw_bool(w, "ready", true);
    if (seat->has_left)
        jw_bool(w, "left", true);
}

static void write_undo_ask(JsonW *w, const UndoAsk *asked)
{
    jw_object(w, "asks");
    jw_int(w, "n", asked->n);
    jw_int(w, "seat", asked->seat);
    jw_array(w, "agreed");
    for (int i = 0; i < SEATS_MAX; i++)
        if (asked->agreed >> i & 1)
            jw_int(w, NULL, i);
    jw_end_array(w);
    if (asked->is_refused)
        jw_bool(w, "refused", true);
    jw_end_object(w);
}

void room_doc_write(JsonW *w, const Hub *hub, const RoomDoc *doc)
{
    jw_object(w, NULL);
    write_settings(w, hub, doc);
    if (doc->undo_ask.n)
        write_undo_ask(w, &doc->undo_ask);
    jw_str(w, "host_node", doc->host_node);
    jw_array(w, "seats");
    for (int i = 0; i < doc->setup.players; i++) {
        write_seat(w, &doc->seat[i]);
        if (doc->seat[i].node[0])
            jw_str(w, "node", doc->seat[i].node);
        jw_end_object(w);
    }
    jw_end_array(w);
    jw_int(w, "kicked_count", doc->kicked_count);
    jw_array(w, "kicked");
    for (int i = 0; i < doc->kicked_count && i < KICKED_MAX; i++)
        jw_str(w, NULL, doc->kicked[i]);
    jw_end_array(w);
    jw_end_object(w);
}

static void show_members(JsonW *w, Hub *hub, const RoomDoc *doc)
{
    const Room *room = map_find(&hub->rooms, doc->code);
    write_settings(w, hub, doc);
    jw_array(w, "seats");
    for (int i = 0; i < doc->setup.players; i++) {
        write_seat(w, &doc->seat[i]);
        if (doc->seat[i].person[0])
            jw_bool(w, "online",
                    (room && room_is_here(room, doc->seat[i].person)) ||
                        seat_is_online(hub, &doc->seat[i]));
        jw_end_object(w);
    }
    jw_end_array(w);
}

void room_show_line(JsonW *w, Hub *hub, const RoomDoc *doc)
{
    jw_object(w, NULL);
    show_members(w, hub, doc);
    jw_end_object(w);
}

void room_show(JsonW *w, const char *key, const Room *room)
{
    int watching = 0;
    for (const Client *c = room->members; c; c = c->room_next)
        watching += room_seat_of(&room->doc, c->who.person) < 0;
    jw_object(w, key);
    show_members(w, room->hub, &room->doc);
    if (undo_is_asked(room))
        write_undo_ask(w, &room->doc.undo_ask);
    jw_int(w, "spectators", watching);
    jw_int(w, "v", room->version);
    jw_end_object(w);
}

void room_write_chat(JsonW *w, const ChatLine *line)
{
    jw_str(w, "name", line->name);
    if (line->seat != SEAT_NONE) /* names are not one's own: anybody may be called so */
        jw_int(w, "seat", line->seat);
    jw_str(w, "text", line->text);
    jw_int(w, "at", line->at_s);
}

void room_show_chat(JsonW *w, const Room *room, int from)
{
    if (from < room->chat_count - CHAT_KEPT)
        from = room->chat_count - CHAT_KEPT;
    jw_array(w, "chat");
    for (int i = from < 0 ? 0 : from; i < room->chat_count; i++) {
        const ChatLine *line = &room->chat[i % CHAT_KEPT];
        jw_object(w, NULL);
        jw_int(w, "c", i + 1);
        room_write_chat(w, line);
        jw_end_object(w);
    }
    jw_end_array(w);
}

/* Reading what we wrote. */

static void take_text(const json_t *json, const char *key, char *out, size_t out_bytes)
{
    const char *text = json_string_value(json_object_get(json, key));
    snprintf(out, out_bytes, "%s", text ? text : "");
}

static int take_word(const json_t *json, const char *key, const char *const *words)
{
    const char *text = json_string_value(json_object_get(json, key));
    for (int i = 0; text && words[i]; i++)
        if (strcmp(words[i], text) == 0)
            return i;
    return 0;
}

static int32_t take_int(const json_t *json, const char *key)
{
    return (int32_t)json_integer_value(json_object_get(json, key));
}

static void take_seats(const json_t *seats, RoomDoc *doc)
{
    for (int i = 0; i < doc->setup.players; i++) {
        const json_t *from = json_array_get(seats, (size_t)i);
        Seat *seat = &doc->seat[i];
        take_text(from, "person", seat->person, sizeof seat->person);
        take_text(from, "name", seat->name, sizeof seat->name);
        take_text(from, "agent", seat->agent, sizeof seat->agent);
        take_text(from, "node", seat->node, sizeof seat->node);
        seat->is_ready = json_is_true(json_object_get(from, "ready"));
        seat->has_left = json_is_true(json_object_get(from, "left"));
    }
}

static void take_undo_ask(const json_t *json, UndoAsk *asked)
{
    const json_t *agreed = json_object_get(json, "agreed");
    asked->n = take_int(json, "n");
    asked->seat = take_int(json, "seat");
    asked->is_refused = json_is_true(json_object_get(json, "refused"));
    for (size_t i = 0; i < json_array_size(agreed); i++)
        asked->agreed |= 1 << (json_integer_value(json_array_get(agreed, i)) & 31);
}

static void take_kicked(const json_t *json, RoomDoc *doc)
{
    const json_t *kicked = json_object_get(json, "kicked");
    doc->kicked_count = take_int(json, "kicked_count");
    if (doc->kicked_count < 0)
        doc->kicked_count = 0;
    for (size_t i = 0; i < KICKED_MAX && i < json_array_size(kicked); i++) {
        const char *person = json_string_value(json_array_get(kicked, i));
        snprintf(doc->kicked[i], PERSON_BYTES, "%s", person ? person : "");
    }
}

bool room_doc_read(const Hub *hub, const char *key, const char *text, RoomDoc *doc)
{
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    const char *id = json_string_value(json_object_get(json, "game"));
    const char *match = json_string_value(json_object_get(json, "match"));
    memset(doc, 0, sizeof *doc);
    while (id && doc->game < hub->game_count &&
           strcmp(games_all[doc->game]->id, id) != 0)
        doc->game++;
    take_text(json, "code", doc->code, sizeof doc->code);
    const bool good = id && doc->game < hub->game_count &&
                      strcmp(doc->code, key) == 0 &&
                      !record_read_setup(room_game(doc), hub->catalog[doc->game], json,
                                         &doc->setup, NULL);
    if (good) {
        take_text(json, "host", doc->host, sizeof doc->host);
        take_text(json, "host_node", doc->host_node, sizeof doc->host_node);
        doc->is_public = json_is_true(json_object_get(json, "public"));
        doc->is_quick = json_is_true(json_object_get(json, "quick"));
        doc->rating = (int32_t)json_integer_value(json_object_get(json, "rating"));
        doc->phase = (RoomPhase)take_word(json, "phase", phase_words);
        doc->absent = (Absent)take_word(json, "absent", absent_words);
        doc->clock = (Clock)take_word(json, "clock", clock_words);
        doc->undo = (Undo)take_word(json, "undo", undo_words);
        take_undo_ask(json_object_get(json, "asks"), &doc->undo_ask);
        doc->grace_s = take_int(json, "grace_s");
        doc->clock_s = take_int(json, "clock_s");
        doc->increment_s = take_int(json, "increment_s");
        doc->delay_ms = take_int(json, "delay_ms");
        doc->match = match ? strtoull(match, NULL, 16) : 0;
        doc->matches = take_int(json, "matches");
        take_seats(json_object_get(json, "seats"), doc);
        take_kicked(json, doc);
    }
    json_decref(json);
    return good;
}
