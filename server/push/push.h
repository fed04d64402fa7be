/* push.h - whoever is away hears that it is their turn, from the push service of their
 * browser (docs/OPERATING.md, "Notices").
 *
 * A browser that was allowed to gives its subscription; it is kept with the person, and
 * goes with them or when its service knows it no more. What is sent says the game and
 * the room, nothing of the match. */
#pragma once

#include "server/hub/ask.h"
#include "server/push/seal.h"

typedef struct {
    bool is_on; /* the operator has said whom a push service may write to */
    SealKey key;
    int posts; /* under way */
} Push;

extern const HubOp push_ops[];

void push_open(Hub *hub);   /* reads the key, or makes one */
void push_turn(Room *room); /* somebody else is to act now */
/* Forgets all subscriptions of a person; 'then' is called with 'context'. */
void push_erase(Hub *hub, const char *person, void (*then)(StoreOp *op), void *context);
