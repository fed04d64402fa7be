/* ask.h - a request on its way. It ends in exactly one answer.
 *
 * Whoever waits is looked for again before it goes on: is the client there, the same
 * person, in the same room? Else the request has been dropped or refused, and it does
 * not go on. */
#pragma once

#include "engine/record.h"
#include "server/hub/hub.h"
#include "server/hub/refusals.h"
#include "server/hub/slots.h"
#include "server/people/who.h"
#include "server/rooms/rights.h"

enum { TRIES_MAX = 5 }; /* how often a request that lost a race is tried again */

typedef struct {
    const char *name;
    Right right;
    void (*run)(Ask *ask);
    int how;
    const char *fields[14];
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

extern const HubOp person_ops[], lobby_ops[], play_ops[],
    undo_ops[]; /* each ends with a NULL name */

/* While it waits, 'client' and 'room' are NULL: both may go away meanwhile. */
struct Ask {
    Hub *hub;
    ClientRef who;
    RoomRef where;             /* the room they asked it in */
    char person[PERSON_BYTES]; /* as whom they asked it */
    const HubOp *op;
    json_t *request; /* NULL while it is folded */
    json_t *id;      /* of a folded one */
    char *text;      /* what a folded one said */
    size_t text_bytes;
    int tries;
    int32_t rating; /* in the game they want to play at once; 0: not known yet */
    int64_t since_us;
    Client *client;
    Room *room;    /* the client's */
    int seat;      /* the client's, or SEAT_NONE */
    bool is_alone; /* it holds the client's is_signing or is_entering */
    void (*then)(Ask *ask, StoreOp *op);
    void (*always)(Ask *ask, const StoreOp *op); /* also when they have gone */
    void *state; /* what the operation remembers meanwhile */
    void (*state_free)(Ask *ask, void *state);
    Ask *next;
};

void ask_begin(Ask *ask);
void ask_run(Ask *ask); /* again, when it has waited */

/* Waiting (wait.c). */
void ask_park(Ask *ask);
/* A request that will wait and, as a rule, is not read again: only its words are kept,
 * for a dozen pieces of memory that the next message finds warm. */
void ask_fold(Ask *ask);
bool ask_wake(Ask *ask); /* false: it is gone */
void ask_store(Ask *ask, StoreOp *op, void (*then)(Ask *ask, StoreOp *op));
/* What is done by it concerns others: 'always' is called whoever is still there, before
 * 'then'. */
void ask_store_for_all(Ask *ask, StoreOp *op,
                       void (*always)(Ask *ask, const StoreOp *op),
                       void (*then)(Ask *ask, StoreOp *op));

/* Answers. */
const Texts *ask_texts(const Ask *ask);
JsonW *ask_answer(Ask *ask);      /* opens it; the caller adds its members */
void ask_send(Ask *ask);          /* closes and sends it; the request is gone */
void ask_ok(Ask *ask);            /* nothing to add */
void ask_fail(Ask *ask, Why why); /* by the server */
void ask_fail_number(Ask *ask, Why why, int64_t n);
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
