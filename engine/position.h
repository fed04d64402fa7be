/* position.h - reads a position: what it says is laid over a freshly dealt table.
 *
 * The first mistake is kept and every later read returns a harmless value, so a game
 * reads straight on and looks at 'err' at the end. Things are called as the game calls
 * them; a card that has been placed cannot be placed again. */
#pragma once

#include "engine/record.h"
#include "engine/set.h"

typedef struct {
    Table table;
    const json_t *json;
    int card_kind;   /* the kind of thing that lies in one place only */
    CardSet claimed; /* those the position has placed */
    Err err;
    char *why; /* in English; the name a refusal speaks of */
    size_t why_bytes;
} Position;

Position position_open(const Table *table, const json_t *json, int card_kind, char *why,
                       size_t why_bytes);
void position_fail(Position *p, Err err, const char *what);
void position_only(Position *p, const json_t *object, const char *const *keys);

/* What is not mentioned is 'otherwise'. */
int position_number(Position *p, const json_t *object, const char *key, int min,
                    int max, int otherwise);
bool position_flag(Position *p, const json_t *object, const char *key, bool otherwise);
int position_seats(Position *p, const json_t *object, const char *key, int players,
                   int otherwise); /* a list of seats, as bits */
void position_seat_bit(uint8_t *seats, int seat, bool on);

/* The array under a key, at most 'max' long; NULL when it is not mentioned. */
const json_t *position_list(Position *p, const json_t *object, const char *key,
                            int max);

int position_find(const Position *p, int kind, const char *name); /* 0: no such thing */
int position_thing(Position *p, const json_t *value, int kind);   /* it must exist */
int position_claim(Position *p, const json_t *card); /* and lie nowhere else */
/* A list of cards, each claimed; -1 when it is not mentioned. */
int position_claim_list(Position *p, const json_t *object, const char *key,
                        uint8_t *cards, int max);
