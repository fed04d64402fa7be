/* position.c - reads a position: what it says is laid over a freshly dealt table. */
#include "engine/position.h"

#include <stdio.h>

Position position_open(const Table *table, const json_t *json, int card_kind, char *why,
                       size_t why_bytes)
{
    Position p;
    memset(&p, 0, sizeof p);
    p.table = *table;
    p.json = json;
    p.card_kind = card_kind;
    p.why = why;
    p.why_bytes = why_bytes;
    return p;
}

void position_fail(Position *p, Err err, const char *what)
{
    if (p->err)
        return;
    p->err = err;
    snprintf(p->why, p->why_bytes, "%s", what);
}

void position_only(Position *p, const json_t *object, const char *const *keys)
{
    const char *name;
    json_t *value;
    if (!json_is_object(object)) {
        position_fail(p, ERR_BAD_POSITION, "an object is missing");
        return;
    }
    json_object_foreach((json_t *)(uintptr_t)object, name, value)
    {
        const char *const *key = keys;
        while (*key && strcmp(*key, name) != 0)
            key++;
        if (!*key)
            position_fail(p, ERR_UNKNOWN_FIELD, name);
    }
}

int position_number(Position *p, const json_t *object, const char *key, int min,
                    int max, int otherwise)
{
    const json_t *value = json_object_get(object, key);
    char what[120];
    if (!value)
        return otherwise;
    if (json_is_integer(value) && json_integer_value(value) >= min &&
        json_integer_value(value) <= max)
        return (int)json_integer_value(value);
    snprintf(what, sizeof what, "%s must be a whole number from %d to %d", key, min,
             max);
    position_fail(p, ERR_BAD_POSITION, what);
    return otherwise;
}

bool position_flag(Position *p, const json_t *object, const char *key, bool otherwise)
{
    const json_t *value = json_object_get(object, key);
    char what[120];
    if (!value)
        return otherwise;
    if (!json_is_boolean(value)) {
        snprintf(what, sizeof what, "%s must be true or false", key);
        position_fail(p, ERR_BAD_POSITION, what);
    }
    return json_is_true(value);
}

const json_t *position_list(Position *p, const json_t *object, const char *key, int max)
{
    const json_t *list = json_object_get(object, key);
    char what[120];
    if (!list || json_is_null(list))
        return NULL;
    if (json_is_array(list) && json_array_size(list) <= (size_t)max)
        return list;
    snprintf(what, sizeof what, "%s must be a list of at most %d", key, max);
    position_fail(p, ERR_BAD_POSITION, what);
    return NULL;
}

int position_seats(Position *p, const json_t *object, const char *key, int players,
                   int otherwise)
{
    const json_t *list = position_list(p, object, key, players);
    char what[120];
    int seats = 0;
    if (!list)
        return otherwise;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *value = json_array_get(list, i);
        const json_int_t seat = json_integer_value(value);
        if (json_is_integer(value) && seat >= 0 && seat < players) {
            seats |= 1 << seat;
            continue;
        }
        snprintf(what, sizeof what, "%s must be seats from 0 to %d", key, players - 1);
        position_fail(p, ERR_BAD_POSITION, what);
    }
    return seats;
}

void position_seat_bit(uint8_t *seats, int seat, bool on)
{
    *seats = (uint8_t)(on ? *seats | 1 << seat : *seats & ~(1 << seat));
}

int position_find(const Position *p, int kind, const char *name)
{
    return thing_find(&p->table, kind, name);
}

int position_thing(Position *p, const json_t *value, int kind)
{
    const char *name = json_string_value(value);
    const int id = name ? position_find(p, kind, name) : 0;
    if (!id)
        position_fail(p, ERR_UNKNOWN_THING, name ? name : "not a name");
    return id;
}

int position_claim(Position *p, const json_t *value)
{
    const int card = position_thing(p, value, p->card_kind);
    if (card && set_has(&p->claimed, (Id)card))
        position_fail(p, ERR_DUPLICATE_THING, json_string_value(value));
    if (card)
        set_add(&p->claimed, (Id)card);
    return p->err ? 0 : card;
}

int position_claim_list(Position *p, const json_t *object, const char *key,
                        uint8_t *cards, int max)
{
    const json_t *list = position_list(p, object, key, max);
    int count = 0;
    if (!list)
        return -1;
    for (size_t i = 0; i < json_array_size(list) && !p->err; i++)
        cards[count++] = (uint8_t)position_claim(p, json_array_get(list, i));
    return p->err ? -1 : count;
}
