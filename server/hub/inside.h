/* inside.h - the hub itself: everybody who is connected, every room that is open, and
 * what they share. */
#pragma once

#include "engine/catalogs.h"
#include "engine/jsonw.h"
#include "engine/rng.h"
#include "engine/text.h"
#include "server/hub/hub.h"
#include "server/hub/refusals.h"
#include "server/hub/slots.h"
#include "server/push/push.h"
#include "server/rooms/board.h"
#include "server/rooms/doc.h"
#include "server/rooms/dues.h"

enum { LANGUAGES = 3, GAMES_MAX = 16, NODES_MAX = 64 };

typedef struct {
    char name[NODE_BYTES];
    bool is_alive;
} Node;

struct Hub {
    Config config;
    Store *store;
    HubIo io;
    Catalogs *catalogs;
    const void *catalog[GAMES_MAX]; /* of all data, in the order of games_all */
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
    int64_t look_at_ms;   /* when rooms look for news by themselves */
    int beat, beat_heard; /* the number of the last that was rung, and that came back */
    int64_t ahead_ms;     /* the wall clock before the steady one, at the last look */
    Map rooms, matches;   /* by their names */
    Map hosts;            /* see hosts.h */
    Dues dues;
    RoomBoard board;
    Push push;
    Peers peers;
    int64_t line_count; /* TCP connections */
    Map bans;           /* by "person:..", "account:.." or address */
    bool is_draining;   /* nobody new is taken */
    bool knows_orders;  /* they have been looked at once */
    Map orders;         /* of the operator's, those that are done */
    int64_t orders_at_ms;
    char *leaders[GAMES_MAX]; /* as they were asked for last; NULL: never */
    int64_t leaders_at_ms[GAMES_MAX];
    Slots room_slots, client_slots;
    Room *first_room;
    Client *first_client;
    int client_count;
    int jobs, signings, asked; /* work and HTTP answers under way */
    int asks;                  /* requests under way */
    const Ask *hearing;        /* the request whose message is being read */
    const char *heard;         /* that message */
    size_t heard_bytes;
    JsonW out, part; /* for building messages */
    Rng rng;         /* for what need not be secret */
};

const Texts *hub_texts(const Hub *hub, const char *language); /* NULL: the first */
int64_t hub_wall_ms(const Hub *hub);
void hub_forget(Hub *hub, const char *kind, int64_t age_ms); /* what is older */
Why write_failed(const Hub *hub);
