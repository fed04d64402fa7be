/* rating.h - what becomes of people by their matches: results, ratings, leaders.
 *
 * The record of a match, what it did to the ratings of those who played it, and the
 * note that they did are written together or not at all. */
#pragma once

#include "server/rooms/room.h"

/* A match is over; 'record' is the document to keep of it. Rated are matches among
 * strangers (quick) in which every seat is a person's. */
void rating_ended(Room *room, const Status *status, StoreOp *record);

StoreOp *rating_of(const char *person, const char *game); /* asks for it */
int rating_read(const char *body); /* what was found; NULL: as of who never played */

void op_rating(Ask *ask);
void op_leaders(Ask *ask);

enum { LEADER_KEY_BYTES = STORE_KEY_BYTES };
void leader_key(const char *game, double rating, const char *person, char *out);
