/* tell.h - messages about a match, as one viewer may see them. */
#pragma once

#include "server/rooms/room.h"

typedef struct {
    const Match *match;
    const Course *course;
    int viewer; /* SEAT_NONE: a spectator */
    int wants;
    const Texts *texts;
    const char *names[SEATS_MAX]; /* of the seats */
} Tell;

Tell tell_for(const Room *room, const Client *client, int wants);
void *view_of(const Match *m, int viewer); /* the caller frees it */
void tell_legal(JsonW *w, const char *key, const Tell *t);
void tell_cost(JsonW *w, const Table *view, const Command *c); /* where it has one */
/* What happened before the first move. */
void tell_deal(JsonW *w, const Tell *t);
void tell_move(JsonW *w, const Tell *t, int index); /* one whole object */
void tell_move_members(JsonW *w, const Tell *t, int index);
void tell_undo(JsonW *w, const Tell *t, const Bend *bend); /* one whole object */
void tell_undo_members(JsonW *w, const Tell *t, const Bend *bend);
void tell_turn(JsonW *w, const Tell *t); /* members: who is to act */
