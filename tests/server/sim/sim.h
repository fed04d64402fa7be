/* sim.h - a world in one process: real hubs, people who do anything, a store that
 * fails, and a clock that goes as fast as it can.
 *
 * A seed is a script of steps; a step says what somebody does in words that can be
 * carried out whatever happened before ("join the room of the third of my friends"), so
 * any part of a script is a script, and a failing one can be shortened. */
#pragma once

#include "server/hub/client.h"
#include "server/hub/inside.h"
#include "server/log.h"
#include "server/play/plan.h"
#include "server/play/tell.h"
#include "server/play/undo.h"
#include "server/rooms/room.h"
#include "server/secret.h"
#include "server/store/archive.h"

enum {
    SIM_NODES = 3,
    SIM_PEOPLE = 4096,
    SIM_ASKS = 64, /* unanswered at one connection */
    SIM_GROUP = 6  /* people who meet one another */
};

typedef struct {
    uint16_t who;
    uint8_t what; /* a row of script.c */
    uint8_t a, b, c;
    uint16_t wait_ms; /* before it */
} SimStep;

typedef struct {
    uint64_t seed;
    int people, nodes, steps;
    bool is_sql;      /* the real store of SQLite, one node */
    uint32_t wait_ms; /* at most, between two steps */
    int64_t tick_ms;
} SimPlan;

typedef struct {
    int id;
    char op[12];
    char about[TOKEN_BYTES]; /* the person or room that it names */
    int64_t asked_ms;
    bool must_wait; /* another that it may not overtake is under way */
} SimAsk;

/* One browser of somebody. */
typedef struct {
    int number, node;
    Client *client; /* NULL: not connected */
    bool is_closed; /* the hub has asked for it */
    bool is_known;
    char token[TOKEN_BYTES], person[PERSON_BYTES], code[CODE_BYTES];
    char account[NAME_BYTES]; /* that the token is of; "": a guest's */
    int64_t entered_ms;       /* the room, or the house */
    SimAsk asked[SIM_ASKS];
    int asked_count, next_id;
    json_t *legal; /* the last answer of that kind */
} Human;

typedef struct Db Db;

struct Store { /* one node's connection to it */
    Db *db;
    int node;
    StoreOp *first, *last;
    void (*heard)(void *context, const StoreOp *news);
    void *heard_context;
    int fails;        /* so many more operations */
    int64_t stall_ms; /* nothing is answered before */
    int64_t lost_ms;  /* every operation fails until */
    int64_t slow_ms;  /* every operation takes long until */
    bool is_dead;
};

typedef struct {
    Hub *hub;
    Store store;
    HubIo io;
} SimNode;

typedef struct World World;
struct World {
    SimPlan plan;
    Rng rng;
    int64_t now_ms;
    int64_t jumped_ms; /* of the wall clock, in all */
    Data *data;
    Db *db;
    SimNode node[SIM_NODES];
    Human *human;
    HubWork *work[256];
    int64_t work_ms[256];
    int work_node[256];
    int work_count;
    bool is_closing;     /* a hub has asked for it */
    int64_t apart_ms;    /* until then a node may take another for dead */
    const SimStep *step; /* the one that is carried out */
    long messages, answers, moves, refusals, undos;
};

/* What must not be: printed with the seed and the step, then the process ends. */
_Noreturn void sim_fail(const World *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The store (db.c). */
extern char db_file[80]; /* of SQLite's */
void db_clean(void);
Db *db_new(World *w, bool is_sql);
void db_free(Db *db);
bool db_run(Db *db, StoreOp *op); /* one transaction of its own */
void db_step(World *w, Store *s); /* what is due now */
void db_drop(World *w, Store *s); /* the process died */
int db_moves(Db *db, uint64_t match);
void db_each(Db *db, const char *kind, void (*then)(World *w, StoreDoc *doc));

/* What must hold (check.c). */
void check_free(World *w);
void check_room(World *w, const char *code, const char *body); /* about to be kept */
void check_room_deleted(World *w, const char *code);
void check_room_swept(World *w, const char *code);
void check_asked(World *w, const Human *h, const char *op, const char *fields);
void check_append(World *w, const StoreOp *op); /* about to be kept */
void check_gone(World *w, const Human *h);      /* the connection ends */
void check_answer(World *w, Human *h, const SimAsk *asked, const json_t *answer);
void check_sent(World *w, Human *h, const char *text, size_t text_bytes);
void check_world(World *w);
void check_end(World *w);
const RoomDoc *check_doc(const World *w, const char *code); /* as it is kept, or NULL */

/* People (people.c). */
void human_send(World *w, Human *h, const char *op, const char *about,
                const char *fields);
void human_connect(World *w, Human *h, int node);
void human_close(World *w, Human *h);
void human_take(World *w, Human *h, const char *text, size_t text_bytes);

/* Scripts (script.c). */
SimStep *script_make(const SimPlan *plan);
void script_step(World *w, const SimStep *step);
void script_write(const SimStep *step);

/* The world (world.c). */
World *world_new(const SimPlan *plan, Data *data);
void world_advance(World *w, int64_t ms);
void world_kill(World *w, int node); /* and start it again */
int64_t world_wall_ms(const World *w);
void world_end(World *w);
