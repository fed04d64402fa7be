/* undo.c - taking a move back where the others agree.
 *
 * Who asks goes back to before their own last choice, and what came after it goes too.
 * That is fair while they have learned nothing by it: worlds that look the same to
 * them before it must look the same to them after it. What others have learned is
 * theirs to weigh when they are asked; agents agree. */
#include "server/play/undo.h"

#include "server/hub/ask.h"
#include "server/hub/client.h"
#include "server/hub/inside.h"
#include "server/play/play.h"
#include "server/secret.h"

#include <stdlib.h>

enum {
    ANSWER_MS = 30000, /* agents wait so long for people */
    BACK_MAX = 64,     /* moves */
    GONE_MAX = 1000,   /* entries of the log: whoever opens the room makes them again */
    WORLDS = 16,       /* one card of two is found out but once in 65536 times */
    EVENT_BYTES_MAX = 1 << 16
};

bool undo_is_asked(const Room *room)
{
    return room->match && room->doc.phase == ROOM_PLAYING && room->doc.undo_ask.n &&
           room->doc.undo_ask.n == room_n(room);
}

int64_t undo_open_until_ms(Room *room)
{
    if (!undo_is_asked(room) || room->doc.undo_ask.is_refused)
        return 0;
    if (room->undo_n != room->doc.undo_ask.n) {
        room->undo_n = room->doc.undo_ask.n;
        room->undo_since_ms = room->hub->now_ms;
    }
    return room->undo_since_ms + ANSWER_MS;
}

/* What it would go back to. */

/* Was there anything else to do? */
static bool is_choice(const Match *m, int move, void *state)
{
    static _Thread_local Moves moves; /* too large to be taken anew each time */
    match_state_at(m, move, state);
    moves.count = 0;
    match_game(m)->legal(match_catalog(m), state, &moves);
    return moves.count > 1;
}

/* The seat's last choice, or where it had none its last move; -1: there is none.
 * 'is_short': what is in memory begins too late to know. */
static int last_of(const Match *m, int seat, bool *is_short)
{
    const int end = match_moves(m) - BACK_MAX;
    const int first = end > match_first(m) ? end : match_first(m);
    void *state = malloc(match_game(m)->state_bytes);
    int last = -1;
    bool found = false;
    ASSERT(state);
    for (int i = match_moves(m) - 1; i >= first && !found; i--) {
        if (match_command(m, i)->seat != seat)
            continue;
        found = is_choice(m, i, state);
        last = found || last < 0 ? i : last;
    }
    *is_short = !found && match_first(m) > 0 && first == match_first(m);
    free(state);
    return last;
}

/* What they have learned. */

/* A table as one seat meets it: its state, what is seen of it, and what is told. */
typedef struct {
    Table table;
    uint8_t *state, *view, *event_bytes;
    JsonW told;
} World;

static void world_open(World *w, const Match *m)
{
    const Game *game = match_game(m);
    w->state = calloc(2, game->state_bytes);
    w->event_bytes = malloc(EVENT_BYTES_MAX);
    ASSERT(w->state && w->event_bytes);
    w->view = w->state + game->state_bytes;
    w->table = (Table){game, match_catalog(m), w->state, NULL};
    jw_open(&w->told);
}

static void world_close(World *w)
{
    free(w->state);
    free(w->event_bytes);
    jw_close(&w->told);
}

static void world_look(World *w, int seat)
{
    memset(w->view, 0, w->table.game->state_bytes);
    w->table.game->redact(w->table.catalog, w->state, seat, w->view);
}

/* False: it cannot be made there. */
static bool world_move(World *w, const Command *c, int seat)
{
    const Game *game = w->table.game;
    const void *catalog = w->table.catalog;
    Quote quote;
    const Err err = game->validate(catalog, w->state, c, &quote);
    EventLog log;
    Event event;
    const uint8_t *list = NULL;
    if (err && !(game->fails && game->fails(catalog, w->state, c, err)))
        return false;
    event_log_init(&log, w->event_bytes, EVENT_BYTES_MAX);
    game->execute(catalog, w->state, c, &log);
    jw_reset(&w->told);
    jw_array(&w->told, NULL);
    for (uint32_t at = 0; event_next(&log, &at, &event, &list);)
        record_write_event_row(&w->told, &w->table, &event, list, seat);
    jw_end_array(&w->told);
    world_look(w, seat);
    return !log.overflow;
}

static bool is_same(const World *a, const World *b)
{
    return memcmp(a->view, b->view, a->table.game->state_bytes) == 0 &&
           strcmp(a->told.text, b->told.text) == 0;
}

/* Does one more world that the seat could not tell from this one go another way? */
static bool tells_apart(const Match *m, int from, int seat, World *real, World *other,
                        Rng *rng)
{
    match_state_at(m, from, real->state);
    world_look(real, seat);
    real->table.game->determinize(real->table.catalog, real->view, rng, other->state);
    for (int i = from; i < match_moves(m); i++) {
        const Command *c = match_command(m, i);
        if (!world_move(real, c, seat) || !world_move(other, c, seat) ||
            !is_same(real, other))
            return true;
    }
    return false;
}

static bool has_learned(const Match *m, int from, int seat)
{
    World real, other;
    Rng rng;
    bool learned = false;
    rng_seed(&rng, random_word());
    world_open(&real, m);
    world_open(&other, m);
    for (int i = 0; i < WORLDS && !learned; i++)
        learned = tells_apart(m, from, seat, &real, &other, &rng);
    world_close(&real);
    world_close(&other);
    return learned;
}

/* Asking and answering. */

/* Who has to be asked, as bits: people who are there or are waited for. */
static int people_but(const Room *room, int seat)
{
    int bits = 0;
    for (int i = 0; i < room->doc.setup.players; i++)
        if (i != seat && room->doc.seat[i].person[0] && !room_is_given_up(room, i))
            bits |= 1 << i;
    return bits;
}

static void answer_asked(Room *room, Ask *ask)
{
    if (!ask)
        return;
    const UndoAsk *asked = &room->doc.undo_ask;
    const int open = people_but(room, asked->seat) & ~asked->agreed;
    JsonW *w = ask_answer(ask);
    jw_array(w, "waits_for");
    for (int i = 0; i < SEATS_MAX && !asked->is_refused; i++)
        if (open >> i & 1)
            jw_int(w, NULL, i);
    jw_end_array(w);
    ask_send(ask);
}

/* Done when nobody is left to be asked; until then the question is kept. */
static void go_on(Ask *ask, const RoomDoc *next, int to)
{
    Room *room = ask->room;
    const UndoAsk *asked = &next->undo_ask;
    const bool is_open = (people_but(room, asked->seat) & ~asked->agreed) != 0;
    if (asked->n && !asked->is_refused && !is_open) {
        const Command entry = course_undo(asked->seat, to);
        play_move(room, &entry, ask, MOVE_OWN);
    } else {
        room_save(room, next, ask, answer_asked);
    }
}

static Why cannot_ask(const Room *room, int seat, int to)
{
    const UndoAsk *asked = &room->doc.undo_ask;
    const bool is_asked = undo_is_asked(room);
    const int gone = room_n(room) - match_moves(room->match);
    if (room->doc.undo == UNDO_OFF || gone >= GONE_MAX) /* among strangers it is */
        return WHY_UNDO_OFF;
    if (match_status(room->match).over)
        return WHY_NO_MATCH;
    if (is_asked && (asked->is_refused || asked->seat != seat))
        return asked->is_refused ? WHY_UNDO_REFUSED : WHY_UNDO_ASKED;
    if (to < 0)
        return WHY_UNDO_NOTHING;
    return has_learned(room->match, to, seat) ? WHY_UNDO_SHOWN : WHY_NONE;
}

static void op_undo(Ask *ask)
{
    Room *room = ask->room;
    RoomDoc next = room->doc;
    bool is_short = false;
    if (!ask_is_current(ask))
        return;
    const int to = last_of(room->match, ask->seat, &is_short);
    if (is_short) {
        room_read_whole(room, ask);
        return;
    }
    const Why why = cannot_ask(room, ask->seat, to);
    if (why) {
        ask_fail(ask, why);
        return;
    }
    if (!undo_is_asked(room))
        next.undo_ask = (UndoAsk){.n = room_n(room), .seat = ask->seat};
    go_on(ask, &next, to);
}

static void op_agree(Ask *ask)
{
    RoomDoc next = ask->room->doc;
    UndoAsk *asked = &next.undo_ask;
    bool agrees = true, is_short = false;
    if (!ask_flag(ask, "agree", &agrees) || !ask_is_current(ask))
        return;
    if (!undo_is_asked(ask->room) || asked->is_refused) {
        ask_fail(ask, WHY_UNDO_NOTHING);
        return;
    }
    const int to = last_of(ask->room->match, asked->seat, &is_short);
    if (is_short) {
        room_read_whole(ask->room, ask);
        return;
    }
    if (agrees)
        asked->agreed |= 1 << ask->seat;
    else if (ask->seat == asked->seat)
        *asked = (UndoAsk){0}; /* not wanted any more */
    else
        asked->is_refused = true;
    go_on(ask, &next, to);
}

const HubOp undo_ops[] = {
    OP(undo, CALM | MATCH, "n"),
    OP(agree, CALM | MATCH, "n", "agree"),
    {NULL, RIGHT_COUNT, NULL, 0, {NULL}},
};
