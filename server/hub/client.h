/* client.h - one connection: who it is, where it is, what it wants to hear. */
#pragma once

#include "engine/text.h"
#include "server/hub/hub.h"
#include "server/hub/slots.h"
#include "server/people/who.h"

/* What comes with each move; the order is that of "prefer". */
enum {
    WANT_VIEW = 1,
    WANT_LEGAL = 2,
    WANT_WORDS = 4,
    WANT_LINES = 8,
    WANT_STATE = 16,
    WANTS_COUNT = 5
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
    Bucket messages;
};

Client *client_at(const Hub *hub, ClientRef ref); /* NULL: gone */
const Texts *client_texts(const Client *c);
void client_send(Client *c, const char *text, size_t text_bytes);
