/* room.h - a room in memory: loaded when somebody comes, saved at every change,
 * forgotten when nobody is there. */
#pragma once

#include "engine/match.h"
#include "server/hub/ask.h"
#include "server/rooms/doc.h"
#include "server/rooms/rights.h"
#include "server/secret.h"
#include "server/store/course.h"

enum {
    CHAT_KEPT = 50,
    CHAT_BYTES = 400,
    DESERTED_MS = 10000 /* who only reloads a page has so long for it */
};

typedef struct {
    char name[NAME_BYTES];
    char text[CHAT_BYTES];
    int seat; /* of whoever says it, or SEAT_NONE */
    int64_t at_s;
} ChatLine;

typedef enum { PLAN_NOTHING, PLAN_AGENT, PLAN_STEP } Plan;

struct Room {
    Hub *hub;
    RoomRef ref;
    RoomDoc doc;
    int64_t version;
    bool is_loaded;
    bool is_busy;                /* the store is asked; requests that change it wait */
    bool is_going, is_gone;      /* being deleted; deleted */
    bool is_catching_up;         /* reading a match that others began */
    bool is_touched;             /* somebody came or went */
    bool is_doc_old, is_log_old; /* another process wrote */
    Client *members;
    int member_count;
    Ask *waiting, *waiting_last;
    int waiting_count;
    Match *match;               /* NULL: none, or it cannot be played by this program */
    Course course;              /* which entries of the log its moves are */
    uint64_t match_id;          /* which one that is */
    char match_name[HEX_BYTES]; /* in the hub's map; "": in none */
    Refusal trouble;            /* why it cannot */
    int64_t spent_ms[SEATS_MAX];
    int64_t delay_ms;  /* of an agent, in this turn */
    MoveWhy moved_why; /* the newest move */
    int steps; /* for seats that are away or out of time, since a player moved */
    int64_t turn_since_ms, away_since_ms[SEATS_MAX];
    int64_t host_away_since_ms; /* 0: the host is there */
    bool has_stepped; /* the last move was a step for the seat that is still to act */
    Plan plan;
    MoveWhy plan_why;
    int64_t plan_at_ms, retry_at_ms;
    int jobs; /* agents thinking */
    bool has_choice;
    Command choice;        /* what the agent chose */
    int choice_at;         /* after so many entries of the log */
    int undo_n;            /* the question of the doc that was seen last, */
    int64_t undo_since_ms; /* and since when */
    ChatLine *chat;
    int chat_count; /* of all there were; the last CHAT_KEPT are kept */
    int64_t empty_since_ms;
    int told_online; /* bit s: everybody was told that seat s is there */
    int64_t due_ms;  /* when it has to be looked at, if nothing happens before */
    int due_place;   /* see dues.h; 0: never */
    Room *next, *previous;
};

/* A question to the store about a room, which is busy until it is answered (wait.c). */
typedef struct Pending Pending;
struct Pending {
    Hub *hub;
    RoomRef room;
    Ask *ask; /* who asked for it, if anybody; parked */
    /* 'ask' is NULL when nobody asked, or they have gone. */
    void (*then)(Room *room, Ask *ask);
    void (*go)(Pending *p, Room *room, StoreOp *op);
    MoveWhy why; /* a move for an absent seat, and why */
    int64_t asked_us;
    RoomDoc next[]; /* what the room will be, or nothing: moves are many */
};

/* The room is busy from now on. 'next' is copied, or NULL. */
Pending *room_pending(Room *room, const RoomDoc *next, Ask *ask);
void pending_store(Pending *p, StoreOp *op,
                   void (*go)(Pending *p, Room *room, StoreOp *op));
Ask *pending_ask(Pending *p); /* woken, or NULL; it is the caller's now */

Room *room_at(const Hub *hub, RoomRef ref);   /* NULL: gone */
Room *rooms_find(Hub *hub, const char *code); /* loads it when need be; may be busy */
void rooms_create(Ask *ask, const RoomDoc *doc);
void room_wait(Room *room, Ask *ask);
/* Replace what is kept; 'ask', if any, is answered by 'then' or tried again. */
void room_save(Room *room, const RoomDoc *next, Ask *ask,
               void (*then)(Room *room, Ask *ask));
void room_save_pending(Pending *p, Room *room); /* p->next and p->then are set */
void room_delete(Room *room);
void room_reload(Room *room, Ask *ask);
/* The whole match from the deal on, not only from its snapshot, for whoever pays for
 * it; then 'ask' again. */
void room_read_whole(Room *room, Ask *ask);
void room_stir(Room *room); /* something of it has changed: look at the next tick */
void room_set_doc(Room *room, const RoomDoc *doc);
void room_set_match(Room *room, uint64_t id); /* 0: none */
void room_calm(Room *room); /* nothing is under way: go on with what waits */
void room_free(Room *room);

/* Who is in it. */
void room_enter(Room *room, Client *client);
void room_leave(Room *room, Client *client);
bool room_is_here(const Room *room, const char *person); /* connected to us */
int room_online(const Room *room);
int64_t room_grace_ms(const Room *room); /* how long whoever goes away is waited for */
/* Has the seat's player left, or been away for longer than the room waits? */
bool room_is_given_up(const Room *room, int seat);
bool room_host_is_given_up(const Room *room);
/* The host's rights go to a seated player who is there, if there is one. */
bool room_pass_host(const Room *room, RoomDoc *doc, const char *but);
bool room_is_deserted(const Room *room); /* nobody is there or means to come back */
int room_n(const Room *room);            /* entries of the match's log */
Standing room_standing(const Room *room, const Who *who); /* NULL: outside */

/* What is said of it. */
void room_tell(Room *room); /* everybody gets it as it is now */
void room_say(Room *room, const ChatLine *line);
void room_write_chat(JsonW *w, const ChatLine *line);
/* How its seats are called; they stay the room's. */
void room_names(const Room *room, const char *names[SEATS_MAX]);
