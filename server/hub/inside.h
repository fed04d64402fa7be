/* inside.h - what the hub's parts share: people, rooms, requests under way. */
#pragma once

#include "agents/agent.h"
#include "engine/match.h"
#include "server/clock.h"
#include "server/hub/hub.h"
#include "server/hub/slots.h"
#include "server/log.h"
#include "server/map.h"
#include "server/metrics.h"
#include "server/rooms/board.h"
#include "server/rooms/rights.h"

enum {
    CODE_BYTES = 8, /* of a room, with the NUL */
    PERSON_BYTES = 20,
    NAME_BYTES = 52, /* 16 characters of at most three bytes */
    NAME_CHARS_MAX = 16,
    AGENT_BYTES = 24,
    NODE_BYTES = 12,
    TOKEN_BYTES = 48, /* as people's browsers keep it */
    HASH_BYTES = 65,  /* as the store keeps it: hex of 32 bytes */
    HEX_BYTES = 17,   /* of a word, as matches are named */
    LANGUAGES = 3,
    GAMES_MAX = 16,
    WAITING_MAX = 32,
    CHAT_KEPT = 50,
    CHAT_BYTES = 400,
    KICKED_MAX = 16,
    NODES_MAX = 64,
    DESERTED_MS = 10000,
    TRIES_MAX = 5, /* how often a request that lost a race is tried again */
};

enum {
    WANT_VIEW = 1,
    WANT_LEGAL = 2,
    WANT_WORDS = 4,
    WANT_LINES = 8,
    WANT_STATE = 16,
    WANTS_COUNT = 5
};

typedef struct {
    char person[PERSON_BYTES]; /* "": nobody yet */
    char name[NAME_BYTES];
    char account[NAME_BYTES]; /* "": a guest */
} Who;

/* A client or a room as somebody who waits may keep it. */
typedef struct {
    Handle name;
} ClientRef;
typedef struct {
    Handle name;
} RoomRef;

typedef struct {
    char person[PERSON_BYTES]; /* "": no person */
    char name[NAME_BYTES];
    char agent[AGENT_BYTES]; /* "": no agent; both empty: a free seat */
    char node[NODE_BYTES];   /* where the person is connected; "": away */
    bool is_ready, has_left;
} Seat;

typedef enum { ABSENT_SKIP, ABSENT_AGENT, ABSENT_WAIT, ABSENT_COUNT } Absent;
typedef enum { CLOCK_NONE, CLOCK_MOVE, CLOCK_GAME, CLOCK_COUNT } Clock;
typedef enum { ROOM_OPEN, ROOM_PLAYING, ROOM_OVER, ROOM_PHASES } RoomPhase;

/* What the store keeps of a room. */
typedef struct {
    char code[CODE_BYTES];
    char host[PERSON_BYTES];
    char host_node[NODE_BYTES]; /* where the host is connected; "": away */
    int game;                   /* index into the hub's games */
    bool is_public, is_quick;
    RoomPhase phase;
    Absent absent;
    Clock clock;
    int32_t grace_s, clock_s, increment_s, delay_ms;
    Setup setup; /* its seed is not used: each match has its own */
    Seat seat[SEATS_MAX];
    uint64_t match; /* 0: none yet */
    int32_t matches;
    int32_t kicked_count; /* of all there were; the last KICKED_MAX are kept */
    char kicked[KICKED_MAX][PERSON_BYTES];
} RoomDoc;

typedef struct {
    char name[NAME_BYTES];
    char text[CHAT_BYTES];
    int64_t at_s;
} ChatLine;

typedef enum { PLAN_NOTHING, PLAN_AGENT, PLAN_STEP } Plan;

typedef struct Ask Ask;

typedef struct Room Room;
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
    Match *match;      /* NULL: none, or it cannot be played by this program */
    uint64_t match_id; /* which one that is */
    Refusal trouble;   /* why it cannot */
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
    Command choice; /* what the agent chose */
    int choice_at;  /* after so many moves */
    ChatLine *chat;
    int chat_count; /* of all there were; the last CHAT_KEPT are kept */
    int64_t empty_since_ms;
    int told_online; /* bit s: everybody was told that seat s is there */
    Room *next, *previous;
};

struct Client {
    Hub *hub;
    ClientRef ref;
    void *link;
    char address[48];
    Peer *peer;
    Who who;
    char token_hash[HASH_BYTES];
    int language;
    int wants;
    bool is_signing;  /* who this is, is being found out */
    bool is_entering; /* a request to get into a room is under way */
    Room *room;
    Client *room_next, *room_previous;
    Client *next, *previous;
    Bucket messages, chats;
};

typedef struct {
    char name[NODE_BYTES];
    bool is_alive;
} Node;

struct Hub {
    Config config;
    Store *store;
    HubIo io;
    const void *catalogs[GAMES_MAX];
    uint64_t catalog_hash[GAMES_MAX]; /* the fingerprints of the data */
    int game_count;
    Texts *texts[LANGUAGES];
    char *games_text[LANGUAGES]; /* the games as they are listed; NULL: not yet */
    uint8_t key[32];             /* tokens are hashed with it */
    bool has_key, is_stopping;
    bool has_put_away; /* rooms, since the last sweep */
    char node[NODE_BYTES];
    Node nodes[NODES_MAX];
    int node_count;
    uint64_t alive;      /* a hash of their names */
    bool knows_nodes;    /* or everybody is taken to be alive */
    int64_t heard_at_ms; /* of the nodes; 0: never */
    int64_t now_ms, node_at_ms, sweep_at_ms;
    int64_t ahead_ms; /* the wall clock before the steady one, at the last look */
    Map rooms;
    Board board;
    Peers peers;
    int64_t line_count;               /* TCP connections */
    Map bans;                         /* by "person:..", "account:.." or address */
    bool is_draining;                 /* nobody new is taken */
    char order_done[STORE_KEY_BYTES]; /* the last of the operator's */
    int64_t orders_at_ms;
    char *leaders[GAMES_MAX]; /* as they were asked for last; NULL: never */
    int64_t leaders_at_ms[GAMES_MAX];
    Slots room_slots, client_slots;
    Room *first_room;
    Client *first_client;
    int client_count;
    int jobs, signings, asked; /* work and HTTP answers under way */
    int asks;                  /* requests under way */
    JsonW out, part;           /* for building messages */
    Rng rng;                   /* for what need not be secret */
};

/* A request on its way. It ends in exactly one answer. */
typedef struct {
    const char *name;
    Right right;
    void (*run)(Ask *ask);
    int how;
    const char *fields[12];
} HubOp;

enum {
    CALM = 1,   /* waits until nothing else changes the room */
    MATCH = 2,  /* of a match, which must be one that this program can play */
    ENTERS = 4, /* gets into a room: a client has one such request at a time */
    SIGNS = 8   /* finds out who somebody is: one at a time */
};

#define OP(op, how, ...)               \
    {                                  \
#op, RIGHT_##op, op_##op, how, \
        {                              \
            __VA_ARGS__                \
        }                              \
    }

/* While it waits, 'client' and 'room' are NULL: both may go away meanwhile. */
struct Ask {
    Hub *hub;
    ClientRef who;
    RoomRef where;             /* the room they asked it in */
    char person[PERSON_BYTES]; /* as whom they asked it */
    const HubOp *op;
    json_t *request;
    int tries;
    int64_t since_us;
    Client *client;
    Room *room;    /* the client's */
    int seat;      /* the client's, or SEAT_NONE */
    bool is_alone; /* it holds the client's is_signing or is_entering */
    void (*then)(Ask *ask, StoreOp *op);
    void *state; /* what the operation remembers meanwhile */
    void (*state_free)(Ask *ask, void *state);
    Ask *next;
};

extern const HubOp person_ops[], lobby_ops[],
    play_ops[]; /* each ends with a NULL name */

void random_name(char *out, size_t out_bytes); /* out_bytes - 1 letters and digits */
uint64_t random_word(void);                    /* 62 secret random bits, not 0 */
void hex_name(uint64_t word, char out[HEX_BYTES]);
int64_t hub_wall_ms(const Hub *hub);
void hub_forget(Hub *hub, const char *kind, int64_t age_ms); /* what is older */
const char *write_failed(const Hub *hub);                    /* the code for it */
const Texts *client_texts(const Client *c);
void client_send(Client *c, const char *text, size_t text_bytes);
Client *client_at(const Hub *hub, ClientRef ref); /* NULL: gone */
Room *room_at(const Hub *hub, RoomRef ref);       /* NULL: gone */

/* Waiting (wait.c). Whoever waits is looked for again before it goes on: is the client
 * there, the same person, in the same room? Else the request has been dropped or
 * refused, and it does not go on. */
void ask_park(Ask *ask);
bool ask_wake(Ask *ask); /* false: it is gone */
void ask_store(Ask *ask, StoreOp *op, void (*then)(Ask *ask, StoreOp *op));

/* A question to the store about a room, which is busy until it is answered. */
typedef struct Pending Pending;
struct Pending {
    Hub *hub;
    RoomRef room;
    Ask *ask; /* who asked for it, if anybody; parked */
    RoomDoc next;
    /* 'ask' is NULL when nobody asked, or they have gone. */
    void (*then)(Room *room, Ask *ask);
    void (*go)(Pending *p, Room *room, StoreOp *op);
    MoveWhy why; /* a move for an absent seat, and why */
    int64_t asked_us;
};

Pending *room_pending(Room *room, Ask *ask); /* the room is busy from now on */
void pending_store(Pending *p, StoreOp *op,
                   void (*go)(Pending *p, Room *room, StoreOp *op));
Ask *pending_ask(Pending *p); /* woken, or NULL; it is the caller's now */

/* What the operator wants (orders.c). */
void orders_tick(Hub *hub);
void orders_sweep(Hub *hub);
void orders_clear(Hub *hub);
bool hub_is_banned(const Hub *hub, const char *name);
bool client_is_banned(const Client *c);

/* Guesses (gate.c): who names tokens or rooms that do not exist may soon name none, and
 * an account whose password was wrong too often waits. */
bool ask_may_guess(Ask *ask); /* false: refused */
void client_guessed(Client *c);
/* Is what it costs still within the shares of the address and of the person? */
bool ask_may_cost(Ask *ask);                      /* false: refused */
bool ask_may_sign(Ask *ask, const char *account); /* false: refused */
void account_guessed(Hub *hub, const char *account);

/* Answers (ask.c). */
void ask_begin(Ask *ask);
void ask_run(Ask *ask);                 /* again, when it has waited */
const Texts *ask_texts(const Ask *ask); /* which call the seats by their names */
JsonW *ask_answer(Ask *ask);            /* opens it; the caller adds its members */
void ask_send(Ask *ask);                /* closes and sends it; the request is gone */
void ask_ok(Ask *ask);                  /* nothing to add */
void ask_fail(Ask *ask, const char *code); /* "server.error.<code>" */
void ask_fail_number(Ask *ask, const char *code, int64_t n);
void ask_refuse(Ask *ask, const Refusal *why); /* by the engine */
/* With the command, what it has to say goes with it. */
void ask_refuse_on(Ask *ask, const Table *t, const Refusal *why, const Command *c);
void ask_drop(Ask *ask); /* nobody is there to be answered */
/* Fields. False: the request has been refused and is gone. */
bool ask_text(Ask *ask, const char *field, size_t bytes_max, const char **out);
bool ask_int(Ask *ask, const char *field, int64_t min, int64_t max, int64_t *out);
bool ask_flag(Ask *ask, const char *field, bool *out);
bool ask_name(Ask *ask, const char *field, char *out); /* a person's, NAME_BYTES */
bool ask_word(Ask *ask, const char *field, const char *const *words, int *out);

/* Rooms (room.c: what is kept and shown; rooms.c: loading, saving, who is in). */
extern const char *const absent_words[], *const clock_words[], *const phase_words[];
void room_doc_write(JsonW *w, const RoomDoc *doc);
/* False: it is none of ours, or of another key than its code. */
bool room_doc_read(const Hub *hub, const char *key, const char *json, RoomDoc *doc);
void room_show(JsonW *w, const char *key, const Room *room);
void room_show_line(JsonW *w, Hub *hub, const RoomDoc *doc); /* one of a list */
void room_show_chat(JsonW *w, const Room *room, int from);
int room_seat_of(const RoomDoc *doc, const char *person);
bool room_is_here(const Room *room, const char *person); /* connected to us */
/* Has the seat's player left, or been away for longer than the room waits? */
bool room_is_given_up(const Room *room, int seat);
Standing room_standing(const Room *room, const Who *who); /* NULL: outside */
bool room_is_kicked(const RoomDoc *doc, const char *person);
bool seat_is_free(const Seat *seat);
bool seat_is_online(const Hub *hub, const Seat *seat);
bool node_is_alive(const Hub *hub, const char *node); /* "" is not */
const Game *room_game(const RoomDoc *doc);
/* The client's, which until the next call names the seats as this room does. */
const Texts *room_texts(const Room *room, const Client *client);

/* The board (board.c). */
void board_note(Hub *hub, const RoomDoc *doc); /* as it is now */
void board_forget(Hub *hub, const char *code);
void board_write(JsonW *w, Hub *hub, const char *game); /* "rooms"; NULL: any game */
/* A room for who wants to play at once, by game and players; NULL: none. */
const char *board_quick(Hub *hub, const RoomDoc *wanted, const char *person);
void board_repaint(Hub *hub);    /* who is online has changed elsewhere */
void board_read(Hub *hub);       /* all of it, from the store */
StoreOp *board_recent(Hub *hub); /* asks for what was written since the last look */
void board_take(Hub *hub, const StoreOp *op); /* the answer */
void board_heard(Hub *hub, const char *codes);
void board_tick(Hub *hub);
void board_clear(Board *b);

Room *rooms_find(Hub *hub, const char *code); /* loads it when need be; may be busy */
void rooms_create(Ask *ask, const RoomDoc *doc);
void room_wait(Room *room, Ask *ask);
/* Replace what is kept; 'ask', if any, is answered by 'then' or tried again. */
void room_save(Room *room, const RoomDoc *next, Ask *ask,
               void (*then)(Room *room, Ask *ask));
void room_save_pending(Pending *p, Room *room); /* p->next and p->then are set */
/* The host's rights go to a seated player who is there, if there is one. */
bool room_pass_host(const Room *room, RoomDoc *doc, const char *but);
bool room_host_is_given_up(const Room *room);
bool room_is_deserted(const Room *room); /* nobody is there or means to come back */
void room_delete(Room *room);
void room_reload(Room *room, Ask *ask);
void room_calm(Room *room); /* nothing is under way: go on with what waits */
int room_online(const Room *room);
void room_tell(Room *room); /* everybody gets it as it is now */
void room_say(Room *room, const ChatLine *line);
void room_enter(Room *room, Client *client);
void room_leave(Room *room, Client *client);
void room_free(Room *room);

/* The whole match from the deal on, not only from its snapshot; then 'ask' again. */
void room_read_whole(Room *room, Ask *ask);

/* Snapshots (snapshot.c). */
void snapshot_keep(const Room *room); /* when it is time */
void snapshot_forget(const Room *room);
void snapshot_trim(Room *room);                   /* when the match has become large */
void snapshot_take(Room *room, const char *body); /* if it fits the match just dealt */

/* Play (play.c). */
void play_begin(Room *room); /* the match has just been loaded or begun */
void play_move(Room *room, const Command *c, Ask *ask); /* known to be good */
/* Durable: apply it and tell of it; 'ask', if any, is answered by it. */
bool play_moved(Room *room, const StoreMove *move, Ask *ask);
void play_plan(Room *room); /* who acts next, and when */
void play_due(Room *room);  /* do what is planned if its time has come */
void play_tick(Room *room);
void play_start(Room *room, const RoomDoc *next, Ask *ask); /* with those who sit */
void play_write_sync(JsonW *w, const Room *room, const Client *client,
                     const json_t *have);

/* Messages about a match as a viewer may see them (tell.c). */
typedef struct {
    const Match *match;
    int viewer; /* SEAT_NONE: a spectator */
    int wants;
    const Texts *texts;
} Tell;
Tell tell_for(const Room *room, const Client *client, int wants);
void *view_of(const Match *m, int viewer); /* the caller frees it */
void tell_legal(JsonW *w, const char *key, const Tell *t);
void tell_cost(JsonW *w, const Table *view, const Command *c); /* where it has one */
/* What happened before the first move. */
void tell_deal(JsonW *w, const Tell *t);
void tell_move(JsonW *w, const Tell *t, int index); /* one whole object */
void tell_move_members(JsonW *w, const Tell *t, int index);
void tell_turn(JsonW *w, const Tell *t); /* members: who is to act */

/* Lists (list.c). */
void list_games(JsonW *w, Hub *hub, const Texts *texts); /* "games" and "agents" */

/* People (person.c). */
/* Forget what is kept of a person: names in records, ratings (erase.c). What a stopped
 * process left undone is done by the next. */
void erase_person(Hub *hub, const char *person);
void erase_resume(Hub *hub);
void person_key(Hub *hub); /* read or make the key that tokens are hashed with */
void person_heard(Hub *hub, const json_t *news); /* somebody was signed out elsewhere */
