/* play.h - a match in a room: a move is made durable, then applied, then told. */
#pragma once

#include "server/rooms/room.h"

void play_start(Room *room, const RoomDoc *next, Ask *ask); /* with those who sit */
void play_begin(Room *room); /* the match has just been loaded or begun */
/* A move that is known to be good; 'ask': who is answered by it, if anybody. */
void play_move(Room *room, const Command *c, Ask *ask, MoveWhy why);
int room_acts(const Room *room); /* the seat to act; SEAT_NONE: the match is over */
/* Refuses what was asked at another entry of the log than the last, by field "n". */
bool ask_is_current(Ask *ask);
/* Durable: apply it and tell of it; 'ask', if any, is answered by it. */
bool play_moved(Room *room, const StoreMove *move, Ask *ask);
void play_write_sync(JsonW *w, const Room *room, const Client *client,
                     const json_t *have);
