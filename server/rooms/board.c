/* board.c - the rooms that anybody may enter, in memory. */
#include "server/rooms/board.h"

#include "games/games.h"
#include "server/hub/inside.h"
#include "server/rooms/doc.h"
#include "server/rooms/room.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    BOARD_MAX = 20000,   /* public rooms; more are not listed */
    LISTED_MAX = 100,    /* in one answer */
    LOOKED_AT_MAX = 100, /* quick rooms, for the one nearest in strength */
    AGAIN_MS = 200,      /* between two looks at what others changed */
    OVERLAP_MS = 5000    /* what was written while the last look was answered */
};

static_assert((int)BOARD_GAMES == (int)GAMES_MAX + 1,
              "a list for every game, and none");
static_assert((int)BOARD_SEATS > (int)SEATS_MAX, "and every number of players");

/* The lists it may be in: of all that are listed, of those of its game, of those that
 * wait for others. */
typedef enum { OF_ALL, OF_GAME, WAITING, LISTS } List;

struct Notice {
    RoomDoc doc;
    char *line; /* as it is listed; NULL: not written yet */
    int64_t read_at_ms;
    struct {
        bool is_in;
        Notice *previous, *next;
    } in[LISTS];
};

static NoticeList *list_of(RoomBoard *b, const RoomDoc *doc, List which)
{
    return which == OF_ALL    ? &b->listed
           : which == OF_GAME ? &b->of_game[doc->game]
                              : &b->waits[doc->game][doc->setup.players];
}

static void list_remove(RoomBoard *b, Notice *n, List which)
{
    NoticeList *l = list_of(b, &n->doc, which);
    Notice *previous = n->in[which].previous, *next = n->in[which].next;
    if (!n->in[which].is_in)
        return;
    *(previous ? &previous->in[which].next : &l->first) = next;
    *(next ? &next->in[which].previous : &l->last) = previous;
    n->in[which].is_in = false;
}

static void list_add_first(RoomBoard *b, Notice *n, List which)
{
    NoticeList *l = list_of(b, &n->doc, which);
    n->in[which].previous = NULL;
    n->in[which].next = l->first;
    *(l->first ? &l->first->in[which].previous : &l->last) = n;
    l->first = n;
    n->in[which].is_in = true;
}

static void list_add_last(RoomBoard *b, Notice *n, List which)
{
    NoticeList *l = list_of(b, &n->doc, which);
    n->in[which].next = NULL;
    n->in[which].previous = l->last;
    *(l->last ? &l->last->in[which].next : &l->first) = n;
    l->last = n;
    n->in[which].is_in = true;
}

static void unlist(RoomBoard *b, Notice *n)
{
    list_remove(b, n, OF_ALL);
    list_remove(b, n, OF_GAME);
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

static void notice_drop(RoomBoard *b, Notice *n)
{
    unlist(b, n);
    list_remove(b, n, WAITING);
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
    RoomBoard *b = &hub->board;
    Notice *n = map_find(&b->map, doc->code);
    const bool waits = waits_for_others(hub, doc);
    if (!doc->is_public && !waits) {
        board_forget(hub, doc->code);
        return;
    }
    if (n && n->line && n->in[WAITING].is_in == waits &&
        memcmp(&n->doc, doc, sizeof *doc) == 0) {
        n->read_at_ms = hub->now_ms;
        return;
    }
    if (!n && b->map.count >= BOARD_MAX)
        return;
    const bool waited = n && n->in[WAITING].is_in && waits &&
                        n->doc.game == doc->game &&
                        n->doc.setup.players == doc->setup.players;
    if (n) {
        unlist(b, n);
        if (!waited) /* who waits keeps its place */
            list_remove(b, n, WAITING);
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
    if (doc->is_public) {
        list_add_first(b, n, OF_ALL);
        list_add_first(b, n, OF_GAME);
    }
    if (waits && !waited)
        list_add_last(b, n, WAITING);
}

void board_write(JsonW *w, Hub *hub, const char *game)
{
    int count = 0, index = 0;
    while (game && games_all[index] && strcmp(games_all[index]->id, game) != 0)
        index++;
    const List which = game ? OF_GAME : OF_ALL;
    Notice *n = game ? hub->board.of_game[index].first : hub->board.listed.first;
    jw_array(w, "rooms");
    for (; n && count < LISTED_MAX; n = n->in[which].next, count++) {
        if (!n->line) {
            JsonW line;
            jw_open(&line);
            room_show_line(&line, hub, &n->doc);
            n->line = strdup(line.text);
            jw_close(&line);
        }
        jw_raw(w, NULL, n->line);
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

const char *board_quick(Hub *hub, const RoomDoc *wanted, int apart_max,
                        const char *person)
{
    const Notice *n = list_of(&hub->board, wanted, WAITING)->first, *best = NULL;
    int least = apart_max + 1;
    for (int i = 0; n && i < LOOKED_AT_MAX; i++, n = n->in[WAITING].next) {
        const int apart = abs(n->doc.rating - wanted->rating);
        if (apart >= least || room_seat_of(&n->doc, person) >= 0 ||
            room_is_kicked(&n->doc, person) || has_just_gone(hub, &n->doc))
            continue;
        best = n;
        least = apart;
    }
    return best ? best->doc.code : NULL;
}

void board_repaint(Hub *hub)
{
    const RoomBoard *b = &hub->board;
    for (uint32_t i = 0; i < b->map.slots; i++) {
        Notice *n = b->map.slot[i].value;
        if (!n)
            continue;
        free(n->line);
        n->line = NULL;
        const bool waits = waits_for_others(hub, &n->doc);
        if (n->in[WAITING].is_in && !waits)
            list_remove(&hub->board, n, WAITING);
        else if (waits && !n->in[WAITING].is_in)
            list_add_last(&hub->board, n, WAITING);
    }
}

void board_clear(RoomBoard *b)
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
    RoomBoard *b = &hub->board;
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
