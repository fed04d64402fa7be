/* doc.h - what is kept of a room, and what is shown of it. */
#pragma once

#include "engine/record.h"
#include "server/hub/hub.h"
#include "server/people/who.h"

enum {
    CODE_BYTES = 8, /* with the NUL */
    AGENT_BYTES = 24,
    NODE_BYTES = 12,
    KICKED_MAX = 16
};

typedef struct {
    char person[PERSON_BYTES]; /* "": no person */
    char name[NAME_BYTES];
    char agent[AGENT_BYTES]; /* "": no agent; both empty: a free seat */
    char node[NODE_BYTES];   /* where the person is connected; "": away */
    bool is_ready, has_left;
} Seat;

typedef enum { ABSENT_SKIP, ABSENT_AGENT, ABSENT_WAIT, ABSENT_COUNT } Absent;
typedef enum { CLOCK_NONE, CLOCK_MOVE, CLOCK_GAME, CLOCK_COUNT } Clock;
typedef enum { UNDO_OFF, UNDO_AGREED, UNDO_COUNT } Undo;
typedef enum { ROOM_OPEN, ROOM_PLAYING, ROOM_OVER, ROOM_PHASES } RoomPhase;

extern const char *const absent_words[], *const clock_words[], *const undo_words[],
                                                                   *const phase_words[];

/* Somebody wants to take a move back; void once the log of the match has gone on. */
typedef struct {
    int32_t n; /* entries of the log when it was asked; 0: nobody has */
    int32_t seat;
    int32_t agreed;     /* bit s: seat s has */
    int32_t is_refused; /* so wide that there is nothing between the fields */
} UndoAsk;

typedef struct {
    char code[CODE_BYTES];
    char host[PERSON_BYTES];
    char host_node[NODE_BYTES]; /* where the host is connected; "": away */
    int game;                   /* index into the hub's games */
    bool is_public, is_quick;
    RoomPhase phase;
    Absent absent;
    Clock clock;
    Undo undo;
    UndoAsk undo_ask;
    int32_t grace_s, clock_s, increment_s, delay_ms;
    int32_t rating; /* of whoever began a quick one, in its game */
    Setup setup;    /* its seed is not used: each match has its own */
    Seat seat[SEATS_MAX];
    uint64_t match; /* 0: none yet */
    int32_t matches;
    int32_t kicked_count; /* of all there were; the last KICKED_MAX are kept */
    char kicked[KICKED_MAX][PERSON_BYTES];
} RoomDoc;

void room_doc_write(JsonW *w, const Hub *hub, const RoomDoc *doc);
/* False: it is none of ours, or of another key than its code. */
bool room_doc_read(const Hub *hub, const char *key, const char *json, RoomDoc *doc);
bool code_is_good(const char *code); /* may it be a room's? */
const Game *room_game(const RoomDoc *doc);
int room_seat_of(const RoomDoc *doc, const char *person); /* -1: none */
bool room_is_kicked(const RoomDoc *doc, const char *person);
bool seat_is_free(const Seat *seat);
bool seat_is_online(const Hub *hub, const Seat *seat);
bool node_is_alive(const Hub *hub, const char *node); /* "" is not */

void room_show(JsonW *w, const char *key, const Room *room);
void room_show_line(JsonW *w, Hub *hub, const RoomDoc *doc); /* one of a list */
void room_show_chat(JsonW *w, const Room *room, int from);
