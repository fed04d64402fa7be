/* board.c - the rooms that anybody may enter, in memory. */
#include "server/rooms/board.h"

#include "server/hub/inside.h"
#include "server/rooms/doc.h"
#include "server/rooms/room.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    BOARD_MAX = 20000,   /* public rooms; more are not listed */
    LISTED_MAX = 100,    /* in one answer */
    LOOKED_AT_MAX = 100, /* quick rooms that somebody cannot enter */
    AGAIN_MS = 200,      /* between two looks at what others changed */
    OVERLAP_MS = 5000    /* what was written while the last look was answered */
};

static_assert((int)BOARD_GAMES == (int)GAMES_MAX, "a list for every game");
static_assert((int)BOARD_SEATS > (int)SEATS_MAX, "and every number of players");

struct Notice {
    RoomDoc doc;
    char *line; /* as it is listed; NULL: not written yet */
    int64_t read_at_ms;
    bool is_listed, is_waiting;
    Notice *previous, *next; /* in 'listed' */
    Notice *wait_previous, *wait_next;
};

static NoticeList *waiting_list(Board *b, const RoomDoc *doc)
{
    return &b->waits[doc->game][doc->setup.players];
}

static void listed_remove(Board *b, Notice *n)
{
    if (!n->is_listed)
        return;
    *(n->previous ? &n->previous->next : &b->listed.first) = n->next;
    *(n->next ? &n->next->previous : &b->listed.last) = n->previous;
    n->is_listed = false;
}

static void listed_add(Board *b, Notice *n)
{
    n->previous = NULL;
    n->next = b->listed.first;
    *(b->listed.first ? &b->listed.first->previous : &b->listed.last) = n;
    b->listed.first = n;
    n->is_listed = true;
}

static void waiting_remove(Board *b, Notice *n)
{
    NoticeList *l = waiting_list(b, &n->doc);
    if (!n->is_waiting)
        return;
    *(n->wait_previous ? &n->wait_previous->wait_next : &l->first) = n->wait_next;
    *(n->wait_next ? &n->wait_next->wait_previous : &l->last) = n->wait_previous;
    n->is_waiting = false;
}

static void waiting_add(Board *b, Notice *n)
{
    NoticeList *l = waiting_list(b, &n->doc);
    n->wait_next = NULL;
    n->wait_previous = l->last;
    *(l->last ? &l->last->wait_next : &l->first) = n;
    l->last = n;
    n->is_waiting = true;
}

/* For strangers: a free seat, and whoever sits there is there. */
static bool waits_for_others(const Hub *hub, const RoomDoc *doc)
{
    bool has_free = false, has_person = false;
    if (!doc->is_quick || doc->phase != ROOM_OPEN)
        return false;
    for (int i = 0; i < doc->setup.players; i++) {
        has_free = has_free || seat_is_free(&doc->seat[i]);
        has_person = has_person || doc->seat[i].person[0];
        if (!seat_is_free(&doc->seat[i]) && !seat_is_online(hub, &doc->seat[i]))
            return false;
    }
    return has_free && has_person;
}

static void notice_drop(Board *b, Notice *n)
{
    listed_remove(b, n);
    waiting_remove(b, n);
    map_remove(&b->map, n->doc.code);
    free(n->line);
    free(n);
}

void board_forget(Hub *hub, const char *code)
{
    Notice *n = map_find(&hub->board.map, code);
    if (n)
        notice_drop(&hub->board, n);
}

void board_note(Hub *hub, const RoomDoc *doc)
{
    Board *b = &hub->board;
    Notice *n = map_find(&b->map, doc->code);
    const bool waits = waits_for_others(hub, doc);
    if (!doc->is_public && !waits) {
        board_forget(hub, doc->code);
        return;
    }
    if (n && n->line && n->is_waiting == waits &&
        memcmp(&n->doc, doc, sizeof *doc) == 0) {
        n->read_at_ms = hub->now_ms;
        return;
    }
    if (!n && b->map.count >= BOARD_MAX)
        return;
    const bool waited = n && n->is_waiting && waits && n->doc.game == doc->game &&
                        n->doc.setup.players == doc->setup.players;
    if (n) {
        listed_remove(b, n);
        if (!waited) /* who waits keeps its place */
            waiting_remove(b, n);
        n->doc = *doc;
    } else {
        n = calloc(1, sizeof *n);
        ASSERT(n);
        n->doc = *doc;
        map_put(&b->map, n->doc.code, n);
    }
    free(n->line);
    n->line = NULL;
    n->read_at_ms = hub->now_ms;
    if (doc->is_public)
        listed_add(b, n);
    if (waits && !waited)
        waiting_add(b, n);
}

void board_write(JsonW *w, Hub *hub, const char *game)
{
    int count = 0;
    jw_array(w, "rooms");
    for (Notice *n = hub->board.listed.first; n && count < LISTED_MAX; n = n->next) {
        if (game && strcmp(room_game(&n->doc)->id, game) != 0)
            continue;
        if (!n->line) {
            JsonW line;
            jw_open(&line);
            room_show_line(&line, hub, &n->doc);
            n->line = strdup(line.text);
            jw_close(&line);
        }
        jw_raw(w, NULL, n->line);
        count++;
    }
    jw_end_array(w);
}

/* Somebody of it has closed the page, and that has not been noted yet. */
static bool has_just_gone(const Hub *hub, const RoomDoc *doc)
{
    const Room *live = map_find(&hub->rooms, doc->code);
    for (int i = 0; live && live->is_loaded && i < doc->setup.players; i++)
        if (doc->seat[i].person[0] && strcmp(doc->seat[i].node, hub->node) == 0 &&
            !room_is_here(live, doc->seat[i].person))
            return true;
    return false;
}

const char *board_quick(Hub *hub, const RoomDoc *wanted, const char *person)
{
    const Notice *n = waiting_list(&hub->board, wanted)->first;
    for (int i = 0; n && i < LOOKED_AT_MAX; i++, n = n->wait_next)
        if (room_seat_of(&n->doc, person) < 0 && !room_is_kicked(&n->doc, person) &&
            !has_just_gone(hub, &n->doc))
            return n->doc.code;
    return NULL;
}

void board_repaint(Hub *hub)
{
    const Board *b = &hub->board;
    for (uint32_t i = 0; i < b->map.slots; i++) {
        Notice *n = b->map.slot[i].value;
        if (!n)
            continue;
        free(n->line);
        n->line = NULL;
        const bool waits = waits_for_others(hub, &n->doc);
        if (n->is_waiting && !waits)
            waiting_remove(&hub->board, n);
        else if (waits && !n->is_waiting)
            waiting_add(&hub->board, n);
    }
}

void board_clear(Board *b)
{
    for (uint32_t i = 0; i < b->map.slots; i++) {
        Notice *n = b->map.slot[i].value;
        if (n)
            free(n->line);
        free(n);
    }
    map_clear(&b->map);
}

/* What the store has. */

void board_take(Hub *hub, const StoreOp *op)
{
    for (int i = op->doc_count - 1; i >= 0; i--) { /* the oldest first */
        RoomDoc doc;
        const char *code = op->docs[i].key;
        const Room *live = map_find(&hub->rooms, code);
        if (live && live->is_loaded) /* which knows better */
            board_note(hub, &live->doc);
        else if (room_doc_read(hub, code, op->docs[i].body, &doc))
            board_note(hub, &doc);
    }
}

StoreOp *board_recent(Hub *hub)
{
    StoreOp *op = store_op(STORE_LIST, "room", NULL);
    op->limit = BOARD_MAX;
    op->age_ms = hub->now_ms - hub->board.read_at_ms + OVERLAP_MS;
    hub->board.is_old = false;
    hub->board.read_at_ms = hub->now_ms;
    return op;
}

static void recent_read(StoreOp *op)
{
    Hub *hub = op->context;
    hub->asked--;
    if (op->result == STORE_OK)
        board_take(hub, op);
    else
        hub->board.is_old = true;
}

/* All there are; whichever is not among them any more is forgotten. */
static void all_read(StoreOp *op)
{
    Hub *hub = op->context;
    Board *b = &hub->board;
    hub->asked--;
    if (op->result != STORE_OK) {
        b->is_old = true;
        return;
    }
    board_take(hub, op);
    for (uint32_t i = 0; i < b->map.slots; i++) {
        Notice *n = b->map.slot[i].value;
        if (n && n->read_at_ms < b->all_at_ms && !map_find(&hub->rooms, n->doc.code))
            notice_drop(b, n);
    }
}

void board_read(Hub *hub)
{
    StoreOp *op = board_recent(hub);
    op->age_ms = 0;
    hub->board.all_at_ms = hub->now_ms;
    hub->asked++;
    store_ask(hub->store, op, all_read, hub);
}

void board_tick(Hub *hub)
{
    if (!hub->board.is_old || hub->now_ms - hub->board.read_at_ms < AGAIN_MS)
        return;
    hub->asked++;
    store_ask(hub->store, board_recent(hub), recent_read, hub);
}

/* "abc,def,": rooms that another process wrote or deleted; "*": any. */
void board_heard(Hub *hub, const char *codes)
{
    char code[CODE_BYTES];
    hub->board.is_old = true;
    for (const char *at = codes; *at && *at != '*'; at += at[0] == ',') {
        const size_t length = strcspn(at, ",");
        snprintf(code, sizeof code, "%.*s", (int)length, at);
        if (!map_find(&hub->rooms, code))
            board_forget(hub, code);
        at += length;
    }
}
