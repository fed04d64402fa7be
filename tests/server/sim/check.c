/* check.c - what must hold at every step, by what people were told and what is kept.
 *
 * It keeps a truth of its own: which moves were acknowledged, who was kicked, which
 * tokens were given up, what a room was when its match began. */
#include "tests/server/sim/sim.h"

#include <stdio.h>
#include <stdlib.h>

enum { KICKS_MAX = 64, LATE_MS = 5000, GONE_MAX = 16 };

typedef struct {
    char code[CODE_BYTES];
    bool is_kept;
    RoomDoc doc;
    char kicked[KICKS_MAX][PERSON_BYTES];
    int kicked_count;
    struct {
        char person[PERSON_BYTES];
        int64_t at_ms; /* 0: they had only looked in */
        int64_t heard_ms;
        bool was_leaving; /* had asked to leave, and was not answered */
    } gone[GONE_MAX];     /* whose connection in it ended, and when */
    int gone_count;
} RoomTruth;

typedef struct {
    char token[TOKEN_BYTES];
    int node;
    int64_t dead_ms;
} TokenTruth;

typedef struct {
    char id[HEX_BYTES];
    int acknowledged; /* the last move that somebody was told is kept */
} MatchTruth;

/* What somebody said last in a room of taking back: the entries of the log they said it
 * at. */
enum { SAID_KEPT = 8 };
typedef struct {
    char key[CODE_BYTES + PERSON_BYTES];
    int wanted[SAID_KEPT], agreed[SAID_KEPT];
    int wanted_count, agreed_count;
} UndoTruth;

static Map rooms, tokens, matches, undos;

static void clear(Map *map)
{
    for (uint32_t i = 0; i < map->slots; i++)
        free(map->slot[i].value);
    map_clear(map);
    *map = (Map){0};
}

void check_free(World *w)
{
    (void)w;
    clear(&rooms);
    clear(&tokens);
    clear(&matches);
    clear(&undos);
}

static RoomTruth *room_truth(const char *code)
{
    RoomTruth *truth = map_find(&rooms, code);
    if (truth)
        return truth;
    truth = calloc(1, sizeof *truth);
    ASSERT(truth);
    snprintf(truth->code, sizeof truth->code, "%s", code);
    map_put(&rooms, truth->code, truth);
    return truth;
}

const RoomDoc *check_doc(const World *w, const char *code)
{
    (void)w;
    const RoomTruth *truth = map_find(&rooms, code);
    return truth && truth->is_kept ? &truth->doc : NULL;
}

/* Rooms, as they are kept. */

/* So short a visit no tick has seen, or no other node heard of. */
static bool is_glimpse(const World *w, const Human *h)
{
    const int64_t short_ms = w->plan.nodes > 1 ? LATE_MS : 2 * w->plan.tick_ms;
    return w->now_ms - h->entered_ms < short_ms;
}

/* Since when; INT64_MAX: they are not. */
static int64_t in_room_since_ms(const World *w, const char *code, const char *person)
{
    int64_t since_ms = INT64_MAX;
    for (int i = 0; i < w->plan.nodes; i++) {
        const Hub *hub = w->node[i].hub;
        const Room *room = hub ? map_find(&hub->rooms, code) : NULL;
        for (const Client *c = room ? room->members : NULL; c; c = c->room_next)
            if (strcmp(c->who.person, person) == 0 && !is_glimpse(w, c->link) &&
                ((const Human *)c->link)->entered_ms < since_ms)
                since_ms = ((const Human *)c->link)->entered_ms;
    }
    return since_ms;
}

/* What was decided a while ago may be kept only now. */
static bool is_store_late(const World *w)
{
    enum { OP_MS = 2000 };
    for (int i = 0; i < w->plan.nodes; i++)
        if (w->now_ms - OP_MS < w->node[i].store.slow_ms ||
            w->now_ms - OP_MS < w->node[i].store.stall_ms)
            return true;
    return false;
}

/* Has somebody who is that person said so: leave, host? Also just before they went. */
static bool has_asked(const World *w, const RoomDoc *doc, const char *person,
                      const char *op)
{
    const RoomTruth *truth = room_truth(doc->code);
    for (int i = 0; i < truth->gone_count && i < GONE_MAX; i++)
        if (truth->gone[i].was_leaving && strcmp(op, "leave") == 0 &&
            strcmp(truth->gone[i].person, person) == 0 &&
            w->now_ms - truth->gone[i].heard_ms < 2 * LATE_MS + 60000)
            return true;
    for (int i = 0; i < w->plan.people; i++) {
        const Human *h = &w->human[i];
        for (int k = 0; k < h->asked_count; k++)
            if (strcmp(h->person, person) == 0 && strcmp(h->asked[k].op, op) == 0)
                return true;
    }
    return false;
}

/* Gone for as long as the room waits, now or when they came back? A person who never
 * was there is. */
static bool is_past_grace(const World *w, const RoomDoc *doc, const char *person)
{
    int64_t last_ms = 0;
    const RoomTruth *truth = room_truth(doc->code);
    if (w->plan.nodes > 1 && w->now_ms < w->apart_ms)
        return true;
    const int64_t since_ms = in_room_since_ms(w, doc->code, person);
    const int64_t until_ms = since_ms < w->now_ms ? since_ms : w->now_ms;
    if (until_ms < w->now_ms && !is_store_late(w))
        return false;
    for (int i = 0; i < truth->gone_count && i < GONE_MAX; i++)
        if (strcmp(truth->gone[i].person, person) == 0 &&
            truth->gone[i].at_ms > last_ms)
            last_ms = truth->gone[i].at_ms;
    return until_ms - last_ms + 2 * w->plan.tick_ms >= (int64_t)doc->grace_s * 1000;
}

static void check_seats(World *w, const RoomDoc *old, const RoomDoc *doc)
{
    for (int i = 0; i < doc->setup.players; i++) {
        const Seat *was = &old->seat[i], *is = &doc->seat[i];
        const bool same = strcmp(was->person, is->person) == 0;
        if (!same && doc->is_quick)
            sim_fail(w, "%s: a stranger's seat %d changed hands", doc->code, i);
        if (!same &&
            (!is->agent[0] || !(was->has_left || is_past_grace(w, old, was->person))))
            sim_fail(w, "%s: seat %d was taken from a player who is there", doc->code,
                     i);
        if (same && is->has_left && !was->has_left && is->person[0] &&
            !has_asked(w, doc, is->person, "leave"))
            sim_fail(w, "%s: the player of seat %d was made to leave", doc->code, i);
    }
}

static void check_match_rules(World *w, const RoomDoc *old, const RoomDoc *doc)
{
    if (old->phase != ROOM_PLAYING || doc->phase != ROOM_PLAYING ||
        old->match != doc->match)
        return;
    if (old->clock != doc->clock || old->clock_s != doc->clock_s ||
        old->absent != doc->absent || old->grace_s != doc->grace_s ||
        old->delay_ms != doc->delay_ms || old->undo != doc->undo ||
        old->setup.players != doc->setup.players ||
        memcmp(old->setup.option, doc->setup.option, sizeof doc->setup.option) != 0)
        sim_fail(w, "%s: the rules of a running match changed", doc->code);
    check_seats(w, old, doc);
}

static void check_host(World *w, const RoomDoc *old, const RoomDoc *doc)
{
    if (doc->is_quick) {
        if (doc->host[0])
            sim_fail(w, "%s: strangers have a host", doc->code);
        return;
    }
    if (strcmp(old->host, doc->host) == 0)
        return;
    if (room_seat_of(doc, doc->host) < 0)
        sim_fail(w, "%s: %s became host without a seat", doc->code, doc->host);
    if (!has_asked(w, old, old->host, "leave") &&
        !has_asked(w, old, old->host, "host") && !is_past_grace(w, old, old->host))
        sim_fail(w, "%s: the host lost the room while there", doc->code);
}

void check_room(World *w, const char *code, const char *body)
{
    RoomTruth *truth = room_truth(code);
    RoomDoc doc;
    if (!room_doc_read(w->node[0].hub, code, body, &doc))
        sim_fail(w, "%s: a room is kept that cannot be read", code);
    if (truth->is_kept) {
        check_match_rules(w, &truth->doc, &doc);
        check_host(w, &truth->doc, &doc);
    }
    truth->is_kept = true;
    truth->doc = doc;
}

/* Taking back. */

static UndoTruth *undo_truth(const char *code, const char *person)
{
    char key[CODE_BYTES + PERSON_BYTES];
    snprintf(key, sizeof key, "%s %s", code, person);
    UndoTruth *truth = map_find(&undos, key);
    if (truth)
        return truth;
    truth = calloc(1, sizeof *truth);
    ASSERT(truth);
    text_copy(truth->key, sizeof truth->key, key);
    map_put(&undos, truth->key, truth);
    return truth;
}

void check_asked(World *w, const Human *h, const char *op, const char *fields)
{
    int n = 0;
    (void)w;
    if (!h->code[0] || sscanf(fields, "\"n\":%d", &n) != 1)
        return;
    UndoTruth *truth = undo_truth(h->code, h->person);
    if (strcmp(op, "undo") == 0)
        truth->wanted[truth->wanted_count++ % SAID_KEPT] = n;
    else if (strcmp(op, "agree") == 0 && !strstr(fields, "false"))
        truth->agreed[truth->agreed_count++ % SAID_KEPT] = n;
}

static bool has_said(const int said[SAID_KEPT], int n)
{
    for (int i = 0; i < SAID_KEPT; i++)
        if (said[i] == n)
            return true;
    return false;
}

static const RoomDoc *room_of_match(uint64_t match)
{
    for (uint32_t i = 0; i < rooms.slots; i++) {
        const RoomTruth *truth = rooms.slot[i].value;
        if (truth && truth->is_kept && truth->doc.match == match)
            return &truth->doc;
    }
    return NULL;
}

/* Nothing is taken back but what somebody wanted to, and every player who is there
 * agreed to, at that very table. */
void check_append(World *w, const StoreOp *op)
{
    const Command *c = &op->move.command;
    const RoomDoc *doc = course_is_undo(c) ? room_of_match(op->match) : NULL;
    if (!doc)
        return;
    w->undos++;
    if (doc->is_quick || doc->undo != UNDO_AGREED)
        sim_fail(w, "%s: something was taken back where nothing may be", doc->code);
    for (int i = 0; i < doc->setup.players; i++) {
        const Seat *seat = &doc->seat[i];
        if (!seat->person[0])
            continue;
        const UndoTruth *said = undo_truth(doc->code, seat->person);
        if (i == c->seat && !has_said(said->wanted, op->seq - 1))
            sim_fail(w, "%s: seat %d did not want to take back", doc->code, i);
        if (i != c->seat && !has_said(said->agreed, op->seq - 1) && !seat->has_left &&
            !is_past_grace(w, doc, seat->person))
            sim_fail(w, "%s: seat %d was not asked", doc->code, i);
    }
}

void check_room_deleted(World *w, const char *code)
{
    (void)w;
    room_truth(code)->is_kept = false;
}

/* A room that people are in is not forgotten, whatever the clock says. */
void check_room_swept(World *w, const char *code)
{
    for (int i = 0; i < w->plan.nodes; i++) {
        const Room *room = map_find(&w->node[i].hub->rooms, code);
        if (room && room->member_count)
            sim_fail(w, "%s: people are in it, and it was forgotten", code);
    }
    check_room_deleted(w, code);
}

void check_gone(World *w, const Human *h)
{
    if (!h->code[0] || !h->person[0])
        return;
    RoomTruth *truth = room_truth(h->code);
    const int at = truth->gone_count++ % GONE_MAX;
    /* An answer that came late may have them believe that they are still there. */
    const Room *room = h->client ? h->client->room : NULL;
    const bool was_there = room && strcmp(room->doc.code, h->code) == 0;
    text_copy(truth->gone[at].person, PERSON_BYTES, h->person);
    truth->gone[at].at_ms = !was_there || is_glimpse(w, h) ? 0 : w->now_ms;
    truth->gone[at].heard_ms = w->now_ms;
    truth->gone[at].was_leaving = false;
    for (int i = 0; i < h->asked_count; i++)
        truth->gone[at].was_leaving =
            truth->gone[at].was_leaving || strcmp(h->asked[i].op, "leave") == 0;
}

/* Answers. */

static TokenTruth *token_truth(const char *token)
{
    return token[0] ? map_find(&tokens, token) : NULL;
}

static void token_dies(const World *w, const Human *h, const char *token)
{
    if (!token[0] || token_truth(token))
        return;
    TokenTruth *truth = calloc(1, sizeof *truth);
    ASSERT(truth);
    snprintf(truth->token, sizeof truth->token, "%s", token);
    truth->node = h->node;
    truth->dead_ms = w->now_ms;
    map_put(&tokens, truth->token, truth);
}

/* Every other session of the account. */
static void sessions_die(const World *w, const Human *h)
{
    for (int i = 0; i < w->plan.people; i++)
        if (strcmp(w->human[i].account, h->account) == 0 &&
            strcmp(w->human[i].token, h->token) != 0)
            token_dies(w, h, w->human[i].token);
}

/* What was asked when the token was dead already has no good answer; another node may
 * hear of it a little later. */
static void check_token(World *w, const Human *h, const SimAsk *asked)
{
    const TokenTruth *dead = token_truth(h->token);
    const char *op = asked->op;
    if (!dead || strcmp(op, "prefer") == 0 || strcmp(op, "login") == 0)
        return;
    const int64_t late = dead->node == h->node ? 0 : LATE_MS;
    if (asked->asked_ms > dead->dead_ms + late)
        sim_fail(w, "person %d: %s was granted for a token that was given up",
                 h->number, op);
}

static void check_entered(World *w, const Human *h, const json_t *answer)
{
    const char *code =
        json_string_value(json_object_get(json_object_get(answer, "room"), "code"));
    const RoomTruth *truth = code ? map_find(&rooms, code) : NULL;
    for (int i = 0; truth && i < truth->kicked_count; i++)
        if (strcmp(truth->kicked[i], h->person) == 0)
            sim_fail(w, "%s: %s is back after a kick", code, h->person);
}

static void check_moved(World *w, const Human *h, const SimAsk *asked,
                        const json_t *answer)
{
    const int n = (int)json_integer_value(json_object_get(answer, "n"));
    const Room *room = map_find(&w->node[h->node].hub->rooms, asked->about);
    if (!room)
        return;
    char id[HEX_BYTES];
    hex_name(room->match_id, id);
    MatchTruth *truth = map_find(&matches, id);
    if (!truth) {
        truth = calloc(1, sizeof *truth);
        ASSERT(truth);
        snprintf(truth->id, sizeof truth->id, "%s", id);
        map_put(&matches, truth->id, truth);
    }
    if (n > truth->acknowledged)
        truth->acknowledged = n;
    if (db_moves(w->db, room->match_id) < n)
        sim_fail(w, "%s: move %d was acknowledged and is not kept", asked->about, n);
}

static void check_history(World *w, const json_t *answer)
{
    const json_t *moves = json_object_get(answer, "moves");
    json_int_t last = 0;
    for (size_t i = 0; i < json_array_size(moves); i++) {
        const json_int_t n =
            json_integer_value(json_object_get(json_array_get(moves, i), "n"));
        if (n <= last || n > json_integer_value(json_object_get(answer, "n")))
            sim_fail(w, "a history is out of order at %d", (int)n);
        last = n;
    }
}

void check_answer(World *w, Human *h, const SimAsk *asked, const json_t *answer)
{
    const char *op = asked->op;
    if (asked->must_wait)
        sim_fail(w, "person %d: %s was granted beside another that had not ended",
                 h->number, op);
    check_token(w, h, asked);
    if (strcmp(op, "history") == 0)
        check_history(w, answer);
    if (strcmp(op, "apply") == 0 || json_object_get(answer, "taken"))
        check_moved(w, h, asked, answer);
    if (strcmp(op, "join") == 0 || strcmp(op, "quick") == 0)
        check_entered(w, h, answer);
    if (strcmp(op, "kick") == 0 && h->code[0]) {
        RoomTruth *truth = room_truth(h->code);
        if (truth->kicked_count < KICKED_MAX) /* so many a room remembers */
            text_copy(truth->kicked[truth->kicked_count++], PERSON_BYTES, asked->about);
    }
    if (strcmp(op, "logout") == 0 || strcmp(op, "delete") == 0)
        token_dies(w, h, asked->about);
    if (h->account[0] && (strcmp(op, "delete") == 0 || strcmp(op, "password") == 0 ||
                          strcmp(op, "end") == 0))
        sessions_die(w, h);
}

/* Bytes. */

static void check_view(World *w, const Human *h, const Room *room, const char *text,
                       size_t text_bytes)
{
    const int seat = room_seat_of(&room->doc, h->person);
    json_t *message = json_loadb(text, text_bytes, 0, NULL);
    const json_t *view = json_object_get(message, "view");
    if (!view)
        view = json_object_get(json_object_get(message, "game"), "view");
    if (view) {
        JsonW part;
        void *seen = view_of(room->match, seat < 0 ? SEAT_NONE : seat);
        jw_open(&part);
        match_game(room->match)->write_state(match_catalog(room->match), seen, &part);
        json_t *may = json_loads(part.text, 0, NULL);
        if (!json_equal(view, may))
            sim_fail(w, "person %d sees what is not theirs", h->number);
        json_decref(may);
        jw_close(&part);
        free(seen);
    }
    json_decref(message);
}

/* Nobody hears the seed of a running match, or sees what is not theirs: every byte. */
void check_sent(World *w, Human *h, const char *text, size_t text_bytes)
{
    const Room *room = h->client->room;
    if (memchr(text, '\n', text_bytes))
        sim_fail(w, "a message of two lines");
    if (!room || !room->match || match_status(room->match).over)
        return;
    char seed[40];
    snprintf(seed, sizeof seed, "%llu",
             (unsigned long long)match_setup(room->match)->seed);
    if (strlen(seed) > 8 && memmem(text, text_bytes, seed, strlen(seed)))
        sim_fail(w, "person %d was told the seed", h->number);
    if (memmem(text, text_bytes, "\"view\":", 7))
        check_view(w, h, room, text, text_bytes);
}

/* The hubs by themselves. */

static void check_members(World *w, const Room *room)
{
    int count = 0;
    for (const Client *c = room->members; c; c = c->room_next) {
        count++;
        if (c->room != room || client_at(room->hub, c->ref) != c)
            sim_fail(w, "%s: a member is elsewhere", room->doc.code);
        if (room_is_kicked(&room->doc, c->who.person))
            sim_fail(w, "%s: somebody kicked is still in", room->doc.code);
    }
    int waiting = 0;
    for (const Ask *ask = room->waiting; ask; ask = ask->next)
        waiting++;
    if (count != room->member_count || waiting != room->waiting_count ||
        room_at(room->hub, room->ref) != room ||
        map_find(&room->hub->rooms, room->doc.code) != room)
        sim_fail(w, "%s: a room does not add up", room->doc.code);
}

/* Nothing that time brings about is forgotten: the room is looked at by then. */
static void check_due(World *w, const Room *room)
{
    const int64_t next = plan_next_ms(room);
    if (next < DUE_NEVER_MS && (!room->due_place || room->due_ms > next))
        sim_fail(w, "%s: nobody will look at it in time", room->doc.code);
}

void check_world(World *w)
{
    for (int i = 0; i < w->plan.nodes; i++) {
        const Hub *hub = w->node[i].hub;
        int clients = 0;
        for (const Room *room = hub->first_room; room; room = room->next) {
            check_members(w, room);
            check_due(w, room);
        }
        for (const Client *c = hub->first_client; c; c = c->next)
            clients++;
        if (clients != hub->client_count || hub->asks < 0 ||
            hub->asks > w->plan.people * SIM_ASKS)
            sim_fail(w, "node %d does not add up", i);
    }
    for (int i = 0; i < w->plan.people; i++) {
        const Human *h = &w->human[i];
        if (h->client && h->asked_count && w->now_ms - h->asked[0].asked_ms > 60000)
            sim_fail(w, "person %d waits for ever for %s", i, h->asked[0].op);
    }
}

static void check_match(World *w, StoreDoc *doc)
{
    StoreOp *tail = store_op(STORE_TAIL, NULL, NULL);
    Refusal why = refusal(ERR_OK);
    json_t *json = json_loads(doc->body, 0, NULL);
    const MatchTruth *truth = map_find(&matches, doc->key);
    const json_t *result = json_object_get(json, "result");
    tail->match = strtoull(doc->key, NULL, 16);
    if (!db_run(w->db, tail))
        sim_fail(w, "a log cannot be read");
    if (truth && tail->move_count < truth->acknowledged)
        sim_fail(w, "match %s: move %d was lost", doc->key, truth->acknowledged);
    Match *m = archive_play(json, tail->moves, tail->move_count,
                            w->node[0].hub->catalogs, &why);
    if (!m)
        sim_fail(w, "match %s does not replay", doc->key);
    char hash[HEX_BYTES];
    hex_name(match_hash(m), hash);
    const char *told = json_string_value(json_object_get(result, "hash"));
    if (told && strcmp(told, hash) != 0)
        sim_fail(w, "match %s ends otherwise than it is kept", doc->key);
    match_free(m);
    json_decref(json);
    store_op_free(tail);
}

void check_end(World *w)
{
    db_each(w->db, "match", check_match);
}
